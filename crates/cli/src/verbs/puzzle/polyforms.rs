//! `quadrille puzzle domino`, `polyomino`, `polycube` and `soma`: pieces that fill a board or a
//! box.

mod values;

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::{Args, ValueHint};
use quadrille_gallery::Instance;
use quadrille_gallery::polyform::{
    Board, Copies, Freedom, Piece, Shape, Spare, Tiling, draw_board, draw_pieces, read_pieces,
};

use super::{Failure, Puzzle, read};
use crate::args::{examples, prose, section};

use values::{Hole, box_size, copies, hole, spare};
pub(super) use values::{Size, flat_size};

/// Where and with what.
#[derive(Debug, Args)]
struct PieceArgs {
    /// The pieces: names or sets, with commas between, each with `*` and a number of copies behind
    /// it if it is not used once: `pentominoes`, `FILN`, `I4*2,O4`, `V3*0..3`, `1x2*any` [default:
    /// pentominoes on boards, soma in boxes, none with --draw]
    #[arg(long, short, value_name = "NAMES")]
    pieces: Option<String>,

    /// A file with drawn pieces, or `-`, besides those of --pieces
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    draw: Option<OsString>,

    /// How often each piece is used that has no number of its own: `2`, `1..4`, `2..`, `any`
    #[arg(long, value_name = "N", value_parser = copies)]
    copies: Option<Copies>,

    /// Leave out cells: corner and size, counted from 0: `3,3:2x2`; can be given more than once
    #[arg(long = "hole", value_name = "AT:SIZE", value_parser = hole)]
    holes: Vec<Hole>,

    /// Let so many cells stay empty, or `any` number of them
    #[arg(long, value_name = "N", value_parser = spare)]
    spare: Option<Spare>,

    /// Keep one of the tilings that motions of the board turn into each other, as far as that
    /// divides their number exactly
    #[arg(long)]
    break_symmetry: bool,
}

impl PieceArgs {
    /// The pieces, and whether they are one-sided.
    fn pieces(&self, default: &str) -> Result<(Vec<Piece>, bool), Failure> {
        let named = match (&self.pieces, &self.draw) {
            (Some(names), _) => names,
            (None, Some(_)) => "",
            (None, None) => default,
        };
        let (mut pieces, one_sided) = read_pieces(named)?;
        if let Some(file) = &self.draw {
            let (source, text) = read(file)?;
            let drawn = draw_pieces(&text);
            pieces.extend(drawn.map_err(|error| Failure::of(&source, &error))?);
        }
        if let Some(copies) = self.copies {
            let once = pieces.iter_mut().filter(|piece| piece.copies == Copies::ONE);
            once.for_each(|piece| piece.copies = copies);
        }
        Ok((pieces, one_sided))
    }

    fn board(&self, board: &OsString) -> Result<Board, Failure> {
        let mut board = read_board(board)?;
        for &Hole { corner, size } in &self.holes {
            board = board.with_hole(corner, size)?;
        }
        Ok(board)
    }

    fn tiling(&self, board: Board, pieces: Vec<Piece>) -> Tiling {
        Tiling::new(board, pieces)
            .spare(self.spare.unwrap_or_default())
            .breaking_symmetry(self.break_symmetry)
    }
}

/// A board by its size, or drawn in a file.
fn read_board(board: &OsString) -> Result<Board, Failure> {
    if let Some(Size(size)) = board.to_str().and_then(|text| box_size(text).ok()) {
        return Ok(Board::new(size)?);
    }
    let (source, text) = read(board).map_err(|failure| Failure {
        message: format!("{} (expected a size such as 6x10, or a file)", failure.message),
        ..failure
    })?;
    draw_board(&text).map_err(|error| Failure::of(&source, &error))
}

/// What pieces there are.
const PIECES: &str = "  \
  FILNPTUVWXYZ          pentominoes, one or several together
  I1 I2 I3 V3           smaller polyominoes
  I4 O4 T4 S4 L4
  2x3, 1x2x2            rectangles, and boxes of layers, rows and columns
  F', L4'               mirror images
  trominoes, tetrominoes, pentominoes, hexominoes, heptominoes,
  octominoes            all of them; from 6 cells on numbered
  6-1 to 6-35, 7-1 to 7-108, 8-1 to 8-369
                        one of these, by its number
  one-sided-…           the same with mirror images, not turned over
  soma, tetracubes, pentacubes
                        Piet Hein's seven pieces, those of 4 and 5 cubes
  5-1 to 5-29           one of the pentacubes, by its number\n\n";

/// Boards and pieces as text.
const DRAWINGS: &str = "\
A drawn board or piece has a character for each cell; blanks and dots are no
cells. A line of three or more `-` begins the next layer of a box. Drawn pieces
are separated by blank lines; each is named by the letter that it is drawn with,
or by a line `name:` above it, which may also tell how often it is used:
`name*2..3:`.";

/// Polyominoes that fill a board
///
/// Pieces may be turned and, unless --one-sided is given, turned over.
#[derive(Debug, Args)]
#[command(after_long_help = footer(&[
    ("quadrille puzzle polyomino 6x10 | quadrille cover count -", "9356: the twelve pentominoes"),
    ("quadrille puzzle polyomino 8x8 --hole 3,3:2x2 --break-symmetry", ""),
    ("quadrille puzzle polyomino 3x30 --pieces one-sided-pentominoes", "all 18 of them"),
    ("quadrille puzzle polyomino board.txt --draw pieces.txt --copies 0..", ""),
]))]
pub(super) struct PolyominoArgs {
    /// The board: rows × columns, or a file in which it is drawn, or `-`
    #[arg(value_name = "RxC | FILE | -", value_hint = ValueHint::FilePath)]
    board: OsString,

    #[command(flatten)]
    pieces: PieceArgs,

    /// Do not turn pieces over
    #[arg(long)]
    one_sided: bool,

    /// Neither turn pieces nor turn them over
    #[arg(long, conflicts_with = "one_sided")]
    fixed: bool,
}

impl Puzzle for PolyominoArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let board = self.pieces.board(&self.board)?;
        let (pieces, one_sided) = self.pieces.pieces("pentominoes")?;
        let solid = |[layers, _, _]: [usize; 3]| layers > 1;
        if solid(board.size()) || pieces.iter().any(|piece| solid(piece.shape.size())) {
            return Err(Failure {
                place: String::new(),
                message: "a board or piece has layers: use `puzzle polycube`".to_owned(),
            });
        }
        let freedom = match (self.fixed, self.one_sided || one_sided) {
            (true, _) => Freedom::Fixed,
            (_, true) => Freedom::PlaneTurns,
            _ => Freedom::Plane,
        };
        let tiling = self.pieces.tiling(board, pieces).freedom(freedom);
        Ok(tiling.titled("polyominoes").instance()?)
    }
}

/// Polycubes that fill a box
///
/// Pieces may be turned in space, but not reflected.
#[derive(Debug, Args)]
#[command(after_long_help = footer(&[
    ("quadrille puzzle polycube 2x3x10 --pieces pentominoes | quadrille cover count -", "96"),
    ("quadrille puzzle polycube 3x3x3 --pieces 1x2x2*6,1x1x1*3 | quadrille cover count -",
     "8: the puzzle of Slothouber and Graatsma"),
    ("quadrille puzzle polycube 2x4x4 --pieces tetracubes", ""),
]))]
pub(super) struct PolycubeArgs {
    /// The box: layers × rows × columns, or a file in which it is drawn, or `-`
    #[arg(value_name = "LxRxC | FILE | -", value_hint = ValueHint::FilePath)]
    board: OsString,

    #[command(flatten)]
    pieces: PieceArgs,

    /// Let pieces be reflected as well
    #[arg(long)]
    reflect: bool,
}

impl Puzzle for PolycubeArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let board = self.pieces.board(&self.board)?;
        let (pieces, _) = self.pieces.pieces("soma")?;
        let freedom = if self.reflect { Freedom::Space } else { Freedom::SpaceTurns };
        let tiling = self.pieces.tiling(board, pieces).freedom(freedom);
        Ok(tiling.titled("polycubes").instance()?)
    }
}

/// The Soma cube: Piet Hein's seven pieces in a cube of 3 × 3 × 3
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle soma | quadrille cover count -", "11520"),
    ("quadrille puzzle soma --break-symmetry | quadrille cover count -", "480"),
    ("quadrille puzzle soma --box figure.txt | quadrille cover solve --first --render -", ""),
]))]
pub(super) struct SomaArgs {
    /// Another figure of 27 cubes: layers × rows × columns, or a file in which it is drawn, or `-`
    #[arg(long = "box", value_name = "LxRxC | FILE | -", default_value = "3x3x3",
          value_hint = ValueHint::FilePath)]
    board: OsString,

    /// Keep one of the solutions that turns of the box make of each other, as far as that divides
    /// their number exactly
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for SomaArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let tiling = Tiling::new(read_board(&self.board)?, read_pieces("soma")?.0);
        let tiling = tiling.freedom(Freedom::SpaceTurns).breaking_symmetry(self.break_symmetry);
        Ok(tiling.titled("soma").instance()?)
    }
}

/// Dominoes that fill a board
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle domino 8x8 | quadrille cover count -", "12988816"),
    ("quadrille puzzle domino --aztec 3 | quadrille cover count -", "64"),
]))]
pub(super) struct DominoArgs {
    /// The board: rows × columns, or a file in which it is drawn, or `-`
    #[arg(value_name = "RxC | FILE | -", required_unless_present = "aztec",
          conflicts_with = "aztec", value_hint = ValueHint::FilePath)]
    board: Option<OsString>,

    /// Take the Aztec diamond of order N as the board
    #[arg(long, value_name = "N")]
    aztec: Option<usize>,

    /// Leave out cells: corner and size, counted from 0: `0,0:1x1`; can be given more than once
    #[arg(long = "hole", value_name = "AT:SIZE", value_parser = hole)]
    holes: Vec<Hole>,
}

impl Puzzle for DominoArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let mut board = match &self.board {
            Some(board) => read_board(board)?,
            None => Board::aztec_diamond(self.aztec.unwrap_or(0))?,
        };
        for &Hole { corner, size } in &self.holes {
            board = board.with_hole(corner, size)?;
        }
        let domino = Piece::new("domino", Shape::cuboid([1, 1, 2])).with_copies(Copies::Any);
        Ok(Tiling::new(board, vec![domino]).titled("dominoes").instance()?)
    }
}

/// What pieces there are, how they are drawn, examples, exit codes.
fn footer(shown: &[(&str, &str)]) -> StyledStr {
    let mut help = StyledStr::new();
    section(&mut help, "Pieces", PIECES);
    section(&mut help, "Drawings", &format!("  {}\n\n", prose(DRAWINGS)));
    StyledStr::from(format!("{}{}", help.ansi(), examples(shown).ansi()))
}
