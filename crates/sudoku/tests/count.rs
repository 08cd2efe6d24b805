//! Numbers of completions: those that are known, and those of grids that are found by visiting.

use quadrille_cover::strategy as cover;
use quadrille_sudoku::{
    Grid, Puzzle, Request, Search, Shape, Step, StopReason, Verdict, completions, count, format,
    strategy,
};
use quadrille_testkit::shared;
use std::ops::ControlFlow;
use std::time::Duration;

fn empty(rows: usize, columns: usize) -> Puzzle {
    Puzzle::new(Grid::empty(Shape::new(rows, columns).expect("a shape"))).expect("no clash")
}

fn by(name: &str) -> Search {
    Search::new().strategy(cover::by_name(name).expect("in the registry"))
}

#[test]
fn empty_grids_have_as_many_completions_as_is_known() {
    // OEIS A107739 has 288 of 4×4; Latin squares are boxes of one row; 28,200,960 of 6×6: Pettersen 2005.
    for ((rows, columns), completions) in
        [((1, 1), 1u32), ((1, 2), 2), ((1, 4), 576), ((2, 2), 288), ((2, 3), 28_200_960)]
    {
        let outcome = count(&empty(rows, columns), &by("dd")).expect("plain exact cover");
        assert_eq!(outcome.verdict, Verdict::Exhausted);
        assert_eq!(outcome.total(), completions.into(), "{rows}x{columns}");
    }
}

#[test]
fn every_strategy_for_exact_cover_counts_the_same() {
    let clues = "1........2......3...............4.56";
    let puzzle = format::parse(clues, Shape::new(3, 2).expect("a shape")).expect("a puzzle").puzzle;
    let mut visited = 0u64;
    let mrv = strategy::by_name("mrv").expect("in the registry");
    strategy::solve(mrv, &puzzle, &Request::all(), |_| {
        visited += 1;
        ControlFlow::Continue(())
    });
    assert!(visited > 100, "{visited}");
    for strategy in cover::ALL {
        let outcome = count(&puzzle, &Search::new().strategy(*strategy)).expect("it takes it");
        assert_eq!(outcome.total(), visited.into(), "{}", strategy.name());
    }
}

#[test]
fn a_count_that_is_stopped_says_so_and_not_how_many_there_are() {
    let empty = empty(3, 3);
    let outcome = count(&empty, &Search::new().node_budget(10_000)).expect("it takes it");
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::NodeBudget));
    let time = Search::new().time_budget(Duration::from_millis(50));
    let outcome = count(&empty, &time).expect("it takes it");
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::TimeBudget));
}

#[test]
fn a_count_can_be_watched() {
    let mut counting = completions(&empty(2, 2), &Search::new()).expect("it takes it");
    while counting.advance(u64::MAX, Duration::from_millis(1)) != Step::Exhausted {}
    assert_eq!(counting.outcome().total(), 288u32.into());
}

#[test]
fn classic_counts_are_right() {
    let Some(folder) = shared::data_folder_or_skip("classic counts by exact cover") else {
        return;
    };
    let rows = shared::classic(&folder).expect("rows");
    let mut counted = 0;
    for row in &rows {
        // Two equal digits in a house are no puzzle.
        let Ok(parsed) = format::parse(&row.puzzle, Shape::CLASSIC) else {
            assert_eq!(row.count, 0, "{}", row.id);
            continue;
        };
        let dd = count(&parsed.puzzle, &by("dd")).expect("it takes it");
        assert!(dd.verdict.is_exhausted());
        assert_eq!(dd.total(), row.count.into(), "{}", row.id);
        let auto = count(&parsed.puzzle, &Search::new()).expect("it takes it");
        assert_eq!(auto.total(), dd.total(), "{}", row.id);
        counted += 1;
    }
    assert!(counted > rows.len() / 2, "{counted} of {}", rows.len());
}
