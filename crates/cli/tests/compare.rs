//! `quadrille compare`, as its users call it.

use crate::common::*;

/// Strategies that never need long, so that the tests do not.
const QUICK: [&str; 4] = ["--strategies", "mrv,propagate,dlx", "--repeat", "1"];

fn compare(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut all = vec!["compare"];
    all.extend(QUICK);
    all.extend(arguments);
    run(&all, input)
}

#[test]
fn the_table_has_a_row_for_each_strategy_and_fits_120_columns() {
    let (code, out, _) = compare(&["-"], &format!("{PUZZLE}\n{AMBIGUOUS}\n{IMPOSSIBLE}\n"));
    assert_eq!(code, 0);
    for name in ["mrv", "propagate", "dlx"] {
        let row = out.lines().find(|line| line.starts_with(name)).expect("a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], ["3", "0", "0"], "solved, timed out, wrong: {row}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 120), "{out}");
    assert!(out.contains("baseline"), "{out}");
    assert!(!out.contains('\u{1b}'));
}

/// The row of a strategy in the first table.
fn row<'o>(out: &'o str, name: &str) -> Vec<&'o str> {
    let row = out.lines().find(|line| line.starts_with(&format!("{name} ")));
    row.expect("a row").split_whitespace().collect()
}

#[test]
fn without_a_corpus_there_is_one() {
    let (code, out, err) = compare(&[], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("corpus sample: 51 puzzles, SHA-256 1b14ea45fcb9"), "{out}");
}

#[test]
fn the_baseline_runs_even_if_it_is_not_named() {
    let (_, out, _) = compare(&["--baseline", "tables", PUZZLE], "");
    assert!(
        out.lines().any(|line| line.starts_with("tables ") && line.contains(" baseline")),
        "{out}"
    );
    let (first, second) = (out.find("\ntables "), out.find("\nmrv "));
    assert!(first < second, "the baseline comes first: {out}");
}

#[test]
fn a_timeout_is_shown() {
    let (code, out, _) = compare(&["--time-limit-per-puzzle", "0s", PUZZLE], "");
    let row = out.lines().find(|line| line.starts_with("propagate")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..4], ["0", "1", "0"], "{row}");
    assert!(row.contains('>'), "{row}");
    assert_eq!(code, 0, "a timeout is a result");
}

#[test]
fn files_hold_the_figures() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, csv) = (path("figures.json"), path("figures.csv"));
    let puzzles = file(&folder, "puzzles.txt", format!("{PUZZLE}\n{AMBIGUOUS}\n"));
    let (code, _, err) = compare(&[&puzzles, "--json", &json, "--csv", &csv], "");
    assert_eq!(code, 0, "{err}");
    let results = quadrille_lab::results::load(json.as_ref()).expect("results");
    assert!(results.complete);
    assert_eq!(results.corpora[0].name, "puzzles.txt");
    assert_eq!(results.corpora[0].puzzles[1].text, AMBIGUOUS);
    assert_eq!(results.corpora[0].puzzles[1].known, 2);
    assert_eq!(results.engines.last().and_then(|engine| engine.control_of), Some(0));
    let rows = std::fs::read_to_string(&csv).expect("the file");
    assert_eq!(rows.lines().count(), 1 + 2 * 4, "three strategies, and the first again");
}

#[test]
fn a_document_on_standard_output_stands_there_alone() {
    let (code, out, err) = compare(&[PUZZLE, "--json", "-"], "");
    assert_eq!(code, 0);
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["schema"], "quadrille-lab/1");
    assert_eq!(document["corpora"][0]["puzzles"][0]["source"], "argument 1");
    assert!(err.contains("engine"), "the table is on standard error: {err}");
    let (code, out, _) = compare(&[PUZZLE, "--csv", "-"], "");
    assert_eq!((code, out.lines().count()), (0, 5));
    assert_eq!(compare(&[PUZZLE, "--csv", "-", "--json", "-"], "").0, 2);
}

#[test]
fn bad_entries_are_reported_and_the_others_measured() {
    let (code, out, err) = compare(&["-"], &format!("{PUZZLE}\n{CLASH}\n"));
    assert_eq!(code, 2);
    assert!(err.contains("<stdin>:2:2: error: digit 5 twice in row 1"), "{err}");
    assert!(out.contains(": 1 puzzle, 1 unreadable, "), "{out}");
    let (code, out, err) = compare(&["nothing.txt"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no such file; and as a puzzle: "), "{err}");
}

#[test]
fn what_cannot_be_written_is_found_out_before_measuring() {
    let (code, out, err) = compare(&[PUZZLE, "--json", "no/such/folder/figures.json"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("cannot write no/such/folder/figures.json"), "{err}");
}

#[test]
fn an_output_that_is_an_input_is_refused_and_the_input_is_kept() {
    let folder = folder();
    let text = format!("{PUZZLE}\n");
    let puzzles = file(&folder, "mine.txt", &text);
    let detour = folder.path().join(".").join("mine.txt");
    let detour = detour.to_str().expect("UTF-8");
    for (option, output) in [("--json", puzzles.as_str()), ("--csv", &puzzles), ("--csv", detour)] {
        let (code, out, err) = compare(&[&puzzles, option, output], "");
        assert_eq!((code, out.as_str()), (2, ""), "{option} {output}");
        assert!(err.contains("would be overwritten: it is one of the inputs"), "{err}");
        assert_eq!(std::fs::read_to_string(&puzzles).expect("the file"), text);
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_is_a_link_to_an_input_is_refused() {
    let folder = folder();
    let text = format!("{PUZZLE}\n");
    let puzzles = file(&folder, "mine.txt", &text);
    let link = folder.path().join("link.txt");
    std::os::unix::fs::symlink(&puzzles, &link).expect("a link");
    let link = link.to_str().expect("UTF-8");
    for (input, output) in [(puzzles.as_str(), link), (link, &puzzles)] {
        assert_eq!(compare(&[input, "--json", output], "").0, 2);
        assert_eq!(std::fs::read_to_string(&puzzles).expect("the file"), text);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_redirected_to_or_from_is_refused() {
    let folder = folder();
    let text = format!("{PUZZLE}\n");
    let puzzles = file(&folder, "mine.txt", &text);
    let open = || std::fs::File::open(&puzzles).expect("the file");
    let command = || {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"));
        command.arg("compare").args(QUICK).args(["-", "--csv", &puzzles]);
        command
    };
    let output = command().stdin(open()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let append = std::fs::OpenOptions::new().append(true).open(&puzzles).expect("the file");
    let output = command().stdin(std::process::Stdio::null()).stdout(append).output();
    assert_eq!(output.expect("it runs").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&puzzles).expect("the file"), text);
}

#[test]
fn one_file_for_both_documents_is_refused() {
    let folder = folder();
    let path = folder.path().join("figures");
    let detour = folder.path().join(".").join("figures");
    let (path, detour) = (path.to_str().expect("UTF-8"), detour.to_str().expect("UTF-8"));
    let (code, _, err) = compare(&[PUZZLE, "--json", path, "--csv", detour], "");
    assert_eq!(code, 2);
    assert!(err.contains("--json and --csv are the same file"), "{err}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn a_run_that_fails_leaves_earlier_figures_as_they_were() {
    let folder = folder();
    let figures = file(&folder, "figures.json", "precious");
    for arguments in [
        &["nothing.txt", "--json", &figures][..],
        &["-", "--json", &figures],
        &["--box", "2x2", "--json", &figures],
        &[PUZZLE, "--json", &figures, "--csv", "no/such/folder/figures.csv"],
        &[PUZZLE, "--json", &figures, "--strategies", "mrv"],
    ] {
        assert_eq!(compare(arguments, "").0, 2, "{arguments:?}");
        assert_eq!(std::fs::read_to_string(&figures).expect("the file"), "precious");
    }
    let names = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 1, "nothing is left lying about");
}

#[test]
fn earlier_figures_are_replaced_by_a_run_that_succeeds() {
    let folder = folder();
    let figures = file(&folder, "figures.csv", "earlier figures\n".repeat(100));
    assert_eq!(compare(&[PUZZLE, "--csv", &figures], "").0, 0);
    let text = std::fs::read_to_string(&figures).expect("the file");
    assert!(text.starts_with("corpus,number,") && !text.contains("earlier"), "{text}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions_and_its_links() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let figures = file(&folder, "figures.csv", "");
    let mode = || std::fs::metadata(&figures).expect("the file").permissions().mode() & 0o777;
    std::fs::set_permissions(&figures, PermissionsExt::from_mode(0o640)).expect("its mode");
    let link = folder.path().join("link.csv");
    std::os::unix::fs::symlink("figures.csv", &link).expect("a link");
    let name = link.to_str().expect("UTF-8");
    for _ in 0..2 {
        assert_eq!(compare(&[PUZZLE, "--csv", name], "").0, 0);
        assert!(link.is_symlink(), "the link is followed, not replaced");
        assert!(std::fs::read(&figures).expect("the file").starts_with(b"corpus,"));
        // The second time the link leads nowhere before.
        if mode() == 0o640 {
            std::fs::remove_file(&figures).expect("removed");
        } else {
            assert_eq!(mode() & 0o600, 0o600);
        }
    }
}

#[test]
fn a_folder_is_no_output() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8").to_owned();
    let missing = format!("{path}/missing/");
    for output in [path.as_str(), &missing] {
        let (code, out, err) = compare(&[PUZZLE, "--json", output], "");
        assert_eq!((code, out.as_str()), (2, ""), "{output}");
        assert!(err.contains("cannot write"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_as_they_are() {
    let (code, out, err) = compare(&[PUZZLE, "--json", "/dev/null", "--csv", "/dev/null"], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("baseline"), "{out}");
    let (code, out, _) = compare(&[PUZZLE, "--csv", "/dev/stdout"], "");
    assert_eq!((code, out.lines().count()), (0, 5));
    let (code, _, err) = compare(&[PUZZLE, "--csv", "/dev/stderr"], "");
    assert!(code == 0 && err.contains("corpus,number,source,line,"), "{err}");

    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("`mkfifo` runs");
    assert!(made.success());
    let reader = pipe.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(reader));
    assert_eq!(compare(&[PUZZLE, "--csv", pipe.to_str().expect("UTF-8")], "").0, 0);
    let text = reader.join().expect("it reads").expect("text");
    assert_eq!(text.lines().count(), 5);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_fills_up_is_an_error() {
    let (code, _, err) = compare(&[PUZZLE, "--json", "/dev/full"], "");
    assert_eq!(code, 2);
    assert!(err.contains("cannot write /dev/full"), "{err}");
}

#[test]
fn without_a_terminal_the_table_is_as_wide_as_it_is() {
    let output = quadrille(&["compare", "--strategies", "mrv", "--baseline", "mrv", PUZZLE])
        .env("COLUMNS", "20")
        .output()
        .expect("it runs");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.contains("worst") && !out.contains("Left out"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_the_table_is_no_wider_than_that_and_says_what_it_leaves_out() {
    let line = "compare --strategies mrv,propagate,dlx,lanes --repeat 1";
    let Some((code, out)) = on_a_terminal(line, "corpus", b"") else { return };
    assert_eq!(code, 0, "{out}");
    let plain = out.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
    assert!(plain.lines().all(|line| line.trim_end().chars().count() <= 80), "{plain}");
    assert!(plain.contains("Left out for want of room: median nodes, most nodes"), "{plain}");
    assert!(plain.contains("speed-up") && plain.contains("interval"), "{plain}");
}

#[test]
fn each_file_is_a_corpus_and_all_of_them_have_a_table() {
    let folder = folder();
    let one = file(&folder, "one.txt", format!("{PUZZLE}\n{AMBIGUOUS}\n"));
    let two = file(&folder, "two.txt", format!("{HARD}\n"));
    let (code, out, err) = compare(&[&one, &two, PUZZLE], "");
    assert_eq!(code, 0, "{err}");
    for title in
        ["corpus one.txt: 2 puzzles, ", "corpus two.txt: 1 puzzle, ", "corpus argument: 1 puzzle, "]
    {
        assert!(out.contains(title), "{out}");
    }
    let (_, all) = out.split_once("all 3 corpora: 4 puzzles").expect("a table of all");
    assert_eq!(row(all, "dlx")[1..4], ["4", "0", "0"], "{all}");
    assert!(all.contains("one.txt") || all.contains("two.txt"), "least and most: {all}");
    let (_, one_only, _) = compare(&[&one], "");
    assert!(!one_only.contains("corpora"), "{one_only}");
}

#[test]
fn the_limit_is_what_is_asked() {
    for (limit, solutions, asked) in [
        ("1", 1, "a first solution"),
        ("2", 2, "a solution, and whether there is another"),
        ("7", 7, "up to 7 solutions"),
    ] {
        let (code, out, err) = compare(&["-n", limit, "--json", "-", EMPTY], "");
        assert_eq!(code, 0, "{err}");
        let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(document["series"][0]["solutions"][0], solutions);
        let words: Vec<&str> = err.split_whitespace().collect();
        assert!(words.join(" ").contains(&format!("each for {asked}, in")), "{err}");
    }
}

#[test]
fn in_batches_only_the_whole_has_a_time() {
    let (code, out, err) = compare(&["--mode", "batch"], "");
    assert_eq!(code, 0, "{err}");
    assert_eq!(row(&out, "dlx")[1..4], ["51", "0", "0"], "{out}");
    assert!(!out.contains("worst") && out.contains("total"), "{out}");
    assert!(out.contains("A batch's time, of up to 1000 puzzles, is one run, each for"), "{out}");
    let (code, out, _) = compare(&["--mode", "batch", "--csv", "-"], "");
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!((code, rows.len()), (0, 1 + 4 * 51));
    assert!(rows[1].contains(",,") && !rows[1].ends_with(','), "{}", rows[1]);
}

#[test]
fn the_same_strategy_twice_is_the_measure_of_the_noise_unless_that_is_not_wanted() {
    let (_, out, _) = compare(&[], "");
    assert!(out.contains("Noise: mrv against itself came to "), "{out}");
    assert!(!out.contains("mrv again "), "{out}");
    let (_, out, _) = compare(&["--no-control", "--csv", "-"], "");
    assert_eq!(out.lines().count(), 1 + 3 * 51);
    assert!(!out.contains("mrv again"));
}

#[test]
fn what_is_packed_is_unpacked() {
    use std::io::Write;
    let folder = folder();
    let path = folder.path().join("puzzles.txt.gz");
    let packed = std::fs::File::create(&path).expect("a file");
    let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
    writeln!(packed, "{PUZZLE}\n{HARD}").expect("written");
    packed.finish().expect("written");
    let (code, out, err) = compare(&[path.to_str().expect("UTF-8")], "");
    assert!(code == 0 && out.contains("corpus puzzles.txt.gz: 2 puzzles"), "{out}{err}");
    let damaged = file(&folder, "damaged.zst", "no such thing");
    let (code, _, err) = compare(&[&damaged], "");
    assert_eq!(code, 2);
    assert!(err.contains("damaged.zst") && err.contains("Zstandard"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_leaves_nothing_of_the_progress_bar() {
    let line = "compare --strategies backtrack,dlx --repeat 1000 --time-limit-per-puzzle 200ms";
    let bar = " of 153000 runs, ";
    let Some((code, out)) = on_a_terminal(line, bar, b"\x03") else { return };
    assert_eq!(code, 3, "{out}");
    // 51 puzzles, 2 strategies and the first again, 1,000 times; the text below the table speaks of runs, too.
    let (_, rest) = out.rsplit_once(bar).expect("a bar");
    // The seconds, perhaps the terminal's `^C`, and then the line is cleared: what stands before
    // that must not have reached the end of the line, or it is another line that is cleared.
    let (bar, table) = rest.split_once("\r\u{1b}[2K").expect("the line is cleared");
    assert!(bar.len() < 8 && !bar.contains(' '), "{bar:?}");
    assert!(table.contains("engine") && table.contains("Interrupted in round "), "{table}");
    for line in table.lines().map(|line| line.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_help_says_what_the_columns_are_and_that_a_timeout_is_a_result() {
    let (_, out, _) = compare(&["--help"], "");
    for (name, meaning) in quadrille_lab::show::COLUMNS {
        assert!(out.contains(&format!("  {name:16} {meaning}")), "{name}: {out}");
    }
    let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("in which strategies timed out ends in exit code 0"), "{out}");
}

#[test]
fn an_unknown_strategy_is_a_usage_error_that_lists_the_known_ones() {
    let (code, _, err) = run(&["compare", "--strategies", "mrv,magic"], "");
    assert_eq!(code, 2);
    assert!(err.contains("magic") && err.contains("propagate"), "{err}");
    let (code, _, err) = run(&["compare", "--strategies", "mrv,mrv"], "");
    assert_eq!(code, 2);
    assert!(err.contains("named twice"), "{err}");
}
