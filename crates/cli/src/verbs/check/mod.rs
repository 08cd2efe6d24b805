//! `quadrille check`: how many solutions has a puzzle?

mod answer;
mod obstacle;

use std::io::{self, Write};

use clap::Args;
use quadrille_sudoku::strategy::Strategy;
use quadrille_sudoku::variant::strategy::{Auto, VariantStrategy};
use quadrille_sudoku::{Puzzle, Request};

use self::answer::Answer;
pub(crate) use self::answer::Word;
pub(super) use self::answer::found;
use self::obstacle::has_obstacle;
use crate::Context;
use crate::args::{
    ExplainArgs, LimitArgs, MemoryArgs, ThreadArgs, can_take, default_strategy, examples, prose,
    values,
};
use crate::input::{Fault, InputArgs, Item, Puzzles};
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::stream::{self, KINDS, Page, Place, Search, Work};
use crate::variants::check::Checking;
use crate::variants::{self, Chosen, RuleArgs, Variants, chosen};
use crate::verbs::count::Counting;

/// Solutions to look for unless something else is said: two decide.
const DEFAULT_LIMIT: u64 = 2;
/// The most solutions of each puzzle that a batch keeps.
const MOST_KEPT: u64 = 64;

const ABOUT: &str = "\
Say whether puzzles have exactly one solution

Writes a line for each puzzle, in the order of the input. It begins with one of
these words, and is nothing but the word or goes on with ` (` or a colon:

  unique       exactly one solution
  multiple     two solutions or more; with --limit over 2, how many
  none         no solution
  not unique   none or several, known without a search: a 9×9 with fewer
               than 17 clues, or two or more digits that do not occur
               (not so with pencilmarks, which are always searched)
  unknown      a limit stopped the search before the answer was known, or
               the strategy does not take the puzzle
  invalid      no puzzle; where and why is on standard error

With --show, --count or --limit the puzzles that are `not unique` are searched
all the same, and are then `none` or `multiple`.

With --count the line is the number of solutions, or `unknown (at least N)`. They
are counted as `quadrille count` does, without visiting each, or one by one by the
strategy that is named. Such a number is as good as the strategy that counted:
confirm it with another one. What the other verdicts rest on is verified: that the first two solutions
are solutions, and that they differ.

With --explain a puzzle without a solution is followed by the smallest set of clues
and rules that clash, and one with several by the cells in which two differ and by
the fewest clues that would leave one solution.

For several puzzles a summary stands on standard error.";

/// Say whether puzzles have exactly one solution
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille check \\\n    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'", ""),
    ("quadrille check puzzles.txt | grep -vn '^unique$'", "which lines are not proper puzzles?"),
    ("quadrille check --show ambiguous.txt", "two solutions, and where they differ"),
    ("quadrille check --explain unsolvable.txt", "which clues clash, or which are missing?"),
    ("quadrille check --count --time-limit 10s ambiguous.txt", "how many solutions?"),
]))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// How to search [default: auto; with --count, as `quadrille count`]
    #[arg(long, short, value_name = "NAME", value_parser = chosen())]
    strategy: Option<Chosen>,

    /// Count up to this many solutions, at least 2 [default: 2]
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "count",
          allow_negative_numbers = true, value_parser = values::two_or_more)]
    limit: Option<u64>,

    /// Count all solutions
    #[arg(long, short)]
    count: bool,

    /// Of a puzzle with several solutions, show two, and the cells in which they differ
    #[arg(long)]
    show: bool,

    /// Say why a puzzle has no solution, by a smallest set of clues and rules that clash; or what it
    /// takes to have just one: a smallest set of clues
    #[arg(long, conflicts_with = "count")]
    explain: bool,

    /// Write an object a line, with `source`, `line`, `puzzle`, `verdict`, `solutions` (how many were
    /// found, a string of digits), `exact` (whether there are no more), `nodes`, `strategy`, and where there are such `reason`,
    /// `shown` and `differ`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    explain_strategy: ExplainArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

impl CheckArgs {
    fn strategy(&self) -> &'static dyn Strategy {
        let named = self.strategy.and_then(|chosen| chosen.plain().ok());
        named.unwrap_or_else(default_strategy)
    }

    /// How solutions are counted without visiting each, if they are.
    fn counting(&self, context: &Context) -> Option<Counting> {
        let is_wanted = self.count && self.strategy.is_none();
        is_wanted.then(|| {
            let mut counting = Counting::new(&self.limits, &self.memory, context);
            counting.threads = self.threads.threads;
            counting
        })
    }
}

pub(crate) fn run(args: &CheckArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = variants::find_shape(&args.input, &args.rules, &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let counting = args.counting(context);
    if args.memory.memory_limit.is_some() && counting.is_none() {
        let message = "--memory-limit is for counts that remember sub-problems, which are those of --count \
                       without --strategy: what visits solutions remembers none";
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let opened = open(args, context);
    let puzzles = match opened {
        Ok(Ok(puzzles)) => puzzles,
        Ok(Err((checking, items))) => {
            let summary = match &counting {
                Some(counting) => variants::check::run_count(&checking, counting, items, context)?,
                None => variants::check::run(&checking, items, context)?,
            };
            summarise(&summary.tally, context);
            return Ok(summary.status);
        }
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let mut request = Request::all().within(args.limits.limits(&context.cancel));
    request.limit = (!args.count).then_some(args.limit.unwrap_or(DEFAULT_LIMIT));
    if let Some(counting) = counting {
        return count(args, &request, &counting, puzzles, context);
    }
    args.explain_strategy.tell(args.strategy(), args.input.shape.shape(), context.messages);
    let checker = Checker { args, request };
    let summary = stream::run(&checker, puzzles, args.threads.count(), context)?;
    context.out.flush()?;
    summarise(&summary.tally, context);
    Ok(summary.status)
}

/// Plain puzzles, or variants and what is wanted of them.
type Opened = Result<Puzzles, (Checking, Variants)>;

fn open(args: &CheckArgs, context: &Context) -> Result<Opened, String> {
    let (input, cancel) = (&args.input, &context.cancel);
    let items = match args.explain {
        true => Some(Variants::open(input, &args.rules, cancel)?),
        false => variants::open(input, &args.rules, cancel)?,
    };
    let Some(items) = items else {
        args.strategy.map(Chosen::plain).transpose()?;
        can_take(args.strategy(), &input.shape)?;
        return Ok(Ok(Puzzles::open(input, cancel)?));
    };
    let checking = Checking {
        strategy: args.strategy.map_or(Ok(&Auto as &dyn VariantStrategy), Chosen::variant)?,
        limits: args.limits.limits(cancel),
        limit: (!args.count).then_some(args.limit.unwrap_or(DEFAULT_LIMIT)),
        count: args.count,
        show: args.show,
        explain: args.explain,
        json: args.json,
        explain_strategy: args.explain_strategy.is_asked(),
        threads: args.threads.count(),
    };
    Ok(Err((checking, items)))
}

/// Checks each puzzle by a search of its own.
struct Checker<'a> {
    args: &'a CheckArgs,
    request: Request,
}

impl Checker<'_> {
    fn write(
        &self,
        answer: &Answer,
        place: Place<'_>,
        puzzle: &Puzzle,
        page: &mut Page,
    ) -> io::Result<Status> {
        page.count(answer.word as usize);
        if let Some(message) = answer.error() {
            page.error(place.to_string(), message)?;
        }
        answer.write(self.args, place, puzzle, page)?;
        Ok(answer.status())
    }
}

impl Work for Checker<'_> {
    fn strategy(&self) -> &'static dyn Strategy {
        self.args.strategy()
    }

    fn request(&self) -> &Request {
        &self.request
    }

    fn in_batches(&self) -> bool {
        self.request.limit.is_some_and(|limit| limit <= MOST_KEPT)
    }

    fn is_searched(&self, puzzle: &Puzzle) -> bool {
        let anyway = self.args.count || self.args.show || self.args.limit.is_some();
        anyway || !has_obstacle(puzzle)
    }

    fn answer(
        &self,
        place: Place<'_>,
        puzzle: &Puzzle,
        search: Search<'_>,
        page: &mut Page,
    ) -> io::Result<Status> {
        let answer = found(self.strategy(), &self.request, puzzle, search);
        self.write(&answer, place, puzzle, page)
    }

    fn spared(&self, place: Place<'_>, puzzle: &Puzzle, page: &mut Page) -> io::Result<Status> {
        let answer = Answer::spared(puzzle, self.strategy());
        self.write(&answer, place, puzzle, page)
    }

    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()> {
        page.count(Word::Invalid as usize);
        render::invalid(page, fault, self.args.json)
    }
}

/// Counts the solutions of each puzzle, one puzzle after the other, each by as many threads as pay.
fn count(
    args: &CheckArgs,
    request: &Request,
    counting: &Counting,
    mut puzzles: Puzzles,
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    let mut tally = [0; KINDS];
    let mut told = None;
    let mut progress = Progress::of_puzzles(&context.out);
    while let Some(item) = puzzles.next(&mut context.out)? {
        let (word, outcome) = match item {
            Item::Puzzle(located) => {
                let puzzle = &located.puzzle;
                let counted = match counting.count(&located, &mut progress) {
                    Ok(counted) => counted,
                    Err(error) => {
                        context.messages.error("", &error);
                        return Ok(Status::Bad);
                    }
                };
                let (name, reason) = counted.strategy();
                if args.explain_strategy.is_asked() && told != Some((name, reason)) {
                    progress.clear();
                    context.messages.note(&format_args!("strategy {name}: {reason}"));
                    told = Some((name, reason));
                }
                let answer = Answer::counted(args, request, puzzle, counted);
                let place = Place { source: &located.source, line: located.line };
                if let Some(message) = answer.error() {
                    context.messages.error(&place.to_string(), &message);
                }
                answer.write(args, place, puzzle, &mut context.out)?;
                (answer.word, answer.status())
            }
            Item::Invalid(fault) => {
                progress.clear();
                fault.report(context.messages);
                render::invalid(&mut context.out, &fault, args.json)?;
                (Word::Invalid, Status::Bad)
            }
            Item::Unreadable(fault) => {
                progress.clear();
                fault.report(context.messages);
                status.note(Status::Bad);
                continue;
            }
        };
        tally[word as usize] += 1;
        status.note(outcome);
        // The next count may take long.
        context.out.flush()?;
        progress.add(1);
    }
    progress.clear();
    status.note(puzzles.end(0, context)?);
    context.out.flush()?;
    summarise(&tally, context);
    Ok(status)
}

/// Says how many puzzles there are of each kind.
fn summarise(tally: &[u64; KINDS], context: &Context) {
    let puzzles: u64 = tally.iter().sum();
    if puzzles > 1 {
        let counts = Word::ALL.iter().map(|&word| (word, tally[word as usize]));
        let parts: Vec<String> = counts
            .filter(|&(_, count)| count > 0)
            .map(|(word, count)| format!("{count} {}", word.text()))
            .collect();
        context.messages.note(&format_args!("{puzzles} puzzles: {}", parts.join(", ")));
    }
}
