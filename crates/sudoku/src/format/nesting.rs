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

    /// Gives up the open brackets, for a reason that may depend on the outermost of them.
    pub(super) fn give_up(&mut self, reason: impl FnOnce(char) -> ReadErrorKind) {
        self.flush();
        let outermost = self.stack.get(1).map(|frame| (frame.open, frame.at));
        self.reset();
        if let Some((open, at)) = outermost {
            self.fail(at, reason(char::from(open)));
        }
    }

    /// Gives up the open brackets for a reason that stands at another place.
    pub(super) fn give_up_at(&mut self, at: Position, reason: ReadErrorKind) {
        self.flush();
        self.reset();
        self.fail(at, reason);
    }

    /// Reports an error that ends no bracket.
    pub(super) fn fail(&mut self, at: Position, kind: ReadErrorKind) {
        self.deliver(Err(ReadError::new(at, kind)), false);
    }

    /// Rows outside of all brackets before something that is no row: they are no puzzle any more.
    fn flush(&mut self) {
        let shape = self.shape;
        if let Some(root) = self.stack.first_mut().filter(|root| root.has_rows()) {
            let root = std::mem::replace(root, Frame::new(0, Position::new(1, 1), Role::List, 0));
            if let Part::Puzzle(found) = root.close_list(shape) {
                self.out.push(Delivery { found, in_object: false });
            }
        }
    }

    /// Hands out a puzzle or an error, after what stands before it in the text.
    fn deliver(&mut self, found: Found, in_object: bool) {
        self.flush();
        self.delivered += 1;
        self.out.push(Delivery { found, in_object });
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
                let in_cells = top.scalars > 0;
                let part = list_item(held, shape, &self.symbols, in_cells);
                self.part(part);
            }
        }
    }

    /// Puts a part where it belongs: into the open brackets, or out.
    fn part(&mut self, part: Part) {
        let (shape, size) = (self.shape, self.shape.size());
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
        let delivered = self.delivered;
        let top = self.top();
        let among_puzzles =
            top.open != 0 && delivered > top.delivered && !top.has_rows() && top.scalars == 0;
        let part = match part {
            // In a list of puzzles, what is no row is a wrong puzzle rather than a wrong row.
            Part::Row { fault: Some(fault), .. } if among_puzzles => Part::Puzzle(Err(fault)),
            part => part,
        };
        if matches!(part, Part::Puzzle(_))
            && self.is_open()
            && let Some(fault) = self.top().broken_off(shape)
        {
            self.deliver(Err(fault), false);
        }
        if let Part::Puzzle(found) = self.top().add(part) {
            let in_object = self.stack.iter().any(|frame| frame.object);
            self.deliver(found, in_object);
        } else if !self.is_open() && self.top().rows == size {
            let rows = self.end_rows();
            self.out.extend(rows);
        }
    }

    /// Whether the innermost bracket is a list in a list, with no rows of its own.
    fn is_row(&self) -> bool {
        let is_list = |frame: &Frame| !frame.object && frame.role == Role::List && frame.open != 0;
        let mut inner = self.stack.iter().rev();
        inner.next().is_some_and(|frame| is_list(frame) && !frame.has_rows())
            && inner.next().is_some_and(is_list)
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

    /// Whether the innermost bracket is the parenthesis of a tuple.
    pub(super) fn in_tuple(&self) -> bool {
        self.stack.last().is_some_and(|frame| frame.open == b'(')
    }

    /// Whether a parenthesis may begin a tuple here.
    pub(super) fn may_open_tuple(&self) -> bool {
        self.stack.last().is_some_and(|top| {
            top.held.is_none() && top.role == Role::List && top.scalars == 0 && !top.string_rows
        })
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
        let expected = match frame.open {
            b'{' => b'}',
            b'(' => b')',
            _ => b']',
        };
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
            Role::List if frame.open == b'(' && frame.is_single() => {
                // Parentheses around one cell are no tuple.
                let single = frame.cells.pop().map(Ok).or_else(|| frame.fault.map(Err));
                if let Some(cell) = single {
                    self.part(Part::Cell(cell));
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
                let fault = ReadError::new(frame.at, ReadErrorKind::NoPuzzle);
                if self.is_row() {
                    // An object in the place of a cell.
                    return self.part(Part::Cell(Err(fault)));
                }
                Err(fault)
            }
        };
        self.deliver(found, true);
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
