//! The cheapest solutions, in the order of their costs.
//!
//! The least cost below each node is known first, so that a walk down from the root finds a cheapest
//! solution without a wrong turn. All other solutions leave that walk at one of its branches, so that
//! they fall into a part for each branch, whose least cost is known, too: Lawler's (1972) way to the
//! k best. The twist is how little a part is: the decisions that lead to it are a beginning of those of
//! the first of its solutions, and that one's place in the order tells them. So a part is a place, a
//! number of decisions and a cost, and no more than k of them are ever kept; nothing is stored in the
//! nodes, as it would be for lists of the k best of each (Huang and Chiang 2005).

use std::collections::BTreeMap;

use super::order::Descent;
use super::{BOTTOM, Counted, Diagram, Kind};
use crate::cheapest::Costed;
use crate::ids::OptionId;
use crate::number::Number;

/// Solutions in the order of their costs. See [`Counted::cheapest`].
#[derive(Debug, Clone)]
pub struct ByCost<'c, 'd> {
    counted: &'c Counted<'d>,
    /// The least cost of a solution of each node.
    least: Vec<u128>,
    /// How many are still wanted.
    wanted: usize,
    /// The parts that are not visited, with their least cost, the place of their first solution and the
    /// number of decisions that all of their solutions have in common; no more than are wanted. No two
    /// have the same place, since each is an interval of the order.
    parts: BTreeMap<(u128, Number), usize>,
}

impl<'d> Counted<'d> {
    /// The `k` cheapest solutions, or all if there are fewer, cheapest first; those of equal cost in the
    /// order of the diagram, and if the last place is tied, whoever comes first in it has it.
    ///
    /// O(n) to begin with, and for each solution d steps and as many places in a tree of k: n nodes, the
    /// longest path of d. Memory of 16 bytes a node and k numbers.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na |3\nb |4\na b |9\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let counted = diagram.counted();
    /// let costs: Vec<u128> = counted.cheapest(5).map(|solution| solution.cost).collect();
    /// assert_eq!(costs, [7, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cheapest(&self, k: usize) -> ByCost<'_, 'd> {
        let least = self.diagram.least_costs();
        let mut parts = BTreeMap::new();
        if !self.diagram.is_empty() {
            parts.insert((least[self.diagram.root as usize], Number::ZERO), 0);
        }
        ByCost { counted: self, least, wanted: k, parts }
    }
}

impl Diagram {
    /// The least cost of a solution of each node; of ⊥ what no solution costs.
    fn least_costs(&self) -> Vec<u128> {
        let mut least: Vec<u128> = Vec::with_capacity(self.nodes.len());
        least.extend([u128::MAX, 0]);
        for number in self.numbers() {
            // Of solutions, which have at most 2³¹ options of less than 2⁶⁴ each.
            let of = |node: u32| least[node as usize];
            let cost = match self.kind(number) {
                Kind::Bottom | Kind::Top => of(number),
                Kind::Branch { option, hi, lo } => (of(hi) + self.cost(option)).min(of(lo)),
                Kind::Product { left, right } => of(left) + of(right),
            };
            least.push(cost);
        }
        least
    }
}

impl ByCost<'_, '_> {
    /// Keeps a part for later, unless as many cheaper ones are there as are wanted.
    fn keep(&mut self, cost: u128, place: Number, decisions: usize) {
        self.parts.insert((cost, place), decisions);
        if self.parts.len() > self.wanted {
            self.parts.pop_last();
        }
    }
}

impl Iterator for ByCost<'_, '_> {
    type Item = Costed;

    fn next(&mut self) -> Option<Costed> {
        self.wanted = self.wanted.checked_sub(1)?;
        let ((cost, place), common) = self.parts.pop_first()?;
        let mut options = Vec::new();
        let mut descent = Descent::new(self.counted);
        let mut decisions = 0;
        while let Some((option, hi, lo)) = descent.branch() {
            let place_of_lo = descent.place_of_lo(hi);
            decisions += 1;
            let takes = if decisions <= common {
                place < place_of_lo
            } else if lo == BOTTOM {
                true
            } else {
                let taking = self.least[hi as usize] + self.counted.diagram.cost(option);
                let passing = self.least[lo as usize];
                let takes = taking <= passing;
                // `cost` is that of the better way.
                let more = taking.abs_diff(passing);
                let other = if takes { place_of_lo } else { descent.before.clone() };
                self.keep(cost + more, other, decisions);
                takes
            };
            if takes {
                options.push(OptionId::new(option));
                descent.take(hi);
            } else {
                descent.pass(hi, lo);
            }
        }
        Some(Costed { cost, options })
    }
}

impl std::iter::FusedIterator for ByCost<'_, '_> {}
