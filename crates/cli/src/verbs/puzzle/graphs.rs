//! `quadrille puzzle colouring` and `quadrille puzzle matching`.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille_gallery::graphs::{Colouring, Degree, Graph, Matching};
use quadrille_gallery::{GalleryError, Instance};

use super::{Failure, Puzzle, read};
use crate::args::{examples, prose};

/// The graph.
#[derive(Debug, Args)]
struct GraphArgs {
    /// A file with a list of edges, or `-` for standard input
    #[arg(value_name = "FILE | -", default_value = "-", value_hint = ValueHint::FilePath)]
    file: OsString,
}

impl GraphArgs {
    /// The instance that is made of the graph in the file.
    fn instance(
        &self,
        make: impl FnOnce(&Graph) -> Result<Instance, GalleryError>,
    ) -> Result<Instance, Failure> {
        let (source, text) = read(&self.file)?;
        let instance = Graph::parse(&text).and_then(|graph| make(&graph));
        instance.map_err(|error| Failure::of(&source, &error))
    }
}

fn lists() -> String {
    prose(
        "A list of edges has a line `u v` or `u v weight` for each; a name alone is a vertex \
         without an edge, `#` and `%` begin comments. DIMACS files, with lines `p edge n m` and `e u v`, \
         are read as well.",
    )
}

/// Colourings of a graph: the ends of every edge differ in colour
#[derive(Debug, Args)]
#[command(after_help = lists(), after_long_help = examples(&[
    ("printf 'a b\\nb c\\nc a\\n' | quadrille puzzle colouring 3 | quadrille cover count -", "6"),
    ("quadrille puzzle colouring 4 map.txt --break-symmetry", ""),
]))]
pub(super) struct ColouringArgs {
    /// Number of colours
    #[arg(value_name = "K")]
    colours: usize,

    #[command(flatten)]
    graph: GraphArgs,

    /// Fix the colours of a clique; a comment of the instance says how many times as many solutions
    /// there are without that
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for ColouringArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        self.graph.instance(|graph| {
            let colouring = Colouring::new(graph, self.colours);
            colouring.breaking_symmetry(self.break_symmetry).instance()
        })
    }
}

/// Perfect matchings of a graph, and other sets of edges: each vertex in a given number of them
///
/// Weights are costs: `quadrille cover solve --min-cost` finds a cheapest matching.
#[derive(Debug, Args)]
#[command(after_help = lists(), after_long_help = examples(&[
    ("quadrille puzzle matching graph.txt | quadrille cover solve --min-cost -", "an assignment"),
    ("quadrille puzzle matching graph.txt --degree 0..1 | quadrille cover count -",
     "all matchings, the empty one included"),
    ("quadrille puzzle matching graph.txt --degree 1.. | quadrille cover solve --min-cost -",
     "the cheapest edge cover"),
]))]
pub(super) struct MatchingArgs {
    #[command(flatten)]
    graph: GraphArgs,

    /// Edges at each vertex: `1`, `0..1`, `1..`, `2..3`
    #[arg(long, value_name = "MIN..MAX", default_value = "1")]
    degree: Degree,
}

impl Puzzle for MatchingArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        self.graph.instance(|graph| Matching::new(graph).degree(self.degree).instance())
    }
}
