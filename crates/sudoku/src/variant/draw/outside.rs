//! Clues that stand outside.

use super::super::{Board, Kind, Rule, Rules};

/// A clue that stands outside, beside the first cell of its line.
#[derive(Debug, Clone)]
pub(super) struct Outside {
    /// Where it stands: −1 is above the first row.
    pub(super) row: isize,
    /// The column, −1 to the left of the first.
    pub(super) column: isize,
    /// Rows and columns to the next cell of the line.
    pub(super) step: (isize, isize),
    pub(super) number: String,
    /// Whether it says by an arrow where the line goes.
    pub(super) has_arrow: bool,
}

/// The place of a rule's clue outside the board: if its cells are a line from one end of the board to another.
pub(super) fn outside(board: &Board, rule: &Rule) -> Option<Outside> {
    let (cells, number, has_arrow) = match rule {
        Rule::LittleKiller { cells, sum } => (cells, sum.to_string(), true),
        Rule::Sandwich { cells, sum } | Rule::XSum { cells, sum } => {
            (cells, sum.to_string(), false)
        }
        Rule::Skyscraper { cells, count } => (cells, count.to_string(), false),
        Rule::NumberedRoom { cells, digit } => (cells, digit.to_string(), false),
        _ => return None,
    };
    let (&first, &last) = (cells.first()?, cells.last()?);
    let place = |cell: usize| (board.row_of(cell) as isize, board.column_of(cell) as isize);
    let step = match cells.get(1) {
        Some(&second) => {
            let (from, to) = (place(first), place(second));
            (to.0 - from.0, to.1 - from.1)
        }
        // In a corner there is one way only that is no row or column.
        None if has_arrow => corner_step(board, first)?,
        None => return None,
    };
    let is_step = step != (0, 0) && step.0.abs() <= 1 && step.1.abs() <= 1;
    let straight = step.0 == 0 || step.1 == 0;
    let on_line = cells.windows(2).all(|two| board.step(two[0], step.0, step.1) == Some(two[1]));
    let whole =
        board.step(first, -step.0, -step.1).is_none() && board.step(last, step.0, step.1).is_none();
    if !is_step || !on_line || !whole || !has_arrow && !straight {
        return None;
    }
    let (row, column) = place(first);
    Some(Outside { row: row - step.0, column: column - step.1, step, number, has_arrow })
}

/// The diagonal way through a cell on which no other is.
fn corner_step(board: &Board, cell: usize) -> Option<(isize, isize)> {
    let ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let alone = |&(down, right): &(isize, isize)| {
        board.step(cell, down, right).is_none() && board.step(cell, -down, -right).is_none()
    };
    ways.into_iter().find(alone)
}

/// The letters that tell the kinds of plain numbers outside apart, where there are several kinds.
pub(super) fn outside_letter(rules: &Rules, kind: Kind) -> &'static str {
    const LETTERS: [(Kind, &str); 4] = [
        (Kind::Sandwich, "s"),
        (Kind::XSum, "x"),
        (Kind::Skyscraper, "v"),
        (Kind::NumberedRoom, "r"),
    ];
    let is_used = |kind: Kind| rules.list().iter().any(|rule| rule.kind() == kind);
    if LETTERS.iter().filter(|(kind, _)| is_used(*kind)).count() < 2 {
        return "";
    }
    LETTERS.iter().find(|(of, _)| *of == kind).map_or("", |(_, letter)| letter)
}

#[cfg(test)]
mod tests {
    use super::super::super::Regions;
    use super::*;

    #[test]
    fn a_clue_stands_outside_if_its_line_is_whole() {
        let board = Board::new(4, Regions::None).unwrap();
        let at = |rule: Rule| outside(&board, &rule).map(|o| (o.row, o.column, o.step));
        let killer = |cells: &[usize]| Rule::LittleKiller { cells: cells.to_vec(), sum: 9 };
        assert_eq!(at(killer(&[1, 6, 11])), Some((-1, 0, (1, 1))));
        assert_eq!(at(killer(&[14, 11])), Some((4, 1, (-1, 1))));
        assert_eq!(at(killer(&[3])), Some((-1, 2, (1, 1))));
        assert_eq!(at(killer(&[1, 6])), None);
        let tall = |cells: &[usize]| Rule::Skyscraper { cells: cells.to_vec(), count: 2 };
        assert_eq!(at(tall(&[7, 6, 5, 4])), Some((1, 4, (0, -1))));
        assert_eq!(at(tall(&[7, 6, 5])), None);
        assert_eq!(at(tall(&[0, 5, 10, 15])), None);
    }
}
