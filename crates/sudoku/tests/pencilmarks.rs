//! Puzzles of pencilmarks: every strategy against the oracle of the testkit, against each other and against
//! the puzzles that they were made from.

use crate::common;

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::strategy as cover;
use quadrille_sudoku::strategy::{self, ALL, Instructions, Lanes};
use quadrille_sudoku::{
    Fault, Limits, Puzzle, Report, Request, Search, Shape, Verdict, count, format, verify,
};
use quadrille_testkit::generate::sudoku::pencilmarks;
use quadrille_testkit::sudoku_oracle::marked_fewest_first;
use quadrille_testkit::{SplitMix64, shared};

fn bits(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |set, digit| set | 1 << (digit - 1))
}

fn puzzle((rows, columns): (usize, usize), marks: &[Vec<u8>]) -> Puzzle {
    let sets: Vec<u64> = marks.iter().map(|digits| bits(digits)).collect();
    Puzzle::from_candidates(Shape::new(rows, columns).unwrap(), &sets).unwrap()
}

/// All strategies that take the shape, lanes in all instructions that there are.
fn strategies(shape: Shape) -> Vec<Box<dyn strategy::Strategy>> {
    let kinds = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
    let lanes = kinds.into_iter().filter_map(Lanes::with);
    let mut all: Vec<Box<dyn strategy::Strategy>> = Vec::new();
    if shape == Shape::CLASSIC {
        all.extend(lanes.map(|lanes| Box::new(lanes) as Box<dyn strategy::Strategy>));
    }
    all.extend(ALL.iter().filter(|one| one.takes(shape)).map(|one| Box::new(Named(*one)) as _));
    all
}

/// One of the registry.
#[derive(Debug)]
struct Named(&'static dyn strategy::Strategy);

impl strategy::Strategy for Named {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn description(&self) -> &'static str {
        self.0.description()
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn strategy::Searcher + 'p> {
        self.0.searcher(puzzle)
    }

    fn solve_batch(
        &self,
        puzzles: &[Puzzle],
        request: &Request,
        receive: &mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
    ) -> Vec<Report> {
        self.0.solve_batch(puzzles, request, receive)
    }
}

fn config(cases: u32) -> ProptestConfig {
    // The same puzzles on every run, here and elsewhere.
    ProptestConfig {
        cases,
        rng_seed: prop::test_runner::RngSeed::Fixed(20_261),
        failure_persistence: None,
        ..Default::default()
    }
}

/// Shape, share of cells with more than the solution's digit, cells without that, seed.
fn any_marks() -> impl Strategy<Value = ((usize, usize), usize, usize, u64)> {
    let shapes = prop_oneof![
        Just(((2, 2), 100)),
        Just(((2, 3), 90)),
        Just(((3, 2), 90)),
        Just(((1, 5), 90)),
        Just(((3, 3), 75))
    ];
    shapes.prop_flat_map(|(shape, most)| {
        let wrong = prop_oneof![4 => Just(0usize), 1 => 1..=3usize];
        (Just(shape), 20usize..=most, wrong, any::<u64>())
    })
}

proptest! {
    #![proptest_config(config(250))]

    #[test]
    fn every_strategy_finds_what_the_oracle_finds((shape, percent, wrong, seed) in any_marks()) {
        let marks = pencilmarks(shape.0, shape.1, percent, wrong, seed);
        let expected = marked_fewest_first(shape.0, shape.1, &marks, 500, 50_000);
        prop_assume!(expected.as_ref().is_some_and(|found| found.len() < 500));
        let expected = expected.unwrap();
        prop_assert!(wrong > 0 || !expected.is_empty());
        let puzzle = puzzle(shape, &marks);
        let limits = Limits::none().with_nodes(3_000_000);
        let request = Request::all().within(limits);
        let mut nodes = std::collections::HashMap::new();
        for strategy in strategies(puzzle.shape()) {
            let name = strategy.name();
            let (report, found) = common::solve(&*strategy, &puzzle, &request);
            if report.verdict != Verdict::Exhausted {
                prop_assert!(["backtrack", "tables"].contains(&name), "{} was stopped", name);
                continue;
            }
            let mut sorted = found.clone();
            sorted.sort();
            prop_assert_eq!(&sorted, &expected, "{}", name);
            if ["backtrack", "tables"].contains(&name) {
                prop_assert_eq!(&found, &expected, "{}: in lexicographic order", name);
            }
            for solution in &found {
                prop_assert_eq!(verify(&puzzle, solution), Ok(()));
            }
            if report.nodes < 20_000 {
                let legs = common::solve_in_legs(&*strategy, &puzzle, 3);
                prop_assert_eq!(legs, (found, report.nodes), "{} in legs", name);
            }
            nodes.insert(name, report.nodes);
        }
        // Those that choose alike walk the same tree.
        prop_assert_eq!(nodes.get("backtrack"), nodes.get("tables"));
        prop_assert_eq!(nodes.get("mrv"), nodes.get("propagate"));
        for strategy in cover::ALL {
            let search = Search::new().strategy(*strategy);
            let outcome = count(&puzzle, &search).expect("it takes plain exact cover");
            prop_assert_eq!(outcome.total(), expected.len().into(), "{}", strategy.name());
        }
    }

    /// Of the solutions of more pencilmarks just those are solutions of fewer that hold no other digit.
    #[test]
    fn verify_tells_a_digit_that_is_no_candidate((shape, percent, _, seed) in any_marks()) {
        let marks = pencilmarks(shape.0, shape.1, percent, 0, seed);
        let Some(all) = marked_fewest_first(shape.0, shape.1, &marks, 50, 50_000) else {
            return Ok(());
        };
        let mut random = SplitMix64::new(seed);
        let mut fewer = marks.clone();
        for digits in fewer.iter_mut().filter(|digits| digits.len() > 1) {
            if random.chance(10) {
                digits.remove(0);
            }
        }
        let (full, fewer_puzzle) = (puzzle(shape, &marks), puzzle(shape, &fewer));
        for solution in &all {
            prop_assert_eq!(verify(&full, solution), Ok(()));
            let first = (0..solution.len()).find(|&cell| !fewer[cell].contains(&solution[cell]));
            match (verify(&fewer_puzzle, solution), first) {
                (Ok(()), None) => {}
                (Err(Fault::Candidate { cell, found, .. }), Some(first)) => {
                    // That of a cell with a clue is the clue's fault, and comes before.
                    prop_assert_eq!((cell, found), (first, solution[first]));
                }
                (Err(Fault::Clue { cell, .. }), Some(_)) => {
                    prop_assert_eq!(fewer[cell].len(), 1);
                    prop_assert!(!fewer[cell].contains(&solution[cell]));
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}

/// What a solver knows from the start: the digits that no clue excludes.
fn reduced(clues: &str) -> Puzzle {
    let value = |c: char| c.to_digit(10).unwrap_or(0) as usize;
    let values: Vec<usize> = clues.chars().map(value).collect();
    let shape = Shape::CLASSIC;
    let sets: Vec<u64> = (0..81)
        .map(|cell| match values[cell] {
            0 => (0..81)
                .filter(|&other| other != cell && shape.shared_house(cell, other).is_some())
                .fold(0b1_1111_1111, |set, other| set & !(1 << values[other] >> 1)),
            digit => 1 << (digit - 1),
        })
        .collect();
    Puzzle::from_candidates(shape, &sets).unwrap()
}

#[test]
fn a_puzzle_reduced_to_its_candidates_has_the_same_solutions() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for line in [common::BOOK, hard] {
        let (ordinary, marked) = (common::classic(line), reduced(line));
        assert!(marked.pencilmarks().is_some());
        assert_ne!(ordinary, marked);
        for strategy in strategies(Shape::CLASSIC) {
            let [one, other] = [&ordinary, &marked]
                .map(|puzzle| common::solve(&*strategy, puzzle, &Request::all()));
            assert_eq!(one.1, other.1, "{}", strategy.name());
            assert_eq!((one.0.verdict, other.0.solutions), (Verdict::Exhausted, 1));
            // Cells with one candidate left are clues, and no nodes.
            assert!(other.0.nodes <= one.0.nodes, "{}", strategy.name());
        }
    }
}

#[test]
fn contradictions_have_no_solution_and_stop_no_strategy() {
    let empty = vec![vec![1, 2, 3, 4]; 16];
    let mut nothing = empty.clone();
    nothing[9] = Vec::new();
    let mut twice = empty.clone();
    twice[4] = vec![2];
    twice[6] = vec![2];
    let mut two_in_three = empty.clone();
    [0, 4, 12].iter().for_each(|&cell| two_in_three[cell] = vec![3, 4]);
    for marks in [nothing, twice, two_in_three, vec![Vec::new(); 16]] {
        let puzzle = puzzle((2, 2), &marks);
        for strategy in strategies(puzzle.shape()) {
            let (report, _) = common::solve(&*strategy, &puzzle, &Request::all());
            let found = (report.verdict, report.solutions);
            assert_eq!(found, (Verdict::Exhausted, 0), "{}", strategy.name());
        }
        assert_eq!(count(&puzzle, &Search::new()).unwrap().total(), 0u32.into());
    }
    let mut full: Vec<u64> = common::BOOK_SOLUTION.bytes().map(|b| 1 << (b - b'1')).collect();
    full[80] = full[79];
    let clash = Puzzle::from_candidates(Shape::CLASSIC, &full).unwrap();
    full[80] = 0;
    let nothing = Puzzle::from_candidates(Shape::CLASSIC, &full).unwrap();
    for puzzle in [clash, nothing] {
        for strategy in strategies(Shape::CLASSIC) {
            let (report, _) = common::solve(&*strategy, &puzzle, &Request::all());
            let found = (report.verdict, report.solutions);
            assert_eq!(found, (Verdict::Exhausted, 0), "{}", strategy.name());
        }
    }
}

/// In one batch with ordinary ones.
#[test]
fn lanes_take_pencilmarks_and_clues_in_any_company() {
    let mut puzzles = Vec::new();
    for seed in 0..300 {
        let percent = 40 + seed as usize % 50;
        let marks = pencilmarks(3, 3, percent, usize::from(seed % 5 == 0), seed);
        puzzles.push(puzzle((3, 3), &marks));
        if seed % 3 == 0 {
            puzzles.push(common::classic(common::BOOK));
        }
    }
    let request = Request::up_to(20);
    let judge = strategy::by_name("dlx").unwrap();
    let mut counts = [0; 3];
    for lanes in strategies(Shape::CLASSIC).iter().filter(|one| one.name() == "lanes") {
        let mut found = vec![Vec::new(); puzzles.len()];
        let reports = lanes.solve_batch(&puzzles, &request, &mut |number, solution| {
            found[number].push(solution.to_vec());
            ControlFlow::Continue(())
        });
        for ((puzzle, report), found) in puzzles.iter().zip(&reports).zip(&mut found) {
            assert_eq!(common::solve(&**lanes, puzzle, &request), (*report, found.clone()));
            let (judged, mut expected) = common::solve(judge, puzzle, &request);
            assert_eq!((report.verdict, report.solutions), (judged.verdict, judged.solutions));
            if report.verdict == Verdict::Exhausted {
                found.sort();
                expected.sort();
                assert_eq!(found, &expected);
            }
            counts[report.solutions.min(2) as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

/// A hundred thousand: half a minute. `cargo test --release --test all -- --ignored pencilmarks`.
#[test]
#[ignore = "takes half a minute"]
fn lanes_and_mrv_find_what_dlx_finds_on_a_hundred_thousand_puzzles() {
    let mut random = SplitMix64::new(17);
    let mut counts = [0u64; 3];
    for _ in 0..100 {
        let mut puzzles = Vec::new();
        for _ in 0..1000 {
            let (percent, wrong) = (random.between(40, 90), random.below(6).saturating_sub(3));
            puzzles.push(puzzle((3, 3), &pencilmarks(3, 3, percent, wrong, random.next_u64())));
        }
        let request = Request::up_to(2);
        let batch = |strategy: &dyn strategy::Strategy| {
            let mut found = vec![Vec::new(); puzzles.len()];
            let reports = strategy.solve_batch(&puzzles, &request, &mut |number, solution| {
                assert_eq!(verify(&puzzles[number], solution), Ok(()));
                found[number].push(solution.to_vec());
                ControlFlow::Continue(())
            });
            let unique = |(report, found): (&Report, Vec<Vec<u8>>)| {
                let only = if report.solutions == 1 { found.first().cloned() } else { None };
                (report.verdict, report.solutions, only)
            };
            reports.iter().zip(found).map(unique).collect::<Vec<_>>()
        };
        let judged = batch(strategy::by_name("dlx").unwrap());
        for &(_, solutions, _) in &judged {
            counts[solutions as usize] += 1;
        }
        for other in strategies(Shape::CLASSIC) {
            if !["backtrack", "tables", "dlx"].contains(&other.name()) {
                assert!(batch(&*other) == judged, "{}", other.name());
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
}

/// Sets of 64 bits, and cells whose candidates do not fit in 16.
#[test]
fn large_grids_have_pencilmarks_too() {
    for (shape, percent) in [((4, 4), 40), ((5, 5), 25), ((8, 8), 4)] {
        for seed in 0..3 {
            let marks = pencilmarks(shape.0, shape.1, percent, 0, seed);
            let puzzle = puzzle(shape, &marks);
            assert!(puzzle.pencilmarks().is_some());
            let request = Request::up_to(20).within(Limits::none().with_nodes(2_000_000));
            let mut agreed = None;
            for strategy in strategies(puzzle.shape()) {
                let (report, solutions) = common::solve(&*strategy, &puzzle, &request);
                for solution in &solutions {
                    assert_eq!(verify(&puzzle, solution), Ok(()), "{}", strategy.name());
                }
                if !report.verdict.is_stopped() {
                    let found = (report.verdict, report.solutions);
                    assert_eq!(found, *agreed.get_or_insert(found), "{}", strategy.name());
                }
            }
            assert!(agreed.is_some_and(|(_, found)| found > 0), "{shape:?} {seed}");
        }
    }
}

/// The puzzles of the shared data, contradictory ones included, as lines of 729 characters.
#[test]
fn classic_counts_are_right_as_pencilmarks() {
    let Some(folder) = shared::data_folder_or_skip("classic counts as pencilmarks") else {
        return;
    };
    let rows = shared::classic(&folder).expect("rows");
    let mut counted = 0;
    for row in &rows {
        let marked = reduced(&row.puzzle);
        let text = format::pencilmarks(&marked).to_string();
        assert_eq!(text.len(), 729);
        let read = format::parse(&text, Shape::CLASSIC).expect("it is read").puzzle;
        assert_eq!(read, marked, "{}", row.id);
        let dd = Search::new().strategy(cover::by_name("dd").expect("in the registry"));
        let outcome = count(&read, &dd).expect("it takes it");
        assert_eq!(outcome.total(), row.count.into(), "{}", row.id);
        if row.count <= 1000 {
            let (report, _) = common::solve(&Lanes::best(), &read, &Request::all());
            assert_eq!(report.solutions, row.count, "{} by lanes", row.id);
        }
        counted += 1;
    }
    assert_eq!(counted, rows.len());
    assert!(counted > 20);
}
