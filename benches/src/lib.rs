//! Exact covers with known counts, for the benches: in a form of their own, so that `peers` gives the
//! same to everyone.

pub mod dominoes;
pub mod langford;
pub mod latin;
pub mod partition;
pub mod pentominoes;
pub mod queens;

mod cover;

pub use cover::Cover;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
