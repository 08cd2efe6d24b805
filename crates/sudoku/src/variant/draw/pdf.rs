//! PDF, by the feature `pdf`.
//!
//! The font is Helvetica, which every reader of PDF has, so that nothing is embedded; it holds Western European
//! letters, and others become a question mark.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use super::super::Variant;
use super::scene::{Anchor, Ends, Item, MIDDLE, Paint, Scene, text_width};
use super::sheet::{HEADING, LABEL, MARGIN, PageOptions, Placed, Sheet, sheets};

/// Points of a millimetre.
const POINTS: f64 = 72.0 / 25.4;
const FONT: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// Puzzles on pages, as [`page`](super::page()) has them, as a PDF.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rules, Variant, draw};
///
/// let puzzles = [Variant::new(Rules::from(Shape::CLASSIC))];
/// assert!(draw::pdf(&puzzles, draw::PageOptions::default()).starts_with(b"%PDF-"));
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
pub fn pdf(puzzles: &[Variant], options: PageOptions<'_>) -> Vec<u8> {
    let mut sheets = sheets(puzzles, &options);
    if sheets.is_empty() {
        // A PDF has at least one page.
        sheets.push(Sheet { heading: options.title.map(str::to_owned), items: Vec::new() });
    }
    let mut pdf = Pdf::new();
    let mut numbers = 1..;
    let mut next = || Ref::new(numbers.next().unwrap_or(i32::MAX));
    let (catalogue, tree, information) = (next(), next(), next());
    let (font, bold) = (next(), next());
    let pages: Vec<(Ref, Ref)> = sheets.iter().map(|_| (next(), next())).collect();
    pdf.catalog(catalogue).pages(tree);
    pdf.pages(tree)
        .kids(pages.iter().map(|&(page, _)| page))
        .count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
    pdf.document_info(information).title(TextStr(options.title.unwrap_or("Sudoku")));
    for (id, name) in [(font, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(id).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let (width, height) = options.paper.millimetres();
    for (sheet, (id, content)) in sheets.iter().zip(pages) {
        let mut page = pdf.page(id);
        page.media_box(Rect::new(0.0, 0.0, (width * POINTS) as f32, (height * POINTS) as f32));
        page.parent(tree).contents(content);
        page.resources().fonts().pair(FONT, font).pair(BOLD, bold);
        page.finish();
        pdf.stream(content, &Pen::draw(sheet, height));
    }
    pdf.finish()
}

/// What draws a page. Places are millimetres from its top left.
struct Pen {
    content: Content,
}

impl Pen {
    fn draw(sheet: &Sheet, height: f64) -> Vec<u8> {
        let mut pen = Pen { content: Content::new() };
        let points = POINTS as f32;
        pen.content.transform([points, 0.0, 0.0, -points, 0.0, (height * POINTS) as f32]);
        if let Some(heading) = &sheet.heading {
            let middle = MARGIN + (HEADING - 4.0) / 2.0;
            pen.text((MARGIN, middle + 6.0 * MIDDLE), 6.0, Anchor::Start, 0, BOLD, heading);
        }
        for item in &sheet.items {
            pen.placed(item);
        }
        pen.content.finish().to_vec()
    }

    fn placed(&mut self, item: &Placed) {
        let base = item.top + (LABEL - 1.0) / 2.0 + 4.0 * MIDDLE;
        self.text((item.left, base), 4.0, Anchor::Start, 0, BOLD, &item.label);
        let scene = &item.scene;
        // Millimetres on the page of a cell.
        let cell = item.width / scene.width();
        let place = |(x, y): (f64, f64)| {
            let (x, y) = (x - scene.bounds[0], y - scene.bounds[1]);
            (item.left + x * cell, item.top + LABEL + y * cell)
        };
        self.scene(scene, cell, &place);
    }

    fn scene(&mut self, scene: &Scene, cell: f64, place: &dyn Fn((f64, f64)) -> (f64, f64)) {
        for item in &scene.items {
            match item {
                Item::Path { lines, is_closed, paint } => {
                    self.paint(*paint, cell, |content| {
                        for line in lines {
                            for (index, &point) in line.iter().enumerate() {
                                let (x, y) = place(point);
                                match index {
                                    0 => content.move_to(x as f32, y as f32),
                                    _ => content.line_to(x as f32, y as f32),
                                };
                            }
                            if *is_closed {
                                content.close_path();
                            }
                        }
                    });
                }
                Item::Circle { centre, radius, paint } => {
                    let (x, y) = place(*centre);
                    let radius = radius * cell;
                    self.paint(*paint, cell, |content| circle(content, (x, y), radius));
                }
                Item::Text { at, size, anchor, shade, text } => {
                    self.text(place(*at), size * cell, *anchor, *shade, FONT, text);
                }
            }
        }
    }

    fn paint(&mut self, paint: Paint, cell: f64, shape: impl FnOnce(&mut Content)) {
        let content = &mut self.content;
        if let Some(shade) = paint.fill {
            content.set_fill_gray(f32::from(shade) / 255.0);
        }
        if let Some(shade) = paint.stroke {
            content.set_stroke_gray(f32::from(shade) / 255.0);
            content.set_line_width((paint.width * cell) as f32);
            let (cap, join) = match paint.ends {
                Ends::Cut => (LineCapStyle::ButtCap, LineJoinStyle::MiterJoin),
                Ends::Square => (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin),
                Ends::Round => (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin),
            };
            content.set_line_cap(cap).set_line_join(join);
            let dash = paint.dash.map(|dash| dash.map(|length| (length * cell) as f32));
            content.set_dash_pattern(dash.into_iter().flatten(), 0.0);
        }
        shape(content);
        match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
            (Some(_), None) => content.fill_nonzero(),
            (None, Some(_)) => content.stroke(),
            (None, None) => content.end_path(),
        };
    }

    fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        shade: u8,
        font: Name<'_>,
        text: &str,
    ) {
        let width = text_width(text) * size;
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        self.content
            .set_fill_gray(f32::from(shade) / 255.0)
            .begin_text()
            .set_font(font, size as f32)
            // The page is upside down, letters are not.
            .set_text_matrix([1.0, 0.0, 0.0, -1.0, x as f32, y as f32])
            .show(Str(&bytes))
            .end_text();
    }
}

/// A circle as four curves.
fn circle(content: &mut Content, (x, y): (f64, f64), radius: f64) {
    // How far the points beside a quarter's ends are from them, in radii.
    let near = radius * 4.0 / 3.0 * (std::f64::consts::SQRT_2 - 1.0);
    content.move_to((x + radius) as f32, y as f32);
    // Where each quarter begins, as (cosine, sine).
    for (c, s) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let (from, to) = ((x + c * radius, y + s * radius), (x - s * radius, y + c * radius));
        content.cubic_to(
            (from.0 - s * near) as f32,
            (from.1 + c * near) as f32,
            (to.0 + c * near) as f32,
            (to.1 + s * near) as f32,
            to.0 as f32,
            to.1 as f32,
        );
    }
    content.close_path();
}

/// A character in the encoding of the font.
fn win_ansi(c: char) -> u8 {
    match c {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(c)).unwrap_or(b'?'),
        '€' => 0x80,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '„' => 0x84,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        '…' => 0x85,
        '™' => 0x99,
        'Š' => 0x8a,
        'š' => 0x9a,
        'Ž' => 0x8e,
        'ž' => 0x9e,
        'Œ' => 0x8c,
        'œ' => 0x9c,
        _ => b'?',
    }
}
