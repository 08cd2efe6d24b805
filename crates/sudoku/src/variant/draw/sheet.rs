//! Pages of puzzles, and where on them each stands.

use super::super::Variant;
use super::picture::{PictureOptions, picture};
use super::scene::Scene;

/// Millimetres around a page.
pub(super) const MARGIN: f64 = 15.0;
/// Millimetres between puzzles.
const GAP: f64 = 8.0;
/// Millimetres for what stands above a puzzle, and above all of them.
pub(super) const LABEL: f64 = 6.0;
pub(super) const HEADING: f64 = 12.0;
/// Millimetres of a cell at most, and of one in a solution.
const LARGEST: f64 = 18.0;
const SMALL: f64 = 4.0;
/// Most puzzles side by side, and one below the other.
const MOST: usize = 20;

/// How pages are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageOptions<'a> {
    /// Puzzles side by side: at least 1, at most 20.
    pub columns: usize,
    /// Puzzles one below the other: at least 1, at most 20.
    pub rows: usize,
    /// What stands above them.
    pub title: Option<&'a str>,
    /// The paper.
    pub paper: Paper,
    /// The solutions of the puzzles, in their order, to stand at the end, small; of a puzzle without one, and of
    /// those beyond the end of the list, nothing. One value a number of the board.
    pub solutions: &'a [Option<Vec<u8>>],
    /// Leaves out the rules in words.
    pub is_bare: bool,
}

impl Default for PageOptions<'_> {
    /// Two by three on A4, without solutions.
    fn default() -> Self {
        PageOptions {
            columns: 2,
            rows: 3,
            title: None,
            paper: Paper::A4,
            solutions: &[],
            is_bare: false,
        }
    }
}

/// Paper to print on, upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    pub fn millimetres(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) heading: Option<String>,
    pub(super) items: Vec<Placed>,
}

/// A puzzle on a page, in millimetres from its top left.
#[derive(Debug)]
pub(super) struct Placed {
    /// What stands above it.
    pub(super) label: String,
    /// The top of its label, and the left of both.
    pub(super) left: f64,
    pub(super) top: f64,
    /// Of the picture, below the label.
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scene: Scene,
}

/// Puzzles, and solutions, on pages.
pub(super) fn sheets(puzzles: &[Variant], options: &PageOptions<'_>) -> Vec<Sheet> {
    let mut sheets = puzzle_sheets(puzzles, options);
    sheets.extend(solution_sheets(puzzles, options));
    sheets
}

/// Each puzzle in a place of the same size.
fn puzzle_sheets(puzzles: &[Variant], options: &PageOptions<'_>) -> Vec<Sheet> {
    let (columns, rows) = (options.columns.clamp(1, MOST), options.rows.clamp(1, MOST));
    let (width, height) = options.paper.millimetres();
    let top = MARGIN + if options.title.is_some() { HEADING } else { 0.0 };
    // Of a place with the gap after it.
    let step_x = (width - 2.0 * MARGIN + GAP) / columns as f64;
    let step_y = (height - top - MARGIN + GAP) / rows as f64;
    let mut sheets: Vec<Sheet> = Vec::new();
    for (index, variant) in puzzles.iter().enumerate() {
        let place = index % (columns * rows);
        if place == 0 {
            sheets.push(Sheet { heading: options.title.map(str::to_owned), items: Vec::new() });
        }
        let (room_x, room_y) = ((step_x - GAP).max(1.0), (step_y - GAP - LABEL).max(1.0));
        let scene = fitted(variant, (room_x, room_y), options.is_bare);
        let mut placed = Placed::new(index, scene, (room_x, room_y));
        placed.left = MARGIN + (place % columns) as f64 * step_x;
        placed.top = top + (place / columns) as f64 * step_y;
        if let Some(sheet) = sheets.last_mut() {
            sheet.items.push(placed);
        }
    }
    sheets
}

/// A picture whose board is as large as a room allows, its rules in words beside it, which keep their size.
fn fitted(variant: &Variant, room: (f64, f64), is_bare: bool) -> Scene {
    let board = variant.board();
    let (rows, columns) = (board.rows() as f64, board.columns() as f64);
    let draw = |cell: f64| {
        let options = PictureOptions { cell: Some(cell), is_bare, ..PictureOptions::default() };
        picture(variant, options, room.0)
    };
    let mut cell = (room.0 / (columns + 0.1)).min(LARGEST);
    let mut scene = draw(cell);
    // With another width, lines break elsewhere: what is left over then, scaling does.
    for _ in 0..4 {
        let over_x = scene.width() * cell - room.0;
        let over_y = scene.height() * cell - room.1;
        let smaller = (cell - over_x / columns).min(cell - over_y / rows);
        if smaller >= cell - 0.01 || smaller < cell / 2.0 {
            break;
        }
        cell = smaller;
        scene = draw(cell);
    }
    scene
}

/// Small, and one after another as words are.
fn solution_sheets(puzzles: &[Variant], options: &PageOptions<'_>) -> Vec<Sheet> {
    let (width, height) = options.paper.millimetres();
    let (right, bottom) = (width - MARGIN, height - MARGIN);
    let top = MARGIN + HEADING;
    let mut sheets: Vec<Sheet> = Vec::new();
    let (mut x, mut y, mut line) = (MARGIN, top, 0.0f64);
    for (index, (variant, solution)) in puzzles.iter().zip(options.solutions).enumerate() {
        let Some(solution) = solution else { continue };
        let picture_options = PictureOptions {
            values: Some(solution),
            is_untitled: true,
            is_bare: true,
            cell: Some(SMALL),
            ..PictureOptions::default()
        };
        let room = (right - MARGIN, bottom - top - LABEL);
        let mut placed = Placed::new(index, picture(variant, picture_options, 0.0), room);
        if x + placed.width > right {
            (x, y, line) = (MARGIN, y + line + GAP, 0.0);
        }
        if sheets.is_empty() || y + LABEL + placed.height > bottom {
            sheets.push(Sheet { heading: Some("Solutions".to_owned()), items: Vec::new() });
            (x, y, line) = (MARGIN, top, 0.0);
        }
        (placed.left, placed.top) = (x, y);
        x += placed.width + GAP;
        line = line.max(LABEL + placed.height);
        if let Some(sheet) = sheets.last_mut() {
            sheet.items.push(placed);
        }
    }
    sheets
}

impl Placed {
    /// A picture made small enough for a room, which stands nowhere yet.
    fn new(index: usize, scene: Scene, room: (f64, f64)) -> Self {
        let (width, height) = (scene.width() * scene.cell, scene.height() * scene.cell);
        let scale = (room.0 / width).min(room.1 / height).min(1.0);
        Placed {
            label: (index + 1).to_string(),
            left: 0.0,
            top: 0.0,
            width: width * scale,
            height: height * scale,
            scene,
        }
    }
}
