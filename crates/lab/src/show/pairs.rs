//! Tables of engines side by side: a ranking, and two engines against each other.

use super::table::Table;
use super::units::{factor, seconds};
use super::words::{NONE, finding, interval};
use crate::analysis::{Comparison, Place, Ranking};
use crate::results::Results;
use crate::statistics::Finding;

/// A ranking, a row a place.
pub fn ranking_table(results: &Results, ranking: &Ranking) -> Table {
    let name = |engine: usize| results.engine_name(engine);
    let corpus = results.corpora.get(ranking.corpus).map_or("", |corpus| &corpus.name);
    let row = |place: &Place| {
        let ratio = place.ratio.as_ref();
        let found = place.finding.zip(ratio).map(|(found, ratio)| finding(found, ratio.ratio));
        vec![
            name(place.engine).to_owned(),
            place.place.to_string(),
            seconds(place.mean),
            place.timed_out.to_string(),
            ratio.map_or(NONE.to_owned(), |ratio| factor(ratio.ratio)),
            ratio.map_or(NONE.to_owned(), interval),
            found.unwrap_or(NONE.to_owned()),
        ]
    };
    let header = ["engine", "place", "mean", "timed out", "÷ one before", "interval", "it is"];
    let mut notes = vec![format!(
        "Geometric means of the time of a puzzle, over {} that all of them ended on; timeouts count as twice the limit.",
        ranking.units
    )];
    if !ranking.excluded.is_empty() {
        let names: Vec<&str> = ranking.excluded.iter().map(|&engine| name(engine)).collect();
        notes.push(format!("Excluded for faults: {}.", names.join(", ")));
    }
    Table {
        title: format!("corpus {corpus}"),
        header: header.map(str::to_owned).to_vec(),
        rows: ranking.places.iter().map(row).collect(),
        notes,
        dispensable: vec![3, 5],
    }
}

/// Comparisons of two engines.
pub fn comparison_table(comparisons: &[Comparison]) -> Table {
    let mut table = Table {
        header: [
            "corpus",
            "both",
            "only first",
            "only second",
            "first ÷ second",
            "interval",
            "noise",
        ]
        .map(str::to_owned)
        .to_vec(),
        dispensable: vec![6, 2, 3],
        ..Table::default()
    };
    if let Some(comparison) = comparisons.first() {
        table.title = format!("{} against {}", comparison.first, comparison.second);
    }
    for comparison in comparisons {
        let both = comparison.ratio.as_ref().map_or(0, |ratio| ratio.pairs);
        let shown = comparison.ratio.as_ref();
        table.rows.push(vec![
            comparison.corpus.clone(),
            both.to_string(),
            comparison.only_first.to_string(),
            comparison.only_second.to_string(),
            shown.map_or(NONE.to_owned(), |ratio| factor(ratio.ratio)),
            shown.map_or(NONE.to_owned(), interval),
            format!("{:.3}", comparison.noise),
        ]);
        let names = [&comparison.first, &comparison.second];
        let faulty: Vec<&str> = (names.iter().zip(comparison.faulty))
            .filter(|(_, faulty)| *faulty)
            .map(|(name, _)| name.as_str())
            .collect();
        let what = match (faulty.is_empty(), shown, comparison.finding) {
            (false, ..) => format!("not compared, for the faults of {}", faulty.join(" and ")),
            (true, None, _) => "no puzzle that both answered".to_owned(),
            (true, Some(ratio), found @ (Finding::Faster | Finding::Slower)) => {
                format!("{} is {}", comparison.first, finding(found, ratio.ratio))
            }
            (true, Some(ratio), found) => finding(found, ratio.ratio),
        };
        table.notes.push(format!("{}: {what}.", comparison.corpus));
    }
    if comparisons.iter().any(|comparison| comparison.drift.is_some()) {
        table.notes.push(
            "Two runs: how far the machine drifted between them is not known; a difference must be larger than \
             twice what rounds differ by within the runs."
                .to_owned(),
        );
    }
    // They are the same on each corpus.
    if let Some(differ) = comparisons.first().filter(|it| !it.settings.is_empty()) {
        table.notes.push(format!("The two runs had {}.", differ.settings.join("; ")));
    }
    table
}
