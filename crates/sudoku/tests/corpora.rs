//! The corpora of the project: every puzzle has just the solution, or just as many solutions, as the
//! file beside it says, by two strategies that share no code.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_sudoku::strategy::{Strategy, by_name};
use quadrille_sudoku::{Puzzle, Request, Shape, Verdict, format, verify};
use quadrille_testkit::to_line;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn puzzles(file: &Path) -> Vec<Puzzle> {
    let text = fs::read(file).unwrap();
    let reader = format::Reader::new(&text[..], Shape::CLASSIC);
    let puzzles: Result<Vec<_>, _> = reader.map(|entry| entry.map(|entry| entry.puzzle)).collect();
    puzzles.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The lines of the file beside a corpus, if it is there.
fn beside(file: &Path, extension: &str) -> Option<Vec<String>> {
    let text = fs::read_to_string(file.with_extension(extension)).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

fn judges() -> [&'static dyn Strategy; 2] {
    ["mrv", "dlx"].map(|name| by_name(name).unwrap())
}

#[test]
fn every_corpus_has_the_solutions_or_counts_beside_it() {
    let mut corpora: Vec<PathBuf> =
        fs::read_dir(folder("puzzles")).unwrap().map(|entry| entry.unwrap().path()).collect();
    corpora.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    corpora.sort();
    assert!(corpora.len() >= 8, "{corpora:?}");
    for file in &corpora {
        let puzzles = puzzles(file);
        let counts = beside(file, "counts");
        let answers = counts.as_ref().cloned().or_else(|| beside(file, "solutions"));
        let answers = answers.unwrap_or_else(|| panic!("{}: nothing beside it", file.display()));
        assert_eq!(puzzles.len(), answers.len(), "{}", file.display());
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            for judge in judges() {
                let (name, line) = (judge.name(), to_line(puzzle.values()));
                let (report, solutions) = common::solve(judge, puzzle, &Request::all());
                assert_eq!(report.verdict, Verdict::Exhausted);
                for solution in &solutions {
                    assert_eq!(verify(puzzle, solution), Ok(()), "{name} on {line}");
                }
                if counts.is_some() {
                    assert_eq!(report.solutions.to_string(), *answer, "{name} on {line}");
                } else {
                    let found: Vec<String> = solutions.iter().map(|s| to_line(s)).collect();
                    assert_eq!(found, [answer.as_str()], "{name} on {line}");
                }
            }
        }
    }
}

/// What `quadrille compare` measures when it is given nothing.
#[test]
fn the_sample_has_one_solution_each_and_is_not_too_much_for_reading_order() {
    let puzzles = puzzles(&folder("crates/lab/data/sample.txt"));
    assert!((40..=60).contains(&puzzles.len()), "{} puzzles", puzzles.len());
    for judge in judges() {
        for puzzle in &puzzles {
            let (report, _) = common::solve(judge, puzzle, &Request::up_to(2));
            assert_eq!((report.verdict, report.solutions), (Verdict::Exhausted, 1));
        }
    }
    let tables = by_name("tables").unwrap();
    let nodes = |puzzle| common::solve(tables, puzzle, &Request::up_to(2)).0.nodes;
    let nodes: Vec<u64> = puzzles.iter().map(nodes).collect();
    // At ten million nodes a second: some seconds in all, and half a second for the worst.
    assert!(nodes.iter().sum::<u64>() < 50_000_000, "{nodes:?}");
    let worst = nodes.iter().max().copied();
    assert!(worst.is_some_and(|worst| (1_000_000..5_000_000).contains(&worst)), "{worst:?}");
}

/// The board that every text on the subject shows: the figure of the README.
#[test]
fn reading_order_takes_seventy_million_nodes_where_others_take_thousands() {
    let line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let puzzle = common::classic(line);
    let nodes = ["tables", "mrv", "propagate"].map(|name| {
        let (report, solutions) = common::solve(by_name(name).unwrap(), &puzzle, &Request::first());
        assert!(to_line(&solutions[0]).starts_with("987654321"), "{name}");
        report.nodes
    });
    assert_eq!(nodes[0], 69_175_316);
    assert_eq!(nodes[1], nodes[2]);
    assert!(nodes[1] < 100_000, "{nodes:?}");
}
