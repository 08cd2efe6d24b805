//! Reading the text of a roster.
//!
//! The TOML is read as a tree that knows where each value stands, and the tree is walked by hand:
//! so every error has a line and a column, and says what was expected in the words of a roster.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Bounds, Person, Roster, Shift};
use crate::bounds::bounds;
use crate::error::{GalleryError, check_size};

/// Most days: a mistyped number is not to fill the memory.
const MOST_DAYS: u64 = 10_000;

type Value<'t> = Spanned<DeValue<'t>>;

pub(super) fn read(text: &str) -> Result<Roster, GalleryError> {
    let source = Source { text: text.strip_prefix('\u{feff}').unwrap_or(text) };
    let document = DeTable::parse(source.text).map_err(|error| {
        let span = error.span().unwrap_or(source.text.len()..source.text.len());
        source.error(span, error.message())
    })?;
    let root = Fields::new(source, document.get_ref(), 0..0, &["days", "shift", "person"])?;
    let mut names = Names::default();

    let days_value = root.required("days")?;
    let days: Vec<String> = match days_value.get_ref() {
        DeValue::Array(items) => {
            items.iter().map(|item| names.add(source, item, Kind::Day)).collect::<Result<_, _>>()?
        }
        DeValue::Integer(_) => {
            let number = source.whole(days_value, MOST_DAYS)?;
            (1..=number)
                .map(|day| names.add_text(source, days_value, &day.to_string(), Kind::Day))
                .collect::<Result<_, _>>()?
        }
        other => return Err(source.expected(days_value, other, "a list of names, or a number")),
    };

    let shift_fields = root.tables("shift", &["name", "staff", "on", "not-before", "cost"])?;
    for fields in &shift_fields {
        names.add(source, fields.required("name")?, Kind::Shift)?;
    }
    let person_fields = root.tables("person", &["name", "shifts", "off", "cost"])?;
    for fields in &person_fields {
        names.add(source, fields.required("name")?, Kind::Person)?;
    }
    // Everybody has a cost for each day and shift, and each shift a staff for each day.
    let places = days.len() as u128 * shift_fields.len() as u128;
    check_size(places * (person_fields.len() as u128 + 1), 4)?;
    let reader = Reader { source, names: &names, days, people: person_fields.len() };
    let mut base = Vec::new();
    let mut shifts = Vec::new();
    for (name, fields) in names.of(Kind::Shift).zip(&shift_fields) {
        base.push(fields.get("cost").map_or(Ok(0), |cost| source.whole(cost, u64::MAX))?);
        shifts.push(reader.shift(name, fields)?);
    }
    let people = names.of(Kind::Person).zip(&person_fields);
    let people = people.map(|(name, fields)| reader.person(name, fields, &base));
    let people = people.collect::<Result<_, _>>()?;
    Ok(Roster { days: reader.days, shifts, people })
}

/// The text, for places in it.
#[derive(Debug, Clone, Copy)]
struct Source<'t> {
    text: &'t str,
}

impl Source<'_> {
    /// An error at the first byte of a span.
    fn error(self, span: Range<usize>, message: impl Into<String>) -> GalleryError {
        // In front of a character's bytes that the span begins within, if it does.
        let mut start = span.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &self.text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        GalleryError::text(line, column, message)
    }

    fn expected(self, at: &Value<'_>, found: &DeValue<'_>, expected: &str) -> GalleryError {
        let found = match found {
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date or time".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.error(at.span(), format!("{found}: expected {expected}"))
    }

    fn string<'v>(self, value: &'v Value<'_>, expected: &str) -> Result<&'v str, GalleryError> {
        let found = value.get_ref();
        found.as_str().ok_or_else(|| self.expected(value, found, expected))
    }

    /// A whole number from 0 to `most`.
    fn whole(self, value: &Value<'_>, most: u64) -> Result<u64, GalleryError> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => {
                u64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
            }
            _ => None,
        };
        number.filter(|&number| number <= most).ok_or_else(|| {
            self.expected(value, value.get_ref(), &format!("a whole number from 0 to {most}"))
        })
    }

    /// A number, or text that [`bounds`] reads; an open maximum is `most`.
    fn bounds(self, value: &Value<'_>, most: usize) -> Result<Bounds, GalleryError> {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let read = match value.get_ref() {
            DeValue::Integer(_) => self
                .whole(value, u32::MAX.into())
                .ok()
                .and_then(|number| u32::try_from(number).ok())
                .map(|number| (number, Some(number))),
            DeValue::String(text) => bounds(text),
            _ => None,
        };
        let (min, max) = read.ok_or_else(|| {
            let expected = "a number, \"min..max\" or \"min..\", the maximum not below the minimum";
            self.expected(value, value.get_ref(), expected)
        })?;
        Ok(Bounds { min, max: max.unwrap_or(most.max(min)) })
    }
}

/// A table whose keys are all known.
#[derive(Debug)]
struct Fields<'v, 't> {
    source: Source<'t>,
    table: &'v DeTable<'t>,
    span: Range<usize>,
}

impl<'v, 't> Fields<'v, 't> {
    fn new(
        source: Source<'t>,
        table: &'v DeTable<'t>,
        span: Range<usize>,
        known: &[&str],
    ) -> Result<Self, GalleryError> {
        for key in table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let (key, at) = (key.get_ref(), key.span());
                let message = format!("key {key:?}: expected one of {}", known.join(", "));
                return Err(source.error(at, message));
            }
        }
        Ok(Fields { source, table, span })
    }

    fn get(&self, key: &str) -> Option<&'v Value<'t>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    fn required(&self, key: &str) -> Result<&'v Value<'t>, GalleryError> {
        self.get(key).ok_or_else(|| {
            self.source.error(self.span.clone(), format!("no `{key}`: expected one here"))
        })
    }

    /// The tables of a list `[[key]]`, which may be empty.
    fn tables(&self, key: &str, known: &[&str]) -> Result<Vec<Fields<'v, 't>>, GalleryError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let expected = format!("tables `[[{key}]]`");
        let items = self.source.list(value, &expected)?;
        let table = |item: &'v Value<'t>| match item.get_ref() {
            DeValue::Table(table) => Fields::new(self.source, table, item.span(), known),
            other => Err(self.source.expected(item, other, &expected)),
        };
        items.iter().map(table).collect()
    }
}

impl Source<'_> {
    fn list<'v, 't>(
        self,
        value: &'v Value<'t>,
        expected: &str,
    ) -> Result<&'v [Value<'t>], GalleryError> {
        match value.get_ref() {
            DeValue::Array(items) => Ok(items),
            other => Err(self.expected(value, other, expected)),
        }
    }

    fn table<'v, 't>(
        self,
        value: &'v Value<'t>,
        expected: &str,
    ) -> Result<&'v DeTable<'t>, GalleryError> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            other => Err(self.expected(value, other, expected)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Day,
    Shift,
    Person,
}

/// All names that were given, in order.
#[derive(Debug, Default)]
struct Names {
    lists: [Vec<String>; 3],
    known: HashMap<String, (Kind, usize)>,
}

impl Names {
    fn add(
        &mut self,
        source: Source<'_>,
        value: &Value<'_>,
        kind: Kind,
    ) -> Result<String, GalleryError> {
        self.add_text(source, value, source.string(value, "a name")?, kind)
    }

    fn add_text(
        &mut self,
        source: Source<'_>,
        at: &Value<'_>,
        name: &str,
        kind: Kind,
    ) -> Result<String, GalleryError> {
        let bad = |c: char| c.is_whitespace() || "/,:|".contains(c);
        if name.is_empty() || name.contains(bad) {
            let message =
                format!("name {name:?}: expected characters other than white space and / , : |");
            return Err(source.error(at.span(), message));
        }
        let list = &mut self.lists[kind as usize];
        if self.known.insert(name.to_owned(), (kind, list.len())).is_some() {
            let message =
                format!("name {name:?} again: expected another for each day, shift and person");
            return Err(source.error(at.span(), message));
        }
        list.push(name.to_owned());
        Ok(name.to_owned())
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &String> {
        self.lists[kind as usize].iter()
    }

    fn find(&self, name: &str, kind: Kind) -> Option<usize> {
        self.known.get(name).filter(|(found, _)| *found == kind).map(|&(_, index)| index)
    }
}

#[derive(Debug)]
struct Reader<'r, 't> {
    source: Source<'t>,
    names: &'r Names,
    days: Vec<String>,
    people: usize,
}

impl Reader<'_, '_> {
    fn shift(&self, name: &str, fields: &Fields<'_, '_>) -> Result<Shift, GalleryError> {
        let source = self.source;
        let staff = source.bounds(fields.required("staff")?, self.people)?;
        let mut staff = vec![staff; self.days.len()];
        if let Some(value) = fields.get("on") {
            for (day, value) in source.table(value, "days with their staff")? {
                let index = self.names.find(day.get_ref(), Kind::Day).ok_or_else(|| {
                    source.error(day.span(), format!("{:?}: expected a day", day.get_ref()))
                })?;
                staff[index] = source.bounds(value, self.people)?;
            }
        }
        let mut not_before = Vec::new();
        if let Some(value) = fields.get("not-before") {
            for value in source.list(value, "a list of shifts")? {
                let shift = source.string(value, "a shift")?;
                not_before.push(
                    self.names
                        .find(shift, Kind::Shift)
                        .ok_or_else(|| source.expected(value, value.get_ref(), "a shift"))?,
                );
            }
        }
        Ok(Shift { name: name.to_owned(), staff, not_before })
    }

    fn person(
        &self,
        name: &str,
        fields: &Fields<'_, '_>,
        base: &[u64],
    ) -> Result<Person, GalleryError> {
        let (source, days) = (self.source, self.days.len());
        let any = Bounds { min: 0, max: u32::try_from(days).unwrap_or(u32::MAX) };
        let shifts = fields.get("shifts").map_or(Ok(any), |value| source.bounds(value, days))?;
        let mut costs = vec![base.iter().map(|&cost| Some(cost)).collect::<Vec<_>>(); days];
        if let Some(value) = fields.get("cost") {
            for (key, value) in source.table(value, "days or shifts with their costs")? {
                let more = source.whole(value, u64::MAX)?;
                for (day, shift) in self.places(key.get_ref(), &key.span())? {
                    let cost = &mut costs[day][shift];
                    let sum = cost.and_then(|cost| cost.checked_add(more));
                    *cost = Some(sum.ok_or_else(|| {
                        source.error(value.span(), "the costs add up to 2^64 or more")
                    })?);
                }
            }
        }
        if let Some(value) = fields.get("off") {
            for value in source.list(value, "a list of days or shifts")? {
                let text = source.string(value, "a day, a shift, or both")?;
                for (day, shift) in self.places(text, &value.span())? {
                    costs[day][shift] = None;
                }
            }
        }
        Ok(Person { name: name.to_owned(), shifts, costs })
    }

    /// The days and shifts that a text speaks of: a day, a shift, or a day and a shift.
    fn places(&self, text: &str, span: &Range<usize>) -> Result<Vec<(usize, usize)>, GalleryError> {
        let (mut day, mut shift) = (None, None);
        for word in text.split_whitespace() {
            let as_day = self.names.find(word, Kind::Day).filter(|_| day.is_none());
            let as_shift = self.names.find(word, Kind::Shift).filter(|_| shift.is_none());
            if as_day.is_none() && as_shift.is_none() {
                let expected = "expected a day, a shift, or a day and a shift";
                return Err(self.source.error(span.clone(), format!("{text:?}: {expected}")));
            }
            (day, shift) = (day.or(as_day), shift.or(as_shift));
        }
        if day.is_none() && shift.is_none() {
            let message = "\"\": expected a day, a shift, or a day and a shift";
            return Err(self.source.error(span.clone(), message));
        }
        let days = day.map_or(0..self.days.len(), |day| day..day + 1);
        let shifts = self.names.of(Kind::Shift).count();
        let shifts = shift.map_or(0..shifts, |shift| shift..shift + 1);
        Ok(days.flat_map(|day| shifts.clone().map(move |shift| (day, shift))).collect())
    }
}
