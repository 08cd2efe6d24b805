//! The suite of inputs for a reader of the DLX text format.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::check::{panic_text, report_unused};
use super::report::{Failure, Report};
use super::skip::{Skip, Skips};
use crate::cases::{self, TextCase, TextError};

/// What a reader made of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextReply {
    /// It read a problem.
    Problem {
        /// The number of solutions of the problem.
        count: u64,
        /// The names of the items, primary ones first.
        names: Vec<String>,
        /// The cost of each option.
        costs: Vec<u64>,
    },
    /// It refused the input.
    Error {
        /// The line, from 1.
        line: usize,
        /// The column where the word that is at fault begins, from 1, in characters; a byte order mark is not one.
        column: usize,
        /// The kind, in the words of the case files.
        kind: String,
    },
    /// It cannot read this; must be listed as a [`Skip`].
    Unsupported,
}

/// Runs every text case of the crate. Skips name cases or tags; the modes of the other suites have no meaning here.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::suite::{TextReply, text_suite};
/// use quadrille_testkit::{dlx, oracle};
///
/// let report = text_suite("the naive reader", &[], |input| match dlx::parse(input) {
///     Err(fault) => TextReply::Error { line: fault.line, column: fault.column, kind: fault.kind.to_owned() },
///     Ok(instance) => TextReply::Problem {
///         count: oracle::count(&instance).expect("what the reader takes has no faults"),
///         names: instance.items.iter().map(|item| item.name.clone()).collect(),
///         costs: instance.options.iter().map(|option| option.cost).collect(),
///     },
/// });
/// report.assert_ok();
/// ```
pub fn text_suite(engine: &str, skips: &[Skip], run: impl Fn(&str) -> TextReply) -> Report {
    let mut skips = Skips::new(skips);
    let mut report = Report::new(engine);
    for case in cases::text() {
        let outcome = match catch_unwind(AssertUnwindSafe(|| run(&case.input))) {
            Err(panic) => {
                Err(("an answer".to_owned(), format!("a panic: {}", panic_text(&*panic))))
            }
            Ok(TextReply::Unsupported) if skips.note(&case.name, &case.tags, None) => {
                report.skipped += 1;
                continue;
            }
            Ok(TextReply::Unsupported) => {
                Err(("an answer".to_owned(), "unsupported, and no skip lists it".to_owned()))
            }
            Ok(reply) => match skips.find(&case.name, &case.tags, None) {
                Some(skip) => {
                    Err((format!("unsupported, as listed: {}", skip.why), "an answer".to_owned()))
                }
                None => judge(case, &reply),
            },
        };
        report.ran += 1;
        if let Err((expected, got)) = outcome {
            let (case, input) = (case.name.clone(), format!("{:?}", case.input));
            report.failures.push(Failure { case, mode: "read".to_owned(), expected, got, input });
        }
    }
    report_unused(&skips, &mut report);
    report
}

fn judge(case: &TextCase, reply: &TextReply) -> Result<(), (String, String)> {
    let agrees = match (reply, &case.expected) {
        (TextReply::Problem { count, names, costs }, Ok(expected)) => {
            count == expected
                && case.names.as_ref().is_none_or(|listed| listed == names)
                && case.costs.as_ref().is_none_or(|listed| listed == costs)
        }
        (TextReply::Error { line, column, kind }, Err(expected)) => {
            let TextError { line: at_line, column: at_column, kind: of_kind } = expected;
            kind == of_kind
                && at_line.is_none_or(|listed| listed == *line)
                && at_column.is_none_or(|listed| listed == *column)
        }
        _ => false,
    };
    let expected = || match &case.expected {
        Ok(count) => format!("{count} solutions, names {:?}, costs {:?}", case.names, case.costs),
        Err(error) => format!("{error:?}"),
    };
    if agrees { Ok(()) } else { Err((expected(), format!("{reply:?}"))) }
}
