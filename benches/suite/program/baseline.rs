//! Times that were saved, to compare later ones with.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::arguments::Arguments;
use super::clock::Clock;
use super::error::SuiteError;
use super::measure::{Ask, Row, Timing};

/// What tells our files from others.
const FORMAT: &str = "quadrille-suite";
/// Goes up when a file cannot be read by what was there before.
const VERSION: u32 = 1;

/// The times of a run: those of right answers only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    format: String,
    version: u32,
    asked: Ask,
    clock: Clock,
    rounds: u32,
    /// No instance and strategy twice.
    pub(crate) times: Vec<Time>,
}

/// A median.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Time {
    /// The name of the instance.
    pub(crate) instance: String,
    /// The name of the strategy.
    pub(crate) strategy: String,
    /// More than 0.
    pub(crate) seconds: f64,
    /// How many the search took.
    pub(crate) nodes: u64,
}

impl Baseline {
    /// What these arguments came to.
    pub(crate) fn new(arguments: &Arguments, rows: &[Row]) -> Self {
        let strategies = arguments.settings().strategies;
        let mut times = Vec::new();
        for row in rows {
            for (strategy, timing) in strategies.iter().zip(&row.timings) {
                if let Timing::Right { seconds, nodes } = *timing {
                    let (instance, strategy) = (row.instance.clone(), strategy.name().to_owned());
                    times.push(Time { instance, strategy, seconds, nodes });
                }
            }
        }
        Baseline {
            format: FORMAT.to_owned(),
            version: VERSION,
            asked: arguments.asked(),
            clock: arguments.clock,
            rounds: arguments.rounds,
            times,
        }
    }

    /// Reads a saved run.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it is not one that [`write`](Baseline::write) has written.
    pub(crate) fn read(path: &Path) -> Result<Self, SuiteError> {
        let file = |source| SuiteError::File { path: path.to_owned(), source };
        let text = fs::read_to_string(path).map_err(file)?;
        Baseline::parse(&text)
            .map_err(|reason| SuiteError::NoBaseline { path: path.to_owned(), reason })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if baseline.format != FORMAT {
            return Err(format!("format {:?}, expected {FORMAT:?}", baseline.format));
        }
        if baseline.version != VERSION {
            return Err(format!("version {}, expected {VERSION}", baseline.version));
        }
        let mut known = HashSet::new();
        for Time { instance, strategy, seconds, .. } in &baseline.times {
            if !(seconds.is_finite() && *seconds > 0.0) {
                return Err(format!("{strategy} on {instance} takes {seconds} s, expected more"));
            }
            if !known.insert((instance, strategy)) {
                return Err(format!("{strategy} on {instance} is there twice"));
            }
        }
        Ok(baseline)
    }

    /// Whether a run that was asked for this, and has this clock, can be compared with it.
    ///
    /// # Errors
    ///
    /// That it cannot.
    pub(crate) fn check(&self, asked: Ask, clock: Clock) -> Result<(), SuiteError> {
        let what = |asked: Ask, clock: Clock| {
            let asked = match asked {
                Ask::All => "all solutions",
                Ask::First => "first solutions",
            };
            format!("{asked} by the {} clock", clock.name())
        };
        if (self.asked, self.clock) == (asked, clock) {
            return Ok(());
        }
        let (old, new) = (what(self.asked, self.clock), what(asked, clock));
        Err(SuiteError::OtherBaseline { old, new })
    }

    /// Writes it, over what was there.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), SuiteError> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other);
        text.and_then(|text| fs::write(path, text + "\n"))
            .map_err(|source| SuiteError::File { path: path.to_owned(), source })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A baseline of all solutions on the wall clock.
    pub(crate) fn baseline(times: &[(&str, &str, f64)]) -> Baseline {
        let time = |&(instance, strategy, seconds): &(&str, &str, f64)| Time {
            instance: instance.to_owned(),
            strategy: strategy.to_owned(),
            seconds,
            nodes: 7,
        };
        Baseline {
            format: FORMAT.to_owned(),
            version: VERSION,
            asked: Ask::All,
            clock: Clock::Wall,
            rounds: 5,
            times: times.iter().map(time).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.json");
        let saved = baseline(&[("queens 8", "auto", 0.000_123_456_789), ("soma", "bits", 1.5)]);
        saved.write(&path).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), saved);
    }

    #[test]
    fn files_of_others_are_refused_with_a_reason() {
        let reason = |text: &str| Baseline::parse(text).unwrap_err();
        assert_eq!(reason(""), "EOF while parsing a value at line 1 column 0");
        assert_eq!(reason("{}"), "missing field `format` at line 1 column 2");
        let cut = serde_json::to_string(&baseline(&[("soma", "bits", 1.5)])).unwrap();
        assert!(reason(&cut[..cut.len() / 2]).starts_with("EOF while parsing"));
        let other = Baseline { format: "criterion".to_owned(), ..baseline(&[]) };
        let text = serde_json::to_string(&other).unwrap();
        assert_eq!(reason(&text), "format \"criterion\", expected \"quadrille-suite\"");
        let later = Baseline { version: 2, ..baseline(&[]) };
        let text = serde_json::to_string(&later).unwrap();
        assert_eq!(reason(&text), "version 2, expected 1");
    }

    #[test]
    fn impossible_times_are_refused() {
        let reason = |times: &[_]| {
            Baseline::parse(&serde_json::to_string(&baseline(times)).unwrap()).unwrap_err()
        };
        assert_eq!(reason(&[("a", "b", -1.0)]), "b on a takes -1 s, expected more");
        assert_eq!(reason(&[("a", "b", 0.0)]), "b on a takes 0 s, expected more");
        assert_eq!(reason(&[("a", "b", 1.0), ("a", "b", 2.0)]), "b on a is there twice");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Baseline::read(Path::new("no such file.json")).unwrap_err().to_string();
        assert!(error.starts_with("no such file.json: "), "{error}");
    }

    #[test]
    fn times_of_something_else_are_not_compared() {
        let saved = baseline(&[]);
        assert!(saved.check(Ask::All, Clock::Wall).is_ok());
        let error = saved.check(Ask::First, Clock::Cpu).unwrap_err().to_string();
        let expected = "the baseline has all solutions by the wall clock, this run has first \
                        solutions by the cpu clock: their times cannot be compared";
        assert_eq!(error, expected);
    }
}
