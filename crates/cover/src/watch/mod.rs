//! Searches that are watched: what a search does, as a series of [`Event`]s.
//!
//! The twist: no strategy knows of it. Every searcher can be advanced by a single node and asked
//! where it stands, which is all that checkpoints and progress need too. A [`Watch`] does both in
//! turn and works out from two positions in a row what has happened in between. So a search that
//! nobody watches runs the very code that it would run if there were no events, and whatever has a
//! position can be watched: any strategy, of exact cover or of anything else that is [`Watched`].
//!
//! It is for learning and for debugging, not for speed: a node costs time in proportion to the depth.
//!
//! ```
//! use quadrille_cover::watch::Event;
//! use quadrille_cover::{Search, text};
//!
//! let problem = text::read("a b\na\nb\na b\n")?;
//! let mut watch = Search::new().watch(&problem)?;
//! let mut tried = 0;
//! while !watch.is_over() {
//!     tried += watch.step().iter().filter(|event| matches!(event, Event::Try { .. })).count();
//! }
//! // a by itself and then b; a and b together.
//! assert_eq!((tried, watch.nodes(), watch.solutions()), (3, 3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The events
//!
//! They keep to a stack of *levels*, of which each but the last has a branch in force:
//!
//! - [`Choose`](Event::Choose) opens level `level`, the number of levels before it;
//! - [`Try`](Event::Try) puts a branch of the last level in force: this is a node;
//! - [`Undo`](Event::Undo) takes it back;
//! - [`Retreat`](Event::Retreat) closes the last level, no branch of which is in force;
//! - [`Solution`](Event::Solution): the branches in force, and the given options, are one;
//! - [`Exhausted`](Event::Exhausted) is the last event, when every level is closed.
//!
//! A [`Partial`] keeps to the events of exact cover and says what is covered and what is left.
//!
//! Moves that a strategy makes within a node, such as the look at an item that turns out to have no
//! option, are not seen; they show as an `Undo` right behind the `Try`.

mod partial;

use std::fmt;

pub use self::partial::Partial;
use crate::limits::Budget;
use crate::strategy::{Branch, Searcher, Step};

/// What can be watched: see the [module](self).
pub trait Watched {
    /// A step from the root of the search tree.
    type Branch: WatchedBranch;

    /// Works until the next solution, the end, or the end of the budget.
    fn advance(&mut self, budget: &mut Budget) -> Step;

    /// The branches from the root: to the solution that was just found, or else to the node that is
    /// visited next; empty at the end. `None` if it cannot tell: then only its nodes are counted.
    fn position(&self) -> Option<Vec<Self::Branch>>;

    /// Nodes so far.
    fn nodes(&self) -> u64;
}

/// A step from the root that can be told from others.
pub trait WatchedBranch: Copy + PartialEq + fmt::Debug {
    /// Whether two branches behind the same ones are of one level: those of the same item.
    fn is_beside(&self, other: &Self) -> bool;
}

impl WatchedBranch for Branch {
    fn is_beside(&self, other: &Self) -> bool {
        self.item == other.item
    }
}

impl Watched for Box<dyn Searcher + '_> {
    type Branch = Branch;

    fn advance(&mut self, budget: &mut Budget) -> Step {
        (**self).advance(budget)
    }

    fn position(&self) -> Option<Vec<Branch>> {
        Some((**self).position())
    }

    fn nodes(&self) -> u64 {
        self.statistics().nodes
    }
}

/// What a search has done. Levels are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<B> {
    /// An item was chosen, and its branches are tried in turn.
    Choose {
        /// The level that is opened.
        level: usize,
        /// The first branch.
        branch: B,
    },
    /// A branch is taken: a node.
    Try {
        /// Its level.
        level: usize,
        /// The branch.
        branch: B,
    },
    /// A branch is taken back.
    Undo {
        /// Its level.
        level: usize,
        /// The branch.
        branch: B,
    },
    /// All branches of a level were tried.
    Retreat {
        /// The level that is closed.
        level: usize,
        /// The branch that was tried last.
        branch: B,
    },
    /// A node of a search that cannot tell where it stands.
    Node,
    /// A solution: the searcher has it.
    Solution,
    /// There is nothing left to try.
    Exhausted,
}

/// A search that is advanced a node at a time, and says what it does.
#[derive(Debug)]
pub struct Watch<S: Watched> {
    searcher: S,
    path: Vec<S::Branch>,
    /// Whether the last branch of the path is in force, and not only the next to be tried.
    in_force: bool,
    events: Vec<Event<S::Branch>>,
    nodes: u64,
    solutions: u64,
    undone: u64,
    /// Whether the next branch is not known yet: at the beginning, and behind a solution.
    is_unsettled: bool,
    is_over: bool,
}

impl<S: Watched> Watch<S> {
    /// Watches a search that has not begun.
    pub fn new(searcher: S) -> Self {
        let nodes = searcher.nodes();
        Watch {
            searcher,
            path: Vec::new(),
            in_force: false,
            events: Vec::new(),
            nodes,
            solutions: 0,
            undone: 0,
            is_unsettled: true,
            is_over: false,
        }
    }

    /// Advances by a node, and tells what has happened: at the first call what comes before the first
    /// node; then each time the node and what follows from it up to the next one, or up to the solution
    /// that it is. What follows from going on behind a solution has a call of its own. Nothing behind
    /// the end.
    pub fn step(&mut self) -> &[Event<S::Branch>] {
        self.events.clear();
        if self.is_over {
            return &self.events;
        }
        let mut budget = Budget::nodes(u64::from(!self.is_unsettled));
        self.is_unsettled = false;
        let step = self.searcher.advance(&mut budget);
        let nodes = self.searcher.nodes();
        for _ in self.nodes..nodes {
            let event = match self.path.last() {
                Some(&branch) if !self.in_force => {
                    self.in_force = true;
                    Event::Try { level: self.path.len() - 1, branch }
                }
                _ => Event::Node,
            };
            self.events.push(event);
        }
        self.nodes = nodes;
        match step {
            Step::Solution => {
                if let Some(position) = self.searcher.position() {
                    self.back_to(&position);
                }
                self.solutions += 1;
                self.is_unsettled = true;
                self.events.push(Event::Solution);
            }
            Step::Paused => {
                let position = self.searcher.position();
                self.go_to(position.as_deref().unwrap_or_default());
            }
            Step::Exhausted => {
                self.go_to(&[]);
                self.events.push(Event::Exhausted);
                self.is_over = true;
            }
        }
        &self.events
    }

    /// Takes back what does not lead to a solution that is found without a node: a search that does not only
    /// branch may find one when it has taken back a branch.
    fn back_to(&mut self, position: &[S::Branch]) {
        let same = self.path.iter().zip(position).take_while(|(old, new)| old == new).count();
        while self.path.len() > same {
            let level = self.path.len() - 1;
            let Some(branch) = self.path.pop() else { break };
            if self.in_force {
                self.undone += 1;
                self.events.push(Event::Undo { level, branch });
            }
            self.events.push(Event::Retreat { level, branch });
            self.in_force = level > 0;
        }
    }

    /// Takes back and opens what lies between the path and a position whose last branch is next.
    fn go_to(&mut self, position: &[S::Branch]) {
        let same = self.path.iter().zip(position).take_while(|(old, new)| old == new).count();
        // The last branch of the position must not be in force.
        let stays = if same == position.len() { same.saturating_sub(1) } else { same };
        while self.path.len() > stays {
            let level = self.path.len() - 1;
            let Some(&branch) = self.path.last() else { break };
            if self.in_force {
                self.undone += 1;
                self.events.push(Event::Undo { level, branch });
            } else if level < same {
                // It still waits to be tried.
                return;
            }
            self.in_force = false;
            match position.get(level) {
                Some(next) if level == stays && next.is_beside(&branch) => {
                    self.path[level] = *next;
                    break;
                }
                _ => {
                    self.events.push(Event::Retreat { level, branch });
                    self.path.pop();
                    // What leads here is in force.
                    self.in_force = !self.path.is_empty();
                }
            }
        }
        for (level, &branch) in position.iter().enumerate().skip(self.path.len()) {
            self.events.push(Event::Choose { level, branch });
            self.path.push(branch);
            self.in_force = false;
        }
    }

    /// The searcher, for the solution that was just found.
    pub fn searcher(&self) -> &S {
        &self.searcher
    }

    /// The branches from the root; whether the last one is in force is told by
    /// [`is_in_force`](Self::is_in_force).
    pub fn path(&self) -> &[S::Branch] {
        &self.path
    }

    /// Whether the last branch of the path was taken; otherwise it is the next to be tried.
    pub fn is_in_force(&self) -> bool {
        self.in_force
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solutions so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Branches that were taken back so far.
    pub fn undone(&self) -> u64 {
        self.undone
    }

    /// Whether everything was visited.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}
