//! `quadrille corpus sort`: puzzles in order.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, mpsc};
use std::thread;

use clap::{Args, ValueEnum};
use quadrille_sudoku::canonical::{Packed, canonical};
use quadrille_sudoku::strategy::Strategy;
use quadrille_sudoku::{Puzzle, Report, Request};

use super::Walked;
use super::write::{WriteArgs, Writer};
use crate::Context;
use crate::args::{LimitArgs, ThreadArgs, can_take, examples, prose, values};
use crate::input::InputArgs;
use crate::output::plural;
use crate::progress::Progress;
use crate::status::Status;

/// Puzzles that a thread takes at once: enough to fill the lanes of a batch.
const PORTION: usize = 256;

const ABOUT: &str = "\
Put puzzles in order

Puzzles that are equal in what they are sorted by stay in the order of the input,
with --reverse too. Nodes are those of the search for two solutions, which proves
that there is one, or several; they depend on the strategy.

All puzzles are kept in memory, about 150 bytes for each 9×9. After Ctrl-C nothing
is written. A puzzle whose search a limit stopped stands by the nodes it had come
to, and the exit code is 3.";

/// Put puzzles in order
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus sort --by clues puzzles.txt > sorted.txt", ""),
    ("quadrille corpus sort --by nodes --reverse puzzles.txt | head -100", "the hardest"),
    ("quadrille corpus sort --by canonical puzzles.txt", "isomorphic ones side by side"),
]))]
pub(super) struct SortArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// What to sort by
    #[arg(long, value_name = "KEY", default_value = "line")]
    by: Key,

    /// The greatest first
    #[arg(long, short)]
    reverse: bool,

    /// What searches for the nodes [default: lanes for 9×9, else auto]
    #[arg(long, short, value_name = "NAME", value_parser = values::strategy())]
    strategy: Option<&'static dyn Strategy>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    write: WriteArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Key {
    /// The cells in reading order, an empty one before 1
    Line,
    /// The number of clues
    Clues,
    /// The nodes of a search: how hard it is for the strategy
    Nodes,
    /// The canonical form, only of 9×9 without pencilmarks
    Canonical,
}

/// All puzzles, and what belongs to each.
#[derive(Debug, Default)]
struct Corpus {
    puzzles: Vec<Puzzle>,
    comments: Vec<Option<String>>,
    /// If it is sorted by these.
    forms: Vec<Packed>,
}

pub(super) fn run(args: &SortArgs, context: &mut Context) -> io::Result<Status> {
    let strategy = super::strategy(args.strategy, args.input.shape.shape());
    let able = match args.by {
        Key::Canonical => super::has_forms(args.input.shape.shape()),
        Key::Nodes => can_take(strategy, &args.input.shape),
        Key::Line | Key::Clues => Ok(()),
    };
    if let Err(message) = able {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let mut corpus = Corpus::default();
    let Walked { mut status, complete } = super::each(&args.input, context, |located, context| {
        if args.by == Key::Canonical {
            match canonical(&located.puzzle) {
                Ok(form) => corpus.forms.push(form.packed()),
                Err(why) => return Ok(super::refuse(&located, &why, context)),
            }
        }
        corpus.puzzles.push(located.puzzle);
        corpus.comments.push(located.comment);
        Ok(Status::Done)
    })?;
    if !complete {
        return Ok(status);
    }
    let mut nodes = Vec::new();
    if args.by == Key::Nodes {
        let reports = reports(&corpus.puzzles, strategy, args, context);
        if context.cancel.is_cancelled() {
            context.messages.warning(&"interrupted: nothing is written");
            status.note(Status::Stopped);
            return Ok(status);
        }
        let stopped = reports.iter().filter(|report| report.verdict.is_stopped()).count();
        if stopped > 0 {
            let stopped = plural(stopped as u64, "puzzle");
            let remark = "a limit stopped the search: sorted by the nodes until then";
            context.messages.warning(&format_args!("{stopped}: {remark}"));
            status.note(Status::Stopped);
        }
        nodes = reports.iter().map(|report| report.nodes).collect();
    }
    let puzzles = &corpus.puzzles;
    let order = match args.by {
        Key::Line => order(puzzles, args.reverse, |puzzle| (puzzle.values(), puzzle.pencilmarks())),
        Key::Clues => order(puzzles, args.reverse, |puzzle| puzzle.clue_count()),
        Key::Nodes => order(&nodes, args.reverse, |&nodes| nodes),
        Key::Canonical => order(&corpus.forms, args.reverse, |form| form),
    };
    let mut writer = Writer::new(args.write);
    for number in order {
        if let (Some(puzzle), Some(comment)) = (puzzles.get(number), corpus.comments.get(number)) {
            writer.write(&mut context.out, puzzle, comment.as_deref())?;
        }
    }
    context.out.flush()?;
    Ok(status)
}

/// The numbers of things by their keys; equal ones in the order in which they are.
fn order<'a, T, K: Ord>(things: &'a [T], reverse: bool, key: impl Fn(&'a T) -> K) -> Vec<usize> {
    let keys: Vec<K> = things.iter().map(key).collect();
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (keys.get(a), keys.get(b));
        if reverse { b.cmp(&a) } else { a.cmp(&b) }
    });
    order
}

/// What becomes of each puzzle, by all threads.
fn reports(
    puzzles: &[Puzzle],
    strategy: &'static dyn Strategy,
    args: &SortArgs,
    context: &Context,
) -> Vec<Report> {
    let request = Request::up_to(2).within(args.limits.limits(&context.cancel));
    let parts = Mutex::new(puzzles.chunks(PORTION).enumerate());
    let mut found: Vec<Vec<Report>> = vec![Vec::new(); puzzles.len().div_ceil(PORTION)];
    let mut progress = Progress::of_puzzles(&context.out);
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        for _ in 0..args.threads.count().min(found.len()) {
            let (sender, parts, request) = (sender.clone(), &parts, &request);
            scope.spawn(move || {
                let next = || parts.lock().ok()?.next();
                while let Some((number, part)) = next() {
                    let mut receive = |_, _: &[u8]| ControlFlow::Continue(());
                    let reports = strategy.solve_batch(part, request, &mut receive);
                    if sender.send((number, reports)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, reports) in done {
            progress.add(reports.len() as u64);
            if let Some(slot) = found.get_mut(number) {
                *slot = reports;
            }
        }
    });
    progress.clear();
    found.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_stay_in_order_both_ways() {
        let things = [3, 1, 2, 1, 3];
        assert_eq!(order(&things, false, |&thing| thing), [1, 3, 2, 0, 4]);
        assert_eq!(order(&things, true, |&thing| thing), [0, 4, 2, 1, 3]);
    }
}
