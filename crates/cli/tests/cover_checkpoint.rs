//! Searches that are stopped, killed and taken up again.

use std::process::Command;
use std::time::Duration;

use crate::common::*;
use quadrille_testkit::SplitMix64;

/// A search that is at most so far is killed after a random time.
const LONGEST: u64 = 60;

#[test]
fn a_count_that_is_killed_again_and_again_is_exact_in_the_end() {
    let folder = folder();
    let problem = file(&folder, "12.dlx", langford(12));
    let saved = folder.path().join("run.json");
    let mut random = SplitMix64::new(12);
    let mut kills = 0;
    let output = loop {
        let mut program = saved_count(&problem, &saved).spawn().expect("the program runs");
        // Later ones are given more time, so that there is an end on the slowest machine, too.
        let time = 5 + random.next_u64() % (LONGEST + 10 * kills);
        std::thread::sleep(Duration::from_millis(time));
        program.kill().expect("a signal");
        let output = program.wait_with_output().expect("it ends");
        if output.status.code().is_some() {
            break output;
        }
        kills += 1;
        assert_eq!(output.stdout, b"", "the count is written at the end");
    };
    assert!(kills >= 3, "{kills}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "216288\n");
    let again = saved_count(&problem, &saved).output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&again.stdout), "216288\n", "what has ended stays so");
}

#[test]
fn solutions_go_on_with_their_numbers_no_more_and_no_fewer() {
    let folder = folder();
    let text = langford(8);
    let problem = file(&folder, "8.dlx", &text);
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    for more in [&[][..], &["--seed", "4"], &["--branch", "weighted"], &["--preprocess"]] {
        let whole = run(&[&["cover", "solve", "--all", &problem][..], more].concat(), "").1;
        let mut parts = String::new();
        let mut runs = 0;
        let _ = std::fs::remove_file(saved);
        loop {
            let mut arguments = vec!["cover", "solve", "--all", &problem];
            arguments.extend(more);
            arguments.extend(["--node-limit", "300", "--checkpoint", saved]);
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
        assert_eq!(parts, whole, "{more:?}");
    }
}

#[test]
fn the_limit_counts_the_solutions_of_all_runs() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let solve = |limit: &str, resume: bool| {
        let mut arguments =
            vec!["cover", "solve", &problem, "--limit", limit, "--checkpoint", saved];
        if resume {
            arguments.extend(["--resume", saved]);
        }
        run(&arguments, "")
    };
    let numbers = |out: &str| -> Vec<String> {
        out.lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
    };
    assert_eq!(numbers(&solve("3", false).1), ["1:", "2:", "3:"]);
    assert_eq!(numbers(&solve("5", true).1), ["4:", "5:"]);
    let (code, out, err) = solve("5", true);
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(err, "nothing new: 5 solutions found before\n");
}

#[test]
fn the_cheapest_are_found_in_several_runs() {
    let folder = folder();
    let mut text = String::new();
    for (number, line) in langford(7).lines().enumerate() {
        text += &if number == 0 {
            format!("{line}\n")
        } else {
            format!("{line} |{}\n", number * number % 17)
        };
    }
    let problem = file(&folder, "7.dlx", text);
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let (_, whole, _) = run(&["cover", "solve", "--k-cheapest", "4", &problem], "");
    let mut arguments = vec![
        "cover",
        "solve",
        "--k-cheapest",
        "4",
        &problem,
        "--node-limit",
        "100",
        "--checkpoint",
        saved,
    ];
    let mut runs = 1;
    let mut last = run(&arguments, "");
    arguments.extend(["--resume", saved]);
    while last.0 == 3 {
        assert!(runs < 1000);
        runs += 1;
        last = run(&arguments, "");
    }
    assert!(runs > 2, "{runs}");
    let costs = |out: &str| -> Vec<String> {
        out.lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
    };
    assert_eq!(costs(&last.1), costs(&whole));
    assert_eq!(costs(&whole).last().map(String::as_str), Some("proved optimal"));
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let other = file(&folder, "7.dlx", langford(7));
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let (code, _, _) =
        run(&["cover", "count", &problem, "--node-limit", "1000", "--checkpoint", saved], "");
    assert_eq!(code, 3);
    let good = std::fs::read_to_string(saved).expect("a checkpoint");
    let version = good.replacen("\"version\":2", "\"version\":3", 1);
    assert_ne!(version, good);
    let future = file(&folder, "future.json", version.replacen("0.1.0", "9.1.0", 1));
    let truncated = file(&folder, "truncated.json", &good[..good.len() / 2]);
    let empty = file(&folder, "empty.json", "");
    let missing = format!("{saved}.missing");
    let here = folder.path().to_str().expect("a name");
    let cases: [(&[&str], &str); 10] = [
        (&["count", &other, "--resume", saved], "the checkpoint is of another problem"),
        (
            &["count", &problem, "--resume", saved, "--branch", "first"],
            "its branching was fewest, not first",
        ),
        (&["count", &problem, "--resume", saved, "--seed", "1"], "of another search"),
        (&["count", &problem, "--resume", saved, "--given", "3"], "given options was none, not 3"),
        (&["solve", &problem, "--resume", saved, "--min-cost"], "of another search"),
        (&["count", &problem, "--resume", &future], "written by version 9.1.0"),
        (&["count", &problem, "--resume", &truncated], "no checkpoint: "),
        (&["count", &problem, "--resume", &empty], "no checkpoint: "),
        (&["count", &problem, "--resume", &missing], "cannot read the checkpoint"),
        (&["count", &problem, "--resume", here], "cannot read the checkpoint"),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = run(&[&["cover"][..], arguments].concat(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains("error: ") && err.contains(message), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    assert_eq!(std::fs::read_to_string(saved).expect("a checkpoint"), good, "it is as it was");
}

#[test]
fn a_file_that_is_there_is_not_overwritten_by_a_search_that_begins() {
    let folder = folder();
    let text = langford(8);
    let problem = file(&folder, "8.dlx", &text);
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let begin = ["cover", "count", &problem, "--node-limit", "1000", "--checkpoint", saved];
    let (code, _, err) = run(&begin, "");
    assert_eq!(code, 3);
    assert!(err.ends_with(&format!("\ngo on with --resume {saved}\n")), "{err}");
    let good = std::fs::read_to_string(saved).expect("a checkpoint");
    for (path, before) in [(saved, &good), (&problem, &text)] {
        let (code, out, err) = run(&["cover", "count", &problem, "--checkpoint", path], "");
        assert_eq!((code, out.as_str()), (2, ""));
        let told = "error: is there already: go on from it with --resume, or remove it\n";
        assert_eq!(err, format!("{path}: {told}"));
        assert_eq!(std::fs::read_to_string(path).as_ref().ok(), Some(before));
    }
    let other = folder.path().join("other.json");
    let other = other.to_str().expect("a name");
    let go_on = ["cover", "count", &problem, "--resume", saved, "--checkpoint", other];
    assert_eq!(run(&go_on, "").1, "300\n");
    assert_eq!(std::fs::read_to_string(saved).expect("a checkpoint"), good);
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_told_before_the_search() {
    let folder = folder();
    let problem = file(&folder, "16.dlx", langford(16));
    let nowhere = folder.path().join("missing/run.json");
    let nowhere = nowhere.to_str().expect("a name");
    let (code, out, err) = run(&["cover", "count", &problem, "--checkpoint", nowhere], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("error: cannot write the checkpoint "), "{err}");
}

#[test]
fn the_strategy_that_was_picked_is_saved_and_may_be_named() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let begin = ["cover", "count", "--json", &problem, "--node-limit", "1000"];
    let (_, out, _) = run(&[&begin[..], &["--checkpoint", saved]].concat(), "");
    let picked = json_lines(&out)[0]["strategy"].as_str().expect("a name").to_owned();
    assert_ne!(picked, "auto");
    let checkpoint = std::fs::read_to_string(saved).expect("a checkpoint");
    assert!(checkpoint.contains(&format!("\"strategy\":\"{picked}\"")), "{checkpoint}");
    let go_on = ["cover", "count", &problem, "--resume", saved, "--strategy", &picked];
    assert_eq!(run(&go_on, "").1, "300\n");
}

#[test]
fn a_checkpoint_is_a_file_and_not_standard_input() {
    for option in ["--resume", "--checkpoint"] {
        let (code, _, err) = run(&["cover", "count", option, "-"], TOY);
        assert_eq!(code, 2);
        assert!(err.contains("a checkpoint is a file"), "{err}");
    }
}

#[test]
fn preprocessing_that_a_limit_stops_leaves_no_checkpoint_and_says_so() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let saved = folder.path().join("run.json");
    let saved_name = saved.to_str().expect("a name");
    for verb in ["solve", "count"] {
        let arguments = ["cover", verb, "--preprocess", "--time-limit", "0s", &problem];
        let arguments = [&arguments[..], &["--checkpoint", saved_name]].concat();
        let (code, _, err) = run(&arguments, "");
        assert_eq!(code, 3);
        let told = format!("stopped before the search began: {saved_name} was not written\n");
        assert_eq!(err, told);
        assert!(!saved.exists());
    }
    // What must not be replaced is told before that.
    std::fs::write(&saved, "").expect("a file");
    let arguments = ["cover", "count", "--preprocess", "--time-limit", "0s", &problem];
    let (code, _, err) = run(&[&arguments[..], &["--checkpoint", saved_name]].concat(), "");
    assert_eq!(code, 2);
    assert!(err.contains("is there already"), "{err}");
}

#[test]
fn a_limit_behind_the_proof_says_nothing_of_going_on() {
    let folder = folder();
    let problem = file(&folder, "a.dlx", "a\na |5\na |0\na |7\n");
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    let mut proved = 0;
    for nodes in 1..=4 {
        let nodes = nodes.to_string();
        let _ = std::fs::remove_file(saved);
        let arguments = ["cover", "solve", "--min-cost", "--node-limit", &nodes, &problem];
        let (code, out, err) = run(&[&arguments[..], &["--checkpoint", saved]].concat(), "");
        assert_eq!(code == 0, out.ends_with("proved optimal\n"), "{out}");
        assert_eq!(code == 0, err.is_empty(), "{nodes}: {err}");
        proved += i32::from(code == 0);
    }
    assert!(proved > 0);
}

#[cfg(unix)]
mod special {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    /// What the program says to a name that is not to be replaced.
    fn refused(problem: &str, name: &std::path::Path) {
        let name = name.to_str().expect("a name");
        let (code, out, err) = run(&["cover", "count", problem, "--checkpoint", name], "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        let told = "error: is there already: go on from it with --resume, or remove it\n";
        assert_eq!(err, format!("{name}: {told}"));
    }

    fn fifo(name: &std::path::Path) -> bool {
        Command::new("mkfifo").arg(name).status().is_ok_and(|status| status.success())
    }

    #[test]
    fn pipes_empty_files_and_links_that_lead_nowhere_are_not_replaced() {
        let folder = folder();
        let problem = file(&folder, "8.dlx", langford(8));
        let at = |name: &str| folder.path().join(name);
        fs::write(at("empty"), "").expect("a file");
        refused(&problem, &at("empty"));
        assert_eq!(fs::metadata(at("empty")).expect("a file").len(), 0);
        symlink("nowhere", at("link")).expect("a link");
        refused(&problem, &at("link"));
        assert!(fs::symlink_metadata(at("link")).expect("a link").is_symlink());
        assert!(!at("nowhere").exists());
        if !fifo(&at("pipe")) {
            eprintln!("skipped: there is no `mkfifo`");
            return;
        }
        symlink("pipe", at("to-pipe")).expect("a link");
        for name in ["pipe", "to-pipe"] {
            refused(&problem, &at(name));
            assert!(fs::metadata(at(name)).expect("a pipe").file_type().is_fifo());
            let path = at(name);
            let path = path.to_str().expect("a name");
            let both = ["cover", "count", &problem, "--checkpoint", path, "--resume", "other"];
            assert_eq!(run(&both, "").0, 2);
        }
        assert!(fs::metadata(at("pipe")).expect("a pipe").file_type().is_fifo());
        // Nor is what stands where the file is written before it gets its name.
        assert!(fifo(&at(".run.json.new")));
        let saved = at("run.json");
        let name = saved.to_str().expect("a name");
        let (code, _, err) = run(&["cover", "count", &problem, "--checkpoint", name], "");
        assert_eq!(code, 2);
        assert!(err.contains("is no regular file"), "{err}");
        assert!(!saved.exists());
        assert!(fs::metadata(at(".run.json.new")).expect("a pipe").file_type().is_fifo());
    }

    #[test]
    fn through_a_link_the_file_is_replaced_and_keeps_its_permissions() {
        let folder = folder();
        let problem = file(&folder, "8.dlx", langford(8));
        let (saved, link) = (folder.path().join("run.json"), folder.path().join("link.json"));
        let begin = ["cover", "count", &problem, "--node-limit", "1000", "--checkpoint"];
        run(&[&begin[..], &[saved.to_str().expect("a name")]].concat(), "");
        let before = fs::read(&saved).expect("a checkpoint");
        fs::set_permissions(&saved, fs::Permissions::from_mode(0o600)).expect("its own file");
        symlink("run.json", &link).expect("a link");
        // Left by a run that was killed.
        fs::write(folder.path().join(".run.json.new"), "{").expect("a file");
        let link_name = link.to_str().expect("a name");
        let go_on = ["cover", "count", &problem, "--resume", link_name, "--checkpoint", link_name];
        assert_eq!(run(&go_on, "").1, "300\n");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_ne!(fs::read(&saved).expect("a checkpoint"), before);
        assert_eq!(fs::metadata(&saved).expect("a file").permissions().mode() & 0o777, 0o600);
    }
}
