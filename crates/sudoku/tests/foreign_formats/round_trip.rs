//! What a format writes, it reads again, and it means the same.

use std::cell::RefCell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille_sudoku::variant::format::{Likeness, detect};
use quadrille_sudoku::variant::{
    Automaton, Board, Diagonal, Kind, Regions, Relation, Rule, Rules, Variant,
};
use quadrille_testkit::SplitMix64;

use super::{NAMES, format, held, meaning};
use crate::variant_random;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: prop::test_runner::RngSeed::Fixed(20_261),
        failure_persistence: None,
        ..Default::default()
    }
}

/// Clues and marks as well, now and then.
fn filled(mut variant: Variant, rng: &mut SplitMix64) -> Variant {
    let (clues, marks) = (rng.chance(50), rng.chance(30));
    let n = variant.board().size();
    for cell in variant.board().inside().collect::<Vec<_>>() {
        let digit = rng.between(1, n) as u8;
        if clues && rng.chance(30) {
            variant.set(cell, digit).expect("a digit");
        }
        if marks && rng.chance(30) {
            let set = rng.next_u64() >> (64 - n) | 1 << (digit - 1);
            let set = variant.given(cell).map_or(set, |clue| set | 1 << (clue - 1));
            variant.mark(cell, set).expect("digits");
        }
    }
    variant.info.title = rng.chance(50).then(|| "A \"title\" of ours".to_owned());
    variant
}

/// A random killer of 9×9: cages that grow from random cells, with boxes or irregular regions.
pub(super) fn killer(rng: &mut SplitMix64) -> Variant {
    let regions = match rng.below(4) {
        // Snakes: rows of nine, shifted.
        0 => Regions::Irregular(
            (0..9).map(|r| (0..9).map(|c| (r * 9 + c + 4) % 81).collect()).collect(),
        ),
        _ => Regions::Boxes { rows: 3, columns: 3 },
    };
    let mut rules = Rules::from(Board::new(9, regions).expect("a board"));
    if rng.chance(20) {
        rules.add(Rule::Diagonal(Diagonal::Main)).expect("a rule");
        rules.add(Rule::Diagonal(Diagonal::Anti)).expect("a rule");
    }
    let mut free = [true; 81];
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    let cages = rng.below(40);
    for &start in order.iter().take(cages) {
        if !free[start] {
            continue;
        }
        let mut cells = vec![start];
        free[start] = false;
        for _ in 0..rng.below(5) {
            let from = cells[rng.below(cells.len())];
            let near: Vec<usize> =
                rules.board().neighbours(from).filter(|&cell| free[cell]).collect();
            if let Some(&cell) = near.first() {
                free[cell] = false;
                cells.push(cell);
            }
        }
        let most = cells.len() as u32 * 9;
        let sum = (cells.len() == 1 || rng.chance(90))
            .then(|| rng.between(cells.len(), most as usize) as u32);
        rules.add(Rule::Cage { cells, sum, repeats: false }).expect("a cage");
    }
    let mut variant = Variant::new(rules);
    if cages == 0 {
        for cell in 0..81 {
            if rng.chance(30) {
                variant.set(cell, rng.between(1, 9) as u8).expect("a digit");
            }
        }
    }
    variant
}

/// Some marks, and one of the usual rules about neighbours without.
fn unmarked(rng: &mut SplitMix64) -> Variant {
    let (board, _) = variant_random::board(rng);
    let mut rules = Rules::from(board);
    let (consecutive, double) = (Relation::Difference(1), Relation::Ratio(2));
    let (five, ten) = (Relation::Sum(5), Relation::Sum(10));
    let sets = [vec![consecutive], vec![double], vec![consecutive, double], vec![five, ten]];
    let relations = sets[rng.below(8).saturating_sub(4)].clone();
    let pairs: Vec<(usize, usize)> = rules.board().neighbour_pairs().collect();
    for _ in 0..rng.below(4).saturating_sub(1) {
        let (a, b) = pairs[rng.below(pairs.len())];
        let relation = relations[rng.below(relations.len())];
        rules.add(Rule::pair(a, b, relation)).expect("a pair");
    }
    rules.add(Rule::Unmarked(relations)).expect("a rule");
    Variant::new(rules)
}

/// The usual marks between neighbours.
fn dots(rng: &mut SplitMix64) -> Variant {
    let (board, _) = variant_random::board(rng);
    let mut rules = Rules::from(board);
    let pairs: Vec<(usize, usize)> = rules.board().neighbour_pairs().collect();
    for _ in 0..rng.between(1, 4) {
        let (a, b) = pairs[rng.below(pairs.len())];
        let usual = [
            Relation::Difference(1),
            Relation::Ratio(2),
            Relation::Sum(5),
            Relation::Sum(10),
            Relation::Greater,
        ];
        rules.add(Rule::pair(b, a, usual[rng.below(usual.len())])).expect("a pair");
    }
    Variant::new(rules)
}

/// A quadruple around a point, or of any cells.
fn square(rng: &mut SplitMix64) -> Variant {
    let variant = variant_random::variant(Kind::Quadruple, rng);
    let board = variant.board().clone();
    let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let start = rng.below(board.cells());
    let cells: Vec<usize> =
        steps.into_iter().filter_map(|(down, right)| board.step(start, down, right)).collect();
    if cells.len() < 4 || !board.is_inside(start) {
        return variant;
    }
    let digits = (0..rng.between(1, 4)).map(|_| rng.between(1, board.size()) as u8).collect();
    let rules = Rules::from(board).with(Rule::Quadruple { cells, digits }).expect("a quadruple");
    Variant::new(rules)
}

/// Whether the format could write it, what it wrote being read as the same.
fn comes_back(name: &str, variant: &Variant) -> Result<bool, TestCaseError> {
    let format = format(name);
    let Ok(text) = format.write(std::slice::from_ref(variant)) else { return Ok(false) };
    let entries = format.read(&text);
    prop_assert_eq!(entries.len(), 1, "{}", text);
    match &entries[0] {
        Ok(entry) => {
            prop_assert_eq!(meaning(&entry.variant), meaning(variant), "{}", text);
            prop_assert_eq!(entry.line, 1);
            // What was read comes back to the last detail.
            let again = format
                .write(std::slice::from_ref(&entry.variant))
                .map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert_eq!(&format.read(&again)[0], &entries[0], "{}", text);
        }
        Err(error) => prop_assert!(false, "{}: {}", error, text),
    }
    Ok(true)
}

#[test]
fn every_rule_that_a_format_writes_comes_back_and_others_are_refused() {
    let kinds: Vec<Kind> = Kind::ALL.iter().map(|(kind, _)| *kind).collect();
    let written = RefCell::new(BTreeSet::new());
    let mut runner = TestRunner::new(config(900));
    // A rule of a kind, or one of what stands below.
    let result = runner.run(&(any::<u64>(), 0..kinds.len() + 8), |(seed, index)| {
        let mut rng = SplitMix64::new(seed);
        let variant = match kinds.get(index) {
            Some(&Kind::Unmarked) => filled(unmarked(&mut rng), &mut rng),
            Some(&Kind::Quadruple) => filled(square(&mut rng), &mut rng),
            Some(&kind) => filled(variant_random::variant(kind, &mut rng), &mut rng),
            None if index == kinds.len() => {
                filled(Variant::new(Rules::from(variant_random::board(&mut rng).0)), &mut rng)
            }
            None if index == kinds.len() + 1 => filled(variant_random::mixed(&mut rng), &mut rng),
            None if index == kinds.len() + 2 => unmarked(&mut rng),
            None if index == kinds.len() + 3 => filled(dots(&mut rng), &mut rng),
            None => killer(&mut rng),
        };
        for name in NAMES {
            let list = variant.rules().list();
            let other = list.iter().find(|rule| !format(name).holds(rule.kind()));
            let comes_back = comes_back(name, &variant)?;
            prop_assert!(other.is_none() || !comes_back, "{}: {:?}", name, other);
            if comes_back {
                let kinds = list.iter().map(|rule| Some(rule.kind()));
                written.borrow_mut().extend(kinds.chain([None]).map(|kind| (name, kind)));
            }
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    for name in NAMES {
        for kind in held(name).into_iter().map(Some).chain([None]) {
            assert!(written.borrow().contains(&(name, kind)), "{name}: no {kind:?} was written");
        }
    }
}

#[test]
fn a_refusal_names_the_rule_and_its_number() {
    let rules = Rules::from(Board::new(9, Regions::Boxes { rows: 3, columns: 3 }).unwrap());
    let rules = rules.with(Rule::killer(3, [0, 1])).unwrap();
    let automaton = Automaton::new(1).expect("an automaton");
    let automaton = Rule::Automaton { cells: vec![0, 1], automaton: automaton.into() };
    let variant = Variant::new(rules.with(automaton).unwrap());
    for name in NAMES {
        let error = format(name).write(&[variant.clone(), variant.clone()]).unwrap_err();
        let rule = if name == "jigsaw" { "rule 1 (cage)" } else { "rule 2 (automaton)" };
        assert_eq!(error.to_string(), format!("puzzle 1: {name} cannot hold {rule}"));
    }
}

#[test]
fn what_a_format_writes_is_recognised() {
    let mut rng = SplitMix64::new(5);
    for name in NAMES {
        let mut seen = 0;
        for _ in 0..150 {
            let variant = match name {
                _ if name.starts_with("killer") => killer(&mut rng),
                "jigsaw" => Variant::new(Rules::from(variant_random::board(&mut rng).0)),
                _ => variant_random::variant(Kind::Cage, &mut rng),
            };
            let Ok(text) = format(name).write(&[variant]) else { continue };
            match format(name).recognises(&text) {
                Likeness::Certain => {
                    seen += 1;
                    let found: Vec<&str> = detect(&text).iter().map(|f| f.name()).collect();
                    assert_eq!(found, [name], "{text}");
                }
                // Killers without cages, regions that do not hang together.
                likeness => assert!(
                    ["jigsaw", "killer-direction"].contains(&name),
                    "{name}: {likeness:?}: {text}"
                ),
            }
        }
        assert!(seen >= 10, "{name}: {seen}");
    }
}

#[test]
fn several_puzzles_come_back_in_order() {
    for name in NAMES {
        let mut rng = SplitMix64::new(11);
        let mut puzzles = Vec::new();
        while puzzles.len() < 3 {
            let variant = match name {
                _ if name.starts_with("killer") => killer(&mut rng),
                _ => filled(Variant::new(Rules::from(variant_random::board(&mut rng).0)), &mut rng),
            };
            if format(name).write(std::slice::from_ref(&variant)).is_ok() {
                puzzles.push(variant);
            }
        }
        let text = format(name).write(&puzzles).expect("each can be written");
        let entries: Vec<_> = format(name).read(&text).into_iter().map(Result::unwrap).collect();
        let lines: Vec<usize> = entries.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [1, 2, 3], "{name}");
        for (entry, variant) in entries.iter().zip(&puzzles) {
            assert_eq!(meaning(&entry.variant), meaning(variant), "{name}");
        }
    }
}
