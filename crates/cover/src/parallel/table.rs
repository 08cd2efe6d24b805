//! What the threads of a team share, under one lock: the parts of the tree in their order, and the
//! solutions on their way to whoever wants them.
//!
//! Nobody comes here but between two slices of a search, and then only with solutions, when a part is
//! done, or when something is wanted of him.

use std::collections::VecDeque;

use super::state::{Part, TeamState};
use crate::ids::OptionId;
use crate::outcome::Verdict;
use crate::statistics::Statistics;
use crate::strategy::{Searcher, State, share_left};

/// What is on the way may take this much memory, in numbers of options: before the receiver, in a part
/// that is ahead of others, and in all of those.
const MOST_READY: usize = 1 << 16;
const MOST_AHEAD: usize = 1 << 17;
const MOST_AHEAD_IN_ALL: usize = 1 << 22;
/// So many parts are there, at most, unless there are more threads.
const MOST_PARTS: usize = 64;

/// Some solutions, one behind the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Bundle {
    options: Vec<OptionId>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Bundle {
    pub(super) fn push(&mut self, options: &[OptionId]) {
        self.options.extend_from_slice(options);
        self.ends.push(self.options.len());
    }

    pub(super) fn get(&self, number: usize) -> Option<&[OptionId]> {
        let start = number.checked_sub(1).map_or(Some(0), |last| self.ends.get(last).copied())?;
        self.options.get(start..*self.ends.get(number)?)
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The memory that it takes, in numbers of options.
    pub(super) fn weight(&self) -> usize {
        self.options.len() + self.ends.len()
    }

    /// The solutions from this number on.
    pub(super) fn rest(&self, first: usize) -> Vec<Vec<OptionId>> {
        (first..self.len()).filter_map(|number| self.get(number)).map(<[_]>::to_vec).collect()
    }
}

impl From<&[Vec<OptionId>]> for Bundle {
    fn from(solutions: &[Vec<OptionId>]) -> Self {
        let mut bundle = Bundle::default();
        solutions.iter().for_each(|options| bundle.push(options));
        bundle
    }
}

/// Solutions in their order.
#[derive(Debug, Default)]
pub(super) struct Queue {
    bundles: VecDeque<Bundle>,
    weight: usize,
}

impl Queue {
    pub(super) fn push(&mut self, bundle: Bundle) {
        if bundle.len() > 0 {
            self.weight += bundle.weight();
            self.bundles.push_back(bundle);
        }
    }

    fn pop(&mut self) -> Option<Bundle> {
        let bundle = self.bundles.pop_front()?;
        self.weight -= bundle.weight();
        Some(bundle)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bundles.is_empty()
    }

    /// Moves all to the end of another one.
    fn move_to(&mut self, other: &mut Queue) {
        other.weight += std::mem::take(&mut self.weight);
        other.bundles.append(&mut self.bundles);
    }

    fn to_vec(&self) -> Vec<Vec<OptionId>> {
        self.bundles.iter().flat_map(|bundle| bundle.rest(0)).collect()
    }
}

/// Who is at work on a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    /// Nobody.
    Waiting,
    /// A thread, which is about to go on with it or rests: the state is what is saved here.
    Resting,
    /// A thread, which has the state.
    Running,
}

/// A part of the tree that is not done.
#[derive(Debug)]
pub(super) struct Entry {
    id: u64,
    stand: Stand,
    /// Where the search of it stands, unless it is running.
    state: State,
    /// What was found, where the parts before are not done.
    found: Queue,
    /// The share of the tree that it has left, of late.
    left: f64,
    /// None of its solutions costs less, where costs count and as far as that is known.
    bound: Option<u128>,
}

impl Entry {
    fn new(id: u64, state: State, bound: Option<u128>) -> Self {
        let left = share_left(&state);
        Entry { id, stand: Stand::Waiting, state, found: Queue::default(), left, bound }
    }
}

/// What the threads share.
#[derive(Debug)]
pub(super) struct Table {
    ordered: bool,
    most_parts: usize,
    /// In the order of the tree.
    parts: Vec<Entry>,
    next_id: u64,
    /// The counters of the parts that are done.
    pub(super) done: Statistics,
    /// How the last of them has ended, without counters.
    end: State,
    /// What the receiver can have.
    pub(super) ready: Queue,
    /// What comes behind all parts.
    last: Queue,
    /// How the search was ended, if not by itself.
    pub(super) verdict: Option<Verdict>,
    /// Whether all threads are to rest, so that the state can be read.
    pub(super) paused: bool,
    /// Threads that have not left, that have nothing to do, and parts that are running.
    pub(super) workers: usize,
    pub(super) idle: usize,
    pub(super) running: usize,
    /// Whether a thread has panicked.
    pub(super) broken: bool,
}

impl Table {
    /// The parts of a state, for so many threads; in the order of the tree, or in any.
    pub(super) fn new(state: &TeamState, threads: usize, ordered: bool) -> Self {
        let mut table = Table {
            ordered,
            most_parts: MOST_PARTS.max(threads.saturating_mul(2)),
            parts: Vec::new(),
            next_id: 0,
            done: Statistics::default(),
            end: State::default(),
            ready: Queue::default(),
            last: Queue::default(),
            verdict: None,
            paused: false,
            workers: threads,
            idle: 0,
            running: 0,
            broken: false,
        };
        for Part { state, pending } in &state.parts {
            let index = table.parts.len();
            table.insert(index, state.clone(), None);
            table.deliver(index, Bundle::from(pending.as_slice()));
        }
        table
    }

    /// Whether the search was ended before its end.
    pub(super) fn is_stopped(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether nothing remains to be searched.
    pub(super) fn is_done(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn index(&self, id: u64) -> Option<usize> {
        self.parts.iter().position(|part| part.id == id)
    }

    fn insert(&mut self, index: usize, state: State, bound: Option<u128>) {
        let id = self.next_id;
        self.next_id += 1;
        self.parts.insert(index, Entry::new(id, state, bound));
    }

    /// Whether a part has to wait for the receiver or for those before it.
    pub(super) fn is_held(&self, index: usize) -> bool {
        self.is_held_where(index, self.ahead())
    }

    /// The same where so much waits for parts before it.
    fn is_held_where(&self, index: usize, ahead: usize) -> bool {
        if !self.is_ahead(index) {
            return self.ready.weight > MOST_READY;
        }
        let found = self.parts[index].found.weight;
        found > MOST_AHEAD || found > 0 && ahead > MOST_AHEAD_IN_ALL
    }

    /// Takes solutions for the receiver; and whether those may go on who wait for him. That is said when
    /// half of them are gone, lest they change places for each of them.
    pub(super) fn receive(&mut self) -> Option<(Bundle, bool)> {
        let before = self.ready.weight;
        let bundle = self.ready.pop()?;
        Some((bundle, before > MOST_READY / 2 && self.ready.weight <= MOST_READY / 2))
    }

    /// Whether a thread that is held with this part should rather look for another one.
    pub(super) fn is_ahead(&self, index: usize) -> bool {
        self.ordered && index > 0
    }

    /// What was found and must wait for parts before it.
    fn ahead(&self) -> usize {
        self.parts.iter().map(|part| part.found.weight).sum::<usize>() + self.last.weight
    }

    /// Parts that a thread could take up.
    fn startable(&self) -> impl Iterator<Item = usize> {
        let ahead = self.ahead();
        (0..self.parts.len()).filter(move |&index| {
            let waits = self.parts[index].stand == Stand::Waiting;
            waits && !(self.is_ahead(index) && self.is_held_where(index, ahead))
        })
    }

    /// A thread takes up the first part that it can: its number and state.
    pub(super) fn take(&mut self) -> Option<(u64, State)> {
        let index = self.startable().next()?;
        let part = &mut self.parts[index];
        part.stand = Stand::Resting;
        Some((part.id, part.state.clone()))
    }

    /// Whether threads have nothing to do that could be given something.
    pub(super) fn is_wanting(&self) -> bool {
        self.idle > 0 && self.parts.len() < self.most_parts && self.startable().count() < self.idle
    }

    /// Lets a part give away some of what it has left, if that is wanted and it may: a part that is ahead
    /// of others keeps to itself when much was found there already.
    pub(super) fn split(&mut self, index: usize, searcher: &mut dyn Searcher) -> bool {
        let may = !self.is_ahead(index) || self.ahead() <= MOST_AHEAD_IN_ALL / 2;
        if !may || !self.is_wanting() {
            return false;
        }
        let bound = searcher.bound();
        let Some(given) = searcher.split() else { return false };
        self.insert(index + 1, given, Some(bound));
        self.note(index, searcher);
        true
    }

    /// Takes solutions of a part.
    pub(super) fn deliver(&mut self, index: usize, bundle: Bundle) {
        match self.is_ahead(index) {
            false => self.ready.push(bundle),
            true => self.parts[index].found.push(bundle),
        }
    }

    /// Notes how far a part is.
    pub(super) fn note(&mut self, index: usize, searcher: &dyn Searcher) {
        let part = &mut self.parts[index];
        part.left = share_left(&searcher.state());
        part.bound = Some(searcher.bound());
    }

    /// A part is left, or rests, and how it stands is saved.
    pub(super) fn rest(&mut self, index: usize, stand: Stand, searcher: &dyn Searcher) {
        let part = &mut self.parts[index];
        if part.stand == Stand::Running {
            self.running -= 1;
            part.state = searcher.state();
            part.left = share_left(&part.state);
            part.bound = Some(searcher.bound());
        }
        part.stand = stand;
    }

    /// A part goes on.
    pub(super) fn go_on(&mut self, index: usize) {
        let part = &mut self.parts[index];
        if part.stand != Stand::Running {
            part.stand = Stand::Running;
            self.running += 1;
        }
    }

    /// A part is done.
    pub(super) fn finish(&mut self, index: usize, searcher: &dyn Searcher) {
        self.running -= 1;
        self.done.add(searcher.statistics());
        self.end = State { statistics: Statistics::default(), ..searcher.state() };
        let mut found = self.parts.remove(index).found;
        // What was found there comes before what the next one has found.
        let next = self.parts.get_mut(index).map_or(&mut self.last, |next| &mut next.found);
        next.move_to(&mut found);
        found.move_to(next);
        match self.parts.first_mut() {
            Some(first) => first.found.move_to(&mut self.ready),
            None => self.last.move_to(&mut self.ready),
        }
    }

    /// The share of the tree that is done.
    pub(super) fn share_done(&self) -> f64 {
        let left: f64 = self.parts.iter().map(|part| part.left).sum();
        (1.0 - left).clamp(0.0, 1.0)
    }

    /// No solution that is still to be found costs less, as far as that is known.
    pub(super) fn bound(&self) -> u128 {
        self.parts.iter().map(|part| part.bound.unwrap_or(0)).min().unwrap_or(u128::MAX)
    }

    /// A part of which no bound is known, and where it stands.
    pub(super) fn unbounded(&self) -> Option<(u64, State)> {
        let mut waiting = self.parts.iter().filter(|part| part.stand == Stand::Waiting);
        let part = waiting.find(|part| part.bound.is_none())?;
        Some((part.id, part.state.clone()))
    }

    pub(super) fn set_bound(&mut self, id: u64, bound: u128) {
        if let Some(part) = self.parts.iter_mut().find(|part| part.id == id) {
            part.bound = Some(bound);
        }
    }

    /// The counters of all parts, where none is running.
    pub(super) fn statistics(&self) -> Statistics {
        let mut sum = self.done.clone();
        self.parts.iter().for_each(|part| sum.add(&part.state.statistics));
        sum
    }

    /// Where the search stands, where no part is running; `before` is what the receiver has taken from
    /// here and not handed on.
    pub(super) fn state(&self, before: Vec<Vec<OptionId>>) -> TeamState {
        let part = |part: &Entry| Part::new(part.state.clone(), part.found.to_vec());
        let mut state = TeamState::new(self.parts.iter().map(part).collect(), Vec::new());
        // Solutions behind all parts need a part, and so do the counters when no part remains.
        if !self.last.is_empty() || self.parts.is_empty() {
            state.parts.push(Part::new(self.end.clone(), self.last.to_vec()));
        }
        if let Some(first) = state.parts.first_mut() {
            first.state.statistics.add(&self.done);
            let mut pending = before;
            pending.extend(self.ready.to_vec());
            pending.append(&mut first.pending);
            first.pending = pending;
        }
        state
    }
}
