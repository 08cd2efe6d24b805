//! From constraint strings to a puzzle.

use std::collections::BTreeMap;

use super::board::board;
use super::layouts::{Layout, layout};
use super::lines::{cell_of, diagonal_from, line_of};
use super::section::Section;
use crate::candidates::set_of;
use crate::variant::format::ReadError;
use crate::variant::format::layout::Places;
use crate::variant::{Diagonal, Relation, Rule, Rules, Variant};

/// A constraint: a name and arguments, each with its byte.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) args: Vec<(usize, String)>,
}

pub(super) fn puzzle(places: &Places<'_>, sections: &[Section]) -> Result<Variant, ReadError> {
    let mut tokens = Vec::new();
    let mut layouts = Vec::new();
    for section in sections {
        match layout(places, section)? {
            Some(found) => layouts.extend(found),
            None => tokens.extend(self::tokens(places, section)?),
        }
    }
    let rules = board(places, &tokens, &layouts)?;
    let size = rules.board().size();
    let sets = vec![u64::MAX >> (64 - size); size * size];
    let touched = vec![false; size * size];
    Reader { places, size, rules, sets, touched, unique: BTreeMap::new() }.finish(&tokens, layouts)
}

fn tokens(places: &Places<'_>, section: &Section) -> Result<Vec<Token>, ReadError> {
    let mut tokens: Vec<Token> = Vec::new();
    for (at, c) in section.dense() {
        match (c, tokens.last_mut()) {
            ('.', _) => tokens.push(Token { at, name: String::new(), args: Vec::new() }),
            (c, None) => {
                let message = format!("found `{c}`, expected `.` and a constraint, or a layout");
                return Err(places.error(at, message));
            }
            ('~', Some(token)) => token.args.push((at + 1, String::new())),
            (c, Some(token)) => match token.args.last_mut() {
                Some((start, arg)) => {
                    if arg.is_empty() {
                        *start = at;
                    }
                    arg.push(c);
                }
                None => token.name.push(c),
            },
        }
    }
    Ok(tokens)
}

struct Reader<'t> {
    places: &'t Places<'t>,
    size: usize,
    rules: Rules,
    /// The digits that givens leave.
    sets: Vec<u64>,
    /// Whether something was said of a cell.
    touched: Vec<bool>,
    /// What there can be one of only, and what it says.
    unique: BTreeMap<String, String>,
}

impl Reader<'_> {
    fn finish(
        mut self,
        tokens: &[Token],
        layouts: Vec<(usize, Layout)>,
    ) -> Result<Variant, ReadError> {
        for (at, layout) in layouts {
            match layout {
                Layout::Regions(..) => {}
                Layout::Cells(_, sets) => {
                    for (cell, set) in sets {
                        self.restrict(at, cell, set)?;
                    }
                }
                Layout::Killer(variant) => {
                    for rule in variant.rules().list() {
                        self.add(at, rule.clone())?;
                    }
                }
            }
        }
        for token in tokens {
            self.token(token)?;
        }
        let has = |name: &str| tokens.iter().find(|token| token.name == name);
        if let (Some(all), Some(_)) = (has("AntiConsecutive"), has("WhiteDot")) {
            return self
                .error(all.at, "AntiConsecutive holds of all neighbours, and there are dots");
        }
        let all = u64::MAX >> (64 - self.size);
        let mut variant = Variant::new(self.rules);
        for (cell, &set) in self.sets.iter().enumerate() {
            if !self.touched[cell] || set == all && self.size > 1 {
                continue;
            }
            let done = match set.count_ones() {
                1 => variant.set(cell, set.trailing_zeros() as u8 + 1),
                _ => variant.mark(cell, set),
            };
            done.map_err(|error| ReadError::new(1, 1, error.to_string()))?;
        }
        Ok(variant)
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ReadError> {
        Err(self.places.error(at, message))
    }

    fn add(&mut self, at: usize, rule: Rule) -> Result<(), ReadError> {
        self.rules.add(rule).or_else(|error| self.error(at, error.to_string()))
    }

    fn restrict(&mut self, at: usize, cell: usize, set: u64) -> Result<(), ReadError> {
        self.sets[cell] &= set;
        self.touched[cell] = true;
        match self.sets[cell] {
            0 => {
                let name = self.rules.board().name(cell);
                self.error(at, format!("no digit is left for {name}"))
            }
            _ => Ok(()),
        }
    }

    /// There can be one of these; what a second one says must be the same.
    fn once(&mut self, at: usize, key: String, says: &str) -> Result<(), ReadError> {
        match self.unique.get(&key) {
            Some(before) if before != says => {
                self.error(at, format!("a second {key} that says something else"))
            }
            _ => {
                self.unique.insert(key, says.to_owned());
                Ok(())
            }
        }
    }

    fn cell(&self, (at, name): &(usize, String)) -> Result<usize, ReadError> {
        match cell_of(name, self.size) {
            Some(cell) => Ok(cell),
            None => self.error(*at, format!("found `{name}`, expected a cell, such as R1C9")),
        }
    }

    fn cells(&self, token: &Token, from: usize) -> Result<Vec<usize>, ReadError> {
        let names = token.args.get(from..).unwrap_or_default();
        if names.is_empty() {
            return self.error(token.at, format!("found no cells for {}", token.name));
        }
        let most = self.size * self.size;
        if names.len() > 2 * most {
            let message = format!("found {} cells, there are {most}", names.len());
            return self.error(token.at, message);
        }
        names.iter().map(|name| self.cell(name)).collect()
    }

    fn number(&self, token: &Token, index: usize, what: &str) -> Result<u32, ReadError> {
        let Some((at, arg)) = token.args.get(index) else {
            return self.error(token.at, format!("found no {what} for {}", token.name));
        };
        let is_number = !arg.is_empty() && arg.bytes().all(|byte| byte.is_ascii_digit());
        match arg.parse::<u32>().ok().filter(|_| is_number) {
            Some(number) => Ok(number),
            None => self.error(*at, format!("found `{arg}`, expected {what}")),
        }
    }

    fn small(&self, token: &Token, index: usize, what: &str) -> Result<u8, ReadError> {
        let number = self.number(token, index, what)?;
        match u8::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.error(token.args[index].0, format!("found {number}, expected {what}")),
        }
    }

    /// Rules for all neighbours among the cells, in the order of the list.
    fn neighbours(&mut self, token: &Token, relation: Relation) -> Result<(), ReadError> {
        let cells = self.cells(token, 0)?;
        let mut pairs = Vec::new();
        for (index, &a) in cells.iter().enumerate() {
            let near: Vec<usize> = self.rules.board().neighbours(a).collect();
            pairs.extend(cells[index + 1..].iter().filter(|b| near.contains(b)).map(|&b| (a, b)));
        }
        if pairs.is_empty() {
            return self.error(token.at, format!("no cells of {} are neighbours", token.name));
        }
        for (a, b) in pairs {
            self.add(token.at, Rule::pair(a, b, relation))?;
        }
        Ok(())
    }

    /// Clues at both ends of a row or column.
    fn both_ends(
        &mut self,
        token: &Token,
        make: impl Fn(Vec<usize>, u32) -> Option<Rule>,
    ) -> Result<(), ReadError> {
        let Some((at, name)) = token.args.first() else {
            return self.error(token.at, format!("found no row or column for {}", token.name));
        };
        let Some(line) = line_of(name, self.size) else {
            return self
                .error(*at, format!("found `{name}`, expected a row or column, such as R1"));
        };
        for (index, is_reverse) in [(1, false), (2, true)] {
            if token.args.get(index).is_none_or(|(_, arg)| arg.is_empty()) {
                continue;
            }
            let number = self.number(token, index, "a number")?;
            let side = if is_reverse { "end" } else { "start" };
            let key = format!("{} at the {side} of {name}", token.name);
            self.once(token.at, key, &number.to_string())?;
            let mut cells = line.clone();
            if is_reverse {
                cells.reverse();
            }
            match make(cells, number) {
                Some(rule) => self.add(token.args[index].0, rule)?,
                None => {
                    let message = format!("found {number}, expected a digit");
                    return self.error(token.args[index].0, message);
                }
            }
        }
        Ok(())
    }

    fn given(&mut self, token: &Token) -> Result<(), ReadError> {
        for (at, arg) in &token.args {
            let (name, digits) = arg.split_once('_').unwrap_or((arg, ""));
            let cell = self.cell(&(*at, name.to_owned()))?;
            let mut set = 0;
            for word in digits.split('_') {
                let digit = word.parse::<u8>().ok().filter(|_| !word.starts_with(['+', '0']));
                match digit.filter(|&digit| usize::from(digit) <= self.size) {
                    Some(digit) => set |= set_of(digit),
                    None => {
                        let message = format!(
                            "found `{arg}`, expected a cell and digits, 1 to {}, such as R1C1_5",
                            self.size
                        );
                        return self.error(*at, message);
                    }
                }
            }
            self.restrict(*at, cell, set)?;
        }
        Ok(())
    }

    fn sum(&mut self, token: &Token) -> Result<(), ReadError> {
        let cells = self.cells(token, 1)?;
        let (at, arg) = &token.args[0];
        let (sum, factors) = match arg.split_once("_=_") {
            Some((sum, factors)) => (sum, factors.split('_').collect()),
            None => (arg.as_str(), vec!["1"; cells.len()]),
        };
        if factors.len() != cells.len() || factors.iter().any(|&factor| factor != "1") {
            return self.error(*at, "Sum with factors other than 1 is none that we know");
        }
        match sum.parse::<u32>().ok().filter(|_| sum.bytes().all(|b| b.is_ascii_digit())) {
            Some(sum) => self.add(token.at, Rule::Cage { cells, sum: Some(sum), repeats: true }),
            None => self.error(*at, format!("found `{arg}`, expected a sum")),
        }
    }

    fn arrow(&mut self, token: &Token) -> Result<(), ReadError> {
        let (first, circle) = match token.name.as_str() {
            "Arrow" => (0, 1),
            _ => (1, self.number(token, 0, "the size of the pill")? as usize),
        };
        if first == 1 && !(2..=3).contains(&circle) {
            return self
                .error(token.args[0].0, format!("found {circle}, expected a pill of 2 or 3"));
        }
        if first == 1 && self.size > 9 {
            return self
                .error(token.at, "PillArrow in a grid larger than 9×9 is none that we know");
        }
        let mut cells = self.cells(token, first)?;
        if cells.len() <= circle {
            return self.error(token.at, format!("found no shaft for {}", token.name));
        }
        let shaft = cells.split_off(circle);
        // Pills are read in reading order.
        cells.sort_unstable();
        self.add(token.at, Rule::Arrow { circle: cells, shaft })
    }

    fn quad(&mut self, token: &Token) -> Result<(), ReadError> {
        let Some(name) = token.args.first() else {
            return self.error(token.at, "found no cell for Quad");
        };
        let corner = self.cell(name)?;
        let board = self.rules.board();
        let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let cells: Vec<usize> =
            steps.into_iter().filter_map(|(down, right)| board.step(corner, down, right)).collect();
        if cells.len() < 4 {
            return self.error(name.0, "no square of 2×2 begins here");
        }
        let mut digits = Vec::new();
        for index in 1..token.args.len() {
            digits.push(self.small(token, index, "a digit")?);
        }
        let says: Vec<String> = digits.iter().map(u8::to_string).collect();
        self.once(token.at, format!("Quad at {}", name.1), &says.join("_"))?;
        self.add(token.at, Rule::Quadruple { cells, digits })
    }

    fn token(&mut self, token: &Token) -> Result<(), ReadError> {
        let at = token.at;
        let flag = match token.name.as_str() {
            "AntiKnight" => Some(Rule::ANTI_KNIGHT),
            "AntiKing" => Some(Rule::ANTI_KING),
            "AntiConsecutive" => Some(Rule::non_consecutive()),
            "Windoku" => Some(Rule::Windoku),
            "DisjointSets" => Some(Rule::DisjointGroups),
            "StrictKropki" => {
                Some(Rule::Unmarked(vec![Relation::Difference(1), Relation::Ratio(2)]))
            }
            "StrictXV" => Some(Rule::Unmarked(vec![Relation::Sum(5), Relation::Sum(10)])),
            _ => None,
        };
        if let Some(rule) = flag {
            return self.add(at, rule);
        }
        match token.name.as_str() {
            "" => self.given(token),
            // These are read with the board, or say how to search.
            "Shape" | "NoBoxes" | "Jigsaw" | "RegionSameValues" | "SearchPriority" => Ok(()),
            "RegionSize" => match self.number(token, 0, "a number of cells")? as usize {
                size if size == self.size => Ok(()),
                size => self.error(at, format!("regions of {size} cells, expected {}", self.size)),
            },
            "Diagonal" => match token.args.first().map(|(_, arg)| arg.as_str()) {
                Some("1") => self.add(at, Rule::Diagonal(Diagonal::Anti)),
                Some("-1") => self.add(at, Rule::Diagonal(Diagonal::Main)),
                _ => self.error(at, "expected Diagonal~1 or Diagonal~-1"),
            },
            "Cage" => {
                let cells = self.cells(token, 1)?;
                let sum = match token.args[0].1.as_str() {
                    "" => 0,
                    _ => self.number(token, 0, "a sum")?,
                };
                let sum = (sum > 0).then_some(sum);
                self.add(at, Rule::Cage { cells, sum, repeats: false })
            }
            "Sum" => self.sum(token),
            "Arrow" | "PillArrow" => self.arrow(token),
            "Quad" => self.quad(token),
            "Thermo" => {
                let cells = self.cells(token, 0)?;
                self.add(at, Rule::thermo(cells))
            }
            "Renban" => {
                let cells = self.cells(token, 0)?;
                self.add(at, Rule::Renban(cells))
            }
            "Palindrome" => {
                let cells = self.cells(token, 0)?;
                self.add(at, Rule::Palindrome(cells))
            }
            "Between" => {
                let cells = self.cells(token, 0)?;
                self.add(at, Rule::Between(cells))
            }
            "AllDifferent" => {
                let cells = self.cells(token, 0)?;
                self.add(at, Rule::Region(cells))
            }
            "Whisper" => {
                // The difference may be left out.
                let is_cell =
                    token.args.first().is_some_and(|a| cell_of(&a.1, self.size).is_some());
                let least = if is_cell { 5 } else { self.small(token, 0, "a difference")? };
                let cells = self.cells(token, usize::from(!is_cell))?;
                self.add(at, Rule::Whisper { cells, least })
            }
            "SameValues" => {
                let sets = self.number(token, 0, "a number of sets")?;
                let cells = self.cells(token, 1)?;
                match *cells.as_slice() {
                    [a, b] if sets == 2 && a != b => {
                        self.add(at, Rule::Clone { a: vec![a], b: vec![b] })
                    }
                    _ => self.error(
                        at,
                        "SameValues of other than two single cells is none that we know",
                    ),
                }
            }
            "GreaterThan" => self.neighbours(token, Relation::Greater),
            "WhiteDot" => self.neighbours(token, Relation::Difference(1)),
            "BlackDot" => self.neighbours(token, Relation::Ratio(2)),
            "X" => self.neighbours(token, Relation::Sum(10)),
            "V" => self.neighbours(token, Relation::Sum(5)),
            "LittleKiller" => {
                let sum = self.number(token, 0, "a sum")?;
                let Some(name) = token.args.get(1) else {
                    return self.error(at, "found no cell for LittleKiller");
                };
                let start = self.cell(name)?;
                let Some(cells) = diagonal_from(start, self.size) else {
                    return self.error(name.0, "no diagonal has its clue here");
                };
                self.once(at, format!("LittleKiller at {}", name.1), &sum.to_string())?;
                self.add(at, Rule::LittleKiller { cells, sum })
            }
            "Sandwich" => {
                let sum = self.number(token, 0, "a sum")?;
                let Some((name_at, name)) = token.args.get(1) else {
                    return self.error(at, "found no row or column for Sandwich");
                };
                let Some(cells) = line_of(name, self.size) else {
                    let message = format!("found `{name}`, expected a row or column, such as R1");
                    return self.error(*name_at, message);
                };
                self.once(at, format!("Sandwich of {name}"), &sum.to_string())?;
                self.add(at, Rule::Sandwich { cells, sum })
            }
            "Lunchbox" => {
                let sum = self.number(token, 0, "a sum")?;
                let cells = self.cells(token, 1)?;
                match cells.len() == self.size {
                    true => self.add(at, Rule::Sandwich { cells, sum }),
                    false => self.error(at, "Lunchbox of some cells is none that we know"),
                }
            }
            "XSum" => self.both_ends(token, |cells, sum| Some(Rule::XSum { cells, sum })),
            "Skyscraper" => {
                self.both_ends(token, |cells, count| Some(Rule::Skyscraper { cells, count }))
            }
            "NumberedRoom" => self.both_ends(token, |cells, digit| {
                u8::try_from(digit).ok().map(|digit| Rule::NumberedRoom { cells, digit })
            }),
            name => self.error(at, format!("the constraint `{name}` is none that we know")),
        }
    }
}
