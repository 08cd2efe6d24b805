//! Restricting a diagram to the solutions with some options and without others.
//!
//! A branch on a forbidden option becomes its `lo`. Given options are asked for by their number: a
//! solution has all of them if it has as many. So each node keeps those of its solutions that have the
//! most of them; what a node has is what its two children have, so that at a branch the side that has
//! fewer goes. If those that are left at the root have all, they are what is wanted, and otherwise there
//! are none. So a node has one form, whatever leads to it, and the diagram never grows.

use super::builder::DiagramBuilder;
use super::error::known;
use super::{BOTTOM, Diagram, DiagramError, Kind, TOP};
use crate::ids::OptionId;

impl Diagram {
    /// The solutions that have all of the given options and none of the forbidden ones, in the same order.
    ///
    /// O(n) time, however many they are; memory for another diagram, of no more nodes than this one, and 8
    /// bytes a node while it is made.
    ///
    /// # Errors
    ///
    /// If the problem lacks one of the options.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, OptionId, Search, text};
    ///
    /// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let [a, b] = [0, 1].map(OptionId::new);
    /// assert_eq!(diagram.restrict(&[a], &[])?.count(), 2u8.into());
    /// assert_eq!(diagram.restrict(&[a], &[b])?.count(), 1u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restrict(
        &self,
        given: &[OptionId],
        forbidden: &[OptionId],
    ) -> Result<Diagram, DiagramError> {
        let given = self.marked(given)?;
        let forbidden = self.marked(forbidden)?;
        let mut builder = DiagramBuilder::new();
        // What becomes of each node, and how many given options its solutions have.
        let mut forms: Vec<(u32, u32)> = Vec::with_capacity(self.nodes.len());
        forms.extend([(BOTTOM, 0), (TOP, 0)]);
        for number in self.numbers() {
            let form = match self.kind(number) {
                Kind::Bottom | Kind::Top => (number, 0),
                Kind::Branch { option, lo, .. } if forbidden[option as usize] => forms[lo as usize],
                Kind::Branch { option, hi, lo } => {
                    let (mut hi, has) = forms[hi as usize];
                    let taking = has.saturating_add(given[option as usize].into());
                    let (mut lo, passing) = forms[lo as usize];
                    if hi == BOTTOM || (lo != BOTTOM && taking < passing) {
                        hi = BOTTOM;
                    } else if passing < taking {
                        lo = BOTTOM;
                    }
                    let most = if hi == BOTTOM { passing } else { taking };
                    (builder.branch(option, hi, lo)?, most)
                }
                Kind::Product { left, right } => {
                    let [(left, one), (right, other)] = [left, right].map(|n| forms[n as usize]);
                    (builder.product(left, right)?, one.saturating_add(other))
                }
            };
            forms.push(form);
        }
        let wanted = given.iter().filter(|&&given| given).count();
        let (mut root, has) = forms[self.root as usize];
        if has as usize != wanted {
            root = BOTTOM;
        }
        Ok(builder.finish_like(root, self.option_count, self.costs.clone()))
    }

    /// Which options are in a list.
    fn marked(&self, options: &[OptionId]) -> Result<Vec<bool>, DiagramError> {
        let mut marked = vec![false; self.option_count];
        for &option in options {
            marked[known(option, self.option_count)? as usize] = true;
        }
        Ok(marked)
    }
}
