//! Random puzzles without rules, with what a format has room for.

use quadrille_sudoku::Shape;
use quadrille_sudoku::variant::format::Format;
use quadrille_sudoku::variant::{Kind, Rules, Variant};
use quadrille_testkit::SplitMix64;

/// Rows and columns of boxes; with one row, there are none.
const BOXES: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 2),
    (1, 5),
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 3),
    (3, 3),
    (3, 4),
    (4, 4),
    (5, 5),
    (8, 8),
];

/// A puzzle of any shape: clues of a grid, which is its solution if `full`, marks and information.
pub(super) fn puzzle(seed: u64, format: &dyn Format) -> Variant {
    let mut random = SplitMix64::new(seed);
    let (rows, columns) = BOXES[random.below(BOXES.len())];
    let mut shape = Shape::new(rows, columns).expect("a shape");
    // Where rules are what is written, a clue may be left out in a grid of one cell, and without any rule or clue no
    // more is left than `.` for iss.
    // Large ones take long to be written as links.
    let is_plain = is_plain(format);
    if (shape.size() == 1 || shape.size() > 16) && !is_plain {
        shape = Shape::CLASSIC;
    }
    let solution = grid(shape, &mut random);
    let mut variant = Variant::new(Rules::from(shape));
    let density = random.below(9);
    for (cell, &digit) in solution.iter().enumerate() {
        if random.below(8) < density || cell == 0 && !is_plain {
            variant.set(cell, digit).expect("a digit");
        }
    }
    let marked = format.holds_marks() && random.below(3) > 0;
    if marked {
        marks(&mut variant, shape.size(), &mut random);
    }
    information(&mut variant, format, marked, &mut random);
    if format.keeps().contains(&"solution") && random.below(2) == 0 {
        variant.info.solution = Some(solution);
    }
    variant
}

/// Whether a format holds no rules.
pub(super) fn is_plain(format: &dyn Format) -> bool {
    Kind::ALL.iter().all(|&(kind, _)| !format.holds(kind))
}

/// A full grid: a pattern, its digits renamed, rows and columns exchanged within bands and stacks.
fn grid(shape: Shape, random: &mut SplitMix64) -> Vec<u8> {
    let n = shape.size();
    let mut order = |length: usize| -> Vec<usize> {
        let mut all: Vec<usize> = (0..length).collect();
        for i in (1..length).rev() {
            all.swap(i, random.below(i + 1));
        }
        all
    };
    let digits = order(n);
    let (down, right) = (order(shape.box_rows()), order(shape.box_columns()));
    let cell = |cell: usize| {
        let (row, column) = (shape.row_of(cell), shape.column_of(cell));
        let (r, c) = (shape.box_rows(), shape.box_columns());
        let (row, column) = (row / r * r + down[row % r], column / c * c + right[column % c]);
        let shift = row % r * c + row / r;
        digits[(column + shift) % n] as u8 + 1
    };
    (0..shape.cells()).map(cell).collect()
}

/// Marks in cells without a clue, now and then of a single digit, and none at all if that is all the format has.
fn marks(variant: &mut Variant, size: usize, random: &mut SplitMix64) {
    let all = u64::MAX >> (64 - size);
    for cell in 0..variant.values().len() {
        if variant.given(cell).is_some() {
            continue;
        }
        let set = match random.below(4) {
            0 => 1 << random.below(size),
            1 => all,
            _ => random.next_u64() & all,
        };
        if set != 0 || random.below(200) == 0 {
            variant.mark(cell, set).expect("digits");
        }
    }
}

const WORDS: [&str; 8] =
    ["Easy", "a & b", "x < y", "\"quoted\"", "1,2;3", "Été", "it's", "17 clues"];

/// Information that the format keeps, in the form in which it does.
fn information(variant: &mut Variant, format: &dyn Format, marked: bool, random: &mut SplitMix64) {
    let mut words = || (random.below(2) == 0).then(|| WORDS[random.below(WORDS.len())].to_owned());
    let [title, author, text, source] = [words(), words(), words(), words()];
    let rating = words().map(|_| "7.3".to_owned());
    let info = &mut variant.info;
    // OpenSudoku has room for some of it only in version 1, which has no marks.
    let all = format.name() != "opensudoku" || !marked;
    let keeps = |field: &str| format.keeps().contains(&field);
    info.title = title.filter(|_| keeps("title") && all);
    info.author = author.filter(|_| keeps("author") && all);
    info.text = text.filter(|_| keeps("text"));
    info.source = source.filter(|_| keeps("source"));
    info.difficulty = rating.filter(|_| keeps("difficulty") && all);
    if format.name() == "hodoku" {
        info.title = info.title.as_ref().map(|_| "0701-1".to_owned());
        info.text = info.text.as_ref().map(|_| "12:411 412::an example".to_owned());
    }
}
