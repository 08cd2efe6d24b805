//! The strategies for batches against those of other makes, on puzzles of all kinds, by the million.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quadrille_sudoku::strategy::{ALL, Fast, Instructions, Lanes, Strategy, by_name, solve};
use quadrille_sudoku::{Grid, Limits, Puzzle, Request, Shape, Verdict, verify};
use quadrille_testkit::generate::sudoku::{pencilmarks, permuted_grid};
use quadrille_testkit::{SplitMix64, to_line};

/// Kinds of puzzles, by how they are made; what they turn out to be is for the strategies to say.
const KINDS: usize = 8;

/// A puzzle of a kind, or `None` where its clues clash: then that is what was to be found out.
fn puzzle(kind: usize, random: &mut SplitMix64) -> Option<Puzzle> {
    let mut grid = permuted_grid(3, 3, random.next_u64());
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    let mut keep = |clues: usize| order[clues..].iter().for_each(|&cell| grid[cell] = 0);
    match kind {
        // About as many clues as make one solution, and fewer: one solution or several.
        0 => keep(random.between(24, 36)),
        1 => keep(random.between(17, 26)),
        // Nearly full, full, and nearly empty.
        2 => keep(random.between(60, 81)),
        3 => keep(random.below(12)),
        // A wrong clue or two, which do not clash: mostly none.
        4 | 5 => {
            keep(random.between(22, 40));
            for &cell in &order[..kind - 3] {
                grid[cell] = random.between(1, 9) as u8;
            }
        }
        // Not one clue too many.
        6 => return minimal(grid, &order),
        _ => {
            let marks =
                pencilmarks(3, 3, random.between(40, 90), random.below(4), random.next_u64());
            let set = |digits: &Vec<u8>| digits.iter().fold(0, |set, digit| set | 1 << (digit - 1));
            let sets: Vec<u64> = marks.iter().map(set).collect();
            return Some(Puzzle::from_candidates(Shape::CLASSIC, &sets).expect("sets of digits"));
        }
    }
    let clashes = clashes(&grid);
    let puzzle = Puzzle::new(Grid::from_values(Shape::CLASSIC, grid).expect("81 digits"));
    assert_eq!(puzzle.is_err(), clashes);
    puzzle.ok()
}

/// Whether two cells that see each other hold the same digit, pair by pair.
fn clashes(values: &[u8]) -> bool {
    let sees = |a: usize, b: usize| {
        a / 9 == b / 9 || a % 9 == b % 9 || (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3)
    };
    (0..81).any(|a| (0..a).any(|b| values[a] != 0 && values[a] == values[b] && sees(a, b)))
}

/// Removes clues as long as there is one solution, by another strategy than those that are on trial.
fn minimal(mut values: Vec<u8>, order: &[usize]) -> Option<Puzzle> {
    let judge = by_name("dlx").expect("a strategy");
    let mut last = None;
    for &cell in order {
        let digit = std::mem::take(&mut values[cell]);
        let puzzle = Puzzle::new(Grid::from_values(Shape::CLASSIC, &values).ok()?).ok()?;
        let report = solve(judge, &puzzle, &Request::up_to(2), |_| ControlFlow::Continue(()));
        if report.solutions == 1 {
            last = Some(puzzle);
        } else {
            values[cell] = digit;
        }
    }
    last
}

/// For each puzzle the verdict, the number of solutions, and the only one if it is; all verified.
fn answers(
    strategy: &dyn Strategy,
    puzzles: &[Puzzle],
    limits: &Limits,
) -> Vec<(Verdict, u64, Option<Vec<u8>>)> {
    let mut found = vec![Vec::new(); puzzles.len()];
    let request = Request::up_to(2).within(limits.clone());
    let reports = strategy.solve_batch(puzzles, &request, &mut |number, solution| {
        let line = to_line(puzzles[number].values());
        assert_eq!(verify(&puzzles[number], solution), Ok(()), "{}: {line}", strategy.name());
        found[number].push(solution.to_vec());
        ControlFlow::Continue(())
    });
    let answer = |(report, mut found): (&quadrille_sudoku::Report, Vec<Vec<u8>>)| {
        assert_eq!(report.solutions, found.len() as u64, "{}", strategy.name());
        assert!(found.len() < 2 || found[0] != found[1], "{}", strategy.name());
        let only = if found.len() == 1 { found.pop() } else { None };
        (report.verdict, report.solutions, only)
    };
    reports.iter().zip(found).map(answer).collect()
}

/// So many puzzles of each kind, and how many had none, one and two solutions.
fn agree(seed: u64, count: usize) -> [usize; 3] {
    let mut random = SplitMix64::new(seed);
    let puzzles: Vec<Puzzle> = (0..KINDS * count)
        .filter_map(|number| match number % (KINDS * 20) {
            // It takes a hundred searches to make one.
            minimal if minimal % KINDS == 6 && minimal > KINDS => puzzle(0, &mut random),
            number => puzzle(number % KINDS, &mut random),
        })
        .collect();
    let expected = answers(by_name("dlx").expect("a strategy"), &puzzles, &Limits::none());
    let kinds = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
    let lanes: Vec<Lanes> = kinds.into_iter().filter_map(Lanes::with).collect();
    let lanes = lanes.iter().map(|lanes| lanes as &dyn Strategy);
    let fast: Vec<Fast> = kinds.into_iter().filter_map(Fast::with).collect();
    let fast = fast.iter().map(|fast| fast as &dyn Strategy);
    for strategy in ALL.iter().copied().chain(lanes).chain(fast) {
        let limits = match strategy.name() {
            "dlx" | "backtrack" | "tables" => continue,
            "mrv" | "propagate" => Limits::none().with_nodes(20_000),
            _ => Limits::none(),
        };
        let found = answers(strategy, &puzzles, &limits);
        for ((puzzle, found), expected) in puzzles.iter().zip(found).zip(&expected) {
            if found.0.is_stopped() {
                assert!(found.1 <= expected.1);
                continue;
            }
            let line = to_line(puzzle.values());
            assert_eq!(&found, expected, "{}, seed {seed}: {line}", strategy.name());
        }
    }
    [0, 1, 2].map(|solutions| expected.iter().filter(|answer| answer.1 == solutions).count())
}

#[test]
fn thousands_of_all_kinds_have_the_same_answers_by_every_strategy() {
    let counts = agree(1, 500);
    assert!(counts.iter().all(|&count| count > 400), "{counts:?}");
}

/// Minutes: `cargo test --release --test all -- --ignored --nocapture million`.
#[test]
#[ignore = "takes minutes"]
fn a_million_of_all_kinds_have_the_same_answers_by_every_strategy() {
    const PUZZLES: usize = 1_000_000;
    let (seed, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut counts = [0; 3];
        while compared.load(Ordering::Relaxed) < PUZZLES {
            let some = agree(100 + seed.fetch_add(1, Ordering::Relaxed) as u64, 250);
            compared.fetch_add(some.iter().sum(), Ordering::Relaxed);
            counts = [0, 1, 2].map(|solutions| counts[solutions] + some[solutions]);
        }
        counts
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counts = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let counts = threads.into_iter().map(|thread| thread.join().expect("they agree"));
        counts.fold([0; 3], |sum, some| [0, 1, 2].map(|k| sum[k] + some[k]))
    });
    println!(
        "{} puzzles: with none, one, several solutions: {counts:?}",
        counts.iter().sum::<usize>()
    );
    assert!(counts.iter().all(|&count| count > PUZZLES / 10), "{counts:?}");
}
