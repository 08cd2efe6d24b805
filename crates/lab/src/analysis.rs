//! What results say: figures of each engine, differences between two, an order of all.
//!
//! Everything here is computed from [`Results`] alone, so it is the same for results that were just
//! measured, that were read from a file, and that were written in the middle.

mod compare;
mod overall;
mod rank;
mod standing;
mod times;

pub use compare::{Comparison, Drift, RunsDiffer, compare, compare_runs};
pub use overall::{Overall, overall};
pub use rank::{Place, Ranking, rank};
pub use standing::{Figure, Luck, Standing, TimeFigure, standing, standings, unit_times};
pub use times::{Seconds, outlying_runs, resolution, start_seconds};

use crate::results::{Results, Series};
use crate::statistics::{Ratio, quantile};

/// The time of the median puzzle of a series, and whether it is a lower bound; `None` of batches, and where
/// nothing was measured.
pub(crate) fn median_time(series: &Series) -> Option<Seconds> {
    let mut sorted: Vec<Seconds> = unit_times(series).into_iter().map(|it| it.0).collect();
    Seconds::sort(&mut sorted);
    quantile(&sorted, 0.5).filter(|_| series.unit == 1)
}

/// The engine that others of its corpus are compared with: the first of its kind.
pub fn baseline(results: &Results, corpus: usize) -> Option<usize> {
    let of_corpus = results.series.iter().filter(|series| series.corpus == corpus);
    of_corpus
        .map(|series| series.engine)
        .find(|&engine| results.engines.get(engine).is_some_and(|info| info.control_of.is_none()))
}

/// The same engine against itself on a corpus: what the machine makes of no difference. `None` if that was
/// not measured, or one of its answers was wrong or missing.
pub fn control(results: &Results, corpus: usize) -> Option<Ratio> {
    let of_corpus = results.series.iter().filter(|series| series.corpus == corpus);
    of_corpus
        .filter_map(|series| {
            let of = results.engines.get(series.engine)?.control_of?;
            times::ratio(results, corpus, series.engine, of)
        })
        .next()
}

/// How far from 1 a ratio may be by the noise of the machine alone, as a logarithm; 0 if that was not
/// measured.
pub fn noise(results: &Results, corpus: usize) -> f64 {
    control(results, corpus).map_or(0.0, |control| control.reach())
}

/// The engines that do less than was asked, and so than others do: programs whose answers say less.
pub fn lesser(results: &Results) -> Vec<usize> {
    let is_less = |engine: &usize| {
        let command = results.engines.get(*engine).and_then(|engine| engine.command.as_ref());
        command.is_some_and(|command| command.answers.are_less_than(results.settings.ask))
    };
    (0..results.engines.len()).filter(is_less).collect()
}

/// How many runs each answered puzzle or batch went through: the fewest and the most; `None` if none was
/// answered. They differ if it was interrupted.
pub fn runs(results: &Results) -> Option<(usize, usize)> {
    let of_series = |series: &Series| -> Vec<usize> {
        let ran = |unit: usize| {
            let times = series
                .nanoseconds
                .iter()
                .filter(|round| round.get(unit).is_some_and(Option::is_some));
            times.count()
        };
        (0..series.units()).filter(|&unit| times::is_valid(series, unit)).map(ran).collect()
    };
    let counts: Vec<usize> = results.series.iter().flat_map(of_series).collect();
    Some((*counts.iter().min()?, *counts.iter().max()?))
}
