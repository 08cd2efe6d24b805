//! How many puzzles are answered within which time each.
//!
//! The times of an engine in their order: where its curve ends is how many it answered, and the further right
//! and down a curve lies the better. The form in which SAT solvers are compared; timeouts are what is missing
//! at the right.

use super::super::axis::{Axis, Unit};
use super::super::chart::{Data, Engine};
use super::super::figure::{Figure, Ink, Layout, dashes};
use super::super::frame::Frame;
use crate::show::seconds;
use crate::statistics::middle;

pub(super) fn draw(data: &Data, layout: Layout) -> Option<Figure> {
    let sorted = |engine: &Engine| {
        let mut times: Vec<f64> = (engine.times.iter())
            .filter(|(time, _)| !time.timed_out)
            .map(|(time, _)| time.seconds)
            .collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let curves: Vec<Vec<f64>> = data.engines.iter().map(sorted).collect();
    let most = curves.iter().map(Vec::len).max().filter(|&most| most > 1)?;
    let x = Axis::linear("puzzles answered", 0.0, most as f64);
    let all = curves.iter().flatten().copied();
    let y = Axis::log("each within this time", Unit::Seconds, all);
    let title = format!("{}: puzzles answered within a time", data.name);
    let mut frame = Frame::new(layout, &title, &x, &y);
    for (engine, times) in data.engines.iter().zip(&curves) {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (number, &time) in times.iter().enumerate() {
            let point = frame.at((number + 1) as f64, time);
            let is_last = number + 1 == times.len();
            let is_far =
                |last: &(f64, f64)| (point.0 - last.0).abs().max((point.1 - last.1).abs()) >= 1.0;
            if is_last || points.last().is_none_or(is_far) {
                points.push(point);
            }
        }
        frame.line(points, Ink::Series(engine.index), 2.0, dashes(engine.index));
    }
    frame.legend(&data.names(), false);
    let said = data.engines.iter().zip(&curves).map(|(engine, times)| {
        let half = middle(times).map_or("–".to_owned(), seconds);
        let worst = times.last().map_or("–".to_owned(), |&worst| seconds(worst));
        let (name, count) = (engine.name, times.len());
        format!("{name}: {count} answered, half of them within {half} each, all within {worst}")
    });
    let description = format!("{}.", said.collect::<Vec<_>>().join("; "));
    Some(frame.finish(&data.notes, description, data.indices()))
}
