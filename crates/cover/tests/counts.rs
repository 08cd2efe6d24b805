//! Counts by sub-problems against closed formulas and against strategies that visit each solution.

use num_bigint::BigUint;
use quadrille_cover::{Problem, ProblemBuilder, Search, strategy};
use quadrille_testkit::SplitMix64;

fn count(problem: &Problem<String>, name: &str) -> BigUint {
    let strategy = strategy::by_name(name).expect("it is registered");
    let outcome = Search::new().strategy(strategy).count(problem).expect("it takes it");
    assert!(outcome.verdict.is_exhausted());
    outcome.total()
}

/// The shape of a piece: rows and columns of its cells.
type Shape<'s> = &'s [(usize, usize)];

/// Pieces that may be used any number of times, and so many cells by themselves, on a board of
/// which some cells are missing.
fn tiling(board: &[Vec<bool>], shapes: &[Shape<'_>], alone: usize) -> Problem<String> {
    let has = |row: usize, column: usize| {
        board.get(row).and_then(|cells| cells.get(column)).is_some_and(|&has| has)
    };
    let cells = || {
        let rows = board.iter().enumerate();
        rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)))
            .filter(|&(row, column)| has(row, column))
    };
    let name = |(row, column): (usize, usize)| format!("{row},{column}");
    let mut builder = ProblemBuilder::new();
    builder.primary_items(cells().map(name)).unwrap();
    builder.primary_items((0..alone).map(|one| format!("alone {one}"))).unwrap();
    for cell in cells() {
        for shape in shapes {
            let place: Vec<_> = shape.iter().map(|(r, c)| (cell.0 + r, cell.1 + c)).collect();
            if place.iter().all(|&(row, column)| has(row, column)) {
                builder.add_option(place.into_iter().map(name)).unwrap();
            }
        }
        for one in 0..alone {
            builder.add_option([name(cell), format!("alone {one}")]).unwrap();
        }
    }
    builder.build()
}

const DOMINOES: [Shape<'_>; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
const STRAIGHT: [Shape<'_>; 2] = [&[(0, 0), (0, 1), (0, 2)], &[(0, 0), (1, 0), (2, 0)]];
const BENT: [Shape<'_>; 4] = [
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
];

/// Kasteleyn (1961): up to its sign, the determinant of the matrix of white and black cells that
/// are neighbours, where every other column of vertical pairs counts −1. Modulo a prime that is
/// larger.
fn kasteleyn(rows: usize, columns: usize) -> u64 {
    const PRIME: u128 = (1 << 61) - 1;
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let of = |colour: usize| cells().filter(move |(row, column)| (row + column) % 2 == colour);
    let (white, black): (Vec<_>, Vec<_>) = (of(0).collect(), of(1).collect());
    if white.len() != black.len() {
        return 0;
    }
    let entry = |&(r, c): &(usize, usize), &(row, column): &(usize, usize)| match (
        r.abs_diff(row),
        c.abs_diff(column),
    ) {
        (0, 1) => 1,
        (1, 0) if c % 2 == 0 => 1,
        (1, 0) => PRIME - 1,
        _ => 0,
    };
    let mut matrix: Vec<Vec<u128>> =
        white.iter().map(|cell| black.iter().map(|other| entry(cell, other)).collect()).collect();
    let power = |base: u128, mut exponent: u128| {
        let (mut power, mut square) = (1, base);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = power * square % PRIME;
            }
            square = square * square % PRIME;
            exponent /= 2;
        }
        power
    };
    let mut determinant = 1;
    for step in 0..matrix.len() {
        let Some(pivot) = (step..matrix.len()).find(|&row| matrix[row][step] != 0) else {
            return 0;
        };
        matrix.swap(step, pivot);
        determinant = determinant * matrix[step][step] % PRIME;
        let inverse = power(matrix[step][step], PRIME - 2);
        let (above, below) = matrix.split_at_mut(step + 1);
        let pivots = &above[step];
        for row in below {
            let factor = row[step] * inverse % PRIME;
            for (entry, &pivot) in row.iter_mut().zip(pivots).skip(step) {
                *entry = (*entry + PRIME - factor * pivot % PRIME) % PRIME;
            }
        }
    }
    determinant.min(PRIME - determinant) as u64
}

#[test]
fn dominoes_are_as_many_as_kasteleyn_says() {
    for rows in 1..=12 {
        for columns in 1..=12 {
            let problem = tiling(&vec![vec![true; columns]; rows], &DOMINOES, 0);
            let expected = BigUint::from(kasteleyn(rows, columns));
            assert_eq!(count(&problem, "dd"), expected, "{rows}×{columns}");
            assert_eq!(count(&problem, "auto"), expected, "{rows}×{columns} by auto");
        }
    }
    assert_eq!(kasteleyn(8, 8), 12_988_816);
    assert_eq!(kasteleyn(12, 12), 53_060_477_521_960_000);
}

#[test]
fn sixteen_by_sixteen_has_over_ten_to_the_thirty() {
    let problem = tiling(&vec![vec![true; 16]; 16], &DOMINOES, 0);
    assert_eq!(count(&problem, "dd").to_string(), "2444888770250892795802079170816");
}

#[test]
fn trominoes_and_dominoes_on_random_boards_are_as_many_as_by_visiting() {
    let mut random = SplitMix64::new(5);
    let mut some = 0;
    for board in 0..200 {
        let (rows, columns) = (random.between(3, 7), random.between(3, 7));
        let holes = random.between(0, 25);
        let mut cells: Vec<Vec<bool>> =
            (0..rows).map(|_| (0..columns).map(|_| !random.chance(holes)).collect()).collect();
        cells[0][0] = true;
        let shapes: Vec<Shape<'_>> = match board % 4 {
            0 => BENT.to_vec(),
            1 => STRAIGHT.to_vec(),
            2 => STRAIGHT.iter().chain(&BENT).copied().collect(),
            _ => DOMINOES.iter().chain(&BENT[..1]).copied().collect(),
        };
        let cells_left = cells.iter().flatten().filter(|&&has| has).count();
        // So that the number of cells is right, or seldom is.
        let alone = if board % 5 == 0 { random.between(0, 2) } else { cells_left % 3 };
        let problem = tiling(&cells, &shapes, alone);
        let expected = count(&problem, "bits");
        assert_eq!(count(&problem, "dd"), expected, "board {board}: {cells:?}");
        assert_eq!(count(&problem, "auto"), expected, "board {board}: {cells:?}");
        some += usize::from(expected > BigUint::from(1u32));
    }
    assert!(some > 50, "{some} boards with several tilings");
}

#[test]
fn a_monomino_and_trominoes_on_a_chessboard() {
    let board = vec![vec![true; 8]; 8];
    // Golomb: a monomino anywhere leaves a board for bent ones; for straight ones only in four
    // cells.
    for (shapes, expected) in [(&BENT[..], 943_096u32), (&STRAIGHT[..], 1_424)] {
        let problem = tiling(&board, shapes, 1);
        assert_eq!(count(&problem, "dd"), BigUint::from(expected));
        assert_eq!(count(&problem, "bits"), BigUint::from(expected));
    }
}
