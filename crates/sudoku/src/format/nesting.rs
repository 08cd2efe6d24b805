//! Open brackets inside one another: what each word, string and bracket means where it stands.

use super::block::Cell;
use super::error::{Position, ReadError, ReadErrorKind};
use super::frame::{Found, Frame, Held, Part, Role, list_item, puzzle_value};
use super::symbols::Symbols;
use super::text;
use crate::shape::Shape;

/// A puzzle in brackets, or why there is none.
#[derive(Debug)]
pub(super) struct Delivery {
    pub(super) found: Found,
    pub(super) in_object: bool,
}

/// The open brackets.
#[derive(Debug)]
pub(super) struct Nesting {
    shape: Shape,
    symbols: Symbols,
    /// Never empty. The first is the text outside of all brackets, where rows may stand one after
    /// the other.
    stack: Vec<Frame>,
    /// Number of puzzles and errors so far.
    delivered: u64,
    /// Those that have not been taken yet.
    pub(super) out: Vec<Delivery>,
}

impl Nesting {
    pub(super) fn new(shape: Shape) -> Self {
        let symbols = Symbols::new(shape.size());
        let mut nesting =
            Nesting { shape, symbols, stack: Vec::new(), delivered: 0, out: Vec::new() };
        nesting.reset();
        nesting
    }

    pub(super) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of open brackets.
    pub(super) fn depth(&self) -> usize {
        self.stack.len() - 1
    }

    /// Forgets the open brackets.
    pub(super) fn reset(&mut self) {
        self.stack.clear();
        self.stack.push(Frame::new(0, Position::new(1, 1), Role::List, 0));
    }

    /// Whether a bracket is open.
    pub(super) fn is_open(&self) -> bool {
        self.stack.len() > 1
    }

    /// Whether rows have been read outside of all brackets that are not yet a puzzle.
    pub(super) fn has_rows(&self) -> bool {
        self.stack.first().is_some_and(Frame::has_rows)
    }

    /// The end of rows that stand outside of all brackets.
    pub(super) fn end_rows(&mut self) -> Option<Delivery> {
        let root = self.stack.pop().filter(Frame::has_rows);
        self.reset();
        match root?.close_list(self.shape) {
            Part::Puzzle(found) => Some(Delivery { found, in_object: false }),
            _ => None,
        }
    }

    /// Gives up the open brackets.
    pub(super) fn unclosed(&mut self) {
        let outermost = self.stack.get(1).map(|frame| (frame.open, frame.at));
        self.reset();
        if let Some((open, at)) = outermost {
            self.fail(at, ReadErrorKind::Unclosed { found: char::from(open) });
        }
    }

    /// Reports an error that ends no bracket.
    pub(super) fn fail(&mut self, at: Position, kind: ReadErrorKind) {
        self.out.push(Delivery { found: Err(ReadError::new(at, kind)), in_object: false });
    }

    pub(super) fn top(&mut self) -> &mut Frame {
        if self.stack.is_empty() {
            self.reset();
        }
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    /// Keeps a word or a string until the next character says what it is.
    pub(super) fn hold(&mut self, held: Held) {
        let dropped = |held: &Held| !held.quoted && held.bytes == b"new";
        match self.top().held.take() {
            Some(before) if !dropped(&before) => self.value(&before),
            _ => {}
        }
        self.top().held = Some(held);
    }

    /// Takes what is held as a value.
    pub(super) fn settle(&mut self) {
        if let Some(held) = self.top().held.take() {
            self.value(&held);
        }
    }

    pub(super) fn colon(&mut self, at: Position) {
        let top = self.top();
        match top.held.take() {
            Some(held) if top.open == b'{' && top.key.is_none() => {
                top.object = true;
                let key = String::from_utf8_lossy(&held.bytes).into_owned();
                top.named |= text::is_puzzle_name(&key);
                top.key = Some(key);
            }
            _ if top.role == Role::Ignored => {}
            _ => top.set_fault(at, ReadErrorKind::Mixed),
        }
    }

    fn value(&mut self, held: &Held) {
        let shape = self.shape;
        let top = self.top();
        if top.object {
            match top.key.take() {
                Some(key) if text::is_puzzle_name(&key) && top.puzzle.is_none() => {
                    let found = puzzle_value(held, shape, &self.symbols);
                    self.top().puzzle = Some(found);
                }
                Some(_) => {}
                None => top.set_fault(held.at, ReadErrorKind::Mixed),
            }
            return;
        }
        match top.role {
            Role::Ignored => {}
            Role::Box => {
                let number = std::str::from_utf8(&held.bytes).ok().and_then(|n| n.parse().ok());
                top.numbers.push(number.unwrap_or(0));
            }
            Role::List => {
                let part = list_item(held, shape, &self.symbols);
                self.part(part);
            }
        }
    }

    /// Puts a part where it belongs: into the open brackets, or out.
    fn part(&mut self, part: Part) {
        let size = self.shape.size();
        let top = self.top();
        if top.object {
            let key = top.key.take().is_some_and(|key| text::is_puzzle_name(&key));
            let found = match part {
                Part::Puzzle(found) => found,
                Part::Row { found, fault, .. } => {
                    let kind = ReadErrorKind::Cells { found, expected: self.shape };
                    Err(fault.unwrap_or_else(|| ReadError::new(self.top().at, kind)))
                }
                Part::Cell(_) | Part::Nothing => return,
            };
            if key && self.top().puzzle.is_none() {
                self.top().puzzle = Some(found);
            }
            return;
        }
        if let Part::Puzzle(found) = top.add(part) {
            self.deliver(found);
        } else if !self.is_open() && self.top().rows == size {
            let rows = self.end_rows();
            self.out.extend(rows);
        }
    }

    fn deliver(&mut self, found: Found) {
        self.delivered += 1;
        let in_object = self.stack.iter().any(|frame| frame.object);
        self.out.push(Delivery { found, in_object });
    }

    /// Whether a bracket may open here. What is held is a value, or a constructor's name.
    pub(super) fn may_open(&mut self) -> bool {
        let held = self.stack.last().and_then(|frame| frame.held.as_ref());
        let is_name =
            held.is_some_and(|held| !held.quoted && !is_cells(&held.bytes, &self.symbols));
        if is_name {
            self.top().held = None;
        } else {
            self.settle();
        }
        let inner = self.stack.len() - 1;
        let top = &self.stack[inner];
        if inner == 0 || top.role != Role::List {
            return true;
        }
        if top.object {
            return top.key.is_some();
        }
        let around = self.stack.get(inner.wrapping_sub(1)).filter(|frame| frame.open != 0);
        let in_row =
            !top.has_rows() && around.is_some_and(|frame| !frame.object && frame.has_rows());
        top.scalars == 0 && !top.string_rows && !in_row
    }

    pub(super) fn open(&mut self, open: u8, at: Position) {
        let delivered = self.delivered;
        let top = self.top();
        let role = match (&top.key, top.object) {
            (Some(key), true) if text::is_puzzle_name(key) => Role::List,
            (Some(key), true) if key == "box" => Role::Box,
            (_, true) => Role::Ignored,
            (_, false) if top.role == Role::Box => Role::Ignored,
            (_, false) => top.role,
        };
        if top.open == 0 && !top.has_rows() {
            top.at = at;
        }
        self.stack.push(Frame::new(open, at, role, delivered));
    }

    pub(super) fn close(&mut self, found: u8, at: Position) {
        let Some(mut frame) = self.stack.pop() else {
            return;
        };
        let expected = if frame.open == b'{' { b'}' } else { b']' };
        if found != expected && frame.role == Role::List {
            let (found, expected) = (char::from(found), char::from(expected));
            frame.set_fault(at, ReadErrorKind::Mismatched { found, expected });
        }
        if frame.object {
            return self.close_object(frame);
        }
        match frame.role {
            Role::Ignored => self.top().key = None,
            Role::Box => {
                let top = self.top();
                top.key = None;
                if let &[rows, columns] = frame.numbers.as_slice() {
                    top.boxes = Some((rows, columns));
                }
            }
            Role::List => self.part(frame.close_list(self.shape)),
        }
    }

    fn close_object(&mut self, frame: Frame) {
        self.top().key = None;
        let own = (self.shape.box_rows(), self.shape.box_columns());
        let shape = match frame.boxes {
            Some(found) if found != own => {
                Some(ReadErrorKind::Shape { found, expected: self.shape })
            }
            _ => None,
        };
        let found: Found = match (frame.puzzle, frame.fault, shape) {
            (Some(_), _, Some(kind)) => Err(ReadError::new(frame.at, kind)),
            (_, Some(fault), _) => Err(fault),
            (Some(found), None, None) => found,
            (None, None, _) => {
                let idle = frame.named || self.delivered > frame.delivered;
                if idle || frame.role == Role::Ignored {
                    return;
                }
                Err(ReadError::new(frame.at, ReadErrorKind::NoPuzzle))
            }
        };
        self.delivered += 1;
        self.out.push(Delivery { found, in_object: true });
    }
}

/// Whether a word is a value rather than the name of a type or constructor.
fn is_cells(word: &[u8], symbols: &Symbols) -> bool {
    let word = std::str::from_utf8(word).unwrap_or_default();
    symbols.word(word).is_some() || word.starts_with(|c: char| !c.is_alphabetic())
}

/// The place of the first cell.
pub(super) fn first_place(cells: &[Cell]) -> Position {
    cells.first().map_or(Position::new(1, 1), |cell| cell.at)
}
