//! Against brute force, and by properties.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::sudoku::{self, PuzzleKind, sudoku_puzzle};

use super::*;
use crate::format;
use crate::grid::Puzzle;

/// A full grid with as many automorphisms as there can be: each band is the one above, moved by one column.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// 17 clues, one solution.
const SEVENTEEN: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

fn values(text: &str) -> [u8; 81] {
    let bytes: Vec<u8> = text.bytes().map(|b| b.saturating_sub(b'0')).collect();
    bytes.try_into().expect("81 cells")
}

fn grid(values: [u8; 81]) -> Grid {
    Grid::from_values(Shape::CLASSIC, values).unwrap()
}

fn form(values: [u8; 81]) -> Canonical {
    let found = canonical(&grid(values)).unwrap();
    assert_eq!(found.symmetry().apply_values(&values), found.form, "{values:?}");
    assert_eq!(SYMMETRIES % found.automorphisms(), 0, "{values:?}");
    found
}

/// A random full grid.
fn filled(seed: u64) -> [u8; 81] {
    let cells = sudoku::filled_grid(3, 3, seed).expect("it fills in time");
    cells.try_into().expect("81 cells")
}

/// All orders of nine lines that keep chutes together: 1,296.
fn line_orders() -> Vec<[u8; 9]> {
    const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for chutes in ORDERS {
        for (a, b, c) in (0..216).map(|n| (n / 36, n / 6 % 6, n % 6)) {
            let inner = [ORDERS[a], ORDERS[b], ORDERS[c]];
            all.push(std::array::from_fn(|line| 3 * chutes[line / 3] + inner[line / 3][line % 3]));
        }
    }
    all
}

/// The digits in the order in which they appear.
fn relabelled(values: impl Iterator<Item = u8>) -> [u8; 81] {
    let mut labels = [0; 10];
    let mut last = 0;
    let mut all = [0; 81];
    for (slot, value) in all.iter_mut().zip(values) {
        let label: &mut u8 = &mut labels[usize::from(value)];
        if value != 0 && *label == 0 {
            last += 1;
            *label = last;
        }
        *slot = *label;
    }
    all
}

/// What all 3,359,232 symmetries of the cells make of a grid, but for the names of digits: how many different
/// grids, and how often each is met; and whether one of them is `wanted`.
fn brute_force(values: &[u8; 81], wanted: &[u8; 81]) -> (bool, u64, u64) {
    let orders = line_orders();
    let wanted = relabelled(wanted.iter().copied());
    let own = relabelled(values.iter().copied());
    let (mut found, mut fixed, mut all) = (false, 0, 0);
    for transposed in [false, true] {
        let (down, right) = if transposed { (1, 9) } else { (9, 1) };
        let value =
            |row: u8, column: u8| values[usize::from(row) * down + usize::from(column) * right];
        for rows in &orders {
            for columns in &orders {
                all += 1;
                let image = rows
                    .iter()
                    .flat_map(|&row| columns.iter().map(move |&column| value(row, column)));
                // Most differ in the first row already.
                let image = relabelled(image);
                found |= image == wanted;
                fixed += u64::from(image == own);
            }
        }
    }
    (found, fixed, all)
}

fn check_by_brute_force(values: [u8; 81]) {
    let found = form(values);
    let (is_met, fixed, all) = brute_force(&values, found.values());
    assert_eq!(all, 3_359_232);
    assert!(is_met, "the form is isomorphic to the grid");
    let unused = 9 - grid(values).digit_count() as u64;
    assert_eq!(found.automorphisms(), fixed * factorial(unused), "{values:?}");
}

#[test]
fn automorphisms_of_full_grids_are_those_of_brute_force() {
    check_by_brute_force(values(MOST_SYMMETRIC));
    check_by_brute_force(filled(3));
}

#[test]
fn automorphisms_of_puzzles_are_those_of_brute_force() {
    check_by_brute_force(values(SEVENTEEN));
    // The cells of the digits 1 and 2 in the most symmetric grid, and those of 1 alone.
    check_by_brute_force(values(MOST_SYMMETRIC).map(|value| if value < 3 { value } else { 0 }));
    check_by_brute_force(values(MOST_SYMMETRIC).map(|value| u8::from(value == 1)));
    // Nine digits on the diagonal.
    let mut diagonal = [0; 81];
    (0..9).for_each(|line| diagonal[10 * line] = line as u8 + 1);
    check_by_brute_force(diagonal);
}

/// Every 50th of all images, whichever symmetry made it.
#[test]
fn images_of_a_puzzle_have_its_form() {
    let cells = values(SEVENTEEN);
    let expected = form(cells).form;
    let orders = line_orders();
    for number in (0..3_359_232).step_by(50) {
        let (rows, columns) = (number / 2 / 1296, number / 2 % 1296);
        let digits = std::array::from_fn(|digit| ((digit + number) % 9) as u8 + 1);
        let symmetry = Symmetry::new(number % 2 == 1, orders[rows], orders[columns], digits);
        let image = symmetry.expect("it is sound").apply_values(&cells);
        assert_eq!(form(image).form, expected, "{number}");
    }
}

#[test]
fn the_most_symmetric_grid_has_648_automorphisms() {
    assert_eq!(form(values(MOST_SYMMETRIC)).automorphisms(), 648);
}

#[test]
fn empty_and_nearly_empty_grids_have_as_many_isomorphs_as_can_be_counted() {
    let mut cells = [0; 81];
    assert_eq!(form(cells).isomorphs(), 1);
    cells[30] = 4;
    assert_eq!(form(cells).isomorphs(), 81 * 9);
    // Two equal digits in a row, in different boxes: 81 · 6 ÷ 2 pairs in rows, as many in columns, 9 digits.
    cells[35] = 4;
    assert_eq!(form(cells).isomorphs(), 2 * 81 * 6 / 2 * 9);
    // Two different ones: twice as many for each choice of digits.
    cells[35] = 5;
    assert_eq!(form(cells).isomorphs(), 2 * 81 * 6 / 2 * 9 * 8);
    // A box with all digits, in one of 9 places.
    let mut cells = [0; 81];
    for step in 0..9 {
        cells[step / 3 * 9 + step % 3] = step as u8 + 1;
    }
    assert_eq!(form(cells).isomorphs(), 9 * 362_880);
    // A full row, or a column.
    let row = std::array::from_fn(|cell| if cell < 9 { cell as u8 + 1 } else { 0 });
    assert_eq!(form(row).isomorphs(), 18 * 362_880);
    // All cells 1: a grid that is no puzzle.
    assert_eq!(form([1; 81]).isomorphs(), 9);
}

/// 100 grids and puzzles of all kinds, no two isomorphic.
fn hundred() -> Vec<[u8; 81]> {
    let mut random = SplitMix64::new(5);
    let mut all: Vec<[u8; 81]> = vec![values(MOST_SYMMETRIC), values(SEVENTEEN), [0; 81]];
    all.extend((0..27).map(filled));
    let kinds =
        [PuzzleKind::Unique, PuzzleKind::Several, PuzzleKind::Sparse, PuzzleKind::Unsolvable];
    for number in 0..70 {
        let puzzle = sudoku_puzzle(3, 3, kinds[number % 4], random.next_u64()).puzzle;
        all.push(puzzle.givens.try_into().expect("81 cells"));
    }
    all
}

#[test]
fn ten_thousand_isomorphs_of_a_hundred_have_a_hundred_forms() {
    let all = hundred();
    let forms: HashMap<[u8; 81], usize> =
        all.iter().enumerate().map(|(number, &cells)| (form(cells).form, number)).collect();
    assert_eq!((all.len(), forms.len()), (100, 100));
    for seed in 0..10_000u64 {
        let number = (seed % 100) as usize;
        let image = Symmetry::random(seed).apply_values(&all[number]);
        let found = form(image);
        assert_eq!(forms.get(&found.form), Some(&number), "seed {seed}");
        assert_eq!(found.automorphisms(), form(all[number]).automorphisms(), "seed {seed}");
    }
}

#[test]
fn the_form_of_a_form_is_itself() {
    for cells in hundred() {
        let once = form(cells);
        assert_eq!(form(once.form).form, once.form);
    }
}

/// Grids that look alike to colours for long: parts of the most symmetric one.
fn symmetric_parts() -> Vec<[u8; 81]> {
    let whole = values(MOST_SYMMETRIC);
    let mut parts = Vec::new();
    for digits in 0..512u32 {
        parts.push(whole.map(|value| if digits >> (value - 1) & 1 == 1 { value } else { 0 }));
        let in_box = |cell: usize| digits >> (cell / 27 * 3 + cell % 9 / 3) & 1 == 1;
        parts.push(std::array::from_fn(|cell| if in_box(cell) { whole[cell] } else { 0 }));
        let alike = |cell: usize| u8::from(digits >> (cell % 9) & 1 == 1);
        parts.push(std::array::from_fn(|cell| alike(cell) * whole[cell]));
        // One digit, or no difference between digits, which no puzzle has.
        parts.push(whole.map(|value| u8::from(digits >> (value - 1) & 1 == 1)));
        parts.push(std::array::from_fn(|cell| u8::from(in_box(cell))));
        let corner = |cell: usize| digits >> (cell / 9 % 3 * 3 + cell % 3) & 1 == 1;
        parts.push(std::array::from_fn(|cell| if corner(cell) { whole[cell] } else { 0 }));
        parts.push(std::array::from_fn(|cell| u8::from(corner(cell))));
        let slant = |cell: usize| digits >> ((cell / 9 + cell % 9) % 9) & 1 == 1;
        parts.push(std::array::from_fn(|cell| if slant(cell) { (cell / 9) as u8 + 1 } else { 0 }));
        parts.push(std::array::from_fn(|cell| u8::from(slant(cell))));
    }
    parts
}

#[test]
fn no_symmetric_grid_takes_many_nodes_and_isomorphs_take_the_same_form() {
    let mut most = 0;
    for (seed, cells) in (0..).zip(symmetric_parts()) {
        let found = form(cells);
        most = most.max(found.nodes());
        let image = Symmetry::random(seed).apply_values(&cells);
        let other = form(image);
        assert_eq!((other.form, other.automorphisms), (found.form, found.automorphisms));
        most = most.max(other.nodes());
    }
    assert!(most <= 300, "{most} nodes");
}

/// A family that symmetries keep is cut into classes, each with as many grids as isomorphs.
#[test]
fn isomorphs_add_up_to_families() {
    // One digit in each row, column and box: 46,656 ways, all isomorphic.
    let template = values(MOST_SYMMETRIC).map(|value| u8::from(value == 1));
    assert_eq!(form(template).isomorphs(), 46_656 * 9);
    // One digit in two cells.
    let mut classes: HashMap<[u8; 81], u64> = HashMap::new();
    let mut met: HashMap<[u8; 81], u64> = HashMap::new();
    for a in 0..81 {
        for b in 0..a {
            let mut cells = [0; 81];
            (cells[a], cells[b]) = (1, 1);
            let found = form(cells);
            classes.insert(found.form, found.isomorphs());
            *met.entry(found.form).or_default() += 9;
        }
    }
    // In a line and a box, in a line, in a box, in a chute, or in none of these.
    assert_eq!(classes.len(), 5);
    assert_eq!(met, classes);
}

#[test]
fn a_changed_clue_is_another_form() {
    let mut forms = HashSet::new();
    let cells = filled(11);
    assert_eq!(form(cells).automorphisms(), 1);
    for cell in 0..81 {
        let mut fewer = cells;
        fewer[cell] = 0;
        assert!(forms.insert(form(fewer).form), "no automorphism, so no two are isomorphic");
    }
}

/// Programs keep forms in files: another form is a change that has to be told.
#[test]
fn forms_do_not_change_unnoticed() {
    let line = |cells: [u8; 81]| format::line(&form(cells).form()).to_string();
    assert_eq!(
        line(values(SEVENTEEN)),
        ".....1...2.....34........5...6.............78419......3...4.....7.2...........9.1"
    );
    assert_eq!(
        line(values(MOST_SYMMETRIC)),
        "123456789645879321987231546564987213798123465312645897231564978879312654456798132"
    );
}

#[test]
fn other_shapes_and_pencilmarks_are_refused() {
    let shape = Shape::new(2, 2).unwrap();
    assert_eq!(canonical(&Grid::empty(shape)), Err(NoForm::Shape(shape)));
    assert_eq!(
        canonical(&Grid::empty(shape)).unwrap_err().to_string(),
        "canonical forms are for 9×9 with boxes of 3×3, this is 4×4 with boxes of 2×2"
    );
    let flat = Shape::new(1, 9).unwrap();
    assert_eq!(canonical(&Grid::empty(flat)), Err(NoForm::Shape(flat)));
    let mut candidates = [0b1_1111_1111; 81];
    candidates[7] = 0b11;
    let marked = Puzzle::from_candidates(Shape::CLASSIC, &candidates).unwrap();
    assert_eq!(canonical(&marked), Err(NoForm::Pencilmarks));
}

#[test]
fn packed_forms_are_in_the_order_of_their_values() {
    let mut forms: Vec<Canonical> = hundred().into_iter().map(form).collect();
    forms.sort_by_key(Canonical::packed);
    assert!(forms.iter().all(|found| Packed::of(&found.form()) == Some(found.packed())));
    assert_eq!(Packed::of(&Grid::empty(Shape::new(1, 9).unwrap())), None);
    assert!(forms.windows(2).all(|pair| pair[0].values() < pair[1].values()));
    assert_eq!(
        forms[99].packed().as_bytes()[0],
        forms[99].values()[0] << 4 | forms[99].values()[1]
    );
}

proptest! {
    #[test]
    fn any_cells_have_the_form_of_their_isomorphs(
        few in 0usize..40,
        digits in 1u8..=9,
        places in proptest::collection::vec((0usize..81, 0u8..9), 0..81),
        seed: u64,
    ) {
        let mut cells = [0; 81];
        for &(cell, digit) in places.iter().take(few) {
            cells[cell] = digit % digits + 1;
        }
        let found = form(cells);
        let other = form(Symmetry::random(seed).apply_values(&cells));
        prop_assert_eq!(other.form, found.form);
        prop_assert_eq!(other.automorphisms, found.automorphisms);
        prop_assert!(found.nodes() <= 2000, "{} nodes", found.nodes());
    }
}
