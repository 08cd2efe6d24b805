//! Large sudokus that exact cover has to search for: 16×16 with as few clues as can be, 25×25 with as few as it can still
//! show within half a million nodes.

use std::ops::ControlFlow;

use quadrille_sudoku::strategy::{self, Strategy};
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format::by_name;
use quadrille_sudoku::{Grid, Limits, Puzzle, Report, Request, Shape};
use quadrille_testkit::SplitMix64;

/// Nodes in which a solved grid has to be found; else other digits are tried.
const FILL: u64 = 50_000;

/// The puzzles of a size.
#[derive(Debug, Clone, Copy)]
struct Recipe {
    /// Rows and columns of a box.
    side: usize,
    wanted: usize,
    /// Nodes that `dlx` takes at least.
    least: u64,
    /// Nodes in which `dlx` has to show that there is no other solution.
    most: u64,
    /// Whether it must be known of each clue that it cannot be taken away, or merely that `most` would not do then.
    minimal: bool,
}

const RECIPES: [Recipe; 2] = [
    Recipe { side: 4, wanted: 6, least: 100_000, most: 2_000_000, minimal: true },
    Recipe { side: 5, wanted: 6, least: 100_000, most: 500_000, minimal: false },
];

/// Prints the puzzles of both sizes with their solutions.
pub(crate) fn print() -> Result<(), Box<dyn std::error::Error>> {
    let mut made = Vec::new();
    for recipe in RECIPES {
        let size = recipe.side * recipe.side;
        let mut rng = SplitMix64::new(size as u64);
        let shape = Shape::new(recipe.side, recipe.side)?;
        let puzzles = std::iter::repeat_with(|| make(recipe, shape, &mut rng)).flatten();
        for (index, (puzzle, solution, nodes)) in puzzles.take(recipe.wanted).enumerate() {
            let mut variant = Variant::from(&puzzle);
            variant.info.title = Some(format!("{size}x{size} {}", index + 1));
            variant.info.solution = Some(solution);
            eprintln!("{size}x{size} {}: {} clues, {nodes} nodes", index + 1, variant.clue_count());
            made.push(variant);
        }
    }
    print!("{}", by_name("text").ok_or("no format")?.write(&made)?);
    Ok(())
}

/// A puzzle, its solution, and the nodes that `dlx` takes; unless it is too easy, or not known to be minimal.
fn make(recipe: Recipe, shape: Shape, rng: &mut SplitMix64) -> Option<(Puzzle, Vec<u8>, u64)> {
    let solution = solved(shape, recipe.side, rng)?;
    let mut order: Vec<usize> = (0..solution.len()).collect();
    rng.shuffle(&mut order);
    let mut cells = solution.clone();
    let mut nodes = 0;
    for cell in order {
        cells[cell] = 0;
        let report = solve(&puzzle(shape, &cells)?, 2, recipe.most).1;
        if report.verdict.is_exhausted() && report.solutions == 1 {
            nodes = report.nodes;
            continue;
        }
        if recipe.minimal && report.solutions < 2 {
            return None;
        }
        cells[cell] = solution[cell];
    }
    (nodes >= recipe.least).then_some((puzzle(shape, &cells)?, solution, nodes))
}

/// A solved grid: random boxes on the diagonal, and the first solution with these. Not every one is equally likely.
fn solved(shape: Shape, side: usize, rng: &mut SplitMix64) -> Option<Vec<u8>> {
    let size = side * side;
    let mut cells = vec![0; size * size];
    for corner in (0..size).step_by(side) {
        let mut digits: Vec<u8> = (1..=size as u8).collect();
        rng.shuffle(&mut digits);
        for (place, digit) in digits.into_iter().enumerate() {
            cells[(corner + place / side) * size + corner + place % side] = digit;
        }
    }
    solve(&puzzle(shape, &cells)?, 1, FILL).0
}

fn puzzle(shape: Shape, cells: &[u8]) -> Option<Puzzle> {
    Puzzle::new(Grid::from_values(shape, cells).ok()?).ok()
}

/// The first solution that `dlx` finds, and the report.
fn solve(puzzle: &Puzzle, solutions: u64, nodes: u64) -> (Option<Vec<u8>>, Report) {
    let dlx: &dyn Strategy = strategy::by_name("dlx").expect("the strategy is in the registry");
    let request = Request::up_to(solutions).within(Limits::none().with_nodes(nodes));
    let mut first = None;
    let report = strategy::solve(dlx, puzzle, &request, |solution| {
        first.get_or_insert_with(|| solution.to_vec());
        ControlFlow::Continue(())
    });
    (first, report)
}
