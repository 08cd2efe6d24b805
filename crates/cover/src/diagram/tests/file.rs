//! Files: what is saved comes back, and what is not as it was saved is refused.

use proptest::prelude::*;
use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::{Shape, random_instance};
use sha2::{Digest, Sha256};

use super::super::{Diagram, LoadError};
use super::{Case, cases, fixed};
use crate::strategy::build;
use crate::text;

fn saved(case: &Case) -> Vec<u8> {
    let mut file = Vec::new();
    case.diagram.save(&case.problem, &mut file).expect("its own problem");
    file
}

proptest! {
    #![proptest_config(fixed(300, 52))]

    #[test]
    fn what_is_saved_is_loaded(case in cases()) {
        let loaded = Diagram::load(&case.problem, saved(&case).as_slice());
        prop_assert_eq!(loaded.expect("it was saved"), case.diagram);
    }

    #[test]
    fn a_changed_byte_a_cut_and_an_addition_are_refused(case in cases(), seed: u64) {
        let file = saved(&case);
        let mut random = SplitMix64::new(seed);
        for _ in 0..20 {
            let mut other = file.clone();
            let place = random.below(file.len());
            match random.below(3) {
                0 => other[place] ^= 1 << random.below(8),
                1 => other.truncate(place),
                _ => other.insert(place, random.next_u64() as u8),
            }
            // Who puts the same byte beside itself changes nothing but the length.
            let error = Diagram::load(&case.problem, other.as_slice()).expect_err("not as it was");
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn any_nodes_make_a_diagram_that_works_or_none(seed: u64, case in cases()) {
        let file = saved(&case);
        let mut random = SplitMix64::new(seed);
        for _ in 0..10 {
            let nodes = random.below(12);
            let mut body = Vec::new();
            for number in 0..nodes {
                // Numbers that fit, most often, and the node before as a child, so that it is reached.
                let beyond = usize::from(random.chance(2));
                body.push(random.below(case.diagram.option_count() + 1 + beyond) as u8);
                let other = random.below(number + 2 + beyond) as u8;
                let children = [if number == 0 { 1 } else { 2 }, other];
                let swap = usize::from(random.chance(50));
                body.extend([children[swap], children[1 - swap]]);
            }
            let root = if nodes == 0 { random.below(2) } else { nodes + 1 };
            let forged = forge(&file, nodes as u64, root as u64, &body);
            if let Ok(diagram) = Diagram::load(&case.problem, forged.as_slice()) {
                use_everything(&diagram);
            }
        }
    }
}

/// A file of the same problem with other nodes, and a checksum that fits.
fn forge(file: &[u8], nodes: u64, root: u64, body: &[u8]) -> Vec<u8> {
    let end = file.iter().position(|&byte| byte == b'\n').expect("a first line");
    let mut header: serde_json::Value = serde_json::from_slice(&file[..end]).expect("JSON");
    header["nodes"] = nodes.into();
    header["root"] = root.into();
    seal(&[header.to_string().as_bytes(), b"\n", body].concat())
}

fn seal(text: &[u8]) -> Vec<u8> {
    [text, &Sha256::digest(text)].concat()
}

/// Every operation comes to an end; what counts the same things gives the same numbers.
fn use_everything(diagram: &Diagram) {
    let counted = diagram.counted();
    assert_eq!(counted.count(), diagram.count());
    assert_eq!(diagram.sizes().into_iter().sum::<num_bigint::BigUint>(), diagram.count());
    counted.marginals();
    for (place, solution) in (0u64..50).zip(diagram.solutions()) {
        assert_eq!(counted.nth(&place.into()), Some(solution.clone()));
        counted.rank(&solution);
    }
    let costs: Vec<u128> = counted.cheapest(20).map(|solution| solution.cost).collect();
    assert!(costs.is_sorted());
    counted.samples(1).take(5).for_each(drop);
    let options: Vec<_> = diagram.solutions().next().unwrap_or_default();
    diagram.restrict(&options, &[]).expect("known options");
    diagram.restrict(&[], &options).expect("known options");
    let plain = diagram.without_products(10_000).expect("few nodes");
    assert_eq!(plain.count(), diagram.count());
    diagram.write_dot(Vec::new(), |option| option).expect("memory");
}

/// A problem of 3 options, its diagram's file, and the same with other nodes.
fn refusal(nodes: u64, root: u64, body: &[u8]) -> String {
    let problem = text::read("a b\na\nb\na b\n").expect("a problem");
    let diagram = Diagram::of_solutions(&problem, &Vec::<Vec<_>>::new()).expect("few nodes");
    let mut file = Vec::new();
    diagram.save(&problem, &mut file).expect("memory");
    let forged = forge(&file, nodes, root, body);
    Diagram::load(&problem, forged.as_slice()).expect_err("an unsound diagram").to_string()
}

#[test]
fn errors_say_what_is_wrong_with_which_node() {
    let cases: [(u64, u64, &[u8], &str); 13] = [
        (1, 2, &[4, 1, 0], "no sound diagram: node 2: the problem has no such option"),
        (1, 2, &[1, 0, 1], "no sound diagram: node 2: no solution takes its option"),
        (1, 2, &[1, 2, 0], "no sound diagram: node 2: a child is not before it"),
        (2, 3, &[1, 1, 0, 0, 2, 1], "no sound diagram: node 3: it is a product with a terminal"),
        (2, 3, &[1, 1, 0, 0, 2, 2], "no sound diagram: node 3: a solution has an option twice"),
        (2, 3, &[1, 1, 0, 2, 1, 0], "no sound diagram: node 2: the root does not reach it"),
        (1, 1, &[1, 1, 0], "no sound diagram: node 1: the root is not the last node"),
        (0, 2, &[], "no sound diagram: node 2: the root is not the last node"),
        (1, 2, &[1, 0x81, 0, 0], "no sound diagram: node 2: a number is not one"),
        (1, 2, &[0xff; 9], "no sound diagram: node 2: a number is not one"),
        (1 << 32, 2, &[], "no sound diagram: node 4294967297: there are more than 2^32 - 2"),
        // The checksum is taken for nodes until the file ends.
        (1000, 1001, &[1, 1, 0], "no sound diagram"),
        (1, 2, &[1, 1, 0, 0], "the diagram is damaged: its checksum does not fit"),
    ];
    for (nodes, root, body, message) in cases {
        let found = refusal(nodes, root, body);
        assert!(found.starts_with(message), "{found}, not {message}");
    }
}

#[test]
fn other_files_problems_and_versions_are_refused() {
    let problem = text::read("a b\na |1\nb\na b\n").expect("a problem");
    let other = text::read("a b\na |2\nb\na b\n").expect("a problem");
    let diagram = Diagram::of_solutions(&problem, &[[crate::OptionId::new(2)]]).expect("one node");
    let mut file = Vec::new();
    diagram.save(&problem, &mut file).expect("memory");
    assert!(matches!(Diagram::load(&other, file.as_slice()), Err(LoadError::Problem)));
    assert_eq!(
        diagram.save(&other, Vec::new()).map_err(|error| error.to_string()),
        Err("the diagram is of another problem".to_owned())
    );

    let text = String::from_utf8_lossy(&file).into_owned();
    let load = |text: &str| match Diagram::load(&problem, text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{text}"),
    };
    let format = text.replace("quadrille-diagram", "quadrille-shard");
    assert_eq!(
        load(&format),
        "no diagram: its format is \"quadrille-shard\", not \"quadrille-diagram\""
    );
    let version = text.replace("\"version\":1", "\"version\":2");
    assert_eq!(
        load(&version),
        "the diagram is in version 2 of its format: this program reads version 1"
    );
    assert!(load("").starts_with("no diagram: EOF"));
    assert!(load(&"x".repeat(10_000)).starts_with("no diagram: expected value"));
    let cut = Diagram::load(&problem, &file[..file.len() - 33]);
    assert!(matches!(cut, Err(LoadError::CutOff { nodes: 0, of: 1 })), "{cut:?}");
    let cut = Diagram::load(&problem, &file[..file.len() - 1]);
    assert!(matches!(cut, Err(LoadError::CutOff { nodes: 1, of: 1 })), "{cut:?}");
    file.push(b'\n');
    assert!(matches!(Diagram::load(&problem, file.as_slice()), Err(LoadError::Trailing)));
}

#[test]
fn errors_of_streams_are_told() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no disk"))
        }
    }
    impl std::io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no disk"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let problem = build(&random_instance(1, Shape::XC));
    let error = Diagram::load(&problem, Broken).expect_err("it is broken");
    assert_eq!(error.to_string(), "cannot read the diagram: no disk");
    let diagram = Diagram::of_solutions(&problem, &Vec::<Vec<_>>::new()).expect("no nodes");
    assert_eq!(diagram.save(&problem, Broken).expect_err("it is broken").to_string(), "no disk");
    assert!(diagram.write_zdd(Broken).is_err() && diagram.write_dot(Broken, |o| o).is_err());
}
