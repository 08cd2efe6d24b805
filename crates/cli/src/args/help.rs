//! What stands in the help besides arguments.

use std::fmt::Write;

use anstyle::Style;
use clap::builder::StyledStr;

/// A heading and what stands under it, styled as clap styles its own.
pub(crate) fn section(help: &mut StyledStr, heading: &str, body: &str) {
    let style = Style::new().bold().underline();
    // Writing to a string cannot fail.
    let _ = write!(help, "{style}{heading}:{style:#}\n{body}");
}

/// Prose whose lines are joined, so that it is broken once, where the terminal or the page ends;
/// indented lines are kept as they are. A blank line ends a paragraph.
pub(crate) fn prose(text: &str) -> String {
    let mut joined = String::new();
    let mut open = false;
    for line in text.lines() {
        let kept = line.is_empty() || line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if open && !kept { ' ' } else { '\n' });
        }
        joined.push_str(line);
        open = !kept;
    }
    joined
}

/// The exit codes, which are the same for all verbs.
pub(crate) fn exit_codes() -> StyledStr {
    let mut help = StyledStr::new();
    section(
        &mut help,
        "Exit codes",
        "  0  done, and the answer is yes where there is one\n  \
           1  a negative answer: no solution, not unique, something is wrong\n  \
           2  bad input or usage, or output that could not be written\n  \
           3  stopped by a limit or by Ctrl-C before the answer was known\n  \
           If several apply, 2 stands before 3, and 3 before 1.\n  \
           A second Ctrl-C ends the program at once, with 130.",
    );
    help
}

/// Examples (a command, and what it does), then the exit codes.
pub(crate) fn examples(examples: &[(&str, &str)]) -> StyledStr {
    let mut body = String::new();
    for (command, remark) in examples {
        if !remark.is_empty() {
            let _ = writeln!(body, "  # {remark}");
        }
        let _ = writeln!(body, "  {command}");
    }
    let mut help = StyledStr::new();
    section(&mut help, "Examples", &body);
    let _ = write!(help, "\n{}", exit_codes().ansi());
    help
}

/// The footer of the program's own help.
pub(super) fn program() -> StyledStr {
    let mut help = StyledStr::new();
    let puzzles = "\
A verb takes any number of files, puzzles written out, or `-` for standard
input, which is also what it reads when it is given none. A file may hold
many puzzles: a line of 81 characters each, which a comment may follow, nine
lines of nine, a drawn grid, or JSON; or pencilmarks, a line of 729 characters
(for each cell nine, the digits that it may hold, and `.` for others), or a grid
of groups. An entry that cannot be read is reported with file, line and column,
and the others still run. Results go to standard output, in the order of the
input, everything else to standard error.";
    section(&mut help, "Puzzles", &format!("  {}\n\n", prose(puzzles)));
    let symbols = "  \
  empty      . 0 _ * - ?
  digits     1 to 9, then A to Z for 10 to 35, then a to z for 36 to 61;
             up to 35 small letters are the same as capital ones
  numbers    from size 10 on also 10, 11, …, with blanks or commas
             between; beyond 61 only these, and 0 is an empty cell\n\n";
    section(&mut help, "Symbols", symbols);
    let shown = examples(&[
        ("quadrille solve puzzles.txt", "solve a file, a line for each puzzle"),
        ("quadrille solve --all --format grid puzzle.txt", "draw every solution"),
        ("quadrille check puzzles.txt | sort | uniq -c", "how many are unique?"),
        ("quadrille compare", "which strategy is the fastest?"),
        ("quadrille puzzle queens 8 | quadrille cover count -", "exact cover of any kind"),
    ]);
    let _ = write!(help, "{}", shown.ansi());
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_joined_and_what_is_indented_is_kept() {
        let text = "One two\nthree:\n\n  a  b\n  c  d\n\nFour\nfive.";
        assert_eq!(prose(text), "One two three:\n\n  a  b\n  c  d\n\nFour five.");
    }
}
