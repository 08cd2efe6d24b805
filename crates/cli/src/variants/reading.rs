//! Variants as they come from the inputs: read by a thread of its own while others are searched.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_sudoku::CancelToken;

use super::entries::entries;
use super::{Item, RuleArgs};
use crate::Context;
use crate::input::{Fault, GLANCE, InputArgs, Source, interrupted, sources};
use crate::output::Out;
use crate::status::Status;

/// Puzzles that may be read ahead of the one that is searched.
const READ_AHEAD: usize = 256;
/// The longest that after Ctrl-C what is left is counted.
const COUNTING: Duration = Duration::from_millis(200);

/// The variants of all inputs, in order; plain puzzles among them.
#[derive(Debug)]
pub(crate) struct Variants {
    items: Receiver<Item>,
    /// What was received and not yet taken.
    ahead: VecDeque<Item>,
    cancel: CancelToken,
}

impl Variants {
    /// Begins to read.
    ///
    /// # Errors
    ///
    /// A message if there is nothing to read from, or the symbols do not fit.
    pub(crate) fn open(
        input: &InputArgs,
        rules: &RuleArgs,
        cancel: &CancelToken,
    ) -> Result<Self, String> {
        let shape = input.shape.shape();
        if let Some(symbols) = &rules.symbols
            && symbols.len() != shape.size()
        {
            let (found, size) = (symbols.len(), shape.size());
            return Err(format!("--symbols has {found} symbols: expected {size}, for {shape}"));
        }
        let sources = sources(&input.inputs, shape)?;
        let rules = rules.clone();
        let (sender, items) = mpsc::sync_channel(READ_AHEAD);
        // The thread may be waiting for input, or in the middle of a long text, when the program ends; it holds nothing
        // that would be lost.
        thread::spawn(move || {
            sources.into_iter().try_for_each(|source| read(source, shape, &rules, &sender))
        });
        Ok(Variants { items, ahead: VecDeque::new(), cancel: cancel.clone() })
    }

    /// The next one; `None` at the end, and after Ctrl-C. Before waiting it flushes `out`.
    pub(crate) fn next(&mut self, out: &mut Out) -> io::Result<Option<Item>> {
        match self.look() {
            None if !self.cancel.is_cancelled() => self.receive(out),
            item => Ok(item),
        }
    }

    /// The next one, if there is one at once.
    pub(crate) fn look(&mut self) -> Option<Item> {
        if self.cancel.is_cancelled() {
            return None;
        }
        self.ahead.pop_front().or_else(|| self.items.try_recv().ok())
    }

    /// Takes one back that comes next then.
    pub(crate) fn put_back(&mut self, item: Item) {
        self.ahead.push_front(item);
    }

    /// Whether the next one is the last, if there is one. Waits for the one after it.
    pub(crate) fn is_single(&mut self, out: &mut Out) -> io::Result<bool> {
        while self.ahead.len() < 2 {
            match self.receive(out)? {
                Some(item) => self.ahead.push_back(item),
                None => break,
            }
        }
        Ok(self.ahead.len() < 2)
    }

    /// Behind the last one that was tried: whether Ctrl-C made it the last, and if so says how many were not begun,
    /// `left` of which were taken already.
    pub(crate) fn end(self, left: u64, context: &mut Context) -> io::Result<Status> {
        if !context.cancel.is_cancelled() {
            return Ok(Status::Done);
        }
        context.out.flush()?;
        let mut left = left + self.ahead.len() as u64;
        let deadline = Instant::now() + COUNTING;
        let all = loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            match self.items.recv_timeout(rest) {
                // What waits is received at once, so that the time has to be looked at here.
                _ if rest.is_zero() => break false,
                Ok(item) => left += u64::from(item.is_ok()),
                Err(RecvTimeoutError::Disconnected) => break true,
                Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        context.messages.warning(&interrupted(left, all));
        Ok(Status::Stopped)
    }

    fn receive(&mut self, out: &mut Out) -> io::Result<Option<Item>> {
        if let Ok(item) = self.items.try_recv() {
            return Ok(Some(item));
        }
        out.flush()?;
        loop {
            match self.items.recv_timeout(GLANCE) {
                Ok(item) => return Ok(Some(item)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_cancelled() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Reads a source to its end; an error if nobody wants more.
fn read(
    source: Result<Source, String>,
    shape: quadrille_sudoku::Shape,
    rules: &RuleArgs,
    sender: &SyncSender<Item>,
) -> Result<(), ()> {
    let send = |item: Item| sender.send(item).map_err(drop);
    let source = match source {
        Ok(source) => source,
        Err(message) => return send(Err(Fault::of(&"".into(), message))),
    };
    let name: Arc<str> = source.name().into();
    let mut empty = true;
    let mut closed = false;
    entries(&source, &name, shape, rules, &mut |item| {
        empty = false;
        let item = item.and_then(|mut located| {
            rules.add_to(&mut located.variant).map_err(|message| {
                let fault = Fault::at(&located.source, (located.line, 1), message);
                Fault { in_place: true, ..fault }
            })?;
            Ok(located)
        });
        closed |= send(item).is_err();
        !closed
    });
    if empty && !closed {
        let message = "no puzzle found: expected at least one".to_owned();
        closed = send(Err(Fault::of(&name, message))).is_err();
    }
    if closed { Err(()) } else { Ok(()) }
}
