//! What results say: figures of each engine, differences between two, an order of all.
//!
//! Everything here is computed from [`Results`] alone, so it is the same for results that were just
//! measured, that were read from a file, and that were written in the middle.

mod compare;
mod rank;
mod standing;
mod times;

pub use compare::{Comparison, Drift, compare, compare_runs};
pub use rank::{Place, Ranking, rank};
pub use standing::{Figure, Luck, Standing, TimeFigure, standing, standings, unit_times};
pub use times::{Seconds, outlying_runs, resolution, start_seconds};

use crate::results::{Results, Series};
use crate::statistics::{Ratio, quantile};

/// The time of the median puzzle of a series, and whether it is a lower bound; `None` of batches, and where
/// nothing was measured.
pub(crate) fn median_time(series: &Series) -> Option<Seconds> {
    let mut sorted: Vec<Seconds> =
        unit_times(series).into_iter().map(|it| it.0).collect();
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
/// not measured.
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
