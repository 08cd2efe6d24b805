//! Any program as an engine: it reads puzzles from standard input, and writes answers to standard
//! output.
//!
//! A process gets a batch, so that its start is paid once. The clock runs from before the process is
//! started until it has ended. How long it takes to start (to load, and to read nothing or a single
//! puzzle) is measured in every round as well, and stands beside the times, to be subtracted.
//!
//! A process that is not done within the time limit of all its puzzles is killed, together with whatever
//! it has started.

use std::io::{Read, Write};
use std::ops::Range;
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Answer, Engine, Run, Task, protocol};
use crate::definition::{Command, Kind, Mode, StartUp};
use crate::material::{Material, Puzzles};

/// How often it is looked whether the session was cancelled.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a program that has closed its output may take to end before the clock is looked at again.
const NAP: Duration = Duration::from_micros(50);
/// The most bytes that are read of a program for each puzzle, and in any case.
const MOST_OUTPUT: u64 = 1 << 16;
/// The most bytes of standard error that are kept.
const MOST_COMPLAINTS: u64 = 2000;

/// Runs a program.
#[derive(Debug)]
pub struct CommandEngine {
    name: String,
    command: Command,
    mode: Mode,
}

/// What became of a process.
#[derive(Debug, Default)]
struct Ended {
    time: Duration,
    output: Vec<u8>,
    fault: Option<String>,
    timed_out: bool,
    cancelled: bool,
}

impl CommandEngine {
    /// An engine of that name.
    pub fn new(name: impl Into<String>, command: Command, mode: Mode) -> Self {
        CommandEngine { name: name.into(), command, mode }
    }

    fn process(&self) -> Process {
        let mut process = Process::new(self.command.line.first().map_or("", String::as_str));
        process
            .args(self.command.line.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own: Ctrl-C is for us, and what it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        process
    }

    fn execute(&self, input: Vec<u8>, most: u64, limit: Duration, task: &Task) -> Ended {
        let mut process = self.process();
        let start = Instant::now();
        let mut child = match process.spawn() {
            Ok(child) => child,
            Err(error) => {
                let program = self.command.line.first().map_or("", String::as_str);
                let fault = Some(format!("cannot start {program}: {error}"));
                return Ended { fault, ..Ended::default() };
            }
        };
        if let Some(mut stdin) = child.stdin.take() {
            // A program may end without having read everything: its answers tell.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        let output = child.stdout.take().map(|stdout| reader(stdout, most));
        let complaints = child.stderr.take().map(|stderr| reader(stderr, MOST_COMPLAINTS));
        let deadline = start.checked_add(limit);
        let mut ended = Ended::default();
        let bytes = output.and_then(|output| receive(&output, deadline, task, &mut ended));
        let status = await_exit(&mut child, deadline, task, &mut ended);
        ended.time = start.elapsed();
        let complaints = complaints.and_then(|lines| lines.recv_timeout(PATIENCE).ok());
        let complaint = complaints.map(|bytes| last_line(&bytes)).unwrap_or_default();
        match (bytes, status) {
            (Some(bytes), Some(code)) => {
                if bytes.len() as u64 > most {
                    ended.fault = Some(format!("more than {most} bytes of output"));
                }
                ended.output = bytes;
                let bad = match code {
                    Ok(code) if self.is_good(code) => None,
                    Ok(code) => Some(format!("exit code {code}")),
                    Err(signal) => Some(signal),
                };
                let bad = bad.map(|how| format!("ended with {how}{complaint}"));
                ended.fault = ended.fault.or(bad);
            }
            _ if ended.timed_out || ended.cancelled => {}
            _ => ended.fault = Some(format!("its output cannot be read{complaint}")),
        }
        ended
    }

    fn is_good(&self, code: i32) -> bool {
        self.command.exit_codes.contains(&code)
    }
}

impl Engine for CommandEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> Kind {
        self.command.kind
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn description(&self) -> String {
        format!("program: {}", self.command.line.join(" "))
    }

    fn counts_nodes(&self) -> bool {
        false
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        if self.kind() == Kind::Variant {
            return Err(format!("{}: programs take no variants", self.name));
        }
        if material.kind() != self.kind() {
            return Err(format!("{} takes {} puzzles", self.name, self.kind()));
        }
        protocol::input(&self.command, material, 0..material.len()).map(drop)
    }

    fn run(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Run {
        let puzzles = range.len();
        let input = match protocol::input(&self.command, material, range) {
            Ok(input) => input,
            Err(fault) => return Run { fault: Some(fault), ..Run::default() },
        };
        let shape = match &material.puzzles {
            Puzzles::Sudoku(shape, _) => Some(*shape),
            Puzzles::Cover(_) | Puzzles::Variant(_) => None,
        };
        let count = u32::try_from(puzzles).unwrap_or(u32::MAX);
        let limit = task.time_limit.saturating_mul(count.max(1));
        let most = MOST_OUTPUT.saturating_mul(u64::from(count).saturating_add(16));
        let ended = self.execute(input, most, limit, task);
        let mut answers: Vec<Option<Answer>> =
            protocol::answers(&self.command, shape, &ended.output).into_iter().map(Some).collect();
        let mut fault = ended.fault;
        if answers.len() > puzzles && fault.is_none() {
            fault = Some(format!("{} answers to {puzzles} puzzles", answers.len()));
        } else if answers.len() < puzzles && fault.is_none() && !ended.timed_out {
            fault = Some(format!("only {} answers to {puzzles} puzzles", answers.len()));
        }
        answers.resize(puzzles, None);
        let (time, timed_out, cancelled) = (ended.time, ended.timed_out, ended.cancelled);
        Run { time, answers, fault, timed_out, cancelled }
    }

    fn start(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Option<Duration> {
        let range = match self.command.start {
            StartUp::None => return None,
            StartUp::Empty => range.start..range.start,
            StartUp::One => range.start..range.end.min(range.start + 1),
        };
        let input = protocol::input(&self.command, material, range).ok()?;
        let ended = self.execute(input, MOST_OUTPUT, task.time_limit, task);
        (!ended.timed_out && !ended.cancelled).then_some(ended.time)
    }
}

/// Reads all of a stream in a thread of its own, and keeps a little more than the first `most` bytes.
fn reader(mut stream: impl Read + Send + 'static, most: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stream.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes);
        // Nobody is there any more if the process was killed.
        drop(sender.send(bytes));
        if read.is_ok() {
            drop(std::io::copy(&mut stream, &mut std::io::sink()));
        }
    });
    receiver
}

/// Waits for the output of a process, until the deadline.
fn receive(
    output: &Receiver<Vec<u8>>,
    deadline: Option<Instant>,
    task: &Task,
    ended: &mut Ended,
) -> Option<Vec<u8>> {
    loop {
        let left = deadline.map_or(PATIENCE, |end| end.saturating_duration_since(Instant::now()));
        match output.recv_timeout(left.min(PATIENCE)) {
            Ok(bytes) => return Some(bytes),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_over(deadline, task, ended) {
            return None;
        }
    }
}

/// Whether time is up, or the session cancelled.
fn is_over(deadline: Option<Instant>, task: &Task, ended: &mut Ended) -> bool {
    ended.cancelled |= task.cancel.is_cancelled();
    ended.timed_out |= deadline.is_some_and(|deadline| Instant::now() >= deadline);
    ended.cancelled || ended.timed_out
}

/// The exit code of a process, or the signal that ended it; `None` if it had to be killed.
fn await_exit(
    child: &mut Child,
    deadline: Option<Instant>,
    task: &Task,
    ended: &mut Ended,
) -> Option<Result<i32, String>> {
    while !ended.timed_out && !ended.cancelled {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.code().ok_or_else(|| status.to_string())),
            Ok(None) => thread::sleep(NAP),
            Err(error) => return Some(Err(error.to_string())),
        }
        is_over(deadline, task, ended);
    }
    kill(child);
    None
}

/// Kills a process and what it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It fails if all of them have ended by themselves.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    drop(child.kill());
    drop(child.wait());
}

/// The last line of what a program complains of, to be put behind a message.
fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map(|line| format!(": {line}")).unwrap_or_default()
}
