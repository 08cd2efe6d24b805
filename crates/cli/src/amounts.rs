//! Amounts in words: counts, shares, rates.

use indicatif::HumanCount;
use quadrille_cover::BigUint;

/// A number that may be large, and a noun.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

/// How many solutions, with all digits.
pub(crate) fn solutions(count: &BigUint) -> String {
    match u64::try_from(count) {
        Ok(count) => counted(count, "solution"),
        Err(_) => format!("{count} solutions"),
    }
}

/// How many solutions, on a line that has little room.
pub(crate) fn in_short(count: &BigUint) -> String {
    let digits = count.to_string();
    match u64::try_from(count) {
        Ok(count) if digits.len() <= 15 => counted(count, "solution"),
        _ => format!("{}.{}·10^{} solutions", &digits[..1], &digits[1..3], digits.len() - 1),
    }
}

/// A share in per cent, small ones with as many places as they need.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.1.. => format!("{percent:.1} %"),
        1e-6.. => {
            let places = (-percent.log10()).ceil().clamp(1.0, 7.0) as usize + 1;
            format!("{percent:.places$} %")
        }
        _ => "0 %".to_owned(),
    }
}

/// A number in three digits and a unit.
pub(crate) fn magnitude(number: f64) -> String {
    let units = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    let (value, unit) = match units.iter().find(|(unit, _)| number >= *unit) {
        Some((unit, name)) => (number / unit, *name),
        None => (number, ""),
    };
    let places = if unit.is_empty() || value >= 100.0 { 0 } else { 1 };
    format!("{value:.places$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_places_that_they_need() {
        let shown = [1.0, 0.123_45, 0.001, 0.000_123, 0.000_000_456, 1e-12, 0.0].map(percent);
        let expected = ["100.0 %", "12.3 %", "0.1 %", "0.012 %", "0.000046 %", "0 %", "0 %"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn large_counts_are_short_on_the_line_and_whole_behind_it() {
        let large = BigUint::from(1u32) << 100;
        assert_eq!(in_short(&large), "1.26·10^30 solutions");
        assert_eq!(solutions(&large), "1267650600228229401496703205376 solutions");
        let small = BigUint::from(12_345u32);
        assert_eq!(in_short(&small), "12,345 solutions");
        assert_eq!(solutions(&small), "12,345 solutions");
        assert_eq!(in_short(&u64::MAX.into()), "1.84·10^19 solutions");
        assert_eq!(solutions(&1u32.into()), "1 solution");
    }

    #[test]
    fn numbers_have_their_unit() {
        let shown = [0.0, 12.0, 999.0, 1000.0, 4_560_000.0, 1e10, 2.5e15].map(magnitude);
        assert_eq!(shown, ["0", "12", "999", "1.0 k", "4.6 M", "10.0 G", "2500 T"]);
    }
}
