//! A solution as it is written: as text in the form of Knuth's programs, or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use quadrille_cover::{Matrix, OptionId};
use serde::Serialize;

use super::input::Loaded;
use super::names::{Items, Named};

/// What a solution costs.
pub(super) fn cost(matrix: &Matrix, options: &[OptionId]) -> u128 {
    // At most 2³¹ options of less than 2⁶⁴ each.
    options.iter().map(|&option| u128::from(matrix.cost(option))).sum()
}

/// Whether it is of interest what solutions cost.
pub(super) fn has_costs(matrix: &Matrix) -> bool {
    matrix.options().any(|option| matrix.cost(option) > 0)
}

/// Writes the line before the options: the number of the solution, and what it costs if that is of
/// interest.
pub(super) fn write_heading(
    out: &mut impl Write,
    number: &dyn Display,
    cost: Option<u128>,
) -> io::Result<()> {
    match cost {
        Some(cost) => writeln!(out, "{number}: cost {cost}"),
        None => writeln!(out, "{number}:"),
    }
}

/// Writes the options, one a line.
pub(super) fn write_options(
    out: &mut impl Write,
    problem: &Named,
    options: &[OptionId],
) -> io::Result<()> {
    options.iter().try_for_each(|&option| writeln!(out, " {}", Items(problem, option)))
}

/// An item of an option.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum JsonItem<'p> {
    Plain(&'p str),
    Coloured(&'p str, &'p str),
}

/// The items of an option.
pub(super) fn entries(loaded: &Loaded, option: OptionId) -> Vec<JsonItem<'_>> {
    let entries = loaded.problem.option(option);
    let entries = entries.map(|(item, colour)| match colour {
        None => JsonItem::Plain(item),
        Some(colour) => JsonItem::Coloured(item, colour),
    });
    entries.collect()
}

fn labels<'p>(loaded: &'p Loaded, options: &[OptionId]) -> Option<Vec<Option<&'p str>>> {
    let label = |option: &OptionId| loaded.labels.get(option.index())?.as_deref();
    (!loaded.labels.is_empty()).then(|| options.iter().map(label).collect())
}

/// A solution as an object; its number is one, or a string of digits.
#[derive(Serialize)]
pub(super) struct JsonSolution<'p, N> {
    source: &'p str,
    solution: N,
    options: Vec<u32>,
    items: Vec<Vec<JsonItem<'p>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<Option<&'p str>>>,
    cost: u128,
}

impl<'p, N> JsonSolution<'p, N> {
    pub(super) fn of(loaded: &'p Loaded, number: N, options: &[OptionId]) -> Self {
        JsonSolution {
            source: &loaded.source,
            solution: number,
            options: options.iter().map(|option| option.get()).collect(),
            items: options.iter().map(|&option| entries(loaded, option)).collect(),
            labels: labels(loaded, options),
            cost: cost(loaded.problem.matrix(), options),
        }
    }
}
