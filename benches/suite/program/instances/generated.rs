//! Classic puzzles, made by the gallery.

use quadrille_gallery::designs::{Kirkman, Steiner};
use quadrille_gallery::polyform::{Board, Tiling, read_pieces};
use quadrille_gallery::{
    GalleryError, Instance as Classic, Langford, Latin, MacMahonSquares, Queens, SymbolSquare,
};

use super::{Instance, Known};

/// All of them. The numbers of solutions are those of the literature, mirror images and turns
/// counted.
pub(super) fn all() -> Vec<Instance> {
    let pentominoes = |size| move || tiling(Board::new(size)?, "pentominoes");
    let latin = |order| move || Latin::new(SymbolSquare::empty(order)?).with_first_row().instance();
    vec![
        one("pentominoes 6x10", 9356, pentominoes([1, 6, 10])),
        one("pentominoes 5x12", 4040, pentominoes([1, 5, 12])),
        one("pentominoes 4x15", 1472, pentominoes([1, 4, 15])),
        one("pentominoes 3x20", 8, pentominoes([1, 3, 20])),
        one("pentominoes 8x8 with hole", 520, || {
            tiling(Board::new([1, 8, 8])?.with_hole([0, 3, 3], [1, 2, 2])?, "pentominoes")
        }),
        one("pentominoes 2x3x10", 96, pentominoes([2, 3, 10])),
        one("pentominoes 3x4x5", 31_520, pentominoes([3, 4, 5])).long(),
        one("tetracubes 2x4x4", 11_120, || tiling(Board::new([2, 4, 4])?, "tetracubes")),
        one("soma", 11_520, || tiling(Board::new([3, 3, 3])?, "soma")),
        one("dominoes 8x8", 12_988_816, || tiling(Board::new([1, 8, 8])?, "1x2*any")),
        one("langford 11", 35_584, || Langford::new(11).instance()),
        one("langford 12", 216_288, || Langford::new(12).instance()),
        one("queens 10", 724, || Queens::new(10).instance()),
        one("queens 12", 14_200, || Queens::new(12).instance()),
        one("queens 13", 73_712, || Queens::new(13).instance()),
        one("latin 6", 1_128_960, latin(6)),
        Instance::new("latin 16, first", Known::Some, problem(latin(16))),
        one("macmahon 4x6", 106_624, || MacMahonSquares::new(3, [4, 6]).border(Some(0)).instance()),
        one("kirkman 9", 20_160, || Kirkman::new(9).instance()),
        one("steiner 9", 840, || Steiner::new(9).instance()),
        one("steiner 13", 115_200, || Steiner::new(13).breaking_symmetry(true).instance()),
    ]
}

fn one(
    name: &str,
    count: u64,
    make: impl Fn() -> Result<Classic, GalleryError> + 'static,
) -> Instance {
    Instance::new(name, Known::Count(count), problem(make))
}

fn problem(make: impl Fn() -> Result<Classic, GalleryError>) -> impl Fn() -> super::Made {
    move || Ok(vec![make()?.problem.matrix().clone()])
}

fn tiling(board: Board, pieces: &str) -> Result<Classic, GalleryError> {
    Tiling::new(board, read_pieces(pieces)?.0).instance()
}
