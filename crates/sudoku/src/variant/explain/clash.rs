//! The smallest set of clues and rules that clash.

use std::fmt;
use std::sync::Arc;

use quadrille_cover::Limits;

use super::hitting;
use crate::candidates::set_of;
use crate::grid::CellName;
use crate::variant::format::rule_text;
use crate::variant::puzzle::all_digits;
use crate::variant::search::{NoAnswer, Searches, Solve};
use crate::variant::verify::is_marked;
use crate::variant::{Automaton, Relation, Rule, Rules, Variant, meaning};

/// Rounds of the search for a smaller set.
const MOST_ROUNDS: usize = 500;

/// Something that a puzzle says beyond rows, columns and regions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A clue.
    Clue {
        /// Its cell.
        cell: usize,
        /// Its digit.
        digit: u8,
    },
    /// The digits that a cell may hold, where that is not every digit.
    Marks {
        /// The cell.
        cell: usize,
    },
    /// A rule by its number in the list of rules. Rules that mean something only together, as marks between
    /// neighbours and that there are no others, are one part: then there are several numbers.
    Rules(Vec<usize>),
    /// That two neighbours without a mark do not satisfy the relations of [`Rule::Unmarked`]: what is left of that rule where
    /// a single pair is enough for the clash.
    Unmarked {
        /// The number of the rule in the list of rules.
        rule: usize,
        /// The neighbours.
        cells: [usize; 2],
    },
}

/// Clues and rules that no solution keeps together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// The parts; none if rows, columns and regions alone have no solution.
    pub parts: Vec<Part>,
    /// Whether each part is needed: without it the others do not clash. Not so if a limit came first.
    pub is_irreducible: bool,
    /// Whether it is proved that no fewer parts clash.
    pub is_smallest: bool,
}

impl Clash {
    /// The parts in words, one a line: `r1c1 is 5`, `cage 3: r1c1 r1c2`.
    pub fn lines(&self, variant: &Variant) -> Vec<String> {
        let board = variant.board();
        let mut lines = Vec::new();
        for part in &self.parts {
            match part {
                Part::Clue { cell, digit } => {
                    lines.push(format!("{} is {digit}", board.name(*cell)));
                }
                Part::Marks { cell } => lines.push(marks_text(variant, *cell)),
                Part::Rules(numbers) => {
                    let rules = numbers.iter().filter_map(|&n| variant.rules().list().get(n));
                    lines.extend(rules.map(|rule| rule_text(board, rule)));
                }
                Part::Unmarked { rule, cells: [a, b] } => {
                    let rule = variant.rules().list().get(*rule);
                    let rule = rule.map(|rule| rule_text(board, rule)).unwrap_or_default();
                    lines.push(format!("{rule}: {} {}", board.name(*a), board.name(*b)));
                }
            }
        }
        lines
    }
}

fn marks_text(variant: &Variant, cell: usize) -> String {
    struct Digits(u64);

    impl fmt::Display for Digits {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let digits: Vec<String> = (1..=64)
                .filter(|&digit| self.0 & set_of(digit) != 0)
                .map(|digit| digit.to_string())
                .collect();
            match digits.as_slice() {
                [] => f.write_str("no digit"),
                [one] => write!(f, "nothing but {one}"),
                several => write!(f, "one of {}", several.join(" ")),
            }
        }
    }
    let name: CellName = variant.board().name(cell);
    let set = variant.marks().and_then(|marks| marks.get(cell)).copied().unwrap_or(0);
    format!("{name} may hold {}", Digits(set))
}

/// Finds a smallest set of clues and rules that clash; `None` if there is a solution.
///
/// First parts are dropped as long as the rest has no solution, so that each is needed. Then smaller sets are looked for by
/// hitting sets (Ignatiev et al. 2015): a set that clashes has a part of each set of parts without which there is a
/// solution, so that a smallest set that has is the smallest clash as soon as it clashes. If the limits come before that is
/// proved, the answer says so; it is a clash all the same.
///
/// # Errors
///
/// The limit that came, or that the strategy refused something, before it was known whether there is a solution.
pub fn clash(
    variant: &Variant,
    limits: &Limits,
    mut solve: impl Solve,
) -> Result<Option<Clash>, NoAnswer> {
    let mut searches = Searches::new(&mut solve, limits);
    if searches.first(variant)?.is_some() {
        return Ok(None);
    }
    let parts = parts(variant);
    let puzzle = Puzzle { variant, parts: &parts };
    let all: Vec<usize> = (0..parts.len()).collect();
    let (mut found, whole) = reduce(all, |numbers| puzzle.with(numbers), &mut searches);
    let mut is_smallest = found.is_empty() && whole;
    if whole && !found.is_empty() {
        (found, is_smallest) = puzzle.smallest(&found, &mut searches);
    }
    let mut clashing: Vec<Part> = found.iter().map(|&index| parts[index].clone()).collect();
    if whole {
        for (place, part) in clashing.iter_mut().enumerate() {
            if let Some(pair) = puzzle.single_pair(&found, place, &mut searches) {
                *part = pair;
            }
        }
    }
    let parts = clashing;
    Ok(Some(Clash { parts, is_irreducible: whole, is_smallest }))
}

/// All parts of a puzzle: clues, marks, rules.
fn parts(variant: &Variant) -> Vec<Part> {
    let mut parts = Vec::new();
    for cell in variant.board().inside() {
        if let Some(digit) = variant.given(cell) {
            parts.push(Part::Clue { cell, digit });
        }
    }
    if let Some(marks) = variant.marks() {
        let all = all_digits(variant.board().size());
        let restricted = variant.board().inside().filter(|&cell| marks[cell] != all);
        parts.extend(restricted.map(|cell| Part::Marks { cell }));
    }
    let list = variant.rules().list();
    // Sets of numbers; a rule joins all those with which it belongs together.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, rule) in list.iter().enumerate() {
        let is_near =
            |group: &Vec<usize>| group.iter().any(|&other| belongs_together(&list[other], rule));
        let (near, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_near);
        others.push(near.into_iter().flatten().chain([number]).collect());
        groups = others;
    }
    groups.sort_unstable();
    parts.extend(groups.into_iter().map(Part::Rules));
    parts
}

/// Whether one rule means another thing without the other.
fn belongs_together(a: &Rule, b: &Rule) -> bool {
    let marks = |unmarked: &Rule, pair: &Rule| match (unmarked, pair) {
        (Rule::Unmarked(relations), Rule::Pair { relation, .. }) => relations.contains(relation),
        _ => false,
    };
    match (a, b) {
        (Rule::Minimum(_), Rule::Minimum(_)) | (Rule::Maximum(_), Rule::Maximum(_)) => true,
        // Marks of a kind for which others are excluded come with that.
        (Rule::Unmarked(a), Rule::Unmarked(b)) => {
            a.iter().any(|relation: &Relation| b.contains(relation))
        }
        _ => marks(a, b) || marks(b, a),
    }
}

/// A puzzle as its parts.
struct Puzzle<'a> {
    variant: &'a Variant,
    parts: &'a [Part],
}

impl Puzzle<'_> {
    /// The puzzle with these parts alone.
    fn with(&self, numbers: &[usize]) -> Variant {
        let mut rules = Rules::from(self.variant.board().clone());
        let mut kept: Vec<usize> = Vec::new();
        for &number in numbers {
            if let Part::Rules(list) = &self.parts[number] {
                kept.extend(list);
            }
        }
        kept.sort_unstable();
        for number in kept {
            // It was added to rules of this board before.
            let _ = rules.add(self.variant.rules().list()[number].clone());
        }
        let mut puzzle = Variant::new(rules);
        for &number in numbers {
            // What is in the puzzle fits its board.
            let _ = match self.parts[number] {
                Part::Clue { cell, digit } => puzzle.set(cell, digit),
                Part::Marks { cell } => {
                    let marks = self.variant.marks().unwrap_or_default();
                    puzzle.mark(cell, marks[cell])
                }
                Part::Rules(_) | Part::Unmarked { .. } => Ok(()),
            };
        }
        puzzle
    }

    /// What is enough of the rule about unmarked neighbours and the marks in this place, if that is a single pair.
    fn single_pair(
        &self,
        found: &[usize],
        place: usize,
        searches: &mut Searches<'_>,
    ) -> Option<Part> {
        let rules = self.variant.rules();
        let Part::Rules(list) = &self.parts[*found.get(place)?] else { return None };
        let mut pairs: Vec<Part> = Vec::new();
        for &number in list {
            match &rules.list()[number] {
                Rule::Unmarked(relations) => {
                    let unmarked = self.variant.board().neighbour_pairs();
                    let unmarked = unmarked.filter(|&(a, b)| !is_marked(rules, relations, a, b));
                    pairs.extend(
                        unmarked.map(|(a, b)| Part::Unmarked { rule: number, cells: [a, b] }),
                    );
                }
                Rule::Pair { .. } => pairs.push(Part::Rules(vec![number])),
                _ => return None,
            }
        }
        // Without the rule about the others each mark is a part of its own before.
        if !pairs.iter().any(|pair| matches!(pair, Part::Unmarked { .. })) {
            return None;
        }
        let others: Vec<usize> = found.iter().copied().filter(|&it| it != found[place]).collect();
        let with = |numbers: &[usize]| {
            let mut puzzle = self.with(&others);
            for &number in numbers {
                let rule = match &pairs[number] {
                    Part::Unmarked { rule, cells } => {
                        unrelated(rules, &rules.list()[*rule], *cells)
                    }
                    Part::Rules(list) => list.first().map(|&number| rules.list()[number].clone()),
                    _ => None,
                };
                // Its cells are of this board.
                let _ = rule.map(|rule| puzzle.add_rule(rule));
            }
            puzzle
        };
        // One by one: of several that clash as well without it, dropping some might leave others.
        let is_enough = |&number: &usize| matches!(searches.first(&with(&[number])), Ok(None));
        let only = (0..pairs.len()).find(is_enough)?;
        pairs.get(only).cloned()
    }

    /// A smallest set that clashes, and whether that is proved.
    fn smallest(&self, known: &[usize], searches: &mut Searches<'_>) -> (Vec<usize>, bool) {
        // Sets of parts without which there is a solution.
        let mut corrections: Vec<Vec<usize>> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            let Some(wanted) = hitting::smallest(&corrections) else { break };
            if wanted.len() >= known.len() {
                return (known.to_vec(), true);
            }
            let Ok(solution) = searches.first(&self.with(&wanted)) else { break };
            let Some(mut solution) = solution else { return (wanted, true) };
            // What it keeps, and whatever else there is a solution with; the rest has to be hit.
            let mut kept: Vec<usize> = wanted;
            let mut left: Vec<usize> =
                (0..self.parts.len()).filter(|number| !kept.contains(number)).collect();
            let mut out = Vec::new();
            loop {
                let keeps = |&number: &usize| self.keeps(number, &solution);
                let (more, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(keeps);
                kept.extend(more);
                left = others;
                let Some(number) = left.pop() else { break };
                let mut tried = kept.clone();
                tried.push(number);
                match searches.first(&self.with(&tried)) {
                    Ok(Some(other)) => (solution, kept) = (other, tried),
                    Ok(None) => out.push(number),
                    Err(_) => return (known.to_vec(), false),
                }
            }
            corrections.push(out);
        }
        (known.to_vec(), false)
    }

    /// Whether a solution of something keeps a part.
    fn keeps(&self, number: usize, solution: &[u8]) -> bool {
        match &self.parts[number] {
            Part::Clue { cell, digit } => solution[*cell] == *digit,
            Part::Marks { cell } => {
                let marks = self.variant.marks().unwrap_or_default();
                marks[*cell] & set_of(solution[*cell]) != 0
            }
            Part::Rules(list) => {
                let rules = self.variant.rules();
                list.iter().all(|&number| meaning(rules, &rules.list()[number], solution))
            }
            Part::Unmarked { rule, cells: [a, b] } => match &self.variant.rules().list()[*rule] {
                Rule::Unmarked(relations) => {
                    relations.iter().all(|relation| !relation.holds(solution[*a], solution[*b]))
                }
                _ => true,
            },
        }
    }
}

/// Drops parts as long as the rest clashes, many at once where it can be; and whether it came to the end. What has been
/// dropped by then stays so.
fn reduce(
    mut kept: Vec<usize>,
    with: impl Fn(&[usize]) -> Variant,
    searches: &mut Searches<'_>,
) -> (Vec<usize>, bool) {
    let mut chunk = kept.len().div_ceil(2).max(1);
    loop {
        let mut from = 0;
        while from < kept.len() {
            let mut rest = kept.clone();
            rest.drain(from..(from + chunk).min(kept.len()));
            match searches.first(&with(&rest)) {
                Ok(None) => kept = rest,
                Ok(Some(_)) => from += chunk,
                Err(_) => return (kept, false),
            }
        }
        if chunk == 1 {
            return (kept, true);
        }
        chunk = chunk.div_ceil(2);
    }
}

/// That two cells do not satisfy the relations of a rule about unmarked neighbours, as a rule of its own.
fn unrelated(rules: &Rules, rule: &Rule, [a, b]: [usize; 2]) -> Option<Rule> {
    let Rule::Unmarked(relations) = rule else { return None };
    // At most 64: the number fits.
    let size = rules.board().size() as u8;
    let end = usize::from(size) + 1;
    let mut automaton = Automaton::new(end + 1).ok()?;
    automaton.accept(end).ok()?;
    for first in 1..=size {
        automaton.on(0, first, first.into()).ok()?;
        for second in 1..=size {
            if relations.iter().all(|relation| !relation.holds(first, second)) {
                automaton.on(first.into(), second, end).ok()?;
            }
        }
    }
    Some(Rule::Automaton { cells: vec![a, b], automaton: Arc::new(automaton) })
}
