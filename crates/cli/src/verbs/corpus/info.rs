//! `quadrille corpus info`: what is in a file of puzzles?

mod report;
mod tally;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use clap::Args;
use quadrille_sudoku::canonical::canonical;
use quadrille_sudoku::strategy::Strategy;
use quadrille_sudoku::{Grid, Puzzle, Request, verify};

use crate::Context;
use crate::args::{LimitArgs, ThreadArgs, can_take, examples, prose, values};
use crate::input::{Fault, InputArgs, Puzzles};
use crate::render;
use crate::status::Status;
use crate::stream::{self, Page, Place, Search, Work};
use crate::verbs::check::{Word, found};

use report::Report;
use tally::{Figures, Tally};

const ABOUT: &str = "\
Say what is in files of puzzles

Writes how many puzzles there are, their clues, how many have one solution, several
or none, how many are duplicates, as they stand and up to isomorphism, how many are
mapped to themselves by a symmetry, and the nodes of the search for two solutions,
which tell how hard they are: of the puzzles with one solution, the least, the
quartiles, the 90th and 99th percentile and the greatest (by nearest rank).

With --minimal also of how many puzzles with one solution no clue can be left out:
a search for each clue.

All solutions are verified. Duplicates are compared as `dedup` does, which takes
about 180 bytes for each 9×9 that differs; --no-duplicates saves that. After Ctrl-C
the figures are those of the puzzles until then, which is said, and the exit code
is 3; so it is if a limit stopped the search of a puzzle.";

/// Say what is in files of puzzles
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus info puzzles.txt", ""),
    ("quadrille corpus info --minimal --json puzzles.txt.gz | jq .minimal", "for other programs"),
]))]
pub(super) struct InfoArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Find out whether each clue is needed
    #[arg(long)]
    minimal: bool,

    /// Do not look for duplicates
    #[arg(long)]
    no_duplicates: bool,

    /// Write an object, with `puzzles`, `invalid`, `clues`, `solutions`, `duplicates`, `nodes` and others
    #[arg(long)]
    json: bool,

    /// What searches [default: lanes for 9×9, else auto]
    #[arg(long, short, value_name = "NAME", value_parser = values::strategy())]
    strategy: Option<&'static dyn Strategy>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn run(args: &InfoArgs, context: &mut Context) -> io::Result<Status> {
    let shape = args.input.shape.shape();
    let strategy = super::strategy(args.strategy, shape);
    let able = can_take(strategy, &args.input.shape);
    let puzzles = match able.and_then(|()| Puzzles::open(&args.input, &context.cancel)) {
        Ok(puzzles) => puzzles,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let request = Request::up_to(2).within(args.limits.limits(&context.cancel));
    let gatherer = Gatherer { args, strategy, request, tally: Mutex::new(Tally::new(shape)) };
    let summary = stream::run(&gatherer, puzzles, args.threads.count(), context)?;
    let tally = gatherer.tally.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let complete = !context.cancel.is_cancelled();
    let report = Report::new(tally, strategy.name(), args.minimal, !args.no_duplicates, complete);
    if args.json {
        render::json_line(&mut context.out, &report)?;
    } else {
        write!(context.out, "{}", report.text())?;
    }
    Ok(summary.status)
}

/// Looks at each puzzle, in whatever thread, and adds up.
struct Gatherer<'a> {
    args: &'a InfoArgs,
    strategy: &'static dyn Strategy,
    request: Request,
    tally: Mutex<Tally>,
}

impl Gatherer<'_> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        // Nothing under the lock leaves the figures half made.
        self.tally.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether a puzzle with one solution has several without any of its clues; `None` if a limit stopped a search.
    fn is_minimal(&self, puzzle: &Puzzle) -> Option<bool> {
        let clues: Vec<usize> =
            (0..puzzle.shape().cells()).filter(|&cell| puzzle.get(cell).is_some()).collect();
        let without = |&cell: &usize| {
            let mut grid: Grid = puzzle.grid().clone();
            grid.set(cell, 0).ok()?;
            Puzzle::new(grid).ok()
        };
        let fewer: Vec<Puzzle> = clues.iter().filter_map(without).collect();
        let mut sound = true;
        let reports = self.strategy.solve_batch(&fewer, &self.request, &mut |number, solution| {
            sound &= fewer.get(number).is_some_and(|fewer| verify(fewer, solution).is_ok());
            ControlFlow::Continue(())
        });
        if reports.iter().any(|report| report.solutions < 2 && report.verdict.is_exhausted()) {
            return Some(false);
        }
        let decided = sound && reports.iter().all(|report| report.solutions >= 2);
        decided.then_some(true)
    }
}

impl Work for Gatherer<'_> {
    fn strategy(&self) -> &'static dyn Strategy {
        self.strategy
    }

    fn request(&self) -> &Request {
        &self.request
    }

    fn in_batches(&self) -> bool {
        true
    }

    fn answer(
        &self,
        place: Place<'_>,
        puzzle: &Puzzle,
        search: Search<'_>,
        page: &mut Page,
    ) -> io::Result<Status> {
        let answer = found(self.strategy, &self.request, puzzle, search);
        let unique = answer.word == Word::Unique;
        let ordinary = puzzle.pencilmarks().is_none();
        let figures = Figures {
            word: answer.word,
            nodes: answer.nodes,
            // Pencilmarks are more to leave out than clues.
            minimal: (self.args.minimal && unique && ordinary).then(|| self.is_minimal(puzzle)),
            form: if self.args.no_duplicates { None } else { canonical(puzzle).ok() },
        };
        let undecided = figures.word == Word::Unknown || figures.minimal == Some(None);
        self.tally().add(puzzle, &figures, !self.args.no_duplicates);
        if let Some(message) = answer.error() {
            page.error(place.to_string(), message)?;
            return Ok(Status::Negative);
        }
        Ok(if undecided { Status::Stopped } else { Status::Done })
    }

    fn invalid(&self, _: &Fault, _: &mut Page) -> io::Result<()> {
        self.tally().invalid += 1;
        Ok(())
    }
}
