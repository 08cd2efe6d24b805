//! A search of a sudoku, shown as the grid that it fills.

use quadrille_sudoku::strategy::{Searcher, Strategy};
use quadrille_sudoku::watch::{Board, Branch, Event, Watch};
use quadrille_sudoku::{Candidate, Constraint, Grid, Puzzle, verify};

use super::frame::{Frame, Line, Role, Room};
use super::show::{Counts, Heading, Outcome, Show, Shown, Told, outcome, wrapped};
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

/// The search of a puzzle.
#[derive(Debug)]
pub(super) struct SudokuShow<'p> {
    strategy: &'static dyn Strategy,
    watch: Watch<Box<dyn Searcher + 'p>>,
    board: Board<'p>,
    levels: Vec<Level>,
    /// For each cell that the search has filled, the guesses down to it.
    guesses: Vec<u32>,
    deepest: usize,
    /// Branches taken back, of the events that were followed.
    undone: u64,
    has_begun: bool,
}

impl<'p> SudokuShow<'p> {
    pub(super) fn new(strategy: &'static dyn Strategy, puzzle: &'p Puzzle) -> Self {
        SudokuShow {
            strategy,
            watch: Watch::new(strategy.searcher(puzzle)),
            board: Board::new(puzzle),
            levels: Vec::new(),
            guesses: vec![0; puzzle.values().len()],
            deepest: 0,
            undone: 0,
            has_begun: false,
        }
    }

    fn cell(&self, candidate: Candidate) -> usize {
        self.board.puzzle().shape().cell(candidate.row.into(), candidate.column.into())
    }

    fn follow(&mut self, event: &Event<Branch>) {
        match *event {
            Event::Choose { branch, .. } => {
                let options = self.board.options(branch.item);
                let before = self.levels.last().map_or(0, |level| level.guesses);
                let guesses = before + u32::from(options.len() > 1);
                self.levels.push(Level { item: branch.item, options, guesses });
            }
            Event::Try { level, branch } => {
                let cell = self.cell(branch.candidate);
                let guesses = self.levels.last().map_or(0, |level| level.guesses);
                if let Some(slot) = self.guesses.get_mut(cell) {
                    *slot = guesses;
                }
                self.deepest = self.deepest.max(level + 1);
            }
            Event::Undo { .. } => self.undone += 1,
            Event::Retreat { .. } => drop(self.levels.pop()),
            _ => {}
        }
        self.board.follow(event);
    }

    fn told(&self, event: &Event<Branch>, node: u64) -> Option<Told> {
        Some(match *event {
            Event::Choose { level, branch } => {
                let options = self.board.options(branch.item);
                let options = options.into_iter().map(placed).collect();
                Told::Choose { level, item: named(branch.item), options }
            }
            Event::Try { level, branch } => {
                let (item, option) = (named(branch.item), Some(placed(branch.candidate)));
                Told::Try { node, level, item, option }
            }
            Event::Undo { level, branch } => {
                let (item, option) = (named(branch.item), Some(placed(branch.candidate)));
                Told::Undo { level, item, option }
            }
            Event::Retreat { level, branch } => Told::Retreat { level, item: named(branch.item) },
            Event::Node => Told::Node { node },
            Event::Solution => {
                let shape = self.board.puzzle().shape();
                let grid = Grid::from_values(shape, self.watch.searcher().solution());
                let line = grid.map(|grid| render::line(&grid)).unwrap_or_default();
                Told::Solution { number: self.watch.solutions(), node, solution: line.into() }
            }
            Event::Exhausted => Told::Exhausted,
            _ => return None,
        })
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

    fn frame(&self, now: Option<Branch>, level: usize, outcome: Outcome, room: Room) -> Frame {
        let bound = self.board.values().len() - self.board.puzzle().clue_count();
        let heading = Heading {
            strategy: self.strategy.name(),
            counts: Counts { undone: self.undone, ..self.counts() },
            level,
            deepest: self.deepest,
            bound,
            outcome,
        };
        let mut lines = heading.lines();
        let values = match outcome {
            // Of a search that cannot tell, there is no more than that.
            Outcome::Solution(_) => self.watch.searcher().solution(),
            _ => self.board.values(),
        };
        // Before it is tried, the cell is still empty.
        let next = self.levels.last().filter(|_| outcome == Outcome::Begin);
        let next = next.and_then(|level| match level.item {
            Constraint::Cell(..) => level.options.first().copied(),
            _ => None,
        });
        let shown = now.map(|branch| branch.candidate).or(next);
        lines.extend(self.grid(values, shown, outcome, room.colour));
        lines.extend(self.choice(now, room));
        lines.push(heading.verdict());
        Frame::new(lines, room)
    }
}

impl Show for SudokuShow<'_> {
    fn step(&mut self, room: Option<Room>) -> Result<Shown, String> {
        let events = self.watch.step().to_vec();
        let node = self.watch.nodes();
        let outcome = outcome(&events, self.watch.solutions(), self.has_begun);
        self.has_begun = true;
        let mut shown = Shown::default();
        for (index, event) in events.iter().enumerate() {
            shown.events.extend(self.told(event, node));
            if *event == Event::Solution {
                let (name, puzzle) = (self.strategy.name(), self.board.puzzle());
                verify(puzzle, self.watch.searcher().solution()).map_err(|fault| {
                    format!("strategy `{name}` gave a grid that is no solution: {fault}")
                })?;
            }
            self.follow(event);
            // What the node has led to is told, not shown: it would hide the node.
            if let (0, Some(outcome), Some(room)) = (index, outcome, room) {
                let (now, level) = match *event {
                    Event::Try { branch, level } => (Some(branch), level + 1),
                    _ => (None, 0),
                };
                shown.frames.push(self.frame(now, level, outcome, room));
            }
        }
        if let (true, Some(room)) = (self.watch.is_over(), room) {
            shown.frames.push(self.frame(None, 0, Outcome::End, room));
        }
        Ok(shown)
    }

    fn rows(&self) -> usize {
        let shape = self.board.puzzle().shape();
        shape.size() + shape.size() / shape.box_rows() + 1 + 4 + MOST_LINES
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.watch.nodes(),
            undone: self.watch.undone(),
            solutions: self.watch.solutions(),
            is_over: self.watch.is_over(),
        }
    }

    fn end(&self, reason: &'static str) -> Told {
        Told::End { reason, strategy: self.strategy.name().to_owned(), counts: self.counts() }
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
