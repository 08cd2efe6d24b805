use std::ops::ControlFlow;

use quadrille_cover::{Limits, StopReason, Verdict};

use super::*;
use crate::Shape;
use crate::strategy::{Report, Request};
use crate::variant::format::by_name;
use crate::variant::strategy::Refusal;
use crate::variant::{Rule, Rules, Variant, true_candidates, verify};

/// Solves 4×4 by trying all of its 288 grids.
fn brute_force(
    variant: &Variant,
    request: &Request,
    receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Report, Refusal> {
    let empty = crate::Puzzle::new(crate::Grid::empty(Shape::new(2, 2).unwrap())).unwrap();
    let mut report = Report::NONE;
    report.verdict = Verdict::Exhausted;
    crate::strategy::solve(&crate::strategy::Auto, &empty, &Request::all(), |values| {
        if verify(variant, values).is_err() {
            return ControlFlow::Continue(());
        }
        report.solutions += 1;
        if receive(values).is_break() || request.limit == Some(report.solutions) {
            report.verdict = Verdict::LimitReached;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    report.nodes = 1;
    Ok(report)
}

fn variant(text: &str) -> Variant {
    let text = format!("sudoku 4\n{text}");
    by_name("text").unwrap().read(&text).remove(0).unwrap().variant
}

/// The smallest number of parts that clash, by trying all sets of lines.
fn fewest(lines: &[&str]) -> Option<u32> {
    let has_none = |mask: &u32| {
        let chosen = lines.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        let text: Vec<&str> = chosen.map(|(_, line)| *line).collect();
        let variant = variant(&text.join("\n"));
        let report =
            brute_force(&variant, &Request::first(), &mut |_| ControlFlow::Continue(())).unwrap();
        report.solutions == 0
    };
    (0..1 << lines.len()).filter(has_none).map(u32::count_ones).min()
}

#[test]
fn a_clash_is_as_small_as_one_can_be() {
    for (lines, expected) in [
        (vec!["cage 3: r1c1 r1c2", "cage 7: r1c1 r2c1", "even: r1c3", "odd: r4c4"], 2),
        (vec!["anti-king", "diagonal main", "odd: r1c1"], 1),
        (vec!["thermo: row 1", "odd: r1c2", "even: r2c2", "mark r1c2: 1 3"], 2),
        (
            vec![
                "greater: r1c1 r1c2",
                "greater: r1c2 r1c3",
                "greater: r1c3 r1c4",
                "even: r1c1 r1c2",
                "greater: r1c4 r1c1",
            ],
            3,
        ),
        (vec!["sum 5: r1c1 r1c2", "difference 2: r1c1 r1c2", "even: r3c3"], 2),
        (vec!["region: r1c1 r2c3", "clone: r1c1 = r2c3", "whisper 2: r1c1 r1c2 r1c3 r1c4"], 2),
    ] {
        assert_eq!(fewest(&lines), Some(expected), "{lines:?}");
        let puzzle = variant(&lines.join("\n"));
        let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
        assert!(found.is_smallest, "{lines:?}");
        assert_eq!(found.parts.len() as u32, expected, "{lines:?}: {found:?}");
        for line in found.lines(&puzzle) {
            let known = lines.contains(&line.as_str()) || line.starts_with("r1c2 may hold");
            assert!(known, "{line}");
        }
    }
}

#[test]
fn clues_clash_with_what_they_clash_with() {
    let puzzle = variant("cage 3: r1c1 r1c2\ngivens:\n..1.\n....\n.4..\n....\n");
    let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
    assert_eq!(found.lines(&puzzle), ["r1c3 is 1", "cage 3: r1c1 r1c2"]);
    assert!(found.is_smallest);
    assert_eq!(found.parts[0], Part::Clue { cell: 2, digit: 1 });
}

#[test]
fn marks_without_a_digit_clash_alone() {
    let puzzle = variant("even: r2c2\nmark r1c1:\nmark r1c2: 4");
    let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
    assert_eq!(found.lines(&puzzle), ["r1c1 may hold no digit"]);
}

#[test]
fn rules_that_mean_something_only_together_stay_together() {
    // Without the dot the pair would be one of those that must not differ by 1.
    let puzzle = variant("unmarked difference 1\ndifference 1: r1c1 r1c2\nodd: r1c1 r1c2");
    let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
    assert!(found.parts.contains(&Part::Rules(vec![0, 1])), "{found:?}");
}

#[test]
fn the_pair_without_a_mark_that_clashes_is_named() {
    let puzzle = variant("unmarked ratio 4\ngivens:\n14..\n....\n....\n....\n");
    let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
    let expected = ["r1c1 is 1", "r1c2 is 4", "unmarked ratio 4: r1c1 r1c2"];
    assert_eq!(found.lines(&puzzle), expected);
    assert!(found.is_smallest);
    assert_eq!(found.parts[2], Part::Unmarked { rule: 0, cells: [0, 1] });
}

#[test]
fn what_has_a_solution_does_not_clash() {
    assert_eq!(clash(&variant("even: r1c1"), &Limits::none(), brute_force), Ok(None));
}

#[test]
fn a_limit_before_anything_is_known_is_an_error() {
    let none = Limits::none().with_nodes(0);
    let puzzle = variant("even: r1c1");
    assert_eq!(clash(&puzzle, &none, brute_force), Err(StopReason::NodeBudget.into()));
    assert_eq!(missing(&puzzle, &none, brute_force), Err(StopReason::NodeBudget.into()));
    let candidates = true_candidates(&puzzle, &none, brute_force);
    assert_eq!(candidates.stopped, Some(StopReason::NodeBudget.into()));
    assert_eq!((candidates.possible[0], candidates.unknown[0]), (0, 0b1111));
    assert!(!candidates.is_complete() && !candidates.has_no_solution());
}

fn solutions(puzzle: &Variant) -> Vec<Vec<u8>> {
    let mut solutions = Vec::new();
    let all = brute_force(puzzle, &Request::all(), &mut |values| {
        solutions.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert!(all.is_ok());
    solutions
}

/// The fewest clues that leave one solution, by trying all sets of cells for each solution.
fn fewest_clues(puzzle: &Variant) -> usize {
    let all = solutions(puzzle);
    let leaves_one = |mask: &u32| {
        let mut seen = std::collections::HashMap::new();
        for solution in &all {
            let cells = (0..16).filter(|cell| mask >> cell & 1 == 1);
            let shown: Vec<u8> = cells.map(|cell| solution[cell]).collect();
            *seen.entry(shown).or_insert(0) += 1;
        }
        seen.values().any(|&count| count == 1)
    };
    let masks = (0..=3).flat_map(|size| (0..1 << 16).filter(move |m: &u32| m.count_ones() == size));
    masks.into_iter().find(leaves_one).map_or(4, |mask| mask.count_ones() as usize)
}

#[test]
fn a_clash_that_a_limit_cut_short_does_not_claim_that_all_of_it_is_needed() {
    let puzzle = variant("cage 9: r1c1 r1c2\neven: r3c3\nodd: r4c4\nthermo: r2c1 r2c2");
    // A search costs a node here: the first says that there is no solution, the second drops half of the parts.
    let found = clash(&puzzle, &Limits::none().with_nodes(2), brute_force).unwrap().unwrap();
    assert!(!found.is_irreducible && !found.is_smallest && found.parts.len() > 1, "{found:?}");
    let found = clash(&puzzle, &Limits::none(), brute_force).unwrap().unwrap();
    assert!(found.is_irreducible && found.is_smallest);
    assert_eq!(found.lines(&puzzle), ["cage 9: r1c1 r1c2"]);
}

#[test]
fn the_clues_that_are_missing_leave_one_solution_and_are_the_fewest() {
    let all = Limits::none();
    for text in [
        "givens:\n12..\n....\n....\n....\n",
        "givens:\n1...\n....\n....\n....\n",
        "givens:\n1234\n....\n....\n....\n",
        "givens:\n1234\n3412\n....\n....\n",
        "anti-knight",
        "thermo: r1c1 r2c1 r3c1",
        "diagonal main\ndiagonal anti",
    ] {
        let puzzle = variant(text);
        let expected = fewest_clues(&puzzle);
        let found = missing(&puzzle, &all, brute_force).unwrap().unwrap();
        assert_eq!((found.clues.len(), found.proof), (expected, Proof::Smallest), "{text}");
        let mut filled = puzzle.clone();
        for &(cell, digit) in &found.clues {
            filled.set(cell, digit).unwrap();
        }
        assert_eq!(solutions(&filled), std::slice::from_ref(&found.solution));
        assert!(verify(&puzzle, &found.other).is_ok() && !found.differ().is_empty());
    }
    for (text, count) in [("even: r1c1 r1c2 r1c3", 0), ("givens:\n1234\n3412\n2143\n....\n", 1)] {
        let puzzle = variant(text);
        assert_eq!(solutions(&puzzle).len(), count, "{text}");
        assert_eq!(missing(&puzzle, &all, brute_force), Ok(None));
    }
    // More than three are needed of the empty grid: they are the fewest for one solution then.
    let empty = Variant::new(Rules::from(Shape::new(2, 2).unwrap()));
    let found = missing(&empty, &all, brute_force).unwrap().unwrap();
    assert_eq!((found.clues.len(), found.proof), (4, Proof::SmallestForSolution));
    assert_eq!(found.solutions, Some(288));
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    for text in
        ["even: r1c1", "anti-knight", "cage 3: r1c1 r1c2\nmark r4c4: 1 2", "cage 9: r1c1 r1c2", ""]
    {
        let puzzle = variant(text);
        let mut expected = vec![0; 16];
        let all = brute_force(&puzzle, &Request::all(), &mut |values| {
            values.iter().zip(&mut expected).for_each(|(value, set)| *set |= 1u64 << (value - 1));
            ControlFlow::Continue(())
        });
        let found = true_candidates(&puzzle, &Limits::none(), brute_force);
        assert_eq!(found.possible, expected, "{text}");
        assert_eq!(found.has_no_solution(), all.unwrap().solutions == 0);
        assert!(found.is_complete() && found.searches <= 16 * 4 + 1);
    }
    let knight =
        Variant::new(Rules::from(Shape::new(2, 2).unwrap()).with(Rule::ANTI_KNIGHT).unwrap());
    assert!(true_candidates(&knight, &Limits::none(), brute_force).searches < 12);
}
