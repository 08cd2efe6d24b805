//! The variants of the project, `puzzles/variants.sudoku`, and its large sudokus, `puzzles/large.sudoku`: each has the
//! solution that stands there and no other, by exact cover and by a solver that shares no code with that.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use quadrille_sudoku::variant::format::by_name;
use quadrille_sudoku::variant::{Kind, Regions, Variant, strategy, verify};
use quadrille_sudoku::{Request, Verdict};

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    fs::read_to_string(folder.join(name)).expect("it is there")
}

fn puzzles(text: &str) -> Vec<Variant> {
    let entries = by_name("text").expect("the format").read(text);
    entries.into_iter().map(|entry| entry.expect("a puzzle").variant).collect()
}

/// That each has the solution that stands there and no other, by these strategies; the most nodes that each takes.
fn judge(puzzles: &[Variant], names: [&str; 2]) -> [u64; 2] {
    names.map(|name| {
        let judge = strategy::by_name(name).expect("a strategy");
        let nodes = puzzles.iter().map(|puzzle| {
            let title = puzzle.info.title.as_deref().expect("a title");
            let told = puzzle.info.solution.as_deref().expect("a solution");
            assert_eq!(verify(puzzle, told), Ok(()), "{title}");
            let mut found = Vec::new();
            let report = judge.solve(puzzle, &Request::up_to(2), &mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            let report = report.expect("it takes them all");
            assert_eq!(report.verdict, Verdict::Exhausted, "{name} on {title}");
            assert_eq!(found, [told], "{name} on {title}");
            report.nodes
        });
        nodes.max().expect("puzzles")
    })
}

#[test]
fn each_variant_has_its_solution_and_no_other() {
    judge(&puzzles(&text("variants.sudoku")), ["dlx", "propagate"]);
}

#[test]
fn each_large_sudoku_has_its_solution_and_no_other_and_is_hard_for_exact_cover() {
    let puzzles = puzzles(&text("large.sudoku"));
    for size in [16, 25] {
        let of: Vec<Variant> =
            puzzles.iter().filter(|it| it.board().size() == size).cloned().collect();
        assert_eq!(of.len(), 6, "{size}x{size}");
        let [dlx, _] = judge(&of, ["dlx", "propagate"]);
        assert!(dlx >= 100_000, "{size}x{size}: {dlx}");
    }
}

/// So that a comparison on them says something of each.
#[test]
fn they_are_of_many_kinds_and_nothing_is_lost_when_they_are_written() {
    let text = text("variants.sudoku");
    let puzzles = puzzles(&text);
    let titles: BTreeSet<&str> = puzzles.iter().filter_map(|it| it.info.title.as_deref()).collect();
    assert_eq!(titles.len(), puzzles.len(), "each title once");
    let rules = puzzles.iter().flat_map(|puzzle| puzzle.rules().list());
    let kinds: BTreeSet<Kind> = rules.map(|rule| rule.kind()).collect();
    assert_eq!(kinds.len(), Kind::ALL.len(), "of each kind of rule one: {kinds:?}");
    let boards: Vec<_> = puzzles.iter().map(Variant::board).collect();
    assert!(boards.iter().any(|board| matches!(board.regions(), Regions::Irregular(_))));
    assert!(boards.iter().any(|board| *board.regions() == Regions::None));
    assert!(boards.iter().any(|board| board.grids().len() == 5));
    assert_eq!(by_name("text").and_then(|format| format.write(&puzzles).ok()), Some(text));
}
