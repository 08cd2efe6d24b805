//! Algorithm X with a memory: each sub-problem is solved once, for as long as it is remembered, and
//! one that falls into independent parts is solved part by part.

use super::habit::{Memory, Parting};
use super::key::Coder;
use super::memo::Memo;
use super::order::Ordering;
use super::parts::{Part, Sub};
use super::sum::{Counting, Domain};
use crate::ids::{ItemId, OptionId};
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::number::Number;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::Branch;
use crate::strategy::walk::Taken;

/// Work of a look into the memory, in memory updates.
const LOOK: u64 = 8;

/// Where a search with a memory stands.
#[derive(Debug)]
pub(in crate::strategy) struct Engine<M: Sub, D: Domain> {
    pub(super) moves: M,
    pub(in crate::strategy) domain: D,
    coder: Coder,
    pub(in crate::strategy) memo: Memo,
    given: Vec<OptionId>,
    /// The numbers of the items in the problem, if they have others here; else empty.
    order: Vec<u32>,
    frames: Vec<Frame<M::Level, D>>,
    /// For each frame, and for what comes next, a state; and behind it, the key of the frame if it
    /// has one. See [`Coder`].
    states: Vec<u64>,
    then: Then<D>,
    memory: Memory,
    pub(super) parting: Parting,
    most_bytes: usize,
    /// Levels among the frames.
    depth: usize,
    statistics: Statistics,
    /// Nodes that were visited, and those that would have been below what was remembered.
    virtual_nodes: f64,
    value: Vec<u64>,
}

/// What comes next.
#[derive(Debug)]
enum Then<D: Domain> {
    /// Look at the sub-problem that the moves have come to.
    Enter,
    /// Try the next branch of the last level.
    Try,
    /// Solve the next part of the last product.
    Part,
    /// The last frame's branch, or part, came to this.
    Return(D::Value),
    /// Nothing.
    End(Option<D::Value>),
}

/// A sub-problem that is being solved.
#[derive(Debug)]
struct Frame<L, D: Domain> {
    task: Task<L, D>,
    /// The hash of its key, if what it comes to is to be remembered.
    hash: Option<u64>,
    /// Number of its primary items.
    class: u32,
    /// The nodes, those saved included, when it was begun.
    virtual_nodes: f64,
}

#[derive(Debug)]
enum Task<L, D: Domain> {
    /// By the branches of a level.
    Level(L, D::Sum),
    /// By its parts, of which so many are done.
    Product { parts: Vec<Part>, done: usize, value: D::Value, mark: (usize, usize) },
}

impl<M: Sub, D: Domain> Engine<M, D> {
    /// A search at the root of a problem, which takes so many bytes for what it remembers. The
    /// moves are made for the problem as it is searched: with its items in an order, and in that
    /// order or not.
    pub(in crate::strategy) fn new(
        moves: impl FnOnce(&Matrix) -> M,
        domain: D,
        matrix: &Matrix,
        ordering: &Ordering,
        in_order: bool,
        setup: &Setup,
        most_bytes: usize,
    ) -> Self {
        let matrix = ordering.matrix.as_ref().unwrap_or(matrix);
        let mut moves = moves(matrix);
        let start = moves.reset(matrix, setup, None);
        moves.prepare(matrix.item_count(), in_order);
        let coder = Coder::new(matrix);
        let mut is_covered = vec![false; matrix.item_count()];
        for &option in &start.given {
            matrix.items_of(option).iter().for_each(|&item| is_covered[item as usize] = true);
        }
        let open = matrix.primary_items().filter(|item| !is_covered[item.index()]);
        let root = coder.root(open, &start.given);
        let mut engine = Engine {
            moves,
            domain,
            memo: Memo::new(root.clone(), most_bytes),
            coder,
            given: start.given,
            order: ordering.items.clone(),
            frames: Vec::new(),
            states: root,
            then: Then::Enter,
            memory: Memory::new(),
            parting: Parting::new(),
            most_bytes,
            depth: 0,
            statistics: Statistics::default(),
            virtual_nodes: 0.0,
            value: Vec::new(),
        };
        engine.states.resize(2 * engine.coder.words, 0);
        if !start.possible {
            engine.then = Then::End(Some(engine.domain.none()));
        } else if engine.moves.is_complete() {
            let value = engine.domain.empty();
            engine.then = Then::End(Some(engine.with_given(value)));
        }
        engine
    }

    /// Goes on for as long as the budget lasts and the domain has room; `true` if it has come to
    /// the end.
    pub(in crate::strategy) fn advance(&mut self, budget: &mut Budget) -> bool {
        let is_over = self.go(budget);
        self.statistics.updates = self.moves.updates();
        is_over
    }

    fn go(&mut self, budget: &mut Budget) -> bool {
        while !self.domain.is_full() {
            // There may be many parts that are all remembered.
            if matches!(self.then, Then::Part) && budget.is_spent() {
                return false;
            }
            let before = self.moves.work();
            match std::mem::replace(&mut self.then, Then::End(None)) {
                Then::Enter => {
                    let (then, work) = self.enter();
                    self.then = then;
                    budget.charge(work);
                }
                Then::Try => {
                    let Some(then) = self.next_branch(budget) else {
                        self.then = Then::Try;
                        return false;
                    };
                    self.then = then;
                }
                Then::Part => self.then = self.next_part(),
                Then::Return(value) => self.then = self.take_back(value),
                Then::End(value) => {
                    self.then = Then::End(value);
                    return true;
                }
            }
            budget.charge(self.moves.work() - before + 1);
        }
        false
    }

    /// What the whole problem has come to, once: at the end.
    pub(in crate::strategy) fn result(&mut self) -> Option<D::Value> {
        match &mut self.then {
            Then::End(value) => value.take(),
            _ => None,
        }
    }

    /// The words of the state that comes next; behind them is room for its key.
    fn top(&self) -> usize {
        self.frames.len() * 2 * self.coder.words
    }

    /// Looks at a sub-problem: remembers it, or begins to solve it. Also the work of it.
    fn enter(&mut self) -> (Then<D>, u64) {
        if self.moves.is_forced() {
            return (self.open(None, 0), 0);
        }
        let (words, top) = (self.coder.words, self.top());
        let look = LOOK + self.coder.work();
        let (state, key) = self.states[top..top + 2 * words].split_at_mut(words);
        key.copy_from_slice(state);
        let moves = &self.moves;
        self.coder.normalise(key, |item| moves.is_live(item));
        let items = self.moves.open_items();
        let packed = self.memo.pack(key);
        let hash = self.memo.hash(packed);
        let wants = self.memory.wants(items, hash);
        if wants {
            let found = self.memo.get(hash, packed);
            self.memory.learn(items, found.map_or(0.0, |found| found.work));
            if let Some(found) = found {
                self.virtual_nodes += found.work;
                return (Then::Return(D::read(found.value)), look);
            }
        }
        let hash = wants.then_some(hash);
        let mut work = look;
        if self.parting.wants(items) {
            let (parts, looked) = self.moves.parts();
            self.parting.learn(items, !parts.is_empty());
            work += looked;
            if !parts.is_empty() {
                let (value, mark) = (self.domain.empty(), self.moves.mark());
                let task = Task::Product { parts, done: 0, value, mark };
                self.push(task, hash, items);
                return (Then::Part, work);
            }
        }
        (self.open(hash, items), work)
    }

    /// Opens a level for the sub-problem.
    fn open(&mut self, hash: Option<u64>, class: u32) -> Then<D> {
        let item = self.moves.choose();
        let level = self.moves.open(item);
        let sum = self.domain.open();
        self.push(Task::Level(level, sum), hash, class);
        self.depth += 1;
        Then::Try
    }

    fn push(&mut self, task: Task<M::Level, D>, hash: Option<u64>, class: u32) {
        let virtual_nodes = self.virtual_nodes;
        self.frames.push(Frame { task, hash, class, virtual_nodes });
        let top = self.top() + 2 * self.coder.words;
        if self.states.len() < top {
            self.states.resize(top, 0);
        }
    }

    /// Writes the state of the last frame's sub-problem where the next one's is to be.
    fn inherit(&mut self) -> usize {
        let (words, top) = (self.coder.words, self.top());
        let from = top - 2 * words;
        self.states.copy_within(from..from + words, top);
        top
    }

    /// Tries the next branch of the last level; `None` if the budget is spent.
    fn next_branch(&mut self, budget: &mut Budget) -> Option<Then<D>> {
        let Some(Frame { task: Task::Level(level, sum), .. }) = self.frames.last_mut() else {
            return Some(Then::End(None));
        };
        let Some(choice) = self.moves.next(level) else { return Some(self.close()) };
        if !budget.take_node() {
            return None;
        }
        self.statistics.visit(self.depth - 1);
        self.virtual_nodes += 1.0;
        let taken = self.moves.take(level, choice);
        let option = self.moves.option(choice);
        match (taken, option) {
            (Taken::Open, Some(option)) => {
                let top = self.inherit();
                let words = self.coder.words;
                self.coder.take(option, &mut self.states[top..top + words]);
                return Some(Then::Enter);
            }
            (Taken::Solution, Some(option)) => {
                let value = self.domain.empty();
                self.domain.add(sum, option, value);
            }
            _ => {}
        }
        self.moves.retract(level);
        Some(Then::Try)
    }

    /// Closes the last frame, a level that has no branches left.
    fn close(&mut self) -> Then<D> {
        let Some(Frame { task: Task::Level(level, sum), hash, class, virtual_nodes }) =
            self.frames.pop()
        else {
            return Then::End(None);
        };
        self.moves.close(&level);
        self.depth -= 1;
        let value = self.domain.close(sum);
        self.remember(hash, class, &value, virtual_nodes);
        Then::Return(value)
    }

    /// Remembers what the frame that was popped has come to.
    fn remember(&mut self, hash: Option<u64>, class: u32, value: &D::Value, since: f64) {
        let Some(hash) = hash else { return };
        self.memory.fill(class);
        let (words, top) = (self.coder.words, self.top());
        self.value.clear();
        D::write(value, &mut self.value);
        // The domain's memory counts too.
        self.memo.limit_to(self.most_bytes.saturating_sub(self.domain.bytes()));
        let packed = self.memo.pack(&self.states[top + words..top + 2 * words]);
        self.memo.insert(hash, packed, &self.value, self.virtual_nodes - since);
    }

    /// Goes to the next part of the last product, or ends it.
    fn next_part(&mut self) -> Then<D> {
        let (top, words) = (self.inherit(), self.coder.words);
        if let Some(Frame { task: Task::Product { parts, done, value, .. }, .. }) =
            self.frames.last()
            && let Some(part) = parts.get(*done)
            && !D::is_none(value)
        {
            self.moves.enter(part);
            self.coder.keep(&mut self.states[top..top + words], part.items.iter().copied());
            return Then::Enter;
        }
        let Some(Frame { task: Task::Product { value, .. }, hash, class, virtual_nodes }) =
            self.frames.pop()
        else {
            return Then::End(None);
        };
        self.remember(hash, class, &value, virtual_nodes);
        Then::Return(value)
    }

    /// The solutions of the whole problem, by those of what the given options leave of it.
    fn with_given(&mut self, value: D::Value) -> D::Value {
        self.given.iter().rev().fold(value, |value, &option| {
            let mut sum = self.domain.open();
            self.domain.add(&mut sum, option, value);
            self.domain.close(sum)
        })
    }

    /// Adds what a branch or a part has come to to its frame, and goes back to that.
    fn take_back(&mut self, value: D::Value) -> Then<D> {
        match self.frames.last_mut() {
            None => Then::End(Some(self.with_given(value))),
            Some(Frame { task: Task::Level(level, sum), .. }) => {
                if !D::is_none(&value)
                    && let Some(option) = self.moves.option(self.moves.choice(level))
                {
                    self.domain.add(sum, option, value);
                }
                self.moves.retract(level);
                Then::Try
            }
            Some(Frame { task: Task::Product { done, value: product, mark, .. }, .. }) => {
                self.moves.leave(*mark);
                let so_far = std::mem::replace(product, self.domain.none());
                *product = self.domain.product(so_far, value);
                *done += 1;
                Then::Part
            }
        }
    }

    /// Counters.
    pub(in crate::strategy) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// How many nodes there would have been without a memory, for each that was visited.
    pub(in crate::strategy) fn gain(&self) -> f64 {
        self.virtual_nodes / (self.statistics.nodes.max(1)) as f64
    }

    /// From now on so many bytes for what is remembered and the domain.
    pub(super) fn limit_to(&mut self, bytes: usize) {
        self.most_bytes = bytes;
        self.domain.limit_to(bytes);
    }

    /// Bytes of memory, about: what is remembered, and the domain's.
    pub(in crate::strategy) fn bytes(&self) -> usize {
        self.memo.bytes() + self.domain.bytes() + self.coder.bytes() + size_of_val(&self.states[..])
    }

    /// The branches from the root to where the search is, as far as no sub-problem on the way is a
    /// part.
    pub(in crate::strategy) fn position(&self) -> Vec<Branch> {
        let mut position = Vec::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let Task::Level(level, _) = &frame.task else { break };
            let (tried, of) = self.moves.branches(level);
            let waits = depth + 1 == self.frames.len() && matches!(self.then, Then::Try);
            let (choice, index) = if waits {
                (self.moves.next(level), tried)
            } else {
                (Some(self.moves.choice(level)), tried.saturating_sub(1))
            };
            let option = choice.and_then(|choice| self.moves.option(choice));
            let item = self.moves.item(level);
            let item = self.order.get(item.index()).map_or(item, |&item| ItemId::new(item));
            position.push(Branch::new(item, option, index, of));
        }
        position
    }
}

impl<M: Sub> Engine<M, Counting> {
    /// The solutions that are counted already: those that are part of a product that is not
    /// complete, not.
    pub(in crate::strategy) fn so_far(&self) -> Number {
        let mut so_far = Number::ZERO;
        for frame in &self.frames {
            let Task::Level(_, sum) = &frame.task else { break };
            so_far.add(sum);
        }
        so_far
    }
}
