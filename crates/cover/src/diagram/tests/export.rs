//! What is written for other programs, read back by naive readers.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::{Diagram, DiagramError};
use super::{Case, cases, check_invariants, fixed, sorted};
use crate::builder::ProblemBuilder;
use crate::ids::OptionId;

/// The sets of a ZDD in Knuth's text form, by its definition; options from 0.
fn read_zdd(text: &str) -> BTreeSet<Vec<usize>> {
    let mut sets: BTreeMap<u32, BTreeSet<Vec<usize>>> = BTreeMap::new();
    sets.insert(0, BTreeSet::new());
    sets.insert(1, BTreeSet::from([Vec::new()]));
    let mut last = 0;
    for line in text.lines() {
        let (node, rest) = line.split_once(": (~").expect("a node");
        let (variable, rest) = rest.split_once('?').expect("a variable");
        let (lo, hi) = rest.strip_suffix(')').and_then(|rest| rest.split_once(':')).expect("both");
        let [node, lo, hi] = [node, lo, hi].map(|n| u32::from_str_radix(n, 16).expect("a number"));
        let variable: usize = variable.parse().expect("a number");
        let mut made = sets[&lo].clone();
        let without = made.len();
        made.extend(sets[&hi].iter().map(|set| {
            let mut set = set.clone();
            // The last line is on no option.
            set.extend(variable.checked_sub(1));
            set.sort_unstable();
            set
        }));
        assert_eq!(made.len(), without + sets[&hi].len(), "a solution has one path");
        assert!(sets.insert(node, made).is_none(), "node {node} comes twice");
        last = node;
    }
    assert!(text.lines().last().is_some_and(|line| line.contains("(~0?0:")));
    sets.remove(&last).expect("a last line")
}

proptest! {
    #![proptest_config(fixed(300, 53))]

    #[test]
    fn a_zdd_has_the_same_solutions(case in cases()) {
        let Case { diagram, solutions, .. } = case;
        let mut written = Vec::new();
        diagram.write_zdd(&mut written).expect("memory");
        let expected: BTreeSet<Vec<usize>> =
            solutions.iter().map(|solution| sorted(solution)).collect();
        prop_assert_eq!(read_zdd(&String::from_utf8(written).expect("ASCII")), expected);
    }

    #[test]
    fn products_can_be_replaced(case in cases()) {
        let Case { diagram, solutions, .. } = case;
        let plain = diagram.without_products(usize::MAX).expect("few nodes");
        check_invariants(&plain);
        prop_assert_eq!(plain.shape().products, 0);
        prop_assert_eq!(plain.solutions().collect::<Vec<_>>(), solutions);
        let nodes = plain.nodes.len();
        prop_assert_eq!(diagram.without_products(nodes), Ok(plain));
        if nodes > 2 {
            let too_many = Err(DiagramError::TooManyNodes { most: nodes - 1 });
            prop_assert_eq!(diagram.without_products(nodes - 1), too_many);
        }
    }

    #[test]
    fn a_graph_has_a_line_for_each_node_and_each_way_down(case in cases()) {
        let diagram = case.diagram;
        let mut written = Vec::new();
        diagram.write_dot(&mut written, |option| format!("option {option}")).expect("memory");
        let written = String::from_utf8(written).expect("UTF-8");
        let shape = diagram.shape();
        let lines = |what: &str| written.lines().filter(|line| line.contains(what)).count();
        prop_assert_eq!(lines("[label=\"option "), shape.branches);
        prop_assert_eq!(lines("[label=\"×\""), shape.products);
        prop_assert_eq!(lines("shape=box"), 1);
        let solid = shape.branches + 2 * shape.products;
        prop_assert_eq!(lines(" -> ") - lines("style=dashed"), solid);
    }
}

#[test]
fn terminals_are_written_as_knuth_does() {
    let problem = ProblemBuilder::<&str>::new().build();
    let written = |sets: &[Vec<OptionId>]| {
        let mut written = Vec::new();
        let diagram = Diagram::of_solutions(&problem, sets).expect("no nodes");
        diagram.write_zdd(&mut written).expect("memory");
        String::from_utf8(written).expect("ASCII")
    };
    assert_eq!(written(&[]), "2: (~0?0:0)\n");
    assert_eq!(written(&[Vec::new()]), "2: (~0?0:1)\n");
}

#[test]
fn labels_cannot_break_out_of_their_quotes() {
    let mut builder = ProblemBuilder::new();
    builder.primary("a").expect("a new item");
    let option = builder.add_option(["a"]).expect("a known item");
    let diagram = Diagram::of_solutions(&builder.build(), &[[option]]).expect("one node");
    let mut written = Vec::new();
    diagram.write_dot(&mut written, |_| "\"];\n\\N\t\u{7}é").expect("memory");
    let written = String::from_utf8(written).expect("UTF-8");
    assert!(written.contains(r#"[label="\"];\n\\N\\t\\u{7}é"];"#), "{written}");
}
