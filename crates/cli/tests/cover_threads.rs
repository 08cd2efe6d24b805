//! `quadrille cover` by several threads finds what one finds.

use crate::common::{counted, file, folder, json_lines, langford, run};

/// The solutions of `cover solve`, each a sorted set of lines; sorted.
fn solutions(out: &str) -> Vec<Vec<&str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    for line in out.lines() {
        match (line.strip_prefix(' '), found.last_mut()) {
            (Some(option), Some(solution)) => solution.push(option),
            _ => found.push(Vec::new()),
        }
    }
    found.iter_mut().for_each(|solution| solution.sort_unstable());
    found.sort_unstable();
    found
}

#[test]
fn counts_and_sets_of_solutions_are_those_of_one_thread() {
    let folder = folder();
    let path = file(&folder, "8.dlx", langford(8));
    let (code, one, _) = run(&["cover", "solve", "--all", &path], "");
    assert_eq!((code, solutions(&one).len()), (0, 300));
    for threads in ["1", "2", "5"] {
        let (code, out, err) = run(&["cover", "count", "--threads", threads, &path], "");
        assert_eq!((code, out.as_str(), err.as_str()), (0, "300\n", ""), "{threads}");
        let (code, many, err) = run(&["cover", "solve", "--all", "--threads", threads, &path], "");
        assert_eq!((code, err.as_str()), (0, ""), "{threads}");
        assert_eq!(solutions(&many), solutions(&one), "{threads}");
        assert!(many.starts_with("1:\n") && many.contains("\n300:\n"), "{many}");
    }
}

#[test]
fn limits_first_solutions_and_no_solutions_are_answered_alike() {
    let folder = folder();
    let path = file(&folder, "7.dlx", langford(7));
    let none = file(&folder, "5.dlx", langford(5));
    let two = ["--threads", "2"];
    let with = |arguments: &[&str]| run(&[&["cover"], arguments, &two].concat(), "");
    assert_eq!(with(&["count", "--limit", "9", &path]).1, "at least 9\n");
    assert_eq!(solutions(&with(&["solve", &path]).1).len(), 1);
    assert_eq!(solutions(&with(&["solve", "--limit", "3", &path]).1).len(), 3);
    assert_eq!(with(&["count", &none]).0, 1);
    let (code, out, _) = with(&["solve", &none]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    let (code, out, _) = with(&["count", "--node-limit", "10", "--json", &path]);
    assert_eq!((code, json_lines(&out)[0]["verdict"].as_str()), (3, Some("stopped")));
}

#[test]
fn the_cheapest_cost_is_that_of_one_thread() {
    let text = "a b c d\na |5\nb |4\nc d |6\na b |7\nc |2\nd |3\n";
    let (code, out, _) = run(&["cover", "solve", "--min-cost", "--threads", "3", "-"], text);
    assert_eq!(code, 0);
    assert!(out.starts_with("1: cost 12\n") && out.contains("proved"), "{out}");
    let all = ["cover", "solve", "--k-cheapest", "9", "--threads", "2", "--json", "-"];
    let costs: Vec<Option<u64>> =
        json_lines(&run(&all, text).1).iter().map(|line| line["cost"].as_u64()).collect();
    assert_eq!(costs, [Some(12), Some(13), Some(14), Some(15), None]);
}

#[test]
fn a_number_of_threads_is_at_least_one() {
    let (code, _, err) = run(&["cover", "count", "--threads", "0", "-"], "a\na\n");
    assert_eq!(code, 2);
    assert!(err.contains("expected"), "{err}");
}

#[test]
fn ordered_is_the_order_of_one_thread_to_the_byte() {
    let folder = folder();
    let path = file(&folder, "8.dlx", langford(8));
    for wanted in [&["--all"][..], &["--limit", "1"], &["--limit", "17"], &["--limit", "300"]] {
        let solve =
            |more: &[&str]| run(&[&["cover", "solve", &path][..], wanted, more].concat(), "");
        let one = solve(&["--threads", "1"]);
        for threads in ["2", "5"] {
            assert_eq!(solve(&["--ordered", "--threads", threads]), one, "{wanted:?} {threads}");
        }
        assert_eq!(solve(&["--ordered"]), one, "{wanted:?}");
    }
    let weighted = ["cover", "solve", "--all", "--branch", "weighted", &path];
    let many = run(&[&weighted[..], &["--ordered", "--threads", "3"]].concat(), "");
    assert_eq!(many, run(&weighted, ""));
    let costs = ["cover", "solve", "--min-cost", "--ordered", &path];
    assert_eq!(run(&costs, "").0, 2);
}

#[test]
fn a_closed_pipe_ends_all_threads() {
    use std::io::BufRead;
    use std::process::{Command, Stdio};
    let folder = folder();
    let path = file(&folder, "12.dlx", langford(12));
    let mut program = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["cover", "solve", "--all", "--threads", "2", &path])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let out = std::io::BufReader::new(program.stdout.take().expect("a pipe"));
    let first = out.lines().next().expect("a line").expect("text");
    assert_eq!(first, "1:");
    assert_eq!(program.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_all_threads_in_order_too() {
    use std::io::BufRead;
    use std::process::{Command, Stdio};
    let folder = folder();
    let path = file(&folder, "12.dlx", langford(12));
    let mut program = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["cover", "solve", "--all", "--threads", "3", "--ordered", &path])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let out = std::io::BufReader::new(program.stdout.take().expect("a pipe"));
    let lines: Vec<_> = out.lines().take(1000).map(|line| line.expect("text")).collect();
    assert_eq!(lines[0], "1:");
    assert_eq!(program.wait().expect("it ends").code(), Some(0));
}

#[test]
fn the_time_limit_stops_all_threads() {
    use std::time::{Duration, Instant};
    let folder = folder();
    let path = file(&folder, "20.dlx", langford(20));
    // The last one passes from one thread to all on its way.
    for (threads, limit) in
        [(&["--threads", "3"][..], 200), (&["--threads", "1"], 200), (&[], 1500)]
    {
        let start = Instant::now();
        let time = format!("{limit}ms");
        let count = [&["cover", "count", "--time-limit", &time, &path][..], threads].concat();
        let (code, out, err) = run(&count, "");
        let took = start.elapsed();
        assert_eq!(code, 3, "{err}");
        assert!(out.starts_with("unknown (at least ") && out.ends_with("time budget used up\n"));
        assert!(err.contains("of the search done"), "{err}");
        assert!(took >= Duration::from_millis(limit), "{took:?}");
        assert!(took < Duration::from_millis(limit) + Duration::from_secs(20), "{took:?}");
    }
}

#[test]
fn a_search_that_takes_long_goes_on_by_all_cores_and_counts_the_same() {
    let folder = folder();
    let path = file(&folder, "12.dlx", langford(12));
    let slow = ["cover", "count", "--json", "--branch", "first", "--seed", "1", &path];
    let count = |more: &[&str]| {
        let (code, out, err) = run(&[&slow[..], more].concat(), "");
        assert_eq!((code, err.as_str()), (0, ""));
        let object = json_lines(&out).remove(0);
        let number = |name: &str| object[name].as_u64().expect("a number");
        (counted(&object), number("nodes"), object["seconds"].as_f64().expect("seconds"))
    };
    let (solutions, nodes, seconds) = count(&["--threads", "1"]);
    assert_eq!(solutions, 216_288);
    let many = count(&[]);
    eprintln!("{seconds} s by one thread, {} s by all", many.2);
    assert_eq!((many.0, many.1), (solutions, nodes));
    let by_two = count(&["--threads", "2"]);
    assert_eq!((by_two.0, by_two.1), (solutions, nodes));
}

#[test]
fn solutions_have_one_order_when_a_search_goes_on_by_all_cores() {
    let folder = folder();
    // Long enough to be written for more than a second.
    let path = file(&folder, "12.dlx", langford(12));
    let one = run(&["cover", "solve", "--all", "--threads", "1", &path], "");
    let many = run(&["cover", "solve", "--all", &path], "");
    assert!(one.1.contains("\n216288:\n"));
    assert!(one == many, "the same to the byte");
}
