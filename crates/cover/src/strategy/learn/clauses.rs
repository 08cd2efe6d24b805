//! Learned clauses: literals one of which holds.
//!
//! Each is watched by two of its literals (Moskewicz et al. 2001), its first two, and looked at when one of them fails.
//! Those that connect few levels are kept (Audemard and Simon, *Predicting learnt clauses quality in modern SAT solvers*, IJCAI
//! 2009); of the others half are forgotten from time to time, those first that connect many and were not used of late.

use super::assignment::{Assignment, Reason, Value};
use super::literal::Literal;

/// Learned clauses, in one vector: two words of a head, then the literals.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Where each clause begins.
    list: Vec<u32>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
}

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it holds, the clause need not be looked at.
    blocker: Literal,
}

/// Words before the literals: the length; the levels and, in the lowest bit, whether it was used of late.
const HEAD: usize = 2;

/// Clauses that connect so few levels are kept for ever.
const GLUE: u32 = 2;

impl Clauses {
    /// No clauses over so many literals.
    pub(super) fn new(literals: usize) -> Self {
        Clauses { watches: vec![Vec::new(); literals], ..Clauses::default() }
    }

    /// Number of clauses.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn literals(&self, clause: u32) -> &[u32] {
        let start = clause as usize + HEAD;
        &self.words[start..start + self.words[clause as usize] as usize]
    }

    /// The number of levels that it was last known to connect.
    pub(super) fn levels(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1] >> 1
    }

    /// Notes that a clause was used, and how many levels it connects now.
    pub(super) fn use_again(&mut self, clause: u32, levels: u32) {
        let levels = levels.min(self.levels(clause));
        self.words[clause as usize + 1] = levels << 1 | 1;
    }

    /// Adds a clause of two literals or more, watched by its first two; `None` if there is no room.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> Option<u32> {
        let clause = u32::try_from(self.words.len()).ok()?;
        self.words.extend([literals.len() as u32, levels << 1 | 1]);
        self.words.extend(literals.iter().map(|literal| literal.code()));
        self.list.push(clause);
        self.watch(clause);
        Some(clause)
    }

    fn watch(&mut self, clause: u32) {
        let (first, second) = match *self.literals(clause) {
            [first, second, ..] => (Literal::of(first), Literal::of(second)),
            _ => return,
        };
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// Follows what a literal that has failed leaves of the clauses that watch it; the clause that cannot hold, if
    /// there is one. `work` grows by the clauses looked at.
    pub(super) fn visit(
        &mut self,
        failed: Literal,
        assignment: &mut Assignment,
        work: &mut u64,
    ) -> Option<u32> {
        let mut watches = std::mem::take(&mut self.watches[failed.index()]);
        *work += watches.len() as u64;
        let (mut kept, mut at, mut conflict) = (0, 0, None);
        'clauses: while at < watches.len() {
            let watch = watches[at];
            at += 1;
            watches[kept] = watch;
            kept += 1;
            if assignment.value(watch.blocker) == Value::True {
                continue;
            }
            let start = watch.clause as usize + HEAD;
            let length = self.words[watch.clause as usize] as usize;
            let literals = &mut self.words[start..start + length];
            if literals[0] == failed.code() {
                literals.swap(0, 1);
            }
            let first = Literal::of(literals[0]);
            let again = Watch { clause: watch.clause, blocker: first };
            watches[kept - 1] = again;
            let value = assignment.value(first);
            if value == Value::True {
                continue;
            }
            for place in 2..length {
                let other = Literal::of(literals[place]);
                if assignment.value(other) != Value::False {
                    literals.swap(1, place);
                    self.watches[other.index()].push(again);
                    kept -= 1;
                    continue 'clauses;
                }
            }
            if value == Value::False {
                conflict = Some(watch.clause);
                break;
            }
            assignment.assign(first, Reason::Clause(watch.clause));
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.watches[failed.index()] = watches;
        conflict
    }

    /// Forgets half of what is not known to be of use, and closes the gaps. The reasons in force stay, with their new
    /// numbers.
    pub(super) fn forget(&mut self, assignment: &mut Assignment) {
        let mut is_reason = vec![false; self.words.len()];
        for &literal in assignment.trail() {
            if let Reason::Clause(clause) = assignment.reason_of(literal) {
                is_reason[clause as usize] = true;
            }
        }
        let mut doubtful: Vec<u32> = Vec::new();
        for &clause in &self.list {
            let head = &mut self.words[clause as usize + 1];
            let is_used = std::mem::replace(head, *head & !1) & 1 == 1;
            let levels = *head >> 1;
            // What connects few is given another chance when it was used.
            let is_kept = levels <= GLUE || is_used && levels <= 6;
            if !is_kept && !is_reason[clause as usize] {
                doubtful.push(clause);
            }
        }
        doubtful.sort_by_key(|&clause| {
            (self.levels(clause), self.words[clause as usize], std::cmp::Reverse(clause))
        });
        let mut is_gone = is_reason;
        is_gone.fill(false);
        for &clause in &doubtful[doubtful.len() / 2..] {
            is_gone[clause as usize] = true;
        }
        let mut words = Vec::with_capacity(self.words.len());
        // By old clause: the new number.
        let mut numbers = vec![0; self.words.len()];
        let mut list = Vec::new();
        for &clause in self.list.iter().filter(|&&clause| !is_gone[clause as usize]) {
            numbers[clause as usize] = words.len() as u32;
            list.push(words.len() as u32);
            let start = clause as usize;
            let end = start + HEAD + self.words[start] as usize;
            words.extend_from_slice(&self.words[start..end]);
        }
        for reason in assignment.reasons_mut() {
            if let Reason::Clause(clause) = reason {
                *clause = numbers[*clause as usize];
            }
        }
        self.words = words;
        self.list = list;
        self.watches.iter_mut().for_each(Vec::clear);
        for index in 0..self.list.len() {
            self.watch(self.list[index]);
        }
    }
}
