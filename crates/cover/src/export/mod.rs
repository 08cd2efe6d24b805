//! The same problem for other solvers: [`cnf`] for SAT solvers and model counters, [`lp`] for linear
//! programming with binary variables.
//!
//! Both have a variable for each option, and as few more as they can; both say in comments which is
//! which. Their size is linear in the number of entries; in CNF, an item with multiplicities takes
//! that many times more.

pub mod cnf;
pub mod lp;

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::hash::Hash;

use crate::ids::{ColourId, OptionId};
use crate::matrix::Matrix;
use crate::problem::Problem;

/// The options of a secondary item: those of a set can be chosen together, those of different sets
/// cannot. Options that are never chosen are left out.
struct Sets(Vec<Vec<OptionId>>);

impl Sets {
    /// Number of pairs of options that exclude each other.
    fn pairs(&self) -> usize {
        let mut earlier: usize = 0;
        let mut pairs: usize = 0;
        for set in &self.0 {
            pairs = pairs.saturating_add(earlier.saturating_mul(set.len()));
            earlier += set.len();
        }
        pairs
    }

    /// The pairs of options that exclude each other.
    fn excluding_pairs(&self) -> impl Iterator<Item = (OptionId, OptionId)> + '_ {
        self.0.iter().enumerate().flat_map(move |(place, set)| {
            let later = self.0.iter().skip(place + 1).flatten();
            set.iter().flat_map(move |&one| later.clone().map(move |&other| (one, other)))
        })
    }
}

/// For each item the options that have it and can be chosen, with the colour that they give it.
fn options_by_item(matrix: &Matrix) -> Vec<Vec<(OptionId, Option<ColourId>)>> {
    let mut lists = vec![Vec::new(); matrix.item_count()];
    for option in matrix.options().filter(|&option| matrix.has_primary_item(option)) {
        for (item, colour) in matrix.entries(option) {
            lists[item.index()].push((option, colour));
        }
    }
    lists
}

/// The sets of a secondary item: one for each colour, in order of the first option, and one for each
/// option that gives it none.
fn sets(options: &[(OptionId, Option<ColourId>)]) -> Sets {
    let mut sets: Vec<Vec<OptionId>> = Vec::new();
    let mut place_of: HashMap<ColourId, usize> = HashMap::new();
    for &(option, colour) in options {
        let place = match colour {
            None => sets.len(),
            Some(colour) => *place_of.entry(colour).or_insert(sets.len()),
        };
        match sets.get_mut(place) {
            Some(set) => set.push(option),
            None => sets.push(vec![option]),
        }
    }
    Sets(sets)
}

/// An option in the words of a comment: its items and colours, on one line.
struct Described<'p, I, C, O>(&'p Problem<I, C, O>, OptionId);

impl<I, C, O> Display for Described<'_, I, C, O>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Described(problem, option) = self;
        for (item, colour) in problem.option(*option) {
            write!(f, " {}", OneLine(item))?;
            if let Some(colour) = colour {
                write!(f, ":{}", OneLine(colour))?;
            }
        }
        Ok(())
    }
}

/// A label on one line: what would end the line is escaped.
struct OneLine<'l, L>(&'l L);

impl<L: Display> Display for OneLine<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.0.to_string();
        let breaks = |c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}';
        if label.contains(breaks) {
            write!(f, "{}", label.escape_debug())
        } else {
            f.write_str(&label)
        }
    }
}
