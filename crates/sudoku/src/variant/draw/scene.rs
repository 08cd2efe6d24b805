//! Pictures as lists of shapes, whatever they are written as.

/// A shade, from 0, black, to 255, white.
pub(super) type Shade = u8;

pub(super) const BLACK: Shade = 0;
pub(super) const WHITE: Shade = 255;

/// How a shape is painted. Lengths are in cells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Paint {
    pub(super) fill: Option<Shade>,
    pub(super) stroke: Option<Shade>,
    pub(super) width: f64,
    /// Lengths of dashes and of gaps.
    pub(super) dash: Option<[f64; 2]>,
    pub(super) ends: Ends,
}

/// How lines end and turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Ends {
    /// At their last point, and in corners.
    #[default]
    Cut,
    /// Half their width further, so that those that meet make a corner.
    Square,
    /// In circles.
    Round,
}

impl Paint {
    pub(super) fn fill(shade: Shade) -> Self {
        Paint { fill: Some(shade), ..Paint::default() }
    }

    pub(super) fn line(shade: Shade, width: f64) -> Self {
        Paint { stroke: Some(shade), width, ..Paint::default() }
    }

    pub(super) fn round(self) -> Self {
        Paint { ends: Ends::Round, ..self }
    }

    pub(super) fn square(self) -> Self {
        Paint { ends: Ends::Square, ..self }
    }

    pub(super) fn dashed(self, dash: f64, gap: f64) -> Self {
        Paint { dash: Some([dash, gap]), ..self }
    }

    pub(super) fn filled(self, shade: Shade) -> Self {
        Paint { fill: Some(shade), ..self }
    }
}

/// A place: x to the right and y downwards, in cells, from the top left of the board.
pub(super) type Point = (f64, f64);

/// A shape. What comes later covers what came before.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// Lines from point to point, and whether each goes back to where it began.
    Path {
        lines: Vec<Vec<Point>>,
        is_closed: bool,
        paint: Paint,
    },
    Circle {
        centre: Point,
        radius: f64,
        paint: Paint,
    },
    /// A text; `at` is where its base line begins, is halved, or ends.
    Text {
        at: Point,
        size: f64,
        anchor: Anchor,
        shade: Shade,
        text: String,
    },
}

/// Which part of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) items: Vec<Item>,
    /// Left, top, right and bottom of what is to be seen.
    pub(super) bounds: [f64; 4],
    /// Millimetres of a cell.
    pub(super) cell: f64,
    /// What it is, in a line.
    pub(super) title: String,
    /// What it shows, for those who do not see it.
    pub(super) description: String,
}

impl Scene {
    pub(super) fn width(&self) -> f64 {
        self.bounds[2] - self.bounds[0]
    }

    pub(super) fn height(&self) -> f64 {
        self.bounds[3] - self.bounds[1]
    }

    pub(super) fn path(&mut self, lines: Vec<Vec<Point>>, is_closed: bool, paint: Paint) {
        self.items.push(Item::Path { lines, is_closed, paint });
    }

    pub(super) fn circle(&mut self, centre: Point, radius: f64, paint: Paint) {
        self.items.push(Item::Circle { centre, radius, paint });
    }

    pub(super) fn rectangle(&mut self, [left, top, right, bottom]: [f64; 4], paint: Paint) {
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        self.path(vec![corners], true, paint);
    }

    /// A text around a point.
    pub(super) fn label(&mut self, (x, y): Point, size: f64, text: impl Into<String>) {
        self.text((x, y + size * MIDDLE), size, Anchor::Middle, BLACK, text);
    }

    pub(super) fn text(
        &mut self,
        at: Point,
        size: f64,
        anchor: Anchor,
        shade: Shade,
        text: impl Into<String>,
    ) {
        let text = text.into();
        self.items.push(Item::Text { at, size, anchor, shade, text });
    }
}

/// From the base line up to half the height of digits, in sizes of the font.
pub(super) const MIDDLE: f64 = 0.355;

/// The widths of the characters from the blank on in Helvetica, in thousandths of its size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The width of a text in Helvetica and fonts that are made like it, in sizes of the font. Characters beyond ASCII
/// are taken for letters of usual width, or for squares if they are not Latin.
pub(super) fn text_width(text: &str) -> f64 {
    let width = |c: char| match u32::from(c).checked_sub(32).map(|index| index as usize) {
        Some(index) if index < WIDTHS.len() => WIDTHS[index],
        Some(index) if index < 0x230 => 600,
        _ => 1000,
    };
    text.chars().map(|c| f64::from(width(c))).sum::<f64>() / 1000.0
}

/// A text in lines of at most this width, cut between words where there are any.
pub(super) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(" ") + text_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
