//! Parts of a search: which one is to be searched.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use quadrille_cover::shard::{MOST_SHARDS, Plan, PlanError, Shard, ShardFile, ShardId};

use super::input;
use super::task::Task;
use crate::args::values;
use crate::input::{Fault, Source};

/// The seed of a plan, unless another is given.
pub(super) const DEFAULT_SEED: u64 = 1;

/// Which part of the search is wanted.
#[derive(Debug, Args)]
pub(super) struct ShardArgs {
    /// Search one of several parts of about the same size: `3/8` is the third of eight
    ///
    /// The parts are those of `cover split`, which makes the same ones of the same problem with the same
    /// arguments. Instead of I/N it may be a file that `cover split` has written: that saves finding the parts
    /// again. The other arguments must be the same for all parts.
    #[arg(long, value_name = "I/N | FILE", allow_hyphen_values = true,
          value_parser = name(), value_hint = ValueHint::FilePath)]
    shard: Option<Name>,

    /// Where the random numbers begin that the parts of --shard I/N are estimated by [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "shard",
          value_parser = values::seed)]
    plan_seed: Option<u64>,
}

/// What a part is called.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    Numbered { number: u32, of: u32 },
    File(PathBuf),
}

/// Takes I/N, or the file of a shard.
fn name() -> impl TypedValueParser<Value = Name> {
    OsStringValueParser::new().try_map(parse)
}

fn parse(text: OsString) -> Result<Name, String> {
    let is_number = |text: &str| {
        let digits = text.trim().trim_start_matches(['-', '+']);
        digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let numbers = text.to_str().and_then(|text| text.split_once('/'));
    let Some((number, of)) = numbers.filter(|(number, of)| is_number(number) && is_number(of))
    else {
        return Ok(Name::File(text.into()));
    };
    let expected = || format!("expected I/N, where I is 1 to N and N at most {MOST_SHARDS}");
    let parsed = number.trim().parse().ok().zip(of.trim().parse().ok());
    match parsed {
        Some((number, of)) if of <= MOST_SHARDS && (1..=of).contains(&number) => {
            Ok(Name::Numbered { number, of })
        }
        _ => Err(expected()),
    }
}

/// A part that was found.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) shard: Shard,
    pub(super) id: ShardId,
}

impl Chosen {
    /// What it is called in answers.
    pub(super) fn name(&self) -> String {
        format!("shard {} of {}", self.id.number(), self.id.of())
    }
}

impl ShardArgs {
    /// Finds the part that a task is to search, if not all of it; a limit may stop that.
    ///
    /// # Errors
    ///
    /// If the file is none of this search, or cannot be read; or if several threads are asked for.
    pub(super) fn choose(&self, task: &mut Task<'_>, threads: Option<usize>) -> Result<(), Fault> {
        let Some(name) = &self.shard else { return Ok(()) };
        if let Some(threads) = threads.filter(|&threads| threads > 1) {
            let message = format!(
                "--shard cannot be used with --threads {threads}: one thread searches a shard"
            );
            return Err(Fault::of(&task.loaded.source, message));
        }
        // Preprocessing has taken all the time.
        if task.stopped.is_some() {
            return Ok(());
        }
        let file = match name {
            Name::File(path) => {
                let source = Source::File(path.clone());
                let fault = |message| Fault::of(&source.name().into(), message);
                if self.plan_seed.is_some() {
                    return Err(fault("--plan-seed is for --shard I/N: a file has its own".into()));
                }
                let read = ShardFile::from_json(&input::bytes(&source)?);
                let file = read.map_err(|error| fault(error.to_string()))?;
                let shard = file.shard(&task.matrix(), &task.search);
                let shard = shard.map_err(|error| fault(error.to_string()))?;
                task.shard = Some(Chosen { shard, id: file.id() });
                return Ok(());
            }
            &Name::Numbered { number, of } => {
                let seed = self.plan_seed.unwrap_or(DEFAULT_SEED);
                let files = files(task, of, seed)?;
                files.and_then(|files| files.into_iter().nth(number as usize - 1))
            }
        };
        // Finding the parts was a part of the time.
        task.search = task.search_from_now();
        task.shard = file.map(|(shard, file)| Chosen { shard, id: file.id() });
        Ok(())
    }
}

/// All parts of a task's search; `None`, and the task is stopped, if a limit was reached before.
///
/// # Errors
///
/// If it cannot be searched.
pub(super) fn files(
    task: &mut Task<'_>,
    of: u32,
    seed: u64,
) -> Result<Option<Vec<(Shard, ShardFile)>>, Fault> {
    let plan = match Plan::new(&task.matrix(), &task.search, of, seed) {
        Ok(plan) => plan,
        Err(PlanError::Stopped(reason)) => {
            task.stopped = Some(reason);
            return Ok(None);
        }
        Err(error) => return Err(Fault::of(&task.loaded.source, error.to_string())),
    };
    let files = ShardFile::all(&task.matrix(), &task.search, &plan);
    Ok(Some(plan.shards().iter().cloned().zip(files).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_a_number_of_how_many_or_a_file() {
        let parse = |text: &str| parse(text.into());
        assert_eq!(parse("3/8"), Ok(Name::Numbered { number: 3, of: 8 }));
        assert_eq!(parse("65536/65536"), Ok(Name::Numbered { number: 65_536, of: 65_536 }));
        for file in ["a.json", "a/8", "./3/8", "3/8.json", "8"] {
            assert_eq!(parse(file), Ok(Name::File(file.into())), "{file}");
        }
        for bad in
            ["0/8", "9/8", "0/0", "-1/8", "1/-8", "1/65537", "1/", "/8", "/", "1/99999999999"]
        {
            let expected = "expected I/N, where I is 1 to N and N at most 65536";
            assert_eq!(parse(bad), Err(expected.to_owned()), "{bad}");
        }
    }
}
