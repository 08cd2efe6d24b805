//! `quadrille step`: one solution after the other, as many as one wants to see.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::num::NonZeroU64;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use clap::{Args, ValueHint};
use quadrille_sudoku::strategy::Searcher;
use quadrille_sudoku::{Limits, Meter, Step, verify};

use crate::Context;
use crate::args::{ShapeArgs, StrategyArgs, examples, values};
use crate::input::{GLANCE, InputArgs, Item, Located, Puzzles, find_shape};
use crate::output::plural;
use crate::render::{self, Format, Style};
use crate::status::Status;

/// Show the solutions of a puzzle one by one
///
/// Draws a solution and waits: Enter shows the next one, `q` and Enter end. At the end it says how
/// many solutions there were. The search is only ever as far as what is shown: the first solutions
/// of a puzzle with billions of them come at once.
///
/// If standard input or output is no terminal, all solutions are written without waiting, a line
/// each, up to --limit; how many there were is then said on standard error.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille step \\\n    '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'", ""),
    ("quadrille step ambiguous.txt", "browse the solutions of an ambiguous puzzle"),
    ("quadrille step --box 2x2 '................' | wc -l", "288: every 4×4 grid"),
]))]
pub(crate) struct StepArgs {
    /// A puzzle, a file with one, or `-` for standard input [default: -]
    #[arg(value_name = "PUZZLE | FILE | -", value_parser = values::input(),
          value_hint = ValueHint::FilePath)]
    pub(crate) input: Option<OsString>,

    #[command(flatten)]
    shape: ShapeArgs,

    #[command(flatten)]
    strategy: StrategyArgs,

    /// Show up to this many solutions [default: all]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true,
          value_parser = values::solutions)]
    limit: Option<NonZeroU64>,

    /// How to write solutions [default: `grid` on a terminal, else `line`]
    #[arg(long, short, value_name = "FORMAT", value_parser = render::text_formats())]
    format: Option<Format>,
}

pub(crate) fn run(args: &StepArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = find_shape(&args.shape, args.input.as_ref(), &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let inputs = args.input.iter().cloned().collect();
    let input = InputArgs { inputs, shape: ShapeArgs::of(args.shape.shape()) };
    let able = args.strategy.check(&args.shape);
    let mut puzzles = match able.and_then(|()| Puzzles::open(&input, &context.cancel)) {
        Ok(puzzles) => puzzles,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let located = match puzzles.next(&mut context.out)? {
        Some(Item::Puzzle(located)) => located,
        Some(Item::Invalid(fault) | Item::Unreadable(fault)) => {
            fault.report(context.messages);
            return Ok(Status::Bad);
        }
        None => return Ok(Status::Stopped),
    };
    if puzzles.next(&mut context.out)?.is_some() {
        let (source, line) = (&located.source, located.line);
        let message = format!("{source} holds more than one puzzle: showing that of line {line}");
        context.messages.warning(&message);
    }
    show(args, &located, context)
}

/// Why no more solutions are shown.
enum End {
    NoMore,
    Limit,
    Quit,
    Stopped,
}

fn show(args: &StepArgs, located: &Located, context: &mut Context) -> io::Result<Status> {
    // When the puzzle itself came from standard input there is nobody to press Enter.
    let waits = io::stdin().is_terminal()
        && context.out.is_terminal()
        && args.input.as_ref().is_some_and(|input| input != "-");
    let default = if context.out.is_terminal() { Format::Grid } else { Format::Line };
    let format = args.format.unwrap_or(default);
    let style = Style { format, colour: context.out.colour() };
    let mut searcher = args.strategy.strategy.searcher(&located.puzzle);
    let answers = waits.then(Answers::listen);
    let mut meter = Meter::start(&Limits::none().with_cancel(context.cancel.clone()));
    let mut shown = 0;
    let end = loop {
        match advance(&mut *searcher, &mut meter) {
            Step::Exhausted => break End::NoMore,
            Step::Paused => break End::Stopped,
            Step::Solution => {}
        }
        if let Err(fault) = verify(&located.puzzle, searcher.solution()) {
            let name = args.strategy.strategy.name();
            let message = format!("strategy `{name}` gave a grid that is no solution: {fault}");
            context.messages.error(&located.source, &message);
            return Ok(Status::Negative);
        }
        if waits && shown > 0 && format == Format::Grid {
            writeln!(context.out)?;
        }
        shown += 1;
        let number = if waits { 1 } else { shown };
        render::solution(&mut context.out, style, &located.puzzle, searcher.solution(), number)?;
        context.out.settle()?;
        // Asked before the question: there is nothing to ask behind the last one.
        if args.limit.is_some_and(|limit| limit.get() <= shown) {
            break End::Limit;
        }
        if let Some(answers) = &answers
            && !answers.wants_another(shown, context)?
        {
            break if context.cancel.is_cancelled() { End::Stopped } else { End::Quit };
        }
    };
    conclude(end, shown, waits, context)
}

/// Searches until something happens; [`Step::Paused`] only after Ctrl-C.
fn advance(searcher: &mut dyn Searcher, meter: &mut Meter) -> Step {
    while let Ok(mut budget) = meter.slice() {
        let step = searcher.advance(&mut budget);
        meter.settle(&budget);
        if step != Step::Paused {
            return step;
        }
    }
    Step::Paused
}

/// What is typed, line by line. A thread of its own reads, so that Ctrl-C ends the wait for it.
struct Answers(Receiver<Vec<u8>>);

impl Answers {
    fn listen() -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Answers(receiver)
    }

    /// Asks; [`is_quit`], the end of the input and Ctrl-C are a no.
    fn wants_another(&self, shown: u64, context: &mut Context) -> io::Result<bool> {
        write!(context.out, "solution {shown}: Enter for the next, q to end: ")?;
        context.out.flush()?;
        loop {
            match self.0.recv_timeout(GLANCE) {
                Ok(line) => return Ok(!is_quit(&line)),
                Err(RecvTimeoutError::Timeout) if !context.cancel.is_cancelled() => {}
                Err(_) => {
                    // The cursor still stands behind the question.
                    writeln!(context.out)?;
                    return Ok(false);
                }
            }
        }
    }
}

/// Whether what was typed ends it: anything that begins with `q`, large or small.
fn is_quit(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start(), [b'q' | b'Q', ..])
}

fn conclude(end: End, shown: u64, waits: bool, context: &mut Context) -> io::Result<Status> {
    let solutions = plural(shown, "solution");
    let (text, status) = match end {
        End::NoMore if shown == 0 => {
            writeln!(context.out, "no solution")?;
            return Ok(Status::Negative);
        }
        End::NoMore => (format!("no more solutions: {shown} in all"), Status::Done),
        End::Limit => (format!("{solutions} shown, as asked for; there may be more"), Status::Done),
        End::Quit => (format!("{solutions} shown; there may be more"), Status::Done),
        End::Stopped => (format!("stopped after {solutions}; there may be more"), Status::Stopped),
    };
    if waits {
        writeln!(context.out, "{text}")?;
    } else {
        context.out.flush()?;
        context.messages.note(&text);
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_or_a_small_q_ends() {
        for line in ["q", "Q", " quit", "QUIT\r"] {
            assert!(is_quit(line.as_bytes()), "{line}");
        }
        for line in ["", "\r", "n", "no q"] {
            assert!(!is_quit(line.as_bytes()), "{line}");
        }
    }
}
