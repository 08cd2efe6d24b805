//! From the cases of the testkit to problems, and from what is found to the replies of its suites.
#![allow(dead_code, reason = "each test crate uses its own part")]

pub(crate) mod heavy;
pub(crate) mod rules;
#[cfg(feature = "parallel")]
pub(crate) mod team;

use proptest::test_runner::{Config as ProptestConfig, RngSeed};
use quadrille_cover::{
    Budget, BuildError, Matrix, OptionId, Problem, ProblemBuilder, Search, SearchError, Step,
    Strategy, strategy, verify,
};
use quadrille_testkit::suite::{Answer, CoverReply, Mode, Reply};
use quadrille_testkit::{Instance, ItemKind};

pub(crate) type TextProblem = Problem<String, String>;

/// Builds the problem of an instance; names of items that it does not declare are made up.
pub(crate) fn build(instance: &Instance) -> Result<TextProblem, BuildError<String, String>> {
    let mut builder = ProblemBuilder::coloured();
    for item in &instance.items {
        let name = item.name.clone();
        match item.kind {
            ItemKind::Primary { min, max } => builder.primary_between(name, min, max)?,
            ItemKind::Secondary => builder.secondary(name)?,
        };
    }
    for option in &instance.options {
        let mut adding = builder.option().cost(option.cost);
        for entry in &option.entries {
            let name = instance.label(entry.item);
            adding = match &entry.colour {
                Some(colour) => adding.coloured(name, colour.clone()),
                None => adding.item(name),
            };
        }
        adding.add()?;
    }
    Ok(builder.build())
}

/// The strategies that take a problem; the others refuse it.
pub(crate) fn able(matrix: &Matrix) -> impl Iterator<Item = &'static dyn Strategy> {
    let needs = matrix.needs();
    strategy::ALL.iter().copied().filter(move |strategy| {
        let has = strategy.capabilities();
        let takes =
            (has.multiplicities || !needs.multiplicities) && (has.colours || !needs.colours);
        let search = Search::new().strategy(*strategy);
        assert_eq!(search.searcher(matrix).is_ok(), takes, "{}", strategy.name());
        takes
    })
}

/// Those of them that walk through a tree, so that where they are says what they do next.
pub(crate) fn walkers(matrix: &Matrix) -> impl Iterator<Item = &'static dyn Strategy> {
    able(matrix).filter(|strategy| !strategy.learns())
}

/// The word of the case files for an error.
pub(crate) fn kind(error: &BuildError<String, String>) -> &'static str {
    match error {
        BuildError::RepeatedItem { .. } => "repeated-item",
        BuildError::Multiplicity { .. } => "bad-multiplicity",
        BuildError::UnknownItem { .. } => "unknown-item",
        BuildError::ItemTwiceInOption { .. } => "repeated-item-in-option",
        BuildError::ColourOnPrimary { .. } => "colour-on-primary",
        BuildError::EmptyOption { .. } => "empty-option",
        _ => "another",
    }
}

/// Runs a strategy on an instance in a mode of the suite.
pub(crate) fn reply(
    strategy: &'static dyn Strategy,
    instance: &Instance,
    mode: Mode,
) -> CoverReply {
    match build(instance) {
        Err(error) => Reply::Error(kind(&error).to_owned()),
        Ok(problem) => search(strategy, &problem, mode),
    }
}

fn search(strategy: &'static dyn Strategy, problem: &TextProblem, mode: Mode) -> CoverReply {
    let search = Search::new().strategy(strategy);
    let found = match mode {
        Mode::First => search.first(problem).map(|first| {
            (first.solution.into_iter().collect(), first.outcome.verdict.is_exhausted())
        }),
        Mode::All => all(&search, problem),
        Mode::Limit(limit) => all(&search.limit(limit), problem),
        Mode::PauseResume { every } => in_legs(&search, problem, every),
        Mode::DropAfter(wanted) => search.solutions(problem).map(|solutions| {
            let wanted = usize::try_from(wanted).expect("a small number");
            (solutions.take(wanted).collect(), false)
        }),
        Mode::Count => {
            return match search.count(problem) {
                Ok(outcome) => Reply::Answer(Answer {
                    solutions: None,
                    count: outcome.solutions,
                    exhausted: outcome.verdict.is_exhausted(),
                }),
                Err(error) => unsupported(&error),
            };
        }
    };
    match found {
        Ok((solutions, exhausted)) => {
            let exhausted = match mode {
                // The iterator was dropped: it came to its end if it gave fewer than it was asked for.
                Mode::DropAfter(wanted) => (solutions.len() as u64) < wanted,
                _ => exhausted,
            };
            Reply::Answer(Answer {
                count: solutions.len() as u64,
                solutions: Some(solutions.iter().map(|ids| checked(problem, ids)).collect()),
                exhausted,
            })
        }
        Err(error) => unsupported(&error),
    }
}

type Found = Result<(Vec<Vec<OptionId>>, bool), SearchError>;

fn all(search: &Search, problem: &TextProblem) -> Found {
    search.all(problem).map(|all| (all.solutions, all.outcome.verdict.is_exhausted()))
}

fn in_legs(search: &Search, problem: &TextProblem, every: u64) -> Found {
    let mut searcher = search.searcher(problem)?;
    let mut solutions = Vec::new();
    loop {
        let before = searcher.statistics().nodes;
        let step = searcher.advance(&mut Budget::nodes(every));
        let spent = searcher.statistics().nodes - before;
        assert!(spent <= every, "{spent} nodes out of a budget of {every}");
        match step {
            Step::Paused => assert_eq!(spent, every, "paused before the budget was spent"),
            Step::Exhausted => return Ok((solutions, true)),
            Step::Solution => {
                let mut options = Vec::new();
                searcher.solution(&mut options);
                solutions.push(options);
            }
        }
    }
}

fn unsupported(error: &SearchError) -> CoverReply {
    assert!(matches!(error, SearchError::Unsupported { .. }), "{error}");
    Reply::Unsupported
}

/// The numbers of the options, once the library's own verifier has agreed.
fn checked(problem: &TextProblem, options: &[OptionId]) -> Vec<usize> {
    verify(problem, options).unwrap_or_else(|fault| panic!("{options:?}: {fault}"));
    options.iter().map(|option| option.index()).collect()
}

/// So many cases of proptest, the same ones in every run.
pub(crate) fn fixed(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::default() }
}

/// The numbers of options, as the oracle has them: ascending.
pub(crate) fn sorted(options: &[OptionId]) -> Vec<usize> {
    let mut numbers: Vec<usize> = options.iter().map(|option| option.index()).collect();
    numbers.sort_unstable();
    numbers
}

/// n queens, the diagonals as secondary items, with costs.
pub(crate) fn queens(n: usize) -> TextProblem {
    let mut builder = ProblemBuilder::coloured();
    let named = |kind: char, count: usize| (0..count).map(move |k| format!("{kind}{k}"));
    builder.primary_items(named('r', n).chain(named('c', n))).expect("new items");
    builder.secondary_items(named('a', 2 * n).chain(named('b', 2 * n))).expect("new items");
    for row in 0..n {
        for column in 0..n {
            let mut option = builder.option().cost(((row * 7 + column * 5) % 11) as u64);
            for (kind, k) in
                [('r', row), ('c', column), ('a', row + column), ('b', n + row - column)]
            {
                option = option.item(format!("{kind}{k}"));
            }
            option.add().expect("declared items");
        }
    }
    builder.build()
}
