//! What is known of a puzzle, and how it is said.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_cover::BigUint;
use quadrille_sudoku::strategy::{Strategy, solve};
use quadrille_sudoku::{CellName, Grid, Puzzle, Report, Request, Verdict, verify};
use serde::Serialize;

use super::obstacle::obstacle;
use super::{CheckArgs, DEFAULT_LIMIT};
use crate::output::plural;
use crate::render;
use crate::status::Status;
use crate::stream::{Place, Search};
use crate::verbs::count::Counted;

/// The verdicts, in the order of the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    Unique,
    Multiple,
    None,
    NotUnique,
    Unknown,
    Invalid,
}

impl Word {
    pub(crate) const ALL: [Word; 6] =
        [Word::Unique, Word::Multiple, Word::None, Word::NotUnique, Word::Unknown, Word::Invalid];

    pub(crate) fn text(self) -> &'static str {
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
pub(in crate::verbs) struct Answer {
    pub(in crate::verbs) word: Word,
    /// How many solutions were found.
    found: Found,
    /// Whether there are no more.
    exact: bool,
    pub(in crate::verbs) nodes: u64,
    reason: Option<String>,
    /// Up to two solutions, verified and different.
    witnesses: [Option<Grid>; 2],
    /// The strategy gave something that is no solution.
    wrong: bool,
    strategy: &'static str,
}

impl Answer {
    /// Of a puzzle that is not searched.
    pub(super) fn spared(puzzle: &Puzzle, strategy: &'static dyn Strategy) -> Self {
        Answer {
            word: Word::NotUnique,
            found: Found::Visited(0),
            exact: false,
            nodes: 0,
            reason: obstacle(puzzle),
            witnesses: [None, None],
            wrong: false,
            strategy: strategy.name(),
        }
    }

    /// What a count says, with two solutions if they are to be shown.
    pub(super) fn counted(
        args: &CheckArgs,
        request: &Request,
        puzzle: &Puzzle,
        counted: Counted,
    ) -> Self {
        let (strategy, _) = counted.strategy();
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
            strategy,
        }
    }

    pub(super) fn status(&self) -> Status {
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
    pub(in crate::verbs) fn error(&self) -> Option<String> {
        let reason = self.reason.as_deref().unwrap_or_default();
        let name = self.strategy;
        self.wrong.then(|| format!("strategy `{name}`: {reason}: please report this puzzle"))
    }

    pub(super) fn write(
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

/// Searches a puzzle, alone.
fn search(strategy: &'static dyn Strategy, request: &Request, puzzle: &Puzzle) -> Answer {
    found(strategy, request, puzzle, &mut |receive| solve(strategy, puzzle, request, receive))
}

/// What the search of a puzzle finds.
pub(in crate::verbs) fn found(
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
