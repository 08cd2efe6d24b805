//! From rules to [parts](super::parts): what each rule says, in one of the few forms.

use super::machines::{AtLeast, Sandwich, Skyscraper, Weighted, XSum};
use super::parts::{Between, Parts, Wanted};
use super::sets::{Family, with_sum};
use super::{EncodeError, groups};
use crate::candidates::set_of;
use crate::variant::{Relation, Rule, Rules, Variant};

/// Most sets of digits of a sum that are options each; with more it is a line of states.
const MOST_SETS: usize = 400;

/// All parts but lines and sums.
pub(super) fn collect(variant: &Variant) -> Parts {
    let rules = variant.rules();
    let mut parts = Parts::new(variant, &equal(rules));
    for (index, house) in variant.board().houses().iter().enumerate() {
        parts.group(0, Some(index), &house.cells);
    }
    for (number, rule) in rules.list().iter().enumerate() {
        add(&mut parts, rules, number, rule);
    }
    groups::chess(&mut parts, rules);
    parts
}

/// The cells that rules make equal.
fn equal(rules: &Rules) -> Vec<(usize, usize)> {
    let mut equal = Vec::new();
    for rule in rules.list() {
        match rule {
            Rule::Palindrome(cells) => {
                equal.extend(cells.iter().copied().zip(cells.iter().rev().copied()));
            }
            Rule::Clone { a, b } => equal.extend(a.iter().copied().zip(b.iter().copied())),
            &Rule::Pair { a, b, relation: Relation::Difference(0) | Relation::Ratio(1) } => {
                equal.push((a, b));
            }
            _ => {}
        }
    }
    equal
}

fn add(parts: &mut Parts, rules: &Rules, number: usize, rule: &Rule) {
    let board = rules.board();
    match rule {
        Rule::Diagonal(diagonal) => {
            for cells in groups::diagonals(board, *diagonal) {
                parts.group(number, None, &cells);
            }
        }
        Rule::Windoku => {
            for cells in groups::windows(board) {
                parts.group(number, None, &cells);
            }
        }
        Rule::DisjointGroups => {
            for cells in groups::places(board) {
                parts.group(number, None, &cells);
            }
        }
        Rule::Unmarked(relations) => unmarked(parts, rules, number, relations),
        Rule::Even(cells) => {
            cells.iter().for_each(|&cell| parts.keep(cell, |digit| digit % 2 == 0));
        }
        Rule::Odd(cells) => {
            cells.iter().for_each(|&cell| parts.keep(cell, |digit| digit % 2 == 1));
        }
        Rule::Minimum(cells) => extremes(parts, rules, number, cells, true),
        Rule::Maximum(cells) => extremes(parts, rules, number, cells, false),
        Rule::Region(cells) => parts.group(number, None, cells),
        Rule::Cage { cells, sum, repeats } => {
            if !repeats {
                parts.group(number, None, cells);
            }
            if let Some(sum) = *sum {
                parts.sum(number, cells.iter().map(|&cell| (cell, 1)), i64::from(sum));
            }
        }
        Rule::LittleKiller { cells, sum } => {
            parts.sum(number, cells.iter().map(|&cell| (cell, 1)), i64::from(*sum));
        }
        Rule::Arrow { circle, shaft } => {
            let mut factor = 1;
            let mut terms: Vec<(usize, i64)> = shaft.iter().map(|&cell| (cell, -1)).collect();
            // At most four digits.
            for &cell in circle.iter().rev() {
                terms.push((cell, factor));
                factor *= 10;
            }
            parts.sum(number, terms, 0);
        }
        Rule::Thermo { cells, slow } => thermo(parts, number, cells, *slow),
        &Rule::Pair { a, b, relation } => {
            parts.relate(number, a, b, |x, y| relation.holds(x, y));
        }
        Rule::Whisper { cells, least } => {
            for two in cells.windows(2) {
                parts.relate(number, two[0], two[1], |x, y| x.abs_diff(y) >= *least);
            }
        }
        Rule::Renban(cells) => renban(parts, number, cells),
        Rule::Between(cells) => between(parts, number, cells),
        Rule::Quadruple { cells, digits } => {
            let mut sorted = digits.clone();
            sorted.sort_unstable();
            for same in sorted.chunk_by(|a, b| a == b) {
                let (cells, digit, times) = (parts.firsts(cells), same[0], same.len());
                parts.wanted.push(Wanted { rule: number, cells, digit, times });
            }
        }
        Rule::NumberedRoom { cells, digit } => {
            numbered_room(parts, number, cells, *digit);
        }
        // Cells that are equal are one by now; chess moves are collected from all rules; lines need the domains.
        Rule::Palindrome(_) | Rule::Clone { .. } => {}
        Rule::Chess(_) => {}
        Rule::Sandwich { .. }
        | Rule::XSum { .. }
        | Rule::Skyscraper { .. }
        | Rule::Automaton { .. } => {}
    }
}

fn unmarked(parts: &mut Parts, rules: &Rules, number: usize, relations: &[Relation]) {
    let marked = |a: usize, b: usize| {
        rules.list().iter().any(|rule| match *rule {
            Rule::Pair { a: first, b: second, relation } => {
                relations.contains(&relation) && (first.min(second), first.max(second)) == (a, b)
            }
            _ => false,
        })
    };
    for (a, b) in rules.board().neighbour_pairs() {
        if !marked(a.min(b), a.max(b)) {
            let holds = |x, y| relations.iter().all(|relation| !relation.holds(x, y));
            parts.relate(number, a, b, holds);
        }
    }
}

/// Cells that are less, or greater, than their neighbours that are not such cells.
fn extremes(parts: &mut Parts, rules: &Rules, number: usize, cells: &[usize], least: bool) {
    let is_such = |cell: usize| {
        rules.list().iter().any(|rule| match rule {
            Rule::Minimum(cells) => least && cells.contains(&cell),
            Rule::Maximum(cells) => !least && cells.contains(&cell),
            _ => false,
        })
    };
    for &cell in cells {
        let neighbours: Vec<usize> = rules.board().neighbours(cell).collect();
        for other in neighbours.into_iter().filter(|&other| !is_such(other)) {
            parts.relate(number, cell, other, |x, y| if least { x < y } else { x > y });
        }
    }
}

/// All pairs on the line, by how much the digits rise between them at least: by 1 a step on a strict one, and on a slow one
/// where the cells are different anyway.
fn thermo(parts: &mut Parts, number: usize, cells: &[usize], slow: bool) {
    let firsts = parts.firsts(cells);
    // By the later cell: the least rise from each earlier one.
    let mut rises: Vec<Vec<u8>> = Vec::new();
    for (to, &b) in firsts.iter().enumerate() {
        let mut row = vec![0u8; to];
        for from in (0..to).rev() {
            let own = u8::from(!slow || parts.are_apart(firsts[from], b));
            let by_way = (from + 1..to).map(|way| rises[way][from].saturating_add(row[way]));
            row[from] = by_way.max().unwrap_or(0).max(own);
        }
        rises.push(row);
    }
    for (to, row) in rises.iter().enumerate() {
        for (from, &rise) in row.iter().enumerate() {
            parts.relate(number, cells[from], cells[to], |x, y| x.saturating_add(rise) <= y);
        }
    }
}

/// Different digits in a row: sets of so many consecutive ones.
fn renban(parts: &mut Parts, number: usize, cells: &[usize]) {
    parts.group(number, None, cells);
    let (n, k) = (parts.size, cells.len());
    if k > n || parts.impossible {
        parts.impossible = true;
        return;
    }
    let sets = (0..=n - k).map(|from| (u64::MAX >> (64 - k)) << from).collect();
    let cells = parts.firsts(cells);
    parts.families.push(Family { rule: number, cells, sets });
}

fn between(parts: &mut Parts, number: usize, cells: &[usize]) {
    let [first, inner @ .., last] = cells else { return };
    if inner.is_empty() {
        return;
    }
    for &cell in inner {
        parts.relate(number, cell, *first, |x, y| x != y);
        parts.relate(number, cell, *last, |x, y| x != y);
    }
    let mut inner = parts.firsts(inner);
    inner.sort_unstable();
    inner.dedup();
    let ends = (parts.first[*first], parts.first[*last]);
    // Both ends the same: nothing is between them.
    parts.impossible |= ends.0 == ends.1;
    parts.betweens.push(Between { rule: number, ends, inner });
}

/// If the first cell is x, the x-th is the digit: for each x that is there a relation of two cells. In a group of n different
/// cells the digit is nowhere else, so that the other way round holds too.
fn numbered_room(parts: &mut Parts, number: usize, cells: &[usize], digit: u8) {
    let is_house = cells.len() == parts.size && parts.all_apart(&parts.firsts(cells));
    parts.keep(cells[0], |x| usize::from(x) <= cells.len() && (x == 1) <= (digit == 1));
    for (x, &cell) in (2..=64).zip(&cells[1..]) {
        parts.relate(number, cells[0], cell, |first, here| {
            if is_house { (first == x) == (here == digit) } else { first != x || here == digit }
        });
    }
    if is_house {
        parts.keep(cells[0], |x| (x == 1) == (x == digit));
    }
}

/// Sums and lines, now that the domains are known.
pub(super) fn unroll(parts: &mut Parts, rules: &Rules) -> Result<(), EncodeError> {
    for sum in std::mem::take(&mut parts.sums) {
        let cells: Vec<usize> = sum.terms.iter().map(|&(cell, _)| cell).collect();
        let factor = sum.terms[0].1;
        if sum.terms.iter().all(|term| term.1 == factor) && parts.all_apart(&cells) {
            let union = cells.iter().fold(0, |set, &cell| set | parts.domains[cell]);
            if sum.total % factor != 0 {
                parts.impossible = true;
                continue;
            }
            let sets = with_sum(union, cells.len(), sum.total / factor, MOST_SETS);
            if let Some(sets) = sets {
                parts.families.push(Family { rule: sum.rule, cells, sets });
                continue;
            }
        }
        let domains: Vec<u64> = cells.iter().map(|&cell| parts.domains[cell]).collect();
        let factors = sum.terms.iter().map(|term| term.1).collect();
        let machine = Weighted::new(factors, sum.total, &domains);
        parts.line(sum.rule, cells, &machine)?;
    }
    for (number, rule) in rules.list().iter().enumerate() {
        match rule {
            Rule::Sandwich { cells, sum } => {
                // At most 64: the number fits.
                let machine = Sandwich { size: parts.size as u8, sum: i64::from(*sum) };
                parts.line(number, parts.firsts(cells), &machine)?;
            }
            Rule::XSum { cells, sum } => {
                let firsts = parts.firsts(cells);
                let machine = XSum {
                    size: parts.size as i64,
                    cells: cells.len(),
                    sum: i64::from(*sum),
                    apart: parts.all_apart(&firsts),
                };
                parts.line(number, firsts, &machine)?;
            }
            Rule::Skyscraper { cells, count } => {
                let machine = Skyscraper { count: i64::from(*count) };
                parts.line(number, parts.firsts(cells), &machine)?;
            }
            Rule::Automaton { cells, automaton } => {
                parts.line(number, parts.firsts(cells), automaton.as_ref())?;
            }
            _ => {}
        }
    }
    for wanted in std::mem::take(&mut parts.wanted) {
        let Wanted { rule, ref cells, digit, times } = wanted;
        let able = cells.iter().copied().filter(|&cell| parts.domains[cell] & set_of(digit) != 0);
        let cells: Vec<usize> = able.collect();
        // No clique holds the digit twice.
        let most = groups::cliques(parts, &cells).len();
        if most < times {
            parts.impossible = true;
        } else if most <= 2 {
            parts.wanted.push(Wanted { cells, ..wanted });
        } else {
            let machine = AtLeast { digit, times: times as i64 };
            parts.line(rule, cells, &machine)?;
        }
    }
    Ok(())
}
