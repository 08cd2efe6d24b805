//! The arguments that verbs share, and their help.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Duration;

use anstream::ColorChoice;
use anstyle::Style;
use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_sudoku::strategy::{self, Strategy};
use quadrille_sudoku::{CancelToken, Limits, Shape};

use crate::verbs::check::CheckArgs;
use crate::verbs::compare::CompareArgs;
use crate::verbs::completions::CompletionsArgs;
use crate::verbs::solve::SolveArgs;
use crate::verbs::step::StepArgs;

/// The strategy of every verb that takes one, unless another is named.
pub(crate) const DEFAULT_STRATEGY: &str = "dlx";

/// Solve, check and enumerate sudokus through exact cover, and compare solver strategies
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = exit_codes(),
    after_long_help = program_help()
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
    Step(StepArgs),
    Compare(CompareArgs),
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

/// How puzzles are shaped.
#[derive(Debug, Args)]
pub(crate) struct ShapeArgs {
    /// Rows × columns of a box: 3x3 for the classic 9×9, 2x3 for 6×6, 4x4 for 16×16, up to 64×64
    #[arg(long = "box", value_name = "RxC", default_value = "3x3", value_parser = parse_shape)]
    pub(crate) shape: Shape,
}

fn parse_shape(text: &str) -> Result<Shape, String> {
    let expected = || format!("expected two numbers as in `3x3`, found `{text}`");
    let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(expected)?;
    let rows = rows.trim().parse().map_err(|_| expected())?;
    let columns = columns.trim().parse().map_err(|_| expected())?;
    Shape::new(rows, columns).map_err(|error| error.to_string())
}

/// What searches a puzzle.
#[derive(Debug, Args)]
pub(crate) struct StrategyArgs {
    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = DEFAULT_STRATEGY,
          value_parser = strategy_parser())]
    pub(crate) strategy: &'static dyn Strategy,
}

/// Takes the name of a strategy in the registry, and lists them all in the long help.
pub(crate) fn strategy_parser() -> impl TypedValueParser<Value = &'static dyn Strategy> {
    let value =
        |strategy: &&dyn Strategy| PossibleValue::new(strategy.name()).help(strategy.description());
    let values: Vec<PossibleValue> = strategy::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| strategy::by_name(&name).ok_or_else(|| format!("no strategy `{name}`")))
}

/// How far a search goes.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Stop the search of a puzzle after this time: `10s`, `500ms`, `1.5s`, `2m` [default: none]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,

    /// Stop the search of a puzzle after this many nodes (digits placed) [default: none]
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
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

/// Which of the solutions are wanted.
#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    /// Find up to this many solutions
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "all")]
    pub(crate) limit: Option<NonZeroU64>,

    /// Find all solutions
    #[arg(long, short)]
    pub(crate) all: bool,
}

/// A heading and what stands under it, styled as clap styles its own.
fn section(help: &mut StyledStr, heading: &str, body: &str) {
    let style = Style::new().bold().underline();
    // Writing to a string cannot fail.
    let _ = write!(help, "{style}{heading}:{style:#}\n{body}");
}

/// The exit codes, which are the same for all verbs.
pub(crate) fn exit_codes() -> StyledStr {
    let mut help = StyledStr::new();
    section(
        &mut help,
        "Exit codes",
        "  0  done, and the answer is yes where there is one\n  \
           1  a negative answer: no solution, not unique, a strategy was wrong\n  \
           2  bad input or usage\n  \
           3  stopped by a limit or by Ctrl-C before the answer was known\n\
         If several apply, 2 stands before 3, and 3 before 1.",
    );
    help
}

/// Examples (a command, and what it does), then the exit codes.
pub(crate) fn examples(examples: &[(&str, &str)]) -> StyledStr {
    let mut body = String::new();
    for (command, remark) in examples {
        if !remark.is_empty() {
            let _ = writeln!(body, "  # {remark}");
        }
        let _ = writeln!(body, "  {command}");
    }
    let mut help = StyledStr::new();
    section(&mut help, "Examples", &body);
    let _ = write!(help, "\n{}", exit_codes().ansi());
    help
}

fn program_help() -> StyledStr {
    let mut help = StyledStr::new();
    section(
        &mut help,
        "Puzzles",
        "  A verb takes any number of files, puzzles written out, or `-` for standard\n  \
           input, which is also what it reads when it is given none. A file may hold\n  \
           many puzzles: a line of 81 characters each (empty cells `.`, `0`, `_`, `*`,\n  \
           `-` or `?`), nine lines of nine, a drawn grid, or JSON. An entry that cannot\n  \
           be read is reported with file, line and column, and the others still run.\n  \
           Results go to standard output, in the order of the input, everything else to\n  \
           standard error.\n\n",
    );
    let shown = examples(&[
        ("quadrille solve puzzles.txt", "solve a file, a line for each puzzle"),
        ("quadrille solve --all --format grid puzzle.txt", "draw every solution"),
        ("quadrille check puzzles.txt | sort | uniq -c", "how many are unique?"),
        ("quadrille compare", "which strategy is the fastest?"),
    ]);
    let _ = write!(help, "{}", shown.ansi());
    help
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
    fn boxes_are_two_numbers() {
        assert_eq!(parse_shape("2x3").map(|shape| shape.size()), Ok(6));
        assert_eq!(parse_shape("4X4").map(|shape| shape.size()), Ok(16));
        for bad in ["", "3", "3x", "x3", "axb", "0x3", "9x9", "-1x3", "3x3x3"] {
            assert!(parse_shape(bad).is_err(), "{bad}");
        }
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
