//! Word rectangles: a word in every row, across, and in every column, down.

use std::collections::HashSet;

use quadrille_cover::{Problem, ProblemBuilder};

use super::WordList;
use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

/// Most rows, and most columns.
const MOST: usize = 1000;

/// A row or a column.
#[derive(Debug, Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

impl Line {
    fn name(self) -> String {
        match self {
            Line::Row(row) => format!("r{row}"),
            Line::Column(column) => format!("c{column}"),
        }
    }

    fn cell(self, place: usize) -> [usize; 2] {
        match self {
            Line::Row(row) => [row, place],
            Line::Column(column) => [place, column],
        }
    }
}

/// Word rectangles from a list.
///
/// Items: `r0`, `r1`, … and `c0`, `c1`, …, the rows and columns, primary; the cells, `34` for row
/// 3, column 4, secondary, with letters as colours; if no word may be used twice, each word,
/// secondary. Options: a word in a row or column, which colours the cells. With R rows, C columns,
/// w(n) words of n letters: R + C + RC items, R·w(C) + C·w(R) options.
/// Colours are those of TAOCP 7.2.2.1.
///
/// A *word square* reads the same across and down: then row i and column i are one item, `r0`, and
/// its options colour the cells of both; R items less, and R·w(R) options.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::words::{Rectangle, WordList};
///
/// let list = WordList::read("on no in to it");
/// let count = |rectangle: Rectangle| -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&rectangle.instance()?.problem)?.solutions)
/// };
/// // on  no  in  to  it   read the same both ways;  in  it   are each other's mirror images.
/// // no  on  no  on  to                             to  no
/// assert_eq!(count(Rectangle::new(&list, 2, 2))?, 7);
/// assert_eq!(count(Rectangle::square(&list, 2))?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rectangle<'w> {
    list: &'w WordList,
    down: Option<&'w WordList>,
    rows: usize,
    columns: usize,
    square: bool,
    distinct: bool,
}

impl<'w> Rectangle<'w> {
    /// Rectangles of words of so many letters as there are columns across, and of so many as there
    /// are rows down.
    pub fn new(list: &'w WordList, rows: usize, columns: usize) -> Self {
        Rectangle { list, down: None, rows, columns, square: false, distinct: false }
    }

    /// Squares that read the same across and down.
    pub fn square(list: &'w WordList, size: usize) -> Self {
        Rectangle { list, down: None, rows: size, columns: size, square: true, distinct: false }
    }

    /// Takes the words down from another list. Squares have the same words down as across, from the
    /// first list.
    pub fn down(mut self, list: &'w WordList) -> Self {
        self.down = Some(list);
        self
    }

    /// Whether every word is used once at most.
    pub fn distinct(mut self, yes: bool) -> Self {
        self.distinct = yes;
        self
    }

    /// The instance. Without a word of a length that is needed it has no solution, and a warning.
    /// O(entries).
    ///
    /// # Errors
    ///
    /// If there are no or too many rows or columns, or the problem would be too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let Rectangle { list, rows, columns, square, distinct, .. } = *self;
        in_range("rows", rows, 1, MOST)?;
        in_range("columns", columns, 1, MOST)?;
        let across = list.of_length(columns);
        let down = self.down.unwrap_or(list).of_length(if square { 0 } else { rows });
        let entries = |lines: usize, words: usize, letters: usize| {
            lines as u128 * words as u128 * (letters as u128 + 1 + u128::from(distinct))
        };
        let [a, d] = [across.clone().count(), down.clone().count()];
        let letters = if square { 2 * columns } else { columns };
        check_size(entries(rows, a, letters) + entries(columns, d, rows), 1)?;

        // Names with commas beyond ten lines: `ab` could be a word as well as a cell.
        let names = if rows.max(columns) > 10 {
            CellNames::with_commas()
        } else {
            CellNames::of_size(&[rows, columns])
        };
        let mut builder = ProblemBuilder::coloured();
        builder.primary_items((0..rows).map(|row| format!("r{row}")))?;
        if !square {
            builder.primary_items((0..columns).map(|column| format!("c{column}")))?;
        }
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| [r, c]));
        builder.secondary_items(cells.map(|cell| names.name(&cell)))?;
        if distinct {
            let mut known = HashSet::new();
            let words = across.clone().chain(down.clone()).filter(|&word| known.insert(word));
            builder.secondary_items(words.map(str::to_owned))?;
        }
        let lines = (0..rows).map(Line::Row).map(|line| (line, across.clone().collect::<Vec<_>>()));
        let columns_too = (0..columns).filter(|_| !square).map(Line::Column);
        let lines = lines.chain(columns_too.map(|line| (line, down.clone().collect())));
        for (line, words) in lines {
            for word in words {
                let mut option = builder.option().item(line.name());
                if distinct {
                    option = option.item(word.to_owned());
                }
                for (place, letter) in word.chars().enumerate() {
                    let cell = line.cell(place);
                    option = option.coloured(names.name(&cell), letter.to_string());
                    if square && cell[0] != cell[1] {
                        let mirrored = names.name(&[cell[1], cell[0]]);
                        option = option.coloured(mirrored, letter.to_string());
                    }
                }
                option.add()?;
            }
        }
        Ok(self.described(builder.build(), a, d))
    }

    fn described(&self, problem: Problem<String, String>, across: usize, down: usize) -> Instance {
        let Rectangle { rows, columns, square, distinct, .. } = *self;
        let (title, lines) = match square {
            true => (
                format!("word squares of {}", counted(rows, "row", "rows")),
                "r0: row 0 and column 0",
            ),
            false => (format!("word rectangles of {rows}x{columns}"), "r0: row 0; c0: column 0"),
        };
        let last = if rows.max(columns) > 10 { "0,1" } else { "01" };
        let mut comments = vec![
            title,
            format!("items: {lines}; {last}: the cell in row 0, column 1, coloured by its letter"),
            format!("words: {}", self.list),
        ];
        if let Some(down) = self.down.filter(|_| !square) {
            comments.push(format!("words down: {down}"));
        }
        if distinct {
            comments.push("a word is an item as well: none is used twice".to_owned());
        }
        let picture = Picture::new(PictureKind::Grid { size: [rows, columns] });
        let mut instance = Instance::new(problem, picture, comments);
        let lacking =
            if across == 0 { Some(columns) } else { (!square && down == 0).then_some(rows) };
        if let Some(letters) = lacking {
            let letters = counted(letters, "letter", "letters");
            let warning = format!("no solution: the list has no word of {letters}");
            instance.warnings.push(warning);
        }
        instance
    }
}
