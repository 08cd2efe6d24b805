//! Classic sudokus: reading, the encoding into exact cover, and the check of a solved grid.

use quadrille_benches::Cover;

/// Number of cells.
pub(crate) const CELLS: usize = 81;

/// A grid in reading order: 0 = empty, else 1 to 9.
pub(crate) type Cells = [u8; CELLS];

/// Reads a puzzle from the first 81 characters of a line; `.` and `0` are empty cells.
///
/// # Errors
///
/// What is wrong, in words: too short, a strange character, or clues that clash.
pub(crate) fn read(line: &str) -> Result<Cells, String> {
    let mut cells = [0; CELLS];
    let mut characters = line.chars();
    for (index, cell) in cells.iter_mut().enumerate() {
        *cell = match characters.next() {
            Some('.' | '0') => 0,
            Some(digit @ '1'..='9') => digit as u8 - b'0',
            Some(other) => return Err(format!("character {}: {other:?}", index + 1)),
            None => return Err(format!("{index} cells, expected {CELLS}")),
        };
    }
    match clash(&cells) {
        Some((a, b)) => Err(format!("cells {a} and {b} clash")),
        None => Ok(cells),
    }
}

/// The row, column and box of a cell.
pub(crate) fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}

/// Two cells of a house with the same digit.
fn clash(cells: &Cells) -> Option<(usize, usize)> {
    (0..CELLS).find_map(|b| {
        let same = |&a: &usize| {
            let shared = houses(a).iter().zip(houses(b)).any(|(x, y)| *x == y);
            cells[a] != 0 && cells[a] == cells[b] && shared
        };
        (0..b).find(same).map(|a| (a, b))
    })
}

/// Whether `answer` is full, follows the rules and keeps the clues.
///
/// # Errors
///
/// What is wrong, in words.
pub(crate) fn check(puzzle: &Cells, answer: &Cells) -> Result<(), String> {
    if answer.iter().any(|digit| !(1..=9).contains(digit)) {
        return Err("the answer is not full".to_owned());
    }
    if let Some(cell) = (0..CELLS).find(|&cell| ![0, answer[cell]].contains(&puzzle[cell])) {
        return Err(format!("the clue in cell {cell} is not kept"));
    }
    match clash(answer) {
        Some((a, b)) => Err(format!("cells {a} and {b} of the answer clash")),
        None => Ok(()),
    }
}

/// A puzzle as exact cover: cell, row–digit, column–digit and box–digit items. What the clues cover
/// is left out, and so is every option that disagrees with a clue.
#[derive(Debug)]
pub(crate) struct Encoded {
    /// The problem.
    pub(crate) cover: Cover,
    /// Cell and digit of each option.
    candidates: Vec<(usize, u8)>,
    clues: Cells,
}

impl Encoded {
    /// Encodes a puzzle. O(1): 729 options of four items.
    pub(crate) fn new(clues: &Cells) -> Self {
        const UNUSED: u32 = u32::MAX;
        let mut numbers = [0; 4 * CELLS];
        for (cell, &digit) in clues.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            for place in places(cell, digit) {
                numbers[place] = UNUSED;
            }
        }
        let mut items = 0;
        for number in numbers.iter_mut().filter(|number| **number != UNUSED) {
            *number = items;
            items += 1;
        }
        let mut cover = Cover::new(items, 0);
        let mut candidates = Vec::new();
        for (cell, digit) in (0..CELLS).flat_map(|cell| (1..=9).map(move |digit| (cell, digit))) {
            let option = places(cell, digit).map(|place| numbers[place]);
            if !option.contains(&UNUSED) {
                cover.add(option);
                candidates.push((cell, digit));
            }
        }
        Encoded { cover, candidates, clues: *clues }
    }

    /// The grid of a solution; cells that no option of it fills stay empty.
    pub(crate) fn grid(&self, solution: &[u32]) -> Cells {
        let mut cells = self.clues;
        for &option in solution {
            if let Some(&(cell, digit)) = self.candidates.get(option as usize) {
                cells[cell] = digit;
            }
        }
        cells
    }
}

/// The four items of a candidate, from 0 to 323.
fn places(cell: usize, digit: u8) -> [usize; 4] {
    let [row, column, square] = houses(cell);
    let digit = usize::from(digit) - 1;
    [cell, CELLS + 9 * row + digit, 2 * CELLS + 9 * column + digit, 3 * CELLS + 9 * square + digit]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn the_empty_grid_has_729_options_and_324_items() {
        let encoded = Encoded::new(&[0; CELLS]);
        assert_eq!(encoded.cover.options().len(), 729);
        assert_eq!(encoded.cover.items(), 324);
    }

    #[test]
    fn a_right_answer_passes_and_a_changed_one_does_not() {
        let (puzzle, mut answer) = (read(PUZZLE).unwrap(), read(ANSWER).unwrap());
        assert_eq!(check(&puzzle, &answer), Ok(()));
        answer.swap(2, 3);
        assert_eq!(check(&puzzle, &answer), Err("cells 2 and 9 of the answer clash".to_owned()));
        answer.swap(0, 1);
        assert_eq!(check(&puzzle, &answer), Err("the clue in cell 0 is not kept".to_owned()));
    }

    #[test]
    fn bad_lines_are_refused_with_the_reason() {
        assert_eq!(read("53."), Err("3 cells, expected 81".to_owned()));
        assert_eq!(read("5x"), Err("character 2: 'x'".to_owned()));
        let clash = format!("5{}5{}", ".".repeat(8), ".".repeat(71));
        assert_eq!(read(&clash), Err("cells 0 and 9 clash".to_owned()));
    }
}
