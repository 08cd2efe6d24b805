//! Files that are packed, by the ending of their names: gzip (`.gz`) and Zstandard (`.zst`).
//!
//! With the feature `packed`; without it such a file is an error that says so, and never read as if it
//! were a text.

#[cfg(feature = "packed")]
mod zstandard;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The endings, without the dot.
const ENDINGS: [&str; 2] = ["gz", "zst"];

/// Opens a file for reading by large blocks: what its name says is packed is unpacked.
///
/// # Errors
///
/// Those of the file system, and that a folder is none; without the feature `packed` that it would have to
/// be unpacked. That it is damaged is an error of the reader.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let file = File::open(path)?;
    // Opening a directory succeeds on some systems, reading it never does.
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let ends_in = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    match ENDINGS.map(ends_in) {
        [true, _] => gzip(file),
        [_, true] => zstandard(file),
        _ => Ok(Box::new(file)),
    }
}

/// Bytes of a packed file that are read at once.
#[cfg(feature = "packed")]
const PACKED: usize = 1 << 16;

#[cfg(feature = "packed")]
fn gzip(file: File) -> io::Result<Box<dyn Read + Send>> {
    let file = io::BufReader::with_capacity(PACKED, file);
    Ok(Box::new(flate2::bufread::MultiGzDecoder::new(file)))
}

#[cfg(feature = "packed")]
fn zstandard(file: File) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(zstandard::Frames::new(io::BufReader::with_capacity(PACKED, file))))
}

#[cfg(not(feature = "packed"))]
fn gzip(_: File) -> io::Result<Box<dyn Read + Send>> {
    let message = "it is packed, and this build cannot unpack (feature `packed`)";
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

#[cfg(not(feature = "packed"))]
use gzip as zstandard;

/// A file's name without the ending that says that it is packed.
///
/// ```
/// assert_eq!(quadrille_lab::packed::unpacked_name("a/b.json.gz"), "a/b.json");
/// ```
pub fn unpacked_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((rest, ending)) if ENDINGS.iter().any(|e| e.eq_ignore_ascii_case(ending)) => rest,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(feature = "packed"))]
    #[test]
    fn without_the_feature_a_packed_file_is_no_text() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.gz", "a.ZST"] {
            let path = folder.path().join(name);
            std::fs::write(&path, "53..7....").unwrap();
            let error = open(&path).map(drop).unwrap_err();
            assert!(error.to_string().contains("feature `packed`"), "{error}");
        }
    }

    #[test]
    fn names_lose_the_ending_of_the_packing_only() {
        assert_eq!(unpacked_name("a/b.json.gz"), "a/b.json");
        assert_eq!(unpacked_name("b.zst"), "b");
        assert_eq!(unpacked_name("b.json.GZ"), "b.json");
        assert_eq!(unpacked_name("b.txt"), "b.txt");
        assert_eq!(unpacked_name("gz"), "gz");
    }
}
