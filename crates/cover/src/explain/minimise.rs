//! Leaving out items until each that remains is known to be needed.

use std::collections::{HashMap, HashSet};

use super::probe::{Answer, Prober};
use super::rotate::rotate;
use crate::ids::ItemId;
use crate::outcome::StopReason;
use crate::search::SearchError;

/// The share of what is left of the limits that a try may use: of four tries that end without an
/// answer, the last can still use a third of what there was.
pub(super) const SHARE: u32 = 4;

/// A smaller conflict within a conflict, and the limit that was reached before it was proven to be
/// minimal.
pub(super) fn minimise(
    prober: &mut Prober<'_>,
    conflict: Vec<ItemId>,
) -> Result<(Vec<ItemId>, Option<StopReason>), SearchError> {
    let mut current = conflict;
    // Items with many options are least likely to be the cause: they are tried first.
    current.sort_by_key(|&item| (std::cmp::Reverse(prober.base.sizes[item.index()]), item));
    let mut needed: HashSet<ItemId> = HashSet::new();
    let mut unproven: HashMap<ItemId, StopReason> = HashMap::new();
    let mut at_once = 1;
    loop {
        let is_open = |item: &&ItemId| !needed.contains(item) && !unproven.contains_key(item);
        let tried: Vec<ItemId> = current.iter().filter(is_open).take(at_once).copied().collect();
        let Some(&first) = tried.first() else { break };
        if let Some(reason) = prober.spent() {
            return Ok((current, Some(reason)));
        }
        let out: HashSet<ItemId> = tried.iter().copied().collect();
        let rest: Vec<ItemId> =
            current.iter().filter(|item| !out.contains(item)).copied().collect();
        match prober.test(&rest, SHARE)? {
            Answer::Conflict(items) => {
                let items: HashSet<ItemId> = items.into_iter().collect();
                current.retain(|item| items.contains(item));
                at_once *= 2;
            }
            Answer::Solution(solution) if tried.len() == 1 => {
                needed.insert(first);
                rotate(prober, &current, &mut needed, first, &solution);
                at_once = 1;
            }
            Answer::Unknown(reason) if tried.len() == 1 => {
                unproven.insert(first, reason);
            }
            Answer::Solution(_) | Answer::Unknown(_) => at_once = (tried.len() / 2).max(1),
        }
    }
    let reason = current.iter().find_map(|item| unproven.get(item).copied());
    Ok((current, reason))
}
