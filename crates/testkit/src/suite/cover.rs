//! The suite of exact-cover cases.

use super::check::{Subject, report_unused};
use super::skip::{Skip, Skips};
use super::{Mode, Reply, Report};
use crate::cases::{self, CoverCase};
use crate::instance::Instance;
use crate::oracle;

/// A reply whose solutions are lists of option numbers, in any order.
pub type CoverReply = Reply<Vec<usize>>;

/// Runs every exact-cover case of the crate in every mode; see the [module](super) for the rules and an example.
pub fn cover_suite(
    engine: &str,
    skips: &[Skip],
    run: impl Fn(&Instance, Mode) -> CoverReply,
) -> Report {
    cover_suite_of(cases::cover(), engine, skips, run)
}

/// [`cover_suite`] with cases of the caller's own.
pub fn cover_suite_of(
    cases: &[CoverCase],
    engine: &str,
    skips: &[Skip],
    run: impl Fn(&Instance, Mode) -> CoverReply,
) -> Report {
    let mut skips = Skips::new(skips);
    let mut report = Report::new(engine);
    for case in cases {
        let sorted = |solution: &Vec<usize>| {
            let mut options = solution.clone();
            options.sort_unstable();
            options
        };
        let subject = Subject {
            name: &case.name,
            tags: &case.tags,
            input: &case.instance,
            count: case.expected.as_ref().ok().copied(),
            error: case.expected.as_ref().err().map(String::as_str),
            solutions: case.solutions.as_deref(),
            normal: &sorted,
            check: &|solution| oracle::is_solution(&case.instance, solution),
            run: &|mode| run(&case.instance, mode),
        };
        subject.judge(&mut skips, &mut report);
    }
    report_unused(&skips, &mut report);
    report
}
