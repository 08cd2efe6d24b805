//! The parts of a search as they stand in a checkpoint, and checkpoints of earlier versions.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::{Checkpoint, CheckpointError, Settings, VERSION, name, numbers, stage};
use crate::ids::{ItemId, OptionId};
use crate::statistics::Statistics;
use crate::strategy::{Branch, State};

/// A way into the tree as it stands in a file. For each level: item, option, index, number of branches, end
/// of those that are its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Position(Vec<(u32, Option<u32>, u32, u32, u32)>);

impl Position {
    pub(crate) fn of(branches: &[Branch]) -> Self {
        let branch = |branch: &Branch| {
            let option = branch.option.map(OptionId::get);
            (branch.item.get(), option, branch.index, branch.of, branch.end)
        };
        Position(branches.iter().map(branch).collect())
    }

    pub(crate) fn branches(&self) -> Vec<Branch> {
        let branch = |&(item, option, index, of, end): &(u32, Option<u32>, u32, u32, u32)| Branch {
            item: ItemId::new(item),
            option: option.map(OptionId::new),
            index,
            of,
            end,
        };
        self.0.iter().map(branch).collect()
    }
}

/// A part of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    stage: String,
    position: Position,
    pub(super) nodes: u64,
    updates: u64,
    /// Options that a propagator has removed.
    #[serde(default, skip_serializing_if = "is_none")]
    removed: u64,
    solutions: u64,
    /// Solutions beyond as many as `solutions` can say, in decimal digits.
    #[serde(default, skip_serializing_if = "is_zero", with = "crate::decimal")]
    beyond: BigUint,
    profile: Vec<u64>,
    weights: Vec<u64>,
    /// Solutions that are counted and were not handed over yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) pending: Vec<Vec<u32>>,
}

impl Saved {
    pub(super) fn new(state: &State, pending: &[Vec<OptionId>]) -> Self {
        let Statistics { nodes, updates, removed, solutions, ref beyond, ref profile } =
            state.statistics;
        Saved {
            stage: name(state.stage).to_owned(),
            position: Position::of(&state.position),
            nodes,
            updates,
            removed,
            solutions,
            beyond: beyond.clone(),
            profile: profile.clone(),
            weights: state.weights.clone(),
            pending: pending.iter().map(|options| numbers(options)).collect(),
        }
    }

    /// Number of solutions, exactly.
    pub(super) fn total(&self) -> BigUint {
        &self.beyond + self.solutions
    }

    pub(super) fn state(&self) -> Result<State, CheckpointError> {
        let stage = stage(&self.stage).ok_or_else(|| {
            let unknown = format!("unknown stage {:?}", self.stage);
            CheckpointError::Malformed(serde::de::Error::custom(unknown))
        })?;
        let mut statistics = Statistics {
            nodes: self.nodes,
            updates: self.updates,
            removed: self.removed,
            profile: self.profile.clone(),
            ..Statistics::default()
        };
        statistics.set_total(self.total());
        Ok(State {
            stage,
            position: self.position.branches(),
            statistics,
            weights: self.weights.clone(),
        })
    }
}

fn is_none(number: &u64) -> bool {
    *number == 0
}

fn is_zero(number: &BigUint) -> bool {
    *number == BigUint::ZERO
}

/// A checkpoint of version 1 of the format: there was one part, and nothing pending.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct First {
    format: String,
    version: u32,
    program: String,
    problem: String,
    settings: Settings,
    stage: String,
    position: Position,
    nodes: u64,
    updates: u64,
    solutions: u64,
    profile: Vec<u64>,
    weights: Vec<u64>,
    found: Vec<Vec<u32>>,
    checksum: String,
}

impl First {
    /// The same in the present version, if it is as it was written.
    pub(super) fn renewed(mut self) -> Result<Checkpoint, CheckpointError> {
        let checksum = std::mem::take(&mut self.checksum);
        if super::checksum(&self) != checksum {
            return Err(CheckpointError::Damaged);
        }
        let First { stage, position, nodes, updates, solutions, profile, weights, .. } = self;
        let (removed, beyond, pending) = (0, BigUint::ZERO, Vec::new());
        let part = Saved {
            stage,
            position,
            nodes,
            updates,
            removed,
            solutions,
            beyond,
            profile,
            weights,
            pending,
        };
        let First { format, program, problem, settings, found, .. } = self;
        let (version, parts, checksum) = (VERSION, vec![part], String::new());
        let renewed =
            Checkpoint { format, version, program, problem, settings, parts, found, checksum };
        Ok(renewed.sealed())
    }
}
