//! Drawing with characters: lines of Unicode or ASCII, colours by escape sequences.

use super::Style;
use super::colours::PALETTE;
use super::scene::{Board, Cell, Scene};
use super::walls::{Wall, Walls};

/// From this number of columns on, cells are as narrow as they can be.
const NARROW_FROM: usize = 25;
/// The longest symbol, or name of a row or column, that is shown whole.
const LONGEST: usize = 12;
/// How wide the layers of a box may be in all before the next one begins a new row.
const WIDEST: usize = 100;

/// The corner at index 27·up + 9·right + 3·down + left, where each is 0 for no line, 1 for a thin
/// one, 2 for a thick one.
const CORNERS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Draws a scene: its boards side by side, each line ended by a line feed.
pub(super) fn draw(scene: &Scene, style: Style) -> String {
    let corners: Vec<char> = CORNERS.chars().collect();
    let widths =
        scene.boards.iter().flat_map(|board| &board.cells).map(|cell| length(&cell.symbol));
    let longest = widths.max().unwrap_or(0).min(LONGEST);
    let narrow = scene.boards.iter().any(|board| board.columns >= NARROW_FROM) && longest <= 1;
    let heading = longest_name(&scene.column_names);
    let width = if narrow { 1 } else { (longest + 2).max(3).max(heading) };
    let pen = Pen { scene, style, width, corners: &corners };
    let headed = |board| pen.with_names(pen.board(board));
    let drawn: Vec<Vec<String>> = scene.boards.iter().map(headed).collect();
    let columns = scene.boards.iter().map(|board| board.columns).max().unwrap_or(0);
    let across = (WIDEST / (columns * (width + 1) + 3)).max(1);
    let mut text = String::new();
    for (index, boards) in drawn.chunks(across).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let height = boards.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let lines = boards.iter().filter_map(|board| board.get(line).map(String::as_str));
            text += lines.collect::<Vec<&str>>().join("  ").trim_end();
            text.push('\n');
        }
    }
    text
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The length of the longest name of a row or column, as it is shown.
fn longest_name(names: &[String]) -> usize {
    names.iter().map(|name| length(name)).max().unwrap_or(0).min(LONGEST)
}

/// A text with a replacement for each character that a terminal would obey instead of showing it:
/// control characters, and those that change the direction of writing.
pub(super) fn harmless(text: &str) -> String {
    let obeyed = |c: char| {
        let directs = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}');
        let isolates = matches!(c, '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}');
        c.is_control() || directs || isolates
    };
    text.chars().map(|c| if obeyed(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A text in the middle of so many columns.
fn centred(text: &str, width: usize) -> String {
    let rest = width.saturating_sub(length(text));
    format!("{}{text}{}", " ".repeat(rest / 2), " ".repeat(rest - rest / 2))
}

struct Pen<'s> {
    scene: &'s Scene,
    style: Style,
    /// Of a cell, without its lines.
    width: usize,
    corners: &'s [char],
}

impl Pen<'_> {
    fn board(&self, board: &Board) -> Vec<String> {
        let walls = Walls::new(self.scene, board);
        let mut lines = Vec::with_capacity(2 * board.rows + 1);
        for row in 0..=board.rows {
            lines.push(self.line_above(board, &walls, row));
            if row < board.rows {
                lines.push(self.line_through(board, &walls, row));
            }
        }
        lines
    }

    /// How thick a line is drawn: thick ones are told from thin ones only where both have a
    /// meaning.
    fn weight(&self, wall: Wall) -> usize {
        match wall {
            Wall::None => 0,
            Wall::Thick if self.scene.boxes.is_some() => 2,
            Wall::Thin | Wall::Thick => 1,
        }
    }

    fn line_above(&self, board: &Board, walls: &Walls<'_>, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=board.columns {
            let over = row.checked_sub(1);
            let beside = column.checked_sub(1);
            let up = over.map_or(0, |row| self.weight(walls.left(row, column)));
            let down = if row < board.rows { self.weight(walls.left(row, column)) } else { 0 };
            let left = beside.map_or(0, |column| self.weight(walls.above(row, column)));
            let right =
                if column < board.columns { self.weight(walls.above(row, column)) } else { 0 };
            // A corner without lines is inside a piece, or outside of the board.
            let fill = match (up + down + left + right, over, beside) {
                (0, Some(over), Some(_)) => fill_at(board, over, column),
                _ => None,
            };
            self.paint(&mut line, &self.corner(up, right, down, left).to_string(), fill);
            if column < board.columns {
                let wall = walls.above(row, column);
                let fill = if wall == Wall::None { fill_at(board, row, column) } else { None };
                self.paint(&mut line, &self.edge_above(board, wall, row, column), fill);
            }
        }
        line
    }

    fn line_through(&self, board: &Board, walls: &Walls<'_>, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=board.columns {
            let wall = walls.left(row, column);
            let fill = if wall == Wall::None { fill_at(board, row, column) } else { None };
            let edges = board.edges.as_ref();
            let index = row * (board.columns + 1) + column;
            let edge = edges.and_then(|edges| edges.left.get(index)?.as_ref());
            match edge {
                Some((name, colour)) => self.paint(&mut line, &clipped(name, 1), Some(*colour)),
                None => self.paint(&mut line, self.upright(wall), fill),
            }
            if let Some(cell) = board.cell(row, column) {
                self.paint(&mut line, &self.symbol(cell), cell.fill);
            } else if column < board.columns {
                line += &" ".repeat(self.width);
            }
        }
        line
    }

    fn edge_above(&self, board: &Board, wall: Wall, row: usize, column: usize) -> String {
        let dash = match (self.weight(wall), self.style.ascii) {
            (0, _) => " ",
            (_, true) => "-",
            (1, false) => "─",
            (_, false) => "━",
        };
        let edges = board.edges.as_ref();
        let edge = edges.and_then(|edges| edges.above.get(row * board.columns + column)?.as_ref());
        match edge {
            Some((name, colour)) => {
                let name = clipped(name, self.width.saturating_sub(2).max(1));
                let rest = self.width.saturating_sub(length(&name));
                let mut text = dash.repeat(rest / 2);
                self.paint(&mut text, &name, Some(*colour));
                text + &dash.repeat(rest - rest / 2)
            }
            None => dash.repeat(self.width),
        }
    }

    fn corner(&self, up: usize, right: usize, down: usize, left: usize) -> char {
        if !self.style.ascii {
            return self.corners.get(27 * up + 9 * right + 3 * down + left).copied().unwrap_or('+');
        }
        match (up + down > 0, left + right > 0) {
            (false, false) => ' ',
            (true, false) => '|',
            (false, true) => '-',
            (true, true) => '+',
        }
    }

    fn upright(&self, wall: Wall) -> &'static str {
        match (self.weight(wall), self.style.ascii) {
            (0, _) => " ",
            (_, true) => "|",
            (1, false) => "│",
            (_, false) => "┃",
        }
    }

    /// The inside of a cell.
    fn symbol(&self, cell: &Cell) -> String {
        let queen = self.scene.chess && cell.symbol == "Q" && !self.style.ascii;
        let symbol = if queen { "♛".to_owned() } else { clipped(&cell.symbol, LONGEST) };
        centred(&symbol, self.width)
    }

    /// The lines of a board with the names of its rows and columns around them.
    fn with_names(&self, lines: Vec<String>) -> Vec<String> {
        let names = &self.scene.row_names;
        let margin = match longest_name(names) {
            0 => 0,
            longest => longest + 1,
        };
        let mut headed = self.column_names(margin);
        for (index, line) in lines.into_iter().enumerate() {
            // Every second line goes through cells.
            let name = names.get(index / 2).filter(|_| index % 2 == 1);
            let name = name.map_or(String::new(), |name| clipped(name, LONGEST));
            let rest = " ".repeat(margin.saturating_sub(length(&name)));
            headed.push(format!("{name}{rest}{line}"));
        }
        headed
    }

    /// The names above the columns, in one line; or character by character, one above the other,
    /// where cells are too narrow.
    fn column_names(&self, margin: usize) -> Vec<String> {
        let names = self.scene.column_names.iter().map(|name| clipped(name, LONGEST));
        let names: Vec<Vec<char>> = names.map(|name| name.chars().collect()).collect();
        let longest = names.iter().map(Vec::len).max().unwrap_or(0);
        let upright = longest > self.width;
        let height = if upright { longest } else { longest.min(1) };
        let line = |number: usize| {
            let mut line = " ".repeat(margin + 1);
            for name in &names {
                let part: String = if upright {
                    let place = (number + name.len()).checked_sub(height);
                    place.and_then(|place| name.get(place)).unwrap_or(&' ').to_string()
                } else {
                    name.iter().collect()
                };
                line += &centred(&part, self.width);
                line.push(' ');
            }
            line
        };
        (0..height).map(line).collect()
    }

    /// Appends a text on a background.
    fn paint(&self, line: &mut String, text: &str, fill: Option<usize>) {
        match fill.filter(|_| self.style.colour) {
            Some(fill) => {
                let terminal = PALETTE[fill % PALETTE.len()].terminal;
                *line += &format!("\x1b[38;5;16;48;5;{terminal}m{text}\x1b[0m");
            }
            None => *line += text,
        }
    }
}

/// The colour of a cell.
fn fill_at(board: &Board, row: usize, column: usize) -> Option<usize> {
    board.cell(row, column).and_then(|cell| cell.fill)
}

/// A text, [`harmless`], and cut where it is too long.
fn clipped(text: &str, most: usize) -> String {
    let text = harmless(text);
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => text,
    }
}
