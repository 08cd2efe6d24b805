//! Small problems of every kind: each strategy finds the solutions of the brute-force oracle, with
//! pauses at any node, after each of which the search goes on in another searcher; whatever the
//! branching, the order and the forbidden options; and the cheapest solutions.

#![no_main]

mod common;

use std::fmt;

use common::build;

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_cover::{Branching, Budget, OptionId, Order, Search, Step, strategy, verify};
use quadrille_testkit::{Instance, oracle};

/// An instance, how it is searched, and how many nodes each leg of the search has. Prints itself as
/// code for a test.
struct Input {
    instance: Instance,
    branching: u8,
    order: u8,
    forbidden: u16,
    legs: Vec<u8>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input { instance, branching, order, forbidden, legs } = self;
        writeln!(f, "\nlet instance = {instance:?};\nlet legs = {legs:?};")?;
        writeln!(f, "let (branching, order, forbidden) = ({branching}, {order}, {forbidden:#b});")
    }
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Input {
            instance: common::instance(u)?,
            branching: u.arbitrary()?,
            order: u.arbitrary()?,
            forbidden: u.arbitrary()?,
            legs: u.arbitrary()?,
        })
    }
}

fuzz_target!(|input: Input| {
    let problem = build(&input.instance);
    let is_forbidden = |option: usize| input.forbidden >> option & 1 == 1;
    let mut expected = oracle::solutions(&input.instance).expect("it is sound");
    expected.retain(|solution| !solution.iter().any(|&option| is_forbidden(option)));
    let forbidden = problem.matrix().options().filter(|option| is_forbidden(option.index()));
    let plain = Search::new().forbid(forbidden).branching(match input.branching % 5 {
        0 => Branching::Fewest,
        1 => Branching::First,
        2 => Branching::Preferred(problem.matrix().primary_items().step_by(2).collect()),
        3 => Branching::WeightedDegree,
        _ => Branching::RandomTies(input.branching.into()),
    });
    let plain = match input.order % 2 {
        0 => plain,
        _ => plain.order(Order::Random(input.order.into())),
    };
    let mut costs: Vec<u128> =
        expected.iter().map(|options| oracle::total_cost(&input.instance, options)).collect();
    costs.sort_unstable();
    costs.truncate(3);
    for &strategy in strategy::ALL {
        let search = plain.clone().strategy(strategy);
        let Some(mut searcher) = common::searcher(&search, &problem) else { continue };
        let mut legs = input.legs.iter().copied().chain(std::iter::repeat(255));
        let mut found = Vec::new();
        loop {
            let nodes = legs.next().map_or(1, u64::from);
            match searcher.advance(&mut Budget::nodes(nodes)) {
                Step::Exhausted => break,
                Step::Paused => {
                    let state = searcher.state();
                    searcher = search.searcher(&problem).expect("it took it before");
                    searcher.resume(&state).expect("its own state");
                }
                Step::Solution => {
                    let mut options = Vec::new();
                    searcher.solution(&mut options);
                    verify(&problem, &options).expect("a solution");
                    found.push(numbers(&options));
                }
            }
        }
        found.sort_unstable();
        assert_eq!(found, expected, "{}", strategy.name());

        if !strategy.capabilities().costs {
            continue;
        }
        let cheapest = search.cheapest(&problem, 3).expect("it takes costs, too");
        let least: Vec<u128> = cheapest.solutions.iter().map(|solution| solution.cost).collect();
        assert_eq!(least, costs, "{}", strategy.name());
    }
});

fn numbers(options: &[OptionId]) -> Vec<usize> {
    let mut numbers: Vec<usize> = options.iter().map(|option| option.index()).collect();
    numbers.sort_unstable();
    numbers
}
