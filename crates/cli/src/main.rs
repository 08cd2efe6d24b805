//! The program `quadrille`: exact cover and sudoku; solves, counts, checks, explains, and compares
//! strategies.
//!
//! Everything that knows about puzzles is in the libraries. Here are arguments ([`args`]), inputs
//! ([`input`]), output and colours ([`output`]), exit codes ([`status`]), and a file for each verb
//! ([`verbs`]).

mod amounts;
mod args;
mod input;
mod interrupt;
mod memory;
mod output;
mod progress;
mod render;
mod status;
mod stream;
mod variants;
mod verbs;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::ColorChoice;

use args::Verb;
use output::{Messages, Out};
use quadrille_sudoku::CancelToken;
use status::Status;

/// What every verb works with.
#[derive(Debug)]
struct Context {
    out: Out,
    messages: Messages,
    /// Pulled by Ctrl-C.
    cancel: CancelToken,
}

fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let choice = cli.color.into();
    let mut context = Context {
        out: Out::new(choice),
        messages: Messages::new(choice),
        cancel: interrupt::token(),
    };
    let status = run(cli.verb, &mut context).and_then(|status| {
        context.out.flush()?;
        Ok(status)
    });
    match status {
        Ok(status) => status.into(),
        Err(error) => unwritten(&error, context.messages),
    }
}

/// Prints help, or what is wrong with the command line.
fn explain(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(unwritable) if !error.use_stderr() => {
            unwritten(&unwritable, Messages::new(ColorChoice::Auto))
        }
        _ if error.use_stderr() => Status::Bad.into(),
        _ => Status::Done.into(),
    }
}

/// What becomes of a run whose results cannot be written.
fn unwritten(error: &io::Error, messages: Messages) -> ExitCode {
    match error.kind() {
        // Whoever read our output has seen enough: `| head -1`.
        io::ErrorKind::BrokenPipe => Status::Done.into(),
        _ => {
            messages.error("", &format_args!("cannot write the results: {error}"));
            Status::Bad.into()
        }
    }
}

fn run(verb: Verb, context: &mut Context) -> io::Result<Status> {
    match verb {
        Verb::Solve(args) => verbs::solve::run(&args, context),
        Verb::Check(args) => verbs::check::run(&args, context),
        Verb::Candidates(args) => verbs::candidates::run(&args, context),
        Verb::Convert(args) => verbs::convert::run(&args, context),
        Verb::Draw(args) => verbs::draw::run(&args, context),
        Verb::Count(args) => verbs::count::run(&args, context),
        Verb::Step(args) => verbs::step::run(&args, context),
        Verb::Watch(args) => verbs::watch::run(&args, context),
        Verb::Compare(args) => verbs::compare::run(&args, context),
        Verb::Corpus(args) => verbs::corpus::run(&args, context),
        Verb::Lab(args) => verbs::lab::run(&args, context),
        Verb::Cover(args) => verbs::cover::run(&args, context),
        Verb::Puzzle(args) => verbs::puzzle::run(&args, context),
        Verb::Completions(args) => verbs::completions::run(&args, context),
        Verb::Man => verbs::man::run(context),
    }
}
