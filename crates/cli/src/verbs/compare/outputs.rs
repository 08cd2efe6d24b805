//! Where the figures go, besides the table.
//!
//! What can be found out before the measuring is found out then: that a file cannot be written to, or
//! that it is one of the inputs. A further kind of file is a further [`Output`] in [`Outputs::prepare`].

use std::io::{self, Write};
use std::path::Path;

use quadrille_lab::results::{self, Results};
use quadrille_lab::{page, show};

use super::Sources;
use crate::Context;
use crate::output::Messages;
use crate::output::file::{OutFile, Target, cannot_write};
use crate::status::Status;

/// A form of results: what writes it.
type Form = fn(&Results, &mut dyn Write) -> io::Result<()>;

/// A file, the option that names it, and what is written to it.
#[derive(Debug)]
struct Output {
    option: &'static str,
    file: OutFile,
    write: Form,
}

/// Where the figures go.
#[derive(Debug)]
pub(super) struct Outputs(Vec<Output>);

impl Outputs {
    /// Finds out whether everything can be written, and changes nothing.
    ///
    /// # Errors
    ///
    /// A message if it cannot, or must not since something else would be lost.
    pub(super) fn prepare(
        json: Option<&Path>,
        csv: Option<&Path>,
        html: Option<&Path>,
        sources: &Sources,
    ) -> Result<Self, String> {
        let kinds: [(&'static str, Option<&Path>, Form); 3] = [
            ("--json", json, |results, to| results::write(results, to)),
            ("--csv", csv, |results, to| show::write_csv(results, to)),
            ("--html", html, |results, to| page::write(results, to)),
        ];
        let mut outputs: Vec<Output> = Vec::new();
        for (option, path, write) in kinds {
            let Some(path) = path else { continue };
            let file = OutFile::prepare(path)?;
            file.spare(sources.iter().flatten())?;
            let same = |other: &&Output| {
                other.file.target() == file.target() && *file.target() != Target::Special
            };
            if let Some(other) = outputs.iter().find(same) {
                let other = other.option;
                return Err(match file.target() {
                    Target::Stdout => {
                        format!("{other} and {option} cannot both go to standard output")
                    }
                    _ => format!("{other} and {option} are the same file: {}", file.shown()),
                });
            }
            outputs.push(Output { option, file, write });
        }
        Ok(Outputs(outputs))
    }

    /// Whether something goes to standard output, so that the table has to stand elsewhere.
    pub(super) fn use_stdout(&self) -> bool {
        self.0.iter().any(|output| output.file.is_stdout())
    }

    /// Says of each file that it was not written.
    pub(super) fn not_written(&self, messages: Messages) {
        for output in self.0.iter().filter(|output| output.file.path().is_some()) {
            messages.note(&format_args!("{} was not written", output.file.shown()));
        }
    }

    /// Writes all; of files nothing if nothing was measured.
    pub(super) fn write(self, results: &Results, context: &mut Context) -> io::Result<Status> {
        let mut status = Status::Done;
        if results.is_empty() {
            self.not_written(context.messages);
        }
        for Output { file, write, .. } in self.0 {
            if file.path().is_some() && results.is_empty() {
                continue;
            }
            if file.is_stdout() {
                write(results, &mut context.out)?;
            } else if let Err(error) = file.write(&|to| write(results, to)) {
                context.messages.error("", &cannot_write(file.name(), &error));
                status.note(Status::Bad);
            }
        }
        Ok(status)
    }
}
