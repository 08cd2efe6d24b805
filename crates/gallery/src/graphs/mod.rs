//! Puzzles on a graph that is given as a list of edges: [`Colouring`] and [`Matching`].

mod colouring;
mod edge_list;
mod matching;

pub use colouring::Colouring;
pub use edge_list::{Edge, Graph};
pub use matching::{Degree, Matching};
