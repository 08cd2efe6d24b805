//! What the generators promise.

use quadrille_testkit::generate::{self, Shape, random_instance};
use quadrille_testkit::{ItemKind, oracle};

/// Shares of instances with a solution, and with more than one, in percent, over so many seeds.
fn shares(shape: Shape, seeds: u64) -> (f64, f64) {
    let (mut feasible, mut several) = (0u64, 0u64);
    for seed in 0..seeds {
        let count = oracle::count(&random_instance(seed, shape)).unwrap();
        feasible += u64::from(count > 0);
        several += u64::from(count > 1);
    }
    let percent = |n: u64| 100.0 * n as f64 / seeds as f64;
    (percent(feasible), percent(several))
}

#[test]
fn the_share_of_feasible_instances_is_as_documented() {
    // The figures of the documentation of `generate`, over 20,000 seeds.
    let documented = [
        ("XC", Shape::XC, 71.0, 43.0),
        ("XCC", Shape::XCC, 72.0, 44.0),
        ("MCC", Shape::MCC, 79.0, 66.0),
        ("ANY", Shape::ANY, 79.0, 66.0),
    ];
    for (name, shape, feasible, several) in documented {
        let (f, s) = shares(shape, 3_000);
        println!("{name}: {f:.1} % feasible, {s:.1} % with several solutions");
        assert!((f - feasible).abs() < 3.0, "{name}: {f:.1} % feasible, not {feasible}");
        assert!(
            (s - several).abs() < 3.0,
            "{name}: {s:.1} % with several solutions, not {several}"
        );
    }
}

#[test]
fn instances_are_sound_and_keep_to_their_shape() {
    let plain = Shape { degenerate: false, ..Shape::XC };
    for seed in 0..2_000 {
        for shape in
            [plain, Shape::XC, Shape::XCC, Shape::MCC, Shape::ANY, Shape::ANY.with_sizes(3, 2)]
        {
            let instance = random_instance(seed, shape);
            assert_eq!(instance.fault(), None, "seed {seed}: {instance:?}");
            assert!(instance.items.len() <= shape.max_items, "seed {seed}: {instance:?}");
            assert!(instance.options.len() <= shape.max_options, "seed {seed}: {instance:?}");
            assert!(shape.secondary || !instance.has_secondary(), "seed {seed}: {instance:?}");
            assert!(shape.colours || !instance.has_colours(), "seed {seed}: {instance:?}");
            assert!(
                shape.multiplicities || !instance.has_multiplicities(),
                "seed {seed}: {instance:?}"
            );
            assert!(shape.costs || !instance.has_costs(), "seed {seed}: {instance:?}");
            assert!(shape.degenerate || !instance.options.is_empty(), "seed {seed}: {instance:?}");
        }
    }
}

#[test]
fn every_feature_and_every_oddity_occurs() {
    let all: Vec<_> = (0..1_000).map(|seed| random_instance(seed, Shape::ANY)).collect();
    let some = |what: &str, test: &dyn Fn(&quadrille_testkit::Instance) -> bool| {
        let times = all.iter().filter(|instance| test(instance)).count();
        assert!(times >= 5, "{what}: {times} of {}", all.len());
    };
    some("colours", &|i| i.has_colours());
    some("multiplicities", &|i| i.has_multiplicities());
    some("costs", &|i| i.has_costs());
    some("no options", &|i| i.options.is_empty());
    some("no primary items", &|i| !i.items.iter().any(|item| item.is_primary()));
    some("optional items", &|i| {
        i.items.iter().any(|item| matches!(item.kind, ItemKind::Primary { min: 0, .. }))
    });
    some("an option without a primary item", &|i| {
        (0..i.options.len()).any(|option| !i.has_primary(option))
    });
    some("an item without options", &|i| {
        (0..i.items.len()).any(|item| {
            !i.options.iter().flat_map(|option| &option.entries).any(|e| e.item == item)
        })
    });
    some("duplicate options", &|i| {
        (0..i.options.len()).any(|a| i.options[..a].contains(&i.options[a]))
    });
    some("all options the same", &|i| {
        i.options.len() > 2
            && i.options.iter().all(|o| {
                o.entries.len() == i.options[0].entries.len()
                    && o.entries.iter().all(|e| i.options[0].entries.contains(e))
            })
    });
    some("a colour shared in a solution", &|i| {
        oracle::solutions(i).unwrap().iter().any(|solution| {
            let mut coloured: Vec<_> = solution
                .iter()
                .flat_map(|&o| &i.options[o].entries)
                .filter(|e| e.colour.is_some())
                .collect();
            let all = coloured.len();
            coloured.sort_by_key(|e| e.item);
            coloured.dedup();
            coloured.len() < all
        })
    });
}

#[test]
fn families_have_the_stated_counts() {
    for length in 1..=12 {
        assert_eq!(oracle::count(&generate::chain(length)), Ok(1));
    }
    for k in 0..=10 {
        assert_eq!(oracle::count(&generate::pairs(k)), Ok(1 << k));
    }
}
