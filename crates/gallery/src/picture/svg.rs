//! Drawing as SVG: one document with a panel for each solution, on light and on dark pages.
//!
//! All lengths are whole numbers of pixels, a cell being [`CELL`] wide, so that neighbouring cells
//! of a piece meet without a seam.

mod board;
mod headings;

use std::fmt::Write;

use quadrille_cover::{OptionId, Problem};

use super::colours::PALETTE;
use super::scene::{Painter, Scene, list};
use super::{MOST_CELLS, Picture, PictureError, PictureKind};

/// Width and height of a cell.
const CELL: usize = 40;
/// Around each panel.
const MARGIN: usize = 20;
/// Between the layers of a box.
const GAP: usize = 20;
/// Height of the line that numbers a panel.
const CAPTION: usize = 26;
/// Height of a line of a list.
const LINE: usize = 22;
/// Width of a character of a list.
const CHARACTER: usize = 10;

/// A solution on its panel.
enum Panel {
    Boards(Scene),
    Lines(Vec<String>),
}

impl Panel {
    /// Width and height, without its margins and caption.
    fn size(&self) -> (usize, usize) {
        match self {
            Panel::Boards(scene) => {
                let widths = scene.boards.iter().map(|board| board.columns * CELL);
                let height = scene.boards.iter().map(|board| board.rows * CELL).max().unwrap_or(0);
                let gaps = scene.boards.len().saturating_sub(1) * GAP;
                let [left, top] = headings::margins(scene);
                (left + widths.sum::<usize>() + gaps, top + height)
            }
            Panel::Lines(lines) => {
                let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
                (longest * CHARACTER, lines.len() * LINE)
            }
        }
    }

    fn cells(&self) -> usize {
        match self {
            Panel::Boards(scene) => scene.boards.iter().map(|board| board.cells.len()).sum(),
            Panel::Lines(lines) => lines.len(),
        }
    }
}

/// See [`Picture::svg`].
pub(super) fn document<S: AsRef<[OptionId]>>(
    picture: &Picture,
    problem: &Problem<String, String>,
    solutions: &[S],
) -> Result<String, PictureError> {
    let mut panels = Vec::with_capacity(solutions.len());
    let mut cells = 0usize;
    let painter = Painter::new(picture, problem)?;
    for solution in solutions {
        let panel = match picture.kind {
            PictureKind::List => Panel::Lines(list(problem, solution.as_ref())?),
            _ => Panel::Boards(painter.scene(solution.as_ref())?),
        };
        cells = cells.saturating_add(panel.cells());
        if cells > MOST_CELLS {
            return Err(PictureError::TooLarge);
        }
        panels.push(panel);
    }
    let sizes: Vec<(usize, usize)> = panels.iter().map(Panel::size).collect();
    let caption = if panels.len() > 1 { CAPTION } else { 0 };
    let width = sizes.iter().map(|size| size.0).max().unwrap_or(0) + 2 * MARGIN;
    let height = sizes.iter().map(|size| size.1).max().unwrap_or(0) + 2 * MARGIN + caption;
    let columns = across(panels.len(), width, height);
    let rows = panels.len().div_ceil(columns);
    let (whole_width, whole_height) = (columns * width, rows.max(1) * height);

    let mut out = String::new();
    let title = title(picture, panels.len());
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title\" \
         width=\"{whole_width}\" height=\"{whole_height}\" \
         viewBox=\"0 0 {whole_width} {whole_height}\">\n<title id=\"title\">{}</title>\n{}",
        escaped(&title),
        style()
    );
    let _ =
        writeln!(out, "<rect class=\"page\" width=\"{whole_width}\" height=\"{whole_height}\"/>");
    for (index, (panel, size)) in panels.iter().zip(&sizes).enumerate() {
        let left = index % columns * width + (width - size.0) / 2;
        let top = index / columns * height + MARGIN;
        let _ = writeln!(out, "<g transform=\"translate({left} {top})\">");
        if panels.len() > 1 {
            let _ = writeln!(out, "<title>Solution {}</title>", index + 1);
            let (x, y) = (size.0 / 2, height - 2 * MARGIN - caption + CAPTION / 2 + 6);
            let _ = writeln!(out, "<text class=\"n\" x=\"{x}\" y=\"{y}\">{}</text>", index + 1);
        }
        match panel {
            Panel::Boards(scene) => {
                let [left, top] = headings::margins(scene);
                let named = left + top > 0;
                if named {
                    let _ = writeln!(out, "<g transform=\"translate({left} {top})\">");
                    headings::write(&mut out, scene);
                }
                let mut x = 0;
                for board in &scene.boards {
                    board::write(&mut out, scene, board, x);
                    x += board.columns * CELL + GAP;
                }
                if named {
                    out.push_str("</g>\n");
                }
            }
            Panel::Lines(lines) => {
                for (number, line) in lines.iter().enumerate() {
                    let y = number * LINE + LINE / 2;
                    let _ = writeln!(out, "<text class=\"l\" y=\"{y}\">{}</text>", escaped(line));
                }
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    Ok(out)
}

/// How many panels stand in a row so that the whole is about four by three.
fn across(panels: usize, width: usize, height: usize) -> usize {
    let wide = |columns: usize| 3 * columns * width >= 4 * panels.div_ceil(columns) * height;
    let columns = (1..=panels).find(|&columns| wide(columns));
    columns.unwrap_or(panels).max(1)
}

fn title(picture: &Picture, solutions: usize) -> String {
    let what = picture.kind.description();
    match solutions {
        0 => format!("{what}: no solution"),
        1 => format!("{what}: a solution"),
        _ => format!("{what}: {solutions} solutions"),
    }
}

impl PictureKind {
    fn description(self) -> String {
        match self {
            PictureKind::List => "The options of exact covers".to_owned(),
            PictureKind::Tiling { size: [rows, columns] } => {
                format!("Tiling of {rows} × {columns}")
            }
            PictureKind::Layers { size: [layers, rows, columns] } => {
                format!("Packing of {layers} × {rows} × {columns}, layer by layer")
            }
            PictureKind::Queens { size: [rows, columns] } => {
                format!("Queens on {rows} × {columns}")
            }
            PictureKind::Row { places } => format!("Row of {places}"),
            PictureKind::Grid { size: [rows, columns] } => format!("Grid of {rows} × {columns}"),
            PictureKind::Edges { size: [rows, columns] } => {
                format!("Squares with coloured edges in {rows} × {columns}")
            }
        }
    }
}

fn style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (number, colour) in PALETTE.iter().enumerate() {
        let _ = write!(light, ".c{number}{{color:{}}}", colour.light);
        let _ = write!(dark, ".c{number}{{color:{}}}", colour.dark);
    }
    format!(
        "<style>\n\
         .page{{fill:#fff}}.e{{fill:#f4f4f4}}.d{{fill:#d9d9d9}}\n\
         .f{{shape-rendering:crispEdges}}\
         .c{{fill:currentColor}}.t{{stroke:currentColor;stroke-width:1}}\n\
         .k,.b,.i{{stroke:#1a1a1a;fill:none;stroke-width:3;stroke-linecap:square}}\
         .i{{stroke:#888;stroke-width:1}}\n\
         text{{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;font-size:18px;\
         text-anchor:middle;fill:#111}}\n\
         .h,.r,.u{{font-size:14px}}.r{{text-anchor:end}}.u{{text-anchor:start}}\n\
         .g{{font-weight:bold}}.n{{font-size:14px;fill:#555}}.p{{fill:#111}}.q{{fill:#1a1a1a}}\n\
         .l{{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:15px;\
         text-anchor:start}}\n\
         {light}\n\
         @media (prefers-color-scheme:dark){{\n\
         .page{{fill:#16181c}}.e{{fill:#22252b}}.d{{fill:#3a3f47}}\
         .k{{stroke:#000}}.b{{stroke:#c4c8ce}}.i{{stroke:#6b7078}}\n\
         text{{fill:#e8e8e8}}.n{{fill:#aaa}}.p{{fill:#000}}.q{{fill:#f0f0f0}}\n\
         {dark}\n\
         }}\n</style>\n"
    )
}

/// A text as it may stand in XML; what may not stand there at all becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() && !matches!(c, '\t' | '\n') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
