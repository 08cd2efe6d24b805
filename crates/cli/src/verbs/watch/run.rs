//! A search that is shown from a node on and up to an end, and written as events or frames.

use std::io::{self, Write};

use quadrille_sudoku::CancelToken;

use super::frame::Room;
use super::show::{Show, Shown};
use crate::Context;
use crate::render;
use crate::status::Status;

/// Why no more is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Exhausted,
    /// As many solutions as were wanted.
    Solutions,
    /// As many nodes as were wanted.
    Nodes,
    /// As many frames as a recording has.
    Frames,
    Quit,
    Interrupted,
}

impl End {
    /// The word of the last JSON event.
    pub(super) fn word(self) -> &'static str {
        match self {
            End::Exhausted => "exhausted",
            End::Solutions => "solutions",
            End::Nodes => "nodes",
            End::Frames => "frames",
            End::Quit => "quit",
            End::Interrupted => "interrupted",
        }
    }

    pub(super) fn told(self) -> &'static str {
        match self {
            End::Exhausted => "everything was tried",
            End::Solutions => "ended at the solution, as asked for; there may be more",
            End::Nodes => "ended at the node, as asked for",
            End::Frames => "cut: the search went on, see --frames, --from and --until",
            End::Quit => "quit",
            End::Interrupted => "interrupted",
        }
    }

    pub(super) fn status(self, solutions: u64) -> Status {
        match self {
            End::Exhausted if solutions == 0 => Status::Negative,
            End::Exhausted | End::Solutions | End::Nodes | End::Quit => Status::Done,
            End::Frames | End::Interrupted => Status::Stopped,
        }
    }
}

/// What went wrong.
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) status: Status,
}

impl From<String> for Failure {
    /// Of a search that has found what is no solution.
    fn from(message: String) -> Self {
        Failure { message, status: Status::Negative }
    }
}

/// A search that is shown as far as is wanted.
pub(super) struct Run<'s> {
    pub(super) show: &'s mut dyn Show,
    pub(super) from: u64,
    pub(super) nodes: Option<u64>,
    pub(super) solutions: Option<u64>,
    pub(super) cancel: CancelToken,
    pub(super) room: Room,
    /// Whether frames are wanted.
    pub(super) draws: bool,
    has_begun: bool,
}

impl<'s> Run<'s> {
    pub(super) fn new(show: &'s mut dyn Show, cancel: CancelToken, room: Room) -> Self {
        Run {
            show,
            from: 0,
            nodes: None,
            solutions: None,
            cancel,
            room,
            draws: true,
            has_begun: false,
        }
    }

    /// Goes on by a step; or says why not.
    pub(super) fn next(&mut self) -> Result<Result<Shown, End>, String> {
        let counts = self.show.counts();
        if counts.is_over {
            return Ok(Err(End::Exhausted));
        }
        if self.solutions.is_some_and(|wanted| counts.solutions >= wanted) {
            return Ok(Err(End::Solutions));
        }
        if self.nodes.is_some_and(|wanted| self.has_begun && counts.nodes >= wanted) {
            return Ok(Err(End::Nodes));
        }
        if self.cancel.is_cancelled() {
            return Ok(Err(End::Interrupted));
        }
        // Nothing is tried in the first step.
        let node = if self.has_begun { counts.nodes + 1 } else { 0 };
        self.has_begun = true;
        let wanted = node >= self.from;
        let shown = self.show.step((wanted && self.draws).then_some(self.room))?;
        Ok(Ok(if wanted { shown } else { Shown::default() }))
    }
}

/// Writes an event a line.
pub(super) fn write_events(
    run: &mut Run<'_>,
    context: &mut Context,
) -> io::Result<Result<End, Failure>> {
    loop {
        match run.next() {
            Err(message) => return Ok(Err(message.into())),
            Ok(Err(end)) => {
                render::json_line(&mut context.out, &run.show.end(end.word()))?;
                return Ok(Ok(end));
            }
            Ok(Ok(shown)) => {
                for event in &shown.events {
                    render::json_line(&mut context.out, event)?;
                }
                context.out.settle()?;
            }
        }
    }
}

/// Writes a frame below the other.
pub(super) fn write_frames(
    run: &mut Run<'_>,
    context: &mut Context,
) -> io::Result<Result<End, Failure>> {
    loop {
        match run.next() {
            Err(message) => return Ok(Err(message.into())),
            Ok(Err(end)) => return Ok(Ok(end)),
            Ok(Ok(shown)) => {
                for frame in &shown.frames {
                    writeln!(context.out, "{}", frame.written(run.room.colour))?;
                }
                context.out.settle()?;
            }
        }
    }
}
