//! Trying whether some items can be covered together.

use std::time::Instant;

use super::hall;
use crate::ids::{ItemId, OptionId};
use crate::limits::{Limits, Meter};
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::{StopReason, Verdict};
use crate::preprocess::{NoSolution, Pace, State};
use crate::search::{Search, SearchError};
use crate::strategy::Step;

/// Nodes of the plain search that comes first, whatever the size of the problem.
const PLAIN_NODES: u64 = 4_000;
/// Its nodes for each item to be covered, beside these: a way to a solution takes one or less.
const PLAIN_NODES_PER_ITEM: u64 = 2;
/// Its slices, each of some hundred thousand updates of links or fewer, whatever the size.
const PLAIN_SLICES: usize = 64;
/// One more slice for so many entries.
const ENTRIES_PER_SLICE: usize = 4096;
/// The part of the limits that it may use: its inverse.
const PLAIN_SHARE: u32 = 8;

/// Whether some items can be covered together.
#[derive(Debug)]
pub(super) enum Answer {
    /// These options do it.
    Solution(Vec<u32>),
    /// They cannot; nor can these of them.
    Conflict(Vec<ItemId>),
    /// A limit was reached.
    Unknown(StopReason),
}

/// A problem after its assumptions, and what may still be spent on it.
#[derive(Debug)]
pub(super) struct Prober<'m> {
    pub(super) matrix: &'m Matrix,
    /// The problem less its given and forbidden options and what these exclude.
    pub(super) base: State<'m>,
    search: Search,
    /// Ascending.
    forbidden: Vec<OptionId>,
    limits: Limits,
    started: Instant,
}

impl<'m> Prober<'m> {
    pub(super) fn new(matrix: &'m Matrix, search: &Search) -> Self {
        let started = Instant::now();
        let mut base = State::new(matrix);
        base.assume(&search.setup.given, &search.setup.forbidden);
        let mut forbidden = search.setup.forbidden.clone();
        forbidden.sort_unstable();
        Prober {
            matrix,
            base,
            search: search.clone().given([]).forbid([]).limit(1),
            forbidden,
            limits: search.limits.clone(),
            started,
        }
    }

    /// Why the assumptions alone leave no solution.
    pub(super) fn contradiction(&self) -> Option<NoSolution> {
        self.base.no_solution
    }

    /// The given options.
    pub(super) fn given(&self) -> Vec<OptionId> {
        self.base.forced.iter().map(|forced| forced.option).collect()
    }

    /// The items that have to be covered.
    pub(super) fn needy_items(&self) -> Vec<ItemId> {
        let numbered = (0..).map(ItemId::new).zip(&self.base.needs);
        numbered.filter(|(_, need)| **need > 0).map(|(item, _)| item).collect()
    }

    /// The options left that have one of these items, ascending.
    pub(super) fn options_of(&self, items: &[ItemId]) -> Vec<u32> {
        let of = |item: &ItemId| self.base.options_of(item.get());
        let mut options: Vec<u32> = items.iter().flat_map(of).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// What may still be spent, divided by `share`; time, and nodes for a search.
    fn left(&self, share: u32) -> Limits {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.started.elapsed()) / share);
        limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(u64::from(share)));
        limits
    }

    /// The limit that leaves nothing to be spent, if one does.
    pub(super) fn spent(&self) -> Option<StopReason> {
        // The meter of a search knows the order of limits.
        Meter::start(&self.left(1)).slice().err()
    }

    /// The pace of work that is not counted in nodes.
    pub(super) fn pace(&self, share: u32) -> Pace {
        let mut limits = self.left(share);
        limits.nodes = None;
        Pace::start(&limits)
    }

    /// An item with too few options, or two items whose options exclude each other; found by looking
    /// once at each item, or not at all if a limit is reached. An item whose options are so many that
    /// the look would cost too much is passed over.
    pub(super) fn simple_conflict(&mut self) -> Option<Vec<ItemId>> {
        let mut items = self.needy_items();
        let base = &mut self.base;
        let lacks = |item: &&ItemId| base.sizes[item.index()] < base.needs[item.index()];
        if let Some(&item) = items.iter().find(lacks) {
            return Some(vec![item]);
        }
        items.sort_by_key(|item| base.sizes[item.index()]);
        let mut pace = self.pace(4);
        let base = &mut self.base;
        let mut blocked = vec![0u32; base.sizes.len()];
        for &first in &items {
            let Ok(options) = pace.step().and_then(|()| base.blocking(first.get(), &mut pace))
            else {
                return None;
            };
            let mut touched = Vec::new();
            for &option in &options {
                let their_items = self.matrix.items_of(OptionId::new(option));
                if pace.spend(2 * their_items.len() as u64).is_err() {
                    return None;
                }
                for &item in their_items {
                    blocked[item as usize] += 1;
                    touched.push(item);
                }
            }
            let lost = |&item: &u32| {
                let index = item as usize;
                base.sizes[index] - blocked[index] < base.needs[index]
            };
            if lost(&first.get()) {
                return Some(vec![first]);
            }
            if let Some(second) = touched.iter().copied().filter(lost).min() {
                return Some(vec![first, ItemId::new(second)]);
            }
            touched.iter().for_each(|&item| blocked[item as usize] = 0);
        }
        None
    }

    /// The problem of covering just these items, and the numbers of its options.
    pub(super) fn part(&self, items: &[ItemId]) -> (Matrix, Vec<u32>) {
        let mut needs = vec![0; self.base.needs.len()];
        for item in items {
            needs[item.index()] = self.base.needs[item.index()];
        }
        restrict(self.matrix, &needs, &self.base.rooms, |option| self.base.is_left(option))
    }

    /// Whether an option is forbidden.
    pub(super) fn is_forbidden(&self, option: OptionId) -> bool {
        self.forbidden.binary_search(&option).is_ok()
    }

    /// Whether these items can be covered together, by a short search without preparation: a problem
    /// with many solutions is answered at once, however large.
    pub(super) fn try_plainly(&mut self, items: &[ItemId]) -> Result<Answer, SearchError> {
        let (part, options) = self.part(items);
        let mut limits = self.left(PLAIN_SHARE);
        let most = PLAIN_NODES.saturating_add(PLAIN_NODES_PER_ITEM * items.len() as u64);
        limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        let mut meter = Meter::start(&limits);
        let mut searcher = self.search.searcher(&part)?;
        let mut answer = Answer::Unknown(StopReason::NodeBudget);
        for _ in 0..PLAIN_SLICES + part.entry_count() / ENTRIES_PER_SLICE {
            // A short one: on a large problem a single node is much work.
            let mut budget = match meter.short_slice() {
                Ok(budget) => budget,
                Err(reason) => {
                    answer = Answer::Unknown(reason);
                    break;
                }
            };
            let step = searcher.advance(&mut budget);
            meter.settle(&budget);
            match step {
                Step::Paused => continue,
                Step::Exhausted => answer = Answer::Conflict(items.to_vec()),
                Step::Solution => {
                    let mut found = Vec::new();
                    searcher.solution(&mut found);
                    let original = |option: OptionId| options[option.index()];
                    answer = Answer::Solution(found.into_iter().map(original).collect());
                }
            }
            break;
        }
        self.book(searcher.statistics().nodes);
        Ok(answer)
    }

    /// Takes nodes off the limits.
    fn book(&mut self, nodes: u64) {
        if let Some(left) = &mut self.limits.nodes {
            *left = left.saturating_sub(nodes);
        }
    }

    /// Whether these items can be covered together; with the given share of what is left of the
    /// limits, and of what preprocessing may cost.
    pub(super) fn test(&mut self, items: &[ItemId], share: u32) -> Result<Answer, SearchError> {
        let (part, options) = self.part(items);
        let mut pace = self.pace(share);
        let mut state = State::new(&part);
        state.divide_effort(share);
        if let Err(reason) = state.run(&mut pace, false) {
            return Ok(Answer::Unknown(reason));
        }
        if state.no_solution.is_some() {
            return Ok(Answer::Conflict(state.culprits()));
        }
        match hall::violation(&part, &mut pace) {
            Err(reason) => return Ok(Answer::Unknown(reason)),
            Ok(Some(violation)) => return Ok(Answer::Conflict(violation.items)),
            Ok(None) => {}
        }
        let mut found: Vec<u32> =
            state.forced.iter().map(|forced| options[forced.option.index()]).collect();
        let left = |option| state.is_left(option);
        let (rest, indices) = restrict(&part, &state.needs, &state.rooms, left);
        let mut search = self.search.clone();
        search.limits = self.left(share);
        let first = search.first(&rest)?;
        self.book(first.outcome.statistics.nodes);
        Ok(match (first.solution, first.outcome.verdict) {
            (Some(solution), _) => {
                let original = |option: &OptionId| options[indices[option.index()] as usize];
                found.extend(solution.iter().map(original));
                Answer::Solution(found)
            }
            (None, Verdict::Stopped(reason)) => Answer::Unknown(reason),
            (None, _) => Answer::Conflict(items.to_vec()),
        })
    }
}

/// The problem of covering just the items with a need, and the numbers that its options had. Items
/// keep their numbers.
///
/// Options that no such item has are left out: whatever they cover need not be covered. An item
/// without a need is secondary if it may be covered once; if more often, its room still holds.
fn restrict(
    source: &Matrix,
    needs: &[u32],
    rooms: &[u32],
    left: impl Fn(u32) -> bool,
) -> (Matrix, Vec<u32>) {
    let is_wanted = |option: &OptionId| {
        left(option.get()) && source.items_of(*option).iter().any(|&item| needs[item as usize] > 0)
    };
    let options: Vec<OptionId> = source.options().filter(is_wanted).collect();
    let mut counts = vec![0u32; source.item_count()];
    for &option in &options {
        source.items_of(option).iter().for_each(|&item| counts[item as usize] += 1);
    }
    let mut matters = vec![true; source.item_count()];
    let mut kinds = source.kinds().to_vec();
    for (index, kind) in kinds.iter_mut().enumerate() {
        let (min, max) = (needs[index], rooms[index]);
        *kind = match *kind {
            ItemKind::Primary { .. } if min == 0 && (max <= 1 || max >= counts[index]) => {
                matters[index] = max <= 1;
                ItemKind::Secondary
            }
            ItemKind::Primary { .. } => ItemKind::Primary { min, max },
            ItemKind::Secondary => ItemKind::Secondary,
        };
    }
    let mut matrix = Matrix::new(kinds);
    for &option in &options {
        for (item, colour) in source.entries(option) {
            if matters[item.index()] {
                matrix.items.push(item.get());
                matrix.colours.push(colour.map_or(0, |colour| colour.get() + 1));
            }
        }
        matrix.starts.push(matrix.items.len() as u32);
    }
    matrix.trim();
    (matrix, options.into_iter().map(OptionId::get).collect())
}
