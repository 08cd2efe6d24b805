//! From the JSON of f-puzzles.com to a puzzle.

use std::collections::BTreeSet;

use crate::MAX_SIZE;
use crate::candidates::set_of;
use crate::variant::format::ReadError;
use crate::variant::format::layout::{regions, usual_boxes};
use crate::variant::format::link::Node;
use crate::variant::{Board, Diagonal, Regions, Relation, Rule, Rules, Variant};

/// Fields that are no constraints, or only drawn.
const PASSED_OVER: [&str; 21] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "metadata",
    "line",
    "rectangle",
    "circle",
    "text",
    "cage",
    "fogofwar",
    "foglight",
    "fogtriggers",
    "triggereffect",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
    "customstyle",
];

/// A puzzle.
pub(in super::super) fn puzzle(root: Node<'_>) -> Result<Variant, ReadError> {
    let fields = root.fields()?;
    let get = |name: &str| fields.iter().find(|field| field.0 == name).map(|field| field.2);
    let Some(grid) = get("grid") else { return Err(root.error("the field `grid` is missing")) };
    let rows = grid.list()?;
    let size = match get("size") {
        Some(size) => {
            let number = size.number("a size")? as usize;
            if number != rows.len() {
                let message = format!("found {} rows, expected {number}", rows.len());
                return Err(grid.error(message));
            }
            number
        }
        None => rows.len(),
    };
    if !(1..=MAX_SIZE).contains(&size) {
        return Err(grid.error(format!("a grid of {size} rows, expected 1 to {MAX_SIZE}")));
    }
    let cells = grid_cells(&rows, size)?;
    let board = board(grid, size, &cells)?;
    let mut reader = Reader { rules: Rules::from(board), size };
    for (name, key, value) in &fields {
        reader.field(name, *key, *value)?;
    }
    if let Some(negative) = get("negative") {
        reader.negative(negative, get("ratio"))?;
    }
    let mut variant = Variant::new(reader.rules);
    for (cell, said) in cells.iter().enumerate() {
        if let Some((node, value)) = said.value.filter(|_| said.is_given) {
            variant.set(cell, value).map_err(|error| node.error(error))?;
        }
        if let Some((node, set)) = said.marks {
            variant.mark(cell, set).map_err(|error| node.error(error))?;
        }
    }
    let text = |name: &str| get(name).filter(|node| !node.is_nothing()).map(Node::text).transpose();
    variant.info.title = text("title")?;
    variant.info.author = text("author")?;
    variant.info.text = text("ruleset")?;
    variant.info.solution = match get("solution").filter(|node| !node.is_nothing()) {
        Some(node) => Some(solution(node, size)?),
        None => {
            let values = cells.iter().map(|cell| cell.value.map(|(_, value)| value));
            values.collect::<Option<Vec<u8>>>().filter(|_| !cells.iter().all(|c| c.is_given))
        }
    };
    Ok(variant)
}

/// What is said of a cell of the grid.
struct Cell<'t> {
    node: Node<'t>,
    value: Option<(Node<'t>, u8)>,
    is_given: bool,
    marks: Option<(Node<'t>, u64)>,
    /// Its region, or that it has none, if something is said about it.
    region: Option<Option<u32>>,
}

fn grid_cells<'t>(rows: &[Node<'t>], size: usize) -> Result<Vec<Cell<'t>>, ReadError> {
    let mut cells = Vec::new();
    for row in rows {
        let nodes = row.list()?;
        if nodes.len() != size {
            return Err(row.error(format!("found {} cells, expected {size}", nodes.len())));
        }
        for node in nodes {
            let mut cell = Cell { node, value: None, is_given: false, marks: None, region: None };
            for (name, _, value) in node.all_fields()? {
                match name.as_str() {
                    "region" if value.is_null() => cell.region = Some(None),
                    "region" => cell.region = Some(Some(value.number("the number of a region")?)),
                    _ if value.is_nothing() => {}
                    "value" => {
                        let what = format!("a digit from 1 to {size}");
                        let digit = value.number(&what)?;
                        let digit = u8::try_from(digit).ok().filter(|&d| usize::from(d) <= size);
                        cell.value = match digit {
                            Some(0) => None,
                            Some(digit) => Some((value, digit)),
                            None => return Err(value.expected(what)),
                        };
                    }
                    "given" => cell.is_given = value.flag()?,
                    "givenPencilMarks" => {
                        let mut set = 0;
                        for mark in value.list()? {
                            let what = format!("a digit from 1 to {size}");
                            let digit = mark.number(&what)? as usize;
                            if !(1..=size).contains(&digit) {
                                return Err(mark.expected(what));
                            }
                            set |= set_of(digit as u8);
                        }
                        cell.marks = Some((value, set));
                    }
                    // What solvers have noted, and colours.
                    _ => {}
                }
            }
            cells.push(cell);
        }
    }
    Ok(cells)
}

fn board(grid: Node<'_>, size: usize, cells: &[Cell<'_>]) -> Result<Board, ReadError> {
    let usual = usual_boxes(size);
    if cells.iter().all(|cell| cell.region.is_none()) {
        return Board::new(size, usual).map_err(|error| grid.error(error));
    }
    let usual_name = |cell: usize| match usual {
        Regions::Boxes { rows, columns } => {
            Some((cell / size / rows * rows + cell % size / columns) as u32)
        }
        _ => None,
    };
    let names: Vec<Option<u32>> =
        cells.iter().enumerate().map(|(i, cell)| cell.region.unwrap_or(usual_name(i))).collect();
    for (cell, name) in names.iter().enumerate() {
        let found = names.iter().filter(|&other| other == name).count();
        if let Some(name) = name.filter(|_| found != size) {
            let message = format!("region {name} has {found} cells, expected {size}");
            return Err(cells[cell].node.error(message));
        }
    }
    let regions = regions(size, &names).map_err(|cell| cells[cell].node.error("a large region"))?;
    Board::new(size, regions).map_err(|error| grid.error(error))
}

fn solution(node: Node<'_>, size: usize) -> Result<Vec<u8>, ReadError> {
    let digits: Vec<Option<u32>> = match node.is_list() {
        true => node
            .list()?
            .into_iter()
            .map(|digit| digit.number("a digit").ok().filter(|&digit| digit > 0))
            .collect(),
        false => node.text()?.chars().map(|c| c.to_digit(10).filter(|&digit| digit > 0)).collect(),
    };
    if digits.len() != size * size {
        let message = format!("found {} digits, expected {}", digits.len(), size * size);
        return Err(node.error(message));
    }
    let digit = |digit: &Option<u32>| {
        let fits = digit.and_then(|digit| u8::try_from(digit).ok());
        fits.filter(|&digit| usize::from(digit) <= size).unwrap_or(0)
    };
    Ok(digits.iter().map(digit).collect())
}

/// Row and column, from 1, of the name of a cell in or around the grid.
fn place(node: Node<'_>, size: usize) -> Result<(usize, usize), ReadError> {
    let name = node.text()?;
    let numbers = name.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
    let place = numbers.and_then(|(row, column)| {
        let number = |word: &str| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse::<usize>().ok().filter(|&number| is_number && number <= size + 1)
        };
        Some((number(row)?, number(column)?))
    });
    place.ok_or_else(|| node.expected("a cell, such as \"R1C9\""))
}

struct Reader {
    rules: Rules,
    size: usize,
}

impl Reader {
    fn add(&mut self, node: Node<'_>, rule: Rule) -> Result<(), ReadError> {
        self.rules.add(rule).map_err(|error| node.error(error))
    }

    fn cell(&self, node: Node<'_>) -> Result<usize, ReadError> {
        let (row, column) = place(node, self.size)?;
        let inside = 1..=self.size;
        match inside.contains(&row) && inside.contains(&column) {
            true => Ok((row - 1) * self.size + column - 1),
            false => Err(node.expected(format!("a cell of the {0}×{0} grid", self.size))),
        }
    }

    fn cells(&self, node: Node<'_>) -> Result<Vec<usize>, ReadError> {
        node.list()?.into_iter().map(|node| self.cell(node)).collect()
    }

    /// A field of a constraint.
    fn part<'t>(node: Node<'t>, name: &str) -> Result<Node<'t>, ReadError> {
        let field = node.fields()?.into_iter().find(|field| field.0 == name);
        field
            .map(|field| field.2)
            .ok_or_else(|| node.error(format!("the field `{name}` is missing")))
    }

    /// The number of a constraint, if it has one.
    fn number(node: Node<'_>) -> Result<Option<u32>, ReadError> {
        match node.fields()?.into_iter().find(|field| field.0 == "value") {
            Some((_, _, value)) if !value.is_nothing() => value.number("a number").map(Some),
            _ => Ok(None),
        }
    }

    /// A small number.
    fn small(node: Node<'_>, default: u8) -> Result<u8, ReadError> {
        let number = Self::number(node)?.unwrap_or(u32::from(default));
        u8::try_from(number)
            .map_err(|_| node.error(format!("found {number}, expected at most 255")))
    }

    /// The lines of all constraints of a list, each with the constraint.
    fn lines<'t>(
        &self,
        list: Node<'t>,
    ) -> Result<Vec<(Node<'t>, Node<'t>, Vec<usize>)>, ReadError> {
        let mut lines = Vec::new();
        for node in list.list()? {
            for line in Self::part(node, "lines")?.list()? {
                lines.push((node, line, self.cells(line)?));
            }
        }
        Ok(lines)
    }

    /// One rule for each line.
    fn each_line(&mut self, list: Node<'_>, make: fn(Vec<usize>) -> Rule) -> Result<(), ReadError> {
        for (_, line, cells) in self.lines(list)? {
            self.add(line, make(cells))?;
        }
        Ok(())
    }

    /// One rule for the cells of all constraints of a list.
    fn marked(&mut self, list: Node<'_>, make: fn(Vec<usize>) -> Rule) -> Result<(), ReadError> {
        let mut cells = BTreeSet::new();
        for node in list.list()? {
            cells.insert(self.cell(Self::part(node, "cell")?)?);
        }
        self.add(list, make(cells.into_iter().collect()))
    }

    /// One rule for each pair of cells.
    fn pairs(
        &mut self,
        list: Node<'_>,
        relation: impl Fn(Node<'_>) -> Result<Option<Relation>, ReadError>,
    ) -> Result<(), ReadError> {
        for node in list.list()? {
            let cells = Self::part(node, "cells")?;
            let &[a, b] = self.cells(cells)?.as_slice() else {
                return Err(cells.expected("two cells"));
            };
            if let Some(relation) = relation(node)? {
                self.add(node, Rule::pair(a, b, relation))?;
            }
        }
        Ok(())
    }

    /// The cells that a clue beside a row or column sees, and its number, if it has one.
    fn outside(&self, node: Node<'_>) -> Result<Option<(Vec<usize>, u32)>, ReadError> {
        let n = self.size;
        let cell = Self::part(node, "cell")?;
        let cells: Vec<usize> = match place(cell, n)? {
            (0, column) if (1..=n).contains(&column) => {
                (0..n).map(|row| row * n + column - 1).collect()
            }
            (row, 0) if (1..=n).contains(&row) => (0..n).map(|c| (row - 1) * n + c).collect(),
            (row, column) if row == n + 1 && (1..=n).contains(&column) => {
                (0..n).rev().map(|row| row * n + column - 1).collect()
            }
            (row, column) if column == n + 1 && (1..=n).contains(&row) => {
                (0..n).rev().map(|c| (row - 1) * n + c).collect()
            }
            _ => return Err(cell.expected("a cell beside a row or a column")),
        };
        Ok(Self::number(node)?.map(|number| (cells, number)))
    }

    fn each_outside(
        &mut self,
        list: Node<'_>,
        make: fn(Vec<usize>, u32) -> Rule,
    ) -> Result<(), ReadError> {
        for node in list.list()? {
            if let Some((cells, number)) = self.outside(node)? {
                self.add(node, make(cells, number))?;
            }
        }
        Ok(())
    }

    fn little_killer(&mut self, node: Node<'_>) -> Result<(), ReadError> {
        let Some(sum) = Self::number(node)? else { return Ok(()) };
        let direction = Self::part(node, "direction")?;
        let (down, right) = match direction.text()?.as_str() {
            "UL" => (-1, -1),
            "UR" => (-1, 1),
            "DL" => (1, -1),
            "DR" => (1, 1),
            _ => return Err(direction.expected("UL, UR, DL or DR")),
        };
        let cell = Self::part(node, "cell")?;
        let (row, column) = place(cell, self.size)?;
        let mut cells = Vec::new();
        let mut at = (row.checked_add_signed(down), column.checked_add_signed(right));
        while let (Some(row @ 1..), Some(column @ 1..)) = at
            && row <= self.size
            && column <= self.size
        {
            cells.push((row - 1) * self.size + column - 1);
            at = (row.checked_add_signed(down), column.checked_add_signed(right));
        }
        if cells.is_empty() {
            return Err(cell.error("no cell of the grid is in the direction of the clue"));
        }
        self.add(node, Rule::LittleKiller { cells, sum })
    }

    fn arrow(&mut self, node: Node<'_>) -> Result<(), ReadError> {
        let circle = self.cells(Self::part(node, "cells")?)?;
        for line in Self::part(node, "lines")?.list()? {
            let cells = self.cells(line)?;
            match cells.split_first() {
                Some((first, shaft)) if circle.contains(first) => {
                    self.add(line, Rule::Arrow { circle: circle.clone(), shaft: shaft.to_vec() })?;
                }
                _ => return Err(line.error("the line does not begin in its circle")),
            }
        }
        Ok(())
    }

    fn quadruple(&mut self, node: Node<'_>) -> Result<(), ReadError> {
        let cells = self.cells(Self::part(node, "cells")?)?;
        let mut digits = Vec::new();
        for value in Self::part(node, "values")?.list()? {
            let what = format!("a digit from 1 to {}", self.size);
            let digit = u8::try_from(value.number(&what)?).map_err(|_| value.expected(&what))?;
            digits.push(digit);
        }
        // Without digits it is a circle.
        if digits.is_empty() { Ok(()) } else { self.add(node, Rule::Quadruple { cells, digits }) }
    }

    /// A field of the puzzle.
    fn field(&mut self, name: &str, key: Node<'_>, node: Node<'_>) -> Result<(), ReadError> {
        if node.is_nothing() || PASSED_OVER.contains(&name) || name == "negative" {
            return Ok(());
        }
        let whole = |rule: Rule| Some(rule);
        let global = match name {
            "diagonal+" => whole(Rule::Diagonal(Diagonal::Anti)),
            "diagonal-" => whole(Rule::Diagonal(Diagonal::Main)),
            "antiknight" => whole(Rule::ANTI_KNIGHT),
            "antiking" => whole(Rule::ANTI_KING),
            "disjointgroups" => whole(Rule::DisjointGroups),
            "nonconsecutive" => whole(Rule::non_consecutive()),
            _ => None,
        };
        if let Some(rule) = global {
            return if node.flag()? { self.add(key, rule) } else { Ok(()) };
        }
        match name {
            "even" => self.marked(node, Rule::Even),
            "odd" => self.marked(node, Rule::Odd),
            "minimum" => self.marked(node, Rule::Minimum),
            "maximum" => self.marked(node, Rule::Maximum),
            "thermometer" => self.each_line(node, Rule::thermo),
            "slowthermometer" => self.each_line(node, |cells| Rule::Thermo { cells, slow: true }),
            "palindrome" => self.each_line(node, Rule::Palindrome),
            "renban" => self.each_line(node, Rule::Renban),
            "betweenline" => self.each_line(node, Rule::Between),
            "whispers" => {
                for (constraint, line, cells) in self.lines(node)? {
                    let least = Self::small(constraint, 5)?;
                    self.add(line, Rule::Whisper { cells, least })?;
                }
                Ok(())
            }
            "difference" => {
                self.pairs(node, |node| Ok(Some(Relation::Difference(Self::small(node, 1)?))))
            }
            "ratio" => self.pairs(node, |node| Ok(Some(Relation::Ratio(Self::small(node, 2)?)))),
            "xv" => self.pairs(node, |node| {
                let Ok(value) = Self::part(node, "value") else { return Ok(None) };
                match value.text()?.trim() {
                    "" => Ok(None),
                    "x" | "X" => Ok(Some(Relation::Sum(10))),
                    "v" | "V" => Ok(Some(Relation::Sum(5))),
                    _ => Err(value.expected("X or V")),
                }
            }),
            "sandwichsum" => self.each_outside(node, |cells, sum| Rule::Sandwich { cells, sum }),
            "xsum" => self.each_outside(node, |cells, sum| Rule::XSum { cells, sum }),
            "skyscraper" => {
                self.each_outside(node, |cells, count| Rule::Skyscraper { cells, count })
            }
            "littlekillersum" => {
                node.list()?.into_iter().try_for_each(|node| self.little_killer(node))
            }
            "arrow" => node.list()?.into_iter().try_for_each(|node| self.arrow(node)),
            "quadruple" => node.list()?.into_iter().try_for_each(|node| self.quadruple(node)),
            "killercage" => node.list()?.into_iter().try_for_each(|node| {
                let cells = self.cells(Self::part(node, "cells")?)?;
                self.add(node, Rule::Cage { cells, sum: Self::number(node)?, repeats: false })
            }),
            "extraregion" => node.list()?.into_iter().try_for_each(|node| {
                let cells = self.cells(Self::part(node, "cells")?)?;
                self.add(node, Rule::Region(cells))
            }),
            "clone" => node.list()?.into_iter().try_for_each(|node| {
                let a = self.cells(Self::part(node, "cells")?)?;
                let b = self.cells(Self::part(node, "cloneCells")?)?;
                self.add(node, Rule::Clone { a, b })
            }),
            _ => {
                let name = name.escape_debug();
                Err(key.error(format!("the constraint `{name}` is none that we know")))
            }
        }
    }

    /// What holds of neighbours without a mark.
    fn negative(&mut self, list: Node<'_>, ratios: Option<Node<'_>>) -> Result<(), ReadError> {
        for node in list.list()? {
            let relations = match node.text()?.as_str() {
                "xv" => vec![Relation::Sum(5), Relation::Sum(10)],
                "ratio" => {
                    let mut numbers = BTreeSet::new();
                    for ratio in ratios.map(Node::list).transpose()?.into_iter().flatten() {
                        numbers.insert(Self::small(ratio, 2)?);
                    }
                    if numbers.is_empty() {
                        numbers.insert(2);
                    }
                    numbers.into_iter().map(Relation::Ratio).collect()
                }
                _ => return Err(node.expected("\"ratio\" or \"xv\"")),
            };
            self.add(node, Rule::Unmarked(relations))?;
        }
        Ok(())
    }
}
