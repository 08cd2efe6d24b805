//! The rules of a variant in a few forms: cells that are equal, groups of different cells, related pairs, weighted sums,
//! sets of digits, lines, and the few that are none of these.

use std::collections::BTreeMap;

use super::EncodeError;
use super::digits::{digits, row};
use super::implied::Known;
use super::line::{Line, Machine};
use super::sets::Family;
use crate::candidates::set_of;
use crate::variant::Variant;

/// Most transitions of all lines together.
const MOST_ARCS: usize = 4_000_000;

/// A group of cells no two of which hold the same of some digits.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The house that it is, if it is one.
    pub(super) house: Option<usize>,
    /// The rule that it is of, if it is no house.
    pub(super) rule: usize,
    /// The cells, ascending; of cells that are equal the first.
    pub(super) cells: Vec<usize>,
    /// The digits.
    pub(super) digits: u64,
}

/// What holds of two cells.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The first rule that says something of it.
    pub(super) rule: usize,
    /// For each digit of the first cell those that the second may hold.
    pub(super) allowed: Vec<u64>,
}

/// A sum with factors.
#[derive(Debug, Clone)]
pub(super) struct Linear {
    pub(super) rule: usize,
    /// Cells, ascending, and what each counts; none 0.
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) total: i64,
}

/// A line whose inner cells are strictly between its ends.
#[derive(Debug, Clone)]
pub(super) struct Between {
    pub(super) rule: usize,
    pub(super) ends: (usize, usize),
    pub(super) inner: Vec<usize>,
}

/// At least so many of some cells hold a digit.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) rule: usize,
    pub(super) cells: Vec<usize>,
    pub(super) digit: u8,
    pub(super) times: usize,
}

/// All that holds of the cells.
#[derive(Debug)]
pub(super) struct Parts {
    /// The number n of digits.
    pub(super) size: usize,
    /// The numbers of all cells.
    pub(super) inside: Vec<usize>,
    /// By number of a cell: the first of those that are equal to it.
    pub(super) first: Vec<usize>,
    /// By number of a first cell: the digits that it may hold. 0 for the others.
    pub(super) domains: Vec<u64>,
    pub(super) groups: Vec<Group>,
    /// By cell: those that cannot hold the same digit, whatever it is, ascending.
    pub(super) apart: Vec<Vec<usize>>,
    /// By two cells, the lesser number first.
    pub(super) pairs: BTreeMap<(usize, usize), Pair>,
    pub(super) sums: Vec<Linear>,
    /// The sums without factors, those of few cells too.
    pub(super) known: Vec<Known>,
    pub(super) families: Vec<Family>,
    pub(super) lines: Vec<Line>,
    pub(super) betweens: Vec<Between>,
    pub(super) wanted: Vec<Wanted>,
    /// Whether something is known to be impossible.
    pub(super) impossible: bool,
    /// Transitions that there may still be.
    arcs_left: usize,
}

impl Parts {
    /// The cells, of which those that `equal` names are equal, and their domains.
    pub(super) fn new(variant: &Variant, equal: &[(usize, usize)]) -> Self {
        let board = variant.board();
        let mut first: Vec<usize> = (0..board.cells()).collect();
        let root = |first: &[usize], mut cell: usize| {
            while first[cell] != cell {
                cell = first[cell];
            }
            cell
        };
        for &(a, b) in equal {
            let (a, b) = (root(&first, a), root(&first, b));
            first[a.max(b)] = a.min(b);
        }
        for cell in 0..first.len() {
            first[cell] = root(&first, cell);
        }
        let mut domains = vec![0; board.cells()];
        for cell in board.inside() {
            let candidates = variant.candidates(cell);
            match first[cell] == cell {
                true => domains[cell] = candidates,
                false => domains[first[cell]] &= candidates,
            }
        }
        Parts {
            size: board.size(),
            inside: board.inside().collect(),
            apart: vec![Vec::new(); first.len()],
            first,
            domains,
            groups: Vec::new(),
            pairs: BTreeMap::new(),
            sums: Vec::new(),
            known: Vec::new(),
            families: Vec::new(),
            lines: Vec::new(),
            betweens: Vec::new(),
            wanted: Vec::new(),
            impossible: false,
            arcs_left: MOST_ARCS,
        }
    }

    /// The first cells of some cells, in their order.
    pub(super) fn firsts(&self, cells: &[usize]) -> Vec<usize> {
        cells.iter().map(|&cell| self.first[cell]).collect()
    }

    /// Cells that are all different.
    pub(super) fn group(&mut self, rule: usize, house: Option<usize>, cells: &[usize]) {
        let mut cells = self.firsts(cells);
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        self.impossible |= cells.len() < count || count > self.size;
        for &cell in &cells {
            let others = cells.iter().copied().filter(|&other| other != cell);
            self.apart[cell].extend(others);
            self.apart[cell].sort_unstable();
            self.apart[cell].dedup();
        }
        self.groups.push(Group { house, rule, cells, digits: self.all() });
    }

    /// Every digit.
    pub(super) fn all(&self) -> u64 {
        crate::variant::puzzle::all_digits(self.size)
    }

    /// Whether two first cells cannot hold the same.
    pub(super) fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart[a].binary_search(&b).is_ok()
    }

    /// Whether no two of these first cells can hold the same; not if one is there twice.
    pub(super) fn all_apart(&self, cells: &[usize]) -> bool {
        let mut pairs = cells.iter().enumerate();
        pairs.all(|(index, &a)| cells[..index].iter().all(|&b| self.are_apart(a, b)))
    }

    /// The digits of a cell for which something holds.
    pub(super) fn keep(&mut self, cell: usize, holds: impl Fn(u8) -> bool) {
        let cell = self.first[cell];
        let gone = digits(self.domains[cell]).filter(|&digit| !holds(digit));
        self.domains[cell] &= !gone.fold(0, |set, digit| set | set_of(digit));
    }

    /// Something that holds of the digits of two cells.
    pub(super) fn relate(
        &mut self,
        rule: usize,
        a: usize,
        b: usize,
        holds: impl Fn(u8, u8) -> bool,
    ) {
        let (a, b) = (self.first[a], self.first[b]);
        if a == b {
            self.keep(a, |digit| holds(digit, digit));
            return;
        }
        let all = self.all();
        let new = || Pair { rule, allowed: vec![all; self.size] };
        let pair = self.pairs.entry((a.min(b), a.max(b))).or_insert_with(new);
        for x in digits(all) {
            let gone = digits(pair.allowed[row(x)])
                .filter(|&y| if a < b { !holds(x, y) } else { !holds(y, x) });
            let gone = gone.fold(0, |set, y| set | set_of(y));
            pair.allowed[row(x)] &= !gone;
        }
    }

    /// Σ factor · cell = total.
    pub(super) fn sum(
        &mut self,
        rule: usize,
        terms: impl IntoIterator<Item = (usize, i64)>,
        total: i64,
    ) {
        let mut factors: BTreeMap<usize, i64> = BTreeMap::new();
        for (cell, factor) in terms {
            *factors.entry(self.first[cell]).or_default() += factor;
        }
        factors.retain(|_, factor| *factor != 0);
        if factors.values().all(|&factor| factor == 1) {
            self.known.push(Known { rule, cells: factors.keys().copied().collect(), total });
        }
        match factors.into_iter().collect::<Vec<_>>().as_slice() {
            [] => self.impossible |= total != 0,
            &[(cell, factor)] => self.keep(cell, |digit| factor * i64::from(digit) == total),
            &[(a, factor), (b, other)] => self
                .relate(rule, a, b, |x, y| factor * i64::from(x) + other * i64::from(y) == total),
            terms => self.sums.push(Linear { rule, terms: terms.to_vec(), total }),
        }
    }

    /// A line that a machine reads.
    pub(super) fn line(
        &mut self,
        rule: usize,
        cells: Vec<usize>,
        machine: &dyn Machine,
    ) -> Result<(), EncodeError> {
        let line = Line::new(rule, cells, &self.domains, machine, self.arcs_left)
            .map_err(|_| EncodeError::TooLarge { rule })?;
        self.arcs_left -= line.steps.iter().map(Vec::len).sum::<usize>().min(self.arcs_left);
        self.lines.push(line);
        Ok(())
    }
}
