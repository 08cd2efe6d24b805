//! Where pieces of pages go, in the order of the input.

use std::io::{self, Write};

use super::page::{End, Piece};
use super::{KINDS, Summary};
use crate::Context;
use crate::progress::Progress;
use crate::status::Status;

/// What was written so far, and what became of it.
#[derive(Debug)]
pub(super) struct Outlet {
    pub(super) summary: Summary,
    /// Puzzles that were taken and not tried.
    pub(super) left: u64,
    /// Ctrl-C was pressed, and what comes is not shown.
    cut: bool,
    /// Whether something was written.
    written: bool,
}

impl Outlet {
    pub(super) fn new() -> Self {
        let summary = Summary { status: Status::Done, tally: [0; KINDS] };
        Outlet { summary, left: 0, cut: false, written: false }
    }

    /// Writes a piece; the last one of a page comes back.
    pub(super) fn take(
        &mut self,
        piece: Piece,
        progress: &mut Progress,
        context: &mut Context,
    ) -> io::Result<Option<End>> {
        match piece {
            Piece::End(end) => return Ok(self.settle(end, progress)),
            _ if self.cut => {}
            Piece::Text { text, apart } => {
                if apart && self.written {
                    context.out.write_all(b"\n")?;
                }
                self.written = true;
                context.out.write_all(&text)?;
                context.out.settle()?;
            }
            Piece::Fault(fault) => {
                progress.clear();
                fault.report(context.messages);
            }
            Piece::Error { place, message } => {
                progress.clear();
                context.messages.error(&place, &message);
            }
            Piece::Note(message) => {
                progress.clear();
                context.messages.note(&message);
            }
        }
        Ok(None)
    }

    /// After the last piece of a page; `None` if it was not shown.
    fn settle(&mut self, end: End, progress: &mut Progress) -> Option<End> {
        if self.cut {
            self.left += end.puzzles;
            return None;
        }
        self.summary.status.note(end.status);
        for (sum, count) in self.summary.tally.iter_mut().zip(end.tally) {
            *sum += count;
        }
        progress.add(end.done);
        self.left += end.left;
        self.cut = end.cut;
        Some(end)
    }
}
