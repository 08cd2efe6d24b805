//! The search in the instructions that a machine has: the same code, compiled for each.
#![allow(unsafe_code, reason = "to call a function for instructions that not every machine has")]

use quadrille_cover::{Budget, Step};

use super::search::Tree;
use super::vector::Bands;
use crate::strategy::lanes::machine::Best;
use crate::strategy::lanes::pass::CELLS;

/// [`Searcher::advance`](crate::strategy::Searcher::advance) in these instructions.
pub(super) fn walk(best: Best, tree: &mut Tree, budget: &mut Budget) -> Step {
    match best {
        Best::Portable => tree.walk::<Bands>(budget),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: there is no value of this type unless the machine has these instructions.
        Best::Avx2(_) => unsafe { walk_avx2(tree, budget) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the same.
        Best::Avx512(_) => unsafe { walk_avx512(tree, budget) },
    }
}

/// Gives a search its clues in these instructions.
pub(super) fn load(best: Best, tree: &mut Tree, values: &[u8; CELLS]) {
    match best {
        Best::Portable => tree.load::<Bands>(values),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: there is no value of this type unless the machine has these instructions.
        Best::Avx2(_) => unsafe { load_avx2(tree, values) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the same.
        Best::Avx512(_) => unsafe { load_avx512(tree, values) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn load_avx2(tree: &mut Tree, values: &[u8; CELLS]) {
    tree.load::<super::avx2::Words>(values)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
fn load_avx512(tree: &mut Tree, values: &[u8; CELLS]) {
    tree.load::<super::avx512::Words>(values)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn walk_avx2(tree: &mut Tree, budget: &mut Budget) -> Step {
    tree.walk::<super::avx2::Words>(budget)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
fn walk_avx512(tree: &mut Tree, budget: &mut Budget) -> Step {
    tree.walk::<super::avx512::Words>(budget)
}
