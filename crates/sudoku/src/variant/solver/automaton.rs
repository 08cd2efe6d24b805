//! Lines that an automaton accepts.
//!
//! Consistency: domain consistency, by the states that can be reached from the first cell on and those from which an
//! accepting one can be reached, cell by cell. Cost: cells × states reached × candidates.

use std::sync::Arc;

use super::super::automaton::Automaton;
use super::Propagator;
use super::domains::{Clash, Domains, digits};

/// A line and its automaton.
#[derive(Debug)]
pub(super) struct Line {
    cells: Vec<usize>,
    automaton: Arc<Automaton>,
    /// By cell: the states before it that can be reached, in order.
    reached: Vec<Vec<usize>>,
    /// By state: marks of one layer.
    marked: Vec<bool>,
}

impl Line {
    /// A line of cells.
    pub(super) fn new(cells: Vec<usize>, automaton: Arc<Automaton>) -> Self {
        let reached = vec![Vec::new(); cells.len() + 1];
        let marked = vec![false; automaton.states()];
        Line { cells, automaton, reached, marked }
    }
}

impl Propagator for Line {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        self.reached[0] = vec![0];
        for (index, &cell) in self.cells.iter().enumerate() {
            let mut next = std::mem::take(&mut self.reached[index + 1]);
            next.clear();
            for &state in &self.reached[index] {
                for digit in digits(domains.get(cell)) {
                    if let Some(to) = self.automaton.next(state, digit)
                        && !std::mem::replace(&mut self.marked[to], true)
                    {
                        next.push(to);
                    }
                }
            }
            next.iter().for_each(|&state| self.marked[state] = false);
            self.reached[index + 1] = next;
        }
        // Marked from here on: the states from which it ends well.
        let mut good = self.reached[self.cells.len()].clone();
        good.retain(|&state| self.automaton.is_accepting(state));
        let mut result = Ok(());
        for (index, &cell) in self.cells.iter().enumerate().rev() {
            good.iter().for_each(|&state| self.marked[state] = true);
            let mut kept = 0;
            let mut before = Vec::new();
            for &state in &self.reached[index] {
                let mut ends = false;
                for digit in digits(domains.get(cell)) {
                    if self.automaton.next(state, digit).is_some_and(|to| self.marked[to]) {
                        kept |= 1 << (digit - 1);
                        ends = true;
                    }
                }
                if ends {
                    before.push(state);
                }
            }
            good.iter().for_each(|&state| self.marked[state] = false);
            good = before;
            result = domains.keep(cell, kept);
            if result.is_err() {
                break;
            }
        }
        result
    }
}
