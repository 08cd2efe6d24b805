//! Solving by naked and hidden singles alone: what makes a puzzle easy.

use quadrille_sudoku::Shape;

/// Whether naked and hidden singles fill the whole grid.
pub(crate) fn suffice(cells: &[u8]) -> bool {
    let mut cells = cells.to_vec();
    while let Some((cell, digit)) = single(&cells) {
        cells[cell] = digit;
    }
    !cells.contains(&0)
}

/// A cell with one candidate, or a digit with one place in a house.
fn single(cells: &[u8]) -> Option<(usize, u8)> {
    let shape = Shape::CLASSIC;
    let fits = |cell: usize, digit: u8| {
        let clashes = |other| cells[other] == digit && shape.shared_house(cell, other).is_some();
        cells[cell] == 0 && !(0..81).any(clashes)
    };
    let mut places = [[(0, 0); 10]; 27];
    for cell in 0..81 {
        let houses = [shape.row_of(cell), 9 + shape.column_of(cell), 18 + shape.box_of(cell)];
        let candidates: Vec<u8> = (1..=9).filter(|&digit| fits(cell, digit)).collect();
        if let [digit] = candidates[..] {
            return Some((cell, digit));
        }
        for (house, digit) in houses.iter().flat_map(|&h| candidates.iter().map(move |&d| (h, d))) {
            let (count, place) = &mut places[house][usize::from(digit)];
            (*count, *place) = (*count + 1, cell);
        }
    }
    let mut all = places.iter().flat_map(|house| house.iter().zip(0u8..));
    all.find(|((count, _), _)| *count == 1).map(|((_, cell), digit)| (*cell, digit))
}
