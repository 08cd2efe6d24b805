//! A puzzle with rules of its own.

use super::board::{Board, RulesError};
use super::rule::Rule;
use super::rules::Rules;
use crate::candidates::set_of;
use crate::grid::{Grid, Puzzle};

pub(super) use crate::candidates::digits_of_size as all_digits;

/// A puzzle with rules: what is given, and what is known about it.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rule, Rules, Variant};
///
/// let rules = Rules::from(Shape::new(2, 2)?).with(Rule::ANTI_KNIGHT)?;
/// let mut variant = Variant::new(rules);
/// variant.set(5, 4)?;
/// assert_eq!((variant.given(5), variant.clue_count()), (Some(4), 1));
/// assert_eq!(variant.candidates(0), 0b1111);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Variant {
    rules: Rules,
    /// One value a number of the board: 0 = empty.
    values: Vec<u8>,
    /// The digits that cells may hold beyond what clues say; bit d − 1 for digit d.
    marks: Option<Vec<u64>>,
    /// What is known about it.
    pub info: Info,
}

/// What is known about a puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Info {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Its rules, or whatever else is said about it, in words.
    pub text: Option<String>,
    /// Where it is from: a collection, an address.
    pub source: Option<String>,
    /// How difficult it is, in the words or figures of where it is from.
    pub difficulty: Option<String>,
    /// The solution that came with it, one value a number of the board, 0 where there is none. Nobody has checked it.
    pub solution: Option<Vec<u8>>,
}

impl Info {
    /// Takes the blanks around each text away, and texts of nothing else.
    pub(super) fn trim(&mut self) {
        let Info { title, author, text, source, difficulty, solution: _ } = self;
        for field in [title, author, text, source, difficulty] {
            let trimmed = field.as_deref().map(str::trim);
            if trimmed != field.as_deref() {
                *field = trimmed.filter(|text| !text.is_empty()).map(str::to_owned);
            }
            if field.as_deref() == Some("") {
                *field = None;
            }
        }
    }

    /// The names of the fields of which something is known.
    pub fn known(&self) -> Vec<&'static str> {
        let Info { title, author, text, source, difficulty, solution } = self;
        let mut names = Vec::new();
        for (name, is_known) in [
            ("title", title.is_some()),
            ("author", author.is_some()),
            ("text", text.is_some()),
            ("source", source.is_some()),
            ("difficulty", difficulty.is_some()),
            ("solution", solution.is_some()),
        ] {
            if is_known {
                names.push(name);
            }
        }
        names
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Info::default()
    }
}

impl Variant {
    /// A puzzle without clues.
    pub fn new(rules: Rules) -> Self {
        let values = vec![0; rules.board().cells()];
        Variant { rules, values, marks: None, info: Info::default() }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.rules.board()
    }

    /// Puts a clue, 1 to n, in a cell, or takes it away with 0.
    ///
    /// # Errors
    ///
    /// If there is no such cell or digit.
    pub fn set(&mut self, cell: usize, value: u8) -> Result<(), RulesError> {
        let board = self.rules.board();
        if !board.is_inside(cell) {
            return Err(RulesError::new(format!("{} is no cell", board.name(cell))));
        }
        if usize::from(value) > board.size() {
            return Err(RulesError::new(format!(
                "{} holds {value}: expected at most {}",
                board.name(cell),
                board.size()
            )));
        }
        self.values[cell] = value;
        Ok(())
    }

    /// Allows a cell these digits alone, bit d − 1 for digit d; a clue in it is another matter.
    ///
    /// # Errors
    ///
    /// If there is no such cell, or the set has digits beyond the size.
    pub fn mark(&mut self, cell: usize, digits: u64) -> Result<(), RulesError> {
        let board = self.rules.board();
        let all = all_digits(board.size());
        if !board.is_inside(cell) {
            return Err(RulesError::new(format!("{} is no cell", board.name(cell))));
        }
        if digits & !all != 0 {
            return Err(RulesError::new(format!(
                "{} may hold more than {}",
                board.name(cell),
                board.size()
            )));
        }
        let cells = board.cells();
        self.marks.get_or_insert_with(|| vec![all; cells])[cell] = digits;
        if self.marks.as_ref().is_some_and(|marks| marks.iter().all(|&set| set == all)) {
            self.marks = None;
        }
        Ok(())
    }

    /// Adds a rule.
    ///
    /// # Errors
    ///
    /// See [`Rules::add`].
    pub fn add_rule(&mut self, rule: Rule) -> Result<(), RulesError> {
        self.rules.add(rule)
    }

    /// Another set of rules on the same board.
    ///
    /// # Errors
    ///
    /// If the board is another.
    pub fn with_rules(mut self, rules: Rules) -> Result<Self, RulesError> {
        if rules.board() != self.rules.board() {
            return Err(RulesError::new("rules of another board"));
        }
        self.rules = rules;
        Ok(self)
    }

    /// The clues, one value a number of the board: 0 = empty, or no cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The clue in a cell, if there is one.
    pub fn given(&self, cell: usize) -> Option<u8> {
        self.values.get(cell).copied().filter(|&value| value != 0)
    }

    /// Number of clues.
    pub fn clue_count(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// The digits that cells may hold beyond what clues say, if any cell is restricted.
    pub fn marks(&self) -> Option<&[u64]> {
        self.marks.as_deref()
    }

    /// The digits that a cell may hold, as far as its clue and its marks say; none where no cell is. Rules do not
    /// count here.
    pub fn candidates(&self, cell: usize) -> u64 {
        if !self.board().is_inside(cell) {
            return 0;
        }
        let marks = self.marks.as_ref().map_or(u64::MAX, |marks| marks[cell]);
        let clue = match self.values[cell] {
            0 => all_digits(self.board().size()),
            digit => set_of(digit),
        };
        marks & clue
    }

    /// The same as a classic puzzle: if there are no rules but rows, columns and boxes, and no two clues clash.
    pub fn as_classic(&self) -> Option<Puzzle> {
        let shape = self.board().shape()?;
        if !self.rules.list().is_empty() {
            return None;
        }
        let grid = Grid::from_values(shape, &self.values).ok()?;
        match &self.marks {
            None => Puzzle::new(grid).ok(),
            Some(_) => {
                let sets: Vec<u64> = (0..shape.cells()).map(|c| self.candidates(c)).collect();
                grid.clash().is_none().then(|| Puzzle::from_candidates(shape, &sets).ok())?
            }
        }
    }
}

impl From<&Puzzle> for Variant {
    fn from(puzzle: &Puzzle) -> Self {
        let mut variant = Variant::new(Rules::from(puzzle.shape()));
        variant.values.copy_from_slice(puzzle.values());
        variant.marks = puzzle.pencilmarks().map(<[u64]>::to_vec);
        variant
    }
}
