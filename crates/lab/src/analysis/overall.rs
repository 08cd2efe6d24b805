//! How engines stand over all corpora of their kind together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::standing::{Standing, standing};
use super::times::{classes, fit, pairs};
use crate::definition::Kind;
use crate::results::{EngineInfo, Results, Series};
use crate::statistics::{Finding, Pair, Ratio};

/// The figures of an engine over all corpora of its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Overall {
    /// Index of the engine.
    pub engine: usize,
    /// Puzzles that it answered.
    pub answered: usize,
    /// Puzzles on which a limit stopped it.
    pub timed_out: usize,
    /// Puzzles that it does not take.
    pub refused: usize,
    /// Puzzles with a wrong answer, or one that others dispute.
    pub wrong: usize,
    /// Puzzles without an answer.
    pub missing: usize,
    /// Whether something was wrong on a corpus, so that it is in no ranking.
    pub excluded: bool,
    /// Sum of the times, timeouts with the time after which they were stopped.
    pub total: f64,
    /// Puzzles answered, a second of the total.
    pub per_second: f64,
    /// Its time divided by that of the first engine, where every puzzle counts the same, whatever corpus it is
    /// of; `None` of the first itself, without a common puzzle, and if either is excluded. Of the control, which is
    /// the first once more, it is the noise.
    pub ratio: Option<Ratio>,
    /// What the data say about a difference to the first.
    pub finding: Option<Finding>,
    /// The least of the ratios on a single corpus, and which corpus that is; where there is a ratio.
    pub least: Option<(f64, usize)>,
    /// The greatest.
    pub most: Option<(f64, usize)>,
}

/// The engines of a kind over all its corpora, in their order, the control last; none if there are fewer than
/// two corpora.
pub fn overall(results: &Results, kind: Kind) -> Vec<Overall> {
    let corpora: Vec<usize> =
        (0..results.corpora.len()).filter(|&it| results.corpora[it].kind == kind).collect();
    if corpora.len() < 2 {
        return Vec::new();
    }
    let of_kind = || results.engines.iter().enumerate().filter(|(_, engine)| engine.kind == kind);
    let first = of_kind().find(|(_, engine)| engine.control_of.is_none()).map(|(index, _)| index);
    let control = |(index, engine): (usize, &EngineInfo)| {
        pooled(results, &corpora, index, engine.control_of?)
    };
    let noise = of_kind().find_map(control).map_or(0.0, |control| control.reach());
    let engine = |(engine, _)| {
        let own: Vec<Standing> =
            corpora.iter().filter_map(|&corpus| standing(results, corpus, engine)).collect();
        let base = first.filter(|&first| first != engine);
        let ratio = base.and_then(|base| pooled(results, &corpora, engine, base));
        let ratios = || {
            let each = own.iter().zip(&corpora).filter(|_| ratio.is_some());
            each.filter_map(|(own, &corpus)| Some((own.ratio.as_ref()?.ratio, corpus)))
        };
        let total: f64 = own.iter().map(|it| it.total).sum();
        let in_time: f64 = own.iter().map(|it| it.per_second * it.total).sum();
        Overall {
            engine,
            answered: own.iter().map(|it| it.answered).sum(),
            timed_out: own.iter().map(|it| it.timed_out).sum(),
            refused: own.iter().map(|it| it.refused).sum(),
            wrong: own.iter().map(|it| it.wrong).sum(),
            missing: own.iter().map(|it| it.missing).sum(),
            excluded: own.iter().any(|it| it.excluded),
            total,
            per_second: if total > 0.0 { in_time / total } else { 0.0 },
            least: ratios().min_by(|a, b| a.0.total_cmp(&b.0)),
            most: ratios().max_by(|a, b| a.0.total_cmp(&b.0)),
            finding: ratio.as_ref().map(|ratio| ratio.finding(noise)),
            ratio,
        }
    };
    of_kind().map(engine).collect()
}

/// The ratio of two engines on the puzzles of all these corpora; `None` if an answer on any was wrong or missing.
fn pooled(results: &Results, corpora: &[usize], first: usize, second: usize) -> Option<Ratio> {
    let is_of_these =
        |it: &&Series| corpora.contains(&it.corpus) && [first, second].contains(&it.engine);
    if results.series.iter().filter(is_of_these).any(Series::is_faulty) {
        return None;
    }
    let mut all: Vec<Pair> = Vec::new();
    // Classes are counted corpus by corpus, and in files they can be any numbers.
    let mut numbers: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for &corpus in corpora {
        let classes = classes(results, corpus);
        let series = (results.series(first, corpus), results.series(second, corpus));
        if let (Some(one), Some(other)) = series
            && fit(one, other)
        {
            let own = pairs(one, other, &classes).into_iter();
            all.extend(own.map(|pair| {
                let next = numbers.len();
                let class = *numbers.entry((corpus, pair.class)).or_insert(next);
                Pair { class, ..pair }
            }));
        }
    }
    Ratio::of(&all, results.settings.confidence, results.settings.seed)
}
