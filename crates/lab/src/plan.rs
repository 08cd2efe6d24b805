//! What to measure: strategies, limits, rounds.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use quadrille_sudoku::strategy::{ALL, Strategy};
use quadrille_sudoku::{CancelToken, Limits, Request};

/// A comparison, planned.
///
/// ```
/// use quadrille_lab::Plan;
///
/// let plan = Plan::registered();
/// assert_eq!(plan.strategies()[plan.baseline()].name(), "backtrack");
/// ```
#[derive(Debug, Clone)]
pub struct Plan<'s> {
    strategies: Vec<&'s dyn Strategy>,
    baseline: usize,
    /// Solutions to look for in a puzzle.
    pub limit: NonZeroU64,
    /// Time for a run, after which it has timed out.
    pub time_limit: Duration,
    /// How often each strategy runs on each puzzle.
    pub rounds: NonZeroU32,
    /// Ends the measuring early; what was measured until then is reported.
    pub cancel: CancelToken,
}

/// Solutions to look for unless something else is said: two decide whether there is one.
pub const DEFAULT_LIMIT: NonZeroU64 = NonZeroU64::new(2).unwrap();
/// Time for a run unless something else is said.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(1);
/// Rounds unless something else is said: the fewest whose median ignores an outlier.
pub const DEFAULT_ROUNDS: NonZeroU32 = NonZeroU32::new(3).unwrap();

impl<'s> Plan<'s> {
    /// Compares these strategies; the one named `baseline` is what the others are measured
    /// against, and is added in front if it is not among them but in the registry.
    ///
    /// # Errors
    ///
    /// If there is no strategy, a name stands twice, or there is no baseline of that name.
    pub fn new(strategies: Vec<&'s dyn Strategy>, baseline: &str) -> Result<Self, PlanError> {
        let mut strategies = strategies;
        if strategies.is_empty() {
            return Err(PlanError::NoStrategy);
        }
        for (index, strategy) in strategies.iter().enumerate() {
            if strategies[..index].iter().any(|other| other.name() == strategy.name()) {
                return Err(PlanError::Twice(strategy.name().to_owned()));
            }
        }
        let position = strategies.iter().position(|strategy| strategy.name() == baseline);
        let baseline = match position {
            Some(position) => position,
            None => {
                let registered = ALL.iter().find(|strategy| strategy.name() == baseline);
                let added = registered.ok_or_else(|| PlanError::Unknown(baseline.to_owned()))?;
                strategies.insert(0, *added);
                0
            }
        };
        Ok(Plan {
            strategies,
            baseline,
            limit: DEFAULT_LIMIT,
            time_limit: DEFAULT_TIME_LIMIT,
            rounds: DEFAULT_ROUNDS,
            cancel: CancelToken::new(),
        })
    }

    /// Compares all strategies of the registry against its first, the simplest.
    pub fn registered() -> Plan<'static> {
        Plan {
            strategies: ALL.to_vec(),
            baseline: 0,
            limit: DEFAULT_LIMIT,
            time_limit: DEFAULT_TIME_LIMIT,
            rounds: DEFAULT_ROUNDS,
            cancel: CancelToken::new(),
        }
    }

    /// The strategies, in the order in which they are reported.
    pub fn strategies(&self) -> &[&'s dyn Strategy] {
        &self.strategies
    }

    /// Index of the baseline in [`Plan::strategies`].
    pub fn baseline(&self) -> usize {
        self.baseline
    }

    /// What each run is asked for.
    pub(crate) fn request(&self) -> Request {
        let limits = Limits::none().with_time(self.time_limit).with_cancel(self.cancel.clone());
        Request::up_to(self.limit.get()).within(limits)
    }
}

/// A plan that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Nothing to measure.
    #[error("no strategy to measure")]
    NoStrategy,
    /// A strategy stands twice, so that its figures could not be told apart.
    #[error("strategy `{0}` named twice")]
    Twice(String),
    /// The baseline is neither among the strategies nor in the registry.
    #[error("no strategy `{0}` to be the baseline")]
    Unknown(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registered_baseline_is_added_in_front() {
        let plan = Plan::new(vec![ALL[1]], ALL[0].name()).unwrap();
        let names: Vec<&str> = plan.strategies().iter().map(|strategy| strategy.name()).collect();
        assert_eq!(names, [ALL[0].name(), ALL[1].name()]);
        assert_eq!(plan.baseline(), 0);
    }

    #[test]
    fn a_strategy_that_stands_twice_is_an_error() {
        let plan = Plan::new(vec![ALL[0], ALL[0]], ALL[0].name());
        assert_eq!(plan.unwrap_err(), PlanError::Twice(ALL[0].name().to_owned()));
    }

    #[test]
    fn an_unknown_baseline_and_an_empty_plan_are_errors() {
        let unknown = Plan::new(vec![ALL[0]], "nobody").unwrap_err();
        assert_eq!(unknown, PlanError::Unknown("nobody".to_owned()));
        assert_eq!(Plan::new(vec![], "backtrack").unwrap_err(), PlanError::NoStrategy);
    }
}
