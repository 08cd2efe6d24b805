//! Larger instances with known answers, from the optional folder of the testkit. Each test says that
//! it is skipped where there is no such folder.

use crate::common;

use quadrille_sudoku::strategy::{ALL, Strategy, by_name};
use quadrille_sudoku::{Limits, Report, Request, Verdict, verify};
use quadrille_testkit::sudoku_oracle::fewest_first;
use quadrille_testkit::{SudokuPuzzle, shared, to_line};
use sha2::{Digest, Sha256};

/// How many nodes a puzzle with so many solutions may take: as much as can be done in the time that
/// tests have. A search that is stopped proves nothing but that what it found was right.
fn budget(strategy: &dyn Strategy, count: u64) -> u64 {
    match strategy.name() {
        "backtrack" => 200_000,
        "mrv" | "propagate" => 2_000_000 + 40 * count,
        _ => 500_000,
    }
}

/// The SHA-256 of the solutions as lines, in hexadecimal.
fn sha256(lines: &[String]) -> String {
    let digest = Sha256::digest(lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Solves for all solutions within the strategy's budget and checks what is found against the known
/// count; the solutions are given sorted.
fn check(
    strategy: &dyn Strategy,
    id: &str,
    plain: &SudokuPuzzle,
    count: u64,
) -> (Report, Vec<String>) {
    let puzzle = common::puzzle(plain).unwrap();
    let request = Request::all().within(Limits::none().with_nodes(budget(strategy, count)));
    let (report, mut solutions) = common::solve(strategy, &puzzle, &request);
    let name = strategy.name();
    for solution in &solutions {
        assert_eq!(verify(&puzzle, solution), Ok(()), "{name} on {id}");
    }
    solutions.sort();
    solutions.dedup();
    assert_eq!(solutions.len() as u64, report.solutions, "{name} on {id}: no solution twice");
    match report.verdict {
        Verdict::Exhausted => assert_eq!(report.solutions, count, "{name} on {id}"),
        _ => assert!(report.solutions <= count, "{name} on {id}: {} solutions", report.solutions),
    }
    (report, solutions.iter().map(|solution| to_line(solution)).collect())
}

#[test]
fn classic_counts_and_solutions_are_right() {
    let Some(folder) = shared::data_folder_or_skip("classic counts") else {
        return;
    };
    let rows = shared::classic(&folder).unwrap();
    let mut unfinished = Vec::new();
    for row in &rows {
        let plain = SudokuPuzzle::compact(3, 3, &row.puzzle);
        let contradictory = row.tags.iter().any(|tag| tag == "contradictory-givens");
        assert_eq!(common::puzzle(&plain).is_none(), contradictory, "{}", row.id);
        if contradictory {
            assert_eq!(row.count, 0);
            continue;
        }
        for strategy in ALL {
            let fast = ["mrv", "propagate"].contains(&strategy.name());
            // So many that keeping, sorting and hashing them is most of the time: one judge is enough.
            if row.count > 20_000 && strategy.name() != "mrv" {
                continue;
            }
            let (report, lines) = check(*strategy, &row.id, &plain, row.count);
            if report.verdict != Verdict::Exhausted {
                if fast {
                    unfinished.push((row.id.as_str(), strategy.name()));
                }
                continue;
            }
            if let Some(sum) = &row.solutions_sha256 {
                assert_eq!(&sha256(&lines), sum, "{} on {}", strategy.name(), row.id);
            }
            for (known, found) in
                [(&row.first_solution_lex, lines.first()), (&row.last_solution_lex, lines.last())]
            {
                if known.is_some() {
                    assert_eq!(found, known.as_ref(), "{} on {}", strategy.name(), row.id);
                }
            }
        }
    }
    // Has no solution, and elimination alone takes more nodes than the budget to find that out.
    let known = ["mrv", "propagate"].map(|name| ("norvig-impossible", name));
    assert_eq!(unfinished, known);
}

#[test]
fn publicly_reported_failures_are_none_of_ours() {
    let Some(folder) = shared::data_folder_or_skip("publicly reported failures") else {
        return;
    };
    let rows = shared::reports(&folder).unwrap();
    let sudokus = rows.iter().filter(|row| row.kind == "sudoku");
    for row in sudokus {
        let [box_rows, box_columns] = row.shape.unwrap_or([3, 3]);
        let plain = SudokuPuzzle::compact(box_rows, box_columns, row.input.as_ref().unwrap());
        let count = row.count.unwrap();
        if common::puzzle(&plain).is_none() {
            assert_eq!(count, 0, "{} is refused", row.id);
            continue;
        }
        for strategy in ALL {
            let (report, lines) = check(*strategy, &row.id, &plain, count);
            if let (Verdict::Exhausted, Some(solution)) = (report.verdict, &row.solution) {
                assert_eq!(&lines[..], [solution.as_str()], "{} on {}", strategy.name(), row.id);
            }
        }
    }
}

/// The record states 2, and of the two programs that it names the one counted 5. The testkit's oracle
/// decides.
const COUNT_IN_DISPUTE: &str = "own-8x8-4x2-bad";

#[test]
fn other_sizes_are_right() {
    let Some(folder) = shared::data_folder_or_skip("other sizes") else {
        return;
    };
    let rows = shared::sizes(&folder).unwrap();
    let mut finished = 0;
    for row in &rows {
        let [box_rows, box_columns] = row.shape;
        let numbers = |text: &str| text.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<u8>>();
        let plain =
            SudokuPuzzle { n: row.size, box_rows, box_columns, givens: numbers(&row.puzzle) };
        let Some(puzzle) = common::puzzle(&plain) else {
            assert_eq!(row.count, Some(0), "{} is refused", row.id);
            continue;
        };
        for name in ["mrv", "propagate"] {
            let limits = Limits::none().with_nodes(150_000);
            let request = Request::up_to(50_000).within(limits);
            let (report, solutions) = common::solve(by_name(name).unwrap(), &puzzle, &request);
            for solution in &solutions {
                assert_eq!(verify(&puzzle, solution), Ok(()), "{name} on {}", row.id);
            }
            if report.verdict != Verdict::Exhausted {
                continue;
            }
            finished += 1;
            if row.id == COUNT_IN_DISPUTE {
                let SudokuPuzzle { n, ref givens, .. } = plain;
                let oracle = fewest_first(n, box_rows, box_columns, givens, 100, 1_000_000);
                assert_eq!(oracle.map(|found| found.len() as u64), Some(report.solutions));
            } else if let Some(count) = row.count {
                assert_eq!(report.solutions, count, "{name} on {}", row.id);
            }
            if let Some(solution) = &row.solution {
                assert_eq!(solutions, [numbers(solution)], "{name} on {}", row.id);
            }
        }
    }
    println!("{finished} searches of {} came to an end", 2 * rows.len());
    assert!(
        finished >= rows.len(),
        "only {finished} searches of {} came to an end",
        2 * rows.len()
    );
}

/// The lists for timing: the solutions of a whole list have a known sum, so it is all or nothing;
/// those are taken that `propagate` solves in a second or two.
#[test]
fn lists_for_timing_have_their_known_solutions() {
    let Some(folder) = shared::data_folder_or_skip("lists for timing") else {
        return;
    };
    let lists = shared::speed(&folder).unwrap();
    let short = ["forum_hardest_1106_375.txt", "kaggle_trivial.txt"];
    for list in lists.iter().filter(|list| short.contains(&list.file.as_str())) {
        let mut lines = Vec::new();
        for line in &list.puzzles {
            let puzzle = common::classic(line);
            let (report, solutions) =
                common::solve(by_name("propagate").unwrap(), &puzzle, &Request::up_to(2));
            assert_eq!((report.verdict, report.solutions), (Verdict::Exhausted, 1), "{line}");
            lines.extend(solutions.iter().map(|solution| to_line(solution)));
        }
        assert_eq!(Some(sha256(&lines)), list.solutions_sha256, "{}", list.file);
    }
}

/// Lists with no, one or several solutions each, counted up to a cap.
#[test]
fn lists_with_counts_have_their_known_counts() {
    let Some(folder) = shared::data_folder_or_skip("lists with counts") else {
        return;
    };
    for list in shared::speed(&folder).unwrap() {
        let Some(counts) = &list.counts else { continue };
        let cap = counts.iter().max().copied().unwrap_or(0);
        for (line, &count) in list.puzzles.iter().zip(counts).step_by(10) {
            let plain = SudokuPuzzle::compact(3, 3, line);
            let Some(puzzle) = common::puzzle(&plain) else {
                assert_eq!(count, 0, "{line} is refused");
                continue;
            };
            let limits = Limits::none().with_nodes(1_000_000);
            let request = Request::up_to(cap).within(limits);
            let (report, _) = common::solve(by_name("mrv").unwrap(), &puzzle, &request);
            match report.verdict.is_stopped() {
                true => assert!(report.solutions <= count, "{line}"),
                false => assert_eq!(report.solutions, count, "{line}"),
            }
        }
    }
}
