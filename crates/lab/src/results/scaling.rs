//! What results have of a scaling study beyond those of any session: which size a corpus is.

use serde::{Deserialize, Serialize};

/// Of a scaling study: corpus i holds what is of size [`sizes`](Self::sizes)\[i\].
///
/// Engines that were not tried on a size have no [`Series`](super::Series) there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScalingInfo {
    /// What grows: the name of a family, `queens`.
    pub family: String,
    /// What its size is: `n`, `cells of a side`, `threads`.
    pub parameter: String,
    /// The instance that is the same at each size; none where it is the instance that grows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Seconds for a puzzle. An engine that needed more on a size was not tried on larger ones.
    pub budget: f64,
    /// Seconds: the least difference between two readings of the clock that was seen.
    pub resolution: f64,
    /// The sizes, ascending: one for each corpus.
    pub sizes: Vec<usize>,
    /// The largest size that was asked for. Sizes that no engine was left for are not in
    /// [`sizes`](Self::sizes).
    pub to: usize,
    /// Sizes that were left out, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<SkippedSize>,
    /// Engines that were left out at a size, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// A size that was left out for all engines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SkippedSize {
    /// The size.
    pub size: usize,
    /// Why.
    pub reason: String,
}

/// An engine that cannot take a size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// Index of the engine.
    pub engine: usize,
    /// The size.
    pub size: usize,
    /// Why.
    pub reason: String,
}
