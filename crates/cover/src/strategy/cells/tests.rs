use std::collections::BTreeSet;

use quadrille_testkit::generate::{Shape, random_instance};

use super::*;
use crate::builder::ProblemBuilder;
use crate::limits::Budget;
use crate::setup::{Branching, Order, Random};
use crate::strategy::links::tests::build;
use crate::strategy::walk::Next;
use crate::strategy::{Links, Step};

/// The sets as they are, to be compared before and after.
fn state<const COLOURED: bool>(sets: &Sets<COLOURED>) -> impl PartialEq + use<COLOURED> {
    let counts = (sets.active, sets.gone, sets.noted, sets.head, sets.listed, sets.lists.len());
    (sets.sizes.clone(), sets.bits.clone(), sets.paints.clone(), counts)
}

/// Goes through the whole tree; `copying` forces the sets to be restored in one way or the other.
fn walk<const COLOURED: bool>(matrix: &Matrix, setup: &Setup, copying: Option<u32>) {
    let mut walk = Walk::new(State::<COLOURED>::empty(), matrix, setup);
    if let Some(copying) = copying {
        walk.moves.sets.copying = copying;
    }
    if walk.then == Next::Choose {
        walk.moves.check_invariants();
    }
    let before = state(&walk.moves.sets);
    // In tests, the search checks the invariants itself after every node that stays open.
    while walk.advance(&mut Budget::nodes(1)) != Step::Exhausted {}
    walk.moves.unchoose();
    assert!(before == state(&walk.moves.sets), "everything that was removed is back in its place");
    assert!(walk.moves.sets.saved_sizes.is_empty() && walk.moves.sets.saved_bits.is_empty());
}

#[test]
fn invariants_hold_after_every_node_and_everything_is_put_back() {
    for seed in 0..3_000 {
        let setup = Setup::default();
        for copying in [None, Some(0), Some(u32::MAX)] {
            walk::<true>(build(&random_instance(seed, Shape::XCC)).matrix(), &setup, copying);
            let plain = build(&random_instance(seed, Shape::XC));
            walk::<true>(plain.matrix(), &setup, copying);
            walk::<false>(plain.matrix(), &setup, copying);
        }
    }
}

#[test]
fn invariants_hold_whatever_item_is_chosen() {
    for seed in 0..1_000 {
        let problem = build(&random_instance(seed, Shape::XCC));
        let preferred = problem.matrix().primary_items().skip(1).step_by(2).collect();
        for branching in [
            Branching::First,
            Branching::Preferred(preferred),
            Branching::WeightedDegree,
            Branching::RandomTies(seed),
        ] {
            let order = Order::Random(seed);
            let setup = Setup { branching, order, ..Setup::default() };
            walk::<true>(problem.matrix(), &setup, None);
        }
    }
}

#[test]
fn what_is_left_is_what_the_matrix_says_on_the_way_down_and_back() {
    let mut taken = [0; 3];
    for seed in 0..2_000 {
        let problem = build(&random_instance(seed, Shape::XCC));
        let matrix = problem.matrix();
        let mut state = State::<true>::empty();
        if !state.reset(matrix, &Setup::default(), None).possible {
            continue;
        }
        let mut random = Random::new(seed);
        let (mut levels, mut chosen) = (Vec::new(), Vec::new());
        while !state.is_complete() {
            check_what_is_left(&state, matrix, &chosen);
            let item = state.choose();
            let mut level = state.open(item);
            for _ in 0..random.below(level.of) {
                let passed = state.next(&level).unwrap();
                state.skip(&mut level, passed);
            }
            let option = state.next(&level).unwrap();
            let outcome = state.take(&mut level, option);
            taken[outcome as usize] += 1;
            levels.push(level);
            chosen.extend(state.option(option));
            if outcome != Taken::Open {
                break;
            }
        }
        while let Some(level) = levels.pop() {
            state.retract(&level);
            state.close(&level);
            chosen.pop();
            check_what_is_left(&state, matrix, &chosen);
        }
    }
    assert!(taken.iter().all(|&times| times > 100), "{taken:?}");
}

#[test]
fn items_are_found_in_long_and_in_short_lists() {
    // Pairs of items far apart, each with two options for both: at each level half of a long list and
    // then of ever shorter ones is covered, from both ends.
    let pairs = 2_000;
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..2 * pairs).unwrap();
    for pair in 0..pairs {
        for _ in 0..2 {
            builder.add_option([pair, 2 * pairs - 1 - pair]).unwrap();
        }
    }
    let problem = builder.build();
    let mut searcher = Cells.prepare(problem.matrix(), &Setup::default());
    assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Solution);
    let items: Vec<u32> = searcher.position().iter().map(|branch| branch.item.get()).collect();
    assert_eq!(items, (0..pairs).collect::<Vec<_>>(), "the item declared first, at each level");
    assert_eq!(searcher.advance(&mut Budget::nodes(1_000)), Step::Solution);
}

#[test]
fn the_tree_is_that_of_links_where_no_item_is_forced() {
    // Three options an item and none in common: sizes never fall to one, so that ties are the same.
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..5).unwrap();
    for option in 0..15 {
        builder.add_option([option % 5]).unwrap();
    }
    let problem = builder.build();
    let solutions = |strategy: &dyn Strategy| {
        let mut searcher = strategy.prepare(problem.matrix(), &Setup::default());
        let mut all = Vec::new();
        while searcher.advance(&mut Budget::unlimited()) == Step::Solution {
            let mut solution = Vec::new();
            searcher.solution(&mut solution);
            all.push(solution);
        }
        all
    };
    let all = solutions(&Cells);
    assert_eq!(all.len(), 243);
    assert_eq!(all, solutions(&Links), "the same solutions in the same order");
}

/// 64 and 65 options: a full word, and a word with one bit.
#[test]
fn sets_of_a_whole_word_lose_no_option() {
    for count in [1, 63, 64, 65, 128, 129] {
        let mut builder = ProblemBuilder::new();
        builder.primary_items(0..2).unwrap();
        for _ in 0..count {
            builder.add_option([0]).unwrap();
            builder.add_option([1]).unwrap();
        }
        let problem = builder.build();
        let mut searcher = Cells.prepare(problem.matrix(), &Setup::default());
        let mut budget = Budget::unlimited().with_solutions(u64::MAX);
        assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
        assert_eq!(searcher.statistics().solutions, count * count);
    }
}

/// Compares what a state says is left with what the chosen options leave by the matrix alone.
fn check_what_is_left(state: &State<true>, matrix: &Matrix, chosen: &[OptionId]) {
    let mut claims = vec![None; matrix.item_count()];
    for &option in chosen {
        for (item, colour) in matrix.entries(option) {
            claims[item.index()] = Some(colour);
        }
    }
    let is_left = |&option: &OptionId| {
        matrix.has_primary_item(option)
            && matrix.entries(option).all(|(item, colour)| match claims[item.index()] {
                None => true,
                Some(claimed) => claimed.is_some() && claimed == colour,
            })
    };
    let items: Vec<ItemId> =
        matrix.primary_items().filter(|item| claims[item.index()].is_none()).collect();
    assert_eq!(state.active_items().collect::<Vec<_>>(), items);
    assert_eq!(state.active_count() as usize, items.len());
    let live: Vec<OptionId> = state.live_options().collect();
    assert_eq!(state.live_count() as usize, live.len());
    let set: BTreeSet<OptionId> = live.iter().copied().collect();
    assert_eq!(set.len(), live.len(), "each once");
    assert_eq!(set, matrix.options().filter(is_left).collect());
}
