//! The crate `dancing-links`.

use dancing_links::ExactCover;

use super::{CoverEngine, Found, Want};
use crate::clock::Clock;
use quadrille_benches::Cover;

/// Its trait `ExactCover`, with a secondary item as an optional constraint.
#[derive(Debug)]
pub(crate) struct DancingLinks;

/// An option.
#[derive(Debug)]
struct Possibility {
    number: u32,
    items: Vec<u32>,
}

/// A problem as the crate wants it.
#[derive(Debug)]
struct Problem {
    primary: u32,
    possibilities: Vec<Possibility>,
    constraints: Vec<u32>,
}

impl ExactCover for Problem {
    type Possibility = Possibility;
    type Constraint = u32;

    fn satisfies(&self, possibility: &Possibility, constraint: &u32) -> bool {
        possibility.items.contains(constraint)
    }

    fn is_optional(&self, constraint: &u32) -> bool {
        *constraint >= self.primary
    }

    fn possibilities(&self) -> &[Possibility] {
        &self.possibilities
    }

    fn constraints(&self) -> &[u32] {
        &self.constraints
    }
}

impl CoverEngine for DancingLinks {
    fn name(&self) -> &str {
        "dancing-links"
    }

    fn asked(&self) -> &'static str {
        "trait ExactCover, secondary items as optional constraints; its iterator makes a vector for \
         every solution, wanted or not; while building it asks for every pair of an option and an \
         item whether the one has the other"
    }

    fn search(&self, cover: &Cover, want: Want, clock: &mut Clock) -> Found {
        let problem = clock.build(|| Problem {
            primary: cover.primary(),
            possibilities: (0..)
                .zip(cover.options())
                .map(|(number, items)| Possibility { number, items: items.to_vec() })
                .collect(),
            constraints: (0..cover.items()).collect(),
        });
        let mut solver = clock.build(|| problem.solver());
        clock.solve(|| {
            let mut found = Found::default();
            while found.count < want.limit
                && let Some(options) = solver.next_solution()
            {
                found.count += 1;
                if want.keep {
                    found.solutions.push(options.iter().map(|option| option.number).collect());
                }
            }
            found
        })
    }
}
