//! In how many solutions each option is.

use num_bigint::BigUint;

use super::{Counted, Kind, TERMINALS};
use crate::number::Number;

impl Counted<'_> {
    /// For each option of the problem, the number of solutions that have it.
    ///
    /// From the root down, each node learns how many solutions pass it, but for what lies below: O(n)
    /// products, and memory of a number for each of the n nodes.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let marginals = Diagram::of_solutions(&problem, &found)?.counted().marginals();
    /// assert_eq!(marginals, [2u8, 1, 2, 1, 1].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn marginals(&self) -> Vec<BigUint> {
        let diagram = self.diagram;
        let mut marginals = vec![Number::ZERO; diagram.option_count];
        let mut above = vec![Number::ZERO; diagram.nodes.len()];
        above[diagram.root as usize] = Number::ONE;
        for number in diagram.numbers().rev() {
            let ways = std::mem::replace(&mut above[number as usize], Number::ZERO);
            let mut pass = |node: u32, ways: &Number| {
                // What ends at a terminal is of no use.
                if let Some(sum) =
                    above.get_mut(node as usize).filter(|_| node as usize >= TERMINALS.len())
                {
                    *sum = sum.plus(ways);
                }
            };
            match diagram.kind(number) {
                Kind::Bottom | Kind::Top => {}
                Kind::Branch { option, hi, lo } => {
                    pass(hi, &ways);
                    pass(lo, &ways);
                    let marginal = &mut marginals[option as usize];
                    *marginal = marginal.plus(&ways.times(&self.counts.get(hi)));
                }
                Kind::Product { left, right } => {
                    pass(left, &ways.times(&self.counts.get(right)));
                    pass(right, &ways.times(&self.counts.get(left)));
                }
            }
        }
        marginals.into_iter().map(BigUint::from).collect()
    }
}
