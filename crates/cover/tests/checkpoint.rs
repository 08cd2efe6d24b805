//! Searches that are saved to a file and taken up again.

use crate::common;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::common::queens;
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

/// Written by version 1 of the format, of a search that had found the first of two solutions.
const FIRST: &str = r#"{"format":"quadrille-checkpoint","version":1,"program":"0.1.0","problem":"6a1e596c3b4835732534fb66cb15122ad0bc7540c780fe6e5e48e5f266975651","settings":{"strategy":"links","given":[],"forbidden":[],"branching":"fewest","order":"as added","cheapest":null},"stage":"found","position":[[3,15,0,3,3],[2,13,0,2,2],[11,10,0,1,1],[0,1,0,1,1]],"nodes":4,"updates":36,"solutions":1,"profile":[1,1,1,1],"weights":[],"found":[],"checksum":"1fda735d034e0019f47e3bec6559da30e55fdd0ffca2cebc410219ebe70ad1fc"}
"#;

/// The problem of it: Langford pairs of the numbers 1 to 4.
const LANGFORD: &str = "1 2 3 4 s1 s2 s3 s4 s5 s6 s7 s8\n\
    1 s1 s3\n1 s2 s4\n1 s3 s5\n1 s4 s6\n1 s5 s7\n1 s6 s8\n\
    2 s1 s4\n2 s2 s5\n2 s3 s6\n2 s4 s7\n2 s5 s8\n\
    3 s1 s5\n3 s2 s6\n3 s3 s7\n3 s4 s8\n4 s1 s6\n4 s2 s7\n4 s3 s8\n";

#[test]
fn checkpoints_of_the_first_version_of_the_format_are_read() {
    let (_folder, path) = path();
    fs::write(&path, FIRST).expect("written");
    if env!("CARGO_PKG_VERSION") != "0.1.0" {
        // The order of a search may have changed since.
        assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Version { .. })));
        return;
    }
    let checkpoint = Checkpoint::read(&path).expect("whole");
    assert_eq!((checkpoint.solutions(), checkpoint.nodes(), checkpoint.parts()), (1, 4, 1));
    let problem = quadrille_cover::text::read(LANGFORD).expect("a problem");
    let links = quadrille_cover::strategy::by_name("links").expect("it is there");
    let search = Search::new().strategy(links);
    let rest: Vec<_> = checkpoint.resume(&problem, &search).expect("its own").collect();
    assert_eq!(rest, search.all(&problem).expect("it takes it").solutions[1..]);
    for altered in [FIRST.replace("\"nodes\":4", "\"nodes\":5"), FIRST.replace("[3,15", "[3,16")] {
        fs::write(&path, altered).expect("written");
        assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Damaged)));
    }
    // Written again, it is one of the present version.
    checkpoint.write(&path).expect("written");
    assert!(fs::read_to_string(&path).expect("text").contains("\"version\":2"));
    assert_eq!(Checkpoint::read(&path).expect("whole"), checkpoint);
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
    assert!(refused(search.strategy(links)).contains("its strategy was bits, not links"));
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
    let later = whole.replace("\"version\":2", "\"version\":3,\"more\":true");
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

#[cfg(feature = "parallel")]
mod by_threads {
    use super::*;
    use quadrille_cover::parallel::{Aim, Team};
    use quadrille_cover::{SearchError, Verdict, strategy};

    const MOMENT: Duration = Duration::from_millis(50);

    /// A leg of a search, and the checkpoint that it leaves; whether it has come to the end.
    fn leg(
        search: &Search,
        problem: &common::TextProblem,
        from: &Checkpoint,
        threads: usize,
        aim: Aim,
        found: &mut Vec<Vec<OptionId>>,
    ) -> (Checkpoint, bool) {
        let state = from.team_state(problem, search, None).expect("its own");
        let limited = search.clone().node_budget(40_000);
        let run = limited.team_resume(problem, threads, aim, &state, |team: &mut Team<'_, '_>| {
            loop {
                match team.advance(MOMENT) {
                    Step::Solution => found.push(team.current().to_vec()),
                    Step::Paused => {}
                    Step::Exhausted => break,
                }
            }
            let whole = team.verdict() == Some(Verdict::Exhausted);
            (Checkpoint::of_team(problem, search, team), whole)
        });
        run.expect("it takes it")
    }

    #[test]
    fn every_strategy_goes_on_by_any_number_of_threads_and_finds_each_solution_once() {
        let problem = queens(12);
        let (_folder, path) = path();
        for &strategy in strategy::ALL {
            let search = Search::new().strategy(strategy);
            let expected = search.all(&problem).expect("it takes it").solutions;
            for aim in [Aim::InOrder, Aim::ForEach] {
                let mut found = Vec::new();
                let begin = search.solutions(&problem).expect("it takes it");
                let mut checkpoint = Checkpoint::of_solutions(&problem, &search, &begin);
                let mut legs = 0;
                loop {
                    checkpoint.write(&path).expect("written");
                    let saved = Checkpoint::read(&path).expect("whole");
                    assert_eq!(saved, checkpoint);
                    assert_eq!(saved.solutions(), found.len() as u64);
                    let threads = [2, 1, 4][legs % 3];
                    let (next, whole) = leg(&search, &problem, &saved, threads, aim, &mut found);
                    checkpoint = next;
                    legs += 1;
                    if whole {
                        break;
                    }
                }
                // Into how many parts a leg falls is up to the machine: where a processor is busy, a
                // thread may do it all. That they do fall apart is the next test's.
                assert!(legs > if strategy.learns() { 1 } else { 3 }, "{legs} legs");
                if aim == Aim::ForEach || strategy.learns() {
                    let mut expected = expected.clone();
                    for set in [&mut found, &mut expected] {
                        set.iter_mut().for_each(|options| options.sort_unstable());
                        set.sort_unstable();
                    }
                    assert_eq!(found, expected, "{}", strategy.name());
                } else {
                    assert_eq!(found, expected, "{}", strategy.name());
                }
                assert_eq!(checkpoint.solutions(), 14_200);
                let (_, whole) = leg(&search, &problem, &checkpoint, 2, aim, &mut found);
                assert!(whole && found.len() == 14_200, "what has ended stays so");
            }
        }
    }

    #[test]
    fn from_one_thread_to_many_and_back() {
        let problem = queens(12);
        let search = Search::new();
        let mut solutions = search.solutions(&problem).expect("it takes it");
        let first: Vec<_> = solutions.by_ref().take(5).collect();
        let one = Checkpoint::of_solutions(&problem, &search, &solutions);
        // On a busy machine a thread may be done before another has begun: then once more.
        let shared_out = || {
            let (mut many, mut whole, mut found) = (one.clone(), false, first.clone());
            while many.parts() == 1 && !whole {
                (many, whole) = leg(&search, &problem, &many, 3, Aim::InOrder, &mut found);
            }
            (many.parts() > 1).then_some((many, found))
        };
        let (many, mut found) =
            (0..1000).find_map(|_| shared_out()).expect("the tree was never shared out");
        match many.resume(&problem, &search) {
            Err(CheckpointError::Parts { parts }) => assert_eq!(parts, many.parts()),
            other => panic!("{other:?}"),
        }
        let state = many.team_state(&problem, &search, None).expect("its own");
        let rest = search.team_resume(&problem, 1, Aim::InOrder, &state, |team| {
            while team.advance(MOMENT) == Step::Solution {
                found.push(team.current().to_vec());
            }
            Checkpoint::of_team(&problem, &search, team)
        });
        assert_eq!(found, search.all(&problem).expect("it takes it").solutions);
        // At the end there is one part, and so one thread can go on, which finds nothing.
        let mut ended = rest.expect("its own").resume(&problem, &search).expect("a single part");
        assert_eq!((ended.next(), ended.statistics().solutions), (None, 14_200));
    }

    #[test]
    fn other_searches_and_what_is_no_solution_are_refused() {
        let problem = queens(8);
        let search = Search::new();
        let begin = search.solutions(&problem).expect("it takes it");
        let begin = Checkpoint::of_solutions(&problem, &search, &begin);
        let (many, _) = leg(&search, &problem, &begin, 2, Aim::ForEach, &mut Vec::new());
        assert!(many.team_state(&queens(7), &search, None).is_err());
        assert!(many.team_state(&problem, &search, Some(2)).is_err());
        let first = search.clone().branching(Branching::First);
        assert!(many.team_state(&problem, &first, None).is_err());
        let mut state = many.team_state(&problem, &search, None).expect("its own");
        state.found.push(vec![OptionId::new(0)]);
        let refused = search.team_resume(&problem, 2, Aim::Count, &state, |_| ());
        assert_eq!(refused, Err(SearchError::NoSolution));
    }

    #[test]
    fn the_cheapest_go_on_by_any_number_of_threads() {
        let problem = queens(8);
        let search = Search::new();
        let expected = search.cheapest(&problem, 3).expect("it takes it");
        let run = search.cheapest_run(&problem, 3).expect("it takes it");
        let mut checkpoint = Checkpoint::of_cheapest(&problem, &search, &run);
        for leg in 0.. {
            assert!(leg < 1000);
            let state = checkpoint.team_state(&problem, &search, Some(3)).expect("its own");
            let limited = search.clone().node_budget(40);
            let threads = [2, 1, 4][leg % 3];
            let run = limited.team_resume(&problem, threads, Aim::Cheapest(3), &state, |team| {
                while team.advance(MOMENT) != Step::Exhausted {}
                (Checkpoint::of_team(&problem, &search, team), team.cheapest())
            });
            let (next, cheapest) = run.expect("its own");
            checkpoint = next;
            if cheapest.outcome.verdict == Verdict::Exhausted {
                let costs = cheapest.solutions.iter().map(|solution| solution.cost);
                assert!(costs.eq(expected.solutions.iter().map(|solution| solution.cost)));
                return;
            }
        }
    }
}
