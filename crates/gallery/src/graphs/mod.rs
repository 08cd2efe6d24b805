//! Puzzles on a graph that is given as a list of edges: [`Colouring`] and [`Matching`].

mod colouring;
mod edge_list;
mod matching;

pub use colouring::Colouring;
pub use edge_list::{Edge, Graph};
pub use matching::{Degree, Matching};

use crate::error::GalleryError;

/// The error for a graph that has no vertex, as it is read from an empty text.
fn no_vertex() -> GalleryError {
    let message = "no vertex: expected a line `u v` for an edge, or a name alone for a vertex";
    GalleryError::NothingToCover(message.to_owned())
}
