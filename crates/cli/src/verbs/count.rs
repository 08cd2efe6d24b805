//! `quadrille count`: how many solutions has a puzzle, however many?

use std::io::{self, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

use clap::Args;
use quadrille_cover::parallel::{Aim, TeamState};
use quadrille_cover::strategy::{Choice, Dd};
use quadrille_cover::{BigUint, Matrix, Outcome, Search, Strategy, Verdict};
use quadrille_sudoku::{Encoding, Puzzle, SearchError, Step};
use serde::Serialize;

use crate::Context;
use crate::amounts::{in_short, magnitude};
use crate::args::{LimitArgs, MemoryArgs, examples, prose, values};
use crate::input::{InputArgs, Item, Located, Puzzles};
use crate::memory;
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::variants::{self, RuleArgs};

/// How often a count comes back to be looked at.
const TICK: Duration = Duration::from_millis(100);
/// A count that takes longer than this is worth more than one thread.
const ALONE: Duration = Duration::from_secs(1);
/// So long a count by several threads is tried by one: it may turn out that it is faster to remember
/// sub-problems, which threads do not share.
const TRIAL: Duration = Duration::from_millis(100);

const ABOUT: &str = "\
Count the solutions of puzzles, however many

Writes a line for each puzzle, in the order of the input:

  288                       there are so many
  unknown (at least 7): …   a limit or Ctrl-C stopped the count
  invalid: …                no puzzle; where and why is on standard error

Numbers are written whole. A puzzle is counted as the exact-cover problem that
`puzzle sudoku` writes, by the strategies of `cover count`, which need not visit each
solution. An exact number is as good as the strategy that counted: confirm it with
another one. A count of 0 is a negative answer.

With --json a puzzle is an object on one line, with `source`, `line`, `puzzle`,
`solutions` (how many were counted, a string of digits), `exact` (whether there are no
more), `verdict` (`exhausted`, `stopped`, `invalid`), `reason` (of a stop), `nodes`,
`seconds`, `strategy` and `strategy_reason` (which was picked, and why) and `peak_bytes`
(the most memory that the program has had, `null` where that is not known).";

/// Count the solutions of puzzles, however many
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille count --box 2x2 ................", "288 grids of 4×4"),
    ("quadrille count --time-limit 1m --memory-limit 4G puzzles.txt", "a file, a line for each puzzle"),
    ("quadrille count --strategy bits --threads 2 ambiguous.txt", "by another strategy"),
    ("quadrille count --json - < puzzles.txt | jq -r .solutions", "for other programs"),
]))]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// How to count
    #[arg(long, short, value_name = "NAME", default_value = "auto",
          value_parser = values::cover_strategy())]
    strategy: &'static dyn Strategy,

    /// Count by this many threads, 1 to 1024 [default: 1, and all cores after a second]
    ///
    /// Where solutions are not visited but counted by sub-problems (`dd`), it is always one.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::threads)]
    threads: Option<usize>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

/// How puzzles are counted.
pub(crate) struct Counting {
    search: Search,
    time: Option<Duration>,
    nodes: Option<u64>,
    pub(crate) threads: Option<usize>,
}

/// What was counted of a puzzle.
pub(crate) struct Counted {
    pub(crate) outcome: Outcome,
    pub(crate) total: BigUint,
    pub(crate) choice: Choice,
    pub(crate) seconds: f64,
}

impl Counted {
    /// What counted, and why.
    pub(crate) fn strategy(&self) -> (&'static str, &'static str) {
        match self.choice.strategy.name() {
            name if self.outcome.by_sub_problems && name != Dd.name() => {
                (Dd.name(), render::DONE_FIRST)
            }
            name => (name, self.choice.reason),
        }
    }
}

impl Counting {
    /// By the strategy that is picked, and as many threads as pay.
    pub(crate) fn new(limits: &LimitArgs, memory: &MemoryArgs, context: &Context) -> Self {
        let mut search = Search::new().cancel(context.cancel.clone());
        if let Some(bytes) = memory.memory_limit {
            search = search.memory_limit(bytes);
        }
        Counting { search, time: limits.time_limit, nodes: limits.node_limit, threads: None }
    }

    /// Counts the solutions of a puzzle; `progress` makes room for a line that says how far it is.
    ///
    /// # Errors
    ///
    /// If the strategy cannot take it, or the threads cannot be had.
    pub(crate) fn count(
        &self,
        located: &Located,
        progress: &mut Progress,
    ) -> Result<Counted, SearchError> {
        let puzzle: &Puzzle = &located.puzzle;
        let encoding = Encoding::of(puzzle.shape());
        let start = Instant::now();
        let of_puzzle = |search| encoding.search(puzzle, search);
        self.count_problem(encoding.problem(), of_puzzle, start, located.line, progress)
    }

    /// Counts the solutions of a puzzle as a problem; `of_puzzle` adds to a search what is given, and the clock runs since
    /// `start`.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
    pub(crate) fn count_problem(
        &self,
        problem: &impl AsRef<Matrix>,
        of_puzzle: impl Fn(Search) -> Search,
        start: Instant,
        line: usize,
        progress: &mut Progress,
    ) -> Result<Counted, SearchError> {
        let choice = of_puzzle(self.search.clone()).choice(problem, false);
        let mut shown = Progress::of_search();
        let outcome = self.run(problem, of_puzzle, start, |nodes, total| {
            if shown.is_due() {
                progress.clear();
                shown.tell(told(line, start.elapsed(), nodes, total));
            }
        })?;
        shown.clear();
        let total = outcome.total();
        Ok(Counted { outcome, total, choice, seconds: start.elapsed().as_secs_f64() })
    }

    fn run(
        &self,
        problem: &impl AsRef<Matrix>,
        of_puzzle: impl Fn(Search) -> Search,
        start: Instant,
        mut look: impl FnMut(u64, &BigUint),
    ) -> Result<Outcome, SearchError> {
        let (threads, alone) = self.threads();
        let mut solutions = of_puzzle(self.limited(start, 0)).solutions(problem)?;
        loop {
            if threads > 1 && start.elapsed() >= alone && solutions.is_divisible() {
                break;
            }
            if solutions.advance(u64::MAX, TICK.min(alone)) == Step::Exhausted {
                return Ok(solutions.outcome());
            }
            let statistics = solutions.statistics();
            look(statistics.nodes, &statistics.total());
        }
        let search = of_puzzle(self.limited(start, solutions.statistics().nodes));
        let state = TeamState::from(solutions.state());
        search.team_resume(problem, threads, Aim::Count, &state, |team| {
            while team.advance(TICK) != Step::Exhausted {
                look(team.nodes(), &team.total());
            }
            team.outcome()
        })
    }

    /// The search with what is left of the limits.
    fn limited(&self, start: Instant, nodes: u64) -> Search {
        let mut search = self.search.clone();
        if let Some(time) = self.time {
            search = search.time_budget(time.saturating_sub(start.elapsed()));
        }
        if let Some(most) = self.nodes {
            search = search.node_budget(most.saturating_sub(nodes));
        }
        search
    }

    /// How many threads are to count, and how long one does so alone.
    fn threads(&self) -> (usize, Duration) {
        match self.threads {
            Some(threads) => (threads, TRIAL),
            // Several would visit other nodes within the limit.
            None if self.nodes.is_some() => (1, ALONE),
            None => (std::thread::available_parallelism().map_or(1, NonZero::get), ALONE),
        }
    }
}

/// How far a count is.
fn told(line: usize, elapsed: Duration, nodes: u64, total: &BigUint) -> String {
    format!(
        "line {line}: {}, {} nodes/s, {}",
        humantime::format_duration(Duration::from_secs(elapsed.as_secs())),
        magnitude(nodes as f64 / elapsed.as_secs_f64().max(1e-3)),
        in_short(total)
    )
}

pub(crate) fn run(args: &CountArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = variants::find_shape(&args.input, &args.rules, &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let opened = match variants::open(&args.input, &args.rules, &context.cancel) {
        Ok(Some(items)) => {
            let mut counting = Counting::new(&args.limits, &args.memory, context);
            counting.search = counting.search.strategy(args.strategy);
            counting.threads = args.threads;
            return variants::count::run(&counting, args.json, items, context);
        }
        Ok(None) => Puzzles::open(&args.input, &context.cancel),
        Err(message) => Err(message),
    };
    let mut puzzles = match opened {
        Ok(puzzles) => puzzles,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let mut counting = Counting::new(&args.limits, &args.memory, context);
    counting.search = counting.search.strategy(args.strategy);
    counting.threads = args.threads;
    let mut status = Status::Done;
    let mut progress = Progress::of_puzzles(&context.out);
    while let Some(item) = puzzles.next(&mut context.out)? {
        status.note(match item {
            Item::Puzzle(located) => match counting.count(&located, &mut progress) {
                Ok(counted) => write(args, &located, &counted, context)?,
                Err(error) => {
                    progress.clear();
                    context.messages.error("", &error);
                    return Ok(Status::Bad);
                }
            },
            Item::Invalid(fault) => {
                progress.clear();
                fault.report(context.messages);
                render::invalid(&mut context.out, &fault, args.json)?;
                Status::Bad
            }
            Item::Unreadable(fault) => {
                progress.clear();
                fault.report(context.messages);
                Status::Bad
            }
        });
        // The next count may take long.
        context.out.flush()?;
        progress.add(1);
    }
    progress.clear();
    status.note(puzzles.end(0, context)?);
    Ok(status)
}

fn write(
    args: &CountArgs,
    located: &Located,
    counted: &Counted,
    context: &mut Context,
) -> io::Result<Status> {
    let Counted { outcome, total, seconds, .. } = counted;
    let reason = match outcome.verdict {
        Verdict::Stopped(reason) => Some(reason.to_string()),
        _ => None,
    };
    let status = match reason {
        Some(_) => Status::Stopped,
        None if *total == BigUint::ZERO => Status::Negative,
        None => Status::Done,
    };
    if args.json {
        let (strategy, strategy_reason) = counted.strategy();
        let object = JsonCount {
            source: &located.source,
            line: located.line,
            puzzle: render::line(&located.puzzle),
            solutions: total,
            exact: outcome.verdict.is_exhausted(),
            verdict: if reason.is_some() { "stopped" } else { "exhausted" },
            reason,
            nodes: outcome.statistics.nodes,
            seconds: *seconds,
            strategy,
            strategy_reason,
            peak_bytes: memory::peak_bytes(),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    match reason {
        None => writeln!(context.out, "{total}")?,
        Some(reason) => writeln!(context.out, "unknown (at least {total}): {reason}")?,
    }
    Ok(status)
}

#[derive(Serialize)]
struct JsonCount<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    #[serde(serialize_with = "render::count")]
    solutions: &'a BigUint,
    exact: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    nodes: u64,
    seconds: f64,
    strategy: &'static str,
    strategy_reason: &'static str,
    peak_bytes: Option<u64>,
}
