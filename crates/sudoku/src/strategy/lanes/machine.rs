//! The pass and the choice in the instructions that a machine has: the same code, compiled for each.
#![allow(unsafe_code, reason = "to call a function for instructions that not every machine has")]

use super::Instructions;
#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::batch::Machine;
use super::guess::{self, Pick};
use super::pass::{self, CELLS, Events, State};
use super::vector::{PORTABLE_WIDTH, Portable};

/// The instructions to be used, of those that this machine has.
#[derive(Debug, Clone, Copy)]
pub(in crate::strategy) enum Best {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Best {
    /// The best that this machine has.
    pub(in crate::strategy) fn detect() -> Self {
        Self::of(Instructions::Avx512)
    }

    /// The best for so many puzzles. A pass over few lanes is shorter, and one search in 16 lanes as good as
    /// in 32. Where AVX-512 can count bits that only holds for a single puzzle: four hard ones are solved 40 %
    /// faster in 32 lanes then, and four easy ones 10 % slower.
    pub(super) fn for_puzzles(count: usize) -> Self {
        let best = Self::detect();
        #[cfg(target_arch = "x86_64")]
        if let Best::Avx512(machine) = best
            && count <= if machine.counts() { 1 } else { avx2::WIDTH }
        {
            return Self::of(Instructions::Avx2);
        }
        let _ = count;
        best
    }

    /// These instructions, or the next best; the best that this machine has if none are named.
    pub(in crate::strategy) fn wanted(instructions: Option<Instructions>) -> Self {
        instructions.map_or_else(Self::detect, Self::of)
    }

    /// Whether this machine has these instructions.
    pub(in crate::strategy) fn has(instructions: Instructions) -> bool {
        Self::of(instructions).instructions() == instructions
    }

    /// These instructions if this machine has them, else the next best.
    pub(in crate::strategy) fn of(instructions: Instructions) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if instructions == Instructions::Avx512
                && let Some(machine) = Avx512::detect()
            {
                return Best::Avx512(machine);
            }
            if instructions != Instructions::Portable
                && let Some(machine) = Avx2::detect()
            {
                return Best::Avx2(machine);
            }
        }
        let _ = instructions;
        Best::Portable
    }

    /// Their name.
    pub(in crate::strategy) fn instructions(self) -> Instructions {
        match self {
            Best::Portable => Instructions::Portable,
            #[cfg(target_arch = "x86_64")]
            Best::Avx2(_) => Instructions::Avx2,
            #[cfg(target_arch = "x86_64")]
            Best::Avx512(_) => Instructions::Avx512,
        }
    }
}

/// What every machine has.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnyMachine;

impl Machine<PORTABLE_WIDTH> for AnyMachine {
    #[inline(never)]
    fn pass(&self, state: &mut State<PORTABLE_WIDTH>) -> Events {
        pass::pass::<PORTABLE_WIDTH, Portable>(state)
    }

    fn digits(&self, state: &State<PORTABLE_WIDTH>, lane: usize) -> [u8; CELLS] {
        state.digits(lane)
    }

    fn choose(&self, state: &State<PORTABLE_WIDTH>, lanes: &[usize], picks: &mut [Pick]) {
        for (&lane, pick) in lanes.iter().zip(picks) {
            state.get(lane, &mut pick.cells);
            pick.guess = guess::choose(&pick.cells, guess::pairs);
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(in crate::strategy) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::guess::Guess;
    use super::super::{avx2, avx512, counting};
    use super::*;

    /// AVX2 and what came with it. There is no value of this type unless the machine has it.
    #[derive(Debug, Clone, Copy)]
    pub(in crate::strategy) struct Avx2(());

    impl Avx2 {
        /// If this machine has it.
        pub(in super::super) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt");
            has.then_some(Avx2(()))
        }
    }

    impl Machine<{ avx2::WIDTH }> for Avx2 {
        fn pass(&self, state: &mut State<{ avx2::WIDTH }>) -> Events {
            // SAFETY: there is no value of this type unless the machine has these instructions.
            unsafe { pass_avx2(state) }
        }

        fn digits(&self, state: &State<{ avx2::WIDTH }>, lane: usize) -> [u8; CELLS] {
            // SAFETY: the same.
            unsafe { digits_avx2(state, lane) }
        }

        fn choose(&self, state: &State<{ avx2::WIDTH }>, lanes: &[usize], picks: &mut [Pick]) {
            for (&lane, pick) in lanes.iter().zip(picks) {
                // SAFETY: the same.
                pick.guess = unsafe { choose_avx2(state, lane, &mut pick.cells) };
            }
        }
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn pass_avx2(state: &mut State<{ avx2::WIDTH }>) -> Events {
        pass::pass::<{ avx2::WIDTH }, avx2::Words>(state)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn digits_avx2(state: &State<{ avx2::WIDTH }>, lane: usize) -> [u8; CELLS] {
        state.digits(lane)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn choose_avx2(
        state: &State<{ avx2::WIDTH }>,
        lane: usize,
        cells: &mut [u16; CELLS],
    ) -> Option<Guess> {
        state.get(lane, cells);
        guess::choose(cells, guess::pairs)
    }

    /// AVX-512 with words of 16 bits. There is no value of this type unless the machine has it.
    #[derive(Debug, Clone, Copy)]
    pub(in crate::strategy) struct Avx512 {
        /// If it can also count the bits of words, and compress bytes.
        counts: bool,
    }

    impl Avx512 {
        /// If this machine has it.
        pub(in super::super) fn detect() -> Option<Self> {
            let has = Avx2::detect().is_some()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            let counts = is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("avx512vbmi2");
            has.then_some(Avx512 { counts })
        }

        /// Whether the machine can also count bits.
        pub(in super::super) fn counts(self) -> bool {
            self.counts
        }

        /// As on a machine that cannot count.
        #[cfg(test)]
        pub(in super::super) fn without_counts(self) -> Self {
            Avx512 { counts: false }
        }
    }

    impl Machine<{ avx512::WIDTH }> for Avx512 {
        fn pass(&self, state: &mut State<{ avx512::WIDTH }>) -> Events {
            if self.counts {
                // SAFETY: there is no value of this type unless the machine has these instructions, and
                // `counts` is only set if it has the additional ones.
                unsafe { pass_avx512_counts(state) }
            } else {
                // SAFETY: the same.
                unsafe { pass_avx512(state) }
            }
        }

        fn digits(&self, state: &State<{ avx512::WIDTH }>, lane: usize) -> [u8; CELLS] {
            // SAFETY: the same.
            unsafe { digits_avx512(state, lane) }
        }

        fn choose(&self, state: &State<{ avx512::WIDTH }>, lanes: &[usize], picks: &mut [Pick]) {
            if self.counts {
                // SAFETY: the same, and `counts` is only set if it has those as well.
                return unsafe { choose_avx512_counts(state, lanes, picks) };
            }
            for (&lane, pick) in lanes.iter().zip(picks) {
                // SAFETY: the same.
                pick.guess = unsafe { choose_avx512(state, lane, &mut pick.cells) };
            }
        }
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
    fn pass_avx512(state: &mut State<{ avx512::WIDTH }>) -> Events {
        pass::pass::<{ avx512::WIDTH }, avx512::Words>(state)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
    #[target_feature(enable = "avx512vpopcntdq,avx512bitalg,avx512vbmi2")]
    fn pass_avx512_counts(state: &mut State<{ avx512::WIDTH }>) -> Events {
        pass::pass::<{ avx512::WIDTH }, avx512::Words<true>>(state)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
    fn digits_avx512(state: &State<{ avx512::WIDTH }>, lane: usize) -> [u8; CELLS] {
        state.digits(lane)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
    #[target_feature(enable = "avx512vpopcntdq,avx512bitalg,avx512vbmi2")]
    fn choose_avx512_counts(state: &State<{ avx512::WIDTH }>, lanes: &[usize], picks: &mut [Pick]) {
        // SAFETY: the machine has the instructions of this function.
        unsafe { counting::choose_all(state, lanes, picks) }
        for pick in picks.iter_mut().filter(|pick| pick.guess.is_none()) {
            pick.guess = guess::choose(&pick.cells, |_| [0, 0]);
        }
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
    fn choose_avx512(
        state: &State<{ avx512::WIDTH }>,
        lane: usize,
        cells: &mut [u16; CELLS],
    ) -> Option<Guess> {
        state.get(lane, cells);
        // SAFETY: the machine has the instructions of this function.
        guess::choose(cells, |cells| unsafe { avx512::pairs(cells) })
    }
}
