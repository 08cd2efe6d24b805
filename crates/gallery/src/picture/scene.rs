//! What stands where: a solution as boards of cells, which both ways of drawing start from.

use std::collections::HashMap;

use quadrille_cover::{ItemId, OptionId, Problem};

use super::colours;
use super::names::{CellNames, behind_row, decimal};
use super::{MOST_CELLS, Picture, PictureError, PictureKind};

/// A solution, ready to be drawn.
#[derive(Debug)]
pub(super) struct Scene {
    /// One, or the layers of a box from the first to the last; all of one size.
    pub(super) boards: Vec<Board>,
    /// Whether walls stand only between different pieces, or around every cell.
    pub(super) joined: bool,
    /// Whether the symbols are queens on a chessboard.
    pub(super) chess: bool,
    pub(super) boxes: Option<[usize; 2]>,
    /// What stands beside the rows and above the columns: no more than there are, perhaps none.
    pub(super) row_names: Vec<String>,
    pub(super) column_names: Vec<String>,
}

/// A board of cells, row by row.
#[derive(Debug, Default)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: Vec<Cell>,
    pub(super) edges: Option<Edges>,
}

/// A cell of a board.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    /// No part of the board.
    pub(super) outside: bool,
    /// The number, within the scene, of the piece that covers it.
    pub(super) piece: Option<usize>,
    /// The colour of its piece.
    pub(super) fill: Option<usize>,
    /// What is written into it; empty for nothing.
    pub(super) symbol: String,
    /// Whether the symbol was there from the beginning.
    pub(super) given: bool,
}

/// Coloured edges: each has the name and the number of its colour.
#[derive(Debug)]
pub(super) struct Edges {
    /// Above each cell, row by row, and below the last row.
    pub(super) above: Vec<Option<(String, usize)>>,
    /// Left of each cell, row by row, with one more at the end of each row.
    pub(super) left: Vec<Option<(String, usize)>>,
}

impl Board {
    /// The cell at a row and column, if there is one.
    pub(super) fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        let index = row.checked_mul(self.columns)?.checked_add(column)?;
        self.cells.get(index).filter(|cell| column < self.columns && !cell.outside)
    }
}

/// What the name of an item says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Role {
    /// A cell, by its number: layers, rows, columns.
    Cell(usize),
    Row(usize),
    Column(usize),
    /// The symbol of a grid, in some row.
    Symbol(String),
    EdgeAbove(usize),
    EdgeLeft(usize),
    Other,
}

/// Reads the names of a problem's items as a picture's kind understands them.
struct Roles {
    roles: Vec<Role>,
}

impl Roles {
    fn new(kind: PictureKind, problem: &Problem<String, String>) -> Self {
        let items = (0..).map(ItemId::new).map_while(|id| problem.item(id));
        Roles { roles: items.map(|name| role(kind, name)).collect() }
    }

    fn of(&self, item: ItemId) -> &Role {
        self.roles.get(item.index()).unwrap_or(&Role::Other)
    }
}

fn role(kind: PictureKind, name: &str) -> Role {
    let cell = |[rows, columns]: [usize; 2], name: &str| {
        let [row, column] = CellNames::read(name)?;
        (row < rows && column < columns).then(|| row * columns + column)
    };
    let numbered = |prefix: char, bound: usize| {
        name.strip_prefix(prefix).and_then(decimal).filter(|&number| number < bound)
    };
    let role = match kind {
        PictureKind::List => None,
        PictureKind::Tiling { size } => cell(size, name).map(Role::Cell),
        PictureKind::Layers { size: [layers, rows, columns] } => CellNames::read(name)
            .filter(|&[layer, row, column]| layer < layers && row < rows && column < columns)
            .map(|[layer, row, column]| Role::Cell((layer * rows + row) * columns + column)),
        PictureKind::Queens { size: [rows, columns] } => {
            let row = numbered('r', rows).map(Role::Row);
            row.or_else(|| numbered('c', columns).map(Role::Column))
        }
        PictureKind::Row { places } => {
            numbered('s', places + 1).and_then(|place| place.checked_sub(1)).map(Role::Cell)
        }
        PictureKind::Grid { size } => {
            let place = cell(size, name.strip_prefix('p').unwrap_or(name)).map(Role::Cell);
            let symbol = || name.strip_prefix('r').and_then(behind_row);
            place.or_else(|| symbol().map(|symbol| Role::Symbol(symbol.to_owned())))
        }
        PictureKind::Edges { size: [rows, columns] } => {
            let above = |name| cell([rows + 1, columns], name).map(Role::EdgeAbove);
            let left = |name| cell([rows, columns + 1], name).map(Role::EdgeLeft);
            cell([rows, columns], name)
                .map(Role::Cell)
                .or_else(|| name.strip_prefix('h').and_then(above))
                .or_else(|| name.strip_prefix('v').and_then(left))
        }
    };
    role.unwrap_or(Role::Other)
}

/// Draws scenes of one problem: what all its solutions share is found out once.
pub(super) struct Painter<'p> {
    picture: &'p Picture,
    problem: &'p Problem<String, String>,
    roles: Roles,
    /// Items that name pieces, each with its rank among them: its colour, if there are enough.
    ranks: HashMap<ItemId, usize>,
}

/// The item of a piece that leaves its cells empty.
const NOTHING: &str = ".";

impl<'p> Painter<'p> {
    /// O(entries of the problem).
    pub(super) fn new(
        picture: &'p Picture,
        problem: &'p Problem<String, String>,
    ) -> Result<Self, PictureError> {
        if picture.kind.cells().is_none_or(|cells| cells > MOST_CELLS) {
            return Err(PictureError::TooLarge);
        }
        let roles = Roles::new(picture.kind, problem);
        let mut painter = Painter { picture, problem, roles, ranks: HashMap::new() };
        let options = problem.matrix().options();
        let mut named: Vec<ItemId> = options.filter_map(|option| painter.namer(option)).collect();
        named.sort_unstable();
        named.dedup();
        named.retain(|&item| painter.name(item) != NOTHING);
        painter.ranks = named.into_iter().enumerate().map(|(rank, item)| (item, rank)).collect();
        Ok(painter)
    }

    /// The scene of a solution. O(cells + entries of the solution).
    pub(super) fn scene(&self, solution: &[OptionId]) -> Result<Scene, PictureError> {
        check(self.problem, solution)?;
        let scene = |board, joined| Scene {
            boards: vec![board],
            joined,
            chess: false,
            boxes: self.picture.boxes,
            row_names: Vec::new(),
            column_names: Vec::new(),
        };
        match self.picture.kind {
            PictureKind::List => Err(PictureError::NoPlaces),
            PictureKind::Tiling { size: [rows, columns] } => {
                self.pieces([1, rows, columns], solution)
            }
            PictureKind::Layers { size } => self.pieces(size, solution),
            PictureKind::Queens { size: [rows, columns] } => {
                let board = self.queens(rows, columns, solution)?;
                Ok(Scene { chess: true, ..scene(board, false) })
            }
            PictureKind::Row { places } => Ok(scene(self.row(places, solution)?, false)),
            PictureKind::Grid { size: [rows, columns] } => {
                let names =
                    |names: &[String], most: usize| names.iter().take(most).cloned().collect();
                Ok(Scene {
                    row_names: names(&self.picture.row_names, rows),
                    column_names: names(&self.picture.column_names, columns),
                    ..scene(self.grid(rows, columns, solution)?, false)
                })
            }
            PictureKind::Edges { size: [rows, columns] } => {
                Ok(scene(self.edges(rows, columns, solution)?, false))
            }
        }
    }

    fn name(&self, item: ItemId) -> &'p str {
        self.problem.item(item).map_or("", String::as_str)
    }

    /// The first item of an option that is no place.
    fn namer(&self, option: OptionId) -> Option<ItemId> {
        let items = self.problem.matrix().items_of(option).iter().map(|&item| ItemId::new(item));
        items.into_iter().find(|&item| *self.roles.of(item) == Role::Other)
    }

    fn cells_of(&self, option: OptionId) -> impl Iterator<Item = usize> + '_ {
        let items = self.problem.matrix().items_of(option).iter();
        items.filter_map(|&item| match self.roles.of(ItemId::new(item)) {
            Role::Cell(cell) => Some(*cell),
            _ => None,
        })
    }

    /// A board as drawn in the comment, without anything of a solution.
    fn blank(&self, layer: usize, rows: usize, columns: usize) -> Board {
        let mut cells = vec![Cell::default(); rows * columns];
        let drawn = self.picture.board.iter().skip(layer * rows);
        for (row, line) in cells.chunks_mut(columns.max(1)).zip(drawn) {
            for (cell, symbol) in row.iter_mut().zip(line.chars()) {
                match symbol {
                    '#' => cell.outside = true,
                    '.' => {}
                    _ => (cell.symbol, cell.given) = (symbol.to_string(), true),
                }
            }
        }
        Board { rows, columns, cells, edges: None }
    }

    fn pieces(&self, size: [usize; 3], solution: &[OptionId]) -> Result<Scene, PictureError> {
        let [layers, rows, columns] = size;
        let area = rows * columns;
        let boards = (0..layers).map(|layer| self.blank(layer, rows, columns));
        let mut boards: Vec<Board> = boards.collect();
        let mut names = Vec::new();
        let mut placed = false;
        for (piece, &option) in solution.iter().enumerate() {
            let namer = self.namer(option);
            names.push(namer);
            let nothing = namer.is_some_and(|item| self.name(item) == NOTHING);
            for cell in self.cells_of(option) {
                placed = true;
                let board = boards.get_mut(cell / area.max(1));
                let slot = board.and_then(|board| board.cells.get_mut(cell % area.max(1)));
                let Some(slot) = slot else { continue };
                if slot.outside || slot.piece.is_some() {
                    return Err(self.overlap(option, cell));
                }
                slot.piece = (!nothing).then_some(piece);
            }
        }
        if !placed {
            return Err(PictureError::NoPlaces);
        }
        let ranks: Vec<Option<usize>> = names
            .iter()
            .map(|namer| namer.and_then(|item| self.ranks.get(&item).copied()))
            .collect();
        let fills = colours::of_pieces(&boards, &ranks, self.ranks.len());
        for board in &mut boards {
            for cell in &mut board.cells {
                cell.fill = cell.piece.and_then(|piece| fills.get(piece).copied());
            }
            for (cell, piece) in label_places(board) {
                let namer = names.get(piece).copied().flatten();
                board.cells[cell].symbol = namer.map_or("", |item| self.name(item)).to_owned();
            }
        }
        let (row_names, column_names) = (Vec::new(), Vec::new());
        Ok(Scene { boards, joined: true, chess: false, boxes: None, row_names, column_names })
    }

    fn queens(
        &self,
        rows: usize,
        columns: usize,
        solution: &[OptionId],
    ) -> Result<Board, PictureError> {
        let mut board = self.blank(0, rows, columns);
        let mut placed = false;
        for &option in solution {
            let (mut row, mut column) = (None, None);
            for &item in self.problem.matrix().items_of(option) {
                match *self.roles.of(ItemId::new(item)) {
                    Role::Row(number) => row = Some(number),
                    Role::Column(number) => column = Some(number),
                    _ => {}
                }
            }
            let (Some(row), Some(column)) = (row, column) else { continue };
            placed = true;
            let name = || CellNames::of_size(&[rows, columns]).name(&[row, column]);
            let cell = board.cells.get_mut(row * columns + column);
            let free = cell.filter(|cell| !cell.outside && cell.symbol.is_empty());
            free.ok_or_else(|| PictureError::Overlap(name()))?.symbol = "Q".to_owned();
        }
        if placed { Ok(board) } else { Err(PictureError::NoPlaces) }
    }

    fn row(&self, places: usize, solution: &[OptionId]) -> Result<Board, PictureError> {
        let mut board = self.blank(0, 1, places);
        let mut placed = false;
        let colours = self.ranks.len() <= colours::COUNT;
        for (piece, &option) in solution.iter().enumerate() {
            let namer = self.namer(option);
            let rank = namer.and_then(|item| self.ranks.get(&item).copied());
            for place in self.cells_of(option) {
                placed = true;
                let Some(cell) = board.cells.get_mut(place) else { continue };
                if cell.outside || cell.piece.is_some() {
                    return Err(self.overlap(option, place));
                }
                cell.piece = Some(piece);
                cell.fill = rank.filter(|_| colours);
                cell.symbol = namer.map_or("", |item| self.name(item)).to_owned();
            }
        }
        if placed { Ok(board) } else { Err(PictureError::NoPlaces) }
    }

    fn grid(
        &self,
        rows: usize,
        columns: usize,
        solution: &[OptionId],
    ) -> Result<Board, PictureError> {
        let mut board = self.blank(0, rows, columns);
        let mut placed = board.cells.iter().any(|cell| cell.given);
        for &option in solution {
            let mut symbol = None;
            for &item in self.problem.matrix().items_of(option) {
                if let Role::Symbol(text) = self.roles.of(ItemId::new(item)) {
                    symbol = symbol.or(Some(text.as_str()));
                }
            }
            for (item, colour) in self.problem.matrix().entries(option) {
                let Role::Cell(place) = *self.roles.of(item) else { continue };
                let colour = colour.and_then(|colour| self.problem.colour(colour));
                let Some(text) = colour.map(String::as_str).or(symbol) else { continue };
                placed = true;
                let Some(cell) = board.cells.get_mut(place) else { continue };
                if cell.outside || !(cell.symbol.is_empty() || cell.symbol == text) {
                    return Err(PictureError::Overlap(self.name(item).to_owned()));
                }
                text.clone_into(&mut cell.symbol);
            }
        }
        if placed { Ok(board) } else { Err(PictureError::NoPlaces) }
    }

    fn edges(
        &self,
        rows: usize,
        columns: usize,
        solution: &[OptionId],
    ) -> Result<Board, PictureError> {
        let mut board = self.blank(0, rows, columns);
        let mut edges = Edges {
            above: vec![None; (rows + 1) * columns],
            left: vec![None; rows * (columns + 1)],
        };
        let mut placed = false;
        for (piece, &option) in solution.iter().enumerate() {
            for (item, colour) in self.problem.matrix().entries(option) {
                let colour =
                    colour.and_then(|id| Some((self.problem.colour(id)?.clone(), id.index())));
                let edge = match *self.roles.of(item) {
                    Role::Cell(place) => {
                        placed = true;
                        let Some(cell) = board.cells.get_mut(place) else { continue };
                        if cell.outside || cell.piece.is_some() {
                            return Err(PictureError::Overlap(self.name(item).to_owned()));
                        }
                        cell.piece = Some(piece);
                        continue;
                    }
                    Role::EdgeAbove(edge) => edges.above.get_mut(edge),
                    Role::EdgeLeft(edge) => edges.left.get_mut(edge),
                    _ => continue,
                };
                let Some(edge) = edge else { continue };
                if edge.is_some() && *edge != colour {
                    return Err(PictureError::Overlap(self.name(item).to_owned()));
                }
                *edge = colour;
            }
        }
        board.edges = Some(edges);
        if placed { Ok(board) } else { Err(PictureError::NoPlaces) }
    }

    /// The error for a cell of an option that is taken.
    fn overlap(&self, option: OptionId, cell: usize) -> PictureError {
        let items = self.problem.matrix().items_of(option).iter().map(|&item| ItemId::new(item));
        let mut named = items.into_iter().filter(|&item| *self.roles.of(item) == Role::Cell(cell));
        PictureError::Overlap(named.next().map_or("", |item| self.name(item)).to_owned())
    }
}

/// For each connected part of each piece on a board, the cell in its middle.
fn label_places(board: &Board) -> Vec<(usize, usize)> {
    let mut seen = vec![false; board.cells.len()];
    let mut labels = Vec::new();
    for start in 0..board.cells.len() {
        let Some(piece) = board.cells[start].piece.filter(|_| !seen[start]) else { continue };
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            next += 1;
            for beside in neighbours(board, cell) {
                if !seen[beside] && board.cells[beside].piece == Some(piece) {
                    seen[beside] = true;
                    part.push(beside);
                }
            }
        }
        part.sort_unstable();
        let place = |cell: usize| [(cell / board.columns) as f64, (cell % board.columns) as f64];
        let mean = |axis: usize| {
            part.iter().map(|&cell| place(cell)[axis]).sum::<f64>() / part.len() as f64
        };
        let middle = [mean(0), mean(1)];
        let off = |cell: usize| {
            place(cell).iter().zip(middle).map(|(at, mean)| (at - mean).powi(2)).sum::<f64>()
        };
        let label = part.iter().copied().min_by(|&a, &b| off(a).total_cmp(&off(b)));
        labels.extend(label.map(|cell| (cell, piece)));
    }
    labels
}

/// The cells that share an edge with a cell.
pub(super) fn neighbours(board: &Board, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let (columns, count) = (board.columns.max(1), board.cells.len());
    let column = cell % columns;
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns && cell + 1 < count).then_some(cell + 1);
    let above = cell.checked_sub(columns);
    let below = (cell + columns < count).then_some(cell + columns);
    [above, left, right, below].into_iter().flatten()
}

fn check(problem: &Problem<String, String>, solution: &[OptionId]) -> Result<(), PictureError> {
    match solution.iter().find(|option| option.index() >= problem.option_count()) {
        Some(&option) => Err(PictureError::UnknownOption(option)),
        None => Ok(()),
    }
}

/// The options of a solution as lines of text.
pub(super) fn list(
    problem: &Problem<String, String>,
    solution: &[OptionId],
) -> Result<Vec<String>, PictureError> {
    check(problem, solution)?;
    let entry = |(item, colour): (&String, Option<&String>)| match colour {
        Some(colour) => format!("{item}:{colour}"),
        None => item.clone(),
    };
    let line = |&option| problem.option(option).map(entry).collect::<Vec<String>>().join(" ");
    Ok(solution.iter().map(line).collect())
}
