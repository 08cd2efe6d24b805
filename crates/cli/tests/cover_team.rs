//! Searches by several threads that are stopped, killed and taken up again, by other numbers of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::*;
use quadrille_testkit::SplitMix64;

/// A search that is at most so far is killed after a random time.
const LONGEST: u64 = 60;

fn count(problem: &str, saved: &Path) -> Command {
    let mut command = saved_count(problem, saved);
    command.args(["--strategy", "links"]);
    command
}

#[test]
fn a_count_by_several_threads_that_is_killed_again_and_again_is_exact_in_the_end() {
    let folder = folder();
    let problem = file(&folder, "12.dlx", langford(12));
    let saved = folder.path().join("run.json");
    let alone = ["cover", "count", "--strategy", "links", "--json", "--threads", "1", &problem];
    let whole = run(&alone, "").1;
    let whole = json_lines(&whole).remove(0);
    let mut random = SplitMix64::new(7);
    let (mut kills, mut most) = (0, 0);
    let output = loop {
        let mut command = count(&problem, &saved);
        // The fourth is left to the program.
        let threads = [Some("2"), Some("3"), Some("1"), None][kills as usize % 4];
        if let Some(threads) = threads {
            command.args(["--threads", threads]);
        }
        let mut program = command.arg("--json").spawn().expect("the program runs");
        let time = 5 + random.next_u64() % (LONGEST + 10 * kills);
        std::thread::sleep(Duration::from_millis(time));
        program.kill().expect("a signal");
        let output = program.wait_with_output().expect("it ends");
        if let Ok(text) = std::fs::read_to_string(&saved) {
            most = most.max(text.matches("\"stage\"").count());
        }
        if output.status.code().is_some() {
            break output;
        }
        kills += 1;
        assert_eq!(output.stdout, b"", "the count is written at the end");
    };
    assert!(kills >= 3 && most > 1, "{kills} kills, {most} parts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let last = json_lines(&String::from_utf8_lossy(&output.stdout)).remove(0);
    assert_eq!((&last["solutions"], &last["exact"]), (&"216288".into(), &true.into()));
    assert_eq!(last["nodes"], whole["nodes"]);
}

/// The whole solutions in what `cover solve` has written, each with its number.
fn written(out: &str) -> Vec<(u64, String)> {
    let mut found: Vec<(u64, String)> = Vec::new();
    for line in out.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match (line.starts_with(' '), found.last_mut()) {
            (true, Some((_, options))) => *options += line,
            _ => {
                found.push((line.trim_end_matches(":\n").parse().expect("a number"), String::new()))
            }
        }
    }
    // Langford pairs of eleven numbers are eleven options.
    found.retain(|(_, options)| options.lines().count() == 11);
    found
}

#[test]
fn solutions_of_several_threads_that_are_killed_are_neither_lost_nor_numbered_anew() {
    let folder = folder();
    let problem = file(&folder, "11.dlx", langford(11));
    let whole: BTreeMap<u64, String> =
        written(&run(&["cover", "solve", "--all", "--threads", "1", &problem], "").1)
            .into_iter()
            .collect();
    assert_eq!(whole.len(), 35_584);
    for ordered in [true, false] {
        let saved = folder.path().join(if ordered { "ordered.json" } else { "free.json" });
        let mut random = SplitMix64::new(3);
        let mut found = Vec::new();
        let mut kills = 0;
        loop {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin("quadrille"));
            command.args(["cover", "solve", "--all", &problem, "--checkpoint-every", "1ms"]);
            command.arg("--checkpoint").arg(&saved);
            if saved.exists() {
                command.arg("--resume").arg(&saved);
            }
            command.args(["--threads", ["2", "3", "1"][kills as usize % 3]]);
            if ordered {
                command.arg("--ordered");
            }
            let out = folder.path().join("out");
            let to = std::fs::File::create(&out).expect("a file");
            let mut program = command.stdout(to).stderr(Stdio::null()).spawn().expect("it runs");
            let time = 5 + random.next_u64() % (30 + 10 * kills);
            std::thread::sleep(Duration::from_millis(time));
            program.kill().expect("a signal");
            let status = program.wait().expect("it ends");
            found.extend(written(&std::fs::read_to_string(&out).expect("text")));
            if status.code().is_some() {
                break;
            }
            kills += 1;
        }
        assert!(kills >= 2, "{kills}");
        if ordered {
            for (number, options) in &found {
                assert_eq!(whole.get(number), Some(options), "{number}");
            }
            let numbers: BTreeSet<u64> = found.iter().map(|(number, _)| *number).collect();
            assert!(numbers.iter().eq(whole.keys()));
        } else {
            let set = |options: &str| -> BTreeSet<String> {
                options.lines().map(str::to_owned).collect()
            };
            let all: BTreeSet<_> = whole.values().map(|options| set(options)).collect();
            let free: BTreeSet<_> = found.iter().map(|(_, options)| set(options)).collect();
            assert_eq!(free, all);
            assert_eq!(found.last().map(|(number, _)| *number), Some(whole.len() as u64));
        }
    }
}

#[test]
fn solutions_of_several_threads_come_once_each_over_several_runs() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let whole = run(&["cover", "solve", "--all", "--threads", "1", &problem], "").1;
    for order in [&["--ordered"][..], &[]] {
        let mut parts = String::new();
        let mut runs = 0;
        let _ = std::fs::remove_file(saved);
        loop {
            let mut arguments = vec!["cover", "solve", "--all", &problem, "--node-limit", "500"];
            arguments.extend(["--checkpoint", saved, "--threads", ["2", "4", "1"][runs % 3]]);
            arguments.extend(order);
            if runs > 0 {
                arguments.extend(["--resume", saved]);
            }
            let (code, out, err) = run(&arguments, "");
            runs += 1;
            parts += out.strip_suffix("unknown: node budget used up\n").unwrap_or(&out);
            match code {
                0 => break,
                3 => assert!(runs < 1000),
                _ => panic!("{code}: {err}"),
            }
        }
        assert!(runs > 3, "{runs}");
        if !order.is_empty() {
            assert_eq!(parts, whole);
        }
        let numbers = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
        };
        assert_eq!(numbers(&parts), numbers(&whole));
        let sets = |text: &str| {
            let mut sets: Vec<Vec<String>> = Vec::new();
            for line in text.lines() {
                match (line.strip_prefix(' '), sets.last_mut()) {
                    (Some(option), Some(set)) => set.push(option.to_owned()),
                    _ => sets.push(Vec::new()),
                }
            }
            sets.iter_mut().for_each(|set| set.sort_unstable());
            sets.sort_unstable();
            sets
        };
        assert_eq!(sets(&parts), sets(&whole));
        let more = ["cover", "solve", "--all", &problem, "--resume", saved, "--threads", "2"];
        assert_eq!(
            run(&more, ""),
            (0, String::new(), "nothing new: 300 solutions found before\n".into())
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_threads_and_leaves_a_checkpoint_to_go_on_from() {
    let folder = folder();
    let problem = file(&folder, "12.dlx", langford(12));
    let saved = folder.path().join("run.json");
    let mut command = count(&problem, &saved);
    command.args(["--threads", "3", "--branch", "first"]);
    let mut program = command.spawn().expect("the program runs");
    // It catches signals when it has begun to search: the first checkpoint is there.
    while !saved.exists() {
        let ended = program.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it has ended without a checkpoint: {ended:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(50));
    let interrupt = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    if !interrupt.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no `kill`");
        program.kill().expect("a signal");
        program.wait().expect("it ends");
        return;
    }
    let output = program.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.starts_with("unknown (at least ") && out.ends_with("): cancelled\n"), "{out}");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("of the search done\ngo on with --resume "), "{err}");
    let mut command = count(&problem, &saved);
    command.args(["--threads", "1", "--branch", "first"]);
    let output = command.output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "216288\n");
}
