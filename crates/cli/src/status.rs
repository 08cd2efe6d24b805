//! How a run of the program ended, and its exit code.

use std::process::ExitCode;

/// What a verb has to say to whoever started the program. Later ones outrank earlier ones: with a
/// bad line among the puzzles the answer "all are unique" is not known, whatever the others are;
/// and "not all are" is only said when nothing was left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Done, and the answer is yes where there is one.
    Done,
    /// The answer is negative: no solution, not unique, a check failed.
    Negative,
    /// A limit, or the user, stopped it before the answer was known.
    Stopped,
    /// Bad input or usage, or results that could not be written.
    Bad,
}

impl Status {
    /// Takes note of another status: the one that outranks the other stays.
    pub(crate) fn note(&mut self, other: Status) {
        *self = (*self).max(other);
    }
}

impl Status {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Negative => 1,
            Status::Bad => 2,
            Status::Stopped => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_input_outranks_a_stop_and_a_stop_a_negative_answer() {
        let mut status = Status::Done;
        status.note(Status::Negative);
        status.note(Status::Done);
        assert_eq!(status, Status::Negative);
        status.note(Status::Stopped);
        status.note(Status::Negative);
        assert_eq!(status, Status::Stopped);
        status.note(Status::Bad);
        status.note(Status::Stopped);
        assert_eq!(status, Status::Bad);
    }
}
