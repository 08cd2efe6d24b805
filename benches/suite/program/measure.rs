//! Measuring one instance: a rehearsal that is checked, then rounds in which the strategies take turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use quadrille_cover::{Matrix, OptionId, Search, SearchError, Strategy, verify};
use quadrille_lab::statistics::median;
use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::error::SuiteError;
use super::instances::{Instance, Known};

/// A run shorter than this is repeated until it is about so long.
const LEAST: Duration = Duration::from_millis(20);

/// What is asked of the problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ask {
    /// The number of all solutions.
    All,
    /// One solution.
    First,
}

/// How it is measured.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The strategies, in the order of the columns.
    pub(crate) strategies: Vec<&'static dyn Strategy>,
    /// At least 1.
    pub(crate) rounds: u32,
    /// What is asked of instances that can be asked for either.
    pub(crate) ask: Ask,
    /// What the times are.
    pub(crate) clock: Clock,
    /// A strategy that takes longer is given up.
    pub(crate) limit: Duration,
}

/// An instance and what came of it.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) instance: String,
    /// Parallel to the strategies of the settings.
    pub(crate) timings: Vec<Timing>,
}

/// What came of a strategy on an instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Timing {
    /// It cannot take it.
    Unable,
    /// It took longer than the limit.
    Over(Duration),
    /// An answer was wrong, and how: there is no time.
    Wrong(String),
    /// All answers were right.
    Right {
        /// The median over the rounds, in seconds.
        seconds: f64,
        /// The nodes of the search trees of all its problems.
        nodes: u64,
    },
}

impl Timing {
    /// The median in seconds, if all was right.
    pub(crate) fn seconds(&self) -> Option<f64> {
        match *self {
            Timing::Right { seconds, .. } => Some(seconds),
            _ => None,
        }
    }
}

/// Measures every strategy; `None` if none takes the instance, or it is to be left out for the time
/// that it takes. `number` shifts the order of the first round from instance to instance.
///
/// # Errors
///
/// If the instance cannot be made.
pub(crate) fn measure(
    instance: &Instance,
    settings: &Settings,
    number: usize,
) -> Result<Option<Row>, SuiteError> {
    let problems = instance.problems()?;
    let work = Work::new(instance, &problems, settings.ask);
    let limit = instance.window.as_ref().map_or(settings.limit, |window| *window.end());
    let mut rehearsals = Vec::with_capacity(settings.strategies.len());
    for &strategy in &settings.strategies {
        rehearsals.push(work.rehearse(strategy, limit.min(settings.limit), settings.clock));
    }
    if rehearsals.iter().all(|rehearsal| *rehearsal == Rehearsal::Unable)
        || instance.window.as_ref().is_some_and(|window| !window.contains(&slowest(&rehearsals)))
    {
        return Ok(None);
    }
    let mut runs: Vec<Vec<Duration>> = vec![Vec::new(); rehearsals.len()];
    for round in 0..settings.rounds as usize {
        for turn in 0..rehearsals.len() {
            let index = (turn + round + number) % rehearsals.len();
            let Rehearsal::Right { took, .. } = rehearsals[index] else {
                continue;
            };
            let search = Search::new().strategy(settings.strategies[index]);
            match work.run(&search, repetitions(took), settings.clock) {
                Ok(time) => runs[index].push(time),
                Err(fault) => rehearsals[index] = Rehearsal::Wrong(fault),
            }
        }
    }
    let timing = |(rehearsal, times): (Rehearsal, Vec<Duration>)| match rehearsal {
        Rehearsal::Unable => Timing::Unable,
        Rehearsal::Over(limit) => Timing::Over(limit),
        Rehearsal::Wrong(fault) => Timing::Wrong(fault),
        Rehearsal::Right { took, nodes } => {
            Timing::Right { seconds: median(&times).unwrap_or(took).as_secs_f64(), nodes }
        }
    };
    let timings = rehearsals.into_iter().zip(runs).map(timing).collect();
    Ok(Some(Row { instance: instance.name.clone(), timings }))
}

/// What came of the first run, which is not timed but tells how long the others will take.
#[derive(Debug, PartialEq)]
enum Rehearsal {
    Unable,
    Over(Duration),
    Wrong(String),
    Right { took: Duration, nodes: u64 },
}

/// The longest that a strategy took that takes the instance; one without a time counts as endless.
fn slowest(rehearsals: &[Rehearsal]) -> Duration {
    let took = |rehearsal: &Rehearsal| match *rehearsal {
        Rehearsal::Unable => Duration::ZERO,
        Rehearsal::Right { took, .. } => took,
        Rehearsal::Over(_) => Duration::MAX,
        // To be shown, whatever it took.
        Rehearsal::Wrong(_) => LEAST,
    };
    rehearsals.iter().map(took).max().unwrap_or_default()
}

/// How often a run is repeated to be about [`LEAST`] long.
fn repetitions(took: Duration) -> u32 {
    let times = LEAST.as_nanos().div_ceil(took.as_nanos().max(1));
    u32::try_from(times).unwrap_or(u32::MAX)
}

/// What there is to do.
struct Work<'m> {
    problems: &'m [Matrix],
    ask: Ask,
    /// How many solutions all problems together must come to.
    expected: u64,
}

impl<'m> Work<'m> {
    fn new(instance: &Instance, problems: &'m [Matrix], ask: Ask) -> Self {
        let (ask, expected) = match (instance.known, ask) {
            (Known::Count(count), Ask::All) => (Ask::All, count),
            (Known::Count(0), Ask::First) => (Ask::First, 0),
            // One of each problem.
            (Known::Count(_), Ask::First) | (Known::Some, _) => (Ask::First, problems.len() as u64),
        };
        Work { problems, ask, expected }
    }

    /// One run within a limit, its answer checked: of a first solution, all that it claims.
    fn rehearse(
        &self,
        strategy: &'static dyn Strategy,
        limit: Duration,
        clock: Clock,
    ) -> Rehearsal {
        if !self.problems.iter().all(|problem| takes(strategy, problem)) {
            return Rehearsal::Unable;
        }
        let start = Instant::now();
        let (mut found, mut nodes) = (0, 0);
        let mut took = Duration::ZERO;
        for problem in self.problems {
            let left = limit.saturating_sub(start.elapsed());
            let search = Search::new().strategy(strategy).time_budget(left);
            let (answer, time) = clock.time(|| self.answer(&search, problem));
            took += time;
            let answer = match answer {
                Ok(answer) => answer,
                Err(fault) => return Rehearsal::Wrong(fault.to_string()),
            };
            if answer.stopped {
                return Rehearsal::Over(limit);
            }
            if let Some(Err(fault)) = answer.solution.map(|options| verify(problem, &options)) {
                return Rehearsal::Wrong(fault.to_string());
            }
            found += answer.found;
            nodes += answer.nodes;
        }
        match judge(found, self.expected) {
            Ok(()) => Rehearsal::Right { took, nodes },
            Err(fault) => Rehearsal::Wrong(fault),
        }
    }

    /// The time of one repetition of so many.
    ///
    /// # Errors
    ///
    /// That the answer was wrong.
    fn run(&self, search: &Search, repetitions: u32, clock: Clock) -> Result<Duration, String> {
        let (found, time) = clock.time(|| -> Result<u64, SearchError> {
            let mut found = 0u64;
            for _ in 0..repetitions {
                for problem in self.problems {
                    found += black_box(self.answer(search, black_box(problem))?).found;
                }
            }
            Ok(found)
        });
        let found = found.map_err(|error| error.to_string())?;
        judge(found, self.expected.saturating_mul(repetitions.into()))?;
        Ok(time / repetitions)
    }

    fn answer(&self, search: &Search, problem: &Matrix) -> Result<Answer, SearchError> {
        let (solution, outcome) = match self.ask {
            Ask::All => (None, search.count(problem)?),
            Ask::First => {
                let first = search.first(problem)?;
                (first.solution, first.outcome)
            }
        };
        Ok(Answer {
            found: outcome.solutions,
            nodes: outcome.statistics.nodes,
            stopped: outcome.verdict.is_stopped(),
            solution,
        })
    }
}

/// What a strategy says of a problem.
struct Answer {
    found: u64,
    nodes: u64,
    stopped: bool,
    solution: Option<Vec<OptionId>>,
}

fn judge(found: u64, expected: u64) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{found} solutions, expected {expected}"))
}

/// Whether a strategy takes all that a problem needs.
fn takes(strategy: &dyn Strategy, problem: &Matrix) -> bool {
    let (needs, has) = (problem.needs(), strategy.capabilities());
    (has.multiplicities || !needs.multiplicities) && (has.colours || !needs.colours)
}

#[cfg(test)]
mod tests {
    use quadrille_cover::{strategy, text};

    use super::*;

    fn settings(ask: Ask) -> Settings {
        Settings {
            strategies: vec![&strategy::Auto, &strategy::Links],
            rounds: 3,
            ask,
            clock: Clock::Wall,
            limit: Duration::from_secs(20),
        }
    }

    /// A group of these problems.
    fn group(problems: &'static [&'static str], known: Known) -> Instance {
        Instance::new("a group", known, || {
            problems.iter().map(|problem| Ok(text::read(problem)?.matrix().clone())).collect()
        })
    }

    fn timings(instance: &Instance, ask: Ask) -> Vec<Timing> {
        measure(instance, &settings(ask), 1).unwrap().map_or(Vec::new(), |row| row.timings)
    }

    const TWO_AND_ONE: &[&str] = &["a b\na\nb\na b\n", "a\na\n"];

    #[test]
    fn the_solutions_of_a_group_add_up() {
        let right = timings(&group(TWO_AND_ONE, Known::Count(3)), Ask::All);
        assert_eq!(right.len(), 2);
        assert!(right.iter().all(|timing| timing.seconds().is_some_and(|s| s > 0.0)), "{right:?}");
    }

    #[test]
    fn a_wrong_count_has_no_time() {
        let wrong = timings(&group(TWO_AND_ONE, Known::Count(4)), Ask::All);
        assert_eq!(wrong, vec![Timing::Wrong("3 solutions, expected 4".to_owned()); 2]);
    }

    #[test]
    fn of_each_problem_of_a_group_one_solution_is_enough_if_the_first_is_asked_for() {
        for known in [Known::Count(3), Known::Some] {
            let right = timings(&group(TWO_AND_ONE, known), Ask::First);
            assert!(right.iter().all(|timing| timing.seconds().is_some()), "{right:?}");
        }
        let none = timings(&group(&["a b\na\n"], Known::Some), Ask::All);
        assert_eq!(none, vec![Timing::Wrong("0 solutions, expected 1".to_owned()); 2]);
        let none = timings(&group(&["a b\na\n"], Known::Count(0)), Ask::First);
        assert!(none.iter().all(|timing| timing.seconds().is_some()), "{none:?}");
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let instance = group(TWO_AND_ONE, Known::Count(3));
        let settings = Settings { limit: Duration::ZERO, ..settings(Ask::All) };
        let row = measure(&instance, &settings, 0).unwrap().unwrap();
        assert_eq!(row.timings, vec![Timing::Over(Duration::ZERO); 2]);
    }

    #[test]
    fn what_takes_less_or_more_than_its_window_is_left_out() {
        let hour = Duration::from_secs(3600);
        let instance = group(TWO_AND_ONE, Known::Count(3));
        assert!(timings(&instance.within(hour..=2 * hour), Ask::All).is_empty());
        let instance = group(TWO_AND_ONE, Known::Count(3));
        assert!(timings(&instance.within(Duration::ZERO..=Duration::ZERO), Ask::All).is_empty());
        let instance = group(TWO_AND_ONE, Known::Count(3));
        assert_eq!(timings(&instance.within(Duration::ZERO..=hour), Ask::All).len(), 2);
    }

    #[test]
    fn short_runs_are_repeated() {
        assert_eq!(repetitions(Duration::from_micros(10)), 2000);
        assert_eq!(repetitions(Duration::from_secs(1)), 1);
        assert_eq!(repetitions(Duration::ZERO), 20_000_000);
    }
}
