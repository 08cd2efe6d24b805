//! An exact-cover strategy as an engine.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use quadrille_cover::{
    OptionId, Outcome, Problem, Search, SearchError, Step, StopReason, Strategy, Verdict, verify,
};

use super::{Answer, Engine, Given, KEPT, Run, Task};
use crate::definition::{Ask, Kind, Mode};
use crate::material::{Material, Puzzles};

/// Runs an exact-cover strategy.
///
/// The clock stands around the search of a problem that is built: setting it up, searching, and for
/// whatever is not just counted, handing over each solution. Of a search by several threads it stands
/// around their start and end as well.
#[derive(Debug)]
pub struct CoverEngine {
    name: String,
    strategy: &'static dyn Strategy,
    threads: usize,
}

/// So long one waits for threads before one looks again whether they are done.
const PATIENCE: Duration = Duration::from_secs(1);

impl CoverEngine {
    /// An engine of that name.
    pub fn new(name: impl Into<String>, strategy: &'static dyn Strategy) -> Self {
        CoverEngine { name: name.into(), strategy, threads: 1 }
    }

    /// The same by so many threads: see [`quadrille_cover::parallel`]. By one, it is the plain search.
    pub fn by_threads(self, threads: usize) -> Self {
        CoverEngine { threads, ..self }
    }

    fn search(&self, task: &Task) -> Search {
        let search = Search::new()
            .strategy(self.strategy)
            .time_budget(task.time_limit)
            .cancel(task.cancel.clone());
        let search = match task.node_limit {
            Some(nodes) => search.node_budget(nodes),
            None => search,
        };
        match task.ask.limit() {
            Some(limit) => search.limit(limit),
            None => search,
        }
    }

    /// Searches; the first solutions are kept.
    fn answer(
        &self,
        problem: &Problem<String, String>,
        task: &Task,
        kept: &mut Vec<Vec<OptionId>>,
    ) -> Result<Outcome, SearchError> {
        let search = self.search(task);
        let mut keep = |solution: &[OptionId]| {
            if kept.len() < KEPT {
                kept.push(solution.to_vec());
            }
        };
        match (task.ask, self.threads) {
            (Ask::Count, 0 | 1) => search.count(problem),
            (Ask::Count, threads) => search.team(problem, threads, |team| {
                while team.advance(PATIENCE) != Step::Exhausted {}
                team.outcome()
            }),
            (_, 0 | 1) => search.for_each(problem, |solution| {
                keep(solution);
                ControlFlow::Continue(())
            }),
            (_, threads) => search.team_for_each(problem, threads, |team| {
                loop {
                    match team.advance(PATIENCE) {
                        Step::Solution => keep(team.current()),
                        Step::Paused => {}
                        Step::Exhausted => return team.outcome(),
                    }
                }
            }),
        }
    }
}

impl Engine for CoverEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> Kind {
        Kind::Cover
    }

    fn mode(&self) -> Mode {
        Mode::Single
    }

    fn description(&self) -> String {
        format!("strategy {}: {}", self.strategy.name(), self.strategy.description())
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        let Puzzles::Cover(problems) = &material.puzzles else {
            return Err(format!("{} takes exact-cover problems", self.name));
        };
        for (problem, entry) in problems.iter().zip(&material.entries) {
            let prepared = Search::new().strategy(self.strategy).searcher(problem).map(drop);
            prepared.map_err(|error| format!("{}: {error}", entry.text))?;
        }
        Ok(())
    }

    fn run(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Run {
        let Puzzles::Cover(problems) = &material.puzzles else { return Run::default() };
        let mut run = Run::default();
        for problem in problems.get(range).unwrap_or_default() {
            let mut kept: Vec<Vec<OptionId>> = Vec::new();
            let (outcome, time) = task.clock.time(|| self.answer(problem, task, &mut kept));
            run.time += time;
            match outcome {
                Err(error) => run.fail(&error),
                Ok(outcome) => run.take(&outcome, Given::Checked(checked(problem, kept)), task),
            }
        }
        run
    }
}

impl Run {
    fn fail(&mut self, error: &SearchError) {
        self.answers.push(None);
        self.fault = Some(error.to_string());
    }

    fn take(&mut self, outcome: &Outcome, given: Given, task: &Task) {
        self.cancelled |= outcome.verdict == Verdict::Stopped(StopReason::Cancelled);
        let answer = Answer {
            solutions: outcome.solutions,
            complete: outcome.verdict.is_exhausted(),
            stopped: outcome.verdict.is_stopped(),
            nodes: Some(outcome.statistics.nodes),
            given,
            ..Answer::default()
        };
        let nonsense = answer.misfit(&outcome.verdict, task.ask);
        self.answers.push(Some(Answer { nonsense, ..answer }));
    }
}

/// How many solutions these are; an error if one of them is none, or there twice.
fn checked(
    problem: &Problem<String, String>,
    solutions: Vec<Vec<OptionId>>,
) -> Result<u64, String> {
    let mut seen = BTreeSet::new();
    for mut solution in solutions {
        verify(problem, &solution).map_err(|fault| format!("a solution that is none: {fault}"))?;
        solution.sort_unstable();
        if !seen.insert(solution) {
            return Err("the same solution twice".to_owned());
        }
    }
    Ok(seen.len() as u64)
}
