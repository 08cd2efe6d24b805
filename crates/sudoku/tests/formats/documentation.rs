//! docs/FORMATS.md says what the formats are.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quadrille_sudoku::variant::Kind;
use quadrille_sudoku::variant::format;

const BEGIN: &str = "<!-- formats: begin -->\n";
const END: &str = "<!-- formats: end -->\n";

/// The table, as the formats have it.
fn table() -> String {
    let mut text = String::from(
        "\n| format | what | rules | marks | information | files |\n|---|---|---|---|---|---|\n",
    );
    for format in format::ALL {
        let kinds = |held: bool| -> Vec<&str> {
            let all = Kind::ALL.iter().filter(|(kind, _)| format.holds(*kind) == held);
            all.map(|(_, name)| *name).collect()
        };
        let (held, lost) = (kinds(true), kinds(false));
        let rules = match (held.len(), lost.len()) {
            (0, _) => "none".to_owned(),
            (_, 0) => "all".to_owned(),
            (some, others) if some > others => format!("all but {}", lost.join(", ")),
            _ => held.join(", "),
        };
        let marks = if format.holds_marks() { "yes" } else { "no" };
        let keeps =
            if format.keeps().is_empty() { "none".to_owned() } else { format.keeps().join(", ") };
        let files: Vec<String> =
            format.extensions().iter().map(|end| format!("`.{end}`")).collect();
        let (name, what) = (format.name(), format.description());
        let files = files.join(", ");
        let _ = writeln!(text, "| `{name}` | {what} | {rules} | {marks} | {keeps} | {files} |");
    }
    text + "\n"
}

/// To write the table anew, set `QUADRILLE_WRITE_DOCS`.
#[test]
fn the_table_of_formats_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/FORMATS.md");
    let Ok(document) = fs::read_to_string(&path) else {
        println!("skipped: no {} beside the crate", path.display());
        return;
    };
    let (before, rest) = document.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("QUADRILLE_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", table()))
            .expect("docs can be written");
        return;
    }
    assert_eq!(found, table(), "run this test with QUADRILLE_WRITE_DOCS=1");
}

#[test]
fn names_are_unique_and_described() {
    for (index, format) in format::ALL.iter().enumerate() {
        let name = format.name();
        assert!(format::ALL[..index].iter().all(|other| other.name() != name), "{name} twice");
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        );
        assert!(!format.description().is_empty() && !format.description().contains('\n'), "{name}");
        assert_eq!(format::by_name(name).map(|format| format.name()), Some(name));
    }
    assert!(format::by_name("none of them").is_none());
}

/// A reader that no fuzz target reads with is one that was forgotten; a target without a format cannot run.
#[test]
fn every_format_has_its_fuzz_target() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml");
    let manifest = fs::read_to_string(path).expect("the targets are there");
    let mut targets: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"format_")?.strip_suffix('"'))
        .collect();
    let mut names: Vec<String> =
        format::ALL.iter().map(|format| format.name().replace('-', "_")).collect();
    targets.sort_unstable();
    names.sort_unstable();
    assert_eq!(targets, names);
}
