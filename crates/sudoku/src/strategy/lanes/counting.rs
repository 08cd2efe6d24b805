//! The choice of a guess by counting bits, in AVX-512 with the extensions VPOPCNTDQ and VBMI2.
//!
//! The same choice as [`choose`](super::guess::choose) makes, for several lanes. For each digit there is the
//! set of the cells that hold it; what its peers weigh for a cell is how many of them hold it, and once more
//! how many of these have three candidates, and four times more how many have two. A register takes the three
//! sets of a digit, so that a pair needs two of them; the counts of four pairs are added up together.
//!
//! Each step is done for all lanes before the next, so that nothing waits for what was just stored, and the
//! pairs of all lanes are one loop, which is left once: a tenth of a batch's time on hard puzzles.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::avx512::WIDTH;
use super::guess::{Guess, Pick};
use super::pass::{ALL_DIGITS, CELLS, State};

/// A set of cells: bit c % 64 of word c / 64 for cell c.
type Cells = [u64; 2];

/// For each cell its peers.
static PEERS: [Cells; CELLS] = {
    let mut table = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let same_row = cell / 9 == other / 9;
            let same_column = cell % 9 == other % 9;
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (same_row || same_column || same_box) {
                table[cell][other / 64] |= 1 << (other % 64);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// For each set of digits 16 times the places, from 0, of its least and its greatest.
static ENDS: [[u8; 2]; 512] = {
    let mut table = [[0; 2]; 512];
    let mut set: usize = 1;
    while set < table.len() {
        table[set] = [16 * set.trailing_zeros() as u8, 16 * set.ilog2() as u8];
        set += 1;
    }
    table
};

/// The numbers from 0.
static COUNTED: [u8; 64] = {
    let mut table = [0; 64];
    let mut place = 0;
    while place < table.len() {
        table[place] = place as u8;
        place += 1;
    }
    table
};

/// Lanes for which [`choose_all`] chooses together.
const TOGETHER: usize = 8;
/// Pairs that are looked at together, all of one lane.
const FOUR: usize = 4;
/// The most groups of four.
const GROUPS: usize = TOGETHER * CELLS.div_ceil(FOUR);

/// What [`choose_all`] notes of up to eight lanes. Nothing of it is read before it is written.
struct Notes {
    /// Of each lane and digit the cells that hold it.
    holders: [[MaybeUninit<[u32; 4]>; 9]; TOGETHER],
    /// Of each lane all cells, those with three candidates, those with two, and none.
    classes: [MaybeUninit<[[u32; 4]; 4]>; TOGETHER],
    /// The cells with two candidates, lane by lane, in fours, the last of which is filled up with the
    /// lane's first cell. As much is behind them as is written at once.
    pairs: [MaybeUninit<u8>; GROUPS * FOUR + 128],
    /// The lane of each four.
    lanes: [MaybeUninit<u8>; GROUPS + 32],
    /// Of each lane the four best keys.
    best: [__m128i; TOGETHER],
}

/// Bits of a key for the place of the pair in the list, counted down so that the first wins.
const PLACE: i32 = 10;
/// The greatest place.
const PLACES: i32 = (1 << PLACE) - 1;

/// Writes down the candidates of the lanes and chooses for each; no guess for one without a pair. There must
/// be as many picks as lanes.
///
/// # Safety
///
/// The machine must have AVX-512 (F, BW, VL, VPOPCNTDQ and VBMI2). To be inlined into a function that is
/// compiled for it.
#[inline(always)]
pub(super) unsafe fn choose_all(state: &State<WIDTH>, lanes: &[usize], picks: &mut [Pick]) {
    for (lanes, picks) in lanes.chunks(TOGETHER).zip(picks.chunks_mut(TOGETHER)) {
        for (&lane, pick) in lanes.iter().zip(picks.iter_mut()) {
            for (word, row) in pick.cells.iter_mut().zip(&state.0) {
                // The compiler would gather the words in registers: twice as slow.
                // SAFETY: it is a reference.
                unsafe { std::ptr::write_volatile(word, row[lane]) };
            }
        }
        // SAFETY: the machine has the instructions, says the caller.
        unsafe { choose_together(picks) }
    }
}

/// # Safety
///
/// As for [`choose_all`].
#[inline(always)]
unsafe fn choose_together(picks: &mut [Pick]) {
    // SAFETY: the machine has the instructions, says the caller.
    unsafe {
        let mut notes = Notes {
            holders: [[MaybeUninit::uninit(); 9]; TOGETHER],
            classes: [MaybeUninit::uninit(); TOGETHER],
            pairs: [MaybeUninit::uninit(); GROUPS * FOUR + 128],
            lanes: [MaybeUninit::uninit(); GROUPS + 32],
            best: [_mm_setzero_si128(); TOGETHER],
        };
        let mut groups = 0;
        for (lane, pick) in picks.iter().enumerate() {
            groups += note(&mut notes, lane, &pick.cells, groups);
        }
        let weights = _mm512_setr_epi64(0, 0, 0, 0, 2, 2, 0, 0);
        let mut places = _mm_setr_epi32(PLACES, PLACES - 1, PLACES - 2, PLACES - 3);
        for group in 0..groups {
            let lane = usize::from(notes.lanes.get_unchecked(group).assume_init());
            let cells = &picks.get_unchecked(lane).cells;
            let classes = _mm512_loadu_si512(notes.classes.get_unchecked(lane).as_ptr().cast());
            let holders = notes.holders.get_unchecked(lane).as_ptr().cast::<u8>();
            let mut sums = [_mm512_setzero_si512(); 2];
            for place in 0..FOUR {
                let cell =
                    usize::from(notes.pairs.get_unchecked(group * FOUR + place).assume_init());
                let ends = ENDS[usize::from(cells.get_unchecked(cell) & ALL_DIGITS)];
                let peers = PEERS.get_unchecked(cell).as_ptr().cast();
                let peers = _mm512_broadcast_i32x4(_mm_loadu_si128(peers));
                for (sum, end) in sums.iter_mut().zip(ends) {
                    let holders = _mm_loadu_si128(holders.add(end.into()).cast());
                    let holders = _mm512_broadcast_i32x4(holders);
                    let sets = _mm512_ternarylogic_epi64::<0x80>(holders, peers, classes);
                    let counts = _mm512_popcnt_epi64(sets);
                    let counts = _mm512_sll_epi64(counts, _mm_cvtsi32_si128(16 * place as i32));
                    *sum = _mm512_or_si512(*sum, counts);
                }
            }
            // The sums of the two digits take turns; a word for each pair.
            let low = _mm512_unpacklo_epi64(sums[0], sums[1]);
            let high = _mm512_unpackhi_epi64(sums[0], sums[1]);
            let sum = _mm512_sllv_epi64(_mm512_add_epi64(low, high), weights);
            let half = _mm512_extracti64x4_epi64::<1>(sum);
            let sum = _mm256_add_epi64(_mm512_castsi512_si256(sum), half);
            let half = _mm256_extracti128_si256::<1>(sum);
            let sum = _mm_add_epi64(_mm256_castsi256_si128(sum), half);
            let sum = _mm_add_epi16(sum, _mm_set1_epi16(1));
            let product = _mm_mullo_epi16(sum, _mm_unpackhi_epi64(sum, sum));
            let product = _mm_slli_epi32::<PLACE>(_mm_cvtepu16_epi32(product));
            let best = notes.best.get_unchecked_mut(lane);
            *best = _mm_max_epu32(*best, _mm_or_si128(product, places));
            places = _mm_sub_epi32(places, _mm_set1_epi32(FOUR as i32));
        }
        for (lane, pick) in picks.iter_mut().enumerate() {
            let best = notes.best[lane];
            let best = _mm_max_epu32(best, _mm_shuffle_epi32::<0b01_00_11_10>(best));
            let best = _mm_max_epu32(best, _mm_shuffle_epi32::<0b10_11_00_01>(best));
            let best = _mm_cvtsi128_si32(best);
            pick.guess = (best != 0).then(|| {
                let place = PLACES - (best & PLACES);
                let cell = usize::from(notes.pairs.get_unchecked(place as usize).assume_init());
                let set = *pick.cells.get_unchecked(cell);
                Guess { cell, digit: set & set.wrapping_neg() }
            });
        }
    }
}

/// Notes what is needed of a lane; `groups` is how many fours there are. How many there are more then.
///
/// # Safety
///
/// As for [`choose_all`].
#[inline(always)]
unsafe fn note(notes: &mut Notes, lane: usize, cells: &[u16; CELLS], groups: usize) -> usize {
    // SAFETY: the machine has the instructions, says the caller; the loads end at word 32, 64 and, for the
    // mask has 17 bits, 81.
    unsafe {
        let words = cells.as_ptr().cast::<i16>();
        let words = [
            _mm512_loadu_si512(words.cast()),
            _mm512_loadu_si512(words.add(32).cast()),
            _mm512_maskz_loadu_epi16(0x1FFFF, words.add(64)),
        ];
        let mut pairs = [0; 3];
        let mut triples = [0; 3];
        for (part, &words) in words.iter().enumerate() {
            let minus_one = _mm512_set1_epi16(-1);
            let more = _mm512_and_si512(words, _mm512_add_epi16(words, minus_one));
            let rest = _mm512_and_si512(more, _mm512_add_epi16(more, minus_one));
            let last = _mm512_and_si512(rest, _mm512_add_epi16(rest, minus_one));
            let three = _mm512_test_epi16_mask(rest, rest);
            triples[part] = _mm512_mask_testn_epi16_mask(three, last, last);
            let two = _mm512_test_epi16_mask(more, more);
            pairs[part] = _mm512_mask_testn_epi16_mask(two, rest, rest);
        }
        let set = |[first, second, third]: [u32; 3]| [first, second, third, 0];
        let classes = [[u32::MAX; 4], set(triples), set(pairs), [0; 4]];
        notes.classes[lane].write(classes);
        for (digit, holders) in notes.holders[lane].iter_mut().enumerate() {
            let bit = _mm512_set1_epi16(1 << digit);
            holders.write(set(words.map(|words| _mm512_test_epi16_mask(words, bit))));
        }
        let [first, second, third] = pairs;
        let low = u64::from(first) | u64::from(second) << 32;
        let count = (low.count_ones() + third.count_ones()) as usize;
        if count == 0 {
            return 0;
        }
        let first = match low {
            0 => 64 + third.trailing_zeros(),
            _ => low.trailing_zeros(),
        };
        let filler = _mm512_set1_epi8(first as i8);
        let counted = _mm512_loadu_si512(COUNTED.as_ptr().cast());
        let pairs = notes.pairs.as_mut_ptr().add(groups * FOUR);
        _mm512_storeu_si512(pairs.cast(), _mm512_mask_compress_epi8(filler, low, counted));
        let counted = _mm512_add_epi8(counted, _mm512_set1_epi8(64));
        let behind = _mm512_mask_compress_epi8(filler, third.into(), counted);
        _mm512_storeu_si512(pairs.add(low.count_ones() as usize).cast(), behind);
        let lanes = notes.lanes.as_mut_ptr().add(groups);
        _mm256_storeu_si256(lanes.cast(), _mm256_set1_epi8(lane as i8));
        count.div_ceil(FOUR)
    }
}
