//! From [parts](super::parts) to items and options.
//!
//! The options that put a digit in a cell collect the items of all parts; each part adds primary items and options of its own.

use std::collections::{HashMap, HashSet};

use quadrille_cover::{BuildError, Problem, ProblemBuilder};

use super::biclique::cover;
use super::digits::{digits, has, row};
use super::groups;
use super::labels::{Choice, Colour, Item, What};
use super::line::{Arc, Line};
use super::narrow::inner;
use super::parts::{Between, Pair, Parts, Wanted};
use super::sets::Family;
use crate::candidates::set_of;

/// An item in an option.
type Entry = (Item, Option<Colour>);

/// Items and options before they are a problem.
#[derive(Debug)]
struct Draft {
    size: usize,
    /// By cell and digit: the items of the option that puts it there, beyond the cell.
    of_cell: Vec<Vec<Entry>>,
    primary: Vec<Item>,
    /// In the order in which they are first used.
    secondary: Vec<Item>,
    options: Vec<(Choice, Vec<Entry>)>,
    /// Cells whose value is an item.
    valued: HashSet<usize>,
    parts: usize,
}

/// The problem of the parts; without pairs and without what needs colours if it is `guided`.
pub(super) fn emit(
    parts: &Parts,
    guided: bool,
) -> Result<Problem<Item, Colour, Choice>, BuildError<Item, Colour>> {
    let cells: Vec<usize> =
        parts.inside.iter().copied().filter(|&cell| parts.first[cell] == cell).collect();
    let mut draft = Draft {
        size: parts.size,
        of_cell: vec![Vec::new(); parts.first.len() * parts.size],
        primary: cells.iter().map(|&cell| Item::Cell(cell)).collect(),
        secondary: Vec::new(),
        options: Vec::new(),
        valued: HashSet::new(),
        parts: 0,
    };
    if parts.impossible {
        // Cells without options: no solution.
        let mut builder = ProblemBuilder::labelled();
        builder.primary_items(draft.primary)?;
        return Ok(builder.build());
    }
    draft.groups(parts);
    for family in &parts.families {
        draft.family(family);
    }
    for wanted in &parts.wanted {
        draft.wanted(parts, wanted);
    }
    if guided {
        return draft.build(parts, &cells);
    }
    for (&cells, pair) in &parts.pairs {
        draft.pair(parts, cells, pair);
    }
    for line in &parts.lines {
        draft.line(parts, line);
    }
    for between in &parts.betweens {
        draft.between(parts, between);
    }
    draft.build(parts, &cells)
}

impl Draft {
    /// Another item in the option that puts a digit in a cell.
    fn put(&mut self, cell: usize, digit: u8, item: Item) {
        self.of_cell[cell * self.size + row(digit)].push((item, None));
    }

    fn next_part(&mut self) -> usize {
        self.parts += 1;
        self.parts - 1
    }

    /// The value of a cell as a colour.
    fn value(&mut self, cell: usize, digit: u8) -> Entry {
        self.valued.insert(cell);
        (Item::Value(cell), Some(Colour::Digit(digit)))
    }

    /// An item for each digit of each group: primary if the group has all digits, else secondary.
    fn groups(&mut self, parts: &Parts) {
        for group in groups::needed(parts, true) {
            let part = self.next_part();
            let is_full =
                group.cells.len() == parts.size && group.digits.count_ones() as usize == parts.size;
            for digit in digits(group.digits) {
                let item = match group.house {
                    Some(house) => Item::House { house, digit },
                    None => Item::Rule { rule: group.rule, part, what: What::Digit(digit) },
                };
                if is_full { &mut self.primary } else { &mut self.secondary }.push(item);
                let able = group.cells.iter().filter(|&&cell| has(parts.domains[cell], digit));
                able.for_each(|&cell| self.put(cell, digit, item));
            }
        }
    }

    /// Secondary items for the pairs of digits that are forbidden: see [`cover`].
    fn pair(&mut self, parts: &Parts, (a, b): (usize, usize), pair: &Pair) {
        let (x_set, y_set) = (parts.domains[a], parts.domains[b]);
        let are_apart = parts.are_apart(a, b);
        let forbidden = |x: u8| y_set & !pair.allowed[row(x)];
        let equal = |x: u8| if are_apart { set_of(x) } else { 0 };
        let rows = 1..=parts.size as u8;
        let of = |x: u8, set: u64| if has(x_set, x) { set } else { 0 };
        let must: Vec<u64> = rows.clone().map(|x| of(x, forbidden(x) & !equal(x))).collect();
        let may: Vec<u64> = rows.map(|x| of(x, forbidden(x) | equal(x))).collect();
        let part = self.next_part();
        for (number, biclique) in cover(&must, &may).into_iter().enumerate() {
            let item = Item::Rule { rule: pair.rule, part, what: What::Pair(number) };
            self.secondary.push(item);
            digits(biclique.first & x_set).for_each(|x| self.put(a, x, item));
            digits(biclique.second & y_set).for_each(|y| self.put(b, y, item));
        }
    }

    /// Each digit is in one of the cells, or the set is without it.
    fn family(&mut self, family: &Family) {
        let part = self.next_part();
        let rule = family.rule;
        let set_item = Item::Rule { rule, part, what: What::Set };
        let one = |digit: u8| Item::Rule { rule, part, what: What::Digit(digit) };
        let some = family.some();
        for digit in digits(some) {
            self.primary.push(one(digit));
            family.cells.iter().for_each(|&cell| self.put(cell, digit, one(digit)));
        }
        if let [_] = family.sets.as_slice() {
            return;
        }
        self.primary.push(set_item);
        for &set in &family.sets {
            let without = digits(some & !set).map(|digit| (one(digit), None));
            let entries = std::iter::once((set_item, None)).chain(without).collect();
            self.options.push((Choice::Set { part, digits: set }, entries));
        }
    }

    /// A primary item for each step, options for its transitions, states between steps and values of cells as colours.
    fn line(&mut self, parts: &Parts, line: &Line) {
        let part = self.next_part();
        let rule = line.rule;
        let item = |what: What| Item::Rule { rule, part, what };
        let states = |step: usize| -> usize {
            let from = |arc: &Arc| arc.from as usize + 1;
            line.steps.get(step).map_or(1, |arcs| arcs.iter().map(from).max().unwrap_or(1))
        };
        for (step, (arcs, &cell)) in line.steps.iter().zip(&line.cells).enumerate() {
            // The digits by which a state goes over into another.
            let mut ways: HashMap<(u32, u32), u64> = HashMap::new();
            for arc in arcs {
                *ways.entry((arc.from, arc.to)).or_default() |= set_of(arc.digit);
            }
            let is_any = |set: u64| set == parts.domains[cell];
            let (before, behind) = (states(step), states(step + 1));
            if before == 1 && behind == 1 && ways.values().all(|&set| is_any(set)) {
                continue;
            }
            let step_item = item(What::Step(step));
            self.primary.push(step_item);
            if before > 1 {
                self.secondary.push(item(What::State(step)));
            }
            let mut ways: Vec<_> = ways.into_iter().collect();
            ways.sort_unstable();
            for ((from, to), set) in ways {
                let mut entries = vec![(step_item, None)];
                if before > 1 {
                    entries.push((item(What::State(step)), Some(Colour::State(from))));
                }
                if behind > 1 {
                    entries.push((item(What::State(step + 1)), Some(Colour::State(to))));
                }
                if is_any(set) {
                    self.options
                        .push((Choice::Step { part, step, digit: None, from, to }, entries));
                    continue;
                }
                for digit in digits(set) {
                    let mut entries = entries.clone();
                    entries.push(self.value(cell, digit));
                    let choice = Choice::Step { part, step, digit: Some(digit), from, to };
                    self.options.push((choice, entries));
                }
            }
        }
    }

    /// A primary item for the two ends, an option for each pair of digits there, and bicliques that keep the other
    /// cells above the lesser and below the greater.
    fn between(&mut self, parts: &Parts, between: &Between) {
        let part = self.next_part();
        let rule = between.rule;
        let ends_item = Item::Rule { rule, part, what: What::Ends };
        self.primary.push(ends_item);
        let (first, last) = between.ends;
        let mut pairs: Vec<(u8, u8, Vec<Entry>)> = Vec::new();
        for x in digits(parts.domains[first]) {
            for y in digits(parts.domains[last]) {
                if between.inner.iter().all(|&cell| parts.domains[cell] & inner(x, y) != 0) {
                    let entries =
                        vec![(ends_item, None), self.value(first, x), self.value(last, y)];
                    pairs.push((x, y, entries));
                }
            }
        }
        let least = pairs.iter().fold(0, |set, &(x, y, _)| set | set_of(x.min(y)));
        let most = pairs.iter().fold(0, |set, &(x, y, _)| set | set_of(x.max(y)));
        let all = parts.all();
        let mut number = 0;
        for &cell in &between.inner {
            let domain = parts.domains[cell];
            for (ends, is_least) in [(least, true), (most, false)] {
                let forbidden: Vec<u64> = (1..=parts.size as u8)
                    .map(|end| {
                        let below = set_of(end).wrapping_sub(1);
                        let (up_to, from) = (below | set_of(end), all & !below);
                        let set = if is_least { up_to } else { from };
                        if has(ends, end) { set & domain } else { 0 }
                    })
                    .collect();
                for biclique in cover(&forbidden, &forbidden) {
                    let item = Item::Rule { rule, part, what: What::Pair(number) };
                    number += 1;
                    self.secondary.push(item);
                    digits(biclique.second).for_each(|digit| self.put(cell, digit, item));
                    for (x, y, entries) in &mut pairs {
                        let end = if is_least { *x.min(y) } else { *x.max(y) };
                        if has(biclique.first, end) {
                            entries.push((item, None));
                        }
                    }
                }
            }
        }
        for (first, last, entries) in pairs {
            self.options.push((Choice::Ends { part, first, last }, entries));
        }
    }

    /// The digit is in one of the cells of each clique, or said to be lacking there, which one clique may be: there are as
    /// many cliques as it is wanted times, or one more. They are those of all cells, as they were counted; a cell that
    /// cannot hold the digit any more has no such option.
    fn wanted(&mut self, parts: &Parts, wanted: &Wanted) {
        let (rule, digit, part) = (wanted.rule, wanted.digit, self.next_part());
        let cliques = groups::cliques(parts, &wanted.cells);
        let may_lack = cliques.len() > wanted.times;
        let lack = Item::Rule { rule, part, what: What::Lack(digit) };
        if may_lack {
            self.secondary.push(lack);
        }
        for (some, clique) in cliques.iter().enumerate() {
            let item = Item::Rule { rule, part, what: What::Has { digit, some } };
            self.primary.push(item);
            let able = clique.iter().filter(|&&cell| has(parts.domains[cell], digit));
            able.for_each(|&cell| self.put(cell, digit, item));
            if may_lack {
                let entries = vec![(item, None), (lack, None)];
                self.options.push((Choice::Lack { part, digit, some }, entries));
            }
        }
    }

    /// The problem, without secondary items that exclude nothing.
    fn build(
        mut self,
        parts: &Parts,
        cells: &[usize],
    ) -> Result<Problem<Item, Colour, Choice>, BuildError<Item, Colour>> {
        let mut options = Vec::new();
        for &cell in cells {
            for digit in digits(parts.domains[cell]) {
                let mut entries = vec![(Item::Cell(cell), None)];
                entries.append(&mut self.of_cell[cell * self.size + row(digit)]);
                if self.valued.contains(&cell) {
                    entries.push((Item::Value(cell), Some(Colour::Digit(digit))));
                }
                options.push((Choice::Digit { cell, digit }, entries));
            }
        }
        options.append(&mut self.options);
        let mut uses: HashMap<Item, usize> = HashMap::new();
        for (item, _) in options.iter().flat_map(|(_, entries)| entries) {
            *uses.entry(*item).or_default() += 1;
        }
        self.secondary
            .extend(cells.iter().filter(|c| self.valued.contains(c)).map(|&c| Item::Value(c)));
        self.secondary.retain(|item| uses.get(item).is_some_and(|&times| times > 1));
        let kept: HashSet<Item> = self.primary.iter().chain(&self.secondary).copied().collect();
        let mut builder = ProblemBuilder::labelled();
        builder.primary_items(self.primary)?;
        builder.secondary_items(self.secondary)?;
        for (choice, entries) in options {
            let mut option = builder.option_labelled(choice);
            for (item, colour) in entries.into_iter().filter(|(item, _)| kept.contains(item)) {
                option = match colour {
                    Some(colour) => option.coloured(item, colour),
                    None => option.item(item),
                };
            }
            option.add()?;
        }
        Ok(builder.build())
    }
}
