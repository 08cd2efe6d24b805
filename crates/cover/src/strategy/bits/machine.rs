//! The kernel in the instructions that a machine has: the same code, compiled for each. All copies find
//! the same; the portable one is what the others are tested against.
#![allow(unsafe_code, reason = "to call a function for instructions that not every machine has")]

use super::frame::{Frame, LANES, Table};
use super::kernel::{self, FEW_GROUPS, View, fewest, scan};
use super::{Level, State, sprint};
use crate::strategy::Step;
use crate::strategy::walk::Course;

/// The instructions to be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::strategy) struct Machine(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Machine {
    /// What every machine has.
    pub(super) const PORTABLE: Machine = Machine(Kind::Portable);

    /// The best that this machine has.
    pub(in crate::strategy) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Self::avx512().or_else(Self::avx2).unwrap_or(Self::PORTABLE);
        #[cfg(not(target_arch = "x86_64"))]
        Self::PORTABLE
    }

    /// AVX2 and what came with it, if this machine has it.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn avx2() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        has.then_some(Machine(Kind::Avx2))
    }

    /// AVX-512 with population counts, if this machine has it.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn avx512() -> Option<Self> {
        let has = Self::avx2().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has.then_some(Machine(Kind::Avx512))
    }

    /// See [`kernel::take`].
    #[inline]
    pub(super) fn take(
        self,
        table: &Table,
        frame: &mut Frame,
        slots: (usize, usize),
        option: u32,
    ) -> u64 {
        match self.0 {
            Kind::Portable => kernel::take(table, frame, slots, option, scan::<0>),
            // SAFETY: there is no `Machine` of this kind unless the machine has these instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { take_avx2(table, frame, slots, option) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { take_avx512(table, frame, slots, option) },
        }
    }

    /// See [`sprint::sprint`].
    pub(super) fn sprint(self, state: &mut State, course: Course<'_, Level>) -> Option<Step> {
        match self.0 {
            Kind::Portable => sprint_portable(state, course),
            // SAFETY: there is no `Machine` of this kind unless the machine has these instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { sprint_avx2(state, course) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { sprint_avx512(state, course) },
        }
    }

    /// See [`kernel::look`].
    pub(super) fn look(self, frame: &mut Frame, slot: usize) -> u64 {
        // Once a search, or a part: no need to be fast.
        kernel::look(frame, slot)
    }

    /// See [`kernel::narrow`].
    pub(super) fn narrow(self, inner: &mut Frame, outer: &Frame, slot: usize) {
        match self.0 {
            Kind::Portable => narrow(inner, outer, slot),
            // SAFETY: as above; AVX-512 is a kind only where AVX2 would be one.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => unsafe { narrow_bmi2(inner, outer, slot) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn take_avx2(table: &Table, frame: &mut Frame, slots: (usize, usize), option: u32) -> u64 {
    // SAFETY: the machine has the instructions of this function.
    let scan = |view: View<'_>, hint: &mut usize| unsafe { scan_avx2::<0>(view, hint) };
    kernel::take(table, frame, slots, option, scan)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
fn take_avx512(table: &Table, frame: &mut Frame, slots: (usize, usize), option: u32) -> u64 {
    // SAFETY: the machine has the instructions of this function.
    let scan = |view: View<'_>, hint: &mut usize| unsafe { scan_avx512::<0>(view, hint) };
    kernel::take(table, frame, slots, option, scan)
}

/// A copy of the loop for each shape that a narrow frame can have; none for others.
macro_rules! sprint {
    ($scan:ident, $state:ident, $course:ident) => {
        sprint!(@copies $scan, $state, $course;
            (1 1) (2 1) (3 1) (4 1) (6 1) (8 1)
            (1 2) (2 2) (3 2) (4 2) (6 2) (8 2)
            (1 4) (2 4) (3 4) (4 4) (6 4) (8 4))
    };
    (@copies $scan:ident, $state:ident, $course:ident; $(($width:literal $items:literal))*) => {{
        let frame = &$state.frames[$state.frame];
        match (frame.width, frame.item_words) {
            $(($width, $items) => {
                #[allow(unused_unsafe, reason = "one of them is not")]
                // SAFETY: this is expanded only where the machine has the instructions.
                let scan = |view: View<'_>, hint: &mut usize| unsafe {
                    $scan::<$width>(view, hint)
                };
                sprint::sprint::<$width, $items>($state, $course, scan)
            })*
            _ => None,
        }
    }};
}

fn sprint_portable(state: &mut State, course: Course<'_, Level>) -> Option<Step> {
    sprint!(scan, state, course)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn sprint_avx2(state: &mut State, course: Course<'_, Level>) -> Option<Step> {
    sprint!(scan_avx2, state, course)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
fn sprint_avx512(state: &mut State, course: Course<'_, Level>) -> Option<Step> {
    sprint!(scan_avx512, state, course)
}

/// [`scan`] with two registers for the eight items.
///
/// # Safety
///
/// The machine must have the instructions of [`sprint_avx2`], into which this is to be inlined: a function
/// with features of its own might not be.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn scan_avx2<const WIDTH: usize>(mut view: View<'_>, hint: &mut usize) -> u64 {
    let (lanes, active, width, groups) = view.parts::<WIDTH>();
    // SAFETY: the machine has these instructions, says the caller.
    unsafe {
        if groups >= FEW_GROUPS {
            let (none, _) = look_avx2(&lanes[*hint * width..][..width], active);
            if none & view.open(*hint) != 0 {
                return (*hint * LANES) as u64;
            }
        }
        for group in 0..groups {
            let (none, one) = look_avx2(&lanes[group * width..][..width], active);
            if none & view.open(group) != 0 {
                *hint = group;
                return (group * LANES) as u64;
            }
            view.note(group, one & view.open(group));
        }
    }
    view.first_forced().unwrap_or_else(|| fewest::<WIDTH>(&view))
}

/// Which of eight items have no option left, and which a single one.
///
/// # Safety
///
/// As for [`scan_avx2`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn look_avx2(block: &[[u64; LANES]], active: &[u64]) -> (u8, u8) {
    use std::arch::x86_64::*;

    let (mut none, mut one) = (0, 0);
    // SAFETY: the machine has these instructions, says the caller; half a block is 32 bytes, and need not
    // be aligned.
    unsafe {
        let zero = _mm256_setzero_si256();
        let minus_one = _mm256_set1_epi64x(-1);
        for half in 0..2 {
            // Whether all words are empty so far, and what says that there are several options.
            let mut empty = minus_one;
            let mut several = zero;
            for (lanes, &active) in block.iter().zip(active) {
                let set = _mm256_loadu_si256(lanes.as_ptr().add(4 * half).cast());
                let both = _mm256_and_si256(set, _mm256_set1_epi64x(active as i64));
                let two = _mm256_and_si256(both, _mm256_add_epi64(both, minus_one));
                let is_empty = _mm256_cmpeq_epi64(both, zero);
                let again = _mm256_andnot_si256(_mm256_or_si256(is_empty, empty), minus_one);
                several = _mm256_or_si256(several, _mm256_or_si256(two, again));
                empty = _mm256_and_si256(empty, is_empty);
            }
            let single = _mm256_andnot_si256(empty, _mm256_cmpeq_epi64(several, zero));
            none |= (_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u8) << (4 * half);
            one |= (_mm256_movemask_pd(_mm256_castsi256_pd(single)) as u8) << (4 * half);
        }
    }
    (none, one)
}

/// [`scan`] with a register for the eight items.
///
/// # Safety
///
/// The machine must have the instructions of [`sprint_avx512`], into which this is to be inlined: a
/// function with features of its own might not be.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn scan_avx512<const WIDTH: usize>(mut view: View<'_>, hint: &mut usize) -> u64 {
    use std::arch::x86_64::*;

    let (lanes, active, width, groups) = view.parts::<WIDTH>();
    // SAFETY: the machine has these instructions, says the caller.
    unsafe {
        if groups >= FEW_GROUPS {
            let counts = count_avx512(&lanes[*hint * width..][..width], active);
            let lost = _mm512_mask_testn_epi64_mask(view.open(*hint), counts, counts);
            if lost != 0 {
                return (*hint * LANES) as u64 + u64::from(lost.trailing_zeros());
            }
        }
        let mut least = _mm512_set1_epi64(-1);
        let mut items = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        for group in 0..groups {
            let open = view.open(group);
            let counts = count_avx512(&lanes[group * width..][..width], active);
            let lost = _mm512_mask_testn_epi64_mask(open, counts, counts);
            if lost != 0 {
                *hint = group;
                return (group * LANES) as u64 + u64::from(lost.trailing_zeros());
            }
            view.note(group, _mm512_mask_cmpeq_epi64_mask(open, counts, _mm512_set1_epi64(1)));
            let keys = _mm512_or_si512(_mm512_slli_epi64(counts, 32), items);
            least = _mm512_mask_min_epu64(least, open, least, keys);
            items = _mm512_add_epi64(items, _mm512_set1_epi64(LANES as i64));
        }
        // The smallest in the register takes longer to find.
        view.first_forced().unwrap_or_else(|| _mm512_reduce_min_epu64(least))
    }
}

/// The numbers of options that eight items have left.
///
/// # Safety
///
/// As for [`scan_avx512`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn count_avx512(block: &[[u64; LANES]], active: &[u64]) -> std::arch::x86_64::__m512i {
    use std::arch::x86_64::*;

    // SAFETY: the machine has these instructions, says the caller; a block is 64 bytes, and need not be
    // aligned.
    unsafe {
        let mut counts = _mm512_setzero_si512();
        for (lanes, &active) in block.iter().zip(active) {
            let set = _mm512_loadu_si512(lanes.as_ptr().cast());
            let both = _mm512_and_si512(set, _mm512_set1_epi64(active as i64));
            counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(both));
        }
        counts
    }
}

fn narrow(inner: &mut Frame, outer: &Frame, slot: usize) {
    let active = outer.slot(slot).1.iter().filter(|&&word| word != 0);
    let steps: Vec<Extract> = active.map(|&word| Extract::by(word)).collect();
    kernel::narrow(inner, outer, slot, |word, _, place| steps[place].of(word));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn narrow_bmi2(inner: &mut Frame, outer: &Frame, slot: usize) {
    kernel::narrow(inner, outer, slot, |word, left, _| std::arch::x86_64::_pext_u64(word, left));
}

/// Takes the bits of a mask out of a word and draws them together at its low end: what BMI2's `pext`
/// does, in six steps by powers of two (Warren, Hacker's Delight, 7-4).
pub(super) struct Extract {
    mask: u64,
    /// The bits that move by 1, 2, 4 and so on, where they are then.
    moves: [u64; 6],
}

impl Extract {
    /// To take out the bits of this mask.
    pub(super) fn by(mask: u64) -> Self {
        let mut moves = [0; 6];
        let mut left = mask;
        // A bit moves by the number of gaps in the mask to its right. Each step finds the bits for which
        // that number is odd, and halves it.
        let mut gaps = !mask << 1;
        for (step, moving) in moves.iter_mut().enumerate() {
            let mut odd = gaps;
            (0..6).for_each(|shift| odd ^= odd << (1 << shift));
            *moving = odd & left;
            left = (left ^ *moving) | (*moving >> (1 << step));
            gaps &= !odd;
        }
        Extract { mask, moves }
    }

    /// The bits of a word.
    pub(super) fn of(&self, word: u64) -> u64 {
        let mut word = word & self.mask;
        for (step, &bits) in self.moves.iter().enumerate() {
            let moving = word & bits;
            word = (word ^ moving) | (moving >> (1 << step));
        }
        word
    }
}
