//! How to choose the item to branch on, other than by the default: the same for all strategies that
//! can.

use std::sync::Arc;

use crate::ids::ItemId;
use crate::matrix::Matrix;
use crate::setup::{Branching, Candidate, Choose, Random};

/// A [`Branching`] by the numbers that items have in a strategy.
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

/// The numbers of items: for each item of a strategy the one in the matrix, and the other way round.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) originals: &'a [u32],
    pub(super) numbers: &'a [u32],
}

impl Guide {
    /// The guide for a branching; `numbers` are the numbers in the strategy of the matrix's items, the
    /// primary ones before the others.
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

    /// Whether an item with a single option goes before all others.
    pub(super) fn takes_forced_items_first(&self) -> bool {
        !matches!(self, Guide::First | Guide::Custom(_))
    }

    /// Whether the item that is picked is one of the fewest options.
    pub(super) fn goes_by_size(&self) -> bool {
        matches!(self, Guide::Fewest | Guide::Ranked(_))
    }

    /// The item to branch on, of the active ones with their sizes, which come ascending and of which
    /// there is one; 0 if there is none.
    #[cold]
    pub(super) fn pick(
        &self,
        active: impl Iterator<Item = (u32, u32)>,
        is_active: impl Fn(u32) -> bool,
        names: Names<'_>,
    ) -> u32 {
        let mut active = active.peekable();
        let first = active.peek().map_or(0, |&(item, _)| item);
        match self {
            Guide::First => first,
            Guide::Fewest => least(active, |_, size| size),
            Guide::Preferred(preferred) => least(active, |item, size| (!preferred[item], size)),
            Guide::Ranked(ranks) => least(active, |item, size| (size, ranks[item])),
            Guide::Weighted(weights) => {
                // size / weight, compared without a division.
                let lighter = |best: (u32, u32), (item, size): (u32, u32)| {
                    let (weight, heaviest) = (weights[item as usize], weights[best.0 as usize]);
                    let is_less = u128::from(size) * u128::from(heaviest)
                        < u128::from(best.1) * u128::from(weight);
                    if is_less { (item, size) } else { best }
                };
                active.reduce(lighter).map_or(first, |(item, _)| item)
            }
            Guide::Custom(choose) => {
                let candidate = |(item, branches): (u32, u32)| Candidate {
                    item: ItemId::new(names.originals[item as usize]),
                    branches,
                };
                let chosen = choose.choose(&mut active.map(candidate));
                let number = chosen.and_then(|item| names.numbers.get(item.index()).copied());
                number.filter(|&number| is_active(number)).unwrap_or(first)
            }
        }
    }

    /// Books that an item has lost its last option.
    pub(super) fn blame(&mut self, item: u32) {
        if let Guide::Weighted(weights) = self {
            weights[item as usize] = weights[item as usize].saturating_add(1);
        }
    }

    /// What the branching has learnt.
    pub(super) fn weights(&self) -> &[u64] {
        match self {
            Guide::Weighted(weights) => weights,
            _ => &[],
        }
    }

    /// Learns what another walk has learnt; `false` if that is nothing to be learnt here.
    pub(super) fn learn(&mut self, learnt: &[u64]) -> bool {
        match self {
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

/// The first item whose key is the least.
fn least<K: Ord>(active: impl Iterator<Item = (u32, u32)>, key: impl Fn(usize, u32) -> K) -> u32 {
    active.min_by_key(|&(item, size)| key(item as usize, size)).map_or(0, |(item, _)| item)
}
