//! `quadrille check`: how many solutions has a puzzle?

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use quadrille_cover::BigUint;
use quadrille_sudoku::strategy::{Strategy, solve};
use quadrille_sudoku::{CellName, Grid, Puzzle, Report, Request, Shape, Verdict, verify};
use serde::Serialize;

use crate::Context;
use crate::args::{
    ExplainArgs, LimitArgs, MemoryArgs, ThreadArgs, can_take, default_strategy, examples, prose,
    values,
};
use crate::input::{Fault, InputArgs, Item, Puzzles};
use crate::output::plural;
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::stream::{self, KINDS, Page, Place, Search, Work};
use crate::verbs::count::{Counted, Counting};

/// The fewest clues of a classic 9×9 with a single solution (McGuire, Tugemann, Civario: There is
/// no 16-clue sudoku, 2012).
const FEWEST_CLUES: usize = 17;
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
  unknown      a limit stopped the search before the answer was known
  invalid      no puzzle; where and why is on standard error

With --show, --count or --limit the puzzles that are `not unique` are searched
all the same, and are then `none` or `multiple`.

With --count the line is the number of solutions, or `unknown (at least N)`. They
are counted as `quadrille count` does, without visiting each, or one by one by the
strategy that is named. Such a number is as good as the strategy that counted:
confirm it with another one. What the other verdicts rest on is verified: that the first two solutions
are solutions, and that they differ.

For several puzzles a summary stands on standard error.";

/// Say whether puzzles have exactly one solution
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille check \\\n    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'", ""),
    ("quadrille check puzzles.txt | grep -vn '^unique$'", "which lines are not proper puzzles?"),
    ("quadrille check --show ambiguous.txt", "two solutions, and where they differ"),
    ("quadrille check --count --time-limit 10s ambiguous.txt", "how many solutions?"),
]))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,

    /// How to search [default: auto; with --count, as `quadrille count`]
    #[arg(long, short, value_name = "NAME", value_parser = values::strategy())]
    strategy: Option<&'static dyn Strategy>,

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

    /// Write an object a line, with `source`, `line`, `puzzle`, `verdict`, `solutions` (how many were
    /// found, a string of digits), `exact` (whether there are no more), `nodes`, `strategy`, and where there are such `reason`,
    /// `shown` and `differ`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    explain: ExplainArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

impl CheckArgs {
    fn strategy(&self) -> &'static dyn Strategy {
        self.strategy.unwrap_or_else(default_strategy)
    }
}

pub(crate) fn run(args: &CheckArgs, context: &mut Context) -> io::Result<Status> {
    let able = can_take(args.strategy(), &args.input.shape);
    let puzzles = match able.and_then(|()| Puzzles::open(&args.input, &context.cancel)) {
        Ok(puzzles) => puzzles,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let mut request = Request::all().within(args.limits.limits(&context.cancel));
    request.limit = (!args.count).then_some(args.limit.unwrap_or(DEFAULT_LIMIT));
    if args.count && args.strategy.is_none() {
        let mut counting = Counting::new(&args.limits, &args.memory, context);
        counting.threads = args.threads.threads;
        return count(args, &request, &counting, puzzles, context);
    }
    args.explain.tell(args.strategy(), args.input.shape.shape, context.messages);
    let checker = Checker { args, request };
    let summary = stream::run(&checker, puzzles, args.threads.count(), context)?;
    context.out.flush()?;
    summarise(&summary.tally, context);
    Ok(summary.status)
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
        let answer = Answer {
            word: Word::NotUnique,
            found: Found::Visited(0),
            exact: false,
            nodes: 0,
            reason: obstacle(puzzle),
            witnesses: [None, None],
            wrong: false,
            strategy: self.strategy().name(),
        };
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

/// The verdicts, in the order of the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Unique,
    Multiple,
    None,
    NotUnique,
    Unknown,
    Invalid,
}

impl Word {
    pub(super) const ALL: [Word; 6] =
        [Word::Unique, Word::Multiple, Word::None, Word::NotUnique, Word::Unknown, Word::Invalid];

    fn text(self) -> &'static str {
        match self {
            Word::Unique => "unique",
            Word::Multiple => "multiple",
            Word::None => "none",
            Word::NotUnique => "not unique",
            Word::Unknown => "unknown",
            Word::Invalid => "invalid",
        }
    }
}

/// A number of solutions.
enum Found {
    /// They were visited one by one.
    Visited(u64),
    Counted(BigUint),
}

impl Found {
    fn exceeds(&self, number: u64) -> bool {
        match self {
            Found::Visited(found) => *found > number,
            Found::Counted(found) => *found > BigUint::from(number),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Visited(found) => found.fmt(f),
            Found::Counted(found) => found.fmt(f),
        }
    }
}

/// What is known of a puzzle.
pub(super) struct Answer {
    pub(super) word: Word,
    /// How many solutions were found.
    found: Found,
    /// Whether there are no more.
    exact: bool,
    pub(super) nodes: u64,
    reason: Option<String>,
    /// Up to two solutions, verified and different.
    witnesses: [Option<Grid>; 2],
    /// The strategy gave something that is no solution.
    wrong: bool,
    strategy: &'static str,
}

impl Answer {
    /// What a count says, with two solutions if they are to be shown.
    fn counted(args: &CheckArgs, request: &Request, puzzle: &Puzzle, counted: Counted) -> Self {
        let Counted { outcome, total: found, .. } = counted;
        let exact = outcome.verdict.is_exhausted();
        let mut witnesses = [None, None];
        if args.show && found > BigUint::from(1u8) {
            let two = Request::up_to(2).within(request.limits.clone());
            let shown = search(args.strategy(), &two, puzzle);
            if shown.wrong {
                return shown;
            }
            if shown.exact {
                let reason = format!("finds {} of {found} solutions", shown.found);
                return Answer { word: Word::Unknown, reason: Some(reason), wrong: true, ..shown };
            }
            witnesses = shown.witnesses;
        }
        let reason = match outcome.verdict {
            Verdict::Stopped(reason) => Some(reason.to_string()),
            _ => None,
        };
        let word = match u64::try_from(&found) {
            _ if !exact => Word::Unknown,
            Ok(0) => Word::None,
            Ok(1) => Word::Unique,
            _ => Word::Multiple,
        };
        Answer {
            word,
            found: Found::Counted(found),
            exact,
            nodes: outcome.statistics.nodes,
            reason,
            witnesses,
            wrong: false,
            strategy: counted.choice.strategy.name(),
        }
    }

    fn status(&self) -> Status {
        match self.word {
            Word::Unique => Status::Done,
            // That it is not unique is an answer, and with --count not the one asked for.
            Word::Multiple | Word::None | Word::NotUnique => Status::Negative,
            Word::Unknown if self.wrong => Status::Negative,
            Word::Unknown => Status::Stopped,
            Word::Invalid => Status::Bad,
        }
    }

    /// What is said if the strategy was wrong.
    pub(super) fn error(&self) -> Option<String> {
        let reason = self.reason.as_deref().unwrap_or_default();
        let name = self.strategy;
        self.wrong.then(|| format!("strategy `{name}`: {reason}: please report this puzzle"))
    }

    fn write(
        &self,
        args: &CheckArgs,
        place: Place<'_>,
        puzzle: &Puzzle,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.is_plain(args) {
            // Nearly all lines of large files.
            out.write_all(self.word.text().as_bytes())?;
            return out.write_all(b"\n");
        }
        let shown: Vec<&Grid> = match args.show && self.found.exceeds(1) {
            true => self.witnesses.iter().flatten().collect(),
            false => Vec::new(),
        };
        let differ = differences(&shown);
        let shown: Vec<String> = shown.into_iter().map(render::line).collect();
        if args.json {
            let line = JsonAnswer {
                source: place.source,
                line: place.line,
                puzzle: render::line(puzzle),
                verdict: self.word.text(),
                solutions: &self.found,
                exact: self.exact,
                nodes: self.nodes,
                strategy: self.strategy,
                reason: self.reason.as_deref(),
                shown,
                differ,
            };
            return render::json_line(out, &line);
        }
        writeln!(out, "{}", self.text(args))?;
        for solution in &shown {
            writeln!(out, "  {solution}")?;
        }
        if !differ.is_empty() {
            writeln!(
                out,
                "  differ in {}: {}",
                plural(differ.len() as u64, "cell"),
                differ.join(" ")
            )?;
        }
        Ok(())
    }

    /// Whether the line is the word and nothing else.
    fn is_plain(&self, args: &CheckArgs) -> bool {
        self.word == Word::Unique && !args.json && !args.count
    }

    fn text(&self, args: &CheckArgs) -> String {
        let Answer { word, ref found, exact, .. } = *self;
        if args.count && exact {
            return found.to_string();
        }
        let mut text = word.text().to_owned();
        let limit = args.limit.unwrap_or(DEFAULT_LIMIT);
        match word {
            Word::Multiple if exact && limit > 2 => text += &format!(" ({found})"),
            Word::Multiple if found.exceeds(2) || limit > 2 => {
                text += &format!(" ({found} or more)")
            }
            Word::Unknown if args.count || found.exceeds(0) => {
                text += &format!(" (at least {found})")
            }
            _ => {}
        }
        if let Some(reason) = &self.reason {
            text += &format!(": {reason}");
        }
        text
    }
}

/// Whether a puzzle cannot have exactly one solution, as far as that can be seen without a search.
fn has_obstacle(puzzle: &Puzzle) -> bool {
    let shape = puzzle.shape();
    let too_few = (shape == Shape::CLASSIC && puzzle.clue_count() < FEWEST_CLUES)
        || puzzle.digit_count() + 1 < shape.size();
    // Pencilmarks can tell digits apart, and make a solution the only one, without any clue.
    too_few && puzzle.pencilmarks().is_none()
}

/// Why a puzzle cannot have exactly one solution, if that can be seen without a search.
fn obstacle(puzzle: &Puzzle) -> Option<String> {
    if !has_obstacle(puzzle) {
        return None;
    }
    let (shape, clues, digits) = (puzzle.shape(), puzzle.clue_count(), puzzle.digit_count());
    if shape == Shape::CLASSIC && clues < FEWEST_CLUES {
        let clues = plural(clues as u64, "clue");
        return Some(format!(
            "{clues}, and no puzzle with fewer than {FEWEST_CLUES} has a single solution"
        ));
    }
    let digits = plural(digits as u64, "digit");
    Some(format!(
        "{digits} of {}, and swapping two that do not occur turns a solution into another",
        shape.size()
    ))
}

/// Searches a puzzle, alone.
fn search(strategy: &'static dyn Strategy, request: &Request, puzzle: &Puzzle) -> Answer {
    found(strategy, request, puzzle, &mut |receive| solve(strategy, puzzle, request, receive))
}

/// What the search of a puzzle finds.
pub(super) fn found(
    strategy: &'static dyn Strategy,
    request: &Request,
    puzzle: &Puzzle,
    search: Search<'_>,
) -> Answer {
    // Grids of the classic size need no memory of their own.
    let mut witnesses: [Option<Grid>; 2] = [None, None];
    let mut fault = None;
    let report = search(&mut |solution| {
        // The verdict rests on the first two; to keep all of a long count would need its memory.
        let [first, second] = &mut witnesses;
        if second.is_some() {
            return ControlFlow::Continue(());
        }
        if let Err(broken) = verify(puzzle, solution) {
            fault = Some(format!("a grid that is no solution: {broken}"));
        } else if first.as_ref().is_some_and(|first| first.values() == solution) {
            fault = Some("the same solution twice".to_owned());
        } else {
            let slot = if first.is_none() { first } else { second };
            *slot = Grid::from_values(puzzle.shape(), solution).ok();
        }
        if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Report { verdict, solutions, nodes, .. } = report;
    let found = match fault {
        Some(_) => witnesses.iter().flatten().count() as u64,
        None => solutions,
    };
    let counting = request.limit.is_none();
    let word = match (found, verdict) {
        _ if fault.is_some() => Word::Unknown,
        // Two are too many, whatever stopped the search; unless the exact number is wanted.
        (2.., Verdict::Stopped(_)) if counting => Word::Unknown,
        (2.., _) => Word::Multiple,
        (_, Verdict::Stopped(_)) => Word::Unknown,
        (1, _) => Word::Unique,
        (0, _) => Word::None,
    };
    let reason = match verdict {
        _ if fault.is_some() => fault.clone(),
        Verdict::Stopped(reason) => Some(reason.to_string()),
        _ => None,
    };
    let exact = verdict.is_exhausted();
    let (found, strategy) = (Found::Visited(found), strategy.name());
    Answer { word, found, exact, nodes, reason, witnesses, wrong: fault.is_some(), strategy }
}

/// The names of the cells in which two solutions differ.
fn differences(solutions: &[&Grid]) -> Vec<String> {
    let [a, b] = solutions else { return Vec::new() };
    let size = a.shape().size();
    (0..a.shape().cells())
        .filter(|&cell| a.get(cell) != b.get(cell))
        .map(|cell| CellName { cell, size }.to_string())
        .collect()
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    verdict: &'a str,
    #[serde(serialize_with = "render::count")]
    solutions: &'a Found,
    exact: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_sudoku::Grid;

    fn puzzle(shape: Shape, clues: &[(usize, u8)]) -> Puzzle {
        let mut grid = Grid::empty(shape);
        for &(cell, digit) in clues {
            grid.set(cell, digit).unwrap();
        }
        Puzzle::new(grid).unwrap()
    }

    #[test]
    fn a_single_missing_digit_is_no_obstacle_and_two_are() {
        let shape = Shape::new(2, 2).unwrap();
        assert_eq!(obstacle(&puzzle(shape, &[(0, 1), (2, 2), (4, 3)])), None);
        let reason = obstacle(&puzzle(shape, &[(0, 1), (2, 2)])).unwrap();
        assert!(reason.starts_with("2 digits of 4"), "{reason}");
    }

    #[test]
    fn the_bound_of_17_clues_is_one_of_the_classic_shape_only() {
        let clues: Vec<(usize, u8)> = (0..9u8).map(|digit| (digit.into(), digit + 1)).collect();
        let reason = obstacle(&puzzle(Shape::CLASSIC, &clues)).unwrap();
        assert!(reason.starts_with("9 clues"), "{reason}");
        assert_eq!(obstacle(&puzzle(Shape::new(1, 9).unwrap(), &clues)), None);
    }

    #[test]
    fn the_smallest_grid_needs_no_digit() {
        assert_eq!(obstacle(&puzzle(Shape::new(1, 1).unwrap(), &[])), None);
    }
}
