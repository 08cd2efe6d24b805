//! A problem as a formula in conjunctive normal form, in the DIMACS format.
//!
//! Variable `i + 1` is option `i`. The variables after those of the options are functions of them,
//! by equivalences, so that the models of the formula are just the solutions: a model counter counts
//! them without a projection. Costs are left out.
//!
//! How often an item is covered: small sets pair by pair, larger ones by a sequential counter (Sinz,
//! 2005), counting the options that are not chosen where that needs less, and where even that would
//! need very many clauses by adding up bits in full adders. Colours: the options that
//! exclude each other pair by pair, or a variable for each colour of the item where that is smaller.
//!
//! ```
//! use quadrille_cover::{ProblemBuilder, export::cnf};
//!
//! let mut builder = ProblemBuilder::new();
//! builder.primary_items(["a", "b"])?;
//! builder.add_option(["a"])?;
//! builder.add_option(["a", "b"])?;
//! let written = cnf::write(&builder.build())?;
//! assert!(written.ends_with("p cnf 2 3\n1 2 0\n-1 -2 0\n2 0\n"), "{written}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Display};
use std::hash::Hash;
use std::io;

use super::{Described, Sets, options_by_item, sets};
use crate::ids::OptionId;
use crate::matrix::{ItemKind, Matrix};
use crate::problem::Problem;

/// More variables than a solver can number: 2³¹ − 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too large for CNF: expected at most 2^31 - 1 variables")]
#[non_exhaustive]
pub struct TooLarge;

/// A formula in conjunctive normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    options: usize,
    variables: i32,
    /// Each clause with a 0 behind it.
    literals: Vec<i32>,
    clauses: usize,
}

impl Formula {
    /// The formula of a problem.
    ///
    /// O(entries) clauses.
    ///
    /// # Errors
    ///
    /// If there would be more than 2³¹ − 1 variables.
    pub fn new(problem: &impl AsRef<Matrix>) -> Result<Self, TooLarge> {
        let matrix = problem.as_ref();
        let options = matrix.option_count();
        let variables = i32::try_from(options).map_err(|_| TooLarge)?;
        let mut formula = Formula { options, variables, literals: Vec::new(), clauses: 0 };
        for option in matrix.options().filter(|&option| !matrix.has_primary_item(option)) {
            formula.clause([-variable(option)]);
        }
        for (list, kind) in options_by_item(matrix).iter().zip(matrix.kinds()) {
            match *kind {
                ItemKind::Primary { min, max } => {
                    let literals: Vec<i32> =
                        list.iter().map(|&(option, _)| variable(option)).collect();
                    formula.between(&literals, min as usize, max as usize)?;
                }
                ItemKind::Secondary => formula.one_set(&sets(list))?,
            }
        }
        Ok(formula)
    }

    /// Number of variables: those of the options come first.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Number of clauses.
    pub fn clause_count(&self) -> usize {
        self.clauses
    }

    /// The clauses, each a list of literals: `v` for a variable, `-v` for its negation, from 1.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.literals.split(|&literal| literal == 0).take(self.clauses)
    }

    /// The options that a model chooses: `model[i]` is the value of variable `i + 1`.
    pub fn chosen(&self, model: &[bool]) -> Vec<OptionId> {
        let options = model.iter().take(self.options).zip(0..);
        options.filter(|(value, _)| **value).map(|(_, option)| OptionId::new(option)).collect()
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.literals.extend(literals);
        self.literals.push(0);
        self.clauses += 1;
    }

    fn fresh(&mut self) -> Result<i32, TooLarge> {
        self.variables = self.variables.checked_add(1).ok_or(TooLarge)?;
        Ok(self.variables)
    }

    /// From `min` to `max` of the literals are true.
    fn between(&mut self, literals: &[i32], min: usize, max: usize) -> Result<(), TooLarge> {
        let n = literals.len();
        if min > n {
            return self.contradiction();
        }
        if min == 1 {
            self.clause(literals.iter().copied());
        }
        let min = if min == 1 { 0 } else { min };
        let max = max.min(n);
        match (min, max) {
            (0, max) if max == n => Ok(()),
            (0, 1) if n <= PAIRWISE => {
                for (place, &one) in literals.iter().enumerate() {
                    literals.iter().skip(place + 1).for_each(|&other| self.clause([-one, -other]));
                }
                Ok(())
            }
            (min, max) => {
                // Of those that are false there are from n - max to n - min.
                let (other_min, other_max) = (n - max, n - min);
                let columns_of_false = columns(n, other_min, other_max);
                if columns(n, min, max).min(columns_of_false) > MOST_COLUMNS {
                    self.add_up(literals, min, max)
                } else if columns_of_false < columns(n, min, max) {
                    let negated: Vec<i32> = literals.iter().map(|&literal| -literal).collect();
                    self.count(&negated, other_min, other_max)
                } else {
                    self.count(literals, min, max)
                }
            }
        }
    }

    /// A sequential counter: `min ≤ max ≤` number of literals; `state[j]` is whether more than `j` of
    /// the literals so far are true.
    fn count(&mut self, literals: &[i32], min: usize, max: usize) -> Result<(), TooLarge> {
        let n = literals.len();
        let mut state = vec![Bit::False; columns(n, min, max)];
        for (place, &literal) in literals.iter().enumerate() {
            if max < n {
                match state.last() {
                    None => self.clause([-literal]),
                    Some(&Bit::Literal(full)) => self.clause([-literal, -full]),
                    Some(Bit::False | Bit::True) => {}
                }
            }
            if min == 0 && place + 1 == n {
                break;
            }
            for j in (0..state.len()).rev() {
                let below = if j == 0 { Bit::True } else { state[j - 1] };
                state[j] = self.or_and(state[j], literal, below)?;
            }
        }
        match min.checked_sub(1).map(|last| state.get(last)) {
            None => Ok(()),
            Some(Some(&Bit::Literal(enough))) => {
                self.clause([enough]);
                Ok(())
            }
            Some(_) => self.contradiction(),
        }
    }

    /// The number of true literals in binary, by full adders, and its bounds.
    fn add_up(&mut self, literals: &[i32], min: usize, max: usize) -> Result<(), TooLarge> {
        let mut sum = Vec::new();
        let mut column = literals.to_vec();
        while !column.is_empty() {
            let mut carried = Vec::new();
            while let Some(a) = column.pop() {
                let Some(b) = column.pop() else {
                    sum.push(a);
                    break;
                };
                let c = column.pop();
                column.push(self.odd(a, b, c)?);
                carried.push(self.two_of(a, b, c)?);
            }
            column = carried;
        }
        // At least min: where min has a 1 the sum has one, or a 1 further up where min has none.
        let bit = |number: usize, place: usize| number >> place & 1 == 1;
        for place in 0..sum.len() {
            let above = place + 1..sum.len();
            if bit(min, place) {
                let greater = above.clone().filter(|&above| !bit(min, above));
                self.clause(std::iter::once(place).chain(greater).map(|place| sum[place]));
            }
            if !bit(max, place) {
                let smaller = above.filter(|&above| bit(max, above));
                self.clause(std::iter::once(place).chain(smaller).map(|place| -sum[place]));
            }
        }
        Ok(())
    }

    /// What is true if one or three of the literals are.
    fn odd(&mut self, a: i32, b: i32, c: Option<i32>) -> Result<i32, TooLarge> {
        let odd = self.fresh()?;
        let signs = if c.is_some() { 8 } else { 4 };
        for signs in 0..signs {
            let sign =
                |place: u32, literal: i32| if signs >> place & 1 == 1 { -literal } else { literal };
            let parity = if u32::count_ones(signs) % 2 == 0 { -odd } else { odd };
            let c = c.map(|c| sign(2, c));
            self.clause([sign(0, a), sign(1, b)].into_iter().chain(c).chain([parity]));
        }
        Ok(odd)
    }

    /// What is true if two or three of the literals are.
    fn two_of(&mut self, a: i32, b: i32, c: Option<i32>) -> Result<i32, TooLarge> {
        let two = self.fresh()?;
        let pairs = [Some((a, b)), c.map(|c| (a, c)), c.map(|c| (b, c))];
        for (a, b) in pairs.into_iter().flatten() {
            self.clause([-a, -b, two]);
            if c.is_some() {
                self.clause([a, b, -two]);
            }
        }
        if c.is_none() {
            self.clause([a, -two]);
            self.clause([b, -two]);
        }
        Ok(two)
    }

    /// What is true if `before` is, or `literal` and `below` are.
    fn or_and(&mut self, before: Bit, literal: i32, below: Bit) -> Result<Bit, TooLarge> {
        let (before, below) = match (before, below) {
            (_, Bit::False) | (Bit::True, _) => return Ok(before),
            (Bit::False, Bit::True) => return Ok(Bit::Literal(literal)),
            (Bit::False, Bit::Literal(below)) => (None, Some(below)),
            (Bit::Literal(before), Bit::True) => (Some(before), None),
            (Bit::Literal(before), Bit::Literal(below)) => (Some(before), Some(below)),
        };
        let bit = self.fresh()?;
        self.clause([-bit].into_iter().chain(before).chain([literal]));
        if let Some(below) = below {
            self.clause([-bit].into_iter().chain(before).chain([below]));
        }
        if let Some(before) = before {
            self.clause([bit, -before]);
        }
        self.clause([bit, -literal].into_iter().chain(below.map(|below| -below)));
        Ok(Bit::Literal(bit))
    }

    /// Options of at most one of the sets are chosen.
    fn one_set(&mut self, sets: &Sets) -> Result<(), TooLarge> {
        let larger = sets.0.iter().filter(|set| set.len() > 1);
        let with_variables =
            larger.map(|set| set.len() + 1).sum::<usize>() + at_most_one_clauses(sets.0.len());
        if sets.pairs() <= with_variables {
            for (one, other) in sets.excluding_pairs() {
                self.clause([-variable(one), -variable(other)]);
            }
            return Ok(());
        }
        let mut literals = Vec::with_capacity(sets.0.len());
        for set in &sets.0 {
            literals.push(match set.as_slice() {
                [single] => variable(*single),
                several => {
                    let any = self.fresh()?;
                    self.clause([-any].into_iter().chain(several.iter().copied().map(variable)));
                    several.iter().for_each(|&option| self.clause([any, -variable(option)]));
                    any
                }
            });
        }
        self.between(&literals, 0, 1)
    }

    /// Readers do not agree on an empty clause, so it is a variable that is both.
    fn contradiction(&mut self) -> Result<(), TooLarge> {
        let never = self.fresh()?;
        self.clause([never]);
        self.clause([-never]);
        Ok(())
    }
}

/// Up to this many literals, "at most one" is written pair by pair: it then takes no more clauses
/// than a counter does.
const PAIRWISE: usize = 7;

/// With more columns than this a sequential counter takes more clauses than adders do.
const MOST_COLUMNS: usize = 8;

/// Number of clauses for "at most one" of `n` literals.
fn at_most_one_clauses(n: usize) -> usize {
    if n <= PAIRWISE { n * n.saturating_sub(1) / 2 } else { 4 * n }
}

/// How far a counter has to count.
fn columns(n: usize, min: usize, max: usize) -> usize {
    if max < n { max } else { min }
}

/// A literal, or what is known to be true or false.
#[derive(Debug, Clone, Copy)]
enum Bit {
    False,
    True,
    Literal(i32),
}

/// The variable of an option; there are fewer than 2³¹ options.
fn variable(option: OptionId) -> i32 {
    option.get() as i32 + 1
}

/// Writes a problem as DIMACS CNF, with a comment for each option.
///
/// # Errors
///
/// If there would be more than 2³¹ − 1 variables.
pub fn write<I, C, O>(problem: &Problem<I, C, O>) -> Result<String, TooLarge>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    Formula::new(problem).map(|formula| Written { problem, formula }.to_string())
}

/// [`write()`] to a file or another stream, without a copy of the text in memory.
///
/// Writes in small pieces: hand it a [`BufWriter`](io::BufWriter).
///
/// # Errors
///
/// Those of the stream; and, before anything is written, [`TooLarge`] in an [`io::Error`] of the
/// kind [`InvalidInput`](io::ErrorKind::InvalidInput).
pub fn write_to<I, C, O>(problem: &Problem<I, C, O>, mut out: impl io::Write) -> io::Result<()>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    let formula = Formula::new(problem);
    let formula = formula.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    write!(out, "{}", Written { problem, formula })?;
    out.flush()
}

struct Written<'p, I, C, O> {
    problem: &'p Problem<I, C, O>,
    formula: Formula,
}

impl<I, C, O> Display for Written<'_, I, C, O>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { problem, formula } = self;
        f.write_str("c exact cover by quadrille-cover: the models are the solutions\n")?;
        f.write_str("c a variable for each option, with its items; later ones depend on these\n")?;
        for option in problem.matrix().options() {
            writeln!(f, "c {}:{}", variable(option), Described(problem, option))?;
        }
        writeln!(f, "p cnf {} {}", formula.variables(), formula.clause_count())?;
        for clause in formula.clauses() {
            for literal in clause {
                write!(f, "{literal} ")?;
            }
            f.write_str("0\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of all variables that follow from those of the first ones; `None` if they clash.
    fn propagate(formula: &Formula, first: &[bool]) -> Option<Vec<Option<bool>>> {
        let mut values: Vec<Option<bool>> = first.iter().copied().map(Some).collect();
        values.resize(formula.variables(), None);
        loop {
            let mut changed = false;
            for clause in formula.clauses() {
                let value = |literal: i32| {
                    values[literal.unsigned_abs() as usize - 1].map(|value| value == (literal > 0))
                };
                if clause.iter().any(|&literal| value(literal) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|&literal| value(literal).is_none()).collect();
                match open[..] {
                    [] => return None,
                    [literal] => {
                        values[literal.unsigned_abs() as usize - 1] = Some(literal > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return Some(values);
            }
        }
    }

    #[test]
    fn adders_allow_just_the_numbers_between_the_bounds_and_are_functions() {
        for n in 1..=7usize {
            for (min, max) in (0..=n).flat_map(|min| (min..=n).map(move |max| (min, max))) {
                let literals: Vec<i32> = (1..=n as i32).collect();
                let mut formula =
                    Formula { options: n, variables: n as i32, literals: Vec::new(), clauses: 0 };
                formula.add_up(&literals, min, max).unwrap();
                for mask in 0..1u32 << n {
                    let first: Vec<bool> = (0..n).map(|place| mask >> place & 1 == 1).collect();
                    let allowed = (min..=max).contains(&(mask.count_ones() as usize));
                    let values = propagate(&formula, &first);
                    assert_eq!(values.is_some(), allowed, "{n} {min} {max} {mask:b}");
                    assert!(values.is_none_or(|values| values.iter().all(Option::is_some)));
                }
            }
        }
    }

    #[test]
    fn large_multiplicities_need_clauses_in_proportion_to_their_options() {
        let options = "a\n".repeat(20_000);
        let problem = crate::text::read(&format!("9000:10000|a\n{options}")).unwrap();
        let formula = Formula::new(&problem).unwrap();
        assert!(formula.clause_count() < 20 * 20_000, "{}", formula.clause_count());
    }
}
