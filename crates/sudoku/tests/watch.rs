//! Searches that are watched: the events of small puzzles by hand, and that they tell of every strategy
//! what it does when nobody looks.

use crate::common;

use std::ops::ControlFlow;

use quadrille_sudoku::strategy::{self, ALL, Searcher, Strategy};
use quadrille_sudoku::watch::{Board, Branch, Event, Watch};
use quadrille_sudoku::{Budget, Candidate, Constraint, Puzzle, Request, Step};
use quadrille_testkit::{SudokuPuzzle, cases};

/// The events in short: `+` chooses, `!` places, `-` takes back, `^` retreats; rows and columns from 1.
fn told(events: &[Event<Branch>]) -> Vec<String> {
    let item = |branch: &Branch| match branch.item {
        Constraint::Cell(row, column) => format!("r{}c{}", row + 1, column + 1),
        other => format!("{other:?}"),
    };
    let line = |event: &Event<Branch>| match event {
        Event::Choose { level, branch } => format!("{level}+ {}", item(branch)),
        Event::Try { level, branch } => {
            let candidate = branch.candidate;
            let (row, column) = (candidate.row + 1, candidate.column + 1);
            format!("{level}! {} in r{row}c{column}", candidate.digit)
        }
        Event::Undo { level, .. } => format!("{level}-"),
        Event::Retreat { level, branch } => format!("{level}^ {}", item(branch)),
        Event::Solution => "solution".to_owned(),
        Event::Exhausted => "exhausted".to_owned(),
        _ => "node".to_owned(),
    };
    events.iter().map(line).collect()
}

fn all_events(puzzle: &Puzzle, strategy: &str) -> Vec<String> {
    let mut watch = Watch::new(strategy::by_name(strategy).unwrap().searcher(puzzle));
    let mut lines = Vec::new();
    while !watch.is_over() {
        lines.extend(told(watch.step()));
    }
    lines
}

/// The strategies that take one cell after the other.
const BY_CELL: [&str; 4] = ["backtrack", "tables", "mrv", "propagate"];

fn small(line: &str) -> Puzzle {
    common::puzzle(&SudokuPuzzle::compact(2, 2, line)).unwrap()
}

#[test]
fn the_events_of_two_swapped_pairs_are_those_found_by_hand() {
    let puzzle = small("..343412..434321");
    let fill = |digits: [u8; 4]| {
        [
            format!("0! {} in r1c1", digits[0]),
            "1+ r1c2".to_owned(),
            format!("1! {} in r1c2", digits[1]),
            "2+ r3c1".to_owned(),
            format!("2! {} in r3c1", digits[2]),
            "3+ r3c2".to_owned(),
            format!("3! {} in r3c2", digits[3]),
        ]
    };
    let back = ["solution", "3-", "3^ r3c2", "2-", "2^ r3c1", "1-", "1^ r1c2", "0-"];
    let back = || back.map(str::to_owned);
    let mut expected = vec!["0+ r1c1".to_owned()];
    expected.extend(fill([1, 2, 2, 1]).into_iter().chain(back()));
    expected.extend(fill([2, 1, 1, 2]).into_iter().chain(back()));
    expected.extend(["0^ r1c1".to_owned(), "exhausted".to_owned()]);
    for name in BY_CELL {
        assert_eq!(all_events(&puzzle, name), expected, "{name}");
    }
}

#[test]
fn a_cell_without_a_candidate_shows_as_a_digit_that_is_taken_back() {
    let puzzle = small("..343412.2434321");
    // With 1 in the first cell, the second has no candidate.
    let expected = [
        "0+ r1c1",
        "0! 1 in r1c1",
        "0-",
        "0! 2 in r1c1",
        "1+ r1c2",
        "1! 1 in r1c2",
        "2+ r3c1",
        "2! 1 in r3c1",
        "solution",
        "2-",
        "2^ r3c1",
        "1-",
        "1^ r1c2",
        "0-",
        "0^ r1c1",
        "exhausted",
    ];
    for name in ["backtrack", "tables"] {
        assert_eq!(all_events(&puzzle, name), expected, "{name}");
    }
}

#[test]
fn a_grid_without_empty_cells_is_its_own_solution() {
    let puzzle = small("1234341221434321");
    for strategy in ALL {
        assert_eq!(all_events(&puzzle, strategy.name()), ["solution", "exhausted"]);
    }
}

#[test]
fn dancing_links_choose_places_for_digits_too() {
    let puzzle = common::classic(common::BOOK);
    let mut watch = Watch::new(strategy::by_name("dlx").unwrap().searcher(&puzzle));
    let (mut cells, mut places) = (0, 0);
    while watch.solutions() == 0 {
        for event in watch.step() {
            if let Event::Choose { branch, .. } = event {
                match branch.item {
                    Constraint::Cell(..) => cells += 1,
                    _ => places += 1,
                }
            }
        }
    }
    assert_eq!(cells + places, 51);
    assert!(places > 0);
}

/// Replays the events of a search and compares what comes out with what it finds when nobody looks.
fn replay(strategy: &dyn Strategy, puzzle: &Puzzle, request: &Request, place: &str) {
    let mut solutions = Vec::new();
    let report = strategy::solve(strategy, puzzle, request, |solution| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    let mut watch = Watch::new(strategy.searcher(puzzle));
    let mut board = Board::new(puzzle);
    let mut levels: Vec<(Constraint, Option<Branch>)> = Vec::new();
    let (mut found, mut nodes) = (Vec::new(), 0);
    // Strategies that guess place other digits too, and tell of them in another way.
    let mut left = strategy.searcher(puzzle).candidates();
    let guesses = left.is_some();
    while !watch.is_over() && Some(watch.solutions()) != request.limit {
        let events = watch.step().to_vec();
        assert!(!events.is_empty(), "{place}: a step without events");
        for event in &events {
            match *event {
                Event::Choose { level, branch } => {
                    assert_eq!(level, levels.len(), "{place}");
                    assert!(levels.iter().all(|(_, branch)| branch.is_some()), "{place}");
                    assert!(board.options(branch.item).contains(&branch.candidate), "{place}");
                    levels.push((branch.item, None));
                }
                Event::Try { level, branch } => {
                    assert_eq!(level + 1, levels.len(), "{place}");
                    assert!(board.options(branch.item).contains(&branch.candidate), "{place}");
                    let top = levels.last_mut().unwrap();
                    assert_eq!((top.0, top.1), (branch.item, None), "{place}");
                    top.1 = Some(branch);
                    nodes += 1;
                }
                Event::Undo { branch, .. } => {
                    assert_eq!(levels.last().unwrap().1, Some(branch), "{place}");
                    levels.last_mut().unwrap().1 = None;
                }
                Event::Retreat { level, branch } => {
                    assert_eq!(level + 1, levels.len(), "{place}");
                    assert_eq!(levels.pop(), Some((branch.item, None)), "{place}");
                }
                Event::Solution => found.push(watch.searcher().solution().to_vec()),
                Event::Exhausted => assert!(levels.is_empty(), "{place}"),
                _ => panic!("{place}: {event:?}"),
            }
            board.follow(event);
            if *event == Event::Solution {
                let solution = watch.searcher().solution();
                let agrees = |(value, digit): (&u8, &u8)| value == digit || guesses && *value == 0;
                assert!(board.values().iter().zip(solution).all(agrees), "{place}");
                if let (Some(sets), Some(Event::Try { .. })) = (&left, events.first()) {
                    let is_left = |(set, digit): (&u64, &u8)| set >> (digit - 1) & 1 == 1;
                    assert!(sets.iter().zip(solution).all(is_left), "{place}");
                }
            }
        }
        left = watch.searcher().candidates();
        if let Some(sets) = &left {
            for (number, branch) in watch.path().iter().enumerate() {
                let Candidate { row, column, digit } = branch.candidate;
                let set = sets[puzzle.shape().cell(row.into(), column.into())];
                let digit = 1 << (digit - 1);
                match number + 1 == watch.path().len() && !watch.is_in_force() {
                    true => assert!(set & digit != 0 && set != digit, "{place}"),
                    false => assert_eq!(set, digit, "{place}"),
                }
            }
        }
    }
    assert_eq!(found, solutions, "{place}");
    assert_eq!((nodes, watch.nodes()), (report.nodes, report.nodes), "{place}");
}

#[test]
fn the_events_of_every_strategy_replay_to_what_it_finds_when_nobody_looks() {
    let mut replayed = 0;
    for case in cases::sudoku() {
        let Some(puzzle) = common::puzzle(&case.puzzle) else { continue };
        for &strategy in ALL.iter().filter(|strategy| !strategy.learns(puzzle.shape())) {
            let mut request = Request::up_to(20);
            request.limits.nodes = Some(20_000);
            let report =
                strategy::solve(strategy, &puzzle, &request, |_| ControlFlow::Continue(()));
            if report.verdict.is_stopped() {
                continue;
            }
            let place = format!("{} by {}", case.name, strategy.name());
            replay(strategy, &puzzle, &Request::up_to(20), &place);
            replayed += 1;
        }
    }
    assert!(replayed > 50, "{replayed}");
}

/// Two swapped pairs in a grid that is full otherwise: two solutions, the second without a guess.
const PAIRS: &str =
    "4.316789.7.184963.968253174342615987597438216186792453239586741874321569615974328";

#[test]
fn what_a_guess_has_forced_and_what_its_opposite_forces_are_no_events() {
    let puzzle = common::classic(PAIRS);
    for name in ["fast", "lanes", "auto"] {
        let mut watch = Watch::new(strategy::by_name(name).unwrap().searcher(&puzzle));
        let steps: Vec<Vec<String>> = (0..4).map(|_| told(watch.step())).collect();
        assert_eq!(steps[0].len(), 1, "{name}: {steps:?}");
        assert_eq!(steps[1].len(), 2, "{name}: {steps:?}");
        assert_eq!(steps[1][1], "solution", "{name}");
        // The other digit of the cell is forced.
        assert_eq!(steps[2][0], "0-", "{name}");
        assert_eq!(steps[2][2], "solution", "{name}");
        assert_eq!(steps[3], ["exhausted"], "{name}");
        assert_eq!((watch.nodes(), watch.undone(), watch.solutions()), (1, 1, 2), "{name}");
    }
}

#[test]
fn a_board_that_is_told_what_is_left_has_the_forced_digits_of_fast() {
    let puzzle = common::classic(common::BOOK);
    let searcher = strategy::by_name("fast").unwrap().searcher(&puzzle);
    let mut board = Board::new(&puzzle);
    let empty = |board: &Board<'_>| board.values().iter().filter(|&&digit| digit == 0).count();
    assert_eq!(empty(&board), 51);
    // The book's puzzle needs no guess.
    assert_eq!(searcher.position(), Some(Vec::new()));
    board.narrow(searcher.candidates());
    assert_eq!(empty(&board), 0);
    assert_eq!(board.candidates(2), 0);
    board.narrow(None);
    assert_eq!(empty(&board), 51);
    // Of another grid nothing is taken over.
    board.narrow(Some(vec![1; 16]));
    assert_eq!(empty(&board), 51);
}

/// A search that does not tell where it stands.
#[derive(Debug)]
struct Blind<'p>(Box<dyn Searcher + 'p>);

impl Searcher for Blind<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        self.0.advance(budget)
    }

    fn solution(&self) -> &[u8] {
        self.0.solution()
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

#[test]
fn of_a_search_that_does_not_tell_where_it_stands_the_nodes_are_counted() {
    let puzzle = small("..343412..434321");
    let blind = Blind(strategy::by_name("mrv").unwrap().searcher(&puzzle));
    let mut watch = Watch::new(Box::new(blind) as Box<dyn Searcher>);
    let mut lines = Vec::new();
    while !watch.is_over() {
        lines.extend(told(watch.step()));
    }
    let solved = ["node", "node", "node", "node", "solution"];
    assert_eq!(lines, [&solved[..], &solved[..], &["exhausted"]].concat());
}

#[test]
fn a_board_knows_the_candidates_of_cells_and_of_digits_in_houses() {
    let puzzle = common::classic(common::BOOK);
    let board = Board::new(&puzzle);
    let digits = |item| board.options(item).iter().map(|option| option.digit).collect::<Vec<_>>();
    assert_eq!(digits(Constraint::Cell(0, 2)), [1, 2, 4]);
    assert_eq!(digits(Constraint::Cell(4, 4)), [5]);
    assert_eq!(digits(Constraint::Cell(0, 0)), [0u8; 0], "it has a clue");
    let cells = |item| {
        let options = board.options(item);
        options.iter().map(|option| (option.row, option.column)).collect::<Vec<_>>()
    };
    // The sixth column has a 5 already.
    assert_eq!(cells(Constraint::BoxDigit(4, 5)), [(3, 3), (4, 4), (5, 3)]);
    assert_eq!(board.options(Constraint::Cell(9, 9)), [], "no such cell");
}
