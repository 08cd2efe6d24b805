//! Drawing with characters: lines of Unicode or ASCII, colours by escape sequences.

use super::Style;
use super::colours::PALETTE;
use super::scene::{Board, Cell, Scene};
use super::walls::{Wall, Walls};

/// From this number of columns on, cells are as narrow as they can be.
const NARROW_FROM: usize = 25;
/// The longest symbol that is shown whole.
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
    let width = if narrow { 1 } else { (longest + 2).max(3) };
    let pen = Pen { scene, style, width, corners: &corners };
    let drawn: Vec<Vec<String>> = scene.boards.iter().map(|board| pen.board(board)).collect();
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
        let rest = self.width.saturating_sub(length(&symbol));
        format!("{}{symbol}{}", " ".repeat(rest / 2), " ".repeat(rest - rest / 2))
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

/// A text, cut where it is too long.
fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
