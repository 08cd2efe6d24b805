//! Reading the case files.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{CoverCase, SudokuCase, TextCase, TextError};
use crate::instance::Instance;
use crate::sudoku::SudokuPuzzle;

/// A file of cases: its name, for messages, and its text.
pub(super) type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../cases/", $name)))),*]
    };
}

pub(super) const COVER: &[File] = files![
    "cover/bounds.toml",
    "cover/classic.toml",
    "cover/colours.toml",
    "cover/costs.toml",
    "cover/edge.toml",
    "cover/errors.toml",
    "cover/large.toml",
    "cover/reported.toml",
    "cover/shapes.toml",
    "cover/unsolvable.toml",
];

pub(super) const SUDOKU: &[File] = files![
    "sudoku/classic.toml",
    "sudoku/contradictory.toml",
    "sudoku/counts.toml",
    "sudoku/hard.toml",
    "sudoku/sizes.toml",
];

pub(super) const TEXT: &[File] = files!["text/accepted.toml", "text/refused.toml"];

pub(super) fn all<C>(files: &[File], read: fn(&str) -> Result<Vec<C>, String>) -> Vec<C> {
    let mut cases = Vec::new();
    for (name, text) in files {
        match read(text) {
            Ok(list) => cases.extend(list),
            Err(error) => panic!("cases/{name}: {error}"),
        }
    }
    cases
}

#[derive(Deserialize)]
struct CaseFile<C> {
    case: Vec<C>,
}

fn read<C: DeserializeOwned>(text: &str) -> Result<Vec<C>, String> {
    toml::from_str::<CaseFile<C>>(text).map(|file| file.case).map_err(|error| error.to_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCover {
    name: String,
    why: String,
    primary: String,
    #[serde(default)]
    secondary: String,
    options: Vec<String>,
    count: Option<u64>,
    error: Option<String>,
    solutions: Option<Vec<Vec<usize>>>,
    cheapest: Option<Vec<u64>>,
    #[serde(default)]
    tags: Vec<String>,
    confirmed: Option<String>,
}

/// The most options of a case that is not called large.
const LARGE: usize = 50;

pub(super) fn cover(text: &str) -> Result<Vec<CoverCase>, String> {
    read::<RawCover>(text)?
        .into_iter()
        .map(|raw| cover_case(raw).map_err(|(name, why)| format!("{name}: {why}")))
        .collect()
}

fn cover_case(raw: RawCover) -> Result<CoverCase, (String, String)> {
    let RawCover {
        name,
        why,
        primary,
        secondary,
        options,
        count,
        error,
        solutions,
        cheapest,
        mut tags,
        confirmed,
    } = raw;
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let instance = match Instance::parse(&primary, &secondary, &options) {
        Ok(instance) => instance,
        Err(error) => return Err((name, error.to_string())),
    };
    let expected = match either(count, error) {
        Ok(expected) => expected,
        Err(error) => return Err((name, error)),
    };
    if expected.is_err() {
        tags.push("error".to_owned());
    } else {
        let features = [
            ("secondary", instance.has_secondary()),
            ("colour", instance.has_colours()),
            ("multiplicity", instance.has_multiplicities()),
            ("cost", instance.has_costs()),
            ("large", instance.options.len() > LARGE),
        ];
        tags.extend(features.iter().filter(|(_, has)| *has).map(|(tag, _)| (*tag).to_owned()));
    }
    let solutions = solutions.map(|mut list| {
        list.iter_mut().for_each(|solution| solution.sort_unstable());
        list.sort();
        list
    });
    Ok(CoverCase { name, why, tags, instance, expected, solutions, cheapest, confirmed })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSudoku {
    name: String,
    why: String,
    #[serde(rename = "box")]
    shape: Option<[usize; 2]>,
    puzzle: String,
    count: u64,
    solution: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    contradictory: bool,
    #[serde(default)]
    slow: Vec<String>,
    confirmed: Option<String>,
}

pub(super) fn sudoku(text: &str) -> Result<Vec<SudokuCase>, String> {
    read::<RawSudoku>(text)?.into_iter().map(sudoku_case).collect()
}

fn sudoku_case(raw: RawSudoku) -> Result<SudokuCase, String> {
    let RawSudoku {
        name,
        why,
        shape,
        puzzle,
        count,
        solution,
        mut tags,
        contradictory,
        slow,
        confirmed,
    } = raw;
    let [box_rows, box_columns] = shape.unwrap_or([3, 3]);
    let grid = |cells: &str| {
        SudokuPuzzle::parse(box_rows, box_columns, cells)
            .map_err(|error| format!("{name}: {error}"))
    };
    let puzzle = grid(&puzzle)?;
    let solution = solution.map(|cells| grid(&cells)).transpose()?.map(|full| full.givens);
    if solution.is_some() && count != 1 {
        return Err(format!("{name}: a solution is listed, but the count is {count}"));
    }
    if contradictory && count != 0 {
        return Err(format!("{name}: contradictory, but the count is {count}"));
    }
    let n = puzzle.n;
    let features = [
        (format!("{n}x{n}"), true),
        ("not-9x9".to_owned(), n != 9),
        ("multiple".to_owned(), count > 1),
        ("none".to_owned(), count == 0),
        ("contradictory".to_owned(), contradictory),
    ];
    tags.extend(features.into_iter().filter(|(_, has)| *has).map(|(tag, _)| tag));
    Ok(SudokuCase { name, why, tags, puzzle, count, solution, contradictory, slow, confirmed })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawText {
    name: String,
    why: String,
    input: String,
    count: Option<u64>,
    error: Option<RawTextError>,
    names: Option<Vec<String>>,
    costs: Option<Vec<u64>>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTextError {
    line: Option<usize>,
    column: Option<usize>,
    kind: String,
}

pub(super) fn text(text: &str) -> Result<Vec<TextCase>, String> {
    read::<RawText>(text)?.into_iter().map(text_case).collect()
}

fn text_case(raw: RawText) -> Result<TextCase, String> {
    let RawText { name, why, input, count, error, names, costs, mut tags } = raw;
    let error = error.map(|RawTextError { line, column, kind }| TextError { line, column, kind });
    let expected = either(count, error).map_err(|error| format!("{name}: {error}"))?;
    if expected.is_err() {
        tags.push("error".to_owned());
    }
    Ok(TextCase { name, why, tags, input, expected, names, costs })
}

fn either<E>(count: Option<u64>, error: Option<E>) -> Result<Result<u64, E>, String> {
    match (count, error) {
        (Some(count), None) => Ok(Ok(count)),
        (None, Some(error)) => Ok(Err(error)),
        _ => Err("a case says `count` or `error`, one of the two".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
        for (kind, files) in [("cover", COVER), ("sudoku", SUDOKU), ("text", TEXT)] {
            let mut on_disk: Vec<String> = std::fs::read_dir(folder.join(kind))
                .unwrap()
                .map(|entry| {
                    format!("{kind}/{}", entry.unwrap().file_name().into_string().unwrap())
                })
                .collect();
            on_disk.sort();
            assert_eq!(files.iter().map(|(name, _)| *name).collect::<Vec<_>>(), on_disk);
        }
    }

    #[test]
    fn cases_that_say_nothing_or_too_much_are_refused() {
        let case = |rest: &str| {
            cover(&format!(
                "[[case]]\nname = \"n\"\nwhy = \"w\"\nprimary = \"a\"\noptions = []\n{rest}"
            ))
        };
        assert!(case("count = 0").is_ok());
        for rest in ["", "count = 0\nerror = \"unknown-item\"", "count = 0\nnonsense = 1"] {
            assert!(case(rest).is_err(), "{rest}");
        }
        let puzzle = |rest: &str| {
            sudoku(&format!(
                "[[case]]\nname = \"n\"\nwhy = \"w\"\nbox = [1, 1]\npuzzle = \".\"\n{rest}"
            ))
        };
        assert!(puzzle("count = 1\nsolution = \"1\"").is_ok());
        assert!(puzzle("count = 2\nsolution = \"1\"").is_err());
        assert!(puzzle("count = 1\ncontradictory = true").is_err());
    }
}
