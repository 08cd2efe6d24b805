//! Parts that are no constraint strings: values, regions, candidates, killers.

use super::section::{Section, is_constraint};
use crate::candidates::set_of;
use crate::variant::Variant;
use crate::variant::format::killer::{direction, ps};
use crate::variant::format::layout::{Places, root};
use crate::variant::format::{Format, ReadError};

/// What a part that is no string says.
pub(super) enum Layout {
    /// Values or candidates: a set of digits for each cell that has one.
    Cells(usize, Vec<(usize, u64)>),
    /// The region of each cell.
    Regions(usize, Vec<char>),
    /// A killer of 9×9.
    Killer(Box<Variant>),
}

/// The bare layout that a part is, if it is one: more than one for values and regions.
pub(super) fn layout(
    places: &Places<'_>,
    section: &Section,
) -> Result<Option<Vec<(usize, Layout)>>, ReadError> {
    let mut chars = section.dense();
    let Some(&(at, first)) = chars.first() else { return Ok(None) };
    let line: String = chars.iter().map(|(_, c)| *c).collect();
    if is_constraint(&line) || line.contains('~') {
        return Ok(None);
    }
    if first == '=' {
        chars.remove(0);
    }
    let one = |layout: Layout| Ok(Some(vec![(at, layout)]));
    let killer = |format: &dyn Format| match format.read(&line).into_iter().next() {
        Some(Ok(entry)) => one(Layout::Killer(Box::new(entry.variant))),
        Some(Err(error)) => {
            // It was read from a line of its own: the place is another.
            let byte = chars.get(error.column - 1).map_or(at, |(byte, _)| *byte);
            Err(places.error(byte, error.message))
        }
        None => Ok(None),
    };
    let sums = |c: char| c.is_ascii_alphanumeric() || "<>^`',.".contains(c);
    if chars.len() == 81
        && line.contains(['<', '>', '^', 'v', '`', '\'', ','])
        && line.chars().all(sums)
    {
        return killer(&direction::KillerDirection);
    }
    if line.starts_with("3x3:") {
        return killer(&ps::KillerPs);
    }
    let count = chars.len();
    if count > 1
        && count.is_multiple_of(2)
        && let Some(size) = root(count / 2)
    {
        let (values, names) = chars.split_at(count / 2);
        if let (Some(values), Some(names)) = (plain(values, size), region_names(names, size)) {
            let layouts = [Layout::Regions(size, names), Layout::Cells(size, values)];
            return Ok(Some(layouts.into_iter().map(|layout| (at, layout)).collect()));
        }
    }
    if count > 1
        && let Some(size) = root(count)
    {
        if let Some(names) = region_names(&chars, size) {
            return one(Layout::Regions(size, names));
        }
        if let Some(values) = plain(&chars, size) {
            return one(Layout::Cells(size, values));
        }
    }
    if let Some(layout) = numbers(section) {
        return one(layout);
    }
    // n³ candidates.
    let size = (2..=9).find(|n| n * n * n == count);
    if let Some(size) = size.filter(|_| chars.iter().all(|(_, c)| c.is_ascii_digit() || *c == '.'))
    {
        let set = |cell: &[(usize, char)]| {
            let digits = cell.iter().filter_map(|(_, c)| c.to_digit(10)).filter(|&d| d > 0);
            digits.filter(|&d| d as usize <= size).fold(0, |set, d| set | set_of(d as u8))
        };
        let sets = chars.chunks(size).map(set).enumerate().collect();
        return one(Layout::Cells(size, sets));
    }
    Ok(None)
}

/// The values of n² characters, of which one kind at most is none.
fn plain(chars: &[(usize, char)], size: usize) -> Option<Vec<(usize, u64)>> {
    let mut values = Vec::new();
    let mut other = None;
    for (cell, &(_, c)) in chars.iter().enumerate() {
        let value = match c {
            '1'..='9' if size < 10 => c as usize - '0' as usize,
            'A'..='Z' if size >= 10 => c as usize - 'A' as usize + 1,
            _ => 0,
        };
        if (1..=size).contains(&value) {
            values.push((cell, set_of(value as u8)));
        } else if *other.get_or_insert(c) != c {
            return None;
        }
    }
    Some(values)
}

/// The names of regions in n² characters: n names, n times each.
fn region_names(chars: &[(usize, char)], size: usize) -> Option<Vec<char>> {
    let names: Vec<char> = chars.iter().map(|(_, c)| *c).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    let runs: Vec<usize> = sorted.chunk_by(|a, b| a == b).map(<[char]>::len).collect();
    (runs.len() == size && runs.iter().all(|&run| run == size)).then_some(names)
}

/// Numbers and dots in a frame.
fn numbers(section: &Section) -> Option<Layout> {
    let mut parts: Vec<Option<usize>> = Vec::new();
    for (_, word) in section.words() {
        let mut rest = word.as_str();
        while let Some(c) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            match c {
                '.' => parts.push(None),
                '|' | '_' | '-' => {}
                _ if digits > 0 => parts.push(Some(rest[..digits].parse().ok()?)),
                _ => return None,
            }
            rest = &rest[digits.max(c.len_utf8())..];
        }
    }
    let size = root(parts.len()).filter(|&size| size > 1)?;
    let mut values = Vec::new();
    for (cell, part) in parts.into_iter().enumerate() {
        if let Some(value) = part {
            let value = u8::try_from(value).ok().filter(|&v| v > 0 && usize::from(v) <= size)?;
            values.push((cell, set_of(value)));
        }
    }
    Some(Layout::Cells(size, values))
}
