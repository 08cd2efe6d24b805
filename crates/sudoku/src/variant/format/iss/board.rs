//! The board that the parts of a puzzle speak of.

use super::MOST;
use super::layouts::Layout;
use super::read::Token;
use crate::variant::format::ReadError;
use crate::variant::format::layout::{Places, regions, usual_boxes};
use crate::variant::{Board, Regions, Rule, Rules};

/// The board, and as rules those regions that stand beside its own.
pub(super) fn board(
    places: &Places<'_>,
    tokens: &[Token],
    layouts: &[(usize, Layout)],
) -> Result<Rules, ReadError> {
    let fail = |at: usize, message: String| places.error(at, message);
    let mut size: Option<usize> = None;
    let mut set_size = |at: usize, found: usize| match size.replace(found) {
        Some(before) if before != found => {
            Err(fail(at, format!("a grid of {found}×{found}, and of {before}×{before} before")))
        }
        _ => Ok(()),
    };
    for (at, layout) in layouts {
        match layout {
            Layout::Cells(n, _) | Layout::Regions(n, _) => set_size(*at, *n)?,
            Layout::Killer(_) => set_size(*at, 9)?,
        }
    }
    for token in tokens.iter().filter(|token| token.name == "Shape") {
        set_size(token.at, shape(places, token)?)?;
    }
    let size = size.unwrap_or(9);
    if size > MOST {
        let at = tokens.first().map_or(0, |token| token.at);
        return Err(fail(at, format!("a grid of {size}×{size}, expected at most {MOST}×{MOST}")));
    }
    let no_boxes = tokens.iter().any(|token| token.name == "NoBoxes");
    let mut pieces: Vec<(usize, Vec<char>)> = Vec::new();
    for (at, layout) in layouts {
        if let Layout::Regions(_, names) = layout {
            pieces.push((*at, names.clone()));
        }
    }
    let has_layout = !pieces.is_empty();
    for token in tokens.iter().filter(|token| token.name == "Jigsaw") {
        // Older strings have the shape before the layout.
        let (at, names) = match token.args.as_slice() {
            [arg] | [_, arg] => arg,
            _ => return Err(fail(token.at, "found no layout for Jigsaw".into())),
        };
        let names: Vec<char> = names.chars().collect();
        if names.len() != size * size {
            let found = names.len();
            let message = format!("found {found} regions, expected {}", size * size);
            return Err(fail(*at, message));
        }
        pieces.push((*at, names));
    }
    // A layout alone takes the place of boxes, a constraint stands beside them.
    let mut board_regions = match no_boxes || has_layout {
        true => Regions::None,
        false => usual_boxes(size),
    };
    let mut extra = Vec::new();
    for (at, names) in pieces {
        let list = pieces_of(places, at, size, &names)?;
        let all = || regions(size, &list).map_err(|_| places.error(at, "a large region"));
        if board_regions == Regions::None {
            board_regions = all()?;
        } else if let found @ (Regions::Irregular(_) | Regions::Boxes { .. }) = all()? {
            let board =
                Board::new(size, found).map_err(|error| places.error(at, error.to_string()))?;
            extra.extend(board.houses()[2 * size..].iter().map(|house| house.cells.clone()));
        }
    }
    let board =
        Board::new(size, board_regions).map_err(|error| ReadError::new(1, 1, error.to_string()))?;
    let mut rules = Rules::from(board);
    for cells in extra {
        rules.add(Rule::Region(cells)).map_err(|e| ReadError::new(1, 1, e.to_string()))?;
    }
    Ok(rules)
}

/// The size that a Shape says.
fn shape(places: &Places<'_>, token: &Token) -> Result<usize, ReadError> {
    let error = |at: usize, message: String| Err(places.error(at, message));
    let Some((at, dimensions)) = token.args.first() else {
        return error(token.at, "found no size for Shape".into());
    };
    let sides = dimensions.split_once('x').and_then(|(rows, columns)| {
        Some((rows.parse::<usize>().ok()?, columns.parse::<usize>().ok()?))
    });
    let size = match sides {
        Some((rows, columns)) if rows == columns && (1..=MOST).contains(&rows) => rows,
        Some((rows, columns)) if rows != columns => {
            let message = format!("a grid of {rows}×{columns}, expected as many rows as columns");
            return error(*at, message);
        }
        Some((rows, _)) => return error(*at, format!("a size of {rows}, expected 1 to {MOST}")),
        None => return error(*at, format!("found `{dimensions}`, expected a size, such as 9x9")),
    };
    if let Some((at, range)) = token.args.get(1).filter(|(_, range)| !range.is_empty())
        && *range != size.to_string()
        && *range != format!("1-{size}")
    {
        return error(*at, format!("digits {range}, expected 1-{size}"));
    }
    match token.args.get(2).map(|(at, kind)| (at, kind.as_str())) {
        None | Some((_, "" | "Sudoku")) => Ok(size),
        Some((at, kind)) => error(*at, format!("a grid of the kind {kind}, expected Sudoku")),
    }
}

/// The names of the regions of a Jigsaw: one of another size is none.
fn pieces_of(
    places: &Places<'_>,
    at: usize,
    size: usize,
    names: &[char],
) -> Result<Vec<Option<char>>, ReadError> {
    let cells_of = |name: char| names.iter().filter(|&&other| other == name).count();
    let mut others: Vec<char> = names.iter().copied().filter(|&c| cells_of(c) != size).collect();
    others.sort_unstable();
    others.dedup();
    if let [_, second, ..] = *others.as_slice() {
        let message = format!("region {second} has {} cells, expected {size}", cells_of(second));
        return Err(places.error(at, message));
    }
    // A single region is none either, but in a grid of one cell.
    let is_all = names.len() > 1 && names.iter().all(|&name| name == names[0]);
    let name = |&name: &char| (!is_all && !others.contains(&name)).then_some(name);
    Ok(names.iter().map(name).collect())
}
