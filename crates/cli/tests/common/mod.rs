//! What the tests of the verbs share.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// One solution, and far from it without guesses.
pub(crate) const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Two solutions.
pub(crate) const AMBIGUOUS: &str =
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
/// The clues do not clash, and yet there is no solution: one of them is wrong.
pub(crate) const IMPOSSIBLE: &str =
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Two fives in the first row.
pub(crate) const CLASH: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const EMPTY: &str =
    ".................................................................................";

/// The program, with nothing on standard input.
pub(crate) fn quadrille(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("quadrille").expect("the program is built");
    command.args(arguments).write_stdin("");
    command
}

/// `cover count` of a problem, which saves itself every millisecond and goes on from what is saved.
pub(crate) fn saved_count(problem: &str, saved: &Path) -> process::Command {
    let mut command = process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"));
    command
        .args(["cover", "count", problem, "--checkpoint-every", "1ms", "--checkpoint"])
        .arg(saved);
    if saved.exists() {
        command.arg("--resume").arg(saved);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = quadrille(arguments).write_stdin(input).output().expect("the program runs");
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).expect("UTF-8"),
        String::from_utf8(output.stderr).expect("UTF-8"),
    )
}

/// What a terminal of 80 columns shows of the program, when these keys are pressed as soon as it has
/// shown a text. The terminal is made by `script` of util-linux; `None` where there is none.
#[cfg(target_os = "linux")]
pub(crate) fn on_a_terminal(arguments: &str, text: &str, keys: &[u8]) -> Option<(i32, String)> {
    use std::io::{Read, Write};
    use std::process::Stdio;
    let program = assert_cmd::cargo::cargo_bin("quadrille");
    // The program takes the place of the shell: some shells die of the Ctrl-C that they share with
    // what they run, and then the exit code is theirs.
    let line = format!("stty rows 24 cols 80; exec '{}' {arguments}", program.display());
    let mut command = std::process::Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).env("SHELL", "/bin/sh");
    let Ok(mut terminal) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        eprintln!("skipped: there is no `script`");
        return None;
    };
    let mut input = terminal.stdin.take().expect("a pipe");
    let mut output = terminal.stdout.take().expect("a pipe");
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    while !String::from_utf8_lossy(&shown).contains(text) {
        let read = output.read(&mut buffer).expect("bytes");
        assert!(read > 0, "no {text:?} in {:?}", String::from_utf8_lossy(&shown));
        shown.extend_from_slice(&buffer[..read]);
    }
    input.write_all(keys).expect("it reads");
    output.read_to_end(&mut shown).expect("bytes");
    drop(input);
    let code = terminal.wait().expect("it ends").code().expect("an exit code");
    Some((code, String::from_utf8_lossy(&shown).into_owned()))
}

/// A file in a folder that lasts as long as the test.
pub(crate) fn file(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// TAOCP 7.2.2.1, (5) with a second solution: items a to g, seven options.
pub(crate) const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\na d f\n";

/// Langford's problem: n pairs of numbers, with d others between the two of d.
pub(crate) fn langford(n: usize) -> String {
    let numbers: Vec<String> = (1..=n).map(|d| d.to_string()).collect();
    let places: Vec<String> = (1..=2 * n).map(|place| format!("s{place}")).collect();
    let mut text = format!("{} {}\n", numbers.join(" "), places.join(" "));
    for d in 1..=n {
        for first in 1..2 * n - d {
            text += &format!("{d} s{first} s{}\n", first + d + 1);
        }
    }
    text
}

/// How many solutions an object says that there are.
pub(crate) fn counted(object: &serde_json::Value) -> u64 {
    object["solutions"].as_str().and_then(|digits| digits.parse().ok()).expect("a string of digits")
}

/// The objects of a text with one a line.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
