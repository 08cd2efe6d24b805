//! `quadrille completions`: completions for shells.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Context;
use crate::args::{Cli, examples};
use crate::status::Status;

/// Write completions for a shell
///
/// Completes verbs, options and their values, the names of strategies included.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille", ""),
    ("quadrille completions zsh > ~/.zfunc/_quadrille", ""),
    ("quadrille completions fish > ~/.config/fish/completions/quadrille.fish", ""),
]))]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, context: &mut Context) -> io::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quadrille", &mut script);
    context.out.write_all(&script)?;
    Ok(Status::Done)
}
