//! Lists of cells in words: `r1c1 r2c2`, `r1c1-r1c5`, `row 3`, `column 2 reversed`.

use crate::variant::{Board, MAX_SIDE};

/// A word of a line and the byte at which it begins.
pub(super) type Word<'t> = (usize, &'t str);

/// What is wrong with a word, and the byte at which it stands.
pub(super) type Fault = (usize, String);

/// The words of a text, with the byte at which each begins; `start` is the byte of the text itself.
pub(super) fn words(text: &str, start: usize) -> Vec<Word<'_>> {
    let base = text.as_ptr() as usize;
    text.split_whitespace().map(|word| (start + word.as_ptr() as usize - base, word)).collect()
}

/// The cell of a name, `r1c1`.
pub(super) fn cell(board: &Board, name: &str) -> Result<usize, String> {
    let expected = || format!("found {name:?}: expected a cell, as r1c1");
    let rest = name.strip_prefix(['r', 'R']).ok_or_else(expected)?;
    let (row, column) = rest.split_once(['c', 'C']).ok_or_else(expected)?;
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<usize>().ok()?.checked_sub(1)).flatten()
    };
    let (row, column) = number(row).zip(number(column)).ok_or_else(expected)?;
    board.cell(row, column).ok_or_else(|| format!("{name} is no cell of the board"))
}

/// The cells of a list of words.
pub(super) fn cells(board: &Board, words: &[Word<'_>]) -> Result<Vec<usize>, Fault> {
    let mut cells = Vec::new();
    let mut words = words.iter().copied().peekable();
    while let Some((at, word)) = words.next() {
        if let "row" | "column" = word {
            let number = words.next().ok_or_else(|| (at, format!("{word} without a number")))?;
            let mut grid = 0;
            if words.next_if(|&(_, word)| word == "of").is_some() {
                let ahead = words.next_if(|&(_, word)| word == "grid");
                let Some((at, word)) = ahead.and_then(|_| words.next()) else {
                    return Err((at, "expected `of grid` and a number".to_owned()));
                };
                grid = index(word, board.grids().len()).map_err(|error| (at, error))?;
            }
            let index = index(number.1, board.size()).map_err(|error| (number.0, error))?;
            let mut line = line(board, grid, word == "row", index);
            if words.next_if(|&(_, word)| word == "reversed").is_some() {
                line.reverse();
            }
            cells.extend(line);
            continue;
        }
        match word.split_once('-') {
            None => cells.push(cell(board, word).map_err(|error| (at, error))?),
            Some((from, to)) => cells.extend(range(board, from, to).map_err(|error| (at, error))?),
        }
    }
    Ok(cells)
}

/// A number from 1 to `most`, as an index from 0.
fn index(word: &str, most: usize) -> Result<usize, String> {
    let number = word.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
    let number = number.ok_or_else(|| format!("found {word:?}: expected a number, 1 to {most}"))?;
    Ok(number - 1)
}

/// The cells of a row or column of a grid.
fn line(board: &Board, grid: usize, is_row: bool, index: usize) -> Vec<usize> {
    let (row, column) = board.grids()[grid];
    let at = |i: usize| match is_row {
        true => board.cell(row + index, column + i),
        false => board.cell(row + i, column + index),
    };
    (0..board.size()).filter_map(at).collect()
}

/// The cells on a straight line from one to another.
fn range(board: &Board, from: &str, to: &str) -> Result<Vec<usize>, String> {
    let (from_cell, to_cell) = (cell(board, from)?, cell(board, to)?);
    let (top, left) = (board.row_of(from_cell), board.column_of(from_cell));
    let (bottom, right) = (board.row_of(to_cell), board.column_of(to_cell));
    let (down, across) = (bottom.abs_diff(top), right.abs_diff(left));
    if down != 0 && across != 0 && down != across {
        return Err(format!("{from}-{to} is no straight line"));
    }
    let along = |from: usize, to: usize, step: usize| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    let steps = 0..=down.max(across);
    let at = |step| board.cell(along(top, bottom, step), along(left, right, step));
    steps.map(|step| at(step).ok_or_else(|| format!("{from}-{to} leaves the board"))).collect()
}

/// The names of cells, with blanks between; a whole row or column by its number.
pub(super) fn names(board: &Board, cells: &[usize]) -> String {
    if board.grids().len() == 1 && board.size() > 1 && cells.len() == board.size() {
        for index in 0..board.size() {
            for (is_row, kind) in [(true, "row"), (false, "column")] {
                let mut line = line(board, 0, is_row, index);
                if line == cells {
                    return format!("{kind} {}", index + 1);
                }
                line.reverse();
                if line == cells {
                    return format!("{kind} {} reversed", index + 1);
                }
            }
        }
    }
    let names: Vec<String> = cells.iter().map(|&cell| board.name(cell).to_string()).collect();
    names.join(" ")
}

/// Row and column, from 0, of the first cell of a grid, as `r1c13`: there is no board yet, so that any name is one.
///
/// # Errors
///
/// What was found, and what was expected.
pub(super) fn corner(name: &str) -> Result<(usize, usize), String> {
    let numbers = name.strip_prefix('r').and_then(|name| name.split_once('c'));
    let number = |digits: &str| {
        let number = digits.parse::<usize>().ok()?.checked_sub(1)?;
        (number < MAX_SIDE).then_some(number)
    };
    let corner = numbers.and_then(|(row, column)| number(row).zip(number(column)));
    corner.ok_or_else(|| format!("found {name:?}: expected a corner, as r1c13"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Regions;

    #[test]
    fn lists_are_read_and_written() {
        let board = Board::new(4, Regions::None).unwrap();
        for (text, expected, written) in [
            ("r1c1 R2C3", vec![0, 6], "r1c1 r2c3"),
            ("r1c1-r4c4", vec![0, 5, 10, 15], "r1c1 r2c2 r3c3 r4c4"),
            ("r1c4-r3c2 r4c4", vec![3, 6, 9, 15], "r1c4 r2c3 r3c2 r4c4"),
            ("r2c1-r2c4", vec![4, 5, 6, 7], "row 2"),
            ("column 2 reversed", vec![13, 9, 5, 1], "column 2 reversed"),
            ("row 1 row 2", (0..8).collect(), "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4"),
            ("row 1 of grid 1", (0..4).collect(), "row 1"),
        ] {
            let read = cells(&board, &words(text, 0)).unwrap();
            assert_eq!(read, expected, "{text}");
            assert_eq!(names(&board, &read), written);
            assert_eq!(cells(&board, &words(written, 0)).unwrap(), expected);
        }
    }

    #[test]
    fn what_names_no_cells_is_an_error_at_its_word() {
        let board = Board::new(4, Regions::None).unwrap();
        for (text, at, message) in [
            ("r1c1 r1c5", 5, "r1c5 is no cell of the board"),
            ("r0c1", 0, "found \"r0c1\": expected a cell, as r1c1"),
            ("r1c1-r2c3", 0, "r1c1-r2c3 is no straight line"),
            ("row", 0, "row without a number"),
            ("row 5", 4, "found \"5\": expected a number, 1 to 4"),
            ("row 1 of gird 1", 0, "expected `of grid` and a number"),
            ("row 1 of grid 2", 14, "found \"2\": expected a number, 1 to 1"),
            ("x", 0, "found \"x\": expected a cell, as r1c1"),
            (
                "r99999999999999999999c1",
                0,
                "found \"r99999999999999999999c1\": expected a cell, as r1c1",
            ),
        ] {
            let (byte, error) = cells(&board, &words(text, 0)).unwrap_err();
            assert_eq!((byte, error.as_str()), (at, message), "{text}");
        }
    }
}
