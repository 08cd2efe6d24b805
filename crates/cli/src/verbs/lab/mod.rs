//! `quadrille lab`: measurements that a file defines, and what their results say.

mod list;
mod look;
mod plot;
mod run;
mod scaling;

use std::io;
use std::path::Path;

use clap::{Args, Subcommand};
use quadrille_lab::results::{Results, load};

use crate::Context;
use crate::args::{examples, prose};
use crate::status::Status;

const ABOUT: &str = "\
Measure engines as a file defines it, and compare them

A definition names engines (strategies of this program, or any program that reads puzzles
and writes answers), corpora of sudokus or of exact-cover problems, what is asked and how
far to go. `run` measures, verifies every answer, and keeps everything in a file of
results, from which the other verbs tell what it says. docs/LAB.md has both formats.";

/// Measure engines as a file defines it, and compare them
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille lab list", "what there is to measure, and definitions that come with the program"),
    ("quadrille lab run quick", "one of these"),
    ("quadrille lab run mine.toml -o mine.json", ""),
    ("quadrille lab report mine.json --format markdown", ""),
    ("quadrille lab report mine.json --format html > mine.html", "tables and plots on one page"),
    ("quadrille lab plot mine.json --output plots", "the plots as files"),
    ("quadrille lab scaling queens --budget 10s", "how far strategies get, and how their times grow"),
    ("quadrille lab cmp before.json after.json", "the same engines in two runs"),
]))]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Run(run::RunArgs),
    Scaling(Box<scaling::ScalingArgs>),
    Report(look::ReportArgs),
    Cmp(look::CmpArgs),
    Rank(look::RankArgs),
    Plot(plot::PlotArgs),
    List(list::ListArgs),
}

pub(crate) fn run(args: &LabArgs, context: &mut Context) -> io::Result<Status> {
    match &args.verb {
        Verb::Run(args) => run::run(args, context),
        Verb::Scaling(args) => scaling::run(args, context),
        Verb::Report(args) => look::report(args, context),
        Verb::Cmp(args) => look::cmp(args, context),
        Verb::Rank(args) => look::rank(args, context),
        Verb::Plot(args) => plot::run(args, context),
        Verb::List(args) => list::run(args, context),
    }
}

/// Reads results; what is wrong with them is reported.
fn read(path: &Path, context: &Context) -> Option<Results> {
    match load(path) {
        Ok(results) => Some(results),
        Err(error) => {
            context.messages.error(&path.display().to_string(), &error);
            None
        }
    }
}
