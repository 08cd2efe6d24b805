//! Files with faults, as people make them: `cases/malformed/`, and what a reader says to each.

use std::fs;
use std::path::{Path, PathBuf};

/// The format that a file should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The text format of Knuth's programs: `*.dlx`.
    Text,
    /// JSON: `*.json`.
    Json,
}

/// A file with a fault.
#[derive(Clone, Debug)]
pub struct Malformed {
    /// The name of the file, which says what is wrong with it.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What it holds: not always UTF-8.
    pub text: Vec<u8>,
    /// The format that it should have.
    pub format: Format,
    /// The message: line, column, what was found and what was expected, as in `2:3: unknown item "c"`.
    pub expected: String,
}

/// All files of `cases/malformed/`, by name. The messages stand in its table `expected.tsv`, one for each file.
///
/// # Panics
///
/// When the folder cannot be read, or its table does not list just its files.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::cases::malformed;
///
/// for file in malformed() {
///     let place: Vec<&str> = file.expected.splitn(3, ':').take(2).collect();
///     assert!(place.iter().all(|number| number.parse::<usize>().is_ok()), "{}", file.name);
/// }
/// ```
pub fn malformed() -> Vec<Malformed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/malformed");
    let read =
        |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = String::from_utf8(read(&folder.join("expected.tsv"))).expect("a table in UTF-8");
    let mut files: Vec<Malformed> = table
        .lines()
        .map(|line| {
            let (name, expected) = line.split_once('\t').expect("a name and a message");
            let path = folder.join(name);
            let format = match path.extension().and_then(|extension| extension.to_str()) {
                Some("dlx") => Format::Text,
                Some("json") => Format::Json,
                _ => panic!("{name}: neither .dlx nor .json"),
            };
            let text = read(&path);
            Malformed { name: name.to_owned(), path, text, format, expected: expected.to_owned() }
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, on_disk(&folder), "expected.tsv lists each file once");
    files
}

fn on_disk(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder of malformed files");
    let names = entries.map(|entry| entry.expect("an entry of the folder").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .filter(|name| !name.starts_with('.') && name != "expected.tsv")
        .collect();
    names.sort();
    names
}
