//! `lanes` and `fast` against `mrv`, the verifier and one another, in all instructions that the machine has.

use crate::common;

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_sudoku::strategy::{self, Fast, Instructions, Lanes, Strategy, by_name, check_shape};
use quadrille_sudoku::{
    CancelToken, Limits, Puzzle, Report, Request, Shape, StopReason, Verdict, verify,
};
use quadrille_testkit::generate::sudoku::{PuzzleKind, permuted_grid, sudoku_puzzle};
use quadrille_testkit::{SplitMix64, SudokuPuzzle, shared, to_line};
use sha2::{Digest, Sha256};

/// Both strategies in each kind of instructions that the machine has, portable `lanes` first. They must not
/// be told apart by their reports.
fn all_machines() -> Vec<Box<dyn Strategy>> {
    let mut machines: Vec<Box<dyn Strategy>> = Vec::new();
    for kind in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
        machines.extend(Lanes::with(kind).map(|lanes| Box::new(lanes) as _));
        machines.extend(Fast::with(kind).map(|fast| Box::new(fast) as _));
    }
    machines
}

type Found = (Vec<Report>, Vec<Vec<Vec<u8>>>);

/// The reports of a batch and the solutions of each puzzle, all verified.
fn batch(strategy: &dyn Strategy, puzzles: &[Puzzle], request: &Request) -> Found {
    let mut solutions = vec![Vec::new(); puzzles.len()];
    let reports = strategy.solve_batch(puzzles, request, &mut |number, solution| {
        solutions[number].push(solution.to_vec());
        ControlFlow::Continue(())
    });
    for ((puzzle, report), solutions) in puzzles.iter().zip(&reports).zip(&solutions) {
        let line = to_line(puzzle.values());
        assert_eq!(report.solutions, solutions.len() as u64, "{line}");
        for solution in solutions {
            assert_eq!(verify(puzzle, solution), Ok(()), "{line}");
        }
    }
    (reports, solutions)
}

/// Puzzles of every kind, without a look at what they are: clues of a solved grid, from none to all,
/// mostly about as many as make one solution; in some a clue is changed, so that it has none.
fn random_puzzles(seed: u64, count: usize) -> Vec<Puzzle> {
    let mut random = SplitMix64::new(seed);
    let mut puzzles = Vec::with_capacity(count);
    while puzzles.len() < count {
        let mut givens = permuted_grid(3, 3, random.next_u64());
        let mut order: Vec<usize> = (0..81).collect();
        random.shuffle(&mut order);
        let clues = if random.chance(10) { random.between(0, 81) } else { random.between(24, 48) };
        order[clues..].iter().for_each(|&cell| givens[cell] = 0);
        let plain = |givens| SudokuPuzzle { n: 9, box_rows: 3, box_columns: 3, givens };
        if clues > 0 && random.chance(30) {
            // The first other digit that does not clash, if there is one.
            let right = givens[order[0]];
            for digit in (1..=9).filter(|&digit| digit != right) {
                givens[order[0]] = digit;
                if let Some(puzzle) = common::puzzle(&plain(givens.clone())) {
                    puzzles.push(puzzle);
                    break;
                }
            }
        } else {
            puzzles.extend(common::puzzle(&plain(givens)));
        }
    }
    puzzles
}

/// All instructions give the same reports and solutions, and these are what `mrv` finds. The request's
/// limit must be one that `mrv` can reach.
fn agree(puzzles: &[Puzzle], limit: u64) {
    let request = Request::up_to(limit);
    let machines = all_machines();
    let (reports, solutions) = batch(&*machines[0], puzzles, &request);
    for other in &machines[1..] {
        let again = batch(&**other, puzzles, &request);
        assert!(again == (reports.clone(), solutions.clone()), "{other:?}");
    }
    let limits = Limits::none().with_nodes(2_000_000);
    let judge = by_name("mrv").unwrap();
    let judged = batch(judge, puzzles, &request.clone().within(limits));
    let mut unjudged = 0;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let line = to_line(puzzle.values());
        let (ours, theirs) = (reports[number], judged.0[number]);
        if theirs.verdict.is_stopped() {
            assert!(ours.solutions >= theirs.solutions, "{line}");
            unjudged += 1;
            continue;
        }
        assert_eq!((ours.verdict, ours.solutions), (theirs.verdict, theirs.solutions), "{line}");
        if ours.verdict == Verdict::Exhausted {
            let [mut ours, mut theirs] = [&solutions, &judged.1].map(|all| all[number].clone());
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{line}");
            ours.dedup();
            assert_eq!(ours.len(), theirs.len(), "{line}: no solution twice");
        }
    }
    // Too many nodes for `mrv`: puzzles with few clues and no solution.
    assert!(unjudged * 100 <= puzzles.len(), "{unjudged} of {}", puzzles.len());
    let verdicts = [0, 1, 2].map(|count| reports.iter().filter(|r| r.solutions == count).count());
    assert!(verdicts.iter().all(|&count| count * 20 > puzzles.len()), "{verdicts:?}");
}

/// As good as the puzzles are: the kinds that the testkit makes, of which it knows more.
#[test]
fn the_kinds_of_the_testkit_have_as_many_solutions_as_is_known() {
    for seed in 0..15 {
        for kind in PuzzleKind::ALL {
            let random = sudoku_puzzle(3, 3, kind, seed);
            let Some(puzzle) = common::puzzle(&random.puzzle) else {
                assert_eq!(random.kind, PuzzleKind::Contradictory);
                continue;
            };
            for machine in all_machines() {
                let (report, solutions) = common::solve(&*machine, &puzzle, &Request::up_to(2));
                match random.kind {
                    PuzzleKind::Full | PuzzleKind::Unique => {
                        assert_eq!(report.verdict, Verdict::Exhausted);
                        assert_eq!(solutions, [random.solution.clone().unwrap()]);
                    }
                    PuzzleKind::Several => assert_eq!(report.solutions, 2),
                    PuzzleKind::Sparse => assert!(report.solutions >= 1),
                    PuzzleKind::Unsolvable | PuzzleKind::Contradictory => {
                        assert_eq!((report.verdict, report.solutions), (Verdict::Exhausted, 0));
                    }
                }
            }
        }
    }
}

#[test]
fn they_find_what_mrv_finds_in_all_instructions() {
    agree(&random_puzzles(1, 5000), 2);
}

/// More than a hundred thousand puzzles: minutes. `cargo test --release --test all -- --ignored lanes`.
#[test]
#[ignore = "takes minutes"]
fn they_find_what_mrv_finds_on_a_hundred_thousand_puzzles() {
    for seed in 0..11 {
        agree(&random_puzzles(1000 + seed, 10_000), 2);
    }
}

/// A puzzle has the same solutions in the same order, and the same nodes, in any company and alone.
#[test]
fn a_puzzle_does_not_depend_on_its_company() {
    let puzzles = random_puzzles(2, 200);
    let request = Request::up_to(40);
    for machine in all_machines() {
        let (reports, solutions) = batch(&*machine, &puzzles, &request);
        for (number, puzzle) in puzzles.iter().enumerate() {
            let alone = common::solve(&*machine, puzzle, &request);
            assert_eq!(alone, (reports[number], solutions[number].clone()));
            if alone.0.verdict == Verdict::Exhausted {
                for every in [1, 3] {
                    let in_legs = common::solve_in_legs(&*machine, puzzle, every);
                    assert_eq!(in_legs, (alone.1.clone(), alone.0.nodes));
                }
            }
        }
        let backwards: Vec<Puzzle> = puzzles.iter().rev().cloned().collect();
        let (again, _) = batch(&*machine, &backwards, &request);
        assert!(again.iter().rev().eq(&reports));
    }
}

/// The search of a hard puzzle is spread over the lanes that are free: that must not show, wherever it
/// ends.
#[test]
fn a_search_in_many_lanes_is_the_search_in_one() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut several = hard.to_owned();
    several.replace_range(0..1, ".");
    let puzzles = [hard, &several, &".".repeat(81)].map(common::classic);
    for machine in all_machines() {
        for puzzle in &puzzles {
            for limit in [1, 2, 3, 17, 64, 65] {
                let request = Request::up_to(limit);
                let spread = common::solve(&*machine, puzzle, &request);
                // With a limit of nodes it is not spread.
                let limits = Limits::none().with_nodes(1_000_000_000);
                let whole = common::solve(&*machine, puzzle, &request.within(limits));
                assert_eq!(spread, whole, "{limit}");
            }
            // And the receiver may break off anywhere.
            for wanted in [1, 2, 5] {
                let mut received = Vec::new();
                let request = Request::up_to(50);
                let report = strategy::solve(&*machine, puzzle, &request, |solution| {
                    received.push(solution.to_vec());
                    match received.len() < wanted {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                let whole = common::solve(&*machine, puzzle, &Request::up_to(wanted as u64));
                assert_eq!(received, whole.1);
                if received.len() == wanted {
                    assert_eq!(report.verdict, Verdict::Stopped(StopReason::Receiver));
                    assert_eq!(report.nodes, whole.0.nodes);
                }
            }
        }
    }
}

#[test]
fn a_count_is_exact_in_all_instructions() {
    // The solutions of a puzzle of 17 clues of which one was taken away.
    let text = fs_line("clues17", 3);
    let clue = text.rfind(|c: char| c != '.').unwrap();
    let mut many = text.clone();
    many.replace_range(clue..=clue, ".");
    let puzzles = vec![common::classic(&many), common::classic(&text)];
    let expected = batch(by_name("dlx").unwrap(), &puzzles, &Request::all());
    assert!(expected.0[0].solutions > 100, "{}", expected.0[0].solutions);
    for machine in all_machines() {
        let (reports, _) = batch(&*machine, &puzzles, &Request::all());
        for (ours, theirs) in reports.iter().zip(&expected.0) {
            assert_eq!((ours.verdict, ours.solutions), (theirs.verdict, theirs.solutions));
        }
    }
}

/// A line of a corpus of ours.
fn fs_line(corpus: &str, number: usize) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let text = std::fs::read_to_string(folder.join(corpus).with_extension("txt")).unwrap();
    let line = text.lines().nth(number).and_then(|line| line.get(..81));
    line.unwrap_or_else(|| panic!("no line {number} in {corpus}")).to_owned()
}

#[test]
fn limits_hold_for_each_puzzle() {
    let empty = common::classic(&".".repeat(81));
    let full = common::classic(common::BOOK_SOLUTION);
    let puzzles = [empty.clone(), common::classic(common::BOOK), full, empty];
    for machine in all_machines() {
        let nodes = |nodes| Request::all().within(Limits::none().with_nodes(nodes));
        let (reports, _) = batch(&*machine, &puzzles, &nodes(100));
        for number in [0, 3] {
            let stopped = Verdict::Stopped(StopReason::NodeBudget);
            assert_eq!((reports[number].verdict, reports[number].nodes), (stopped, 100));
        }
        for number in [1, 2] {
            assert_eq!(
                (reports[number].verdict, reports[number].solutions),
                (Verdict::Exhausted, 1)
            );
        }
        let (reports, _) = batch(&*machine, &puzzles, &nodes(0));
        assert!(reports.iter().all(|report| report.nodes == 0 && report.solutions == 0));
        let (reports, _) = batch(&*machine, &puzzles, &Request::up_to(0));
        assert!(reports.iter().all(|report| report.verdict == Verdict::LimitReached));

        let in_time = Request::all().within(Limits::none().with_time(Duration::from_millis(20)));
        let mut count = 0;
        let reports = machine.solve_batch(&puzzles, &in_time, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(reports[0].verdict, Verdict::Stopped(StopReason::TimeBudget));
        assert_eq!(reports[1].verdict, Verdict::Exhausted);
        assert_eq!(count, reports.iter().map(|report| report.solutions).sum::<u64>());

        let token = CancelToken::new();
        token.cancel();
        let cancelled = Request::all().within(Limits::none().with_cancel(token));
        let (reports, _) = batch(&*machine, &puzzles, &cancelled);
        let stopped = Verdict::Stopped(StopReason::Cancelled);
        assert!(reports.iter().all(|report| report.verdict == stopped));
    }
}

#[test]
fn a_batch_without_puzzles_has_no_reports() {
    for machine in all_machines() {
        assert_eq!(batch(&*machine, &[], &Request::all()).0, []);
    }
}

#[test]
fn another_shape_is_refused_by_name_and_solved_all_the_same() {
    let shape = Shape::new(2, 2).unwrap();
    let strategies: [&dyn Strategy; 2] = [&Lanes::best(), &Fast::best()];
    for strategy in strategies {
        let error = check_shape(strategy, shape).unwrap_err();
        assert_eq!(error.instead, Some("auto"));
        let name = strategy.name();
        let expected = format!("strategy {name} cannot take 4×4 with boxes of 2×2; auto can");
        assert_eq!(error.to_string(), expected);
    }
    let plain = SudokuPuzzle { n: 4, box_rows: 2, box_columns: 2, givens: vec![0; 16] };
    let puzzles = [common::puzzle(&plain).unwrap(), common::classic(common::BOOK)];
    for strategy in strategies {
        let (reports, _) = batch(strategy, &puzzles, &Request::all());
        assert_eq!([reports[0].solutions, reports[1].solutions], [288, 1]);
        let (alone, _) = common::solve_in_legs(strategy, &puzzles[0], 50);
        assert_eq!(alone.len(), 288);
    }
}

/// The lists for timing: all solutions of a list together have a known sum.
#[test]
fn lists_for_timing_have_their_known_solutions() {
    let Some(folder) = shared::data_folder_or_skip("lists for timing, lanes and fast") else {
        return;
    };
    let mut lists = 0;
    for list in shared::speed(&folder).unwrap() {
        let Some(sum) = &list.solutions_sha256 else { continue };
        let puzzles: Vec<Puzzle> = list.puzzles.iter().map(|line| common::classic(line)).collect();
        for machine in all_machines() {
            let (reports, solutions) = batch(&*machine, &puzzles, &Request::up_to(2));
            for report in &reports {
                assert_eq!((report.verdict, report.solutions), (Verdict::Exhausted, 1));
            }
            let lines: String =
                solutions.iter().map(|found| format!("{}\n", to_line(&found[0]))).collect();
            let digest = Sha256::digest(lines);
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(&hex, sum, "{} with {machine:?}", list.file);
        }
        lists += 1;
    }
    assert!(lists >= 6, "{lists}");
}

#[test]
fn lists_with_counts_have_their_known_counts() {
    let Some(folder) = shared::data_folder_or_skip("lists with counts, lanes and fast") else {
        return;
    };
    for list in shared::speed(&folder).unwrap() {
        let Some(counts) = &list.counts else { continue };
        let cap = counts.iter().max().copied().unwrap_or(0);
        let mut puzzles = Vec::new();
        let mut expected = Vec::new();
        for (line, &count) in list.puzzles.iter().zip(counts).step_by(5) {
            match common::puzzle(&SudokuPuzzle::compact(3, 3, line)) {
                None => assert_eq!(count, 0, "{line} is refused"),
                Some(puzzle) => {
                    puzzles.push(puzzle);
                    expected.push(count);
                }
            }
        }
        for machine in all_machines() {
            let (reports, _) = batch(&*machine, &puzzles, &Request::up_to(cap));
            let found: Vec<u64> = reports.iter().map(|report| report.solutions).collect();
            assert!(found == expected, "{} with {machine:?}", list.file);
        }
    }
}

/// After a solution what is left of the nodes is used, by all alike.
#[test]
fn limits_of_nodes_end_the_search_at_the_same_place_in_every_strategy_of_the_kind() {
    let puzzles = random_puzzles(31, 300);
    let strategies: Vec<&dyn Strategy> =
        ["fast", "lanes", "auto"].into_iter().filter_map(by_name).collect();
    for nodes in 0..12 {
        for limit in [1, 2, 5, 64, 100] {
            let request = Request::up_to(limit).within(Limits::none().with_nodes(nodes));
            let expected = batch(strategies[0], &puzzles, &request);
            for strategy in &strategies[1..] {
                let found = batch(*strategy, &puzzles, &request);
                assert!(found == expected, "{}: {nodes} nodes, {limit} solutions", strategy.name());
            }
            if limit == 2 {
                for (number, puzzle) in puzzles.iter().enumerate() {
                    let alone = common::solve(strategies[1], puzzle, &request);
                    assert_eq!(alone, (expected.0[number], expected.1[number].clone()));
                }
            }
        }
    }
}
