//! What no cell can hold is no option: domains are narrowed by every part on its own, until nothing changes.
//!
//! Small encodings are fast ones. A digit that is left out here takes with it its entries in all items, and the sets and
//! transitions that need it.

use super::digits::{digits, row};
use super::machines::bounds;
use super::parts::{Between, Group, Linear, Pair, Parts, Wanted};
use crate::candidates::set_of;

/// Narrows the domains until no part has more to say.
pub(super) fn narrow(parts: &mut Parts) {
    loop {
        let before = parts.domains.clone();
        let Parts { domains, groups, pairs, sums, betweens, wanted, .. } = parts;
        let size = parts.size;
        groups.iter().for_each(|part| group(part, domains, size));
        pairs.iter().for_each(|(cells, part)| pair(*cells, part, domains));
        sums.iter().for_each(|part| sum(part, domains));
        betweens.iter().for_each(|part| between(part, domains));
        wanted.iter().for_each(|part| wants(part, domains));
        for family in &mut parts.families {
            family.restrict(domains);
            let (some, all) = (family.some(), family.all());
            family.cells.iter().for_each(|&cell| domains[cell] &= some);
            if !family.sets.is_empty() {
                digits(all).for_each(|digit| lonely(&family.cells, digit, domains));
            }
        }
        for line in &mut parts.lines {
            line.restrict(domains);
            for step in 0..line.cells.len() {
                domains[line.cells[step]] &= line.digits_of(step);
            }
        }
        let is_empty = |cell: usize| parts.first[cell] == cell && parts.domains[cell] == 0;
        if parts.inside.iter().any(|&cell| is_empty(cell)) {
            parts.impossible = true;
        }
        if parts.impossible || parts.domains == before {
            return;
        }
    }
}

/// A digit that one of some cells has to hold: if only one can, it does.
fn lonely(cells: &[usize], digit: u8, domains: &mut [u64]) {
    let mut able = cells.iter().filter(|&&cell| domains[cell] & set_of(digit) != 0);
    if let (Some(&cell), None) = (able.next(), able.next()) {
        domains[cell] = set_of(digit);
    }
}

fn group(group: &Group, domains: &mut [u64], size: usize) {
    for &cell in &group.cells {
        let set = domains[cell] & group.digits;
        if domains[cell].count_ones() == 1 && set != 0 {
            let others = group.cells.iter().filter(|&&other| other != cell);
            others.for_each(|&other| domains[other] &= !set);
        }
    }
    if group.cells.len() == size && group.digits.count_ones() as usize == size {
        digits(group.digits).for_each(|digit| lonely(&group.cells, digit, domains));
    }
}

fn pair((a, b): (usize, usize), pair: &Pair, domains: &mut [u64]) {
    let (mut first, mut second) = (0, 0);
    for digit in digits(domains[a]) {
        let with = pair.allowed[row(digit)] & domains[b];
        if with != 0 {
            first |= set_of(digit);
            second |= with;
        }
    }
    (domains[a], domains[b]) = (first, second);
}

/// By the least and the greatest that the other cells can add.
fn sum(sum: &Linear, domains: &mut [u64]) {
    let (mut least, mut most) = (0, 0);
    for &(cell, factor) in &sum.terms {
        if domains[cell] == 0 {
            return;
        }
        let (low, high) = bounds(factor, domains[cell]);
        (least, most) = (least + low, most + high);
    }
    for &(cell, factor) in &sum.terms {
        let (low, high) = bounds(factor, domains[cell]);
        let fits = |digit: u8| {
            let here = factor * i64::from(digit);
            least - low + here <= sum.total && sum.total <= most - high + here
        };
        let gone = digits(domains[cell]).filter(|&digit| !fits(digit));
        let gone = gone.fold(0, |set, digit| set | set_of(digit));
        domains[cell] &= !gone;
        if domains[cell] == 0 {
            return;
        }
        let (new_low, new_high) = bounds(factor, domains[cell]);
        (least, most) = (least - low + new_low, most - high + new_high);
    }
}

/// The digits strictly between two.
pub(super) fn inner(a: u8, b: u8) -> u64 {
    let (less, more) = (a.min(b), a.max(b));
    let below_more = set_of(more).wrapping_sub(1);
    let up_to_less = set_of(less).wrapping_sub(1) | set_of(less);
    below_more & !up_to_less
}

fn between(between: &Between, domains: &mut [u64]) {
    let (first, last) = between.ends;
    let (mut x_set, mut y_set, mut middle) = (0, 0, 0);
    for x in digits(domains[first]) {
        for y in digits(domains[last]) {
            let range = inner(x, y);
            if between.inner.iter().all(|&cell| domains[cell] & range != 0) {
                x_set |= set_of(x);
                y_set |= set_of(y);
                middle |= range;
            }
        }
    }
    domains[first] = x_set;
    domains[last] = y_set;
    between.inner.iter().for_each(|&cell| domains[cell] &= middle);
}

fn wants(wanted: &Wanted, domains: &mut [u64]) {
    let set = set_of(wanted.digit);
    let able: Vec<usize> =
        wanted.cells.iter().copied().filter(|&cell| domains[cell] & set != 0).collect();
    if able.len() <= wanted.times {
        // Fewer: none of them can be right.
        let left = if able.len() == wanted.times { set } else { 0 };
        wanted.cells.iter().filter(|cell| able.contains(cell) || left == 0).for_each(|&cell| {
            domains[cell] &= left;
        });
    }
}
