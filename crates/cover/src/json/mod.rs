//! Problems as JSON: every kind of problem, any names, labels on options. With the feature `json`.
//!
//! ```json
//! {
//!   "format": "quadrille-cover",
//!   "version": 1,
//!   "items": [
//!     "a",
//!     {"name": "b", "min": 0, "max": 2},
//!     {"name": "x", "kind": "secondary"}
//!   ],
//!   "options": [
//!     ["a", "b"],
//!     {"items": ["a", ["x", "red"]], "cost": 7, "label": "on the left"}
//!   ]
//! }
//! ```
//!
//! - `format` and `version` are required. A later version is refused.
//! - An item is its name, or an object: `name`; `kind`, `"primary"` unless it is `"secondary"`; on a
//!   primary item `min` and `max`, each 1 unless stated.
//! - An option is the list of its items, or an object: `items`; `cost`, a whole number below 2⁶⁴; `label`,
//!   a string or `null`.
//! - An item of an option is its name, or, for a secondary item with a colour, `[name, colour]` or an
//!   object: `item`, `colour`. The colour `null` is none.
//!
//! Names are any strings: white space and the empty string, too. Fields may stand in any order; an
//! unknown one or one that stands twice is an error. Costs are exact. A byte-order mark is fine.
//!
//! ```
//! use quadrille_cover::{Search, json};
//!
//! let problem = json::read(
//!     r#"{
//!         "format": "quadrille-cover",
//!         "version": 1,
//!         "items": ["a", "b"],
//!         "options": [["a", "b"], {"items": ["a"], "cost": 7}]
//!     }"#,
//! )?;
//! assert_eq!(Search::new().count(&problem)?.solutions, 1);
//!
//! let error = json::read(r#"{"format": "quadrille-cover", "version": 2}"#).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "1:42: version 2: expected 1, the latest that this program knows"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
mod value;
mod write;

pub use error::{JsonError, JsonErrorKind};
pub use read::{read, read_bytes};
pub use write::{Label, WriteError, write, write_to};

/// What `format` says.
const FORMAT: &str = "quadrille-cover";

/// The version that is written, and the latest that is read.
const VERSION: u64 = 1;
