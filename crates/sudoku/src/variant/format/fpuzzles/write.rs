//! From a puzzle to the JSON of f-puzzles.com.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::candidates::set_of;
use crate::variant::format::WriteError;
use crate::variant::format::layout::{region_numbers, short_region, usual_boxes};
use crate::variant::format::link::object;
use crate::variant::format::lost::Lost;
use crate::variant::{Board, Diagonal, Relation, Rule, Variant};

/// The sizes that the site has.
const SIZES: std::ops::RangeInclusive<usize> = 3..=16;

pub(super) fn json(variant: &Variant, lost: Lost) -> Result<String, WriteError> {
    let board = variant.board();
    let size = board.size();
    lost.one_grid(board)?;
    if !SIZES.contains(&size) {
        return Err(lost.error(format!("a grid of {size}×{size}")));
    }
    if let Some(cells) = short_region(board) {
        return Err(lost.error(format!("a region of {cells} cells, in place of {size}")));
    }
    if let Some(cell) = board.inside().find(|&cell| marks_of(variant, cell) == Some(0)) {
        return Err(lost.error(format!("{} without candidates", board.name(cell))));
    }
    let mut fields = vec![("size", json!(size))];
    let info = &variant.info;
    for (name, text) in [("title", &info.title), ("author", &info.author), ("ruleset", &info.text)]
    {
        fields.extend(text.as_ref().map(|text| (name, json!(text))));
    }
    fields.push(("grid", grid(variant)));
    // In the order of the rules.
    let mut said: Vec<(&str, Value)> = Vec::new();
    for (number, rule) in variant.rules().list().iter().enumerate() {
        let (name, value) = match written(variant, rule) {
            Ok(Written::Flag(name)) => (name, json!(true)),
            Ok(Written::Entries(name, entries)) => (name, Value::Array(entries)),
            Err(None) => return Err(lost.rule(number, rule)),
            Err(Some(what)) => return Err(lost.rule_with(number, rule, what)),
        };
        match (said.iter_mut().find(|(other, _)| *other == name), value) {
            (Some((_, Value::Array(list))), Value::Array(entries)) => list.extend(entries),
            (Some(_), _) => {}
            (None, value) => said.push((name, value)),
        }
    }
    fields.extend(said);
    if let Some(solution) = info.solution.as_ref().filter(|s| s.len() == board.cells()) {
        fields.push(("solution", json!(solution)));
    }
    Ok(object(&fields))
}

/// The digits that a cell may hold, if they are not all.
fn marks_of(variant: &Variant, cell: usize) -> Option<u64> {
    let all = u64::MAX >> (64 - variant.board().size());
    variant.marks().map(|marks| marks[cell]).filter(|&set| set != all)
}

fn grid(variant: &Variant) -> Value {
    let board = variant.board();
    let size = board.size();
    let is_usual = *board.regions() == usual_boxes(size);
    let regions = region_numbers(board);
    let cell = |cell: usize| {
        let mut fields = Map::new();
        if let Some(value) = variant.given(cell) {
            fields.insert("value".into(), json!(value));
            fields.insert("given".into(), json!(true));
        }
        if let Some(set) = marks_of(variant, cell) {
            let digits = (1..=size as u8).filter(|&digit| set & set_of(digit) != 0);
            fields.insert("givenPencilMarks".into(), digits.collect());
        }
        if !is_usual {
            fields.insert("region".into(), json!(regions[cell]));
        }
        Value::Object(fields)
    };
    let row = |row: usize| (row * size..(row + 1) * size).map(cell).collect::<Value>();
    (0..size).map(row).collect()
}

/// How a rule is written.
enum Written {
    /// As a field that is true.
    Flag(&'static str),
    /// As entries of a field.
    Entries(&'static str, Vec<Value>),
}

/// What cannot be written about a rule, if it is not all of it.
type Refused = Option<&'static str>;

fn written(variant: &Variant, rule: &Rule) -> Result<Written, Refused> {
    let board = variant.board();
    let name =
        |cell: usize| json!(format!("R{}C{}", board.row_of(cell) + 1, board.column_of(cell) + 1));
    let names = |cells: &[usize]| cells.iter().map(|&cell| name(cell)).collect::<Value>();
    let one = |field: &'static str, entry: Value| Ok(Written::Entries(field, vec![entry]));
    let each = |field: &'static str, cells: &[usize]| {
        let entries = cells.iter().map(|&cell| json!({ "cell": name(cell) })).collect();
        Ok(Written::Entries(field, entries))
    };
    let line = |field: &'static str, cells: &[usize]| one(field, json!({"lines": [names(cells)]}));
    let outside = |field: &'static str, cells: &[usize], number: u32| match beside(board, cells) {
        Some(cell) => one(field, json!({"cell": cell, "value": number.to_string()})),
        None => Err(Some("cells that are no row or column")),
    };
    match rule {
        Rule::Diagonal(Diagonal::Anti) => Ok(Written::Flag("diagonal+")),
        Rule::Diagonal(Diagonal::Main) => Ok(Written::Flag("diagonal-")),
        Rule::DisjointGroups => Ok(Written::Flag("disjointgroups")),
        rule if *rule == Rule::ANTI_KNIGHT => Ok(Written::Flag("antiknight")),
        rule if *rule == Rule::ANTI_KING => Ok(Written::Flag("antiking")),
        rule if *rule == Rule::non_consecutive() => Ok(Written::Flag("nonconsecutive")),
        Rule::Unmarked(relations) => match negative(variant, relations) {
            Some(field) => one("negative", json!(field)),
            None => Err(Some("other relations than the site has")),
        },
        Rule::Even(cells) => each("even", cells),
        Rule::Odd(cells) => each("odd", cells),
        Rule::Minimum(cells) => each("minimum", cells),
        Rule::Maximum(cells) => each("maximum", cells),
        Rule::Region(cells) => one("extraregion", json!({"cells": names(cells)})),
        Rule::Cage { repeats: true, .. } => Err(Some("digits may repeat")),
        Rule::Cage { cells, sum: Some(sum), .. } => {
            one("killercage", json!({"cells": names(cells), "value": sum.to_string()}))
        }
        Rule::Cage { cells, sum: None, .. } => one("killercage", json!({"cells": names(cells)})),
        Rule::LittleKiller { cells, sum } => match diagonal_clue(board, cells) {
            Some((cell, direction)) => one(
                "littlekillersum",
                json!({
                    "cell": cell,
                    "direction": direction,
                    "cells": names(cells),
                    "value": sum.to_string()
                }),
            ),
            None => Err(Some("cells that are no diagonal")),
        },
        Rule::Arrow { circle, shaft } => {
            // A line begins in the circle.
            let mut cells = vec![circle[circle.len() - 1]];
            cells.extend(shaft);
            one("arrow", json!({"cells": names(circle), "lines": [names(&cells)]}))
        }
        Rule::Thermo { cells, slow: false } => line("thermometer", cells),
        Rule::Thermo { cells, slow: true } => line("slowthermometer", cells),
        Rule::Palindrome(cells) => line("palindrome", cells),
        Rule::Renban(cells) => line("renban", cells),
        Rule::Between(cells) => line("betweenline", cells),
        Rule::Whisper { cells, least } => {
            one("whispers", json!({"lines": [names(cells)], "value": least.to_string()}))
        }
        Rule::Clone { a, b } => one("clone", json!({"cells": names(a), "cloneCells": names(b)})),
        Rule::Quadruple { cells, digits } => {
            one("quadruple", json!({"cells": names(cells), "values": digits}))
        }
        Rule::Pair { a, b, relation } => {
            let cells = names(&[*a, *b]);
            let entry = |number: &u8| json!({"cells": cells, "value": number.to_string()});
            match relation {
                Relation::Difference(number) => one("difference", entry(number)),
                Relation::Ratio(number) => one("ratio", entry(number)),
                Relation::Sum(10) => one("xv", json!({"cells": cells, "value": "X"})),
                Relation::Sum(5) => one("xv", json!({"cells": cells, "value": "V"})),
                Relation::Sum(_) => Err(Some("a sum other than 10 and 5")),
                Relation::Greater => Err(None),
            }
        }
        Rule::Sandwich { cells, sum } => outside("sandwichsum", cells, *sum),
        Rule::XSum { cells, sum } => outside("xsum", cells, *sum),
        Rule::Skyscraper { cells, count } => outside("skyscraper", cells, *count),
        Rule::Windoku | Rule::Chess(_) | Rule::NumberedRoom { .. } | Rule::Automaton { .. } => {
            Err(None)
        }
    }
}

/// What the negative rule for these relations is called.
fn negative(variant: &Variant, relations: &[Relation]) -> Option<&'static str> {
    let relations: BTreeSet<String> = relations.iter().map(|r| format!("{r:?}")).collect();
    let are = |others: Vec<Relation>| {
        relations == others.iter().map(|other| format!("{other:?}")).collect::<BTreeSet<_>>()
    };
    if are(vec![Relation::Sum(5), Relation::Sum(10)]) {
        return Some("xv");
    }
    let mut ratios: Vec<Relation> = Vec::new();
    for rule in variant.rules().list() {
        if let Rule::Pair { relation: relation @ Relation::Ratio(_), .. } = rule {
            ratios.push(*relation);
        }
    }
    if ratios.is_empty() {
        ratios.push(Relation::Ratio(2));
    }
    are(ratios).then_some("ratio")
}

/// The place beside the grid from which one sees these cells, if they are a row or column.
fn beside(board: &Board, cells: &[usize]) -> Option<String> {
    let n = board.size();
    let is = |cell: &dyn Fn(usize) -> usize| cells.iter().copied().eq((0..n).map(cell));
    for i in 0..n {
        if is(&|row| row * n + i) {
            return Some(format!("R0C{}", i + 1));
        }
        if is(&|row| (n - 1 - row) * n + i) {
            return Some(format!("R{}C{}", n + 1, i + 1));
        }
        if is(&|column| i * n + column) {
            return Some(format!("R{}C0", i + 1));
        }
        if is(&|column| i * n + n - 1 - column) {
            return Some(format!("R{}C{}", i + 1, n + 1));
        }
    }
    None
}

/// The place beside the grid and the direction in which one sees these cells, if they are a diagonal from border to
/// border.
fn diagonal_clue(board: &Board, cells: &[usize]) -> Option<(String, &'static str)> {
    let (&first, &last) = (cells.first()?, cells.last()?);
    for (name, down, right) in [("DR", 1, 1), ("DL", 1, -1), ("UR", -1, 1), ("UL", -1, -1)] {
        let goes = |two: &[usize]| board.step(two[0], down, right) == Some(two[1]);
        let is_whole = board.step(first, -down, -right).is_none()
            && board.step(last, down, right).is_none()
            && cells.windows(2).all(goes);
        // A step back from row 1 is row 0.
        let row = (board.row_of(first) + 1).checked_add_signed(-down);
        let column = (board.column_of(first) + 1).checked_add_signed(-right);
        if let (true, Some(row), Some(column)) = (is_whole, row, column) {
            return Some((format!("R{row}C{column}"), name));
        }
    }
    None
}
