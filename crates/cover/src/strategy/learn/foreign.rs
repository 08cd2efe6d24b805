//! A propagator in a search that learns: what it removes needs a reason.
//!
//! A removal [rests on](crate::Propagation::rests_on) the state of some items: on which options of theirs were lost then, or which
//! was taken. Where a propagator does not say on which, it rests on all decisions of the time.

use std::sync::Arc;

use super::analysis::Explain;
use super::assignment::Reason;
use super::engine::{Conflict, Engine};
use super::literal::Literal;
use super::rules::{NONE, Rules};
use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::propagate::{Propagate, Propagation, View, Withdraw};

/// A propagator, and what it was shown.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    propagation: Option<Box<dyn Propagation>>,
    /// By item: the variables of its options.
    of_item: Vec<Vec<u32>>,
    /// The bits of the options that are possible, and of those that are chosen.
    possible: Vec<u64>,
    decided: Vec<u64>,
    chosen: Vec<OptionId>,
    /// The literals of the trail before this one have been shown.
    shown: usize,
    was_asked: bool,
    gone: Vec<OptionId>,
    removed: Vec<OptionId>,
    pending: Pending,
    /// What the propagator noted with each removal, and with a dead end.
    notes: Vec<Note>,
    /// Number of options removed.
    count: u64,
}

/// A note, and the decisions in force then.
#[derive(Debug, Clone, Copy)]
struct Note {
    note: u64,
    level: u32,
}

/// The options that the propagator takes out of the lists: they go when it is done.
#[derive(Debug, Default)]
struct Pending(Vec<(OptionId, u64)>);

impl Withdraw for Pending {
    fn withdraw(&mut self, option: OptionId, note: u64) -> bool {
        self.0.push((option, note));
        true
    }
}

impl Foreign {
    /// No propagator.
    pub(super) fn none() -> Self {
        Foreign::default()
    }

    pub(super) fn new(propagator: &Arc<dyn Propagate>, matrix: &Matrix, rules: &Rules) -> Self {
        let mut foreign = Foreign {
            propagation: Some(propagator.begin(matrix)),
            of_item: vec![Vec::new(); matrix.item_count()],
            possible: vec![0; matrix.option_count().div_ceil(64)],
            decided: vec![0; matrix.option_count().div_ceil(64)],
            ..Foreign::default()
        };
        for (variable, &option) in rules.options.iter().enumerate() {
            set(&mut foreign.possible, option);
            for &item in matrix.items_of(option) {
                foreign.of_item[item as usize].push(variable as u32);
            }
        }
        for &option in &rules.given {
            set(&mut foreign.possible, option);
            set(&mut foreign.decided, option);
            foreign.chosen.push(option);
        }
        foreign
    }

    /// Number of options removed so far.
    pub(super) fn removed(&self) -> u64 {
        self.count
    }

    /// Whether anything has happened since it was asked.
    pub(super) fn has_news(&self, engine: &Engine) -> bool {
        !self.was_asked || self.shown < engine.assignment.trail().len()
    }

    /// Shows it what is new, and takes out what it removes.
    pub(super) fn ask(&mut self, engine: &mut Engine, is_solution: bool) -> Result<(), Conflict> {
        let Some(propagation) = self.propagation.as_deref_mut() else { return Ok(()) };
        let is_first = !std::mem::replace(&mut self.was_asked, true);
        let new = if is_first { 0 } else { self.chosen.len() };
        self.gone.clear();
        self.removed.clear();
        self.pending.0.clear();
        for &literal in &engine.assignment.trail()[self.shown..] {
            let Some(option) = engine.rules.option(literal.variable()) else { continue };
            if literal.is_positive() {
                set(&mut self.decided, option);
                self.chosen.push(option);
            } else {
                clear(&mut self.possible, option);
                self.gone.push(option);
            }
        }
        if is_first {
            let options = (0..64 * self.possible.len() as u32).map(OptionId::new);
            let possible = &self.possible;
            let is_gone = |option: &OptionId| !crate::propagate::has(possible, *option);
            let count = engine.rules.variables.len();
            self.gone = options.take(count).filter(is_gone).collect();
        }
        engine.work += self.gone.len() as u64 + 1;
        let mut view = View {
            lists: &mut self.pending,
            possible: &mut self.possible,
            decided: &self.decided,
            chosen: &self.chosen,
            new,
            gone: &mut self.gone,
            since: 0,
            removed: &mut self.removed,
            is_first,
            is_solution,
            is_dead: false,
            note: 0,
        };
        let lives = view.ask(propagation);
        let dead = view.note;
        let level = engine.assignment.level();
        // Notes that nothing refers to any more.
        if self.notes.len() > 1 << 20 {
            self.compact(engine);
        }
        let mut result = Ok(());
        for &(option, note) in &self.pending.0 {
            let variable = engine.rules.variables[option.index()];
            self.notes.push(Note { note, level });
            let number = self.notes.len() as u32 - 1;
            let literal = Literal::is(variable).not();
            result = result.and_then(|()| engine.add(literal, Reason::Removed(number)));
        }
        self.count += self.pending.0.len() as u64;
        self.shown = engine.assignment.trail().len();
        result?;
        if lives {
            return Ok(());
        }
        self.notes.push(Note { note: dead, level });
        Err(Conflict::Removed(self.notes.len() as u32 - 1))
    }

    /// Forgets the notes that no reason in force refers to.
    fn compact(&mut self, engine: &mut Engine) {
        let mut kept = Vec::new();
        for reason in engine.assignment.reasons_mut() {
            if let Reason::Removed(number) = reason {
                kept.push(self.notes[*number as usize]);
                *number = kept.len() as u32 - 1;
            }
        }
        self.notes = kept;
    }

    /// The trail was taken back to this length; what was behind is possible again.
    pub(super) fn undo(&mut self, rules: &Rules, literal: Literal, place: usize) {
        if place >= self.shown {
            return;
        }
        self.shown = place;
        let Some(option) = rules.option(literal.variable()) else { return };
        if literal.is_positive() {
            clear(&mut self.decided, option);
            self.chosen.pop();
        } else {
            set(&mut self.possible, option);
        }
    }
}

impl Explain for Foreign {
    fn explain(&self, engine: &Engine, number: u32, removed: Option<Literal>, into: &mut Vec<Literal>) {
        let Some(&Note { note, level }) = self.notes.get(number as usize) else { return };
        let assignment = &engine.assignment;
        let mut items: Vec<ItemId> = Vec::new();
        let is_known =
            self.propagation.as_ref().is_some_and(|it| it.rests_on(note, &mut items));
        if !is_known {
            into.extend((1..=level).map(|level| assignment.decision(level)));
            return;
        }
        let end = removed.map_or(assignment.trail().len() as u32, |it| assignment.place_of(it));
        let held = |literal: &Literal| {
            assignment.value(*literal) == super::assignment::Value::True
                && assignment.place_of(*literal) < end
        };
        for item in items {
            let variables = self.of_item.get(item.index()).into_iter().flatten();
            let literals = variables.map(|&variable| {
                debug_assert_ne!(variable, NONE);
                Literal::is(variable)
            });
            match literals.clone().find(held) {
                Some(taken) => into.push(taken),
                None => into.extend(literals.map(Literal::not).filter(held)),
            }
        }
    }
}

fn set(bits: &mut [u64], option: OptionId) {
    bits[option.index() / 64] |= 1 << (option.index() % 64);
}

fn clear(bits: &mut [u64], option: OptionId) {
    bits[option.index() / 64] &= !(1 << (option.index() % 64));
}
