//! `quadrille cover diagram`: all solutions as a decision diagram, in a file.
//!
//! A file a verb or a few of one kind. What they share: the file ([`mod@file`]), solutions ([`show`]).

mod build;
mod export;
mod file;
mod info;
mod list;
mod rank;
mod restrict;
mod show;
mod tables;

use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueHint};
use quadrille_cover::Diagram;

use super::input::{self, Loaded};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::unless_cancelled;
use crate::status::Status;

const ABOUT: &str = "\
Keep all solutions of an exact-cover problem as a decision diagram

`build` makes a diagram of a problem and writes it to a file, with the problem. All
other verbs read that file and search no more: they count, list, sample and weigh
the solutions, however many there are.

The solutions stand in an order, which is that of the diagram and not that of
`cover solve`. Their places in it are counted from 1, and options from 0, in the
order of the problem, wherever a number is written or read.";

/// Keep all solutions of an exact-cover problem as a decision diagram
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle polyomino 8x8 --pieces '1x2*any' | quadrille cover diagram build - -o dominoes.qdd",
     "all 12,988,816 tilings"),
    ("quadrille cover diagram sample -n 3 --seed 1 --render dominoes.qdd", "three of them at random"),
    ("quadrille cover diagram marginals dominoes.qdd", "in how many tilings is each domino?"),
    ("quadrille cover diagram restrict --given 0 dominoes.qdd -o some.qdd", "those with option 0"),
]))]
pub(super) struct DiagramArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Build(build::BuildArgs),
    Info(info::InfoArgs),
    Count(info::CountArgs),
    List(list::ListArgs),
    Nth(list::NthArgs),
    Rank(rank::RankArgs),
    Sample(list::SampleArgs),
    Cheapest(list::CheapestArgs),
    Marginals(tables::MarginalsArgs),
    Sizes(tables::SizesArgs),
    Restrict(restrict::RestrictArgs),
    Export(export::ExportArgs),
}

pub(super) fn run(args: &DiagramArgs, context: &mut Context) -> io::Result<Status> {
    match &args.verb {
        Verb::Build(args) => build::run(args, context),
        Verb::Info(args) => info::run(args, context),
        Verb::Count(args) => info::count(args, context),
        Verb::List(args) => list::list(args, context),
        Verb::Nth(args) => list::nth(args, context),
        Verb::Rank(args) => rank::run(args, context),
        Verb::Sample(args) => list::sample(args, context),
        Verb::Cheapest(args) => list::cheapest(args, context),
        Verb::Marginals(args) => tables::marginals(args, context),
        Verb::Sizes(args) => tables::sizes(args, context),
        Verb::Restrict(args) => restrict::run(args, context),
        Verb::Export(args) => export::run(args, context),
    }
}

/// The diagram that a verb works on.
#[derive(Debug, Args)]
struct DiagramFileArgs {
    /// A diagram that `cover diagram build` has written, or `-` for standard input
    #[arg(value_name = "DIAGRAM | -", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    diagram: OsString,
}

/// A diagram that was read, and its problem.
#[derive(Debug)]
struct Opened {
    /// Messages call it by the diagram's file.
    loaded: Loaded,
    diagram: Diagram,
    head: file::Head,
}

impl DiagramFileArgs {
    /// Reads the diagram; what is wrong with it is said here, as JSON too if that is wanted.
    fn open(&self, json: bool, context: &mut Context) -> io::Result<Result<Arc<Opened>, Status>> {
        let source = input::source(&self.diagram);
        let read = unless_cancelled(&context.cancel, move || file::read(&source));
        Ok(input::fetched_or_told(read, json, context)?.map(Arc::new))
    }
}

/// Works something out that may take long; what Ctrl-C leaves undone is said here.
fn work_out<T: Send + 'static>(
    opened: &Arc<Opened>,
    context: &mut Context,
    work: impl FnOnce(&Opened) -> T + Send + 'static,
) -> Result<T, Status> {
    let opened = Arc::clone(opened);
    input::fetched(unless_cancelled(&context.cancel, move || Ok(work(&opened))), context)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Cli;
    use crate::verbs::cover::tests::check_help_of_verbs;

    #[test]
    fn every_verb_shows_examples_and_exit_codes() {
        let command = Cli::command();
        let cover = command.find_subcommand("cover").expect("a verb");
        let diagram = cover.find_subcommand("diagram").expect("a verb");
        check_help_of_verbs(diagram);
    }
}
