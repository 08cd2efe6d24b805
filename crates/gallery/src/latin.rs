//! Latin squares, their transversals and orthogonal mates.

use quadrille_cover::ProblemBuilder;

use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind, decimal};
use crate::wording::{counted, range};

/// The largest order.
const LARGEST: usize = 250;

/// A square of symbols 1 to n, some of them unknown: what is given of a Latin square.
///
/// ```
/// use quadrille_gallery::SymbolSquare;
///
/// let square = SymbolSquare::read("12.\n...\n..1\n")?;
/// assert_eq!((square.order(), square.get(0, 1), square.get(1, 1)), (3, Some(2), None));
/// let error = SymbolSquare::read("12.\n.5.\n...\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:2: symbol '5': expected `.` or 1 to 3");
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolSquare {
    order: usize,
    /// Row by row; 0 for unknown.
    symbols: Vec<usize>,
}

impl SymbolSquare {
    /// The square of order n with nothing known.
    ///
    /// # Errors
    ///
    /// If n is 0 or above 250.
    pub fn empty(order: usize) -> Result<Self, GalleryError> {
        in_range("order", order, 1, LARGEST)?;
        Ok(SymbolSquare { order, symbols: vec![0; order * order] })
    }

    /// The addition table of the integers modulo n, with n for 0 after a shift by one: row i is
    /// 1 + i, 2 + i, …
    ///
    /// # Errors
    ///
    /// If n is 0 or above 250.
    pub fn cyclic(order: usize) -> Result<Self, GalleryError> {
        let mut square = SymbolSquare::empty(order)?;
        for (index, symbol) in square.symbols.iter_mut().enumerate() {
            *symbol = (index / order + index % order) % order + 1;
        }
        Ok(square)
    }

    /// Reads a square: as many rows as the first row has symbols, a line each. Symbols are `1` to
    /// `9`, `a` to `z`, `A` to `Z` for 1 to 61, one after the other; or numbers, if there is a
    /// blank or comma between. `.` and `0` are unknown. Blank lines are skipped.
    ///
    /// # Errors
    ///
    /// If it is no square, or a symbol is none: with line and column.
    pub fn read(text: &str) -> Result<Self, GalleryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let rows: Vec<(usize, Vec<(usize, &str)>)> =
            lines.map(|(number, line)| (number, words(line))).collect();
        let Some((first, words)) = rows.first() else {
            return Err(GalleryError::text(1, 1, "no rows: expected a square of symbols"));
        };
        let order = words.len();
        if order > LARGEST {
            let message = format!("{order} symbols: expected at most {LARGEST}");
            return Err(GalleryError::text(*first, 1, message));
        }
        let mut square = SymbolSquare::empty(order)?;
        for (row, (line, words)) in rows.iter().enumerate() {
            if words.len() != order || row >= order {
                let column = words.get(order).or(words.last()).map_or(1, |&(column, _)| column);
                let message = if row >= order {
                    let rows = counted(order, "row", "rows");
                    format!("row {}: expected {rows}, as many as symbols in a row", row + 1)
                } else {
                    let symbols = counted(words.len(), "symbol", "symbols");
                    format!("{symbols}: expected {order}, as in the first row")
                };
                return Err(GalleryError::text(*line, column, message));
            }
            for (place, &(column, word)) in words.iter().enumerate() {
                let symbol = symbol(word).filter(|&symbol| symbol <= order).ok_or_else(|| {
                    let symbol = match word.chars().next() {
                        Some(c) if word.chars().count() == 1 => format!("{c:?}"),
                        _ => format!("{word:?}"),
                    };
                    let message = format!("symbol {symbol}: expected {}", expected(word, order));
                    GalleryError::text(*line, column, message)
                })?;
                square.symbols[row * order + place] = symbol;
            }
        }
        if rows.len() < order {
            let line = rows.last().map_or(1, |&(line, _)| line);
            let found = counted(rows.len(), "row", "rows");
            let message = format!("{found}: expected {order}, as many as symbols in a row");
            return Err(GalleryError::text(line, 1, message));
        }
        Ok(square)
    }

    /// The number of rows, columns and symbols.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The symbol in a cell, from 1; `None` if it is unknown or there is no such cell.
    pub fn get(&self, row: usize, column: usize) -> Option<usize> {
        let index = (row < self.order && column < self.order).then(|| row * self.order + column)?;
        self.symbols.get(index).copied().filter(|&symbol| symbol > 0)
    }

    /// Sets a symbol where none is known; one that contradicts another is left for the search to
    /// find out.
    fn suggest(&mut self, row: usize, column: usize, symbol: usize) {
        if let Some(slot) =
            self.symbols.get_mut(row * self.order + column).filter(|slot| **slot == 0)
        {
            *slot = symbol;
        }
    }

    /// Whether every cell has a symbol, and no row or column has one twice.
    pub fn is_latin(&self) -> bool {
        let order = 0..self.order;
        order.clone().all(|a| {
            let (mut row, mut column) = (vec![false; self.order], vec![false; self.order]);
            let new = |seen: &mut [bool], symbol: Option<usize>| {
                let slot = symbol.and_then(|symbol| seen.get_mut(symbol - 1));
                slot.is_some_and(|seen| !std::mem::replace(seen, true))
            };
            order.clone().all(|b| new(&mut row, self.get(a, b)) && new(&mut column, self.get(b, a)))
        })
    }
}

/// The words of a line with their columns: its characters, or what commas and blanks separate.
fn words(line: &str) -> Vec<(usize, &str)> {
    let line = line.trim_end();
    let separates = |c: char| c.is_whitespace() || c == ',';
    let separated = line.trim_start().contains(separates);
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut start = None;
    for (column, (offset, c)) in line.char_indices().enumerate() {
        match start {
            Some((first, from)) if separates(c) => {
                words.push((first, &line[from..offset]));
                start = None;
            }
            None if !separates(c) && separated => start = Some((column + 1, offset)),
            None if !separates(c) => words.push((column + 1, &line[offset..offset + c.len_utf8()])),
            _ => {}
        }
    }
    words.extend(start.map(|(first, from)| (first, &line[from..])));
    words
}

/// What stands for the symbols of a square, in words: as characters, where the unknown `word` is
/// one, or as numbers.
fn expected(word: &str, order: usize) -> String {
    let names = CellNames::of_size(&[order + 1]);
    let numbers = || format!("`.` or {}", range(1, order));
    if order <= 9 || names.have_commas() || word.chars().count() > 1 {
        return numbers();
    }
    let letters = |first: usize, last: usize| {
        let [first, last] = [first, last].map(|symbol| names.name(&[symbol]));
        range(first, last)
    };
    // 10 to 35 are `a` to `z`, and from 36 on `A` to `Z`.
    match order {
        ..=35 => format!("`.`, 1 to 9 or {}", letters(10, order)),
        _ => format!("`.`, 1 to 9, a to z or {}", letters(36, order)),
    }
}

/// A symbol from 1, or 0 for unknown.
fn symbol(word: &str) -> Option<usize> {
    let mut characters = word.chars();
    match (characters.next()?, characters.next()) {
        ('.', None) => Some(0),
        (c, None) if c.is_ascii() => CellNames::read(word).map(|[symbol]| symbol),
        _ => decimal(word),
    }
}

/// Latin squares of order n: each symbol once in each row and each column (TAOCP 7.2.2.1, "Latin
/// squares"), with given cells, and if wanted orthogonal to a given square, so that all pairs of
/// symbols at the same place are different.
///
/// Items, all primary: the cells `pRC`, `rRS` for a symbol in a row, `cCS` for one in a column, and
/// `mTS` for a symbol at the places where the given square has T; rows and columns from 0, symbols
/// from 1. An option puts a symbol into a cell: n³ of them if nothing is given.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::{Latin, SymbolSquare};
///
/// fn count(latin: Latin) -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&latin.instance()?.problem)?.solutions)
/// }
/// assert_eq!(count(Latin::new(SymbolSquare::empty(4)?))?, 576);
/// assert_eq!(count(Latin::new(SymbolSquare::empty(5)?).reduced())?, 56);
/// let five = SymbolSquare::cyclic(5)?;
/// assert_eq!(count(Latin::new(SymbolSquare::empty(5)?).with_first_row().orthogonal_to(five))?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Latin {
    given: SymbolSquare,
    mate: Option<SymbolSquare>,
}

impl Latin {
    /// Latin squares with these symbols.
    pub const fn new(given: SymbolSquare) -> Self {
        Latin { given, mate: None }
    }

    /// With the symbols in order in the first row, as far as none are given there.
    pub fn with_first_row(mut self) -> Self {
        (0..self.given.order).for_each(|column| self.given.suggest(0, column, column + 1));
        self
    }

    /// With the symbols in order in the first row and in the first column, as far as none are given
    /// there.
    pub fn reduced(self) -> Self {
        let mut latin = self.with_first_row();
        (0..latin.given.order).for_each(|row| latin.given.suggest(row, 0, row + 1));
        latin
    }

    /// Orthogonal to this square.
    pub fn orthogonal_to(mut self, mate: SymbolSquare) -> Self {
        self.mate = Some(mate);
        self
    }

    /// The instance. O(n³).
    ///
    /// # Errors
    ///
    /// If the square to be orthogonal to is no Latin square of this order.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let n = self.given.order;
        check_size((n * n) as u128 * n as u128, 4)?;
        if let Some(mate) = &self.mate {
            check_latin(mate, n)?;
        }
        let names = CellNames::of_size(&[n + 1]);
        let pair = |kind: char, a: usize, b: usize| format!("{kind}{}", names.name(&[a, b]));
        let mut builder = ProblemBuilder::coloured();
        let cells = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let symbols = |from: usize| {
            (from..n + from).flat_map(|line| (1..=n).map(move |symbol| (line, symbol)))
        };
        builder.primary_items(cells().map(|(row, column)| pair('p', row, column)))?;
        builder.primary_items(symbols(0).map(|(row, symbol)| pair('r', row, symbol)))?;
        builder.primary_items(symbols(0).map(|(column, symbol)| pair('c', column, symbol)))?;
        if self.mate.is_some() {
            builder.primary_items(symbols(1).map(|(other, symbol)| pair('m', other, symbol)))?;
        }
        for (row, column) in cells() {
            let given = self.given.get(row, column);
            for symbol in (1..=n).filter(|&symbol| given.is_none_or(|given| given == symbol)) {
                let mut option = builder.option();
                option = option.item(pair('p', row, column)).item(pair('r', row, symbol));
                option = option.item(pair('c', column, symbol));
                if let Some(other) = self.mate.as_ref().and_then(|mate| mate.get(row, column)) {
                    option = option.item(pair('m', other, symbol));
                }
                option.add()?;
            }
        }
        let orthogonal = if self.mate.is_some() { ", orthogonal to a given one" } else { "" };
        let mate = if self.mate.is_some() { ", m pairs of symbols" } else { "" };
        let comments = [
            format!("latin {n}: Latin squares{orthogonal}"),
            format!("items: p cells, r symbols in rows, c symbols in columns{mate}"),
        ];
        let mut instance = Instance::new(builder.build(), self.picture(), comments);
        instance.warnings.extend(self.obstacle());
        Ok(instance)
    }

    /// Why there can be no such square, if the given symbols show it: one of them stands twice in a
    /// row, in a column or at places where the mate has the same symbol, or they leave none for a
    /// cell.
    fn obstacle(&self) -> Option<String> {
        let n = self.given.order;
        let names = CellNames::of_size(&[n + 1]);
        let name = |symbol: usize| names.name(&[symbol]);
        let mate = |row, column| self.mate.as_ref().and_then(|mate| mate.get(row, column));
        // For each row, column and symbol of the mate, the symbols that were met.
        let mut met = vec![[false; 3]; n * (n + 1)];
        let at = |line: usize, symbol: usize| line * n + symbol - 1;
        let cells = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        for (row, column) in cells() {
            let Some(symbol) = self.given.get(row, column) else { continue };
            let lines = [Some(row), Some(column), mate(row, column)];
            for (kind, line) in lines.into_iter().enumerate() {
                let Some(line) = line else { continue };
                if std::mem::replace(&mut met[at(line, symbol)][kind], true) {
                    let place = match kind {
                        0 => format!("in row {}, counted from 1", line + 1),
                        1 => format!("in column {}, counted from 1", line + 1),
                        _ => format!("where the other square has {}", name(line)),
                    };
                    return Some(format!(
                        "no solution: symbol {} stands twice {place}",
                        name(symbol)
                    ));
                }
            }
        }
        let full = cells().find(|&(row, column)| {
            let lines = [Some(row), Some(column), mate(row, column)];
            let taken = |symbol: usize| {
                let mut lines = lines.iter().enumerate();
                lines.any(|(kind, line)| line.is_some_and(|line| met[at(line, symbol)][kind]))
            };
            self.given.get(row, column).is_none() && (1..=n).all(taken)
        });
        full.map(|(row, column)| {
            format!("no solution: no symbol is left for the cell p{}", names.name(&[row, column]))
        })
    }

    /// With the given symbols in it, while a character can stand for each.
    fn picture(&self) -> Picture {
        let n = self.given.order;
        let picture = Picture::new(PictureKind::Grid { size: [n, n] });
        let names = CellNames::of_size(&[n + 1]);
        if names.have_commas() {
            return picture;
        }
        let rows = self.given.symbols.chunks(n).map(|row| {
            let symbol =
                |&symbol: &usize| if symbol == 0 { ".".into() } else { names.name(&[symbol]) };
            row.iter().map(symbol).collect::<String>()
        });
        picture.with_board(rows)
    }
}

/// The transversals of a Latin square of order n: n cells, one in each row and each column, with
/// all symbols (TAOCP 7.2.2.1, exercise 17).
///
/// Items, all primary: rows `rR`, columns `cC`, symbols `sS`; an option is a cell.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::{SymbolSquare, latin_transversals};
///
/// let instance = latin_transversals(&SymbolSquare::cyclic(7)?)?;
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 133);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the square is no Latin square.
pub fn latin_transversals(square: &SymbolSquare) -> Result<Instance, GalleryError> {
    let n = square.order;
    check_latin(square, n)?;
    let mut builder = ProblemBuilder::coloured();
    builder.primary_items((0..n).map(|row| format!("r{row}")))?;
    builder.primary_items((0..n).map(|column| format!("c{column}")))?;
    builder.primary_items((1..=n).map(|symbol| format!("s{symbol}")))?;
    for row in 0..n {
        for column in 0..n {
            let Some(symbol) = square.get(row, column) else { continue };
            builder.add_option([format!("r{row}"), format!("c{column}"), format!("s{symbol}")])?;
        }
    }
    let comments = [
        format!("transversals of a Latin square of order {n}"),
        "items: rows r, columns c, symbols s".to_owned(),
    ];
    Ok(Instance::new(builder.build(), Picture::new(PictureKind::Queens { size: [n, n] }), comments))
}

fn check_latin(square: &SymbolSquare, order: usize) -> Result<(), GalleryError> {
    if square.order != order {
        return Err(GalleryError::Contradiction(format!(
            "a square of order {}: expected {order}, as the other one",
            square.order
        )));
    }
    if !square.is_latin() {
        return Err(GalleryError::Contradiction(
            "no Latin square: expected each symbol once in each row and column".to_owned(),
        ));
    }
    Ok(())
}
