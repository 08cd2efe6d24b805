//! `quadrille cover split`: a search in parts, for many processes or machines.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};

use clap::{Args, ValueHint};
use quadrille_cover::shard::{Shard, ShardFile};
use serde::Serialize;

use super::input::{self, FileArgs, Loaded};
use super::shard::{self, DEFAULT_SEED};
use super::task::{HowArgs, LimitArgs, Task};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::{Fault, Source};
use crate::output::file::{OutFile, cannot_write};
use crate::output::plural;
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Split the search of an exact-cover problem into parts of about the same size

Writes a file for each part, PREFIX-I-of-N.json, and a line that says how much
of the work it is estimated to be:

  large-1-of-3.json: 16 pieces, 33.4 % of the work
  large-2-of-3.json: 16 pieces, 33.3 % of the work
  large-3-of-3.json: 16 pieces, 33.3 % of the work

Each is searched by `cover count --shard FILE`, or without any file by `cover
count --shard I/N`, with the same problem and the same arguments as here;
`cover merge` adds up the counts. No solution is in two parts.

The parts are the same for everybody who asks for them with the same program,
and on any machine. How large they are is estimated by random descents: one may
take longer than another. Ask for more parts than there are processors, so that
those who are done early take the next.

With --json all is one object, with `source`, `shards` (a list of objects with
`file`, `shard`, `pieces` and `share`, from 0 to 1) and `strategy`.";

/// Split the search of an exact-cover problem into parts of about the same size
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover split large.dlx -n 100", "large-1-of-100.json and so on, here"),
    ("mkdir -p parts counts\n  \
      quadrille cover split large.dlx -n 100 -o parts/large", "in a folder"),
    ("quadrille cover count --shard parts/large-7-of-100.json --json large.dlx > counts/7.json",
     "one of them"),
    ("quadrille cover merge counts/*.json", "all together"),
]))]
pub(super) struct SplitArgs {
    #[command(flatten)]
    file: FileArgs,

    /// How many parts, up to 65536
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true,
          value_parser = values::shards)]
    shards: u32,

    /// How the names of the files begin [default: the name of the problem, without its ending]
    ///
    /// If it ends in a slash it is a folder, and the names begin with that of the problem.
    #[arg(long, short, value_name = "PREFIX", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,

    /// Where the random numbers begin that the work is estimated by: another seed, other parts
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, allow_negative_numbers = true,
          value_parser = values::seed)]
    plan_seed: u64,

    #[command(flatten)]
    how: HowArgs,

    /// That of `cover count --seed`
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    /// Split the search of the problem that `cover preprocess` makes
    #[arg(long)]
    preprocess: bool,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &SplitArgs, context: &mut Context) -> io::Result<Status> {
    let source = input::source_of(args.file.file.as_ref());
    if let Source::File(path) = &source
        && path.is_dir()
    {
        let message = "is a directory: expected a file".to_owned();
        let fault = Fault::of(&source.name().into(), message);
        return refuse(args, &fault, context);
    }
    let outputs = match outputs(args, &source) {
        Ok(outputs) => outputs,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let loaded = match input::one_told(args.file.file.as_ref(), args.json, context)? {
        Ok(loaded) => loaded,
        Err(status) => return Ok(status),
    };
    match split(args, &outputs, &loaded, context) {
        Ok(written) => written,
        Err(fault) => refuse(args, &fault, context),
    }
}

/// Says what is wrong.
fn refuse(args: &SplitArgs, fault: &Fault, context: &mut Context) -> io::Result<Status> {
    fault.report(context.messages);
    if args.json {
        render::json_line(&mut context.out, &render::Invalid::of(fault))?;
    }
    Ok(Status::Bad)
}

/// How the names of the files begin, if that of the problem says so.
fn stem(source: &Source) -> Option<OsString> {
    match source {
        Source::File(file) => file.file_stem().map(OsString::from),
        _ => Some(OsString::from("stdin")),
    }
}

/// Whether a name ends in a slash.
fn names_folder(name: &Path) -> bool {
    name.as_os_str().as_encoded_bytes().last().is_some_and(|&end| is_separator(char::from(end)))
}

/// The files, none of which is the problem.
fn outputs(args: &SplitArgs, source: &Source) -> Result<Vec<OutFile>, String> {
    let stem = || stem(source).ok_or("expected a name for the files: -o PREFIX");
    let prefix = match &args.output {
        Some(folder) if names_folder(folder) => folder.join(stem()?).into_os_string(),
        Some(prefix) => prefix.clone().into_os_string(),
        None => stem()?,
    };
    let file = |number| {
        let mut name = prefix.clone();
        name.push(format!("-{number}-of-{}.json", args.shards));
        let file = OutFile::prepare(Path::new(&name))?;
        file.spare([source])?;
        Ok(file)
    };
    (1..=args.shards).map(file).collect()
}

fn split(
    args: &SplitArgs,
    outputs: &[OutFile],
    loaded: &Loaded,
    context: &mut Context,
) -> Result<io::Result<Status>, Fault> {
    let limits = LimitArgs { time_limit: None, node_limit: None };
    let (seed, preprocess, cancel) = (args.seed, args.preprocess, &context.cancel);
    let mut task = Task::of(&args.how, seed, preprocess, false, &limits, loaded, cancel)?;
    let shards = match task.stopped {
        None => shard::files(&mut task, args.shards, args.plan_seed)?,
        Some(_) => None,
    };
    let Some(shards) = shards else {
        context.messages.warning(&"interrupted: no file was written");
        return Ok(Ok(Status::Stopped));
    };
    for (written, (output, (_, file))) in outputs.iter().zip(&shards).enumerate() {
        if context.cancel.is_cancelled() {
            let told = format!("interrupted: {} written", plural(written as u64, "file"));
            context.messages.warning(&told);
            return Ok(Ok(Status::Stopped));
        }
        if let Err(error) = output.write(&|to| to.write_all(file.to_json().as_bytes())) {
            context.messages.error("", &cannot_write(output.name(), &error));
            return Ok(Ok(Status::Bad));
        }
    }
    Ok(write(args, &task, outputs, &shards, context))
}

fn write(
    args: &SplitArgs,
    task: &Task<'_>,
    outputs: &[OutFile],
    shards: &[(Shard, ShardFile)],
    context: &mut Context,
) -> io::Result<Status> {
    let files = outputs.iter().zip(shards.iter().map(|(shard, _)| shard));
    let empty = shards.iter().filter(|(shard, _)| shard.pieces().is_empty()).count();
    if empty > 0 {
        let told = format!(
            "the search tree is too small for {}: {empty} of them have nothing to search",
            plural(shards.len() as u64, "part")
        );
        context.messages.warning(&told);
    }
    if args.json {
        let shard = |(output, shard): (&OutFile, &Shard)| JsonShard {
            file: output.shown().to_string(),
            shard: shard.number(),
            pieces: shard.pieces().len(),
            share: shard.share(),
        };
        let object = JsonSplit {
            source: &task.loaded.source,
            shards: files.map(shard).collect(),
            strategy: task.strategy.name(),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(Status::Done);
    }
    for (output, shard) in files {
        let pieces = plural(shard.pieces().len() as u64, "piece");
        let percent = 100.0 * shard.share();
        writeln!(context.out, "{}: {pieces}, {percent:.1} % of the work", output.shown())?;
    }
    Ok(Status::Done)
}

#[derive(Serialize)]
struct JsonSplit<'p> {
    source: &'p str,
    shards: Vec<JsonShard>,
    strategy: &'static str,
}

#[derive(Serialize)]
struct JsonShard {
    file: String,
    shard: u32,
    pieces: usize,
    share: f64,
}
