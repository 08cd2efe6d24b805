//! Everything that is done in registers: the same in all of them, and never wrong.

use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::sudoku::permuted_grid;

use super::choice::{Open, choose};
use super::frame::Frame;
use super::machine::{Task, perform};
use super::pass::{self, Events};
use super::portable::Bands;
use super::vector::Boxes;
use crate::strategy::lanes::Instructions;
use crate::strategy::lanes::guess::{self, Guess};
use crate::strategy::lanes::machine::Best;
use crate::strategy::lanes::pass::{ALL_DIGITS, CELLS};

/// What each kind of registers makes of a task: plain words, then those of this machine.
fn everywhere<T: Task + Clone>(task: T) -> Vec<T::Output> {
    let kinds = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
    let registers = kinds.into_iter().map(|kind| perform(Best::of(kind), task.clone()));
    std::iter::once(task.clone().run::<Bands>()).chain(registers).collect()
}

/// The one result of all kinds of registers.
fn agreed<T: Task<Output: PartialEq> + Clone>(task: T) -> T::Output {
    let mut all = everywhere(task).into_iter();
    let first = all.next().unwrap();
    assert!(all.all(|other| other == first));
    first
}

/// Candidates as a search may meet them: a solved grid's with others added, some of them taken from anything.
fn candidates(random: &mut SplitMix64) -> [u16; CELLS] {
    let grid = permuted_grid(3, 3, random.next_u64());
    let noise = random.between(0, 60);
    let anything = random.chance(25);
    std::array::from_fn(|cell| {
        let own = if anything && random.chance(20) { 0 } else { 1 << (grid[cell] - 1) };
        let mask = if random.chance(noise) { ALL_DIGITS } else { 0 };
        own | (random.next_u64() as u16 & random.next_u64() as u16 & mask)
    })
}

/// The words that repeat others do.
fn check_invariants(frame: &Frame) {
    for row in &frame.0 {
        assert_eq!(row[12..], row[..4]);
        assert!([0, 4, 8].iter().all(|&band| row[band] == row[band + 3]));
    }
}

#[derive(Clone)]
struct Pass<'a>(&'a [u16; CELLS]);

impl Task for Pass<'_> {
    type Output = ([u16; CELLS], Events);

    #[inline(always)]
    fn run<V: Boxes>(self) -> Self::Output {
        let mut frame = Frame::of(|cell| self.0[cell]);
        check_invariants(&frame);
        let mut cells = frame.load::<V>();
        let events = pass::pass(&mut cells);
        frame.store(&cells);
        // Plain words leave the fourth band alone.
        frame.0.iter_mut().for_each(|row| row.copy_within(..4, 12));
        check_invariants(&frame);
        (frame.get(), events)
    }
}

#[test]
fn a_pass_is_the_same_in_all_registers() {
    let mut random = SplitMix64::new(5);
    let mut seen = [0; 3];
    for _ in 0..4000 {
        let words = candidates(&mut random);
        let all = everywhere(Pass(&words));
        let (after, Events { failed, changed }) = all[0];
        // Where two cells of a segment have the same digit only, registers may differ in what they remove.
        assert!(all.iter().all(|(_, events)| events.failed == failed), "{words:?}");
        assert!(failed || all.iter().all(|other| *other == all[0]), "{words:?}");
        assert_eq!(changed, after != words);
        let events = [failed, changed, !failed && !changed];
        seen.iter_mut().zip(events).for_each(|(count, event)| *count += usize::from(event));
    }
    assert!(seen.iter().all(|&count| count > 50 && count < 4000), "{seen:?}");
}

/// Filters may remove whatever is in no solution, and nothing else; a state with a solution never fails.
#[test]
fn a_pass_keeps_the_solution() {
    let mut random = SplitMix64::new(6);
    for _ in 0..500 {
        let grid = permuted_grid(3, 3, random.next_u64());
        let noise = random.between(0, 100);
        let mut words: [u16; CELLS] = std::array::from_fn(|cell| {
            let more = if random.chance(noise) { random.next_u64() as u16 } else { 0 };
            1 << (grid[cell] - 1) | (more & ALL_DIGITS)
        });
        for _ in 0..100 {
            let (after, Events { failed, changed }) = agreed(Pass(&words));
            assert!(!failed, "{words:?}");
            for cell in 0..CELLS {
                assert_eq!(after[cell] & !words[cell], 0, "only removed");
                assert_ne!(after[cell] & 1 << (grid[cell] - 1), 0, "the solution stays");
            }
            if !changed {
                break;
            }
            words = after;
        }
    }
}

/// A full grid in which two digits clash must not be taken for a solution.
#[test]
fn a_full_grid_with_a_clash_fails() {
    let mut random = SplitMix64::new(7);
    for _ in 0..500 {
        let grid = permuted_grid(3, 3, random.next_u64());
        let mut words: [u16; CELLS] = std::array::from_fn(|cell| 1 << (grid[cell] - 1));
        let cell = random.below(CELLS);
        words[cell] = 1 << ((usize::from(grid[cell]) + random.between(0, 7)) % 9);
        for kind in 0..4 {
            let mut words = words;
            let mut failed = false;
            for _ in 0..5 {
                let (after, events) = everywhere(Pass(&words))[kind];
                failed |= events.failed;
                assert!(failed || events.changed, "neither failed nor changed");
                words = after;
            }
            assert!(failed);
        }
    }
}

#[derive(Clone)]
struct Choose<'a>(&'a [u16; CELLS]);

impl Task for Choose<'_> {
    type Output = (bool, Option<Guess>);

    #[inline(always)]
    fn run<V: Boxes>(self) -> Self::Output {
        let frame = Frame::of(|cell| self.0[cell]);
        let open = Open::of(&frame.load::<V>());
        (open.any, choose(&frame, open.pairs))
    }
}

#[test]
fn the_choice_is_that_of_lanes() {
    let mut random = SplitMix64::new(8);
    let mut pairs = 0;
    for round in 0..2000 {
        let mut cells = candidates(&mut random);
        if round % 4 == 0 {
            // Without pairs.
            let pair = |word: &&mut u16| word.count_ones() == 2;
            cells.iter_mut().filter(pair).for_each(|word| *word |= *word << 1 | 1 | *word >> 7);
            cells.iter_mut().for_each(|word| *word &= ALL_DIGITS);
        }
        pairs += usize::from(cells.iter().any(|word| word.count_ones() == 2));
        let (any, chosen) = agreed(Choose(&cells));
        assert_eq!(chosen, guess::choose(&cells, guess::pairs), "{cells:?}");
        assert_eq!(any, chosen.is_some());
    }
    assert!((1000..2000).contains(&pairs), "{pairs}");
    // All cells pairs of the same two digits: as heavy as can be.
    assert_eq!(agreed(Choose(&[0x101; CELLS])), (true, Some(Guess { cell: 0, digit: 1 })));
    assert_eq!(agreed(Choose(&[0x10; CELLS])), (false, None));
}

#[derive(Clone)]
struct Place<'a>(&'a [u16; CELLS], Guess);

impl Task for Place<'_> {
    type Output = [u16; CELLS];

    #[inline(always)]
    fn run<V: Boxes>(self) -> Self::Output {
        let mut frame = Frame::of(|cell| self.0[cell]);
        let mut cells = frame.load();
        V::place(&mut cells, self.1.cell, self.1.digit);
        frame.store(&cells);
        frame.get()
    }
}

#[test]
fn a_digit_is_placed_in_its_cell_and_nowhere_else() {
    let mut random = SplitMix64::new(9);
    for cell in 0..CELLS {
        let mut cells = candidates(&mut random);
        let digit = 1 << random.below(9);
        let placed = agreed(Place(&cells, Guess { cell, digit }));
        cells[cell] = digit;
        assert_eq!(placed, cells);
        let mut frame = Frame::of(|cell| cells[cell]);
        frame.set(cell, 0x123);
        check_invariants(&frame);
        cells[cell] = 0x123;
        assert_eq!((frame.get(), frame.word(cell)), (cells, 0x123));
    }
}

#[derive(Clone)]
struct Clues<'a>(&'a [u8; CELLS]);

impl Task for Clues<'_> {
    type Output = ([u16; CELLS], [u8; CELLS]);

    #[inline(always)]
    fn run<V: Boxes>(self) -> Self::Output {
        let cells = V::clues(self.0);
        let mut frame = Frame::default();
        frame.store(&cells);
        frame.0.iter_mut().for_each(|row| row.copy_within(..4, 12));
        check_invariants(&frame);
        (frame.get(), V::digits(&cells))
    }
}

#[test]
fn clues_are_read_and_digits_written_the_same_in_all_registers() {
    let mut random = SplitMix64::new(10);
    for _ in 0..200 {
        let grid: [u8; CELLS] = permuted_grid(3, 3, random.next_u64()).try_into().unwrap();
        assert_eq!(agreed(Clues(&grid)).1, grid);
        let some = grid.map(|digit| if random.chance(40) { digit } else { 0 });
        for (words, _) in everywhere(Clues(&some)) {
            let expected = some.map(|digit| if digit == 0 { ALL_DIGITS } else { 1 << (digit - 1) });
            assert_eq!(words, expected);
        }
    }
}
