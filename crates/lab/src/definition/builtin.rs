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
    use super::super::Definition;
    use super::*;

    #[test]
    fn what_is_built_in_can_be_read_and_has_its_name() {
        for built_in in BUILT_IN {
            let definition = Definition::read(built_in.text);
            let definition =
                definition.unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
            assert_eq!(definition.name, built_in.name);
        }
    }
}
