//! The command line as a whole, puzzles that begin with `-` included.
//!
//! To clap such a puzzle is an option that it does not know. To take everything unknown as an
//! input would lose clap's help with mistyped options. So only when clap refuses the line are the
//! arguments that look like puzzles marked, with a character that no argument can contain, and the
//! line is parsed again; the inputs then lose their mark.

use std::ffi::{OsStr, OsString};

use clap::{Command, CommandFactory, FromArgMatches};

use super::Cli;
use crate::input::begins_like_a_puzzle;

/// No argument of a process can contain it.
const MARK: char = '\0';

/// What the program was called with.
///
/// # Errors
///
/// Usage errors; `--help` and `--version` as well, which clap treats as such.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    parse_from(&std::env::args_os().collect::<Vec<_>>())
}

fn parse_from(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let error = match read(arguments) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let marked = marked(arguments);
    if marked == arguments || !error.use_stderr() {
        return Err(error);
    }
    match read(&marked) {
        // It stood where no input can stand.
        Err(second) if second.to_string().contains(MARK) => Err(error),
        result => result,
    }
}

/// Reads a line that has no puzzles with hyphens.
fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    command.build();
    // In an error clap would show, of the forms of the command, one made of the arguments that it
    // has seen.
    command = with_usage(command);
    Cli::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// A command that shows the same usage in an error as in its help, and so do its verbs.
fn with_usage(mut command: Command) -> Command {
    // Styled, behind its heading, which clap writes again.
    let usage = command.render_usage().ansi().to_string();
    let usage = usage.split_once(' ').map_or(usage.clone(), |(_, usage)| usage.to_owned());
    command.mut_subcommands(with_usage).override_usage(usage)
}

fn marked(arguments: &[OsString]) -> Vec<OsString> {
    let mut options = true;
    let mut mark = |argument: &OsString| {
        options &= argument != "--";
        let text = argument.to_str().filter(|text| text.starts_with('-'));
        match text.filter(|text| options && begins_like_a_puzzle(text)) {
            Some(text) => format!("{MARK}{text}").into(),
            None => argument.clone(),
        }
    };
    arguments.iter().map(&mut mark).collect()
}

/// An input without its mark.
pub(super) fn unmarked(input: OsString) -> OsString {
    match input.to_str().and_then(|text| text.strip_prefix(MARK)) {
        Some(text) => OsStr::new(text).to_owned(),
        None => input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;

    const HYPHENS: &str =
        "--3--7----6--195----98----6-8---6---34--8-3--17---2---6-6----28----419--5----8--79";

    fn inputs(arguments: &[&str]) -> Vec<OsString> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        match parse_from(&arguments).expect("the line is understood").verb {
            Verb::Solve(args) => args.input.inputs,
            Verb::Compare(args) => args.corpora,
            Verb::Step(args) => args.input.into_iter().collect(),
            _ => panic!("no inputs"),
        }
    }

    #[test]
    fn a_puzzle_may_begin_with_hyphens() {
        assert_eq!(inputs(&["quadrille", "solve", HYPHENS, "--all"]), [HYPHENS]);
        assert_eq!(
            inputs(&["quadrille", "solve", "-n", "2", "a", HYPHENS, "b"]),
            ["a", HYPHENS, "b"]
        );
        assert_eq!(inputs(&["quadrille", "step", "--box", "1x2", "-1--"]), ["-1--"]);
        assert_eq!(inputs(&["quadrille", "compare", "--repeat=1", HYPHENS]), [HYPHENS]);
        let spaced = "- - 3 4\n- - - -\n- - - -\n- - - -";
        assert_eq!(inputs(&["quadrille", "solve", "--box", "2x2", spaced]), [spaced]);
        let commented = format!("{HYPHENS} # from a book");
        assert_eq!(inputs(&["quadrille", "solve", &commented]), [commented.as_str()]);
    }

    #[test]
    fn what_stands_behind_two_hyphens_is_an_input_as_it_is() {
        assert_eq!(inputs(&["quadrille", "solve", "--", HYPHENS, "--all"]), [HYPHENS, "--all"]);
    }

    #[test]
    fn beside_a_puzzle_with_hyphens_a_mistyped_option_is_still_one() {
        for line in [&["solve", HYPHENS, "--limt", "3"][..], &["solve", "--limt", "3"]] {
            let arguments: Vec<OsString> =
                std::iter::once(&"quadrille").chain(line).map(OsString::from).collect();
            let message = parse_from(&arguments).unwrap_err().to_string();
            assert!(message.contains("unexpected argument '--limt' found"), "{message}");
            assert!(message.contains("'--limit'"), "a similar one is named: {message}");
        }
    }
}
