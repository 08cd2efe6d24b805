//! Hard sudokus from the project's corpora, as exact covers.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use quadrille_gallery::Sudoku;
use quadrille_sudoku::{Shape, format};

use super::{Instance, Known, Made};

/// Each corpus is a group, and each of its puzzles has one solution.
pub(super) fn all() -> impl Iterator<Item = Instance> {
    let group = |(corpus, puzzles): (&'static str, u64)| {
        let name = format!("sudoku, {puzzles} of {corpus}");
        Instance::new(name, Known::Count(puzzles), move || problems(corpus))
    };
    [("hard", 60), ("clues17", 30)].into_iter().map(group)
}

fn problems(corpus: &str) -> Made {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles");
    let file = File::open(folder.join(corpus).with_extension("txt"))?;
    let puzzles = format::Reader::new(BufReader::new(file), Shape::CLASSIC);
    puzzles
        .map(|entry| Ok(Sudoku::new(&entry?.puzzle).instance()?.problem.matrix().clone()))
        .collect()
}
