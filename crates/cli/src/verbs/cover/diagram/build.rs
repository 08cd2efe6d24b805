//! `cover diagram build`: all solutions of a problem as a diagram.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use indicatif::{HumanBytes, HumanCount};
use quadrille_cover::diagram::{Drawing, Drawn};
use quadrille_cover::{BigUint, Diagram, Search, SearchError, Step, StopReason, Verdict};
use serde::Serialize;

use super::file::{self, Head};
use crate::Context;
use crate::amounts::{self, counted, magnitude};
use crate::args::{examples, prose, values};
use crate::input::{Fault, Source, unless_cancelled};
use crate::memory;
use crate::output::file::{OutFile, cannot_write};
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::verbs::cover::input::{self, FileArgs, Loaded};
use crate::verbs::cover::task::{AssumptionArgs, Assumptions, LimitArgs};

/// How often the search comes back to be looked at.
const TICK: Duration = Duration::from_millis(100);

const ABOUT: &str = "\
Make a decision diagram of all solutions of an exact-cover problem

Writes the diagram to a file, together with the problem. How many solutions it has, and
how large it is, stands on standard error; if it has none the answer is negative. If a
limit or Ctrl-C stops the search, no file is written.

Items that may be covered other than once cannot be taken.

With --json it writes one object, with `source`, `diagram` (the file), `verdict`
(`exhausted` or `stopped`), `reason` (of a stop), `nodes` and `updates` (of the search),
`seconds`, `peak_bytes` (the most memory that the program has had, `null` where that is
not known), and if the diagram was written `solutions` (a string of digits), and
`diagram_nodes` and `diagram_bytes` (of memory).";

/// Make a decision diagram of all solutions of an exact-cover problem
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover diagram build - -o queens.qdd", "92 solutions"),
    ("quadrille cover diagram build --memory-limit 8G --time-limit 1h large.dlx -o large.qdd", ""),
    ("quadrille cover diagram build --given 'a d g' problem.dlx -o some.qdd", "those with an option"),
]))]
pub(super) struct BuildArgs {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    out: OutArgs,

    #[command(flatten)]
    assumptions: AssumptionArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Stop if the diagram takes more memory than this: `512M`, `4GiB`, or bytes [default: none]
    ///
    /// K, M and G are powers of 1024, as KiB, MiB and GiB. As much again is used for what is remembered
    /// to save time, 1GiB if no limit is given.
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = values::bytes)]
    memory_limit: Option<u64>,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

/// Where a diagram is written.
#[derive(Debug, Args)]
pub(super) struct OutArgs {
    /// The file of the diagram that is made, or `-` for standard output
    #[arg(long, short, value_name = "FILE | -", required = true, value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

/// Where a diagram can be written, as far as can be said.
pub(super) struct Output(OutFile);

impl OutArgs {
    /// What is wrong is said here.
    pub(super) fn prepare(&self, source: &Source, context: &Context) -> Result<Output, Status> {
        let prepared = OutFile::prepare(&self.output).and_then(|out| {
            out.spare([source])?;
            match out.is_stdout() && context.out.is_terminal() {
                true => Err("a diagram is not for a terminal: expected a file".to_owned()),
                false => Ok(out),
            }
        });
        prepared.map(Output).map_err(|message| {
            context.messages.error("", &message);
            Status::Bad
        })
    }
}

impl Output {
    pub(super) fn shown(&self) -> std::path::Display<'_> {
        self.0.shown()
    }

    fn name(&self) -> &Path {
        self.0.name()
    }

    /// Writes a diagram; `false`, and that is said, if it cannot be done.
    pub(super) fn write(
        &self,
        head: &Head,
        loaded: &Loaded,
        diagram: &Diagram,
        context: &mut Context,
    ) -> io::Result<bool> {
        if self.0.is_stdout() {
            file::write(head, loaded, diagram, &mut context.out)?;
            context.out.flush()?;
            return Ok(true);
        }
        if let Err(error) = self.0.write(&|to| file::write(head, loaded, diagram, to)) {
            context.messages.error("", &cannot_write(self.name(), &error));
            return Ok(false);
        }
        Ok(true)
    }
}

pub(super) fn run(args: &BuildArgs, context: &mut Context) -> io::Result<Status> {
    let out = match args.out.prepare(&input::source_of(args.file.file.as_ref()), context) {
        Ok(out) if args.json && out.0.is_stdout() => {
            context.messages.error("", &"--json needs standard output: expected a file for -o");
            return Ok(Status::Bad);
        }
        Ok(out) => out,
        Err(status) => return Ok(status),
    };
    let (loaded, bytes) = match input::one_and_bytes(args.file.file.as_ref(), args.json, context)? {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let start = Instant::now();
    let built = search(args, &loaded, context)
        .and_then(|search| draw(&search, &loaded, start))
        .and_then(|drawn| Ok((Head::new(&loaded.source, bytes)?, drawn)));
    let (head, drawn) = match built {
        Ok(built) => built,
        Err(message) => {
            let fault = Fault::of(&loaded.source, message);
            fault.report(context.messages);
            if args.json {
                render::json_line(&mut context.out, &render::Invalid::of(&fault))?;
            }
            return Ok(Status::Bad);
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let Drawn { diagram, verdict, statistics, .. } = drawn;
    let mut object = JsonBuilt {
        source: &loaded.source,
        diagram: out.shown().to_string(),
        verdict: "exhausted",
        reason: None,
        solutions: None,
        diagram_nodes: None,
        diagram_bytes: None,
        nodes: statistics.nodes,
        updates: statistics.updates,
        seconds,
        peak_bytes: None,
    };
    let Some(diagram) = diagram else {
        let reason = match verdict {
            Verdict::Stopped(reason) => reason,
            _ => StopReason::Receiver,
        };
        (object.verdict, object.reason) = ("stopped", Some(reason.to_string()));
        return stopped(args, object, &out, context);
    };
    // The count of a large diagram takes a while.
    let work = move || (diagram.count(), diagram.shape(), diagram);
    let Some((solutions, shape, diagram)) = unless_cancelled(&context.cancel, work) else {
        (object.verdict, object.reason) = ("stopped", Some(StopReason::Cancelled.to_string()));
        return stopped(args, object, &out, context);
    };
    if !out.write(&head, &loaded, &diagram, context)? {
        return Ok(Status::Bad);
    }
    if args.json {
        object.solutions = Some(solutions.to_string());
        object.diagram_nodes = Some(shape.nodes);
        object.diagram_bytes = Some(shape.bytes);
        object.peak_bytes = memory::peak_bytes();
        render::json_line(&mut context.out, &object)?;
    } else {
        let (nodes, bytes) = (HumanCount(shape.nodes as u64), HumanBytes(shape.bytes as u64));
        let shown = out.shown();
        context.messages.note(&match solutions == BigUint::ZERO {
            true => format!("{shown}: no solution"),
            false => format!("{shown}: {}, {nodes} nodes, {bytes}", amounts::solutions(&solutions)),
        });
    }
    Ok(if diagram.is_empty() { Status::Negative } else { Status::Done })
}

/// The search that the arguments ask for.
fn search(args: &BuildArgs, loaded: &Loaded, context: &Context) -> Result<Search, String> {
    let Assumptions { given, forbidden } = args.assumptions.resolve(loaded)?;
    let mut search = Search::new().given(given).forbid(forbidden).cancel(context.cancel.clone());
    if let Some(time) = args.limits.time_limit {
        search = search.time_budget(time);
    }
    if let Some(nodes) = args.limits.node_limit {
        search = search.node_budget(nodes);
    }
    if let Some(bytes) = args.memory_limit {
        search = search.memory_limit(bytes);
    }
    Ok(search)
}

fn draw(search: &Search, loaded: &Loaded, start: Instant) -> Result<Drawn, String> {
    let mut drawing = search.drawing(&loaded.problem).map_err(|error| match error {
        // No other strategy makes one.
        SearchError::Unsupported { feature, .. } => {
            format!("a diagram cannot take {feature}")
        }
        error => error.to_string(),
    })?;
    let mut progress = Progress::of_search();
    while drawing.advance(TICK) != Step::Exhausted {
        if progress.is_due() {
            progress.tell(line(&drawing, start.elapsed()));
        }
    }
    progress.clear();
    Ok(drawing.finish())
}

/// How far it is.
fn line(drawing: &Drawing<'_>, elapsed: Duration) -> String {
    let nodes = drawing.statistics().nodes;
    format!(
        "{}, {} nodes/s, {} in the diagram, {}",
        humantime::format_duration(Duration::from_secs(elapsed.as_secs())),
        magnitude(nodes as f64 / elapsed.as_secs_f64().max(1e-3)),
        magnitude(drawing.nodes() as f64),
        HumanBytes(drawing.bytes() as u64),
    )
}

/// Says that no diagram was made.
fn stopped(
    args: &BuildArgs,
    mut object: JsonBuilt<'_>,
    out: &Output,
    context: &mut Context,
) -> io::Result<Status> {
    let reason = object.reason.clone().unwrap_or_default();
    let after = humantime::format_duration(Duration::from_millis((object.seconds * 1e3) as u64));
    let nodes = counted(object.nodes, "node");
    if args.json {
        object.peak_bytes = memory::peak_bytes();
        render::json_line(&mut context.out, &object)?;
        context.out.flush()?;
    }
    let told = format!("stopped after {after}, {nodes}: {reason}; {} was not written", out.shown());
    context.messages.note(&told);
    Ok(Status::Stopped)
}

#[derive(Serialize)]
struct JsonBuilt<'p> {
    source: &'p str,
    diagram: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram_nodes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram_bytes: Option<usize>,
    nodes: u64,
    updates: u64,
    seconds: f64,
    peak_bytes: Option<u64>,
}
