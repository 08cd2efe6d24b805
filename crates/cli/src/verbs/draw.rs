//! `quadrille draw`: puzzles as drawings, in the terminal, as a picture, as pages to print.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_sudoku::variant::strategy::VariantStrategy;
use quadrille_sudoku::variant::{Variant, draw, strategy};
use quadrille_sudoku::{Request, Verdict};

use crate::Context;
use crate::args::{LimitArgs, examples, prose};
use crate::input::InputArgs;
use crate::output::file::OutFile;
use crate::output::plural;
use crate::status::Status;
use crate::variants::{self, RuleArgs, Variants};

const ABOUT: &str = "\
Draw puzzles: in the terminal, as a picture, as pages to print

Without an option every puzzle is drawn with characters: cages, lines, dots and
clues at the border as far as characters allow, and the other rules in words below.

With --svg the only puzzle is written as a picture. With --pdf or --html all of them
are written as pages to print; --solutions adds the solutions at the end, found here.";

/// Draw puzzles: in the terminal, as a picture, as pages to print
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille draw puzzle.sudoku", "in the terminal"),
    ("quadrille draw --svg puzzle.svg --rule 'diagonal main' puzzle.txt", "as a picture"),
    ("quadrille draw --pdf book.pdf --solutions --columns 2 --rows 3 puzzles.txt", "six to a page"),
]))]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// Write the puzzle as a picture to this file; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["html", "pdf"])]
    svg: Option<PathBuf>,

    /// Write all puzzles as pages for a browser to this file; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "pdf")]
    html: Option<PathBuf>,

    /// Write all puzzles as pages to print to this file; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pdf: Option<PathBuf>,

    /// Draw solutions too: on pages at the end, else in the grid
    #[arg(long)]
    solutions: bool,

    /// Puzzles side by side on a page, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(1..=20))]
    columns: u8,

    /// Puzzles one below the other on a page, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..=20))]
    rows: u8,

    /// What stands above the pages
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The paper
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = ["a4", "letter"])]
    paper: String,

    /// Use no characters beyond ASCII in the terminal
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &DrawArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = variants::find_shape(&args.input, &args.rules, &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let named = [&args.svg, &args.html, &args.pdf].into_iter().flatten().next();
    let file = named.map(|name| OutFile::prepare(name));
    let items = file
        .transpose()
        .and_then(|file| Ok((file, Variants::open(&args.input, &args.rules, &context.cancel)?)));
    let (file, mut items) = match items {
        Ok(read) => read,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let mut status = Status::Done;
    let mut puzzles: Vec<Variant> = Vec::new();
    let mut solutions: Vec<Option<Vec<u8>>> = Vec::new();
    while let Some(item) = items.next(&mut context.out)? {
        match item {
            Err(fault) => {
                fault.report(context.messages);
                status.note(Status::Bad);
            }
            Ok(located) => {
                let solution = match args.solutions {
                    true => {
                        let (solution, told, outcome) = solve(args, &located.variant, context);
                        if let Some(told) = told {
                            let message = format!("{}: {told}", located.place());
                            context.messages.warning(&message);
                        }
                        status.note(outcome);
                        solution
                    }
                    false => None,
                };
                if file.is_none() {
                    let options = draw::TextOptions {
                        values: solution.as_deref(),
                        is_ascii: args.ascii,
                        is_coloured: context.out.colour(),
                        ..draw::TextOptions::default()
                    };
                    let blank = if puzzles.is_empty() { "" } else { "\n" };
                    writeln!(context.out, "{blank}{}", draw::text(&located.variant, options))?;
                }
                puzzles.push(located.variant);
                solutions.push(solution);
            }
        }
    }
    if context.cancel.is_cancelled() {
        let written = if file.is_some() { "nothing was written" } else { "others were not drawn" };
        context.messages.warning(&format_args!("interrupted: {written}"));
        return Ok(Status::Stopped);
    }
    let Some(file) = file else { return Ok(status) };
    let document = match &puzzles[..] {
        [] => return Ok(status),
        [puzzle] if args.svg.is_some() => {
            let values = solutions.first().and_then(Option::as_deref);
            let options = draw::PictureOptions { values, ..draw::PictureOptions::default() };
            draw::svg(puzzle, options).into_bytes()
        }
        all if args.svg.is_some() => {
            let count = plural(all.len() as u64, "puzzle");
            let message =
                format!("{count}: a picture is of one; --html and --pdf make pages of all");
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
        all if args.pdf.is_some() => draw::pdf(all, pages(args, &solutions)),
        all => draw::page(all, pages(args, &solutions)).into_bytes(),
    };
    if file.is_stdout() {
        context.out.write_all(&document)?;
        return Ok(status);
    }
    context.out.flush()?;
    if let Err(error) = file.write(&|out| out.write_all(&document)) {
        let message = format!("cannot write {}: {error}", file.shown());
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    Ok(status)
}

fn pages<'a>(args: &'a DrawArgs, solutions: &'a [Option<Vec<u8>>]) -> draw::PageOptions<'a> {
    draw::PageOptions {
        columns: args.columns.into(),
        rows: args.rows.into(),
        title: args.title.as_deref(),
        paper: match args.paper.as_str() {
            "letter" => draw::Paper::Letter,
            _ => draw::Paper::A4,
        },
        solutions: if args.solutions { solutions } else { &[] },
        ..draw::PageOptions::default()
    }
}

/// A verified solution, if one is found within the limits; else what is to be said.
fn solve(
    args: &DrawArgs,
    variant: &Variant,
    context: &Context,
) -> (Option<Vec<u8>>, Option<String>, Status) {
    let request = Request::first().within(args.limits.limits(&context.cancel));
    let mut solution = None;
    let report = strategy::Auto.solve(variant, &request, &mut |values| {
        solution = Some(values.to_vec());
        ControlFlow::Continue(())
    });
    // It takes every variant.
    let verdict = report.map_or_else(|refusal| Err(refusal.to_string()), |it| Ok(it.verdict));
    match (solution, verdict) {
        (Some(values), _) => match variants::wrong(variant, &values) {
            None => (Some(values), None, Status::Done),
            Some(wrong) => {
                let told = format!("strategy `auto` {wrong}: please report this puzzle");
                (None, Some(told), Status::Negative)
            }
        },
        (None, Err(refusal)) => (None, Some(format!("not solved: {refusal}")), Status::Bad),
        (None, Ok(Verdict::Stopped(reason))) => {
            (None, Some(format!("not solved: {reason}")), Status::Stopped)
        }
        (None, _) => (None, Some("no solution".to_owned()), Status::Negative),
    }
}
