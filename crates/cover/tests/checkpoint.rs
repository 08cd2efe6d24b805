//! Searches that are saved to a file and taken up again.

mod common;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use common::queens;
use quadrille_cover::checkpoint::{Checkpoint, CheckpointError};
use quadrille_cover::{Branching, OptionId, Order, Search, Step};
use tempfile::TempDir;

fn path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search.json");
    (folder, path)
}

#[test]
fn a_search_in_many_processes_finds_the_same_solutions_in_the_same_order() {
    let problem = queens(7);
    let (folder, path) = path();
    for search in [
        Search::new(),
        Search::new().branching(Branching::WeightedDegree).order(Order::Random(9)),
        Search::new().branching(Branching::RandomTies(4)).forbid([OptionId::new(5)]),
    ] {
        let expected: Vec<_> = search.solutions(&problem).expect("it takes it").collect();
        assert!(expected.len() > 10);
        let mut found = Vec::new();
        let mut solutions = search.solutions(&problem).expect("it takes it");
        while solutions.advance(1, Duration::ZERO) != Step::Exhausted {
            if solutions.statistics().solutions > found.len() as u64 {
                found.push(solutions.current().to_vec());
            }
            Checkpoint::of_solutions(&problem, &search, &solutions).write(&path).expect("written");
            let checkpoint = Checkpoint::read(&path).expect("whole");
            assert_eq!(checkpoint.solutions(), found.len() as u64);
            solutions = checkpoint.resume(&problem, &search).expect("its own");
        }
        assert_eq!(found, expected);
        let end = Checkpoint::of_solutions(&problem, &search, &solutions);
        let mut ended = end.resume(&problem, &search).expect("its own");
        assert_eq!((ended.next(), ended.share_done()), (None, 1.0));
    }
    let files: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(files.len(), 1, "nothing is left beside the checkpoint");
}

#[test]
fn a_search_for_the_cheapest_goes_on_with_what_it_has_found() {
    let problem = queens(8);
    let (_folder, path) = path();
    let search = Search::new();
    let expected = search.cheapest(&problem, 3).expect("it takes it");
    let mut run = search.cheapest_run(&problem, 3).expect("it takes it");
    while run.advance(Duration::ZERO) != Step::Exhausted {
        Checkpoint::of_cheapest(&problem, &search, &run).write(&path).expect("written");
        let checkpoint = Checkpoint::read(&path).expect("whole");
        run = checkpoint.resume_cheapest(&problem, &search, 3).expect("its own");
    }
    let result = run.result();
    let costs = |solutions: &[quadrille_cover::Costed]| {
        solutions.iter().map(|solution| solution.cost).collect::<Vec<_>>()
    };
    assert_eq!(costs(&result.solutions), costs(&expected.solutions));
    assert!(result.is_proved());
    let checkpoint = Checkpoint::read(&path).expect("whole");
    let refused = checkpoint.resume_cheapest(&problem, &search, 2).expect_err("another k");
    assert!(refused.to_string().contains("the 3 cheapest solutions, not the 2"), "{refused}");
    assert!(checkpoint.resume(&problem, &search).is_err());
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let problem = queens(6);
    let search = Search::new();
    let mut solutions = search.solutions(&problem).expect("it takes it");
    solutions.next();
    let checkpoint = Checkpoint::of_solutions(&problem, &search, &solutions);
    let refused = |search: Search| checkpoint.resume(&problem, &search).unwrap_err().to_string();
    assert!(matches!(checkpoint.resume(&queens(5), &search), Err(CheckpointError::Problem)));
    assert_eq!(
        refused(search.clone().branching(Branching::First)),
        "the checkpoint is of another search: its branching was fewest, not first"
    );
    assert_eq!(
        refused(search.clone().given([OptionId::new(3), OptionId::new(9)])),
        "the checkpoint is of another search: its list of given options was none, not 3 9"
    );
    assert_eq!(
        refused(search.clone().order(Order::Random(1))),
        "the checkpoint is of another search: its order was as added, not random with seed 1"
    );
    let links = quadrille_cover::strategy::by_name("links").expect("it is there");
    assert!(refused(search.strategy(links)).contains("its strategy was auto, not links"));
}

#[test]
fn files_that_are_no_checkpoints_are_refused() {
    let problem = queens(6);
    let search = Search::new();
    let (_folder, path) = path();
    let solutions = search.solutions(&problem).expect("it takes it");
    Checkpoint::of_solutions(&problem, &search, &solutions).write(&path).expect("written");
    let whole = fs::read_to_string(&path).expect("text");
    let refused = |text: &str| {
        fs::write(&path, text).expect("written");
        Checkpoint::read(&path).expect_err(text).to_string()
    };
    for end in 0..whole.trim_end().len() {
        assert!(refused(&whole[..end]).starts_with("no checkpoint: "), "cut at {end}");
    }
    let other = refused(&whole.replace("quadrille-checkpoint", "another"));
    assert_eq!(other, "no checkpoint: its format is \"another\", not \"quadrille-checkpoint\"");
    let version = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(whole.contains(&version));
    let future = refused(&whole.replace(&version, "\"program\":\"99.0.0\""));
    assert!(future.starts_with("the checkpoint was written by version 99.0.0"), "{future}");
    // Made by a later version of the format, with what this one does not know.
    let later = whole.replace("\"version\":1", "\"version\":2,\"more\":true");
    assert!(refused(&later).starts_with("the checkpoint was written by version"));
    // Each number, and each word, is under the checksum.
    let (head, _) = whole.split_once("checksum").expect("it has one");
    let program = head.find("program").expect("it is there");
    let digits = head.match_indices(|c: char| c.is_ascii_digit());
    for (place, digit) in digits.filter(|(place, _)| *place > program + 20) {
        let other = if digit == "7" { "8" } else { "7" };
        let altered = format!("{}{other}{}", &whole[..place], &whole[place + 1..]);
        assert_eq!(refused(&altered), "the checkpoint is damaged: its checksum does not fit");
    }
    let renamed = refused(&whole.replace("begin", "next"));
    assert_eq!(renamed, "the checkpoint is damaged: its checksum does not fit");
    assert!(matches!(Checkpoint::read(&path.join("missing")), Err(CheckpointError::Io(_))));
}

#[test]
fn an_old_checkpoint_stays_when_the_new_one_cannot_be_written() {
    let problem = queens(6);
    let search = Search::new();
    let solutions = search.solutions(&problem).expect("it takes it");
    let checkpoint = Checkpoint::of_solutions(&problem, &search, &solutions);
    let (folder, _) = path();
    assert!(checkpoint.write(&folder.path().join("missing/search.json")).is_err());
    // A folder of that name cannot be replaced.
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).expect("a folder");
    assert!(checkpoint.write(&taken).is_err());
    let files: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(files.len(), 1, "nothing is left beside it");
}
