//! What stands in the JSON of a rule, and the rule that it is.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};

use crate::candidates::set_of;
use crate::variant::format::cells::{cells, words};
use crate::variant::{Automaton, Board, Chess, Diagonal, Kind, Relation, Rule, RulesError};

/// A list of cells: names, or words as in the text format.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Cells(Vec<String>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = Cells;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cells, as [\"r1c1\", \"r1c2\"], or a string, as \"row 1\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Cells, E> {
                Ok(Cells(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cells, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(Cells(names))
            }
        }
        deserializer.deserialize_any(Names)
    }
}

impl Cells {
    pub(super) fn of(board: &Board, cells: &[usize]) -> Self {
        Cells(cells.iter().map(|&cell| board.name(cell).to_string()).collect())
    }

    pub(super) fn cells(&self, board: &Board) -> Result<Vec<usize>, String> {
        let mut all = Vec::new();
        for name in &self.0 {
            all.extend(cells(board, &words(name, 0)).map_err(|(_, error)| error)?);
        }
        Ok(all)
    }
}

/// A relation with its number.
#[derive(Debug, Clone, Copy, Serialize, DeriveDeserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RelationForm {
    Difference(u8),
    Ratio(u8),
    Sum(u8),
}

/// Which diagonal.
#[derive(Debug, Clone, Copy, Serialize, DeriveDeserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Which {
    Main,
    Anti,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A rule by its name in the field `rule`.
#[derive(Debug, Clone, Serialize, DeriveDeserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum RuleForm {
    Diagonal {
        which: Which,
    },
    Windoku {},
    DisjointGroups {},
    AntiKnight {},
    AntiKing {},
    NonConsecutive {},
    Chess {
        step: (u8, u8),
        #[serde(default, skip_serializing_if = "is_false")]
        rides: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        digits: Vec<u8>,
    },
    Unmarked {
        relations: Vec<RelationForm>,
    },
    Even {
        cells: Cells,
    },
    Odd {
        cells: Cells,
    },
    Minimum {
        cells: Cells,
    },
    Maximum {
        cells: Cells,
    },
    Region {
        cells: Cells,
    },
    Cage {
        cells: Cells,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<u32>,
        #[serde(default, skip_serializing_if = "is_false")]
        repeats: bool,
    },
    LittleKiller {
        cells: Cells,
        sum: u32,
    },
    Arrow {
        circle: Cells,
        shaft: Cells,
    },
    Thermo {
        cells: Cells,
        #[serde(default, skip_serializing_if = "is_false")]
        slow: bool,
    },
    Greater {
        cells: Cells,
    },
    Difference {
        cells: Cells,
        by: u8,
    },
    Ratio {
        cells: Cells,
        by: u8,
    },
    Sum {
        cells: Cells,
        sum: u8,
    },
    Whisper {
        cells: Cells,
        least: u8,
    },
    Renban {
        cells: Cells,
    },
    Palindrome {
        cells: Cells,
    },
    Clone {
        a: Cells,
        b: Cells,
    },
    Between {
        cells: Cells,
    },
    Quadruple {
        cells: Cells,
        digits: Vec<u8>,
    },
    Sandwich {
        cells: Cells,
        sum: u32,
    },
    XSum {
        cells: Cells,
        sum: u32,
    },
    Skyscraper {
        cells: Cells,
        count: u32,
    },
    NumberedRoom {
        cells: Cells,
        digit: u8,
    },
    Automaton {
        cells: Cells,
        states: usize,
        accept: Vec<usize>,
        /// State, digit, next state.
        transitions: Vec<(usize, u8, usize)>,
    },
}

impl RuleForm {
    /// The rule on a board.
    pub(super) fn rule(&self, board: &Board) -> Result<Rule, String> {
        let all = |cells: &Cells| cells.cells(board);
        let pair = |list: &Cells, relation: Relation| match all(list)?[..] {
            [a, b] => Ok(Rule::pair(a, b, relation)),
            ref other => Err(format!("{} cells: expected two", other.len())),
        };
        Ok(match self {
            RuleForm::Diagonal { which: Which::Main } => Rule::Diagonal(Diagonal::Main),
            RuleForm::Diagonal { which: Which::Anti } => Rule::Diagonal(Diagonal::Anti),
            RuleForm::Windoku {} => Rule::Windoku,
            RuleForm::DisjointGroups {} => Rule::DisjointGroups,
            RuleForm::AntiKnight {} => Rule::ANTI_KNIGHT,
            RuleForm::AntiKing {} => Rule::ANTI_KING,
            RuleForm::NonConsecutive {} => Rule::non_consecutive(),
            RuleForm::Chess { step, rides, digits } => {
                if let Some(digit) = digits.iter().find(|digit| !(1..=64).contains(*digit)) {
                    return Err(format!("digit {digit}: expected 1 to 64"));
                }
                let set = digits.iter().fold(0, |set, &digit| set | set_of(digit));
                let digits = if set == 0 { u64::MAX } else { set };
                Rule::Chess(Chess { step: *step, rides: *rides, digits })
            }
            RuleForm::Unmarked { relations } => {
                Rule::Unmarked(relations.iter().map(|&relation| relation.into()).collect())
            }
            RuleForm::Even { cells } => Rule::Even(all(cells)?),
            RuleForm::Odd { cells } => Rule::Odd(all(cells)?),
            RuleForm::Minimum { cells } => Rule::Minimum(all(cells)?),
            RuleForm::Maximum { cells } => Rule::Maximum(all(cells)?),
            RuleForm::Region { cells } => Rule::Region(all(cells)?),
            &RuleForm::Cage { ref cells, sum, repeats } => {
                Rule::Cage { cells: all(cells)?, sum, repeats }
            }
            RuleForm::LittleKiller { cells, sum } => {
                Rule::LittleKiller { cells: all(cells)?, sum: *sum }
            }
            RuleForm::Arrow { circle, shaft } => {
                Rule::Arrow { circle: all(circle)?, shaft: all(shaft)? }
            }
            RuleForm::Thermo { cells, slow } => Rule::Thermo { cells: all(cells)?, slow: *slow },
            RuleForm::Greater { cells } => pair(cells, Relation::Greater)?,
            RuleForm::Difference { cells, by } => pair(cells, Relation::Difference(*by))?,
            RuleForm::Ratio { cells, by } => pair(cells, Relation::Ratio(*by))?,
            RuleForm::Sum { cells, sum } => pair(cells, Relation::Sum(*sum))?,
            RuleForm::Whisper { cells, least } => {
                Rule::Whisper { cells: all(cells)?, least: *least }
            }
            RuleForm::Renban { cells } => Rule::Renban(all(cells)?),
            RuleForm::Palindrome { cells } => Rule::Palindrome(all(cells)?),
            RuleForm::Clone { a, b } => Rule::Clone { a: all(a)?, b: all(b)? },
            RuleForm::Between { cells } => Rule::Between(all(cells)?),
            RuleForm::Quadruple { cells, digits } => {
                Rule::Quadruple { cells: all(cells)?, digits: digits.clone() }
            }
            RuleForm::Sandwich { cells, sum } => Rule::Sandwich { cells: all(cells)?, sum: *sum },
            RuleForm::XSum { cells, sum } => Rule::XSum { cells: all(cells)?, sum: *sum },
            RuleForm::Skyscraper { cells, count } => {
                Rule::Skyscraper { cells: all(cells)?, count: *count }
            }
            RuleForm::NumberedRoom { cells, digit } => {
                Rule::NumberedRoom { cells: all(cells)?, digit: *digit }
            }
            RuleForm::Automaton { cells, states, accept, transitions } => {
                let automaton = automaton(*states, accept, transitions);
                let automaton = Arc::new(automaton.map_err(|error| error.to_string())?);
                Rule::Automaton { cells: all(cells)?, automaton }
            }
        })
    }

    /// The form of a rule on a board.
    pub(super) fn of(board: &Board, rule: &Rule) -> Self {
        let all = |cells: &[usize]| Cells::of(board, cells);
        match rule {
            Rule::Diagonal(Diagonal::Main) => RuleForm::Diagonal { which: Which::Main },
            Rule::Diagonal(Diagonal::Anti) => RuleForm::Diagonal { which: Which::Anti },
            Rule::Windoku => RuleForm::Windoku {},
            Rule::DisjointGroups => RuleForm::DisjointGroups {},
            Rule::Chess(_) if rule.kind() == Kind::AntiKnight => RuleForm::AntiKnight {},
            Rule::Chess(_) if rule.kind() == Kind::AntiKing => RuleForm::AntiKing {},
            Rule::Chess(Chess { step, rides, digits }) => {
                let named = |digit: &u8| *digits != u64::MAX && digits & set_of(*digit) != 0;
                let digits = (1..=64).filter(named).collect();
                RuleForm::Chess { step: *step, rides: *rides, digits }
            }
            Rule::Unmarked(relations) => {
                let forms = relations.iter().filter_map(|relation| match *relation {
                    Relation::Difference(by) => Some(RelationForm::Difference(by)),
                    Relation::Ratio(by) => Some(RelationForm::Ratio(by)),
                    Relation::Sum(sum) => Some(RelationForm::Sum(sum)),
                    // No rules have it.
                    Relation::Greater => None,
                });
                RuleForm::Unmarked { relations: forms.collect() }
            }
            Rule::Even(cells) => RuleForm::Even { cells: all(cells) },
            Rule::Odd(cells) => RuleForm::Odd { cells: all(cells) },
            Rule::Minimum(cells) => RuleForm::Minimum { cells: all(cells) },
            Rule::Maximum(cells) => RuleForm::Maximum { cells: all(cells) },
            Rule::Region(cells) => RuleForm::Region { cells: all(cells) },
            &Rule::Cage { ref cells, sum, repeats } => {
                RuleForm::Cage { cells: all(cells), sum, repeats }
            }
            Rule::LittleKiller { cells, sum } => {
                RuleForm::LittleKiller { cells: all(cells), sum: *sum }
            }
            Rule::Arrow { circle, shaft } => {
                RuleForm::Arrow { circle: all(circle), shaft: all(shaft) }
            }
            Rule::Thermo { cells, slow } => RuleForm::Thermo { cells: all(cells), slow: *slow },
            &Rule::Pair { a, b, relation } => {
                let cells = all(&[a, b]);
                match relation {
                    Relation::Greater => RuleForm::Greater { cells },
                    Relation::Difference(by) => RuleForm::Difference { cells, by },
                    Relation::Ratio(by) => RuleForm::Ratio { cells, by },
                    Relation::Sum(sum) => RuleForm::Sum { cells, sum },
                }
            }
            Rule::Whisper { cells, least } => {
                RuleForm::Whisper { cells: all(cells), least: *least }
            }
            Rule::Renban(cells) => RuleForm::Renban { cells: all(cells) },
            Rule::Palindrome(cells) => RuleForm::Palindrome { cells: all(cells) },
            Rule::Clone { a, b } => RuleForm::Clone { a: all(a), b: all(b) },
            Rule::Between(cells) => RuleForm::Between { cells: all(cells) },
            Rule::Quadruple { cells, digits } => {
                RuleForm::Quadruple { cells: all(cells), digits: digits.clone() }
            }
            Rule::Sandwich { cells, sum } => RuleForm::Sandwich { cells: all(cells), sum: *sum },
            Rule::XSum { cells, sum } => RuleForm::XSum { cells: all(cells), sum: *sum },
            Rule::Skyscraper { cells, count } => {
                RuleForm::Skyscraper { cells: all(cells), count: *count }
            }
            Rule::NumberedRoom { cells, digit } => {
                RuleForm::NumberedRoom { cells: all(cells), digit: *digit }
            }
            Rule::Automaton { cells, automaton } => RuleForm::Automaton {
                cells: all(cells),
                states: automaton.states(),
                accept: (0..automaton.states()).filter(|&s| automaton.is_accepting(s)).collect(),
                transitions: transitions(automaton),
            },
        }
    }
}

impl From<RelationForm> for Relation {
    fn from(form: RelationForm) -> Self {
        match form {
            RelationForm::Difference(by) => Relation::Difference(by),
            RelationForm::Ratio(by) => Relation::Ratio(by),
            RelationForm::Sum(sum) => Relation::Sum(sum),
        }
    }
}

fn automaton(
    states: usize,
    accept: &[usize],
    transitions: &[(usize, u8, usize)],
) -> Result<Automaton, RulesError> {
    let mut automaton = Automaton::new(states)?;
    for &state in accept {
        automaton.accept(state)?;
    }
    for &(from, digit, to) in transitions {
        automaton.on(from, digit, to)?;
    }
    Ok(automaton)
}

fn transitions(automaton: &Automaton) -> Vec<(usize, u8, usize)> {
    let all = (0..automaton.states()).flat_map(|from| (1..=64).map(move |digit| (from, digit)));
    all.filter_map(|(from, digit)| Some((from, digit, automaton.next(from, digit)?))).collect()
}
