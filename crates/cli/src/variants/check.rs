//! `quadrille check` with rules, and its explanations.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_cover::BigUint;
use quadrille_sudoku::variant::strategy::{VariantStrategy, solver};
use quadrille_sudoku::variant::{Missing, NoAnswer, Part, Proof, Variant, clash, missing};
use quadrille_sudoku::{Limits, Request, Verdict};
use serde::Serialize;

use super::count::counted;
use super::{Located, Told, Variants, report, told, wrong};
use crate::Context;
use crate::input::Fault;
use crate::output::plural;
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::stream::{KINDS, Page, Summary, VariantWork, each};
use crate::verbs::check::Word;
use crate::verbs::count::{Counted, Counting};

/// What is wanted.
pub(crate) struct Checking {
    pub(crate) strategy: &'static dyn VariantStrategy,
    /// The limits of each puzzle.
    pub(crate) limits: Limits,
    /// Solutions to look for, at least two; `None` for all.
    pub(crate) limit: Option<u64>,
    /// Whether the line is a number.
    pub(crate) count: bool,
    pub(crate) show: bool,
    pub(crate) explain: bool,
    pub(crate) json: bool,
    /// Whether to say which strategy a puzzle gets, and why.
    pub(crate) explain_strategy: bool,
    /// Puzzles that are searched at the same time.
    pub(crate) threads: usize,
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    verdict: &'a str,
    #[serde(serialize_with = "render::count")]
    solutions: &'a BigUint,
    exact: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    explanation: &'a [String],
}

/// Checks each, and writes what `check` writes of plain puzzles.
pub(crate) fn run(
    checking: &Checking,
    variants: Variants,
    context: &mut Context,
) -> io::Result<Summary> {
    each(checking, variants, checking.threads, context)
}

/// Counts the solutions of each as `count` does, one puzzle after the other, and writes what `check` writes.
pub(crate) fn run_count(
    checking: &Checking,
    counting: &Counting,
    mut variants: Variants,
    context: &mut Context,
) -> io::Result<Summary> {
    let mut summary = Summary { status: Status::Done, tally: [0; KINDS] };
    let mut progress = Progress::of_puzzles(&context.out);
    let mut told = None;
    while let Some(item) = variants.next(&mut context.out)? {
        let (word, status) = match item {
            Ok(located) => match counted(counting, &located, &mut progress) {
                Ok(counted) => {
                    progress.clear();
                    if checking.explain_strategy && told != Some(counted.strategy()) {
                        let (name, reason) = counted.strategy();
                        context.messages.note(&format_args!("strategy {name}: {reason}"));
                        told = Some((name, reason));
                    }
                    let answer = Answer::counted(checking, &located, counted);
                    if answer.status == Status::Negative
                        && let (Word::Unknown, Some(error)) = (answer.word, &answer.reason)
                    {
                        let message = complaint(checking, error);
                        context.messages.error(&located.place(), &message);
                    }
                    answer.write(checking, &located, &mut context.out)?;
                    (answer.word, answer.status)
                }
                Err(message) => {
                    progress.clear();
                    context.messages.error(&located.place(), &message);
                    let answer = Answer::refused(message);
                    answer.write(checking, &located, &mut context.out)?;
                    (answer.word, answer.status)
                }
            },
            Err(fault) => {
                progress.clear();
                (Word::Invalid, report(&fault, checking.json, context)?)
            }
        };
        if let Some(count) = summary.tally.get_mut(word as usize) {
            *count += 1;
        }
        summary.status.note(status);
        // The next count may take long.
        context.out.flush()?;
        progress.add(1);
    }
    progress.clear();
    summary.status.note(variants.end(0, context)?);
    Ok(summary)
}

impl VariantWork for Checking {
    fn answer(&self, located: &Located, page: &mut Page) -> io::Result<Status> {
        if self.explain_strategy {
            located.explain(self.strategy, page)?;
        }
        let answer = Answer::found(self, located, page)?;
        page.count(answer.word as usize);
        answer.write(self, located, page)?;
        Ok(answer.status)
    }

    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()> {
        page.count(Word::Invalid as usize);
        render::invalid(page, fault, self.json)
    }
}

/// What is known of a puzzle.
struct Answer {
    word: Word,
    status: Status,
    found: BigUint,
    /// Whether there are no more.
    exact: bool,
    nodes: u64,
    strategy: &'static str,
    reason: Option<String>,
    /// Up to two solutions, verified and different.
    witnesses: Vec<Vec<u8>>,
    /// Lines that say why there is no solution, or what it takes to have just one.
    explanation: Vec<String>,
}

/// Solutions of a search, and what is wrong with them.
#[derive(Default)]
struct Seen {
    witnesses: Vec<Vec<u8>>,
    error: Option<String>,
}

impl Seen {
    fn take(&mut self, variant: &Variant, values: &[u8]) -> ControlFlow<()> {
        if self.witnesses.len() == 2 {
            return ControlFlow::Continue(());
        }
        self.error = wrong(variant, values);
        if self.error.is_none() && self.witnesses.first().is_some_and(|first| first == values) {
            self.error = Some("gave a solution twice".to_owned());
        }
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        self.witnesses.push(values.to_vec());
        ControlFlow::Continue(())
    }
}

impl Answer {
    /// Of a search that visits solutions.
    fn found(checking: &Checking, located: &Located, page: &mut Page) -> io::Result<Self> {
        let variant = &located.variant;
        let mut request = Request::all().within(checking.limits.clone());
        request.limit = checking.limit;
        let mut seen = Seen::default();
        let report =
            checking.strategy.solve(variant, &request, &mut |values| seen.take(variant, values));
        let found = report.as_ref().map_or(0, |report| report.solutions);
        let Told { nodes, is_exhausted, reason, is_refused } = told(located, report, page)?;
        let Seen { witnesses, error } = seen;
        if let Some(error) = &error {
            page.error(located.place(), complaint(checking, error))?;
        }
        let is_wrong = error.is_some();
        let exact = !is_wrong && is_exhausted;
        let (word, mut status) = match found {
            _ if is_refused => (Word::Unknown, Status::Bad),
            _ if is_wrong => (Word::Unknown, Status::Negative),
            _ if checking.count && !exact => (Word::Unknown, Status::Stopped),
            0 | 1 if !exact => (Word::Unknown, Status::Stopped),
            0 => (Word::None, Status::Negative),
            1 => (Word::Unique, Status::Done),
            _ => (Word::Multiple, Status::Negative),
        };
        let explanation = match word {
            Word::None | Word::Multiple if checking.explain => {
                explain(variant, word == Word::None, checking)
            }
            _ => Vec::new(),
        };
        if explanation.first().is_some_and(|line| line.starts_with("not explained")) {
            status.note(Status::Stopped);
        }
        let reason = error.or(reason).filter(|_| word == Word::Unknown);
        let strategy = checking.strategy.name();
        let found = found.into();
        Ok(Answer { word, status, found, exact, nodes, strategy, reason, witnesses, explanation })
    }

    /// Of a count, with two solutions if they are to be shown.
    fn counted(checking: &Checking, located: &Located, counted: Counted) -> Self {
        let variant = &located.variant;
        let (strategy, _) = counted.strategy();
        let Counted { outcome, total: found, .. } = counted;
        let exact = outcome.verdict.is_exhausted();
        let mut reason = match outcome.verdict {
            Verdict::Stopped(reason) => Some(reason.to_string()),
            _ => None,
        };
        let (mut word, mut status) = match u64::try_from(&found) {
            _ if !exact => (Word::Unknown, Status::Stopped),
            Ok(0) => (Word::None, Status::Negative),
            Ok(1) => (Word::Unique, Status::Done),
            _ => (Word::Multiple, Status::Negative),
        };
        let mut seen = Seen::default();
        if checking.show && found > BigUint::from(1u8) {
            let two = Request::up_to(2).within(checking.limits.clone());
            let take = &mut |values: &[u8]| seen.take(variant, values);
            let shown = checking.strategy.solve(variant, &two, take);
            if shown.is_ok_and(|report| report.verdict.is_exhausted()) && seen.error.is_none() {
                let shown = seen.witnesses.len();
                seen.error = Some(format!("finds {shown} of {found} solutions"));
            }
            if let Some(error) = &seen.error {
                (word, status, reason) = (Word::Unknown, Status::Negative, Some(error.clone()));
            }
        }
        Answer {
            word,
            status,
            found,
            exact: exact && seen.error.is_none(),
            nodes: outcome.statistics.nodes,
            strategy,
            reason,
            witnesses: if seen.error.is_some() { Vec::new() } else { seen.witnesses },
            explanation: Vec::new(),
        }
    }

    /// Of a puzzle that is not counted.
    fn refused(reason: String) -> Self {
        Answer {
            word: Word::Unknown,
            status: Status::Bad,
            found: BigUint::ZERO,
            exact: false,
            nodes: 0,
            strategy: "auto",
            reason: Some(reason),
            witnesses: Vec::new(),
            explanation: Vec::new(),
        }
    }

    fn write(
        &self,
        checking: &Checking,
        located: &Located,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let board = located.variant.board();
        let (word, found, exact) = (self.word, &self.found, self.exact);
        let show = checking.show && *found > BigUint::from(1u8);
        let differ: Vec<String> = match &self.witnesses[..] {
            [first, second] if show => (0..first.len())
                .filter(|&cell| first[cell] != second[cell])
                .map(|cell| board.name(cell).to_string())
                .collect(),
            _ => Vec::new(),
        };
        let shown: Vec<String> = match show {
            true => self.witnesses.iter().map(|values| located.line_of(values)).collect(),
            false => Vec::new(),
        };
        if checking.json {
            let answer = JsonAnswer {
                source: &located.source,
                line: located.line,
                puzzle: located.line_of(located.variant.values()),
                verdict: word.text(),
                solutions: found,
                exact,
                nodes: self.nodes,
                strategy: self.strategy,
                reason: self.reason.as_deref(),
                shown,
                differ,
                explanation: &self.explanation,
            };
            return render::json_line(out, &answer);
        }
        let mut text = match (checking.count, exact) {
            (true, true) => found.to_string(),
            _ => word.text().to_owned(),
        };
        let two = BigUint::from(2u8);
        match word {
            Word::Multiple
                if !checking.count && exact && checking.limit.is_none_or(|limit| limit > 2) =>
            {
                text += &format!(" ({found})");
            }
            Word::Multiple if !checking.count && *found > two => {
                text += &format!(" ({found} or more)");
            }
            Word::Unknown if *found > BigUint::ZERO || checking.count => {
                text += &format!(" (at least {found})");
            }
            _ => {}
        }
        if let Some(reason) = &self.reason {
            text += &format!(": {reason}");
        }
        writeln!(out, "{text}")?;
        for solution in &shown {
            writeln!(out, "  {solution}")?;
        }
        if !differ.is_empty() {
            let count = plural(differ.len() as u64, "cell");
            writeln!(out, "  differ in {count}: {}", differ.join(" "))?;
        }
        for line in &self.explanation {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }
}

/// What is said of a strategy that gives what is no solution.
fn complaint(checking: &Checking, error: &str) -> String {
    format!("strategy `{}` {error}: please report this puzzle", checking.strategy.name())
}

/// Why there is no solution, or what it takes to have just one; a line each.
fn explain(variant: &Variant, none: bool, checking: &Checking) -> Vec<String> {
    let solve = solver(checking.strategy);
    let gave_up = |reason: &dyn std::fmt::Display| vec![format!("not explained: {reason}")];
    let no_answer = |reason: &NoAnswer| gave_up(&super::no_answer(reason));
    if none {
        return match clash(variant, &checking.limits, solve) {
            Err(reason) => no_answer(&reason),
            Ok(None) => gave_up(&"a solution was found after all"),
            Ok(Some(clash)) if clash.parts.is_empty() => {
                vec!["rows, columns and regions alone have no solution".to_owned()]
            }
            Ok(Some(clash)) => {
                let few = match clash.is_smallest {
                    true => "no fewer do",
                    false if clash.is_irreducible => {
                        "each of them is needed; whether fewer others do is not known"
                    }
                    false => "a limit came first: not all of them may be needed",
                };
                let as_one = |part: &Part| matches!(part, Part::Rules(rules) if rules.len() > 1);
                let as_one = match clash.parts.iter().any(as_one) {
                    true => ", those that mean something only together counted as one",
                    false => "",
                };
                let verb = if clash.parts.len() == 1 { "clashes" } else { "clash" };
                let parts = plural(clash.parts.len() as u64, "thing");
                let mut lines = vec![format!("{parts} {verb} ({few}{as_one}):")];
                lines.extend(clash.lines(variant).into_iter().map(|line| format!("  {line}")));
                lines
            }
        };
    }
    match missing(variant, &checking.limits, solve) {
        Err(reason) => no_answer(&reason),
        Ok(None) => gave_up(&"no second solution was found"),
        Ok(Some(missing)) => lacks(variant, &missing),
    }
}

fn lacks(variant: &Variant, missing: &Missing) -> Vec<String> {
    let name = |cell: usize| variant.board().name(cell).to_string();
    let few = match missing.proof {
        Proof::Smallest => "no fewer do",
        Proof::SmallestForSolution => "no fewer leave this solution",
        _ => "each of them is needed",
    };
    let clues: Vec<String> =
        missing.clues.iter().map(|&(cell, digit)| format!("{} is {digit}", name(cell))).collect();
    let differ: Vec<String> = missing.differ().into_iter().map(name).collect();
    let mut lines = Vec::new();
    if let Some(solutions) = missing.solutions {
        lines.push(format!("{solutions} solutions"));
    }
    lines.push(format!("two of them differ in {}", differ.join(" ")));
    let count = plural(missing.clues.len() as u64, "clue");
    lines.push(format!("{count} more would leave one ({few}): {}", clues.join(", ")));
    lines
}
