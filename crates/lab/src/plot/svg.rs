//! Figures as SVG: as files of their own, and as parts of a page.

use std::fmt::Write;

pub(crate) use quadrille_sudoku::variant::draw::escape;

use super::figure::{Anchor, COLOURS, DARK, Figure, Ink, LIGHT, Mark, Theme, dashes};

impl Figure {
    /// As a file: SVG 1.1 with a title and a description, in the light or dark colours that the reader prefers.
    pub fn svg(&self) -> String {
        let mut svg = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let (width, height) = (self.width, self.height);
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"-10 -6 {0} {1}\" role=\"img\" class=\"q\">",
            width + 20.0,
            height + 12.0
        );
        let _ = write!(
            svg,
            "<title>{}</title><desc>{}</desc><style>{}@media(prefers-color-scheme:dark){{{}}}{}</style>\
             <rect class=\"back\" x=\"-10\" y=\"-6\" width=\"{}\" height=\"{}\"/>",
            escape(&self.title),
            escape(&self.description),
            LIGHT.variables(".q"),
            DARK.variables(".q"),
            STYLE,
            width + 20.0,
            height + 12.0
        );
        self.write_marks(&mut svg);
        svg += "</svg>\n";
        svg
    }

    /// As a part of a page: without colours, which are the page's ([`STYLE`]), and without its title as a
    /// visible text, where the page has one. `id` must be the figure's own.
    pub(crate) fn inline(&self, id: &str, class: &str) -> String {
        let mut svg = String::new();
        let (x, y) = (self.area.x, self.area.y);
        let span = |span: super::Span| {
            let scale = if span.scale == super::Scale::Log { "log" } else { "linear" };
            format!("{scale} {} {} {} {}", span.low, span.high, round(span.from), round(span.to))
        };
        let _ = write!(
            svg,
            "<svg class=\"q {class}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" \
             aria-describedby=\"{id}-d\" data-x=\"{}\" data-y=\"{}\"><desc id=\"{id}-d\">{}</desc>",
            self.width,
            self.height,
            escape(&self.title),
            span(x),
            span(y),
            escape(&self.description),
        );
        self.write_marks(&mut svg);
        svg += "</svg>";
        svg
    }

    fn write_marks(&self, svg: &mut String) {
        for mark in &self.marks {
            write_mark(svg, mark);
        }
    }
}

fn write_mark(svg: &mut String, mark: &Mark) {
    let class = class(mark.ink());
    // Writing to a string does not fail.
    let _ = match mark {
        Mark::Line { points, width, dashes, .. } => {
            let dashes: Vec<String> = dashes.iter().map(f64::to_string).collect();
            let dashes = match dashes.is_empty() {
                true => String::new(),
                false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
            };
            let path = path(points, false);
            write!(
                svg,
                "<path class=\"line {class}\" stroke-width=\"{width}\"{dashes} d=\"{path}\"/>"
            )
        }
        Mark::Shape { points, opacity, .. } => {
            let path = path(points, true);
            write!(svg, "<path class=\"shape {class}\" fill-opacity=\"{opacity}\" d=\"{path}\"/>")
        }
        Mark::Dots { points, radius, opacity, .. } => {
            // Lines of no length with round ends: a tenth of the text that circles take.
            // Where there are many, a tenth of a pixel is not seen either.
            let whole = |at: f64| if points.len() > 1000 { at.round() } else { at };
            let mut dots = String::new();
            for &(x, y) in points {
                dots += &format!("M{}h0", pair((whole(x), whole(y))));
            }
            let width = 2.0 * radius;
            write!(
                svg,
                "<path class=\"dots {class}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
                 d=\"{dots}\"/>"
            )
        }
        Mark::Text { at, text, size, anchor, bold, name, .. } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if *bold { " font-weight=\"600\"" } else { "" };
            let name = match *name {
                "" => String::new(),
                name => format!(" data-name=\"{name}\""),
            };
            let (x, y, text) = (round(at.0), round(at.1), escape(text));
            write!(
                svg,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{bold}{name}>\
                 {text}</text>"
            )
        }
    };
}

/// Of an engine: `own`, its colour `s…`, and its number `e…`.
fn class(ink: Ink) -> String {
    match ink {
        Ink::Text => "text".to_owned(),
        Ink::Muted => "muted".to_owned(),
        Ink::Grid => "grid".to_owned(),
        Ink::Series(series) => format!("own s{} e{series}", series % COLOURS),
    }
}

/// The line of an engine, for a legend outside of figures: 22 by 10 pixels.
pub(crate) fn sample(series: usize) -> String {
    let mut svg = String::new();
    let points = vec![(0.0, 5.0), (22.0, 5.0)];
    let ink = Ink::Series(series);
    write_mark(&mut svg, &Mark::Line { points, ink, width: 2.5, dashes: dashes(series) });
    svg
}

/// What classes of marks look like, whatever the colours.
pub(crate) const STYLE: &str = "\
.q text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,Ubuntu,'DejaVu Sans',sans-serif;\
paint-order:stroke;stroke:var(--back);stroke-width:3px;stroke-linejoin:round}\
.q .line{fill:none;stroke-linejoin:round}.q .dots{fill:none;stroke-linecap:round}\
.q .shape{stroke:none}.q .back{fill:var(--back)}\
.q text.text{fill:var(--text)}.q text.muted{fill:var(--muted)}.q text.grid{fill:var(--grid)}\
.q .line.text{stroke:var(--text)}.q .line.muted{stroke:var(--muted)}.q .line.grid{stroke:var(--grid)}\
.q .dots.text{stroke:var(--text)}.q .dots.muted{stroke:var(--muted)}\
.q .shape.grid{fill:var(--grid)}.q .shape.muted{fill:var(--muted)}\
.q .s0{--s:var(--s0)}.q .s1{--s:var(--s1)}.q .s2{--s:var(--s2)}.q .s3{--s:var(--s3)}\
.q .s4{--s:var(--s4)}.q .s5{--s:var(--s5)}.q .s6{--s:var(--s6)}.q .s7{--s:var(--s7)}\
.q .line.own,.q .dots.own{stroke:var(--s)}.q .shape.own,.q text.own{fill:var(--s)}";

impl Theme {
    /// The colours as variables of CSS, for what a selector names.
    pub(crate) fn variables(&self, selector: &str) -> String {
        let mut css = format!("{selector}{{");
        let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
        let own = [
            ("back", self.background),
            ("text", self.text),
            ("muted", self.muted),
            ("grid", self.grid),
        ];
        own.iter().for_each(|(name, colour)| css += &format!("--{name}:{};", hex(*colour)));
        for (number, colour) in self.series.iter().enumerate() {
            css += &format!("--s{number}:{};", hex(*colour));
        }
        css.push('}');
        css
    }
}

/// To a tenth of a pixel.
fn round(length: f64) -> f64 {
    let rounded = (length * 10.0).round() / 10.0;
    // No -0.
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", round(x), round(y))
}

fn path(points: &[(f64, f64)], closed: bool) -> String {
    let mut path = String::new();
    for (number, &point) in points.iter().enumerate() {
        path += if number == 0 { "M" } else { "L" };
        path += &pair(point);
    }
    if closed {
        path.push('Z');
    }
    path
}
