use quadrille_testkit::generate::{Shape, random_instance};
use quadrille_testkit::{Instance, ItemKind};

use super::*;
use crate::builder::ProblemBuilder;
use crate::limits::Budget;
use crate::problem::Problem;
use crate::setup::Branching;
use crate::strategy::Step;
use crate::strategy::walk::Next;

pub(crate) fn build(instance: &Instance) -> Problem<usize, String> {
    let mut builder = ProblemBuilder::coloured();
    for (index, item) in instance.items.iter().enumerate() {
        match item.kind {
            ItemKind::Primary { min, max } => builder.primary_between(index, min, max).unwrap(),
            ItemKind::Secondary => builder.secondary(index).unwrap(),
        };
    }
    for spec in &instance.options {
        let mut option = builder.option();
        for entry in &spec.entries {
            option = match &entry.colour {
                Some(colour) => option.coloured(entry.item, colour.clone()),
                None => option.item(entry.item),
            };
        }
        option.cost(spec.cost).add().unwrap();
    }
    builder.build()
}

/// The lists as they are, to be compared before and after.
pub(super) fn state<const COLOURED: bool>(
    lists: &Lists<COLOURED>,
) -> impl PartialEq + use<COLOURED> {
    let links: Vec<(u32, u32)> = lists.links.iter().map(|link| (link.up, link.down)).collect();
    let items = (lists.next.clone(), lists.previous.clone());
    (links, items, lists.sizes.clone(), lists.colours.clone(), lists.noted)
}

fn walk<const COLOURED: bool>(problem: &Problem<usize, String>) {
    let mut walk = Walk::new(Lists::<COLOURED>::empty(), problem.matrix(), &Setup::default());
    if walk.then == Next::Choose {
        walk.moves.check_invariants();
    }
    let before = state(&walk.moves);
    // In tests, the search checks the invariants itself after every node that stays open.
    while walk.advance(&mut Budget::nodes(1)) != Step::Exhausted {}
    assert!(before == state(&walk.moves), "everything that was removed is back in its place");
}

#[test]
fn invariants_hold_after_every_node_and_everything_is_put_back() {
    for seed in 0..3_000 {
        walk::<true>(&build(&random_instance(seed, Shape::XCC)));
        let plain = build(&random_instance(seed, Shape::XC));
        walk::<true>(&plain);
        walk::<false>(&plain);
    }
}

#[test]
fn invariants_hold_whatever_item_is_chosen_and_whatever_it_costs() {
    fn walk<M: Moves>(moves: M, problem: &Problem<usize, String>, setup: &Setup) {
        let mut walk = Walk::new(moves, problem.matrix(), setup);
        walk.lower_ceiling(12);
        // In tests, the search checks the invariants itself after every node that stays open.
        while walk.advance(&mut Budget::nodes(3)) != Step::Exhausted {}
    }
    for seed in 0..3_000 {
        let problem = build(&random_instance(seed, Shape::ANY));
        let preferred = problem.matrix().primary_items().skip(1).step_by(2).collect();
        for branching in [
            Branching::Fewest,
            Branching::First,
            Branching::Preferred(preferred),
            Branching::WeightedDegree,
            Branching::RandomTies(seed),
        ] {
            let setup = Setup { branching, ..Setup::default() };
            walk(Multiple::<true>::empty(), &problem, &setup);
            walk(Priced::new(Multiple::<true>::empty()), &problem, &setup);
            if !problem.matrix().needs().multiplicities {
                walk(Lists::<true>::empty(), &problem, &setup);
                walk(Priced::new(Lists::<true>::empty()), &problem, &setup);
            }
        }
    }
}

#[test]
fn ties_go_to_the_item_that_was_declared_first() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(["b", "a"]).unwrap();
    for items in [["a"], ["b"], ["a"], ["b"]] {
        builder.add_option(items).unwrap();
    }
    let problem = builder.build();
    let mut searcher = Links.prepare(problem.matrix(), &Setup::default());
    let mut solution = Vec::new();
    assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Solution);
    searcher.solution(&mut solution);
    assert_eq!(solution, [1, 0].map(OptionId::new), "b before a, and options as they were added");
}

/// `a` and `b` have a single option each, and it is the same: covering `a` leaves `b` without options,
/// and yet nothing is lost, since the option that is taken has `b`.
#[test]
fn an_item_that_only_the_chosen_options_have_is_not_lost() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(["a", "b", "c"]).unwrap();
    builder.add_option(["a", "b"]).unwrap();
    builder.add_option(["c"]).unwrap();
    builder.add_option(["a"]).unwrap();
    let problem = builder.build();
    let mut searcher = Links.prepare(problem.matrix(), &Setup::default());
    assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Solution);
    assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Exhausted);
}
