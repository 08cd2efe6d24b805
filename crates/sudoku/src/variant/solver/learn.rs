//! What a contradiction teaches.
//!
//! From a contradiction one goes back along the trail: facts of the last level are replaced by those that they followed
//! from, until a single one of that level is left (the first unique implication point; Marques-Silva and Sakallah,
//! *GRASP*, ICCAD 1996). It and the facts of levels before cannot hold together: that is the learned clause. Facts
//! are explained when they are asked for, by the rule that they came from (lazy clause generation; Ohrimenko, Stuckey
//! and Codish, *Propagation via lazy clause generation*, Constraints 14, 2009).
//!
//! A change that removed several candidates makes as many facts; one by which a cell got a digit makes the fact that
//! it has it, and all others of the cell follow from that.

use super::Propagator;
use super::clauses::Clauses;
use super::domains::{Change, Domains, NO_CELL, Reason, is_single};
use super::facts::Fact;

/// What explains facts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Explainer<'a> {
    pub(super) domains: &'a Domains,
    pub(super) propagators: &'a [Box<dyn Propagator>],
    pub(super) clauses: &'a Clauses,
    /// The decisions, from level 1 on.
    pub(super) decisions: &'a [Fact],
}

impl Explainer<'_> {
    /// The facts that made a change at a place of the trail; `lost` is what of it is asked for.
    fn explain(&self, change: &Change, place: u32, lost: u64, facts: &mut Vec<Fact>) {
        match change.reason {
            Reason::Decision => {}
            Reason::Searched => {
                facts.extend(&self.decisions[..change.level as usize]);
            }
            Reason::Peer(cell) => {
                let cell = cell as usize;
                facts.push(Fact::is_set(cell, self.domains.get(cell)));
            }
            Reason::Clause(number) => {
                let is_other = |fact: &&Fact| {
                    fact.cell() != change.cell as usize
                        || fact.is() == (change.assigned != 0)
                        || fact.digit() & (lost | change.assigned) == 0
                };
                facts.extend(self.clauses.facts(number).iter().filter(is_other));
            }
            Reason::Rule(number) => {
                let past = self.domains.before(place);
                let cell = (change.cell != NO_CELL).then_some(change.cell as usize);
                let set = if change.assigned == 0 { lost } else { change.assigned };
                self.propagators[number as usize].explain(change.tag, cell, set, &past, facts);
            }
        }
    }

    /// The facts that contradict each other.
    fn explain_failure(&self, facts: &mut Vec<Fact>) {
        let failure = self.domains.failure();
        let place = self.domains.trail().len() as u32;
        self.explain(&failure, place, failure.before, facts);
        if failure.cell == NO_CELL {
            return;
        }
        let cell = failure.cell as usize;
        let past = self.domains.before(place);
        if failure.assigned != 0 {
            past.explain_lost(cell, failure.assigned, facts);
        } else {
            past.explain_cell(cell, facts);
        }
    }
}

/// Scratch of the analysis, and its result.
#[derive(Debug)]
pub(super) struct Learner {
    /// By cell: the digits of which it is seen that the cell does not hold them.
    lost: Vec<u64>,
    /// By cell: whether it is seen that it holds its digit.
    held: Vec<bool>,
    facts: Vec<Fact>,
    /// Facts below the last level.
    below: Vec<Fact>,
    /// The learned clause: first the fact of the last level, then that of the highest level of the others.
    pub(super) clause: Vec<Fact>,
    /// Cells that took part.
    pub(super) cells: Vec<usize>,
    /// Clauses that took part.
    pub(super) used: Vec<u32>,
}

impl Learner {
    /// For so many cells.
    pub(super) fn new(cells: usize) -> Self {
        Learner {
            lost: vec![0; cells],
            held: vec![false; cells],
            facts: Vec::new(),
            below: Vec::new(),
            clause: Vec::new(),
            cells: Vec::new(),
            used: Vec::new(),
        }
    }

    /// The highest level of the facts that contradict each other.
    pub(super) fn start(&mut self, explainer: Explainer<'_>) -> u32 {
        self.clause.clear();
        self.below.clear();
        self.cells.clear();
        self.used.clear();
        self.facts.clear();
        if let Reason::Clause(number) = explainer.domains.failure().reason {
            self.used.push(number);
        }
        explainer.explain_failure(&mut self.facts);
        let levels = self.facts.iter().filter_map(|&fact| level(explainer.domains, fact));
        levels.max().unwrap_or(0)
    }

    /// Learns a clause from the facts of [`start`](Self::start), whose highest level is `last`.
    pub(super) fn learn(&mut self, explainer: Explainer<'_>, last: u32) {
        let domains = explainer.domains;
        let mut open = 0;
        self.see(domains, last, &mut open);
        for place in (0..domains.trail().len()).rev() {
            let change = &domains.trail()[place];
            let cell = change.cell as usize;
            if self.lost[cell] == 0 && !self.held[cell] {
                continue;
            }
            let after = change.after;
            // Facts that follow from others of the same change come first.
            if change.assigned == 0 {
                if self.held[cell] && is_single(after) {
                    if open == 1 {
                        return self.finish(explainer, Fact::is_set(cell, after));
                    }
                    self.held[cell] = false;
                    open -= 1;
                    domains.before(place as u32 + 1).explain_lost(cell, !after, &mut self.facts);
                    self.see(domains, last, &mut open);
                }
                let here = self.lost[cell] & change.before & !after;
                if here != 0 {
                    if open == 1 {
                        let fact = Fact::new(cell, here.trailing_zeros() as usize, false);
                        return self.finish(explainer, fact);
                    }
                    self.lost[cell] &= !here;
                    open -= here.count_ones();
                    self.explain(explainer, change, place, here);
                    self.see(domains, last, &mut open);
                }
            } else {
                let here = self.lost[cell] & change.before & !after;
                if here != 0 {
                    self.lost[cell] &= !here;
                    open -= here.count_ones();
                    self.facts.push(Fact::is_set(cell, after));
                    self.see(domains, last, &mut open);
                }
                if self.held[cell] {
                    if open == 1 {
                        return self.finish(explainer, Fact::is_set(cell, after));
                    }
                    self.held[cell] = false;
                    open -= 1;
                    self.explain(explainer, change, place, change.before & !after);
                    self.see(domains, last, &mut open);
                }
            }
        }
        unreachable!("all of a level follows from its decision");
    }

    fn explain(&mut self, explainer: Explainer<'_>, change: &Change, place: usize, lost: u64) {
        if let Reason::Clause(number) = change.reason {
            self.used.push(number);
        }
        explainer.explain(change, place as u32, lost, &mut self.facts);
    }

    /// Takes up the facts that were explained: counts those of the last level.
    fn see(&mut self, domains: &Domains, last: u32, open: &mut u32) {
        for fact in self.facts.drain(..) {
            let cell = fact.cell();
            let is_seen =
                if fact.is() { self.held[cell] } else { self.lost[cell] & fact.digit() != 0 };
            let Some(level) = level(domains, fact).filter(|_| !is_seen) else { continue };
            if fact.is() {
                self.held[cell] = true;
            } else {
                self.lost[cell] |= fact.digit();
            }
            self.cells.push(cell);
            if level == last {
                *open += 1;
            } else {
                self.below.push(fact);
            }
        }
    }

    /// The clause is found: drops what follows from the rest of it, and orders it.
    fn finish(&mut self, explainer: Explainer<'_>, first: Fact) {
        let domains = explainer.domains;
        self.clause.push(first);
        for index in 0..self.below.len() {
            let fact = self.below[index];
            if !self.is_redundant(explainer, fact) {
                self.clause.push(fact);
            }
        }
        for fact in self.below.iter().chain([&first]) {
            self.lost[fact.cell()] = 0;
            self.held[fact.cell()] = false;
        }
        let highest = (1..self.clause.len()).max_by_key(|&i| domains.place(self.clause[i]));
        if let Some(highest) = highest {
            self.clause.swap(1, highest);
        }
    }

    /// Whether a fact follows, in one step, from others that have been seen.
    fn is_redundant(&mut self, explainer: Explainer<'_>, fact: Fact) -> bool {
        let domains = explainer.domains;
        let Some(place) = domains.place(fact) else { return true };
        let change = &domains.trail()[place as usize];
        let cell = fact.cell();
        self.facts.clear();
        match (change.assigned != 0, fact.is()) {
            (false, true) => {
                domains.before(place + 1).explain_lost(cell, !fact.digit(), &mut self.facts);
            }
            (true, false) => self.facts.push(Fact::is_set(cell, change.assigned)),
            _ if change.reason == Reason::Decision => return false,
            _ => {
                let lost = if fact.is() { change.before & !fact.digit() } else { fact.digit() };
                explainer.explain(change, place, lost, &mut self.facts);
            }
        }
        self.facts.iter().all(|&fact| {
            let seen = if fact.is() {
                self.held[fact.cell()]
            } else {
                self.lost[fact.cell()] & fact.digit() != 0
            };
            seen || domains.place(fact).is_none()
        })
    }
}

/// The level of a fact that holds; `None` for level 0.
pub(super) fn level(domains: &Domains, fact: Fact) -> Option<u32> {
    let place = domains.place(fact)?;
    domains.trail().get(place as usize).map(|change| change.level).filter(|&level| level > 0)
}

/// How many levels the facts are of.
pub(super) fn count_levels(domains: &Domains, facts: &[Fact]) -> u32 {
    let mut levels: Vec<u32> = facts.iter().filter_map(|&fact| level(domains, fact)).collect();
    levels.sort_unstable();
    levels.dedup();
    levels.len() as u32
}
