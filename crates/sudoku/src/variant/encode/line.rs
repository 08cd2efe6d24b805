//! Lines: conditions on the cells of a line, read one after the other, as a layered diagram.
//!
//! A [`Machine`] reads the digits. [`Line::new`] unrolls it over the cells: layer i has the states that can be reached after i
//! cells and from which the end can be reached, by digits that the cells may hold. States with the same future are merged. So the
//! diagram knows of each cell the digits that are in some word of the line: no digit stays that has no support.

use std::collections::HashMap;

use super::digits::{digits, has};

/// What a machine remembers: two numbers.
pub(super) type State = (i64, i64);

/// A condition on a line that is read from its first cell on.
pub(super) trait Machine {
    /// Before the first cell.
    fn start(&self) -> State;

    /// After a digit, from 1, in the cell of this number, from 0; `None` if the line cannot be right any more.
    fn step(&self, cell: usize, state: State, digit: u8) -> Option<State>;

    /// Whether the line is right if it ends here.
    fn accepts(&self, state: State) -> bool;
}

/// A transition: from a state of a layer by a digit to one of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) from: u32,
    pub(super) digit: u8,
    pub(super) to: u32,
}

/// The diagram of a line.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The rule that it is of.
    pub(super) rule: usize,
    /// The cells (the first of those that are equal), one a step; a cell may be there twice.
    pub(super) cells: Vec<usize>,
    /// The transitions of each step.
    pub(super) steps: Vec<Vec<Arc>>,
}

/// Too many transitions.
#[derive(Debug, Clone, Copy)]
pub(super) struct TooMany;

impl Line {
    /// Unrolls a machine. `None` if no word is accepted. Takes time in proportion to the transitions, of which there may
    /// be `most`.
    pub(super) fn new(
        rule: usize,
        cells: Vec<usize>,
        domains: &[u64],
        machine: &dyn Machine,
        most: usize,
    ) -> Result<Line, TooMany> {
        let mut steps = Vec::with_capacity(cells.len());
        let mut layer = vec![machine.start()];
        let mut total = 0;
        for (index, &cell) in cells.iter().enumerate() {
            let is_last = index + 1 == cells.len();
            let mut numbers: HashMap<State, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut arcs = Vec::new();
            for (from, &state) in (0..).zip(&layer) {
                for digit in digits(domains[cell]) {
                    let Some(state) = machine.step(index, state, digit) else { continue };
                    if is_last && !machine.accepts(state) {
                        continue;
                    }
                    // All ends are one.
                    let state = if is_last { (0, 0) } else { state };
                    let to = *numbers.entry(state).or_insert_with(|| {
                        next.push(state);
                        next.len() as u32 - 1
                    });
                    arcs.push(Arc { from, digit, to });
                }
            }
            total += arcs.len();
            if total > most {
                return Err(TooMany);
            }
            steps.push(arcs);
            layer = next;
        }
        let mut line = Line { rule, cells, steps };
        line.trim();
        line.merge();
        Ok(line)
    }

    /// The digits of a step.
    pub(super) fn digits_of(&self, step: usize) -> u64 {
        self.steps[step].iter().fold(0, |set, arc| set | 1 << (arc.digit - 1))
    }

    /// Takes away what cells cannot hold any more, and what leads nowhere then. Whether something went.
    pub(super) fn restrict(&mut self, domains: &[u64]) -> bool {
        let mut changed = false;
        for (arcs, &cell) in self.steps.iter_mut().zip(&self.cells) {
            let before = arcs.len();
            arcs.retain(|arc| has(domains[cell], arc.digit));
            changed |= arcs.len() < before;
        }
        if changed {
            self.trim();
        }
        changed
    }

    /// Takes away transitions that do not begin at the start or do not lead to the end.
    fn trim(&mut self) {
        let mut reached = vec![true];
        for arcs in &mut self.steps {
            arcs.retain(|arc| reached.get(arc.from as usize).copied().unwrap_or(false));
            reached = marked(arcs.iter().map(|arc| arc.to));
        }
        let mut useful = vec![true];
        for arcs in self.steps.iter_mut().rev() {
            arcs.retain(|arc| useful.get(arc.to as usize).copied().unwrap_or(false));
            useful = marked(arcs.iter().map(|arc| arc.from));
        }
        if self.steps.iter().any(Vec::is_empty) {
            self.steps.iter_mut().for_each(Vec::clear);
        }
    }

    /// Merges states with the same future, from the end on, and numbers those of each layer without gaps.
    pub(super) fn merge(&mut self) {
        // The new number of each state of the layer behind the step.
        let mut renamed: HashMap<u32, u32> = HashMap::from([(0, 0)]);
        for arcs in self.steps.iter_mut().rev() {
            let mut futures: HashMap<u32, Vec<(u8, u32)>> = HashMap::new();
            let mut order = Vec::new();
            for arc in arcs.iter() {
                let to = renamed.get(&arc.to).copied().unwrap_or(arc.to);
                let future = futures.entry(arc.from).or_insert_with(|| {
                    order.push(arc.from);
                    Vec::new()
                });
                future.push((arc.digit, to));
            }
            let mut numbers: HashMap<Vec<(u8, u32)>, u32> = HashMap::new();
            let mut new_names = HashMap::new();
            arcs.clear();
            for from in order {
                let mut future = futures.remove(&from).unwrap_or_default();
                future.sort_unstable();
                let count = numbers.len() as u32;
                let number = *numbers.entry(future.clone()).or_insert(count);
                new_names.insert(from, number);
                if number == count {
                    arcs.extend(future.iter().map(|&(digit, to)| Arc { from: number, digit, to }));
                }
            }
            renamed = new_names;
        }
    }
}

/// Which numbers occur.
fn marked(numbers: impl Iterator<Item = u32>) -> Vec<bool> {
    let mut marks = Vec::new();
    for number in numbers {
        let number = number as usize;
        if marks.len() <= number {
            marks.resize(number + 1, false);
        }
        marks[number] = true;
    }
    marks
}
