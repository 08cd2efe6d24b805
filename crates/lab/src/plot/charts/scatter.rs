//! Two engines, puzzle by puzzle.

use super::super::axis::{Axis, Unit};
use super::super::chart::{Data, Engine};
use super::super::figure::{Anchor, Figure, Ink, Layout, Mark};
use super::super::frame::Frame;
use super::{dots, of_same_puzzle, opacity, thin};
use crate::analysis::{Seconds, rank};
use crate::results::Results;

/// The first engine and the fastest other one.
pub(super) fn draw(data: &Data, layout: Layout) -> Option<Figure> {
    let first = data.engines.first()?.index;
    let ranking = rank(data.results, data.corpus);
    let shown = |engine: usize| data.engines.iter().any(|it| it.index == engine);
    let fastest = ranking.places.iter().map(|place| place.engine);
    let others = fastest.chain(data.indices()).filter(|&engine| engine != first && shown(engine));
    others.into_iter().find_map(|other| of(data, first, other, layout))
}

/// Two engines on a corpus, puzzle by puzzle; `None` unless both ran on single puzzles, without a fault, and
/// ended on a common one.
///
/// All plots of a corpus have the same axes, whatever the engines.
pub fn scatter_of(
    results: &Results,
    corpus: usize,
    engines: [usize; 2],
    layout: Layout,
) -> Option<Figure> {
    of(&Data::new(results, corpus), engines[0], engines[1], layout)
}

fn of(data: &Data, first: usize, second: usize, layout: Layout) -> Option<Figure> {
    let find = |index: usize| data.engines.iter().find(|engine| engine.index == index);
    let (one, other) = (find(first)?, find(second)?);
    let pairs = pairs(one, other);
    if pairs.is_empty() {
        return None;
    }
    let axis = |name: &str| Axis::log(name, Unit::Seconds, data.times());
    let (x, y) = (axis(&format!("time of {}", one.name)), axis(&format!("time of {}", other.name)));
    let title = format!("{}: two engines, puzzle by puzzle", data.name);
    let mut frame = Frame::new(layout, &title, &x, &y);
    // Both axes show the same range, so the diagonal is one.
    let same = |factor: f64| {
        let (low, high) = (x.low * factor.max(1.0), x.high * factor.min(1.0));
        [low, high].map(|at| (at, at / factor))
    };
    for (factor, ink) in [(1.0, Ink::Text), (10.0, Ink::Muted), (0.1, Ink::Muted)] {
        let ends = same(factor);
        if ends[0].0 >= ends[1].0 {
            continue;
        }
        let points = ends.map(|(x, y)| frame.at(x, y)).to_vec();
        frame.line(points, ink, 1.0, if factor == 1.0 { &[] } else { &[4.0, 4.0] });
    }
    let points = thin(pairs.iter().map(|(a, b)| frame.at(a.seconds, b.seconds)), dots(layout));
    let opacity = opacity(points.len());
    frame.add(Mark::Dots { points, ink: Ink::Series(second), radius: 2.0, opacity });
    let area = frame.area();
    let above = (area.x.from + 6.0, area.y.to + 14.0);
    frame.remark(above, &format!("{} slower", other.name), Anchor::Start);
    frame.name("above");
    frame.remark(
        (area.x.to - 6.0, area.y.from - 8.0),
        &format!("{} faster", other.name),
        Anchor::End,
    );
    frame.name("below");
    let description = note(one, other, &pairs);
    let mut notes = vec![description.clone()];
    notes.extend(data.notes.iter().cloned());
    Some(frame.finish(&notes, description, vec![first, second]))
}

/// What the plot of each two engines says below itself.
pub(crate) fn scatter_notes(results: &Results, corpus: usize) -> Vec<([usize; 2], String)> {
    let data = Data::new(results, corpus);
    let mut notes = Vec::new();
    for (one, other) in
        data.engines.iter().flat_map(|one| data.engines.iter().map(move |it| (one, it)))
    {
        let pairs = pairs(one, other);
        if !pairs.is_empty() {
            notes.push(([one.index, other.index], note(one, other, &pairs)));
        }
    }
    notes
}

fn note(one: &Engine, other: &Engine, pairs: &[(Seconds, Seconds)]) -> String {
    let faster = pairs.iter().filter(|(a, b)| b.seconds < a.seconds && !b.timed_out).count();
    let slower = pairs.iter().filter(|(a, b)| a.seconds < b.seconds && !a.timed_out).count();
    let timed_out = pairs.iter().any(|(a, b)| a.timed_out || b.timed_out);
    format!(
        "Of {} puzzles {} is faster than {} on {faster}, and slower on {slower}.{}",
        pairs.len(),
        other.name,
        one.name,
        if timed_out {
            " Those that timed out are at the time after which they were stopped."
        } else {
            ""
        }
    )
}

/// The times on puzzles that both ended on.
fn pairs(one: &Engine, other: &Engine) -> Vec<(Seconds, Seconds)> {
    of_same_puzzle(one.times.iter().copied(), other.times.iter().copied())
}
