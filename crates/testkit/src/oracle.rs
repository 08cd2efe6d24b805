//! All solutions of a small instance, by trying every subset of its options.
//!
//! The twist is that there is none. The options are looked at in order; each is left out, then put in. An option is
//! put in only if it fits with those chosen so far, and a branch is left when some item can no longer reach its
//! minimum: the two cuts without which even a 4×4 board would take for ever. What fits is decided by the definition
//! (counts and colours in plain vectors), not by a data structure that could be wrong in the way an engine's is.
//!
//! Limits: exponential time; good up to some forty options when items have few options each. All solutions are kept.

use crate::instance::{Fault, Instance, ItemKind};

/// All solutions, each a sorted list of option numbers, in lexicographic order.
///
/// # Errors
///
/// When the instance is faulty.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{Instance, oracle};
///
/// let dominoes = Instance::compact("a b c d", "", &["a b", "c d", "a c", "b d"]);
/// assert_eq!(oracle::solutions(&dominoes), Ok(vec![vec![0, 1], vec![2, 3]]));
/// ```
pub fn solutions(instance: &Instance) -> Result<Vec<Vec<usize>>, Fault> {
    let mut found = Vec::new();
    for_each(instance, |solution| found.push(solution.to_vec()))?;
    found.sort();
    Ok(found)
}

/// The number of solutions.
///
/// # Errors
///
/// When the instance is faulty.
pub fn count(instance: &Instance) -> Result<u64, Fault> {
    let mut count = 0;
    for_each(instance, |_| count += 1)?;
    Ok(count)
}

/// The total costs of the `k` cheapest solutions, in ascending order; fewer when there are fewer solutions.
///
/// # Errors
///
/// When the instance is faulty.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{Instance, oracle};
///
/// let pairs = Instance::compact("a b", "", &["a b |5", "a |1", "b |2"]);
/// assert_eq!(oracle::cheapest_costs(&pairs, 9), Ok(vec![3, 5]));
/// ```
pub fn cheapest_costs(instance: &Instance, k: usize) -> Result<Vec<u128>, Fault> {
    let mut costs = Vec::new();
    for_each(instance, |solution| costs.push(total_cost(instance, solution)))?;
    costs.sort_unstable();
    costs.truncate(k);
    Ok(costs)
}

/// The sum of the costs of the given options; options that do not exist cost nothing.
pub fn total_cost(instance: &Instance, options: &[usize]) -> u128 {
    options
        .iter()
        .filter_map(|&option| instance.options.get(option))
        .map(|spec| u128::from(spec.cost))
        .sum()
}

/// Calls `visit` with every solution, as a sorted list of option numbers.
///
/// # Errors
///
/// When the instance is faulty.
pub fn for_each(instance: &Instance, visit: impl FnMut(&[usize])) -> Result<(), Fault> {
    if let Some(fault) = instance.fault() {
        return Err(fault);
    }
    let mut left = vec![vec![0; instance.items.len()]];
    for option in instance.options.iter().rev() {
        let mut more: Vec<u32> = left[left.len() - 1].clone();
        option.entries.iter().for_each(|entry| more[entry.item] += 1);
        left.push(more);
    }
    left.reverse();
    let mut state =
        State { instance, left, chosen: Vec::new(), covered: vec![0; instance.items.len()], visit };
    state.from(0);
    Ok(())
}

struct State<'a, F> {
    instance: &'a Instance,
    /// `left[i][item]`: how many of the options `i..` have the item.
    left: Vec<Vec<u32>>,
    chosen: Vec<usize>,
    /// `covered[item]`: how many of the chosen options have the item.
    covered: Vec<u32>,
    visit: F,
}

impl<F: FnMut(&[usize])> State<'_, F> {
    fn from(&mut self, option: usize) {
        if !self.minimums_in_reach(option) {
            return;
        }
        if option == self.instance.options.len() {
            // Nothing is left, so that every minimum in reach is a minimum reached.
            (self.visit)(&self.chosen);
            return;
        }
        self.from(option + 1);
        if self.fits(option) {
            self.chosen.push(option);
            self.add(option, 1);
            self.from(option + 1);
            self.add(option, -1);
            self.chosen.pop();
        }
    }

    fn minimums_in_reach(&self, option: usize) -> bool {
        self.instance.items.iter().enumerate().all(|(item, spec)| match spec.kind {
            ItemKind::Primary { min, .. } => self.covered[item] + self.left[option][item] >= min,
            ItemKind::Secondary => true,
        })
    }

    fn fits(&self, option: usize) -> bool {
        self.instance.has_primary(option)
            && self.instance.options[option].entries.iter().all(|entry| {
                match self.instance.items[entry.item].kind {
                    ItemKind::Primary { max, .. } => self.covered[entry.item] < max,
                    ItemKind::Secondary => self.chosen.iter().all(|&earlier| {
                        let mut theirs = self.instance.options[earlier].entries.iter();
                        theirs.find(|other| other.item == entry.item).is_none_or(|other| {
                            entry.colour.is_some() && other.colour == entry.colour
                        })
                    }),
                }
            })
    }

    fn add(&mut self, option: usize, change: i32) {
        for entry in &self.instance.options[option].entries {
            self.covered[entry.item] = self.covered[entry.item].saturating_add_signed(change);
        }
    }
}

/// Checks one set of options against the definition, with code of its own.
///
/// # Errors
///
/// When the instance is faulty or the options are not a solution: a sentence that says why.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{Instance, oracle};
///
/// let instance = Instance::compact("a b", "", &["a", "b", "a b"]);
/// assert_eq!(oracle::is_solution(&instance, &[1, 0]), Ok(()));
/// assert_eq!(oracle::is_solution(&instance, &[0]), Err("item b is covered 0 times, not 1 to 1".to_owned()));
/// ```
pub fn is_solution(instance: &Instance, options: &[usize]) -> Result<(), String> {
    if let Some(fault) = instance.fault() {
        return Err(fault.to_string());
    }
    let mut sorted = options.to_vec();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("option {} is chosen twice", pair[0]));
    }
    for &option in options {
        if option >= instance.options.len() {
            return Err(format!("option {option} does not exist"));
        }
        if !instance.has_primary(option) {
            return Err(format!("option {option} has no primary item"));
        }
    }
    for (number, item) in instance.items.iter().enumerate() {
        let all = options.iter().flat_map(|&option| &instance.options[option].entries);
        let colours: Vec<_> =
            all.filter(|entry| entry.item == number).map(|entry| &entry.colour).collect();
        match item.kind {
            ItemKind::Primary { min, max } => {
                let times = colours.len();
                if times < min as usize || times > max as usize {
                    return Err(format!(
                        "item {} is covered {times} times, not {min} to {max}",
                        item.name
                    ));
                }
            }
            ItemKind::Secondary => {
                let alike =
                    colours.windows(2).all(|pair| pair[0] == pair[1]) && !colours.contains(&&None);
                if colours.len() > 1 && !alike {
                    return Err(format!(
                        "item {} is covered {} times, not in one colour",
                        item.name,
                        colours.len()
                    ));
                }
            }
        }
    }
    Ok(())
}
