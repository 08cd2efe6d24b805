//! Plots of results: cumulative curves, distributions, puzzle by puzzle, by clues, against nodes.
//!
//! A [`Figure`] is a drawing of few kinds of marks, made once and written as SVG
//! ([`Figure::svg`], which follows the reader's light or dark colours) or, with the feature `png`, as PNG.
//! The page of results shows the same figures. Plots are our own and not those of a plotting library since
//! the page needs what none gives: colours that change with the reader's choice, and marks that know
//! which engine and which axes they belong to, so that a click on a point finds its puzzle.
//!
//! All figures of a [`Layout`] have the same width. What a plot leaves out it says below itself: engines
//! of which only the time of whole batches is known have no time for a puzzle.

mod axis;
mod chart;
mod charts;
mod figure;
mod frame;
#[cfg(feature = "png")]
mod png;
mod svg;

pub use axis::Scale;
pub use chart::{Chart, Plot, plots};
pub use charts::scatter_of;
pub use figure::{Area, Figure, Layout, Span};
#[cfg(feature = "png")]
pub use png::PngError;

pub(crate) use charts::scatter_notes;
pub(crate) use figure::{DARK, LIGHT};
pub(crate) use svg::{STYLE, escape, sample};
