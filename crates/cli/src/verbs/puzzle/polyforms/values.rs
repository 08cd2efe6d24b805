//! Values of the options that boards and pieces have.

use quadrille_gallery::polyform::{Copies, Spare};

/// Layers, rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) [usize; 3]);

/// A part of a board that is left out: layer, row and column of its corner, and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hole {
    pub(super) corner: [usize; 3],
    pub(super) size: [usize; 3],
}

/// Two or three numbers; of two, the first is that of the first layer.
fn numbers(text: &str, separator: char, layer: usize) -> Option<[usize; 3]> {
    let number = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
    };
    let numbers: Vec<usize> = text.split(separator).map(number).collect::<Option<_>>()?;
    match *numbers.as_slice() {
        [rows, columns] => Some([layer, rows, columns]),
        [layers, rows, columns] => Some([layers, rows, columns]),
        _ => None,
    }
}

/// Rows × columns, or layers × rows × columns.
pub(super) fn box_size(text: &str) -> Result<Size, String> {
    let size = numbers(&text.replace(['X', '×'], "x"), 'x', 1);
    size.map(Size).ok_or_else(|| format!("expected a size such as 6x10 or 3x3x3, found `{text}`"))
}

/// Rows × columns.
pub(crate) fn flat_size(text: &str) -> Result<Size, String> {
    let expected = || format!("expected two numbers as in `4x6`, found `{text}`");
    match text.replace(['X', '×'], "x").matches('x').count() {
        1 => box_size(text).map_err(|_| expected()),
        _ => Err(expected()),
    }
}

/// A corner, and a size of one cell unless there is one behind a colon.
pub(super) fn hole(text: &str) -> Result<Hole, String> {
    let (corner, size) = text.split_once(':').unwrap_or((text, "1x1x1"));
    let parsed = numbers(corner, ',', 0).zip(box_size(size).ok());
    let expected = || format!("expected a corner and a size as in `3,3:2x2`, found `{text}`");
    parsed.map(|(corner, Size(size))| Hole { corner, size }).ok_or_else(expected)
}

/// How often a piece is used.
pub(super) fn copies(text: &str) -> Result<Copies, String> {
    Copies::read(text).ok_or_else(|| "expected `3`, `1..4`, `2..` or `any`".to_owned())
}

/// How many cells stay empty.
pub(super) fn spare(text: &str) -> Result<Spare, String> {
    match text {
        "any" => Ok(Spare::Any),
        _ => text.parse().map(Spare::Exactly).map_err(|_| "expected a number or `any`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_have_a_corner_and_perhaps_a_size() {
        let is = |corner, size| Ok(Hole { corner, size });
        assert_eq!(hole("3,4"), is([0, 3, 4], [1, 1, 1]));
        assert_eq!(hole("3,4:2x5"), is([0, 3, 4], [1, 2, 5]));
        assert_eq!(hole("1,3,4:3x2x5"), is([1, 3, 4], [3, 2, 5]));
        for bad in ["", "3", "3,4:", "3,4:2", "a,b", "-1,2", "1,2,3,4", "3,4:2x2x2x2"] {
            assert!(hole(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn flat_sizes_have_two_numbers() {
        assert_eq!(flat_size("4x6"), Ok(Size([1, 4, 6])));
        assert_eq!(flat_size("4×6"), Ok(Size([1, 4, 6])));
        for bad in ["4", "4x", "x4", "4x6x1", "", "99999999999999999999999x1"] {
            assert!(flat_size(bad).is_err(), "{bad}");
        }
    }
}
