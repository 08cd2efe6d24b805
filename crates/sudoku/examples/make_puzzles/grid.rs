//! Grids as plain values, and what the solvers say of them.

use std::ops::ControlFlow;

use quadrille_sudoku::strategy::{self, Strategy};
use quadrille_sudoku::{Grid, Limits, Puzzle, Report, Request, Shape, Verdict};
use quadrille_testkit::SplitMix64;

/// The 81 cells in reading order, 0 = empty.
pub(crate) type Cells = Vec<u8>;

/// More nodes than any proper puzzle with a reasonable number of clues takes `mrv`; what takes more
/// is thrown away.
const NODE_LIMIT: u64 = 1_000_000;

/// The cells as a line, `.` for an empty one.
pub(crate) fn line(cells: &[u8]) -> String {
    cells.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The cells of a line.
pub(crate) fn cells(line: &str) -> Cells {
    line.bytes().map(|symbol| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 }).collect()
}

/// The number of clues.
pub(crate) fn clues(cells: &[u8]) -> usize {
    cells.iter().filter(|&&digit| digit != 0).count()
}

/// A puzzle, if no two clues clash.
pub(crate) fn puzzle(cells: &[u8]) -> Option<Puzzle> {
    Puzzle::new(Grid::from_values(Shape::CLASSIC, cells).ok()?).ok()
}

/// The first solution and the report, within `nodes` nodes.
pub(crate) fn solve(
    name: &str,
    puzzle: &Puzzle,
    limit: Option<u64>,
    nodes: u64,
) -> (Option<Cells>, Report) {
    let solver: &dyn Strategy = strategy::by_name(name).expect("the strategy is in the registry");
    let mut request = Request::all().within(Limits::none().with_nodes(nodes));
    request.limit = limit;
    let mut first = None;
    let report = strategy::solve(solver, puzzle, &request, |solution| {
        first.get_or_insert_with(|| solution.to_vec());
        ControlFlow::Continue(())
    });
    (first, report)
}

/// The number of solutions, up to `limit`.
pub(crate) fn count(puzzle: &Puzzle, limit: Option<u64>) -> u64 {
    solve("mrv", puzzle, limit, u64::MAX).1.solutions
}

/// The solution, if there is exactly one.
pub(crate) fn unique_solution(cells: &[u8]) -> Option<Cells> {
    let (first, report) = solve("mrv", &puzzle(cells)?, Some(2), NODE_LIMIT);
    first.filter(|_| report.verdict == Verdict::Exhausted && report.solutions == 1)
}

/// Nodes that `mrv` takes to find the solution and to show that there is no other; `propagate` takes
/// just as many.
pub(crate) fn effort(cells: &[u8]) -> u64 {
    puzzle(cells).map_or(0, |puzzle| solve("mrv", &puzzle, Some(2), u64::MAX).1.nodes)
}

/// A solved grid. Fourteen cells, outside the rows whose digits are given in `start`, get random
/// digits; the rest is the first solution in the order of `mrv`. So not every grid is equally
/// likely, which for test puzzles does not matter.
pub(crate) fn solved(start: &[u8], rng: &mut SplitMix64) -> Cells {
    loop {
        let mut cells = start.to_vec();
        cells.resize(81, 0);
        let mut order: Vec<usize> = (0..81).filter(|&cell| cells[cell] == 0).collect();
        rng.shuffle(&mut order);
        for &cell in order.iter().take(14) {
            let mut digits: Vec<u8> = (1..=9).collect();
            rng.shuffle(&mut digits);
            let fits = |&digit: &u8| {
                cells[cell] = digit;
                puzzle(&cells).is_some()
            };
            cells[cell] = digits.into_iter().find(fits).unwrap_or(0);
        }
        let Some(puzzle) = puzzle(&cells) else {
            continue;
        };
        if let (Some(solution), _) = solve("mrv", &puzzle, Some(1), NODE_LIMIT) {
            return solution;
        }
    }
}

/// Empties cells of a solved grid one after the other in the given order, each only if the puzzle
/// stays one that `keep` accepts.
pub(crate) fn thin_out(solved: &[u8], order: &[usize], keep: impl Fn(&[u8]) -> bool) -> Cells {
    let mut cells = solved.to_vec();
    for &cell in order {
        let digit = std::mem::take(&mut cells[cell]);
        if !keep(&cells) {
            cells[cell] = digit;
        }
    }
    cells
}

/// The cells in random order.
pub(crate) fn random_order(rng: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    order
}

/// A random image under the symmetries of sudoku: digits renamed; bands, stacks, and rows and
/// columns within them rearranged; and perhaps reflected at the diagonal.
pub(crate) fn random_image(cells: &[u8], rng: &mut SplitMix64) -> Cells {
    let mut lines = || {
        let mut bands = [0, 1, 2];
        rng.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut within = [3 * band, 3 * band + 1, 3 * band + 2];
            rng.shuffle(&mut within);
            lines.extend(within);
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let mut names: Vec<u8> = (1..=9).collect();
    rng.shuffle(&mut names);
    names.insert(0, 0);
    let reflect = rng.chance(50);
    let source = |cell: usize| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        if reflect { column * 9 + row } else { row * 9 + column }
    };
    (0..81).map(|cell| names[usize::from(cells[source(cell)])]).collect()
}
