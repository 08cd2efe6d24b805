//! What is written to a program, and how its answers are read.

use std::fmt::Write;
use std::ops::Range;

use quadrille_cover::{export, text};
use quadrille_sudoku::{Shape, format};

use super::{Answer, Given, sudokus};
use crate::definition::{Answers, Command, Input};
use crate::material::{Material, Puzzles};

/// What a line that says that a puzzle has no solution ends in, in small letters.
const NO_SOLUTION: [&str; 3] = ["no solution", "none", "unsolvable"];
/// What one that says that it has more than one ends in.
const SEVERAL: [&str; 2] = ["multiple", "not unique"];

/// What a program reads of these puzzles.
///
/// # Errors
///
/// If a problem cannot be written in the format.
pub(super) fn input(
    command: &Command,
    material: &Material,
    range: Range<usize>,
) -> Result<Vec<u8>, String> {
    match command.input {
        Input::Lines => {
            let mut lines = String::new();
            for puzzle in sudokus(material, range) {
                // Writing to a string cannot fail.
                let _ = writeln!(lines, "{}", format::line(puzzle));
            }
            Ok(lines.into_bytes())
        }
        Input::Dlx | Input::Cnf => {
            let Puzzles::Cover(problems) = &material.puzzles else { return Ok(Vec::new()) };
            let mut all = Vec::new();
            for problem in problems.get(range).unwrap_or_default() {
                let written = match command.input {
                    Input::Cnf => export::cnf::write(problem).map_err(|error| error.to_string())?,
                    _ => text::write(problem).map_err(|error| error.to_string())?,
                };
                all.extend(written.into_bytes());
            }
            Ok(all)
        }
    }
}

/// The answers in what a program wrote; fewer than were expected if it wrote fewer, and more if it wrote
/// more.
pub(super) fn answers(command: &Command, shape: Option<Shape>, output: &[u8]) -> Vec<Answer> {
    let output = String::from_utf8_lossy(output);
    let lines = output.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !command.skip.iter().any(|start| line.starts_with(start.as_str()))
    });
    if let Some(before) = &command.count_after {
        // The last one counts: programs tell how far they are.
        let number = lines.rev().find_map(|line| line.split_once(before.as_str()));
        return number.map(|(_, after)| count(after)).into_iter().collect();
    }
    lines
        .map(|line| match (command.answers, shape) {
            (Answers::Count, _) | (_, None) => count(line),
            (says, Some(shape)) => solution(line, shape, says == Answers::Unique),
        })
        .collect()
}

fn nonsense(line: &str, expected: &str) -> Answer {
    let mut shown: String = line.chars().take(100).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    let nonsense = Some(format!("expected {expected}, found `{shown}`"));
    Answer { nonsense, ..Answer::default() }
}

/// A number of solutions: the first number of a text.
fn count(line: &str) -> Answer {
    let digits = line.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match digits.get(..end).and_then(|number| number.parse().ok()) {
        Some(solutions) => Answer { solutions, complete: true, ..Answer::default() },
        None => nonsense(line, "a number of solutions"),
    }
}

/// A solution, or words that say that there is none, or that there are several.
fn solution(line: &str, shape: Shape, unique: bool) -> Answer {
    let small = line.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|it| small.trim_end_matches('.').ends_with(it));
    if says(&NO_SOLUTION) {
        return Answer { complete: true, given: Given::Grids(Vec::new()), ..Answer::default() };
    }
    if unique && says(&SEVERAL) {
        return Answer { solutions: 2, ..Answer::default() };
    }
    match format::parse(line, shape) {
        Ok(entry) if entry.puzzle.grid().is_full() => Answer {
            solutions: 1,
            complete: unique,
            given: Given::Grids(entry.puzzle.into_grid().values().to_vec()),
            ..Answer::default()
        },
        Ok(_) => nonsense(line, "a full grid, found one with empty cells"),
        // Two equal digits in a house are no grid, and so no solution.
        Err(_) => nonsense(line, "a solution or `no solution`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Kind, StartUp};

    fn command(answers: Answers) -> Command {
        Command {
            line: vec!["program".to_owned()],
            kind: Kind::Sudoku,
            input: Input::Lines,
            answers,
            count_after: None,
            skip: vec!["#".to_owned()],
            exit_codes: vec![0],
            start: StartUp::Empty,
        }
    }

    fn read(says: Answers, output: &str) -> Vec<(u64, bool, bool)> {
        let shape = Shape::new(2, 2).unwrap();
        answers(&command(says), Some(shape), output.as_bytes())
            .iter()
            .map(|answer| (answer.solutions, answer.complete, answer.nonsense.is_some()))
            .collect()
    }

    #[test]
    fn a_line_is_a_solution_or_says_that_there_is_none() {
        let output = "# comment\n1234341221434321\n\nPuzzle has no Solution.\r\n12343412\n123434122143432.\n";
        let expected = [(1, false, false), (0, true, false), (0, false, true), (0, false, true)];
        assert_eq!(read(Answers::First, output), expected);
    }

    #[test]
    fn only_who_says_that_it_is_the_only_one_claims_that() {
        let output = "1234341221434321\nmultiple\n";
        assert_eq!(read(Answers::Unique, output), [(1, true, false), (2, false, false)]);
        assert_eq!(read(Answers::First, output), [(1, false, false), (0, false, true)]);
    }

    #[test]
    fn a_number_is_found_in_its_line_and_behind_its_text() {
        assert_eq!(
            read(Answers::Count, "288 solutions\nnone\n"),
            [(288, true, false), (0, false, true)]
        );
        let mut behind = command(Answers::Count);
        behind.count_after = Some("Models".to_owned());
        let output = "c Models : 3\nc time 4\nc Models       : 92\n";
        let found = answers(&behind, None, output.as_bytes());
        assert_eq!(found.iter().map(|answer| answer.solutions).collect::<Vec<_>>(), [92]);
        assert_eq!(answers(&behind, None, b"c time 4\n"), []);
    }
}
