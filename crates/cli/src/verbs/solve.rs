//! `quadrille solve`: finds solutions and writes them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use quadrille_sudoku::strategy::Strategy;
use quadrille_sudoku::{Puzzle, Report, Request, Verdict, verify};
use serde::Serialize;

use crate::Context;
use crate::args::{
    CountArgs, DEFAULT_STRATEGY, ExplainArgs, LimitArgs, ThreadArgs, can_take, examples, prose,
};
use crate::input::{Fault, InputArgs, Puzzles};
use crate::render::{self, Format, Style};
use crate::status::Status;
use crate::stream::{self, Page, Place, Search, Work};
use crate::variants::solve::Solving;
use crate::variants::{self, Chosen, RuleArgs, chosen};

const ABOUT: &str = "\
Find solutions of puzzles

Writes the first solution of each puzzle, in the order of the input. A single
puzzle on a terminal is drawn; otherwise every puzzle gets one line, whatever
becomes of it, so that line N of the output belongs to puzzle N of the input:

  534678912672195348…   a solution
  no solution           there is none
  unknown: …            a limit stopped the search before the first one,
                        or the strategy does not take the puzzle
  invalid: …            no puzzle; where and why is on standard error

With --limit or --all a puzzle has a line for each solution, and an empty line
stands between the puzzles. If a limit stops the search after some solutions,
the line `unknown: …` comes behind them.

With --format json a puzzle is an object on one line, with `source`, `line`,
`puzzle`, `solutions`, `verdict` (`solved`, `none`, `unknown`, `invalid`),
`exhausted` (whether these are all solutions), `nodes`, `strategy` and, where
there is one, `reason`.

Every solution is verified before it is written.";

/// Find solutions of puzzles
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille solve \\\n    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'", ""),
    ("quadrille solve --format line puzzles.txt > solutions.txt", "a file, a line for each puzzle"),
    ("quadrille solve --all --time-limit 10s puzzle.txt", "all solutions that 10 seconds find"),
    ("quadrille solve --box 4x4 --strategy propagate big.txt", "16×16, with another strategy"),
    ("quadrille solve --format json - < puzzles.txt | jq .nodes", "for other programs"),
]))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = DEFAULT_STRATEGY,
          value_parser = chosen())]
    strategy: Chosen,

    #[command(flatten)]
    count: CountArgs,

    #[command(flatten)]
    explain: ExplainArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// How to write solutions [default: `grid` for a single puzzle on a terminal, else `line`]
    #[arg(long, short, value_name = "FORMAT")]
    format: Option<Format>,
}

pub(crate) fn run(args: &SolveArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = variants::find_shape(&args.input, &args.rules, &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let limit = if args.count.all { None } else { Some(args.count.limit.map_or(1, u64::from)) };
    let mut request = Request::all().within(args.limits.limits(&context.cancel));
    request.limit = limit;
    let opened = variants::open(&args.input, &args.rules, &context.cancel);
    let opened = opened.and_then(|variants| match variants {
        Some(items) => {
            let (strategy, format) = (args.strategy.variant()?, args.format);
            let request = request.clone();
            let solving = Solving {
                strategy,
                request,
                format,
                several: limit != Some(1),
                explain: args.explain.is_asked(),
                threads: args.threads.count(),
            };
            Ok(Err((solving, items)))
        }
        None => {
            let strategy = args.strategy.plain()?;
            can_take(strategy, &args.input.shape)?;
            Ok(Ok((strategy, Puzzles::open(&args.input, &context.cancel)?)))
        }
    });
    let (strategy, mut puzzles) = match opened {
        Ok(Ok(plain)) => plain,
        Ok(Err((solving, items))) => return variants::solve::run(&solving, items, context),
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    args.explain.tell(strategy, args.input.shape.shape(), context.messages);
    let format = match args.format {
        Some(format) => format,
        None if context.out.is_terminal() && puzzles.is_single(&mut context.out)? => Format::Grid,
        None => Format::Line,
    };
    let several = limit != Some(1) || format == Format::Grid;
    let style = Style { format, colour: context.out.colour() };
    let solver = Solver { strategy, request, style, several };
    Ok(stream::run(&solver, puzzles, args.threads.count(), context)?.status)
}

struct Solver {
    strategy: &'static dyn Strategy,
    request: Request,
    style: Style,
    /// Whether a puzzle may take several lines, so that puzzles have to be set apart.
    several: bool,
}

impl Solver {
    fn is_json(&self) -> bool {
        self.style.format == Format::Json
    }

    fn begin(&self, page: &mut Page) -> io::Result<()> {
        if self.several && !self.is_json() { page.separate() } else { Ok(()) }
    }

    /// Writes what comes behind the solutions.
    fn conclude(
        &self,
        report: &Report,
        given: u64,
        reason: Option<String>,
        page: &mut Page,
    ) -> io::Result<Status> {
        // A limit that came after the solution that was wanted stopped nothing.
        let stopped = reason.is_some();
        let status = match given {
            _ if stopped => Status::Stopped,
            0 if report.verdict.is_exhausted() => Status::Negative,
            _ => Status::Done,
        };
        if self.is_json() {
            let verdict = match status {
                Status::Negative => "none",
                _ if given > 0 => "solved",
                _ => "unknown",
            };
            let tail = JsonTail {
                verdict,
                exhausted: reason.is_none() && report.verdict.is_exhausted(),
                nodes: report.nodes,
                strategy: self.strategy.name(),
                reason,
            };
            render::json_close(page, &tail)?;
            return Ok(status);
        }
        match (status, reason) {
            (Status::Negative, _) => writeln!(page, "no solution")?,
            (_, Some(reason)) => writeln!(page, "unknown: {reason}")?,
            _ => {}
        }
        Ok(status)
    }
}

impl Work for Solver {
    fn strategy(&self) -> &'static dyn Strategy {
        self.strategy
    }

    fn request(&self) -> &Request {
        &self.request
    }

    fn in_batches(&self) -> bool {
        // With more, each solution is written as it is found.
        self.request.limit == Some(1)
    }

    fn answer(
        &self,
        place: Place<'_>,
        puzzle: &Puzzle,
        search: Search<'_>,
        page: &mut Page,
    ) -> io::Result<Status> {
        self.begin(page)?;
        let name = self.strategy.name();
        let mut written = Ok(());
        let mut wrong = None;
        let mut given = 0u64;
        if self.is_json() {
            render::json_open(page, &JsonHead::of(place, puzzle), "solutions")?;
        }
        let report = search(&mut |solution| {
            if let Err(fault) = verify(puzzle, solution) {
                wrong = Some(fault);
                return ControlFlow::Break(());
            }
            given += 1;
            written = render::solution(page, self.style, puzzle, solution, given);
            if written.is_ok() && self.several {
                written = page.settle();
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        let reason = match (&wrong, report.verdict) {
            (Some(fault), _) => Some(format!("wrong answer of {name}: {fault}")),
            (None, Verdict::Stopped(reason)) => Some(reason.to_string()),
            (None, _) => None,
        };
        let status = self.conclude(&report, given, reason, page)?;
        if let Some(fault) = wrong {
            let message = format!(
                "strategy `{name}` gave a grid that is no solution ({fault}): please report this puzzle"
            );
            page.error(place.to_string(), message)?;
            return Ok(Status::Negative);
        }
        Ok(status)
    }

    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()> {
        self.begin(page)?;
        render::invalid(page, fault, self.is_json())
    }
}

/// The fields before the solutions.
#[derive(Serialize)]
struct JsonHead<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
}

impl<'a> JsonHead<'a> {
    fn of(place: Place<'a>, puzzle: &Puzzle) -> Self {
        JsonHead { source: place.source, line: place.line, puzzle: render::line(puzzle) }
    }
}

/// The fields behind the solutions.
#[derive(Serialize)]
struct JsonTail<'a> {
    verdict: &'a str,
    exhausted: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}
