//! What became faster or slower since a baseline was saved.

use std::collections::{HashMap, HashSet};

use quadrille_cover::Strategy;
use quadrille_lab::statistics::geometric_mean;

use super::baseline::Baseline;
use super::measure::{Row, Timing};
use super::report::{Look, milliseconds};

/// A ratio above this is a slowdown worth naming; below it is noise, as often as not.
const SLOWER: f64 = 1.1;

/// New times against old ones.
#[derive(Debug)]
pub(crate) struct Comparison {
    strategies: Vec<&'static str>,
    /// The instances that the baseline has too, with a ratio new ÷ old a strategy where there are both
    /// times.
    ratios: Vec<(String, Vec<Option<f64>>)>,
    /// Slower by more than [`SLOWER`], the worst first.
    slower: Vec<Slower>,
    /// Times that only the new run has.
    new: usize,
    /// Times that only the baseline has, and this run did not try.
    gone: usize,
}

#[derive(Debug, PartialEq)]
struct Slower {
    instance: String,
    strategy: &'static str,
    old: f64,
    /// `None` if there was no right answer in time.
    new: Option<f64>,
}

impl Slower {
    fn ratio(&self) -> f64 {
        self.new.map_or(f64::INFINITY, |new| new / self.old)
    }
}

impl Comparison {
    /// Compares rows of timings, one a strategy.
    pub(crate) fn new(old: &Baseline, rows: &[Row], strategies: &[&'static dyn Strategy]) -> Self {
        let known: HashMap<(&str, &str), f64> = (old.times.iter())
            .map(|time| ((&*time.instance, &*time.strategy), time.seconds))
            .collect();
        let mut comparison = Comparison {
            strategies: strategies.iter().map(|strategy| strategy.name()).collect(),
            ratios: Vec::new(),
            slower: Vec::new(),
            new: 0,
            gone: 0,
        };
        let mut tried = HashSet::new();
        for Row { instance, timings } in rows {
            let mut ratios = Vec::new();
            for (&strategy, timing) in comparison.strategies.iter().zip(timings) {
                let (old, new) = (known.get(&(instance, strategy)).copied(), timing.seconds());
                tried.extend(old.map(|_| (&**instance, strategy)));
                ratios.push(old.zip(new).map(|(old, new)| new / old));
                comparison.new += usize::from(old.is_none() && new.is_some());
                if let Some(old) = old {
                    let slower = Slower { instance: instance.clone(), strategy, old, new };
                    if slower.ratio() > SLOWER && *timing != Timing::Unable {
                        comparison.slower.push(slower);
                    }
                }
            }
            if ratios.iter().any(Option::is_some) {
                comparison.ratios.push((instance.clone(), ratios));
            }
        }
        comparison.slower.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
        comparison.gone = known.len() - tried.len();
        comparison
    }

    /// The ratios as a table, their means, and what became slower.
    pub(crate) fn render(&self, look: Look) -> String {
        let header: Vec<String> = std::iter::once("new ÷ baseline")
            .chain(self.strategies.iter().copied())
            .map(str::to_owned)
            .collect();
        let body = self.ratios.iter().map(|(instance, ratios)| {
            let ratio = |ratio: &Option<f64>| ratio.map_or("–".to_owned(), |r| format!("{r:.3}"));
            std::iter::once(instance.clone()).chain(ratios.iter().map(ratio)).collect()
        });
        let mut text = "\n".to_owned() + &look.table(&header, body.collect());
        for (index, strategy) in self.strategies.iter().enumerate() {
            let (mean, over) = self.mean(index);
            let mean = mean.map_or("–".to_owned(), |mean| format!("{mean:.3}"));
            let what = format!("{strategy}, new ÷ baseline: {mean}");
            text += &look.line(&format!("{what}, geometric mean over {over} instances"));
        }
        if self.slower.is_empty() {
            text += &look.line("nothing is slower by more than 10 %");
        }
        for slower @ Slower { instance, strategy, old, new } in &self.slower {
            let old = milliseconds(*old);
            let what = match new {
                Some(new) => format!("{} ms, was {old}: {:.2}", milliseconds(*new), slower.ratio()),
                None => format!("no right answer in time, was {old} ms"),
            };
            text += &look.line(&format!("SLOWER: {strategy} on {instance}: {what}"));
        }
        if self.new + self.gone > 0 {
            let (new, gone) = (self.new, self.gone);
            text +=
                &look.line(&format!("not compared: {new} only here, {gone} only in the baseline"));
        }
        text
    }

    /// The geometric mean of a strategy's ratios, and of how many.
    fn mean(&self, strategy: usize) -> (Option<f64>, usize) {
        let of = |(_, ratios): &(String, Vec<Option<f64>>)| ratios.get(strategy).copied().flatten();
        let ratios: Vec<f64> = self.ratios.iter().filter_map(of).collect();
        (geometric_mean(ratios.iter().copied()), ratios.len())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quadrille_cover::strategy;

    use super::*;
    use crate::program::baseline::tests::baseline;

    const STRATEGIES: [&dyn Strategy; 2] = [&strategy::Auto, &strategy::Links];

    fn row(instance: &str, timings: [Timing; 2]) -> Row {
        Row { instance: instance.to_owned(), timings: timings.into() }
    }

    fn right(seconds: f64) -> Timing {
        Timing::Right { seconds, nodes: 7 }
    }

    fn comparison() -> Comparison {
        let old = [
            ("a", "auto", 1.0),
            ("a", "links", 1.0),
            ("b", "auto", 2.0),
            ("b", "links", 2.0),
            ("gone", "auto", 1.0),
        ];
        let rows = [
            row("a", [right(2.0), right(1.09)]),
            row("b", [right(1.0), Timing::Over(Duration::from_secs(20))]),
            row("new", [right(1.0), Timing::Unable]),
        ];
        Comparison::new(&baseline(&old), &rows, &STRATEGIES)
    }

    #[test]
    fn twice_as_slow_and_twice_as_fast_cancel_in_the_mean() {
        let (mean, over) = comparison().mean(0);
        assert!((mean.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(over, 2);
        assert_eq!(comparison().mean(1).1, 1);
    }

    #[test]
    fn what_is_over_ten_per_cent_slower_or_no_longer_finishes_is_named_the_worst_first() {
        let slower: Vec<(String, &str)> = (comparison().slower.into_iter())
            .map(|slower| (slower.instance, slower.strategy))
            .collect();
        assert_eq!(slower, [("b".to_owned(), "links"), ("a".to_owned(), "auto")]);
    }

    #[test]
    fn the_text_says_what_could_not_be_compared() {
        let text = comparison().render(Look { markdown: false, nodes: false });
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.contains(&"SLOWER: auto on a: 2000 ms, was 1000: 2.00"), "{text}");
        assert!(lines.contains(&"SLOWER: links on b: no right answer in time, was 2000 ms"));
        assert!(lines.contains(&"not compared: 1 only here, 1 only in the baseline"));
        assert!(lines.contains(&"auto, new ÷ baseline: 1.000, geometric mean over 2 instances"));
    }

    #[test]
    fn the_same_times_are_no_slowdown() {
        let rows = [row("a", [right(1.0), right(1.0)])];
        let old = baseline(&[("a", "auto", 1.0), ("a", "links", 1.0)]);
        let text = Comparison::new(&old, &rows, &STRATEGIES)
            .render(Look { markdown: false, nodes: false });
        assert!(text.ends_with("nothing is slower by more than 10 %\n"), "{text}");
    }
}
