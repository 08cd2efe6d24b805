//! Reading: sudokus in every layout, and a problem in Knuth's text format.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quadrille_benches::pentominoes;
use quadrille_cover::text;
use quadrille_sudoku::format::{self, Layout, Reader};
use quadrille_sudoku::{Grid, Puzzle, Shape};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const COPIES: usize = 1000;

fn written(grid: &Grid, layout: Layout) -> String {
    let one = match layout {
        Layout::Line => format::line(grid).to_string(),
        Layout::Rows => format::rows(grid).to_string(),
        Layout::Grid => format::grid(grid).to_string(),
        Layout::Json => format::json(grid).to_string(),
        Layout::Pencilmarks => format::pencilmarks(grid).to_string(),
    };
    // Drawn grids are told apart by blank lines.
    (one + "\n\n").repeat(COPIES)
}

fn sudokus(criterion: &mut Criterion) {
    let puzzle: Puzzle =
        format::parse(PUZZLE, Shape::CLASSIC).expect("the puzzle of the books").puzzle;
    let mut group = criterion.benchmark_group("read sudokus");
    for layout in Layout::ALL {
        let input = written(&puzzle, layout);
        let read = || Reader::new(black_box(input.as_bytes()), Shape::CLASSIC);
        assert_eq!(
            read().filter(|entry| entry.as_ref().is_ok_and(|e| e.puzzle == puzzle)).count(),
            COPIES
        );
        group.throughput(Throughput::Bytes(input.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(layout), |bencher| {
            bencher.iter(|| read().count());
        });
    }
    group.finish();
}

fn covers(criterion: &mut Criterion) {
    let cover = pentominoes::build();
    let mut input = String::new();
    let names: Vec<String> = (0..cover.items()).map(|item| format!("i{item}")).collect();
    input.push_str(&names.join(" "));
    for option in cover.options() {
        input.push('\n');
        for &item in option {
            write!(input, "i{item} ").expect("a string takes all");
        }
    }
    assert_eq!(text::read(&input).expect("it is sound").option_count(), cover.options().len());
    let mut group = criterion.benchmark_group("read covers");
    group.throughput(Throughput::Bytes(input.len() as u64));
    group.bench_function("pentominoes", |bencher| bencher.iter(|| text::read(black_box(&input))));
    group.finish();
}

criterion_group!(benches, sudokus, covers);
criterion_main!(benches);
