//! A search with a memory that draws a diagram of what it finds.

use super::duel::Duel;
use super::sum::Domain;
use super::{MEMORY, bytes};
use crate::diagram::{BOTTOM, Diagram, DiagramBuilder, DiagramError, TOP};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::bits::Sets;
use crate::strategy::{Branch, share_done};

/// The nodes of a diagram.
#[derive(Debug)]
pub(super) struct Nodes {
    builder: DiagramBuilder,
    /// The branches of all levels that are open, the last level's behind: options and what they
    /// lead to.
    branches: Vec<(u32, u32)>,
    /// Whether there is a limit, and what it is.
    is_limited: bool,
    most_bytes: usize,
    /// Why there is no more room, if there is none.
    error: Option<DiagramError>,
}

impl Nodes {
    fn node(&mut self, node: Result<u32, DiagramError>) -> u32 {
        node.unwrap_or_else(|error| {
            self.error = Some(error);
            BOTTOM
        })
    }
}

impl Domain for Nodes {
    type Value = u32;
    /// Where the branches of the level begin.
    type Sum = usize;

    fn none(&mut self) -> u32 {
        BOTTOM
    }

    fn empty(&mut self) -> u32 {
        TOP
    }

    fn is_none(node: &u32) -> bool {
        *node == BOTTOM
    }

    fn open(&mut self) -> usize {
        self.branches.len()
    }

    fn add(&mut self, _begin: &mut usize, option: OptionId, node: u32) {
        self.branches.push((option.get(), node));
    }

    /// The first branch comes to stand on top.
    fn close(&mut self, begin: usize) -> u32 {
        let mut node = BOTTOM;
        while self.branches.len() > begin
            && let Some((option, hi)) = self.branches.pop()
        {
            let branch = self.builder.branch(option, hi, node);
            node = self.node(branch);
        }
        node
    }

    fn product(&mut self, left: u32, right: u32) -> u32 {
        let product = self.builder.product(left, right);
        self.node(product)
    }

    fn write(node: &u32, words: &mut Vec<u64>) {
        words.push(u64::from(*node));
    }

    fn read(words: &[u64]) -> u32 {
        words.first().map_or(BOTTOM, |&node| node as u32)
    }

    fn bytes(&self) -> usize {
        self.builder.bytes()
    }

    fn limit_to(&mut self, bytes: usize) {
        if self.is_limited {
            self.most_bytes = bytes;
        }
    }

    fn is_full(&self) -> bool {
        self.error.is_some() || self.builder.bytes() > self.most_bytes
    }
}

/// A diagram that is being drawn.
#[derive(Debug)]
pub(crate) struct Drawer {
    pub(super) engine: Duel<Nodes>,
}

impl Drawer {
    /// Whether this can be done for a problem without multiplicities.
    pub(crate) fn fits(matrix: &Matrix) -> bool {
        Sets::fit(matrix)
    }

    /// Nothing is drawn yet. Unless the setup limits the memory, that of the diagram is not.
    pub(crate) fn new(matrix: &Matrix, setup: &Setup) -> Self {
        let is_limited = setup.memory.is_some();
        let nodes = |bytes| Nodes {
            builder: DiagramBuilder::new(),
            branches: Vec::new(),
            is_limited,
            most_bytes: if is_limited { bytes } else { usize::MAX },
            error: None,
        };
        let memory = bytes(setup.memory.unwrap_or(MEMORY));
        Drawer { engine: Duel::new(nodes, matrix, setup, memory) }
    }

    /// Goes on; `true` if all is drawn. Once it [is full](Self::is_full), it goes on no more.
    pub(crate) fn advance(&mut self, budget: &mut Budget) -> bool {
        self.engine.advance(budget)
    }

    /// Whether the memory, or the numbers for nodes, are used up.
    pub(crate) fn is_full(&self) -> bool {
        self.engine.domains().all(Nodes::is_full)
    }

    /// The diagram, if all of it is drawn.
    pub(crate) fn finish(mut self, matrix: &Matrix) -> Option<Diagram> {
        let root = self.engine.result()?;
        Some(self.engine.into_domain()?.builder.finish(root, matrix))
    }

    /// Counters.
    pub(crate) fn statistics(&self) -> &Statistics {
        self.engine.statistics()
    }

    /// Nodes of the diagram by now, those that will not stay included.
    pub(crate) fn nodes(&self) -> usize {
        self.engine.domains().map(|nodes| nodes.builder.len()).max().unwrap_or_default()
    }

    /// Bytes of memory by now.
    pub(crate) fn bytes(&self) -> usize {
        self.engine.bytes()
    }

    /// The share of the work that is done, if all branches at a level weighed the same.
    pub(crate) fn share_done(&self) -> f64 {
        let position: Vec<Branch> = self.engine.position();
        share_done(&position)
    }
}
