//! A recording in the format of asciinema, asciicast v2: a line of JSON for the terminal's size, then one
//! for each frame.

use std::io::{self, Write};

use serde::Serialize;

use super::frame::{Frame, Room};

/// Hides the cursor and clears the screen.
const BEGIN: &str = "\x1b[?25l\x1b[2J";
/// Shows the cursor, below the last frame.
const END: &str = "\r\n\x1b[?25h";

/// A recording that grows.
#[derive(Debug)]
pub(super) struct Cast {
    room: Room,
    /// Frames a second.
    speed: f64,
    frames: Vec<String>,
}

#[derive(Serialize)]
struct Header<'h> {
    version: u8,
    width: usize,
    height: usize,
    title: &'h str,
}

impl Cast {
    pub(super) fn new(room: Room, speed: f64) -> Self {
        Cast { room, speed, frames: Vec::new() }
    }

    pub(super) fn add(&mut self, frame: &Frame) {
        self.frames.push(frame.redrawn(self.room.colour));
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn write(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let Room { columns, rows, .. } = self.room;
        // One row more, for the cursor.
        let header = Header { version: 2, width: columns, height: rows + 1, title };
        serde_json::to_writer(&mut *out, &header)?;
        writeln!(out)?;
        for (index, frame) in self.frames.iter().enumerate() {
            let begin = if index == 0 { BEGIN } else { "" };
            let end = if index + 1 == self.frames.len() { END } else { "" };
            // Microseconds are what players know.
            let time = (index as f64 / self.speed * 1e6).round() / 1e6;
            serde_json::to_writer(&mut *out, &(time, "o", format!("{begin}{frame}{end}")))?;
            writeln!(out)?;
        }
        Ok(())
    }
}
