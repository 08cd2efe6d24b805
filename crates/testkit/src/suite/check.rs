//! The rules by which an answer is judged, the same for exact cover and for sudoku.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::report::{Failure, Report};
use super::skip::Skips;
use super::{Answer, Mode, Reply};

/// One case as the rules see it.
pub(super) struct Subject<'a, S> {
    pub(super) name: &'a str,
    pub(super) tags: &'a [String],
    /// The problem, to be printed in failures.
    pub(super) input: &'a dyn Debug,
    /// The number of solutions, if the problem is to be searched.
    pub(super) count: Option<u64>,
    /// The kind of error, if the problem is to be, or may be, refused.
    pub(super) error: Option<&'a str>,
    /// All solutions in normal form and in ascending order, if the case lists them.
    pub(super) solutions: Option<&'a [S]>,
    /// Brings a solution to the form in which equal ones are equal.
    pub(super) normal: &'a dyn Fn(&S) -> S,
    /// Whether a solution is one, by an independent check.
    pub(super) check: &'a dyn Fn(&S) -> Result<(), String>,
    /// Runs the engine.
    pub(super) run: &'a dyn Fn(Mode) -> Reply<S>,
}

impl<S: Clone + Debug + Eq + Hash + Ord> Subject<'_, S> {
    /// Runs every mode and notes what is wrong.
    pub(super) fn judge(&self, skips: &mut Skips<'_>, report: &mut Report) {
        let modes = match self.count {
            Some(count) => Mode::all_for(count),
            None => vec![Mode::First, Mode::All, Mode::Count],
        };
        let mut sequence: Option<Vec<S>> = None;
        for mode in modes {
            let reply = match catch_unwind(AssertUnwindSafe(|| (self.run)(mode))) {
                Ok(reply) => reply,
                Err(panic) => {
                    self.fail(
                        report,
                        mode,
                        "an answer",
                        format!("a panic: {}", panic_text(&*panic)),
                    );
                    continue;
                }
            };
            if matches!(reply, Reply::Unsupported) {
                if skips.note(self.name, self.tags, Some(mode.kind())) {
                    report.skipped += 1;
                } else {
                    self.fail(
                        report,
                        mode,
                        "an answer",
                        "unsupported, and no skip lists it".to_owned(),
                    );
                }
                continue;
            }
            report.ran += 1;
            // A faulty problem may be refused before the engine asks what is wanted of it.
            if let Some(skip) = skips.find(self.name, self.tags, Some(mode.kind()))
                && self.error.is_none()
            {
                let expected = format!("unsupported, as listed: {}", skip.why);
                self.fail(report, mode, &expected, "an answer".to_owned());
                continue;
            }
            if let Err((expected, got)) = self.judge_reply(mode, &reply, &mut sequence) {
                self.fail(report, mode, &expected, got);
            }
        }
    }

    fn judge_reply(
        &self,
        mode: Mode,
        reply: &Reply<S>,
        sequence: &mut Option<Vec<S>>,
    ) -> Result<(), (String, String)> {
        match (reply, self.count, self.error) {
            (Reply::Error(kind), _, Some(error)) if kind == error => Ok(()),
            (Reply::Error(kind), _, Some(error)) => {
                Err((format!("error {error}"), format!("error {kind}")))
            }
            (Reply::Error(kind), Some(count), None) => {
                Err((format!("{count} solutions"), format!("error {kind}")))
            }
            (Reply::Answer(answer), None, Some(error)) => {
                Err((format!("error {error}"), format!("{} solutions", answer.count)))
            }
            (Reply::Answer(answer), Some(count), _) => {
                self.judge_answer(mode, answer, count, sequence)
            }
            // The loaders refuse a case that says neither; unsupported replies do not get here.
            (_, None, None) | (Reply::Unsupported, _, _) => Ok(()),
        }
    }

    fn judge_answer(
        &self,
        mode: Mode,
        answer: &Answer<S>,
        count: u64,
        sequence: &mut Option<Vec<S>>,
    ) -> Result<(), (String, String)> {
        let limit = mode.limit().unwrap_or(u64::MAX);
        let wanted = count.min(limit);
        if answer.count != wanted {
            return Err((
                format!("{wanted} solutions of {count}"),
                format!("{} solutions", answer.count),
            ));
        }
        // At exactly the limit both answers are honest, and after a drop nobody need have looked for more.
        let must_be = match mode {
            _ if count < limit => Some(true),
            Mode::DropAfter(_) => None,
            _ if count > limit => Some(false),
            _ => None,
        };
        if must_be.is_some_and(|flag| flag != answer.exhausted) {
            let (yes, no) = ("exhausted".to_owned(), "not exhausted".to_owned());
            return Err(if answer.exhausted { (no, yes) } else { (yes, no) });
        }
        let Some(solutions) = &answer.solutions else {
            let expected = "the solutions themselves".to_owned();
            return if mode == Mode::Count {
                Ok(())
            } else {
                Err((expected, "a count only".to_owned()))
            };
        };
        if solutions.len() as u64 != answer.count {
            let got = format!("{} solutions and the count {}", solutions.len(), answer.count);
            return Err(("a count that fits the solutions".to_owned(), got));
        }
        let normal: Vec<S> = solutions.iter().map(self.normal).collect();
        let mut seen = HashSet::new();
        for solution in &normal {
            if let Err(why) = (self.check)(solution) {
                return Err(("valid solutions".to_owned(), format!("{solution:?}: {why}")));
            }
            if !seen.insert(solution) {
                return Err(("different solutions".to_owned(), format!("{solution:?} twice")));
            }
        }
        let listed =
            |solution: &&S| self.solutions.is_none_or(|list| list.binary_search(solution).is_ok());
        if let Some(odd) = normal.iter().find(|solution| !listed(solution)) {
            return Err(("solutions that the case lists".to_owned(), format!("{odd:?}")));
        }
        match (mode, &sequence) {
            (Mode::All, None) => *sequence = Some(normal),
            (Mode::PauseResume { .. }, Some(all)) if *all != normal => {
                let place = all.iter().zip(&normal).take_while(|(a, b)| a == b).count();
                return Err((
                    format!("{:?} in place {place}, as without pauses", all[place]),
                    format!("{:?}", normal[place]),
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn fail(&self, report: &mut Report, mode: Mode, expected: &str, got: String) {
        report.failures.push(Failure {
            case: self.name.to_owned(),
            mode: mode.to_string(),
            expected: expected.to_owned(),
            got,
            input: format!("{:?}", self.input),
        });
    }
}

/// Adds a failure for each listed skip that never happened.
pub(super) fn report_unused(skips: &Skips<'_>, report: &mut Report) {
    for skip in skips.unused() {
        report.failures.push(Failure {
            case: skip.case.clone().unwrap_or_else(|| "every case".to_owned()),
            mode: skip.mode.map_or_else(|| "every mode".to_owned(), |mode| format!("{mode:?}")),
            expected: format!("unsupported, as listed: {}", skip.why),
            got: "no such reply: the skip is out of date".to_owned(),
            input: skip
                .tag
                .as_ref()
                .map(|tag| format!("cases with the tag {tag}"))
                .unwrap_or_default(),
        });
    }
}

/// The message of a caught panic.
pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text
    } else {
        "(no text)"
    }
}
