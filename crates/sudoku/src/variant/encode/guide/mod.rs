//! Rules kept by a propagator, where exact cover alone is slow.
//!
//! The problem has the options "digit in cell" first, and groups, sets of digits and quadruples as in exact cover alone: their items are
//! good ones to branch on. Besides, these, lines, pairs and the rest see to
//! it during the search that no digit stays which they do not allow together with those that the other cells may hold. What each does on its
//! own is exact ("domain consistent") for pairs, lines, groups, and cages of up to six cells; together they go on until none finds anything more.

mod diagram;
mod different;
mod family;
mod foresight;

use std::collections::VecDeque;
use std::sync::Arc;

use quadrille_cover::{DeadEnd, Matrix, OptionId, Propagate, Propagation, View};

use super::digits::{digits, row};
use super::groups;
use super::narrow::inner;
use super::parts::Parts;
use crate::candidates::set_of;
use diagram::{Layers, Marks};
use different::Matching;
use family::Sets;
use foresight::{Foresight, Looking};

/// All rules of a variant, for a search of the problem that has an option for each digit that a cell may hold, cell by cell
/// and digit by digit, before all others.
#[derive(Debug)]
pub(super) struct Keeper {
    tables: Arc<Tables>,
    identity: String,
}

/// What does not change in a search.
#[derive(Debug)]
struct Tables {
    /// By option: the cell and the digit.
    candidates: Vec<(u32, u8)>,
    /// By cell: the number of its first option, and the digits that have options.
    options: Vec<(u32, u64)>,
    rules: Vec<Rule>,
    /// By cell: the rules that name it.
    of_cell: Vec<Vec<u32>>,
    foresight: Option<Foresight>,
}

#[derive(Debug)]
struct Rule {
    kind: Kind,
    /// The cells; for a line one for each step.
    cells: Vec<usize>,
}

#[derive(Debug)]
enum Kind {
    /// For each digit of the first of two cells those of the second.
    Pair(Vec<u64>),
    /// The first and the last of the cells are the ends.
    Between,
    Wanted {
        digit: u8,
        times: usize,
    },
    Sets(Sets),
    Line(Layers),
    Different,
}

impl Kind {
    /// What is cheap goes first.
    fn rank(&self) -> usize {
        match self {
            Kind::Pair(_) | Kind::Wanted { .. } => 0,
            Kind::Between | Kind::Sets(_) => 1,
            Kind::Line(_) => 2,
            Kind::Different => 3,
        }
    }
}

/// Number of [ranks](Kind::rank).
const RANKS: usize = 4;

impl Keeper {
    /// For the problem of these parts.
    pub(super) fn new(parts: &Parts, matrix: &Matrix) -> Self {
        let mut rules = Vec::new();
        for (&(a, b), pair) in &parts.pairs {
            rules.push(Rule { kind: Kind::Pair(pair.allowed.clone()), cells: vec![a, b] });
        }
        for family in &parts.families {
            rules.push(Rule { kind: Kind::Sets(Sets::new(family)), cells: family.cells.clone() });
        }
        for line in &parts.lines {
            rules.push(Rule { kind: Kind::Line(Layers::new(line)), cells: line.cells.clone() });
        }
        for between in &parts.betweens {
            let inner = between.inner.iter().copied();
            let (first, last) = between.ends;
            let cells = std::iter::once(first).chain(inner).chain([last]).collect();
            rules.push(Rule { kind: Kind::Between, cells });
        }
        for wanted in &parts.wanted {
            let (digit, times) = (wanted.digit, wanted.times);
            rules.push(Rule { kind: Kind::Wanted { digit, times }, cells: wanted.cells.clone() });
        }
        for group in groups::needed(parts, false) {
            if group.digits == parts.all() && group.cells.len() > 2 {
                rules.push(Rule { kind: Kind::Different, cells: group.cells.clone() });
            }
        }
        let mut candidates = Vec::new();
        let mut options = vec![(0, 0); parts.first.len()];
        let mut of_cell = vec![Vec::new(); parts.first.len()];
        for &cell in parts.inside.iter().filter(|&&cell| parts.first[cell] == cell) {
            options[cell] = (candidates.len() as u32, parts.domains[cell]);
            candidates.extend(digits(parts.domains[cell]).map(|digit| (cell as u32, digit)));
        }
        for (number, rule) in (0..).zip(&rules) {
            for &cell in &rule.cells {
                if of_cell[cell].last() != Some(&number) {
                    of_cell[cell].push(number);
                }
            }
        }
        let foresight = Foresight::new(matrix, excluded(parts, &options));
        let tables = Tables { candidates, options, rules, of_cell, foresight };
        // Long, but told apart by what it is made of.
        let identity = format!("variant {:016x}", hash(&format!("{:?}", tables.rules)));
        Keeper { tables: Arc::new(tables), identity }
    }
}

/// The pairs of options that related cells exclude.
fn excluded(parts: &Parts, options: &[(u32, u64)]) -> Vec<(u32, u32)> {
    let mut excluded = Vec::new();
    let number = |cell: usize, digit: u8| {
        let (start, all): (u32, u64) = options[cell];
        start + (all & set_of(digit).wrapping_sub(1)).count_ones()
    };
    for (&(a, b), pair) in &parts.pairs {
        for x in digits(parts.domains[a]) {
            for y in digits(parts.domains[b] & !pair.allowed[row(x)]) {
                excluded.push((number(a, x), number(b, y)));
            }
        }
    }
    excluded
}

/// FNV-1a: the same in every process.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Propagate for Keeper {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(Keeping {
            tables: Arc::clone(&self.tables),
            domains: vec![0; self.tables.options.len()],
            queues: Default::default(),
            is_queued: vec![false; self.tables.rules.len()],
            scratch: Scratch::default(),
        })
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }
}

/// The rules in one search. All of it is made anew at each node.
#[derive(Debug)]
struct Keeping {
    tables: Arc<Tables>,
    /// By cell: the digits that are possible.
    domains: Vec<u64>,
    /// By rank: the rules that are to look again.
    queues: [VecDeque<u32>; RANKS],
    is_queued: Vec<bool>,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    cells: Vec<u64>,
    matching: Matching,
    marks: Marks,
    looking: Looking,
    removed: Vec<OptionId>,
}

impl Propagation for Keeping {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        self.clear();
        self.read(view);
        let tables = Arc::clone(&self.tables);
        let Scratch { looking, .. } = &mut self.scratch;
        if let Some(foresight) = &tables.foresight {
            if view.is_first() {
                foresight.touch_all(looking);
            }
            view.gone().iter().for_each(|&option| foresight.touch(option, looking));
        }
        if view.is_first() {
            (0..tables.rules.len()).for_each(|rule| self.queue(&tables, rule as u32));
        }
        view.gone().iter().for_each(|&option| self.touch(&tables, option));
        loop {
            while let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) {
                self.is_queued[number as usize] = false;
                self.keep(&tables, number, view)?;
            }
            let Some(foresight) = &tables.foresight else { return Ok(()) };
            let Scratch { looking, removed, .. } = &mut self.scratch;
            removed.clear();
            if !foresight.look(looking, view, removed)? {
                return Ok(());
            }
            for option in std::mem::take(&mut self.scratch.removed) {
                if let Some(&(cell, digit)) = tables.candidates.get(option.index()) {
                    self.domains[cell as usize] &= !set_of(digit);
                }
                foresight.touch(option, &mut self.scratch.looking);
                self.touch(&tables, option);
            }
        }
    }
}

impl Keeping {
    fn clear(&mut self) {
        for queue in &mut self.queues {
            for &rule in queue.iter() {
                self.is_queued[rule as usize] = false;
            }
            queue.clear();
        }
        self.domains.fill(0);
        self.scratch.looking.clear();
    }

    fn read(&mut self, view: &View<'_>) {
        for (index, &word) in view.possible().iter().enumerate() {
            for bit in different::bits(word) {
                if let Some(&(cell, digit)) = self.tables.candidates.get(64 * index + bit) {
                    self.domains[cell as usize] |= set_of(digit);
                }
            }
        }
    }

    /// Has the rules look again that name the cell of an option.
    fn touch(&mut self, tables: &Tables, option: OptionId) {
        if let Some(&(cell, _)) = tables.candidates.get(option.index()) {
            tables.of_cell[cell as usize].iter().for_each(|&rule| self.queue(tables, rule));
        }
    }

    fn queue(&mut self, tables: &Tables, rule: u32) {
        if !std::mem::replace(&mut self.is_queued[rule as usize], true) {
            self.queues[tables.rules[rule as usize].kind.rank()].push_back(rule);
        }
    }

    /// Narrows the cells of a rule, and has those look again that have to do with what changed.
    fn keep(&mut self, tables: &Tables, number: u32, view: &mut View<'_>) -> Result<(), DeadEnd> {
        let rule = &tables.rules[number as usize];
        let Scratch { cells, matching, marks, .. } = &mut self.scratch;
        cells.clear();
        cells.extend(rule.cells.iter().map(|&cell| self.domains[cell]));
        let holds = match &rule.kind {
            Kind::Pair(allowed) => pair(allowed, cells),
            Kind::Between => between(cells),
            &Kind::Wanted { digit, times } => wanted(cells, digit, times),
            Kind::Sets(sets) => sets.filter(cells, matching),
            Kind::Line(layers) => layers.filter(cells, marks),
            Kind::Different => matching.filter(cells),
        };
        if !holds {
            return Err(DeadEnd);
        }
        for index in 0..rule.cells.len() {
            let cell = rule.cells[index];
            // A cell may be there twice.
            let gone = self.domains[cell] & !self.scratch.cells[index];
            if gone == 0 {
                continue;
            }
            self.domains[cell] &= !gone;
            let (start, all) = tables.options[cell];
            for digit in digits(gone) {
                let before = all & set_of(digit).wrapping_sub(1);
                let option = OptionId::new(start + before.count_ones());
                view.remove(option)?;
                if let Some(foresight) = &tables.foresight {
                    foresight.touch(option, &mut self.scratch.looking);
                }
            }
            for &other in &tables.of_cell[cell] {
                // A line that has a cell twice has to look at it again itself.
                if other != number || matches!(rule.kind, Kind::Line(_) | Kind::Sets(_)) {
                    self.queue(tables, other);
                }
            }
        }
        Ok(())
    }
}

fn pair(allowed: &[u64], cells: &mut [u64]) -> bool {
    let &mut [first, second] = cells else { return true };
    let (mut x_set, mut y_set) = (0, 0);
    for x in digits(first) {
        let with = allowed[row(x)] & second;
        if with != 0 {
            x_set |= set_of(x);
            y_set |= with;
        }
    }
    cells.copy_from_slice(&[x_set, y_set]);
    x_set != 0
}

fn between(cells: &mut [u64]) -> bool {
    let [first, middle @ .., last] = cells else { return true };
    let (mut x_set, mut y_set, mut some) = (0, 0, 0);
    for x in digits(*first) {
        for y in digits(*last) {
            let range = inner(x, y);
            if middle.iter().all(|cell| cell & range != 0) {
                x_set |= set_of(x);
                y_set |= set_of(y);
                some |= range;
            }
        }
    }
    (*first, *last) = (x_set, y_set);
    middle.iter_mut().for_each(|cell| *cell &= some);
    x_set != 0
}

fn wanted(cells: &mut [u64], digit: u8, times: usize) -> bool {
    let set = set_of(digit);
    let able = cells.iter().filter(|&&cell| cell & set != 0).count();
    if able == times {
        cells.iter_mut().filter(|cell| **cell & set != 0).for_each(|cell| *cell = set);
    }
    able >= times
}
