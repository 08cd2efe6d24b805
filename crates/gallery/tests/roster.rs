//! Rosters: small ones that are decided by hand or by trying everything, random ones, and texts
//! that are no rosters.

use std::ops::ControlFlow;

use quadrille_cover::{Search, lints, text};
use quadrille_gallery::picture::{PictureKind, Style};
use quadrille_gallery::roster::{Roster, SAMPLE, example};
use quadrille_gallery::{GalleryError, Instance};
use quadrille_testkit::{dlx, oracle};

/// Three days, two shifts; nobody has an early shift after a night.
const SMALL: &str = r#"
days = ["Mon", "Tue", "Wed"]

[[shift]]
name = "early"
staff = "1..2"
on = { Wed = 1 }

[[shift]]
name = "night"
staff = 1
not-before = ["early"]
cost = 2

[[person]]
name = "Ann"
shifts = "1..2"
off = ["Tue", "Wed early"]
cost = { night = 3, "Wed night" = 1 }

[[person]]
name = "Bob"
cost = { Mon = 1 }

[[person]]
name = "Cid"
shifts = "2.."
"#;

fn instance(text: &str) -> Instance {
    Roster::read(text).unwrap().instance().unwrap()
}

/// The number of solutions and the cost of the cheapest.
fn count_and_cost(instance: &Instance) -> (u64, Option<u64>) {
    let matrix = instance.problem.matrix();
    let mut best: Option<u64> = None;
    let outcome = Search::new().for_each(&instance.problem, |solution| {
        let cost = solution.iter().map(|&option| matrix.cost(option)).sum();
        best = Some(best.map_or(cost, |best| best.min(cost)));
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert!(outcome.verdict.is_exhausted());
    (outcome.solutions, best)
}

/// The same by trying for all persons and days each shift and none, with the rules of [`SMALL`]
/// written out once more.
fn small_by_hand() -> (u64, Option<u64>) {
    const OFF: usize = 0;
    const EARLY: usize = 1;
    const NIGHT: usize = 2;
    let (mut count, mut best) = (0, None);
    for code in 0..3_usize.pow(9) {
        // [person][day]
        let plan: Vec<Vec<usize>> = (0..3)
            .map(|p| (0..3).map(|d| code / 3_usize.pow((3 * p + d) as u32) % 3).collect())
            .collect();
        let staff = |day: usize, shift| plan.iter().filter(|days| days[day] == shift).count();
        let works = |person: usize| plan[person].iter().filter(|&&shift| shift != OFF).count();
        let sound = (0..3).all(|day| staff(day, NIGHT) == 1)
            && (0..2).all(|day| (1..=2).contains(&staff(day, EARLY)))
            && staff(2, EARLY) == 1
            && plan.iter().all(|days| days.windows(2).all(|pair| pair != [NIGHT, EARLY]))
            && (1..=2).contains(&works(0))
            && works(2) >= 2
            && plan[0][1] == OFF
            && plan[0][2] != EARLY;
        if !sound {
            continue;
        }
        let nights = plan.iter().flatten().filter(|&&shift| shift == NIGHT).count() as u64;
        let ann = plan[0].iter().filter(|&&shift| shift == NIGHT).count() as u64;
        let ann_on_wednesday = u64::from(plan[0][2] == NIGHT);
        let cost = 2 * nights + 3 * ann + ann_on_wednesday + u64::from(plan[1][0] != OFF);
        count += 1;
        best = Some(best.map_or(cost, |best: u64| best.min(cost)));
    }
    (count, best)
}

#[test]
fn a_small_roster_has_the_solutions_and_the_cost_that_trying_everything_finds() {
    let instance = instance(SMALL);
    let found = count_and_cost(&instance);
    assert_eq!(found, small_by_hand());
    assert!(found.0 > 1 && found.1.is_some(), "{found:?}");
    let theirs = dlx::parse(&instance.to_text().unwrap()).unwrap();
    assert_eq!(Ok(found.0), oracle::count(&theirs));
    let costs = oracle::cheapest_costs(&theirs, 1).unwrap();
    assert_eq!(found.1.map(u128::from), costs.first().copied());
    assert!(instance.warnings.is_empty(), "{:?}", instance.warnings);
    assert_eq!(lints(&instance.problem), []);
}

#[test]
fn names_say_what_items_are() {
    let text = instance(SMALL).to_text().unwrap();
    for line in [
        "\nAnn Mon/night 0,0:night |5\n",
        "\nAnn Wed/night 0,2:night |6\n",
        "\nBob Mon/night 1,0:night Bob/Mon/night |3\n",
        "\nBob Tue/early 1,1:early Bob/Mon/night\n",
        "\nCid Tue/night 2,1:night Cid/Tue/night |2\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
    assert!(
        items.starts_with("1:2|Mon/early Mon/night 1:2|Tue/early Tue/night Wed/early Wed/night ")
    );
    assert!(items.contains(" 1:2|Ann 0:3|Bob 2:3|Cid | 0,0 0,2 "), "{items}");
}

#[test]
fn a_solution_is_drawn_as_people_and_days() {
    let text = "days = 2\nshift = [{ name = 'e', staff = 1 }, { name = 'n', staff = 1 }]\n\
                person = [{ name = 'A', off = ['n'] }, { name = 'B' }]\n";
    let instance = instance(text);
    assert_eq!(instance.picture.kind(), PictureKind::Grid { size: [2, 2] });
    let first = Search::new().first(&instance.problem).unwrap();
    let style = Style::default().with_ascii(true);
    let drawn = instance.picture.draw(&instance.problem, first.solution().unwrap(), style).unwrap();
    let expected = "    1   2
  +---+---+
A | e | e |
  +---+---+
B | n | n |
  +---+---+
";
    assert_eq!(drawn, expected);
}

#[test]
fn pictures_of_rosters_name_people_and_days_in_their_comment_too() {
    let text = instance(SMALL).to_text().unwrap();
    let comment = "\n| picture: grid 3x3 rows=Ann/Bob/Cid columns=Mon/Tue/Wed\n";
    assert!(text.contains(comment), "{text}");
    let found = quadrille_gallery::Picture::find(&text);
    assert_eq!(found.as_ref(), Some(&instance(SMALL).picture));
    let odd = "days = ['50%']\nshift = [{ name = 'e', staff = 1 }]\nperson = [{ name = '<é>' }]\n";
    let odd = instance(odd);
    assert!(odd.to_text().unwrap().contains(" rows=<é> columns=50%25\n"));
    let svg = odd.picture.svg(&odd.problem, &[[quadrille_cover::OptionId::new(0)]]).unwrap();
    assert!(svg.contains(">&lt;é&gt;</text>") && svg.contains(">50%</text>"), "{svg}");
}

#[test]
fn examples_have_solutions_and_depend_on_their_arguments_alone() {
    for (days, people) in [(1, 1), (2, 1), (1, 2), (7, 3), (7, 5), (14, 8), (7, 10), (7, 12)] {
        for seed in 1..4 {
            let text = example(days, people, seed).unwrap();
            assert_eq!(example(days, people, seed).unwrap(), text);
            let instance = instance(&text);
            assert!(instance.warnings.is_empty(), "{text}: {:?}", instance.warnings);
            let search = Search::new().node_budget(5_000_000);
            let first = search.first(&instance.problem).unwrap();
            assert!(first.solution().is_some(), "{:?}: {text}", first.outcome.verdict);
        }
    }
    assert_ne!(example(7, 10, 1).unwrap(), example(7, 10, 2).unwrap());
    let error = example(0, 3, 1).unwrap_err();
    assert_eq!(error.to_string(), "days: expected 1 to 1000, found 0");
}

#[test]
fn an_example_is_written_and_read_back_unchanged() {
    let instance = instance(&example(7, 10, 1).unwrap());
    let written = instance.to_text().unwrap();
    assert_eq!(text::read(&written).unwrap().matrix(), instance.problem.matrix());
    let long = |line: &&str| !line.starts_with('|') && line.split([' ', '|']).any(|w| w.len() > 8);
    assert_eq!(written.lines().find(long), None);
}

#[test]
fn examples_of_all_sizes_are_rosters() {
    for people in [26, 27, 702, 703, 1000] {
        let instance = instance(&example(1, people, 9).unwrap());
        assert!(instance.warnings.is_empty());
    }
}

#[test]
fn shifts_without_staff_and_people_without_shifts_are_left_out() {
    let text = "days = 2\nshift = [{ name = 'e', staff = 1, on = { 2 = 0 } }]\n\
                person = [{ name = 'A', shifts = 0 }, { name = 'B' }]\n";
    let instance = instance(text);
    let items: Vec<&String> = instance
        .problem
        .matrix()
        .primary_items()
        .filter_map(|id| instance.problem.item(id))
        .collect();
    assert_eq!(items, ["1/e", "B"]);
    assert_eq!(count_and_cost(&instance), (1, Some(0)));
}

#[test]
fn what_cannot_be_staffed_is_told() {
    let warnings = |text: &str| instance(text).warnings;
    assert_eq!(
        warnings("days = 1\nshift = [{ name = 'e', staff = 2 }]\nperson = [{ name = 'A' }]\n"),
        [
            "no solution: 1/e needs at least 2 people, and 1 can have it",
            "no solution: all shifts need 2 people, added up, and 1 can be had"
        ]
    );
    assert_eq!(
        warnings(
            "days = 2\nshift = [{ name = 'e', staff = '0..1' }]\n\
             person = [{ name = 'A', shifts = 2, off = ['1'] }]\n"
        ),
        ["no solution: A needs at least 2 shifts, and can work on 1 day"]
    );
    assert_eq!(
        warnings("days = 1\nshift = [{ name = 'e', staff = 1 }]\nperson = []\n"),
        [
            "no solution: 1/e needs at least 1 person, and 0 can have it",
            "no solution: all shifts need 1 person, added up, and 0 can be had"
        ]
    );
    assert_eq!(
        warnings("days = 1\nperson = [{ name = 'A', shifts = 1 }]\n"),
        ["no solution: A needs at least 1 shift, and can work on 0 days"]
    );
}

#[test]
fn comments_tell_one_from_many() {
    let title = |text: &str| instance(text).comments[0].clone();
    let one = "days = 1\nshift = [{ name = 'e', staff = 1 }]\nperson = [{ name = 'A' }]\n";
    assert_eq!(title(one), "roster of 1 person, 1 day and 1 shift");
    assert_eq!(title(SMALL), "roster of 3 people, 3 days and 2 shifts");
    assert!(example(1, 1, 1).unwrap().starts_with("# 1 person, 1 day, seed 1\n"));
}

#[test]
fn the_sample_has_solutions_and_everything_that_a_roster_can_have() {
    let instance = instance(SAMPLE);
    assert!(instance.warnings.is_empty(), "{:?}", instance.warnings);
    let (count, cheapest) = count_and_cost(&instance);
    assert!(count > 1 && cheapest.is_some(), "{count}");
    // Ann's night on Wednesday costs what its comment says.
    assert!(instance.to_text().unwrap().contains("\nAnn Wed/night 0,2:night |6\n"));
    for key in ["days", "staff", "on", "not-before", "cost", "name", "shifts", "off"] {
        assert!(SAMPLE.lines().any(|line| line.starts_with(&format!("{key} = "))), "{key}");
    }
}

#[test]
fn a_roster_of_nobody_and_nothing_is_refused() {
    for text in [
        "days = 0\n",
        "days = 3\n",
        "days = []\nperson = [{ name = 'A' }]\n",
        "days = 1\nshift = [{ name = 'e', staff = 0 }]\nperson = [{ name = 'A', shifts = 0 }]\n",
    ] {
        let error = Roster::read(text).unwrap().instance().unwrap_err();
        assert!(matches!(error, GalleryError::NothingToCover(_)), "{text}: {error}");
    }
}

#[test]
fn texts_that_are_no_rosters_are_told_where_and_why() {
    let bounds = "a number, \"min..max\" or \"min..\", the maximum not below the minimum";
    let names = "expected characters other than white space and / , : |";
    let cases = [
        ("", (1, 1), "no `days`: expected one here".to_owned()),
        ("days = true", (1, 8), "true: expected a list of names, or a number".into()),
        ("days = -1", (1, 8), "-1: expected a whole number from 0 to 10000".into()),
        ("days = 10001", (1, 8), "10001: expected a whole number from 0 to 10000".into()),
        ("days = ['a', 3]", (1, 14), "3: expected a name".into()),
        ("days = ['a', 'é b']", (1, 14), format!("name \"é b\": {names}")),
        ("days = ['é', 'a/b']", (1, 14), format!("name \"a/b\": {names}")),
        (
            "days = ['a', 'a']",
            (1, 14),
            "name \"a\" again: expected another for each day, shift and person".into(),
        ),
        (
            "days = 1\nnights = 2",
            (2, 1),
            "key \"nights\": expected one of days, shift, person".into(),
        ),
        ("days = 1\nshift = 3", (2, 9), "3: expected tables `[[shift]]`".into()),
        ("days = 1\nshift = [3]", (2, 10), "3: expected tables `[[shift]]`".into()),
        ("days = 1\n[[shift]]\nname = 'e'\n", (2, 1), "no `staff`: expected one here".into()),
        (
            "days = 1\n[[shift]]\nname = 'e'\nstaff = '2..1'\n",
            (4, 9),
            format!("\"2..1\": expected {bounds}"),
        ),
        (
            "days = 1\n[[shift]]\nname = 'e'\nstaff = 1.5\n",
            (4, 9),
            format!("1.5: expected {bounds}"),
        ),
        ("days = 1\n[[shift]]\nname = 'e'\nstaff = -1\n", (4, 9), format!("-1: expected {bounds}")),
        (
            "days = 1\n[[shift]]\nname = 'e'\nstaff = 1\non = { Mon = 1 }\n",
            (5, 8),
            "\"Mon\": expected a day".into(),
        ),
        (
            "days = 1\n[[shift]]\nname = 'e'\nstaff = 1\nnot-before = ['n']\n",
            (5, 15),
            "\"n\": expected a shift".into(),
        ),
        (
            "days = 1\n[[person]]\nname = 'A'\noff = ['1 2']\n",
            (4, 8),
            "\"1 2\": expected a day, a shift, or a day and a shift".into(),
        ),
        (
            "days = 1\n[[person]]\nname = 'A'\noff = ['']\n",
            (4, 8),
            "\"\": expected a day, a shift, or a day and a shift".into(),
        ),
        (
            "days = 1\n[[person]]\nname = 'A'\ncost = { 1 = -2 }\n",
            (4, 14),
            "-2: expected a whole number from 0 to 18446744073709551615".into(),
        ),
        (
            "days = 1\nshift = [{ name = 'e', staff = 1, cost = 0x7fff_ffff_ffff_ffff }]\n\
             [[person]]\nname = 'A'\ncost = { 1 = 9223372036854775807, e = 2 }\n",
            (5, 39),
            "the costs add up to 2^64 or more".into(),
        ),
    ];
    for (text, position, message) in cases {
        let error = Roster::read(text).unwrap_err();
        assert_eq!((error.position(), error.message()), (Some(position), message), "{text}");
    }
    let many: String =
        (0..2000).map(|n| format!("[[shift]]\nname = 's{n}'\nstaff = 1\n")).collect();
    let error = Roster::read(&format!("days = 10000\n{many}")).unwrap_err();
    assert!(matches!(error, GalleryError::TooLarge { .. }), "{error}");
    // What is no TOML is told by the reader of TOML, with its place.
    for (text, position) in
        [("days = [\n", (1, 9)), ("é = 1\n", (1, 1)), ("days = 1\ndays = 2\n", (2, 1))]
    {
        let error = Roster::read(text).unwrap_err();
        assert_eq!(error.position(), Some(position), "{text}: {error}");
    }
}
