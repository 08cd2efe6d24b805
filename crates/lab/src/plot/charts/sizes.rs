//! Time by number of clues, or of items.

use std::collections::BTreeMap;

use super::super::axis::{Axis, Unit, range};
use super::super::chart::{Data, Engine};
use super::super::figure::{Figure, Ink, Layout, Mark, dashes};
use super::super::frame::Frame;
use crate::analysis::Seconds;
use crate::definition::Kind;
use crate::show::seconds;

/// The median time of puzzles of a size, and the size; sizes whose median is not known are left out.
fn medians(data: &Data, engine: &Engine) -> Vec<(usize, f64)> {
    let puzzles = data.results.corpora.get(data.corpus).map_or(&[][..], |it| &it.puzzles);
    let mut by_size: BTreeMap<usize, Vec<Seconds>> = BTreeMap::new();
    for &(time, puzzle) in &engine.times {
        if let Some(puzzle) = puzzles.get(puzzle) {
            by_size.entry(puzzle.size).or_default().push(time);
        }
    }
    let median = |(size, mut times): (usize, Vec<Seconds>)| {
        Seconds::sort(&mut times);
        let median = times.get(times.len().div_ceil(2) - 1)?;
        (!median.timed_out).then_some((size, median.seconds))
    };
    by_size.into_iter().filter_map(median).collect()
}

pub(super) fn draw(data: &Data, layout: Layout) -> Option<Figure> {
    let curves: Vec<Vec<(usize, f64)>> =
        data.engines.iter().map(|engine| medians(data, engine)).collect();
    let sizes = || curves.iter().flatten().map(|(size, _)| *size as f64);
    let (low, high) = range(sizes()).filter(|(low, high)| low < high)?;
    let what = match data.kind {
        Kind::Sudoku | Kind::Variant => "clues",
        Kind::Cover => "items",
    };
    let x = match low > 0.0 && high / low > 10.0 {
        true => Axis::log(what, Unit::Count, sizes()),
        false => Axis::linear(what, low, high),
    };
    let times = curves.iter().flatten().map(|(_, time)| *time);
    let y = Axis::log("median time of a puzzle", Unit::Seconds, times);
    let title = format!("{}: time by {what}", data.name);
    let mut frame = Frame::new(layout, &title, &x, &y);
    for (engine, curve) in data.engines.iter().zip(&curves) {
        let points: Vec<(f64, f64)> =
            curve.iter().map(|&(size, time)| frame.at(size as f64, time)).collect();
        let ink = Ink::Series(engine.index);
        frame.line(points.clone(), ink, 1.5, dashes(engine.index));
        frame.add(Mark::Dots { points, ink, radius: 2.5, opacity: 1.0 });
    }
    frame.legend(&data.names(), false);
    let said = data.engines.iter().zip(&curves).filter_map(|(engine, curve)| {
        let (&(least, at_least), &(most, at_most)) = (curve.first()?, curve.last()?);
        Some(format!(
            "{}: {} with {least} {what}, {} with {most}",
            engine.name,
            seconds(at_least),
            seconds(at_most)
        ))
    });
    let description = format!("{}.", said.collect::<Vec<_>>().join("; "));
    let mut notes = Vec::new();
    if data.has_timeouts() {
        notes.push("No dot where more than half of the puzzles timed out.".to_owned());
    }
    notes.extend(data.notes.iter().cloned());
    Some(frame.finish(&notes, description, data.indices()))
}
