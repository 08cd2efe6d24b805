//! Texts that are no puzzle of their format: each gives exactly one error, at its place and in its words.

mod candidates;
mod csv;
mod exchange;
mod grid;
mod hodoku;
mod line;
mod opensudoku;
mod pencilmarks;
mod sdk;
mod sdm;
mod ss;

use quadrille_sudoku::variant::format::{self, ReadError};

/// Slips in a text that is right.
struct Table {
    format: &'static str,
    sample: &'static str,
    /// What is replaced, by what, and the error that comes of it.
    cases: &'static [(&'static str, &'static str, &'static str)],
}

impl Table {
    fn text(&self, old: &str, new: &str) -> String {
        if old.is_empty() {
            return new.to_owned();
        }
        assert!(self.sample.contains(old), "{}: {old:?}", self.format);
        self.sample.replacen(old, new, 1)
    }

    fn errors(&self, text: &str) -> Vec<ReadError> {
        let format = format::by_name(self.format).expect("a format");
        format.read(text).into_iter().filter_map(Result::err).collect()
    }
}

const ALL: [&[Table]; 11] = [
    candidates::TABLES,
    csv::TABLES,
    exchange::TABLES,
    grid::TABLES,
    hodoku::TABLES,
    line::TABLES,
    opensudoku::TABLES,
    pencilmarks::TABLES,
    sdk::TABLES,
    sdm::TABLES,
    ss::TABLES,
];

#[test]
fn thirty_malformed_texts_of_each_format_are_one_clear_error_each() {
    let mut wrong = Vec::new();
    for tables in ALL {
        let cases = tables.iter().map(|table| table.cases.len()).sum::<usize>();
        assert!(cases >= 30, "{}: {cases}", tables[0].format);
        for (number, table) in tables.iter().enumerate() {
            assert_eq!(table.errors(table.sample), [], "{}", table.sample);
            for (index, (old, new, expected)) in table.cases.iter().enumerate() {
                let text = table.text(old, new);
                let errors = table.errors(&text);
                let found: Vec<String> = errors.iter().map(ReadError::to_string).collect();
                if found != [*expected] {
                    wrong.push(format!(
                        "{}#{number}#{index}: {}",
                        table.format,
                        found.join(" ;; ")
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn errors_lie_within_the_text() {
    for table in ALL.into_iter().flatten() {
        for (old, new, _) in table.cases {
            let text = table.text(old, new);
            for error in table.errors(&text) {
                let line = text.lines().nth(error.line - 1).unwrap_or("");
                assert!(error.line >= 1 && error.column >= 1, "{error}");
                assert!(error.line <= text.lines().count().max(1), "{text}: {error}");
                assert!(error.column <= line.chars().count() + 1, "{text}: {error}");
            }
        }
    }
}
