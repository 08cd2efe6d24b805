//! The strategy that picks a strategy.
//!
//! By the features of the problem it picks the one that visits. Where all solutions are to be
//! counted, and the visitor has not come to the end after its first turn, [`Dd`] takes turns with
//! it, until it turns out which of them is faster; see [`Counter`]. Parts of a search, and one that
//! is resumed, are visited.

use super::bits::Sets;
use super::dd::{Counter, Plan, When};
use super::hybrid::most_items;
use super::{Bits, Cells, Dd, Hybrid, Links, Searcher, Strategy};
use crate::matrix::{Capabilities, Matrix};
use crate::search::{asked, lacking};
use crate::setup::{Order, Setup};

/// With over twice as many items as bits do well with, and fewer options of each than this, a node
/// of `links` touches next to nothing, and what is left becomes small only where few nodes are
/// below. Measured: sudokus of 16×16 and 25×25 (4 to 6 options of each item) take `links` 0.85
/// times as long as `hybrid`, but those of 9×9, with not quite twice as many items, 1.1 times, and
/// `bits` is level or best; Latin squares of order 10 to 20 (10 to 20 of each) 1.3 to 2 times.
const FEW_OPTIONS: usize = 8;

/// Picks a strategy by the features of the problem and by what is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Auto;

/// A strategy and why it was picked.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Choice {
    /// The strategy.
    pub strategy: &'static dyn Strategy,
    /// The reason, in a few words.
    pub reason: &'static str,
}

impl Auto {
    /// The strategy for a problem and a setup. O(entries).
    pub fn choose(self, matrix: &Matrix, setup: &Setup) -> Choice {
        let links = |reason| Choice { strategy: &Links, reason };
        if setup.propagator.is_some() {
            return links("a propagator removes options in the midst of the search");
        }
        if setup.costs {
            return links("the cheapest solutions are wanted");
        }
        if !setup.branching.is_default() || setup.order != Order::AsAdded {
            return links("the branching or the order of options is a particular one");
        }
        if matrix.needs().multiplicities {
            return links("some items may be covered other than once");
        }
        let (items, most) = (matrix.primary_items().count(), most_items(matrix));
        if items <= most {
            if Sets::fit(matrix) {
                let reason =
                    "items are few for the length of the options: as bits, a node is cheap";
                return Choice { strategy: &Bits, reason };
            }
            let reason = "as bits, the problem would take over 1 GiB; what is left below will not";
            return Choice { strategy: &Hybrid, reason };
        }
        let is_primary = |&&item: &&u32| matrix.kinds()[item as usize].is_primary();
        let entries = matrix.items.iter().filter(is_primary).count();
        if entries < FEW_OPTIONS.saturating_mul(items) {
            if items > 2 * most {
                return links("there are many items, and few options of each");
            }
            if Sets::fit(matrix) {
                let reason =
                    "the options of each item are so few that going over to bits does not pay";
                return Choice { strategy: &Bits, reason };
            }
        }
        if entries < 2 * matrix.option_count() {
            // Bits would have a set for each pair of a secondary item and a colour, and draw all of
            // them together for few nodes: twice the time of `cells` on a slitherlink.
            let reason = "there are many items, and what binds them is secondary";
            return Choice { strategy: &Cells, reason };
        }
        Choice { strategy: &Hybrid, reason: "there are many items, and fewer are left below" }
    }
}

impl Strategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "picks one of the others by the features of the problem"
    }

    fn capabilities(&self) -> Capabilities {
        Links.capabilities()
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        Box::new(Counter::new(matrix, setup, plan))
    }
}

/// By which strategy to visit, and when to count with a memory.
fn plan(matrix: &Matrix, setup: &Setup) -> Plan {
    let visitors = Auto.choose(matrix, setup).strategy;
    let lacks = lacking(&Dd, asked(matrix, setup)).is_some();
    let when = if lacks { When::Never } else { When::IfFaster };
    Plan { visitors, when }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::ProblemBuilder;
    use crate::ids::OptionId;
    use crate::limits::Budget;
    use crate::setup::Branching;
    use crate::strategy::Step;

    /// The choice for options of one item each.
    fn choice(items: u32, options: u32, setup: &Setup) -> &'static str {
        choice_for(items, options, 1, setup)
    }

    /// The choice for options of so many primary items each.
    fn choice_for(items: u32, options: u32, length: u32, setup: &Setup) -> &'static str {
        let mut builder = ProblemBuilder::new();
        builder.primary_items(0..items).unwrap();
        for option in 0..options {
            builder.add_option((0..length).map(|item| (option + item) % items)).unwrap();
        }
        Auto.choose(builder.build().matrix(), setup).strategy.name()
    }

    #[test]
    fn the_choice_follows_the_features_of_the_problem() {
        let plain = Setup::default();
        // Options of one item each: up to 32 items go to bits; of four each, up to 256.
        assert_eq!(choice(32, 64 * 4096, &plain), "bits");
        assert_eq!(choice(33, 64 * 4096, &plain), "cells");
        assert_eq!(choice_for(256, 1000, 4, &plain), "bits");
        assert_eq!(choice_for(257, 2 * 257, 4, &plain), "hybrid");
        assert_eq!(choice_for(257, 2 * 257 - 1, 4, &plain), "bits");
        assert_eq!(choice_for(513, 2 * 513, 4, &plain), "hybrid");
        assert_eq!(choice_for(513, 2 * 513 - 1, 4, &plain), "links");
    }

    #[test]
    fn what_bits_cannot_do_goes_to_links() {
        let plain = Setup::default();
        assert_eq!(choice(8, 8, &Setup { costs: true, ..Setup::default() }), "links");
        let first = Setup { branching: Branching::First, ..Setup::default() };
        assert_eq!(choice(8, 8, &first), "links");
        assert_eq!(choice(8, 8, &Setup { order: Order::Random(1), ..Setup::default() }), "links");
        let mut builder = ProblemBuilder::new();
        builder.primary_between("a", 0, 2).unwrap();
        builder.add_option(["a"]).unwrap();
        assert_eq!(Auto.choose(builder.build().matrix(), &plain).strategy.name(), "links");
    }

    #[test]
    fn another_setup_may_go_to_another_strategy() {
        let problem = crate::text::read("a b\na\nb\na b\n").unwrap();
        let mut searcher = Auto.prepare(problem.matrix(), &Setup::default());
        let count = |searcher: &mut dyn Searcher| {
            let mut budget = Budget::unlimited().with_solutions(u64::MAX);
            assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
            searcher.statistics().solutions
        };
        assert_eq!(count(&mut *searcher), 2);
        searcher.restart(&Setup { order: Order::Random(1), ..Setup::default() });
        assert_eq!(count(&mut *searcher), 2);
        searcher.restart(&Setup::given(vec![OptionId::new(2)]));
        assert_eq!(count(&mut *searcher), 1);
    }
}
