//! One and many: numbers with their nouns, as messages and comments have them.

use std::fmt::Display;

/// A number and what it counts: `1 vertex`, `2 vertices`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(
    count: N,
    one: &str,
    many: &str,
) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// What a number may be: `3`, `1 to 3`.
pub(crate) fn range<N: Display + PartialEq>(least: N, most: N) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// What is said of symmetry that was broken: how many times as many solutions there were without
/// that; `None` for a number that is too large.
pub(crate) fn times(factor: Option<u128>) -> String {
    match factor {
        Some(0 | 1) => "without that there are as many solutions".to_owned(),
        Some(factor) => format!("without that there are {factor} times as many solutions"),
        None => "without that there are many times as many solutions".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_of_one_is_no_factor() {
        assert_eq!(times(Some(1)), "without that there are as many solutions");
        assert_eq!(times(Some(2)), "without that there are 2 times as many solutions");
    }

    #[test]
    fn one_is_told_from_none_and_many() {
        let days = [0_usize, 1, 2].map(|count| counted(count, "day", "days"));
        assert_eq!(days, ["0 days", "1 day", "2 days"]);
        assert_eq!(counted(1_u128, "person", "people"), "1 person");
        assert_eq!([range(1, 1), range(1, 2)], ["1", "1 to 2"]);
    }
}
