//! Standard output and standard error.
//!
//! Results are buffered, so that a hundred thousand lines cost a few hundred system calls, and yet
//! nobody waits for a result that is known: the buffer is flushed after each puzzle on a terminal,
//! before the program waits for input, and otherwise when the last flush is a while ago.

pub(crate) mod file;

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};

/// The longest that a result stays in the buffer while the next ones come quickly.
const PATIENCE: Duration = Duration::from_millis(100);

/// Standard output.
pub(crate) struct Out {
    writer: BufWriter<Box<dyn Write>>,
    terminal: bool,
    colour: bool,
    flushed: Instant,
}

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Out { terminal, colour, .. } = self;
        f.debug_struct("Out").field("terminal", terminal).field("colour", colour).finish()
    }
}

impl Out {
    /// Opens standard output; `choice` is what the user wants of colours.
    pub(crate) fn new(choice: ColorChoice) -> Self {
        let stdout = io::stdout();
        let colour = wants_colour(&stdout, choice);
        let terminal = stdout.is_terminal();
        // The stream translates for consoles that know no escape sequences.
        let inner: Box<dyn Write> =
            if colour { Box::new(AutoStream::always(stdout)) } else { Box::new(stdout) };
        let writer = BufWriter::with_capacity(1 << 16, inner);
        Out { writer, terminal, colour, flushed: Instant::now() }
    }

    /// Whether somebody is looking.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether to write colours.
    pub(crate) fn colour(&self) -> bool {
        self.colour
    }

    /// What makes text bold, and what ends that; nothing without colours.
    pub(crate) fn bold(&self) -> [&'static str; 2] {
        if self.colour { ["\u{1b}[1m", "\u{1b}[0m"] } else { ["", ""] }
    }

    /// Says that the result of a puzzle is complete.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.terminal || self.flushed.elapsed() >= PATIENCE {
            self.flush()?;
        }
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.writer.flush()
    }
}

fn wants_colour(stream: &impl anstream::stream::RawStream, choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always | ColorChoice::AlwaysAnsi => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(stream) != ColorChoice::Never,
    }
}

/// One of the two streams.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

/// How wide the terminal is; `None` if the stream is none, whatever `COLUMNS` says.
pub(crate) fn columns(stream: Stream) -> Option<usize> {
    let size = match stream {
        Stream::Stdout => terminal_size_of(io::stdout()),
        Stream::Stderr => terminal_size_of(io::stderr()),
    };
    size.map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0)
}

/// A number and a noun: `1 puzzle`, `2 puzzles`.
pub(crate) fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Standard error, for everything that is not a result. That it cannot be written to is no reason
/// to stop: results matter more than remarks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Messages {
    colour: bool,
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

impl Messages {
    /// Opens standard error.
    pub(crate) fn new(choice: ColorChoice) -> Self {
        Messages { colour: wants_colour(&io::stderr(), choice) }
    }

    /// An error; `place` is `file:line:column`, a file, or nothing.
    pub(crate) fn error(self, place: &str, message: &dyn fmt::Display) {
        self.write("error", ERROR, place, message);
    }

    /// A warning: something that the user should know, and that stops nothing.
    pub(crate) fn warning(self, message: &dyn fmt::Display) {
        self.write("warning", WARNING, "", message);
    }

    /// A line without a heading.
    pub(crate) fn note(self, message: &dyn fmt::Display) {
        let _ = writeln!(io::stderr(), "{message}");
    }

    fn write(self, kind: &str, style: Style, place: &str, message: &dyn fmt::Display) {
        let separator = if place.is_empty() { "" } else { ": " };
        let style = if self.colour { style } else { Style::new() };
        let line = format!("{place}{separator}{style}{kind}:{style:#} {message}\n");
        let _ = AutoStream::new(io::stderr(), self.choice()).write_all(line.as_bytes());
    }

    fn choice(self) -> ColorChoice {
        if self.colour { ColorChoice::Always } else { ColorChoice::Never }
    }
}
