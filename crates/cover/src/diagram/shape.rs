//! How large a diagram is.

use super::{Diagram, Kind, Node};

/// How large a diagram is. See [`Diagram::shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// Number of nodes: branches and products, and ⊥ and ⊤.
    pub nodes: usize,
    /// Number of branches.
    pub branches: usize,
    /// Number of products.
    pub products: usize,
    /// Number of different options that occur in a solution.
    pub options: usize,
    /// The most nodes above one another, terminals aside: 0 for no solution and for the empty one alone.
    pub depth: usize,
    /// Bytes of memory, costs of options included.
    pub bytes: usize,
}

impl Diagram {
    /// How large the diagram is. O(nodes).
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let shape = Diagram::of_solutions(&problem, &found)?.shape();
    /// assert_eq!((shape.nodes, shape.branches, shape.depth), (5, 3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shape(&self) -> Shape {
        let higher = |one: &u32, other: &u32| (*one).max(*other) + 1;
        // Less than the number of nodes.
        let depth = self.fold(0, 0, |_, hi, lo| higher(hi, lo), higher);
        let mut occurs = vec![false; self.option_count];
        let mut products = 0;
        for number in self.numbers() {
            match self.kind(number) {
                Kind::Branch { option, .. } => occurs[option as usize] = true,
                _ => products += 1,
            }
        }
        let nodes = self.nodes.len();
        Shape {
            nodes,
            branches: nodes - super::TERMINALS.len() - products,
            products,
            options: occurs.iter().filter(|&&occurs| occurs).count(),
            depth: depth as usize,
            bytes: nodes * size_of::<Node>() + self.costs.len() * size_of::<u64>(),
        }
    }
}
