//! Sudoku as an instance: as many solutions as the puzzle has, and each is a grid.

use std::ops::ControlFlow;

use quadrille_cover::{Search, text};
use quadrille_gallery::picture::{PictureKind, Style};
use quadrille_gallery::{Instance, Sudoku};
use quadrille_sudoku::strategy::{self, Request};
use quadrille_sudoku::{Grid, Puzzle, Shape, format};
use quadrille_testkit::{SplitMix64, dlx, shared};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle(text: &str, shape: Shape) -> Puzzle {
    format::parse(text, shape).unwrap().puzzle
}

fn count(instance: &Instance) -> u64 {
    let outcome = Search::new().count(&instance.problem).unwrap();
    assert!(outcome.verdict.is_exhausted());
    outcome.solutions
}

/// By a solver that uses nothing of exact cover.
fn count_by_another(puzzle: &Puzzle) -> u64 {
    let mrv = strategy::by_name("mrv").unwrap();
    let report = strategy::solve(mrv, puzzle, &Request::all(), |_| ControlFlow::Continue(()));
    assert!(report.verdict.is_exhausted());
    report.solutions
}

#[test]
fn an_empty_grid_is_the_whole_encoding() {
    let empty = Puzzle::new(Grid::empty(Shape::CLASSIC)).unwrap();
    let instance = Sudoku::new(&empty).instance().unwrap();
    assert_eq!((instance.problem.item_count(), instance.problem.option_count()), (324, 729));
    let text = instance.to_text().unwrap();
    assert!(text.contains("\np34 r35 c45 b45\n"), "row 3, column 4, box 4, digit 5: {text}");
    assert!(
        text.lines()
            .all(|line| line.split(' ').all(|name| name.len() <= 8 || line.starts_with('|')))
    );
    let small = Puzzle::new(Grid::empty(Shape::new(2, 2).unwrap())).unwrap();
    assert_eq!(count(&Sudoku::new(&small).instance().unwrap()), 288);
}

#[test]
fn a_puzzle_has_its_solution_and_the_picture_is_the_grid() {
    let puzzle = puzzle(PUZZLE, Shape::CLASSIC);
    let instance = Sudoku::new(&puzzle).instance().unwrap();
    assert!(instance.problem.option_count() < 400);
    assert_eq!(instance.picture.kind(), PictureKind::Grid { size: [9, 9] });
    let solutions = Search::new().all(&instance.problem).unwrap().solutions;
    let [solution] = solutions.as_slice() else { panic!("{} solutions", solutions.len()) };
    assert_eq!(solution.len(), 81);
    let style = Style::default().with_ascii(true);
    let drawn = instance.picture.draw(&instance.problem, solution, style).unwrap();
    let digits: String = drawn.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, SOLUTION, "{drawn}");
}

#[test]
fn random_clues_of_any_shape_leave_as_many_solutions_as_another_solver_finds() {
    let mut random = SplitMix64::new(5);
    for round in 0..200 {
        let [rows, columns] = [[2, 2], [2, 3], [3, 2], [1, 3], [1, 5]][round % 5];
        let shape = Shape::new(rows, columns).unwrap();
        let mut grid = Grid::empty(shape);
        let clues = random.between(if shape.size() == 6 { 9 } else { 0 }, shape.cells() / 2);
        for _ in 0..clues {
            let (cell, before) = (random.below(shape.cells()), grid.clone());
            grid.set(cell, random.between(1, shape.size()) as u8).unwrap();
            if grid.clash().is_some() {
                grid = before;
            }
        }
        let puzzle = Puzzle::new(grid).unwrap();
        let instance = Sudoku::new(&puzzle).instance().unwrap();
        let line = format::line(puzzle.grid()).to_string();
        assert_eq!(count(&instance), count_by_another(&puzzle), "{shape}: {line}");
        // What is written is the same problem.
        let written = instance.to_text().unwrap();
        let again = text::read(&written).unwrap();
        assert_eq!(again.matrix(), instance.problem.matrix(), "{written}");
        assert_eq!(dlx::parse(&written).unwrap().options.len(), again.option_count());
    }
}

#[test]
fn a_cell_without_a_digit_is_told() {
    let puzzle = puzzle("12....3..4......", Shape::new(2, 2).unwrap());
    let instance = Sudoku::new(&puzzle).instance().unwrap();
    assert_eq!(count(&instance), 0);
    assert_eq!(instance.warnings, ["no solution: no digit is left for the cell p11"]);
}

#[test]
fn large_grids_have_names_that_differ() {
    for (rows, columns, option) in [
        (4, 4, "pfe rfG ceG bfG"),
        (1, 61, "pYY rYz cYz bYz"),
        (8, 8, "p63,62 r63,64 c62,64 b63,64"),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        let empty = Puzzle::new(Grid::empty(shape)).unwrap();
        let instance = Sudoku::new(&empty).instance().unwrap();
        let n = shape.size();
        assert_eq!(instance.problem.item_count(), 4 * n * n);
        assert_eq!(instance.problem.option_count(), n * n * n);
        assert!(instance.to_text().unwrap().contains(&format!("\n{option}\n")), "{shape}");
    }
}

#[test]
fn known_puzzles_have_their_counts() {
    let Some(folder) = shared::data_folder_or_skip("sudokus with known counts") else {
        return;
    };
    let rows = shared::classic(&folder).unwrap();
    let mut tried = 0;
    for row in rows.iter().filter(|row| row.count <= 1000) {
        // Some of them contradict themselves: they are no puzzles.
        let Ok(entry) = format::parse(&row.puzzle, Shape::CLASSIC) else { continue };
        let instance = Sudoku::new(&entry.puzzle).instance().unwrap();
        assert_eq!(count(&instance), row.count, "{}", row.id);
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
