//! Shards in files, their checkpoints, and the merging of what they have come to.

use crate::common::{TextProblem, queens};
use quadrille_cover::checkpoint::{Checkpoint, CheckpointError};
use quadrille_cover::shard::{Merge, MergeError, Part, Plan, ShardError, ShardFile};
use quadrille_cover::{
    BigUint, Branching, OptionId, Order, Search, SearchError, Step, Verdict, strategy, text,
};
use sha2::{Digest, Sha256};
use std::time::Duration;

fn files(problem: &TextProblem, search: &Search, shards: u32, seed: u64) -> Vec<ShardFile> {
    let plan = Plan::new(problem, search, shards, seed).expect("it takes it");
    ShardFile::all(problem, search, &plan)
}

/// What each shard comes to.
fn parts(problem: &TextProblem, search: &Search, shards: u32, seed: u64) -> Vec<Part> {
    let part = |file: &ShardFile| {
        let shard = file.shard(problem, search).expect("its own");
        Part::new(&file.id(), &shard.count(problem, search).expect("its own"))
    };
    files(problem, search, shards, seed).iter().map(part).collect()
}

fn merged(parts: &[Part]) -> Merge {
    let mut merge = Merge::new();
    parts.iter().for_each(|part| merge.add(part.clone()).expect("of one plan"));
    merge
}

#[test]
fn a_shard_is_written_and_read_back_the_same() {
    // With multiplicities there are branches that take no option.
    let multiple = text::read("a 0:2|b 1:3|c | x\na x\na b x:p\nb c x:p\nc\nb\nc x:q\n");
    let multiple = multiple.expect("sound");
    for problem in [&queens(7), &multiple] {
        let search = Search::new().forbid([OptionId::new(4)]);
        let plan = Plan::new(problem, &search, 3, 9).expect("it takes it");
        for (file, shard) in ShardFile::all(problem, &search, &plan).iter().zip(plan.shards()) {
            let json = file.to_json();
            let read = ShardFile::from_json(json.as_bytes()).expect("whole");
            assert_eq!(&read, file);
            assert_eq!(read.to_json(), json);
            assert_eq!(&read.shard(problem, &search).expect("its own"), shard);
            assert_eq!((read.id().number(), read.id().of()), (shard.number(), 3));
            assert_eq!(read.pieces(), shard.pieces().len());
        }
    }
}

#[test]
fn counts_of_all_shards_are_merged_in_any_order() {
    let problem = queens(8);
    for strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
        let search = Search::new().strategy(*strategy);
        let whole = search.count(&problem).expect("it takes it");
        let mut parts = parts(&problem, &search, 5, 1);
        parts.reverse();
        let result = merged(&parts).result();
        assert!(result.is_exact());
        assert_eq!((result.of, result.solutions), (5, 92u32.into()));
        // A count by sub-problems visits fewer than the shards, which know nothing of each other.
        if strategy.name() != "dd" {
            assert_eq!(result.nodes, u128::from(whole.statistics.nodes));
        }
    }
}

#[test]
fn what_is_missing_or_unfinished_is_named_and_the_sum_is_not_exact() {
    let problem = queens(8);
    let search = Search::new();
    let parts = parts(&problem, &search, 5, 1);
    let result = merged(&[parts[0].clone(), parts[3].clone()]).result();
    assert!(!result.is_exact());
    assert_eq!((result.missing, result.unfinished), (vec![2, 3, 5], vec![]));
    let file = &files(&problem, &search, 5, 1)[2];
    let brief = search.clone().node_budget(3);
    let outcome = file.shard(&problem, &search).expect("its own").count(&problem, &brief);
    let part = Part::new(&file.id(), &outcome.expect("fits"));
    assert!(!part.is_exhausted());
    let mut all = parts.clone();
    all[2] = part;
    let result = merged(&all).result();
    assert!(!result.is_exact());
    assert_eq!((result.missing, result.unfinished), (vec![], vec![3]));
    assert!(!Merge::new().result().is_exact(), "nothing is no result");
}

#[test]
fn repeated_and_foreign_parts_are_refused_and_change_nothing() {
    let problem = queens(8);
    let search = Search::new();
    let own = parts(&problem, &search, 3, 1);
    let mut merge = merged(&own[..2]);
    let before = merge.result();
    let links = Search::new().strategy(&strategy::Links);
    let given = Search::new().given([OptionId::new(0)]);
    let (number, of) = (1, 3);
    for (part, error) in [
        (own[0].clone(), MergeError::Repeated { number, of }),
        (parts(&queens(7), &search, 3, 1)[0].clone(), MergeError::Problem { number, of }),
        (
            parts(&problem, &search, 4, 1)[2].clone(),
            MergeError::Shards { number: 3, of: 4, expected: 3 },
        ),
        (parts(&problem, &search, 3, 2)[0].clone(), MergeError::Plan { number, of }),
        (parts(&problem, &links, 3, 1)[0].clone(), MergeError::Plan { number, of }),
        (parts(&problem, &given, 3, 1)[0].clone(), MergeError::Plan { number, of }),
    ] {
        assert_eq!(merge.add(part), Err(error));
        assert_eq!(merge.result(), before);
    }
    merge.add(own[2].clone()).expect("the one that is missing");
    assert!(merge.result().is_exact());
}

#[test]
fn a_part_that_was_changed_is_refused() {
    let part = parts(&queens(8), &Search::new(), 3, 1).remove(1);
    let json = serde_json::to_string(&part).expect("JSON");
    let read = |json: &str| serde_json::from_str::<Part>(json);
    assert_eq!(read(&json).expect("a part"), part);
    let solutions = format!("\"solutions\":\"{}\"", part.solutions());
    assert!(json.contains(&solutions));
    for (from, to) in [
        (solutions.as_str(), "\"solutions\":\"1000\""),
        ("\"number\":2", "\"number\":3"),
        ("\"exhausted\":true", "\"exhausted\":false"),
    ] {
        let changed = read(&json.replace(from, to)).expect("a part");
        assert_ne!(changed, part);
        assert_eq!(Merge::new().add(changed), Err(MergeError::Damaged), "{to}");
    }
    assert!(read(&json.replace("\"number\"", "\"nummer\"")).is_err());
}

#[test]
fn counts_as_numbers_as_large_as_they_are_do_not_overflow() {
    let mut json = serde_json::to_value(parts(&queens(8), &Search::new(), 2, 1)).expect("JSON");
    let mut merge = Merge::new();
    for part in json.as_array_mut().expect("two") {
        part["solutions"] = u64::MAX.into();
        let text = |name: &str| part[name].to_string();
        let fields =
            ["number", "of", "problem", "plan", "solutions", "nodes", "updates", "exhausted"];
        let sum = Sha256::digest(fields.map(text).join(" "));
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        part["checksum"] = sum.into();
        merge.add(serde_json::from_value(part.clone()).expect("a part")).expect("sound");
    }
    assert_eq!(merge.result().solutions, BigUint::from(u64::MAX) * 2u32);
}

#[test]
fn what_is_no_whole_shard_is_refused_by_name() {
    let problem = queens(6);
    let json = files(&problem, &Search::new(), 2, 1)[0].to_json();
    let error = |text: &str| ShardFile::from_json(text.as_bytes()).expect_err("refused");
    for end in [0, 1, json.len() / 2, json.len() - 2] {
        assert!(matches!(error(&json[..end]), ShardError::Malformed(_)), "{end}");
    }
    assert!(matches!(error("[]"), ShardError::Malformed(_)));
    let of_another_kind = json.replace("quadrille-shard", "quadrille-cover");
    assert!(matches!(error(&of_another_kind), ShardError::Format(_)));
    let version = json.replace("\"version\":1", "\"version\":2");
    assert!(matches!(error(&version), ShardError::Version { .. }));
    let program = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let program = json.replace(&program, "\"program\":\"0.0.7\"");
    assert_eq!(
        error(&program).to_string(),
        format!(
            "the shard was written by version 0.0.7: this is version {}, which reads format 1",
            env!("CARGO_PKG_VERSION")
        )
    );
    for (from, to) in
        [("\"shard\":1", "\"shard\":2"), ("\"of\":2", "\"of\":3"), ("\"seed\":1", "\"seed\":2")]
    {
        assert!(json.contains(from));
        assert!(matches!(error(&json.replacen(from, to, 1)), ShardError::Damaged), "{to}");
    }
}

/// The document with a change and the checksum that it should have then.
fn forged(file: &ShardFile, from: &str, to: &str) -> ShardFile {
    let json = file.to_json();
    assert!(json.contains(from), "{from}: {json}");
    let (body, _) = json.rsplit_once(",\"checksum\":").expect("at the end");
    let body = body.replacen(from, to, 1);
    let bare = format!("{body},\"checksum\":\"\"}}\n");
    let sum: String = Sha256::digest(&bare).iter().map(|byte| format!("{byte:02x}")).collect();
    let json = format!("{body},\"checksum\":\"{sum}\"}}\n");
    ShardFile::from_json(json.as_bytes()).expect("its checksum fits")
}

#[test]
fn a_shard_that_is_none_of_a_plan_is_refused_though_its_checksum_fits() {
    let problem = queens(6);
    let search = Search::new();
    let file = &files(&problem, &search, 2, 1)[0];
    assert!(forged(file, "\"seed\":1", "\"seed\":1").shard(&problem, &search).is_ok());
    let refused = |from: &str, to: &str| {
        forged(file, from, to).shard(&problem, &search).expect_err("refused")
    };
    for number in ["0", "3", "4294967295"] {
        let error = refused("\"shard\":1", &format!("\"shard\":{number}"));
        assert!(matches!(error, ShardError::Unsound(_)), "{error}");
    }
    assert!(matches!(refused("\"of\":2", "\"of\":65537"), ShardError::Unsound(_)));
    let json = file.to_json();
    let (_, weight) = json.split_once("\"billionths\":").expect("a piece");
    let (weight, _) = weight.split_once(',').expect("its path");
    let error = refused(&format!(":{weight},\"path\""), ":1000000001,\"path\"");
    assert_eq!(
        error.to_string(),
        "the shard is not one of a plan: a piece is larger than the whole"
    );
    let (from, _) = json.split_once("},{\"billionths\"").expect("several pieces");
    let (_, first) = from.split_once("\"pieces\":[").expect("pieces");
    let error = refused(first, &format!("{first}}},{first}"));
    assert_eq!(error.to_string(), "the shard is not one of a plan: its pieces overlap");
    // The path to an item that is not there; counters that no search can have.
    let error = refused("\"path\":[[", "\"path\":[[9");
    assert!(matches!(error, ShardError::Search(SearchError::State(_))), "{error}");
    let error = refused("\"nodes\":", "\"nodes\":7");
    assert!(matches!(error, ShardError::Search(SearchError::State(_))), "{error}");
}

#[test]
fn a_shard_of_another_problem_or_search_is_refused_by_name() {
    let problem = queens(6);
    let file = &files(&problem, &Search::new().order(Order::Random(1)), 2, 1)[0];
    let message = |problem: &TextProblem, search: Search| {
        file.shard(problem, &search).expect_err("refused").to_string()
    };
    let search = || Search::new().order(Order::Random(1));
    assert_eq!(message(&queens(5), search()), "the shard is of another problem");
    for (other, setting) in [
        (search().order(Order::Random(2)), "order was random with seed 1, not random with seed 2"),
        (Search::new(), "order was random with seed 1, not as added"),
        (search().branching(Branching::First), "branching was fewest, not first"),
        (search().given([OptionId::new(3)]), "list of given options was none, not 3"),
        (search().forbid([OptionId::new(3)]), "list of forbidden options was none, not 3"),
        (search().strategy(&strategy::Cells), "strategy was links, not cells"),
    ] {
        let expected = format!("the shard is of another search: its {setting}");
        assert_eq!(message(&problem, other), expected);
    }
    assert!(file.shard(&problem, &search().node_budget(1).limit(1)).is_ok());
}

#[test]
fn a_shard_is_saved_and_taken_up_again() {
    let problem = queens(7);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search.json");
    let search = Search::new();
    let files = files(&problem, &search, 3, 1);
    let mut total = 0;
    for file in &files {
        let shard = file.shard(&problem, &search).expect("its own");
        let expected: Vec<_> = shard.solutions(&problem, &search).expect("fits").collect();
        let mut found = Vec::new();
        let mut solutions = shard.solutions(&problem, &search).expect("fits");
        loop {
            Checkpoint::of_shard(&problem, &search, &file.id(), &solutions)
                .write(&path)
                .expect("written");
            let saved = Checkpoint::read(&path).expect("whole");
            solutions = saved.resume_shard(&problem, &search, &shard, &file.id()).expect("its own");
            match solutions.advance(1, Duration::MAX) {
                Step::Solution => found.push(solutions.current().to_vec()),
                _ => break,
            }
        }
        assert_eq!(solutions.verdict(), Some(Verdict::Exhausted));
        assert_eq!(found, expected);
        total += found.len();
    }
    assert_eq!(total, 40);
}

#[test]
fn a_checkpoint_of_another_shard_or_of_the_whole_search_is_refused() {
    let problem = queens(7);
    let search = Search::new();
    let all = files(&problem, &search, 2, 1);
    let shard = |file: &ShardFile| file.shard(&problem, &search).expect("its own");
    let solutions = shard(&all[0]).solutions(&problem, &search).expect("fits");
    let saved = Checkpoint::of_shard(&problem, &search, &all[0].id(), &solutions);
    let error = |result: Result<_, CheckpointError>| match result {
        Err(error @ CheckpointError::Setting { setting: "part", .. }) => error.to_string(),
        other => panic!("{:?}", other.map(|_: quadrille_cover::Solutions<'_>| ())),
    };
    let other = saved.resume_shard(&problem, &search, &shard(&all[1]), &all[1].id());
    let message = error(other);
    assert!(message.contains("its part was shard 1 of 2 of the plan"), "{message}");
    assert!(message.contains("not shard 2 of 2 of the plan"), "{message}");
    let seeded = files(&problem, &search, 2, 2);
    error(saved.resume_shard(&problem, &search, &shard(&seeded[0]), &seeded[0].id()));
    let message = error(saved.resume(&problem, &search));
    assert!(message.ends_with("not all of the search"), "{message}");
    let whole = search.solutions(&problem).expect("it takes it");
    let whole = Checkpoint::of_solutions(&problem, &search, &whole);
    error(whole.resume_shard(&problem, &search, &shard(&all[0]), &all[0].id()));
}
