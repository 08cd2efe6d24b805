//! A roster: people are given shifts, day by day, so that every shift is staffed.
//!
//! Items, with p people, d days and s shifts:
//!
//! - `Mon/e`, shift e on Monday, primary: covered as often as people are wanted, from a minimum to
//!   a maximum;
//! - `A`, the person A, primary: as often as A is to work in all;
//! - `0,4`, person 0 on day 4, secondary, with the shift as its colour: one shift a day at most;
//! - `A/Mon/n`, secondary, where shift n may not be followed by some others: A's rest after Monday,
//!   used by n on Monday and by the others on Tuesday.
//!
//! Options: a person in a shift on a day, unless the person is off, at the cost of what the person
//! would rather not do. At most ds + p + pd + pds items, and pds options. The cheapest solution is
//! the roster that everybody likes best, all in all.
//!
//! # The text of a roster
//!
//! TOML; this is the [`SAMPLE`]:
//!
//! ```toml
#![doc = include_str!("sample.toml")]
//! ```
//!
//! Names have no white space and none of `/`, `,`, `:`, `|`; no two days, shifts or people have the
//! same.

mod example;
mod read;

use std::collections::HashSet;

use quadrille_cover::{Problem, ProblemBuilder};

use crate::error::{GalleryError, check_size};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

pub use example::example;

/// The text of a small roster in which everything occurs that a roster can have, with comments.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::roster::{Roster, SAMPLE};
///
/// let roster = Roster::read(SAMPLE)?;
/// assert!(Search::new().first(&roster.instance()?.problem)?.solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const SAMPLE: &str = include_str!("sample.toml");

/// At least and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    min: u32,
    max: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Shift {
    name: String,
    /// For each day.
    staff: Vec<Bounds>,
    /// The shifts that may not follow on the next day.
    not_before: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Person {
    name: String,
    shifts: Bounds,
    /// For each day, for each shift: its cost, or `None` if the person is off.
    costs: Vec<Vec<Option<u64>>>,
}

/// A roster that is to be made; see the [module](self) for its text and its items.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::roster::Roster;
///
/// let text = r#"
/// days = 2
/// shift = [{ name = "day", staff = 1 }, { name = "night", staff = 1, not-before = ["day"] }]
/// person = [{ name = "Ann" }, { name = "Bob" }, { name = "Cid", off = ["1"] }]
/// "#;
/// let instance = Roster::read(text)?.instance()?;
/// // On day 1 Ann and Bob, either way round. On day 2 whoever had the night cannot have the day;
/// // two others can, and then two are left for the night: 2 · 2 · 2.
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 8);
///
/// let error = Roster::read("days = 2\nshift = [{ name = 'day', staff = '2..1' }]\n").unwrap_err();
/// assert_eq!(error.position(), Some((2, 34)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    days: Vec<String>,
    shifts: Vec<Shift>,
    people: Vec<Person>,
}

impl Roster {
    /// Reads the text of a roster.
    ///
    /// # Errors
    ///
    /// With line and column, whatever is no TOML, or not as the [module](self) describes it.
    pub fn read(text: &str) -> Result<Roster, GalleryError> {
        read::read(text)
    }

    /// The instance. Where counting shows that there is no solution, it has a warning. O(entries).
    ///
    /// # Errors
    ///
    /// If the problem would be too large, or there is nobody and nothing to plan for.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let (days, people) = (self.days.len(), self.people.len());
        // An option has its own three items, its own rest, and that of the day before.
        let rests = self.shifts.iter().filter(|shift| !shift.not_before.is_empty()).count();
        let options = people as u128 * days as u128 * self.shifts.len() as u128;
        check_size(options, 4 + rests as u128)?;
        let problem = self.problem()?;
        if problem.matrix().primary_items().next().is_none() {
            let message =
                "nobody to plan for and no shift to staff: expected days, shifts and people";
            return Err(GalleryError::NothingToCover(message.to_owned()));
        }
        let rows: Vec<&str> = self.people.iter().map(|person| person.name.as_str()).collect();
        let picture = Picture::new(PictureKind::Grid { size: [people.max(1), days.max(1)] })
            .with_row_names(rows.iter().copied())
            .with_column_names(&self.days);
        let mut instance = Instance::new(
            problem,
            picture,
            [
                format!(
                    "roster of {}, {} and {}",
                    counted(people, "person", "people"),
                    counted(days, "day", "days"),
                    counted(self.shifts.len(), "shift", "shifts")
                ),
                "items: Mon/e: shift e on Mon; A: person A; 0,4:e: person 0 has shift e on day 4; \
                 A/Mon/n: A's rest after shift n on Mon"
                    .to_owned(),
                "options: a person has a shift on a day; costs: what is not liked".to_owned(),
                format!("people, from 0: {}", rows.join(" ")),
                format!("days, from 0: {}", self.days.join(" ")),
            ],
        );
        instance.warnings = self.warnings();
        Ok(instance)
    }

    fn problem(&self) -> Result<Problem<String, String>, GalleryError> {
        let mut builder = ProblemBuilder::coloured();
        for (day, day_name) in self.days.iter().enumerate() {
            for shift in &self.shifts {
                let Bounds { min, max } = shift.staff[day];
                if max > 0 {
                    builder.primary_between(format!("{day_name}/{}", shift.name), min, max)?;
                }
            }
        }
        for person in self.people.iter().filter(|person| person.shifts.max > 0) {
            builder.primary_between(person.name.clone(), person.shifts.min, person.shifts.max)?;
        }
        let cells = CellNames::with_commas();
        let mut rests = HashSet::new();
        for (index, person) in self.people.iter().enumerate() {
            for (day, day_name) in self.days.iter().enumerate() {
                if self.shifts.iter().enumerate().any(|(shift, _)| self.may(person, day, shift)) {
                    builder.secondary(cells.name(&[index, day]))?;
                }
                for (number, shift) in self.shifts.iter().enumerate() {
                    let follows = |&later: &usize| self.may(person, day + 1, later);
                    if self.may(person, day, number) && shift.not_before.iter().any(follows) {
                        let rest = format!("{}/{day_name}/{}", person.name, shift.name);
                        builder.secondary(rest.clone())?;
                        rests.insert(rest);
                    }
                }
            }
        }
        for (index, person) in self.people.iter().enumerate() {
            for (day, day_name) in self.days.iter().enumerate() {
                for (number, shift) in self.shifts.iter().enumerate() {
                    if !self.may(person, day, number) {
                        continue;
                    }
                    let rest = |day: usize, shift: &Shift| {
                        let day = self.days.get(day)?;
                        let name = format!("{}/{day}/{}", person.name, shift.name);
                        rests.contains(&name).then_some(name)
                    };
                    let mut option = builder
                        .option()
                        .item(person.name.clone())
                        .item(format!("{day_name}/{}", shift.name))
                        .coloured(cells.name(&[index, day]), shift.name.clone());
                    if let Some(own) = rest(day, shift) {
                        option = option.item(own);
                    }
                    let yesterday = day.checked_sub(1);
                    let before = self.shifts.iter().filter(|b| b.not_before.contains(&number));
                    for name in before.filter_map(|before| rest(yesterday?, before)) {
                        option = option.item(name);
                    }
                    option.cost(self.cost(person, day, number).unwrap_or(0)).add()?;
                }
            }
        }
        Ok(builder.build())
    }

    fn cost(&self, person: &Person, day: usize, shift: usize) -> Option<u64> {
        person.costs.get(day)?.get(shift).copied().flatten()
    }

    /// Whether there is an option for it.
    fn may(&self, person: &Person, day: usize, shift: usize) -> bool {
        let staffed = self.shifts[shift].staff.get(day).is_some_and(|staff| staff.max > 0);
        staffed && person.shifts.max > 0 && self.cost(person, day, shift).is_some()
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut wanted = 0_u64;
        for (day, day_name) in self.days.iter().enumerate() {
            for (number, shift) in self.shifts.iter().enumerate() {
                let min = shift.staff[day].min;
                wanted += u64::from(min);
                let there = self.people.iter().filter(|p| self.may(p, day, number)).count();
                if (there as u64) < u64::from(min) {
                    let place = format!("{day_name}/{}", shift.name);
                    warnings.push(format!(
                        "no solution: {place} needs at least {}, and {there} can have it",
                        counted(min, "person", "people")
                    ));
                }
            }
        }
        let mut given = 0_u64;
        for person in &self.people {
            let works =
                |day: usize| (0..self.shifts.len()).any(|shift| self.may(person, day, shift));
            let there = (0..self.days.len()).filter(|&day| works(day)).count();
            given += (there as u64).min(person.shifts.max.into());
            if (there as u64) < u64::from(person.shifts.min) {
                warnings.push(format!(
                    "no solution: {} needs at least {}, and can work on {}",
                    person.name,
                    counted(person.shifts.min, "shift", "shifts"),
                    counted(there, "day", "days")
                ));
            }
        }
        if given < wanted {
            warnings.push(format!(
                "no solution: all shifts need {}, added up, and {given} can be had",
                counted(wanted, "person", "people")
            ));
        }
        warnings
    }
}
