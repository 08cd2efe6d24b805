//! A recording as an SVG that plays: the frames stand one below the other, and a strip of them moves by one
//! frame at a time. No script, nothing from elsewhere; light and dark as the reader has it; whoever wants
//! less motion sees the last frame.
//!
//! A line that stands in several frames is there once.

use std::collections::HashMap;
use std::io::{self, Write};

use quadrille_sudoku::variant::draw::escape;

use super::frame::{Frame, Line, Role, Room, SHADES, Span};

/// Width of a character and height of a line, in tenths of a pixel: whole numbers keep lines that meet
/// from leaving a seam.
const CHARACTER: usize = 84;
const LINE: usize = 163;
/// From the top of a line to the foot of its letters, in pixels.
const BASE: &str = "13";
/// Around the picture.
const MARGIN: usize = 120;
/// How long the last frame is shown, in frames.
const HOLD: usize = 4;

/// Colours of [`Role::Placed`] on a light and on a dark page, in the order of [`SHADES`].
const PLACED: [(&str, &str); SHADES.len()] = [
    ("#0b62c4", "#6cb2ff"),
    ("#00776b", "#3fc9b9"),
    ("#9a5b00", "#e2a54a"),
    ("#93359a", "#d896de"),
    ("#2f6b1b", "#7fce66"),
    ("#b32a3c", "#ff8f98"),
];

/// A recording that grows.
#[derive(Debug)]
pub(super) struct Svg {
    room: Room,
    /// Frames a second.
    speed: f64,
    /// The number of each line.
    lines: HashMap<Line, usize>,
    frames: Vec<Vec<usize>>,
}

impl Svg {
    pub(super) fn new(room: Room, speed: f64) -> Self {
        Svg { room, speed, lines: HashMap::new(), frames: Vec::new() }
    }

    pub(super) fn add(&mut self, frame: &Frame) {
        let lines = &mut self.lines;
        let numbers = frame.lines.iter().map(|line| {
            let next = lines.len();
            *lines.entry(line.clone()).or_insert(next)
        });
        self.frames.push(numbers.collect());
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn write(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.frames.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let (width, height) =
            (self.room.columns * CHARACTER + 2 * MARGIN, rows * LINE + 2 * MARGIN);
        let (w, h) = (pixels(width), pixels(height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" aria-labelledby=\"title\">"
        )?;
        writeln!(out, "<title id=\"title\">{}</title>", escape(title))?;
        self.write_style(height, out)?;
        writeln!(out, "<rect class=\"page\" width=\"{w}\" height=\"{h}\"/>")?;
        writeln!(out, "<defs>")?;
        let mut lines: Vec<(&Line, usize)> =
            self.lines.iter().map(|(line, &number)| (line, number)).collect();
        lines.sort_by_key(|&(_, number)| number);
        for (line, number) in lines {
            write_line(line, number, out)?;
        }
        writeln!(out, "</defs>\n<g class=\"strip\">")?;
        for (index, frame) in self.frames.iter().enumerate() {
            write!(
                out,
                "<g transform=\"translate({} {})\">",
                pixels(MARGIN),
                pixels(index * height + MARGIN)
            )?;
            for (row, number) in frame.iter().enumerate() {
                write!(out, "<use href=\"#l{number}\" y=\"{}\"/>", pixels(row * LINE))?;
            }
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</g>\n</svg>")
    }

    fn write_style(&self, height: usize, out: &mut dyn Write) -> io::Result<()> {
        let last = self.frames.len().saturating_sub(1);
        let end = pixels(last * height);
        let seconds = (last + HOLD) as f64 / self.speed;
        let moving = 100.0 * last as f64 / (last + HOLD) as f64;
        writeln!(
            out,
            "<style>\n\
             text{{font:14px ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace}}\n\
             .strong,.clue,.solved,.on,.dead{{font-weight:bold}}\n{}\n\
             @media(prefers-color-scheme:dark){{{}}}\n\
             .strip{{animation:play {seconds:.3}s infinite}}\n\
             @keyframes play{{0%{{transform:translateY(0);animation-timing-function:steps({})}}\
             {moving:.3}%,100%{{transform:translateY(-{end}px)}}}}\n\
             @media(prefers-reduced-motion:reduce){{.strip{{animation:none;\
             transform:translateY(-{end}px)}}}}\n</style>",
            colours(|(light, _)| light),
            colours(|(_, dark)| dark),
            last.max(1)
        )
    }
}

/// The rules for all colours that differ between light and dark pages. Without variables, which not every
/// reader of SVG knows.
fn colours(of: impl Fn((&'static str, &'static str)) -> &'static str) -> String {
    let mut rules = String::new();
    for (class, pair) in [
        (".page", ("#ffffff", "#16181d")),
        ("text,path", ("#1b1b1b", "#e8e8e8")),
        (".faint", ("#767676", "#8b919c")),
        (".solved", ("#1a7f37", "#56d364")),
        (".on", ("#111111", "#111111")),
        (".dead", ("#ffffff", "#ffffff")),
    ] {
        rules += &format!("{class}{{fill:{}}}", of(pair));
    }
    for (number, &pair) in PLACED.iter().enumerate() {
        rules += &format!(".p{number}{{fill:{}}}", of(pair));
    }
    rules
}

/// Tenths of a pixel as pixels.
fn pixels(tenths: usize) -> String {
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        tenth => format!("{}.{tenth}", tenths / 10),
    }
}

fn write_line(line: &Line, number: usize, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<g id=\"l{number}\">")?;
    let mut column = 0;
    for Span { text, role } in &line.0 {
        let length = text.chars().count();
        if let Some(fill) = background(*role) {
            write!(
                out,
                "<rect x=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
                pixels(column * CHARACTER),
                pixels(length * CHARACTER),
                pixels(LINE)
            )?;
        }
        let characters: Vec<char> = text.chars().collect();
        for run in characters.chunk_by(|&a, &b| is_shape(a) == is_shape(b)) {
            if is_shape(run[0]) {
                write_shapes(run, column, *role, out)?;
            } else {
                write_text(run, column, *role, out)?;
            }
            column += run.len();
        }
    }
    writeln!(out, "</g>")
}

/// Whether a character is not left to the font: in most, lines of boxes would not meet.
fn is_shape(c: char) -> bool {
    c == '█' || arms(c).is_some()
}

/// Where the lines of a character go: up, down, left, right.
fn arms(c: char) -> Option<[bool; 4]> {
    Some(match c {
        '─' => [false, false, true, true],
        '│' => [true, true, false, false],
        '┌' => [false, true, false, true],
        '┐' => [false, true, true, false],
        '└' => [true, false, false, true],
        '┘' => [true, false, true, false],
        '├' => [true, true, false, true],
        '┤' => [true, true, true, false],
        '┬' => [false, true, true, true],
        '┴' => [true, false, true, true],
        '┼' => [true; 4],
        '╴' => [false, false, true, false],
        '╵' => [true, false, false, false],
        '╶' => [false, false, false, true],
        '╷' => [false, true, false, false],
        _ => return None,
    })
}

/// Words side by side.
fn write_text(run: &[char], column: usize, role: Role, out: &mut dyn Write) -> io::Result<()> {
    let text: String = run.iter().collect();
    let word = text.trim_matches(' ');
    if word.is_empty() {
        return Ok(());
    }
    let before = run.iter().take_while(|&&c| c == ' ').count();
    // The length that it is given keeps it in its columns, whatever the font.
    write!(
        out,
        "<text x=\"{}\" y=\"{BASE}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"{}>{}</text>",
        pixels((column + before) * CHARACTER),
        pixels(word.chars().count() * CHARACTER),
        class(role),
        // Readers of SVG take several blanks for one.
        escape(word).replace(' ', "\u{a0}")
    )
}

/// Lines and blocks, as one path of rectangles.
fn write_shapes(run: &[char], column: usize, role: Role, out: &mut dyn Write) -> io::Result<()> {
    // From left to right and from top to foot, in tenths of a pixel.
    let mut across: Vec<(usize, usize)> = Vec::new();
    let mut down: Vec<(usize, usize, usize)> = Vec::new();
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    let join = |parts: &mut Vec<(usize, usize)>, start, end| match parts.last_mut() {
        Some(last) if last.1 == start => last.1 = end,
        _ => parts.push((start, end)),
    };
    let (thick, middle) = (10, (LINE - 10) / 2);
    for (index, &c) in run.iter().enumerate() {
        let (start, end) = ((column + index) * CHARACTER, (column + index + 1) * CHARACTER);
        let Some([up, low, left, right]) = arms(c) else {
            join(&mut blocks, start, end);
            continue;
        };
        // Where it meets what goes down.
        let (near, far) = (start + (CHARACTER - thick) / 2, start + (CHARACTER + thick) / 2);
        if left || right {
            let (from, to) = (if left { start } else { near }, if right { end } else { far });
            join(&mut across, from, to);
        }
        if up || low {
            // It goes a little into the line below, so that no seam is seen.
            let top = if up { 0 } else { middle };
            down.push((near, top, if low { LINE + 5 } else { middle + thick }));
        }
    }
    let blocks = blocks.into_iter().map(|(from, to)| (from, 0, to - from, LINE));
    let across = across.into_iter().map(|(from, to)| (from, middle, to - from, thick));
    let down = down.into_iter().map(|(from, top, foot)| (from, top, thick, foot - top));
    write!(out, "<path{} d=\"", class(role))?;
    for (x, y, width, height) in blocks.chain(across).chain(down) {
        let [x, y, width, height] = [x, y, width, height].map(pixels);
        write!(out, "M{x} {y}h{width}v{height}h-{width}z")?;
    }
    write!(out, "\"/>")
}

fn class(role: Role) -> String {
    match role {
        Role::Plain => String::new(),
        Role::Faint => " class=\"faint\"".to_owned(),
        Role::Strong => " class=\"strong\"".to_owned(),
        Role::Clue => " class=\"clue\"".to_owned(),
        Role::Placed(guesses) => format!(" class=\"p{}\"", guesses as usize % PLACED.len()),
        Role::Chosen | Role::Piece(_) => " class=\"on\"".to_owned(),
        Role::Dead => " class=\"dead\"".to_owned(),
        Role::Solved => " class=\"solved\"".to_owned(),
    }
}

fn background(role: Role) -> Option<String> {
    match role {
        Role::Chosen => Some("#ffd75f".to_owned()),
        Role::Dead => Some("#c4314b".to_owned()),
        Role::Piece(colour) => Some(of_terminal(colour)),
        _ => None,
    }
}

/// A colour of a terminal with 256 of them: a cube of 6×6×6, then greys. The first 16 differ from terminal
/// to terminal, and nobody draws with them.
fn of_terminal(colour: u8) -> String {
    let level = |value: u8| if value == 0 { 0 } else { 55 + 40 * value };
    let [red, green, blue] = match colour {
        0..16 => [128; 3],
        16..232 => [36, 6, 1].map(|weight| level((colour - 16) / weight % 6)),
        232.. => [8 + 10 * (colour - 232); 3],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { columns: 20, rows: 4, colour: true };

    #[test]
    fn a_line_of_several_frames_is_there_once_and_what_is_special_is_escaped() {
        let line = |text: &str| Line::of(Role::Piece(110), text);
        let mut svg = Svg::new(ROOM, 4.0);
        svg.add(&Frame::new(vec![line("a<b & \"c\"\u{1}"), line("same")], ROOM));
        svg.add(&Frame::new(vec![line("other"), line("same")], ROOM));
        let mut text = Vec::new();
        svg.write("x & y", &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let texts: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(texts, ["a<b\u{a0}&\u{a0}\"c\"\u{fffd}", "same", "other"]);
        assert_eq!(document.descendants().filter(|node| node.has_tag_name("use")).count(), 4);
        assert!(text.contains("fill=\"#87afd7\""), "{text}");
        // One move, then the last frame stays.
        assert!(text.contains("animation:play 1.250s infinite"), "{text}");
        assert!(text.contains("steps(1)"), "{text}");
    }

    #[test]
    fn a_recording_without_frames_is_a_document_too() {
        let mut text = Vec::new();
        Svg::new(ROOM, 4.0).write("nothing", &mut text).unwrap();
        assert!(roxmltree::Document::parse(std::str::from_utf8(&text).unwrap()).is_ok());
    }
}
