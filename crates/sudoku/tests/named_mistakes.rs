//! The classic mistakes of sudoku solvers, each with a puzzle on which it shows. Every test also runs
//! the mistaken program, so that it is known to tell right from wrong.

use crate::common;

use crate::common::{BOOK, BOOK_SOLUTION};
use quadrille_sudoku::strategy::ALL;
use quadrille_sudoku::{Budget, Request, Step, Verdict, verify};
use quadrille_testkit::{SudokuPuzzle, to_line};

type Grid = [u8; 81];

fn grid(line: &str) -> Grid {
    SudokuPuzzle::compact(3, 3, line).givens.try_into().unwrap()
}

/// The box as it should be.
fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The textbook's recursion, with the number of the box as a parameter. It stops at the first
/// solution, and leaves that in the grid.
fn textbook(grid: &mut Grid, box_of: fn(usize) -> usize) -> bool {
    let Some(cell) = grid.iter().position(|&digit| digit == 0) else {
        return true;
    };
    for digit in 1..=9 {
        let clashes = (0..81).any(|other| {
            let same_row = other / 9 == cell / 9;
            let same_column = other % 9 == cell % 9;
            grid[other] == digit && (same_row || same_column || box_of(other) == box_of(cell))
        });
        if !clashes {
            grid[cell] = digit;
            if textbook(grid, box_of) {
                return true;
            }
        }
    }
    grid[cell] = 0;
    false
}

/// `r/3 + c/3` has five values for nine boxes: boxes on an antidiagonal count as one, so that digits
/// are forbidden which may well stand there.
#[test]
fn boxes_on_an_antidiagonal_are_different_boxes() {
    fn mistaken_box_of(cell: usize) -> usize {
        cell / 9 / 3 + cell % 9 / 3
    }
    let mut right = grid(BOOK);
    assert!(textbook(&mut right, box_of));
    assert_eq!(to_line(&right), BOOK_SOLUTION);
    assert!(!textbook(&mut grid(BOOK), mistaken_box_of), "the mistake finds no solution");

    let puzzle = common::classic(BOOK);
    for strategy in ALL {
        let (_, solutions) = common::solve(*strategy, &puzzle, &Request::all());
        let lines: Vec<String> = solutions.iter().map(|solution| to_line(solution)).collect();
        assert_eq!(lines, [BOOK_SOLUTION], "{}", strategy.name());
    }
}

/// A walk with a table of used digits for each house, which takes the marks back or forgets to.
fn with_tables(grid: &mut Grid, used: &mut [[bool; 10]; 27], take_back: bool) -> bool {
    let Some(cell) = grid.iter().position(|&digit| digit == 0) else {
        return true;
    };
    let houses = [cell / 9, 9 + cell % 9, 18 + box_of(cell)];
    for digit in 1..=9u8 {
        if houses.iter().any(|&house| used[house][usize::from(digit)]) {
            continue;
        }
        grid[cell] = digit;
        houses.iter().for_each(|&house| used[house][usize::from(digit)] = true);
        if with_tables(grid, used, take_back) {
            return true;
        }
        if take_back {
            houses.iter().for_each(|&house| used[house][usize::from(digit)] = false);
        }
    }
    grid[cell] = 0;
    false
}

/// A mark left behind forbids its digit for good: as soon as one guess was wrong, the solution is
/// missed. The puzzle makes every strategy go back many times.
#[test]
fn a_digit_taken_back_may_be_used_again() {
    // Inkala 2012: no strategy gets far without a wrong guess.
    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLUTION: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    let try_with = |take_back: bool| {
        let mut grid = grid(HARD);
        let mut used = [[false; 10]; 27];
        for (cell, &digit) in grid.iter().enumerate() {
            [cell / 9, 9 + cell % 9, 18 + box_of(cell)]
                .iter()
                .for_each(|&house| used[house][usize::from(digit)] = digit != 0);
        }
        with_tables(&mut grid, &mut used, take_back).then(|| to_line(&grid))
    };
    assert_eq!(try_with(true).as_deref(), Some(SOLUTION));
    assert_eq!(try_with(false), None, "the mistake finds no solution");

    let puzzle = common::classic(HARD);
    for strategy in ALL {
        let (report, solutions) = common::solve(*strategy, &puzzle, &Request::all());
        let placed_for_the_solution = match strategy.name() {
            // Their nodes are guesses, and of the two branches of each one is wrong here.
            "auto" | "fast" | "lanes" => 0,
            _ => 81 - puzzle.clue_count() as u64,
        };
        assert!(report.nodes > placed_for_the_solution, "{}: went back", strategy.name());
        let lines: Vec<String> = solutions.iter().map(|solution| to_line(solution)).collect();
        assert_eq!(lines, [SOLUTION], "{}", strategy.name());
    }
}

/// Without an answer to the question "solved?" the recursion goes on after the first solution, and
/// empties the cells on its way back: the caller gets its puzzle again.
#[test]
fn the_first_solution_is_kept() {
    fn mistaken(grid: &mut Grid) {
        let Some(cell) = grid.iter().position(|&digit| digit == 0) else {
            return;
        };
        for digit in 1..=9 {
            let clashes = (0..81).any(|other| {
                let same_house =
                    other / 9 == cell / 9 || other % 9 == cell % 9 || box_of(other) == box_of(cell);
                grid[other] == digit && same_house
            });
            if !clashes {
                grid[cell] = digit;
                mistaken(grid);
            }
        }
        grid[cell] = 0;
    }
    let mut wiped = grid(BOOK);
    mistaken(&mut wiped);
    assert_eq!(wiped, grid(BOOK), "the mistake wipes the solution off the board");

    let puzzle = common::classic(BOOK);
    for strategy in ALL {
        let mut searcher = strategy.searcher(&puzzle);
        let mut budget = Budget::unlimited();
        assert_eq!(searcher.advance(&mut budget), Step::Solution, "{}", strategy.name());
        assert_eq!(to_line(searcher.solution()), BOOK_SOLUTION, "{}", strategy.name());
    }
}

/// The same for the driver: after the solution that was asked for not one digit more is placed.
#[test]
fn the_search_stops_at_the_first_solution() {
    let empty = common::classic(&".".repeat(81));
    for strategy in ALL {
        let (report, solutions) = common::solve(*strategy, &empty, &Request::first());
        assert_eq!((report.verdict, report.solutions), (Verdict::LimitReached, 1));
        assert_eq!(verify(&empty, &solutions[0]), Ok(()), "{}", strategy.name());

        let mut searcher = strategy.searcher(&empty);
        assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Solution);
        assert_eq!(searcher.nodes(), report.nodes, "{}", strategy.name());
    }
}
