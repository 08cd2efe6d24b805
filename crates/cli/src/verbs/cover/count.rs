//! `quadrille cover count`: how many solutions are there?

use std::io::{self, Write};
use std::num::NonZeroU64;

use clap::Args;
use quadrille_cover::parallel::{Aim, TeamState};
use quadrille_cover::shard::Part;
use quadrille_cover::{BigUint, Outcome, Statistics, Step, StopReason, Verdict};
use serde::Serialize;

use super::input::{self, Failure, FilesArgs};
use super::save::SaveArgs;
use super::shard::ShardArgs;
use super::solve::JsonSearch;
use super::task::{SearchArgs, Task};
use super::threads::{self, Start, Threads};
use super::watch::{self, Watch};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Count the solutions of exact-cover problems

Writes a line for each problem; with several files, `FILE: ` stands before it:

  92                        there are so many
  at least 10               as many as --limit asks for
  unknown (at least 7): …   a limit or Ctrl-C stopped the search

Numbers are written whole, however large they are.

Only an exact number stands alone. Such a number is as good as the strategy that
counted: confirm it with another one. A count of 0 is a negative answer; why, if
that is simple, stands on standard error.

With --json a problem is an object on one line, with `source`, `solutions` (how
many were counted: a string of digits, since it may be beyond what other programs take
for a number), `exact` (whether there are no more), `verdict` (`exhausted`,
`limit reached`, `stopped`, `invalid`), `nodes`, `updates`, `seconds`, `strategy`
and `strategy_reason` (which was picked, and why), `peak_bytes` (the most memory that the
program has had, `null` where that is not known) and where there are such `reason` and
`profile`.

With --shard only a part of the search is counted, and the answer says so: `11 in
shard 3 of 8`. That a part has no solution is no negative answer. With --json there is
`shard`, too, by which `cover merge` adds up the parts.";

/// Count the solutions of exact-cover problems
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover count -", "92"),
    ("quadrille cover count --strategy links a.dlx b.dlx", "two files, by a certain strategy"),
    ("quadrille cover count --threads 1 large.dlx", "by one thread, however long it takes"),
    ("quadrille cover count --given 'a d g' problem.dlx", "those that contain an option"),
    ("quadrille cover count --checkpoint run.json --checkpoint-every 5m large.dlx", ""),
    ("quadrille cover count --checkpoint run.json --resume run.json large.dlx",
     "go on, whatever ended the first one: the total is exact"),
    ("quadrille cover count --shard 3/8 --json large.dlx > 3.json", "a part of it: see `cover merge`"),
]))]
pub(super) struct CountArgs {
    #[command(flatten)]
    files: FilesArgs,

    /// Count up to this many solutions [default: all]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true,
          value_parser = values::solutions)]
    limit: Option<NonZeroU64>,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    shard: ShardArgs,

    #[command(flatten)]
    save: SaveArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,

    /// Show the nodes at each level of the search tree, and how much memory the program has used, on
    /// standard error
    #[arg(long)]
    profile: bool,
}

pub(super) fn run(args: &CountArgs, context: &mut Context) -> io::Result<Status> {
    if args.save.is_used() && args.files.files.len() > 1 {
        context.messages.error("", &"--checkpoint and --resume are for a single problem");
        return Ok(Status::Bad);
    }
    input::each(&args.files, args.json, context, |loaded, several, context| {
        // Not only when the search begins: preprocessing may take long.
        args.save.saver()?;
        let mut task = Task::prepare(&args.search, false, loaded, &context.cancel)?;
        if let Some(limit) = args.limit {
            task.search = task.search.limit(limit.get());
        }
        task.explain_strategy(&args.search, several, context);
        args.shard.choose(&mut task, args.search.threads)?;
        let answer = match task.stopped {
            Some(reason) => Answer::stopped(reason, args.save.not_begun()),
            None => count(args, &task, context)?,
        };
        if answer.by_sub_problems {
            task.explain_counted(&args.search, several, context);
        }
        Ok(write(args, &answer, &task, several, context)?)
    })
}

/// What was counted.
struct Answer {
    verdict: Verdict,
    solutions: BigUint,
    statistics: Statistics,
    by_sub_problems: bool,
    /// Why there is no solution, where that is simple.
    why: Option<String>,
    /// How far a search came that was stopped.
    so_far: Option<String>,
    /// What is merged, if this is a part of a search.
    part: Option<Part>,
    /// That of the checkpoints.
    status: Status,
}

impl Answer {
    fn new(task: &Task<'_>, outcome: Outcome, (status, so_far): (Status, Option<String>)) -> Self {
        let why = (outcome.solutions == 0).then(|| task.reason(&outcome)).flatten();
        let part = task.shard.as_ref().map(|chosen| Part::new(&chosen.id, &outcome));
        let solutions = outcome.total();
        let Outcome { verdict, statistics, by_sub_problems, .. } = outcome;
        Answer { verdict, solutions, statistics, by_sub_problems, why, so_far, part, status }
    }

    fn stopped(reason: StopReason, so_far: Option<String>) -> Self {
        Answer {
            verdict: Verdict::Stopped(reason),
            solutions: BigUint::ZERO,
            statistics: Statistics::default(),
            by_sub_problems: false,
            why: None,
            so_far,
            part: None,
            status: Status::Done,
        }
    }
}

fn count(args: &CountArgs, task: &Task<'_>, context: &mut Context) -> Result<Answer, Failure> {
    let same = args.limit.is_none() && args.search.is_the_same_by_many();
    let mut threads = Threads::of(&args.search, task, same);
    if args.limit.is_none() {
        threads = threads.for_count_by(task.search.chosen());
    }
    let mut solutions = match threads::solutions(&args.save, task, threads)? {
        Start::One(solutions) => solutions,
        Start::Team(threads, state) => {
            return count_by(threads, &state, None, args, task, context);
        }
    };
    let mut watch = Watch::begin(task, &args.save, &solutions)?;
    let clock = threads.clock();
    while solutions.advance(u64::MAX, watch.tick()) != Step::Exhausted {
        watch.look(&solutions, context)?;
        if solutions.is_divisible()
            && let Some(threads) = clock.strikes()
        {
            let state = solutions.state().into();
            return count_by(threads, &state, Some(watch), args, task, context);
        }
    }
    let ended = watch.end(&solutions, solutions.verdict(), context)?;
    Ok(Answer::new(task, solutions.outcome(), ended))
}

/// Counts by several threads, from a state.
fn count_by(
    threads: usize,
    state: &TeamState,
    watch: Option<Watch<'_>>,
    args: &CountArgs,
    task: &Task<'_>,
    context: &mut Context,
) -> Result<Answer, Failure> {
    let search = task.search_from_now();
    let answer = search.team_resume(task.matrix(), threads, Aim::Count, state, |team| {
        let mut watch = match watch {
            Some(watch) => watch,
            None => Watch::begin(task, &args.save, team)?,
        };
        while team.advance(watch.tick()) != Step::Exhausted {
            watch.look(team, context)?;
        }
        let ended = watch.end(team, team.verdict(), context)?;
        Ok(Answer::new(task, team.outcome(), ended))
    });
    answer.map_err(|error| task.fault(&error))?
}

fn write(
    args: &CountArgs,
    answer: &Answer,
    task: &Task<'_>,
    several: bool,
    context: &mut Context,
) -> io::Result<Status> {
    let Answer { verdict, ref solutions, .. } = *answer;
    let mut status = answer.status;
    status.note(match verdict {
        // What a part does not have, another may have.
        Verdict::Exhausted if *solutions == BigUint::ZERO && answer.part.is_none() => {
            Status::Negative
        }
        Verdict::Stopped(_) => Status::Stopped,
        _ => Status::Done,
    });
    let source = &task.loaded.source;
    if args.json {
        let object = JsonCount {
            source,
            solutions,
            exact: verdict.is_exhausted(),
            verdict: match verdict {
                Verdict::Exhausted => "exhausted",
                Verdict::LimitReached => "limit reached",
                Verdict::Stopped(_) => "stopped",
            },
            reason: match verdict {
                Verdict::Stopped(reason) => Some(reason.to_string()),
                _ => answer.why.clone(),
            },
            shard: answer.part.as_ref(),
            search: match answer.by_sub_problems {
                true => JsonSearch::of(task, &answer.statistics, args.profile).counted(),
                false => JsonSearch::of(task, &answer.statistics, args.profile),
            },
        };
        render::json_line(&mut context.out, &object)?;
    } else {
        if several {
            write!(context.out, "{source}: ")?;
        }
        let part = match &task.shard {
            Some(chosen) => format!(" in {}", chosen.name()),
            None => String::new(),
        };
        match verdict {
            Verdict::Exhausted => writeln!(context.out, "{solutions}{part}")?,
            Verdict::LimitReached => writeln!(context.out, "at least {solutions}{part}")?,
            Verdict::Stopped(reason) => {
                writeln!(context.out, "unknown (at least {solutions}{part}): {reason}")?;
            }
        }
    }
    for note in [&answer.why, &answer.so_far].into_iter().flatten() {
        context.out.flush()?;
        let place = if several { format!("{source}: ") } else { String::new() };
        context.messages.note(&format_args!("{place}{note}"));
    }
    if args.profile {
        watch::show_profile(&answer.statistics, context)?;
    }
    Ok(status)
}

#[derive(Serialize)]
struct JsonCount<'p> {
    source: &'p str,
    #[serde(serialize_with = "render::count")]
    solutions: &'p BigUint,
    exact: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<&'p Part>,
    #[serde(flatten)]
    search: JsonSearch<'p>,
}
