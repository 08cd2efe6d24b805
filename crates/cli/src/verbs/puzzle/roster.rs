//! `quadrille puzzle roster`.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::{Args, ValueHint};
use quadrille_gallery::Instance;
use quadrille_gallery::roster::{Roster, example};

use super::{Failure, Puzzle, read};
use crate::args::{examples, section};

const DAYS: usize = 7;
const PEOPLE: usize = 10;

/// The text of a roster, by an example.
const TEXT: &str = r#"  days = ["Mon", "Tue", "Wed"]   # or a number

  [[shift]]
  name = "early"
  staff = "1..2"                 # a number, "min..max" or "min.."
  on = { Wed = 2 }               # another staff on some days

  [[shift]]
  name = "night"
  staff = 1
  not-before = ["early"]         # shifts that nobody has the day after
  cost = 2                       # of everybody who has this shift

  [[person]]
  name = "Ann"
  shifts = "1..2"                # in all; any number if left out
  off = ["Tue", "Wed early"]     # a day, a shift, or both
  cost = { "Wed night" = 3 }     # what she would rather not do; adds up

"#;

/// A roster: people, shifts, minimum and maximum staff, and what nobody likes
///
/// Reads a roster in TOML, or makes one at random that can be staffed. What people would rather not
/// do has a cost: `quadrille cover solve --min-cost` finds the roster that costs least.
#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(super) struct RosterArgs {
    /// A file with a roster, or `-` for standard input
    #[arg(value_name = "FILE | -", required_unless_present_any = ["days", "people"],
          value_hint = ValueHint::FilePath)]
    file: Option<OsString>,

    /// Make one at random: number of days [default: 7]
    #[arg(long, value_name = "N", conflicts_with = "file")]
    days: Option<usize>,

    /// Make one at random: number of people [default: 10]
    #[arg(long, value_name = "N", conflicts_with = "file")]
    people: Option<usize>,

    /// Make another one at random for each number
    #[arg(long, value_name = "N", conflicts_with = "file", default_value_t = 1)]
    seed: u64,
}

fn help() -> StyledStr {
    let mut help = StyledStr::new();
    section(&mut help, "Rosters", TEXT);
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
            return Ok(roster.instance()?);
        }
        let (days, people) = (self.days.unwrap_or(DAYS), self.people.unwrap_or(PEOPLE));
        let text = example(days, people, self.seed)?;
        let mut instance = Roster::read(&text)?.instance()?;
        instance.comments.push(text);
        Ok(instance)
    }
}
