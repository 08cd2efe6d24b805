//! Colouring the vertices of a graph so that the ends of every edge differ.

use std::collections::HashSet;

use quadrille_cover::ProblemBuilder;

use super::{Graph, no_vertex};
use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::Picture;
use crate::wording::{counted, times};

/// Most colours.
const MOST_COLOURS: usize = 1 << 16;

/// The colourings of a graph with a number of colours.
///
/// Items: each vertex, primary; for each edge and each colour, secondary, `u~v.c`: "an end of this
/// edge has this colour". Options: a vertex in a colour, with those of its edges. A vertex without
/// edges has `v~.c` in their place, so that its options can be told apart. With n vertices, m edges
/// and k colours: n + km items (and k for each vertex without edges), kn options, k(n + 2m)
/// entries.
///
/// The other way round, edges as primary items and vertices as secondary items with colours, needs
/// k(k − 1) options for each edge, and does not see vertices without edges.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::graphs::{Colouring, Graph};
///
/// let triangle = Graph::parse("a b\nb c\nc a\n")?;
/// let count = |colouring: Colouring| -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&colouring.instance()?.problem)?.solutions)
/// };
/// assert_eq!(count(Colouring::new(&triangle, 3))?, 6);
/// assert_eq!(count(Colouring::new(&triangle, 3).breaking_symmetry(true))?, 1);
/// assert_eq!(count(Colouring::new(&triangle, 2))?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Colouring<'g> {
    graph: &'g Graph,
    colours: usize,
    break_symmetry: bool,
}

impl<'g> Colouring<'g> {
    /// The colourings of the graph with these many colours, which have the numbers 1, 2, ….
    pub fn new(graph: &'g Graph, colours: usize) -> Self {
        Colouring { graph, colours, break_symmetry: false }
    }

    /// Fixes the colours of a clique, found greedily: of the colourings that differ only in the
    /// names of colours, fewer are left. With k colours and a clique of c vertices the number of
    /// solutions is divided by k·(k−1)⋯(k−c+1); the comments of the instance say so.
    pub fn breaking_symmetry(mut self, yes: bool) -> Self {
        self.break_symmetry = yes;
        self
    }

    /// The instance. A clique of more vertices than colours makes one without solutions, and with a
    /// warning. O(entries).
    ///
    /// # Errors
    ///
    /// If there are no colours or too many, or no vertices, or the problem would be too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let (graph, colours) = (self.graph, self.colours);
        in_range("colours", colours, 1, MOST_COLOURS)?;
        let (vertices, edges) = (graph.vertices().len(), graph.edges().len());
        if vertices == 0 {
            return Err(no_vertex());
        }
        check_size(colours as u128, vertices as u128 + 2 * edges as u128)?;
        let neighbours = graph.neighbours();
        let clique = if self.break_symmetry { clique(&neighbours) } else { Vec::new() };
        let mut fixed = vec![None; vertices];
        (1..).zip(&clique).for_each(|(colour, &vertex)| fixed[vertex] = Some(colour));

        let mut builder = ProblemBuilder::coloured();
        builder.primary_items(graph.vertices().iter().cloned())?;
        let mut at = vec![Vec::new(); vertices];
        for edge in graph.edges() {
            let [from, to] = [edge.from, edge.to].map(|end| &graph.vertices()[end]);
            [edge.from, edge.to].iter().for_each(|&end| at[end].push(format!("{from}~{to}")));
            builder.secondary_items((1..=colours).map(|c| format!("{from}~{to}.{c}")))?;
        }
        for (name, at) in graph.vertices().iter().zip(&mut at) {
            if at.is_empty() {
                at.push(format!("{name}~"));
                builder.secondary_items((1..=colours).map(|c| format!("{name}~.{c}")))?;
            }
        }
        for ((name, at), fixed) in graph.vertices().iter().zip(&at).zip(fixed) {
            for colour in (1..=colours).filter(|&colour| fixed.is_none_or(|only| only == colour)) {
                let places = at.iter().map(|place| format!("{place}.{colour}"));
                builder.add_option(std::iter::once(name.clone()).chain(places))?;
            }
        }

        let mut comments = vec![
            format!(
                "colouring of {} and {} with {}",
                counted(vertices, "vertex", "vertices"),
                counted(edges, "edge", "edges"),
                counted(colours, "colour", "colours")
            ),
            "items: v: vertex v; u~v.c: an end of the edge from u to v has colour c".to_owned(),
        ];
        if let Some(comment) = self.fixed(&clique) {
            comments.push(comment);
        }
        let mut instance = Instance::new(builder.build(), Picture::default(), comments);
        if clique.len() > colours {
            let count = clique.len();
            let warning = format!("no solution: {count} vertices are joined to one another");
            instance.warnings.push(warning);
        }
        Ok(instance)
    }

    /// What is said of the vertices whose colours are fixed.
    fn fixed(&self, clique: &[usize]) -> Option<String> {
        if clique.is_empty() {
            return None;
        }
        let name = |(colour, &vertex): (usize, &usize)| {
            format!("{} is {colour}", self.graph.vertices()[vertex])
        };
        let names: Vec<String> = (1..).zip(clique).map(name).collect();
        let mut factors = (0..clique.len()).map(|fixed| self.colours.saturating_sub(fixed) as u128);
        let factor = factors.try_fold(1_u128, u128::checked_mul);
        Some(format!("fixed: {}; {}", names.join(", "), times(factor)))
    }
}

/// A clique that no further vertex can join: begun at a vertex with most neighbours, and always
/// continued with the candidate that has most neighbours, the first of them if there are several.
fn clique(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut candidates: Vec<usize> = (0..neighbours.len()).collect();
    let mut clique = Vec::new();
    // Of equals, `max_by_key` takes the last one.
    while let Some(&next) = candidates.iter().rev().max_by_key(|&&v| neighbours[v].len()) {
        clique.push(next);
        let joined: HashSet<usize> = neighbours[next].iter().copied().collect();
        candidates.retain(|vertex| joined.contains(vertex));
    }
    clique
}
