//! A problem as an integer program, in the LP format of CPLEX, which most solvers read.
//!
//! The binary variable `x5` is whether option 5 is chosen; the row `i3` is what item 3 asks for. The
//! objective is the total cost, to be least. Colours: the options that exclude each other pair by
//! pair, or a binary variable for each colour of the item (`y3_0`, `y3_1`, …), equal to whether an
//! option with that colour is chosen.
//!
//! Limits: costs are written exactly, but most solvers calculate in double precision. They can be
//! trusted to the last unit only while [`costs_are_exact`].
//!
//! ```
//! use quadrille_cover::{ProblemBuilder, export::lp};
//!
//! let mut builder = ProblemBuilder::coloured();
//! builder.primary_items(["a", "b"])?;
//! builder.secondary("x")?;
//! builder.option().item("a").coloured("x", 'A').cost(7).add()?;
//! builder.option().item("b").coloured("x", 'B').add()?;
//! let written = lp::write(&builder.build());
//! assert!(written.ends_with(
//!     "Minimize\n cost: 7 x0\nSubject To\n none: none = 0\n i0: x0 = 1\n i1: x1 = 1\n\
//!     \x20i2: x0 + x1 <= 1\nBinary\n x0 x1\nEnd\n"
//! ), "{written}");
//! # Ok::<(), quadrille_cover::BuildError<&str, char>>(())
//! ```

use std::fmt::{self, Display};
use std::hash::Hash;
use std::io;

use super::{Described, OneLine, Sets, options_by_item, sets};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::problem::Problem;

/// Writes a problem in LP format, with a comment for each item and each option.
pub fn write<I, C, O>(problem: &Problem<I, C, O>) -> String
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    Written(problem).to_string()
}

/// [`write()`] to a file or another stream, without a copy of the text in memory.
///
/// Writes in small pieces: hand it a [`BufWriter`](io::BufWriter).
///
/// # Errors
///
/// Those of the stream.
pub fn write_to<I, C, O>(problem: &Problem<I, C, O>, mut out: impl io::Write) -> io::Result<()>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    write!(out, "{}", Written(problem))?;
    out.flush()
}

/// Whether every sum of costs is a whole number that double precision holds: all of them together are
/// at most 2⁵³.
pub fn costs_are_exact(problem: &impl AsRef<Matrix>) -> bool {
    let matrix = problem.as_ref();
    let sum: u128 = matrix.options().map(|option| u128::from(matrix.cost(option))).sum();
    sum <= 1 << f64::MANTISSA_DIGITS
}

/// Terms on a line: lines stay well below the 510 characters that some readers take.
const TERMS: usize = 10;

/// Most characters of a comment, for the same reason: each has up to four bytes.
const COMMENT: usize = 120;

struct Written<'p, I, C, O>(&'p Problem<I, C, O>);

impl<I, C, O> Display for Written<'_, I, C, O>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(problem) = self;
        let matrix = problem.matrix();
        comment(f, format_args!("exact cover by quadrille-cover"))?;
        if !costs_are_exact(problem) {
            comment(
                f,
                format_args!("the costs add up to more than 2^53: double precision rounds"),
            )?;
        }
        for item in (0..matrix.item_count()).filter_map(|item| u32::try_from(item).ok()) {
            if let Some(label) = problem.item(ItemId::new(item)) {
                comment(f, format_args!("i{item}: {}", OneLine(label)))?;
            }
        }
        for option in matrix.options() {
            comment(f, format_args!("x{option}:{}", Described(problem, option)))?;
        }
        objective(matrix, f)?;
        let colours = rows(matrix, f)?;
        f.write_str("Binary\n")?;
        let names = matrix.options().map(|option| format!("x{option}")).chain(colours);
        let names: Vec<String> = names.collect();
        for line in names.chunks(TERMS) {
            writeln!(f, " {}", line.join(" "))?;
        }
        f.write_str("End\n")
    }
}

/// A comment on one line, cut off when it is long.
fn comment(f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>) -> fmt::Result {
    let text = text.to_string();
    match text.char_indices().nth(COMMENT) {
        None => writeln!(f, "\\ {text}"),
        Some((end, _)) => writeln!(f, "\\ {}…", &text[..end]),
    }
}

fn objective(matrix: &Matrix, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("Minimize\n cost:")?;
    let costly = matrix.options().filter(|&option| matrix.cost(option) > 0);
    let mut terms = Terms::default();
    for option in costly {
        terms.add(f, '+', &format!("{} x{option}", matrix.cost(option)))?;
    }
    if terms.0 == 0 {
        // Readers want a term; `none` is 0.
        terms.add(f, '+', if matrix.option_count() > 0 { "0 x0" } else { "0 none" })?;
    }
    f.write_str("\nSubject To\n")
}

/// The rows; returns the names of the variables for colours.
fn rows(matrix: &Matrix, f: &mut fmt::Formatter<'_>) -> Result<Vec<String>, fmt::Error> {
    let mut colours = Vec::new();
    // A variable that is 0: readers want a row, and a variable in each.
    f.write_str(" none: none = 0\n")?;
    for option in matrix.options().filter(|&option| !matrix.has_primary_item(option)) {
        writeln!(f, " never{option}: x{option} = 0")?;
    }
    for ((item, list), kind) in options_by_item(matrix).iter().enumerate().zip(matrix.kinds()) {
        match *kind {
            ItemKind::Primary { min, max } => {
                let options: Vec<OptionId> = list.iter().map(|&(option, _)| option).collect();
                let name = format!("i{item}");
                if min == max {
                    row(f, &name, &options, "=", min)?;
                    continue;
                }
                if min > 0 {
                    row(f, &format!("{name}_min"), &options, ">=", min)?;
                }
                if (max as usize) < options.len() {
                    row(f, &format!("{name}_max"), &options, "<=", max)?;
                }
            }
            ItemKind::Secondary => one_set(f, item, &sets(list), &mut colours)?,
        }
    }
    Ok(colours)
}

fn row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    options: &[OptionId],
    relation: &str,
    bound: u32,
) -> fmt::Result {
    write!(f, " {name}:")?;
    let mut terms = Terms::default();
    for option in options {
        terms.add(f, '+', &format!("x{option}"))?;
    }
    if options.is_empty() {
        terms.add(f, '+', "none")?;
    }
    writeln!(f, " {relation} {bound}")
}

/// Options of at most one of the sets are chosen.
fn one_set(
    f: &mut fmt::Formatter<'_>,
    item: usize,
    sets: &Sets,
    colours: &mut Vec<String>,
) -> fmt::Result {
    if sets.0.len() < 2 {
        return Ok(());
    }
    let larger = sets.0.iter().filter(|set| set.len() > 1);
    let with_variables = larger.map(|set| set.len() + 1).sum::<usize>() + 1;
    if with_variables > 1 && sets.pairs() <= with_variables {
        for (place, (one, other)) in sets.excluding_pairs().enumerate() {
            writeln!(f, " i{item}_{place}: x{one} + x{other} <= 1")?;
        }
        return Ok(());
    }
    let mut names = Vec::with_capacity(sets.0.len());
    for (place, set) in sets.0.iter().enumerate() {
        if let [single] = set.as_slice() {
            names.push(format!("x{single}"));
            continue;
        }
        let any = format!("y{item}_{place}");
        for (number, option) in set.iter().enumerate() {
            writeln!(f, " i{item}_{place}_{number}: x{option} - {any} <= 0")?;
        }
        write!(f, " i{item}_{place}_any: {any}")?;
        let mut terms = Terms(1);
        for option in set {
            terms.add(f, '-', &format!("x{option}"))?;
        }
        f.write_str(" <= 0\n")?;
        colours.push(any.clone());
        names.push(any);
    }
    write!(f, " i{item}:")?;
    let mut terms = Terms::default();
    for name in &names {
        terms.add(f, '+', name)?;
    }
    f.write_str(" <= 1\n")
}

/// The number of terms of a sum so far.
#[derive(Default)]
struct Terms(usize);

impl Terms {
    fn add(&mut self, f: &mut fmt::Formatter<'_>, sign: char, term: &str) -> fmt::Result {
        if self.0 > 0 && self.0.is_multiple_of(TERMS) {
            f.write_str("\n ")?;
        }
        match (self.0, sign) {
            (0, '+') => write!(f, " {term}")?,
            _ => write!(f, " {sign} {term}")?,
        }
        self.0 += 1;
        Ok(())
    }
}
