//! Where the figures go, besides the table.
//!
//! A file is written at the end, beside its place, and then put there: neither a corpus nor the
//! figures of an earlier run are lost to a run that fails. What can be found out before the
//! measuring is found out then: that it cannot be written to, or that it is one of the inputs.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use quadrille_lab::{Comparison, export};
use tempfile::NamedTempFile;

use super::Sources;
use crate::Context;
use crate::input::Source;
use crate::status::Status;

/// Links to links that are followed; what has more is a circle.
const LINKS: usize = 40;

/// Where the figures go.
#[derive(Debug)]
pub(super) struct Outputs {
    json: Option<Output>,
    csv: Option<Output>,
}

#[derive(Debug)]
struct Output {
    /// As it was given.
    name: PathBuf,
    target: Target,
}

#[derive(Debug, PartialEq, Eq)]
enum Target {
    Stdout,
    /// A device or a pipe: written as it is.
    Special,
    /// A file that can be written to, in a folder that cannot: emptied and written at the end.
    InPlace(PathBuf),
    /// A file that need not be there yet, all links resolved: replaced at the end.
    File(PathBuf),
}

impl Target {
    fn file(&self) -> Option<&Path> {
        match self {
            Target::Stdout | Target::Special => None,
            Target::InPlace(path) | Target::File(path) => Some(path),
        }
    }
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
            json: json.map(Output::prepare).transpose()?,
            csv: csv.map(Output::prepare).transpose()?,
        };
        let taken = taken(sources);
        for output in outputs.each() {
            let file = output.target.file();
            if let Some((_, what)) = taken.iter().find(|(path, _)| Some(path.as_path()) == file) {
                return Err(format!("{} would be overwritten: it is {what}", output.shown()));
            }
        }
        if let (Some(json), Some(csv)) = (&outputs.json, &outputs.csv)
            && json.target == csv.target
            && json.target != Target::Special
        {
            return Err(match json.target {
                Target::Stdout => "--json and --csv cannot both go to standard output".to_owned(),
                _ => format!("--json and --csv are the same file: {}", csv.shown()),
            });
        }
        Ok(outputs)
    }

    fn each(&self) -> impl Iterator<Item = &Output> {
        [&self.json, &self.csv].into_iter().flatten()
    }

    /// Whether something goes to standard output, so that the table has to stand elsewhere.
    pub(super) fn use_stdout(&self) -> bool {
        self.each().any(|output| output.target == Target::Stdout)
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
        let each: [(Option<Output>, Writer<'_>); 2] = [(self.json, &json), (self.csv, &csv)];
        for (output, write) in each {
            let Some(output) = output else { continue };
            if output.target.file().is_some() && comparison.puzzles.is_empty() {
                context.messages.note(&format_args!("{} was not written", output.shown()));
                continue;
            }
            if output.target == Target::Stdout {
                write(&mut context.out)?;
            } else if let Err(error) = output.write(write) {
                context.messages.error("", &cannot_write(&output.name, &error));
                status.note(Status::Bad);
            }
        }
        Ok(status)
    }
}

/// Writes one of the documents.
type Writer<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

impl Output {
    fn prepare(name: &Path) -> Result<Self, String> {
        let target = target(name).map_err(|error| cannot_write(name, &error))?;
        Ok(Output { name: name.to_owned(), target })
    }

    fn shown(&self) -> std::path::Display<'_> {
        self.name.display()
    }

    fn write(&self, write: Writer<'_>) -> io::Result<()> {
        match &self.target {
            Target::Stdout => Ok(()),
            Target::Special => {
                write(&mut BufWriter::new(OpenOptions::new().append(true).open(&self.name)?))
            }
            Target::InPlace(path) => write(&mut BufWriter::new(File::create(path)?)),
            Target::File(path) => {
                let file = beside(path)?;
                if let Ok(there) = fs::metadata(path) {
                    file.as_file().set_permissions(there.permissions())?;
                }
                write(&mut BufWriter::new(file.as_file()))?;
                file.as_file().sync_all()?;
                file.persist(path).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

fn cannot_write(name: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            format!("cannot write {}: it is a directory", name.display())
        }
        _ => format!("cannot write {}: {error}", name.display()),
    }
}

/// What a name stands for, and whether that can be written.
fn target(name: &Path) -> io::Result<Target> {
    const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if STDOUT.iter().any(|stdout| name == Path::new(stdout)) {
        return Ok(Target::Stdout);
    }
    // The files of the other descriptors, whatever they are, are to be written as they are.
    let descriptors = ["/dev/fd", "/dev/stderr", "/proc"];
    if descriptors.iter().any(|place| name.starts_with(place)) {
        writable(name, fs::metadata(name)?)?;
        return Ok(Target::Special);
    }
    let there = match fs::metadata(name) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(there) = there else {
        let path = missing(name)?;
        beside(&path)?;
        return Ok(Target::File(path));
    };
    let special = !there.is_file();
    writable(name, there)?;
    if special {
        return Ok(Target::Special);
    }
    let path = fs::canonicalize(name)?;
    Ok(match beside(&path) {
        Ok(_) => Target::File(path),
        Err(_) => Target::InPlace(path),
    })
}

/// Whether something that is there can be written to. A pipe is not opened: that would wait for
/// whoever reads it.
fn writable(name: &Path, there: Metadata) -> io::Result<()> {
    if there.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if there.is_file() {
        OpenOptions::new().append(true).open(name)?;
    }
    Ok(())
}

/// The place of a file that is not there, behind links that lead nowhere, in a folder that is.
fn missing(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..LINKS {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        match fs::read_link(&path) {
            Ok(to) => path = folder.join(to),
            Err(_) => {
                let ends = path.as_os_str().as_encoded_bytes().last().copied();
                return match path.file_name() {
                    Some(file) if !ends.is_some_and(|end| std::path::is_separator(end.into())) => {
                        Ok(fs::canonicalize(folder)?.join(file))
                    }
                    _ => Err(io::ErrorKind::NotFound.into()),
                };
            }
        }
    }
    Err(io::Error::other("too many links"))
}

/// A file beside another, which is gone when it is dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quadrille-");
    // What a new file has, less what the user's mask takes; the crate's own choice is private.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = path.parent().unwrap_or(Path::new("."));
    // The crate's error names the file that it tried, which nobody has heard of.
    builder.tempfile_in(folder).map_err(|error| match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(error.kind()),
    })
}

/// The files that must not be overwritten, and what they are.
fn taken(sources: &Sources) -> Vec<(PathBuf, &'static str)> {
    let mut taken = Vec::new();
    for source in sources.iter().flatten() {
        let path = match source {
            Source::File(path) => path.as_path(),
            Source::Stdin => Path::new("/dev/stdin"),
            Source::Argument(_) => continue,
        };
        taken.extend(fs::canonicalize(path).map(|path| (path, "one of the inputs")));
    }
    let stdout = fs::canonicalize("/dev/stdout");
    taken.extend(stdout.map(|path| (path, "where standard output goes: use `-`")));
    taken
}
