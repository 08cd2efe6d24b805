//! `[[engine]]`: a strategy of ours, or any program.

use quadrille_cover::strategy as cover;
use quadrille_sudoku::strategy as sudoku;
use quadrille_sudoku::variant::strategy as variant;
use serde::{Deserialize, Serialize};

use super::values::{Ask, Kind, Mode};

/// An engine, defined.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EngineSpec {
    name: Option<String>,
    /// What it takes; that of a strategy such as `auto`, of which there is one of several kinds, is said here.
    #[serde(default)]
    kind: Option<Kind>,
    strategy: Option<String>,
    command: Option<Vec<String>>,
    mode: Option<Mode>,
    input: Option<Input>,
    answers: Option<Answers>,
    count_after: Option<String>,
    #[serde(default)]
    skip: Vec<String>,
    #[serde(default = "zero")]
    exit_codes: Vec<i32>,
    #[serde(default)]
    start: StartUp,
}

fn zero() -> Vec<i32> {
    vec![0]
}

/// What an engine is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Runs {
    /// A strategy of the sudoku registry.
    Sudoku(String),
    /// A strategy of the exact-cover registry.
    Cover(String),
    /// A strategy of the registry for variants.
    Variant(String),
    /// A program.
    Command(Command),
}

/// A program, and how one talks to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Command {
    /// The program, and its arguments.
    pub line: Vec<String>,
    /// What it takes.
    pub kind: Kind,
    /// What it reads.
    pub input: Input,
    /// What a line that it writes says.
    pub answers: Answers,
    /// The text before the number, where [`Answers::Count`] is not on a line of its own.
    pub count_after: Option<String>,
    /// Lines that begin with one of these are no answers.
    pub skip: Vec<String>,
    /// The exit codes of a run without a fault.
    pub exit_codes: Vec<i32>,
    /// How its start is measured.
    pub start: StartUp,
}

/// What a program reads from standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A sudoku a line, as many as a batch has.
    Lines,
    /// One exact-cover problem in the text format of Knuth's programs.
    Dlx,
    /// One exact-cover problem as DIMACS CNF with as many models as the problem has solutions.
    Cnf,
}

/// What a program's answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// A solution, or that there is none; nothing about others.
    First,
    /// The solution, which is the only one; or that there is none, or more than one.
    Unique,
    /// How many solutions there are.
    Count,
}

/// How the start of a program is measured, to be subtracted from the time of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartUp {
    /// By runs on no puzzle.
    #[default]
    Empty,
    /// By runs on the first puzzle of the batch.
    One,
    /// Not at all: nothing is subtracted.
    None,
}

impl Answers {
    /// Whether answers of this kind are less than what is asked: who gives them does less than others do.
    pub fn are_less_than(self, ask: Ask) -> bool {
        match self {
            Answers::First => ask != Ask::First,
            Answers::Unique => !matches!(ask, Ask::First | Ask::Unique),
            Answers::Count => false,
        }
    }
}

impl EngineSpec {
    /// A strategy of ours, called what it is called.
    pub fn strategy(name: impl Into<String>, kind: Kind, mode: Mode) -> Self {
        EngineSpec {
            name: None,
            kind: Some(kind),
            strategy: Some(name.into()),
            command: None,
            mode: Some(mode),
            input: None,
            answers: None,
            count_after: None,
            skip: Vec::new(),
            exit_codes: zero(),
            start: StartUp::default(),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        let program = self.command.as_ref().and_then(|line| line.first());
        (self.name.as_ref().or(self.strategy.as_ref()).or(program)).map_or("", String::as_str)
    }

    /// What it takes: what it says, or what a strategy of that name takes.
    pub fn kind(&self) -> Kind {
        let of_name = |name: &str| match (sudoku::by_name(name), cover::by_name(name)) {
            (None, Some(_)) => Kind::Cover,
            (None, None) if variant::by_name(name).is_some() => Kind::Variant,
            _ => Kind::Sudoku,
        };
        self.kind.unwrap_or(self.strategy.as_deref().map_or(Kind::Sudoku, of_name))
    }

    /// How it gets its puzzles.
    pub fn mode(&self) -> Mode {
        self.mode.unwrap_or(match (&self.command, self.kind()) {
            (Some(_), Kind::Sudoku) => Mode::Batch,
            _ => Mode::Single,
        })
    }

    /// What runs.
    pub fn runs(&self) -> Runs {
        match (&self.strategy, self.kind()) {
            (Some(name), Kind::Sudoku) => Runs::Sudoku(name.clone()),
            (Some(name), Kind::Cover) => Runs::Cover(name.clone()),
            (Some(name), Kind::Variant) => Runs::Variant(name.clone()),
            (None, kind) => Runs::Command(Command {
                line: self.command.clone().unwrap_or_default(),
                kind,
                input: self.input.unwrap_or(match kind {
                    Kind::Sudoku | Kind::Variant => Input::Lines,
                    Kind::Cover => Input::Dlx,
                }),
                answers: self.answers.unwrap_or(match kind {
                    Kind::Sudoku | Kind::Variant => Answers::First,
                    Kind::Cover => Answers::Count,
                }),
                count_after: self.count_after.clone(),
                skip: self.skip.clone(),
                exit_codes: self.exit_codes.clone(),
                start: self.start,
            }),
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match (&self.strategy, &self.command) {
            (Some(_), Some(_)) => Err("an engine is a `strategy` or a `command`, not both".into()),
            (None, None) => Err("an engine needs a `strategy` or a `command`".into()),
            (Some(name), None) => self.check_strategy(name),
            (None, Some(line)) => self.check_command(line),
        }
    }

    fn check_strategy(&self, name: &str) -> Result<(), String> {
        let of_a_program = [
            ("input", self.input.is_some()),
            ("answers", self.answers.is_some()),
            ("count_after", self.count_after.is_some()),
            ("skip", !self.skip.is_empty()),
        ];
        if let Some((key, _)) = of_a_program.iter().find(|(_, given)| *given) {
            return Err(format!("`{key}` is for a `command`, and `{name}` is a strategy"));
        }
        let known: Vec<&str> = match self.kind() {
            Kind::Sudoku => sudoku::ALL.iter().map(|strategy| strategy.name()).collect(),
            Kind::Cover => cover::ALL.iter().map(|strategy| strategy.name()).collect(),
            Kind::Variant => variant::ALL.iter().map(|strategy| strategy.name()).collect(),
        };
        if !known.contains(&name) {
            let (kind, known) = (self.kind(), known.join(", "));
            return Err(format!("no {kind} strategy `{name}`: there are {known}"));
        }
        match (self.kind(), self.mode()) {
            (Kind::Cover, Mode::Batch) => {
                Err("batches are for sudokus: exact-cover problems come one at a time".into())
            }
            (Kind::Variant, Mode::Batch) => {
                Err("batches are for sudokus: variants come one at a time".into())
            }
            _ => Ok(()),
        }
    }

    fn check_command(&self, line: &[String]) -> Result<(), String> {
        if line.first().is_none_or(String::is_empty) {
            return Err("`command` needs a program".to_owned());
        }
        let (kind, Runs::Command(command)) = (self.kind(), self.runs()) else { return Ok(()) };
        match (kind, command.input, command.answers) {
            (Kind::Variant, ..) => {
                Err("variants are for strategies: no `command` takes them".to_owned())
            }
            (Kind::Sudoku, Input::Dlx | Input::Cnf, _) => {
                Err("a program for sudokus reads `lines`".to_owned())
            }
            (Kind::Cover, Input::Lines, _) => {
                Err("a program for exact cover reads `dlx` or `cnf`".to_owned())
            }
            (Kind::Cover, _, Answers::First | Answers::Unique) => {
                Err("a program for exact cover answers with a `count`".to_owned())
            }
            (Kind::Cover, ..) if self.mode() == Mode::Batch => {
                Err("batches are for sudokus: exact-cover problems come one at a time".to_owned())
            }
            _ => Ok(()),
        }
    }
}
