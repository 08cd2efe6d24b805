//! Numbers with three significant digits.

/// A time with three significant digits.
pub fn seconds(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
    // 999.6 ms is shown as 1.00 s, not as 1000 ms.
    let fits = |unit: &&(f64, &str)| seconds / unit.0 >= 0.9995;
    if seconds == 0.0 {
        return "0s".to_owned();
    }
    let &(unit, name) = UNITS.iter().find(fits).unwrap_or(&UNITS[3]);
    format!("{}{name}", significant(seconds / unit))
}

/// A number with three significant digits, and a letter for thousands and millions.
pub fn number(value: f64) -> String {
    if value < 999.5 && value.fract() == 0.0 {
        return format!("{value:.0}");
    }
    const UNITS: [(f64, &str); 3] = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let fits = |unit: &&(f64, &str)| value / unit.0 >= 0.9995;
    match UNITS.iter().find(fits) {
        Some((unit, letter)) => format!("{}{letter}", significant(value / unit)),
        None => significant(value),
    }
}

/// Three significant digits, more only before the point.
pub fn significant(value: f64) -> String {
    match value {
        v if v < 0.009_995 => format!("{v:.4}"),
        v if v < 0.09995 => format!("{v:.3}"),
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// A factor: three significant digits, and near 1 three behind the point.
pub fn factor(value: f64) -> String {
    match value {
        v if v < 0.009_995 => format!("{v:.5}"),
        v if v < 0.099_95 => format!("{v:.4}"),
        v if v < 1.9995 => format!("{v:.3}"),
        v => significant(v),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_the_right_unit() {
        let shown =
            [0.0, 1.5e-9, 123.4e-6, 0.000_999_6, 0.0456, 0.99996, 12.345, 1234.5].map(seconds);
        let expected = ["0s", "1.50ns", "123µs", "1.00ms", "45.6ms", "1.00s", "12.3s", "1234s"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn small_factors_have_as_many_digits_as_large_ones() {
        let shown = [0.000_726, 0.0217, 0.1312, 0.9996, 1.0204, 1.9996, 12.34, 6249.0].map(factor);
        let expected = ["0.00073", "0.0217", "0.131", "1.000", "1.020", "2.00", "12.3", "6249"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn counts_are_whole_up_to_a_thousand() {
        let shown = [0.0, 5.0, 999.0, 1000.0, 12_345.0, 69_900_000.0, 2.5e9, 0.5].map(number);
        assert_eq!(shown, ["0", "5", "999", "1.00k", "12.3k", "69.9M", "2.50G", "0.50"]);
    }
}
