//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use quadrille_cover::{Strategy, strategy};

use super::clock::Clock;
use super::measure::{Ask, Settings};
use super::report::Look;

/// Every strategy on instances with known answers: times, geometric means, and what became slower.
#[derive(Debug, Parser)]
#[command(
    name = "suite",
    after_help = "Exit codes: 0 done; 1 an answer was wrong; 2 bad usage or input."
)]
pub(crate) struct Arguments {
    /// Rounds; in each of them every strategy runs once on an instance, in another order.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Only instances with this in their names; given several times, with one of them.
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Vec<String>,
    /// Only this strategy; may be given several times. `auto` is what others are measured against,
    /// or the first one.
    #[arg(long, value_name = "NAME", value_parser = known_strategy)]
    strategy: Vec<&'static dyn Strategy>,
    /// Times the first solution of each instance.
    #[arg(long, conflicts_with = "all")]
    pub(crate) first: bool,
    /// Counts all solutions (the default).
    #[arg(long)]
    all: bool,
    /// Adds the instances that take seconds even the fastest.
    #[arg(long)]
    pub(crate) long: bool,
    /// Seconds after which a strategy is given up on an instance.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
    /// What is counted: time that passes, or processor time, for a busy machine.
    #[arg(long, value_name = "KIND", value_enum, default_value_t = Clock::Wall)]
    pub(crate) clock: Clock,
    /// Saves the times, to be a baseline.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Compares with the times of a saved run.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Writes the tables in Markdown.
    #[arg(long)]
    markdown: bool,
    /// Shows the nodes of every strategy, not only of the first.
    #[arg(long)]
    nodes: bool,
    /// What `cargo bench` adds.
    #[arg(long, hide = true)]
    bench: bool,
}

fn known_strategy(name: &str) -> Result<&'static dyn Strategy, String> {
    strategy::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = strategy::ALL.iter().map(|strategy| strategy.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

impl Arguments {
    /// What is asked of instances that can be asked for either.
    pub(crate) fn asked(&self) -> Ask {
        if self.first { Ask::First } else { Ask::All }
    }

    /// How it is measured: every strategy of the registry, unless some are named.
    pub(crate) fn settings(&self) -> Settings {
        let named = |other: &&&dyn Strategy| {
            self.strategy.is_empty() || self.strategy.iter().any(|one| one.name() == other.name())
        };
        Settings {
            strategies: strategy::ALL.iter().filter(named).copied().collect(),
            rounds: self.rounds,
            ask: self.asked(),
            clock: self.clock,
            limit: Duration::from_secs(self.time_limit),
        }
    }

    /// How the tables look.
    pub(crate) fn look(&self) -> Look {
        Look { markdown: self.markdown, nodes: self.nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words = std::iter::once("suite").chain(line.split_whitespace());
        Arguments::try_parse_from(words).map_err(|error| error.to_string())
    }

    #[test]
    fn what_cargo_adds_changes_nothing() {
        let arguments = parse("--bench").unwrap();
        assert_eq!((arguments.rounds, arguments.asked()), (5, Ask::All));
        let names: Vec<&str> = strategy::ALL.iter().map(|strategy| strategy.name()).collect();
        let settings = arguments.settings();
        assert_eq!(settings.strategies.iter().map(|one| one.name()).collect::<Vec<_>>(), names);
        assert_eq!(settings.limit, Duration::from_secs(20));
    }

    #[test]
    fn strategies_come_in_the_order_of_the_registry_whatever_the_order_of_their_names() {
        let settings = parse("--strategy bits --strategy links --first").unwrap().settings();
        let names: Vec<&str> = settings.strategies.iter().map(|one| one.name()).collect();
        assert_eq!((names, settings.ask), (vec!["links", "bits"], Ask::First));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |line| parse(line).map(|_| ()).unwrap_err();
        let unknown = error("--strategy knuth");
        assert!(unknown.contains("'knuth'") && unknown.contains("auto, links"), "{unknown}");
        assert!(error("--rounds 0").contains("0 is not in 1.."));
        assert!(error("--first --all").contains("cannot be used with"));
        assert!(error("--clock sand").contains("[possible values: wall, cpu]"));
    }
}
