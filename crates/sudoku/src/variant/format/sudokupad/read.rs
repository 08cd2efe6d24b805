//! From the JSON of SudokuPad to a puzzle.

use crate::variant::format::ReadError;
use crate::variant::format::layout::{Places, regions};
use crate::variant::format::link::Node;
use crate::variant::{Board, Diagonal, Regions, Rule, Rules, Variant};
use crate::{MAX_SIZE, Shape};

/// Fields of what is drawn, by whoever set the puzzle: it may show rules, but only in words can they be told.
const DRAWN: [&str; 4] = ["lines", "arrows", "underlays", "overlays"];

/// The puzzle, and whether there are drawings beside it.
pub(super) fn puzzle(root: Node<'_>) -> Result<(Variant, bool), ReadError> {
    let fields = root.fields()?;
    let get = |name: &str| fields.iter().find(|field| field.0 == name).map(|field| field.2);
    let Some(rows) = get("cells") else { return Err(root.error("the field `cells` is missing")) };
    let (size, clues) = clues(rows)?;
    let board = board(rows, size, get("regions"))?;
    let metadata = get("metadata").map(Node::fields).transpose()?.unwrap_or_default();
    let mut info: Vec<(String, Node<'_>, String)> = Vec::new();
    // The flags may stand in two places.
    let flags = [
        ("antiknight", Rule::ANTI_KNIGHT),
        ("antiking", Rule::ANTI_KING),
        ("nonconsecutive", Rule::non_consecutive()),
    ];
    let mut are_set = [false; 3];
    for (name, _, value) in metadata.iter().filter(|(_, _, value)| !value.is_nothing()) {
        match name.as_str() {
            "norowcol" => return Err(value.error("a grid whose rows and columns are none")),
            "antiknight" => are_set[0] |= value.flag()?,
            "antiking" => are_set[1] |= value.flag()?,
            "title" | "author" | "rules" | "solution" => {
                info.push((name.clone(), *value, one_text(*value)?));
            }
            _ => {}
        }
    }
    for node in get("global").map(Node::list).transpose()?.unwrap_or_default() {
        let name = node.text()?;
        match flags.iter().position(|(flag, _)| *flag == name) {
            Some(flag) => are_set[flag] = true,
            None => {
                let name = name.escape_debug();
                return Err(node.error(format!("the constraint `{name}` is none that we know")));
            }
        }
    }
    let mut rules = Rules::from(board);
    for ((_, rule), _) in flags.into_iter().zip(are_set).filter(|(_, is_set)| *is_set) {
        rules.add(rule).map_err(|error| root.error(error))?;
    }
    for node in get("cages").map(Node::list).transpose()?.unwrap_or_default() {
        cage(node, &mut rules, &mut info)?;
    }
    let mut variant = Variant::new(rules);
    for (cell, node, value) in clues {
        variant.set(cell, value).map_err(|error| node.error(error))?;
    }
    for (name, node, text) in info {
        match name.as_str() {
            "title" => variant.info.title = Some(text),
            "author" => variant.info.author = Some(text),
            "rules" => variant.info.text = Some(text),
            _ => variant.info.solution = solution(node, &text, size)?,
        }
    }
    let is_drawn = |(name, _, value): &(String, _, Node<'_>)| {
        DRAWN.contains(&name.as_str())
            && !value.is_nothing()
            && value.list().map_or(true, |list| !list.is_empty())
    };
    let has_drawings = fields.iter().any(is_drawn);
    Ok((variant, has_drawings))
}

/// A string, or the strings of a list.
fn one_text(node: Node<'_>) -> Result<String, ReadError> {
    match node.is_list() {
        true => {
            let lines = node.list()?.into_iter().map(Node::text);
            Ok(lines.collect::<Result<Vec<String>, ReadError>>()?.join("\n"))
        }
        false => node.text(),
    }
}

/// The size of a grid, and its clues.
type Clues<'t> = (usize, Vec<(usize, Node<'t>, u8)>);

fn clues(rows: Node<'_>) -> Result<Clues<'_>, ReadError> {
    let list = rows.list()?;
    let size = list.len();
    if !(1..=MAX_SIZE).contains(&size) {
        return Err(rows.error(format!("a grid of {size} rows, expected 1 to {MAX_SIZE}")));
    }
    let mut clues = Vec::new();
    for (index, row) in list.into_iter().enumerate() {
        let cells = row.list()?;
        if cells.len() != size {
            let found = cells.len();
            return Err(row.error(format!("found {found} cells, expected {size}, as many as rows")));
        }
        for (column, cell) in cells.into_iter().enumerate() {
            for (name, _, value) in cell.fields()? {
                if name != "value" || value.is_nothing() {
                    continue;
                }
                let what = format!("a digit from 1 to {size}");
                let digit = u8::try_from(value.number(&what)?).unwrap_or(0);
                if digit == 0 || usize::from(digit) > size {
                    return Err(value.expected(what));
                }
                clues.push((index * size + column, value, digit));
            }
        }
    }
    Ok((size, clues))
}

/// A cell: a row and a column, from 0.
fn cell(node: Node<'_>, size: usize) -> Result<usize, ReadError> {
    let what = format!("a row and a column, each from 0 to {}", size.saturating_sub(1));
    if !node.is_list() {
        return Err(node.expected(what));
    }
    let place: Vec<usize> = node
        .list()?
        .into_iter()
        .map(|number| number.number(&what).map(|number| number as usize))
        .collect::<Result<_, _>>()?;
    match *place.as_slice() {
        [row, column] if row < size && column < size => Ok(row * size + column),
        _ => Err(node.error(format!("expected {what}"))),
    }
}

fn cells(node: Node<'_>, size: usize) -> Result<Vec<usize>, ReadError> {
    node.list()?.into_iter().map(|node| cell(node, size)).collect()
}

fn board(rows: Node<'_>, size: usize, list: Option<Node<'_>>) -> Result<Board, ReadError> {
    let mut names = vec![None; size * size];
    for (number, region) in list.map(Node::list).transpose()?.unwrap_or_default().iter().enumerate()
    {
        let cells = region.list()?;
        let found = cells.len();
        if found > size {
            return Err(region.error(format!("a region of {found} cells, expected at most {size}")));
        }
        for node in cells {
            let cell = cell(node, size)?;
            if names[cell].replace(number).is_some() {
                return Err(node.error("the cell is in a region already"));
            }
        }
    }
    let regions = regions(size, &names).unwrap_or(Regions::None);
    Board::new(size, regions).map_err(|error| rows.error(error))
}

/// A cage, or what is said about the puzzle in the place of one.
fn cage<'t>(
    node: Node<'t>,
    rules: &mut Rules,
    info: &mut Vec<(String, Node<'t>, String)>,
) -> Result<(), ReadError> {
    let fields = node.fields()?;
    let get = |name: &str| {
        let field = fields.iter().find(|field| field.0 == name).map(|field| field.2);
        field.filter(|node| !node.is_nothing())
    };
    let size = rules.board().size();
    let list = match get("cells") {
        Some(list) => cells(list, size)?,
        None => Vec::new(),
    };
    if list.is_empty() {
        let text = get("value").filter(|value| value.is_text());
        if let Some(value) = text
            && let Some((name, text)) = value.text()?.split_once(':')
        {
            let name = name.trim().to_lowercase();
            let is_new = info.iter().all(|(other, _, _)| *other != name);
            if ["title", "author", "rules", "solution"].contains(&name.as_str()) && is_new {
                info.push((name, value, text.trim().to_owned()));
            }
        }
        return Ok(());
    }
    let is_unique = fields.iter().find(|field| field.0 == "unique").map(|field| field.2.flag());
    let is_unique = is_unique.transpose()?;
    let sum = match (get("sum"), get("value")) {
        (Some(sum), _) => Some(sum.number("a sum")?),
        // Other words than numbers are drawn.
        (None, Some(value)) => value.number("a sum").ok(),
        (None, None) => None,
    };
    // Rows, columns and regions may stand here once more; what is hidden and not unique is drawn.
    let mut sorted = list.clone();
    sorted.sort_unstable();
    let is_house = rules.board().houses().iter().any(|house| house.cells == sorted);
    let repeats = is_unique == Some(false);
    if sum.is_none() && (is_unique != Some(true) || is_house) {
        return Ok(());
    }
    rules.add(Rule::Cage { cells: list, sum, repeats }).map_err(|error| node.error(error))
}

fn solution(node: Node<'_>, text: &str, size: usize) -> Result<Option<Vec<u8>>, ReadError> {
    let digit = |c: char| c.to_digit(36).map_or(0, |digit| digit as u8);
    let digits: Vec<u8> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    if digits.len() != size * size {
        let found = digits.len();
        return Err(node.error(format!("a solution of {found} digits, expected {}", size * size)));
    }
    let fits = |digit: u8| if usize::from(digit) > size { 0 } else { digit };
    Ok(Some(digits.into_iter().map(fits).collect()))
}

/// A 9×9 grid: each character a digit and up to five empty cells behind it, then `x` for diagonals and `w` for windows.
pub(super) fn digits(places: &Places<'_>, at: usize, payload: &str) -> Result<Variant, ReadError> {
    let mut variant = Variant::new(Rules::from(Shape::CLASSIC));
    let mut rules = variant.rules().clone();
    let mut cell = 0;
    for (byte, c) in payload.char_indices() {
        let error = |message: String| places.error(at + byte, message);
        if cell == 81 {
            let added = match c {
                'w' => rules.add(Rule::Windoku),
                'x' => rules
                    .add(Rule::Diagonal(Diagonal::Main))
                    .and_then(|()| rules.add(Rule::Diagonal(Diagonal::Anti))),
                '.' if payload[byte..] == *".scf" => break,
                _ => {
                    return Err(error(format!("found `{c}` behind 81 cells, expected `w` or `x`")));
                }
            };
            added.map_err(|e| error(e.to_string()))?;
            continue;
        }
        let number = match c {
            '0'..='9' => c as u8 - b'0',
            'A'..='Z' => c as u8 - b'A' + 10,
            'a'..='x' => c as u8 - b'a' + 36,
            _ => return Err(error(format!("found `{c}`, expected 0-9, A-Z or a-x"))),
        };
        let after = cell + 1 + usize::from(number / 10);
        if after > 81 {
            return Err(error(format!("found {after} cells, expected 81")));
        }
        variant.set(cell, number % 10).map_err(|e| error(e.to_string()))?;
        cell = after;
    }
    if cell < 81 {
        let message = format!("found {cell} cells and the end, expected 81");
        return Err(places.error(at + payload.len(), message));
    }
    variant.with_rules(rules).map_err(|error| places.error(at, error.to_string()))
}
