//! Building a diagram from below, each node once.
//!
//! The nodes stand in one array, and a table of open addressing holds their numbers: a place of four
//! bytes, 0 for none, so that no key is kept twice. Two nodes are the same if their three words are;
//! the hash says only where to look. Either array grows by a new one beside the old at the most: the
//! nodes by half, the table from the nodes alone, the old one being dropped before.

use super::{BOTTOM, Diagram, DiagramError, Kind, Node, PRODUCT, TERMINALS, TOP};
use crate::matrix::Matrix;

/// The most nodes of a diagram, both terminals included.
pub(super) const MOST_NODES: usize = u32::MAX as usize - 1;

/// Makes the nodes of a [`Diagram`]: every node after its children, equal ones once.
///
/// ```text
/// let mut builder = DiagramBuilder::new();
/// let b = builder.branch(1, TOP, BOTTOM)?;
/// let a_or_b = builder.branch(0, TOP, b)?;
/// let diagram = builder.finish(a_or_b, matrix);
/// ```
#[derive(Debug)]
pub(crate) struct DiagramBuilder {
    nodes: Vec<Node>,
    /// The number of a node, or 0; as many places as a power of two, at most three in four of them
    /// taken.
    table: Vec<u32>,
    most: usize,
}

impl DiagramBuilder {
    pub(crate) fn new() -> Self {
        DiagramBuilder::with_most(MOST_NODES)
    }

    /// A builder that takes fewer nodes than there are numbers.
    pub(super) fn with_most(most: usize) -> Self {
        DiagramBuilder { nodes: TERMINALS.to_vec(), table: vec![0; 64], most: most.min(MOST_NODES) }
    }

    /// The solutions of `hi`, each with the option put in front, and those of `lo`. No solution of
    /// `hi` or of `lo` may have the option. In the order of the diagram, the former come first.
    ///
    /// # Errors
    ///
    /// If there are too many nodes.
    pub(crate) fn branch(&mut self, option: u32, hi: u32, lo: u32) -> Result<u32, DiagramError> {
        debug_assert!(option < PRODUCT, "the number of an option");
        match hi {
            BOTTOM => Ok(lo),
            _ => self.unique(Node { option, hi, lo }),
        }
    }

    /// Each solution of `left` with each of `right`, which have no options in common. The order of the
    /// two is kept: in the order of the diagram, that of `left` comes first, and all of `right` for
    /// each of `left`.
    ///
    /// # Errors
    ///
    /// If there are too many nodes.
    pub(crate) fn product(&mut self, left: u32, right: u32) -> Result<u32, DiagramError> {
        match (left, right) {
            (BOTTOM, _) | (_, BOTTOM) => Ok(BOTTOM),
            (TOP, other) | (other, TOP) => Ok(other),
            _ => self.unique(Node { option: PRODUCT, hi: left, lo: right }),
        }
    }

    /// Number of nodes, both terminals included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of memory that the nodes and their table have now.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.table.capacity() * size_of::<u32>()
    }

    /// The diagram of the solutions of a node: what is not reached from it goes, the others keep their
    /// order. The costs are those of the matrix. O(nodes).
    pub(crate) fn finish(self, root: u32, matrix: &Matrix) -> Diagram {
        self.finish_like(root, matrix.option_count(), matrix.costs.clone())
    }

    pub(super) fn finish_like(self, root: u32, option_count: usize, costs: Vec<u64>) -> Diagram {
        let DiagramBuilder { mut nodes, table, .. } = self;
        drop(table);
        let root = keep_reached(&mut nodes, root);
        nodes.shrink_to_fit();
        Diagram { nodes, root, option_count, costs }
    }

    /// The number of a node: that of its equal, if there is one.
    fn unique(&mut self, node: Node) -> Result<u32, DiagramError> {
        debug_assert!(
            (node.hi as usize) < self.nodes.len() && (node.lo as usize) < self.nodes.len()
        );
        let mask = self.table.len() - 1;
        let mut place = node.hash() as usize & mask;
        loop {
            match self.table[place] {
                0 => break,
                number if self.nodes[number as usize] == node => return Ok(number),
                _ => place = (place + 1) & mask,
            }
        }
        if self.nodes.len() >= self.most {
            return Err(DiagramError::TooManyNodes { most: self.most });
        }
        // Below 2³², as `most` is.
        let number = self.nodes.len() as u32;
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.reserve_exact(self.nodes.len() / 2 + 64);
        }
        self.nodes.push(node);
        self.table[place] = number;
        if self.nodes.len() > self.table.len() / 4 * 3 {
            self.grow();
        }
        Ok(number)
    }

    /// A table of twice the size.
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table = Vec::new();
        self.table = vec![0; size];
        for (number, node) in (0..).zip(&self.nodes).skip(TERMINALS.len()) {
            let mut place = node.hash() as usize & (size - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number;
        }
    }
}

/// Drops the nodes that are not reached from the root, and says what the root's number is then.
fn keep_reached(nodes: &mut Vec<Node>, root: u32) -> u32 {
    nodes.truncate((root as usize + 1).max(TERMINALS.len()));
    let mut reached = vec![false; nodes.len()];
    reached[root as usize] = true;
    for number in (TERMINALS.len()..nodes.len()).rev() {
        if reached[number] {
            reached[nodes[number].hi as usize] = true;
            reached[nodes[number].lo as usize] = true;
        }
    }
    let mut numbers: Vec<u32> = (0..TERMINALS.len() as u32).collect();
    numbers.resize(nodes.len(), BOTTOM);
    let mut kept = TERMINALS.len();
    for number in TERMINALS.len()..nodes.len() {
        if reached[number] {
            let Node { option, hi, lo } = nodes[number];
            nodes[kept] = Node { option, hi: numbers[hi as usize], lo: numbers[lo as usize] };
            numbers[number] = kept as u32;
            kept += 1;
        }
    }
    nodes.truncate(kept);
    numbers[root as usize]
}

impl Node {
    /// A hash of its three words, by two multiplications: the bits of each word reach the low ones.
    fn hash(self) -> u64 {
        let children = u64::from(self.hi) << 32 | u64::from(self.lo);
        let mixed = u128::from(children ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let folded = (mixed as u64) ^ (mixed >> 64) as u64 ^ u64::from(self.option);
        let mixed = u128::from(folded) * 0xa076_1d64_78bd_642f;
        (mixed as u64) ^ (mixed >> 64) as u64
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Node { option: PRODUCT, hi: left, lo: right } => Kind::Product { left, right },
            Node { option, hi, lo } => Kind::Branch { option, hi, lo },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_have_one_number_whatever_the_table_has_grown_to() {
        let mut builder = DiagramBuilder::new();
        let make = |builder: &mut DiagramBuilder| -> Vec<u32> {
            let mut below = TOP;
            (0..10_000)
                .map(|option| {
                    let lo = if option % 3 == 0 { BOTTOM } else { below };
                    below = builder.branch(option, below, lo).expect("few nodes");
                    below
                })
                .collect()
        };
        let first = make(&mut builder);
        assert_eq!(first, (2..10_002).collect::<Vec<u32>>());
        assert_eq!(make(&mut builder), first);
        assert_eq!(builder.len(), 10_002);
        assert!(builder.bytes() >= 10_002 * 16, "{}", builder.bytes());
    }

    #[test]
    fn terminals_absorb_and_vanish() {
        let mut builder = DiagramBuilder::new();
        let one = builder.branch(7, TOP, BOTTOM).expect("few nodes");
        assert_eq!(builder.branch(3, BOTTOM, one), Ok(one));
        assert_eq!(builder.product(one, TOP), Ok(one));
        assert_eq!(builder.product(TOP, one), Ok(one));
        assert_eq!(builder.product(one, BOTTOM), Ok(BOTTOM));
        assert_eq!(builder.product(BOTTOM, one), Ok(BOTTOM));
        assert_eq!(builder.len(), 3);
    }

    #[test]
    fn products_keep_their_order() {
        let mut builder = DiagramBuilder::new();
        let one = builder.branch(0, TOP, BOTTOM).expect("few nodes");
        let two = builder.branch(1, TOP, BOTTOM).expect("few nodes");
        let (first, second) = (builder.product(one, two), builder.product(two, one));
        assert_ne!(first, second);
        assert_eq!(builder.product(one, two), first);
    }

    #[test]
    fn too_many_nodes_are_an_error() {
        let mut builder = DiagramBuilder::with_most(4);
        let one = builder.branch(0, TOP, BOTTOM).expect("the third node");
        let two = builder.branch(1, TOP, one).expect("the fourth node");
        assert_eq!(builder.branch(2, TOP, two), Err(DiagramError::TooManyNodes { most: 4 }));
        // What is there already is still found.
        assert_eq!(builder.branch(1, TOP, one), Ok(two));
    }

    #[test]
    fn what_the_root_does_not_reach_goes() {
        let mut builder = DiagramBuilder::new();
        let lost = builder.branch(9, TOP, BOTTOM).expect("few nodes");
        let kept = builder.branch(1, TOP, BOTTOM).expect("few nodes");
        let over = builder.branch(0, kept, BOTTOM).expect("few nodes");
        builder.product(over, lost).expect("few nodes");
        let diagram = builder.finish_like(over, 10, Vec::new());
        let expected = [Node { option: 1, hi: TOP, lo: BOTTOM }, Node { option: 0, hi: 2, lo: 0 }];
        assert_eq!(diagram.nodes[2..], expected);
        assert_eq!(diagram.root, 3);
        for terminal in [BOTTOM, TOP] {
            let mut builder = DiagramBuilder::new();
            builder.branch(9, TOP, BOTTOM).expect("few nodes");
            let diagram = builder.finish_like(terminal, 10, Vec::new());
            assert_eq!((diagram.nodes.len(), diagram.root), (2, terminal));
        }
    }
}
