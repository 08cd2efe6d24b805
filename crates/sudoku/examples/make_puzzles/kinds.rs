//! The kinds of puzzles, each with its seed.

use quadrille_sudoku::Verdict;
use quadrille_testkit::SplitMix64;

use crate::grid::{
    Cells, clues, count, effort, puzzle, random_image, random_order, solve, solved, thin_out,
    unique_solution,
};
use crate::{grid, singles};

/// Puzzles with 17 clues that have been in print for long, each a single one.
const PUBLISHED_17: [&str; 6] = [
    // Gordon Royle's, as encyclopedias and tutorials show them.
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000801000000000043500000000000070800000000100020030000600000075003400000000200600",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    // Peter Norvig's second example.
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    // The board against reading order.
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

/// Prints the puzzles of a kind, one a line, with a comment that says what was measured.
pub(crate) fn print(kind: &str) -> Result<(), Box<dyn std::error::Error>> {
    match kind {
        "easy" => by_effort(1, 60, easy),
        "medium" => by_effort(2, 60, |rng| {
            let cells = minimal(rng);
            (!singles::suffice(&cells) && effort(&cells) <= 300).then_some(cells)
        }),
        "hard" => by_effort(3, 60, |rng| {
            let cells = minimal(rng);
            (!singles::suffice(&cells) && effort(&cells) >= 5_000).then_some(cells)
        }),
        "clues17" => clues17(),
        "ambiguous" => ambiguous(),
        "unsolvable" => unsolvable(),
        "reading-order" => reading_order(),
        _ => return Err(format!("no kind `{kind}`\n{}", crate::USAGE).into()),
    }
    Ok(())
}

/// Prints as many puzzles as wanted, of those that `make` makes.
fn by_effort(seed: u64, wanted: usize, mut make: impl FnMut(&mut SplitMix64) -> Option<Cells>) {
    let mut rng = SplitMix64::new(seed);
    let puzzles = std::iter::repeat_with(|| make(&mut rng)).flatten().take(wanted);
    puzzles.for_each(|cells| {
        println!("{} {} clues, mrv {} nodes", grid::line(&cells), clues(&cells), effort(&cells));
    });
}

/// A puzzle that singles solve, with 30 clues or a few more.
fn easy(rng: &mut SplitMix64) -> Option<Cells> {
    let solved = solved(&[], rng);
    let order = random_order(rng);
    Some(thin_out(&solved, &order, |cells| clues(cells) >= 30 && singles::suffice(cells)))
}

/// A puzzle with one solution that loses this if any clue is taken away.
fn minimal(rng: &mut SplitMix64) -> Cells {
    let solved = solved(&[], rng);
    let order = random_order(rng);
    thin_out(&solved, &order, |cells| unique_solution(cells).is_some())
}

fn clues17() {
    let mut rng = SplitMix64::new(17);
    for published in PUBLISHED_17 {
        for _ in 0..5 {
            let cells = random_image(&grid::cells(published), &mut rng);
            println!(
                "{} {} clues, mrv {} nodes",
                grid::line(&cells),
                clues(&cells),
                effort(&cells)
            );
        }
    }
}

/// Puzzles with two to many thousand solutions: a minimal one less a few clues. So that all orders
/// of magnitude are there, at most eight have the same number of decimal digits.
fn ambiguous() {
    let mut rng = SplitMix64::new(4);
    let mut made = [0; 5];
    while made.iter().sum::<usize>() < 8 * made.len() {
        let mut cells = minimal(&mut rng);
        let mut order = random_order(&mut rng);
        order.retain(|&cell| cells[cell] != 0);
        order.iter().take(1 + rng.below(5)).for_each(|&cell| cells[cell] = 0);
        let solutions = puzzle(&cells).map_or(0, |puzzle| count(&puzzle, Some(100_000)));
        let Some(magnitude) = made.get_mut(solutions.to_string().len() - 1) else {
            continue;
        };
        if *magnitude < 8 {
            *magnitude += 1;
            println!("{} {} clues, {solutions} solutions", grid::line(&cells), clues(&cells));
        }
    }
}

/// Puzzles without a solution whose clues do not clash: a minimal one with a wrong clue more. `mrv`
/// refutes half of them within 100 nodes and needs more for the other half.
fn unsolvable() {
    let mut rng = SplitMix64::new(5);
    let mut made = [0; 2];
    while made != [20; 2] {
        let mut cells = minimal(&mut rng);
        let mut order = random_order(&mut rng);
        order.retain(|&cell| cells[cell] == 0);
        cells[order[0]] = 1 + rng.below(9) as u8;
        let Some(puzzle) = puzzle(&cells) else {
            continue;
        };
        if count(&puzzle, Some(1)) > 0 {
            continue;
        }
        let nodes = effort(&cells);
        let class = usize::from(nodes > 100);
        if made[class] < 20 {
            made[class] += 1;
            println!("{} {} clues, mrv {nodes} nodes", grid::line(&cells), clues(&cells));
        }
    }
}

/// Boards that hurt reading order: the solution's first row is 987654321, and the clues are taken
/// from the first three rows before the next two before the rest, until the first four rows have at
/// most four. Of these the ones that take `tables` (node for node what `backtrack` takes) 300
/// to 2,000 million nodes to the first solution and `mrv` at most 300; each also reflected at its
/// diagonal, to hurt column order. Takes some minutes.
fn reading_order() {
    let print = |cells: &[u8], backtrack: u64, mrv: u64| {
        let reflected: Cells = (0..81).map(|cell| cells[cell % 9 * 9 + cell / 9]).collect();
        println!("{} backtrack {backtrack} nodes, mrv {mrv}", grid::line(cells));
        println!("{} the same reflected", grid::line(&reflected));
    };
    let nodes = |name: &str, cells: &[u8], limit: u64| {
        let report = solve(name, &puzzle(cells)?, Some(1), limit).1;
        (report.verdict == Verdict::LimitReached).then_some(report.nodes)
    };
    let measure = |cells: &[u8]| {
        let mrv = nodes("mrv", cells, 1_000_000)?;
        Some((nodes("tables", cells, 2_000_000_000)?, mrv))
    };

    let known = grid::cells(PUBLISHED_17[5]);
    if let Some((backtrack, mrv)) = measure(&known) {
        print(&known, backtrack, mrv);
    }
    let mut rng = SplitMix64::new(1);
    let mut made = 0;
    while made < 2 {
        let solved = solved(&[9, 8, 7, 6, 5, 4, 3, 2, 1], &mut rng);
        let mut order = random_order(&mut rng);
        order.sort_by_key(|&cell| match cell / 9 {
            0..3 => 0,
            3..5 => 1,
            _ => 2,
        });
        let cells = thin_out(&solved, &order, |cells| unique_solution(cells).is_some());
        if clues(&cells[..36]) > 4 || nodes("mrv", &cells, 300).is_none() {
            continue;
        }
        match measure(&cells) {
            Some((backtrack, mrv)) if backtrack >= 300_000_000 => {
                made += 1;
                print(&cells, backtrack, mrv);
            }
            _ => {}
        }
    }
}
