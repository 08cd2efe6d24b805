//! One pass: the filters of `lanes`, for the three bands at once and then for the three stacks.

use super::frame::PLACES;
use super::vector::Boxes;
use crate::strategy::lanes::pass::ALL_DIGITS;

/// What became of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Events {
    /// It has no solution: a cell without a candidate, or a digit without a place.
    pub(super) failed: bool,
    /// Something was removed.
    pub(super) changed: bool,
}

/// Filters the state once.
#[inline(always)]
pub(super) fn pass<V: Boxes>(cells: &mut [V; PLACES]) -> Events {
    let mut empty = V::none_empty();
    let mut changed = V::splat(0);

    // The bands. A line is a row: register 3i + k has the cells at place k of the segments of line i.
    let before = *cells;
    let segments: [[V; 3]; 3] =
        std::array::from_fn(|i| [before[3 * i], before[3 * i + 1], before[3 * i + 2]]);
    segments.iter().for_each(|&segment| V::note_empty(&mut empty, segment));
    let ways = Ways::of(&segments, V::next_in_band, V::last_in_band);
    for i in 0..3 {
        let [a, b, c] = segments[i];
        let (possible, must) = (ways.possible(i), ways.must(i));
        let hidden = a.exactly_one(b, c).and(must);
        for k in 0..3 {
            let cell = &mut cells[3 * i + k];
            *cell = cell.within(possible, hidden);
            changed = changed.or_difference(before[3 * i + k], *cell);
        }
    }

    // The stacks. A line is a column: register 3i + k has the cells at place i of the segments of line k.
    let segments: [[V; 3]; 3] = std::array::from_fn(|k| [cells[k], cells[3 + k], cells[6 + k]]);
    let ways = Ways::of(&segments, V::next_in_stack, V::last_in_stack);
    for k in 0..3 {
        let possible = ways.possible(k);
        for i in 0..3 {
            cells[3 * i + k] = cells[3 * i + k].and(possible);
        }
        changed = changed.or_without(ways.any[k], possible);
    }
    let unplaced = V::splat(0).or_difference(ways.placed(), V::splat(ALL_DIGITS));
    Events { failed: empty.seen_empty() | unplaced.nonzero() != 0, changed: changed.nonzero() != 0 }
}

/// The ways to give each line of a band its own box, for each digit.
///
/// Of the six, the even ones put line i in box s + i, the odd ones in box s - i. `even[r]` has at box s the way
/// s + r, and likewise `odd`.
struct Ways<V> {
    any: [V; 3],
    even: [V; 3],
    odd: [V; 3],
}

impl<V: Boxes> Ways<V> {
    #[inline(always)]
    fn of(segments: &[[V; 3]; 3], next: impl Fn(V) -> V, last: impl Fn(V) -> V) -> Self {
        let any = segments.map(|[a, b, c]| a.or3(b, c));
        let left: [V; 3] = std::array::from_fn(|i| {
            // Three cells need three digits: if there are no more, each of them is here.
            let fixed = any[i].if_few(V::singles(segments[i]));
            any[i].and_neither(next(fixed), last(fixed))
        });
        let even = left[0].and3(next(left[1]), last(left[2]));
        let odd = left[0].and3(last(left[1]), next(left[2]));
        Ways { any, even: [even, next(even), last(even)], odd: [odd, next(odd), last(odd)] }
    }

    /// The digits that a segment of line i may hold.
    #[inline(always)]
    fn possible(&self, i: usize) -> V {
        self.even[(3 - i) % 3].or(self.odd[i])
    }

    /// The digits that a segment of line i may hold and no other of the line.
    #[inline(always)]
    fn must(&self, i: usize) -> V {
        let [a, b] = [(4 - i) % 3, (5 - i) % 3].map(|r| self.even[r]);
        let [c, d] = [(i + 1) % 3, (i + 2) % 3].map(|r| self.odd[r]);
        self.possible(i).and_neither(a.or3(b, c), d)
    }

    /// The digits that have a way.
    #[inline(always)]
    fn placed(&self) -> V {
        let [a, b, c] = self.even;
        let [d, e, f] = self.odd;
        a.or3(b, c).or3(d, e).or(f)
    }
}
