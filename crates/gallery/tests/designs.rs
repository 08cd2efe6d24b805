//! Steiner systems and Kirkman's schoolgirls: numbers that are known.

use crate::common;

use std::collections::HashSet;

use quadrille_cover::{Search, verify};
use quadrille_gallery::designs::{Kirkman, Steiner};
use quadrille_gallery::{GalleryError, Instance};

fn count(instance: &Instance) -> u64 {
    common::count(&instance.problem)
}

/// What the comment says of the solutions that were left out.
fn factor(instance: &Instance) -> u64 {
    let fixed = instance.comments.iter().find(|comment| comment.starts_with("fixed: ")).unwrap();
    let times = fixed.split_once("there are ").unwrap().1;
    // Where nothing was left out: "there are as many solutions".
    times.split_whitespace().next().filter(|&word| word != "as").map_or(1, |n| n.parse().unwrap())
}

#[test]
fn the_numbers_of_labelled_steiner_triple_systems_are_known() {
    for (points, systems) in [(3, 1), (7, 30), (9, 840)] {
        let all = Steiner::new(points).instance().unwrap();
        assert_eq!(count(&all), systems, "{points}");
        assert!(all.warnings.is_empty(), "{points}");
    }
}

#[test]
fn fixing_the_blocks_of_some_points_divides_the_count_as_the_comment_says() {
    let systems = [
        Steiner::new(7),
        Steiner::new(9),
        Steiner::new(8).block(4).strength(3),
        Steiner::new(7).block(3).strength(1),
        Steiner::new(9).block(3).strength(1),
        Steiner::new(6).block(2).strength(1),
        Steiner::new(13).block(4),
        Steiner::new(5).block(5),
    ];
    for system in systems {
        // Where the full count is known but long to find, as for 13 points in blocks of 4, it is
        // not.
        let few = system.clone().breaking_symmetry(true).instance().unwrap();
        let all = match few.comments[0].as_str() {
            // The projective plane of order 3 has 5,616 symmetries.
            "Steiner systems S(2, 4, 13)" => 6_227_020_800 / 5616,
            // Blocks of three cannot cut seven points.
            "Steiner systems S(1, 3, 7)" => {
                assert_eq!(count(&few), 0);
                continue;
            }
            _ => count(&system.instance().unwrap()),
        };
        assert_eq!(count(&few) * factor(&few), all, "{}", few.comments[0]);
    }
}

#[test]
fn where_no_points_are_to_be_together_there_is_no_system_to_find() {
    let message = |system: Steiner| system.instance().unwrap_err().to_string();
    assert_eq!(message(Steiner::new(1)), "points: expected 2 to 10000, found 1");
    let three = Steiner::new(2).block(4).strength(3);
    assert_eq!(message(three), "points: expected 3 to 10000, found 2");
    assert_eq!(count(&Steiner::new(1).strength(1).instance().unwrap()), 0);
}

#[test]
fn comments_tell_one_from_many() {
    let fixed = |system: Steiner| system.breaking_symmetry(true).instance().unwrap().comments;
    assert!(fixed(Steiner::new(13).block(4)).contains(
        &"fixed: point 1 shares blocks with the others in order, 3 at a time; without that there are \
          15400 times as many solutions"
            .to_owned()
    ));
    let three = fixed(Steiner::new(8).block(4).strength(3));
    assert!(three[2].starts_with("fixed: points 1 to 2 share blocks with the others"), "{three:?}");
    let one = fixed(Steiner::new(6).block(2).strength(1));
    assert!(one[1].starts_with("items: sets of 1 point, by number"), "{one:?}");
    assert!(one[2].starts_with("fixed: the points are cut in blocks of 2, in order"), "{one:?}");
    let single = Steiner::new(1).strength(1).instance().unwrap().warnings;
    assert_eq!(single, ["no solution: 1 point is fewer than a block has"]);
    let day = Kirkman::new(6).days(1).instance().unwrap().comments;
    assert_eq!(day[0], "6 schoolgirls in rows of 3 on 1 day; every two meet at most once");
}

#[test]
fn thirteen_points_have_as_many_triple_systems_as_the_literature_says() {
    let few = Steiner::new(13).breaking_symmetry(true).instance().unwrap();
    assert_eq!(count(&few) * factor(&few), 1_197_504_000);
}

#[test]
fn impossible_systems_are_instances_without_solutions_and_with_the_reason() {
    let reasons = [
        (2, "2 points are fewer than a block has"),
        (4, "each point would be in 3/2 blocks, which is no whole number"),
        (5, "there would be 10/3 blocks, which is no whole number"),
        (6, "each point would be in 5/2 blocks, which is no whole number"),
    ];
    for (points, reason) in reasons {
        let instance = Steiner::new(points).instance().unwrap();
        assert_eq!(instance.warnings, [format!("no solution: {reason}")]);
        assert!(instance.comments.contains(&format!("no solution: {reason}")));
        assert_eq!(count(&instance), 0, "{points}");
        let fixed = Steiner::new(points).breaking_symmetry(true).instance().unwrap();
        assert_eq!(count(&fixed), 0, "{points}");
    }
    // Counting does not exclude it, and there is none all the same: the affine plane of order 6.
    assert_eq!(Steiner::new(36).block(6).obstacle(), None);
}

#[test]
fn sizes_of_designs_are_as_documented() {
    let sizes = |instance: &Instance| {
        let matrix = instance.problem.matrix();
        (matrix.item_count(), matrix.option_count(), matrix.entry_count())
    };
    assert_eq!(sizes(&Steiner::new(15).instance().unwrap()), (105, 455, 455 * 3));
    assert_eq!(sizes(&Kirkman::new(15).instance().unwrap()), (210, 3185, 3185 * 6));
}

#[test]
fn nine_schoolgirls_walk_in_one_way_up_to_names() {
    // The affine plane of order 3 has 432 symmetries; four days in any order.
    let all = Kirkman::new(9).instance().unwrap();
    assert_eq!(count(&all), 362_880 / 432 * 24);
    let few = Kirkman::new(9).breaking_symmetry(true).instance().unwrap();
    assert_eq!((count(&few), factor(&few)), (4, 5040));
}

#[test]
fn fifteen_schoolgirls_walk_for_seven_days() {
    let instance = Kirkman::new(15).breaking_symmetry(true).instance().unwrap();
    let solution = Search::new().first(&instance.problem).unwrap().solution.unwrap();
    assert_eq!(verify(&instance.problem, &solution), Ok(()));
    // Seven days of five rows; every two girls meet.
    let rows: Vec<Vec<&str>> = solution
        .iter()
        .map(|&row| instance.problem.option(row).map(|(item, _)| item.as_str()).collect())
        .collect();
    assert_eq!(rows.len(), 35);
    let meetings: HashSet<&str> =
        rows.iter().flatten().copied().filter(|item| item.contains('-')).collect();
    assert_eq!(meetings.len(), 15 * 14 / 2);
    for day in 1..=7 {
        let day = format!(".d{day}");
        let girls = rows.iter().flatten().filter(|item| item.ends_with(&day)).count();
        assert_eq!(girls, 15);
    }
    // 1,401,400 ways for the first day, three of six days in order, nine girls for the row of 1 and
    // 4.
    assert_eq!(factor(&instance), 1_401_400 * 120 * 9);
}

#[test]
fn golfers_in_other_groups_have_the_numbers_that_symmetry_demands() {
    let cases = [
        // Rows of two: one-factorisations of K4 and K6, on days in order.
        Kirkman::new(4).row(2),
        Kirkman::new(6).row(2),
        // Not all meet.
        Kirkman::new(6).row(2).days(2),
        Kirkman::new(9).days(2),
        Kirkman::new(6).days(1),
        // They cannot: of the second row of day 1 two would meet again.
        Kirkman::new(6),
        Kirkman::new(4).row(4),
    ];
    for kirkman in cases {
        let all = kirkman.clone().instance().unwrap();
        let few = kirkman.breaking_symmetry(true).instance().unwrap();
        assert_eq!(count(&few) * factor(&few), count(&all), "{}", all.comments[0]);
    }
    assert_eq!(count(&Kirkman::new(6).row(2).instance().unwrap()), 6 * 120);
    assert_eq!(count(&Kirkman::new(6).instance().unwrap()), 0);
}

#[test]
fn girls_who_do_not_fit_are_refused() {
    let message = |kirkman: Kirkman| kirkman.instance().unwrap_err().to_string();
    assert_eq!(message(Kirkman::new(10)), "10 girls do not fit in rows of 3");
    assert_eq!(
        message(Kirkman::new(9).days(5)),
        "days (a girl meets new girls in each row): expected 1 to 4, found 5"
    );
    assert_eq!(message(Kirkman::new(2)), "girls: expected 3 to 10000, found 2");
    assert_eq!(message(Kirkman::new(9).row(1)), "girls in a row: expected 2 to 10000, found 1");
    assert_eq!(message_of(Steiner::new(0)), "points: expected 2 to 10000, found 0");
    assert_eq!(
        message_of(Steiner::new(7).strength(3)),
        "points that share a block: expected 1 to 2, found 3"
    );
    let large = Steiner::new(10_000).instance().unwrap_err();
    assert!(matches!(large, GalleryError::TooLarge { .. }), "{large}");
    let large = Kirkman::new(9999).instance().unwrap_err();
    assert!(matches!(large, GalleryError::TooLarge { .. }), "{large}");
}

fn message_of(steiner: Steiner) -> String {
    steiner.instance().unwrap_err().to_string()
}
