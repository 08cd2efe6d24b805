//! Figures as PNG: drawn with `tiny-skia`, text in a font that comes along.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};
use ttf_parser::{Face, OutlineBuilder};

use super::figure::{Anchor, COLOURS, Figure, Ink, LIGHT, Mark};

/// A figure that could not be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// More pixels than a picture can have, or none.
    #[error("a picture of {width} by {height} pixels cannot be made")]
    Size {
        /// Pixels from left to right.
        width: f64,
        /// Pixels from top to bottom.
        height: f64,
    },
    /// The picture could not be written as PNG.
    #[error("cannot write the picture: {0}")]
    Encoding(String),
}

impl Figure {
    /// As a PNG in light colours, with so many pixels for each of the figure's: 2 for a page that is printed.
    ///
    /// Letters that the font has not, beyond Latin, Greek and Cyrillic, are drawn as empty boxes.
    ///
    /// # Errors
    ///
    /// If the picture would have no pixels, or too many.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PngError> {
        let (width, height) = ((self.width + 20.0) * scale, (self.height + 12.0) * scale);
        let size = PngError::Size { width: width.ceil(), height: height.ceil() };
        // 64 million pixels: 256 MB.
        let usable = |length: f64| (1.0..=32_000.0).contains(&length);
        if !usable(width) || !usable(height) || width * height > 64e6 {
            return Err(size);
        }
        let pixmap = Pixmap::new(width.ceil() as u32, height.ceil() as u32);
        let mut pixmap = pixmap.ok_or(size)?;
        pixmap.fill(colour(LIGHT.background, 1.0));
        let scale = scale as f32;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, 10.0 * scale, 6.0 * scale);
        let face = Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).ok();
        for mark in &self.marks {
            draw(&mut pixmap, mark, face.as_ref(), transform);
        }
        pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
    }
}

fn colour([r, g, b]: [u8; 3], opacity: f64) -> Color {
    let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color::from_rgba8(r, g, b, opacity)
}

fn paint(mark: &Mark, opacity: f64) -> Paint<'static> {
    let own = match mark.ink() {
        Ink::Text => LIGHT.text,
        Ink::Muted => LIGHT.muted,
        Ink::Grid => LIGHT.grid,
        Ink::Series(series) => LIGHT.series[series % COLOURS],
    };
    let mut paint = Paint::default();
    paint.set_color(colour(own, opacity));
    paint.anti_alias = true;
    paint
}

fn draw(pixmap: &mut Pixmap, mark: &Mark, face: Option<&Face>, transform: Transform) {
    match mark {
        Mark::Line { points, width, dashes, .. } => {
            let Some(path) = lines(points, false) else { return };
            let pattern: Vec<f32> = dashes.iter().map(|&length| length as f32).collect();
            let stroke = Stroke {
                width: *width as f32,
                line_join: LineJoin::Round,
                dash: StrokeDash::new(pattern, 0.0),
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &paint(mark, 1.0), &stroke, transform, None);
        }
        Mark::Shape { points, opacity, .. } => {
            let Some(path) = lines(points, true) else { return };
            pixmap.fill_path(&path, &paint(mark, *opacity), FillRule::Winding, transform, None);
        }
        Mark::Dots { points, radius, opacity, .. } => {
            let stroke = Stroke {
                width: 2.0 * *radius as f32,
                line_cap: LineCap::Round,
                ..Stroke::default()
            };
            // Each by itself, so that many at one place are darker than one.
            for &(x, y) in points {
                let mut builder = PathBuilder::new();
                builder.move_to(x as f32, y as f32);
                builder.line_to(x as f32 + 0.01, y as f32);
                if let Some(path) = builder.finish() {
                    pixmap.stroke_path(&path, &paint(mark, *opacity), &stroke, transform, None);
                }
            }
        }
        Mark::Text { at, text, size, anchor, bold, .. } => {
            let Some(face) = face else { return };
            let Some(path) = outline(face, text, *at, *size, *anchor) else { return };
            // Lines behind a text must not run into it.
            let mut behind = Paint::default();
            behind.set_color(colour(LIGHT.background, 1.0));
            let halo = Stroke { width: 3.0, line_join: LineJoin::Round, ..Stroke::default() };
            pixmap.stroke_path(&path, &behind, &halo, transform, None);
            let paint = paint(mark, 1.0);
            pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
            // The font is light; what is to be read at a distance gets an edge.
            let width = if *bold { size * 0.06 } else { size * 0.02 };
            let stroke = Stroke { width: width as f32, ..Stroke::default() };
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

fn lines(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (number, &(x, y)) in points.iter().enumerate() {
        match number {
            0 => builder.move_to(x as f32, y as f32),
            _ => builder.line_to(x as f32, y as f32),
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// The outline of a text, a letter behind the other.
fn outline(face: &Face, text: &str, at: (f64, f64), size: f64, anchor: Anchor) -> Option<Path> {
    let scale = size as f32 / f32::from(face.units_per_em());
    let glyphs: Vec<_> = (text.chars())
        .map(|c| {
            let glyph = face.glyph_index(c).unwrap_or_default();
            (glyph, f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale)
        })
        .collect();
    let width: f32 = glyphs.iter().map(|(_, advance)| advance).sum();
    let shift = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let mut pen =
        Pen { builder: PathBuilder::new(), x: at.0 as f32 - shift, y: at.1 as f32, scale };
    for (glyph, advance) in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance;
    }
    pen.builder.finish()
}

/// Draws letters where it stands; in fonts y grows upwards.
struct Pen {
    builder: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
