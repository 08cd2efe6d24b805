//! SVG.

use std::fmt::Write as _;

use super::super::Variant;
use super::picture::{PictureOptions, picture};
use super::scene::{Anchor, Ends, Item, Paint, Scene};

/// A puzzle as an SVG that prints: sizes in millimetres, black and greys, no script and nothing from elsewhere.
///
/// What has no picture, an anti-knight rule say, is said in sentences below, as are the others. For those who do
/// not see it there is a title, and a description with clues and rules.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rule, Rules, Variant, draw};
///
/// let rules = Rules::from(Shape::new(2, 2)?).with(Rule::killer(5, [0, 1, 4]))?;
/// let svg = draw::svg(&Variant::new(rules), draw::PictureOptions::default());
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"41mm\""), "{svg}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(variant: &Variant, options: PictureOptions<'_>) -> String {
    write(&picture(variant, options, 0.0), true)
}

/// A scene as an element; `is_alone` if it is a document.
pub(super) fn write(scene: &Scene, is_alone: bool) -> String {
    let mut out = String::new();
    let (width, height) = (scene.width() * scene.cell, scene.height() * scene.cell);
    let (w, h) = (Length(width), Length(height));
    // Writing to a string does not fail.
    let _ = write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if is_alone {
        let _ = write!(out, " width=\"{w}mm\" height=\"{h}mm\"");
    }
    let _ = writeln!(
        out,
        " viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
    let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    if is_alone {
        let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>");
    }
    scene.items.iter().for_each(|item| write_item(&mut out, scene, item));
    out.push_str("</svg>\n");
    out
}

/// A length of up to three decimals.
struct Length(f64);

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

fn write_item(out: &mut String, scene: &Scene, item: &Item) {
    let [left, top, ..] = scene.bounds;
    let x = |x: f64| Length((x - left) * scene.cell);
    let y = |y: f64| Length((y - top) * scene.cell);
    let length = |length: f64| Length(length * scene.cell);
    match item {
        Item::Path { lines, is_closed, paint } => {
            out.push_str("<path d=\"");
            for line in lines {
                for (index, &point) in line.iter().enumerate() {
                    let letter = if index == 0 { 'M' } else { 'L' };
                    let _ = write!(out, "{letter}{} {}", x(point.0), y(point.1));
                }
                if *is_closed {
                    out.push('Z');
                }
            }
            out.push('"');
            write_paint(out, *paint, scene.cell);
        }
        Item::Circle { centre, radius, paint } => {
            let (cx, cy, r) = (x(centre.0), y(centre.1), length(*radius));
            let _ = write!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\"");
            write_paint(out, *paint, scene.cell);
        }
        Item::Text { at, size, anchor, shade, text } => {
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"",
                x(at.0),
                y(at.1),
                length(*size)
            );
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
                Anchor::End => out.push_str(" text-anchor=\"end\""),
            }
            if *shade != 0 {
                let _ = write!(out, " fill=\"{}\"", Grey(*shade));
            }
            let _ = writeln!(out, ">{}</text>", escape(text));
        }
    }
}

/// A shade as a colour.
struct Grey(u8);

impl std::fmt::Display for Grey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{0:02x}{0:02x}{0:02x}", self.0)
    }
}

fn write_paint(out: &mut String, paint: Paint, cell: f64) {
    match paint.fill {
        Some(0) => {}
        Some(shade) => {
            let _ = write!(out, " fill=\"{}\"", Grey(shade));
        }
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(shade) = paint.stroke {
        let width = Length(paint.width * cell);
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{width}\"", Grey(shade));
        out.push_str(match paint.ends {
            Ends::Cut => "",
            Ends::Square => " stroke-linecap=\"square\"",
            Ends::Round => " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        });
        if let Some([dash, gap]) = paint.dash {
            let (dash, gap) = (Length(dash * cell), Length(gap * cell));
            let _ = write!(out, " stroke-dasharray=\"{dash} {gap}\"");
        }
    }
    out.push_str("/>\n");
}

/// A text as XML and HTML have it. Characters that XML does not have, and those that would turn around what stands
/// beside them, are replaced; ends of lines become blanks.
///
/// ```
/// use quadrille_sudoku::variant::draw::escape;
///
/// assert_eq!(escape("R&D <\"1\">\n\u{1}"), "R&amp;D &lt;&quot;1&quot;&gt; \u{fffd}");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c if c.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
