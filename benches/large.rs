//! Hard 16×16 and 25×25 sudokus, those of `puzzles/large.sudoku`, uniqueness included: the exact-cover strategies on the
//! problem that `quadrille puzzle sudoku` prints, and the strategies for variants. What is not done with a size within ten
//! seconds is left out, and named.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quadrille_cover::{Search, strategy as cover};
use quadrille_gallery::{Instance, Sudoku};
use quadrille_sudoku::variant::{Variant, format, strategy, verify};
use quadrille_sudoku::{Limits, Request};

const PATIENCE: Duration = Duration::from_secs(10);

/// The puzzles of a size.
fn puzzles(size: usize) -> Vec<Variant> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/large.sudoku");
    let text = std::fs::read_to_string(path).expect("it comes with the project");
    let entries = format::by_name("text").expect("it is there").read(&text);
    let all = entries.into_iter().map(|entry| entry.expect("no errors").variant);
    let found: Vec<Variant> = all.filter(|puzzle| puzzle.board().size() == size).collect();
    assert!(!found.is_empty(), "{size}x{size}");
    found
}

/// The problem of a puzzle, proved to have the solution that stands in the file and no other.
fn instance(puzzle: &Variant) -> Instance {
    let classic = puzzle.as_classic().expect("no rules of its own");
    let instance = Sudoku::new(&classic).instance().expect("a sudoku has one");
    let told = puzzle.info.solution.as_deref().expect("a solution stands there");
    assert_eq!(verify(puzzle, told), Ok(()));
    let found = Search::new().first(&instance.problem).expect("it can be searched");
    let options = found.solution().expect("it has a solution");
    assert_eq!(quadrille_cover::verify(&instance.problem, options), Ok(()));
    instance
}

fn exact_cover(criterion: &mut Criterion) {
    for size in [16, 25] {
        let instances: Vec<Instance> = puzzles(size).iter().map(instance).collect();
        let mut group = criterion.benchmark_group(format!("{size}x{size} as exact cover"));
        group.sample_size(10).throughput(Throughput::Elements(instances.len() as u64));
        for &strategy in cover::ALL {
            let start = Instant::now();
            let done = instances.iter().all(|instance| {
                let left = PATIENCE.saturating_sub(start.elapsed());
                let search = Search::new().strategy(strategy).time_budget(left);
                let outcome = search.count(&instance.problem).expect("every strategy takes it");
                assert!(outcome.verdict.is_stopped() || outcome.solutions == 1);
                outcome.verdict.is_exhausted()
            });
            if !done {
                println!("{size}x{size}/{}: left out, over {PATIENCE:?}", strategy.name());
                continue;
            }
            let search = Search::new().strategy(strategy);
            group.bench_function(BenchmarkId::from_parameter(strategy.name()), |bencher| {
                bencher.iter(|| {
                    for instance in black_box(&instances) {
                        black_box(search.count(&instance.problem).is_ok());
                    }
                });
            });
        }
        group.finish();
    }
}

fn variants(criterion: &mut Criterion) {
    for size in [16, 25] {
        let puzzles = puzzles(size);
        let mut group = criterion.benchmark_group(format!("{size}x{size}"));
        group.sample_size(10).throughput(Throughput::Elements(puzzles.len() as u64));
        for &strategy in strategy::ALL {
            let start = Instant::now();
            let done = puzzles.iter().all(|puzzle| {
                let limits = Limits::none().with_time(PATIENCE.saturating_sub(start.elapsed()));
                let request = Request::up_to(2).within(limits);
                let report = strategy.solve(puzzle, &request, &mut |solution| {
                    assert_eq!(puzzle.info.solution.as_deref(), Some(solution));
                    ControlFlow::Continue(())
                });
                // What it refuses it does not take at all.
                report.is_ok_and(|report| report.verdict.is_exhausted())
            });
            if !done {
                println!(
                    "{size}x{size}/{}: left out, refused or over {PATIENCE:?}",
                    strategy.name()
                );
                continue;
            }
            group.bench_function(BenchmarkId::from_parameter(strategy.name()), |bencher| {
                bencher.iter(|| {
                    for puzzle in black_box(&puzzles) {
                        let report = strategy.solve(puzzle, &Request::up_to(2), &mut |solution| {
                            black_box(solution);
                            ControlFlow::Continue(())
                        });
                        black_box(report.is_ok());
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, exact_cover, variants);
criterion_main!(benches);
