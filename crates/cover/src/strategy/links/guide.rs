//! How to choose the item to branch on, other than by the default.

use std::sync::Arc;

use super::lists::Lists;
use crate::matrix::Matrix;
use crate::setup::{Branching, Candidate, Choose, Random};

/// A [`Branching`] by the numbers that items have in the lists.
#[derive(Debug)]
pub(super) enum Guide {
    Fewest,
    First,
    /// Whether each primary item is preferred.
    Preferred(Vec<bool>),
    /// One more than the failures of each primary item.
    Weighted(Vec<u64>),
    /// The rank of each primary item among those with equally many options.
    Ranked(Vec<u32>),
    Custom(Arc<dyn Choose>),
}

impl Guide {
    /// The guide for a branching; `numbers` are the numbers in the lists of the matrix's items, the
    /// primary ones below `primaries`.
    pub(super) fn new(branching: &Branching, matrix: &Matrix, numbers: &[u32]) -> Self {
        let primaries = matrix.primary_items().count();
        match branching {
            Branching::Fewest => Guide::Fewest,
            Branching::First => Guide::First,
            Branching::Preferred(items) => {
                let mut preferred = vec![false; primaries];
                let named = items.iter().filter_map(|item| numbers.get(item.index()));
                for &number in named {
                    if let Some(flag) = preferred.get_mut(number as usize) {
                        *flag = true;
                    }
                }
                Guide::Preferred(preferred)
            }
            Branching::WeightedDegree => Guide::Weighted(vec![1; primaries]),
            Branching::RandomTies(seed) => {
                Guide::Ranked(Random::new(*seed).permutation(primaries as u32))
            }
            Branching::Custom(choose) => Guide::Custom(Arc::clone(choose)),
        }
    }
}

impl<const COLOURED: bool> Lists<COLOURED> {
    /// The item to branch on by a guide other than the default.
    #[cold]
    pub(super) fn choose_by_guide(&mut self) -> u32 {
        self.by_size = matches!(self.guide, Guide::Ranked(_));
        let spares_forced_items = !matches!(self.guide, Guide::First | Guide::Custom(_));
        if spares_forced_items && let Some(item) = self.forced() {
            self.by_size = true;
            return item;
        }
        let first = self.next[self.primaries as usize];
        if !matches!(self.guide, Guide::First) {
            // All active items, or as many as a user's code asks for.
            self.looked += u64::from(self.primaries);
        }
        match &self.guide {
            Guide::Fewest | Guide::First => first,
            Guide::Preferred(preferred) => self.least(|item, size| (!preferred[item], size)),
            Guide::Ranked(ranks) => self.least(|item, size| (size, ranks[item])),
            Guide::Weighted(weights) => {
                // size / weight, compared without a division.
                let mut best = first;
                for item in self.active() {
                    let (size, least) = (self.sizes[item as usize], self.sizes[best as usize]);
                    let (weight, heaviest) = (weights[item as usize], weights[best as usize]);
                    if u128::from(size) * u128::from(heaviest)
                        < u128::from(least) * u128::from(weight)
                    {
                        best = item;
                    }
                }
                best
            }
            Guide::Custom(choose) => {
                let candidate = |item: u32| Candidate {
                    item: self.original(item),
                    branches: self.sizes[item as usize],
                };
                let chosen = choose.choose(&mut self.active().map(candidate));
                let number = chosen.and_then(|item| self.numbers.get(item.index()).copied());
                number.filter(|&number| self.is_active(number)).unwrap_or(first)
            }
        }
    }

    /// The first active item whose key is the least.
    fn least<K: Ord>(&self, key: impl Fn(usize, u32) -> K) -> u32 {
        let key = |&item: &u32| key(item as usize, self.sizes[item as usize]);
        self.active().min_by_key(key).unwrap_or(0)
    }

    /// The active items, ascending.
    pub(super) fn active(&self) -> impl Iterator<Item = u32> + '_ {
        let step =
            |item: u32| Some(self.next[item as usize]).filter(|&next| next != self.primaries);
        std::iter::successors(step(self.primaries), move |&item| step(item))
    }

    /// Books the failure of the items that lost their last option since so much was noted.
    #[inline]
    pub(super) fn blame(&mut self, since: u32) {
        let Guide::Weighted(weights) = &mut self.guide else { return };
        for &item in &self.notes[since as usize..self.noted as usize] {
            if self.sizes[item as usize] == 0 {
                weights[item as usize] = weights[item as usize].saturating_add(1);
                // One failure, one item: whatever else failed may be a consequence.
                break;
            }
        }
    }

    /// What the branching has learnt.
    pub(super) fn weights(&self) -> &[u64] {
        match &self.guide {
            Guide::Weighted(weights) => weights,
            _ => &[],
        }
    }

    /// Learns what another walk has learnt; `false` if that is nothing to be learnt here.
    pub(super) fn learn(&mut self, learnt: &[u64]) -> bool {
        match &mut self.guide {
            Guide::Weighted(weights) if weights.len() != learnt.len() => false,
            Guide::Weighted(weights) => {
                weights.copy_from_slice(learnt);
                // 0 would make the quotient infinite.
                weights.iter_mut().for_each(|weight| *weight = (*weight).max(1));
                true
            }
            _ => learnt.is_empty(),
        }
    }
}
