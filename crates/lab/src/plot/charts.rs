//! The plots, one a file.

mod cactus;
mod distribution;
mod nodes_time;
mod scatter;
mod sizes;
mod speed_ups;
mod study;

use std::collections::HashSet;

use super::axis::NO_NODES;
use super::chart::{Chart, Data};
use super::figure::{Figure, Layout};
use crate::results::Results;

pub(crate) use scatter::scatter_notes;
pub use scatter::scatter_of;

/// A plot of a scaling study; `None` if there is nothing to be seen in it.
pub(super) fn draw_study(chart: Chart, results: &Results, layout: Layout) -> Option<Figure> {
    match chart {
        Chart::Growth => study::times(results, layout),
        Chart::GrowthOfNodes => study::nodes(results, layout),
        Chart::Threads => study::threads(results, layout),
        _ => None,
    }
}

/// A plot of a corpus; `None` if there is nothing to be seen in it.
pub(super) fn draw(chart: Chart, data: &Data, layout: Layout) -> Option<Figure> {
    match chart {
        Chart::SpeedUps => speed_ups::draw(data, layout),
        Chart::Cactus => cactus::draw(data, layout),
        Chart::Times => distribution::times(data, layout),
        Chart::Nodes => distribution::nodes(data, layout),
        Chart::Scatter => scatter::draw(data, layout),
        Chart::Sizes => sizes::draw(data, layout),
        Chart::NodesTime => nodes_time::draw(data, layout),
        Chart::Growth | Chart::GrowthOfNodes | Chart::Threads => None,
    }
}

/// How many dots a plot has room for.
fn dots(layout: Layout) -> usize {
    match layout {
        Layout::Wide => 4000,
        Layout::Narrow => 1500,
    }
}

/// Of points that cannot be told from each other, one; coarser where there are more than `enough`. What is drawn stays
/// small however many there are. The script of the page does the same.
fn thin(points: impl IntoIterator<Item = (f64, f64)>, enough: usize) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = points.into_iter().collect();
    for cell in [2.0, 3.0, 4.0, 5.0] {
        let mut seen = HashSet::new();
        points.retain(|(x, y)| seen.insert([x, y].map(|at| (at / cell).round() as i64)));
        if points.len() <= enough {
            break;
        }
    }
    points
}

/// What two lists have of the same puzzle; both are in the order of puzzles, whose numbers stand behind the values.
fn of_same_puzzle<A: Copy, B: Copy>(
    first: impl IntoIterator<Item = (A, usize)>,
    second: impl IntoIterator<Item = (B, usize)>,
) -> Vec<(A, B)> {
    let mut second = second.into_iter().peekable();
    let mut pairs = Vec::new();
    for (value, puzzle) in first {
        while second.next_if(|(_, it)| *it < puzzle).is_some() {}
        if let Some(&(other, _)) = second.peek().filter(|(_, it)| *it == puzzle) {
            pairs.push((value, other));
        }
    }
    pairs
}

/// Where nodes stand on a logarithmic axis.
fn on_axis(nodes: u64) -> f64 {
    (nodes as f64).max(NO_NODES)
}

/// How opaque so many dots are.
fn opacity(dots: usize) -> f64 {
    match dots {
        0..300 => 0.8,
        300..3000 => 0.6,
        _ => 0.4,
    }
}
