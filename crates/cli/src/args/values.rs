//! Values of options, and what is said of those that are none.

use std::ffi::OsString;
use std::num::{IntErrorKind, NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille_cover::strategy::{self as cover, Strategy as CoverStrategy};
use quadrille_cover::{BigUint, Branching};
use quadrille_sudoku::Shape;
use quadrille_sudoku::format::Layout;
use quadrille_sudoku::strategy::{self, Strategy};

use super::line;

/// Rows × columns of a box.
pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    let expected = || format!("expected two numbers as in `3x3`, found `{text}`");
    let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(expected)?;
    let rows = rows.trim().parse().map_err(|_| expected())?;
    let columns = columns.trim().parse().map_err(|_| expected())?;
    Shape::new(rows, columns).map_err(|error| error.to_string())
}

/// A time with its unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if text.strip_prefix('-').is_some_and(number) {
        return Err("a time cannot be negative".to_owned());
    }
    let zero = if text.starts_with('.') { "0" } else { "" };
    humantime::parse_duration(&format!("{zero}{text}")).map_err(|error| match error {
        humantime::DurationError::NumberOverflow => "that is too long a time".to_owned(),
        _ if text.parse::<f64>().is_ok() && number(text) => {
            format!("a time needs its unit: `{text}s` are seconds, `{text}ms` milliseconds")
        }
        _ => "expected a time such as `10s`, `500ms`, `1.5s` or `2m`".to_owned(),
    })
}

/// A size in bytes, with a unit or without.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    if text.starts_with('-') {
        return Err("a size cannot be negative".to_owned());
    }
    // K, KB and KiB are all 1024: that is how memory comes.
    parse_size::Config::new().with_binary().parse_size(text).map_err(|error| match error {
        parse_size::Error::PosOverflow => "that is more than any memory".to_owned(),
        _ => "expected a size such as `512M`, `4GiB` or `1.5G`, or bytes".to_owned(),
    })
}

/// A number from `least` on.
fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let below = |text: &str| text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok());
    match text.trim().parse::<u64>() {
        Ok(number) if number < least => Err(format!("expected {least} or more")),
        Ok(number) if number <= most => Ok(number),
        Err(error) if *error.kind() != IntErrorKind::PosOverflow => Err(match below(text.trim()) {
            true => format!("expected {least} or more"),
            false => format!("expected a whole number, {least} or more"),
        }),
        _ => Err(format!("expected at most {most}")),
    }
}

/// How many nodes.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// How many solutions, at least two.
pub(crate) fn two_or_more(text: &str) -> Result<u64, String> {
    number(text, 2, u64::MAX)
}

/// How many solutions.
pub(crate) fn solutions(text: &str) -> Result<NonZeroU64, String> {
    number(text, 1, u64::MAX)?.try_into().map_err(|_| "expected 1 or more".to_owned())
}

/// How many runs.
pub(crate) fn runs(text: &str) -> Result<NonZeroU32, String> {
    let runs = u32::try_from(number(text, 1, u32::MAX.into())?).ok().and_then(NonZeroU32::new);
    runs.ok_or_else(|| "expected 1 or more".to_owned())
}

/// Takes the name of a strategy in the registry, and lists them all in the long help.
pub(crate) fn strategy() -> impl TypedValueParser<Value = &'static dyn Strategy> {
    let value =
        |strategy: &&dyn Strategy| PossibleValue::new(strategy.name()).help(strategy.description());
    let values: Vec<PossibleValue> = strategy::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| strategy::by_name(&name).ok_or_else(|| format!("no strategy `{name}`")))
}

/// Takes the name of a strategy for exact cover, and lists them all in the long help.
pub(crate) fn cover_strategy() -> impl TypedValueParser<Value = &'static dyn CoverStrategy> {
    let value = |strategy: &&dyn CoverStrategy| {
        PossibleValue::new(strategy.name()).help(strategy.description())
    };
    let values: Vec<PossibleValue> = cover::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| cover::by_name(&name).ok_or_else(|| format!("no strategy `{name}`")))
}

/// Takes the name of a way to choose the item to branch on, and lists them all in the long help.
pub(crate) fn branching() -> PossibleValuesParser {
    let value = |(name, help): (&'static str, &'static str)| PossibleValue::new(name).help(help);
    PossibleValuesParser::new(Branching::NAMES.map(value))
}

/// A place in an order, or a number of things: any whole number from 1.
pub(crate) fn place(text: &str) -> Result<BigUint, String> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<BigUint>() {
        Ok(number) if is_number && number > BigUint::ZERO => Ok(number),
        _ => Err("expected a whole number, 1 or more".to_owned()),
    }
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// A size, or how many puzzles.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let most = u64::from(u32::MAX);
    number(text, 1, most)?.try_into().map_err(|_| format!("expected at most {most}"))
}

/// How many threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    number(text, 1, 1024)?.try_into().map_err(|_| "expected 1 to 1024".to_owned())
}

/// How many parts of a search.
pub(crate) fn shards(text: &str) -> Result<u32, String> {
    let most = quadrille_cover::shard::MOST_SHARDS;
    number(text, 1, most.into())?.try_into().map_err(|_| format!("expected 1 to {most}"))
}

/// How many descents of an estimate.
pub(crate) fn descents(text: &str) -> Result<u64, String> {
    number(text, 2, u64::MAX)
}

/// How many solutions or puzzles that are to be kept in memory.
pub(crate) fn kept(text: &str) -> Result<usize, String> {
    let kept = number(text, 1, 1 << 32)?;
    usize::try_from(kept).map_err(|_| "that is more than this machine can hold".to_owned())
}

/// Takes the name of a layout, and lists them all in the long help.
pub(crate) fn layout() -> impl TypedValueParser<Value = Layout> {
    let value = |layout: Layout| PossibleValue::new(layout.name()).help(layout.description());
    PossibleValuesParser::new(Layout::ALL.map(value)).try_map(|name| name.parse::<Layout>())
}

/// Takes an input: whatever the system takes as a file's name, or a puzzle.
pub(crate) fn input() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().map(line::unmarked)
}

/// Takes the file of a checkpoint.
pub(crate) fn checkpoint() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| match name == "-" {
        true => Err("a checkpoint is a file: expected its name (`./-` for a file named `-`)"),
        false => Ok(PathBuf::from(name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_two_numbers() {
        assert_eq!(shape("2x3").map(|shape| shape.size()), Ok(6));
        assert_eq!(shape("4X4").map(|shape| shape.size()), Ok(16));
        for bad in ["", "3", "3x", "x3", "axb", "0x3", "9x9", "-1x3", "3x3x3"] {
            assert!(shape(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_time_may_begin_with_its_point() {
        assert_eq!(time(".5s"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("0s"), Ok(Duration::ZERO));
    }

    #[test]
    fn what_is_no_time_is_told_what_one_looks_like() {
        let message = |text| time(text).unwrap_err();
        assert_eq!(message("-1s"), "a time cannot be negative");
        assert_eq!(message("-.5s"), "a time cannot be negative");
        assert_eq!(message("3"), "a time needs its unit: `3s` are seconds, `3ms` milliseconds");
        assert_eq!(message("99999999999999999999s"), "that is too long a time");
        for bad in ["abc", "", "--all", "s", "3 parsecs", "1.s.", "inf", "nan"] {
            let expected = "expected a time such as `10s`, `500ms`, `1.5s` or `2m`";
            assert_eq!(message(bad), expected, "{bad}");
        }
    }

    #[test]
    fn sizes_have_units_that_are_powers_of_1024() {
        for (text, size) in [
            ("0", 0),
            ("4096", 4096),
            ("1K", 1 << 10),
            ("512M", 512 << 20),
            ("512mb", 512 << 20),
            ("4GiB", 4 << 30),
            (" 1.5 G ", 3 << 29),
            ("2TiB", 2 << 40),
        ] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        assert_eq!(bytes("-1M"), Err("a size cannot be negative".to_owned()));
        assert_eq!(bytes("99999999999999999999G"), Err("that is more than any memory".to_owned()));
        for bad in ["", "M", "1X", "all", "1G2", "0x10", "1,5G"] {
            let expected = "expected a size such as `512M`, `4GiB` or `1.5G`, or bytes";
            assert_eq!(bytes(bad), Err(expected.to_owned()), "{bad}");
        }
    }

    #[test]
    fn what_is_no_number_is_told_from_where_on_they_are() {
        assert_eq!(solutions("1").map(u64::from), Ok(1));
        assert_eq!(solutions("0").unwrap_err(), "expected 1 or more");
        assert_eq!(solutions("-3").unwrap_err(), "expected 1 or more");
        assert_eq!(solutions("x").unwrap_err(), "expected a whole number, 1 or more");
        assert_eq!(solutions("1.5").unwrap_err(), "expected a whole number, 1 or more");
        assert_eq!(two_or_more("1").unwrap_err(), "expected 2 or more");
        assert_eq!(nodes("0"), Ok(0));
        assert_eq!(nodes("-1").unwrap_err(), "expected 0 or more");
        let most = "expected at most 18446744073709551615";
        assert_eq!(nodes("18446744073709551616").unwrap_err(), most);
        assert_eq!(runs("4294967296").unwrap_err(), "expected at most 4294967295");
        assert_eq!(runs("4294967295").map(u32::from), Ok(u32::MAX));
    }
}
