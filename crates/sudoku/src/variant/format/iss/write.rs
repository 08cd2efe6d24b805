//! From a puzzle to a constraint string.

use super::MOST;
use super::lines::{cell_name, diagonal_name, line_name};
use crate::candidates::set_of;
use crate::variant::format::WriteError;
use crate::variant::format::layout::{region_numbers, short_region, usual_boxes};
use crate::variant::format::lost::Lost;
use crate::variant::{Diagonal, Regions, Relation, Rule, Variant};

pub(super) fn string(variant: &Variant, lost: Lost) -> Result<String, WriteError> {
    let board = variant.board();
    let size = board.size();
    lost.one_grid(board)?;
    if size > MOST {
        return Err(lost.error(format!("a grid of {size}×{size}")));
    }
    if let Some(cells) = short_region(board) {
        return Err(lost.error(format!("a region of {cells} cells, in place of {size}")));
    }
    let mut text = String::new();
    if size != 9 {
        text.push_str(&format!(".Shape~{size}x{size}"));
    }
    if *board.regions() != usual_boxes(size) {
        text.push_str(".NoBoxes");
        if *board.regions() != Regions::None {
            text.push_str(&jigsaw(variant, lost)?);
        }
    }
    let mut clues: Vec<(String, String)> = Vec::new();
    for (number, rule) in variant.rules().list().iter().enumerate() {
        let written = written(variant, rule).map_err(|refused| match refused {
            None => lost.rule(number, rule),
            Some(what) => lost.rule_with(number, rule, &what),
        })?;
        // Of two clues at one place, the program takes the last.
        if let Some((place, says)) = place(&written) {
            match clues.iter().find(|(other, _)| *other == place) {
                Some((_, before)) if *before != says => {
                    return Err(lost.rule_with(number, rule, "a second one at this place"));
                }
                _ => clues.push((place, says)),
            }
        }
        text.push_str(&written);
    }
    let mut givens = String::new();
    let all = u64::MAX >> (64 - size);
    for cell in board.inside() {
        let set = variant.candidates(cell);
        if set == 0 {
            return Err(lost.error(format!("{} without candidates", board.name(cell))));
        }
        if set != all || variant.given(cell).is_some() {
            givens.push('~');
            givens.push_str(&cell_name(cell, size));
            for digit in (1..=size as u8).filter(|&digit| set & set_of(digit) != 0) {
                givens.push_str(&format!("_{digit}"));
            }
        }
    }
    if !givens.is_empty() {
        text.push('.');
        text.push_str(&givens);
    }
    if text.is_empty() {
        text.push_str(".Shape~9x9");
    }
    Ok(text)
}

/// The regions of a board that has some.
fn jigsaw(variant: &Variant, lost: Lost) -> Result<String, WriteError> {
    let numbers = region_numbers(variant.board());
    if numbers.len() > 1 && numbers.iter().all(|&number| number == numbers[0]) {
        return Err(lost.error("a single region"));
    }
    // At most 16 regions, and one name more for the cells in none: as many as it takes not to be a region of n.
    let name = |number: &Option<usize>| match number {
        Some(number) => char::from_digit(*number as u32, 36),
        None => Some('z'),
    };
    if numbers.iter().filter(|number| number.is_none()).count() == variant.board().size() {
        return Err(lost.error("as many cells in no region as a region has"));
    }
    Ok(format!(".Jigsaw~{}", numbers.iter().filter_map(name).collect::<String>()))
}

/// The place of a clue of which there is one, and what it says.
fn place(written: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = written.split('~').collect();
    match *parts.as_slice() {
        [name @ (".LittleKiller" | ".Sandwich"), says, place] => {
            Some((format!("{name}{place}"), says.to_owned()))
        }
        [name @ (".XSum" | ".Skyscraper" | ".NumberedRoom"), place, forwards, ref rest @ ..] => {
            let side = if forwards.is_empty() { "end" } else { "start" };
            Some((format!("{name}{place}{side}"), format!("{forwards}{}", rest.concat())))
        }
        [".Quad", place, ref digits @ ..] => Some((format!(".Quad{place}"), digits.join("~"))),
        _ => None,
    }
}

/// What cannot be written about a rule, if it is not all of it.
type Refused = Option<String>;

fn written(variant: &Variant, rule: &Rule) -> Result<String, Refused> {
    let board = variant.board();
    let size = board.size();
    let names = |cells: &[usize]| -> String {
        cells.iter().map(|&cell| format!("~{}", cell_name(cell, size))).collect()
    };
    let refuse = |what: &str| Err(Some(what.to_owned()));
    let end = |name: &str, cells: &[usize], number: u32| match line_name(cells, size) {
        Some((line, false)) => Ok(format!(".{name}~{line}~{number}~")),
        Some((line, true)) => Ok(format!(".{name}~{line}~~{number}")),
        None => refuse("cells that are no row or column"),
    };
    let text = match rule {
        Rule::Diagonal(Diagonal::Anti) => ".Diagonal~1".to_owned(),
        Rule::Diagonal(Diagonal::Main) => ".Diagonal~-1".to_owned(),
        Rule::Windoku | Rule::DisjointGroups if *board.regions() != usual_boxes(size) => {
            return refuse("boxes other than the program has");
        }
        Rule::Windoku => ".Windoku".to_owned(),
        Rule::DisjointGroups => ".DisjointSets".to_owned(),
        rule if *rule == Rule::ANTI_KNIGHT => ".AntiKnight".to_owned(),
        rule if *rule == Rule::ANTI_KING => ".AntiKing".to_owned(),
        Rule::Unmarked(relations) => {
            let is = |others: &[Relation]| {
                relations.iter().all(|relation| others.contains(relation))
                    && others.iter().all(|other| relations.contains(other))
            };
            if is(&[Relation::Difference(1), Relation::Ratio(2)]) {
                ".StrictKropki".to_owned()
            } else if is(&[Relation::Sum(5), Relation::Sum(10)]) {
                ".StrictXV".to_owned()
            } else if is(&[Relation::Difference(1)]) {
                let is_dot = |rule: &Rule| {
                    matches!(rule, Rule::Pair { relation: Relation::Difference(1), .. })
                };
                if variant.rules().list().iter().any(is_dot) {
                    return refuse("that some neighbours have a dot");
                }
                ".AntiConsecutive".to_owned()
            } else {
                return refuse("other relations than the program has");
            }
        }
        Rule::Region(cells) => format!(".AllDifferent{}", names(cells)),
        Rule::Cage { sum: None, repeats: true, .. } => {
            return refuse("no sum, and digits may repeat");
        }
        Rule::Cage { sum: Some(0), repeats: false, .. } => return refuse("a sum of 0"),
        Rule::Cage { cells, sum, repeats } => {
            let name = if *repeats { "Sum" } else { "Cage" };
            format!(".{name}~{}{}", sum.unwrap_or(0), names(cells))
        }
        Rule::LittleKiller { cells, sum } => match diagonal_name(cells, size) {
            Some(start) => format!(".LittleKiller~{sum}~{}", cell_name(start, size)),
            None => format!(".Sum~{sum}{}", names(cells)),
        },
        Rule::Arrow { circle, shaft } => match circle.len() {
            1 => format!(".Arrow{}{}", names(circle), names(shaft)),
            2 | 3 if size > 9 => return refuse("a circle of several cells in a grid over 9×9"),
            2 | 3 => {
                let steps = [(0, 1), (1, 0), (1, 1)];
                let follows = |two: &[usize]| {
                    let next = |&(down, right): &(isize, isize)| board.step(two[0], down, right);
                    steps.iter().any(|step| next(step) == Some(two[1]))
                };
                if !circle.windows(2).all(follows) {
                    return refuse("a circle whose cells are not in reading order");
                }
                format!(".PillArrow~{}{}{}", circle.len(), names(circle), names(shaft))
            }
            cells => return refuse(&format!("a circle of {cells} cells")),
        },
        Rule::Thermo { cells, slow: false } => format!(".Thermo{}", names(cells)),
        Rule::Thermo { slow: true, .. } => return refuse("digits may stay the same"),
        Rule::Pair { a, b, relation } => {
            let name = match relation {
                Relation::Greater => "GreaterThan",
                Relation::Difference(1) => "WhiteDot",
                Relation::Ratio(2) => "BlackDot",
                Relation::Sum(10) => "X",
                Relation::Sum(5) => "V",
                _ => return refuse("another number than the program has"),
            };
            if !board.neighbours(*a).any(|other| other == *b) {
                return refuse("cells that are no neighbours");
            }
            format!(".{name}{}", names(&[*a, *b]))
        }
        Rule::Whisper { cells, least } => format!(".Whisper~{least}{}", names(cells)),
        Rule::Renban(cells) => format!(".Renban{}", names(cells)),
        Rule::Palindrome(cells) => format!(".Palindrome{}", names(cells)),
        Rule::Clone { a, b } => {
            let pairs = a.iter().zip(b).filter(|(a, b)| a != b);
            pairs.map(|(&a, &b)| format!(".SameValues~2{}", names(&[a, b]))).collect()
        }
        Rule::Between(cells) => format!(".Between{}", names(cells)),
        Rule::Quadruple { cells, digits } => {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            let at = |down, right| board.step(sorted[0], down, right);
            let square = [Some(sorted[0]), at(0, 1), at(1, 0), at(1, 1)];
            if !sorted.iter().copied().map(Some).eq(square) {
                return refuse("cells that are no square of 2×2");
            }
            let digits: String = digits.iter().map(|digit| format!("~{digit}")).collect();
            format!(".Quad{}{digits}", names(&sorted[..1]))
        }
        Rule::Sandwich { cells, sum } => match line_name(cells, size) {
            Some((line, false)) => format!(".Sandwich~{sum}~{line}"),
            _ if cells.len() == size => format!(".Lunchbox~{sum}{}", names(cells)),
            _ => return refuse("cells that are no row or column"),
        },
        Rule::XSum { sum: 0, .. } | Rule::Skyscraper { count: 0, .. } => {
            return refuse("a clue of 0");
        }
        Rule::XSum { cells, sum } => end("XSum", cells, *sum)?,
        Rule::Skyscraper { cells, count } => end("Skyscraper", cells, *count)?,
        Rule::NumberedRoom { cells, digit } => end("NumberedRoom", cells, u32::from(*digit))?,
        Rule::Even(_)
        | Rule::Odd(_)
        | Rule::Minimum(_)
        | Rule::Maximum(_)
        | Rule::Chess(_)
        | Rule::Automaton { .. } => return Err(None),
    };
    Ok(text)
}
