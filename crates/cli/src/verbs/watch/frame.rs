//! What is shown of a search at a node: lines of text in parts that have a role each, for terminals with and
//! without colours, for recordings and for SVG.

use std::fmt::Write;

/// What a part of a line is. Nothing is told by its colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Plain,
    /// Lines, and what is not of interest.
    Faint,
    Strong,
    /// A clue, or a given option.
    Clue,
    /// What the search has placed, below so many guesses.
    Placed(u32),
    /// What was chosen, and is tried.
    Chosen,
    /// What cannot be.
    Dead,
    Solved,
    /// A piece of a picture, in a colour of a terminal with 256 of them.
    Piece(u8),
}

/// Colours of [`Role::Placed`], for a terminal with 256 of them; after the last comes the first.
pub(crate) const SHADES: [u8; 6] = [33, 35, 172, 133, 37, 167];

impl Role {
    /// What switches a terminal to it.
    fn sequence(self) -> String {
        match self {
            Role::Plain => String::new(),
            Role::Faint => "\x1b[2m".to_owned(),
            Role::Strong | Role::Clue => "\x1b[1m".to_owned(),
            Role::Placed(guesses) => {
                format!("\x1b[38;5;{}m", SHADES[guesses as usize % SHADES.len()])
            }
            Role::Chosen => "\x1b[1;38;5;16;48;5;220m".to_owned(),
            Role::Dead => "\x1b[1;38;5;231;48;5;160m".to_owned(),
            Role::Solved => "\x1b[1;38;5;34m".to_owned(),
            Role::Piece(colour) => format!("\x1b[38;5;16;48;5;{colour}m"),
        }
    }
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) role: Role,
}

/// A line of a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Line(pub(crate) Vec<Span>);

impl Line {
    /// A line in one role.
    pub(crate) fn of(role: Role, text: impl Into<String>) -> Self {
        Line::default().with(role, text)
    }

    pub(crate) fn push(&mut self, role: Role, text: impl Into<String>) {
        let text = text.into();
        match self.0.last_mut() {
            Some(last) if last.role == role => last.text += &text,
            _ if text.is_empty() => {}
            _ => self.0.push(Span { text, role }),
        }
    }

    pub(crate) fn with(mut self, role: Role, text: impl Into<String>) -> Self {
        self.push(role, text);
        self
    }

    pub(crate) fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// With escape sequences; it ends as plain text.
    pub(crate) fn coloured(&self) -> String {
        let mut line = String::new();
        for Span { text, role } in &self.0 {
            let on = role.sequence();
            let off = if on.is_empty() { "" } else { "\x1b[0m" };
            // Writing to a string cannot fail.
            let _ = write!(line, "{on}{text}{off}");
        }
        line
    }

    /// At most so many characters.
    fn clip(&mut self, width: usize) {
        if self.0.iter().map(|span| span.text.chars().count()).sum::<usize>() <= width {
            return;
        }
        let mut left = width.saturating_sub(1);
        for span in &mut self.0 {
            span.text = span.text.chars().take(left).collect();
            left -= span.text.chars().count();
        }
        self.0.retain(|span| !span.text.is_empty());
        if width > 0 {
            self.push(Role::Faint, "…");
        }
    }
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) colour: bool,
}

/// What is shown at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) lines: Vec<Line>,
}

impl Frame {
    /// These lines, as far as there is room.
    pub(crate) fn new(mut lines: Vec<Line>, room: Room) -> Self {
        lines.truncate(room.rows);
        lines.iter_mut().for_each(|line| line.clip(room.columns));
        Frame { lines }
    }

    /// Lines as they are written one below the other.
    pub(crate) fn written(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let line = if colour { line.coloured() } else { line.plain() };
            text += line.trim_end_matches(' ');
            text.push('\n');
        }
        text
    }

    /// What draws it over another one in a terminal in raw mode.
    pub(crate) fn redrawn(&self, colour: bool) -> String {
        let mut text = "\x1b[H".to_owned();
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 {
                text += "\r\n";
            }
            text += &if colour { line.coloured() } else { line.plain() };
            text += "\x1b[K";
        }
        text + "\x1b[J"
    }
}

/// A bar for a level of so many, of which the deepest so far is marked.
pub(crate) fn bar(level: usize, deepest: usize, of: usize, width: usize) -> Line {
    let of = of.max(deepest).max(1);
    let at = |level: usize| (level * width).div_ceil(of).min(width);
    let (now, most) = (at(level), at(deepest).max(at(level)));
    Line::default()
        .with(Role::Placed(0), "█".repeat(now))
        .with(Role::Faint, "▒".repeat(most - now))
        .with(Role::Faint, "·".repeat(width - most))
}

/// A drawing that has escape sequences for the colours of its pieces, as pictures of the gallery have.
pub(crate) fn painted(drawing: &str) -> Vec<Line> {
    drawing.lines().map(painted_line).collect()
}

fn painted_line(text: &str) -> Line {
    let mut line = Line::default();
    let mut role = Role::Plain;
    let mut parts = text.split('\x1b');
    line.push(role, parts.next().unwrap_or_default());
    for part in parts {
        let sequence = part.strip_prefix('[').and_then(|part| part.split_once('m'));
        let Some((codes, rest)) = sequence else { continue };
        role = match codes.rsplit(';').next().and_then(|code| code.parse().ok()) {
            Some(colour) if codes.contains("48;5;") => Role::Piece(colour),
            _ => Role::Plain,
        };
        line.push(role, rest);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { columns: 5, rows: 2, colour: false };

    #[test]
    fn what_has_no_room_is_cut() {
        let lines = vec![
            Line::of(Role::Plain, "abc").with(Role::Strong, "defg"),
            Line::of(Role::Plain, "abcde"),
            Line::of(Role::Plain, "no room"),
        ];
        assert_eq!(Frame::new(lines, ROOM).written(false), "abcd…\nabcde\n");
    }

    #[test]
    fn parts_of_one_role_are_one_part_and_only_roles_are_coloured() {
        let line = Line::of(Role::Plain, "a").with(Role::Plain, "b").with(Role::Strong, "c");
        assert_eq!(line.0.len(), 2);
        assert_eq!(line.coloured(), "ab\x1b[1mc\x1b[0m");
    }

    #[test]
    fn a_painted_line_keeps_its_colours() {
        let line = painted_line("│\x1b[38;5;16;48;5;110m a \x1b[0m│");
        let expected = Line::of(Role::Plain, "│").with(Role::Piece(110), " a ");
        assert_eq!(line, expected.with(Role::Plain, "│"));
    }

    #[test]
    fn the_bar_shows_the_level_and_the_deepest() {
        assert_eq!(bar(2, 5, 10, 10).plain(), "██▒▒▒·····");
        assert_eq!(bar(0, 0, 0, 4).plain(), "····");
        assert_eq!(bar(12, 12, 10, 4).plain(), "████");
    }
}
