//! The loop over the nodes of a narrow frame, where nearly all nodes are.
//!
//! It does what the [walk](super::super::walk) does with the moves, and leaves everything as that would
//! have left it. The shorter way: what is left is held in a few words, in registers ([`Left`]), and is
//! written into a slot only where a level is opened that has other branches to try. A dead end, and that
//! is most nodes, writes nothing; nor does a run of forced moves. And to take an option is a single
//! AND with the option's *mask*: what it leaves of the frame's options and items, made when the option
//! is first taken in the frame.

use super::frame::{Frame, Table};
use super::kernel::{View, count, first_bit, item, possible};
use super::{Level, NO_SLOT, State};
use crate::strategy::Step;
use crate::strategy::walk::{Course, Next};

/// What is left of a frame: the options that are possible, the items to be covered, and those of them
/// that are forced. `W` and `I` are the frame's numbers of words.
#[derive(Clone, Copy)]
struct Left<const W: usize, const I: usize> {
    items: [u64; I],
    forced: [u64; I],
    active: [u64; W],
}

impl<const W: usize, const I: usize> Left<W, I> {
    const SLOT: usize = 2 * I + W;

    #[inline(always)]
    fn read(frame: &Frame, slot: u32) -> Self {
        let words = &frame.slots[slot as usize * Self::SLOT..][..Self::SLOT];
        let mut left = Left { items: [0; I], forced: [0; I], active: [0; W] };
        left.items.copy_from_slice(&words[..I]);
        left.forced.copy_from_slice(&words[I..2 * I]);
        left.active.copy_from_slice(&words[2 * I..]);
        left
    }

    #[inline(always)]
    fn write(&self, frame: &mut Frame, slot: u32) {
        let words = &mut frame.slots[slot as usize * Self::SLOT..][..Self::SLOT];
        words[..I].copy_from_slice(&self.items);
        words[I..2 * I].copy_from_slice(&self.forced);
        words[2 * I..].copy_from_slice(&self.active);
    }

    /// Takes an option. Returns the number of its rows.
    #[inline(always)]
    fn take(&mut self, frame: &mut Frame, table: &Table, option: u32) -> u64 {
        let bit = 1 << (option % 64);
        let made = &mut frame.made[option as usize / 64];
        let is_made = *made & bit != 0;
        *made |= bit;
        if !is_made {
            Self::make_mask(frame, table, option);
        }
        let mask = &frame.masks[option as usize * Frame::mask_len(W, I)..];
        let (options, mask) = mask.split_at(W);
        let (items, mask) = mask.split_at(I);
        self.active.iter_mut().zip(options).for_each(|(left, &mask)| *left &= mask);
        self.items.iter_mut().zip(items).for_each(|(left, &mask)| *left &= mask);
        self.forced.iter_mut().zip(items).for_each(|(left, &mask)| *left &= mask);
        mask[0]
    }

    /// Makes the mask of an option.
    #[inline(always)]
    fn make_mask(frame: &mut Frame, table: &Table, option: u32) {
        let (mut options, mut items) = ([u64::MAX; W], [u64::MAX; I]);
        let (primary, others) = table.split_rows_of(frame.options[option as usize]);
        for &row in primary {
            let item = frame.places[row as usize] as usize;
            let set = &frame.sets[item * W..][..W];
            options.iter_mut().zip(set).for_each(|(left, &set)| *left &= !set);
            let word = if I == 1 { 0 } else { item / 64 };
            items[word] &= !(1 << (item % 64));
        }
        for &row in others {
            let set = &frame.sets[frame.places[row as usize] as usize * W..][..W];
            options.iter_mut().zip(set).for_each(|(left, &set)| *left &= !set);
        }
        let len = Frame::mask_len(W, I);
        let mask = &mut frame.masks[option as usize * len..][..len];
        mask[..W].copy_from_slice(&options);
        mask[W..W + I].copy_from_slice(&items);
        mask[W + I] = (primary.len() + others.len()) as u64;
    }

    #[inline(always)]
    fn is_complete(&self) -> bool {
        self.items.iter().fold(0, |any, &word| any | word) == 0
    }

    /// The options of an item: how many, and the first word that has any.
    #[inline(always)]
    fn options(&self, frame: &Frame, item: u32) -> (u32, u32, u64) {
        possible(&frame.sets[item as usize * W..][..W], &self.active)
    }
}

/// Tries the branches of the current frame's levels, and those below, for as long as the search stays in
/// the frame; `scan` finds the item that comes next. What is returned, the walk returns.
#[inline(always)]
pub(super) fn sprint<const W: usize, const I: usize>(
    state: &mut State,
    course: Course<'_, Level>,
    scan: impl Fn(View<'_>, &mut usize) -> u64,
) -> Option<Step> {
    let Course { levels, then, floor, statistics, budget } = course;
    let State { frames, table, forecast, run, .. } = state;
    let number = state.frame as u32;
    let of_run = |item, option, slot| {
        let level = Level::of_frame(number);
        Level { slot, item, word: option / 64, option, tried: 1, of: 1, ..level }
    };
    let frame = &mut frames[state.frame];
    let mut hint = frame.hint;
    // The words that a node looks at.
    let work = (frame.lanes.len() + W) as u64;
    let affordable = budget.affords(work);
    let mut affords = affordable;
    let mut updates = 0;

    let step = 'run: loop {
        let depth = levels.len();
        if depth <= floor {
            break None;
        }
        let visited = affordable - affords;
        let Some(level) = levels.last_mut() else { break None };
        if level.rest == 0 {
            if level.outer != NO_SLOT || level.is_door {
                break None;
            }
            if level.left > 0 {
                forecast.learn(level.left, state.nodes + visited - level.nodes);
            }
            levels.pop();
            continue;
        }
        if affords == 0 {
            break Some(Step::Paused);
        }
        affords -= 1;
        let option = level.word * 64 + level.rest.trailing_zeros();
        level.option = option;
        level.tried += 1;
        let mut left = Left::<W, I>::read(frame, level.slot);
        level.rest &= level.rest - 1;
        if W > 1 && level.rest == 0 {
            let set = &frame.sets[level.item as usize * W..][..W];
            for word in (level.word as usize + 1..W).rev() {
                let both = left.active[word] & set[word];
                if both != 0 {
                    (level.word, level.rest) = (word as u32, both);
                }
            }
        }
        let slot = level.slot + u32::from(level.of > 1);
        statistics.visit(depth - 1);
        updates += left.take(frame, table, option);

        // The run of forced moves that follows has no levels as long as it may come to nothing.
        run.clear();
        loop {
            if left.is_complete() {
                statistics.solutions += 1;
                if budget.take_solution() {
                    levels.extend(run.iter().map(|&(item, option)| of_run(item, option, slot)));
                    *then = Next::Retract;
                    break 'run Some(Step::Solution);
                }
                continue 'run;
            }
            let mut forced = first_bit(&left.forced);
            if forced.is_none() {
                let view = View {
                    lanes: &frame.lanes,
                    width: W,
                    items: &left.items,
                    forced: &mut left.forced,
                    active: &left.active,
                };
                let key = scan(view, &mut hint);
                if count(key) == 0 {
                    continue 'run;
                }
                if count(key) > 1 {
                    levels.extend(run.iter().map(|&(item, option)| of_run(item, option, slot)));
                    left.write(frame, slot);
                    let active = if W == 1 { 0 } else { ones(&left.active) };
                    if W > 1 && forecast.is_worth_it(frame, active, ones(&left.items)) {
                        (state.slot, state.key) = (slot as usize, key);
                        *then = Next::Choose;
                        break 'run None;
                    }
                    frame.make_room(slot as usize);
                    let item = item(key);
                    let (of, word, rest) = left.options(frame, item);
                    let nodes = state.nodes + affordable - affords;
                    let level = Level::of_frame(number);
                    levels.push(Level { slot, item, word, rest, of, left: active, nodes, ..level });
                    continue 'run;
                }
                forced = Some(item(key));
            }
            let Some(item) = forced else { continue 'run };
            let (of, word, rest) = left.options(frame, item);
            if of == 0 {
                continue 'run;
            }
            if affords == 0 {
                levels.extend(run.iter().map(|&(item, option)| of_run(item, option, slot)));
                left.write(frame, slot);
                levels.push(Level { slot, item, word, rest, of, ..Level::of_frame(number) });
                break 'run Some(Step::Paused);
            }
            affords -= 1;
            let option = word * 64 + rest.trailing_zeros();
            statistics.visit(depth + run.len());
            run.push((item, option));
            updates += left.take(frame, table, option);
        }
    };
    frame.hint = hint;
    let visited = affordable - affords;
    state.nodes += visited;
    state.updates += updates;
    state.looked += visited * work;
    budget.spend(visited, work);
    if *then == Next::Try {
        state.slot = levels.last().map_or(0, |level| level.slot as usize);
    }
    step
}

fn ones(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}
