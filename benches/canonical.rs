//! Canonical forms: of puzzles, of their solutions, of solutions with half the cells, and of the most symmetric
//! grid, which takes a search. Elements a second are forms a second.

use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::path::Path;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quadrille_sudoku::canonical::{Symmetry, canonical};
use quadrille_sudoku::{Grid, Request, Shape, batch, format};

const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn read(name: &str) -> Vec<Grid> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles").join(name);
    let file = BufReader::new(File::open(path).expect("a corpus of ours"));
    let entries = format::Reader::new(file, Shape::CLASSIC);
    entries.map(|entry| entry.expect("a corpus without errors").puzzle.into_grid()).collect()
}

fn solved(name: &str) -> Vec<Grid> {
    let puzzles: Vec<_> = read(name).into_iter().flat_map(|grid| grid.try_into().ok()).collect();
    let answers = batch::solve(&puzzles, &Request::first());
    let solutions = (0..puzzles.len()).filter_map(|puzzle| answers.solutions(puzzle).next());
    solutions.flat_map(|cells| Grid::from_values(Shape::CLASSIC, cells)).collect()
}

/// Every second cell, in another order for each grid.
fn halved(grids: &[Grid]) -> Vec<Grid> {
    let half = |(number, grid): (usize, &Grid)| {
        let cells = grid.values().iter().enumerate();
        let keep = |cell: usize| ((cell * 37 + number * 11) % 83).is_multiple_of(2);
        let cells: Vec<u8> = cells.map(|(cell, &v)| if keep(cell) { v } else { 0 }).collect();
        Grid::from_values(Shape::CLASSIC, cells).expect("81 cells")
    };
    grids.iter().enumerate().map(half).collect()
}

fn forms(criterion: &mut Criterion) {
    let full = solved("hard.txt");
    let most = format::parse(MOST_SYMMETRIC, Shape::CLASSIC).expect("it is sound").puzzle;
    let inputs = [
        ("17 clues", read("clues17.txt")),
        ("hard", read("hard.txt")),
        ("half", halved(&full)),
        ("full", full),
        ("most symmetric", vec![most.into_grid()]),
        ("empty", vec![Grid::empty(Shape::CLASSIC)]),
    ];
    let mut group = criterion.benchmark_group("canonical form");
    for (name, grids) in inputs {
        assert!(!grids.is_empty(), "{name}");
        for (seed, grid) in (0..).zip(&grids) {
            let image = Symmetry::random(seed).apply(grid).expect("it is 9×9");
            let forms = [grid, &image].map(|grid| canonical(grid).expect("it is 9×9").packed());
            assert_eq!(forms[0], forms[1], "{name}");
        }
        group.throughput(Throughput::Elements(grids.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                for grid in black_box(&grids) {
                    black_box(canonical(grid).is_ok());
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, forms);
criterion_main!(benches);
