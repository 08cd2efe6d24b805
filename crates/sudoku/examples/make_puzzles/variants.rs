//! Variants: a random solution, rules that hold of it, and clues taken away while there is no other solution.

mod lists;
mod rules;

use std::ops::ControlFlow;

use quadrille_sudoku::variant::format::by_name;
use quadrille_sudoku::variant::strategy::{self, VariantStrategy};
use quadrille_sudoku::variant::{Rules, Variant, verify};
use quadrille_sudoku::{Limits, Request, Verdict};
use quadrille_testkit::SplitMix64;

use lists::LISTS;

/// Nodes in which a grid has to be found; else other digits are tried.
const FILL: u64 = 20_000;
/// Nodes in which `propagate` has to show that there is no other solution, and `dlx` as well: who measures with these
/// puzzles, and who tests with them, has no time to wait.
const SHOW: [(&str, u64); 2] = [("propagate", 400), ("dlx", 40_000)];

/// Prints a puzzle of each kind, or of the one with a title. Takes some minutes.
pub(crate) fn print(only: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    let mut made = Vec::new();
    for (number, (title, recipe)) in LISTS.iter().enumerate() {
        if only.is_some_and(|only| only != *title) {
            continue;
        }
        let mut rng = SplitMix64::new(1000 + number as u64);
        let puzzle = std::iter::repeat_with(|| make(*recipe, &mut rng)).flatten().next();
        let mut puzzle = puzzle.ok_or("no puzzle")?;
        puzzle.info.title = Some((*title).to_owned());
        eprintln!("{title}: {} clues, {} rules", puzzle.clue_count(), puzzle.rules().list().len());
        made.push(puzzle);
    }
    print!("{}", by_name("text").ok_or("no format")?.write(&made)?);
    Ok(())
}

/// What makes a kind: a board with the rules that its solution has to keep, and what adds those that it happens to keep.
#[derive(Debug, Clone, Copy)]
struct Recipe {
    board: fn(&mut SplitMix64) -> Rules,
    rules: fn(&mut rules::Maker<'_>),
}

/// A puzzle, unless it would be too much work.
fn make(recipe: Recipe, rng: &mut SplitMix64) -> Option<Variant> {
    let rules = (recipe.board)(rng);
    let solution = filled(&rules, rng)?;
    let mut maker = rules::Maker::new(rules, &solution, rng);
    (recipe.rules)(&mut maker);
    let mut variant = Variant::new(maker.rules);
    let mut cells: Vec<usize> = variant.board().inside().collect();
    for &cell in &cells {
        variant.set(cell, solution[cell]).ok()?;
    }
    verify(&variant, &solution).ok()?;
    rng.shuffle(&mut cells);
    for &cell in &cells {
        variant.set(cell, 0).ok()?;
        if !is_shown(&variant, SHOW[0]) {
            variant.set(cell, solution[cell]).ok()?;
        }
    }
    // Clues that are given back, the last one first, until the other strategy can do it as well.
    while !is_shown(&variant, SHOW[1]) {
        let cell = cells.pop()?;
        variant.set(cell, solution[cell]).ok()?;
    }
    variant.info.solution = Some(solution);
    Some(variant)
}

/// Whether a strategy shows in so many nodes that there is no other solution.
fn is_shown(variant: &Variant, (name, nodes): (&str, u64)) -> bool {
    let request = Request::up_to(2).within(Limits::none().with_nodes(nodes));
    let report = named(name).solve(variant, &request, &mut |_| ControlFlow::Continue(()));
    let Ok(report) = report else { return false };
    report.verdict == Verdict::Exhausted && report.solutions == 1
}

fn named(name: &str) -> &'static dyn VariantStrategy {
    strategy::by_name(name).expect("the strategy is in the registry")
}

/// A solution of rules: random digits in a few random cells, and the first solution with these. Not every one is equally
/// likely.
fn filled(rules: &Rules, rng: &mut SplitMix64) -> Option<Vec<u8>> {
    let board = rules.board();
    let size = board.size();
    let inside: Vec<usize> = board.inside().collect();
    for _ in 0..200 {
        let mut variant = Variant::new(rules.clone());
        for _ in 0..inside.len() / 9 {
            let cell = inside[rng.below(inside.len())];
            variant.set(cell, 1 + rng.below(size) as u8).ok()?;
        }
        let request = Request::up_to(1).within(Limits::none().with_nodes(FILL));
        let mut found = None;
        let report = named("propagate").solve(&variant, &request, &mut |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        report.ok()?;
        if found.is_some() {
            return found;
        }
    }
    None
}
