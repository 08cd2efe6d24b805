//! The progress bar, the count of puzzles where nobody knows how many there are, and the line that
//! says how far a single search is.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use quadrille_lab::session::Watcher;

use crate::output::{Out, Stream, columns};

/// A terminal with fewer columns has no room for a bar.
const NARROWEST: usize = 40;
/// The longest line that is drawn.
const LONGEST: usize = 76;

/// A line on standard error, if that is a terminal, once the work has taken a second.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    bar: Option<ProgressBar>,
    /// How many there are to do, where that is known.
    total: Option<u64>,
    done: u64,
    wanted: bool,
}

impl Progress {
    /// A bar for a number of runs that is known once they begin.
    pub(crate) fn of_runs() -> Self {
        Progress::new(Some(0), true)
    }

    /// A count of puzzles, of which nobody knows how many will come; unless the results go to the
    /// terminal, and so show themselves how far it is.
    pub(crate) fn of_puzzles(out: &Out) -> Self {
        Progress::new(None, !out.is_terminal())
    }

    /// A line about a search that takes long: see [`tell`](Self::tell).
    pub(crate) fn of_search() -> Self {
        Progress::new(None, true)
    }

    /// Whether a line about a search would be seen now.
    pub(crate) fn is_due(&self) -> bool {
        self.wanted && self.start.elapsed() >= Duration::from_secs(1)
    }

    /// Shows how far a search is, if it [is due](Self::is_due).
    pub(crate) fn tell(&mut self, line: String) {
        if !self.is_due() {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let target = ProgressDrawTarget::term_like_with_hz(Box::new(Unpadded), 10);
            let bar = ProgressBar::with_draw_target(None, target);
            // A template that does not parse leaves the default style.
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        bar.set_message(line);
    }

    fn new(total: Option<u64>, wanted: bool) -> Self {
        let wanted = wanted && io::stderr().is_terminal() && room() >= NARROWEST;
        Progress { start: Instant::now(), bar: None, total, done: 0, wanted }
    }

    /// So many more are done.
    pub(crate) fn add(&mut self, count: u64) {
        self.done += count;
        if self.bar.is_none() && self.wanted && self.start.elapsed() >= Duration::from_secs(1) {
            let target = ProgressDrawTarget::term_like_with_hz(Box::new(Unpadded), 10);
            let bar = ProgressBar::with_draw_target(self.total, target)
                .with_elapsed(self.start.elapsed());
            let template = match self.total {
                Some(_) => "{wide_bar} {pos} of {len} runs, {elapsed}",
                None => "{human_pos} puzzles, {elapsed}",
            };
            // A template that does not parse leaves the default style.
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Makes room for a message; the line comes back with what is done next.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Watcher for Progress {
    fn begin(&mut self, runs: u64) {
        self.total = Some(runs);
    }

    fn ran(&mut self, runs: u64) {
        self.add(runs);
    }

    fn end(&mut self) {
        self.clear();
    }
}

/// The terminal's columns; if it does not know them, as few as do.
fn room() -> usize {
    columns(Stream::Stderr).unwrap_or(NARROWEST)
}

/// Standard error as a terminal, without the blanks with which indicatif fills the bar's line to
/// its end: the terminal would show the `^C` of an interrupt in the next line, and clearing that
/// one leaves the bar.
#[derive(Debug)]
struct Unpadded;

impl Unpadded {
    fn send(text: &str) -> io::Result<()> {
        // The stream translates for consoles that know no escape sequences.
        anstream::stderr().write_all(text.as_bytes())
    }

    fn go(count: usize, direction: char) -> io::Result<()> {
        if count > 0 { Self::send(&format!("\u{1b}[{count}{direction}")) } else { Ok(()) }
    }
}

impl TermLike for Unpadded {
    fn width(&self) -> u16 {
        // Two columns are left for the `^C`.
        u16::try_from(room().saturating_sub(2).clamp(1, LONGEST)).unwrap_or(1)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        Self::go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        Self::go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        Self::go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        Self::go(n, 'D')
    }

    fn write_line(&self, s: &str) -> io::Result<()> {
        Self::send(&format!("{s}\n"))
    }

    fn write_str(&self, s: &str) -> io::Result<()> {
        Self::send(s.trim_end_matches(' '))
    }

    fn clear_line(&self) -> io::Result<()> {
        Self::send("\r\u{1b}[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
