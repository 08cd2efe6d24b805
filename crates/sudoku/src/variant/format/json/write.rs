//! Writing JSON: a rule and a row of clues a line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::form::{Cells, RuleForm};
use super::{FORMAT, VERSION};
use crate::candidates::set_of;
use crate::format::{MAX_SYMBOLS, symbol};
use crate::variant::{Board, Regions, Variant};

/// An object, or a list of them.
pub(super) fn write(puzzles: &[Variant]) -> String {
    if let [variant] = puzzles {
        return object(variant) + "\n";
    }
    let objects: Vec<String> = puzzles.iter().map(object).collect();
    if objects.is_empty() { "[]\n".into() } else { format!("[{}]\n", objects.join(",\n")) }
}

/// A value on one line. What is given here has nothing that JSON cannot hold.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

// Writing to a string cannot fail, here and below.
fn object(variant: &Variant) -> String {
    let board = variant.board();
    let mut text = "{\n".to_owned();
    let mut field = |name: &str, value: String| {
        let comma = if text.len() > 2 { ",\n" } else { "" };
        let _ = write!(text, "{comma}  \"{name}\": {value}");
    };
    field("format", json(&FORMAT));
    field("version", VERSION.to_string());
    let info = &variant.info;
    for (name, value) in [
        ("title", &info.title),
        ("author", &info.author),
        ("text", &info.text),
        ("source", &info.source),
        ("difficulty", &info.difficulty),
    ] {
        if let Some(value) = value {
            field(name, json(value));
        }
    }
    field("size", board.size().to_string());
    match board.regions() {
        Regions::None => field("boxes", "null".into()),
        Regions::Boxes { rows, columns } => field("boxes", format!("[{rows}, {columns}]")),
        Regions::Irregular(regions) => {
            field("regions", list(regions.iter().map(|cells| json(&Cells::of(board, cells)))));
        }
    }
    if board.grids().len() > 1 {
        let corner = |&(row, column): &(usize, usize)| row * board.columns() + column;
        let corners: Vec<usize> = board.grids().iter().map(corner).collect();
        field("grids", json(&Cells::of(board, &corners)));
    }
    let rules = variant.rules().list();
    if !rules.is_empty() {
        field("rules", list(rules.iter().map(|rule| json(&RuleForm::of(board, rule)))));
    }
    if variant.clue_count() > 0 {
        field("givens", rows(board, variant.values()));
    }
    if let Some(marks) = variant.marks() {
        let digits = 1..=board.size() as u8;
        let all = |set: u64| digits.clone().all(|digit| set & set_of(digit) != 0);
        let restricted = board.inside().filter(|&cell| !all(marks[cell]));
        let digits_of = |cell: usize| -> Vec<u8> {
            digits.clone().filter(|&digit| marks[cell] & set_of(digit) != 0).collect()
        };
        let marks: BTreeMap<usize, Vec<u8>> =
            restricted.map(|cell| (cell, digits_of(cell))).collect();
        let entry = |(cell, digits)| format!("\"{}\": {}", board.name(cell), json(digits));
        let entries: Vec<String> =
            marks.iter().map(|(cell, digits)| entry((*cell, digits))).collect();
        field("marks", format!("{{\n    {}\n  }}", entries.join(",\n    ")));
    }
    if let Some(solution) = &info.solution {
        field("solution", rows(board, solution));
    }
    text + "\n}"
}

/// A list, a value a line.
fn list(values: impl Iterator<Item = String>) -> String {
    let values: Vec<String> = values.collect();
    if values.is_empty() { "[]".into() } else { format!("[\n    {}\n  ]", values.join(",\n    ")) }
}

/// A string of symbols for each row; above size 61 a list of numbers, `null` where no cell is.
fn rows(board: &Board, values: &[u8]) -> String {
    let n = board.size();
    let row = |row: usize| {
        let cells = row * board.columns()..(row + 1) * board.columns();
        if n <= MAX_SYMBOLS {
            let symbol = |cell: usize| match board.is_inside(cell) {
                true => values.get(cell).and_then(|&value| symbol(value, n)).unwrap_or('.'),
                false => '#',
            };
            return json(&cells.map(symbol).collect::<String>());
        }
        let value = |cell: usize| board.is_inside(cell).then(|| values.get(cell).unwrap_or(&0));
        json(&cells.map(value).collect::<Vec<_>>())
    };
    list((0..board.rows()).map(row))
}
