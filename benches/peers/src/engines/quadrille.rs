//! Our own side: every strategy of both registries.

use std::ops::ControlFlow;

use quadrille_cover::{Search, strategy as covers};
use quadrille_sudoku::strategy::{self as grids, Request};
use quadrille_sudoku::{Grid, Puzzle, Shape};

use super::{CoverEngine, Found, GridEngine, Want};
use crate::clock::Clock;
use crate::puzzle::Cells;
use quadrille_benches::Cover;

/// What the names of our engines begin with, so that no crate's name is taken for ours.
pub(crate) const PREFIX: &str = "quadrille/";

/// A strategy of `quadrille-cover`.
#[derive(Debug)]
pub(crate) struct OurCover {
    name: String,
    strategy: &'static dyn covers::Strategy,
}

/// Every strategy for exact cover.
pub(crate) fn covers() -> impl Iterator<Item = OurCover> {
    let named = |strategy: &&'static dyn covers::Strategy| format!("{PREFIX}{}", strategy.name());
    covers::ALL.iter().map(move |strategy| OurCover { name: named(strategy), strategy: *strategy })
}

impl CoverEngine for OurCover {
    fn name(&self) -> &str {
        &self.name
    }

    fn asked(&self) -> &'static str {
        "ProblemBuilder with numbers as labels; Search::count, or Search::for_each if solutions are \
         wanted"
    }

    fn search(&self, cover: &Cover, want: Want, clock: &mut Clock) -> Found {
        let problem = clock.build(|| cover.problem());
        let search = Search::new().strategy(self.strategy).limit(want.limit);
        clock.solve(|| {
            if !want.keep {
                let outcome = search.count(&problem).expect("plain exact cover is for everyone");
                return Found { count: outcome.solutions, solutions: Vec::new() };
            }
            let mut solutions = Vec::new();
            let outcome = search.for_each(&problem, |options| {
                solutions.push(options.iter().map(|option| option.get()).collect());
                ControlFlow::Continue(())
            });
            let count = outcome.expect("plain exact cover is for everyone").solutions;
            Found { count, solutions }
        })
    }
}

/// A strategy of `quadrille-sudoku`.
#[derive(Debug)]
pub(crate) struct OurGrids {
    name: String,
    strategy: &'static dyn grids::Strategy,
}

/// Every strategy for sudoku grids.
pub(crate) fn grids() -> impl Iterator<Item = OurGrids> {
    let named = |strategy: &&'static dyn grids::Strategy| format!("{PREFIX}{}", strategy.name());
    grids::ALL.iter().map(move |strategy| OurGrids { name: named(strategy), strategy: *strategy })
}

impl GridEngine for OurGrids {
    fn name(&self) -> &str {
        &self.name
    }

    fn asked(&self) -> &'static str {
        "Puzzle::new to build, Strategy::solve_batch with up to two solutions to solve"
    }

    fn solve(&self, puzzles: &[Cells], clock: &mut Clock) -> Vec<Option<Cells>> {
        let built: Vec<Puzzle> = clock.build(|| {
            let grid = |cells: &Cells| Grid::from_values(Shape::CLASSIC, *cells).ok();
            let puzzle = |cells| grid(cells).and_then(|grid| Puzzle::new(grid).ok());
            puzzles.iter().map(|cells| puzzle(cells).expect("the reader has checked it")).collect()
        });
        clock.solve(|| {
            let mut answers = vec![None; built.len()];
            let request = Request::up_to(2);
            let reports = self.strategy.solve_batch(&built, &request, &mut |number, solution| {
                answers[number] = Cells::try_from(solution).ok();
                ControlFlow::Continue(())
            });
            for (answer, report) in answers.iter_mut().zip(reports) {
                if report.solutions != 1 || !report.verdict.is_exhausted() {
                    *answer = None;
                }
            }
            answers
        })
    }
}
