//! The sudoku strategies on the corpora of `puzzles/`, uniqueness included, `lanes` and `fast` in all instructions on
//! a large batch, and the building of the encoding. A corpus that a strategy does not finish within a second is left out, and named.

use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quadrille_sudoku::strategy::{Fast, Instructions, Lanes, Strategy};
use quadrille_sudoku::{Encoding, Limits, Puzzle, Request, Shape, format, strategy, verify};

/// The corpora whose puzzles have one solution each.
const CORPORA: [&str; 5] = ["easy", "medium", "hard", "clues17", "book"];
const PATIENCE: Duration = Duration::from_secs(1);

fn read(corpus: &str) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles");
    let file = File::open(folder.join(corpus).with_extension("txt")).expect("a corpus of ours");
    let entries = format::Reader::new(BufReader::new(file), Shape::CLASSIC);
    entries.map(|entry| entry.expect("a corpus without errors").puzzle).collect()
}

/// Solves every puzzle, proves each solution the only one and correct; `false` if it takes too long.
fn rehearse(strategy: &dyn strategy::Strategy, puzzles: &[Puzzle]) -> bool {
    let start = Instant::now();
    puzzles.iter().all(|puzzle| {
        let limits = Limits::none().with_time(PATIENCE.saturating_sub(start.elapsed()));
        let request = Request::up_to(2).within(limits);
        let report = strategy::solve(strategy, puzzle, &request, |solution| {
            assert_eq!(verify(puzzle, solution), Ok(()), "{}", strategy.name());
            ControlFlow::Continue(())
        });
        assert!(report.verdict.is_stopped() || report.solutions == 1, "{}", strategy.name());
        report.verdict.is_exhausted()
    })
}

fn strategies(criterion: &mut Criterion) {
    for corpus in CORPORA {
        let puzzles = read(corpus);
        let mut group = criterion.benchmark_group(corpus);
        group.sample_size(10).throughput(Throughput::Elements(puzzles.len() as u64));
        for &strategy in strategy::ALL {
            if !rehearse(strategy, &puzzles) {
                println!("{corpus}/{}: left out, over {PATIENCE:?}", strategy.name());
                continue;
            }
            let request = Request::up_to(2);
            group.bench_function(BenchmarkId::from_parameter(strategy.name()), |bencher| {
                bencher.iter(|| {
                    let mut receive = |_, solution: &[u8]| {
                        black_box(solution);
                        ControlFlow::Continue(())
                    };
                    strategy.solve_batch(black_box(&puzzles), &request, &mut receive)
                });
            });
        }
        group.finish();
    }
}

/// `lanes` and `fast` in each kind of instructions that the machine has, on a batch of some thousands: the
/// corpora one behind the other, as often as it takes.
fn instructions(criterion: &mut Criterion) {
    type With = fn(Instructions) -> Option<Box<dyn Strategy>>;
    let strategies: [(&str, With); 2] = [
        ("lanes", |kind| Lanes::with(kind).map(|lanes| Box::new(lanes) as _)),
        ("fast", |kind| Fast::with(kind).map(|fast| Box::new(fast) as _)),
    ];
    for (name, with) in strategies {
        let mut group = criterion.benchmark_group(name);
        for corpus in ["easy", "hard", "clues17"] {
            let puzzles: Vec<Puzzle> = read(corpus).into_iter().cycle().take(3000).collect();
            group.sample_size(10).throughput(Throughput::Elements(puzzles.len() as u64));
            for kind in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
                let Some(strategy) = with(kind) else { continue };
                let mut verified = 0;
                strategy.solve_batch(&puzzles, &Request::up_to(2), &mut |number, solution| {
                    assert_eq!(verify(&puzzles[number], solution), Ok(()), "{kind:?}");
                    verified += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(verified, puzzles.len(), "{kind:?}: one solution each");
                let id = BenchmarkId::new(format!("{kind:?}"), corpus);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        let mut receive = |_, solution: &[u8]| {
                            black_box(solution);
                            ControlFlow::Continue(())
                        };
                        let puzzles = black_box(&puzzles);
                        strategy.solve_batch(puzzles, &Request::up_to(2), &mut receive)
                    });
                });
            }
        }
        group.finish();
    }
}

fn encoding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encoding");
    for (rows, columns) in [(3, 3), (4, 4), (5, 5)] {
        let shape = Shape::new(rows, columns).expect("a small shape");
        let size = shape.size();
        assert_eq!(Encoding::new(shape).problem().option_count(), size * size * size);
        let id = BenchmarkId::from_parameter(format!("{size}x{size}"));
        group.bench_function(id, |bencher| bencher.iter(|| Encoding::new(black_box(shape))));
    }
    group.finish();
}

criterion_group!(benches, encoding, instructions, strategies);
criterion_main!(benches);
