//! The formats of other programs for puzzles with rules: jigsaws, killers, constraint strings, links.

mod malformed;
mod mutations;
mod round_trip;
mod samples;

use std::collections::BTreeSet;

use quadrille_sudoku::variant::format::{Format, by_name};
use quadrille_sudoku::variant::{HouseName, Kind, Relation, Rule, Variant};

/// The formats that are tested here.
const NAMES: [&str; 7] =
    ["jigsaw", "killer-sumocue", "killer-ps", "killer-direction", "iss", "fpuzzles", "sudokupad"];

fn format(name: &str) -> &'static dyn Format {
    by_name(name).unwrap_or_else(|| panic!("no format {name}"))
}

/// The only puzzle of a text.
fn read(name: &str, text: &str) -> Variant {
    let mut entries = format(name).read(text);
    assert_eq!(entries.len(), 1, "{entries:?}");
    match entries.remove(0) {
        Ok(entry) => entry.variant,
        Err(error) => panic!("{name}: {error}"),
    }
}

/// What a puzzle means, in a form of its own: the houses, the candidates, and the set of rules, each without what has
/// no meaning, such as the order of cells in a cage.
fn meaning(variant: &Variant) -> (BTreeSet<Vec<usize>>, Vec<u64>, BTreeSet<String>) {
    let board = variant.board();
    let houses = board.houses().iter().map(|house| {
        let mut cells = house.cells.clone();
        cells.sort_unstable();
        if matches!(house.name, HouseName::Row { .. }) {
            cells.push(usize::MAX);
        }
        cells
    });
    let candidates = (0..board.cells()).map(|cell| variant.candidates(cell)).collect();
    let rules = variant.rules().list().iter().flat_map(plain).collect();
    (houses.collect(), candidates, rules)
}

fn plain(rule: &Rule) -> Vec<String> {
    let sorted = |cells: &[usize]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let each =
        |cells: &[usize]| cells.iter().map(|cell| format!("{} {cell}", rule.kind())).collect();
    let one = |text: String| vec![format!("{} {text}", rule.kind())];
    match rule {
        Rule::Even(cells) | Rule::Odd(cells) | Rule::Minimum(cells) | Rule::Maximum(cells) => {
            each(cells)
        }
        Rule::Clone { a, b } => {
            let pairs = a.iter().zip(b).filter(|(a, b)| a != b);
            pairs.map(|(a, b)| format!("clone {a} {b}")).collect()
        }
        Rule::LittleKiller { cells, sum } | Rule::Cage { cells, sum: Some(sum), repeats: true } => {
            vec![format!("sum {:?} {sum}", sorted(cells))]
        }
        Rule::Cage { cells, sum, repeats } => one(format!("{:?} {sum:?} {repeats}", sorted(cells))),
        Rule::Region(cells) => one(format!("{:?}", sorted(cells))),
        Rule::Quadruple { cells, digits } => {
            let mut digits = digits.clone();
            digits.sort_unstable();
            one(format!("{:?} {digits:?}", sorted(cells)))
        }
        Rule::Pair { a, b, relation } if *relation != Relation::Greater => {
            one(format!("{:?} {relation:?}", sorted(&[*a, *b])))
        }
        Rule::Sandwich { cells, sum } => {
            let reversed: Vec<usize> = cells.iter().rev().copied().collect();
            one(format!("{:?} {sum}", cells.clone().min(reversed)))
        }
        Rule::Unmarked(relations) => {
            let set: BTreeSet<String> = relations.iter().map(|r| format!("{r:?}")).collect();
            one(format!("{set:?}"))
        }
        rule => one(format!("{rule:?}")),
    }
}

/// All kinds that a format may hold.
fn held(name: &str) -> Vec<Kind> {
    let kinds = Kind::ALL.iter().map(|(kind, _)| *kind);
    kinds.filter(|&kind| format(name).holds(kind)).collect()
}
