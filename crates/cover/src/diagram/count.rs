//! Counting: the number of solutions, and that below each node as an index for what asks again and
//! again.

use num_bigint::BigUint;

use super::{Diagram, Kind};
use crate::number::{Number, Numbers};

impl Diagram {
    /// The number of solutions, however large.
    ///
    /// O(nodes) additions and multiplications; memory of eight bytes a node, and for as many numbers as
    /// the diagram is wide.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
    /// let solutions = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &solutions)?;
    /// assert_eq!(diagram.count(), 3u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self) -> BigUint {
        let branch = |_, hi: &Number, lo: &Number| hi.plus(lo);
        self.fold(Number::ZERO, Number::ONE, branch, Number::times).into()
    }

    /// An index of the number of solutions below each node, for what needs it: the n-th solution, the
    /// rank of one, samples, marginals, the cheapest.
    ///
    /// O(nodes) time; memory of 16 bytes a node, and more for nodes with 2¹²⁷ solutions or more.
    pub fn counted(&self) -> Counted<'_> {
        let mut counts = Numbers::with_capacity(self.nodes.len());
        counts.push(Number::ZERO);
        counts.push(Number::ONE);
        for number in self.numbers() {
            let count = match self.kind(number) {
                Kind::Bottom => Number::ZERO,
                Kind::Top => Number::ONE,
                Kind::Branch { hi, lo, .. } => counts.get(hi).plus(&counts.get(lo)),
                Kind::Product { left, right } => counts.get(left).times(&counts.get(right)),
            };
            counts.push(count);
        }
        Counted { diagram: self, counts }
    }
}

/// A diagram with the number of solutions below each of its nodes. See [`Diagram::counted`].
#[derive(Debug, Clone)]
pub struct Counted<'d> {
    pub(super) diagram: &'d Diagram,
    /// Of each node.
    pub(super) counts: Numbers,
}

impl<'d> Counted<'d> {
    /// The diagram.
    pub fn diagram(&self) -> &'d Diagram {
        self.diagram
    }

    /// The number of solutions, without counting again.
    pub fn count(&self) -> BigUint {
        self.counts.get(self.diagram.root).into_owned().into()
    }

    /// Bytes of memory of the index.
    pub fn bytes(&self) -> usize {
        self.counts.bytes()
    }
}
