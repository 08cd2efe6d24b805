//! The comment that says how solutions are drawn.

use std::fmt::Write;

use super::names::decimal;
use super::{MOST_CELLS, Picture, PictureKind};

/// What the comment begins with, behind the `|`.
const MARK: &str = "picture:";

impl Picture {
    /// The picture that a comment in a problem's text asks for: the first line `| picture: …` that
    /// can be understood. `None` if there is none.
    ///
    /// ```
    /// use quadrille_gallery::picture::{Picture, PictureKind};
    ///
    /// let text = "| queens\n| picture: queens 8x8\nr0 c0\n";
    /// let picture = Picture::find(text).unwrap();
    /// assert_eq!(picture.kind(), PictureKind::Queens { size: [8, 8] });
    /// assert_eq!(picture.comment(), "picture: queens 8x8");
    /// assert_eq!(Picture::find("r0 c0\n"), None);
    /// ```
    pub fn find(text: &str) -> Option<Picture> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix('|'));
        comments.filter_map(|comment| comment.trim_start().strip_prefix(MARK)).find_map(read)
    }

    /// The comment that [`find`](Picture::find) finds, without the `|`.
    pub fn comment(&self) -> String {
        let square = |[rows, columns]: [usize; 2]| format!("{rows}x{columns}");
        let kind = match self.kind {
            PictureKind::List => "list".to_owned(),
            PictureKind::Tiling { size } => format!("tiling {}", square(size)),
            PictureKind::Layers { size: [layers, rows, columns] } => {
                format!("layers {layers}x{rows}x{columns}")
            }
            PictureKind::Queens { size } => format!("queens {}", square(size)),
            PictureKind::Row { places } => format!("row {places}"),
            PictureKind::Grid { size } => format!("grid {}", square(size)),
            PictureKind::Edges { size } => format!("edges {}", square(size)),
        };
        let boxes = self.boxes.map_or(String::new(), |size| format!(" boxes={}", square(size)));
        let plain = self.board.iter().all(|row| row.chars().all(|c| c == '.'));
        let board = if plain { String::new() } else { format!(" board={}", self.board.join("/")) };
        let names = |word: &str, names: &[String]| match names {
            [] => String::new(),
            _ => format!(" {word}={}", names.iter().map(encoded).collect::<Vec<_>>().join("/")),
        };
        let (rows, columns) =
            (names("rows", &self.row_names), names("columns", &self.column_names));
        format!("{MARK} {kind}{boxes}{board}{rows}{columns}")
    }
}

fn read(description: &str) -> Option<Picture> {
    let mut words = description.split_whitespace();
    let kind = match words.next()? {
        "list" => PictureKind::List,
        "tiling" => PictureKind::Tiling { size: numbers(words.next()?)? },
        "layers" => PictureKind::Layers { size: numbers(words.next()?)? },
        "queens" => PictureKind::Queens { size: numbers(words.next()?)? },
        "row" => {
            let [places] = numbers(words.next()?)?;
            PictureKind::Row { places }
        }
        "grid" => PictureKind::Grid { size: numbers(words.next()?)? },
        "edges" => PictureKind::Edges { size: numbers(words.next()?)? },
        _ => return None,
    };
    let mut picture = Picture::new(kind);
    for word in words {
        match word.split_once('=') {
            Some(("boxes", size)) => {
                let [rows, columns] = numbers(size)?;
                picture = picture.with_boxes(rows, columns);
            }
            Some(("board", rows)) => picture = picture.with_board(rows.split('/')),
            Some(("rows", names)) => {
                picture = picture.with_row_names(names.split('/').map(decoded));
            }
            Some(("columns", names)) => {
                picture = picture.with_column_names(names.split('/').map(decoded));
            }
            // Words of later versions.
            _ => {}
        }
    }
    Some(picture)
}

/// A name as a part of a word: what would end it, `%` itself, and what a terminal would obey are
/// written as `%` and two hexadecimal digits for each byte, as in addresses of the Web.
fn encoded(name: impl AsRef<str>) -> String {
    let mut out = String::new();
    for c in name.as_ref().chars() {
        if c.is_whitespace() || c.is_control() || c == '%' || c == '/' {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// The name that was [`encoded`]; a `%` without two digits behind it stands for itself.
fn decoded(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits =
            digits.filter(|_| first == b'%').and_then(|digits| str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(3..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Numbers from 1 with `x` between, which a picture can be as large as.
fn numbers<const N: usize>(word: &str) -> Option<[usize; N]> {
    let mut numbers = [0; N];
    let mut places = numbers.iter_mut();
    for part in word.split('x') {
        *places.next()? = decimal(part).filter(|&number| number > 0)?;
    }
    let complete = places.next().is_none();
    let cells = numbers.iter().try_fold(1usize, |cells, &number| cells.checked_mul(number))?;
    (complete && cells <= MOST_CELLS).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_in_its_own_comment() {
        let size = [3, 4];
        let kinds = [
            PictureKind::List,
            PictureKind::Tiling { size },
            PictureKind::Layers { size: [2, 3, 4] },
            PictureKind::Queens { size },
            PictureKind::Row { places: 6 },
            PictureKind::Grid { size },
            PictureKind::Edges { size },
        ];
        for kind in kinds {
            let boxed = Picture::new(kind).with_boxes(2, 3).with_board(["#..", ".é."]);
            let named = boxed.clone().with_row_names(["Ann", "é/ü %41"]).with_column_names([
                "",
                "\u{1b}[1m",
                "a\u{a0}b=\n|",
            ]);
            let only = Picture::new(kind).with_column_names([""]);
            for picture in [Picture::new(kind), boxed, named, only] {
                let text = format!("a b\n  |   {}\r\n", picture.comment());
                assert_eq!(Picture::find(&text), Some(picture), "{text}");
            }
        }
    }

    #[test]
    fn names_of_rows_and_columns_are_words_of_the_comment() {
        let picture = Picture::new(PictureKind::Grid { size: [2, 2] });
        let picture = picture.with_row_names(["Ann", "Bob B/C"]).with_column_names(["Mon", "50%"]);
        assert_eq!(picture.comment(), "picture: grid 2x2 rows=Ann/Bob%20B%2FC columns=Mon/50%25");
        // What is no code stands for itself.
        let odd = Picture::find("| picture: grid 1x3 columns=100%/%4/%C3%28").unwrap();
        assert_eq!(odd.column_names, ["100%", "%4", "\u{fffd}("]);
    }

    #[test]
    fn what_cannot_be_drawn_is_not_found() {
        let lines = [
            "picture: tiling 3x4",
            "| picture tiling 3x4",
            "| picture: tiling",
            "| picture: tiling 3",
            "| picture: tiling 3x4x5",
            "| picture: tiling 0x4",
            "| picture: tiling -3x4",
            "| picture: tiling 2000x2000",
            "| picture: tiling 99999999999x99999999999",
            "| picture: row 99999999999999999999999",
            "| picture: grid 3x3 boxes=3",
            "| picture: portrait 3x3",
            "| picture:",
        ];
        for line in lines {
            assert_eq!(Picture::find(line), None, "{line}");
        }
    }
}
