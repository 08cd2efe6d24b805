//! Results for people: tables in text and Markdown, rows in CSV.

mod rows;
mod scaling;
mod tables;
mod units;

pub use rows::{COLUMNS, SCALING_COLUMNS, write_csv, write_scaling_csv};
pub use scaling::scaling_tables;
pub use tables::{comparison_table, ranking_table, report, report_tables};
pub(crate) use tables::{finding, ratio_interval, significant3};
pub use units::{number, seconds, significant};

/// A table with what is to be said of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// The heads of the columns.
    pub header: Vec<String>,
    /// The rows; the first column is text, the others are figures.
    pub rows: Vec<Vec<String>>,
    /// Sentences below it.
    pub notes: Vec<String>,
}

impl Table {
    /// As text, with columns side by side and notes broken at 100 columns.
    pub fn text(&self) -> String {
        let all = || std::iter::once(&self.header).chain(&self.rows);
        let columns = all().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            all().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("{}\n\n", self.title);
        }
        for row in all().filter(|row| !row.is_empty()) {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
                if column == 0 { format!("{cell}{pad}") } else { format!("{pad}{cell}") }
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        if !self.rows.is_empty() && !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            text += &wrap(note, 100);
        }
        text
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("## {}\n\n", escape(&self.title));
        }
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        if !self.rows.is_empty() {
            text += &line(&self.header);
            let rules: Vec<&str> =
                (0..self.header.len()).map(|it| if it == 0 { "---" } else { "---:" }).collect();
            text += &format!("|{}|\n", rules.join("|"));
            self.rows.iter().for_each(|row| text += &line(row));
            text.push('\n');
        }
        self.notes.iter().for_each(|note| text += &format!("- {}\n", escape(note)));
        text
    }
}

/// Text in which Markdown finds nothing to interpret.
fn escape(text: &str) -> String {
    let special = |c: char| matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\');
    let mut escaped = String::new();
    for c in text.chars() {
        if special(c) {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' { ' ' } else { c });
    }
    escaped
}

/// A line broken between words, each with a newline; a word longer than `width` is not broken.
pub fn wrap(line: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut used = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            wrapped.push('\n');
            used = 0;
        } else if used > 0 {
            wrapped.push(' ');
            used += 1;
        }
        wrapped += word;
        used += length;
    }
    wrapped.push('\n');
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let strings = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        Table {
            title: "corpus a|b".to_owned(),
            header: strings(["engine", "time"]),
            rows: vec![strings(["mrv", "1.20µs"]), strings(["long_name", "9s"])],
            notes: vec!["one note".to_owned()],
        }
    }

    #[test]
    fn columns_stand_below_each_other() {
        let expected = "corpus a|b\n\n\
                        engine       time\n\
                        mrv        1.20µs\n\
                        long_name      9s\n\
                        \n\
                        one note\n";
        assert_eq!(table().text(), expected);
    }

    #[test]
    fn markdown_takes_names_as_they_are() {
        let expected = "## corpus a\\|b\n\n\
                        | engine | time |\n|---|---:|\n\
                        | mrv | 1.20µs |\n| long\\_name | 9s |\n\n\
                        - one note\n";
        assert_eq!(table().markdown(), expected);
    }
}
