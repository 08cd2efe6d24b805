//! `quadrille man`: one manual page, the verbs included.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::Context;
use crate::args::Cli;
use crate::status::Status;

/// An indented line that is longer than this is prose, which the page breaks where it ends.
const VERBATIM: usize = 80;
/// The section that all verbs have, and that a page needs once.
const EXIT_CODES: &str = "Exit codes";

pub(crate) fn run(context: &mut Context) -> io::Result<Status> {
    context.out.write_all(&page()?)?;
    Ok(Status::Done)
}

fn page() -> io::Result<Vec<u8>> {
    let mut program = Cli::command();
    program.build();
    let man = Man::new(program.clone()).manual("Quadrille");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    // Verbs, each before those within it.
    let mut to_come: Vec<(String, &Command)> = within("", &program);
    while let Some((name, verb)) = to_come.pop() {
        verb_section(verb, &name, &mut page)?;
        to_come.extend(within(&name, verb));
    }
    for (title, body) in footer(&program) {
        writeln!(page, ".SH {}\n{}", quoted(&title), roff(&body))?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The verbs of the program, or those of a verb, with their names in full; the last first.
fn within<'c>(name: &str, command: &'c Command) -> Vec<(String, &'c Command)> {
    let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
    let named = verbs.map(|verb| (format!("{name} {}", verb.get_name()).trim().to_owned(), verb));
    let mut verbs: Vec<_> = named.collect();
    verbs.reverse();
    verbs
}

/// A verb's own page, its sections made into subsections of one section.
fn verb_section(verb: &Command, name: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(verb.clone());
    writeln!(page, ".SH {}", quoted(&format!("quadrille {name}")))?;
    subsections(page, |text| man.render_synopsis_section(text))?;
    let about = verb.get_long_about().or(verb.get_about()).map(ToString::to_string);
    writeln!(page, ".SS DESCRIPTION\n{}", roff(&about.unwrap_or_default()))?;
    subsections(page, |text| man.render_options_section(text))?;
    for (title, body) in footer(verb).iter().filter(|(title, _)| title != EXIT_CODES) {
        writeln!(page, ".SS {}\n{}", quoted(title), roff(body))?;
    }
    Ok(())
}

/// What is rendered as sections, as subsections.
fn subsections(
    page: &mut Vec<u8>,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut text = Vec::new();
    render(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        match line.strip_prefix(".SH ") {
            Some(title) => writeln!(page, ".SS {title}")?,
            // The preamble of a page, which the page as a whole has already.
            None if line.starts_with(".ie ") || line.starts_with(".el ") => {}
            None => writeln!(page, "{line}")?,
        }
    }
    Ok(())
}

/// The sections behind the options: their headings are lines at the margin that end in a colon.
fn footer(command: &Command) -> Vec<(String, String)> {
    let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_suffix(':').filter(|title| !title.starts_with(' ')) {
            Some(title) => sections.push((title.to_owned(), String::new())),
            None => {
                if let Some((_, body)) = sections.last_mut() {
                    *body += line;
                    body.push('\n');
                }
            }
        }
    }
    sections
}

/// A title, as an argument of a macro.
fn quoted(title: &str) -> String {
    format!("\"{}\"", escaped(&title.to_uppercase()))
}

/// Text for the page: prose is filled, indented lines are kept as they are.
fn roff(text: &str) -> String {
    let mut page = String::new();
    let mut verbatim = false;
    for line in text.trim_end().lines() {
        let keep = line.starts_with(' ') && line.chars().count() <= VERBATIM
            || verbatim && line.starts_with(' ');
        if keep != verbatim && !line.is_empty() {
            page += if keep { ".nf\n" } else { ".fi\n" };
            verbatim = keep;
        }
        page += &match line {
            "" => ".PP\n".to_owned(),
            // The page indents by itself.
            _ if keep => format!("{}\n", escaped(line.strip_prefix("  ").unwrap_or(line))),
            _ => format!("{}\n", escaped(line.trim())),
        };
    }
    if verbatim {
        page += ".fi\n";
    }
    page.trim_end().to_owned()
}

/// Text without what is a command to roff.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        String::from_utf8(page().expect("written to memory")).expect("UTF-8")
    }

    #[test]
    fn the_page_has_a_section_for_every_verb() {
        let page = text();
        let program = Cli::command();
        let place = |name: &str| {
            let heading = format!(".SH \"QUADRILLE {}\"\n", name.to_uppercase());
            page.find(&heading).unwrap_or_else(|| panic!("no {heading}"))
        };
        for verb in program.get_subcommands() {
            place(verb.get_name());
            for inner in verb.get_subcommands() {
                let name = format!("{} {}", verb.get_name(), inner.get_name());
                assert!(place(&name) > place(verb.get_name()));
                for innermost in inner.get_subcommands() {
                    assert!(place(&format!("{name} {}", innermost.get_name())) > place(&name));
                }
            }
        }
        assert!(place("solve") < place("cover") && place("cover diagram build") < place("puzzle"));
    }

    #[test]
    fn exit_codes_stand_once_and_a_line_each() {
        let page = text();
        assert_eq!(page.matches("EXIT CODES").count(), 1);
        let (_, codes) = page.split_once(".SH \"EXIT CODES\"\n.nf\n").expect("kept lines");
        let first = |line: &str| line.trim_start().chars().next();
        let starts: Vec<_> = codes.lines().take(4).map(first).collect();
        assert_eq!(starts, ["0", "1", "2", "3"].map(|code| code.chars().next()));
    }

    #[test]
    fn prose_is_broken_by_the_page_alone_and_lists_are_not() {
        let shown = roff("One two.\n\n  a  b\n  c-d  .e\n\n.f 'g' \\h");
        assert_eq!(shown, "One two.\n.PP\n.nf\na  b\nc\\-d  .e\n.PP\n.fi\n\\&.f \\(aqg\\(aq \\eh");
        let paragraph =
            "of the input. A single puzzle on a terminal is drawn; otherwise every puzzle";
        assert!(text().contains(paragraph), "joined to one line");
    }

    #[test]
    fn what_is_kept_as_it_is_fits_a_page_of_80_columns() {
        let page = text();
        let mut kept = false;
        for line in page.lines() {
            match line {
                ".nf" => kept = true,
                ".fi" => kept = false,
                // Commands, some with a puzzle, are not broken.
                _ if kept && !line.contains("quadrille ") && !line.contains("....") => {
                    let shown = line.replace("\\-", "-").replace("\\(aq", "'");
                    assert!(shown.chars().count() <= 71, "{shown}");
                }
                _ => {}
            }
        }
    }

    #[test]
    fn the_symbols_of_all_sizes_are_told() {
        let page = text();
        assert!(page.contains(".SH \"SYMBOLS\""), "{page}");
        assert!(page.contains("A to Z") && page.contains("a to z"), "{page}");
    }
}
