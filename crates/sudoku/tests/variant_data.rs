//! The variants among the known answers, as the crate has them, and that their solutions keep their rules.

use std::fs;
use std::path::Path;

use quadrille_sudoku::variant::{Board, Diagonal, Regions, Relation, Rule, Rules, Variant, verify};
use quadrille_testkit::shared::data_folder_or_skip;
use serde_json::Value;

/// A puzzle with what is known of it.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) variant: Variant,
    /// One value a number of the board, if it is the only one.
    pub(crate) solution: Option<Vec<u8>>,
    /// How many there are.
    pub(crate) count: u64,
}

/// All cases of a file of the folder; those of `sizes` too.
pub(crate) fn load(folder: &Path, file: &str) -> Vec<Case> {
    let text = fs::read_to_string(folder.join(file)).expect("the folder has it");
    text.lines().map(|line| case(&serde_json::from_str(line).expect("JSON"))).collect()
}

/// The files of variants.
pub(crate) const FILES: [&str; 3] =
    ["variants/own-variants.jsonl", "variants/tool-puzzles.jsonl", "variants/counts.jsonl"];

fn case(record: &Value) -> Case {
    let n = number(&record["size"]);
    let board = board(record, n);
    let mut variant = Variant::new(rules(record, board));
    if let Some(puzzle) = record["puzzle"].as_str() {
        let values = puzzle.split(' ').map(|word| word.parse().expect("a number"));
        values.enumerate().for_each(|(cell, value)| variant.set(cell, value).expect("it fits"));
    } else {
        for (cell, c) in symbols(&record["givens"]).into_iter().enumerate() {
            if let Some(digit) = c.to_digit(10).filter(|&digit| digit > 0) {
                variant.set(cell, digit as u8).expect("it fits");
            }
        }
    }
    let solution = match &record["solution"] {
        Value::Null => None,
        Value::String(words) if words.contains(' ') => {
            Some(words.split(' ').map(|word| word.parse().expect("a number")).collect())
        }
        other => {
            let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
            Some(symbols(other).into_iter().map(digit).collect())
        }
    };
    Case {
        id: record["id"].as_str().expect("an id").to_owned(),
        kind: record["kind"].as_str().unwrap_or("").to_owned(),
        count: record["count"].as_u64().unwrap_or(1),
        variant,
        solution,
    }
}

fn symbols(value: &Value) -> Vec<char> {
    match value {
        Value::String(text) => text.chars().collect(),
        rows => {
            let rows = rows.as_array().expect("rows").iter();
            rows.flat_map(|row| row.as_str().expect("a row").chars()).collect()
        }
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number")) as usize
}

fn cells(value: &Value) -> Vec<usize> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(number).collect()
}

fn board(record: &Value, n: usize) -> Board {
    let regions = match (record["regions"].as_str(), record["box"].as_array()) {
        (Some(regions), _) => {
            let mut names: Vec<char> = regions.chars().collect();
            names.sort_unstable();
            names.dedup();
            let of = |&name: &char| {
                let of_it = regions.chars().enumerate().filter(move |&(_, c)| c == name);
                of_it.map(|(cell, _)| cell).collect()
            };
            Regions::Irregular(names.iter().map(of).collect())
        }
        (None, Some(sides)) if sides.len() == 2 => {
            Regions::Boxes { rows: number(&sides[0]), columns: number(&sides[1]) }
        }
        _ => Regions::None,
    };
    match &record["multi"] {
        Value::Null => Board::new(n, regions),
        multi => {
            let grids = multi["grids"].as_array().expect("grids").iter();
            let corners: Vec<_> = grids.map(|grid| (number(&grid[0]), number(&grid[1]))).collect();
            Board::overlapping(n, regions, &corners)
        }
    }
    .expect("a board")
}

fn rules(record: &Value, board: Board) -> Rules {
    let n = board.size();
    let mut rules = Rules::from(board);
    let mut add = |rule: Rule| rules.add(rule).unwrap_or_else(|error| panic!("{error}: {record}"));
    for cage in record["cages"].as_array().into_iter().flatten() {
        let sum = cage["sum"].as_u64().map(|sum| sum as u32);
        add(Rule::Cage { cells: cells(&cage["cells"]), sum, repeats: false });
    }
    // The cells of a line as a clue at one of its ends sees them.
    let line = |clue: &Value| -> Vec<usize> {
        let index = number(&clue["index"]);
        let mut cells: Vec<usize> = match clue["line"].as_str() {
            Some("row") => (0..n).map(|column| index * n + column).collect(),
            _ => (0..n).map(|row| row * n + index).collect(),
        };
        if clue["from"] == "end" {
            cells.reverse();
        }
        cells
    };
    for (name, value) in record["constraints"].as_object().into_iter().flatten() {
        let pairs = |relation: Relation| {
            let list = value.as_array().expect("pairs").iter().map(cells);
            list.map(|two| Rule::pair(two[0], two[1], relation)).collect::<Vec<_>>()
        };
        let each = |make: &dyn Fn(&Value) -> Rule| {
            value.as_array().expect("a list").iter().map(make).collect::<Vec<_>>()
        };
        let sum = |clue: &Value, field: &str| number(&clue[field]) as u32;
        let made = match name.as_str() {
            "diagonals" => each(&|which| {
                Rule::Diagonal(if which == "main" { Diagonal::Main } else { Diagonal::Anti })
            }),
            "windoku" => vec![Rule::Windoku],
            "disjoint_groups" => vec![Rule::DisjointGroups],
            "anti_knight" => vec![Rule::ANTI_KNIGHT],
            "anti_king" => vec![Rule::ANTI_KING],
            "non_consecutive" => vec![Rule::non_consecutive()],
            "thermo" => each(&|line| Rule::thermo(cells(line))),
            "slow_thermo" => each(&|line| Rule::Thermo { cells: cells(line), slow: true }),
            "arrow" => each(&|arrow| Rule::Arrow {
                circle: cells(&arrow["circle"]),
                shaft: cells(&arrow["shaft"]),
            }),
            "greater" => pairs(Relation::Greater),
            "kropki_white" => pairs(Relation::Difference(1)),
            "kropki_black" => pairs(Relation::Ratio(2)),
            "kropki_negative" => {
                vec![Rule::Unmarked(vec![Relation::Difference(1), Relation::Ratio(2)])]
            }
            "xv_x" => pairs(Relation::Sum(10)),
            "xv_v" => pairs(Relation::Sum(5)),
            "xv_negative" => vec![Rule::Unmarked(vec![Relation::Sum(10), Relation::Sum(5)])],
            "even" => vec![Rule::Even(cells(value))],
            "odd" => vec![Rule::Odd(cells(value))],
            "minimum" => vec![Rule::Minimum(cells(value))],
            "maximum" => vec![Rule::Maximum(cells(value))],
            "sandwich" => each(&|clue| Rule::Sandwich { cells: line(clue), sum: sum(clue, "sum") }),
            "xsum" => each(&|clue| Rule::XSum { cells: line(clue), sum: sum(clue, "value") }),
            "skyscraper" => {
                each(&|clue| Rule::Skyscraper { cells: line(clue), count: sum(clue, "value") })
            }
            "little_killer" => each(&|clue| Rule::LittleKiller {
                cells: cells(&clue["cells"]),
                sum: sum(clue, "sum"),
            }),
            "quad" => each(&|quad| Rule::Quadruple {
                cells: cells(&quad["cells"]),
                digits: cells(&quad["digits"]).into_iter().map(|digit| digit as u8).collect(),
            }),
            "between" => each(&|line| Rule::Between(cells(line))),
            "palindrome" => each(&|line| Rule::Palindrome(cells(line))),
            "renban" => each(&|line| Rule::Renban(cells(line))),
            "clone" => each(&|two| Rule::Clone { a: cells(&two[0]), b: cells(&two[1]) }),
            "whisper" => each(&|line| Rule::Whisper {
                cells: cells(&line["cells"]),
                least: number(&line["min"]) as u8,
            }),
            other => panic!("unknown constraint {other}"),
        };
        made.into_iter().for_each(&mut add);
    }
    rules
}

#[test]
fn the_stated_solutions_keep_all_rules() {
    let Some(folder) = data_folder_or_skip("stated solutions of variants") else { return };
    let mut solutions = 0;
    for file in FILES.into_iter().chain(["sizes/sizes.jsonl"]) {
        for case in load(&folder, file) {
            let Some(solution) = &case.solution else { continue };
            assert_eq!(verify(&case.variant, solution), Ok(()), "{}", case.id);
            // Another digit somewhere, and it is none.
            let mut wrong = solution.clone();
            let cell = case.variant.board().inside().next().expect("a cell");
            wrong[cell] = wrong[cell] % case.variant.board().size() as u8 + 1;
            assert!(verify(&case.variant, &wrong).is_err(), "{}", case.id);
            assert_eq!(case.count, 1, "{}", case.id);
            assert!(case.kind.len() < 40);
            solutions += 1;
        }
    }
    assert!(solutions > 150, "{solutions}");
}
