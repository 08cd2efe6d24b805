//! `quadrille cover solve`: finds solutions and writes them.

mod write;

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_cover::parallel::{Aim, TeamState};
use quadrille_cover::{Cheapest, OptionId, Outcome, Statistics, Step, StopReason, Verdict, verify};

use super::input::{self, Failure, FilesArgs, Loaded};
use super::names;
use super::save::SaveArgs;
use super::shard::ShardArgs;
use super::task::{SearchArgs, Task};
use super::threads::{self, Start, Threads};
use super::watch::{self, Watch};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::output::plural;
use crate::status::Status;
pub(super) use write::JsonSearch;
use write::{Conclusion, Optimum, Writer};

const ABOUT: &str = "\
Find solutions of exact-cover problems

Writes the first solution of each problem, as Knuth's programs do: a line with
its number, then its options, one a line. Where options have costs, the number
is followed by what the solution costs.

  1:              the first solution
   c e            an option: its items, as they stand in the file
   a d g x:red
  no solution     there is none, and why if that is simple
  unknown: …      a limit stopped the search before the answer was known

With several files, a line `| FILE` stands before the answer to each. A name
that would not be read back as one word is written as a JSON string.

With --min-cost or --k-cheapest the solutions come cheapest first, at the end of
the search; a last line says whether they are proved to be the cheapest, or
what every other solution costs at least.

With --json a solution is an object on one line, with `source`, `solution` (its
number, from 1), `options` (numbers, from 0 in the order of the file), `items`
(for each option the names of its items, `[name, colour]` where there is a
colour), `labels` (of the options, if the problem has any) and `cost`. A last
object has `source`, `verdict` (`solved`, `none`, `unknown`, `invalid`),
`exhausted` (whether these are all solutions), `solutions` (how many: a string of digits),
`nodes`, `updates`, `seconds`, `strategy` and `strategy_reason` (which was picked, and
why), `peak_bytes` (the most memory that the program has had, `null` where that is not
known), and where there are such `reason` (of a stop, or why there is no solution),
`proved` and `bound` (with costs: no other solution costs less) and `profile`.

Every solution is verified before it is written.";

/// Find solutions of exact-cover problems
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover solve --all -", "all solutions"),
    ("quadrille cover solve --min-cost --time-limit 1m roster.dlx", "the cheapest that a minute finds"),
    ("quadrille puzzle polyomino 6x10 | quadrille cover solve --render -", "a picture"),
    ("quadrille cover solve --all --threads 4 large.dlx", "by four threads, in any order"),
    ("quadrille cover solve --all --threads 4 --ordered large.dlx", "in the order of one thread"),
    ("quadrille cover solve --given 'a d g' --forbid 5 problem.dlx", "with option `a d g`, without number 5"),
    ("quadrille cover solve --all --json problem.dlx | jq -c .options", "for other programs"),
    ("quadrille cover solve --all --checkpoint run.json problem.dlx > a.txt\n  \
      quadrille cover solve --all --checkpoint run.json --resume run.json problem.dlx >> a.txt",
     "stop it with Ctrl-C, and go on later"),
]))]
pub(super) struct SolveArgs {
    #[command(flatten)]
    files: FilesArgs,

    #[command(flatten)]
    wanted: WantedArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// Write the solutions of several threads in the order in which one finds them: with --threads
    ///
    /// With --limit these are the first ones. What is found early waits in memory, up to a bound: then
    /// the threads help where the next solutions are. Without --threads the order is always that one.
    #[arg(long, conflicts_with_all = ["min_cost", "k_cheapest"])]
    ordered: bool,

    #[command(flatten)]
    shard: ShardArgs,

    #[command(flatten)]
    save: SaveArgs,

    /// Write JSON, an object a line
    #[arg(long, conflicts_with = "render")]
    json: bool,

    /// Draw each solution, as the line `| picture: …` of the problem says
    #[arg(long)]
    render: bool,

    /// Draw the first 100 solutions in this file, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Show the nodes at each level of the search tree, and how much memory the program has used, on
    /// standard error
    #[arg(long)]
    profile: bool,
}

/// Which of the solutions are wanted.
#[derive(Debug, Args)]
struct WantedArgs {
    /// Find the first solution: the default
    #[arg(long, conflicts_with_all = ["limit", "all", "min_cost", "k_cheapest"])]
    first: bool,

    /// Find up to this many solutions
    #[arg(long, short = 'n', value_name = "N", conflicts_with_all = ["all", "min_cost", "k_cheapest"],
          allow_negative_numbers = true, value_parser = values::solutions)]
    limit: Option<NonZeroU64>,

    /// Find all solutions
    #[arg(long, short, conflicts_with_all = ["min_cost", "k_cheapest"])]
    all: bool,

    /// Find the cheapest solution
    #[arg(long, conflicts_with_all = ["k_cheapest", "shard"])]
    min_cost: bool,

    /// Find this many solutions, the cheapest that there are; of those that cost the same the first
    #[arg(long, value_name = "N", conflicts_with = "shard", allow_negative_numbers = true,
          value_parser = values::kept)]
    k_cheapest: Option<usize>,
}

impl WantedArgs {
    /// How many of the cheapest are wanted, if these are.
    fn cheapest(&self) -> Option<usize> {
        self.k_cheapest.or(self.min_cost.then_some(1))
    }

    fn limit(&self) -> Option<u64> {
        (!self.all).then(|| self.limit.map_or(1, u64::from))
    }
}

pub(super) fn run(args: &SolveArgs, context: &mut Context) -> io::Result<Status> {
    let single = args.save.is_used() || args.svg.is_some();
    if single && args.files.files.len() > 1 {
        let message = "--checkpoint, --resume and --svg are for a single problem";
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let mut drawing = match args.svg.as_deref().map(write::Drawing::prepare).transpose() {
        Ok(drawing) => drawing,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    if let Some(drawing) = &drawing
        && let Err(message) = drawing.spare(&args.files, &args.save)
    {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    input::each(&args.files, args.json, context, |loaded, several, context| {
        solve(args, loaded, several, drawing.take(), context)
    })
}

fn solve(
    args: &SolveArgs,
    loaded: &Loaded,
    several: bool,
    drawing: Option<write::Drawing>,
    context: &mut Context,
) -> Result<Status, Failure> {
    // Not only when the search begins: preprocessing may take long.
    args.save.saver()?;
    let costs = args.wanted.cheapest().is_some();
    let mut task = Task::prepare(&args.search, costs, loaded, &context.cancel)?;
    if let (None, Some(limit)) = (args.wanted.cheapest(), args.wanted.limit()) {
        task.search = task.search.limit(limit);
    }
    task.explain_strategy(&args.search, several, context);
    args.shard.choose(&mut task, args.search.threads)?;
    let writer = Writer::new(args, loaded, several, drawing)?;
    let solver = Solver { args, task: &task, writer };
    match (task.stopped, args.wanted.cheapest()) {
        (Some(reason), _) => solver.stopped_before(reason, context),
        (None, Some(k)) => solver.cheapest(k, context),
        (None, None) => solver.enumerate(context),
    }
}

struct Solver<'t> {
    args: &'t SolveArgs,
    task: &'t Task<'t>,
    writer: Writer<'t>,
}

impl Solver<'_> {
    /// Writes solutions as they are found.
    fn enumerate(mut self, context: &mut Context) -> Result<Status, Failure> {
        let (args, task) = (self.args, self.task);
        // Beyond a limit, several threads would visit nodes that one does not.
        let same = args.wanted.all && args.search.is_the_same_by_many();
        let threads = Threads::of(&args.search, task, same);
        let mut solutions = match threads::solutions(&args.save, task, threads)? {
            Start::One(solutions) => solutions,
            Start::Team(threads, state) => {
                let before = state.solutions();
                return self.enumerate_by(threads, &state, before, None, context);
            }
        };
        let before = solutions.statistics().solutions;
        let mut watch = Watch::begin(task, &args.save, &solutions)?;
        let clock = threads.clock();
        let mut status = Status::Done;
        self.writer.begin(context)?;
        loop {
            match solutions.advance(1, watch.tick()) {
                Step::Solution => {
                    let number = solutions.statistics().solutions;
                    if !self.write(number, solutions.current(), &mut watch, context)? {
                        status.note(Status::Negative);
                        break;
                    }
                }
                Step::Paused => {}
                Step::Exhausted => break,
            }
            watch.look(&solutions, context)?;
            if let Some(threads) = clock.strikes() {
                let state = solutions.state().into();
                return self.enumerate_by(threads, &state, before, Some(watch), context);
            }
        }
        let (saved, so_far) = watch.end(&solutions, solutions.verdict(), context)?;
        status.note(saved);
        status.note(self.end(&solutions.outcome(), before, so_far, context)?);
        Ok(status)
    }

    /// Writes solutions as several threads find them, from a state; with the number of those found in
    /// earlier runs, and the watch of who has begun this one.
    fn enumerate_by(
        mut self,
        threads: usize,
        state: &TeamState,
        before: u64,
        begun: Option<Watch<'_>>,
        context: &mut Context,
    ) -> Result<Status, Failure> {
        let (args, task) = (self.args, self.task);
        let is_free = args.search.threads.is_some_and(|threads| threads > 1) && !args.ordered;
        let aim = if is_free { Aim::ForEach } else { Aim::InOrder };
        let search = task.search_from_now();
        let status = search.team_resume(task.matrix(), threads, aim, state, |team| {
            let mut watch = match begun {
                Some(watch) => watch,
                None => {
                    let watch = Watch::begin(task, &args.save, team)?;
                    self.writer.begin(context)?;
                    watch
                }
            };
            let mut status = Status::Done;
            loop {
                match team.advance(watch.tick()) {
                    Step::Solution => {
                        let number = team.solutions();
                        if !self.write(number, team.current(), &mut watch, context)? {
                            status.note(Status::Negative);
                            break;
                        }
                    }
                    Step::Paused => {}
                    Step::Exhausted => break,
                }
                watch.look(team, context)?;
            }
            let (saved, so_far) = watch.end(team, team.verdict(), context)?;
            status.note(saved);
            status.note(self.end(&team.outcome(), before, so_far, context)?);
            Ok(status)
        });
        status.map_err(|error| task.fault(&error))?
    }

    /// Writes a solution, if it is one; `false` if it is none.
    fn write(
        &mut self,
        number: u64,
        options: &[OptionId],
        watch: &mut Watch<'_>,
        context: &mut Context,
    ) -> io::Result<bool> {
        let options = self.task.original(options);
        if let Err(fault) = verify(&self.task.loaded.problem, &options) {
            watch.clear();
            self.wrong(&fault, &options, context);
            return Ok(false);
        }
        if context.out.is_terminal() {
            watch.clear();
        }
        self.writer.solution(number, &options, context)?;
        context.out.settle()?;
        Ok(true)
    }

    /// Writes what a search for solutions came to, of which so many were found before.
    fn end(
        &mut self,
        outcome: &Outcome,
        before: u64,
        so_far: Option<String>,
        context: &mut Context,
    ) -> io::Result<Status> {
        if before > 0 && outcome.solutions == before && so_far.is_none() {
            let told = format!("nothing new: {} found before", plural(before, "solution"));
            context.messages.note(&told);
        }
        let why = (outcome.solutions == 0).then(|| match &self.task.shard {
            Some(chosen) => Some(format!("none in {}", chosen.name())),
            None => self.task.reason(outcome),
        });
        let why = why.flatten();
        let (verdict, solutions) = (outcome.verdict, outcome.solutions);
        let of_part = self.task.shard.is_some();
        let conclusion = Conclusion { verdict, solutions, why, optimum: None, of_part };
        self.conclude(&conclusion, &outcome.statistics, so_far, context)
    }

    /// Writes the cheapest solutions once they are known.
    fn cheapest(mut self, k: usize, context: &mut Context) -> Result<Status, Failure> {
        let (args, task) = (self.args, self.task);
        let mut run =
            match threads::cheapest(&args.save, task, k, Threads::of(&args.search, task, false))? {
                Start::One(run) => run,
                Start::Team(threads, state) => {
                    let (search, aim) = (task.search_from_now(), Aim::Cheapest(k));
                    let status = search.team_resume(task.matrix(), threads, aim, &state, |team| {
                        let mut watch = Watch::begin(task, &args.save, team)?;
                        while team.advance(watch.tick()) != Step::Exhausted {
                            watch.look(team, context)?;
                        }
                        let ended = watch.end(team, team.verdict(), context)?;
                        self.write_cheapest(&team.cheapest(), k, ended, context)
                    });
                    return status.map_err(|error| task.fault(&error))?;
                }
            };
        let mut watch = Watch::begin(task, &args.save, &run)?;
        while run.advance(watch.tick()) != Step::Exhausted {
            watch.look(&run, context)?;
        }
        let ended = watch.end(&run, run.verdict(), context)?;
        self.write_cheapest(&run.result(), k, ended, context)
    }

    fn write_cheapest(
        &mut self,
        result: &Cheapest,
        k: usize,
        (mut status, so_far): (Status, Option<String>),
        context: &mut Context,
    ) -> Result<Status, Failure> {
        let task = self.task;
        self.writer.begin(context)?;
        for (number, solution) in (1..).zip(&result.solutions) {
            let options = task.original(&solution.options);
            if let Err(fault) = verify(&task.loaded.problem, &options) {
                self.wrong(&fault, &options, context);
                status.note(Status::Negative);
                return Ok(status);
            }
            self.writer.solution(number, &options, context)?;
            context.out.settle()?;
        }
        let found = result.solutions.len();
        let optimum = Optimum {
            proved: result.is_proved(),
            bound: result.bound.map(|bound| bound.saturating_add(task.forced_cost())),
            complete: found == k,
        };
        let why = (found == 0).then(|| task.reason(&result.outcome)).flatten();
        let conclusion = Conclusion {
            verdict: result.outcome.verdict,
            solutions: found as u64,
            why,
            optimum: Some(optimum),
            of_part: false,
        };
        status.note(self.conclude(&conclusion, &result.outcome.statistics, so_far, context)?);
        Ok(status)
    }

    /// What is said if preprocessing took all the time.
    fn stopped_before(
        mut self,
        reason: StopReason,
        context: &mut Context,
    ) -> Result<Status, Failure> {
        self.writer.begin(context)?;
        let verdict = Verdict::Stopped(reason);
        let conclusion =
            Conclusion { verdict, solutions: 0, why: None, optimum: None, of_part: false };
        let so_far = self.args.save.not_begun();
        Ok(self.conclude(&conclusion, &Statistics::default(), so_far, context)?)
    }

    fn conclude(
        &mut self,
        conclusion: &Conclusion,
        statistics: &Statistics,
        so_far: Option<String>,
        context: &mut Context,
    ) -> io::Result<Status> {
        let mut status = conclusion.status();
        self.writer.end(conclusion, statistics, self.task, context)?;
        if self.args.profile {
            watch::show_profile(statistics, context)?;
        }
        if let Err(message) = self.writer.draw(conclusion.solutions, context)? {
            context.messages.error("", &message);
            status.note(Status::Bad);
        }
        // A limit that came when the answer was known has stopped nothing.
        if let Some(so_far) = so_far.filter(|_| conclusion.is_stopped()) {
            context.out.flush()?;
            context.messages.note(&so_far);
        }
        Ok(status)
    }

    /// Says that a strategy gave something that is no solution.
    fn wrong(&self, fault: &quadrille_cover::Fault, options: &[OptionId], context: &Context) {
        let message = format!(
            "strategy `{}` gave options that are no solution ({}): please report this problem\n  {}",
            self.task.strategy.name(),
            super::check::in_words(&self.task.loaded.problem, fault),
            options
                .iter()
                .map(|&option| names::Items(&self.task.loaded.problem, option).to_string())
                .collect::<Vec<_>>()
                .join("\n  ")
        );
        context.messages.error(&self.task.loaded.source, &message);
    }
}
