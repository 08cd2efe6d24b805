//! `quadrille puzzle roster`.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::{Args, ValueHint};
use quadrille_gallery::Instance;
use quadrille_gallery::roster::{Roster, SAMPLE, example};

use super::{Failure, Puzzle, read};
use crate::args::{examples, section};

/// A roster: people, shifts, minimum and maximum staff, and what nobody likes
///
/// Reads a roster in TOML; without a file, makes one at random that can be staffed. What people would
/// rather not do has a cost: `quadrille cover solve --min-cost` finds the roster that costs least.
#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(super) struct RosterArgs {
    /// A file with a roster, or `-` for standard input
    #[arg(value_name = "FILE | -", value_hint = ValueHint::FilePath)]
    file: Option<OsString>,

    /// Make one at random: number of days
    #[arg(long, value_name = "N", conflicts_with = "file", default_value_t = 7)]
    days: usize,

    /// Make one at random: number of people
    #[arg(long, value_name = "N", conflicts_with = "file", default_value_t = 10)]
    people: usize,

    /// Make another one at random for each number
    #[arg(long, value_name = "N", conflicts_with = "file", default_value_t = 1)]
    seed: u64,
}

fn help() -> StyledStr {
    let mut help = StyledStr::new();
    let lines = SAMPLE.lines().map(|line| format!("  {line}"));
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned() + "\n").collect();
    section(&mut help, "Rosters", &(lines.concat() + "\n"));
    let shown = examples(&[
        ("quadrille puzzle roster staff.toml | quadrille cover solve --min-cost --render -", ""),
        ("quadrille puzzle roster --days 7 --people 10 --seed 1", "its comments have it as TOML"),
    ]);
    StyledStr::from(format!("{}{}", help.ansi(), shown.ansi()))
}

impl Puzzle for RosterArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        if let Some(file) = &self.file {
            let (source, text) = read(file)?;
            let roster = Roster::read(&text).map_err(|error| Failure::of(&source, &error))?;
            return roster.instance().map_err(|error| Failure::of(&source, &error));
        }
        let text = example(self.days, self.people, self.seed)?;
        let mut instance = Roster::read(&text)?.instance()?;
        instance.comments.push(text);
        Ok(instance)
    }
}
