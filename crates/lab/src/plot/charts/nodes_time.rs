//! Time against nodes: what a node costs, and whether nodes explain the time.

use super::super::axis::{Axis, Unit};
use super::super::chart::{Data, Engine};
use super::super::figure::{Figure, Ink, Layout, Mark};
use super::super::frame::Frame;
use super::{dots, of_same_puzzle, on_axis, opacity, thin};
use crate::show::seconds;
use crate::statistics::middle;

/// Nodes and seconds of each puzzle that an engine answered.
fn points(engine: &Engine) -> Vec<(u64, f64)> {
    let known = engine.times.iter().filter(|(time, _)| !time.timed_out);
    of_same_puzzle(engine.nodes(), known.map(|&(time, puzzle)| (time.seconds, puzzle)))
}

pub(super) fn draw(data: &Data, layout: Layout) -> Option<Figure> {
    let clouds: Vec<(&Engine, Vec<(u64, f64)>)> = (data.engines.iter())
        .map(|engine| (engine, points(engine)))
        .filter(|(_, points)| points.len() > 1)
        .collect();
    if clouds.is_empty() {
        return None;
    }
    let all = || clouds.iter().flat_map(|(_, points)| points);
    let x = Axis::log("nodes", Unit::Nodes, all().map(|(nodes, _)| on_axis(*nodes)));
    let y = Axis::log("time of a puzzle", Unit::Seconds, all().map(|(_, time)| *time));
    let title = format!("{}: time against nodes", data.name);
    let mut frame = Frame::new(layout, &title, &x, &y);
    for (engine, points) in &clouds {
        let places = points.iter().map(|&(nodes, time)| frame.at(on_axis(nodes), time));
        let points = thin(places, dots(layout) / clouds.len());
        let opacity = opacity(points.len());
        frame.add(Mark::Dots { points, ink: Ink::Series(engine.index), radius: 1.75, opacity });
    }
    let names: Vec<(usize, &str)> = clouds.iter().map(|(it, _)| (it.index, it.name)).collect();
    frame.legend(&names, true);
    let engines = clouds.iter().map(|(engine, _)| engine.index).collect();
    let said = clouds.iter().filter_map(|(engine, points)| {
        let of_node = points.iter().map(|&(nodes, time)| time / nodes.max(1) as f64);
        let median = middle(&of_node.collect::<Vec<_>>())?;
        Some(format!("{}: {} a node", engine.name, seconds(median)))
    });
    let description = format!("Medians: {}.", said.collect::<Vec<_>>().join("; "));
    let mut notes = vec![description.clone()];
    notes.extend(data.notes.iter().cloned());
    Some(frame.finish(&notes, description, engines))
}
