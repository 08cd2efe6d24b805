//! A table, as text and as Markdown.

/// The widest text.
const WIDEST: usize = 100;

/// A table with what is to be said of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// The heads of the columns; a line break is one where a head is narrow.
    pub header: Vec<String>,
    /// The rows; the first column is text, the others are figures.
    pub rows: Vec<Vec<String>>,
    /// Sentences below it.
    pub notes: Vec<String>,
    /// The columns that are left out where there is no room, in this order.
    pub dispensable: Vec<usize>,
}

impl Table {
    /// As text, with columns side by side and notes broken at 100 columns.
    pub fn text(&self) -> String {
        self.text_within(None)
    }

    /// As text no wider than `width`, if that is possible: columns are left out, and named below.
    pub fn text_within(&self, width: Option<usize>) -> String {
        self.styled(width, ["", ""])
    }

    /// The same with something before and behind each line of the head: escape sequences of a terminal.
    pub fn styled(&self, width: Option<usize>, head: [&str; 2]) -> String {
        let mut shown: Vec<usize> = (0..self.header.len()).collect();
        let mut lines = self.lines(&shown);
        let mut left_out = Vec::new();
        for &column in &self.dispensable {
            let fits = |width| lines.iter().all(|(line, _)| line.chars().count() <= width);
            if width.is_none_or(fits) {
                break;
            }
            shown.retain(|&other| other != column);
            left_out.extend(self.header.get(column).map(|name| name.replace('\n', " ")));
            lines = self.lines(&shown);
        }
        let widest = width.unwrap_or(WIDEST).min(WIDEST);
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &wrap(&self.title, widest);
            text += if self.rows.is_empty() && self.notes.is_empty() { "" } else { "\n" };
        }
        for (line, is_head) in &lines {
            match (self.rows.is_empty(), is_head) {
                (true, _) => {}
                (_, true) => text += &format!("{}{line}{}\n", head[0], head[1]),
                (_, false) => text += &format!("{line}\n"),
            }
        }
        let has_notes = !self.notes.is_empty() || !left_out.is_empty();
        if !self.rows.is_empty() && has_notes {
            text.push('\n');
        }
        for note in &self.notes {
            text += &wrap(note, widest);
        }
        if !left_out.is_empty() {
            text += &wrap(&format!("Left out for want of room: {}.", left_out.join(", ")), widest);
        }
        text
    }

    /// The lines of some columns; whether each is one of the head.
    fn lines(&self, shown: &[usize]) -> Vec<(String, bool)> {
        let split = |column: &usize| -> Vec<String> {
            let name = self.header.get(*column).map_or("", String::as_str);
            name.split('\n').map(str::to_owned).collect()
        };
        let heads: Vec<Vec<String>> = shown.iter().map(split).collect();
        let height = heads.iter().map(Vec::len).max().unwrap_or(0);
        let head = |line: usize| -> Vec<String> {
            heads.iter().map(|head| head.get(line).cloned().unwrap_or_default()).collect()
        };
        let cell =
            |row: &Vec<String>, &column: &usize| row.get(column).cloned().unwrap_or_default();
        let mut all: Vec<(Vec<String>, bool)> =
            (0..height).map(|line| (head(line), true)).collect();
        all.extend(
            (self.rows.iter())
                .map(|row| (shown.iter().map(|column| cell(row, column)).collect(), false)),
        );
        let width = |column: usize| {
            let cells = all.iter().filter_map(|(row, _)| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..shown.len()).map(width).collect();
        let line = |row: &[String]| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
                if column == 0 { format!("{cell}{pad}") } else { format!("{pad}{cell}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        all.iter().map(|(row, is_head)| (line(row), *is_head)).collect()
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

    /// Keeps these columns only.
    pub(super) fn keep_columns(&mut self, kept: &[usize]) {
        let pick = |cells: &[String]| -> Vec<String> {
            kept.iter().filter_map(|&column| cells.get(column).cloned()).collect()
        };
        self.dispensable = (self.dispensable.iter())
            .filter_map(|column| kept.iter().position(|kept| kept == column))
            .collect();
        self.header = pick(&self.header);
        self.rows = self.rows.iter().map(|row| pick(row)).collect();
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
        let strings = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        Table {
            title: "corpus a|b".to_owned(),
            header: strings(["engine", "median\ntime", "n"]),
            rows: vec![strings(["mrv", "1.20µs", "7"]), strings(["long_name", "9s", "12"])],
            notes: vec!["one note".to_owned()],
            dispensable: vec![2, 1],
        }
    }

    #[test]
    fn columns_stand_below_each_other() {
        let expected = "corpus a|b\n\n\
                        engine     median   n\n\
                        \u{20}            time\n\
                        mrv        1.20µs   7\n\
                        long_name      9s  12\n\
                        \n\
                        one note\n";
        assert_eq!(table().text(), expected);
        assert_eq!(table().text_within(Some(21)), expected);
        let bold = table().styled(None, ["<", ">"]);
        assert!(bold.contains("<engine     median   n>\n<             time>\nmrv "), "{bold}");
    }

    #[test]
    fn where_there_is_no_room_columns_are_left_out_and_named() {
        let narrow = table().text_within(Some(20));
        assert!(narrow.contains("mrv        1.20µs\n"), "{narrow}");
        assert!(narrow.ends_with("one note\nLeft out for want of\nroom: n.\n"), "{narrow}");
        let narrowest = table().text_within(Some(1));
        assert!(narrowest.contains("\nlong_name\n"), "{narrowest}");
        assert!(narrowest.ends_with("room:\nn,\nmedian\ntime.\n"), "{narrowest}");
    }

    #[test]
    fn columns_that_say_nothing_are_not_there_and_the_others_are_left_out_as_before() {
        let mut table = table();
        table.keep_columns(&[0, 2]);
        assert_eq!((table.header.len(), table.rows[1].len()), (2, 2));
        assert_eq!(table.dispensable, [1]);
    }

    #[test]
    fn markdown_takes_names_as_they_are() {
        let expected = "## corpus a\\|b\n\n\
                        | engine | median time | n |\n|---|---:|---:|\n\
                        | mrv | 1.20µs | 7 |\n| long\\_name | 9s | 12 |\n\n\
                        - one note\n";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("one two three", 7), "one two\nthree\n");
        assert_eq!(wrap("one", 1), "one\n");
        assert_eq!(wrap("a longword b", 4), "a\nlongword\nb\n");
    }
}
