//! All tests of the engine from outside, in one program: linking one for each file takes longer than to run them.

#[cfg(all(feature = "checkpoint", feature = "parallel"))]
mod big_counts;
#[cfg(feature = "checkpoint")]
mod checkpoint;
mod common;
mod counts;
mod estimate;
mod explain;
mod export;
#[cfg(feature = "json")]
mod json;
mod large;
mod lints;
#[cfg(feature = "parallel")]
mod parallel;
mod preprocess;
mod propagate;
mod properties;
mod search;
mod setups;
mod shard;
#[cfg(feature = "checkpoint")]
mod shard_files;
mod suite;
#[cfg(feature = "parallel")]
mod team_states;
mod text_format;
mod watch;
