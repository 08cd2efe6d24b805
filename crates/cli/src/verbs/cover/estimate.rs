//! `quadrille cover estimate`: how big is the search?

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use quadrille_cover::{Estimate, Mean, estimate};
use serde::Serialize;

use super::input::{self, FilesArgs};
use super::task::{HowArgs, LimitArgs, Task};
use crate::amounts::magnitude;
use crate::Context;
use crate::args::{examples, prose, values};
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Estimate how big the search of exact-cover problems is

Goes down the search tree at random, many times, and estimates from the branches
that it meets how many nodes and solutions there are (Knuth 1975); then runs the
search for a moment to measure its rate. Writes

  nodes      10,243,112 ± 340,211
  solutions  9,402 ± 610
  time       3.2s, at 3.2 M nodes/s

where ± is the standard error of the mean. Where a few rare branches hold most of
the tree, both are too small: try another seed, and more descents.

With --json a problem is an object on one line, with `source`, `descents`,
`nodes` and `solutions` (each an object with `mean` and `standard_error`), `depth`
(of the deepest descent), `nodes_per_second`, `seconds`, `strategy` and, if a limit
ended it, `stopped`.";

/// Estimate how big the search of exact-cover problems is
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle polyomino 6x10 | quadrille cover estimate -", ""),
    ("quadrille cover estimate --descents 100000 --seed 7 large.dlx", ""),
    ("quadrille cover estimate --branch weighted large.dlx", "is another branching better?"),
]))]
pub(super) struct EstimateArgs {
    #[command(flatten)]
    files: FilesArgs,

    /// How many descents
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true,
          value_parser = values::descents)]
    descents: u64,

    /// Where the random numbers begin: the same seed gives the same estimate
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::seed)]
    seed: u64,

    #[command(flatten)]
    how: HowArgs,

    /// Estimate the search of the problem that `cover preprocess` makes
    #[arg(long)]
    preprocess: bool,

    /// Stop after this time, with the descents made until then [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = values::time)]
    time_limit: Option<Duration>,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &EstimateArgs, context: &mut Context) -> io::Result<Status> {
    input::each(&args.files, args.json, context, |loaded, several, context| {
        let limits = LimitArgs { time_limit: args.time_limit, node_limit: None };
        let cancel = &context.cancel;
        let task = Task::of(&args.how, None, args.preprocess, false, &limits, loaded, cancel)?;
        let found = estimate(task.matrix(), &task.search, args.descents, args.seed);
        let found = found.map_err(|error| task.fault(&error))?;
        Ok(write(args, &task, &found, several, context)?)
    })
}

fn write(
    args: &EstimateArgs,
    task: &Task<'_>,
    found: &Estimate,
    several: bool,
    context: &mut Context,
) -> io::Result<Status> {
    let source = &task.loaded.source;
    let stopped = found.stopped.or(task.stopped);
    let status = if stopped.is_some() { Status::Stopped } else { Status::Done };
    let seconds = found.nodes_per_second.map(|rate| found.nodes.mean / rate);
    if args.json {
        let object = JsonEstimate {
            source,
            descents: found.descents,
            nodes: found.nodes.into(),
            solutions: found.solutions.into(),
            depth: found.depth,
            nodes_per_second: found.nodes_per_second,
            seconds,
            strategy: task.strategy.name(),
            stopped: stopped.map(|reason| reason.to_string()),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    let out = &mut context.out;
    if several {
        writeln!(out, "| {source}")?;
    }
    if found.descents == 0 {
        writeln!(
            out,
            "unknown: {}",
            stopped.map_or_else(String::new, |reason| reason.to_string())
        )?;
        return Ok(status);
    }
    writeln!(out, "nodes      {}", mean(found.nodes))?;
    writeln!(out, "solutions  {}", mean(found.solutions))?;
    match (found.nodes_per_second, seconds) {
        (Some(rate), Some(seconds)) => {
            writeln!(out, "time       {}, at {} nodes/s", time(seconds), magnitude(rate))?;
        }
        _ => writeln!(out, "time       none: there is nothing to search")?,
    }
    if let Some(reason) = stopped {
        out.flush()?;
        let (made, wanted) = (found.descents, args.descents);
        let told = format!("{source}: {reason}: {made} of {wanted} descents were made");
        context.messages.warning(&told);
    }
    Ok(status)
}

/// A mean and its standard error.
fn mean(Mean { mean, standard_error, .. }: Mean) -> String {
    format!("{} ± {}", number(mean), number(standard_error))
}

/// A number as exactly as it makes sense.
fn number(number: f64) -> String {
    match number {
        n if !n.is_finite() => "unknown".to_owned(),
        n if n >= 1e15 => format!("{n:.3e}"),
        n if n >= 100.0 => HumanCount(n.round() as u64).to_string(),
        n => {
            let places = if n >= 10.0 { 1 } else { 2 };
            let text = format!("{n:.places$}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

/// A time as exactly as it makes sense.
fn time(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    match seconds {
        s if s >= 1000.0 * YEAR => format!("{} years", number(s / YEAR)),
        s if s >= 60.0 => {
            humantime::format_duration(Duration::from_secs(s.round() as u64)).to_string()
        }
        s if s >= 1.0 => format!("{s:.1}s"),
        s if s >= 1e-3 => format!("{:.0}ms", s * 1e3),
        _ => "less than 1ms".to_owned(),
    }
}

#[derive(Serialize)]
struct JsonEstimate<'p> {
    source: &'p str,
    descents: u64,
    nodes: JsonMean,
    solutions: JsonMean,
    depth: usize,
    nodes_per_second: Option<f64>,
    seconds: Option<f64>,
    strategy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct JsonMean {
    mean: f64,
    standard_error: f64,
}

impl From<Mean> for JsonMean {
    fn from(mean: Mean) -> Self {
        JsonMean { mean: mean.mean, standard_error: mean.standard_error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_as_exact_as_makes_sense() {
        let numbers = [0.0, 3.0, 43.46, 99.995, 1234.4, 1.5e16, f64::INFINITY].map(number);
        assert_eq!(numbers, ["0", "3", "43.5", "100", "1,234", "1.500e16", "unknown"]);
        let times = [1e-5, 0.012, 1.25, 75.2, 1e13].map(time);
        assert_eq!(times, ["less than 1ms", "12ms", "1.2s", "1m 15s", "316,881 years"]);
    }
}
