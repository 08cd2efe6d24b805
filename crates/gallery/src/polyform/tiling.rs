//! Filling a board with pieces, as an exact-cover problem.

use std::collections::HashSet;

use quadrille_cover::ProblemBuilder;

use super::board::Board;
use super::copies::Copies;
use super::motion::Freedom;
use super::pieces::Piece;
use super::shape::Shape;
use super::symmetry::{self, Breaking, Placed};
use crate::error::{GalleryError, check_size};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

/// How many cells of the board stay empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spare {
    /// None.
    #[default]
    None,
    /// Just so many.
    Exactly(u32),
    /// Whatever the pieces leave.
    Any,
}

/// Pieces that are to fill a board without overlapping (TAOCP 7.2.2.1, "Polyominoes", "Polycubes").
///
/// Items: the pieces, by name, with their multiplicities; a piece that is used any number of times
/// is none. Then the cells: row and column, on boxes layer, row and column, named as [`CellNames`]
/// tells. They are primary, unless cells may stay empty. Options: the placements of each piece, its
/// item first. Where the number of empty cells has to be counted, the item `.` stands for them.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::polyform::{Board, Tiling, read_pieces};
///
/// let (pieces, _) = read_pieces("pentominoes")?;
/// let tiling = Tiling::new(Board::new([1, 3, 20])?, pieces);
/// let instance = tiling.breaking_symmetry(true).instance()?;
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tiling {
    board: Board,
    pieces: Vec<Piece>,
    freedom: Freedom,
    spare: Spare,
    break_symmetry: bool,
    title: String,
}

/// The item of empty cells; a picture leaves its options out.
const EMPTY: &str = ".";

impl Tiling {
    /// A board and the pieces that are to fill it. Pieces may be turned, and turned over on a board
    /// that is flat, as [`Freedom::Plane`] or else [`Freedom::SpaceTurns`] says.
    pub fn new(board: Board, pieces: Vec<Piece>) -> Self {
        let is_flat = |[layers, _, _]: [usize; 3]| layers <= 1;
        let flat = is_flat(board.size()) && pieces.iter().all(|piece| is_flat(piece.shape.size()));
        let freedom = if flat { Freedom::Plane } else { Freedom::SpaceTurns };
        let (spare, title) = (Spare::None, "tiling".to_owned());
        Tiling { board, pieces, freedom, spare, break_symmetry: false, title }
    }

    /// What may be done to a piece before it is placed.
    pub fn freedom(mut self, freedom: Freedom) -> Self {
        self.freedom = freedom;
        self
    }

    /// How many cells stay empty.
    pub fn spare(mut self, spare: Spare) -> Self {
        self.spare = spare;
        self
    }

    /// Whether of tilings that the symmetry of the board turns into each other only one is wanted.
    /// The number of tilings is divided exactly by the number that the instance's comments tell;
    /// a warning says so where the board has more symmetry than can be broken exactly.
    pub fn breaking_symmetry(mut self, break_symmetry: bool) -> Self {
        self.break_symmetry = break_symmetry;
        self
    }

    /// What the first comment begins with.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The instance. O(orientations × cells of the board × cells of a piece), and as much for each
    /// motion of the board if symmetry is to be broken.
    ///
    /// # Errors
    ///
    /// If two pieces have the same name, cells are to stay empty that the pieces cover, or the
    /// problem would be too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        self.check_names()?;
        let covered = self.covered()?;
        let orientations: Vec<Vec<Shape>> =
            self.pieces.iter().map(|piece| piece.shape.orientations(self.freedom)).collect();
        self.check_entries(&orientations)?;
        let placements: Vec<Vec<Vec<u32>>> =
            orientations.iter().map(|shapes| placements(&self.board, shapes)).collect();

        let mut warnings = self.room(covered);
        let breaking = self.broken(&orientations, &placements, &mut warnings);
        let solid = self.is_solid();
        let names = self.cell_names();
        let name = |slot: usize| self.board.name(slot, names, solid);
        let counted = self.empty_cells(covered);

        let mut builder = ProblemBuilder::coloured();
        for piece in &self.pieces {
            if let Some((least, most)) = piece.copies.bounds(self.most_copies(piece)) {
                builder.primary_between(piece.name.clone(), least, most)?;
            }
        }
        if let Some((least, most)) = counted {
            builder.primary_between(EMPTY.to_owned(), least, most)?;
        }
        let cells =
            || (0..).zip(self.board.slots()).filter(|(_, cell)| **cell).map(|(slot, _)| slot);
        for slot in cells() {
            if counted.is_some() || self.spare == Spare::None || self.spare == Spare::Exactly(0) {
                builder.primary(name(slot))?;
            } else {
                builder.secondary(name(slot))?;
            }
        }
        for (index, (piece, placements)) in self.pieces.iter().zip(&placements).enumerate() {
            let kept = breaking.as_ref().filter(|breaking| breaking.piece == index);
            for (number, placement) in placements.iter().enumerate() {
                if kept.is_some_and(|breaking| breaking.kept.get(number) == Some(&false)) {
                    continue;
                }
                let mut option = builder.option();
                if piece.copies != Copies::Any {
                    option = option.item(piece.name.clone());
                }
                option =
                    placement.iter().fold(option, |option, &slot| option.item(name(slot as usize)));
                option.add()?;
            }
        }
        if counted.is_some() {
            for slot in cells() {
                builder.option().item(EMPTY.to_owned()).item(name(slot)).add()?;
            }
        }
        let mut instance =
            Instance::new(builder.build(), self.picture(), self.comments(breaking.as_ref()));
        instance.warnings = warnings;
        Ok(instance)
    }

    /// Whether cells have layers.
    fn is_solid(&self) -> bool {
        self.board.size()[0] > 1 || matches!(self.freedom, Freedom::Space | Freedom::SpaceTurns)
    }

    fn check_names(&self) -> Result<(), GalleryError> {
        let mut seen = HashSet::new();
        match self.pieces.iter().find(|piece| !seen.insert(piece.name.as_str())) {
            None if self.pieces.is_empty() => {
                Err(GalleryError::Contradiction("no pieces: expected one or more".to_owned()))
            }
            None => Ok(()),
            Some(piece) => Err(GalleryError::Contradiction(format!(
                "two pieces are named {:?}: expected different names, or a number of copies",
                piece.name
            ))),
        }
    }

    fn check_entries(&self, orientations: &[Vec<Shape>]) -> Result<(), GalleryError> {
        let area = self.board.slots().len() as u128;
        let entries = orientations.iter().flatten().map(|shape| (shape.len() as u128 + 1) * area);
        check_size(entries.sum(), 1)
    }

    /// The number of cells that the pieces cover, if it is always the same.
    fn covered(&self) -> Result<Option<u64>, GalleryError> {
        let mut covered = Some(0u64);
        for piece in &self.pieces {
            let cells =
                piece.copies.fixed().map(|copies| u64::from(copies) * piece.shape.len() as u64);
            covered = covered.zip(cells).map(|(sum, cells)| sum.saturating_add(cells));
        }
        if let (Some(covered), Spare::Exactly(spare)) = (covered, self.spare) {
            let area = self.board.area() as u64;
            if covered.saturating_add(spare.into()) != area {
                return Err(GalleryError::Contradiction(format!(
                    "the board has {}, and the pieces cover {covered} of them: {spare} cannot be the \
                     number of those that stay empty",
                    counted(area, "cell", "cells")
                )));
            }
        }
        Ok(covered)
    }

    /// How often at least and at most a cell stays empty, if that has to be counted: if the options
    /// of the pieces do not see to it by themselves.
    fn empty_cells(&self, covered: Option<u64>) -> Option<(u32, u32)> {
        // At most MOST_CELLS.
        let area = self.board.area() as u32;
        match self.spare {
            Spare::None | Spare::Exactly(0) => None,
            Spare::Exactly(_) if covered.is_some() => None,
            Spare::Exactly(spare) => Some((spare, spare)),
            Spare::Any if self.pieces.iter().all(|piece| piece.copies != Copies::Any) => None,
            Spare::Any => Some((0, area)),
        }
    }

    /// How many copies of a piece there is room for.
    fn most_copies(&self, piece: &Piece) -> u32 {
        let copies = self.board.area() / piece.shape.len().max(1);
        u32::try_from(copies).unwrap_or(u32::MAX)
    }

    /// A warning if the pieces cannot fill the board.
    fn room(&self, covered: Option<u64>) -> Vec<String> {
        let area = self.board.area() as u64;
        let message = match covered {
            Some(covered) if covered > area => {
                let covered = counted(covered, "cell", "cells");
                format!("the pieces cover {covered} and the board has {area}: no solution")
            }
            Some(covered) if covered < area && self.spare == Spare::None => format!(
                "the pieces cover {} and the board has {area}: no solution, unless cells may stay \
                 empty",
                counted(covered, "cell", "cells")
            ),
            _ => return Vec::new(),
        };
        vec![message]
    }

    fn broken(
        &self,
        orientations: &[Vec<Shape>],
        placements: &[Vec<Vec<u32>>],
        warnings: &mut Vec<String>,
    ) -> Option<Breaking> {
        if !self.break_symmetry {
            return None;
        }
        let pieces: Vec<Placed<'_>> = self
            .pieces
            .iter()
            .zip(orientations.iter().zip(placements))
            .map(|(piece, (orientations, placements))| Placed {
                copies: piece.copies,
                orientations,
                placements,
            })
            .collect();
        match symmetry::breaking(&self.board, &pieces, self.is_solid()) {
            Ok(breaking) => {
                if breaking.divisor < breaking.motions {
                    warnings.push(format!(
                        "board and pieces have {} symmetries, and only {} of them can be broken \
                         exactly: the count is divided by {1}",
                        breaking.motions, breaking.divisor
                    ));
                }
                Some(breaking)
            }
            Err(1) => {
                warnings.push("board and pieces have no symmetry that could be broken".to_owned());
                None
            }
            Err(motions) => {
                warnings.push(format!(
                    "none of the {motions} symmetries can be broken exactly by the placements of \
                     one piece: all solutions are counted"
                ));
                None
            }
        }
    }

    /// Short names, unless a piece would be taken for a cell.
    fn cell_names(&self) -> CellNames {
        let size = self.board.size();
        let names = CellNames::of_size(&size);
        let clash = |piece: &Piece| {
            let place = if self.is_solid() {
                CellNames::read::<3>(&piece.name)
            } else {
                CellNames::read::<2>(&piece.name).map(|[row, column]| [0, row, column])
            };
            place.is_some_and(|place| place.iter().zip(size).all(|(&at, side)| at < side))
        };
        if self.pieces.iter().any(clash) { CellNames::with_commas() } else { names }
    }

    fn picture(&self) -> Picture {
        let size @ [_, rows, columns] = self.board.size();
        let kind = if self.is_solid() {
            PictureKind::Layers { size }
        } else {
            PictureKind::Tiling { size: [rows, columns] }
        };
        let picture = Picture::new(kind);
        if self.board.is_full() { picture } else { picture.with_board(self.board.rows()) }
    }

    fn comments(&self, breaking: Option<&Breaking>) -> Vec<String> {
        let [layers, rows, columns] = self.board.size();
        let solid = self.is_solid();
        let size =
            if solid { format!("{layers}x{rows}x{columns}") } else { format!("{rows}x{columns}") };
        let place = if solid { "layer, row and column" } else { "row and column" };
        let count = self.pieces.len();
        let pieces = counted(count, "piece", "pieces");
        let area = counted(self.board.area(), "cell", "cells");
        let of = if self.board.is_full() { "" } else { "part of " };
        let mut comments = vec![
            format!("{}: {pieces} on {of}{size}, {area}", self.title),
            format!("items: pieces by name, then cells: {place}, from 0"),
        ];
        if let Some(breaking) = breaking {
            let piece = self.pieces.get(breaking.piece).map_or("", |piece| piece.name.as_str());
            comments.push(format!(
                "symmetry is broken by the placements of {piece}: the number of solutions is 1/{} \
                 of all",
                breaking.divisor
            ));
        }
        comments
    }
}

/// Where the orientations of a piece lie on a board: slots, ascending.
fn placements(board: &Board, orientations: &[Shape]) -> Vec<Vec<u32>> {
    let mut placements = Vec::new();
    for shape in orientations {
        let room = |axis: usize| {
            let (side, needed) = (board.size()[axis], shape.size()[axis]);
            0..(side + 1).saturating_sub(needed)
        };
        for layer in room(0) {
            for row in room(1) {
                for column in room(2) {
                    let slots = shape.cells().iter().map(|&[a, b, c]| {
                        let place = [layer + a as usize, row + b as usize, column + c as usize];
                        let slot = board.index(place)?;
                        board.slots().get(slot)?.then_some(slot as u32)
                    });
                    placements.extend(slots.collect::<Option<Vec<u32>>>());
                }
            }
        }
    }
    placements
}
