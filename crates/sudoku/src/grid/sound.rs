//! Whether no house holds a digit twice, fast: almost every grid that is read is sound.

use super::houses::{ONE_OF_EACH, counted};
use super::values::CLASSIC_CELLS;
use crate::shape::{MAX_SIZE, Shape};

/// Whether no house of a grid holds a digit twice. The values must be those of the shape.
#[inline]
pub(super) fn is_sound(shape: Shape, values: &[u8]) -> bool {
    match <&[u8; CLASSIC_CELLS]>::try_from(values) {
        Ok(values) if shape == Shape::CLASSIC => is_sound_classic(values),
        _ => is_sound_any(shape, values),
    }
}

fn is_sound_classic(values: &[u8; CLASSIC_CELLS]) -> bool {
    counted(values).0 & !ONE_OF_EACH == 0
}

/// One pass with sets of digits.
fn is_sound_any(shape: Shape, values: &[u8]) -> bool {
    let (box_rows, box_columns) = (shape.box_rows(), shape.box_columns());
    let mut columns = [0u64; MAX_SIZE];
    let mut boxes = [0u64; MAX_SIZE];
    let mut twice = 0;
    for (row, cells) in values.chunks_exact(shape.size()).enumerate() {
        let mut in_row = 0;
        let band = row / box_rows * box_rows;
        let in_columns = columns.chunks_exact_mut(box_columns);
        for ((cells, columns), in_box) in
            cells.chunks_exact(box_columns).zip(in_columns).zip(&mut boxes[band..])
        {
            for (&digit, in_column) in cells.iter().zip(columns) {
                // No bit for an empty cell, and bit 63 for the digit 64.
                let bit = (1u128 << digit >> 1) as u64;
                twice |= (in_row | *in_column | *in_box) & bit;
                in_row |= bit;
                *in_column |= bit;
                *in_box |= bit;
            }
        }
    }
    twice == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_say_the_same_as_sets() {
        let mut random = quadrille_testkit::SplitMix64::new(6);
        let mut sound = 0;
        for round in 0..20_000 {
            let mut values = [0u8; CLASSIC_CELLS];
            for _ in 0..round % 20 {
                values[random.below(CLASSIC_CELLS)] = random.between(1, 9) as u8;
            }
            let expected = is_sound_any(Shape::CLASSIC, &values);
            sound += u32::from(expected);
            assert_eq!(is_sound_classic(&values), expected, "{values:?}");
        }
        assert!((5_000..15_000).contains(&sound), "{sound} sound ones show both answers");
    }

    #[test]
    fn the_same_digit_in_a_whole_house_overflows_no_counter() {
        for digit in 1..=9 {
            let mut values = [0; CLASSIC_CELLS];
            values[..9].fill(digit);
            assert!(!is_sound_classic(&values), "{digit}");
        }
    }
}
