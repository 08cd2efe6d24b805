//! What the laboratory finds on this machine, by the clock: run by hand, when the machine is quiet.
//!
//! With `LAB_CLOCK=cpu` by processor time, where the machine is not.
//!
//! `cargo test --release -p quadrille-lab --test all -- --ignored --nocapture wall_clock`

use std::path::Path;

use cpu_time::ThreadTime;
use quadrille_cover::CancelToken;
use quadrille_lab::Material;
use quadrille_lab::analysis::{Comparison, compare};
use quadrille_lab::definition::{Definition, Mode};
use quadrille_lab::engine::{Engine, SudokuEngine};
use quadrille_lab::session::Session;
use quadrille_lab::statistics::Finding;
use quadrille_sudoku::strategy::{Receiver, Searcher, Strategy, by_name};
use quadrille_sudoku::{Puzzle, Request};

/// Does what another strategy does, and then nothing for a share of that time.
#[derive(Debug)]
struct Slower(&'static dyn Strategy, f64);

impl Strategy for Slower {
    fn name(&self) -> &'static str {
        "slower"
    }

    fn description(&self) -> &'static str {
        "another strategy, slowed down"
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        self.0.searcher(puzzle)
    }

    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        // By processor time: what interrupts the search is no part of what it is slowed down by.
        let start = ThreadTime::now();
        self.0.solve_each(puzzles, request, receiver);
        let until = start.elapsed().mul_f64(1.0 + self.1);
        while start.elapsed() < until {
            std::hint::spin_loop();
        }
    }
}

/// A session with default settings: `mrv`, `mrv` again as the control, and another strategy.
fn measure(other: &dyn Strategy, seed: u64) -> Comparison {
    let clock = std::env::var("LAB_CLOCK").unwrap_or("wall".to_owned());
    let text = format!(
        "seed = {seed}\nclock = \"{clock}\"\n[[engine]]\nstrategy = \"mrv\"\n\
         [[corpus]]\nbuiltin = \"sample\"\n"
    );
    let definition = Definition::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let corpus = Material::read(&definition.corpora[0], Path::new("."), 1).expect("a corpus");
    let engine = |name: &str, strategy| -> Box<dyn Engine + '_> {
        Box::new(SudokuEngine::new(name, strategy, Mode::Single))
    };
    let mrv = by_name("mrv").expect("a strategy");
    let engines = vec![engine("mrv", mrv), engine("other", other)];
    let mut session =
        Session::with(&definition, engines, vec![corpus], CancelToken::new()).expect("a session");
    session.add_control(engine("mrv again", mrv), 0).expect("a control");
    compare(&session.run(&mut ()), 1, 0).remove(0)
}

/// Of 20 sessions, how many find this.
fn count(other: &dyn Strategy, found: Finding) -> usize {
    let comparisons = (0..20).map(|seed| measure(other, seed));
    let shown = comparisons.inspect(|it| {
        let interval = it.ratio.as_ref().and_then(|ratio| ratio.interval);
        let ratio = it.ratio.as_ref().map_or(0.0, |ratio| ratio.ratio);
        let (low, high) = interval.map_or((0.0, 0.0), |it| (it.low, it.high));
        println!("{ratio:.4} ({low:.4} – {high:.4}), noise {:.4}: {:?}", it.noise, it.finding);
    });
    shown.filter(|it| it.finding == found).count()
}

#[test]
#[ignore = "a matter of the clock: for a quiet machine"]
fn the_same_strategy_twice_shows_no_difference() {
    let mrv = by_name("mrv").expect("a strategy");
    let found = count(mrv, Finding::NoDifference);
    println!("no difference shown: {found} of 20");
    assert!(found >= 19);
}

#[test]
#[ignore = "a matter of the clock: for a quiet machine"]
fn a_slowdown_of_5_per_cent_is_found() {
    let slower = Slower(by_name("mrv").expect("a strategy"), 0.05);
    let found = count(&slower, Finding::Slower);
    println!("found to be slower: {found} of 20");
    assert!(found >= 18);
}
