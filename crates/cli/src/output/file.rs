//! Results that go to a file.
//!
//! A file is written at the end, beside its place, and then put there: what was there before is not
//! lost to a run that fails. What can be found out before the work is found out then: that it cannot
//! be written to.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::input::Source;

/// Links to links that are followed; what has more is a circle.
const LINKS: usize = 40;

/// A file to be written, as it was named.
#[derive(Debug)]
pub(crate) struct OutFile {
    name: PathBuf,
    target: Target,
}

/// What the name stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Stdout,
    /// A device or a pipe: written as it is.
    Special,
    /// A file that can be written to, in a folder that cannot: emptied and written at the end.
    InPlace(PathBuf),
    /// A file that need not be there yet, all links resolved: replaced at the end.
    File(PathBuf),
}

/// Writes the document.
pub(crate) type Writer<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

impl OutFile {
    /// Finds out whether it can be written, and changes nothing.
    ///
    /// # Errors
    ///
    /// A message if it cannot.
    pub(crate) fn prepare(name: &Path) -> Result<Self, String> {
        let target = target(name).map_err(|error| cannot_write(name, &error))?;
        Ok(OutFile { name: name.to_owned(), target })
    }

    /// As it was given.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    pub(crate) fn shown(&self) -> std::path::Display<'_> {
        self.name.display()
    }

    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    pub(crate) fn is_stdout(&self) -> bool {
        self.target == Target::Stdout
    }

    /// The place of the file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.target {
            Target::Stdout | Target::Special => None,
            Target::InPlace(path) | Target::File(path) => Some(path),
        }
    }

    /// Sees to it that it is none of the inputs, and not where standard output goes.
    ///
    /// # Errors
    ///
    /// A message if something would be lost.
    pub(crate) fn spare<'s>(
        &self,
        sources: impl IntoIterator<Item = &'s Source>,
    ) -> Result<(), String> {
        let Some(path) = self.path() else { return Ok(()) };
        let is_it = |other: &Path| fs::canonicalize(other).is_ok_and(|other| other == path);
        let mut inputs = sources.into_iter().filter_map(|source| match source {
            Source::File(path) => Some(path.as_path()),
            Source::Stdin => Some(Path::new("/dev/stdin")),
            Source::Argument(_) => None,
        });
        let what = if inputs.any(is_it) {
            "it is one of the inputs"
        } else if is_it(Path::new("/dev/stdout")) {
            "it is where standard output goes: use `-`"
        } else {
            return Ok(());
        };
        Err(format!("{} would be overwritten: {what}", self.shown()))
    }

    /// Writes it; nothing if it stands for standard output, which is the caller's.
    pub(crate) fn write(&self, write: Writer<'_>) -> io::Result<()> {
        match &self.target {
            Target::Stdout => Ok(()),
            Target::Special => buffered(&OpenOptions::new().append(true).open(&self.name)?, write),
            Target::InPlace(path) => buffered(&File::create(path)?, write),
            Target::File(path) => {
                let file = beside(path)?;
                if let Ok(there) = fs::metadata(path) {
                    file.as_file().set_permissions(there.permissions())?;
                }
                buffered(file.as_file(), write)?;
                file.as_file().sync_all()?;
                file.persist(path).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

fn buffered(file: &File, write: Writer<'_>) -> io::Result<()> {
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    buffer.flush()
}

/// What is said of a file that cannot be written.
pub(crate) fn cannot_write(name: &Path, error: &io::Error) -> String {
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
