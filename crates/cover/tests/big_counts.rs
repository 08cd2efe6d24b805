//! Counts beyond 64 bits: by `dd`, by teams, in checkpoints and states, in shards and their sum.

use std::time::Duration;

use crate::common::heavy::{Heavy, weight};
use crate::common::{TextProblem, queens};
use quadrille_cover::checkpoint::Checkpoint;
use quadrille_cover::parallel::{Aim, TeamState};
use quadrille_cover::shard::{Merge, Part, Plan, ShardFile};
use quadrille_cover::{BigUint, Outcome, Search, Step, Verdict, strategy, text};

const MOMENT: Duration = Duration::from_millis(20);

/// 100 items, each with two options of its own: 2¹⁰⁰ solutions.
fn choices() -> TextProblem {
    let items: Vec<String> = (0..100).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    text::read(&format!("{}\n{options}", items.join(" "))).expect("sound")
}

fn two_to_100() -> BigUint {
    BigUint::from(1u32) << 100
}

fn heavy() -> Search {
    Search::new().strategy(&Heavy)
}

fn is_all_of(outcome: &Outcome, queens: u32) {
    assert_eq!(outcome.verdict, Verdict::Exhausted);
    assert_eq!(outcome.total(), weight() * queens);
    assert_eq!((outcome.solutions, outcome.statistics.total()), (u64::MAX, outcome.total()));
}

#[test]
fn dd_and_auto_count_two_to_the_hundredth() {
    let problem = choices();
    for strategy in ["dd", "auto"] {
        let strategy = strategy::by_name(strategy).expect("in the registry");
        let search = Search::new().strategy(strategy);
        let outcome = search.count(&problem).expect("it takes it");
        assert_eq!(outcome.verdict, Verdict::Exhausted);
        assert_eq!(outcome.total(), two_to_100(), "{}", strategy.name());
        assert_eq!(outcome.solutions, u64::MAX);
        // A session takes the same memory again.
        let mut session = search.session(&problem);
        let matrix = problem.matrix();
        assert_eq!(session.count().expect("it takes it").total(), two_to_100());
        session.given(matrix.options().take(1));
        assert_eq!(session.count().expect("it takes it").total(), two_to_100() >> 1);
        session.given([]).forbid(matrix.options().take(2));
        assert_eq!(session.count().expect("it takes it").total(), BigUint::ZERO);
        // In portions, as a program does that shows how far it is.
        let mut solutions = search.solutions(&problem).expect("it takes it");
        while solutions.advance(u64::MAX, MOMENT) != Step::Exhausted {}
        assert_eq!(solutions.statistics().total(), two_to_100());
        assert_eq!(solutions.outcome().total(), two_to_100());
    }
}

#[test]
fn a_team_of_dd_counts_two_to_the_hundredth() {
    let problem = choices();
    let dd = strategy::by_name("dd").expect("in the registry");
    for threads in [1, 2] {
        let outcome = Search::new().strategy(dd).team(&problem, threads, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            assert_eq!(team.total(), two_to_100());
            team.outcome()
        });
        let outcome = outcome.expect("it takes it");
        assert_eq!((outcome.verdict, outcome.total()), (Verdict::Exhausted, two_to_100()));
    }
}

#[test]
fn what_the_parts_of_a_team_count_adds_up() {
    let problem = queens(10);
    for threads in [1, 2, 4] {
        let outcome = heavy().team(&problem, threads, |team| {
            let mut before = BigUint::ZERO;
            while team.advance(Duration::from_micros(50)) != Step::Exhausted {
                let total = team.total();
                assert!(total >= before, "it only grows");
                before = total;
            }
            assert_eq!(team.total(), weight() * 724u32);
            assert_eq!(team.solutions(), u64::MAX);
            team.outcome()
        });
        is_all_of(&outcome.expect("it takes it"), 724);
    }
}

#[test]
fn a_count_of_a_team_that_is_left_goes_on_with_all_that_it_had() {
    let problem = queens(10);
    for (first, second) in [(2, 2), (1, 3), (3, 1)] {
        let mut solutions = heavy().solutions(&problem).expect("it takes it");
        assert_eq!(solutions.advance(5, Duration::MAX), Step::Solution);
        let begun = TeamState::from(solutions.state());
        // Where the threads are by then is left to chance; it may be the end.
        let state = heavy().team_resume(&problem, first, Aim::Count, &begun, |team| {
            team.advance(Duration::from_micros(200));
            team.state()
        });
        let state = state.expect("its own");
        let so_far = state.total();
        assert_eq!(state.solutions(), u64::MAX);
        assert!(so_far >= weight() && so_far <= weight() * 724u32);
        assert_eq!(&so_far % weight(), BigUint::ZERO);
        let outcome = heavy().team_resume(&problem, second, Aim::Count, &state, |team| {
            assert!(team.total() >= so_far);
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        });
        is_all_of(&outcome.expect("its own"), 724);
    }
}

#[test]
fn solutions_that_are_handed_over_go_on_being_counted() {
    // Those that were counted before are not handed over; the others have numbers of any size.
    let problem = queens(8);
    let mut solutions = heavy().solutions(&problem).expect("it takes it");
    assert_eq!(solutions.advance(5, Duration::MAX), Step::Solution);
    let state = TeamState::from(solutions.state());
    let before = state.total();
    assert!(before >= weight());
    let received = heavy().team_resume(&problem, 2, Aim::InOrder, &state, |team| {
        let mut received = 0u32;
        loop {
            match team.advance(MOMENT) {
                Step::Solution => {
                    received += 1;
                    assert_eq!(team.total(), &before + received);
                    assert_eq!(team.solutions(), u64::MAX);
                }
                Step::Paused => {}
                Step::Exhausted => break,
            }
        }
        assert_eq!(team.verdict(), Some(Verdict::Exhausted));
        received
    });
    assert_eq!(before / weight() + received.expect("its own"), 92u32.into());
}

#[test]
fn a_limit_that_was_passed_before_ends_a_count_at_once() {
    let problem = queens(8);
    let mut solutions = heavy().solutions(&problem).expect("it takes it");
    assert_eq!(solutions.advance(1, Duration::MAX), Step::Solution);
    let state = TeamState::from(solutions.state());
    let limited = heavy().limit(1_000);
    let outcome = limited.team_resume(&problem, 2, Aim::Count, &state, |team| team.outcome());
    let outcome = outcome.expect("its own");
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::LimitReached, 1_000));
    assert_eq!(outcome.total(), 1_000u32.into());
}

#[test]
fn a_checkpoint_holds_counts_of_any_size_and_an_earlier_one_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("count.json");
    let problem = queens(8);
    let mut solutions = heavy().solutions(&problem).expect("it takes it");
    assert_eq!(solutions.advance(1, Duration::MAX), Step::Solution);
    let counted = solutions.statistics().total();
    Checkpoint::of_solutions(&problem, &heavy(), &solutions).write(&path).expect("written");

    let json = std::fs::read_to_string(&path).expect("written");
    let beyond = format!("\"beyond\":\"{}\"", &counted - u64::MAX);
    assert!(json.contains(&beyond), "{json}");
    let checkpoint = Checkpoint::read(&path).expect("whole");
    assert_eq!((checkpoint.total(), checkpoint.solutions()), (counted, u64::MAX));
    let mut rest = checkpoint.resume(&problem, &heavy()).expect("its own");
    while rest.advance(u64::MAX, MOMENT) != Step::Exhausted {}
    is_all_of(&rest.outcome(), 92);

    // By a team, and from a checkpoint of it.
    let state = checkpoint.team_state(&problem, &heavy(), None).expect("its own");
    let outcome = heavy().team_resume(&problem, 2, Aim::Count, &state, |team| {
        Checkpoint::of_team(&problem, &heavy(), team).write(&path).expect("written");
        let state = Checkpoint::read(&path).expect("whole");
        assert_eq!(state.total() % weight(), BigUint::ZERO);
        while team.advance(MOMENT) != Step::Exhausted {}
        team.outcome()
    });
    is_all_of(&outcome.expect("its own"), 92);

    // Changed, or no digits.
    let changed = json.replace(&beyond, "\"beyond\":\"17\"");
    std::fs::write(&path, changed).expect("written");
    let error = Checkpoint::read(&path).expect_err("refused").to_string();
    assert!(error.contains("damaged"), "{error}");
    for bad in ["\"\"", "\"1e30\"", "\"-1\"", "\"+1\"", "\"1_0\"", "1.5", "-1", "null"] {
        let changed = json.replace(&beyond, &format!("\"beyond\":{bad}"));
        std::fs::write(&path, changed).expect("written");
        let error = Checkpoint::read(&path).expect_err("refused").to_string();
        assert!(error.contains("a string of decimal digits"), "{bad}: {error}");
    }

    // Where no count is that large, the file is as it ever was.
    let links = strategy::by_name("links").expect("in the registry");
    let search = Search::new().strategy(links);
    let mut few = search.solutions(&problem).expect("it takes it");
    few.next();
    Checkpoint::of_solutions(&problem, &search, &few).write(&path).expect("written");
    let json = std::fs::read_to_string(&path).expect("written");
    assert!(json.contains("\"solutions\":1,") && !json.contains("beyond"), "{json}");
}

#[test]
fn shards_add_up_to_counts_of_any_size() {
    let problem = queens(8);
    let search = heavy();
    let plan = Plan::new(&problem, &search, 3, 1).expect("it takes it");
    let mut merge = Merge::new();
    for file in ShardFile::all(&problem, &search, &plan) {
        let shard = file.shard(&problem, &search).expect("its own");
        let outcome = shard.count(&problem, &search).expect("its own");
        assert_eq!(outcome.verdict, Verdict::Exhausted);
        let part = Part::new(&file.id(), &outcome);
        assert_eq!(part.solutions(), &outcome.total());
        let json = serde_json::to_string(&part).expect("JSON");
        assert!(json.contains(&format!("\"solutions\":\"{}\"", outcome.total())), "{json}");
        merge.add(serde_json::from_str(&json).expect("a part")).expect("sound");
    }
    let merged = merge.result();
    assert!(merged.is_exact());
    assert_eq!(merged.solutions, weight() * 92u32);
}

#[test]
fn what_was_picked_is_saved_and_may_be_named_or_picked_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("count.json");
    let problem = queens(8);
    let auto = Search::new();
    let picked = Search::new().strategy(auto.choice(&problem, false).strategy);
    let mut solutions = auto.solutions(&problem).expect("it takes it");
    assert_eq!(solutions.advance(10, Duration::MAX), Step::Solution);
    Checkpoint::of_solutions(&problem, &auto, &solutions).write(&path).expect("written");
    let checkpoint = Checkpoint::read(&path).expect("whole");
    for search in [&auto, &picked] {
        let rest = checkpoint.resume(&problem, search).expect("the same");
        assert_eq!(rest.count(), 82);
    }
}
