//! `quadrille solve` with rules.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_sudoku::Request;
use quadrille_sudoku::variant::draw;
use quadrille_sudoku::variant::format::rule_text;
use quadrille_sudoku::variant::strategy::VariantStrategy;
use serde::Serialize;

use super::{Located, Told, Variants, told, wrong};
use crate::Context;
use crate::input::Fault;
use crate::render::{self, Format, Style};
use crate::status::Status;
use crate::stream::{Page, VariantWork, each};

/// What is wanted.
pub(crate) struct Solving {
    pub(crate) strategy: &'static dyn VariantStrategy,
    pub(crate) request: Request,
    /// `None`: a grid for a single puzzle on a terminal, else a line.
    pub(crate) format: Option<Format>,
    /// Whether there may be several solutions of each.
    pub(crate) several: bool,
    /// Whether to say which strategy a puzzle gets, and why.
    pub(crate) explain: bool,
    /// Puzzles that are searched at the same time.
    pub(crate) threads: usize,
}

#[derive(Serialize)]
struct Head<'a> {
    source: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    size: usize,
    puzzle: String,
    rules: Vec<String>,
}

#[derive(Serialize)]
struct Tail<'a> {
    verdict: &'a str,
    exhausted: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Solves each, and writes what `solve` writes of plain puzzles.
pub(crate) fn run(
    solving: &Solving,
    mut variants: Variants,
    context: &mut Context,
) -> io::Result<Status> {
    let format = match solving.format {
        Some(format) => format,
        None if context.out.is_terminal() && variants.is_single(&mut context.out)? => Format::Grid,
        None => Format::Line,
    };
    let style = Style { format, colour: context.out.colour() };
    let apart = solving.several || format == Format::Grid;
    let solver = Solver { solving, style, apart };
    Ok(each(&solver, variants, solving.threads, context)?.status)
}

struct Solver<'a> {
    solving: &'a Solving,
    style: Style,
    /// Whether a puzzle may take several lines, so that puzzles have to be set apart.
    apart: bool,
}

impl VariantWork for Solver<'_> {
    fn answer(&self, located: &Located, page: &mut Page) -> io::Result<Status> {
        self.begin(page)?;
        if self.solving.explain {
            located.explain(self.solving.strategy, page)?;
        }
        self.one(located, page)
    }

    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()> {
        self.begin(page)?;
        render::invalid(page, fault, self.style.format == Format::Json)
    }
}

impl Solver<'_> {
    fn begin(&self, page: &mut Page) -> io::Result<()> {
        if self.apart && self.style.format != Format::Json { page.separate() } else { Ok(()) }
    }

    fn one(&self, located: &Located, page: &mut Page) -> io::Result<Status> {
        let (solving, Style { format, colour }) = (self.solving, self.style);
        let variant = &located.variant;
        if format == Format::Json {
            let board = variant.board();
            let rules = variant.rules().list().iter().map(|rule| rule_text(board, rule)).collect();
            let head = Head {
                source: &located.source,
                line: located.line,
                title: variant.info.title.as_deref(),
                size: board.size(),
                puzzle: located.line_of(variant.values()),
                rules,
            };
            render::json_open(page, &head, "solutions")?;
        }
        let mut given = 0;
        let mut written = Ok(());
        let mut error = None;
        let report = solving.strategy.solve(variant, &solving.request, &mut |values| {
            error = wrong(variant, values);
            if error.is_some() {
                return ControlFlow::Break(());
            }
            given += 1;
            written = match format {
                Format::Grid => {
                    let blank = if given > 1 { "\n" } else { "" };
                    let options = draw::TextOptions {
                        values: Some(values),
                        is_coloured: colour,
                        ..draw::TextOptions::default()
                    };
                    writeln!(page, "{blank}{}", draw::text(variant, options))
                }
                Format::Json => {
                    let comma = if given > 1 { "," } else { "" };
                    write!(page, "{comma}\"{}\"", located.line_of(values))
                }
                _ => writeln!(page, "{}", located.line_of(values)),
            };
            if written.is_ok() && solving.several {
                written = page.settle();
            }
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        written?;
        let is_wrong = error.is_some();
        if let Some(error) = &error {
            let name = solving.strategy.name();
            let message = format!("strategy `{name}` {error}: please report this puzzle");
            page.error(located.place(), message)?;
        }
        let Told { nodes, is_exhausted, reason, is_refused } = told(located, report, page)?;
        let reason = error.or(reason);
        let status = match given {
            _ if is_refused => Status::Bad,
            _ if is_wrong => Status::Negative,
            _ if reason.is_some() => Status::Stopped,
            0 if is_exhausted => Status::Negative,
            _ => Status::Done,
        };
        if format == Format::Json {
            let tail = Tail {
                verdict: match status {
                    _ if given > 0 && !is_wrong => "solved",
                    Status::Negative if reason.is_none() => "none",
                    _ => "unknown",
                },
                exhausted: reason.is_none() && is_exhausted,
                nodes,
                strategy: solving.strategy.name(),
                reason,
            };
            render::json_close(page, &tail)?;
            return Ok(status);
        }
        match reason {
            Some(reason) => writeln!(page, "unknown: {reason}")?,
            None if status == Status::Negative => writeln!(page, "no solution")?,
            None => {}
        }
        Ok(status)
    }
}
