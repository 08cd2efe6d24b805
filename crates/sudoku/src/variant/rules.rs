//! A board and its rules.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use super::board::{Board, Regions, RulesError};
use super::puzzle::all_digits;
use super::rule::{Relation, Rule};
use crate::shape::Shape;

/// A board and the rules that hold on it, beyond rows, columns and regions.
///
/// Rules that exist make sense: every cell that they name is there, and lists are as long as they have to be. They may
/// contradict each other, or themselves, all the same: ten different digits in nine.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Diagonal, Rule, Rules};
///
/// let mut rules = Rules::from(Shape::CLASSIC);
/// rules.add(Rule::Diagonal(Diagonal::Main))?;
/// rules.add(Rule::killer(3, [0, 1]))?;
/// assert_eq!(rules.list().len(), 2);
/// let error = rules.add(Rule::killer(3, [80, 81])).unwrap_err();
/// assert_eq!(error.to_string(), "cage: r10c1 is no cell");
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// One for all puzzles of it, as far as they are read one after the other.
    board: Arc<Board>,
    list: Vec<Rule>,
}

impl From<Board> for Rules {
    fn from(board: Board) -> Self {
        let board = shared(|known| *known == board).unwrap_or_else(|| keep(board));
        Rules { board, list: Vec::new() }
    }
}

impl From<Shape> for Rules {
    fn from(shape: Shape) -> Self {
        let board = Board::from(shape);
        Rules::from(board)
    }
}

thread_local! {
    /// The board of the rules that were made last in this thread: a board takes kilobytes, and puzzles of the same come one
    /// after the other.
    static LAST: RefCell<Weak<Board>> = const { RefCell::new(Weak::new()) };
}

/// The last board, if somebody still has it and it is the one that is wanted.
fn shared(is_wanted: impl FnOnce(&Board) -> bool) -> Option<Arc<Board>> {
    let last = LAST.try_with(|last| last.borrow().upgrade()).ok().flatten();
    last.filter(|board| is_wanted(board))
}

/// Makes a board the last one.
fn keep(board: Board) -> Arc<Board> {
    let board = Arc::new(board);
    let weak = Arc::downgrade(&board);
    // At the end of a thread there may be nothing to keep it in.
    let _ = LAST.try_with(|last| last.replace(weak));
    board
}

impl Rules {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules, in the order in which they were added.
    pub fn list(&self) -> &[Rule] {
        &self.list
    }

    /// Adds a rule.
    ///
    /// # Errors
    ///
    /// If it makes no sense on this board: it names a cell that is not there, or one twice where a list has each
    /// once, or too few, or digits beyond the size, or asks for boxes where there are none.
    pub fn add(&mut self, rule: Rule) -> Result<(), RulesError> {
        self.check(&rule).map_err(|error| RulesError::new(format!("{}: {error}", rule.kind())))?;
        self.list.push(rule);
        Ok(())
    }

    /// The same with one more rule: see [`add`](Self::add).
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn with(mut self, rule: Rule) -> Result<Self, RulesError> {
        self.add(rule)?;
        Ok(self)
    }

    fn check(&self, rule: &Rule) -> Result<(), RulesError> {
        let n = self.board.size();
        let error = |message: String| Err(RulesError::new(message));
        // A whisper may be a loop; where lists of others have a cell twice, something else was meant.
        let may_repeat = matches!(rule, Rule::Whisper { .. });
        for cells in rule.lists() {
            self.check_cells(cells, least(rule), may_repeat)?;
        }
        let in_range = |digit: u8| (1..=n).contains(&usize::from(digit));
        match rule {
            Rule::Windoku | Rule::DisjointGroups
                if !matches!(self.board.regions(), Regions::Boxes { .. }) =>
            {
                error("expected a board with boxes".into())
            }
            Rule::Chess(chess) if chess.step == (0, 0) => error("a step of 0 by 0".into()),
            Rule::Chess(chess) if chess.digits == 0 => error("no digit".into()),
            // All bits are all digits, whatever the size.
            Rule::Chess(chess)
                if chess.digits != u64::MAX && chess.digits & !all_digits(n) != 0 =>
            {
                let beyond = 64 - chess.digits.leading_zeros();
                error(format!("the digit {beyond}: expected at most {n}"))
            }
            Rule::Unmarked(relations) if relations.is_empty() => error("no relation".into()),
            Rule::Unmarked(relations) if relations.contains(&Relation::Greater) => {
                error("neighbours cannot all be without a greater one".into())
            }
            Rule::Pair { a, b, .. } if a == b => {
                error(format!("{} with itself", self.board.name(*a)))
            }
            Rule::Clone { a, b } if a.len() != b.len() => {
                error(format!("{} cells and {}: expected as many", a.len(), b.len()))
            }
            Rule::Arrow { circle, shaft } => {
                match circle.iter().find(|cell| shaft.contains(cell)) {
                    Some(&cell) => error(format!("{} is circle and shaft", self.board.name(cell))),
                    None if circle.len() > 4 => error("a circle of more than 4 cells".into()),
                    None => Ok(()),
                }
            }
            Rule::Quadruple { cells, digits } => {
                if digits.is_empty() || digits.len() > cells.len() {
                    return error(format!("{} digits in {} cells", digits.len(), cells.len()));
                }
                match digits.iter().find(|&&digit| !in_range(digit)) {
                    Some(digit) => error(format!("digit {digit}: expected 1 to {n}")),
                    None => Ok(()),
                }
            }
            Rule::NumberedRoom { digit, .. } if !in_range(*digit) => {
                error(format!("digit {digit}: expected 1 to {n}"))
            }
            _ => Ok(()),
        }
    }

    fn check_cells(
        &self,
        cells: &[usize],
        least: usize,
        may_repeat: bool,
    ) -> Result<(), RulesError> {
        let error = |message: String| Err(RulesError::new(message));
        if cells.len() < least {
            let found = match cells.len() {
                1 => "1 cell".to_owned(),
                other => format!("{other} cells"),
            };
            return error(format!("{found}: expected at least {least}"));
        }
        let mut seen = vec![false; self.board.cells()];
        for &cell in cells {
            let name = self.board.name(cell);
            if !self.board.is_inside(cell) {
                return error(format!("{name} is no cell"));
            }
            if std::mem::replace(&mut seen[cell], true) && !may_repeat {
                return error(format!("{name} twice"));
            }
        }
        Ok(())
    }
}

/// The least number of cells in the lists of a rule.
fn least(rule: &Rule) -> usize {
    match rule {
        Rule::Thermo { .. } | Rule::Whisper { .. } | Rule::Between(_) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Chess;

    #[test]
    fn puzzles_of_the_same_board_share_it() {
        let first = Rules::from(Shape::CLASSIC);
        let second = Rules::from(Board::from(Shape::CLASSIC));
        let third = Rules::from(Shape::CLASSIC).with(Rule::ANTI_KNIGHT).unwrap();
        assert!(std::ptr::eq(first.board(), second.board()));
        assert!(std::ptr::eq(first.board(), third.board()));
        let other = Rules::from(Shape::new(2, 2).unwrap());
        assert_eq!((other.board().size(), first.board().size()), (4, 9));
        let latin = Board::new(4, Regions::None).unwrap();
        assert_ne!(Rules::from(latin).board(), other.board());
    }

    #[test]
    fn moves_have_no_digits_beyond_the_board() {
        let rules = Rules::from(Shape::new(2, 2).unwrap());
        let moves = |digits| Rule::Chess(Chess { step: (1, 2), rides: false, digits });
        let error = rules.clone().with(moves(0b100_0001)).unwrap_err();
        assert_eq!(error.to_string(), "chess: the digit 7: expected at most 4");
        assert!(rules.clone().with(moves(0b1001)).is_ok() && rules.with(moves(u64::MAX)).is_ok());
    }
}
