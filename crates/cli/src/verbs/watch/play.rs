//! Watching on a terminal: frames drawn over one another, at a speed or as keys are pressed.
//!
//! However it ends, by a key, by Ctrl-C, by a signal, by a panic or because nobody can be written to any more,
//! the terminal is given back as it was.

use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};

use super::frame::{Frame, Line, Role, Room};
use super::run::{End, Failure, Run};
use crate::Context;
use crate::input::GLANCE;
use crate::status::Status;

/// More frames a second nobody sees.
const FASTEST: f64 = 30.0;
/// Bounds of what keys make of the speed.
const SPEEDS: (f64, f64) = (0.125, 1e6);
/// How long the end may take once it was asked for.
const PATIENCE: Duration = Duration::from_secs(1);
/// Rows that are not the frame's.
pub(super) const FOOTER: usize = 2;

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Step,
    Faster,
    Slower,
    /// Stops where it is, or runs on.
    Pause,
    Quit,
    Interrupt,
    /// Draw again: the terminal has another size.
    Redraw,
}

/// A terminal that is given back.
#[derive(Debug)]
struct Screen;

impl Screen {
    fn take() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn give_back() {
        // Whoever has closed the terminal does not need it.
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Screen::give_back();
    }
}

/// How it goes on.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// Nodes a second.
    speed: f64,
    is_stepping: bool,
}

impl Pace {
    fn obey(&mut self, wish: Wish) {
        let (least, most) = SPEEDS;
        match wish {
            Wish::Step => self.is_stepping = true,
            Wish::Pause => self.is_stepping = !self.is_stepping,
            Wish::Faster => self.speed = (self.speed * 2.0).min(most),
            Wish::Slower => self.speed = (self.speed / 2.0).max(least),
            Wish::Quit | Wish::Interrupt | Wish::Redraw => {}
        }
    }

    /// How long a frame stays, and how many nodes one has.
    fn beat(self) -> (Duration, u64) {
        let frames = self.speed.min(FASTEST);
        // Between 1 and a few tens of thousands.
        (Duration::from_secs_f64(1.0 / frames), (self.speed / frames).round() as u64)
    }

    fn keys(self, is_over: bool) -> String {
        if is_over {
            return "q quits".to_owned();
        }
        let now = if self.is_stepping { "stopped" } else { "running" };
        format!("{now}, {} nodes/s   space steps  r runs or stops  + - speed  q quits", self.speed)
    }
}

/// Whether there is somebody who can press a key.
pub(super) fn is_possible() -> bool {
    terminal::enable_raw_mode().and_then(|()| terminal::disable_raw_mode()).is_ok()
}

/// Shows a search until its end is seen, or somebody has seen enough.
pub(super) fn play(
    run: &mut Run<'_>,
    speed: f64,
    is_stepping: bool,
    context: &mut Context,
) -> io::Result<Result<End, Failure>> {
    context.out.flush()?;
    let screen = Screen::take()?;
    // The message of a panic must not go down with the screen that it would be written on.
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        Screen::give_back();
        before(info);
    }));
    let mut pace = Pace { speed, is_stepping };
    let over = leave_for_certain(context);
    let end = watch(run, &mut pace, context);
    over.store(true, Ordering::Relaxed);
    drop(panic::take_hook());
    drop(screen);
    end
}

/// Ends the program if the wait for a key does not end by itself once it was asked to: a terminal that was
/// closed may have us read forever. Until the flag that it returns is set.
fn leave_for_certain(context: &Context) -> Arc<AtomicBool> {
    let over = Arc::new(AtomicBool::new(false));
    let (is_over, cancel) = (Arc::clone(&over), context.cancel.clone());
    thread::spawn(move || {
        let mut asked: Option<Instant> = None;
        while !is_over.load(Ordering::Relaxed) {
            if cancel.is_cancelled() && asked.get_or_insert_with(Instant::now).elapsed() > PATIENCE
            {
                Screen::give_back();
                process::exit(i32::from(Status::Stopped.code()));
            }
            thread::sleep(GLANCE);
        }
    });
    over
}

fn watch(
    run: &mut Run<'_>,
    pace: &mut Pace,
    context: &mut Context,
) -> io::Result<Result<End, Failure>> {
    let mut frame = Frame::default();
    let mut end = None;
    // The first frame comes at once.
    let mut wish = Some(Wish::Step).filter(|_| pace.is_stepping);
    loop {
        run.room = room(context);
        if end.is_none() && (!pace.is_stepping || wish == Some(Wish::Step)) {
            let (_, nodes) = if pace.is_stepping { (Duration::ZERO, 1) } else { pace.beat() };
            match advance(run, nodes) {
                Err(message) => return Ok(Err(message.into())),
                Ok((last, over)) => {
                    frame = last.unwrap_or(frame);
                    end = over;
                }
            }
        }
        draw(&frame, *pace, end, run.room, context)?;
        let (beat, _) = pace.beat();
        let waits = end.is_some() || pace.is_stepping;
        wish = wait(if waits { None } else { Some(beat) }, context)?;
        match wish {
            Some(Wish::Quit) => return Ok(Ok(end.unwrap_or(End::Quit))),
            Some(Wish::Step) if end.is_some() => return Ok(Ok(end.unwrap_or(End::Quit))),
            Some(Wish::Interrupt) => return Ok(Ok(end.unwrap_or(End::Interrupted))),
            Some(other) => pace.obey(other),
            None => {}
        }
    }
}

/// Goes on by so many frames; the last one, and whether it is over.
fn advance(run: &mut Run<'_>, nodes: u64) -> Result<(Option<Frame>, Option<End>), String> {
    let mut frame = None;
    for _ in 0..nodes.max(1) {
        // Nothing is seen of what leaves a solution, nor of what comes before `--from`.
        loop {
            match run.next()? {
                Err(end) => return Ok((frame, Some(end))),
                Ok(shown) => {
                    if let Some(last) = shown.frames.into_iter().last() {
                        frame = Some(last);
                        break;
                    }
                }
            }
        }
    }
    Ok((frame, None))
}

fn room(context: &Context) -> Room {
    // A terminal that does not say is taken for the usual one.
    let size = terminal::size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
    let (columns, rows) = size.unwrap_or((80, 24));
    let rows = usize::from(rows).saturating_sub(FOOTER);
    Room { columns: columns.into(), rows, colour: context.out.colour() }
}

fn draw(
    frame: &Frame,
    pace: Pace,
    end: Option<End>,
    room: Room,
    context: &mut Context,
) -> io::Result<()> {
    let mut lines = frame.lines.clone();
    lines.truncate(room.rows);
    lines.push(Line::default());
    let told = end.map_or(String::new(), |end| format!("{}   ", end.told()));
    lines.push(Line::of(Role::Faint, told + &pace.keys(end.is_some())));
    let full = Room { rows: room.rows + FOOTER, ..room };
    let text = Frame::new(lines, full).redrawn(room.colour);
    context.out.write_all(text.as_bytes())?;
    context.out.flush()
}

/// Waits for a key, or for so long; without a time, until there is one.
fn wait(time: Option<Duration>, context: &Context) -> io::Result<Option<Wish>> {
    let start = Instant::now();
    loop {
        if context.cancel.is_cancelled() {
            return Ok(Some(Wish::Interrupt));
        }
        let left = time.map(|time| time.saturating_sub(start.elapsed()));
        if event::poll(left.map_or(GLANCE, |left| left.min(GLANCE)))? {
            if let Some(wish) = wish(&event::read()?) {
                return Ok(Some(wish));
            }
        } else if left.is_some_and(|left| left <= GLANCE) {
            return Ok(None);
        }
    }
}

fn wish(event: &Event) -> Option<Wish> {
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else {
        return matches!(event, Event::Resize(..)).then_some(Wish::Redraw);
    };
    if *kind == KeyEventKind::Release {
        return None;
    }
    Some(match code {
        // In raw mode it is a key like any other.
        KeyCode::Char('c' | 'C') if modifiers.contains(KeyModifiers::CONTROL) => Wish::Interrupt,
        KeyCode::Char(' ') | KeyCode::Enter | KeyCode::Right => Wish::Step,
        KeyCode::Char('r' | 'R') => Wish::Pause,
        KeyCode::Char('+' | '=') | KeyCode::Up => Wish::Faster,
        KeyCode::Char('-' | '_') | KeyCode::Down => Wish::Slower,
        KeyCode::Char('q' | 'Q') | KeyCode::Esc => Wish::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Wish> {
        wish(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys_do_what_the_help_says() {
        for (key_code, expected) in [
            (KeyCode::Char(' '), Wish::Step),
            (KeyCode::Enter, Wish::Step),
            (KeyCode::Char('+'), Wish::Faster),
            (KeyCode::Char('-'), Wish::Slower),
            (KeyCode::Char('r'), Wish::Pause),
            (KeyCode::Char('q'), Wish::Quit),
        ] {
            assert_eq!(key(key_code, KeyModifiers::NONE), Some(expected), "{key_code:?}");
        }
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Wish::Interrupt));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::NONE), None);
        assert_eq!(wish(&Event::Resize(1, 1)), Some(Wish::Redraw));
    }

    #[test]
    fn the_speed_doubles_and_halves_within_bounds_and_beyond_30_a_frame_has_several_nodes() {
        let mut pace = Pace { speed: 10.0, is_stepping: false };
        pace.obey(Wish::Faster);
        assert_eq!(pace.beat(), (Duration::from_secs_f64(0.05), 1));
        pace.speed = 600.0;
        assert_eq!(pace.beat(), (Duration::from_secs_f64(1.0 / 30.0), 20));
        for _ in 0..100 {
            pace.obey(Wish::Faster);
        }
        assert_eq!(pace.speed, 1e6);
        for _ in 0..100 {
            pace.obey(Wish::Slower);
        }
        assert_eq!(pace.speed, 0.125);
        pace.obey(Wish::Step);
        assert!(pace.is_stepping);
        pace.obey(Wish::Pause);
        assert!(!pace.is_stepping);
    }
}
