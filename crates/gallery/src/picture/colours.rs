//! Colours that people with any colour vision can tell apart, and which piece gets which.

use super::scene::{Board, neighbours};

/// A colour of the palette.
#[derive(Debug, Clone, Copy)]
pub(super) struct Colour {
    /// On a light page, as in CSS.
    pub(super) light: &'static str,
    /// On a dark page.
    pub(super) dark: &'static str,
    /// In the palette of a terminal with 256 colours.
    pub(super) terminal: u8,
}

const fn colour(light: &'static str, dark: &'static str, terminal: u8) -> Colour {
    Colour { light, dark, terminal }
}

/// Light colours that black letters can be read on: the first nine are Paul Tol's "light" scheme,
/// made to be told apart with any colour vision; the last three fill gaps in brightness and hue.
/// Those of a dark page are the same, darker.
pub(super) const PALETTE: [Colour; COUNT] = [
    colour("#77aadd", "#5588b8", 110),
    colour("#ee8866", "#c86a4a", 209),
    colour("#eedd88", "#c9b860", 222),
    colour("#44bb99", "#2f957a", 79),
    colour("#ffaabb", "#d4808f", 217),
    colour("#bbcc33", "#93a226", 149),
    colour("#99ddff", "#74b3d6", 153),
    colour("#aaaa00", "#87870a", 142),
    colour("#dddddd", "#a8a8a8", 253),
    colour("#bb99dd", "#9474b8", 140),
    colour("#cc9966", "#a67745", 173),
    colour("#99aabb", "#75889b", 109),
];

/// Number of colours.
pub(super) const COUNT: usize = 12;

/// The colour of each piece: that of its name's rank if there are enough for all names, so that a
/// piece looks the same in every solution; otherwise one that no neighbour has, if possible.
pub(super) fn of_pieces(boards: &[Board], ranks: &[Option<usize>], names: usize) -> Vec<usize> {
    let by_name: Option<Vec<usize>> = ranks.iter().copied().collect();
    if let Some(by_name) = by_name.filter(|_| names <= COUNT) {
        return by_name;
    }
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); ranks.len()];
    for (layer, board) in boards.iter().enumerate() {
        for (cell, piece) in (0..).zip(board.cells.iter().map(|cell| cell.piece)) {
            let Some(piece) = piece else { continue };
            let around = neighbours(board, cell).map(|beside| board.cells[beside].piece);
            let over = boards.get(layer + 1).and_then(|board| board.cells.get(cell)?.piece);
            for other in around.chain([over]).flatten().filter(|&other| other != piece) {
                beside[piece].push(other);
                beside[other].push(piece);
            }
        }
    }
    let mut used = [0usize; COUNT];
    let mut fills: Vec<usize> = Vec::with_capacity(ranks.len());
    for around in &beside {
        let taken = |colour: usize| around.iter().any(|&other| fills.get(other) == Some(&colour));
        let best = (0..COUNT).min_by_key(|&colour| (taken(colour), used[colour])).unwrap_or(0);
        used[best] += 1;
        fills.push(best);
    }
    fills
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_for_terminals_are_near_the_colours() {
        let channel = |hex: &str, at: usize| i32::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let level = |value: u8| if value == 0 { 0 } else { 55 + 40 * i32::from(value) };
        for Colour { light, terminal, .. } in PALETTE {
            let shown = match terminal {
                232.. => [8 + 10 * (i32::from(terminal) - 232); 3],
                _ => [36, 6, 1].map(|weight| level((terminal - 16) / weight % 6)),
            };
            for (index, shown) in shown.into_iter().enumerate() {
                let wanted = channel(light, 1 + 2 * index);
                assert!((wanted - shown).abs() <= 48, "{light} {terminal}: {wanted} {shown}");
            }
        }
    }
}
