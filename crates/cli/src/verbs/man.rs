//! `quadrille man`: one manual page, the verbs included.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::Context;
use crate::args::Cli;
use crate::status::Status;

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
    for verb in program.get_subcommands().filter(|verb| verb.get_name() != "help") {
        verb_section(verb, &mut page)?;
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A verb's own page, its sections made into subsections of one section.
fn verb_section(verb: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(verb.clone());
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    man.render_extra_section(&mut text)?;
    writeln!(page, ".SH \"QUADRILLE {}\"", verb.get_name().to_uppercase())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_section_for_every_verb() {
        let page = String::from_utf8(page().unwrap()).unwrap();
        for verb in Cli::command().get_subcommands() {
            let heading = format!(".SH \"QUADRILLE {}\"", verb.get_name().to_uppercase());
            assert!(page.contains(&heading), "{heading}");
        }
    }
}
