//! What shards have come to, added up, so that nothing is missing, foreign or counted twice (feature
//! `checkpoint`).

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::MOST_SHARDS;
use super::file::ShardId;
use crate::checkpoint::hex;
use crate::outcome::Outcome;

/// What one shard has come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    number: u32,
    of: u32,
    /// SHA-256 of the matrix.
    problem: String,
    /// SHA-256 of the plan.
    plan: String,
    #[serde(with = "crate::decimal")]
    solutions: BigUint,
    nodes: u64,
    updates: u64,
    /// Whether the shard was searched to its end.
    exhausted: bool,
    /// SHA-256 of what stands above.
    checksum: String,
}

impl Part {
    /// What the search of a shard has come to.
    pub fn new(shard: &ShardId, outcome: &Outcome) -> Self {
        let mut part = Part {
            number: shard.number,
            of: shard.of,
            problem: shard.problem.clone(),
            plan: shard.plan.clone(),
            solutions: outcome.total(),
            nodes: outcome.statistics.nodes,
            updates: outcome.statistics.updates,
            exhausted: outcome.verdict.is_exhausted(),
            checksum: String::new(),
        };
        part.checksum = part.sum();
        part
    }

    fn sum(&self) -> String {
        let Part { number, of, problem, plan, solutions, nodes, updates, exhausted, .. } = self;
        let text =
            format!("{number} {of} {problem:?} {plan:?} {solutions} {nodes} {updates} {exhausted}");
        hex(&Sha256::digest(text))
    }

    /// The number of its shard, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many shards there are.
    pub fn of(&self) -> u32 {
        self.of
    }

    /// Number of solutions.
    pub fn solutions(&self) -> &BigUint {
        &self.solutions
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the shard was searched to its end.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }
}

/// Why a part cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// It is not as it was written.
    #[error("the result is damaged: its checksum does not fit")]
    Damaged,
    /// Its number is not one of its shards.
    #[error("there is no shard {number} of {of}")]
    Number {
        /// The number.
        number: u32,
        /// How many shards it says there are.
        of: u32,
    },
    /// It is one of another problem than those before it.
    #[error("shard {number} of {of} is foreign: it is of another problem than those before it")]
    Problem {
        /// Its number.
        number: u32,
        /// How many shards it says there are.
        of: u32,
    },
    /// Those before it are of a plan with another number of shards.
    #[error("shard {number} of {of} is foreign: those before it are of {expected} shards")]
    Shards {
        /// Its number.
        number: u32,
        /// How many shards it says there are.
        of: u32,
        /// How many there are.
        expected: u32,
    },
    /// Those before it are of another plan with as many shards.
    #[error(
        "shard {number} of {of} is foreign: it is of another plan than those before it (made with \
         another strategy, seed, given options or version)"
    )]
    Plan {
        /// Its number.
        number: u32,
        /// How many shards it says there are.
        of: u32,
    },
    /// Its shard is there already.
    #[error("shard {number} of {of} is there twice")]
    Repeated {
        /// Its number.
        number: u32,
        /// How many shards there are.
        of: u32,
    },
}

/// Adds up what shards have come to.
///
/// ```
/// use quadrille_cover::shard::{Merge, Part, Plan, ShardFile};
/// use quadrille_cover::{Search, text};
///
/// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
/// let search = Search::new();
/// let plan = Plan::new(&problem, &search, 2, 1)?;
/// let mut merge = Merge::new();
/// for file in ShardFile::all(&problem, &search, &plan) {
///     let outcome = file.shard(&problem, &search)?.count(&problem, &search)?;
///     merge.add(Part::new(&file.id(), &outcome))?;
/// }
/// let merged = merge.result();
/// assert!(merged.is_exact());
/// assert_eq!(merged.solutions, 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Merge {
    parts: BTreeMap<u32, Part>,
}

impl Merge {
    /// Nothing so far.
    pub fn new() -> Self {
        Merge::default()
    }

    /// Adds a part.
    ///
    /// # Errors
    ///
    /// See [`MergeError`]; then it is not added.
    pub fn add(&mut self, part: Part) -> Result<(), MergeError> {
        let Part { number, of, .. } = part;
        if part.sum() != part.checksum {
            return Err(MergeError::Damaged);
        }
        if of > MOST_SHARDS || !(1..=of).contains(&number) {
            return Err(MergeError::Number { number, of });
        }
        if let Some((_, first)) = self.parts.first_key_value() {
            if first.problem != part.problem {
                return Err(MergeError::Problem { number, of });
            }
            if first.of != of {
                return Err(MergeError::Shards { number, of, expected: first.of });
            }
            if first.plan != part.plan {
                return Err(MergeError::Plan { number, of });
            }
        }
        if self.parts.contains_key(&number) {
            return Err(MergeError::Repeated { number, of });
        }
        self.parts.insert(number, part);
        Ok(())
    }

    /// What they come to together.
    pub fn result(&self) -> Merged {
        let of = self.parts.first_key_value().map_or(0, |(_, first)| first.of);
        let sum = |number: fn(&Part) -> u64| {
            // At most 2¹⁶ numbers below 2⁶⁴.
            self.parts.values().map(|part| u128::from(number(part))).sum()
        };
        let unfinished = self.parts.values().filter(|part| !part.exhausted);
        Merged {
            of,
            solutions: self.parts.values().map(|part| &part.solutions).sum(),
            nodes: sum(|part| part.nodes),
            updates: sum(|part| part.updates),
            missing: (1..=of).filter(|number| !self.parts.contains_key(number)).collect(),
            unfinished: unfinished.map(Part::number).collect(),
        }
    }
}

/// What shards come to together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// How many shards there are; 0 if nothing was added.
    pub of: u32,
    /// Number of solutions of those that were added; of the whole search if that is [exact](Self::is_exact).
    pub solutions: BigUint,
    /// Number of nodes.
    pub nodes: u128,
    /// Number of updates.
    pub updates: u128,
    /// The shards that are missing, in order.
    pub missing: Vec<u32>,
    /// The shards that were not searched to their end, in order.
    pub unfinished: Vec<u32>,
}

impl Merged {
    /// Whether every shard is there and was searched to its end.
    pub fn is_exact(&self) -> bool {
        self.of > 0 && self.missing.is_empty() && self.unfinished.is_empty()
    }
}
