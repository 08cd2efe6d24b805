//! Counting with a memory beside visiting: one of the two, or both in turns until one is done.

use super::duel::Duel;
use super::sum::Counting;
use super::{MEMORY, bytes};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::bits::Sets;
use crate::strategy::{
    Branch, Descent, Searcher, Stage, State, StateMismatch, Step, Strategy, share_done,
};

/// Nodes of a turn of visiting.
const TURN: u64 = 1 << 16;
/// Nodes of the first one: most searches are over before its end.
const FIRST: u64 = 4 * TURN;
/// Counting with a memory takes about so many times as long for a node: its turns have fewer.
const SLOWER: u64 = 6;
/// Whoever is in favour has so many turns for one of the other.
const FAVOUR: u64 = 12;
/// It is in favour of counting if it has saved so many times the nodes that it has visited …
const GAIN: f64 = 6.0;
/// … and of visiting if it has saved less than this. In between, turns alternate.
const LITTLE: f64 = 3.0;

/// If nothing speaks for counting after so many turns of it, several threads may divide the
/// visitor's work; after four times as many if nothing speaks against it.
const TRIED: u32 = 4;

/// When to count with a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::strategy) enum When {
    /// Whenever all solutions are to be counted.
    Always,
    /// If that turns out to be faster than to visit them.
    IfFaster,
    Never,
}

/// How to go about a search.
#[derive(Debug, Clone, Copy)]
pub(in crate::strategy) struct Plan {
    /// By which strategy to visit.
    pub(in crate::strategy) visitors: &'static dyn Strategy,
    /// When to count.
    pub(in crate::strategy) when: When,
}

/// What the turns so far speak for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Favour {
    Visiting,
    Neither,
    /// That does not change any more.
    Counting,
}

/// A search that counts with a memory, or visits by another strategy, or tries both.
///
/// The visitor is a search like any other, and its state is that of the whole; what is counted with
/// a memory is worth nothing before its end.
#[derive(Debug)]
pub(in crate::strategy) struct Counter<'m> {
    matrix: &'m Matrix,
    setup: Setup,
    plans: fn(&Matrix, &Setup) -> Plan,
    plan: Plan,
    visitor: Option<Box<dyn Searcher + 'm>>,
    /// Whether nothing was done yet that only a visitor can go on with.
    may_count: bool,
    engine: Option<Box<Duel<Counting>>>,
    favour: Favour,
    /// Whose turn it is, and how many nodes of it are left.
    counts: bool,
    left: u64,
    /// The work that is left of a turn of counting.
    left_work: u64,
    /// The turns of counting that are over.
    turns: u32,
    /// Nodes and work of the visitor.
    visited: (u64, u64),
    is_counted: bool,
    /// What the two came to together; where nothing is counted, the visitor's own are those that
    /// hold.
    statistics: Statistics,
}

impl<'m> Counter<'m> {
    /// A search that goes by the plan for its setup.
    pub(in crate::strategy) fn new(
        matrix: &'m Matrix,
        setup: &Setup,
        plans: fn(&Matrix, &Setup) -> Plan,
    ) -> Self {
        let mut counter = Counter {
            matrix,
            setup: setup.clone(),
            plans,
            plan: plans(matrix, setup),
            visitor: None,
            may_count: false,
            engine: None,
            favour: Favour::Visiting,
            counts: false,
            left: FIRST,
            left_work: 0,
            turns: 0,
            visited: (0, 0),
            is_counted: false,
            statistics: Statistics::default(),
        };
        counter.begin();
        counter
    }

    fn begin(&mut self) {
        self.may_count = self.plan.when != When::Never && Sets::fit(self.matrix);
        self.engine = None;
        self.favour = Favour::Visiting;
        self.counts = self.plan.when == When::Always;
        self.left = FIRST;
        self.turns = 0;
        self.visited = (0, 0);
        self.is_counted = false;
        self.statistics = Statistics::default();
        if !self.counts || !self.may_count {
            self.visitor();
        }
    }

    fn visitor(&mut self) -> &mut (dyn Searcher + 'm) {
        let make = || self.plan.visitors.prepare(self.matrix, &self.setup);
        &mut **self.visitor.get_or_insert_with(make)
    }

    /// From now on it visits.
    fn only_visit(&mut self) {
        self.may_count = false;
        self.engine = None;
    }

    /// Counts on; `true` if all is counted.
    fn count(&mut self, budget: &mut Budget) -> bool {
        let Counter { matrix, ref setup, ref mut engine, .. } = *self;
        let memory = bytes(setup.memory.unwrap_or(MEMORY));
        let make = || Box::new(Duel::new(|_| Counting, matrix, setup, memory));
        engine.get_or_insert_with(make).advance(budget)
    }

    /// One turn after the other, for as long as the budget lasts.
    fn take_turns(&mut self, budget: &mut Budget) -> Step {
        loop {
            let lent = match self.plan.when {
                When::Always => budget.clone(),
                _ if self.counts => budget.lend(self.left, self.left_work),
                _ => budget.lend(self.left, u64::MAX),
            };
            let mut rest = lent.clone();
            let step = if !self.counts {
                self.visitor().advance(&mut rest)
            } else if self.count(&mut rest) {
                Step::Exhausted
            } else {
                Step::Paused
            };
            let (nodes, work) = budget.take_back(&lent, &rest);
            self.left = self.left.saturating_sub(nodes);
            if self.counts {
                self.left_work = self.left_work.saturating_sub(work);
            } else {
                self.visited = (self.visited.0 + nodes, self.visited.1.saturating_add(work));
            }
            let is_over = step == Step::Exhausted;
            self.is_counted = is_over && self.counts;
            if is_over && !self.counts {
                // The position is that of the visitor, at its end.
                self.favour = Favour::Visiting;
            }
            if is_over || budget.is_spent() {
                self.add_up();
                return step;
            }
            if self.left == 0 || self.counts && self.left_work == 0 {
                self.pass_turn();
            }
        }
    }

    fn pass_turn(&mut self) {
        if let Some(engine) = &self.engine
            && self.favour != Favour::Counting
        {
            let gain = engine.gain();
            self.favour = if engine.is_narrow() || gain > GAIN {
                Favour::Counting
            } else if gain < LITTLE {
                Favour::Visiting
            } else {
                Favour::Neither
            };
        }
        self.turns += u32::from(self.counts);
        self.counts = !self.counts;
        let favoured = match self.favour {
            Favour::Neither => false,
            Favour::Counting => self.counts,
            Favour::Visiting => !self.counts,
        };
        let turn = if self.counts { TURN / SLOWER } else { TURN };
        self.left = if favoured { FAVOUR * turn } else { turn };
        // A node of the engine may be much dearer than that: then it has fewer.
        let (nodes, work) = self.visited;
        let work = u128::from(work) * u128::from(SLOWER * self.left) / u128::from(nodes.max(1));
        self.left_work = u64::try_from(work).unwrap_or(u64::MAX).max(1);
    }

    /// The counters of both, and the solutions of the one that has more of them to show.
    fn add_up(&mut self) {
        let mut sum = Statistics::default();
        if let Some(visitor) = &self.visitor {
            sum.add(visitor.statistics());
        }
        if let Some(engine) = &mut self.engine {
            let visited = std::mem::take(&mut sum.solutions);
            sum.add(engine.statistics());
            sum.solutions = visited;
            if self.is_counted {
                if let Some(count) = engine.result() {
                    sum.set_total(count.into());
                }
            } else if self.plan.when == When::Always || self.favour == Favour::Counting {
                let counted = engine.so_far().into();
                if counted > sum.total() {
                    sum.set_total(counted);
                }
            }
        }
        // An engine that was given up may have counted more than the one that is left.
        let before = self.statistics.total();
        if sum.total() < before {
            sum.set_total(before);
        }
        self.statistics = sum;
    }

    /// The engine, if the position is its own.
    fn leader(&self) -> Option<&Duel<Counting>> {
        let leads = self.plan.when == When::Always || self.favour == Favour::Counting;
        self.engine.as_deref().filter(|_| leads)
    }
}

impl Searcher for Counter<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        if self.is_counted {
            return Step::Exhausted;
        }
        if self.may_count && budget.wants_all() {
            return self.take_turns(budget);
        }
        self.only_visit();
        self.visitor().advance(budget)
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        if let Some(visitor) = &self.visitor {
            visitor.solution(into);
        }
    }

    fn position(&self) -> Vec<Branch> {
        match (self.leader(), &self.visitor) {
            _ if self.is_counted => Vec::new(),
            (Some(engine), _) => engine.position(),
            (None, Some(visitor)) => visitor.position(),
            (None, None) => Vec::new(),
        }
    }

    fn share_done(&self) -> f64 {
        match (self.leader(), &self.visitor) {
            (None, Some(visitor)) => visitor.share_done(),
            _ => share_done(&self.position()),
        }
    }

    /// Not before it has shown that it is no use to count: parts that are given away are visited.
    fn is_divisible(&self) -> bool {
        match self.favour {
            _ if !self.may_count => true,
            _ if self.plan.when == When::Always => false,
            Favour::Visiting => self.turns >= TRIED,
            Favour::Neither => self.turns >= 4 * TRIED,
            Favour::Counting => false,
        }
    }

    fn has_counted(&self) -> bool {
        self.is_counted
    }

    fn statistics(&self) -> &Statistics {
        match &self.visitor {
            Some(visitor) if !self.may_count => visitor.statistics(),
            _ => &self.statistics,
        }
    }

    fn restart(&mut self, setup: &Setup) {
        let same_kind = self.setup.propagator.is_some() == setup.propagator.is_some();
        self.setup = setup.clone();
        let plan = (self.plans)(self.matrix, setup);
        // One that keeps no rules cannot begin to.
        match &mut self.visitor {
            Some(visitor) if same_kind && plan.visitors.name() == self.plan.visitors.name() => {
                visitor.restart(setup);
            }
            visitor => *visitor = None,
        }
        self.plan = plan;
        self.begin();
    }

    fn state(&self) -> State {
        match &self.visitor {
            _ if self.is_counted => {
                State { stage: Stage::End, statistics: self.statistics.clone(), ..State::default() }
            }
            Some(visitor) => visitor.state(),
            None => State::default(),
        }
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        if *state == State::default() {
            return Ok(());
        }
        if self.may_count && state.stage == Stage::End && state.position.is_empty() {
            self.statistics = state.statistics.clone();
            self.is_counted = true;
            return Ok(());
        }
        self.only_visit();
        self.visitor().resume(state)
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        if self.engine.is_some() || self.is_counted {
            return None;
        }
        self.visitor().descend(pick)
    }

    fn split(&mut self) -> Option<State> {
        if !self.is_divisible() {
            return None;
        }
        let state = self.visitor.as_mut()?.split()?;
        self.add_up();
        self.only_visit();
        Some(state)
    }

    fn lower_ceiling(&mut self, ceiling: u128) {
        self.visitor().lower_ceiling(ceiling);
    }

    fn bound(&self) -> u128 {
        self.visitor.as_ref().map_or(0, |visitor| visitor.bound())
    }
}
