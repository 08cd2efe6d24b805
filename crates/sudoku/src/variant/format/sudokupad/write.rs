//! From a puzzle to the JSON of SudokuPad.

use serde_json::{Map, Value, json};

use crate::variant::format::WriteError;
use crate::variant::format::link::object;
use crate::variant::format::lost::Lost;
use crate::variant::{HouseName, Rule, Variant};

/// The largest grid: digits of a solution are characters.
const MOST: usize = 35;

pub(super) fn json(variant: &Variant, lost: Lost) -> Result<String, WriteError> {
    let board = variant.board();
    let size = board.size();
    lost.one_grid(board)?;
    lost.no_marks(variant)?;
    if size > MOST {
        return Err(lost.error(format!("a grid of {size}×{size}")));
    }
    let place = |&cell: &usize| json!([board.row_of(cell), board.column_of(cell)]);
    let places = |cells: &[usize]| cells.iter().map(place).collect::<Value>();
    let mut metadata = Map::new();
    let info = &variant.info;
    for (name, text) in [("title", &info.title), ("author", &info.author), ("rules", &info.text)] {
        if let Some(text) = text {
            metadata.insert(name.into(), json!(text));
        }
    }
    if let Some(solution) = info.solution.as_ref().filter(|s| s.len() == board.cells()) {
        let digit = |&digit: &u8| match digit {
            0 => '?',
            _ => char::from_digit(u32::from(digit), 36).unwrap_or('?').to_ascii_uppercase(),
        };
        let solution: String = solution.iter().map(digit).collect();
        metadata.insert("solution".into(), json!(solution));
    }
    let cell = |cell: usize| match variant.given(cell) {
        Some(value) => json!({ "value": value }),
        None => json!({}),
    };
    let rows = (0..size).map(|row| (row * size..(row + 1) * size).map(cell).collect::<Value>());
    let cells: Value = rows.collect();
    let is_region = |name: HouseName| matches!(name, HouseName::Box { .. } | HouseName::Region(_));
    let houses = board.houses().iter().filter(|house| is_region(house.name));
    let regions: Value = houses.map(|house| places(&house.cells)).collect();
    let (mut cages, mut global) = (Vec::new(), Vec::new());
    for (number, rule) in variant.rules().list().iter().enumerate() {
        match rule {
            Rule::Cage { cells, sum: Some(sum), repeats } => {
                let value = sum.to_string();
                cages.push(json!({
                    "cells": places(cells), "sum": sum, "unique": !repeats, "value": value
                }));
            }
            Rule::Cage { repeats: true, .. } => {
                return Err(lost.rule_with(number, rule, "no sum, and digits may repeat"));
            }
            Rule::Cage { cells, .. } => {
                let mut sorted = cells.clone();
                sorted.sort_unstable();
                if board.houses().iter().any(|house| house.cells == sorted) {
                    return Err(lost.rule_with(number, rule, "no sum, and a house"));
                }
                cages.push(json!({ "cells": places(cells), "unique": true }));
            }
            rule if *rule == Rule::ANTI_KNIGHT => global.push("antiknight"),
            rule if *rule == Rule::ANTI_KING => global.push("antiking"),
            rule if *rule == Rule::non_consecutive() => global.push("nonconsecutive"),
            Rule::Unmarked(_) => {
                return Err(lost.rule_with(number, rule, "other relations than consecutive"));
            }
            rule => return Err(lost.rule(number, rule)),
        }
    }
    global.sort_unstable();
    global.dedup();
    for name in global.iter().filter(|name| **name != "nonconsecutive") {
        metadata.insert((*name).into(), json!(true));
    }
    let mut fields = vec![
        ("cellSize", json!(50)),
        ("metadata", Value::Object(metadata)),
        ("cells", cells),
        ("regions", regions),
        ("cages", Value::Array(cages)),
        ("global", json!(global)),
    ];
    // The readers of older versions want these.
    for name in ["lines", "arrows", "underlays", "overlays"] {
        fields.push((name, json!([])));
    }
    Ok(object(&fields))
}
