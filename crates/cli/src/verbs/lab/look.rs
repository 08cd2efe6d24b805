//! `quadrille lab report`, `cmp` and `rank`: what results say.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use quadrille_lab::analysis::{self, Comparison};
use quadrille_lab::page;
use quadrille_lab::results::Results;
use quadrille_lab::show::{self, Table};

use super::read;
use crate::Context;
use crate::args::examples;
use crate::output::{Out, Stream, columns};
use crate::status::Status;

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Tables for a terminal
    Text,
    /// Tables for a page
    Markdown,
    /// A row for each puzzle and engine
    Csv,
    /// A page with tables and plots, in one file
    Html,
}

impl Format {
    /// Writes a report; tables for a terminal are as wide as that allows.
    pub(super) fn write(self, results: &Results, out: &mut Out) -> io::Result<()> {
        match self {
            Format::Csv => show::write_csv(results, out),
            Format::Html => page::write(results, out),
            Format::Markdown => out.write_all(show::report(results, true).as_bytes()),
            Format::Text => write_tables(&show::report_tables(results), out),
        }
    }
}

/// Writes tables for a terminal, as wide as that allows.
pub(super) fn write_tables(tables: &[Table], out: &mut Out) -> io::Result<()> {
    out.write_all(show::text(tables, columns(Stream::Stdout), out.bold()).as_bytes())
}

/// Show what results say, whole or partial
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab report mine.json", ""),
    ("quadrille lab report mine.json --format csv > mine.csv", "a row for each puzzle and engine"),
    ("quadrille lab report mine.json --format html > mine.html", "a page with tables and plots"),
]))]
pub(super) struct ReportArgs {
    /// The results
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    results: PathBuf,

    /// How it is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn report(args: &ReportArgs, context: &mut Context) -> io::Result<Status> {
    let Some(results) = read(&args.results, context) else { return Ok(Status::Bad) };
    args.format.write(&results, &mut context.out)?;
    Ok(Status::Done)
}

/// Compare two engines of a run, or the engines of two runs
///
/// Of one run: each engine against the first, or the two that are named. They ran side by side, and are
/// compared round by round. Of two runs: the engines that both have, or one of each; that the machine was
/// the same then is not known, so a difference must be larger to be shown.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab cmp mine.json --engines mrv,dlx", ""),
    ("quadrille lab cmp before.json after.json", "the engines that both have"),
    ("quadrille lab cmp before.json after.json --engines auto,lanes", "one of each"),
]))]
pub(super) struct CmpArgs {
    /// The results of a run, or of two
    #[arg(value_name = "RESULTS", num_args = 1..=2, required = true, value_hint = ValueHint::FilePath)]
    results: Vec<PathBuf>,

    /// The two engines
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    engines: Vec<String>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn cmp(args: &CmpArgs, context: &mut Context) -> io::Result<Status> {
    let mut runs = Vec::new();
    for path in &args.results {
        let Some(results) = read(path, context) else { return Ok(Status::Bad) };
        runs.push(results);
    }
    let (Some(first), second) = (runs.first(), runs.get(1)) else { return Ok(Status::Bad) };
    let compared = pairs(first, second, &args.engines).and_then(|pairs| {
        let compare = |(one, other): (usize, usize)| match second {
            Some(second) => analysis::compare_runs((first, one), (second, other))
                .map_err(|differ| differ.to_string()),
            None => Ok(analysis::compare(first, one, other)),
        };
        let some = |it: &Result<Vec<_>, _>| it.as_ref().map_or(true, |it| !it.is_empty());
        pairs.into_iter().map(compare).filter(some).collect::<Result<Vec<_>, _>>()
    });
    let compared: Vec<Vec<Comparison>> = match compared {
        Ok(compared) if compared.is_empty() => {
            context.messages.error("", &"no corpus that both engines ran on");
            return Ok(Status::Bad);
        }
        Ok(compared) => compared,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    if args.json {
        let all: Vec<&Comparison> = compared.iter().flatten().collect();
        serde_json::to_writer_pretty(&mut context.out, &all)?;
        writeln!(context.out)?;
        return Ok(Status::Done);
    }
    let tables: Vec<Table> = compared.iter().map(|it| show::comparison_table(it)).collect();
    write_tables(&tables, &mut context.out)?;
    Ok(Status::Done)
}

/// Which engines are compared: an index into the first run and one into the second, or the same.
fn pairs(
    first: &Results,
    second: Option<&Results>,
    named: &[String],
) -> Result<Vec<(usize, usize)>, String> {
    let find = |results: &Results, name: &str| {
        let found = results.engines.iter().position(|engine| engine.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = results.engines.iter().map(|it| it.name.as_str()).collect();
            format!("no engine `{name}`: there are {}", names.join(", "))
        })
    };
    match named {
        [one, other] => Ok(vec![(find(first, one)?, find(second.unwrap_or(first), other)?)]),
        [] => Ok((first.engines.iter().enumerate())
            .filter(|(_, engine)| engine.control_of.is_none())
            .filter_map(|(index, engine)| match second {
                Some(second) => Some((index, find(second, &engine.name).ok()?)),
                None => {
                    let base = first.engines.iter().position(|it| it.kind == engine.kind)?;
                    (base != index).then_some((index, base))
                }
            })
            .collect()),
        _ => Err("--engines takes two names: `A,B`".to_owned()),
    }
}

/// Show engines in the order of their speed, and where the order means nothing
///
/// By the geometric mean of the time of a puzzle, where a timeout counts as twice the limit. Engines have
/// the same place if no difference to the fastest of it is shown; those with a wrong or missing answer have
/// none.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[("quadrille lab rank mine.json", "")]))]
pub(super) struct RankArgs {
    /// The results
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    results: PathBuf,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn rank(args: &RankArgs, context: &mut Context) -> io::Result<Status> {
    let Some(results) = read(&args.results, context) else { return Ok(Status::Bad) };
    let rankings: Vec<_> =
        (0..results.corpora.len()).map(|corpus| analysis::rank(&results, corpus)).collect();
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &rankings)?;
        writeln!(context.out)?;
        return Ok(Status::Done);
    }
    let tables: Vec<Table> =
        rankings.iter().map(|ranking| show::ranking_table(&results, ranking)).collect();
    write_tables(&tables, &mut context.out)?;
    Ok(Status::Done)
}
