//! The names of rows and columns around a board, as SVG.

use std::fmt::Write;

use super::super::scene::Scene;
use super::{CELL, escaped};

/// Between a name and the board.
const SPACE: usize = 8;
/// Height of a line of text.
const HEIGHT: usize = 14;
/// The longest name that is shown whole.
const LONGEST: usize = 30;

/// Left of the board and above it: the room that names need there.
pub(super) fn margins(scene: &Scene) -> [usize; 2] {
    let room = |extent: usize| if extent > 0 { extent + SPACE } else { 0 };
    let columns = longest(&scene.column_names);
    let above = if columns > CELL { columns } else { columns.min(HEIGHT) };
    [room(longest(&scene.row_names)), room(above)]
}

/// Writes the names around a board whose upper left corner is the origin. Those of columns that are
/// wider than a cell read upwards.
pub(super) fn write(out: &mut String, scene: &Scene) {
    // Writing to a string cannot fail. The capitals of most fonts are about 0.7 of their size high.
    let lowered = HEIGHT * 7 / 20;
    for (row, name) in scene.row_names.iter().enumerate() {
        let y = row * CELL + CELL / 2 + lowered;
        let _ = writeln!(out, "<text class=\"r\" x=\"-{SPACE}\" y=\"{y}\">{}</text>", shown(name));
    }
    let upwards = longest(&scene.column_names) > CELL;
    for (column, name) in scene.column_names.iter().enumerate() {
        let (middle, name) = (column * CELL + CELL / 2, shown(name));
        let _ = if upwards {
            let x = middle + lowered;
            let place = format!("translate({x} -{SPACE}) rotate(-90)");
            writeln!(out, "<text class=\"u\" transform=\"{place}\">{name}</text>")
        } else {
            writeln!(out, "<text class=\"h\" x=\"{middle}\" y=\"-{SPACE}\">{name}</text>")
        };
    }
}

/// A name, cut where it is too long.
fn cut(name: &str) -> String {
    match name.chars().nth(LONGEST) {
        Some(_) => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

fn shown(name: &str) -> String {
    escaped(&cut(name))
}

/// About how long the longest of these names is. Letters beyond ASCII can be as wide as high.
fn longest(names: &[String]) -> usize {
    let width = |c: char| if c.is_ascii() { 9 } else { HEIGHT };
    names.iter().map(|name| cut(name).chars().map(width).sum()).max().unwrap_or(0)
}
