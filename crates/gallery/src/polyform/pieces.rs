//! Pieces, and the names by which they and the usual sets of them are known.

use super::copies::Copies;
use super::motion::Freedom;
use super::shape::{Shape, connected_shapes};
use crate::error::GalleryError;
use crate::picture::decimal;

/// A piece of a tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name of its item.
    pub name: String,
    /// Its cells.
    pub shape: Shape,
    /// How often it is used.
    pub copies: Copies,
}

impl Piece {
    /// A piece that is used just once.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Piece { name: name.into(), shape, copies: Copies::ONE }
    }

    /// The piece, so often.
    pub fn with_copies(mut self, copies: Copies) -> Self {
        self.copies = copies;
        self
    }
}

/// The twelve pentominoes, named as Golomb did. Rows are separated by `/`, layers by `|`.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "##../.###"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];
const TETROMINOES: [(&str, &str); 5] =
    [("I4", "####"), ("O4", "##/##"), ("T4", "###/.#."), ("S4", ".##/##."), ("L4", "###/#..")];
const TROMINOES: [(&str, &str); 2] = [("I3", "###"), ("V3", "##/#.")];
/// Known by themselves only.
const SMALL: [(&str, &str); 2] = [("I1", "#"), ("I2", "##")];
/// Piet Hein's seven pieces.
const SOMA: [(&str, &str); 7] = [
    ("V", "##/#."),
    ("L", "###/#.."),
    ("T", "###/.#."),
    ("Z", ".##/##."),
    ("A", "##/#.|.#/.."),
    ("B", "##/#.|../#."),
    ("P", "##/#.|#./.."),
];
const TETRACUBES: [(&str, &str); 8] = [
    ("I", "####"),
    ("O", "##/##"),
    ("L", "###/#.."),
    ("T", "###/.#."),
    ("Z", ".##/##."),
    ("A", "##/#.|.#/.."),
    ("B", "##/#.|../#."),
    ("P", "##/#.|#./.."),
];

/// The names of sets, and how many cells their pieces have.
const POLYOMINOES: [(&str, usize); 6] = [
    ("trominoes", 3),
    ("tetrominoes", 4),
    ("pentominoes", 5),
    ("hexominoes", 6),
    ("heptominoes", 7),
    ("octominoes", 8),
];
/// The set whose pieces are numbered, as those of 6 to 8 cells in [`POLYOMINOES`] are.
const PENTACUBES: (&str, usize) = ("pentacubes", 5);
const ONE_SIDED: &str = "one-sided-";

/// What [`read_pieces`] takes, in words.
const EXPECTED: &str = "letters of pentominoes (FILNPTUVWXYZ), I1 I2 I3 V3 I4 O4 T4 S4 L4, a number \
     (6-1 to 6-35, 7-1 to 7-108, 8-1 to 8-369, pentacubes 5-1 to 5-29), a box such as 2x3 or 1x2x2, \
     or a set (trominoes, tetrominoes, pentominoes, hexominoes, heptominoes, \
     octominoes, each also one-sided-, soma, tetracubes, pentacubes)";

fn drawn(drawing: &str) -> Shape {
    let layers = (0..).zip(drawing.split('|'));
    let cells = layers.flat_map(|(layer, rows)| {
        (0..).zip(rows.split('/')).flat_map(move |(row, cells)| {
            let columns = (0..).zip(cells.chars()).filter(|&(_, cell)| cell == '#');
            columns.map(move |(column, _)| [layer, row, column])
        })
    });
    Shape::from_cells(cells)
}

fn table(table: &[(&str, &str)]) -> Vec<Piece> {
    table.iter().map(|&(name, drawing)| Piece::new(name, drawn(drawing))).collect()
}

/// Reads pieces by name: names or sets, separated by commas or white space, each with `*` and a
/// number of [`Copies`] behind it if it is not used just once. Whether one of the sets is a
/// one-sided one, whose pieces are not to be turned over, is returned as well.
///
/// | name | pieces |
/// |---|---|
/// | `F` … `Z`, or several together: `FILN` | pentominoes |
/// | `I1`, `I2`, `I3`, `V3`, `I4`, `O4`, `T4`, `S4`, `L4` | the smaller polyominoes |
/// | `6-1` to `6-35`, `7-1` to `7-108`, `8-1` to `8-369` | one of the larger polyominoes |
/// | `5-1` to `5-29` | one of the pentacubes |
/// | `2x3`, `1x2x2` | a rectangle, or a box of layers, rows and columns |
/// | any of these with `'` behind it | its mirror image |
/// | `trominoes`, `tetrominoes`, `pentominoes` | the 2, 5, 12 of them |
/// | `hexominoes`, `heptominoes`, `octominoes` | the 35, 108, 369 of them, by number |
/// | `one-sided-pentominoes` and so on | with the mirror images of those that differ from theirs |
/// | `soma`, `tetracubes`, `pentacubes` | Piet Hein's 7 pieces; the 8 or 29 polycubes of 4 or 5 cubes |
///
/// ```
/// use quadrille_gallery::polyform::{Copies, read_pieces};
///
/// let (pieces, one_sided) = read_pieces("pentominoes, O4")?;
/// assert_eq!((pieces.len(), one_sided), (13, false));
/// assert_eq!(read_pieces("one-sided-pentominoes")?.0.len(), 18);
/// assert_eq!(read_pieces("6-1,6-35'")?.0[1].name, "6-35'");
/// assert_eq!(read_pieces("I3*2..4")?.0[0].copies, Copies::Between(2, 4));
/// assert!(read_pieces("Q").unwrap_err().to_string().starts_with("unknown piece \"Q\""));
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
///
/// # Errors
///
/// If a name is unknown or a number of copies is none.
pub fn read_pieces(text: &str) -> Result<(Vec<Piece>, bool), GalleryError> {
    let mut pieces = Vec::new();
    let mut one_sided = false;
    for word in text.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
        let (name, copies) = split_copies(word).map_err(GalleryError::Contradiction)?;
        let found = by_name(name).ok_or_else(|| GalleryError::UnknownPiece {
            name: name.to_owned(),
            expected: EXPECTED.to_owned(),
        })?;
        one_sided |= name.starts_with(ONE_SIDED);
        pieces.extend(found.into_iter().map(|piece| piece.with_copies(copies)));
    }
    Ok((pieces, one_sided))
}

/// A name and its number of copies, or what is wrong with that.
pub(super) fn split_copies(word: &str) -> Result<(&str, Copies), String> {
    match word.split_once('*') {
        None => Ok((word, Copies::ONE)),
        Some((name, copies)) => match Copies::read(copies) {
            Some(copies) => Ok((name, copies)),
            None => {
                Err(format!("copies {copies:?} of {name:?}: expected `3`, `1..4`, `2..` or `any`"))
            }
        },
    }
}

fn by_name(name: &str) -> Option<Vec<Piece>> {
    if let Some(size) = polyomino_size(name) {
        return Some(polyominoes(size));
    }
    if let Some(size) = name.strip_prefix(ONE_SIDED).and_then(polyomino_size) {
        return Some(with_mirror_images(polyominoes(size)));
    }
    match name {
        "soma" => Some(table(&SOMA)),
        "tetracubes" => Some(table(&TETRACUBES)),
        _ if name == PENTACUBES.0 => Some(numbered(PENTACUBES.1, Freedom::SpaceTurns)),
        _ => single(name).map(|piece| vec![piece]).or_else(|| letters(name)),
    }
}

fn polyomino_size(name: &str) -> Option<usize> {
    POLYOMINOES.iter().find(|(set, _)| *set == name).map(|&(_, size)| size)
}

fn polyominoes(size: usize) -> Vec<Piece> {
    match size {
        3 => table(&TROMINOES),
        4 => table(&TETROMINOES),
        5 => table(&PENTOMINOES),
        _ => numbered(size, Freedom::Plane),
    }
}

/// All shapes of a size, by number, for which there are no usual names.
fn numbered(size: usize, freedom: Freedom) -> Vec<Piece> {
    let shapes = (1..).zip(connected_shapes(size, freedom));
    shapes.map(|(number, shape)| Piece::new(format!("{size}-{number}"), shape)).collect()
}

/// One of the pieces that are known by size and number, as in `6-1`.
fn by_number(name: &str) -> Option<Shape> {
    let (size, number) = name.split_once('-')?;
    // `6-01` is no name.
    let [size, index] = [size, number].map(|word| decimal(word).filter(|_| !word.starts_with('0')));
    let (size, index) = (size?, index?.checked_sub(1)?);
    let freedom = match size {
        _ if size == PENTACUBES.1 => Freedom::SpaceTurns,
        6.. if POLYOMINOES.iter().any(|&(_, known)| known == size) => Freedom::Plane,
        _ => return None,
    };
    connected_shapes(size, freedom).into_iter().nth(index)
}

fn with_mirror_images(pieces: Vec<Piece>) -> Vec<Piece> {
    let both = |piece: Piece| {
        let mirrored = piece.shape.mirrored();
        let turns = Freedom::PlaneTurns;
        let differs = mirrored.canonical(turns) != piece.shape.canonical(turns);
        let other = differs.then(|| Piece::new(format!("{}'", piece.name), mirrored));
        [Some(piece), other].into_iter().flatten()
    };
    pieces.into_iter().flat_map(both).collect()
}

fn single(name: &str) -> Option<Piece> {
    if let Some(mirrored) = name.strip_suffix('\'') {
        return single(mirrored).map(|piece| Piece::new(name, piece.shape.mirrored()));
    }
    let tables = [&PENTOMINOES[..], &TETROMINOES, &TROMINOES, &SMALL];
    let known = tables.iter().flat_map(|table| table.iter()).find(|(known, _)| *known == name);
    let shape = match known {
        Some((_, drawing)) => drawn(drawing),
        None => cuboid(name).or_else(|| by_number(name))?,
    };
    Some(Piece::new(name, shape))
}

/// A rectangle or box, of at most 4,096 cells.
fn cuboid(name: &str) -> Option<Shape> {
    let side = |word: &str| {
        decimal(word).filter(|side| (1..=4096).contains(side)).and_then(|side| side.try_into().ok())
    };
    let sides: Option<Vec<u16>> = name.split('x').map(side).collect();
    let size = match *sides?.as_slice() {
        [rows, columns] => [1, rows, columns],
        [layers, rows, columns] => [layers, rows, columns],
        _ => return None,
    };
    let cells: u64 = size.iter().map(|&side| u64::from(side)).product();
    (cells <= 4096).then(|| Shape::cuboid(size))
}

fn letters(name: &str) -> Option<Vec<Piece>> {
    let mut buffer = [0; 4];
    name.chars().map(|letter| single(letter.encode_utf8(&mut buffer))).collect()
}
