//! `quadrille cover`: exact-cover problems of any kind.
//!
//! A file a verb. What they share: problems from files ([`input`]), options by their items
//! ([`names`]), how to search ([`task`]), which part ([`shard`]), by how many threads ([`threads`]), what goes
//! on beside a search ([`watch`], [`save`]); and what `quadrille watch` shows ([`show`]).

mod check;
mod convert;
mod count;
mod diagram;
mod estimate;
mod explain;
mod input;
mod lint;
mod merge;
mod names;
mod preprocess;
mod save;
mod shard;
pub(in crate::verbs) mod show;
mod solution;
mod solve;
mod split;
mod task;
mod threads;
mod watch;

use std::io;

use clap::{Args, Subcommand};

use crate::Context;
use crate::args::{examples, prose};
use crate::status::Status;

const ABOUT: &str = "\
Solve, count, check, explain and convert exact-cover problems

Given items and options, each a set of items, which sets of options cover every
item just once? Tilings, queens, word puzzles, timetables are of this kind.

A problem is a file, or `-` for standard input, in the text format of Knuth's
programs (TAOCP 7.2.2.1), with secondary items, colours, multiplicities and
costs:

  | a comment
  a 0:2|b 3|c | x y     items: primary ones, u:v|name to be covered
                        u to v times; behind the bar secondary ones
  a b x:red |7          an option: items, a colour, a cost
  b y

or in JSON, as `cover convert --to json` writes it. What begins with `{` is JSON, and
so is a file whose name ends in `.json`.

Options are numbered from 0, in the order of the file, wherever a number is
written or read.";

/// Solve, count, check, explain and convert exact-cover problems
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover count -", "92"),
    ("quadrille cover solve problem.dlx", "the first solution"),
    ("quadrille cover solve --all problem.dlx | quadrille cover check problem.dlx -", ""),
    ("quadrille cover explain problem.dlx", "why is there no solution?"),
    ("quadrille cover solve --help", "all that it can be told"),
]))]
pub(crate) struct CoverArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Solve(Box<solve::SolveArgs>),
    Count(Box<count::CountArgs>),
    Check(check::CheckArgs),
    Explain(explain::ExplainArgs),
    Estimate(estimate::EstimateArgs),
    Split(split::SplitArgs),
    Merge(merge::MergeArgs),
    Diagram(diagram::DiagramArgs),
    Lint(lint::LintArgs),
    Preprocess(preprocess::PreprocessArgs),
    Convert(convert::ConvertArgs),
}

pub(crate) fn run(args: &CoverArgs, context: &mut Context) -> io::Result<Status> {
    match &args.verb {
        Verb::Solve(args) => solve::run(args, context),
        Verb::Count(args) => count::run(args, context),
        Verb::Check(args) => check::run(args, context),
        Verb::Explain(args) => explain::run(args, context),
        Verb::Estimate(args) => estimate::run(args, context),
        Verb::Split(args) => split::run(args, context),
        Verb::Merge(args) => merge::run(args, context),
        Verb::Diagram(args) => diagram::run(args, context),
        Verb::Lint(args) => lint::run(args, context),
        Verb::Preprocess(args) => preprocess::run(args, context),
        Verb::Convert(args) => convert::run(args, context),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Cli;

    /// Every verb within a verb shows examples of itself, and exit codes.
    pub(super) fn check_help_of_verbs(command: &clap::Command) {
        for verb in command.get_subcommands() {
            let name = verb.get_name();
            let help = verb.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples"), "{name}");
            assert!(help.contains("Exit codes"), "{name}");
            assert!(help.contains(&format!("{} {name}", command.get_name())), "{name}");
        }
    }

    #[test]
    fn every_verb_shows_examples_and_exit_codes() {
        let command = Cli::command();
        let cover = command.find_subcommand("cover").expect("a verb");
        check_help_of_verbs(cover);
    }
}
