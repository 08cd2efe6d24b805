//! How puzzles are shaped: said, or found out from the first of them.

use std::sync::OnceLock;

use clap::Args;
use quadrille_sudoku::Shape;
use quadrille_sudoku::format::symbol;

use super::values;

/// How puzzles are shaped.
#[derive(Debug, Clone, Args)]
pub(crate) struct ShapeArgs {
    /// Rows × columns of a box: 3x3 for the classic 9×9, 2x3 for 6×6, 4x4 for 16×16, 1xN for none, up to
    /// 64×64 [default: found out from the first puzzle, else 3x3]
    ///
    /// Digits over 9 are A to Z and then a to z, or numbers with blanks or commas between; over 61
    /// only numbers. 0 is an empty cell.
    #[arg(id = "shape", long = "box", value_name = "RxC", allow_hyphen_values = true,
          value_parser = values::shape)]
    stated: Option<Shape>,

    #[arg(skip)]
    found: OnceLock<Shape>,
}

impl ShapeArgs {
    /// A shape that was found out.
    pub(crate) fn of(shape: Shape) -> Self {
        ShapeArgs { stated: Some(shape), found: OnceLock::new() }
    }

    /// Whether it was said.
    pub(crate) fn is_stated(&self) -> bool {
        self.stated.is_some()
    }

    /// The shape that was said, else that which was found, else the classic one.
    pub(crate) fn shape(&self) -> Shape {
        self.stated.or(self.found.get().copied()).unwrap_or_default()
    }

    /// Takes the size for found, unless the shape was said before.
    ///
    /// # Errors
    ///
    /// If boxes of several shapes fit.
    pub(crate) fn find_size(&self, size: usize) -> Result<(), String> {
        if self.is_stated() || self.found.get().is_some() {
            return Ok(());
        }
        if let Some(shape) = of_size(size, "the symbols are of")? {
            // It is empty, as was just seen.
            let _ = self.found.set(shape);
        }
        Ok(())
    }

    /// Finds the shape out from the beginning of a text, unless it was said or found before.
    ///
    /// # Errors
    ///
    /// If boxes of several shapes fit.
    pub(crate) fn find(&self, head: &str) -> Result<(), String> {
        if self.is_stated() || self.found.get().is_some() {
            return Ok(());
        }
        if let Some(shape) = shape_of(head)? {
            // It is empty, as was just seen.
            let _ = self.found.set(shape);
        }
        Ok(())
    }
}

/// The shape of the first puzzle of a text, if it is a line or rows of cells; `None` if the text does not say.
///
/// # Errors
///
/// If boxes of several shapes fit.
fn shape_of(head: &str) -> Result<Option<Shape>, String> {
    let mut lines = head.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let Some(first) = lines.next() else { return Ok(None) };
    let Some((cells, is_all)) = cells_of(first) else { return Ok(None) };
    if let Some(size) = marks_of(first) {
        return of_size(size, "the first puzzle is");
    }
    // Nine lines of nine, with nothing between or behind, or one line of 81.
    let others = lines.take_while(|line| cells_of(line) == Some((cells, true))).count();
    let rows = if is_all { others + 1 } else { 0 };
    let root = cells.isqrt();
    let is_line = root * root == cells && cells > 9;
    let is_rows = rows >= cells && (2..=64).contains(&cells);
    let size = match (is_line, is_rows) {
        (true, false) => root,
        (false, true) => cells,
        (false, false) => return Ok(None),
        // Sixteen lines of sixteen are a puzzle of 16×16 if a digit says so, and else most likely sixteen of 4×4; if
        // there are just so many, who knows.
        (true, true) if greatest(head) > root => cells,
        (true, true) if rows > cells => root,
        (true, true) => {
            return Err(format!(
                "{cells} lines of {cells} are one puzzle or {cells} of {root}×{root}: say which by --box"
            ));
        }
    };
    of_size(size, "the first puzzle is")
}

/// The shape of a size: square boxes, or none of a prime.
///
/// # Errors
///
/// If boxes of several shapes fit.
fn of_size(size: usize, what: &str) -> Result<Option<Shape>, String> {
    let root = size.isqrt();
    if root * root == size {
        return Ok(Shape::new(root, root).ok());
    }
    let boxes: Vec<String> = (2..size)
        .filter(|rows| size.is_multiple_of(*rows))
        .map(|rows| format!("{rows}x{}", size / rows))
        .collect();
    match boxes.is_empty() {
        // A prime has no boxes.
        true => Ok(Shape::new(1, size).ok()),
        false => Err(format!(
            "{what} {size}×{size}, with boxes of {}: say which by --box",
            boxes.join(" or ")
        )),
    }
}

/// The size of a puzzle of pencilmarks on a line: n symbols a cell, each digit in its place or an empty one.
fn marks_of(line: &str) -> Option<usize> {
    let word = line.split([' ', ',', '\t', ';']).next()?;
    let size = (2..=61).find(|size| size * size * size == word.len())?;
    let fits = |(index, c): (usize, char)| {
        // At most 61: the number fits.
        let digit = (index % size + 1) as u8;
        "._*-?0".contains(c) || symbol(digit, size).is_some_and(|s| s.eq_ignore_ascii_case(&c))
    };
    let has_digits = word.chars().any(|c| !"._*-?0".contains(c));
    // Nothing but empty ones is an empty grid, unless that would be 27×27.
    ((has_digits || size == 9) && word.chars().enumerate().all(fits)).then_some(size)
}

/// The greatest digit among symbols.
fn greatest(text: &str) -> usize {
    let digit = |c: char| c.to_digit(36).map_or(0, |digit| digit as usize);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines
        .filter(|line| cells_of(line.trim()).is_some_and(|(_, is_all)| is_all))
        .flat_map(|line| line.chars().map(digit))
        .max()
        .unwrap_or(0)
}

/// Whether the beginning of a text tells what can be told of format and shape, so that no more has to be waited for.
pub(crate) fn is_enough(head: &str) -> bool {
    // The last line may not be there as a whole.
    let whole = head.rfind('\n').map_or("", |end| &head[..end]);
    let mut lines = whole.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let Some(first) = lines.next() else { return false };
    if first.starts_with(['{', '[', '<']) {
        return false;
    }
    match cells_of(first) {
        // As many lines as there are cells in the first may be one puzzle.
        Some((cells, true)) if cells <= 64 => {
            let mut others = lines.take(cells);
            others.any(|line| cells_of(line) != Some((cells, true)))
                || whole.lines().count() > cells
        }
        Some(_) => true,
        // A puzzle of regions may have them on the next line, a frame its cells.
        None => lines.next().is_some(),
    }
}

/// The number of cells on a line: of a run of symbols at its beginning, or of numbers with blanks or commas between; and
/// whether nothing stands behind them.
fn cells_of(line: &str) -> Option<(usize, bool)> {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || "._*-?".contains(c);
    let words: Vec<&str> =
        line.split([' ', ',', '\t', ';']).filter(|word| !word.is_empty()).collect();
    let first = *words.first()?;
    // Most are empty, digits, or one of both; words of a text are not.
    let plain = first.chars().filter(|c| c.is_ascii_digit() || "._*-?".contains(*c)).count();
    if first.chars().all(is_cell) && first.chars().count() > 2 && 3 * plain >= first.len() {
        return Some((first.chars().count(), words.len() == 1));
    }
    let is_number = |word: &&str| word.len() <= 2 && word.chars().all(is_cell);
    (words.len() > 1 && words.iter().all(is_number)).then_some((words.len(), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(head: &str) -> Option<(usize, usize)> {
        shape_of(head).expect("one shape").map(|shape| (shape.box_rows(), shape.box_columns()))
    }

    #[test]
    fn the_first_puzzle_tells_its_size() {
        for (size, boxes) in
            [(4, (2, 2)), (9, (3, 3)), (16, (4, 4)), (25, (5, 5)), (5, (1, 5)), (7, (1, 7))]
        {
            let line = format!("1{}", ".".repeat(size * size - 1));
            assert_eq!(found(&line), Some(boxes), "{size}");
            assert_eq!(found(&format!("# comment\n\n{line} # easy\n{line}\n")), Some(boxes));
            let last = char::from_digit(size as u32, 36).expect("a digit");
            let row = format!("{last}{}\n", ".".repeat(size - 1));
            assert_eq!(found(&row.repeat(size)), Some(boxes), "{size} rows");
            let numbers = format!("{last} {}\n", "0 ".repeat(size - 1));
            assert_eq!(found(&numbers.repeat(size)), Some(boxes), "{size} rows of numbers");
            assert_eq!(found(&"0,".repeat(size * size)), Some(boxes), "{size} numbers");
        }
    }

    #[test]
    fn where_several_boxes_fit_it_has_to_be_said() {
        let error = shape_of(&".".repeat(36)).unwrap_err();
        assert_eq!(error, "the first puzzle is 6×6, with boxes of 2x3 or 3x2: say which by --box");
        let error = shape_of(&"1 0 0 0 0 0 0 0 0 0 0 12\n".repeat(12)).unwrap_err();
        assert!(error.contains("2x6 or 3x4 or 4x3 or 6x2"), "{error}");
    }

    #[test]
    fn pencilmarks_are_not_taken_for_a_large_grid() {
        assert_eq!(found(&"123456789".repeat(81)), Some((3, 3)));
        assert_eq!(found(&".".repeat(729)), Some((3, 3)));
        assert_eq!(found(&format!("1..4{}", ".".repeat(60))), Some((2, 2)));
        // Eight rows of eight on a line.
        assert!(shape_of(&format!("8{}", ".".repeat(63))).is_err());
    }

    #[test]
    fn as_many_lines_as_cells_are_one_puzzle_if_a_digit_says_so() {
        let small = "1.2...........3.\n";
        assert_eq!(found(&small.repeat(15)), Some((2, 2)));
        assert_eq!(found(&small.repeat(17)), Some((2, 2)));
        let error = shape_of(&small.repeat(16)).unwrap_err();
        assert_eq!(error, "16 lines of 16 are one puzzle or 16 of 4×4: say which by --box");
        assert_eq!(found(&"G...............\n".repeat(16)), Some((4, 4)));
    }

    #[test]
    fn no_more_is_waited_for_than_it_takes() {
        let line = format!("{}\n", ".".repeat(81));
        assert!(is_enough(&line) && is_enough(&format!("# x\n{line}")));
        let row = ".........\n";
        assert!(!is_enough("# x\n") && !is_enough(row) && !is_enough(&row.repeat(8)));
        assert!(is_enough(&row.repeat(10)));
        assert!(is_enough(&format!("{row}{line}")));
        assert!(!is_enough("{\n") && !is_enough("sudoku 9\n") && is_enough("sudoku 9\nwindoku\n"));
    }

    #[test]
    fn what_tells_nothing_is_taken_for_classic() {
        for text in [
            "",
            "# nothing\n",
            "id,puzzle,solution",
            "{\"puzzle\":",
            "+---+",
            "53..7",
            "[[1,2],",
            "a sentence in words",
            &"0000183b305c 53..7\n".repeat(20),
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
