//! Diagrams of small random problems, by a recursive Algorithm X that splits what falls apart, against
//! the definition of what each operation gives and the oracle of the testkit.

mod dominoes;
mod export;
#[cfg(feature = "checkpoint")]
mod file;
mod large;
mod operations;
mod samples;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, ItemKind, oracle};

use super::builder::DiagramBuilder;
use super::{BOTTOM, Diagram, Kind, TOP};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::strategy::build;

/// A diagram of a random problem.
#[derive(Debug)]
struct Case {
    #[cfg_attr(not(feature = "checkpoint"), allow(dead_code, reason = "files are of a problem"))]
    problem: Problem<usize, String>,
    diagram: Diagram,
    /// The solutions in the order of the diagram, by its definition.
    solutions: Vec<Vec<OptionId>>,
}

fn fixed(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::default() }
}

/// Random problems with colours and costs, of one part or of two that share nothing; diagrams by
/// Algorithm X, and by the list of solutions.
fn cases() -> impl Strategy<Value = Case> {
    let one = instances(Shape::XCC.with_costs());
    let small = || instances(Shape::XCC.with_costs().with_sizes(7, 9));
    let two = (small(), small()).prop_map(|(one, other)| beside(one, other));
    let any = instances(Shape::ANY);
    prop_oneof![
        2 => one.prop_map(|instance| Case::of_search(&instance)),
        2 => two.prop_map(|instance| Case::of_search(&instance)),
        1 => any.prop_map(|instance| Case::of_list(&instance)),
    ]
}

/// Two problems as one.
fn beside(mut one: Instance, other: Instance) -> Instance {
    let shift = one.items.len();
    one.items.extend(other.items.into_iter().map(|mut item| {
        item.name.push('\'');
        item
    }));
    one.options.extend(other.options.into_iter().map(|mut option| {
        option.entries.iter_mut().for_each(|entry| entry.item += shift);
        option
    }));
    one
}

impl Case {
    fn of_search(instance: &Instance) -> Self {
        let problem = build(instance);
        let diagram = AlgorithmX::new(instance).diagram(&problem);
        Case::new(instance, problem, diagram)
    }

    fn of_list(instance: &Instance) -> Self {
        let problem = build(instance);
        let solutions: Vec<Vec<OptionId>> = oracle::solutions(instance)
            .expect("a sound instance")
            .iter()
            .map(|solution| solution.iter().rev().map(|&o| OptionId::new(o as u32)).collect())
            .collect();
        let diagram = Diagram::of_solutions(&problem, &solutions).expect("few nodes");
        Case::new(instance, problem, diagram)
    }

    fn new(instance: &Instance, problem: Problem<usize, String>, diagram: Diagram) -> Self {
        let solutions = by_definition(&diagram, diagram.root);
        let mut found: Vec<Vec<usize>> =
            solutions.iter().map(|solution| sorted(solution)).collect();
        found.sort_unstable();
        assert_eq!(Ok(found), oracle::solutions(instance));
        check_invariants(&diagram);
        Case { problem, diagram, solutions }
    }
}

fn sorted(options: &[OptionId]) -> Vec<usize> {
    let mut numbers: Vec<usize> = options.iter().map(|option| option.index()).collect();
    numbers.sort_unstable();
    numbers
}

/// The solutions of a node, in order.
fn by_definition(diagram: &Diagram, node: u32) -> Vec<Vec<OptionId>> {
    match diagram.kind(node) {
        Kind::Bottom => Vec::new(),
        Kind::Top => vec![Vec::new()],
        Kind::Branch { option, hi, lo } => {
            let taking = by_definition(diagram, hi).into_iter();
            let taking = taking.map(|rest| [vec![OptionId::new(option)], rest].concat());
            taking.chain(by_definition(diagram, lo)).collect()
        }
        Kind::Product { left, right } => {
            let right = by_definition(diagram, right);
            let left = by_definition(diagram, left).into_iter();
            left.flat_map(|one| {
                right.iter().map(move |other| [one.clone(), other.clone()].concat())
            })
            .collect()
        }
    }
}

/// The invariants of [`Diagram`] but the last.
fn check_invariants(diagram: &Diagram) {
    let mut reached = BTreeSet::from([diagram.root]);
    for number in diagram.numbers().rev() {
        assert!(reached.contains(&number), "node {number} is not reached");
        let [one, other] = diagram.children(number);
        assert!(one < number && other < number);
        match diagram.kind(number) {
            Kind::Bottom | Kind::Top => panic!("node {number} is a terminal"),
            Kind::Branch { option, hi, .. } => {
                assert_ne!(hi, BOTTOM);
                assert!((option as usize) < diagram.option_count);
            }
            Kind::Product { left, right } => assert!(left.min(right) > TOP),
        }
        reached.extend([one, other]);
    }
    let nodes: BTreeSet<[u32; 3]> =
        diagram.nodes[2..].iter().map(|node| [node.option, node.hi, node.lo]).collect();
    assert_eq!(nodes.len(), diagram.nodes.len() - 2, "two nodes are equal");
}

/// Algorithm X for problems whose primary items are covered once.
struct AlgorithmX<'i> {
    instance: &'i Instance,
    builder: DiagramBuilder,
}

impl<'i> AlgorithmX<'i> {
    fn new(instance: &'i Instance) -> Self {
        AlgorithmX { instance, builder: DiagramBuilder::new() }
    }

    fn diagram(mut self, problem: &Problem<usize, String>) -> Diagram {
        let items = (0..self.instance.items.len()).filter(|&item| self.is_primary(item)).collect();
        let options: Vec<usize> = (0..self.instance.options.len())
            .filter(|&option| self.instance.has_primary(option))
            .collect();
        let root = self.node(items, options);
        self.builder.finish(root, problem.matrix())
    }

    fn is_primary(&self, item: usize) -> bool {
        matches!(self.instance.items[item].kind, ItemKind::Primary { .. })
    }

    fn has(&self, option: usize, item: usize) -> bool {
        self.instance.options[option].entries.iter().any(|entry| entry.item == item)
    }

    /// Whether two options can be in a solution together.
    fn agree(&self, one: usize, other: usize) -> bool {
        let other = &self.instance.options[other].entries;
        self.instance.options[one].entries.iter().all(|entry| {
            other.iter().filter(|theirs| theirs.item == entry.item).all(|theirs| {
                !self.is_primary(entry.item)
                    && entry.colour.is_some()
                    && entry.colour == theirs.colour
            })
        })
    }

    /// The node for covering these items by some of these options, all of which are possible.
    fn node(&mut self, items: BTreeSet<usize>, options: Vec<usize>) -> u32 {
        let Some(&first) = items.first() else { return TOP };
        let part = self.part(&items, &options, first);
        if part != items {
            let (mine, others): (Vec<usize>, Vec<usize>) = options
                .iter()
                .partition(|&&option| part.iter().any(|&item| self.has(option, item)));
            let rest = items.difference(&part).copied().collect();
            let left = self.node(part, mine);
            let right = self.node(rest, others);
            return self.builder.product(left, right).expect("few nodes");
        }
        let number =
            |&item: &usize| options.iter().filter(|&&option| self.has(option, item)).count();
        let item = items.iter().copied().min_by_key(number).unwrap_or(first);
        let mut left: Vec<usize> = options;
        let choices: Vec<usize> =
            left.iter().copied().filter(|&option| self.has(option, item)).collect();
        let mut node = BOTTOM;
        for &option in choices.iter().rev() {
            let rest = items.iter().copied().filter(|&item| !self.has(option, item)).collect();
            let possible =
                left.iter().copied().filter(|&other| self.agree(option, other)).collect();
            let hi = self.node(rest, possible);
            node = self.builder.branch(option as u32, hi, node).expect("few nodes");
            left.retain(|&other| other != option);
        }
        node
    }

    /// The items that hang together with the first one.
    fn part(&self, items: &BTreeSet<usize>, options: &[usize], first: usize) -> BTreeSet<usize> {
        let mut part = BTreeSet::from([first]);
        loop {
            let touching: Vec<usize> = options
                .iter()
                .copied()
                .filter(|&option| part.iter().any(|&item| self.has(option, item)))
                .collect();
            let more: BTreeSet<usize> = options
                .iter()
                .copied()
                .filter(|&option| touching.iter().any(|&mine| !self.agree(mine, option)))
                .flat_map(|option| self.instance.options[option].entries.iter())
                .map(|entry| entry.item)
                .filter(|item| items.contains(item) && !part.contains(item))
                .collect();
            if more.is_empty() {
                return part;
            }
            part.extend(more);
        }
    }
}
