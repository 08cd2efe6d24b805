//! The shards of a small problem: together they have as many solutions as the search. One of them, its document
//! altered: it is refused, or what comes of it are solutions, and an end. And any bytes as such documents.

#![no_main]

mod common;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_cover::shard::{Merge, Part, Plan, PlanError, ShardFile};
use quadrille_cover::{Search, strategy, verify};
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = ShardFile::from_json(bytes) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    if let Ok(part) = serde_json::from_slice::<Part>(bytes) {
        let _ = Merge::new().add(part);
    }
    // Too few bytes make no input.
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let instance = common::instance(u)?;
    let problem = common::build(&instance);
    let (shards, seed) = (u.int_in_range(1..=6)?, u.int_in_range(0..=3)?);
    for &strategy in strategy::ALL {
        let search = Search::new().strategy(strategy);
        let plan = match Plan::new(&problem, &search, shards, seed) {
            Ok(plan) => plan,
            Err(PlanError::Search(_)) => continue,
            Err(error) => panic!("{error}"),
        };
        let whole = search.count(&problem).expect("it took it before");
        let files = ShardFile::all(&problem, &search, &plan);
        let mut merge = Merge::new();
        for file in &files {
            let read = ShardFile::from_json(file.to_json().as_bytes()).expect("as it was written");
            let shard = read.shard(&problem, &search).expect("its own");
            let outcome = shard.count(&problem, &search).expect("its own");
            merge.add(Part::new(&read.id(), &outcome)).expect("of one plan");
        }
        let merged = merge.result();
        assert!(merged.is_exact());
        assert_eq!(merged.solutions, whole.total());
        assert_eq!(merged.nodes, u128::from(whole.statistics.nodes));

        let Some(file) = files.get(u.choose_index(files.len())?) else { continue };
        let mut document = serde_json::to_value(file).expect("JSON");
        for _ in 0..u.int_in_range(1..=3)? {
            alter(&mut document, u)?;
        }
        let Ok(altered) = serde_json::from_value::<ShardFile>(document) else { continue };
        let Ok(shard) = altered.shard(&problem, &search) else { continue };
        let mut solutions = shard.solutions(&problem, &search).expect("it was tried");
        while let Some(options) = solutions.next_borrowed() {
            verify(&problem, options).expect("a solution");
        }
        assert!(solutions.verdict().is_some_and(|verdict| verdict.is_exhausted()));
    }
    Ok(())
}

/// Alters something in a document: goes down at random, and changes what it comes to.
fn alter(document: &mut Value, u: &mut Unstructured<'_>) -> Result<()> {
    let mut at = document;
    loop {
        let deeper = match &*at {
            Value::Array(list) => !list.is_empty() && u.ratio(7, 8)?,
            Value::Object(_) => true,
            _ => false,
        };
        if !deeper {
            break;
        }
        at = match at {
            Value::Array(list) => {
                let index = u.choose_index(list.len())?;
                &mut list[index]
            }
            // Most of the fields are compared: what is read is in these.
            Value::Object(fields) => {
                let of_piece = fields.contains_key("path");
                let names: &[&str] = match of_piece {
                    true => &["billionths", "path"],
                    false => &["pieces", "pieces", "pieces", "shard", "of", "nodes", "profile"],
                };
                &mut fields[*u.choose(names)?]
            }
            _ => return Ok(()),
        };
    }
    match at {
        Value::Array(list) => {
            if list.is_empty() || u.arbitrary()? {
                list.push(Value::from(u.int_in_range(0..=9u32)?));
            } else if u.arbitrary()? {
                let index = u.choose_index(list.len())?;
                let again = list[index].clone();
                list.push(again);
            } else {
                list.remove(u.choose_index(list.len())?);
            }
        }
        other => {
            *other = match u.int_in_range(0..=3)? {
                0 => Value::Null,
                1 => Value::from(u.arbitrary::<u32>()?),
                _ => Value::from(u.int_in_range(0..=12u32)?),
            }
        }
    }
    Ok(())
}
