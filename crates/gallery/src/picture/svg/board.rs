//! A board as SVG: first what fills the cells, then the lines, then the letters.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::super::colours::PALETTE;
use super::super::scene::{Board, Edges, Scene};
use super::super::walls::{Wall, Walls};
use super::{CELL, escaped};

/// Draws a board whose left edge is at `x`.
pub(super) fn write(out: &mut String, scene: &Scene, board: &Board, x: usize) {
    fills(out, scene, board, x);
    if let Some(edges) = &board.edges {
        triangles(out, board, edges, x);
    }
    lines(out, scene, board, x);
    symbols(out, scene, board, x);
}

/// The cells by their class, as one path for each class.
fn fills(out: &mut String, scene: &Scene, board: &Board, x: usize) {
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for row in 0..board.rows {
        let class = |column| {
            board.cell(row, column).map(|cell| match cell.fill {
                Some(fill) => format!("c c{}", fill % PALETTE.len()),
                None if scene.chess && (row + column) % 2 == 1 => "d".to_owned(),
                None => "e".to_owned(),
            })
        };
        let mut start = 0;
        while start < board.columns {
            let of_run = class(start);
            let length = (start..board.columns).take_while(|&at| class(at) == of_run).count();
            if let Some(class) = of_run {
                let (left, top, width) = (x + start * CELL, row * CELL, length * CELL);
                let path = paths.entry(class).or_default();
                let _ = write!(path, "M{left} {top}h{width}v{CELL}h-{width}z");
            }
            start += length;
        }
    }
    for (class, path) in paths {
        let _ = writeln!(out, "<path class=\"f {class}\" d=\"{path}\"/>");
    }
}

/// The four sides of each square with coloured edges, as triangles that meet in its middle.
fn triangles(out: &mut String, board: &Board, edges: &Edges, x: usize) {
    const HALF: usize = CELL / 2;
    const NEAR: usize = CELL / 5;
    for row in 0..board.rows {
        for column in 0..board.columns {
            if board.cell(row, column).is_none_or(|cell| cell.piece.is_none()) {
                continue;
            }
            let (left, top) = (x + column * CELL, row * CELL);
            let (right, bottom) = (left + CELL, top + CELL);
            let (middle_x, middle_y) = (left + HALF, top + HALF);
            let above = row * board.columns + column;
            let beside = row * (board.columns + 1) + column;
            let sides = [
                (edges.above.get(above), [(left, top), (right, top)], (middle_x, top + NEAR)),
                (edges.left.get(beside), [(left, top), (left, bottom)], (left + NEAR, middle_y)),
                (
                    edges.left.get(beside + 1),
                    [(right, top), (right, bottom)],
                    (right - NEAR, middle_y),
                ),
                (
                    edges.above.get(above + board.columns),
                    [(left, bottom), (right, bottom)],
                    (middle_x, bottom - NEAR),
                ),
            ];
            for (colour, [from, to], at) in sides {
                let Some(Some((name, colour))) = colour else { continue };
                let colour = colour % PALETTE.len();
                let _ = writeln!(
                    out,
                    "<path class=\"c t c{colour}\" d=\"M{} {}L{} {}L{middle_x} {middle_y}z\"/>",
                    from.0, from.1, to.0, to.1
                );
                text(out, "p", at, 10, name);
            }
        }
    }
}

/// The thin lines, and over them the thick ones, each as one path.
fn lines(out: &mut String, scene: &Scene, board: &Board, x: usize) {
    let walls = Walls::new(scene, board);
    // Around coloured pieces lines are dark on any page, around plain cells they are not.
    let thick = if scene.joined { "k" } else { "b" };
    for (weight, class) in [(Wall::Thin, "i"), (Wall::Thick, thick)] {
        let mut path = String::new();
        for row in 0..=board.rows {
            for (start, length) in runs(board.columns, |at| walls.above(row, at) == weight) {
                let (left, top, width) = (x + start * CELL, row * CELL, length * CELL);
                let _ = write!(path, "M{left} {top}h{width}");
            }
        }
        for column in 0..=board.columns {
            for (start, length) in runs(board.rows, |at| walls.left(at, column) == weight) {
                let (left, top, height) = (x + column * CELL, start * CELL, length * CELL);
                let _ = write!(path, "M{left} {top}v{height}");
            }
        }
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
}

/// The longest stretches below `end` where something holds: start and length.
fn runs(end: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..end).filter(|&at| holds(at)) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

fn symbols(out: &mut String, scene: &Scene, board: &Board, x: usize) {
    for row in 0..board.rows {
        for column in 0..board.columns {
            let Some(cell) = board.cell(row, column).filter(|cell| !cell.symbol.is_empty()) else {
                continue;
            };
            let (left, top) = (x + column * CELL, row * CELL);
            if scene.chess {
                queen(out, left, top);
                continue;
            }
            let class = match (cell.given, cell.fill) {
                (true, _) => "g",
                (false, Some(_)) => "p",
                (false, None) => "s",
            };
            text(out, class, (left + CELL / 2, top + CELL / 2), 18, &cell.symbol);
        }
    }
}

/// A text around a point, small enough for a cell.
fn text(out: &mut String, class: &str, (x, y): (usize, usize), size: usize, text: &str) {
    let length = text.chars().count().max(1);
    let size = size.min((CELL * 3 / 2 / length).max(4));
    // The capitals of most fonts are about 0.7 of their size high.
    let base = y + (size * 7).div_ceil(20);
    let resized = if size == 18 { String::new() } else { format!(" style=\"font-size:{size}px\"") };
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{base}\"{resized}>{}</text>",
        escaped(text)
    );
}

/// A crown of five points on a base.
fn queen(out: &mut String, left: usize, top: usize) {
    let _ = writeln!(
        out,
        "<path class=\"q\" transform=\"translate({left} {top})\" \
         d=\"M9 31h22v3h-22zM10 29L7 14L14 22L14 10L20 21L26 10L26 22L33 14L30 29z\
         M5 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM12 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z\
         M24 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM31 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z\"/>"
    );
}
