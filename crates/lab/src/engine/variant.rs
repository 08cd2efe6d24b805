//! A strategy for variants as an engine.

use std::ops::{ControlFlow, Range};

use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::strategy::VariantStrategy;
use quadrille_sudoku::{Report, Request, StopReason, Verdict};

use super::{Answer, Engine, Given, KEPT, Run, Task};
use crate::definition::{Kind, Mode};
use crate::material::{Material, Puzzles};

/// Runs a strategy for variants, one puzzle at a time.
///
/// The clock stands around [`VariantStrategy::solve`]: what the strategy makes of the puzzle before it searches (an
/// exact-cover problem, say), searching, and handing over each solution. The limit of time stops the search; who has
/// made so much before that the answer comes later has timed out as well.
#[derive(Debug)]
pub struct VariantEngine<'s> {
    name: String,
    strategy: &'s dyn VariantStrategy,
}

impl<'s> VariantEngine<'s> {
    /// An engine of that name.
    pub fn new(name: impl Into<String>, strategy: &'s dyn VariantStrategy) -> Self {
        VariantEngine { name: name.into(), strategy }
    }

    fn solve(&self, variant: &Variant, task: &Task, run: &mut Run) {
        let mut request = Request::all().within(task.limits());
        request.limit = task.ask.limit();
        let most = KEPT.saturating_mul(variant.board().cells());
        let (mut cells, mut given) = (Vec::new(), 0);
        let (report, time) = task.clock.time(|| {
            self.strategy.solve(variant, &request, &mut |solution| {
                given += 1;
                if cells.len() < most {
                    cells.extend_from_slice(solution);
                }
                ControlFlow::Continue(())
            })
        });
        run.time += time;
        let report = match report {
            Ok(report) => report,
            Err(refusal) => {
                let refused = Some(refusal.to_string());
                run.answers.push(Some(Answer { refused, ..Answer::default() }));
                return;
            }
        };
        run.cancelled |= report.verdict == Verdict::Stopped(StopReason::Cancelled);
        let mut answer = answer(&report, given, cells, task);
        answer.stopped |= time > task.time_limit;
        run.answers.push(Some(answer));
    }
}

impl Engine for VariantEngine<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> Kind {
        Kind::Variant
    }

    fn mode(&self) -> Mode {
        Mode::Single
    }

    fn description(&self) -> String {
        format!("strategy {}: {}", self.strategy.name(), self.strategy.description())
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        match material.puzzles {
            Puzzles::Variant(_) => Ok(()),
            _ => Err(format!("{} takes variants", self.name)),
        }
    }

    fn run(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Run {
        let Puzzles::Variant(variants) = &material.puzzles else { return Run::default() };
        let mut run = Run::default();
        for variant in variants.get(range).unwrap_or_default() {
            self.solve(variant, task, &mut run);
        }
        run
    }
}

fn answer(report: &Report, given: u64, cells: Vec<u8>, task: &Task) -> Answer {
    let answer = Answer {
        solutions: report.solutions,
        complete: report.verdict.is_exhausted(),
        stopped: report.verdict.is_stopped(),
        nodes: Some(report.nodes),
        given: Given::Grids(cells),
        ..Answer::default()
    };
    let nonsense = match given == report.solutions {
        true => answer.misfit(&report.verdict, task.ask),
        false => Some(format!("a count of {}, but {given} given", report.solutions)),
    };
    Answer { nonsense, ..answer }
}
