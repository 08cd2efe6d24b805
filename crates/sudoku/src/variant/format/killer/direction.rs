//! Killers as 81 characters: the sum of a cage in one of its cells, and arrows in the others.

use super::{CELLS, SIZE, classic, only_boxes, parts, with_diagonals};
use crate::CellName;
use crate::variant::format::layout::{Places, lines};
use crate::variant::format::lost::Lost;
use crate::variant::format::{Entry, Format, Likeness, ReadError, WriteError};
use crate::variant::{Kind, Rule, Variant};

/// 81 characters: a sum, or an arrow to a neighbour of the same cage.
///
/// Sums are 0-9, then A-Z for 10 to 35 and a-j for 36 to 45. Arrows are `<`, `>`, `^` and `v`, and for the diagonals a
/// backtick (up and left), `'` (up and right), `,` (down and left) and `.` (down and right). A 0 to which no arrow leads
/// is in no cage; with arrows it is a cage without sum. The 81 characters stand on one line or on nine lines of nine,
/// and nothing else on these lines; blanks do not matter, lines that begin with `#` are comments. There are no clues.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct KillerDirection;

const NAME: &str = "killer-direction";

/// The arrows, the straight ones first: rows down, columns to the right.
const ARROWS: [(char, isize, isize); 8] = [
    ('<', 0, -1),
    ('^', -1, 0),
    ('>', 0, 1),
    ('v', 1, 0),
    ('`', -1, -1),
    ('\'', -1, 1),
    (',', 1, -1),
    ('.', 1, 1),
];

impl Format for KillerDirection {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "killers as 81 sums and arrows"
    }

    fn holds(&self, kind: Kind) -> bool {
        kind == Kind::Cage
    }

    fn recognises(&self, text: &str) -> Likeness {
        let places = Places::new(text);
        match units(&places).into_iter().next() {
            Some(Ok(unit)) if unit.cells.iter().any(|(_, c)| "<>^v".contains(*c)) => {
                match unit.variant(&places) {
                    Ok(_) => Likeness::Certain,
                    Err(_) => Likeness::No,
                }
            }
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let places = Places::new(text);
        let entry = |unit: Result<Unit, ReadError>| {
            let unit = unit?;
            Ok(Entry::new(unit.variant(&places)?, unit.line))
        };
        units(&places).into_iter().map(entry).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let lost = Lost::new(index, NAME);
            only_boxes(variant, lost)?;
            lost.no_clues(variant)?;
            let list = variant.rules().list();
            if let Some(number) = list.iter().position(|rule| rule.kind() != Kind::Cage) {
                return Err(lost.rule(number, &list[number]));
            }
            let parts = parts(variant, lost)?;
            if parts.cages.iter().all(|cage| cage.cells.len() == 1) {
                // Without an arrow it is a line of clues.
                return Err(lost.error("a puzzle without a cage of several cells"));
            }
            let mut line = ['0'; CELLS];
            for cage in &parts.cages {
                let refuse = |what: &str| lost.rule_with(cage.number, &list[cage.number], what);
                let sum = cage.sum.unwrap_or(0);
                line[cage.cells[0]] =
                    sum_symbol(sum).ok_or_else(|| refuse(&format!("a sum of {sum}")))?;
                let arrows = tree(&cage.cells).ok_or_else(|| refuse("cells that do not touch"))?;
                for (cell, arrow) in arrows {
                    line[cell] = arrow;
                }
            }
            text.extend(line);
            text.push('\n');
        }
        Ok(text)
    }
}

/// The character of a sum.
fn sum_symbol(sum: u32) -> Option<char> {
    let symbol = match sum {
        0..=9 => b'0' + sum as u8,
        10..=35 => b'A' + (sum - 10) as u8,
        36..=45 => b'a' + (sum - 36) as u8,
        _ => return None,
    };
    Some(char::from(symbol))
}

/// The sum of a character.
fn symbol_sum(symbol: char) -> Option<u32> {
    match symbol {
        '0'..='9' => Some(symbol as u32 - '0' as u32),
        'A'..='Z' => Some(symbol as u32 - 'A' as u32 + 10),
        'a'..='j' => Some(symbol as u32 - 'a' as u32 + 36),
        _ => None,
    }
}

/// The cell that an arrow leads to, if it is in the grid.
fn follow(cell: usize, down: isize, right: isize) -> Option<usize> {
    let row = (cell / SIZE).checked_add_signed(down).filter(|&row| row < SIZE)?;
    let column = (cell % SIZE).checked_add_signed(right).filter(|&column| column < SIZE)?;
    Some(row * SIZE + column)
}

/// An arrow for each cell but the first, along which one comes to the first; straight ones as long as there are.
fn tree(cells: &[usize]) -> Option<Vec<(usize, char)>> {
    let mut reached = vec![cells[0]];
    let mut arrows = Vec::new();
    while reached.len() < cells.len() {
        let next = ARROWS.iter().find_map(|&(arrow, down, right)| {
            let leads = |cell: &&usize| {
                !reached.contains(cell)
                    && follow(**cell, down, right).is_some_and(|to| reached.contains(&to))
            };
            cells.iter().find(leads).map(|&cell| (cell, arrow))
        })?;
        reached.push(next.0);
        arrows.push(next);
    }
    Some(arrows)
}

/// The 81 characters of a puzzle and where they are.
struct Unit {
    line: usize,
    cells: Vec<(usize, char)>,
}

fn units(places: &Places<'_>) -> Vec<Result<Unit, ReadError>> {
    let mut units = Vec::new();
    let mut open: Option<Unit> = None;
    // Lines that are wrong, one after the other, are one error.
    let mut is_wrong = false;
    for (number, start, line) in lines(places.text) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            is_wrong = false;
            continue;
        }
        let cells: Vec<(usize, char)> = line
            .char_indices()
            .filter(|(_, c)| !c.is_whitespace())
            .map(|(at, c)| (start + at, c))
            .collect();
        let found = cells.len();
        match (found, &mut open) {
            (CELLS, None) => units.push(Ok(Unit { line: number, cells })),
            (SIZE, None) => open = Some(Unit { line: number, cells }),
            (SIZE, Some(unit)) => {
                unit.cells.extend(cells);
                if unit.cells.len() == CELLS {
                    units.extend(open.take().map(Ok));
                }
            }
            (_, None) if is_wrong => continue,
            (_, None) => {
                let message = format!("found {found} characters, expected {CELLS} or {SIZE}");
                units.push(Err(places.error(cells[0].0, message)));
            }
            (_, Some(_)) => {
                let message = format!("found {found} characters, expected a row of {SIZE}");
                units.push(Err(places.error(cells[0].0, message)));
                open = None;
            }
        }
        is_wrong = found != CELLS && found != SIZE;
    }
    if let Some(unit) = open {
        let message =
            format!("found {} rows and the end, expected {SIZE}", unit.cells.len() / SIZE);
        units.push(Err(ReadError::new(unit.line, 1, message)));
    }
    units
}

impl Unit {
    fn variant(&self, places: &Places<'_>) -> Result<Variant, ReadError> {
        let name = |cell: usize| CellName { cell, size: SIZE };
        // Where each cell leads to: itself if it has a sum.
        let mut to = Vec::with_capacity(CELLS);
        for (cell, &(at, c)) in self.cells.iter().enumerate() {
            let next = match ARROWS.iter().find(|arrow| arrow.0 == c) {
                None if symbol_sum(c).is_some() => Some(cell),
                None => {
                    let message =
                        format!("found `{c}`, expected an arrow or a sum: 0 to 9, A to Z, a to j");
                    return Err(places.error(at, message));
                }
                Some(&(_, down, right)) => follow(cell, down, right),
            };
            to.push(next.ok_or_else(|| {
                places.error(at, format!("the arrow in {} leads out of the grid", name(cell)))
            })?);
        }
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
        for cell in 0..CELLS {
            // As many steps as there are cells, or it goes round.
            let mut at = cell;
            for _ in 0..CELLS {
                at = to[at];
            }
            if to[at] != at {
                let message = format!("the arrows from {} lead round in a circle", name(cell));
                return Err(places.error(self.cells[cell].0, message));
            }
            members[at].push(cell);
        }
        let mut cages = Vec::new();
        for (first, cells) in members.into_iter().enumerate() {
            let sum = symbol_sum(self.cells[first].1).filter(|&sum| sum > 0);
            if cells.len() > 1 || sum.is_some() && !cells.is_empty() {
                cages.push(Rule::Cage { cells, sum, repeats: false });
            }
        }
        cages.sort_by(|a, b| a.lists().cmp(&b.lists()));
        let mut rules = with_diagonals(classic(), false);
        for cage in cages {
            rules.add(cage).map_err(|e| ReadError::new(self.line, 1, e.to_string()))?;
        }
        Ok(Variant::new(rules))
    }
}
