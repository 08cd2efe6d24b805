//! A search of a sudoku, shown as the grid that it fills.

use quadrille_sudoku::strategy::{Searcher, Strategy};
use quadrille_sudoku::watch::{Board, Branch, Event, Watch};
use quadrille_sudoku::{Candidate, Constraint, Grid, Puzzle, verify};

use super::frame::{Line, Role, Room};
use super::show::{Heading, Outcome, Scene, Showing, wrapped};
use crate::render;

/// So many lines of candidates are shown.
const MOST_LINES: usize = 3;

/// A level: what was chosen, and what there was to try.
#[derive(Debug)]
struct Level {
    item: Constraint,
    options: Vec<Candidate>,
    /// Levels up to this one with more than one candidate.
    guesses: u32,
}

/// The grid of a puzzle.
#[derive(Debug)]
pub(super) struct SudokuScene<'p> {
    strategy: &'static dyn Strategy,
    board: Board<'p>,
    levels: Vec<Level>,
    /// For each cell that the search has filled, the guesses down to it.
    guesses: Vec<u32>,
    /// What the board has shown before.
    before: Vec<u8>,
}

/// The search of a puzzle.
pub(super) fn show<'p>(
    strategy: &'static dyn Strategy,
    puzzle: &'p Puzzle,
) -> Showing<SudokuScene<'p>> {
    let scene = SudokuScene {
        strategy,
        board: Board::new(puzzle),
        levels: Vec::new(),
        guesses: vec![0; puzzle.values().len()],
        before: puzzle.values().to_vec(),
    };
    Showing::new(scene, Watch::new(strategy.searcher(puzzle)))
}

impl SudokuScene<'_> {
    fn cell(&self, candidate: Candidate) -> usize {
        self.board.puzzle().shape().cell(candidate.row.into(), candidate.column.into())
    }

    /// Notes how many guesses lead to the digits that are new. One that stays when a guess is taken back
    /// did not need it.
    fn note(&mut self) {
        let values = self.board.values();
        let now = self.levels.last().map_or(0, |level| level.guesses);
        let cells = self.guesses.iter_mut().zip(values).zip(&self.before);
        for ((guesses, &value), &before) in cells {
            *guesses = if value != 0 && value == before { now.min(*guesses) } else { now };
        }
        self.before.copy_from_slice(values);
    }

    /// The grid with what stands in it.
    fn grid(
        &self,
        values: &[u8],
        now: Option<Candidate>,
        outcome: Outcome,
        colour: bool,
    ) -> Vec<Line> {
        let shape = self.board.puzzle().shape();
        let n = shape.size();
        let width = if n > 9 { 2 } else { 1 };
        let rule = |left, cross, right| {
            let part = "─".repeat(shape.box_columns() * (width + 2));
            let parts = vec![part; n / shape.box_columns()];
            Line::of(Role::Faint, format!("{left}{}{right}", parts.join(cross)))
        };
        let mut lines = vec![rule("┌", "┬", "┐")];
        for row in 0..n {
            if row > 0 && row % shape.box_rows() == 0 {
                lines.push(rule("├", "┼", "┤"));
            }
            let mut line = Line::default();
            for column in 0..n {
                if column % shape.box_columns() == 0 {
                    line.push(Role::Faint, "│");
                }
                let cell = shape.cell(row, column);
                let (role, text) = self.symbol(values, cell, now, outcome, colour);
                let text = if n > 9 { format!("{text:>4}") } else { text };
                line.push(role, text);
            }
            line.push(Role::Faint, "│");
            lines.push(line);
        }
        lines.push(rule("└", "┴", "┘"));
        lines
    }

    /// A digit with what is on its left and right: without colours that tells clues, guesses, what is tried
    /// and what cannot be.
    fn symbol(
        &self,
        values: &[u8],
        cell: usize,
        now: Option<Candidate>,
        outcome: Outcome,
        colour: bool,
    ) -> (Role, String) {
        let is_now = now.is_some_and(|candidate| self.cell(candidate) == cell);
        let digit = values.get(cell).copied().unwrap_or(0);
        let is_clue = self.board.puzzle().get(cell).is_some();
        let is_dead = matches!(outcome, Outcome::Dead { .. });
        match digit {
            0 if is_now => (Role::Chosen, "[ ]".to_owned()),
            0 if is_dead && self.board.candidates(cell) == 0 => (Role::Dead, " × ".to_owned()),
            0 => (Role::Faint, " · ".to_owned()),
            _ if is_now => (Role::Chosen, format!("[{digit}]")),
            _ if is_clue => (Role::Clue, format!(" {digit} ")),
            _ => {
                let guesses = self.guesses.get(cell).copied().unwrap_or(0);
                let mark = if colour { " " } else { "'" };
                (Role::Placed(guesses), format!(" {digit}{mark}"))
            }
        }
    }

    /// What was chosen, and its candidates, the one that is tried in brackets.
    fn choice(&self, now: Option<Branch>, room: Room) -> Vec<Line> {
        let Some(Level { item, options, .. }) = self.levels.last() else {
            return Vec::new();
        };
        let forced = if options.len() == 1 { "forced" } else { "tried in turn" };
        let is_cell = matches!(item, Constraint::Cell(..));
        let first =
            Line::of(Role::Strong, long_name(*item)).with(Role::Plain, format!(", {forced}:"));
        let word = |candidate: &Candidate| {
            let name = if is_cell { candidate.digit.to_string() } else { place(*candidate) };
            match now {
                Some(branch) if branch.candidate == *candidate => {
                    (Role::Chosen, format!("[{name}]"))
                }
                _ => (Role::Plain, name),
            }
        };
        wrapped(first, options.iter().map(word).collect(), room.columns, MOST_LINES)
    }
}

impl<'p> Scene for SudokuScene<'p> {
    type Searcher = Box<dyn Searcher + 'p>;

    fn strategy(&self) -> &str {
        self.strategy.name()
    }

    fn rows(&self) -> usize {
        let shape = self.board.puzzle().shape();
        shape.size() + shape.size() / shape.box_rows() + 1 + 4 + MOST_LINES
    }

    fn bound(&self) -> usize {
        self.board.values().len() - self.board.puzzle().clue_count()
    }

    fn item(&self, branch: &Branch) -> String {
        named(branch.item)
    }

    fn option(&self, branch: &Branch) -> Option<String> {
        Some(placed(branch.candidate))
    }

    fn options(&self, branch: &Branch) -> Vec<String> {
        self.board.options(branch.item).into_iter().map(placed).collect()
    }

    fn solution(&self, searcher: &Self::Searcher) -> Result<serde_json::Value, String> {
        let (name, puzzle) = (self.strategy.name(), self.board.puzzle());
        verify(puzzle, searcher.solution()).map_err(|fault| {
            format!("strategy `{name}` gave a grid that is no solution: {fault}")
        })?;
        let grid = Grid::from_values(puzzle.shape(), searcher.solution());
        Ok(grid.map(|grid| render::line(&grid)).unwrap_or_default().into())
    }

    fn follow(&mut self, event: &Event<Branch>) {
        match *event {
            Event::Choose { branch, .. } => {
                let options = self.board.options(branch.item);
                let before = self.levels.last().map_or(0, |level| level.guesses);
                let guesses = before + u32::from(options.len() > 1);
                self.levels.push(Level { item: branch.item, options, guesses });
            }
            Event::Retreat { .. } => drop(self.levels.pop()),
            Event::Exhausted => self.board.narrow(None),
            _ => {}
        }
        self.board.follow(event);
        // What was chosen is not placed yet.
        if !matches!(event, Event::Choose { .. }) {
            self.note();
        }
    }

    fn settle(&mut self, searcher: &Self::Searcher) {
        // At a solution there are none, and it shows itself.
        if let Some(candidates) = searcher.candidates() {
            self.board.narrow(Some(candidates));
            self.note();
        }
    }

    fn lines(
        &self,
        now: Option<Branch>,
        heading: &Heading<'_>,
        searcher: &Self::Searcher,
        room: Room,
    ) -> Vec<Line> {
        let outcome = heading.outcome;
        let values = match outcome {
            // The branches may not tell of all digits.
            Outcome::Solution(_) => searcher.solution(),
            _ => self.board.values(),
        };
        // Before it is tried, the cell is still empty.
        let next = self.levels.last().filter(|_| outcome == Outcome::Begin);
        let next = next.and_then(|level| match level.item {
            Constraint::Cell(..) => level.options.first().copied(),
            _ => None,
        });
        let shown = now.map(|branch| branch.candidate).or(next);
        let mut lines = self.grid(values, shown, outcome, room.colour);
        lines.extend(self.choice(now, room));
        lines.push(heading.verdict());
        lines
    }
}

/// A cell by its row and column, from 1.
fn place(candidate: Candidate) -> String {
    format!("r{}c{}", candidate.row + 1, candidate.column + 1)
}

fn placed(candidate: Candidate) -> String {
    format!("{}={}", place(candidate), candidate.digit)
}

/// An item in short: a cell, or a digit in a house; all numbered from 1.
fn named(item: Constraint) -> String {
    match item {
        Constraint::Cell(row, column) => format!("r{}c{}", row + 1, column + 1),
        Constraint::RowDigit(row, digit) => format!("r{}={digit}", row + 1),
        Constraint::ColumnDigit(column, digit) => format!("c{}={digit}", column + 1),
        Constraint::BoxDigit(number, digit) => format!("b{}={digit}", number + 1),
    }
}

fn long_name(item: Constraint) -> String {
    match item {
        Constraint::Cell(row, column) => format!("cell r{}c{}", row + 1, column + 1),
        Constraint::RowDigit(row, digit) => format!("digit {digit} in row {}", row + 1),
        Constraint::ColumnDigit(column, digit) => format!("digit {digit} in column {}", column + 1),
        Constraint::BoxDigit(number, digit) => format!("digit {digit} in box {}", number + 1),
    }
}
