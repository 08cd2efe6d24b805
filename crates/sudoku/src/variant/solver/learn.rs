//! What a contradiction teaches.
//!
//! From a contradiction one goes back along the trail: facts of the last level are replaced by those that they followed
//! from, until a single one of that level is left (the first unique implication point; Marques-Silva and Sakallah,
//! *GRASP*, ICCAD 1996). It and the facts of levels before cannot hold together: that is the learned clause. Facts
//! are explained when they are asked for, by the rule that they came from (lazy clause generation; Ohrimenko, Stuckey
//! and Codish, *Propagation via lazy clause generation*, Constraints 14, 2009).
//!
//! Then the same is done with the facts of each level before, as long as it brings in no other level (*shrinking*; Fleury
//! and Biere, *Efficient all-UIP learned clause minimization*, SAT 2021): a clause of hundreds of facts becomes one
//! of a few dozen. The shorter of that clause and the plain one, less what follows from the rest, is kept.
//!
//! A change that removed several candidates makes as many facts; one by which a cell got a digit makes the fact that
//! it has it, and all others of the cell follow from that.

use super::Propagator;
use super::clauses::Clauses;
use super::domains::{Change, Domains, NO_CELL, Reason, digits, is_single};
use super::facts::Fact;
use super::houses::Houses;

/// What explains facts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Explainer<'a> {
    pub(super) domains: &'a Domains,
    pub(super) propagators: &'a [Box<dyn Propagator>],
    pub(super) houses: &'a Houses,
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
            Reason::House(number) => {
                let past = self.domains.before(place);
                let cell = (change.cell != NO_CELL).then_some(change.cell as usize);
                self.houses.explain(number, change.tag, cell, &past, facts);
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

    /// The facts from which those of a change followed: that the cell holds `set`, or has lost it.
    fn explain_facts(&self, place: usize, is: bool, set: u64, facts: &mut Vec<Fact>) {
        let change = &self.domains.trail()[place];
        let cell = change.cell as usize;
        match (change.assigned != 0, is) {
            (false, true) => {
                self.domains.before(place as u32 + 1).explain_lost(cell, !set, facts);
            }
            (true, false) => facts.push(Fact::is_set(cell, change.assigned)),
            (true, true) => self.explain(change, place as u32, change.before & !set, facts),
            (false, false) => self.explain(change, place as u32, set, facts),
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
    /// By level.
    blocks: Vec<Block>,
    /// Whether the implication point of the last level is found.
    is_found: bool,
    /// The clause without shrinking.
    plain: Vec<Fact>,
    /// The learned clause: first the fact of the last level, then that of the highest level of the others.
    pub(super) clause: Vec<Fact>,
    /// Cells of facts that have been seen.
    cells: Vec<usize>,
    /// Facts that took part.
    pub(super) bumped: Vec<Fact>,
    /// Clauses that took part.
    pub(super) used: Vec<u32>,
}

/// The facts of a level.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    /// Those that have not been looked at.
    open: u32,
    /// Whether the clause has some of this level.
    is_present: bool,
    /// Whether the rest of them stay as they are.
    is_stuck: bool,
}

impl Learner {
    /// For so many cells.
    pub(super) fn new(cells: usize) -> Self {
        Learner {
            lost: vec![0; cells],
            held: vec![false; cells],
            facts: Vec::new(),
            below: Vec::new(),
            blocks: Vec::new(),
            is_found: false,
            plain: Vec::new(),
            clause: Vec::new(),
            cells: Vec::new(),
            bumped: Vec::new(),
            used: Vec::new(),
        }
    }

    /// The highest level of the facts that contradict each other.
    pub(super) fn start(&mut self, explainer: Explainer<'_>) -> u32 {
        self.clause.clear();
        self.below.clear();
        self.cells.clear();
        self.bumped.clear();
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
        self.blocks.clear();
        self.blocks.resize(last as usize + 1, Block::default());
        self.is_found = false;
        self.see(domains, last);
        for (place, change) in domains.trail().iter().enumerate().rev() {
            let cell = change.cell as usize;
            if self.lost[cell] == 0 && !self.held[cell] {
                continue;
            }
            // Facts that follow from others of the same change come first.
            for is in [change.assigned == 0, change.assigned != 0] {
                let here = match is {
                    true if self.held[cell] && is_single(change.after) => change.after,
                    true => 0,
                    false => self.lost[cell] & change.before & !change.after,
                };
                if here == 0 {
                    continue;
                }
                let level = change.level as usize;
                let count = here.count_ones();
                if self.blocks[level].open == count {
                    self.blocks[level].is_stuck |= count == 1;
                }
                if self.blocks[level].is_stuck || !self.replace(explainer, place, is, here, last) {
                    let emitted =
                        digits(here).map(|digit| Fact::new(cell, usize::from(digit) - 1, is));
                    self.clause.extend(emitted);
                    self.blocks[level].open -= count;
                }
                if self.clause.len() == 1 && !self.is_found {
                    // The implication point: the clause might end here.
                    self.is_found = true;
                    self.minimise(explainer);
                }
            }
            if self.is_found && self.blocks.iter().all(|block| block.open == 0) {
                break;
            }
        }
        for &cell in &self.cells {
            self.lost[cell] = 0;
            self.held[cell] = false;
        }
        if self.plain.len() < self.clause.len() {
            std::mem::swap(&mut self.plain, &mut self.clause);
        }
        let highest = (1..self.clause.len()).max_by_key(|&i| domains.place(self.clause[i]));
        if let Some(highest) = highest {
            self.clause.swap(1, highest);
        }
    }

    /// Replaces facts of a change by those that they followed from; `false` if that would bring in another level.
    fn replace(
        &mut self,
        explainer: Explainer<'_>,
        place: usize,
        is: bool,
        here: u64,
        last: u32,
    ) -> bool {
        let domains = explainer.domains;
        let change = &domains.trail()[place];
        let cell = change.cell as usize;
        let level_here = change.level as usize;
        self.facts.clear();
        explainer.explain_facts(place, is, here, &mut self.facts);
        if self.is_found {
            let is_new = |&fact: &Fact| {
                level(domains, fact).is_some_and(|level| !self.blocks[level as usize].is_present)
            };
            if change.reason == Reason::Decision && is || self.facts.iter().any(is_new) {
                self.blocks[level_here].is_stuck = true;
                return false;
            }
        } else if let Reason::Clause(number) = change.reason {
            self.used.push(number);
        }
        if is {
            self.held[cell] = false;
        } else {
            self.lost[cell] &= !here;
        }
        self.blocks[level_here].open -= here.count_ones();
        self.see(domains, last);
        true
    }

    /// Takes up the facts that were explained.
    fn see(&mut self, domains: &Domains, last: u32) {
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
            if !self.is_found {
                self.bumped.push(fact);
            }
            let block = &mut self.blocks[level as usize];
            block.open += 1;
            block.is_present = true;
            if level != last && !self.is_found {
                self.below.push(fact);
            }
        }
    }

    /// The plain clause: the implication point and all facts of levels before that do not follow from others.
    fn minimise(&mut self, explainer: Explainer<'_>) {
        self.plain.clear();
        self.plain.extend(&self.clause);
        for index in 0..self.below.len() {
            let fact = self.below[index];
            if !self.is_redundant(explainer, fact) {
                self.plain.push(fact);
            }
        }
    }

    /// Whether a fact follows, in one step, from others that have been seen.
    fn is_redundant(&mut self, explainer: Explainer<'_>, fact: Fact) -> bool {
        let domains = explainer.domains;
        let Some(place) = domains.place(fact) else { return true };
        let change = &domains.trail()[place as usize];
        if change.reason == Reason::Decision && fact.is() {
            return false;
        }
        self.facts.clear();
        explainer.explain_facts(place as usize, fact.is(), fact.digit(), &mut self.facts);
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
#[inline]
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
