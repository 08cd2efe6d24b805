//! Looking at the limits often, but not too often.

use crate::limits::{Budget, Limits, Meter};
use crate::outcome::StopReason;

/// Work units, about a memory access each, between two looks at the clock: some tenths of a
/// millisecond.
const LOOK_AFTER: u64 = 1 << 17;

/// Books what is done and says when a limit is reached.
#[derive(Debug)]
pub(crate) struct Pace {
    meter: Meter,
    /// The slice that is out.
    budget: Budget,
    /// Work since the last look at the clock.
    work: u64,
}

impl Pace {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits) -> Self {
        // No slice yet: the first step fetches one.
        Pace { meter: Meter::start(limits), budget: Budget::nodes(0), work: 0 }
    }

    /// Books `units` of work.
    pub(crate) fn spend(&mut self, units: u64) -> Result<(), StopReason> {
        self.work += units;
        if self.work >= LOOK_AFTER {
            self.renew()?;
        }
        Ok(())
    }

    /// Books a look at an item.
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        while !self.budget.take_node() {
            self.renew()?;
        }
        self.spend(8)
    }

    fn renew(&mut self) -> Result<(), StopReason> {
        self.work = 0;
        self.meter.settle(&self.budget);
        self.budget = self.meter.slice()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nodes_are_counted_exactly() {
        let mut pace = Pace::start(&Limits::none().with_nodes(3));
        let steps = std::iter::repeat_with(|| pace.step()).take_while(Result::is_ok).count();
        assert_eq!(steps, 3);
        assert_eq!(pace.step(), Err(StopReason::NodeBudget));
    }

    #[test]
    fn time_is_looked_at_within_a_long_step() {
        let mut pace = Pace::start(&Limits::none().with_time(Duration::ZERO));
        assert_eq!(pace.spend(LOOK_AFTER - 1), Ok(()));
        assert_eq!(pace.spend(1), Err(StopReason::TimeBudget));
    }
}
