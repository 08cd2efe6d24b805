//! From the leaves to the root: what an operation makes of each node from what it made of its children.

use super::{Diagram, Kind, TERMINALS};

/// The values of a node's children are of use until the last of its parents is done: then the next
/// node's value takes the place. So there are as many values at a time as the diagram is wide.
struct Live<T> {
    /// Those of the terminals first.
    values: Vec<T>,
    free: Vec<u32>,
}

impl<T> Live<T> {
    fn put(&mut self, value: T) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.values[place as usize] = value;
                place
            }
            None => {
                self.values.push(value);
                // There are no more places than nodes.
                self.values.len() as u32 - 1
            }
        }
    }
}

impl Diagram {
    /// The value of the root, where `branch` makes that of a branch from its option and the values of
    /// its `hi` and `lo`, and `product` that of a product from its two. O(nodes) calls; memory of eight
    /// bytes a node, and for as many values as are needed at a time.
    pub(super) fn fold<T: Clone>(
        &self,
        bottom: T,
        top: T,
        mut branch: impl FnMut(u32, &T, &T) -> T,
        mut product: impl FnMut(&T, &T) -> T,
    ) -> T {
        let mut last_use = vec![0; self.nodes.len()];
        for number in self.numbers() {
            let [one, other] = self.children(number);
            last_use[one as usize] = number;
            last_use[other as usize] = number;
        }
        let mut live = Live { values: vec![bottom, top], free: Vec::new() };
        let mut places: Vec<u32> = (0..TERMINALS.len() as u32).collect();
        places.reserve_exact(self.nodes.len() - TERMINALS.len());
        for number in self.numbers() {
            let value = |node: u32| &live.values[places[node as usize] as usize];
            let made = match self.kind(number) {
                Kind::Bottom | Kind::Top => value(number).clone(),
                Kind::Branch { option, hi, lo } => branch(option, value(hi), value(lo)),
                Kind::Product { left, right } => product(value(left), value(right)),
            };
            let [one, other] = self.children(number);
            for child in [Some(one), Some(other).filter(|&other| other != one)] {
                let done = child.filter(|&child| {
                    child as usize >= TERMINALS.len() && last_use[child as usize] == number
                });
                live.free.extend(done.map(|child| places[child as usize]));
            }
            places.push(live.put(made));
        }
        live.values.swap_remove(places[self.root as usize] as usize)
    }
}
