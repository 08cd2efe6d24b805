//! Restricting a diagram to the solutions with some options and without others.
//!
//! A branch on a forbidden option becomes its `lo`. For given ones, each node learns from below which of
//! them occur under it at all. Every solution of a node must then have all of these: where they come
//! together with others, at a branch of which one side lacks some of them, that side has no solution
//! that is wanted, and goes. So a node has one restricted form, whatever leads to it, and the diagram
//! never grows. The given options are taken 64 at a time, a bit each.

use super::builder::DiagramBuilder;
use super::error::known;
use super::{BOTTOM, Diagram, DiagramError, Kind, TERMINALS, TOP};
use crate::ids::OptionId;

impl Diagram {
    /// The solutions that have all of the given options and none of the forbidden ones, in the same order.
    ///
    /// O(n) time for each 64 given options, whatever the number of forbidden ones; memory for another
    /// diagram, of no more nodes than this one, and 12 bytes a node while it is made.
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
        let mut wanted = Vec::with_capacity(given.len());
        for &option in given {
            wanted.push(known(option, self.option_count)?);
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut forbids = vec![false; self.option_count];
        for &option in forbidden {
            forbids[known(option, self.option_count)? as usize] = true;
        }
        let mut bits = vec![0; self.option_count];
        let mut groups = wanted.chunks(u64::BITS as usize);
        let mut group = groups.next().unwrap_or_default();
        let mut restricted: Option<Diagram> = None;
        loop {
            for (place, &option) in group.iter().enumerate() {
                bits[option as usize] = 1 << place;
            }
            let diagram = restricted.as_ref().unwrap_or(self).pass(&bits, &forbids)?;
            for &option in group {
                bits[option as usize] = 0;
            }
            match groups.next() {
                None => return Ok(diagram),
                Some(next) => (group, restricted) = (next, Some(diagram)),
            }
        }
    }

    /// The solutions with all options that have a bit, without those that are forbidden.
    fn pass(&self, bits: &[u64], forbids: &[bool]) -> Result<Diagram, DiagramError> {
        let mut builder = DiagramBuilder::new();
        // What becomes of each node, and which bits occur under it.
        let mut forms = Vec::with_capacity(self.nodes.len());
        let mut under = Vec::with_capacity(self.nodes.len());
        forms.extend([BOTTOM, TOP]);
        under.extend([0; TERMINALS.len()]);
        for number in self.numbers() {
            let (form, below) = match self.kind(number) {
                Kind::Bottom | Kind::Top => (number, 0),
                Kind::Branch { option, lo, .. } if forbids[option as usize] => {
                    (forms[lo as usize], under[lo as usize])
                }
                Kind::Branch { option, hi, lo } => {
                    let with: u64 = under[hi as usize] | bits[option as usize];
                    let without = under[lo as usize];
                    let all = with | without;
                    let form = |node: u32, has: u64| match has == all {
                        true => forms[node as usize],
                        false => BOTTOM,
                    };
                    (builder.branch(option, form(hi, with), form(lo, without))?, all)
                }
                Kind::Product { left, right } => {
                    let form = builder.product(forms[left as usize], forms[right as usize])?;
                    (form, under[left as usize] | under[right as usize])
                }
            };
            forms.push(form);
            under.push(below);
        }
        let all = bits.iter().fold(0, |all, bit| all | bit);
        let root = match under[self.root as usize] == all {
            true => forms[self.root as usize],
            false => BOTTOM,
        };
        Ok(builder.finish_like(root, self.option_count, self.costs.clone()))
    }
}
