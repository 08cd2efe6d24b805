//! What the tests of searches by several threads share.

use std::time::Duration;

use quadrille_cover::parallel::{Aim, Team, TeamState};
use quadrille_cover::{OptionId, Search, Step, Verdict};

use super::{TextProblem, sorted};

pub(crate) const MOMENT: Duration = Duration::from_millis(50);

pub(crate) type Found = Vec<Vec<OptionId>>;

/// Receives to the end.
pub(crate) fn receive(team: &mut Team<'_, '_>) -> Found {
    let mut found = Vec::new();
    loop {
        match team.advance(MOMENT) {
            Step::Solution => found.push(team.current().to_vec()),
            Step::Paused => {}
            Step::Exhausted => return found,
        }
    }
}

/// The same solutions, in whatever order.
pub(crate) fn set(found: &[Vec<OptionId>]) -> Vec<Vec<usize>> {
    let mut found: Vec<_> = found.iter().map(|options| sorted(options)).collect();
    found.sort_unstable();
    found
}

/// Words of three letters that cross: colours, and some hundred nodes.
pub(crate) fn coloured() -> TextProblem {
    let mut text = String::from("a0 a1 a2 d0 d1 d2 |");
    (0..9).for_each(|cell| text += &format!(" c{cell}"));
    text += "\n";
    for line in 0..3 {
        for word in 0..12 {
            let letter = |k: usize| (word * (k + 3) + word / 3) % 4;
            let across: Vec<String> =
                (0..3).map(|k| format!("c{}:{}", 3 * line + k, letter(k))).collect();
            let down: Vec<String> =
                (0..3).map(|k| format!("c{}:{}", 3 * k + line, letter(k))).collect();
            text += &format!("a{line} {}\nd{line} {}\n", across.join(" "), down.join(" "));
        }
    }
    quadrille_cover::text::read(&text).expect("a problem")
}

/// Items to be covered several times.
pub(crate) fn several() -> TextProblem {
    let mut text = String::from("0:2|a 1:3|b 2:2|c d e f\n");
    for first in "abcdef".chars() {
        for second in "abcdef".chars().filter(|&second| second > first) {
            text += &format!("{first} {second}\n{first} {second}\n");
        }
    }
    quadrille_cover::text::read(&text).expect("a problem")
}

/// Searches in many legs of a few nodes, each by another number of threads, and each from the state that
/// the one before has left; what was received, and the profile.
pub(crate) fn in_legs(
    search: &Search,
    problem: &TextProblem,
    aim: Aim,
    budget: u64,
) -> (Found, u64, Vec<u64>) {
    let mut state = TeamState::from(search.solutions(problem).expect("it takes it").state());
    let mut found = Vec::new();
    for leg in 0..10_000 {
        let threads = [2, 1, 4, 3][leg % 4];
        // Now and then the receiver leaves before the nodes are spent.
        let patience = if leg % 3 == 0 { 7 } else { usize::MAX };
        let limited = search.clone().node_budget(budget);
        let run = limited.team_resume(problem, threads, aim, &state, |team| {
            let mut received = 0;
            let mut whole = false;
            while received < patience {
                match team.advance(MOMENT) {
                    Step::Solution => {
                        found.push(team.current().to_vec());
                        received += 1;
                    }
                    Step::Paused => {}
                    Step::Exhausted => {
                        whole = team.verdict() == Some(Verdict::Exhausted);
                        break;
                    }
                }
            }
            let state = team.state();
            if matches!(aim, Aim::ForEach | Aim::InOrder) {
                assert_eq!(state.solutions(), found.len() as u64);
            }
            let outcome = team.outcome();
            (state, whole, outcome)
        });
        let (next, whole, outcome) = run.expect("its own state");
        state = next;
        if whole {
            return (found, outcome.solutions, outcome.statistics.profile);
        }
    }
    panic!("no end");
}
