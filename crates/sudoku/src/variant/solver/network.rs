//! A variant as initial candidates and propagators.

use std::collections::BTreeMap;

use super::super::puzzle::{Variant, all_digits};
use super::super::rule::{Relation, Rule};
use super::automaton::Line;
use super::between::Between;
use super::digit_sets::{Combinations, DigitSets, windows};
use super::domains::{digits, range};
use super::group_sum::GroupSum;
use super::houses::Houses;
use super::implied;
use super::matching::Different;
use super::numbered_room::NumberedRoom;
use super::pairs::Pair;
use super::quadruple::Quadruple;
use super::sandwich::Sandwich;
use super::skyscraper::Skyscraper;
use super::sum::Sum;
use super::x_sum::XSum;
use super::{Propagator, geometry};

/// What the search works on.
#[derive(Debug)]
pub(super) struct Network {
    /// By number of the board: what clues, marks, and rules of one cell leave.
    pub(super) sets: Vec<u64>,
    /// By cell: the cells that it sees, and the digits that must not be in both.
    pub(super) peers: Vec<Vec<(u32, u64)>>,
    pub(super) houses: Houses,
    pub(super) propagators: Vec<Box<dyn Propagator>>,
    /// Whether there are no propagators but matchings.
    pub(super) is_plain: bool,
    /// Whether some rule cannot hold, whatever the cells hold.
    pub(super) is_contradiction: bool,
}

impl Network {
    pub(super) fn new(variant: &Variant) -> Self {
        let mut builder = Builder::new(variant);
        builder.groups_and_pairs();
        builder.see();
        builder.houses_and_matchings();
        let matchings = builder.network.propagators.len();
        builder.tables();
        builder.others();
        builder.implied_sums();
        builder.network.is_plain = builder.network.propagators.len() == matchings;
        builder.network
    }
}

struct Builder<'v> {
    variant: &'v Variant,
    n: usize,
    network: Network,
    /// Sets of different cells, each in order.
    groups: Vec<Vec<usize>>,
    /// Pairs of cells that must not both hold one of some digits.
    apart: Vec<(usize, usize, u64)>,
    /// By pair of cells, the lesser number first: for each digit of the first those of the second that go with it.
    tables: BTreeMap<(usize, usize), Vec<u64>>,
    combinations: Combinations,
}

impl<'v> Builder<'v> {
    fn new(variant: &'v Variant) -> Self {
        let board = variant.board();
        let network = Network {
            sets: (0..board.cells()).map(|cell| variant.candidates(cell)).collect(),
            peers: vec![Vec::new(); board.cells()],
            houses: Houses::new(board.cells(), board.size()),
            propagators: Vec::new(),
            is_plain: false,
            is_contradiction: false,
        };
        Builder {
            variant,
            n: board.size(),
            network,
            groups: Vec::new(),
            apart: Vec::new(),
            tables: BTreeMap::new(),
            combinations: Combinations::default(),
        }
    }

    fn add(&mut self, propagator: impl Propagator + 'static) {
        self.network.propagators.push(Box::new(propagator));
    }

    fn add_group(&mut self, mut cells: Vec<usize>) {
        cells.sort_unstable();
        if cells.len() > self.n {
            self.network.is_contradiction = true;
        } else if cells.len() > 1 {
            self.groups.push(cells);
        }
    }

    fn restrict(&mut self, cells: &[usize], set: u64) {
        cells.iter().for_each(|&cell| self.network.sets[cell] &= set);
    }

    /// Asks that a relation holds of two cells.
    fn relate(&mut self, a: usize, b: usize, holds: impl Fn(u8, u8) -> bool) {
        let all = all_digits(self.n);
        if a == b {
            let fits = digits(all).filter(|&digit| holds(digit, digit));
            let set = fits.fold(0, |set, digit| set | 1 << (digit - 1));
            self.restrict(&[a], set);
            return;
        }
        let n = self.n;
        let table = self.tables.entry((a.min(b), a.max(b))).or_insert_with(|| vec![all; n]);
        for (first, set) in digits(all).zip(table.iter_mut()) {
            let goes = |&other: &u8| if a < b { holds(first, other) } else { holds(other, first) };
            *set &= digits(all).filter(goes).fold(0, |set, digit| set | 1 << (digit - 1));
        }
    }

    fn relate_line(&mut self, cells: &[usize], holds: impl Fn(u8, u8) -> bool + Copy) {
        cells.windows(2).for_each(|two| self.relate(two[0], two[1], holds));
    }

    /// Rules of one cell, of two, and those that say that cells are different.
    fn groups_and_pairs(&mut self) {
        let rules = self.variant.rules();
        let board = rules.board();
        board.houses().iter().for_each(|house| self.add_group(house.cells.clone()));
        let odd = 0x5555_5555_5555_5555;
        let (mut minima, mut maxima) = (false, false);
        for rule in rules.list() {
            match rule {
                Rule::Diagonal(which) => {
                    geometry::diagonals(board, *which).into_iter().for_each(|g| self.add_group(g));
                }
                Rule::Windoku => {
                    geometry::windows(board).into_iter().for_each(|group| self.add_group(group));
                }
                Rule::DisjointGroups => {
                    geometry::disjoint_groups(board).into_iter().for_each(|g| self.add_group(g));
                }
                Rule::Chess(chess) => {
                    let pairs = geometry::moves(board, chess).into_iter();
                    let digits = chess.digits & all_digits(self.n);
                    self.apart.extend(pairs.map(|(a, b)| (a, b, digits)));
                }
                Rule::Region(cells)
                | Rule::Renban(cells)
                | Rule::Cage { cells, repeats: false, .. } => self.add_group(cells.clone()),
                Rule::Unmarked(relations) => {
                    for (a, b) in geometry::unmarked(rules, relations) {
                        self.relate(a, b, |x, y| !relations.iter().any(|r| r.holds(x, y)));
                    }
                }
                Rule::Even(cells) => self.restrict(cells, !odd),
                Rule::Odd(cells) => self.restrict(cells, odd),
                Rule::Minimum(_) => minima = true,
                Rule::Maximum(_) => maxima = true,
                Rule::Thermo { cells, slow: false } => self.relate_line(cells, |a, b| a < b),
                Rule::Thermo { cells, slow: true } => self.relate_line(cells, |a, b| a <= b),
                Rule::Pair { a, b, relation } => {
                    let relation: Relation = *relation;
                    self.relate(*a, *b, |x, y| relation.holds(x, y));
                }
                Rule::Whisper { cells, least } => {
                    self.relate_line(cells, |a, b| a.abs_diff(b) >= *least);
                }
                Rule::Palindrome(cells) => {
                    let half = cells.len() / 2;
                    for (&a, &b) in cells.iter().zip(cells.iter().rev()).take(half) {
                        self.relate(a, b, |x, y| x == y);
                    }
                }
                Rule::Clone { a, b } => {
                    a.iter().zip(b).for_each(|(&a, &b)| self.relate(a, b, |x, y| x == y));
                }
                _ => {}
            }
        }
        for (is_there, least) in [(minima, true), (maxima, false)] {
            if is_there {
                for (less, more) in geometry::extremes(rules, least) {
                    self.relate(less, more, |x, y| x < y);
                }
            }
        }
    }

    /// Works out which cells see each other.
    fn see(&mut self) {
        self.groups.sort();
        self.groups.dedup();
        let all = all_digits(self.n);
        let mut peers = vec![Vec::new(); self.network.sets.len()];
        for group in &self.groups {
            for &a in group {
                peers[a].extend(group.iter().filter(|&&b| b != a).map(|&b| (b as u32, all)));
            }
        }
        for &(a, b, set) in &self.apart {
            peers[a].push((b as u32, set));
            peers[b].push((a as u32, set));
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup_by(|more, kept| {
                let same = more.0 == kept.0;
                if same {
                    kept.1 |= more.1;
                }
                same
            });
        }
        self.network.peers = peers;
    }

    /// The digits that two cells must not share.
    fn apart(&self, a: usize, b: usize) -> u64 {
        let list = &self.network.peers[a];
        list.binary_search_by_key(&(b as u32), |peer| peer.0).map_or(0, |index| list[index].1)
    }

    /// Whether all cells of a list see each other.
    fn are_different(&self, cells: &[usize]) -> bool {
        let all = all_digits(self.n);
        cells.len() <= self.n
            && cells
                .iter()
                .enumerate()
                .all(|(index, &a)| cells[index + 1..].iter().all(|&b| self.apart(a, b) == all))
    }

    fn houses_and_matchings(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        // By cell: the groups that it is in.
        let mut of_cell = vec![Vec::new(); self.network.sets.len()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&cell| of_cell[cell].push(number));
        }
        for (number, group) in groups.iter().enumerate() {
            // By other group: the places that are in it.
            let mut shared: BTreeMap<usize, u64> = BTreeMap::new();
            for (place, &cell) in group.iter().enumerate() {
                for &other in of_cell[cell].iter().filter(|&&other| other != number) {
                    *shared.entry(other).or_default() |= 1 << place;
                }
            }
            let all = all_digits(group.len());
            let is_within_another = shared.values().any(|&places| places == all);
            if group.len() > 2 && !is_within_another {
                self.add(Different::new(group.clone(), group.len() == self.n));
            }
            if group.len() == self.n {
                let mut crossing = Vec::new();
                for (other, places) in shared {
                    let is_new = |cell: &&usize| group.binary_search(cell).is_err();
                    let rest: Vec<usize> = groups[other].iter().filter(is_new).copied().collect();
                    if places.count_ones() > 1 && !rest.is_empty() {
                        crossing.push((places, rest));
                    }
                }
                self.network.houses.add(group.clone(), crossing);
            }
        }
        self.groups = groups;
    }

    fn tables(&mut self) {
        let all = all_digits(self.n);
        for ((a, b), mut table) in std::mem::take(&mut self.tables) {
            let apart = self.apart(a, b);
            for (index, set) in table.iter_mut().enumerate() {
                *set &= !(apart & 1 << index);
            }
            if table.iter().any(|&set| set != all) {
                self.add(Pair::new(a, b, table));
            }
        }
    }

    /// Sums of which each cell counts once.
    fn add_sum(&mut self, cells: &[usize], sum: u32) {
        if self.are_different(cells)
            && let Some(sets) = self.combinations.get(1, self.n, cells.len(), sum)
        {
            self.add(DigitSets::new(cells.to_vec(), sets));
            return;
        }
        let all = all_digits(self.n);
        if let Some(rule) = GroupSum::new(cells, sum, |a, b| self.apart(a, b) == all) {
            self.add(rule);
            return;
        }
        let weighted: Vec<(usize, i64)> = cells.iter().map(|&cell| (cell, 1)).collect();
        self.add(Sum::new(self.n, &weighted, i64::from(sum)));
    }

    /// The rules of more cells.
    fn others(&mut self) {
        let n = self.n;
        for rule in self.variant.rules().list() {
            match rule {
                Rule::Cage { cells, sum: Some(sum), .. } | Rule::LittleKiller { cells, sum } => {
                    self.add_sum(cells, *sum);
                }
                Rule::Arrow { circle, shaft } => {
                    // At most four cells: powers of ten up to 1000.
                    let power = |place: usize| 10i64.pow((circle.len() - 1 - place) as u32);
                    let tens = circle.iter().enumerate().map(|(place, &c)| (c, -power(place)));
                    let ones = shaft.iter().map(|&cell| (cell, 1));
                    let weighted: Vec<(usize, i64)> = tens.chain(ones).collect();
                    self.add(Sum::new(n, &weighted, 0));
                }
                Rule::Renban(cells) if cells.len() <= n => {
                    self.add(DigitSets::new(cells.clone(), windows(n, cells.len())));
                }
                Rule::Between(cells) => self.add(Between::new(cells.clone())),
                Rule::Quadruple { cells, digits } => {
                    self.add(Quadruple::new(cells.clone(), digits));
                }
                Rule::Sandwich { cells, sum } => {
                    let different = self.are_different(cells);
                    let combinations = &mut self.combinations;
                    let rule = Sandwich::new(cells.clone(), n, *sum, different, combinations);
                    self.add(rule);
                }
                Rule::XSum { cells, sum } => {
                    let different = self.are_different(cells);
                    let combinations = &mut self.combinations;
                    let rule = XSum::new(cells.clone(), n, *sum, different, combinations);
                    self.add(rule);
                }
                Rule::Skyscraper { cells, count } => {
                    let different = self.are_different(cells);
                    self.add(Skyscraper::new(cells.clone(), n, *count, different));
                }
                Rule::NumberedRoom { cells, digit } => {
                    let different = self.are_different(cells);
                    self.add(NumberedRoom::new(cells.clone(), *digit, different));
                }
                Rule::Automaton { cells, automaton } => {
                    self.add(Line::new(cells.clone(), automaton.clone()));
                }
                _ => {}
            }
        }
    }

    fn implied_sums(&mut self) {
        let total = range(1, self.n).count_ones();
        for implied in implied::sums(self.variant, i64::from(total * (total + 1) / 2)) {
            let all_ones = implied.weighted.iter().all(|&(_, weight)| weight == 1);
            match u32::try_from(implied.sum) {
                Ok(sum) if all_ones => {
                    let cells: Vec<usize> = implied.weighted.iter().map(|&(c, _)| c).collect();
                    self.add_sum(&cells, sum);
                }
                _ => self.add(Sum::new(self.n, &implied.weighted, implied.sum)),
            }
        }
    }
}
