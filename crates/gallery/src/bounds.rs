//! How often something is to happen, as text.

/// Reads `n`, `min..max` or `min..`; the maximum is `None` if it is open. `None` if it is neither,
/// or the maximum is below the minimum.
pub(crate) fn bounds(text: &str) -> Option<(u32, Option<u32>)> {
    let number = |text: &str| {
        let text = text.trim();
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let Some((min, max)) = text.split_once("..") else {
        let exactly = number(text)?;
        return Some((exactly, Some(exactly)));
    };
    let min: u32 = number(min)?;
    if max.trim().is_empty() {
        return Some((min, None));
    }
    let max = number(max)?;
    (min <= max).then_some((min, Some(max)))
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn bounds_are_a_number_or_two_with_dots_between() {
        assert_eq!(bounds("3"), Some((3, Some(3))));
        assert_eq!(bounds("0 .. 4"), Some((0, Some(4))));
        assert_eq!(bounds("2.."), Some((2, None)));
        for bad in ["", "..", "..3", "3..2", "-1", "+1", "1...3", "1..2..3", "a", "4294967296"] {
            assert_eq!(bounds(bad), None, "{bad}");
        }
    }
}
