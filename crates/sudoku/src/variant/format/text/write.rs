//! Writing puzzles in words.

use std::fmt::Write as _;

use super::rule::rule_text;
use crate::candidates::set_of;
use crate::format::{MAX_SYMBOLS, symbol};
use crate::variant::format::cells::names;
use crate::variant::{Board, Regions, Variant};

/// Puzzles one behind the other, with an empty line between.
pub(super) fn write(puzzles: &[Variant]) -> String {
    let texts: Vec<String> = puzzles.iter().map(one).collect();
    texts.join("\n")
}

// Writing to a string cannot fail, here and below.
fn one(variant: &Variant) -> String {
    let board = variant.board();
    let n = board.size();
    let mut text = format!("sudoku {n}\n");
    match board.regions() {
        Regions::None => text += "boxes none\n",
        Regions::Boxes { rows, columns } => {
            let _ = writeln!(text, "boxes {rows}x{columns}");
        }
        Regions::Irregular(_) => {}
    }
    if board.grids().len() > 1 {
        let corner = |&(row, column): &(usize, usize)| board.name(row * board.columns() + column);
        let corners: Vec<String> = board.grids().iter().map(|c| corner(c).to_string()).collect();
        let _ = writeln!(text, "grids: {}", corners.join(" "));
    }
    if let Regions::Irregular(regions) = board.regions() {
        text += "regions:\n";
        block(&mut text, board, regions.len(), |cell| {
            regions.iter().position(|region| region.contains(&cell)).map_or(0, |index| index + 1)
        });
    }
    let info = &variant.info;
    for (name, value) in [
        ("title", &info.title),
        ("author", &info.author),
        ("text", &info.text),
        ("source", &info.source),
        ("difficulty", &info.difficulty),
    ] {
        if let Some(value) = value {
            let value = value.replace('\\', "\\\\").replace('\r', "\\r").replace('\n', "\\n");
            let _ = writeln!(text, "{name}: {value}");
        }
    }
    for rule in variant.rules().list() {
        let _ = writeln!(text, "{}", rule_text(board, rule));
    }
    let values = |text: &mut String, values: &[u8]| {
        block(text, board, n, |cell| values.get(cell).copied().unwrap_or(0).into());
    };
    if variant.clue_count() > 0 {
        text += "givens:\n";
        values(&mut text, variant.values());
    }
    for (cell, &set) in variant.marks().unwrap_or_default().iter().enumerate() {
        if board.is_inside(cell) && (1..=n as u8).any(|digit| set & set_of(digit) == 0) {
            let _ = write!(text, "mark {}:", names(board, &[cell]));
            for digit in (1..=n as u8).filter(|&digit| set & set_of(digit) != 0) {
                let _ = write!(text, " {digit}");
            }
            text.push('\n');
        }
    }
    if let Some(solution) = &info.solution {
        text += "solution:\n";
        values(&mut text, solution);
    }
    text
}

/// A row a line: a symbol for each number up to `most`, `.` for 0, `#` where no cell is; above 61 numbers with blanks
/// between.
fn block(text: &mut String, board: &Board, most: usize, number: impl Fn(usize) -> usize) {
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let cell = row * board.columns() + column;
            if most > MAX_SYMBOLS && column > 0 {
                text.push(' ');
            }
            let number = number(cell);
            match u8::try_from(number).ok().and_then(|number| symbol(number, most)) {
                _ if !board.is_inside(cell) => text.push('#'),
                Some(symbol) => text.push(symbol),
                None if number == 0 => text.push('.'),
                None => {
                    let _ = write!(text, "{number}");
                }
            }
        }
        text.push('\n');
    }
}
