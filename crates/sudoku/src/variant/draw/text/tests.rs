use super::super::super::{Board, Kind, Regions, Relation, Rule, Rules, Variant};
use super::super::tests::{plain, sample};
use super::{TextOptions, text};
use crate::format;
use crate::grid::{Grid, Puzzle};
use crate::shape::Shape;

fn drawn(rules: Rules) -> String {
    text(&Variant::new(rules), TextOptions::default()).to_string()
}

fn drawn_with(kinds: &[Kind]) -> String {
    drawn(kinds.iter().fold(plain(), |rules, &kind| rules.with(sample(kind)).unwrap()))
}

#[test]
fn classic_grids_look_as_they_do_elsewhere() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5)] {
        let shape = Shape::new(rows, columns).unwrap();
        let n = shape.size();
        let value = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            (row % rows * columns + row / rows + column) % n + 1
        };
        let values: Vec<u8> = (0..n * n).map(|cell| value(cell) as u8).collect();
        let solution = Grid::from_values(shape, &values).unwrap();
        let mut clues = Grid::empty(shape);
        (0..n * n).step_by(3).for_each(|cell| clues.set(cell, values[cell]).unwrap());
        let variant = Variant::from(&Puzzle::new(clues.clone()).unwrap());
        let mut options = TextOptions::default();
        assert_eq!(text(&variant, options).to_string(), format::grid(&clues).to_string());
        options.values = Some(&values);
        let expected = format::grid(&solution).clues(&clues);
        assert_eq!(text(&variant, options).to_string(), expected.to_string());
        options.is_coloured = true;
        let plain = |text: String| {
            text.replace("\x1b[1m", "").replace("\x1b[36m", "").replace("\x1b[0m", "")
        };
        let coloured = text(&variant, options).to_string();
        assert_eq!(plain(coloured.clone()), plain(expected.colour(true).to_string()));
        assert_eq!(
            coloured.matches("\x1b[1m").count(),
            clues.values().iter().filter(|&&v| v > 0).count()
        );
    }
}

#[test]
fn cages_windows_and_regions_have_walls_of_their_own() {
    assert_eq!(
        drawn_with(&[Kind::Cage]),
        "\
┏6━━━━━━┳━━━┯━━━┓
┃ .   . ╏ . ╎ . ┃
┠╌╌╌╌╌╌╌╂╌╌╌┘   ┃
┃ .   . ┃ .   . ┃
┣━━━━━━━╋━━━━━━━┫
┃ .   . ┃ .   . ┃
┃       ┃       ┃
┃ .   . ┃ .   . ┃
┗━━━━━━━┻━━━━━━━┛"
    );
    assert_eq!(
        drawn_with(&[Kind::Windoku]),
        "\
┏━━━━━━━┳━━━━━━━┓
┃ .   . ┃ .   . ┃
┃   ┌╌╌╌╂╌╌╌┐   ┃
┃ . ╎ . ╏ . ╎ . ┃
┣━━━┿╍╍╍╋╍╍╍┿━━━┫
┃ . ╎ . ╏ . ╎ . ┃
┃   └╌╌╌╂╌╌╌┘   ┃
┃ .   . ┃ .   . ┃
┗━━━━━━━┻━━━━━━━┛
windoku"
    );
    // Two that share a cell: the second is said.
    let both = drawn_with(&[Kind::Cage, Kind::Region]);
    assert_eq!(both.lines().last(), Some("region: r1c2 r1c3 r2c2 r2c3"), "{both}");
    assert_eq!(both.split_once("\nregion").unwrap().0, drawn_with(&[Kind::Cage]));
    // Nor is one drawn that is in two pieces.
    let apart = drawn(plain().with(Rule::killer(5, [0, 3])).unwrap());
    assert_eq!(apart.lines().last(), Some("cage 5: r1c1 r1c4"), "{apart}");
    let with_repeats = Rule::Cage { cells: vec![0, 1], sum: None, repeats: true };
    assert!(drawn(plain().with(with_repeats).unwrap()).ends_with("\ncage with repeats: r1c1 r1c2"));
}

#[test]
fn marks_stand_between_cells() {
    assert_eq!(
        drawn_with(&[Kind::Greater, Kind::Difference, Kind::Ratio, Kind::PairSum, Kind::Minimum]),
        "\
┌───────┬───────┐
│ . > . │ . ● . │
│     ○ │       │
│ .   . │ .   . │
├───────┼───────┤
│ .   . │ .   . │
│     V │       │
│ .   . │ .   . │
└───────┴───────┘
minimum: r2c2"
    );
    assert_eq!(
        drawn_with(&[Kind::Minimum, Kind::Maximum]),
        "\
┌───────┬───────┐
│ . > . │ .   . │
│ ∨   ∨ │       │
│ . > . < .   . │
├─────∧─┼───────┤
│ .   . │ .   . │
│       │       │
│ .   . │ .   . │
└───────┴───────┘"
    );
    assert_eq!(
        drawn_with(&[Kind::Quadruple, Kind::Diagonal]),
        "\
┌───────┬───────┐
│ .   . │ .   . │
│  14   │       │
│ .   . │ .   . │
├───────┼───────┤
│ .   . │ .   . │
│       │   ╲   │
│ .   . │ .   . │
└───────┴───────┘
diagonal from the top left"
    );
    // What is far apart, and what has no sign.
    let rules = plain()
        .with(Rule::pair(0, 2, Relation::Greater))
        .unwrap()
        .with(Rule::pair(0, 1, Relation::Difference(2)))
        .unwrap();
    let drawn = drawn(rules);
    let words: Vec<&str> = drawn.lines().skip(7).collect();
    assert_eq!(words, ["greater: r1c1 > r1c3", "difference 2: r1c1 r1c2"]);
}

#[test]
fn lines_go_from_cell_to_cell() {
    assert_eq!(
        drawn_with(&[Kind::Thermo, Kind::Whisper]),
        "\
┏━━━━━━━┳━━━━━━━┓
┃(.)──. ┃ .   . ┃
┃       ╲       ┃
┃ .   . ┃ .   . ┃
┣━━━━━━━╋━━━━━━━┫
┃ .───.─╂─.   . ┃
┃       ┃       ┃
┃ .   . ┃ .   . ┃
┗━━━━━━━┻━━━━━━━┛
whisper 2: r3c1 r3c2 r3c3"
    );
    assert_eq!(
        drawn_with(&[Kind::Arrow, Kind::Automaton]),
        "\
┏━━━━━━━┳━━━━━━━┓
┃(.)  . ┃ .   . ┃
┃ │     ┃     │ ┃
┃ .   . ┃ .   . ┃
┣━━━↘━━━╋━━━━━┿━┫
┃ .   . ┃ .   . ┃
┃       ┃       ┃
┃ .   . ┃ .   . ┃
┗━━━━━━━┻━━━━━━━┛
automaton of 1 state: r1c4 r2c4 r3c4"
    );
    // Lines that cross aslant share no cell.
    let rules = plain()
        .with(Rule::Between(vec![0, 5]))
        .unwrap()
        .with(Rule::Palindrome(vec![1, 4]))
        .unwrap();
    let crossed = drawn(rules);
    assert_eq!(crossed.lines().nth(2), Some("┃   ╳   ┃       ┃"), "{crossed}");
    // One that shares a cell is said and not drawn; arrows from one circle are drawn.
    let arrow = |shaft: usize| Rule::Arrow { circle: vec![5], shaft: vec![shaft] };
    let rules = plain().with(arrow(4)).unwrap().with(arrow(1)).unwrap();
    let rules = rules.with(Rule::thermo([6, 1])).unwrap();
    let drawn = drawn(rules);
    assert_eq!(drawn.lines().nth(2), Some("┃     ↑ ┃       ┃"), "{drawn}");
    assert_eq!(drawn.lines().nth(3), Some("┃ .←─(.)┃ .   . ┃"), "{drawn}");
    assert_eq!(drawn.lines().last(), Some("thermo: r2c3 < r1c2"), "{drawn}");
}

#[test]
fn marks_in_cells_have_names_below() {
    assert_eq!(
        drawn_with(&[Kind::Even, Kind::Odd, Kind::Clone]),
        "\
┌──────┬──────┐
│□.a○.a│ .  . │
│○. □. │ .  . │
├──────┼──────┤
│ .  . │ .  . │
│ .  . │a. a. │
└──────┴──────┘
□ in cells: even
○ in cells: odd
a in cells: clone"
    );
    let mut variant = Variant::new(plain().with(sample(Kind::Even)).unwrap());
    variant.set(5, 2).unwrap();
    let values = [4, 1, 2, 3, 3, 2, 1, 4, 1, 3, 4, 2, 2, 4, 3, 1];
    let options = TextOptions { values: Some(&values), ..TextOptions::default() };
    let drawn = text(&variant, options).to_string();
    assert_eq!(drawn.lines().nth(1), Some("│□ 4    1  │  2    3  │"), "{drawn}");
    assert_eq!(drawn.lines().nth(2), Some("│  3  □[2] │  1    4  │"), "{drawn}");
}

#[test]
fn numbers_stand_outside_and_say_what_they_are() {
    let kinds =
        [Kind::LittleKiller, Kind::Sandwich, Kind::XSum, Kind::Skyscraper, Kind::NumberedRoom];
    assert_eq!(
        drawn_with(&kinds),
        "    8↘        x9
   ┌──────┬──────┐
s2 │ .  . │ .  . │
   │ .  . │ .  . │ v3
   ├──────┼──────┤
   │ .  . │ .  . │
   │ .  . │ .  . │
   └──────┴──────┘
    r2
s outside: sandwich
x outside: x-sum
v outside: skyscraper
r outside: numbered-room"
    );
    // Two at one place stand in a row.
    let tall = |count| Rule::Skyscraper { cells: vec![0, 1, 2, 3], count };
    let twice = drawn(plain().with(tall(1)).unwrap().with(tall(2)).unwrap());
    assert_eq!(twice.lines().nth(1), Some("2 1 │ .  . │ .  . │"), "{twice}");
    // A line that is not whole has no place outside.
    let part = Rule::Skyscraper { cells: vec![0, 1, 2], count: 2 };
    let said = drawn(plain().with(part).unwrap());
    assert_eq!(said.lines().last(), Some("skyscraper 2: r1c1 r1c2 r1c3"), "{said}");
}

#[test]
fn regions_and_overlapping_grids_have_their_borders() {
    let cells = |text: &str, of: char| -> Vec<usize> {
        text.chars().enumerate().filter(|&(_, c)| c == of).map(|(cell, _)| cell).collect()
    };
    let regions = "aabbacbbaccdcddd";
    let regions = ['a', 'b', 'c', 'd'].map(|of| cells(regions, of)).to_vec();
    let jigsaw = Board::new(4, Regions::Irregular(regions)).unwrap();
    assert_eq!(
        drawn(Rules::from(jigsaw)),
        "\
┌───────┬───────┐
│ .   . │ .   . │
│   ┌───┤       │
│ . │ . │ .   . │
│   │   └───┬───┤
│ . │ .   . │ . │
├───┼───────┘   │
│ . │ .   .   . │
└───┴───────────┘"
    );
    let boxes = Regions::Boxes { rows: 1, columns: 2 };
    let pair = Board::overlapping(2, boxes, &[(0, 0), (1, 1)]).unwrap();
    assert_eq!(
        drawn(Rules::from(pair)),
        "\
┌───────┐
│ .   . │
│   ┌───┼───┐
│ . │ . │ . │
└───┼───┘   │
    │ .   . │
    └───────┘"
    );
}

#[test]
fn candidates_and_numbers_of_two_digits_widen_cells() {
    let mut variant = Variant::new(Rules::from(Shape::new(2, 2).unwrap()));
    variant.set(0, 4).unwrap();
    let mut sets = [0b0111; 16];
    sets[1] = 0b0001;
    let options = TextOptions { candidates: Some(&sets), ..TextOptions::default() };
    let drawn = text(&variant, options).to_string();
    assert_eq!(drawn.lines().nth(1), Some("│  4    1  │ 123  123 │"), "{drawn}");
    let mut large = Variant::new(Rules::from(Shape::new(2, 5).unwrap()));
    large.set(1, 10).unwrap();
    let drawn = text(&large, TextOptions::default()).to_string();
    assert_eq!(
        drawn.lines().nth(1),
        Some("│  .  10   .   .   . │  .   .   .   .   . │"),
        "{drawn}"
    );
}

#[test]
fn ascii_draws_the_same_with_fewer_signs() {
    let rules = plain()
        .with(sample(Kind::Cage))
        .unwrap()
        .with(sample(Kind::Ratio))
        .unwrap()
        .with(Rule::pair(8, 12, Relation::Greater))
        .unwrap()
        .with(Rule::thermo([7, 10, 9]))
        .unwrap();
    let options = TextOptions { is_ascii: true, ..TextOptions::default() };
    assert_eq!(
        text(&Variant::new(rules), options).to_string(),
        "\
#6======#===#===#
# .   . : . * . #
#-------#---+   #
# .   . # .  (.)#
#=======#===/===#
# .   .-+-.   . #
# v     #       #
# .   . # .   . #
#=======#=======#"
    );
}
