//! The text format of Knuth's programs: reading the union of what DLX1, DLX2, DLX3, DLX5 and SSXCC
//! read, and writing what they read.
//!
//! - Lines whose first non-blank character is `|` are comments; blank lines are skipped.
//! - The first other line declares the items: primary names, then, after a lone `|`, secondary ones.
//!   A name holds no white space, `:` or `|`; it may be of any length.
//! - A primary name may carry its multiplicity: `v|name` for v times, `u:v|name` for u to v times.
//! - Each further line is an option: declared names in any order, none twice. A secondary name may
//!   carry a colour, of the same characters: `name:colour`. `|n` behind a blank adds n to the option's cost,
//!   and so does `$n`, unless an item of that name is declared.
//!
//! A byte-order mark, CRLF and a missing last newline are fine.
//!
//! ```
//! use quadrille_cover::{Search, text};
//!
//! let problem = text::read("a b | x\na x:red\nb x:red\nb x\n")?;
//! assert_eq!(Search::new().count(&problem)?.solutions, 1);
//!
//! let error = text::read("a b\na c\n").unwrap_err();
//! assert_eq!(error.to_string(), "2:3: unknown item \"c\": expected a declared item");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
pub(crate) mod source;
mod write;

pub use read::{TextError, TextErrorKind, read, read_bytes};
pub use write::{WriteError, write, write_to};
