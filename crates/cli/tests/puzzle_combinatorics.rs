//! `quadrille puzzle` for words, graphs, designs, rosters and sudoku, as its users call it.

use crate::common::*;

/// What `quadrille cover count` says of what `quadrille puzzle` prints, with nothing on standard
/// error.
fn count(arguments: &[&str], input: &str) -> String {
    let text = puzzle(arguments, input);
    let (code, out, err) = run(&["cover", "count", "-"], &text);
    assert!(code < 2, "{err}");
    out.trim_end().to_owned()
}

fn puzzle(arguments: &[&str], input: &str) -> String {
    let (code, out, err) = printed(arguments, input);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn printed(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut all = vec!["puzzle"];
    all.extend(arguments);
    run(&all, input)
}

/// Exit 2, nothing on standard output, and this on standard error.
fn refused(arguments: &[&str], input: &str, message: &str) {
    let (code, out, err) = printed(arguments, input);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert_eq!(err, format!("{message}\n"), "{arguments:?}");
}

const PETERSEN: &str = "\
0 1\n1 2\n2 3\n3 4\n4 0\n0 5\n1 6\n2 7\n3 8\n4 9\n5 7\n7 9\n9 6\n6 8\n8 5\n";

#[test]
fn graphs_come_from_standard_input_or_a_file() {
    assert_eq!(count(&["colouring", "3"], PETERSEN), "120");
    assert_eq!(count(&["colouring", "3", "-", "--break-symmetry"], PETERSEN), "20");
    let folder = folder();
    let file = file(&folder, "petersen.txt", PETERSEN);
    assert_eq!(count(&["matching", &file], ""), "6");
    assert_eq!(count(&["matching", &file, "--degree", "0..1"], ""), "332");
    assert_eq!(count(&["matching", "--degree", "1..", "-"], PETERSEN), "10870");
}

#[test]
fn lists_of_edges_that_are_none_are_told_where() {
    refused(
        &["matching"],
        "a b\nb c x\n",
        "standard input:2:5: error: weight \"x\": expected a whole number below 2^64",
    );
    let folder = folder();
    let file = file(&folder, "loop.txt", "a b\n\nb b\n");
    let message = "an edge from \"b\" to itself: expected two vertices";
    refused(&["colouring", "2", &file], "", &format!("{file}:3:3: error: {message}"));
    let (code, _, err) = printed(&["matching", "--degree", "2..1"], "");
    assert_eq!(code, 2);
    assert!(err.contains("degree \"2..1\": expected"), "{err}");
    refused(&["colouring", "0"], "a b\n", "error: colours: expected 1 to 65536, found 0");
    let (code, _, err) = printed(&["matching", "no-such-file"], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("no-such-file: error: cannot read it"), "{err}");
}

#[test]
fn a_graph_without_a_solution_is_printed_with_a_warning() {
    let (code, out, err) = printed(&["matching"], "a b\nb c\nc a\n");
    assert_eq!(code, 0);
    assert!(out.contains("\na b c\na b\nb c\nc a\n"), "{out}");
    assert!(err.starts_with("warning: no solution: 3 vertices"), "{err}");
}

#[test]
fn designs_have_their_numbers() {
    assert_eq!(count(&["steiner", "7"], ""), "30");
    assert_eq!(count(&["steiner", "9", "--break-symmetry"], ""), "8");
    assert_eq!(count(&["steiner", "8", "--block", "4", "--strength", "3"], ""), "30");
    assert_eq!(count(&["kirkman", "9", "--break-symmetry"], ""), "4");
    assert_eq!(count(&["kirkman", "6", "--row", "2", "--days", "5"], ""), "720");
    let (code, out, err) = printed(&["steiner", "8"], "");
    assert_eq!(code, 0);
    let reason = "no solution: each point would be in 7/2 blocks, which is no whole number";
    assert_eq!(err, format!("warning: {reason}\n"));
    assert!(out.contains(&format!("| {reason}\n")), "{out}");
    refused(&["kirkman", "10"], "", "error: 10 girls do not fit in rows of 3");
}

#[test]
fn words_come_from_a_list() {
    let words = "# own\nit to no on in IT x-y\n";
    // Across and down: in/to … by trying all pairs.
    let list: Vec<&str> = words.split_whitespace().skip(2).take(5).collect();
    let column = |a: &str, b: &str, i: usize| format!("{}{}", &a[i..=i], &b[i..=i]);
    let pairs = list.iter().flat_map(|a| list.iter().map(move |b| (*a, *b)));
    let fits = |&(a, b): &(&str, &str)| (0..2).all(|i| list.contains(&column(a, b, i).as_str()));
    let found: Vec<(&str, &str)> = pairs.filter(fits).collect();
    assert!(!found.is_empty());
    assert_eq!(count(&["words", "2x2"], words), found.len().to_string());
    let squares = found.iter().filter(|(a, b)| column(a, b, 0) == *a).count();
    assert_eq!(count(&["words", "2x2", "--square"], words), squares.to_string());
    let text = puzzle(&["words", "2x2", "--fold-case", "-"], words);
    let comment = "| words: 5 words; ignored: 1 repeated, 1 with more than letters (x-y)\n";
    assert!(text.contains(comment), "{text}");
    refused(
        &["words", "2x3", "--square"],
        words,
        "error: --square: expected as many rows as columns, found 2x3",
    );
    let (_, _, err) = printed(&["words", "2x3"], words);
    assert_eq!(err, "warning: no solution: the list has no word of 3 letters\n");
}

#[test]
fn rectangles_may_have_other_words_down() {
    let folder = folder();
    let down = file(&folder, "down.txt", "ac bd");
    assert_eq!(count(&["words", "2x2", "--down", &down], "ab cd ac bd"), "1");
}

#[test]
fn a_crossword_is_a_diagram_and_words() {
    let folder = folder();
    let diagram = file(&folder, "diagram.txt", "..#\n...\n#..\n");
    let words = file(&folder, "words.txt", "am at me mat tea eat ta et");
    let text = puzzle(&["crossword", &diagram, &words], "");
    assert!(text.contains("| picture: grid 3x3 board=..#/.../#..\n"), "{text}");
    assert!(text.contains("\n1a 3a 5a 1d 2d 4d | 00 01 10 11 12 21 22\n"), "{text}");
    let bad = file(&folder, "bad.txt", "..#\n.?.\n");
    let expected = "expected `#` for a black square, `.` for a white one, or a letter";
    refused(&["crossword", &bad, &words], "", &format!("{bad}:2:2: error: '?': {expected}"));
    refused(
        &["crossword", "-", "-"],
        "",
        "error: `-` for diagram and words: expected one of them to be a file",
    );
}

#[test]
fn a_roster_is_read_or_made_at_random() {
    let roster = "days = 1\nshift = [{ name = 'e', staff = 1 }]\n\
                  person = [{ name = 'A', cost = { e = 2 } }, { name = 'B' }]\n";
    let text = puzzle(&["roster", "-"], roster);
    assert!(text.ends_with("\n1/e 0:1|A 0:1|B | 0,0 1,0\nA 1/e 0,0:e |2\nB 1/e 1,0:e\n"), "{text}");
    let random = ["roster", "--days", "3", "--people", "4", "--seed", "7"];
    let text = puzzle(&random, "");
    assert_eq!(puzzle(&random, ""), text);
    assert_ne!(puzzle(&["roster", "--days", "3", "--people", "4"], ""), text);
    // Its comments have the roster: it can be read from there.
    let comments = text.lines().filter_map(|line| line.strip_prefix("| "));
    let toml = comments.skip_while(|line| !line.starts_with("# 4 people"));
    let toml: Vec<&str> = toml.take_while(|line| !line.starts_with("picture:")).collect();
    let items = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('|')).map(str::to_owned).collect()
    };
    assert_eq!(items(&puzzle(&["roster", "-"], &toml.join("\n"))), items(&text));
    let message = "standard input:1:8: error: true: expected a list of names, or a number";
    refused(&["roster", "-"], "days = true\n", message);
}

#[test]
fn a_roster_without_arguments_is_one_of_the_numbers_in_the_help() {
    let (_, help, _) = printed(&["roster", "--help"], "");
    for default in ["[default: 7]", "[default: 10]", "[default: 1]"] {
        assert!(help.contains(default), "{default}: {help}");
    }
    let all = ["roster", "--days", "7", "--people", "10", "--seed", "1"];
    let text = puzzle(&all, "");
    assert!(text.starts_with("| roster of 10 people, 7 days and 3 shifts\n"), "{text}");
    assert_eq!(puzzle(&["roster"], ""), text);
    let other = puzzle(&["roster", "--seed", "2"], "");
    assert_eq!(other, puzzle(&["roster", "--days", "7", "--people", "10", "--seed", "2"], ""));
    assert_ne!(other, text);
    let (code, _, err) = printed(&["roster", "-", "--seed", "2"], "");
    assert_eq!(code, 2);
    assert!(err.contains("cannot be used with"), "{err}");
}

#[test]
fn the_sample_of_the_help_has_a_solution() {
    let (_, help, _) = printed(&["roster", "--help"], "");
    let sample = help.split_once("Rosters").expect("a section").1;
    let sample = sample.split_once("Examples").expect("the next section").0;
    let sample = sample.split_once('\n').expect("lines").1;
    assert!(sample.contains("[[person]]\n  name = \"Ann\""), "{sample}");
    let text = puzzle(&["roster", "-"], sample);
    let (code, out, err) = run(&["cover", "solve", "--min-cost", "-"], &text);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.ends_with("proved optimal\n"), "{out}");
}

#[test]
fn pictures_of_rosters_name_people_and_days() {
    let roster = "days = ['Mon', 'Tue']\nshift = [{ name = 'e', staff = 1 }]\n\
                  person = [{ name = 'Ann', off = ['Tue'] }, { name = 'B&b', off = ['Mon'] }]\n";
    let text = puzzle(&["roster", "-"], roster);
    assert!(text.contains("| picture: grid 2x2 rows=Ann/B&b columns=Mon/Tue\n"), "{text}");
    let (_, out, _) = run(&["cover", "solve", "--render", "-"], &text);
    let lines: Vec<&str> = out.lines().collect();
    for line in ["     Mon Tue", "Ann │ e │   │", "B&b │   │ e │"] {
        assert!(lines.contains(&line), "{line}: {out}");
    }
    let folder = folder();
    let svg = folder.path().join("roster.svg");
    let svg = svg.to_str().expect("UTF-8");
    let (code, _, err) = run(&["cover", "solve", "--svg", svg, "-"], &text);
    assert_eq!(code, 0, "{err}");
    let drawn = std::fs::read_to_string(svg).expect("a picture");
    for name in ["Ann", "B&amp;b", "Mon", "Tue"] {
        assert!(drawn.contains(&format!(">{name}</text>")), "{name}: {drawn}");
    }
}

#[test]
fn inputs_with_nothing_to_cover_are_told_by_name_and_with_what_was_expected() {
    let folder = folder();
    let empty = file(&folder, "empty.txt", "");
    let vertex = "no vertex: expected a line `u v` for an edge, or a name alone for a vertex";
    refused(&["matching", &empty], "", &format!("{empty}: error: {vertex}"));
    refused(&["colouring", "3", &empty], "", &format!("{empty}: error: {vertex}"));
    refused(&["matching"], "p edge 0 0\n", &format!("standard input: error: {vertex}"));
    let diagram = file(&folder, "diagram.txt", ".#\n#.\n");
    let words = file(&folder, "words.txt", "on");
    let run = "no room for a word: expected a run of 2 or more white squares";
    refused(&["crossword", &diagram, &words], "", &format!("{diagram}: error: {run}"));
    let nobody = "nobody to plan for and no shift to staff: expected days, shifts and people";
    refused(&["roster", "-"], "days = 0\n", &format!("standard input: error: {nobody}"));
    refused(&["steiner", "1"], "", "error: points: expected 2 to 10000, found 1");
    let (_, help, _) = printed(&["steiner", "--help"], "");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("One point alone is refused"), "{help}");
}

#[test]
fn a_square_alone_is_no_word_of_a_crossword() {
    let folder = folder();
    let diagram = file(&folder, "diagram.txt", "##\n..\n");
    assert_eq!(count(&["crossword", "--shortest", "1", &diagram, "-"], "aab bb"), "1");
}

#[test]
fn the_cheapest_roster_is_found() {
    let roster = "days = 2\nshift = [{ name = 'e', staff = 1 }]\n\
                  person = [{ name = 'A', shifts = 1, cost = { e = 2, 2 = 3 } }, \
                  { name = 'B', shifts = 1, cost = { 1 = 4 } }]\n";
    let (code, out, _) =
        run(&["cover", "solve", "--min-cost", "-"], &puzzle(&["roster", "-"], roster));
    // A on day 1 and B on day 2 cost 2; the other way round 2 + 3 + 4.
    assert_eq!(code, 0);
    assert!(out.starts_with("1: cost 2\n") && out.ends_with("proved optimal\n"), "{out}");
}

#[test]
fn sudokus_have_as_many_solutions_as_check_says() {
    for sudoku in [PUZZLE, AMBIGUOUS, IMPOSSIBLE] {
        let (_, checked, _) = run(&["check", "--count", sudoku], "");
        assert_eq!(count(&["sudoku", sudoku], ""), checked.trim_end());
        assert_eq!(count(&["sudoku"], sudoku), checked.trim_end());
    }
    assert_eq!(count(&["sudoku", "--empty", "--box", "2x2"], ""), "288");
}

#[test]
fn what_is_no_sudoku_is_told_where() {
    let (code, out, err) = printed(&["sudoku", CLASH], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("argument 1:1:2: error: digit 5 twice in row 1"), "{err}");
    let (_, _, err) = printed(&["sudoku"], &format!("{PUZZLE}\n\n{PUZZLE}\n"));
    assert!(err.starts_with("<stdin>:3:1: error: "), "{err}");
    let (_, _, err) = printed(&["sudoku", "--box", "2x2", "123x............"], "");
    assert!(err.starts_with("argument 1:1:4: error: "), "{err}");
    let (code, _, err) = printed(&["sudoku", "--empty", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(err.contains("cannot be used with"), "{err}");
}

#[test]
fn solutions_are_drawn_as_grids() {
    let text = puzzle(&["sudoku", PUZZLE], "");
    let (_, out, _) = run(&["cover", "solve", "--render", "-"], &text);
    let digits: String = out.lines().filter(|line| line.starts_with(['│', '┃', '║'])).collect();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, SOLUTION, "{out}");
}
