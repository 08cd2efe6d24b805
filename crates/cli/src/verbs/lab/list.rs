//! `quadrille lab list`: what there is to measure.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use quadrille_lab::definition::BUILT_IN;
use quadrille_lab::scaling::FAMILIES;
use quadrille_lab::{Corpus, Material, classics};

use super::run::read;
use crate::Context;
use crate::args::examples;
use crate::output::plural;
use crate::status::Status;

/// List engines, corpora and definitions
///
/// Without a definition: the strategies, what puzzles are built in, families for `lab scaling`, and the
/// definitions that come with the program. With one: its engines and corpora, as they would be measured.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab list", ""),
    ("quadrille lab list mine.toml", "what it would measure"),
    ("quadrille lab list --show quick", "the text of a definition that comes with the program"),
]))]
pub(super) struct ListArgs {
    /// A definition: a file in TOML, or the name of one that comes with the program
    #[arg(value_name = "DEFINITION", value_hint = ValueHint::FilePath)]
    definition: Option<PathBuf>,

    /// Write the text of the definition
    #[arg(long, requires = "definition")]
    show: bool,
}

pub(super) fn run(args: &ListArgs, context: &mut Context) -> io::Result<Status> {
    let Some(path) = &args.definition else {
        all(&mut context.out)?;
        return Ok(Status::Done);
    };
    let (definition, text) = match read(path) {
        Ok(read) => read,
        Err((place, message)) => {
            context.messages.error(&place, &message);
            return Ok(Status::Bad);
        }
    };
    if args.show {
        context.out.write_all(text.text.as_bytes())?;
        return Ok(Status::Done);
    }
    let mut status = Status::Done;
    writeln!(context.out, "Engines:")?;
    for spec in &definition.engines {
        match quadrille_lab::engine::engine(spec) {
            Ok(engine) => writeln!(context.out, "  {:20} {}", engine.name(), engine.description())?,
            Err(message) => {
                context.messages.error("", &message);
                status.note(Status::Bad);
            }
        }
    }
    writeln!(context.out, "\nCorpora:")?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for spec in &definition.corpora {
        match Material::read(spec, folder, definition.seed) {
            Ok(material) => {
                let (name, kind) = (&material.name, material.kind());
                let puzzles = plural(material.len() as u64, "puzzle");
                writeln!(
                    context.out,
                    "  {name:20} {kind}, {puzzles}, SHA-256 {}",
                    material.sha256
                )?;
                for rejected in &material.rejected {
                    context.messages.warning(&format_args!("left out: {rejected}"));
                }
            }
            Err(error) => {
                context.messages.error("", &error);
                status.note(Status::Bad);
            }
        }
    }
    Ok(status)
}

fn all(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Sudoku strategies:")?;
    for strategy in quadrille_sudoku::strategy::ALL {
        writeln!(out, "  {:20} {}", strategy.name(), strategy.description())?;
    }
    writeln!(out, "\nExact-cover strategies:")?;
    for strategy in quadrille_cover::strategy::ALL {
        writeln!(out, "  {:20} {}", strategy.name(), strategy.description())?;
    }
    writeln!(out, "\nStrategies for variants:")?;
    for strategy in quadrille_sudoku::variant::strategy::ALL {
        writeln!(out, "  {:20} {}", strategy.name(), strategy.description())?;
    }
    let sample = Corpus::embedded();
    writeln!(out, "\nCorpora that are built in:")?;
    let puzzles = plural(sample.puzzles().len() as u64, "sudoku");
    writeln!(out, "  {:20} {puzzles}, from easy to hard", sample.name())?;
    writeln!(out, "\nExact-cover problems by name:")?;
    for (name, meaning) in classics::NAMES {
        writeln!(out, "  {name:20} {meaning}")?;
    }
    writeln!(out, "\nFamilies for `lab scaling`:")?;
    for family in &FAMILIES {
        writeln!(out, "  {:20} {}", family.name, family.description)?;
    }
    writeln!(out, "\nDefinitions that come with the program:")?;
    for built_in in BUILT_IN {
        writeln!(out, "  {:20} {}", built_in.name, built_in.description)?;
    }
    Ok(())
}
