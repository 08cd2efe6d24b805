//! Which options a claimed solution means, where the problem has several with the same items.
//!
//! Such options differ in their costs at most. A claim may say the cost of each; where it does not,
//! any choice of as many of them may be meant, and a claimed total is true if one of these choices
//! costs that.

use std::collections::{BTreeMap, HashMap, HashSet};

use quadrille_cover::{Matrix, OptionId};

use super::super::names::Found;

/// Sums that are looked at before a claimed total is left undecided: a choice among equal options
/// is a subset-sum problem.
const MOST_SUMS: usize = 1 << 22;

/// The options of a claim that is being read.
#[derive(Debug, Default)]
pub(super) struct Uses<'i> {
    /// Those that are the only ones with their items.
    single: Vec<OptionId>,
    groups: Vec<Group<'i>>,
    /// The place of each group, by its first option.
    places: HashMap<OptionId, usize>,
}

/// Options with the same items.
#[derive(Debug)]
struct Group<'i> {
    same: &'i [OptionId],
    /// What those of them cost that are used, as far as that was said.
    costs: Vec<u64>,
    /// How many of them are used beside these.
    others: usize,
}

/// The options of a claim.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    /// One of the choices that may be meant.
    pub(super) options: Vec<OptionId>,
    /// Where there are others that may cost something else.
    pub(super) open: Vec<Open>,
}

/// So many of these options, which have the same items, are used; their costs differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Open {
    among: Vec<OptionId>,
    times: usize,
}

impl<'i> Uses<'i> {
    /// Takes note of one more option.
    pub(super) fn add(&mut self, found: Found<'i>) {
        let Found { same, cost } = found;
        let (first, group) = match same {
            [] => return,
            [only] => return self.single.push(*only),
            [first, ..] => (*first, Group { same, costs: Vec::new(), others: 0 }),
        };
        let place = *self.places.entry(first).or_insert(self.groups.len());
        if place == self.groups.len() {
            self.groups.push(group);
        }
        if let Some(group) = self.groups.get_mut(place) {
            match cost {
                Some(cost) => group.costs.push(cost),
                None => group.others += 1,
            }
        }
    }

    /// Chooses: each option once, as far as they go, and then the last again; that it is used twice
    /// is found out later.
    pub(super) fn choose(self, matrix: &Matrix) -> Chosen {
        let mut chosen = Chosen { options: self.single, open: Vec::new() };
        for Group { same, costs, others } in self.groups {
            let mut left: BTreeMap<u64, Vec<OptionId>> = BTreeMap::new();
            for &option in same.iter().rev() {
                left.entry(matrix.cost(option)).or_default().push(option);
            }
            for cost in costs {
                let unused = left.get_mut(&cost).and_then(Vec::pop);
                let again = || same.iter().copied().find(|&option| matrix.cost(option) == cost);
                chosen.options.extend(unused.or_else(again));
            }
            left.retain(|_, options| !options.is_empty());
            let differ = left.len() > 1;
            let mut left: Vec<OptionId> = left.into_values().flatten().collect();
            left.sort_unstable();
            chosen.options.extend(left.iter().take(others));
            let again = others.saturating_sub(left.len());
            chosen.options.extend(same.last().into_iter().cycle().take(again));
            if differ && (1..left.len()).contains(&others) {
                chosen.open.push(Open { among: left, times: others });
            }
        }
        chosen
    }
}

impl Chosen {
    /// Options that can only be these.
    pub(super) fn exactly(options: Vec<OptionId>) -> Self {
        Chosen { options, open: Vec::new() }
    }

    /// What the options cost together; `None` if that depends on which are meant.
    pub(super) fn cost(&self, matrix: &Matrix) -> Option<u128> {
        self.open.is_empty().then(|| sum(matrix, &self.options))
    }

    /// Whether one of the choices costs this; `None` if that is too much to find out.
    pub(super) fn may_cost(&self, wanted: u128, matrix: &Matrix) -> Option<bool> {
        let chosen: u128 =
            self.open.iter().map(|open| sum(matrix, &open.among[..open.times])).sum();
        let mut sums = HashSet::from([sum(matrix, &self.options).saturating_sub(chosen)]);
        let mut work = 0usize;
        for Open { among, times } in &self.open {
            let mut kinds: BTreeMap<u64, usize> = BTreeMap::new();
            for &option in among {
                *kinds.entry(matrix.cost(option)).or_default() += 1;
            }
            // The sums with so many of the options, of the costs so far.
            let mut of: Vec<HashSet<u128>> = vec![HashSet::new(); times + 1];
            of[0] = sums;
            for (&cost, &there) in &kinds {
                // From the end, so that what is added is not added to.
                for used in (0..*times).rev() {
                    let before: Vec<u128> = of[used].iter().copied().collect();
                    for more in 1..=there.min(times - used) {
                        work = work.saturating_add(before.len().max(1));
                        if work > MOST_SUMS {
                            return None;
                        }
                        // Less than 2³¹ options of less than 2⁶⁴ each.
                        let added = u128::from(cost) * more as u128;
                        let sums = before.iter().map(|sum| sum + added);
                        of[used + more].extend(sums.filter(|&sum| sum <= wanted));
                        if before.is_empty() {
                            break;
                        }
                    }
                }
            }
            sums = of.pop().unwrap_or_default();
        }
        Some(sums.contains(&wanted))
    }
}

/// At most 2³¹ options of less than 2⁶⁴ each.
fn sum(matrix: &Matrix, options: &[OptionId]) -> u128 {
    options.iter().map(|&option| u128::from(matrix.cost(option))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_cover::{Problem, text};

    /// A claim of so many of the options, which have the same items.
    fn uses(problem: &Problem<String, String>, costs: &[u64], others: usize) -> Chosen {
        let same: Vec<OptionId> = problem.matrix().options().collect();
        let mut uses = Uses::default();
        let costs = costs.iter().map(|&cost| Some(cost)).chain((0..others).map(|_| None));
        costs.for_each(|cost| uses.add(Found { same: &same, cost }));
        uses.choose(problem.matrix())
    }

    #[test]
    fn a_total_is_possible_if_a_choice_of_options_costs_it() {
        let problem = text::read("3|a\na |1\na |1\na |5\na |20\n").expect("a problem");
        let matrix = problem.matrix();
        let possible = |chosen: &Chosen| -> Vec<u128> {
            (0..60).filter(|&wanted| chosen.may_cost(wanted, matrix) == Some(true)).collect()
        };
        assert_eq!(possible(&uses(&problem, &[], 1)), [1, 5, 20]);
        assert_eq!(possible(&uses(&problem, &[], 3)), [7, 22, 26]);
        assert_eq!(possible(&uses(&problem, &[1], 1)), [2, 6, 21]);
        assert_eq!(possible(&uses(&problem, &[20, 5], 1)), [26]);
        assert_eq!(possible(&uses(&problem, &[], 4)), [27]);
        assert_eq!(uses(&problem, &[], 4).cost(matrix), Some(27));
        assert_eq!(uses(&problem, &[], 3).cost(matrix), None);
    }

    #[test]
    fn options_are_used_again_when_there_are_no_others() {
        let problem = text::read("3|a\na |1\na |5\n").expect("a problem");
        let numbers = |chosen: Chosen| -> Vec<u32> {
            chosen.options.iter().map(|option| option.get()).collect()
        };
        assert_eq!(numbers(uses(&problem, &[], 3)), [0, 1, 1]);
        assert_eq!(numbers(uses(&problem, &[5, 5], 0)), [1, 1]);
        assert_eq!(numbers(uses(&problem, &[5], 1)), [1, 0]);
    }

    #[test]
    fn a_total_that_takes_too_long_to_find_out_is_left_open() {
        let mut problem = "30|a\n".to_owned();
        (0..60).for_each(|bit| problem += &format!("a |{}\n", 1u64 << bit));
        let problem = text::read(&problem).expect("a problem");
        let chosen = uses(&problem, &[], 30);
        assert_eq!(chosen.may_cost(u128::MAX, problem.matrix()), None);
    }
}
