//! The oracle against the definition: every subset of the options, checked one by one.

use proptest::prelude::*;
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Fault, Instance, oracle};

/// All solutions by checking each of the 2ⁿ subsets, without any cut.
fn by_definition(instance: &Instance) -> Vec<Vec<usize>> {
    let n = instance.options.len();
    let subset = |bits: u32| (0..n).filter(|&option| bits >> option & 1 == 1).collect::<Vec<_>>();
    let mut found: Vec<Vec<usize>> = (0..1u32 << n)
        .map(subset)
        .filter(|options| oracle::is_solution(instance, options).is_ok())
        .collect();
    found.sort();
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_definition(instance in instances(Shape::ANY.with_sizes(8, 10))) {
        let found = oracle::solutions(&instance).unwrap();
        prop_assert_eq!(&found, &by_definition(&instance));
        prop_assert_eq!(oracle::count(&instance), Ok(found.len() as u64));
        let mut costs: Vec<u128> =
            found.iter().map(|solution| oracle::total_cost(&instance, solution)).collect();
        costs.sort_unstable();
        prop_assert_eq!(oracle::cheapest_costs(&instance, usize::MAX), Ok(costs.clone()));
        costs.truncate(2);
        prop_assert_eq!(oracle::cheapest_costs(&instance, 2), Ok(costs));
    }
}

#[test]
fn hand_computed_instances() {
    let solutions = |primary, secondary, options: &[&str]| {
        oracle::solutions(&Instance::compact(primary, secondary, options)).unwrap()
    };
    let none: [usize; 0] = [];
    assert_eq!(solutions("", "x", &["x", "x:red"]), [none]);
    assert!(solutions("a", "", &[]).is_empty());
    assert_eq!(solutions("0:1|a", "", &[]), [none]);
    assert_eq!(solutions("0:1|a", "", &["a", "a"]), [vec![], vec![0], vec![1]]);
    assert_eq!(
        solutions("2|a", "x", &["a x", "a x:r", "a x:r", "a x:g", "a"]),
        [vec![0, 4], vec![1, 2], vec![1, 4], vec![2, 4], vec![3, 4]]
    );
}

#[test]
fn faulty_instances_are_refused() {
    let faulty = Instance::compact("a", "", &["a a"]);
    let fault = Fault::RepeatedItemInOption { option: 0, item: 0 };
    assert_eq!(oracle::solutions(&faulty), Err(fault));
    assert_eq!(oracle::count(&faulty), Err(fault));
    assert_eq!(oracle::cheapest_costs(&faulty, 1), Err(fault));
    assert_eq!(oracle::is_solution(&faulty, &[]), Err(fault.to_string()));
}

#[test]
fn the_check_says_why_not() {
    let instance =
        Instance::compact("a 2|b", "x", &["a b x:red", "b x:red", "b x", "x", "b x:blue"]);
    let why = |options: &[usize]| oracle::is_solution(&instance, options).err().unwrap_or_default();
    assert_eq!(why(&[0, 1]), "");
    assert_eq!(why(&[1, 0]), "");
    assert_eq!(why(&[0, 0]), "option 0 is chosen twice");
    assert_eq!(why(&[0, 9]), "option 9 does not exist");
    assert_eq!(why(&[0, 1, 3]), "option 3 has no primary item");
    assert_eq!(why(&[0]), "item b is covered 1 times, not 2 to 2");
    assert_eq!(why(&[0, 2]), "item x is covered 2 times, not in one colour");
    assert_eq!(why(&[0, 4]), "item x is covered 2 times, not in one colour");
}
