//! A drawing: what a plot is made of, before it is SVG or PNG.

use super::axis::Scale;

/// For what width a figure is laid out; its height follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// For a page or a file.
    Wide,
    /// For a telephone.
    Narrow,
}

impl Layout {
    /// Width in pixels.
    pub fn width(self) -> f64 {
        match self {
            Layout::Wide => 720.0,
            Layout::Narrow => 360.0,
        }
    }

    /// Height in pixels of the part between the axes, where the plot does not need another.
    pub(super) fn height(self) -> f64 {
        match self {
            Layout::Wide => 340.0,
            Layout::Narrow => 260.0,
        }
    }
}

/// A drawing with a title, and with a description for those who do not see it.
///
/// Lengths are in pixels, from the top left corner.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// What is to be seen in it, in words.
    pub description: String,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Where its axes are, and what they say.
    pub area: Area,
    /// The engines in it, by index: in the order of the rows or of the legend, or that of the axes.
    pub engines: Vec<usize>,
    pub(super) marks: Vec<Mark>,
}

/// The part of a figure between the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Area {
    /// From left to right.
    pub x: Span,
    /// From bottom to top.
    pub y: Span,
}

/// Values along an axis, and where they lie.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Span {
    /// How values become lengths.
    pub scale: Scale,
    /// The value at `from`.
    pub low: f64,
    /// The value at `to`.
    pub high: f64,
    /// Pixels from the left or the top.
    pub from: f64,
    /// Pixels from the left or the top.
    pub to: f64,
}

impl Span {
    /// Where a value lies; one outside lies at the nearer end.
    pub fn place(&self, value: f64) -> f64 {
        let share = |value: f64| (value - self.low) / (self.high - self.low);
        let share = match self.scale {
            Scale::Linear => share(value),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        // What is no number lies at the low end.
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.from + (self.to - self.from) * share
    }
}

/// A mark of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    /// A line through points.
    Line { points: Vec<(f64, f64)>, ink: Ink, width: f64, dashes: &'static [f64] },
    /// What is enclosed by points.
    Shape { points: Vec<(f64, f64)>, ink: Ink, opacity: f64 },
    /// A round dot at each point.
    Dots { points: Vec<(f64, f64)>, ink: Ink, radius: f64, opacity: f64 },
    /// A line of text; by its name the page finds what it must change.
    Text {
        at: (f64, f64),
        text: String,
        ink: Ink,
        size: f64,
        anchor: Anchor,
        bold: bool,
        name: &'static str,
    },
}

impl Mark {
    pub(super) fn ink(&self) -> Ink {
        let (Mark::Line { ink, .. }
        | Mark::Shape { ink, .. }
        | Mark::Dots { ink, .. }
        | Mark::Text { ink, .. }) = self;
        *ink
    }
}

/// Which part of a text is at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// What something is drawn in; colours are a theme's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Text that matters.
    Text,
    /// Text and lines that matter less.
    Muted,
    /// Lines behind the plot.
    Grid,
    /// An engine.
    Series(usize),
}

/// Colours, as red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Theme {
    pub(crate) background: [u8; 3],
    pub(crate) text: [u8; 3],
    pub(crate) muted: [u8; 3],
    pub(crate) grid: [u8; 3],
    pub(crate) series: [[u8; 3]; COLOURS],
}

/// Engines with colours of their own; more share them, and differ in their dashes.
pub(crate) const COLOURS: usize = 8;

/// Told apart by those who do not see all colours, too (after Okabe and Ito), and with a contrast of at least
/// 3 to the background.
pub(crate) const LIGHT: Theme = Theme {
    background: [0xff, 0xff, 0xff],
    text: [0x1a, 0x1c, 0x1f],
    muted: [0x5a, 0x60, 0x68],
    grid: [0xe1, 0xe4, 0xe8],
    series: [
        [0x00, 0x72, 0xb2],
        [0xd5, 0x5e, 0x00],
        [0x00, 0x8f, 0x68],
        [0xb0, 0x4a, 0x88],
        [0x95, 0x70, 0x00],
        [0x2f, 0x8f, 0xc4],
        [0x4a, 0x4f, 0x57],
        [0xc2, 0x30, 0x3a],
    ],
};

pub(crate) const DARK: Theme = Theme {
    background: [0x15, 0x18, 0x1c],
    text: [0xe8, 0xea, 0xed],
    muted: [0xa0, 0xa7, 0xb0],
    grid: [0x30, 0x35, 0x3c],
    series: [
        [0x4a, 0xa8, 0xe6],
        [0xff, 0x8c, 0x42],
        [0x2c, 0xc9, 0x9a],
        [0xe0, 0x8f, 0xc2],
        [0xd9, 0xb2, 0x3c],
        [0x8f, 0xd0, 0xf5],
        [0xb4, 0xba, 0xc2],
        [0xff, 0x7a, 0x80],
    ],
};

/// The dashes of an engine's lines: another help to tell them apart.
pub(super) fn dashes(series: usize) -> &'static [f64] {
    const DASHES: [&[f64]; 4] = [&[], &[6.0, 3.0], &[2.0, 2.5], &[8.0, 3.0, 2.0, 3.0]];
    // Over all 32 combinations of colour and dashes none comes twice.
    DASHES[(series + series / COLOURS) % DASHES.len()]
}

/// About how wide a text is, in a font that is not known.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_32_engines_look_the_same() {
        let mut looks: Vec<_> = (0..32).map(|it| (it % COLOURS, dashes(it).to_vec())).collect();
        looks.sort_by(|a, b| a.partial_cmp(b).expect("no dash is NaN"));
        looks.dedup();
        assert_eq!(looks.len(), 32);
    }

    #[test]
    fn colours_of_engines_stand_out_from_the_background() {
        let luminance = |colour: [u8; 3]| {
            let linear = colour.map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        for theme in [LIGHT, DARK] {
            let contrast = |colour| {
                let (a, b) = (luminance(colour), luminance(theme.background));
                (a.max(b) + 0.05) / (a.min(b) + 0.05)
            };
            for colour in theme.series {
                assert!(contrast(colour) >= 3.0, "{colour:x?}: {}", contrast(colour));
            }
            assert!(contrast(theme.text) >= 7.0);
            assert!(contrast(theme.muted) >= 4.5);
        }
    }

    #[test]
    fn what_lies_outside_is_drawn_at_the_end() {
        let span = Span { scale: Scale::Log, low: 1.0, high: 100.0, from: 200.0, to: 0.0 };
        let placed = [0.0, 1.0, 10.0, 100.0, 1e9, f64::NAN].map(|value| span.place(value).round());
        assert_eq!(placed, [200.0, 200.0, 100.0, 0.0, 0.0, 200.0]);
    }
}
