//! Classic exact-cover problems by name, for corpora that need no file.

use quadrille_gallery::designs::{Kirkman, Steiner};
use quadrille_gallery::polyform::{Board, Tiling, read_pieces};
use quadrille_gallery::{GalleryError, Instance, Langford, Latin, Partridge, Queens, SymbolSquare};

/// The names, with what stands behind them; N is a number, RxC and LxRxC sizes of a board.
pub const NAMES: [(&str, &str); 10] = [
    ("queens N", "N queens on a board of N×N"),
    ("langford N", "Langford pairs of 1 to N"),
    ("latin N", "Latin squares of order N with a given first row"),
    ("kirkman N", "Kirkman's schoolgirls, N of them"),
    ("steiner N", "Steiner triple systems of N points"),
    ("partridge N", "the partridge puzzle with squares of sides 1 to N"),
    ("dominoes RxC", "dominoes on a board"),
    ("pentominoes RxC", "the twelve pentominoes, on a board"),
    ("tetracubes LxRxC", "the eight tetracubes, in a box"),
    ("soma", "the Soma cube"),
];

/// The problem of a name such as `queens 8`.
///
/// ```
/// use quadrille_cover::Search;
///
/// let instance = quadrille_lab::classics::classic("queens 6")?;
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 4);
/// assert!(quadrille_lab::classics::classic("kings 6").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A message, if there is no such problem.
pub fn classic(name: &str) -> Result<Instance, String> {
    let (family, size) = name.trim().split_once(' ').unwrap_or((name.trim(), ""));
    let size = size.trim();
    let number = || {
        let expected = || format!("`{name}`: expected a number as in `{family} 8`");
        size.parse::<usize>().map_err(|_| expected())
    };
    let board = |dimensions: usize| {
        let expected = || format!("`{name}`: expected a size as in `{family} 6x10`");
        let sides: Option<Vec<usize>> = size.split('x').map(|side| side.parse().ok()).collect();
        match sides.as_deref() {
            Some(&[rows, columns]) if dimensions == 2 => Ok([1, rows, columns]),
            Some(&[layers, rows, columns]) => Ok([layers, rows, columns]),
            _ => Err(expected()),
        }
    };
    let made = match family {
        "queens" => Queens::new(number()?).instance(),
        "langford" => Langford::new(number()?).instance(),
        "latin" => SymbolSquare::empty(number()?)
            .and_then(|square| Latin::new(square).with_first_row().instance()),
        "kirkman" => Kirkman::new(number()?).instance(),
        "steiner" => Steiner::new(number()?).instance(),
        "partridge" => {
            // What is no u16 is far beyond the largest order, and is told so.
            Partridge::new(u16::try_from(number()?).unwrap_or(u16::MAX)).instance()
        }
        "dominoes" => tiling(board(2)?, "1x2*any"),
        "pentominoes" => tiling(board(2)?, "pentominoes"),
        "tetracubes" => tiling(board(3)?, "tetracubes"),
        "soma" => tiling([3, 3, 3], "soma"),
        _ => {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            return Err(format!("no problem `{name}`: there are {}", names.join(", ")));
        }
    };
    made.map_err(|error| format!("`{name}`: {error}"))
}

fn tiling(size: [usize; 3], pieces: &str) -> Result<Instance, GalleryError> {
    Tiling::new(Board::new(size)?, read_pieces(pieces)?.0).instance()
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Search;

    use super::*;

    /// The numbers of the literature.
    #[test]
    fn each_classic_has_its_number_of_solutions() {
        let known = [
            ("queens 8", 92),
            ("langford 7", 52),
            ("latin 4", 24),
            ("dominoes 4x5", 95),
            ("pentominoes 3x20", 8),
            ("steiner 7", 30),
            ("kirkman 9", 20_160),
            ("partridge 3", 0),
        ];
        for (name, count) in known {
            let problem = classic(name).unwrap().problem;
            assert_eq!(Search::new().count(&problem).unwrap().solutions, count, "{name}");
        }
    }

    #[test]
    fn what_is_none_is_told_what_is_expected() {
        let cases = [
            ("kings 8", "no problem `kings 8`: there are queens N"),
            ("queens", "expected a number as in `queens 8`"),
            ("queens -1", "expected a number"),
            ("pentominoes 6", "expected a size as in `pentominoes 6x10`"),
            ("latin 0", "`latin 0`: "),
        ];
        for (name, message) in cases {
            let error = classic(name).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
