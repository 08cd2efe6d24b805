//! One file a verb: its arguments, its help, what it does.

pub(crate) mod candidates;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod corpus;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod draw;
pub(crate) mod lab;
pub(crate) mod man;
pub(crate) mod puzzle;
pub(crate) mod solve;
pub(crate) mod step;
pub(crate) mod watch;
