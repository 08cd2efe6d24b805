//! The tests of the suite's parts, which stand beside them, and of the whole on what is tiny.

mod program;

#[test]
fn a_tiny_instance_runs_through_is_saved_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("saved.json");
    let saved = saved.to_str().expect("a name of ASCII");
    let suite = |more: &[&str]| {
        let mut output = Vec::new();
        let arguments = ["suite", "--filter", "steiner 9", "--rounds", "1"];
        let code = program::run(arguments.iter().chain(more), &mut output);
        (code, String::from_utf8(output).expect("text"))
    };
    let (code, text) = suite(&["--save", saved, "--clock", "cpu"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("links ÷ auto: "), "{text}");
    let (code, text) = suite(&["--baseline", saved, "--clock", "cpu"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("auto, new ÷ baseline: "), "{text}");
    // Times of another clock are no baseline.
    assert_eq!(suite(&["--baseline", saved]), (2, String::new()));
    assert_eq!(suite(&["--time-limit", "0"]), (2, String::new()));
}

#[test]
fn an_instance_that_nobody_knows_is_bad_usage() {
    let mut output = Vec::new();
    assert_eq!(program::run(["suite", "--filter", "no such thing"], &mut output), 2);
}
