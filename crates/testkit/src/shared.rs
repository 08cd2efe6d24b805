//! The optional folder of known answers: larger instances, which are not part of the project.
//!
//! The folder is named by the environment variable `QUADRILLE_DATA`; failing that it is `../shared/data`, relative to
//! the workspace. Tests that need it call [`data_folder_or_skip`] and return when there is none, so that they pass on any
//! machine and say what they left out.
//!
//! The loaders give rows as plain structs. DLX files come as text: reading that is what the engine is tested for.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The environment variable that names the folder.
pub const VARIABLE: &str = "QUADRILLE_DATA";

/// The folder, if this machine has it.
pub fn data_folder() -> Option<PathBuf> {
    let folder = match std::env::var_os(VARIABLE) {
        Some(named) => PathBuf::from(named),
        // This crate's folder is two levels below that of the workspace.
        None => Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?.join("../shared/data"),
    };
    folder.is_dir().then_some(folder)
}

/// [`data_folder`], with a note on stderr that `test` is skipped when there is none.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::shared;
///
/// let Some(folder) = shared::data_folder_or_skip("counts of the larger instances") else {
///     return;
/// };
/// assert!(!shared::counts(&folder).unwrap().is_empty());
/// ```
pub fn data_folder_or_skip(test: &str) -> Option<PathBuf> {
    let folder = data_folder();
    if folder.is_none() {
        eprintln!("{test}: skipped: no folder of known answers");
    }
    folder
}

/// A file that could not be read, or a row that is not as it should be.
#[derive(Debug)]
pub struct SharedError {
    place: String,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl fmt::Display for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.source)
    }
}

impl std::error::Error for SharedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.source.as_ref())
    }
}

fn located<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    place: impl fmt::Display,
    source: E,
) -> SharedError {
    SharedError { place: place.to_string(), source: source.into() }
}

fn text(path: &Path) -> Result<String, SharedError> {
    fs::read_to_string(path).map_err(|error| located(path.display(), error))
}

/// An exact-cover instance with its number of solutions, from `exact-cover/COUNTS.tsv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountRow {
    /// The name of the file, such as `queens-8.dlx`.
    pub file: String,
    /// `xc/xcc`, or `mcc` if the instance has multiplicities.
    pub kind: String,
    /// The number of solutions.
    pub count: u64,
    /// The text of the file.
    pub contents: String,
}

/// The rows of `exact-cover/COUNTS.tsv`.
///
/// # Errors
///
/// When the table or one of its instances cannot be read.
pub fn counts(folder: &Path) -> Result<Vec<CountRow>, SharedError> {
    let row = |fields: [&str; 3], contents| {
        let [file, kind, count] = fields.map(str::to_owned);
        Ok(CountRow { file, kind, count: count.parse()?, contents })
    };
    table(folder, "COUNTS.tsv", row)
}

/// An instance with costs, from `exact-cover/COSTS.tsv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRow {
    /// The name of the file.
    pub file: String,
    /// The cost of the cheapest solution; `None` if there is no solution.
    pub cheapest: Option<u64>,
    /// The number of solutions; `None` if nobody counted them.
    pub count: Option<u64>,
    /// The text of the file.
    pub contents: String,
}

/// The rows of `exact-cover/COSTS.tsv`.
///
/// # Errors
///
/// When the table or one of its instances cannot be read.
pub fn costs(folder: &Path) -> Result<Vec<CostRow>, SharedError> {
    let optional = |field: &str| {
        if field == "none" { Ok(None) } else { field.parse().map(Some) }
    };
    let row = |[file, cheapest, count]: [&str; 3], contents| {
        Ok(CostRow {
            file: file.to_owned(),
            cheapest: optional(cheapest)?,
            count: optional(count)?,
            contents,
        })
    };
    table(folder, "COSTS.tsv", row)
}

/// The rows of a table in `exact-cover/`, each with the text of the file that its first field names.
fn table<R>(
    folder: &Path,
    name: &str,
    row: impl Fn([&str; 3], String) -> Result<R, std::num::ParseIntError>,
) -> Result<Vec<R>, SharedError> {
    let folder = folder.join("exact-cover");
    let path = folder.join(name);
    let table = text(&path)?;
    let mut rows = Vec::new();
    for (number, line) in table.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let place = format!("{}:{}", path.display(), number + 1);
        let fields: Vec<&str> = line.split('\t').take(3).collect();
        let Ok(fields) = <[&str; 3]>::try_from(fields) else {
            return Err(located(place, "fewer than three fields"));
        };
        let contents = text(&folder.join(fields[0]))?;
        rows.push(row(fields, contents).map_err(|error| located(place, error))?);
    }
    Ok(rows)
}

/// A classic 9×9 puzzle, from `correctness/classic9x9.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ClassicRow {
    /// The name of the record.
    pub id: String,
    /// 81 characters.
    pub puzzle: String,
    /// The exact number of solutions.
    pub count: u64,
    /// What is special about it.
    #[serde(default)]
    pub tags: Vec<String>,
    /// All solutions, if they were kept.
    pub solutions: Option<Vec<String>>,
    /// The SHA-256, in hexadecimal, of all solutions, sorted, one a line.
    pub solutions_sha256: Option<String>,
    /// The first solution in lexicographic order.
    pub first_solution_lex: Option<String>,
    /// The last solution in lexicographic order.
    pub last_solution_lex: Option<String>,
}

/// The rows of `correctness/classic9x9.jsonl`.
///
/// # Errors
///
/// When the file cannot be read or a row is not as it should be.
pub fn classic(folder: &Path) -> Result<Vec<ClassicRow>, SharedError> {
    json_lines(&folder.join("correctness/classic9x9.jsonl"))
}

/// A puzzle of another size, from `sizes/sizes.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SizeRow {
    /// The name of the record.
    pub id: String,
    /// The number of rows, columns and digits.
    pub size: usize,
    /// Rows and columns of a box.
    #[serde(rename = "box")]
    pub shape: [usize; 2],
    /// Numbers separated by blanks, 0 for an empty cell.
    pub puzzle: String,
    /// One character a cell.
    pub compact: Option<String>,
    /// The number of solutions, if known.
    pub count: Option<u64>,
    /// The solution, in the form of `puzzle`.
    pub solution: Option<String>,
}

/// The rows of `sizes/sizes.jsonl`.
///
/// # Errors
///
/// When the file cannot be read or a row is not as it should be.
pub fn sizes(folder: &Path) -> Result<Vec<SizeRow>, SharedError> {
    json_lines(&folder.join("sizes/sizes.jsonl"))
}

/// An input on which some published program failed, from `reports/public-failures.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ReportRow {
    /// The name of the record.
    pub id: String,
    /// `sudoku`, `exact-cover-matrix` or `variant`.
    #[serde(rename = "type")]
    pub kind: String,
    /// A sudoku: one character a cell.
    pub input: Option<String>,
    /// A sudoku: its size, 9 unless stated.
    pub size: Option<usize>,
    /// A sudoku: rows and columns of a box, 3 and 3 unless stated.
    #[serde(rename = "box")]
    pub shape: Option<[usize; 2]>,
    /// An exact-cover matrix: the options as strings of `0` and `1`.
    pub rows: Option<Vec<String>>,
    /// A variant, in the form of the variants' files.
    pub record: Option<serde_json::Value>,
    /// What went wrong in that program.
    pub what_failed: String,
    /// The number of solutions.
    pub count: Option<u64>,
    /// The solution of a sudoku or variant that has one.
    pub solution: Option<String>,
    /// All solutions of a sudoku, if they were kept.
    pub solutions: Option<Vec<String>>,
    /// All solutions of a matrix, as sets of rows.
    pub solutions_row_sets: Option<Vec<Vec<usize>>>,
}

/// The rows of `reports/public-failures.jsonl`.
///
/// # Errors
///
/// When the file cannot be read or a row is not as it should be.
pub fn reports(folder: &Path) -> Result<Vec<ReportRow>, SharedError> {
    json_lines(&folder.join("reports/public-failures.jsonl"))
}

fn json_lines<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, SharedError> {
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| located(format!("{}:{}", path.display(), number + 1), error))
    };
    text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(row).collect()
}

/// A list of 9×9 puzzles, from `speed/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeedList {
    /// The name of the file.
    pub file: String,
    /// The puzzles, 81 characters each.
    pub puzzles: Vec<String>,
    /// The number of solutions of each; `None` if each has exactly one. A count may be a cap that was reached: see the
    /// folder's manifest.
    pub counts: Option<Vec<u64>>,
    /// The SHA-256 of all solutions in order, one a line, in hexadecimal, as the manifest has it.
    pub solutions_sha256: Option<String>,
}

/// The lists of `speed/`, by name. The largest has 49,158 puzzles.
///
/// # Errors
///
/// When the manifest or a list cannot be read.
pub fn speed(folder: &Path) -> Result<Vec<SpeedList>, SharedError> {
    let folder = folder.join("speed");
    let manifest = text(&folder.join("MANIFEST.tsv"))?;
    let mut lists = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Some(&file) = fields.first().filter(|file| !file.is_empty()) else {
            continue;
        };
        let path = folder.join(file);
        let puzzles = text(&path)?.lines().map(str::to_owned).collect();
        let beside = path.with_extension("counts");
        let counts = if beside.is_file() {
            let numbers: Result<Vec<u64>, _> =
                text(&beside)?.lines().map(|line| line.trim().parse()).collect();
            Some(numbers.map_err(|error| located(beside.display(), error))?)
        } else {
            None
        };
        let solutions_sha256 =
            fields.get(4).filter(|sum| sum.len() == 64).map(|sum| (*sum).to_owned());
        lists.push(SpeedList { file: file.to_owned(), puzzles, counts, solutions_sha256 });
    }
    lists.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(lists)
}
