//! Rules in words: a line for each, and a sentence for each kind.

use std::fmt::{self, Write as _};

use super::super::{Chess, Diagonal, Kind, Relation, Rule, Rules};

/// A rule in a line of words, cells by their names.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rule, Rules, draw};
///
/// let rules = Rules::from(Shape::CLASSIC).with(Rule::killer(15, [0, 1]))?;
/// assert_eq!(draw::words(&rules, &rules.list()[0]).to_string(), "cage 15: r1c1 r1c2");
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
pub fn words<'a>(rules: &'a Rules, rule: &'a Rule) -> Words<'a> {
    Words { rules, rule }
}

/// What [`words`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    rules: &'a Rules,
    rule: &'a Rule,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.rules.board();
        let joined = |cells: &[usize], between: &str| -> String {
            let names: Vec<String> =
                cells.iter().map(|&cell| board.name(cell).to_string()).collect();
            names.join(between)
        };
        let kind = self.rule.kind();
        write!(f, "{kind}")?;
        match self.rule {
            Rule::Diagonal(Diagonal::Main) => f.write_str(" from the top left"),
            Rule::Diagonal(Diagonal::Anti) => f.write_str(" from the top right"),
            Rule::Windoku | Rule::DisjointGroups => Ok(()),
            Rule::Chess(_) if kind != Kind::Chess => Ok(()),
            Rule::Chess(chess) => fmt_chess(f, chess),
            Rule::Unmarked(relations) => {
                for (index, relation) in relations.iter().enumerate() {
                    f.write_str(if index == 0 { ": no " } else { ", no " })?;
                    fmt_relation(f, *relation)?;
                }
                Ok(())
            }
            Rule::Cage { cells, sum, repeats } => {
                sum.map_or(Ok(()), |sum| write!(f, " {sum}"))?;
                f.write_str(if *repeats { " with repeats: " } else { ": " })?;
                f.write_str(&joined(cells, " "))
            }
            Rule::LittleKiller { cells, sum }
            | Rule::Sandwich { cells, sum }
            | Rule::XSum { cells, sum } => write!(f, " {sum}: {}", joined(cells, " ")),
            Rule::Skyscraper { cells, count } => write!(f, " {count}: {}", joined(cells, " ")),
            Rule::NumberedRoom { cells, digit } => write!(f, " {digit}: {}", joined(cells, " ")),
            Rule::Arrow { circle, shaft } => {
                write!(f, ": {} = {}", joined(circle, " "), joined(shaft, " + "))
            }
            Rule::Thermo { cells, slow } => {
                write!(f, ": {}", joined(cells, if *slow { " <= " } else { " < " }))
            }
            Rule::Pair { a, b, relation: Relation::Greater } => {
                write!(f, ": {} > {}", board.name(*a), board.name(*b))
            }
            Rule::Pair { a, b, relation } => {
                f.write_char(' ')?;
                match relation {
                    Relation::Difference(by) | Relation::Ratio(by) | Relation::Sum(by) => {
                        write!(f, "{by}")?;
                    }
                    Relation::Greater => {}
                }
                write!(f, ": {} {}", board.name(*a), board.name(*b))
            }
            Rule::Whisper { cells, least } => write!(f, " {least}: {}", joined(cells, " ")),
            Rule::Clone { a, b } => write!(f, ": {} = {}", joined(a, " "), joined(b, " ")),
            Rule::Quadruple { cells, digits } => {
                for digit in digits {
                    write!(f, " {digit}")?;
                }
                write!(f, ": {}", joined(cells, " "))
            }
            Rule::Automaton { cells, automaton } => {
                let states = automaton.states();
                let plural = if states == 1 { "" } else { "s" };
                write!(f, " of {states} state{plural}: {}", joined(cells, " "))
            }
            Rule::Even(cells)
            | Rule::Odd(cells)
            | Rule::Minimum(cells)
            | Rule::Maximum(cells)
            | Rule::Region(cells)
            | Rule::Renban(cells)
            | Rule::Palindrome(cells)
            | Rule::Between(cells) => write!(f, ": {}", joined(cells, " ")),
        }
    }
}

fn fmt_chess(f: &mut fmt::Formatter<'_>, chess: &Chess) -> fmt::Result {
    write!(f, " {} by {}", chess.step.0, chess.step.1)?;
    f.write_str(if chess.rides { ", again and again" } else { "" })?;
    if chess.digits != u64::MAX {
        f.write_str(", digits")?;
        (1..=64)
            .filter(|digit| chess.digits >> (digit - 1) & 1 == 1)
            .try_for_each(|digit| write!(f, " {digit}"))?;
    }
    Ok(())
}

fn fmt_relation(f: &mut fmt::Formatter<'_>, relation: Relation) -> fmt::Result {
    match relation {
        Relation::Greater => f.write_str("greater"),
        Relation::Difference(by) => write!(f, "difference {by}"),
        Relation::Ratio(by) => write!(f, "ratio {by}"),
        Relation::Sum(sum) => write!(f, "sum {sum}"),
    }
}

/// What the rules ask for, a sentence for each kind in the order of [`Kind::ALL`], with the look that each has in
/// a picture.
pub(super) fn sentences(rules: &Rules) -> Vec<String> {
    let n = rules.board().size();
    let mut sentences: Vec<String> = Vec::new();
    let mut say = |sentence: String| {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    };
    let mut list: Vec<&Rule> = rules.list().iter().collect();
    list.sort_by_key(|rule| rule.kind());
    for rule in list {
        match sentence(rules, rule) {
            Some(fixed) => say(fixed.to_owned()),
            None => match rule {
                Rule::Chess(_) => {
                    say(format!("Cells that a move apart are different: {}.", words(rules, rule)))
                }
                Rule::Unmarked(relations) => {
                    let nots: Vec<String> = relations.iter().map(|&of| not(of)).collect();
                    say(format!("Neighbours without a mark: {}.", nots.join(", ")));
                }
                Rule::Pair { relation: Relation::Difference(by), .. } => {
                    say(format!("White dots with {by}: the two digits differ by {by}."));
                }
                Rule::Pair { relation: Relation::Ratio(by), .. } => {
                    say(format!("Black dots with {by}: one digit is {by} times the other."));
                }
                Rule::Whisper { least, .. } => {
                    say(format!("Double lines: next digits differ by at least {least}."))
                }
                Rule::Sandwich { .. } => {
                    let letter = lettered(rules, Kind::Sandwich);
                    say(format!("Numbers outside{letter}: sum of the digits between 1 and {n}."));
                }
                Rule::XSum { .. } => {
                    let letter = lettered(rules, Kind::XSum);
                    say(format!(
                        "Numbers outside{letter}: sum of the first x digits, x being the first."
                    ));
                }
                Rule::Skyscraper { .. } => {
                    let letter = lettered(rules, Kind::Skyscraper);
                    say(format!(
                        "Numbers outside{letter}: so many digits are greater than all before them."
                    ));
                }
                Rule::NumberedRoom { .. } => {
                    let letter = lettered(rules, Kind::NumberedRoom);
                    say(format!("Numbers outside{letter}: the x-th digit, x being the first."));
                }
                _ => {}
            },
        }
    }
    sentences
}

/// What the numbers outside begin with, if that is needed.
fn lettered(rules: &Rules, kind: Kind) -> String {
    match super::outside::outside_letter(rules, kind) {
        "" => String::new(),
        letter => format!(" with {letter}"),
    }
}

/// What does not hold of neighbours.
fn not(relation: Relation) -> String {
    match relation {
        Relation::Greater => "not greater".to_owned(),
        Relation::Difference(1) => "not consecutive".to_owned(),
        Relation::Difference(by) => format!("no difference of {by}"),
        Relation::Ratio(2) => "not one twice the other".to_owned(),
        Relation::Ratio(by) => format!("not one {by} times the other"),
        Relation::Sum(sum) => format!("no sum of {sum}"),
    }
}

/// The sentence of a rule, if it is always the same.
fn sentence(rules: &Rules, rule: &Rule) -> Option<&'static str> {
    let both = |of: fn(&Rule) -> bool| rules.list().iter().any(of);
    Some(match rule {
        Rule::Diagonal(_) => "Marked diagonals hold different digits.",
        Rule::Windoku => "Shaded windows hold different digits.",
        Rule::DisjointGroups => "Cells at the same place of their boxes are different.",
        Rule::Chess(_) if rule.kind() == Kind::AntiKnight => {
            "Cells a knight's move apart are different."
        }
        Rule::Chess(_) if rule.kind() == Kind::AntiKing => "Cells that touch are different.",
        Rule::Unmarked(relations) if *relations == [Relation::Difference(1)] => {
            match both(|rule| rule.kind() == Kind::Difference) {
                true => "Neighbours without a dot are not consecutive.",
                false => "Neighbours are not consecutive.",
            }
        }
        Rule::Even(_) => "Squares: even digits.",
        Rule::Odd(_) => "Circles of grey: odd digits.",
        Rule::Minimum(_) => "Shaded cells to which signs point: less than their neighbours.",
        Rule::Maximum(_) => "Shaded cells from which signs point: greater than their neighbours.",
        Rule::Region(_) => "Shaded regions hold different digits.",
        Rule::Cage { sum: Some(_), repeats: false, .. } => {
            "Cages: different digits that add up to the sum."
        }
        Rule::Cage { sum: None, repeats: false, .. } => "Cages without a sum: different digits.",
        Rule::Cage { repeats: true, .. } => "Cages with +: digits may repeat.",
        Rule::LittleKiller { .. } => "Numbers with an arrow: sum along it.",
        Rule::Arrow { .. } => "Arrows: the number in the circle is the sum along the arrow.",
        Rule::Thermo { slow: false, .. } => "Thermometers: digits increase from the bulb on.",
        Rule::Thermo { slow: true, .. } => {
            "Thermometers with an outline: digits increase or stay the same from the bulb on."
        }
        Rule::Pair { relation: Relation::Greater, .. } => "Signs point to the lesser digit.",
        Rule::Pair { relation: Relation::Difference(1), .. } => {
            "White dots: the two digits are consecutive."
        }
        Rule::Pair { relation: Relation::Ratio(2), .. } => {
            "Black dots: one digit is twice the other."
        }
        Rule::Pair { relation: Relation::Sum(10), .. } => "X: the two digits add up to 10.",
        Rule::Pair { relation: Relation::Sum(5), .. } => "V: the two digits add up to 5.",
        Rule::Pair { relation: Relation::Sum(_), .. } => "Numbers between cells: their sum.",
        Rule::Renban(_) => "Dark lines: different and consecutive digits, in any order.",
        Rule::Palindrome(_) => "Light lines: the same from both ends.",
        Rule::Clone { .. } => "Shaded groups with the same letter are equal, cell by cell.",
        Rule::Between(_) => "Lines between circles: digits between those of the circles.",
        Rule::Quadruple { .. } => "Digits in a circle: they are among the cells around it.",
        Rule::Automaton { .. } => "Dotted lines: a word that the automaton accepts.",
        _ => return None,
    })
}
