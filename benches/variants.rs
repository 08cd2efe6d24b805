//! The strategies for variants on the puzzles of `puzzles/variants.sudoku`, uniqueness included: each puzzle, and the
//! making of its exact-cover problem. What a strategy does not finish within two seconds is left out, and named.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quadrille_sudoku::variant::strategy::{self, VariantStrategy};
use quadrille_sudoku::variant::{Encoding, Variant, format, verify};
use quadrille_sudoku::{Limits, Request};

const PATIENCE: Duration = Duration::from_secs(2);

fn puzzles() -> Vec<Variant> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/variants.sudoku");
    let text = std::fs::read_to_string(path).expect("it comes with the project");
    let text_format = format::by_name("text").expect("it is there");
    text_format.read(&text).into_iter().map(|entry| entry.expect("no errors").variant).collect()
}

/// Solves a puzzle, proves its solution the only one and correct; `false` if it takes too long or is refused.
fn rehearse(strategy: &dyn VariantStrategy, variant: &Variant) -> bool {
    let request = Request::up_to(2).within(Limits::none().with_time(PATIENCE));
    let report = strategy.solve(variant, &request, &mut |solution| {
        assert_eq!(verify(variant, solution), Ok(()), "{}", strategy.name());
        ControlFlow::Continue(())
    });
    // What it refuses it does not take at all.
    let Ok(report) = report else { return false };
    assert!(report.verdict.is_stopped() || report.solutions == 1, "{}", strategy.name());
    report.verdict.is_exhausted()
}

fn strategies(criterion: &mut Criterion) {
    for (number, variant) in puzzles().iter().enumerate() {
        let title = variant.info.title.clone().unwrap_or_else(|| (number + 1).to_string());
        let mut group = criterion.benchmark_group(&title);
        group.sample_size(10);
        for &strategy in strategy::ALL {
            if !rehearse(strategy, variant) {
                println!("{title}/{}: left out, refused or over {PATIENCE:?}", strategy.name());
                continue;
            }
            group.bench_function(BenchmarkId::from_parameter(strategy.name()), |bencher| {
                bencher.iter(|| {
                    strategy.solve(black_box(variant), &Request::up_to(2), &mut |solution| {
                        black_box(solution);
                        ControlFlow::Continue(())
                    })
                });
            });
        }
        if Encoding::new(variant).is_ok() {
            group.bench_function("encoding", |bencher| {
                bencher.iter(|| Encoding::new(black_box(variant)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, strategies);
criterion_main!(benches);
