//! Random boards and random rules of every kind, and all solutions of a small variant by filling cells and
//! asking `verify`: what the tests of solvers, encoders and formats share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;

use quadrille_sudoku::variant::{
    Automaton, Board, Chess, Diagonal, Kind, Regions, Relation, Rule, Rules, Variant, meaning,
    verify,
};
use quadrille_testkit::SplitMix64;

/// A board of size 4, 5 or 6: with boxes, without, with irregular regions (some incomplete, not all connected), of two
/// grids that share a corner. With it a filled grid of it.
pub(crate) fn board(rng: &mut SplitMix64) -> (Board, Vec<u8>) {
    let made = match rng.below(10) {
        0 | 1 => Board::new(4, Regions::Boxes { rows: 2, columns: 2 }),
        2 => Board::new(6, Regions::Boxes { rows: 2, columns: 3 }),
        3 => Board::new(6, Regions::Boxes { rows: 3, columns: 2 }),
        4 => Board::new(4, Regions::None),
        5 => Board::new(5, Regions::None),
        6 => {
            let corners = [[(0, 0), (2, 2)], [(0, 2), (2, 0)]][rng.below(2)];
            Board::overlapping(4, Regions::Boxes { rows: 2, columns: 2 }, &corners)
        }
        7 => Board::overlapping(4, Regions::None, &[(0, 0), (rng.between(1, 3), 2)]),
        _ => return irregular(rng),
    };
    let board = made.expect("a board");
    let grid = filled(&board, rng);
    (board, grid)
}

/// A board with irregular regions: those that a Latin square has.
fn irregular(rng: &mut SplitMix64) -> (Board, Vec<u8>) {
    let n = rng.between(4, 6);
    let latin = filled(&Board::new(n, Regions::None).expect("a board"), rng);
    let mut regions = vec![Vec::new(); n];
    for digit in 1..=n as u8 {
        let mut order: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut order);
        let cells = (0..n * n).filter(|&cell| latin[cell] == digit);
        for (cell, region) in cells.zip(order) {
            // Some regions are incomplete.
            if region > 0 || rng.chance(80) {
                regions[region].push(cell);
            }
        }
    }
    regions.retain(|region: &Vec<usize>| !region.is_empty());
    (Board::new(n, Regions::Irregular(regions)).expect("a board"), latin)
}

/// A random filled grid that keeps the houses.
pub(crate) fn filled(board: &Board, rng: &mut SplitMix64) -> Vec<u8> {
    loop {
        if let Some(grid) = filled_with(&Rules::from(board.clone()), rng) {
            return grid;
        }
    }
}

/// A random filled grid that keeps the houses and rules of the whole board of those kinds that can be broken by a
/// part of it: diagonals, windows, groups, chess moves. `None` if none is found soon.
fn filled_with(rules: &Rules, rng: &mut SplitMix64) -> Option<Vec<u8>> {
    let mut filler = Filler::new(&Variant::new(rules.clone()), Some(rng));
    filler.rules = Some(rules);
    filler.nodes = 3_000;
    let mut found = None;
    filler.fill(&mut |grid| {
        found = Some(grid.to_vec());
        false
    });
    found
}

/// All grids that keep the clues, marks and houses of a variant, whatever its rules; `None` if they are more.
pub(crate) fn completions(variant: &Variant, most: usize) -> Option<Vec<Vec<u8>>> {
    let mut grids = Vec::new();
    let ended = Filler::new(variant, None).fill(&mut |grid| {
        grids.push(grid.to_vec());
        grids.len() <= most
    });
    (ended && grids.len() <= most).then_some(grids)
}

/// All solutions of a variant, sorted; `None` if more than so many grids keep its clues and houses.
pub(crate) fn brute_force(variant: &Variant, most: usize) -> Option<Vec<Vec<u8>>> {
    let mut grids = completions(variant, most)?;
    grids.retain(|grid| verify(variant, grid).is_ok());
    grids.sort();
    Some(grids)
}

/// Fills the cell with the fewest digits first: clues, marks and houses only.
struct Filler<'r> {
    size: usize,
    /// The digits that each cell may hold.
    sets: Vec<u64>,
    /// The digits that each house holds.
    used: Vec<u64>,
    /// The houses of each cell.
    houses: Vec<Vec<usize>>,
    values: Vec<u8>,
    /// Rules that the grid keeps on the way.
    rules: Option<&'r Rules>,
    /// Nodes left.
    nodes: usize,
    /// Where the order of digits begins, at each cell.
    shift: Vec<usize>,
}

impl Filler<'_> {
    fn new(variant: &Variant, rng: Option<&mut SplitMix64>) -> Self {
        let board = variant.board();
        let of = |cell: usize| {
            let houses = board.houses().iter().enumerate();
            houses.filter(|(_, h)| h.cells.contains(&cell)).map(|(index, _)| index).collect()
        };
        let mut shift = vec![0; board.cells()];
        if let Some(rng) = rng {
            shift.iter_mut().for_each(|shift| *shift = rng.below(board.size()));
        }
        Filler {
            size: board.size(),
            sets: (0..board.cells()).map(|cell| variant.candidates(cell)).collect(),
            used: vec![0; board.houses().len()],
            houses: (0..board.cells()).map(of).collect(),
            values: vec![0; board.cells()],
            rules: None,
            nodes: usize::MAX,
            shift,
        }
    }

    /// Visits grids until `visit` says no, or there are no nodes left; whether all were visited.
    fn fill(&mut self, visit: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let left = |cell: usize| {
            self.houses[cell].iter().fold(self.sets[cell], |set, &house| set & !self.used[house])
        };
        let open = (0..self.values.len()).filter(|&c| self.values[c] == 0);
        let open = open.filter(|&c| !self.houses[c].is_empty());
        let Some((cell, set)) = open
            .map(|cell| (cell, left(cell)))
            .min_by_key(|(cell, set)| (set.count_ones(), self.shift[*cell]))
        else {
            return visit(&self.values);
        };
        for i in 0..self.size {
            let digit = (i + self.shift[cell]) % self.size;
            if set >> digit & 1 == 0 {
                continue;
            }
            if self.nodes == 0 {
                return false;
            }
            self.nodes -= 1;
            self.values[cell] = digit as u8 + 1;
            let keeps = self.rules.is_none_or(|rules| {
                rules.list().iter().all(|rule| meaning(rules, rule, &self.values))
            });
            if keeps {
                self.houses[cell].iter().for_each(|&house| self.used[house] |= 1 << digit);
                let goes_on = self.fill(visit);
                self.houses[cell].iter().for_each(|&house| self.used[house] &= !(1 << digit));
                if !goes_on {
                    self.values[cell] = 0;
                    return false;
                }
            }
            self.values[cell] = 0;
        }
        true
    }
}

/// A variant with some rules of a kind, small enough for [`brute_force`] with 20,000 grids or so; most of them have
/// solutions, some have none.
pub(crate) fn variant(kind: Kind, rng: &mut SplitMix64) -> Variant {
    loop {
        let (board, mut grid) = board(rng);
        if !takes(kind, &board) {
            continue;
        }
        let mut rules = Rules::from(board.clone());
        let times = if is_whole(kind) { rng.between(1, 2) } else { rng.between(1, 3) };
        for _ in 0..times {
            rules.add(rule(kind, &board, &grid, rng)).expect("a rule");
        }
        if is_whole(kind) {
            match filled_with(&rules, rng) {
                Some(good) => grid = good,
                // Rules that contradict each other are of less use.
                None if rng.chance(80) => continue,
                None => {}
            }
        }
        mark(&mut rules, &grid, rng);
        if let Some(variant) = with_clues(rules, &grid, rng) {
            return variant;
        }
    }
}

/// A variant with up to six rules of any kinds.
pub(crate) fn mixed(rng: &mut SplitMix64) -> Variant {
    loop {
        let (board, grid) = board(rng);
        let mut rules = Rules::from(board.clone());
        for _ in 0..rng.between(2, 6) {
            let kind = Kind::ALL[rng.below(Kind::ALL.len())].0;
            if takes(kind, &board) {
                rules.add(rule(kind, &board, &grid, rng)).expect("a rule");
            }
        }
        mark(&mut rules, &grid, rng);
        if let Some(variant) = with_clues(rules, &grid, rng) {
            return variant;
        }
    }
}

/// Marks most neighbours whose marks [`Rule::Unmarked`] would miss.
fn mark(rules: &mut Rules, grid: &[u8], rng: &mut SplitMix64) {
    let relations: Vec<Relation> = rules
        .list()
        .iter()
        .flat_map(|rule| match rule {
            Rule::Unmarked(relations) => relations.clone(),
            _ => Vec::new(),
        })
        .collect();
    let pairs: Vec<(usize, usize)> = rules.board().neighbour_pairs().collect();
    for (a, b) in pairs {
        for &relation in &relations {
            let (a, b) = if rng.chance(50) { (a, b) } else { (b, a) };
            if relation.holds(grid[a], grid[b]) && rng.chance(98) {
                rules.add(Rule::pair(a, b, relation)).expect("a rule");
            }
        }
    }
}

/// Whether rules of a kind are of the whole board, and a part of it can break them.
fn is_whole(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Diagonal
            | Kind::Windoku
            | Kind::DisjointGroups
            | Kind::AntiKnight
            | Kind::AntiKing
            | Kind::Chess
    )
}

/// Whether rules of a kind can be on a board.
pub(crate) fn takes(kind: Kind, board: &Board) -> bool {
    !matches!(kind, Kind::Windoku | Kind::DisjointGroups)
        || matches!(board.regions(), Regions::Boxes { .. })
}

/// Clues of a grid, at random, as many as it takes that few grids keep them; sometimes marks.
fn with_clues(rules: Rules, grid: &[u8], rng: &mut SplitMix64) -> Option<Variant> {
    let mut cells: Vec<usize> = rules.board().inside().collect();
    rng.shuffle(&mut cells);
    let mut variant = Variant::new(rules);
    if rng.chance(20) {
        let all = (1u64 << variant.board().size()) - 1;
        for &cell in cells.iter().take(3) {
            let set = rng.next_u64() & all | 1 << (grid[cell] - 1);
            variant.mark(cell, set).expect("it fits");
        }
    }
    let most = [300, 2_000][rng.below(2)];
    let step = 1 + cells.len() / 16;
    for some in cells.chunks(step) {
        if completions(&variant, most).is_some() {
            return Some(variant);
        }
        some.iter().for_each(|&cell| variant.set(cell, grid[cell]).expect("it fits"));
    }
    Some(variant)
}

/// A path of so many different cells, each a king's move from the one before; shorter if it runs into a corner.
fn path(board: &Board, length: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let inside: Vec<usize> = board.inside().collect();
    let mut cells = vec![inside[rng.below(inside.len())]];
    while cells.len() < length {
        let last = cells[cells.len() - 1];
        let steps = (0..9).map(|i| (i / 3 - 1, i % 3 - 1));
        let next = steps.filter_map(|(down, right)| board.step(last, down, right));
        let next: Vec<usize> = next.filter(|cell| !cells.contains(cell)).collect();
        if next.is_empty() {
            break;
        }
        cells.push(next[rng.below(next.len())]);
    }
    cells
}

/// A row or column of a grid, from either end.
fn line(board: &Board, rng: &mut SplitMix64) -> Vec<usize> {
    let n = board.size();
    let (row, column) = board.grids()[rng.below(board.grids().len())];
    let (index, is_row) = (rng.below(n), rng.chance(50));
    let cell = |i: usize| match is_row {
        true => board.cell(row + index, column + i),
        false => board.cell(row + i, column + index),
    };
    let mut cells: Vec<usize> = (0..n).filter_map(cell).collect();
    if rng.chance(50) {
        cells.reverse();
    }
    cells
}

/// Mostly the truth, sometimes a bit off.
fn about(number: u32, rng: &mut SplitMix64) -> u32 {
    match rng.below(10) {
        0 => number + 1,
        1 => number.saturating_sub(1),
        _ => number,
    }
}

/// A rule of a kind that holds of a grid, if that can be had easily and in most cases.
pub(crate) fn rule(kind: Kind, board: &Board, grid: &[u8], rng: &mut SplitMix64) -> Rule {
    let n = board.size();
    let of = |cells: &[usize]| -> Vec<u8> { cells.iter().map(|&cell| grid[cell]).collect() };
    let sum_of = |cells: &[usize]| of(cells).iter().map(|&digit| u32::from(digit)).sum::<u32>();
    let inside: Vec<usize> = board.inside().collect();
    let some = |rng: &mut SplitMix64, keep: &dyn Fn(usize) -> bool| {
        let mut cells: Vec<usize> = inside.iter().copied().filter(|&cell| keep(cell)).collect();
        rng.shuffle(&mut cells);
        cells.truncate(rng.between(1, 4));
        if cells.is_empty() {
            cells.push(inside[rng.below(inside.len())]);
        }
        cells
    };
    // Paths that have what it takes, if one is found soon.
    let good = |rng: &mut SplitMix64, least, most, is_good: &dyn Fn(&[u8]) -> bool| {
        let mut cells = Vec::new();
        for _ in 0..60 {
            let found = path(board, rng.between(least, most), rng);
            if found.len() >= least {
                cells = found;
                if is_good(&of(&cells)) {
                    break;
                }
            }
        }
        if cells.is_empty() { board.houses()[0].cells[..least].to_vec() } else { cells }
    };
    let different = |digits: &[u8]| (1..digits.len()).all(|i| !digits[..i].contains(&digits[i]));
    let pair = |rng: &mut SplitMix64, make: &dyn Fn(u8, u8) -> Option<Relation>| {
        let mut made = None;
        for _ in 0..60 {
            let two = path(board, 2, rng);
            if let Some(relation) = make(grid[two[0]], grid[two[1]]) {
                made = Some(Rule::pair(two[0], two[1], relation));
                break;
            }
        }
        made.unwrap_or_else(|| Rule::pair(inside[0], inside[1], Relation::Greater))
    };
    match kind {
        Kind::Diagonal => Rule::Diagonal([Diagonal::Main, Diagonal::Anti][rng.below(2)]),
        Kind::Windoku => Rule::Windoku,
        Kind::DisjointGroups => Rule::DisjointGroups,
        Kind::AntiKnight => Rule::ANTI_KNIGHT,
        Kind::AntiKing => Rule::ANTI_KING,
        Kind::Chess => Rule::Chess(Chess {
            step: [(2, 2), (1, 3), (0, 2), (1, 1), (1, 2), (3, 3)][rng.below(6)],
            rides: rng.chance(20),
            digits: 1 + rng.next_u64() % ((1 << n) - 1),
        }),
        Kind::Unmarked => {
            let all = [
                Relation::Difference(rng.between(1, n) as u8),
                Relation::Ratio(rng.between(1, 3) as u8),
                Relation::Sum(rng.between(2, 2 * n) as u8),
            ];
            let from = rng.below(3);
            Rule::Unmarked(all[from..].iter().copied().take(rng.between(1, 2)).collect())
        }
        Kind::Even => Rule::Even(some(rng, &|cell| grid[cell].is_multiple_of(2))),
        Kind::Odd => Rule::Odd(some(rng, &|cell| grid[cell] % 2 == 1)),
        Kind::Minimum => Rule::Minimum(some(rng, &|cell| {
            board.neighbours(cell).all(|other| grid[other] > grid[cell])
        })),
        Kind::Maximum => Rule::Maximum(some(rng, &|cell| {
            board.neighbours(cell).all(|other| grid[other] < grid[cell])
        })),
        Kind::Region => Rule::Region(good(rng, 1, n, &different)),
        Kind::Cage => {
            let repeats = rng.chance(30);
            let cells = good(rng, 1, n, &|digits| repeats || different(digits));
            let sum = rng.chance(90).then(|| about(sum_of(&cells), rng));
            Rule::Cage { cells, sum, repeats }
        }
        Kind::LittleKiller => {
            let mut cells = vec![inside[rng.below(inside.len())]];
            let down = [-1, 1][rng.below(2)];
            let right = [-1, 1][rng.below(2)];
            while let Some(next) = board.step(cells[cells.len() - 1], down, right) {
                cells.push(next);
            }
            let sum = about(sum_of(&cells), rng);
            Rule::LittleKiller { cells, sum }
        }
        Kind::Arrow => {
            let two = rng.chance(30);
            let number = |digits: &[u8]| digits.iter().fold(0, |m, &d| m * 10 + u32::from(d));
            let head = 1 + usize::from(two);
            let cells = good(rng, head, 5, &|digits| {
                let sum: u32 = digits[head..].iter().map(|&d| u32::from(d)).sum();
                digits.len() > head && sum == number(&digits[..head])
            });
            // A shaft is not empty.
            match cells.len() > head {
                true => Rule::Arrow { circle: cells[..head].into(), shaft: cells[head..].into() },
                false => Rule::Arrow { circle: vec![inside[0]], shaft: vec![inside[1]] },
            }
        }
        Kind::Thermo => {
            let slow = rng.chance(40);
            let cells = good(rng, 2, 4, &|digits| {
                digits.windows(2).all(|two| two[0] < two[1] || slow && two[0] == two[1])
            });
            Rule::Thermo { cells, slow }
        }
        Kind::Greater => pair(rng, &|a, b| (a > b).then_some(Relation::Greater)),
        Kind::Difference => pair(rng, &|a, b| Some(Relation::Difference(a.abs_diff(b)))),
        Kind::Ratio => pair(rng, &|a, b| {
            let (less, more) = (a.min(b), a.max(b));
            (more % less == 0).then_some(Relation::Ratio(more / less))
        }),
        Kind::PairSum => pair(rng, &|a, b| Some(Relation::Sum(a + b))),
        Kind::Whisper => {
            let least = rng.between(1, n / 2) as u8;
            let mut cells = good(rng, 2, 4, &|digits| {
                digits.windows(2).all(|two| two[0].abs_diff(two[1]) >= least)
            });
            if rng.chance(20) {
                cells.push(cells[0]);
            }
            Rule::Whisper { cells, least }
        }
        Kind::Renban => Rule::Renban(good(rng, 1, 4, &|digits| {
            let (least, most) = (digits.iter().min(), digits.iter().max());
            let span = most.zip(least).map_or(0, |(most, least)| usize::from(most - least) + 1);
            different(digits) && span == digits.len()
        })),
        Kind::Palindrome => {
            Rule::Palindrome(good(rng, 1, 5, &|digits| digits.iter().eq(digits.iter().rev())))
        }
        Kind::Clone => {
            let length = rng.between(1, 3);
            let mut found = (vec![inside[0]], vec![inside[inside.len() - 1]]);
            for _ in 0..60 {
                let (a, b) = (path(board, length, rng), path(board, length, rng));
                if a.len() == b.len() && a != b {
                    found = (a, b);
                    if of(&found.0) == of(&found.1) {
                        break;
                    }
                }
            }
            Rule::Clone { a: found.0, b: found.1 }
        }
        Kind::Between => Rule::Between(good(rng, 2, 5, &|digits| {
            let (a, b) = (digits[0], digits[digits.len() - 1]);
            digits[1..digits.len() - 1].iter().all(|d| a.min(b) < *d && *d < a.max(b))
        })),
        Kind::Quadruple => {
            let mut cells = good(rng, 1, 4, &|_| true);
            let mut digits = of(&cells);
            rng.shuffle(&mut digits);
            digits.truncate(rng.between(1, digits.len()));
            if rng.chance(10) {
                digits[0] = rng.between(1, n) as u8;
            }
            rng.shuffle(&mut cells);
            Rule::Quadruple { cells, digits }
        }
        Kind::Sandwich => {
            let cells = if rng.chance(80) { line(board, rng) } else { path(board, n, rng) };
            let digits = of(&cells);
            let place = |digit: usize| digits.iter().position(|&d| usize::from(d) == digit);
            let (a, b) = (place(1).unwrap_or(0), place(n).unwrap_or(0));
            let between = digits[a.min(b)..a.max(b)].iter().skip(1);
            let sum = between.map(|&digit| u32::from(digit)).sum();
            Rule::Sandwich { cells, sum: about(sum, rng) }
        }
        Kind::XSum => {
            let cells = if rng.chance(80) { line(board, rng) } else { path(board, n, rng) };
            let x = usize::from(grid[cells[0]]).min(cells.len());
            let sum = about(sum_of(&cells[..x]), rng);
            Rule::XSum { cells, sum }
        }
        Kind::Skyscraper => {
            let cells = if rng.chance(80) { line(board, rng) } else { path(board, n, rng) };
            let (mut tallest, mut count) = (0, 0);
            for digit in of(&cells) {
                if digit > tallest {
                    (tallest, count) = (digit, count + 1);
                }
            }
            Rule::Skyscraper { cells, count: about(count, rng) }
        }
        Kind::NumberedRoom => {
            let cells = if rng.chance(80) { line(board, rng) } else { path(board, n, rng) };
            let x = usize::from(grid[cells[0]]).min(cells.len());
            let digit = if rng.chance(90) { grid[cells[x - 1]] } else { rng.between(1, n) as u8 };
            Rule::NumberedRoom { cells, digit }
        }
        Kind::Automaton => {
            let cells = path(board, rng.between(1, n), rng);
            Rule::Automaton { automaton: Arc::new(automaton(&of(&cells), n, rng)), cells }
        }
        other => panic!("no rules of the kind {other}"),
    }
}

/// An automaton of a few states at random, that mostly accepts a word.
fn automaton(word: &[u8], n: usize, rng: &mut SplitMix64) -> Automaton {
    let states = rng.between(1, 4);
    let mut automaton = Automaton::new(states).expect("some states");
    for state in 0..states {
        for digit in 1..=n as u8 {
            if rng.chance(80) {
                automaton.on(state, digit, rng.below(states)).expect("a transition");
            }
        }
    }
    let mut state = 0;
    for &digit in word {
        if automaton.next(state, digit).is_none() && rng.chance(90) {
            automaton.on(state, digit, rng.below(states)).expect("a transition");
        }
        state = automaton.next(state, digit).unwrap_or(0);
    }
    automaton.accept(state).expect("a state");
    if rng.chance(30) {
        automaton.accept(rng.below(states)).expect("a state");
    }
    automaton
}

#[test]
fn random_variants_of_every_kind_have_solutions_more_often_than_not() {
    for &(kind, name) in Kind::ALL {
        let mut rng = SplitMix64::new(17);
        let (mut with, mut rules) = (0, 0);
        for _ in 0..20 {
            let variant = variant(kind, &mut rng);
            rules += variant.rules().list().iter().filter(|rule| rule.kind() == kind).count();
            let solutions = brute_force(&variant, 2_000).expect("few enough");
            with += usize::from(!solutions.is_empty());
        }
        assert!(with >= 6 && rules >= 12, "{name}: {with} of 20, {rules} rules");
    }
}
