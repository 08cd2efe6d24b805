//! The sudokus to be solved: a file, or disguises of a few puzzles with 17 clues.

use std::path::Path;

use crate::puzzle::{CELLS, Cells, read};

/// Puzzles with 17 clues, no two of them the same in disguise. The first and the third are classics
/// that are printed everywhere; the others were found from these by changing two clues at a time.
const ORIGINALS: [&str; 10] = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "..............3.85..1.2.......5.7.....4...1..9........5......73..2.1........4...9",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    ".......1.4.........2...........5.4.7..8...3....1.9.....3.4..2...5.1........8.6...",
    ".......1.4.........2...........5.4.7..8...3....1.9.....7.4..2...5.1........8.6...",
    ".......1.7.........2...........5.4.7..8...3....1.9....3..7..2...5.1........8.6...",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..7...5.1........8.6...",
    ".......1.7.........2...........5.4.7..8...3....1.9.....3.7..2...5.1........8.6...",
    ".......1..2.......3............5.4.7..8...3....1.9.....7.4..2...5.1........8.6...",
    ".......1.73....................5.4.7..8...3....1.9.....4.7..2...5.1........8.6...",
];

/// How many puzzles the corpus has if no file is given.
const DISGUISES: usize = 1000;

/// Reads the puzzles of a file, one a line; or makes the corpus that is used without one.
///
/// # Errors
///
/// With the file's name and the line: an unreadable file, a bad line, no puzzle at all.
pub(crate) fn load(file: Option<&Path>) -> Result<Vec<Cells>, String> {
    match file {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            parse(&text).map_err(|error| format!("{}:{error}", path.display()))
        }
        None => Ok(disguised(DISGUISES)),
    }
}

/// Blank lines and lines that begin with `#` are left out; what follows a puzzle is ignored.
fn parse(text: &str) -> Result<Vec<Cells>, String> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let puzzles: Vec<Cells> = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| read(line).map_err(|error| format!("{number}: {error}")))
        .collect::<Result<_, _>>()?;
    if puzzles.is_empty() { Err("1: no puzzle".to_owned()) } else { Ok(puzzles) }
}

/// So many puzzles: the originals in turn, each time with digits, rows, columns, bands and stacks
/// shuffled and perhaps transposed. Always the same ones.
fn disguised(count: usize) -> Vec<Cells> {
    let originals = ORIGINALS.map(|line| read(line).expect("checked by a test"));
    let mut random = Random(17);
    originals.iter().cycle().take(count).map(|puzzle| disguise(puzzle, &mut random)).collect()
}

fn disguise(puzzle: &Cells, random: &mut Random) -> Cells {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let (rows, columns) = (lines(random), lines(random));
    let transposed = random.below(2) == 1;
    let mut result = [0; CELLS];
    for (cell, target) in result.iter_mut().enumerate() {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let source = if transposed { 9 * column + row } else { 9 * row + column };
        if puzzle[source] != 0 {
            *target = digits[usize::from(puzzle[source]) - 1];
        }
    }
    result
}

/// An order of nine rows that keeps bands together.
fn lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    random.shuffle(&mut bands);
    let mut order = [0; 9];
    for (band, rows) in bands.iter().zip(order.chunks_exact_mut(3)) {
        rows.copy_from_slice(&[3 * band, 3 * band + 1, 3 * band + 2]);
        random.shuffle(rows);
    }
    order
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; its bias, for a bound below ten, is beyond measuring.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguises_keep_the_number_of_clues_and_differ() {
        let puzzles = load(None).unwrap();
        assert_eq!(puzzles.len(), DISGUISES);
        assert!(
            puzzles.iter().all(|cells| cells.iter().filter(|&&digit| digit != 0).count() == 17)
        );
        let different: std::collections::HashSet<_> = puzzles.iter().collect();
        assert_eq!(different.len(), DISGUISES);
    }

    #[test]
    fn a_disguised_solution_follows_the_rules() {
        let solution =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let (solution, mut random) = (read(solution).unwrap(), Random(1));
        for _ in 0..100 {
            let disguised = disguise(&solution, &mut random);
            assert_eq!(crate::puzzle::check(&disguised, &disguised), Ok(()));
        }
    }

    #[test]
    fn files_have_comments_and_errors_name_the_line() {
        let puzzle = ORIGINALS[0];
        assert_eq!(
            parse(&format!("\u{feff}# corpus\r\n\r\n{puzzle} x\r\n{puzzle}")).unwrap().len(),
            2
        );
        assert_eq!(parse(&format!("{puzzle}\n123")), Err("2: 3 cells, expected 81".to_owned()));
        assert_eq!(parse("# none\n"), Err("1: no puzzle".to_owned()));
    }
}
