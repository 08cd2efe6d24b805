//! `bits`: the options that are possible as bits, and the sets of options that items and colours make
//! as bits too.
//!
//! # The idea
//!
//! A state of the search is two sets: the items still to be covered, and the options still possible. To
//! take an option is to remove, for each of its items, every option that has the item: AND NOT, 64
//! options at a time. The options that an item has left are the AND of its set with the possible ones,
//! and their number is a population count. So nothing is linked, nothing is put back: what remains is
//! written beside what there was, and to go back is to look at the older state again.
//!
//! The twist is in three places.
//!
//! - *Eight items side by side.* The sets of eight items are interleaved, word by word, so that one pass
//!   over the possible options counts for all eight, in the eight lanes of a vector register, and the
//!   smallest count is found in the lanes too. A node looks at every item that is not yet covered, and
//!   yet that is a few dozen instructions. The eight items in which a dead end was found last come
//!   first: most dead ends look alike.
//! - *Frames.* The deeper, the fewer options are left, and the emptier the words. Where it is worth it,
//!   what is left is drawn together into a *frame* of its own, with options and items renumbered, the
//!   order kept: 2,056 options of 33 words become 300 of 5 and then 60 of one. Nearly all nodes are in
//!   narrow frames. Whether it is worth it is learnt: from how many nodes there were below levels with
//!   as many options left. The tree does not depend on it.
//! - *A loop of its own.* In narrow frames what is left is a few words; a loop keeps them in registers, for
//!   one node after the other ([`sprint`]).
//!
//! # Colours
//!
//! An entry that gives secondary item j the colour c removes the options that give j another colour or
//! none: a set like any other, made once for each pair (j, c). Nothing else is done about colours.
//!
//! # Which item next
//!
//! The one with the fewest options (MRV), and of those the one declared first; options as they were
//! added. But an item that has come down to a single option is *forced*, and while there are such items
//! the first of them is next and no other is looked at: a run of forced moves costs no scans, and finds
//! out a little later that an item has lost its last option (0.2 % more nodes on 6×10 pentominoes).
//! So the tree is nearly that of [`links`](super::Links), and does not depend on the machine: the
//! portable code, AVX2 and AVX-512 visit the same nodes in the same order.
//!
//! # Cost
//!
//! With w words of options in the frame, a node costs w times an eighth of its items, in steps of three
//! instructions. Memory: two bits for each pair of an option and an item (or an item's colour), whether
//! the option has it or not; there is no matrix of conflicts. That is 40 kB for the pentominoes, but for
//! a million options and ten thousand items it would be 2.5 GB: above 1 GiB `bits` steps aside
//! and prepares a search by [`hybrid`](super::Hybrid). It wins where there are up to some hundreds of items, however
//! many options; it loses where there are more and a node of `links` touches only a few of very many.
//!
//! Tried, and not worth it: to remove beforehand the options that would leave an item without options
//! (limited domain consistency, as in XCCDC). On 6×10 pentominoes it halves the nodes at levels with 256
//! options or more and costs twice the time, and at a fifth of the nodes three times.
//!
//! It takes colours, but no multiplicities, costs, or other branching.

mod forecast;
mod frame;
mod kernel;
mod machine;
mod parts;
mod sets;
mod sprint;

use self::forecast::Forecast;
use self::frame::{Frame, Table, bits};
use self::kernel::{SOLUTION, count, first_bit, item, possible};
pub(super) use self::machine::Machine;
use self::parts::Marks;
pub(super) use self::sets::Sets;
use super::hybrid::Hybrid;
use super::settled::Settled;
use super::walk::{Course, Moves, Start, Taken, Walk};
use super::{Searcher, Step, Strategy};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Sets of options as bits, for problems that are not too large.
#[derive(Debug, Clone, Copy)]
pub struct Bits;

impl Strategy for Bits {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn description(&self) -> &'static str {
        "sets of options as bits, for problems that are not too large; the fewest options first"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        if !Sets::fit(matrix) {
            return Hybrid.prepare(matrix, setup);
        }
        Box::new(Walk::new(State::new(Sets::of(matrix), Machine::best()), matrix, setup))
    }
}

/// Where the search is: a stack of frames, each with a stack of slots.
#[derive(Debug)]
pub(super) struct State {
    machine: Machine,
    sets: Sets,
    table: Table,
    /// The frames; those behind the current one are there to be used again.
    frames: Vec<Frame>,
    frame: usize,
    slot: usize,
    /// The least key of the current slot: which item comes next.
    key: u64,
    forecast: Forecast,
    /// Forced items that were taken, with their options, for which there are no levels yet.
    run: Vec<(u32, u32)>,
    /// Nodes visited, whatever for.
    nodes: u64,
    updates: u64,
    /// Words looked at, eight items at a time.
    looked: u64,
    /// Whether the first item is next that is to be covered, unless one has a single option.
    in_order: bool,
    /// For a memory of sub-problems: the row of each secondary item, and marks for finding parts.
    secondary: Vec<u32>,
    marks: Marks,
    /// For tests: whether never to sprint.
    #[cfg(test)]
    walks: bool,
}

/// No slot.
const NO_SLOT: u32 = u32::MAX;

/// A level of the search: an item was chosen, and its options are tried in turn. Numbers are those of the
/// level's frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) frame: u32,
    pub(super) slot: u32,
    item: u32,
    /// The slot of the frame before, if the level's frame was made for it, else [`NO_SLOT`].
    outer: u32,
    /// The options that were not tried: those of a word, and all in the words behind it.
    word: u32,
    rest: u64,
    /// The option that was tried last.
    option: u32,
    tried: u32,
    of: u32,
    /// The number of options that were possible when the level was opened, and of nodes visited by then.
    left: u32,
    nodes: u64,
    /// Whether the problem of bits itself was made for the level.
    pub(super) is_door: bool,
}

impl Level {
    /// A level of a frame, yet without an item.
    pub(super) const fn of_frame(frame: u32) -> Self {
        Level {
            frame,
            slot: 0,
            item: 0,
            outer: NO_SLOT,
            word: 0,
            rest: 0,
            option: 0,
            tried: 0,
            of: 0,
            left: 0,
            nodes: 0,
            is_door: false,
        }
    }
}

/// An option of a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    frame: u32,
    option: u32,
}

impl State {
    /// A state of no problem, to be [reset](Moves::reset).
    pub(super) fn new(sets: Sets, machine: Machine) -> Self {
        State {
            machine,
            sets,
            table: Table::default(),
            frames: vec![Frame::default()],
            frame: 0,
            slot: 0,
            key: SOLUTION,
            forecast: Forecast::default(),
            run: Vec::new(),
            nodes: 0,
            updates: 0,
            looked: 0,
            in_order: false,
            secondary: Vec::new(),
            marks: Marks::default(),
            #[cfg(test)]
            walks: false,
        }
    }

    /// Forgets what was counted and learnt.
    pub(super) fn restart(&mut self) {
        (self.updates, self.nodes, self.looked) = (0, 0, 0);
        self.forecast.forget();
    }

    /// Whether so many of the options can be searched here.
    pub(super) fn fit_for(&self, options: usize) -> bool {
        self.sets.fit_for(options)
    }

    /// Goes to the root of what is left of a problem: these options and items, both ascending. `true`
    /// if no item is without options.
    pub(super) fn fill(&mut self, matrix: &Matrix, options: &[u32], items: &[u32]) -> bool {
        self.table.options.clear();
        self.table.options.extend(options);
        self.table.items.clear();
        self.table.items.extend(items);
        self.frames[0].fill(&mut self.table, matrix, &mut self.sets);
        self.looked += self.frames[0].lanes.len() as u64;
        (self.frame, self.slot) = (0, 0);
        self.key =
            if self.is_complete() { SOLUTION } else { self.machine.look(&mut self.frames[0], 0) };
        count(self.key) > 0
    }

    /// Makes a frame of what is left in the slot and goes there. Returns the item's number in it.
    fn enter_frame(&mut self, item: u32) -> u32 {
        if self.frames.len() == self.frame + 1 {
            self.frames.push(Frame::default());
        }
        let (outer, inner) = self.frames.split_at_mut(self.frame + 1);
        let (Some(outer), Some(inner)) = (outer.last(), inner.first_mut()) else { return item };
        let before = bits(outer.slot(self.slot).0).take_while(|&open| open < item as usize);
        let number = before.count();
        self.machine.narrow(inner, outer, self.slot);
        (self.frame, self.slot) = (self.frame + 1, 0);
        number as u32
    }
}

impl Moves for State {
    type Level = Level;
    type Choice = Choice;

    /// Other orders of the options than theirs are not among the capabilities.
    fn reset(&mut self, matrix: &Matrix, setup: &Setup, _ranked: Option<&[u32]>) -> Start {
        let (settled, possible) = match Settled::by(matrix, setup) {
            Some(settled) => (settled, true),
            None => (Settled::default(), false),
        };
        let is_live =
            |&option: &OptionId| matrix.has_primary_item(option) && settled.leaves(matrix, option);
        let options = matrix.options().filter(is_live).map(OptionId::get);
        let options: Vec<u32> = options.collect();
        let is_open = |&item: &ItemId| !settled.has(item);
        let items: Vec<u32> = matrix.primary_items().filter(is_open).map(ItemId::get).collect();
        self.restart();
        let is_sound = self.fill(matrix, &options, &items);
        Start { given: settled.chosen, possible: possible && is_sound }
    }

    fn choose(&mut self) -> u32 {
        if self.in_order && count(self.key) > 1 {
            return first_bit(self.frames[self.frame].slot(self.slot).0).unwrap_or_default();
        }
        item(self.key)
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        let frame = &self.frames[self.frame];
        let row = self.table.items.binary_search(&item.get()).ok()?;
        let number = frame.places[row];
        let open = frame.slot(self.slot).0;
        bits(open).any(|open| open == number as usize).then_some(number)
    }

    fn open(&mut self, item: u32) -> Level {
        let (mut item, mut outer, mut left) = (item, NO_SLOT, 0);
        let frame = &self.frames[self.frame];
        // Forced moves come first, and leave less.
        if frame.width > 1 && frame.forced(self.slot).iter().all(|&word| word == 0) {
            let (items, active) = frame.slot(self.slot);
            let ones = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum();
            left = ones(active);
            if self.forecast.is_worth_it(frame, left, ones(items)) {
                outer = self.slot as u32;
                item = self.enter_frame(item);
            }
        }
        let frame = &mut self.frames[self.frame];
        frame.make_room(self.slot);
        let (of, word, rest) = possible(frame.set(item), frame.slot(self.slot).1);
        let (slot, nodes) = (self.slot as u32, self.nodes);
        let of_frame = Level::of_frame(self.frame as u32);
        Level { slot, item, outer, word, rest, of, left, nodes, ..of_frame }
    }

    fn close(&mut self, level: &Level) {
        if level.left > 0 {
            self.forecast.learn(level.left, self.nodes - level.nodes);
        }
        if level.outer != NO_SLOT {
            (self.frame, self.slot) = (level.frame as usize - 1, level.outer as usize);
        }
    }

    /// Forced moves may have been made in the root's own slot.
    fn unchoose(&mut self) {
        self.frames[0].fill_slot();
        self.key = self.machine.look(&mut self.frames[0], 0);
    }

    fn next(&self, level: &Level) -> Option<Choice> {
        let option = level.word * 64 + level.rest.trailing_zeros();
        (level.rest != 0).then_some(Choice { frame: level.frame, option })
    }

    fn take(&mut self, level: &mut Level, choice: Choice) -> Taken {
        self.skip(level, choice);
        self.nodes += 1;
        let frame = &mut self.frames[level.frame as usize];
        self.updates += self.table.rows_of(frame.options[choice.option as usize]).len() as u64;
        self.looked += (frame.width * frame.numbers.len().div_ceil(8)) as u64;
        // Nobody comes back to what a level with a single branch begins with.
        self.slot = level.slot as usize + usize::from(level.of > 1);
        let from = level.slot as usize;
        self.key = self.machine.take(&self.table, frame, (from, self.slot), choice.option);
        if self.key == SOLUTION {
            return Taken::Solution;
        }
        if count(self.key) == 0 {
            return Taken::Dead;
        }
        Taken::Open
    }

    fn retract(&mut self, level: &Level) {
        self.slot = level.slot as usize;
    }

    fn skip(&mut self, level: &mut Level, choice: Choice) {
        level.option = choice.option;
        level.tried += 1;
        level.rest &= level.rest.wrapping_sub(1);
        if level.rest == 0 {
            let frame = &self.frames[level.frame as usize];
            let words = frame.set(level.item).iter().zip(frame.slot(level.slot as usize).1);
            for (word, (&set, &active)) in (0..).zip(words).skip(level.word as usize + 1) {
                if set & active != 0 {
                    (level.word, level.rest) = (word, set & active);
                    break;
                }
            }
        }
    }

    fn item(&self, level: &Level) -> ItemId {
        let row = self.frames[level.frame as usize].numbers[level.item as usize];
        ItemId::new(self.table.items[row as usize])
    }

    fn choice(&self, level: &Level) -> Choice {
        Choice { frame: level.frame, option: level.option }
    }

    fn option(&self, choice: Choice) -> Option<OptionId> {
        let option = self.frames[choice.frame as usize].options[choice.option as usize];
        Some(OptionId::new(self.table.options[option as usize]))
    }

    fn branches(&self, level: &Level) -> (u32, u32) {
        (level.tried, level.of)
    }

    fn sprint(&mut self, course: Course<'_, Level>) -> Option<Step> {
        #[cfg(test)]
        if self.walks {
            return None;
        }
        if course.levels.len() <= course.floor {
            return None;
        }
        self.machine.sprint(self, course)
    }

    fn is_complete(&self) -> bool {
        self.frames[self.frame].slot(self.slot).0.iter().all(|&word| word == 0)
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    fn work(&self) -> u64 {
        self.updates + self.looked
    }

    fn blame(&mut self, _level: &Level) {}

    fn weights(&self) -> &[u64] {
        &[]
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        weights.is_empty()
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        let frame = &self.frames[self.frame];
        frame.check_invariants(&self.table);
        frame.check_slot(&self.table, self.slot, self.key);
    }
}

#[cfg(test)]
pub(super) mod tests;
