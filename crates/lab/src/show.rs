//! Results for people: tables in text and Markdown, rows in CSV.

mod corpus;
mod differences;
mod pairs;
mod report;
mod rows;
mod scaling;
mod table;
mod units;
mod words;

pub use pairs::{comparison_table, ranking_table};
pub use report::{brief_tables, lesser_note, report, report_tables};
pub use rows::{COLUMNS, SCALING_COLUMNS, write_csv, write_scaling_csv};
pub use scaling::scaling_tables;
pub use table::{Table, wrap};
pub use units::{factor, number, seconds, significant};
pub(crate) use words::{finding, interval, plural};

/// Tables as text, one below the other, no wider than `width` if that is possible; with something before and
/// behind each line of a head, such as escape sequences of a terminal.
pub fn text(tables: &[Table], width: Option<usize>, head: [&str; 2]) -> String {
    let texts: Vec<String> = tables.iter().map(|table| table.styled(width, head)).collect();
    texts.join("\n")
}
