//! Definitions that come with the library.

/// A definition that comes with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// What it shows, in a line: the comment at its top.
    pub description: &'static str,
    /// Its text.
    pub text: &'static str,
}

const fn built_in(name: &'static str, description: &'static str, text: &'static str) -> BuiltIn {
    BuiltIn { name, description, text }
}

/// All of them.
pub const BUILT_IN: [BuiltIn; 3] = [
    built_in(
        "quick",
        "sudoku strategies on the puzzles that come with the program, one at a time and many at once",
        include_str!("../../data/definitions/quick.toml"),
    ),
    built_in(
        "luck",
        "the same sudokus in other guises: what is a strategy's luck, what its strength?",
        include_str!("../../data/definitions/luck.toml"),
    ),
    built_in(
        "cover",
        "exact-cover strategies on classic problems, all solutions counted",
        include_str!("../../data/definitions/cover.toml"),
    ),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use quadrille_cover::Search;

    use super::super::Definition;
    use super::*;
    use crate::material::{Material, Puzzles};

    #[test]
    fn what_is_built_in_can_be_read_and_has_its_name() {
        for built_in in BUILT_IN {
            let definition = Definition::read(built_in.text);
            let definition =
                definition.unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
            assert_eq!(definition.name, built_in.name);
        }
    }

    /// By another way than those that are measured: each problem is counted by the strategy that is none of these.
    #[test]
    fn counts_that_are_built_in_are_right() {
        let known = BUILT_IN.iter().filter_map(|it| Definition::read(it.text).ok());
        let corpora = known.flat_map(|definition| definition.corpora.clone());
        let mut counted = 0;
        for spec in corpora {
            let material = Material::read(&spec, Path::new(""), 1).expect("a corpus");
            let Puzzles::Cover(problems) = &material.puzzles else { continue };
            for (problem, entry) in problems.iter().zip(&material.entries) {
                let diagrams = quadrille_cover::strategy::by_name("dd").expect("a strategy");
                let outcome = Search::new().strategy(diagrams).count(problem).expect("an outcome");
                assert_eq!(Some(outcome.solutions), entry.count, "{}", entry.text);
                counted += 1;
            }
        }
        assert!(counted >= 10, "{counted}");
    }
}
