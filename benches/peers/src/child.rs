//! Runs in processes of their own: a panic, a hang or a hunger for memory harms nobody else.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::clock::{Counting, Times};

/// How the runs of a measurement are started.
#[derive(Debug)]
pub(crate) struct Runner<'a> {
    /// This program.
    pub(crate) program: &'a Path,
    /// The file of sudokus, if one was given.
    pub(crate) corpus: Option<&'a Path>,
    /// What their clocks count.
    pub(crate) counting: Counting,
    /// A run that takes longer is ended.
    pub(crate) time_limit: Duration,
}

impl Runner<'_> {
    /// Starts a run, waits for it and reads its times.
    ///
    /// # Errors
    ///
    /// Why there are none, in words.
    pub(crate) fn run(
        &self,
        engine: &str,
        instance: &str,
        rehearsal: bool,
    ) -> Result<Times, String> {
        let mut arguments: Vec<OsString> = vec!["run".into(), engine.into(), instance.into()];
        if self.counting == Counting::Cpu {
            arguments.extend(["--clock".into(), "cpu".into()]);
        }
        if rehearsal {
            arguments.push("--rehearsal".into());
        }
        if let Some(corpus) = self.corpus {
            arguments.extend(["--corpus".into(), corpus.into()]);
        }
        let mut child = Command::new(self.program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start: {error}"))?;
        // What a run writes fits in a pipe, so that it can be read when the run has ended.
        if !finished(&mut child, self.time_limit) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no answer within {} s", self.time_limit.as_secs()));
        }
        let text = |stream: Option<&mut dyn Read>| {
            let mut text = String::new();
            let _ = stream.map(|stream| stream.read_to_string(&mut text));
            text
        };
        let output = text(child.stdout.as_mut().map(|stream| stream as &mut dyn Read));
        parse(&output).ok_or_else(|| {
            let message = text(child.stderr.as_mut().map(|stream| stream as &mut dyn Read));
            reason(&message).to_owned()
        })
    }
}

/// What went wrong, from what a run wrote to its standard error: the line that says it.
fn reason(message: &str) -> &str {
    // A panic names its thread and place first.
    let said = |line: &&str| !line.trim().is_empty() && !line.starts_with("thread '");
    message.lines().find(said).unwrap_or("ended without an answer")
}

fn finished(child: &mut Child, limit: Duration) -> bool {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if start.elapsed() >= limit => return false,
            Ok(None) => sleep(Duration::from_millis(5)),
        }
    }
}

/// What a run prints: nanoseconds of building and of solving.
pub(crate) fn format(times: &Times) -> String {
    format!("{} {}", times.building.as_nanos(), times.solving.as_nanos())
}

fn parse(output: &str) -> Option<Times> {
    let (building, solving) = output.trim().split_once(' ')?;
    let nanoseconds = |text: &str| text.parse().ok().map(Duration::from_nanos);
    Some(Times { building: nanoseconds(building)?, solving: nanoseconds(solving)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_the_pipe() {
        let times = Times { building: Duration::from_nanos(12), solving: Duration::from_secs(34) };
        assert_eq!(parse(&format(&times)), Some(times));
        assert_eq!(parse(""), None);
    }

    #[test]
    fn the_reason_of_a_panic_is_its_message() {
        assert_eq!(reason("\nthread 'main' (7) panicked at a.rs:1:2:\nno luck\nnote"), "no luck");
        assert_eq!(reason(""), "ended without an answer");
    }

    #[test]
    fn a_run_that_cannot_start_says_so() {
        let program = Path::new("no such program");
        let runner = Runner {
            program,
            counting: Counting::Wall,
            corpus: None,
            time_limit: Duration::from_secs(1),
        };
        let error = runner.run("a", "b", false).unwrap_err();
        assert!(error.starts_with("cannot start: "), "{error}");
    }
}
