//! The crate `dlx`: translations of Knuth's DLX programs.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solver, Uint, x};

use super::{CoverEngine, Found, Want};
use crate::clock::Clock;
use quadrille_benches::Cover;

/// Its plain exact cover with secondary items, module `x`.
#[derive(Debug)]
pub(crate) struct Dlx;

impl CoverEngine for Dlx {
    fn name(&self) -> &str {
        "dlx"
    }

    fn asked(&self) -> &'static str {
        "module x; options in the given order; the item with the fewest options, no tie-break; \
         next_solution is called until it says false, and solutions are read out only if wanted"
    }

    fn search(&self, cover: &Cover, want: Want, clock: &mut Clock) -> Found {
        let primary = Uint::from(cover.primary());
        let secondary = Uint::from(cover.items()) - primary;
        let mut problem = clock.build(|| {
            let widen = |option: &[u32]| option.iter().map(|&item| Uint::from(item)).collect();
            let options: Vec<Vec<Uint>> = cover.options().map(widen).collect();
            x::make_problem(primary, secondary, &options, OptOrder::Seq)
        });
        clock.solve(|| {
            let mut solver = Solver::new(&mut problem);
            let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
            let mut found = Found::default();
            while found.count < want.limit && solver.next_solution(&mut chooser) {
                found.count += 1;
                if want.keep {
                    let options = solver.fmt_solution().iter();
                    found.solutions.push(options.map(|&option| option as u32).collect());
                }
            }
            found
        })
    }
}
