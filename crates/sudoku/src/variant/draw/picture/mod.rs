//! The picture of a puzzle, as the field draws it.

mod between;
mod board;
mod lines;
mod shapes;

use super::super::{Kind, Rule, Variant};
use super::outside::{Outside, outside};
use super::scene::{Anchor, BLACK, Scene, text_width, wrapped};
use super::words::{sentences, words};

/// Millimetres of the font of captions, at most and at least.
const CAPTION: [f64; 2] = [3.2, 2.0];
/// The font of titles, in that of captions.
const TITLE: f64 = 1.4;
/// Fonts differ: what is room for 1 in the one is not for another.
const SPARE: f64 = 1.06;

/// How pictures are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PictureOptions<'a> {
    /// What the cells hold, one value a number of the board, 0 for nothing: a solution. What is no clue is grey.
    pub values: Option<&'a [u8]>,
    /// The candidates to show, small, in cells without a value; bit d − 1 for digit d.
    pub candidates: Option<&'a [u64]>,
    /// Leaves out title and author.
    pub is_untitled: bool,
    /// Leaves out the rules in words.
    pub is_bare: bool,
    /// Millimetres of a cell. By default 10, less if the board would be wider than 180.
    pub cell: Option<f64>,
}

/// What is being drawn.
pub(super) struct Drawer<'a> {
    variant: &'a Variant,
    options: PictureOptions<'a>,
    scene: Scene,
    /// How wide words may be, even if the board is narrower.
    room: f64,
    /// Rules for which there was no place, as lines.
    left: Vec<String>,
}

/// The picture of a puzzle. Words may be as wide as the board, or as so many millimetres.
pub(super) fn picture(variant: &Variant, options: PictureOptions<'_>, words: f64) -> Scene {
    let board = variant.board();
    let longest = board.rows().max(board.columns()) as f64;
    let usual = (180.0 / longest).min(10.0);
    let cell = options.cell.filter(|cell| cell.is_finite()).map_or(usual, |c| c.clamp(0.1, 1000.0));
    let scene = Scene {
        items: Vec::new(),
        bounds: [0.0, 0.0, board.columns() as f64, board.rows() as f64],
        cell,
        title: title(variant),
        description: description(variant),
    };
    let room = words / cell;
    let mut drawer = Drawer { variant, options, scene, room, left: Vec::new() };
    drawer.draw();
    drawer.scene
}

impl<'a> Drawer<'a> {
    fn rules(&self) -> &'a [Rule] {
        self.variant.rules().list()
    }

    fn draw(&mut self) {
        // From what lies below to what lies above.
        self.draw_shapes();
        self.draw_lines();
        self.draw_grid();
        self.draw_cages();
        self.draw_between();
        self.draw_values();
        self.draw_outside();
        // The walls have a width of their own.
        for (side, sign) in [-1.0, -1.0, 1.0, 1.0].into_iter().enumerate() {
            self.scene.bounds[side] += sign * 0.05;
        }
        self.draw_caption();
        self.draw_title();
    }

    /// Numbers outside, further away where there is one already.
    fn draw_outside(&mut self) {
        let board = self.variant.board();
        let (rows, columns) = (board.rows() as isize, board.columns() as isize);
        let mut placed: Vec<(isize, isize)> = Vec::new();
        for rule in self.rules() {
            let is_outside = matches!(
                rule.kind(),
                Kind::LittleKiller
                    | Kind::Sandwich
                    | Kind::XSum
                    | Kind::Skyscraper
                    | Kind::NumberedRoom
            );
            if !is_outside {
                continue;
            }
            let Some(clue) = outside(board, rule) else {
                self.left.push(words(self.variant.rules(), rule).to_string());
                continue;
            };
            let at = (clue.row, clue.column);
            let before = placed.iter().filter(|&&place| place == at).count() as f64;
            let (down, right) = match at {
                (row, _) if row < 0 => (-1.0, 0.0),
                (row, _) if row >= rows => (1.0, 0.0),
                (_, column) if column < 0 => (0.0, -1.0),
                (_, column) if column >= columns => (0.0, 1.0),
                // Between grids there is room for one.
                _ if before > 0.0 => {
                    self.left.push(words(self.variant.rules(), rule).to_string());
                    continue;
                }
                _ => (0.0, 0.0),
            };
            placed.push(at);
            let far = 0.75 * before;
            let centre =
                (clue.column as f64 + 0.5 + right * far, clue.row as f64 + 0.5 + down * far);
            self.draw_clue(rule, &clue, centre);
            let bounds = &mut self.scene.bounds;
            bounds[0] = bounds[0].min(centre.0 - 0.5);
            bounds[1] = bounds[1].min(centre.1 - 0.5);
            bounds[2] = bounds[2].max(centre.0 + 0.5);
            bounds[3] = bounds[3].max(centre.1 + 0.5);
        }
    }

    fn draw_clue(&mut self, rule: &Rule, clue: &Outside, (x, y): (f64, f64)) {
        let letter = super::outside::outside_letter(self.variant.rules(), rule.kind());
        let text = format!("{letter}{}", clue.number);
        let (down, right) = (clue.step.0 as f64, clue.step.1 as f64);
        let mut size: f64 = 0.46;
        let mut centre = (x, y);
        if clue.has_arrow {
            size = 0.38;
            centre = (x - 0.12 * right, y - 0.12 * down);
            let tip = (x + 0.44 * right, y + 0.44 * down);
            self.draw_arrow(&[(x + 0.18 * right, y + 0.18 * down), tip], 0.035, 0.14);
        }
        size = size.min(0.85 / text_width(&text).max(0.1));
        self.scene.label(centre, size, text);
    }

    /// The font of captions, in cells.
    fn caption_size(&self) -> f64 {
        let [most, least] = CAPTION;
        (0.4 * self.scene.cell).clamp(least, most) / self.scene.cell
    }

    /// The rules in words, below.
    fn draw_caption(&mut self) {
        let mut lines = Vec::new();
        if !self.options.is_bare {
            lines = sentences(self.variant.rules());
        }
        let left = std::mem::take(&mut self.left);
        if !left.is_empty() && !self.options.is_bare {
            lines.extend(left);
        }
        let size = self.caption_size();
        let width = self.scene.width().max(self.room) / (size * SPARE);
        let [left, _, _, mut y] = self.scene.bounds;
        let mut is_first = true;
        for line in lines.iter().flat_map(|line| wrapped(line, width)) {
            y += if is_first { 1.5 * size } else { 1.25 * size };
            is_first = false;
            self.scene.text((left, y), size, Anchor::Start, BLACK, line.as_str());
            // A single word may be wider than all there is.
            let right = left + text_width(&line) * size * SPARE;
            self.scene.bounds[2] = self.scene.bounds[2].max(right);
        }
        if !is_first {
            y += 0.4 * size;
        }
        self.scene.bounds[3] = y;
    }

    /// Title and author, above.
    fn draw_title(&mut self) {
        if self.options.is_untitled {
            return;
        }
        let info = &self.variant.info;
        let caption = self.caption_size();
        let parts = [(&info.author, caption), (&info.title, caption * TITLE)];
        for (text, size) in parts {
            let Some(text) = text else { continue };
            let [left, mut top, ..] = self.scene.bounds;
            top -= 0.5 * size;
            let width = self.scene.width().max(self.room) / (size * SPARE);
            for line in wrapped(text, width).into_iter().rev() {
                let right = left + text_width(&line) * size * SPARE;
                self.scene.text((left, top), size, Anchor::Start, BLACK, line);
                self.scene.bounds[2] = self.scene.bounds[2].max(right);
                top -= 1.1 * size;
            }
            self.scene.bounds[1] = top;
        }
    }
}

/// What a puzzle is, in a line.
fn title(variant: &Variant) -> String {
    match (&variant.info.title, &variant.info.author) {
        (Some(title), Some(author)) => format!("{title}, by {author}"),
        (Some(title), None) => title.clone(),
        (None, author) => {
            let size = variant.board().size();
            let by = author.as_ref().map_or(String::new(), |author| format!(" by {author}"));
            format!("Sudoku {size}×{size}{by}")
        }
    }
}

/// A puzzle in words: where the clues are, and every rule.
fn description(variant: &Variant) -> String {
    let board = variant.board();
    let mut text = format!("{} rows, {} columns. Clues:", board.rows(), board.columns());
    let mut clues = board.inside().filter_map(|cell| Some((cell, variant.given(cell)?))).peekable();
    if clues.peek().is_none() {
        text += " none";
    }
    for (cell, digit) in clues {
        text += &format!(" {}={digit}", board.name(cell));
    }
    text.push('.');
    for rule in variant.rules().list() {
        text += &format!(" {};", words(variant.rules(), rule));
    }
    text
}
