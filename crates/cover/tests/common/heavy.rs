//! A strategy whose every solution counts as 2¹⁰⁰: what is beyond 64 bits in a search that can be saved,
//! shared out and cut, whatever it is found by.

use quadrille_cover::strategy::{Branch, Descent, Links, State, StateMismatch};
use quadrille_cover::{
    BigUint, Budget, Capabilities, Matrix, OptionId, Searcher, Setup, Statistics, Step, Strategy,
};

/// What a solution counts.
pub(crate) fn weight() -> BigUint {
    BigUint::from(1u32) << 100
}

#[derive(Debug)]
pub(crate) struct Heavy;

impl Strategy for Heavy {
    fn name(&self) -> &'static str {
        "heavy"
    }

    fn description(&self) -> &'static str {
        "links, where every solution counts as many"
    }

    fn capabilities(&self) -> Capabilities {
        Links.capabilities()
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        let inner = Links.prepare(matrix, setup);
        let mut searcher = Heavier { inner, statistics: Statistics::default() };
        searcher.weigh();
        Box::new(searcher)
    }
}

#[derive(Debug)]
struct Heavier<'m> {
    inner: Box<dyn Searcher + 'm>,
    statistics: Statistics,
}

impl Heavier<'_> {
    fn weigh(&mut self) {
        self.statistics = heavier(self.inner.statistics());
    }
}

fn heavier(light: &Statistics) -> Statistics {
    let mut statistics = light.clone();
    let total = weight() * light.solutions;
    if light.solutions > 0 {
        (statistics.solutions, statistics.beyond) = (u64::MAX, total - u64::MAX);
    }
    statistics
}

impl Searcher for Heavier<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let step = self.inner.advance(budget);
        self.weigh();
        step
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        self.inner.solution(into);
    }

    fn position(&self) -> Vec<Branch> {
        self.inner.position()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn restart(&mut self, setup: &Setup) {
        self.inner.restart(setup);
        self.weigh();
    }

    fn state(&self) -> State {
        let mut state = self.inner.state();
        state.statistics = self.statistics.clone();
        state
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        let mut light = state.clone();
        let statistics = &mut light.statistics;
        let solutions = statistics.total() / weight();
        statistics.solutions = u64::try_from(solutions).expect("that many were found");
        statistics.beyond = BigUint::ZERO;
        self.inner.resume(&light)?;
        self.weigh();
        Ok(())
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        self.inner.descend(pick)
    }

    fn split(&mut self) -> Option<State> {
        let mut given = self.inner.split()?;
        given.statistics = heavier(&given.statistics);
        Some(given)
    }
}
