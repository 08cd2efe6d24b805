//! The names of cells, and of rows, columns and diagonals with a clue.

/// The name of a cell: `R1C9`, and letters from 10 on.
pub(super) fn cell_name(cell: usize, size: usize) -> String {
    // At most 16.
    let number = |index: usize| char::from_digit(index as u32 + 1, 17).unwrap_or('?');
    format!("R{}C{}", number(cell / size), number(cell % size))
}

/// The cell of a name.
pub(super) fn cell_of(name: &str, size: usize) -> Option<usize> {
    let mut chars = name.chars();
    let (Some('R' | 'r'), Some(row), Some('C' | 'c'), Some(column), None) =
        (chars.next(), chars.next(), chars.next(), chars.next(), chars.next())
    else {
        return None;
    };
    let index = |c: char| {
        let number = c.to_digit(17)? as usize;
        (1..=size).contains(&number).then(|| number - 1)
    };
    Some(index(row)? * size + index(column)?)
}

/// The cells of a row or column, `R1` or `C9`, from its first on.
pub(super) fn line_of(name: &str, size: usize) -> Option<Vec<usize>> {
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<usize>().ok().filter(|number| is_number && (1..=size).contains(number))
    };
    if let Some(row) = name.strip_prefix('R') {
        let row = number(row)? - 1;
        return Some((0..size).map(|column| row * size + column).collect());
    }
    let column = number(name.strip_prefix('C')?)? - 1;
    Some((0..size).map(|row| row * size + column).collect())
}

/// The name of the row or column that these cells are, and whether they run backwards.
pub(super) fn line_name(cells: &[usize], size: usize) -> Option<(String, bool)> {
    let names = ["R", "C"].into_iter().flat_map(|c| (1..=size).map(move |i| format!("{c}{i}")));
    for name in names {
        let line = line_of(&name, size).unwrap_or_default();
        if line == cells {
            return Some((name, false));
        }
        if line.iter().rev().eq(cells) {
            return Some((name, true));
        }
    }
    None
}

/// The diagonal whose clue stands at a cell: down to the right from the first column, up to the left from the last, down
/// to the left from the first row, up to the right from the last.
pub(super) fn diagonal_from(cell: usize, size: usize) -> Option<Vec<usize>> {
    let (row, column) = (cell / size, cell % size);
    let last = size.checked_sub(1)?;
    let (down, right) = match (row, column) {
        (row, 0) if row < last => (1, 1),
        (0, _) => (1, -1),
        (row, column) if column == last && row < last => (-1, -1),
        (row, column) if row == last && column > 0 && column < last => (-1, 1),
        _ => return None,
    };
    let mut cells = Vec::new();
    let mut at = (Some(row), Some(column));
    while let (Some(row), Some(column)) = at
        && row < size
        && column < size
    {
        cells.push(row * size + column);
        at = (row.checked_add_signed(down), column.checked_add_signed(right));
    }
    (cells.len() > 1).then_some(cells)
}

/// The cell at which the clue of a diagonal stands, whichever way these cells run.
pub(super) fn diagonal_name(cells: &[usize], size: usize) -> Option<usize> {
    let is = |start: usize| {
        diagonal_from(start, size).is_some_and(|line| line == cells || line.iter().rev().eq(cells))
    };
    [*cells.first()?, *cells.last()?].into_iter().find(|&start| is(start))
}
