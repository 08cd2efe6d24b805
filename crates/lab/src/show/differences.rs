//! What is said below a table of the differences of engines to the first: the same of a corpus and of all together.

use super::units::factor;
use super::words::interval;
use crate::analysis::{Overall, Standing};
use crate::results::Results;
use crate::statistics::{Basis, Finding, Ratio};

/// An engine against the first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Against<'a> {
    pub(super) engine: usize,
    pub(super) excluded: bool,
    pub(super) ratio: Option<&'a Ratio>,
    pub(super) finding: Option<Finding>,
}

impl<'a> From<&'a Standing> for Against<'a> {
    fn from(it: &'a Standing) -> Self {
        let ratio = it.ratio.as_ref();
        Against { engine: it.engine, excluded: it.excluded, ratio, finding: it.finding }
    }
}

impl<'a> From<&'a Overall> for Against<'a> {
    fn from(it: &'a Overall) -> Self {
        let ratio = it.ratio.as_ref();
        Against { engine: it.engine, excluded: it.excluded, ratio, finding: it.finding }
    }
}

pub(super) fn is_control(results: &Results, engine: usize) -> bool {
    results.engines.get(engine).is_some_and(|engine| engine.control_of.is_some())
}

/// What must not be missing even in a brief table; the first of them is what the others are compared with.
pub(super) fn differences(results: &Results, all: &[Against<'_>]) -> Vec<String> {
    let Some(first) = all.first() else { return Vec::new() };
    let name = |engine: usize| results.engine_name(engine);
    let first_name = name(first.engine);
    let mut notes = Vec::from_iter(no_baseline(results, all));
    let found = |which: Finding| -> String {
        let others = all.iter().filter(|it| {
            it.finding == Some(which) && !it.excluded && !is_control(results, it.engine)
        });
        others.map(|it| name(it.engine)).collect::<Vec<_>>().join(", ")
    };
    let same = found(Finding::NoDifference);
    if !same.is_empty() {
        notes.push(format!("No difference to {first_name} is shown: {same}."));
    }
    let unknown = found(Finding::TooFewData);
    if !unknown.is_empty() {
        notes.push(format!(
            "Too few data to tell whether they differ from {first_name}: {unknown}."
        ));
    }
    if all.iter().any(|it| it.ratio.is_some_and(|ratio| ratio.basis == Basis::Rounds)) {
        notes.push(
            "So few puzzles or batches that the intervals are over rounds: they are about these puzzles only."
                .to_owned(),
        );
    }
    notes.extend(noise(results, all));
    notes
}

/// That there are no ratios, if the first has faults.
pub(super) fn no_baseline(results: &Results, all: &[Against<'_>]) -> Option<String> {
    let first = all.first().filter(|first| first.excluded)?;
    let others = all.iter().skip(1).any(|it| !is_control(results, it.engine));
    let name = results.engine_name(first.engine);
    others.then(|| format!("Not compared: the baseline, {name}, is excluded for its faults."))
}

/// What the machine makes of no difference, and so what counts as one.
pub(super) fn noise(results: &Results, all: &[Against<'_>]) -> Option<String> {
    let first = results.engine_name(all.first()?.engine);
    let control = all.iter().find(|it| is_control(results, it.engine))?.ratio?;
    Some(format!(
        "Noise: {first} against itself came to {} ({}); a ratio counts as a difference beyond a factor of {}.",
        factor(control.ratio),
        interval(control),
        factor(control.reach().exp())
    ))
}
