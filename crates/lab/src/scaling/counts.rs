//! How many solutions the problems of a family have, as the literature or another method has it.

/// Placements of n queens: OEIS A000170, from n = 1.
const QUEENS: [u64; 20] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
];

/// Langford pairs with n mod 4 of 0 or 3, but for mirror images: OEIS A014552, from n = 3.
const LANGFORD: [u64; 10] =
    [1, 1, 26, 150, 17_792, 108_144, 39_809_640, 326_721_800, 256_814_891_280, 2_636_337_861_200];

/// Latin squares with a given first row and column: OEIS A000315, from n = 1.
const REDUCED: [u64; 9] =
    [1, 1, 1, 4, 56, 9_408, 16_942_080, 535_281_401_856, 377_597_570_964_258_816];

pub(super) fn queens(n: usize) -> Option<u64> {
    QUEENS.get(n.checked_sub(1)?).copied()
}

/// With mirror images.
pub(super) fn langford(n: usize) -> Option<u64> {
    match n % 4 {
        0 | 3 => {
            let place = (n.div_ceil(4) + n / 4).checked_sub(1)?;
            LANGFORD.get(place).map(|count| 2 * count)
        }
        _ => Some(0),
    }
}

/// With a given first row: as many for each order of the other symbols in the first column.
pub(super) fn latin(n: usize) -> Option<u64> {
    let reduced = *REDUCED.get(n.checked_sub(1)?)?;
    (1..n as u64).try_fold(reduced, u64::checked_mul)
}

/// There is none between 1 and 8.
pub(super) fn partridge(n: usize) -> Option<u64> {
    match n {
        1 => Some(1),
        2..=7 => Some(0),
        _ => None,
    }
}

/// Domino tilings of a board of n × (n + 1), cell by cell with the set of cells of the frontier that
/// are covered: no search at all. `u64::MAX` of what is more, as engines have it. O(n² 2ⁿ); `None` above
/// n = 16.
pub(super) fn dominoes(n: usize) -> Option<u64> {
    if !(1..=16).contains(&n) {
        return None;
    }
    let mut ways = vec![0u128; 1 << n];
    *ways.first_mut()? = 1;
    for cell in 0..n * (n + 1) {
        let column = cell % n;
        let here = 1usize << column;
        let mut next = vec![0u128; 1 << n];
        for (covered, &count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
            let mut add = |covered: usize| {
                if let Some(slot) = next.get_mut(covered) {
                    *slot = slot.saturating_add(count);
                }
            };
            if covered & here != 0 {
                // From the row above.
                add(covered & !here);
                continue;
            }
            // Down into the next row, or across into the next column.
            add(covered | here);
            if column + 1 < n && covered & (here << 1) == 0 {
                add(covered | here << 1);
            }
        }
        ways = next;
    }
    // Nothing may stand out below the last row.
    ways.first().map(|&count| u64::try_from(count).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_is_read_at_the_right_place() {
        assert_eq!([1, 4, 8, 12].map(queens), [Some(1), Some(2), Some(92), Some(14_200)]);
        assert_eq!((queens(0), queens(21)), (None, None));
        let pairs = [3, 4, 5, 6, 7, 8, 11, 12, 15, 16, 19, 20].map(langford);
        let expected = [2, 2, 0, 0, 52, 300, 35_584, 216_288, 79_619_280, 653_443_600];
        assert_eq!(pairs[..10], expected.map(Some));
        assert_eq!(pairs[10..], [Some(513_629_782_560), Some(5_272_675_722_400)]);
        assert_eq!((langford(0), langford(23)), (None, None));
        let squares = [1, 2, 3, 4, 5, 6, 7].map(latin);
        assert_eq!(squares, [1, 1, 2, 24, 1344, 1_128_960, 12_198_297_600].map(Some));
    }

    /// OEIS A099390, beside its diagonal.
    #[test]
    fn dominoes_are_those_of_the_literature() {
        let known = [1, 3, 11, 95, 1183, 31_529, 1_292_697, 108_435_745, 14_479_521_761];
        for (n, count) in (1..).zip(known) {
            assert_eq!(dominoes(n), Some(count), "{n}");
        }
        assert_eq!((dominoes(0), dominoes(17)), (None, None));
        assert_eq!(dominoes(16), Some(u64::MAX));
    }
}
