//! The clock: what is spent on building a problem and what on solving it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use cpu_time::ProcessTime;

/// What a clock counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Counting {
    /// Time that passes: what a user waits for.
    Wall,
    /// Processor time of the process, all threads together: steadier on a busy machine.
    Cpu,
}

/// What was spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// From the neutral form of a problem to the engine's own.
    pub(crate) building: Duration,
    /// The search.
    pub(crate) solving: Duration,
}

impl Times {
    /// Both together: what the ratios are made of.
    pub(crate) fn total(&self) -> Duration {
        self.building + self.solving
    }
}

/// Adds up times. What runs outside [`build`](Clock::build) and [`solve`](Clock::solve) is not
/// timed.
#[derive(Debug)]
pub(crate) struct Clock {
    counting: Counting,
    times: Times,
}

impl Clock {
    /// A clock that stands at zero.
    pub(crate) fn new(counting: Counting) -> Self {
        Clock { counting, times: Times::default() }
    }

    /// Runs and times a piece of building.
    pub(crate) fn build<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (result, time) = self.timed(work);
        self.times.building += time;
        result
    }

    /// Runs and times a piece of solving.
    pub(crate) fn solve<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (result, time) = self.timed(work);
        self.times.solving += time;
        result
    }

    /// What was spent so far.
    pub(crate) fn times(&self) -> Times {
        self.times
    }

    fn timed<T>(&self, work: impl FnOnce() -> T) -> (T, Duration) {
        match self.counting {
            Counting::Wall => {
                let start = Instant::now();
                let result = black_box(work());
                (result, start.elapsed())
            }
            Counting::Cpu => {
                let start = ProcessTime::now();
                let result = black_box(work());
                (result, start.elapsed())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_counts_on_the_wall_only() {
        for (counting, counts) in [(Counting::Wall, true), (Counting::Cpu, false)] {
            let mut clock = Clock::new(counting);
            clock.solve(|| std::thread::sleep(Duration::from_millis(30)));
            assert_eq!(clock.times().solving >= Duration::from_millis(30), counts, "{counting:?}");
            assert_eq!(clock.times().building, Duration::ZERO);
        }
    }
}
