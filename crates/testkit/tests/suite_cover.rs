//! The suite of exact cover catches wrong engines: each mutant differs from a right engine in one way, and is found out
//! for that reason.

use std::cell::Cell;

use quadrille_testkit::suite::{
    Answer, CoverReply, Mode, ModeKind, Reply, Report, Skip, cover_suite,
};
use quadrille_testkit::{Instance, oracle};

/// A right engine. The large cases would take minutes in so many modes.
fn right(instance: &Instance, mode: Mode) -> CoverReply {
    if instance.options.len() > 50 {
        return Reply::Unsupported;
    }
    match oracle::solutions(instance) {
        Ok(solutions) => Reply::Answer(Answer::of_all(solutions, mode)),
        Err(fault) => Reply::Error(fault.kind().to_owned()),
    }
}

fn no_large() -> Vec<Skip> {
    vec![Skip::tag("large", "takes minutes")]
}

/// Runs a mutant: what it makes of the right answer.
fn mutant(change: impl Fn(&Instance, Mode, &mut Answer<Vec<usize>>)) -> Report {
    cover_suite("mutant", &no_large(), |instance, mode| {
        let mut reply = right(instance, mode);
        if let Reply::Answer(answer) = &mut reply {
            change(instance, mode, answer);
        }
        reply
    })
}

#[track_caller]
fn assert_caught(report: &Report, case: &str, mode: &str) {
    assert!(report.has_failure(case, mode), "{case} in mode {mode} was not caught: {report}");
}

#[test]
fn a_right_engine_passes() {
    let report = cover_suite("right", &no_large(), right);
    report.assert_ok();
    assert!(report.ran > 1_000, "{report}");
    assert!(report.skipped > 20, "{report}");
}

#[test]
fn dropping_the_last_solution_is_caught() {
    let report = mutant(|_, mode, answer| {
        if mode == Mode::All {
            answer.solutions.as_mut().and_then(Vec::pop);
            answer.count = answer.solutions.as_ref().map_or(0, Vec::len) as u64;
        }
    });
    assert_caught(&report, "langford-4", "All");
    assert_caught(&report, "no-primary-items", "All");
    assert!(report.failures.iter().all(|failure| failure.mode == "All"), "{report}");
}

#[test]
fn repeating_a_solution_is_caught_even_when_the_number_is_right() {
    let report = mutant(|_, _, answer| {
        if let Some([first, .., last]) = answer.solutions.as_deref_mut() {
            last.clone_from(first);
        }
    });
    assert_caught(&report, "langford-4", "All");
    assert_caught(&report, "langford-4", "Limit");
    assert_caught(&report, "queens-6", "PauseResume");
    assert_caught(&report, "queens-6", "DropAfter");
}

#[test]
fn ignoring_colours_is_caught() {
    // As if every secondary item could be covered at will.
    let blind = |instance: &Instance, mode: Mode| {
        let mut plain = instance.clone();
        if instance.fault().is_none() && instance.has_secondary() {
            for (option, spec) in plain.options.iter_mut().enumerate() {
                if instance.has_primary(option) {
                    spec.entries.retain(|entry| instance.items[entry.item].is_primary());
                }
            }
        }
        right(&plain, mode)
    };
    let report = cover_suite("blind", &no_large(), blind);
    assert_caught(&report, "clashing-colours", "First");
    assert_caught(&report, "queens-4", "Count");
    assert_caught(&report, "private-colour", "All");
}

#[test]
fn taking_a_colour_for_a_plain_secondary_item_is_caught() {
    // As if no two options could share an item, whatever the colours.
    let strict = |instance: &Instance, mode: Mode| {
        let mut plain = instance.clone();
        for entry in plain.options.iter_mut().flat_map(|option| &mut option.entries) {
            if instance.items.get(entry.item).is_some_and(|item| !item.is_primary()) {
                entry.colour = None;
            }
        }
        right(&plain, mode)
    };
    assert_caught(&cover_suite("strict", &no_large(), strict), "shared-colour", "All");
}

#[test]
fn choosing_options_without_primary_items_is_caught() {
    let report = mutant(|instance, mode, answer| {
        let free = (0..instance.options.len()).find(|&option| !instance.has_primary(option));
        if let (Mode::All, Some(option), Some(solutions)) = (mode, free, &mut answer.solutions) {
            solutions.iter_mut().for_each(|solution| solution.push(option));
        }
    });
    assert_caught(&report, "option-without-primary", "All");
    assert_caught(&report, "no-primary-items", "All");
}

#[test]
fn miscounting_after_a_pause_is_caught() {
    let report = mutant(|_, mode, answer| {
        if matches!(mode, Mode::PauseResume { every: 7 }) {
            answer.count += 1;
        }
    });
    assert_caught(&report, "knuth-seven-items", "PauseResume { every: 7 }");
    assert!(
        report.failures.iter().all(|failure| failure.mode.starts_with("PauseResume { every: 7"))
    );
}

#[test]
fn another_order_after_a_pause_is_caught() {
    let report = mutant(|_, mode, answer| {
        if let (Mode::PauseResume { .. }, Some(solutions)) = (mode, &mut answer.solutions) {
            solutions.reverse();
        }
    });
    assert_caught(&report, "langford-3", "PauseResume");
}

#[test]
fn a_false_exhausted_is_caught_both_ways() {
    let always = mutant(|_, _, answer| answer.exhausted = true);
    assert_caught(&always, "langford-3", "First");
    assert_caught(&always, "dominoes-4x4", "Limit(2)");
    let never = mutant(|_, _, answer| answer.exhausted = false);
    assert_caught(&never, "langford-5", "First");
    assert_caught(&never, "langford-3", "Count");
    assert_caught(&never, "langford-3", "Limit(3)");
}

#[test]
fn passing_the_limit_is_caught() {
    let report = mutant(|instance, mode, answer| {
        if let Mode::Limit(n) = mode {
            let more = oracle::solutions(instance)
                .unwrap()
                .into_iter()
                .take(n as usize + 1)
                .collect::<Vec<_>>();
            answer.count = more.len() as u64;
            answer.solutions = Some(more);
        }
    });
    assert_caught(&report, "langford-3", "Limit(1)");
}

#[test]
fn withholding_solutions_is_caught_except_in_counting() {
    let report = mutant(|_, _, answer| answer.solutions = None);
    assert_caught(&report, "langford-3", "All");
    assert!(report.failures.iter().all(|failure| failure.mode != "Count"), "{report}");
}

#[test]
fn state_left_behind_by_a_drop_is_caught() {
    let dropped = Cell::new(false);
    let report = mutant(|_, mode, answer| match mode {
        Mode::First => dropped.set(false),
        Mode::DropAfter(_) => dropped.set(true),
        Mode::All if dropped.get() => answer.count += 1,
        _ => {}
    });
    assert_caught(&report, "langford-3", "All");
}

#[test]
fn wrong_and_missing_errors_are_caught() {
    let other = cover_suite("other", &no_large(), |instance, mode| match right(instance, mode) {
        Reply::Error(_) => Reply::Error("something else".to_owned()),
        reply => reply,
    });
    assert_caught(&other, "colour-on-primary", "All");
    let none = cover_suite("none", &no_large(), |instance, mode| match right(instance, mode) {
        Reply::Error(_) => Reply::Answer(Answer::of_all(Vec::new(), mode)),
        reply => reply,
    });
    assert_caught(&none, "repeated-item", "Count");
    let refusing =
        cover_suite("refusing", &no_large(), |instance, mode| match right(instance, mode) {
            Reply::Answer(_) if instance.options.is_empty() => {
                Reply::Error("empty-problem".to_owned())
            }
            reply => reply,
        });
    assert_caught(&refusing, "no-options", "First");
}

#[test]
fn a_panic_is_a_failure_of_its_case_only() {
    let report = cover_suite("panicking", &no_large(), |instance, mode| {
        assert!(instance.items.len() != 7 || mode != Mode::Count, "seven items");
        right(instance, mode)
    });
    assert_caught(&report, "knuth-seven-items", "Count");
    assert!(
        report.failures.iter().all(|failure| failure.got == "a panic: seven items"),
        "{report}"
    );
}

#[test]
fn skips_are_exact() {
    let unlisted = cover_suite("right", &[], right);
    assert_caught(&unlisted, "queens-8", "All");
    assert!(unlisted.failures.iter().all(|failure| failure.got.contains("no skip lists it")));

    let mut skips = no_large();
    skips.push(Skip::case("langford-3", "out of date"));
    let outdated = cover_suite("right", &skips, right);
    assert_caught(&outdated, "langford-3", "All");
    assert_caught(&outdated, "langford-3", "every mode");

    skips[1] = Skip::case("no-such-case", "a slip of the pen").in_mode(ModeKind::Count);
    let mistyped = cover_suite("right", &skips, right);
    assert_eq!(mistyped.failures.len(), 1, "{mistyped}");
    assert_caught(&mistyped, "no-such-case", "Count");

    skips[1] = Skip::mode(ModeKind::PauseResume, "cannot pause");
    let listed = cover_suite("right", &skips, |instance, mode| match mode {
        Mode::PauseResume { .. } => Reply::Unsupported,
        _ => right(instance, mode),
    });
    listed.assert_ok();
}
