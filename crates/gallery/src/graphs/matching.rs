//! Choosing edges of a graph so that every vertex has a given number of them: perfect matchings,
//! and what else there is of the kind.

use std::fmt;
use std::str::FromStr;

use quadrille_cover::ProblemBuilder;

use super::{Graph, no_vertex};
use crate::bounds::bounds;
use crate::error::{GalleryError, check_size};
use crate::instance::Instance;
use crate::picture::Picture;
use crate::wording::counted;

/// How many edges each vertex is to have.
///
/// ```
/// use quadrille_gallery::graphs::Degree;
///
/// assert_eq!("0..1".parse(), Ok(Degree { min: 0, max: Some(1) }));
/// assert_eq!("1..".parse(), Ok(Degree { min: 1, max: None }));
/// assert_eq!("2".parse(), Ok(Degree { min: 2, max: Some(2) }));
/// assert!("3..2".parse::<Degree>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Degree {
    /// At least.
    pub min: u32,
    /// At most; `None`: all of them.
    pub max: Option<u32>,
}

impl Default for Degree {
    /// Exactly one.
    fn default() -> Self {
        Degree { min: 1, max: Some(1) }
    }
}

/// Shown as it is read: `1`, `0..1`, `1..`.
impl fmt::Display for Degree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            Some(max) if max == self.min => write!(f, "{max}"),
            Some(max) => write!(f, "{}..{max}", self.min),
            None => write!(f, "{}..", self.min),
        }
    }
}

impl FromStr for Degree {
    type Err = GalleryError;

    /// Reads `n`, `min..max` or `min..`.
    fn from_str(text: &str) -> Result<Self, GalleryError> {
        // An item cannot be covered no times at most.
        let sound = |&(_, max): &(u32, Option<u32>)| max != Some(0);
        let read = bounds(text).filter(sound).map(|(min, max)| Degree { min, max });
        read.ok_or_else(|| {
            GalleryError::Contradiction(format!(
                "degree {text:?}: expected `n`, `min..max` or `min..`, with a maximum of 1 or more \
                 that is not below the minimum"
            ))
        })
    }
}

/// The matchings of a graph, or sets of edges with other degrees.
///
/// Items: the vertices. Options: the edges, at the cost of their weights. What is asked of each
/// vertex is its [`Degree`], its multiplicity as an item:
///
/// | degree | what is found |
/// |---|---|
/// | `1` | perfect matchings; with weights, assignment problems |
/// | `0..1` | all matchings, the empty one among them |
/// | `1..` | edge covers |
/// | `2` | 2-factors: sets of cycles through all vertices |
/// | `u..v` | what else is a (u, v)-factor; the (simple) b-matchings |
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::graphs::{Graph, Matching};
///
/// let square = Graph::parse("a b\nb c\nc d\nd a\n")?;
/// let count = |degree: &str| -> Result<u64, Box<dyn std::error::Error>> {
///     let instance = Matching::new(&square).degree(degree.parse()?).instance()?;
///     Ok(Search::new().count(&instance.problem)?.solutions)
/// };
/// assert_eq!(count("1")?, 2);
/// assert_eq!(count("0..1")?, 7);
/// assert_eq!(count("1..")?, 7);
/// assert_eq!(count("2")?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Matching<'g> {
    graph: &'g Graph,
    degree: Degree,
}

impl<'g> Matching<'g> {
    /// The perfect matchings of a graph.
    pub fn new(graph: &'g Graph) -> Self {
        Matching { graph, degree: Degree::default() }
    }

    /// Asks for another number of edges at each vertex.
    pub fn degree(mut self, degree: Degree) -> Self {
        self.degree = degree;
        self
    }

    /// The instance: as many items as there are vertices, as many options as there are edges. One
    /// that cannot have a solution, because a vertex has too few edges or because a perfect
    /// matching would leave one of an odd number of vertices over, has a warning.
    ///
    /// # Errors
    ///
    /// If the degree is none that [`Degree::from_str`] reads, there are no vertices, or the problem
    /// would be too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let (graph, degree) = (self.graph, self.degree);
        let (vertices, edges) = (graph.vertices().len(), graph.edges().len());
        if vertices == 0 {
            return Err(no_vertex());
        }
        check_size(edges as u128, 2)?;
        let mut builder = ProblemBuilder::coloured();
        let mut lacking = None;
        for (name, neighbours) in graph.vertices().iter().zip(graph.neighbours()) {
            let most = u32::try_from(neighbours.len()).unwrap_or(u32::MAX);
            // An item has a maximum of 1 or more, whether or not it has options.
            let max = degree.max.unwrap_or_else(|| most.max(degree.min).max(1));
            builder.primary_between(name.clone(), degree.min, max)?;
            if most < degree.min && lacking.is_none() {
                lacking = Some((name, most));
            }
        }
        for edge in graph.edges() {
            let [from, to] = [edge.from, edge.to].map(|end| graph.vertices()[end].clone());
            builder.option().item(from).item(to).cost(edge.weight).add()?;
        }
        let edges = counted(edges, "edge", "edges");
        let graph_size = format!("{} and {edges}", counted(vertices, "vertex", "vertices"));
        let mut comments = vec![
            match degree {
                Degree { min: 1, max: Some(1) } => format!("perfect matchings of {graph_size}"),
                _ => format!("sets of edges, each vertex in {degree} of them: {graph_size}"),
            },
            "items: v: vertex v; options: an edge, by its ends".to_owned(),
        ];
        if graph.is_weighted() {
            comments.push("costs: the weights of the edges".to_owned());
        }
        let mut instance = Instance::new(builder.build(), Picture::default(), comments);
        // If every vertex has d edges, there are d·n/2 of them.
        let odd = degree.max == Some(degree.min) && degree.min % 2 == 1 && vertices % 2 == 1;
        if let Some((name, most)) = lacking {
            let warning = format!(
                "no solution: vertex {name} has {}, and needs at least {}",
                counted(most, "edge", "edges"),
                degree.min
            );
            instance.warnings.push(warning);
        } else if odd {
            let warning = format!(
                "no solution: {}, and {degree} is odd as well: the ends of edges come in pairs",
                counted(vertices, "vertex", "vertices")
            );
            instance.warnings.push(warning);
        }
        Ok(instance)
    }
}
