//! Speed-ups over the first engine, with intervals.

use super::super::axis::{Axis, Unit};
use super::super::chart::Data;
use super::super::figure::{Figure, Ink, Layout, Mark};
use super::super::frame::Frame;
use crate::analysis::{Standing, standings};
use crate::show::{factor, finding, interval};
use crate::statistics::Ratio;

const ROW: f64 = 40.0;

/// Unlike the other plots it has engines in batches, too: their times are compared with sums.
pub(super) fn draw(data: &Data, layout: Layout) -> Option<Figure> {
    let results = data.results;
    let standings = standings(results, data.corpus);
    // Nobody is compared with an engine whose answers were wrong.
    let first = standings.first().filter(|first| !first.excluded)?;
    let first = results.engine_name(first.engine);
    let shown: Vec<(&Standing, Ratio)> = (standings.iter())
        .filter(|it| !it.excluded)
        .filter_map(|standing| Some((standing, standing.ratio.as_ref()?.inverse())))
        .collect();
    if shown.is_empty() {
        return None;
    }
    let ends = shown.iter().flat_map(|(_, ratio)| {
        let (low, high) = ratio.interval.map_or((1.0, 1.0), |it| (it.low, it.high));
        [1.0, ratio.ratio, low, high]
    });
    let x = Axis::log(&format!("time of {first} divided by its own"), Unit::Ratio, ends);
    let title = format!("{}: speed-up over {first}", data.name);
    let mut frame = Frame::rows(layout, &title, &x, shown.len(), ROW);
    let area = frame.area();
    let one = area.x.place(1.0);
    frame.line(vec![(one, area.y.to), (one, area.y.from)], Ink::Text, 1.25, &[]);
    let mut said = Vec::new();
    for (place, (standing, ratio)) in shown.iter().enumerate() {
        let y = area.y.to + (place as f64 + 1.0) * ROW - 10.0;
        let ink = Ink::Series(standing.engine);
        if let Some(ends) = ratio.interval {
            let ends = [ends.low, ends.high].map(|it| area.x.place(it));
            frame.line(ends.map(|x| (x, y)).to_vec(), ink, 2.0, &[]);
            for x in ends {
                frame.line(vec![(x, y - 4.0), (x, y + 4.0)], ink, 2.0, &[]);
            }
        }
        let points = vec![(area.x.place(ratio.ratio), y)];
        frame.add(Mark::Dots { points, ink, radius: 4.5, opacity: 1.0 });
        let name = results.engine_name(standing.engine);
        let found =
            standing.finding.map_or(String::new(), |found| finding(found, 1.0 / ratio.ratio));
        let remark = format!("{} ({})", factor(ratio.ratio), interval(ratio));
        frame.row(y - 12.0, name, &remark);
        said.push(format!("{name}: {remark}, {found}"));
    }
    let engines = shown.iter().map(|(standing, _)| standing.engine).collect();
    let confidence = results.settings.confidence * 100.0;
    let mut notes = vec![format!(
        "Geometric means over puzzles that both answered; lines: {confidence} % intervals. Right of 1: faster."
    )];
    notes.extend(data.faulty.clone());
    Some(frame.finish(&notes, format!("{}.", said.join("; ")), engines))
}
