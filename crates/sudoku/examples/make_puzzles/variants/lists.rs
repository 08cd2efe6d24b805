//! The kinds of variants.

use std::sync::Arc;

use quadrille_sudoku::variant::{
    Automaton, Board, Chess, Diagonal, Regions, Relation, Rule, Rules,
};
use quadrille_testkit::SplitMix64;

use super::Recipe;
use super::rules::Maker;

/// Each kind with its title.
pub(crate) const LISTS: &[(&str, Recipe)] = &[
    ("Killer", Recipe { board: plain, rules: |m| m.sets(&[2, 3, 3, 4], 81, cage) }),
    ("Cages without sums", Recipe { board: plain, rules: |m| m.sets(&[4, 5, 6], 12, region) }),
    ("Jigsaw", Recipe { board: jigsaw, rules: |_| {} }),
    ("Jigsaw killer", Recipe { board: jigsaw, rules: |m| m.sets(&[2, 3, 4], 16, cage) }),
    ("Diagonals", Recipe { board: |_| with(&DIAGONALS), rules: |_| {} }),
    ("Windoku", Recipe { board: |_| with(&[Rule::Windoku]), rules: |_| {} }),
    ("Disjoint groups", Recipe { board: |_| with(&[Rule::DisjointGroups]), rules: |_| {} }),
    ("Anti-knight", Recipe { board: |_| with(&[Rule::ANTI_KNIGHT]), rules: |_| {} }),
    ("Anti-king", Recipe { board: |_| with(&[Rule::ANTI_KING]), rules: |_| {} }),
    ("Queens on nine", Recipe { board: |_| with(&[NINES]), rules: |_| {} }),
    ("Non-consecutive", Recipe { board: |_| with(&[Rule::non_consecutive()]), rules: |_| {} }),
    ("Extra regions", Recipe { board: plain, rules: |m| m.sets(&[9], 4, region) }),
    ("Even and odd", Recipe { board: plain, rules: even_and_odd }),
    ("Valleys and peaks", Recipe { board: plain, rules: extremes }),
    ("Thermometers", Recipe { board: plain, rules: |m| m.lines(7, &[4, 5, 6], Rule::thermo) }),
    ("Slow thermometers", Recipe { board: plain, rules: |m| m.lines(8, &[5, 6, 7], slow) }),
    ("Arrows", Recipe { board: plain, rules: |m| m.lines(10, &[3, 4, 4], arrow) }),
    ("German whispers", Recipe { board: plain, rules: |m| m.lines(7, &[5, 6, 7], german) }),
    ("Dutch whispers", Recipe { board: plain, rules: |m| m.lines(7, &[6, 7, 8], dutch) }),
    ("Renban", Recipe { board: plain, rules: |m| m.lines(10, &[3, 4, 5], Rule::Renban) }),
    (
        "Palindromes",
        Recipe { board: plain, rules: |m| m.lines(8, &[3, 4, 5, 6], Rule::Palindrome) },
    ),
    ("Between", Recipe { board: plain, rules: |m| m.lines(9, &[4, 5, 6], Rule::Between) }),
    ("Low, middle, high", Recipe { board: plain, rules: |m| m.lines(7, &[6, 7, 8], entropic) }),
    ("Clones", Recipe { board: plain, rules: |m| m.clones(3, 6) }),
    ("Quadruples", Recipe { board: plain, rules: |m| m.quadruples(16) }),
    ("Kropki", Recipe { board: plain, rules: |m| marks(m, &KROPKI) }),
    ("Consecutive", Recipe { board: plain, rules: |m| marks(m, &KROPKI[..1]) }),
    ("X and V", Recipe { board: plain, rules: |m| marks(m, &XV) }),
    ("Greater than", Recipe { board: plain, rules: |m| m.greater() }),
    ("Little killer", Recipe { board: plain, rules: |m| m.diagonals(100, little_killer) }),
    ("Sandwich", Recipe { board: plain, rules: |m| m.ends(45, sandwich) }),
    ("X-sums", Recipe { board: plain, rules: |m| m.ends(50, x_sum) }),
    ("Skyscrapers", Recipe { board: plain, rules: |m| m.ends(80, skyscraper) }),
    ("Skyscrapers without boxes", Recipe { board: latin, rules: |m| m.ends(80, skyscraper) }),
    ("Numbered rooms", Recipe { board: plain, rules: |m| m.ends(70, room) }),
    ("Small killer", Recipe { board: small, rules: |m| m.sets(&[2, 3, 3], 36, cage) }),
    ("Two grids", Recipe { board: |_| grids(&[(0, 0), (6, 6)]), rules: |_| {} }),
    ("Samurai", Recipe { board: |_| grids(&SAMURAI), rules: |_| {} }),
];

const DIAGONALS: [Rule; 2] = [Rule::Diagonal(Diagonal::Main), Rule::Diagonal(Diagonal::Anti)];
const NINES: Rule = Rule::Chess(Chess { step: (1, 1), rides: true, digits: 1 << 8 });
const KROPKI: [Relation; 2] = [Relation::Difference(1), Relation::Ratio(2)];
const XV: [Relation; 2] = [Relation::Sum(5), Relation::Sum(10)];
const SAMURAI: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

fn grids(corners: &[(usize, usize)]) -> Rules {
    let board = Board::overlapping(9, Regions::Boxes { rows: 3, columns: 3 }, corners);
    Rules::from(board.expect("a board"))
}

fn plain(_: &mut SplitMix64) -> Rules {
    grids(&[(0, 0)])
}

fn small(_: &mut SplitMix64) -> Rules {
    Rules::from(Board::new(6, Regions::Boxes { rows: 2, columns: 3 }).expect("a board"))
}

fn latin(_: &mut SplitMix64) -> Rules {
    Rules::from(Board::new(7, Regions::None).expect("a board"))
}

fn with(rules: &[Rule]) -> Rules {
    let add =
        |rules: Rules, rule: &Rule| rules.with(rule.clone()).expect("a rule that makes sense");
    rules.iter().fold(grids(&[(0, 0)]), add)
}

/// Boxes that have exchanged cells with their neighbours and are still connected.
fn jigsaw(rng: &mut SplitMix64) -> Rules {
    let board = Board::new(9, Regions::None).expect("a board");
    let mut of: Vec<usize> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
    let mut exchanged = 0;
    while exchanged < 60 {
        let (a, b) = (rng.below(81), rng.below(81));
        let touches =
            |cell: usize, region: usize| board.neighbours(cell).any(|it| of[it] == region);
        if of[a] == of[b] || !touches(a, of[b]) || !touches(b, of[a]) {
            continue;
        }
        of.swap(a, b);
        if is_connected(&board, &of, of[a]) && is_connected(&board, &of, of[b]) {
            exchanged += 1;
        } else {
            of.swap(a, b);
        }
    }
    let region = |number: usize| (0..81).filter(|&cell| of[cell] == number).collect();
    let regions = Regions::Irregular((0..9).map(region).collect());
    Rules::from(Board::new(9, regions).expect("a board"))
}

fn is_connected(board: &Board, of: &[usize], region: usize) -> bool {
    let mut reached: Vec<usize> = of.iter().position(|&it| it == region).into_iter().collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        for other in board.neighbours(cell) {
            if of[other] == region && !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    reached.len() == of.iter().filter(|&&it| it == region).count()
}

fn cage(cells: Vec<usize>, sum: u32) -> Rule {
    Rule::killer(sum, cells)
}

fn region(cells: Vec<usize>, _: u32) -> Rule {
    Rule::Region(cells)
}

fn slow(cells: Vec<usize>) -> Rule {
    Rule::Thermo { cells, slow: true }
}

fn arrow(mut cells: Vec<usize>) -> Rule {
    let shaft = cells.split_off(1);
    Rule::Arrow { circle: cells, shaft }
}

fn german(cells: Vec<usize>) -> Rule {
    Rule::Whisper { cells, least: 5 }
}

fn dutch(cells: Vec<usize>) -> Rule {
    Rule::Whisper { cells, least: 4 }
}

fn even_and_odd(maker: &mut Maker<'_>) {
    maker.cells(14, |_, solution, cell| solution[cell] % 2 == 0, Rule::Even);
    maker.cells(14, |_, solution, cell| solution[cell] % 2 == 1, Rule::Odd);
}

fn extremes(maker: &mut Maker<'_>) {
    maker.cells(
        12,
        |board, solution, cell| board.neighbours(cell).all(|it| solution[it] > solution[cell]),
        Rule::Minimum,
    );
    maker.cells(
        12,
        |board, solution, cell| board.neighbours(cell).all(|it| solution[it] < solution[cell]),
        Rule::Maximum,
    );
}

fn marks(maker: &mut Maker<'_>, relations: &[Relation]) {
    maker.marks(relations);
    maker.add(Rule::Unmarked(relations.to_vec()));
}

fn sum(digits: &[u8]) -> u32 {
    digits.iter().copied().map(u32::from).sum()
}

fn little_killer(cells: Vec<usize>, digits: &[u8]) -> Rule {
    Rule::LittleKiller { cells, sum: sum(digits) }
}

fn sandwich(cells: Vec<usize>, digits: &[u8]) -> Rule {
    let place = |digit| digits.iter().position(|&it| it == digit).unwrap_or(0);
    let (one, nine) = (place(1), place(9));
    Rule::Sandwich { cells, sum: sum(&digits[one.min(nine) + 1..one.max(nine)]) }
}

fn x_sum(cells: Vec<usize>, digits: &[u8]) -> Rule {
    Rule::XSum { cells, sum: sum(&digits[..usize::from(digits[0])]) }
}

fn skyscraper(cells: Vec<usize>, digits: &[u8]) -> Rule {
    let seen = (0..digits.len()).filter(|&i| digits[..i].iter().all(|&before| before < digits[i]));
    Rule::Skyscraper { cells, count: seen.count() as u32 }
}

fn room(cells: Vec<usize>, digits: &[u8]) -> Rule {
    Rule::NumberedRoom { cells, digit: digits[usize::from(digits[0]) - 1] }
}

/// Of three cells in a row one is low (1 to 3), one middle and one high (from 7). States: the beginning; the class of the
/// only cell; those of the last two.
fn entropic(cells: Vec<usize>) -> Rule {
    let one = |class: usize| 1 + class;
    // The classes before and of the last cell differ: two states for each class before.
    let two = |before: usize, last: usize| 4 + 2 * before + (last + 2 - before) % 3;
    let automaton = || {
        let mut automaton = Automaton::new(10)?;
        for digit in 1..=9 {
            let class = usize::from(digit - 1) / 3;
            automaton.on(0, digit, one(class))?;
            for before in (0..3).filter(|&before| before != class) {
                automaton.on(one(before), digit, two(before, class))?;
                let third = 3 - before - class;
                automaton.on(two(third, before), digit, two(before, class))?;
            }
        }
        (1..10).try_for_each(|state| automaton.accept(state))?;
        Ok::<Automaton, quadrille_sudoku::variant::RulesError>(automaton)
    };
    Rule::Automaton { cells, automaton: Arc::new(automaton().expect("states that there are")) }
}
