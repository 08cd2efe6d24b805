//! What the times are.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

/// What a clock counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Clock {
    /// Time that passes: what a user waits for.
    Wall,
    /// Processor time of this thread: steadier on a busy machine.
    Cpu,
}

impl Clock {
    /// Does the work and tells how long it took.
    pub(crate) fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        match self {
            Clock::Wall => {
                let start = Instant::now();
                let result = work();
                (result, start.elapsed())
            }
            Clock::Cpu => {
                let start = ThreadTime::now();
                let result = work();
                (result, start.elapsed())
            }
        }
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Clock::Wall => "wall",
            Clock::Cpu => "cpu",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_counts_on_the_wall_clock_only() {
        let nap = Duration::from_millis(30);
        let time = |clock: Clock| clock.time(|| std::thread::sleep(nap)).1;
        assert!(time(Clock::Wall) >= nap);
        assert!(time(Clock::Cpu) < nap);
    }
}
