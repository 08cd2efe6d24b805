//! `quadrille cover merge`: the counts of all parts of a search, added up.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille_cover::BigUint;
use quadrille_cover::shard::{Merge, MergeError, Merged, Part};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input;
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::{Fault, Source, unless_cancelled, unreadable};
use crate::output::plural;
use crate::render;
use crate::status::Status;

/// So many faults are told, and so many parts are named in a message.
const MOST_TOLD: usize = 20;

const ABOUT: &str = "\
Add up the counts of all parts of a search

Reads what `cover count --shard … --json` has written, an object a line, from one
file or many, in any order, and writes the number of solutions:

  9356                   every part is there, and was searched to its end
  unknown (at least 8120): shards 3, 5-7 of 8 are missing

What is foreign (of another problem, another number of parts, other arguments),
there twice, or damaged is refused by name, and then nothing is added up: that is bad
input. A part that is missing, or was stopped by a limit, leaves the answer unknown;
so does an empty file, the result of a part that still runs or was killed.
A count of 0 is a negative answer.

With --json there is one object, with `solutions` (a string of digits), `exact`, `verdict` (`exhausted` or
`incomplete`), `reason` (of the latter), `nodes`, `updates`, `seconds` (of all parts
together), `peak_bytes` (of the part that had the most), `strategy`, `of` (how many
parts there are), `missing` and `unfinished` (lists of their numbers), and `shards`, a
list of objects with `shard`, `source`, `solutions`, `nodes` and `seconds`.";

/// Add up the counts of all parts of a search
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("seq 8 | parallel quadrille cover count --shard {}/8 --json large.dlx > counts.json\n  \
      quadrille cover merge counts.json", "all processors of this machine, by GNU parallel"),
    ("quadrille cover merge counts/*.json", "a file for each part"),
    ("quadrille cover merge --json counts.json | jq -c '.shards[]'", "what each has come to"),
]))]
pub(super) struct MergeArgs {
    /// What the parts have come to, or `-` for standard input
    #[arg(value_name = "FILE | -", value_parser = values::input(), value_hint = ValueHint::FilePath,
          required = true)]
    files: Vec<OsString>,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

/// A line of `cover count --json`.
#[derive(Debug, Deserialize)]
struct Line {
    /// A string of digits; in results of earlier versions a number.
    solutions: Option<Value>,
    #[serde(default)]
    seconds: f64,
    strategy: Option<String>,
    peak_bytes: Option<u64>,
    verdict: Option<String>,
    reason: Option<String>,
    shard: Option<Part>,
}

/// What was read of all files.
#[derive(Default)]
struct Read {
    found: Vec<Found>,
    merge: Merge,
    faults: Vec<Fault>,
    /// Files that have nothing in them, and lines of searches that were stopped before their shard was found.
    without: Vec<Fault>,
}

/// A line, where it stands, and what its shard has come to.
struct Found {
    place: Place,
    line: Line,
    part: Part,
}

#[derive(Clone)]
struct Place {
    source: Arc<str>,
    line: usize,
}

impl Place {
    fn fault(&self, column: usize, message: String) -> Fault {
        Fault::at(&self.source, (self.line, column), message)
    }
}

pub(super) fn run(args: &MergeArgs, context: &mut Context) -> io::Result<Status> {
    let sources: Vec<Source> = args.files.iter().map(input::source).collect();
    if crate::input::is_read_twice(&sources) {
        context.messages.error("", &crate::input::STDIN_TWICE);
        return Ok(Status::Bad);
    }
    let read = unless_cancelled(&context.cancel, move || Ok(add_up(&sources)));
    let read = match input::fetched(read, context) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    if !read.faults.is_empty() {
        return refuse(args, &read.faults, context);
    }
    for without in read.without.iter().take(MOST_TOLD) {
        context.messages.warning(&format_args!("{}{}", position(without), without.message));
    }
    let left = read.without.len().saturating_sub(MOST_TOLD);
    if left > 0 {
        context.messages.warning(&format_args!("{} without a result", plural(left as u64, "more")));
    }
    write(args, &read, context)
}

/// Reads all parts; what is wrong with some is told with the place.
fn add_up(sources: &[Source]) -> Read {
    let Read { mut found, mut merge, mut faults, mut without } = Read::default();
    for source in sources {
        let name: Arc<str> = source.name().into();
        let mut number = 0;
        let read = each_line(source, |bytes| {
            number += 1;
            let place = Place { source: Arc::clone(&name), line: number };
            if bytes.trim_ascii().is_empty() {
                return;
            }
            let parsed = match parse(&place, bytes) {
                Ok(Parsed::Result(line, part)) => Ok((*line, part)),
                Ok(Parsed::Stopped(why)) => {
                    without.push(place.fault(1, why));
                    return;
                }
                Err(fault) => Err(fault),
            };
            let added = parsed.and_then(|(line, part)| {
                let added = merge.add(part.clone()).map_err(|error| {
                    let before = match error {
                        MergeError::Repeated { number, .. } => {
                            found.iter().find(|found| found.part.number() == number)
                        }
                        MergeError::Damaged | MergeError::Number { .. } => None,
                        // Those before it, to which it is foreign.
                        _ => found.first(),
                    };
                    let first = match before {
                        Some(Found { place, .. }) => format!(" ({}:{})", place.source, place.line),
                        None => String::new(),
                    };
                    place.fault(1, format!("{error}{first}"))
                });
                added.map(|()| found.push(Found { place, line, part }))
            });
            faults.extend(added.err());
        });
        if let Err(error) = read {
            faults.push(match error.kind() {
                io::ErrorKind::NotFound => Fault::of(&name, "no such file".to_owned()),
                _ => unreadable(&name, &error),
            });
        } else if number == 0 {
            // A shell makes the file before the program that writes to it has anything to say.
            without.push(Fault::of(&name, "is empty: its shard has no result yet".to_owned()));
        }
    }
    found.sort_by_key(|found| found.part.number());
    Read { found, merge, faults, without }
}

/// Where it is, as a message begins.
fn position(fault: &Fault) -> String {
    match fault.position {
        Some((line, _)) => format!("{}:{line}: ", fault.source),
        None => format!("{}: ", fault.source),
    }
}

fn each_line(source: &Source, mut receive: impl FnMut(&[u8])) -> io::Result<()> {
    let mut reader = source.open()?;
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        receive(&line);
        line.clear();
    }
    Ok(())
}

/// What a line says.
enum Parsed {
    Result(Box<Line>, Part),
    /// The search was stopped before its shard was found: why.
    Stopped(String),
}

/// Reads a line.
fn parse(place: &Place, bytes: &[u8]) -> Result<Parsed, Fault> {
    const EXPECTED: &str = "expected a line of `cover count --shard … --json`";
    let mut line: Line = serde_json::from_slice(bytes).map_err(|error| {
        let value = serde_json::from_slice::<serde_json::Value>(bytes).map_err(|error| {
            let why = error.to_string();
            // The position stands before the message.
            let why = why.split_once(" at line ").map_or(why.as_str(), |(why, _)| why);
            place.fault(error.column().max(1), format!("no result of a shard: {why}: {EXPECTED}"))
        });
        let value = match value {
            Ok(value) => value,
            Err(fault) => return fault,
        };
        let is_shard = value.get("format").and_then(|format| format.as_str());
        if is_shard == Some("quadrille-shard") {
            let message = "this is the shard itself, not what it came to";
            return place.fault(1, format!("{message}: {EXPECTED}"));
        }
        place.fault(error.column().max(1), format!("no result of a shard: {EXPECTED}"))
    })?;
    let Some(part) = line.shard.take() else {
        // A whole search that was stopped says the same: with the others missing, that does no harm.
        let why = line.reason.take().unwrap_or_default();
        if line.verdict.as_deref() == Some("stopped") {
            return Ok(Parsed::Stopped(format!("stopped before its shard was found ({why})")));
        }
        return Err(place.fault(1, format!("no result of a shard: {EXPECTED}")));
    };
    let solutions = match &line.solutions {
        Some(Value::String(digits)) => digits.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    if solutions != part.solutions().to_string() {
        return Err(place.fault(1, MergeError::Damaged.to_string()));
    }
    Ok(Parsed::Result(Box::new(line), part))
}

/// Says what is wrong; nothing is added up.
fn refuse(args: &MergeArgs, faults: &[Fault], context: &mut Context) -> io::Result<Status> {
    for fault in faults.iter().take(MOST_TOLD) {
        fault.report(context.messages);
        if args.json {
            render::json_line(&mut context.out, &render::Invalid::of(fault))?;
        }
    }
    let left = faults.len().saturating_sub(MOST_TOLD);
    if left > 0 {
        context.messages.error("", &plural(left as u64, "more fault"));
    }
    Ok(Status::Bad)
}

fn write(args: &MergeArgs, read: &Read, context: &mut Context) -> io::Result<Status> {
    let (found, merged) = (&read.found, &read.merge.result());
    let Merged { ref solutions, nodes, updates, of, .. } = *merged;
    if of == 0 && read.without.is_empty() {
        context.messages.error("", &"no results: expected what the shards have come to");
        return Ok(Status::Bad);
    }
    let status = match merged.is_exact() {
        false => Status::Stopped,
        true if *solutions == BigUint::ZERO => Status::Negative,
        true => Status::Done,
    };
    let reason = (!merged.is_exact()).then(|| incomplete(merged));
    if args.json {
        let part = |found: &Found| JsonPart {
            shard: found.part.number(),
            source: found.place.source.to_string(),
            solutions: found.part.solutions().clone(),
            nodes: found.part.nodes(),
            seconds: found.line.seconds,
        };
        let object = JsonMerged {
            solutions,
            exact: merged.is_exact(),
            verdict: if merged.is_exact() { "exhausted" } else { "incomplete" },
            reason,
            nodes,
            updates,
            seconds: found.iter().map(|found| found.line.seconds).sum(),
            peak_bytes: found.iter().filter_map(|found| found.line.peak_bytes).max(),
            strategy: found.iter().find_map(|found| found.line.strategy.as_deref()),
            of,
            missing: &merged.missing,
            unfinished: &merged.unfinished,
            shards: found.iter().map(part).collect(),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    match reason {
        None => writeln!(context.out, "{solutions}")?,
        Some(reason) => writeln!(context.out, "unknown (at least {solutions}): {reason}")?,
    }
    Ok(status)
}

/// Why the number is not known.
fn incomplete(merged: &Merged) -> String {
    if merged.of == 0 {
        return "no shard has a result".to_owned();
    }
    let lists = [(&merged.missing, "missing"), (&merged.unfinished, "not searched to the end")];
    let told = lists.into_iter().filter(|(numbers, _)| !numbers.is_empty());
    let told = told.map(|(numbers, what)| match numbers.as_slice() {
        [number] => format!("shard {number} of {} is {what}", merged.of),
        several => format!("shards {} of {} are {what}", ranges(several), merged.of),
    });
    told.collect::<Vec<_>>().join("; ")
}

/// Ascending numbers, neighbours drawn together: `3, 5-7`. Of many the first.
fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let shown = ranges.iter().take(MOST_TOLD).map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    let mut shown = shown.collect::<Vec<_>>().join(", ");
    if ranges.len() > MOST_TOLD {
        shown += &format!(", … ({} in all)", numbers.len());
    }
    shown
}

#[derive(Serialize)]
struct JsonMerged<'m> {
    #[serde(serialize_with = "render::count")]
    solutions: &'m BigUint,
    exact: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    nodes: u128,
    updates: u128,
    seconds: f64,
    peak_bytes: Option<u64>,
    strategy: Option<&'m str>,
    of: u32,
    missing: &'m [u32],
    unfinished: &'m [u32],
    shards: Vec<JsonPart>,
}

#[derive(Serialize)]
struct JsonPart {
    shard: u32,
    source: String,
    #[serde(serialize_with = "render::count")]
    solutions: BigUint,
    nodes: u64,
    seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[1, 2, 4, 5, 6, 9]), "1, 2, 4-6, 9");
        let even: Vec<u32> = (0..100).map(|number| 2 * number).collect();
        assert!(ranges(&even).ends_with("36, 38, … (100 in all)"), "{}", ranges(&even));
    }
}
