//! Files of diagrams, with a checksum that fits and without: they are refused, or what is loaded works,
//! comes to an end and agrees with itself. Diagrams of a small problem agree with its solutions.

#![no_main]

mod common;

use std::io::Write;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;
use quadrille_cover::{Diagram, OptionId, Problem, Search};
use serde_json::Value;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    // Too few bytes make no input.
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let problem = common::build(&common::instance(u)?);
    let solutions = Search::new().all(&problem).expect("all problems are taken").solutions;
    let diagram = Diagram::of_solutions(&problem, &solutions).expect("few nodes");
    assert_eq!(diagram.count(), solutions.len().into());
    for solution in &solutions {
        assert!(diagram.counted().rank(solution).is_some());
    }
    exercise(&diagram);

    let mut file = Vec::new();
    diagram.save(&problem, &mut file).expect("memory");
    assert_eq!(Diagram::load(&problem, file.as_slice()).expect("it was saved"), diagram);
    let end = file.iter().position(|&byte| byte == b'\n').expect("a first line");

    match u.int_in_range(0..=3)? {
        // Any bytes as a file, and behind a first line.
        0 => load(&problem, u.bytes(u.len())?),
        1 => load(&problem, &[&file[..=end], u.bytes(u.len())?].concat()),
        // The nodes that were saved, altered.
        2 => {
            let mut body = file[end + 1..file.len() - 32].to_vec();
            for _ in 0..u.int_in_range(1..=4)? {
                if !body.is_empty() {
                    let place = u.choose_index(body.len())?;
                    body[place] = u.arbitrary()?;
                }
            }
            load(&problem, &seal(&file[..end], &body));
        }
        // Any nodes.
        _ => {
            let mut header: Value = serde_json::from_slice(&file[..end]).expect("JSON");
            let nodes: u64 = u.int_in_range(0..=30)?;
            let root = if nodes == 0 { u.int_in_range(0..=2)? } else { nodes + 1 };
            (header["nodes"], header["root"]) = (nodes.into(), root.into());
            let mut body = Vec::new();
            for _ in 0..nodes {
                body.push(u.int_in_range(0..=problem.option_count() as u8 + 1)?);
                // ⊥, ⊤, and the nodes right before it.
                body.extend([u.int_in_range(0..=4u8)?, u.int_in_range(0..=9u8)?]);
            }
            load(&problem, &seal(header.to_string().as_bytes(), &body));
        }
    }
    Ok(())
}

/// A file of this first line and these nodes.
fn seal(header: &[u8], body: &[u8]) -> Vec<u8> {
    let text = [header, b"\n", body].concat();
    let checksum = Sha256::digest(&text);
    [text.as_slice(), &checksum].concat()
}

fn load(problem: &Problem<usize, String>, file: &[u8]) {
    match Diagram::load(problem, file) {
        Ok(diagram) => exercise(&diagram),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

fn exercise(diagram: &Diagram) {
    let counted = diagram.counted();
    let count = diagram.count();
    assert_eq!(counted.count(), count);
    assert_eq!(diagram.is_empty(), count == BigUint::ZERO);
    assert_eq!(diagram.sizes().into_iter().sum::<BigUint>(), count);
    assert_eq!(counted.marginals().len(), diagram.option_count());
    for (place, solution) in (0u64..20).zip(diagram.solutions()) {
        assert_eq!(counted.nth(&place.into()).as_ref(), Some(&solution));
        let _ = counted.rank(&solution);
    }
    assert_eq!(counted.nth(&count), None);
    let costs: Vec<u128> = counted.cheapest(10).map(|solution| solution.cost).collect();
    assert!(costs.is_sorted());
    assert_eq!(counted.samples(1).take(3).count(), if diagram.is_empty() { 0 } else { 3 });
    let options = diagram.solutions().take(500).last().unwrap_or_default();
    for (given, forbidden) in [(&options[..], &[][..]), (&[], &options), (&[], &[])] {
        let restricted = diagram.restrict(given, forbidden).expect("known options");
        assert!(restricted.count() <= count && restricted.shape().nodes <= diagram.shape().nodes);
    }
    if let Ok(plain) = diagram.without_products(20_000) {
        assert_eq!((plain.count(), plain.shape().products), (count, 0));
        plain.write_zdd(std::io::sink()).expect("a sink");
    }
    diagram.write_dot(std::io::sink().by_ref(), |option: OptionId| option).expect("a sink");
}
