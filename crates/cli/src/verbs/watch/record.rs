//! Recording a search to a file.

use std::io::{self, Write};
use std::path::Path;

use super::cast::Cast;
use super::frame::Frame;
use super::run::{End, Failure, Run};
use super::svg::Svg;
use crate::Context;
use crate::output::file::{OutFile, cannot_write};
use crate::output::plural;
use crate::status::Status;

/// A file that is recorded to.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) file: OutFile,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cast,
    Svg,
}

impl Recorded {
    pub(super) fn of(path: &Path) -> Result<Self, String> {
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        let kind = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("cast") => Kind::Cast,
            Some("svg") => Kind::Svg,
            _ => {
                let path = path.display();
                return Err(format!("--record {path}: expected a name that ends in .cast or .svg"));
            }
        };
        Ok(Recorded { file: OutFile::prepare(path)?, kind })
    }
}

/// A recording that grows.
enum Recording {
    Cast(Cast),
    Svg(Svg),
}

impl Recording {
    fn add(&mut self, frame: &Frame) {
        match self {
            Recording::Cast(cast) => cast.add(frame),
            Recording::Svg(svg) => svg.add(frame),
        }
    }

    fn len(&self) -> usize {
        match self {
            Recording::Cast(cast) => cast.len(),
            Recording::Svg(svg) => svg.len(),
        }
    }

    fn write(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Recording::Cast(cast) => cast.write(title, out),
            Recording::Svg(svg) => svg.write(title, out),
        }
    }
}

/// Records to a file, at most so many frames. What there is after Ctrl-C is kept.
pub(super) fn record(
    run: &mut Run<'_>,
    recorded: Recorded,
    most: u64,
    speed: f64,
    title: &str,
    context: &mut Context,
) -> io::Result<Result<End, Failure>> {
    let mut recording = match recorded.kind {
        Kind::Cast => Recording::Cast(Cast::new(run.room, speed)),
        Kind::Svg => Recording::Svg(Svg::new(run.room, speed)),
    };
    let end = loop {
        let shown = match run.next() {
            Err(message) => return Ok(Err(message.into())),
            Ok(Err(end)) => break end,
            Ok(Ok(shown)) => shown,
        };
        let left = most - (recording.len() as u64).min(most);
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        shown.frames.iter().take(left).for_each(|frame| recording.add(frame));
        if shown.frames.len() > left {
            break End::Frames;
        }
    };
    let written = recorded.file.write(&|out: &mut dyn Write| recording.write(title, out));
    if let Err(error) = written {
        let message = cannot_write(recorded.file.name(), &error);
        return Ok(Err(Failure { message, status: Status::Bad }));
    }
    let frames = plural(recording.len() as u64, "frame");
    context.messages.note(&format_args!("{frames} in {}", recorded.file.shown()));
    Ok(Ok(end))
}
