//! The puzzles that are shown by name: those that took an engine longest.

use crate::analysis::{Seconds, unit_times};
use crate::results::Results;
use crate::show::{number, seconds};

use super::document::escape;

/// So many of each engine.
const SHOWN: usize = 5;

/// The worst puzzles of each engine on a corpus, as a table; empty if no engine ran one at a time.
pub(super) fn worst(results: &Results, corpus: usize) -> String {
    let Some(info) = results.corpora.get(corpus) else { return String::new() };
    let mut rows = String::new();
    for series in results.series.iter().filter(|series| series.corpus == corpus && series.unit == 1)
    {
        if results.engines.get(series.engine).is_some_and(|it| it.control_of.is_some()) {
            continue;
        }
        let mut times = unit_times(series);
        times.sort_by(|(a, _), (b, _)| Seconds::order(a, b).reverse());
        for &(time, puzzle) in times.iter().take(SHOWN) {
            let Some(known) = info.puzzles.get(puzzle) else { continue };
            let place = match known.line {
                0 => known.source.clone(),
                line => format!("{}:{line}", known.source),
            };
            let nodes = series.nodes.get(puzzle).copied().flatten();
            rows += &format!(
                "<tr><th scope=\"row\">{}</th><td>{}{}</td><td>{}</td><td class=\"left\"><button type=\"button\" \
                 data-puzzle=\"{corpus} {puzzle}\">{}</button></td><td class=\"left\"><code>{}</code></td></tr>",
                escape(results.engine_name(series.engine)),
                if time.timed_out { "&gt;" } else { "" },
                seconds(time.seconds),
                nodes.map_or("–".to_owned(), |nodes| number(nodes as f64)),
                puzzle + 1,
                escape(&if place.is_empty() { known.text.clone() } else { place }),
            );
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<details><summary>The puzzles that took longest</summary><div class=\"table\" tabindex=\"0\" \
         role=\"region\" aria-label=\"The puzzles that took longest, of {0}\"><table><thead><tr>\
         <th scope=\"col\">engine</th><th scope=\"col\">time</th><th scope=\"col\">nodes</th>\
         <th scope=\"col\" class=\"left\">puzzle</th><th scope=\"col\" class=\"left\">where it is from</th></tr></thead>\
         <tbody>{rows}</tbody></table></div></details>",
        escape(&info.name)
    )
}
