//! Learned clauses: facts that do not all hold together.
//!
//! Of each clause two facts that do not hold yet are watched; only when one of them comes to hold is the clause looked
//! at (Moskewicz et al., *Chaff: engineering an efficient SAT solver*, DAC 2001). When all but one hold, the last one
//! does not.

use super::domains::{Change, Clash, Domains, Reason};
use super::facts::Fact;

/// Learned clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    size: usize,
    list: Vec<Clause>,
    /// The facts of all clauses, one clause behind the other, each behind its number and how many they are.
    facts: Vec<Fact>,
    /// Numbers of clauses that are not in use.
    unused: Vec<u32>,
    /// By fact: where the facts of the clauses start that watch it, with another fact of theirs.
    watches: Vec<Vec<(u32, Fact)>>,
    /// Clauses that are kept before the next clearing.
    most: usize,
}

#[derive(Debug)]
struct Clause {
    /// Where its facts start, and how many they are: 0 if it is not in use. The first two are watched.
    start: u32,
    length: u32,
    /// How many levels its facts were of: the fewer, the better.
    levels: u32,
    used: bool,
    is_reason: bool,
}

/// Words before the facts of a clause.
const HEAD: u32 = 2;

/// Clauses before the first clearing.
const FIRST_MOST: usize = 8_000;

impl Clauses {
    /// No clauses, for so many cells and digits.
    pub(super) fn new(cells: usize, size: usize) -> Self {
        Clauses {
            size,
            list: Vec::new(),
            facts: Vec::new(),
            unused: Vec::new(),
            watches: vec![Vec::new(); cells * size * 2],
            most: FIRST_MOST,
        }
    }

    fn slot(&self, fact: Fact) -> usize {
        (fact.cell() * self.size + fact.index()) * 2 + usize::from(fact.is())
    }

    /// The facts of a clause.
    pub(super) fn facts(&self, number: u32) -> &[Fact] {
        let clause = &self.list[number as usize];
        &self.facts[clause.start as usize..][..clause.length as usize]
    }

    /// Notes that a clause was of use.
    pub(super) fn use_again(&mut self, number: u32) {
        self.list[number as usize].used = true;
    }

    /// Adds a clause; the first fact is about to fail, and the second was the last of the others to hold.
    pub(super) fn add(&mut self, facts: &[Fact], levels: u32) -> u32 {
        let (start, length) = (self.facts.len() as u32 + HEAD, facts.len() as u32);
        let clause = Clause { start, length, levels, used: true, is_reason: false };
        let number = match self.unused.pop() {
            Some(number) => {
                self.list[number as usize] = clause;
                number
            }
            None => {
                self.list.push(clause);
                self.list.len() as u32 - 1
            }
        };
        self.facts.extend([Fact::of_number(number), Fact::of_number(length)]);
        self.facts.extend(facts);
        if let &[first, second, ..] = facts {
            let slots = (self.slot(first), self.slot(second));
            self.watches[slots.0].push((start, second));
            self.watches[slots.1].push((start, first));
        }
        number
    }

    /// A fact has come to hold: what follows.
    pub(super) fn wake(&mut self, fact: Fact, domains: &mut Domains) -> Result<(), Clash> {
        let slot = self.slot(fact);
        if self.watches[slot].is_empty() {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.watches[slot]);
        let mut result = Ok(());
        let mut kept = 0;
        let mut next = 0;
        while next < list.len() {
            let (start, other) = list[next];
            next += 1;
            list[kept] = (start, other);
            kept += 1;
            if other.fails_in(domains.get(other.cell())) {
                continue;
            }
            let (head, facts) = self.facts.split_at_mut(start as usize);
            let [.., number, length] = *head else { continue };
            let facts = &mut facts[..length.number() as usize];
            if facts[0] == fact {
                facts.swap(0, 1);
            }
            let first = facts[0];
            let set = domains.get(first.cell());
            if first.fails_in(set) {
                list[kept - 1].1 = first;
                continue;
            }
            let open = facts[2..].iter().position(|f| !f.holds_in(domains.get(f.cell())));
            if let Some(open) = open {
                facts.swap(1, open + 2);
                let watched = facts[1];
                let slot = self.slot(watched);
                self.watches[slot].push((start, first));
                kept -= 1;
                continue;
            }
            domains.because(Reason::Clause(number.number()));
            result = if first.holds_in(set) { Err(domains.fail(0)) } else { deny(first, domains) };
            if result.is_err() {
                break;
            }
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        self.watches[slot] = list;
        result
    }

    /// Drops the worse two thirds of the clauses that are no reason on the trail, if they are many.
    pub(super) fn clear(&mut self, trail: &[Change]) {
        if self.list.len() - self.unused.len() < self.most {
            return;
        }
        self.most += self.most / 20;
        for change in trail {
            if let Reason::Clause(number) = change.reason {
                self.list[number as usize].is_reason = true;
            }
        }
        let mut order: Vec<(bool, u32, u32, u32)> = Vec::new();
        for (number, clause) in self.list.iter_mut().enumerate() {
            let is_reason = std::mem::take(&mut clause.is_reason);
            if clause.length > 2 && clause.levels > 2 && !is_reason {
                let is_idle = !std::mem::take(&mut clause.used);
                order.push((is_idle, clause.levels, clause.length, number as u32));
            }
        }
        order.sort_unstable();
        for &(.., number) in &order[order.len() / 3..] {
            self.list[number as usize].length = 0;
            self.unused.push(number);
        }
        self.close_up();
    }

    /// Puts the facts of all clauses one behind the other again.
    fn close_up(&mut self) {
        let mut facts = Vec::with_capacity(self.facts.len());
        for clause in &mut self.list {
            if clause.length > 0 {
                let from = (clause.start - HEAD) as usize;
                clause.start = facts.len() as u32 + HEAD;
                facts.extend(&self.facts[from..][..(HEAD + clause.length) as usize]);
            }
        }
        for list in &mut self.watches {
            list.retain_mut(|(start, _)| {
                let number = self.facts[(*start - HEAD) as usize].number();
                let clause = &self.list[number as usize];
                *start = clause.start;
                clause.length > 0
            });
        }
        self.facts = facts;
    }
}

/// Sees to it that a fact does not hold.
pub(super) fn deny(fact: Fact, domains: &mut Domains) -> Result<(), Clash> {
    if fact.is() {
        domains.remove(fact.cell(), fact.digit())
    } else {
        domains.assign(fact.cell(), fact.digit())
    }
}
