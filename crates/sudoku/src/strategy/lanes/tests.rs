//! The pass and the choice: the same on every machine, and never wrong.

use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::sudoku::permuted_grid;

use super::batch::Machine;
use super::guess::{Guess, Pick};
use super::machine::{AnyMachine, Best};
use super::pass::{ALL_DIGITS, CELLS, Events, State};
use super::{Instructions, Lanes, Strategy};
use crate::shape::Shape;

/// Candidates as a search may meet them: a solved grid's with others added, in one lane of four at random
/// taken from anything.
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

/// What becomes of the candidates of some lanes in a pass: each lane's candidates and its events.
fn after_pass<const W: usize>(
    machine: &impl Machine<W>,
    lanes: &[[u16; CELLS]],
) -> Vec<([u16; CELLS], [bool; 3])> {
    let mut all = Vec::new();
    for lanes in lanes.chunks(W) {
        let mut state = State::<W>::empty();
        for (lane, words) in lanes.iter().enumerate() {
            state.put([lane], [words]);
        }
        let Events { failed, changed, open } = machine.pass(&mut state);
        for lane in 0..lanes.len() {
            let events = [failed, changed, open].map(|lanes| lanes >> lane & 1 != 0);
            let mut after = [0; CELLS];
            state.get(lane, &mut after);
            all.push((after, events));
        }
    }
    all
}

fn on(best: Best, lanes: &[[u16; CELLS]]) -> Vec<([u16; CELLS], [bool; 3])> {
    match best {
        Best::Portable => after_pass(&AnyMachine, lanes),
        #[cfg(target_arch = "x86_64")]
        Best::Avx2(machine) => after_pass(&machine, lanes),
        #[cfg(target_arch = "x86_64")]
        Best::Avx512(machine) => {
            let all = after_pass(&machine, lanes);
            assert!(all == after_pass(&machine.without_counts(), lanes));
            all
        }
    }
}

#[test]
fn a_pass_is_the_same_in_all_instructions() {
    let mut random = SplitMix64::new(5);
    let lanes: Vec<_> = (0..4000).map(|_| candidates(&mut random)).collect();
    let portable = after_pass(&AnyMachine, &lanes);
    let mut seen = [0; 3];
    for (_, events) in &portable {
        seen.iter_mut().zip(events).for_each(|(count, &event)| *count += usize::from(event));
    }
    assert!(seen.iter().all(|&count| count > 100 && count < 4000), "{seen:?}");
    for instructions in [Instructions::Avx2, Instructions::Avx512] {
        assert!(on(Best::of(instructions), &lanes) == portable, "{instructions:?}");
    }
}

/// Filters may remove whatever is in no solution, and nothing else; a lane with a solution never fails.
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
            let (after, [failed, changed, open]) = after_pass(&AnyMachine, &[words])[0];
            assert!(!failed, "{words:?}");
            assert_eq!(changed, after != words);
            for cell in 0..CELLS {
                assert_eq!(after[cell] & !words[cell], 0, "only removed");
                assert_ne!(after[cell] & 1 << (grid[cell] - 1), 0, "the solution stays");
            }
            if !changed {
                let several = words.iter().any(|word| word.count_ones() > 1);
                assert_eq!(open, several);
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
        let mut failed = false;
        for _ in 0..5 {
            let (after, events) = after_pass(&AnyMachine, &[words])[0];
            failed |= events[0];
            assert!(failed || events[1], "neither failed nor changed");
            words = after;
        }
        assert!(failed);
    }
}

/// The rule, written down plainly.
fn chosen_by_the_rule(cells: &[u16; CELLS]) -> Option<Guess> {
    let fewest = cells.iter().map(|set| set.count_ones()).filter(|&count| count > 1).min()?;
    let weight =
        |peer: usize, digit: u16| match (cells[peer] & digit != 0, cells[peer].count_ones()) {
            (false, _) => 0,
            (true, 2) => 5,
            (true, 3) => 2,
            (true, _) => 1,
        };
    let score = |cell: usize| {
        let peers =
            |&other: &usize| other != cell && Shape::CLASSIC.shared_house(cell, other).is_some();
        let sum =
            |digit: u16| 1 + (0..CELLS).filter(peers).map(|peer| weight(peer, digit)).sum::<u32>();
        sum(1 << cells[cell].trailing_zeros()) * sum(1 << (15 - cells[cell].leading_zeros()))
    };
    let open = (0..CELLS).filter(|&cell| cells[cell].count_ones() == fewest);
    // `max_by_key` takes the last of several.
    let cell = open.rev().max_by_key(|&cell| score(cell))?;
    Some(Guess { cell, digit: 1 << cells[cell].trailing_zeros() })
}

/// What a machine chooses, so many lanes at a time, the last ones; their candidates must be what it writes
/// down.
fn choices<const W: usize>(
    machine: &impl Machine<W>,
    at_a_time: usize,
    all: &[[u16; CELLS]],
) -> Vec<Option<Guess>> {
    let mut guesses = Vec::new();
    for some in all.chunks(at_a_time.min(W)) {
        let mut state = State::<W>::empty();
        let lanes: Vec<usize> = (W - some.len()..W).collect();
        for (&lane, cells) in lanes.iter().zip(some) {
            state.put([lane], [cells]);
        }
        let mut picks = vec![Pick::empty(); lanes.len()];
        machine.choose(&state, &lanes, &mut picks);
        for (pick, cells) in picks.iter().zip(some) {
            assert_eq!(&pick.cells, cells);
            guesses.push(pick.guess);
        }
    }
    guesses
}

#[test]
fn the_choice_is_the_one_of_the_rule_in_all_instructions() {
    let mut random = SplitMix64::new(8);
    let mut all = Vec::new();
    for round in 0..2000 {
        let mut cells = candidates(&mut random);
        if round % 4 == 0 {
            // Without pairs.
            let pair = |word: &&mut u16| word.count_ones() == 2;
            cells.iter_mut().filter(pair).for_each(|word| *word |= *word << 1 | 1 | *word >> 7);
            cells.iter_mut().for_each(|word| *word &= ALL_DIGITS);
        }
        all.push(cells);
    }
    let pairs = all.iter().filter(|cells| cells.iter().any(|word| word.count_ones() == 2)).count();
    assert!((1000..2000).contains(&pairs), "{pairs}");
    let chosen: Vec<_> = all.iter().map(chosen_by_the_rule).collect();
    for at_a_time in [1, 7, 9, 32] {
        assert!(choices(&AnyMachine, at_a_time, &all) == chosen);
        for instructions in [Instructions::Avx2, Instructions::Avx512] {
            match Best::of(instructions) {
                Best::Portable => {}
                #[cfg(target_arch = "x86_64")]
                Best::Avx2(machine) => assert!(choices(&machine, at_a_time, &all) == chosen),
                #[cfg(target_arch = "x86_64")]
                Best::Avx512(machine) => {
                    assert!(choices(&machine, at_a_time, &all) == chosen);
                    assert!(choices(&machine.without_counts(), at_a_time, &all) == chosen);
                }
            }
        }
    }
}

#[test]
fn the_counters_of_the_choice_do_not_overflow() {
    // All cells pairs of the same two digits: as heavy as can be.
    let cells = [[0x101; CELLS]; 32];
    let first = Some(Guess { cell: 0, digit: 1 });
    assert_eq!(chosen_by_the_rule(&cells[0]), first);
    assert_eq!(choices(&AnyMachine, 4, &cells), [first; 32]);
    #[cfg(target_arch = "x86_64")]
    if let Best::Avx512(machine) = Best::detect() {
        assert_eq!(choices(&machine, 32, &cells), [first; 32]);
    }
}

#[test]
fn every_instruction_set_can_be_asked_for() {
    assert!(Lanes::with(Instructions::Portable).is_some());
    for instructions in [Instructions::Avx2, Instructions::Avx512] {
        match Lanes::with(instructions) {
            Some(lanes) => assert_eq!(lanes.instructions(), instructions),
            None => eprintln!("{instructions:?}: skipped: this machine does not have it"),
        }
    }
    assert!(Lanes::best().takes(Shape::CLASSIC));
}
