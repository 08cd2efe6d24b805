//! The arguments that verbs share, and their help.

mod help;
mod line;
mod shape;
pub(crate) mod values;

use std::num::{NonZero, NonZeroU64};
use std::time::Duration;

use anstream::ColorChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_sudoku::strategy::{Auto, Strategy, check_shape};
use quadrille_sudoku::{CancelToken, Limits, Shape, strategy};

use crate::verbs::candidates::CandidatesArgs;
use crate::verbs::check::CheckArgs;
use crate::verbs::compare::CompareArgs;
use crate::verbs::completions::CompletionsArgs;
use crate::verbs::convert::ConvertArgs;
use crate::verbs::corpus::CorpusArgs;
use crate::verbs::count::CountArgs as CountVerbArgs;
use crate::verbs::cover::CoverArgs;
use crate::verbs::draw::DrawArgs;
use crate::verbs::lab::LabArgs;
use crate::verbs::puzzle::PuzzleArgs;
use crate::verbs::solve::SolveArgs;
use crate::verbs::step::StepArgs;
use crate::verbs::watch::WatchArgs;

use crate::output::Messages;

pub(crate) use help::{examples, exit_codes, prose, section};
pub(crate) use line::parse;
pub(crate) use shape::{ShapeArgs, is_enough};

/// The strategy of every verb that takes one, unless another is named.
pub(crate) const DEFAULT_STRATEGY: &str = "auto";

/// Exact cover and sudoku: solve, count, check, explain, and compare solver strategies
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = exit_codes(),
    after_long_help = help::program()
)]
pub(crate) struct Cli {
    /// When to use colours; `auto`: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 1000)]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(SolveArgs),
    Check(CheckArgs),
    Count(CountVerbArgs),
    Candidates(CandidatesArgs),
    Convert(ConvertArgs),
    Draw(DrawArgs),
    Step(StepArgs),
    Watch(WatchArgs),
    Compare(CompareArgs),
    Corpus(CorpusArgs),
    Lab(LabArgs),
    Cover(CoverArgs),
    Puzzle(PuzzleArgs),
    Completions(CompletionsArgs),
    /// Write the manual page
    ///
    /// One page for the program and all its verbs, for `man -l -` or to be installed.
    #[command(after_long_help = examples(&[
        ("quadrille man | man -l -", "read it"),
        ("quadrille man > ~/.local/share/man/man1/quadrille.1", "install it"),
    ]))]
    Man,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// What searches a puzzle.
#[derive(Debug, Args)]
pub(crate) struct StrategyArgs {
    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = DEFAULT_STRATEGY,
          value_parser = values::strategy())]
    pub(crate) strategy: &'static dyn Strategy,
}

/// The strategy of every verb that takes one, unless another is named.
pub(crate) fn default_strategy() -> &'static dyn Strategy {
    strategy::by_name(DEFAULT_STRATEGY).unwrap_or(strategy::ALL[0])
}

impl StrategyArgs {
    /// Whether the strategy can take puzzles of this shape; else why not, and which can.
    pub(crate) fn check(&self, shape: &ShapeArgs) -> Result<(), String> {
        can_take(self.strategy, shape)
    }
}

/// Whether a strategy can take puzzles of this shape; else why not, and which can.
pub(crate) fn can_take(strategy: &dyn Strategy, shape: &ShapeArgs) -> Result<(), String> {
    check_shape(strategy, shape.shape()).map_err(|error| error.to_string())
}

/// Whether to say what searches.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Say on standard error which strategy is picked, and why
    #[arg(long)]
    explain_strategy: bool,
}

impl ExplainArgs {
    /// Whether it is wanted.
    pub(crate) fn is_asked(&self) -> bool {
        self.explain_strategy
    }

    /// Says it, if that is wanted.
    pub(crate) fn tell(&self, strategy: &dyn Strategy, shape: Shape, messages: Messages) {
        if !self.explain_strategy {
            return;
        }
        if strategy.name() != Auto.name() {
            messages.note(&format_args!("strategy {}: as was asked for", strategy.name()));
            return;
        }
        let (few, many) = (Auto.choose(shape, 1), Auto.choose(shape, Auto::MANY));
        let (name, reason) = (few.strategy.name(), few.reason);
        if name == many.strategy.name() {
            return messages.note(&format_args!("strategy {name}: {reason}"));
        }
        let least = Auto::MANY;
        messages.note(&format_args!(
            "strategy {name} where fewer than {least} are read at once: {reason}"
        ));
        let (name, reason) = (many.strategy.name(), many.reason);
        messages.note(&format_args!("strategy {name} where more are: {reason}"));
    }
}

/// How many threads search.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Search by this many threads, 1 to 1024, each puzzle by one [default: all cores]
    ///
    /// What is written is the same for any number, and in the order of the input. One more thread
    /// reads.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
}

impl ThreadArgs {
    /// How many that are.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(cores)
    }
}

/// How far a search goes.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Stop the search of a puzzle after this time: `10s`, `500ms`, `1.5s`, `2m` [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = values::time)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop the search of a puzzle after this many nodes: digits placed, or of `auto`, `fast`
    /// and `lanes` on 9×9 guesses [default: none]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::nodes)]
    pub(crate) node_limit: Option<u64>,
}

impl LimitArgs {
    /// The limits of each puzzle, Ctrl-C included.
    pub(crate) fn limits(&self, cancel: &CancelToken) -> Limits {
        let mut limits = Limits::none().with_cancel(cancel.clone());
        limits.time = self.time_limit;
        limits.nodes = self.node_limit;
        limits
    }
}

/// How much memory a search may use to save time.
#[derive(Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Use up to this much memory for what is remembered to save time: `512M`, `4GiB`, or bytes [default:
    /// 1GiB]
    ///
    /// K, M and G are powers of 1024, as KiB, MiB and GiB. It is used by counts that remember what
    /// sub-problems have come to (`dd`). With less, the count takes longer, and is the same. What a
    /// search needs in any case is not limited. Where nothing is remembered it is an error.
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = values::bytes)]
    pub(crate) memory_limit: Option<u64>,
}

/// Which of the solutions are wanted.
#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    /// Find up to this many solutions
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "all",
          allow_negative_numbers = true, value_parser = values::solutions)]
    pub(crate) limit: Option<NonZeroU64>,

    /// Find all solutions
    #[arg(long, short)]
    pub(crate) all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_verb_shows_examples_and_exit_codes() {
        for verb in Cli::command().get_subcommands() {
            let help = verb.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples"), "{}", verb.get_name());
            assert!(help.contains("Exit codes"), "{}", verb.get_name());
        }
    }

    #[test]
    fn the_default_strategy_is_in_the_registry() {
        assert!(strategy::by_name(DEFAULT_STRATEGY).is_some());
    }
}
