//! Lines in a search: no digit stays that is in no word of the line.

use std::collections::BTreeMap;

use crate::candidates::set_of;
use crate::variant::encode::line::Line;

/// The diagram of a line, with the digits of transitions between the same states together.
#[derive(Debug)]
pub(super) struct Layers {
    steps: Vec<Vec<Edge>>,
    /// States of each layer.
    states: Vec<usize>,
}

/// From a state of a layer to one of the next, by any of some digits.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    digits: u64,
}

/// Marks of states, and the edges that are alive.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// By layer and state, from `starts` on.
    reached: Vec<bool>,
    useful: Vec<bool>,
    starts: Vec<usize>,
}

impl Layers {
    pub(super) fn new(line: &Line) -> Self {
        let mut states = vec![1];
        let steps = line.steps.iter().map(|arcs| {
            let mut edges: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            for arc in arcs {
                *edges.entry((arc.from, arc.to)).or_default() |= set_of(arc.digit);
            }
            states.push(edges.keys().map(|&(_, to)| to as usize + 1).max().unwrap_or(1));
            edges.into_iter().map(|((from, to), digits)| Edge { from, to, digits }).collect()
        });
        let steps = steps.collect();
        Layers { steps, states }
    }

    /// Narrows what the cells of the steps may hold; `false` if no word is left. O(edges).
    pub(super) fn filter(&self, cells: &mut [u64], marks: &mut Marks) -> bool {
        marks.starts.clear();
        let mut total = 0;
        for &states in &self.states {
            marks.starts.push(total);
            total += states;
        }
        marks.reached.clear();
        marks.reached.resize(total, false);
        marks.useful.clear();
        marks.useful.resize(total, false);
        marks.reached[0] = true;
        for (step, edges) in self.steps.iter().enumerate() {
            let (here, next) = (marks.starts[step], marks.starts[step + 1]);
            for edge in edges {
                if edge.digits & cells[step] != 0 && marks.reached[here + edge.from as usize] {
                    marks.reached[next + edge.to as usize] = true;
                }
            }
        }
        let end = marks.starts[self.steps.len()];
        if !marks.reached[end] {
            return false;
        }
        marks.useful[end] = true;
        for (step, edges) in self.steps.iter().enumerate().rev() {
            let (here, next) = (marks.starts[step], marks.starts[step + 1]);
            let mut kept = 0;
            for edge in edges {
                let digits = edge.digits & cells[step];
                let from = here + edge.from as usize;
                if digits != 0 && marks.useful[next + edge.to as usize] && marks.reached[from] {
                    kept |= digits;
                    marks.useful[from] = true;
                }
            }
            cells[step] = kept;
        }
        true
    }
}
