//! Any cells, sound or not: the canonical form is an image, the same for all images, and so is the number of
//! automorphisms; the search for it is short.

#![no_main]

use std::fmt;

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_sudoku::canonical::{SYMMETRIES, Symmetry, canonical};
use quadrille_sudoku::{Grid, Shape};

/// Cells, and the seed of a symmetry.
struct Input {
    cells: Vec<u8>,
    seed: u64,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let seed = u.arbitrary()?;
        // Few digits and whole rows that repeat make grids that are symmetric.
        let digits = u.int_in_range(1..=9)?;
        let period = *u.choose(&[1usize, 3, 9, 10, 27, 30, 81])?;
        let cells: Vec<u8> =
            (0..period).map(|_| u.int_in_range(0..=digits)).collect::<arbitrary::Result<_>>()?;
        let cells = (0..81).map(|cell| cells[cell % period]).collect();
        Ok(Input { cells, seed })
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input { cells, seed } = self;
        writeln!(f, "\n#[test]\nfn fuzz_regression() {{")?;
        writeln!(f, "    let cells = {cells:?};")?;
        writeln!(f, "    let found = form(cells);")?;
        writeln!(f, "    let other = form(Symmetry::random({seed}).apply_values(&cells));")?;
        writeln!(f, "    assert_eq!(other.form, found.form);")?;
        writeln!(f, "    assert_eq!(other.automorphisms, found.automorphisms);\n}}")
    }
}

fuzz_target!(|input: Input| {
    let grid = Grid::from_values(Shape::CLASSIC, &input.cells).expect("81 cells up to 9");
    let found = canonical(&grid).expect("it is 9×9");
    assert_eq!(found.symmetry().apply(&grid), Some(found.form()));
    assert_eq!(SYMMETRIES % found.automorphisms(), 0);
    assert!(found.nodes() < 2000, "{} nodes", found.nodes());
    let image = Symmetry::random(input.seed).apply(&grid).expect("it is 9×9");
    let other = canonical(&image).expect("it is 9×9");
    assert_eq!(other.values(), found.values());
    assert_eq!(other.automorphisms(), found.automorphisms());
});
