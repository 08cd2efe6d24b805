//! Rules that a solution happens to keep.

use quadrille_sudoku::variant::{Board, Relation, Rule, Rules, meaning};
use quadrille_testkit::SplitMix64;

/// Walks that are tried for a line.
const TRIES: usize = 200_000;

/// Adds rules to a board, given a solution.
pub(crate) struct Maker<'m> {
    pub(crate) rules: Rules,
    solution: &'m [u8],
    rng: &'m mut SplitMix64,
    /// Cells that are in a line, a cage or a region already.
    used: Vec<bool>,
}

impl<'m> Maker<'m> {
    pub(crate) fn new(rules: Rules, solution: &'m [u8], rng: &'m mut SplitMix64) -> Self {
        let used = vec![false; solution.len()];
        Maker { rules, solution, rng, used }
    }

    fn board(&self) -> &Board {
        self.rules.board()
    }

    fn holds(&self, rule: &Rule) -> bool {
        meaning(&self.rules, rule, self.solution)
    }

    /// Adds a rule, which has to make sense.
    pub(crate) fn add(&mut self, rule: Rule) {
        self.rules.add(rule).expect("a rule that makes sense");
    }

    /// So many lines of these lengths that do not touch each other's cells, for which the rule holds.
    pub(crate) fn lines(&mut self, count: usize, lengths: &[usize], make: fn(Vec<usize>) -> Rule) {
        let mut made = 0;
        for _ in 0..TRIES {
            let length = lengths[self.rng.below(lengths.len())];
            let Some(line) = self.walk(length) else { continue };
            let rule = make(line.clone());
            if made < count && self.holds(&rule) {
                made += 1;
                line.iter().for_each(|&cell| self.used[cell] = true);
                self.add(rule);
            }
        }
    }

    /// A random walk by king's moves over cells that are in no line.
    fn walk(&mut self, length: usize) -> Option<Vec<usize>> {
        let cells = self.board().cells();
        let mut line = vec![self.rng.below(cells)];
        while line.len() < length {
            let (down, right) = (self.rng.below(3) as isize - 1, self.rng.below(3) as isize - 1);
            let next = self.board().step(line[line.len() - 1], down, right)?;
            if line.contains(&next) {
                return None;
            }
            line.push(next);
        }
        let is_free = |&cell: &usize| self.board().is_inside(cell) && !self.used[cell];
        line.iter().all(is_free).then_some(line)
    }

    /// Sets of neighbouring cells with different digits: of each free cell, in random order, one of at most the next size
    /// of these, in turn.
    pub(crate) fn sets(
        &mut self,
        sizes: &[usize],
        count: usize,
        make: fn(Vec<usize>, u32) -> Rule,
    ) {
        let mut order: Vec<usize> = self.board().inside().collect();
        self.rng.shuffle(&mut order);
        let mut made = 0;
        for cell in order {
            if self.used[cell] || made == count {
                continue;
            }
            let size = sizes[self.rng.below(sizes.len())];
            let mut set = vec![cell];
            while set.len() < size {
                let is_new = |&other: &usize| {
                    let differs = |&cell: &usize| self.solution[cell] != self.solution[other];
                    !self.used[other] && set.iter().all(differs)
                };
                let board = self.board();
                let around = set.iter().flat_map(|&cell| board.neighbours(cell));
                let around: Vec<usize> = around.filter(is_new).collect();
                if around.is_empty() {
                    break;
                }
                set.push(around[self.rng.below(around.len())]);
            }
            if set.len() < sizes[0] {
                continue;
            }
            set.sort_unstable();
            set.iter().for_each(|&cell| self.used[cell] = true);
            let sum = set.iter().map(|&cell| u32::from(self.solution[cell])).sum();
            made += 1;
            self.add(make(set, sum));
        }
    }

    /// Clues at both ends of rows and columns, of those that the per cent choose.
    pub(crate) fn ends(&mut self, per_cent: usize, make: fn(Vec<usize>, &[u8]) -> Rule) {
        let n = self.board().size();
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for index in 0..n {
            let row: Vec<usize> = (0..n).map(|i| index * n + i).collect();
            let column: Vec<usize> = (0..n).map(|i| i * n + index).collect();
            for line in [row, column] {
                lines.push(line.iter().rev().copied().collect());
                lines.push(line);
            }
        }
        self.some(lines, per_cent, make);
    }

    /// Clues at an end of diagonals of three to five cells.
    pub(crate) fn diagonals(&mut self, per_cent: usize, make: fn(Vec<usize>, &[u8]) -> Rule) {
        let board = self.board().clone();
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for cell in board.inside() {
            for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let is_end = board.step(cell, -down, -right).is_none();
                let line = std::iter::successors(Some(cell), |&at| board.step(at, down, right));
                let line: Vec<usize> = line.collect();
                let is_new = !lines.iter().any(|other| other.iter().rev().eq(&line));
                if is_end && is_new && (3..=5).contains(&line.len()) {
                    lines.push(line);
                }
            }
        }
        self.some(lines, per_cent, make);
    }

    fn some(
        &mut self,
        lines: Vec<Vec<usize>>,
        per_cent: usize,
        make: fn(Vec<usize>, &[u8]) -> Rule,
    ) {
        for line in lines {
            if self.rng.chance(per_cent) {
                let digits: Vec<u8> = line.iter().map(|&cell| self.solution[cell]).collect();
                self.add(make(line, &digits));
            }
        }
    }

    /// All marks between neighbours: of each pair the first relation that holds.
    pub(crate) fn marks(&mut self, relations: &[Relation]) {
        let pairs: Vec<(usize, usize)> = self.board().neighbour_pairs().collect();
        for (a, b) in pairs {
            let (x, y) = (self.solution[a], self.solution[b]);
            if let Some(&relation) = relations.iter().find(|relation| relation.holds(x, y)) {
                self.add(Rule::pair(a, b, relation));
            }
        }
    }

    /// Which of two neighbours in a box is greater.
    pub(crate) fn greater(&mut self) {
        let pairs: Vec<(usize, usize)> = self.board().neighbour_pairs().collect();
        for (a, b) in pairs {
            if self.board().region_of(a) == self.board().region_of(b) {
                let (a, b) = if self.solution[a] > self.solution[b] { (a, b) } else { (b, a) };
                self.add(Rule::pair(a, b, Relation::Greater));
            }
        }
    }

    /// Around so many corners the digits of some of the four cells.
    pub(crate) fn quadruples(&mut self, count: usize) {
        let n = self.board().columns();
        let mut corners: Vec<usize> = self.board().inside().collect();
        corners.retain(|&cell| self.board().step(cell, 1, 1).is_some());
        self.rng.shuffle(&mut corners);
        for &corner in corners.iter().take(count) {
            let cells = vec![corner, corner + 1, corner + n, corner + n + 1];
            let mut digits: Vec<u8> = cells.iter().map(|&cell| self.solution[cell]).collect();
            self.rng.shuffle(&mut digits);
            digits.truncate(self.rng.between(2, 4));
            digits.sort_unstable();
            self.add(Rule::Quadruple { cells, digits });
        }
    }

    /// So many of the cells with a property.
    pub(crate) fn cells(
        &mut self,
        count: usize,
        is_one: fn(&Board, &[u8], usize) -> bool,
        make: fn(Vec<usize>) -> Rule,
    ) {
        let mut cells: Vec<usize> = self.board().inside().collect();
        cells.retain(|&cell| is_one(self.board(), self.solution, cell));
        self.rng.shuffle(&mut cells);
        cells.truncate(count);
        cells.sort_unstable();
        if !cells.is_empty() {
            self.add(make(cells));
        }
    }

    /// So many pairs of groups of the same form with the same digits: cells and what stands as far from each.
    pub(crate) fn clones(&mut self, count: usize, most: usize) {
        for _ in 0..count {
            let mut best: (Vec<usize>, Vec<usize>) = Default::default();
            for _ in 0..60 {
                let (down, right) =
                    (self.rng.below(9) as isize - 4, self.rng.between(1, 5) as isize);
                let (mut a, mut b) = (Vec::new(), Vec::new());
                for cell in self.board().inside() {
                    if let Some(other) = self.board().step(cell, down, right)
                        && self.solution[cell] == self.solution[other]
                        && !self.used[cell]
                        && !self.used[other]
                        && !b.contains(&cell)
                        && a.len() < most
                    {
                        a.push(cell);
                        b.push(other);
                    }
                }
                if a.len() > best.0.len() {
                    best = (a, b);
                }
            }
            let (a, b) = best;
            if a.len() > 1 {
                a.iter().chain(&b).for_each(|&cell| self.used[cell] = true);
                self.add(Rule::Clone { a, b });
            }
        }
    }
}
