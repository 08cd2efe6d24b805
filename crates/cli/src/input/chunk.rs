//! Reading by chunks: the puzzles that one block of an input holds.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};

use quadrille_sudoku::format::{Entry, ReadError, ReadErrorKind, Reader};
use quadrille_sudoku::{Puzzle, Shape};

use super::source::Source;
use super::{Fault, Item, Located, unreadable};

/// Bytes that are read at once: some sixteen hundred puzzles of the classic size.
const BLOCK: usize = 1 << 17;
/// Puzzles that a chunk has at most, faults aside; of large inputs a block has fewer.
const MOST: usize = 4096;

/// Puzzles and faults that were read at once, all of one source.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) source: Arc<str>,
    /// The puzzles, one behind the other as a batch takes them.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The line of each.
    pub(crate) lines: Vec<usize>,
    /// The comments, and the number of the puzzle that each belongs to; in this order.
    comments: Vec<(usize, String)>,
    /// What is wrong, and how many puzzles stand before it; in this order.
    faults: Vec<(usize, Fault)>,
    /// Puzzles and faults that were taken one by one.
    taken: (usize, usize),
    /// Where the memory goes when the chunk is done.
    back: Option<Sender<Memory>>,
}

/// The memory of a chunk, to be used again: what is fresh has to come into the caches first.
type Memory = (Vec<Puzzle>, Vec<usize>);

impl Drop for Chunk {
    fn drop(&mut self) {
        if let Some(back) = self.back.take() {
            self.puzzles.clear();
            self.lines.clear();
            let memory = (std::mem::take(&mut self.puzzles), std::mem::take(&mut self.lines));
            // Whoever read may be done.
            let _ = back.send(memory);
        }
    }
}

impl Chunk {
    fn new(source: &Arc<str>, (puzzles, lines): Memory, back: Option<Sender<Memory>>) -> Self {
        let (comments, faults, taken) = (Vec::new(), Vec::new(), (0, 0));
        Chunk { source: Arc::clone(source), puzzles, lines, comments, faults, taken, back }
    }

    /// Number of puzzles and faults that were not taken.
    pub(crate) fn len(&self) -> usize {
        self.puzzles.len() + self.faults.len() - self.taken.0 - self.taken.1
    }

    /// Number of puzzles that were not taken.
    pub(crate) fn puzzles_left(&self) -> u64 {
        (self.puzzles.len() - self.taken.0) as u64
    }

    /// Takes the next puzzle or fault.
    pub(crate) fn next(&mut self) -> Option<Item> {
        let (puzzle, fault) = self.taken;
        if let Some((before, fault)) = self.faults.get(fault)
            && *before <= puzzle
        {
            self.taken.1 += 1;
            let fault = fault.clone();
            return Some(if fault.in_place {
                Item::Invalid(fault)
            } else {
                Item::Unreadable(fault)
            });
        }
        let located = Located {
            puzzle: self.puzzles.get(puzzle)?.clone(),
            source: Arc::clone(&self.source),
            line: *self.lines.get(puzzle)?,
            comment: self.comment(puzzle).map(str::to_owned),
        };
        self.taken.0 += 1;
        Some(Item::Puzzle(located))
    }
}

impl Chunk {
    /// The comment of the puzzle of that number.
    fn comment(&self, puzzle: usize) -> Option<&str> {
        let found = self.comments.binary_search_by_key(&puzzle, |&(number, _)| number).ok()?;
        self.comments.get(found).map(|(_, comment)| comment.as_str())
    }

    /// The faults that are told with a part of the puzzles: those that stand before one of them, and behind the
    /// last puzzle of all with the number of that many.
    pub(crate) fn faults(&self, part: &Range<usize>) -> &[(usize, Fault)] {
        let end = if part.end == self.puzzles.len() { usize::MAX } else { part.end };
        let from = self.faults.partition_point(|&(before, _)| before < part.start);
        let to = self.faults.partition_point(|&(before, _)| before < end);
        self.faults.get(from..to).unwrap_or_default()
    }
}

/// Reads a source to its end; an error if nobody listens any more.
pub(super) fn read(
    source: &Result<Source, String>,
    shape: Shape,
    chunks: &SyncSender<Chunk>,
) -> Result<(), Closed> {
    let name: Arc<str> = source.as_ref().map_or(String::new(), Source::name).into();
    let pending = Rc::new(RefCell::new(Pending::new(&name, chunks.clone())));
    match source.as_ref().map(|source| (source.input(), source.is_doubtful())) {
        Err(message) => pending.borrow_mut().fault(Fault::of(&name, message.clone())),
        Ok((Err(error), _)) => pending.borrow_mut().fault(unreadable(&name, &error)),
        Ok((Ok(input), doubtful)) => {
            let mut empty = true;
            for entry in Reader::new(Blocks::new(input, Rc::clone(&pending)), shape) {
                empty = false;
                let mut pending = pending.borrow_mut();
                match entry {
                    Ok(entry) => pending.puzzle(entry),
                    Err(error) => pending.fault(faulty(&name, &error, doubtful)),
                }
                if pending.closed {
                    return Err(Closed);
                }
            }
            if empty {
                let message = format!("no puzzle found: expected at least one, {shape}");
                pending.borrow_mut().fault(Fault::of(&name, message));
            }
        }
    }
    let mut pending = pending.borrow_mut();
    pending.send();
    if pending.closed { Err(Closed) } else { Ok(()) }
}

/// Nobody wants more puzzles.
#[derive(Debug)]
pub(super) struct Closed;

pub(crate) fn faulty(source: &Arc<str>, error: &ReadError, doubtful: bool) -> Fault {
    Fault {
        source: Arc::clone(source),
        position: Some((error.line(), error.column())),
        message: match error.kind() {
            kind @ ReadErrorKind::Symbols { size, .. } => {
                let last = char::from(b'A' + (size.saturating_sub(10)).min(25) as u8);
                format!("{kind}; say which by --symbols, 1-9A-{last} if as usual")
            }
            kind => kind.to_string(),
        },
        doubtful,
        // A failure to read is not one of the puzzles, but there are no more.
        in_place: !matches!(error.kind(), ReadErrorKind::Io(_)),
    }
}

/// What was read and not yet sent.
struct Pending {
    chunk: Chunk,
    chunks: SyncSender<Chunk>,
    /// The memory of chunks that are done.
    spare: Receiver<Memory>,
    closed: bool,
}

impl Pending {
    fn new(source: &Arc<str>, chunks: SyncSender<Chunk>) -> Self {
        let (back, spare) = mpsc::channel();
        let chunk = Chunk::new(source, Memory::default(), Some(back));
        Pending { chunk, chunks, spare, closed: false }
    }

    fn puzzle(&mut self, entry: Entry) {
        if let Some(comment) = entry.comment {
            self.chunk.comments.push((self.chunk.puzzles.len(), comment));
        }
        self.chunk.puzzles.push(entry.puzzle);
        self.chunk.lines.push(entry.line);
        if self.chunk.puzzles.len() >= MOST {
            self.send();
        }
    }

    fn fault(&mut self, fault: Fault) {
        self.chunk.faults.push((self.chunk.puzzles.len(), fault));
        if self.chunk.faults.len() >= MOST {
            self.send();
        }
    }

    fn send(&mut self) {
        if self.chunk.len() > 0 {
            let memory = self.spare.try_recv().unwrap_or_default();
            let next = Chunk::new(&self.chunk.source, memory, self.chunk.back.clone());
            self.closed |= self.chunks.send(std::mem::replace(&mut self.chunk, next)).is_err();
        }
    }
}

/// An input in blocks. Before it may have to wait for one, it sends what the last one held.
struct Blocks {
    input: Box<dyn Read + Send>,
    block: Vec<u8>,
    rest: Range<usize>,
    pending: Rc<RefCell<Pending>>,
}

impl Blocks {
    fn new(input: Box<dyn Read + Send>, pending: Rc<RefCell<Pending>>) -> Self {
        Blocks { input, block: vec![0; BLOCK], rest: 0..0, pending }
    }
}

impl Read for Blocks {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Blocks {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() {
            self.pending.borrow_mut().send();
            self.rest = 0..self.input.read(&mut self.block)?;
        }
        Ok(self.block.get(self.rest.clone()).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.rest.start = self.rest.end.min(self.rest.start + bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Hands out one part of a text at each call.
    struct Parts(vec::IntoIter<String>);

    impl Read for Parts {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let part = self.0.next().unwrap_or_default();
            part.as_bytes().read(bytes)
        }
    }

    fn chunk(faults: &[usize], puzzles: usize) -> Chunk {
        let mut chunk = Chunk::new(&"test".into(), Memory::default(), None);
        let puzzle = quadrille_sudoku::format::parse(PUZZLE, Shape::CLASSIC).unwrap().puzzle;
        chunk.puzzles = vec![puzzle; puzzles];
        chunk.lines = (1..=puzzles).collect();
        let fault = |(number, &before): (usize, &usize)| {
            (before, Fault::of(&"test".into(), number.to_string()))
        };
        chunk.faults = faults.iter().enumerate().map(fault).collect();
        chunk
    }

    #[test]
    fn puzzles_and_faults_are_taken_in_the_order_of_the_text() {
        let mut chunk = chunk(&[0, 2, 2, 3], 3);
        assert_eq!((chunk.len(), chunk.puzzles_left()), (7, 3));
        let mut order = Vec::new();
        while let Some(item) = chunk.next() {
            order.push(match item {
                Item::Puzzle(located) => located.line.to_string(),
                Item::Invalid(fault) | Item::Unreadable(fault) => {
                    format!("fault {}", fault.message)
                }
            });
        }
        assert_eq!(order, ["fault 0", "1", "2", "fault 1", "fault 2", "3", "fault 3"]);
        assert_eq!((chunk.len(), chunk.puzzles_left()), (0, 0));
    }

    #[test]
    fn each_fault_belongs_to_one_part() {
        let chunk = chunk(&[0, 2, 2, 3], 3);
        let faults = |part: Range<usize>| chunk.faults(&part).len();
        assert_eq!([faults(0..1), faults(1..2), faults(2..3)], [1, 0, 3]);
        assert_eq!([faults(0..2), faults(2..3)], [1, 3]);
        assert_eq!(faults(0..3), 4);
    }

    #[test]
    fn what_was_read_is_sent_before_more_is_waited_for() {
        let (sender, chunks) = mpsc::sync_channel(8);
        let parts = [format!("{PUZZLE}\n{PUZZLE}\n{}", &PUZZLE[..40]), PUZZLE[40..].to_owned()];
        let source = Arc::<str>::from("test");
        let pending = Rc::new(RefCell::new(Pending::new(&source, sender)));
        let input = Parts(Vec::from(parts).into_iter());
        let mut reader =
            Reader::new(Blocks::new(Box::new(input), Rc::clone(&pending)), Shape::CLASSIC);
        for _ in 0..2 {
            let entry = reader.next().unwrap().unwrap();
            pending.borrow_mut().puzzle(entry);
        }
        assert!(chunks.try_recv().is_err(), "the third may be at hand");
        assert!(reader.next().unwrap().is_ok());
        assert_eq!(chunks.try_recv().unwrap().lines, [1, 2]);
    }
}
