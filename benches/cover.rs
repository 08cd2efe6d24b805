//! The exact-cover strategies on classic instances: all solutions counted, and the first one found.
//! Building the problem is timed on its own.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Bencher, BenchmarkId, Criterion, criterion_group, criterion_main};
use quadrille_benches::{Cover, langford, partition, pentominoes, queens};
use quadrille_cover::{Search, strategy, verify};

fn instances() -> [(&'static str, Cover, u64); 3] {
    [
        ("pentominoes 6x10", pentominoes::build(), pentominoes::SOLUTIONS),
        ("langford 12", langford::build(), langford::SOLUTIONS),
        ("queens 12", queens::build(), queens::SOLUTIONS),
    ]
}

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for (name, cover, solutions) in instances() {
        let problem = cover.problem();
        for &strategy in strategy::ALL {
            let search = Search::new().strategy(strategy);
            let outcome = search.count(&problem).expect("every strategy takes it");
            assert_eq!(outcome.solutions, solutions, "{name} by {}", strategy.name());
            let id = BenchmarkId::new(name, strategy.name());
            group.bench_function(id, |bencher| bencher.iter(|| search.count(black_box(&problem))));
        }
    }
    group.finish();
}

fn first(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first");
    for (name, cover, _) in instances() {
        let problem = cover.problem();
        for &strategy in strategy::ALL {
            let search = Search::new().strategy(strategy);
            let first = search.first(&problem).expect("every strategy takes it");
            let solution = first.solution().expect("it has solutions");
            assert_eq!(verify(&problem, solution), Ok(()), "{name} by {}", strategy.name());
            let id = BenchmarkId::new(name, strategy.name());
            group.bench_function(id, |bencher| bencher.iter(|| search.first(black_box(&problem))));
        }
    }
    group.finish();
}

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    for (name, cover, _) in instances() {
        assert_eq!(cover.problem().option_count(), cover.options().len());
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&cover).problem()));
    }
    group.finish();
}

fn cheapest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cheapest");
    let problem = partition::build();
    for &strategy in strategy::ALL.iter().filter(|strategy| strategy.capabilities().costs) {
        let search = Search::new().strategy(strategy);
        let found = search.cheapest(&problem, 1).expect("it takes it");
        assert!(found.is_proved() && found.solutions[0].cost == partition::CHEAPEST);
        let id = BenchmarkId::new("set partition 45", strategy.name());
        let search = |bencher: &mut Bencher<'_>| {
            bencher.iter(|| search.cheapest(black_box(&problem), 1));
        };
        group.bench_function(id, search);
    }
    group.finish();
}

criterion_group!(benches, building, first, count, cheapest);
criterion_main!(benches);
