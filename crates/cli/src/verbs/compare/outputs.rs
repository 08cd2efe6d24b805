//! Where the figures go, besides the table.
//!
//! What can be found out before the measuring is found out then: that a file cannot be written to, or
//! that it is one of the inputs.

use std::io::{self, Write};
use std::path::Path;

use quadrille_lab::{Comparison, export};

use super::Sources;
use crate::Context;
use crate::output::file::{OutFile, Target, Writer, cannot_write};
use crate::status::Status;

/// Where the figures go.
#[derive(Debug)]
pub(super) struct Outputs {
    json: Option<OutFile>,
    csv: Option<OutFile>,
}

impl Outputs {
    /// Finds out whether everything can be written, and changes nothing.
    ///
    /// # Errors
    ///
    /// A message if it cannot, or must not since something else would be lost.
    pub(super) fn prepare(
        json: Option<&Path>,
        csv: Option<&Path>,
        sources: &Sources,
    ) -> Result<Self, String> {
        let outputs = Outputs {
            json: json.map(OutFile::prepare).transpose()?,
            csv: csv.map(OutFile::prepare).transpose()?,
        };
        for output in outputs.each() {
            output.spare(sources.iter().flatten())?;
        }
        if let (Some(json), Some(csv)) = (&outputs.json, &outputs.csv)
            && json.target() == csv.target()
            && *json.target() != Target::Special
        {
            return Err(match json.target() {
                Target::Stdout => "--json and --csv cannot both go to standard output".to_owned(),
                _ => format!("--json and --csv are the same file: {}", csv.shown()),
            });
        }
        Ok(outputs)
    }

    fn each(&self) -> impl Iterator<Item = &OutFile> {
        [&self.json, &self.csv].into_iter().flatten()
    }

    /// Whether something goes to standard output, so that the table has to stand elsewhere.
    pub(super) fn use_stdout(&self) -> bool {
        self.each().any(|output| output.is_stdout())
    }

    /// Writes all; of files nothing if nothing was measured.
    pub(super) fn write(
        self,
        comparison: &Comparison,
        context: &mut Context,
    ) -> io::Result<Status> {
        let mut status = Status::Done;
        let json = |to: &mut dyn Write| export::write_json(comparison, to);
        let csv = |to: &mut dyn Write| export::write_csv(comparison, to);
        let each: [(Option<OutFile>, Writer<'_>); 2] = [(self.json, &json), (self.csv, &csv)];
        for (output, write) in each {
            let Some(output) = output else { continue };
            if output.path().is_some() && comparison.puzzles.is_empty() {
                context.messages.note(&format_args!("{} was not written", output.shown()));
                continue;
            }
            if output.is_stdout() {
                write(&mut context.out)?;
            } else if let Err(error) = output.write(write) {
                context.messages.error("", &cannot_write(output.name(), &error));
                status.note(Status::Bad);
            }
        }
        Ok(status)
    }
}
