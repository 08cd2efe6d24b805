//! The laboratory: runs engines on corpora, checks every answer, and reports medians and tails, not only
//! means. For sudoku and for exact cover, strategies of ours and any program; for variants, strategies of
//! ours.
//!
//! ```
//! use quadrille_cover::CancelToken;
//! use quadrille_lab::analysis::standings;
//! use quadrille_lab::definition::{Definition, EngineSpec, Kind, Mode};
//! use quadrille_lab::results::DefinitionText;
//! use quadrille_lab::session::Session;
//! use quadrille_lab::{Corpus, Material, show};
//! use quadrille_sudoku::Shape;
//!
//! let mut corpus = Corpus::new("one", Shape::CLASSIC);
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! corpus.add("argument", puzzle.as_bytes());
//!
//! let engine = |name| EngineSpec::strategy(name, Kind::Sudoku, Mode::Single);
//! let definition = Definition::of(vec![engine("mrv"), engine("dlx")]);
//! let materials = vec![Material::of("one", corpus)];
//! let text = DefinitionText::default();
//! let results = Session::new(&definition, text, materials, CancelToken::new())?.run(&mut ());
//! assert!(!results.has_faults());
//! assert_eq!(standings(&results, 0)[0].answered, 1);
//! assert!(show::report(&results, false).contains("dlx against mrv"));
//! # Ok::<(), quadrille_lab::session::SessionError>(())
//! ```
//!
//! # The way of a measurement
//!
//! A [`Definition`](definition::Definition), in code or read from TOML, becomes a
//! [`Session`](session::Session) with [`Material`]; that becomes [`Results`](results::Results), a JSON
//! document that is valid at any time; and [`analysis`] and [`show`] say what these say. `quadrille compare`
//! and `quadrille lab` do this and nothing else. A [`Study`](scaling::Study) does the same size after size:
//! [`scaling`]. [`plot`] and [`page`] show results as pictures and as one page of HTML.
//!
//! # What a figure means
//!
//! - What is timed: [`SudokuEngine`](engine::SudokuEngine), [`CoverEngine`](engine::CoverEngine),
//!   [`VariantEngine`](engine::VariantEngine), [`CommandEngine`](engine::CommandEngine); in which order engines run: [`turns`].
//! - What becomes of timeouts: they are never dropped. They are counted, stand in the total with the time
//!   that they were given, and sort after all other times in the quantiles, which are then marked as lower
//!   bounds ([`Standing`](analysis::Standing)).
//! - When an answer is believed: if every solution is verified, and nobody has shown more. A wrong one voids
//!   the time of that engine on that puzzle, and excludes it from rankings.
//! - Ratios are averaged geometrically, and only over what both engines answered; how many puzzles that are
//!   is part of the figure ([`Ratio`](statistics::Ratio)).
//!
//! This library prints nothing: a [`Watcher`](session::Watcher) is told how far it is. With the feature
//! `packed` it reads files in `.gz` and `.zst`.

pub mod analysis;
pub mod classics;
pub mod definition;
pub mod engine;
pub mod packed;
pub mod page;
pub mod plot;
pub mod results;
pub mod scaling;
pub mod session;
pub mod show;
pub mod statistics;

mod corpus;
mod machine;
mod material;
mod order;
mod symmetry;

pub use corpus::{Corpus, Origin, Rejected, Source};
pub use machine::Machine;
pub use material::{Entry, Material, MaterialError, Puzzles, VariantCorpus};
pub use order::turns;
pub use symmetry::Symmetry;
