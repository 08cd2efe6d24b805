//! Counting as every test of an instance does it.

use quadrille_cover::{Matrix, Search, SearchError, strategy};

/// The number of solutions, by visiting them, and by sub-problems where that can be done.
pub(crate) fn count(problem: &impl AsRef<Matrix>) -> u64 {
    let visits = Search::new().choice(problem, false).strategy;
    let outcome = Search::new().strategy(visits).count(problem).expect("a strategy takes it");
    assert!(outcome.verdict.is_exhausted());
    match Search::new().strategy(&strategy::Dd).count(problem) {
        Ok(counted) => assert_eq!(counted.total(), outcome.total()),
        Err(SearchError::Unsupported { .. }) => {
            assert!(problem.as_ref().needs().multiplicities, "dd takes everything else");
        }
        Err(error) => panic!("{error}"),
    }
    outcome.solutions
}
