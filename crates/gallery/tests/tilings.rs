//! Polyominoes and polycubes: known numbers of pieces, of orientations and of tilings.

use crate::common;

use quadrille_cover::{Problem, text};
use quadrille_gallery::Instance;
use quadrille_gallery::polyform::{
    Board, Copies, Freedom, Piece, Shape, Spare, Tiling, connected_shapes, draw_board, draw_pieces,
    read_pieces,
};
use quadrille_testkit::shared;

fn count(instance: &Instance) -> u64 {
    common::count(&instance.problem)
}

fn board(rows: usize, columns: usize) -> Board {
    Board::new([1, rows, columns]).expect("a board")
}

fn pieces(names: &str) -> Vec<Piece> {
    read_pieces(names).expect("known pieces").0
}

fn tilings(board: Board, names: &str) -> u64 {
    count(&Tiling::new(board, pieces(names)).instance().expect("an instance"))
}

/// The number of tilings after symmetry was broken, and by what the comments say it was divided.
fn broken(tiling: Tiling) -> (u64, u64, Vec<String>) {
    let instance = tiling.breaking_symmetry(true).instance().expect("an instance");
    let divisor = instance.comments.iter().find_map(|comment| {
        comment.split_once("1/").map(|(_, rest)| {
            let digits = rest.split(' ').next().expect("a word");
            digits.parse().expect("a number")
        })
    });
    (count(&instance), divisor.unwrap_or(1), instance.warnings)
}

#[test]
fn pentominoes_have_as_many_orientations_as_they_should() {
    let known = [
        ("F", 8),
        ("I", 2),
        ("L", 8),
        ("N", 8),
        ("P", 8),
        ("T", 4),
        ("U", 4),
        ("V", 4),
        ("W", 4),
        ("X", 1),
        ("Y", 8),
        ("Z", 4),
    ];
    let all = pieces("pentominoes");
    let orientations: Vec<(&str, usize)> = all
        .iter()
        .map(|piece| (piece.name.as_str(), piece.shape.orientations(Freedom::Plane).len()))
        .collect();
    assert_eq!(orientations, known);
    assert_eq!(known.iter().map(|(_, count)| count).sum::<usize>(), 63);
    let mut named: Vec<Shape> =
        all.iter().map(|piece| piece.shape.canonical(Freedom::Plane)).collect();
    named.sort();
    assert_eq!(named, connected_shapes(5, Freedom::Plane));
}

#[test]
fn polyominoes_are_counted_free_one_sided_and_fixed() {
    // OEIS A000105, A000988, A001168.
    let known = [
        (1, [1, 1, 1]),
        (2, [1, 1, 2]),
        (3, [2, 2, 6]),
        (4, [5, 7, 19]),
        (5, [12, 18, 63]),
        (6, [35, 60, 216]),
        (7, [108, 196, 760]),
        (8, [369, 704, 2725]),
    ];
    for (size, expected) in known {
        let freedoms = [Freedom::Plane, Freedom::PlaneTurns, Freedom::Fixed];
        assert_eq!(
            freedoms.map(|freedom| connected_shapes(size, freedom).len()),
            expected,
            "{size}"
        );
    }
    let fixed = |pieces: &[Piece]| -> usize {
        pieces.iter().map(|piece| piece.shape.orientations(Freedom::Plane).len()).sum()
    };
    assert_eq!((pieces("hexominoes").len(), fixed(&pieces("hexominoes"))), (35, 216));
}

#[test]
fn polycubes_are_counted_with_their_mirror_images_and_without() {
    // OEIS A000162 and A038119.
    for (size, turned, reflected) in [(1, 1, 1), (2, 1, 1), (3, 2, 2), (4, 8, 7), (5, 29, 23)] {
        let found =
            [Freedom::SpaceTurns, Freedom::Space].map(|free| connected_shapes(size, free).len());
        assert_eq!(found, [turned, reflected], "{size}");
    }
    let mut named: Vec<Shape> = pieces("tetracubes")
        .iter()
        .map(|piece| piece.shape.canonical(Freedom::SpaceTurns))
        .collect();
    named.sort();
    assert_eq!(named, connected_shapes(4, Freedom::SpaceTurns));
}

#[test]
fn one_sided_sets_hold_the_mirror_images_that_differ() {
    for (set, size) in
        [("one-sided-tetrominoes", 7), ("one-sided-pentominoes", 18), ("one-sided-hexominoes", 60)]
    {
        let (pieces, one_sided) = read_pieces(set).expect("a set");
        assert_eq!((pieces.len(), one_sided), (size, true), "{set}");
    }
    let names: Vec<String> =
        pieces("one-sided-tetrominoes").into_iter().map(|piece| piece.name).collect();
    assert_eq!(names, ["I4", "O4", "T4", "S4", "S4'", "L4", "L4'"]);
}

#[test]
fn pentominoes_fill_rectangles_in_the_known_numbers_of_ways() {
    assert_eq!(tilings(board(3, 20), "pentominoes"), 8);
    assert_eq!(tilings(board(4, 15), "pentominoes"), 1472);
    let five = Tiling::new(board(5, 12), pieces("pentominoes"));
    assert_eq!(broken(five), (1010, 4, vec![]));
    let six = Tiling::new(board(6, 10), pieces("pentominoes"));
    assert_eq!(broken(six), (2339, 4, vec![]));
}

#[test]
fn pentominoes_fill_a_chessboard_with_a_hole_in_65_ways_but_for_symmetry() {
    let board = board(8, 8).with_hole([0, 3, 3], [1, 2, 2]).expect("a hole");
    assert_eq!(broken(Tiling::new(board, pieces("pentominoes"))), (65, 8, vec![]));
}

#[test]
fn symmetry_is_broken_exactly_on_boards_of_any_symmetry() {
    // It has turns and no reflection.
    let pinwheel = draw_board(".#..\n.###\n###.\n..#.\n").expect("a board");
    let staircase = draw_board("###\n##.\n#..\n").expect("a board");
    // By what the count is divided as well: what one piece's placements can break.
    let boards = [
        (board(4, 5), "P,L,V,Y", 4),
        (board(5, 3), "P,V,U", 4),
        (board(3, 3), "V3*2,I2,I1", 4),
        (board(3, 4), "L4,V3,I3,I2", 4),
        (board(3, 4), "V3*2,I3,I3'", 2),
        (board(3, 4), "V3*4", 1),
        (board(4, 4), "L4*2,O4*2", 1),
        (board(5, 5), "1x1,2x2*1..3,1x4*3..5", 1),
        (board(6, 6), "1x1,2x2*2,I3*9", 4),
        (pinwheel.clone(), "I1,L4,V3", 4),
        (pinwheel, "I1,I2,I2',V3", 4),
        (staircase, "I1,I2,V3", 2),
    ];
    for (board, names, expected) in boards {
        let full = tilings(board.clone(), names);
        let (kept, divisor, _) = broken(Tiling::new(board.clone(), pieces(names)));
        assert_eq!(kept * divisor, full, "{names} on {:?}", board.size());
        assert!(full > 0, "{names} on {:?}", board.size());
        assert_eq!(divisor, expected, "{names} on {:?}", board.size());
    }
}

#[test]
fn symmetry_that_cannot_be_broken_is_told() {
    let (kept, divisor, warnings) = broken(Tiling::new(board(4, 4), pieces("L4*4")));
    assert_eq!((kept, divisor), (tilings(board(4, 4), "L4*4"), 1));
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].starts_with("none of the 8 symmetries can be broken exactly"),
        "{warnings:?}"
    );
    let l = draw_board("##\n#\n#\n").expect("a board");
    let (_, _, warnings) = broken(Tiling::new(l, pieces("I1,I3")));
    assert_eq!(warnings, ["board and pieces have no symmetry that could be broken"]);
}

#[test]
fn one_sided_pieces_keep_the_reflections_of_a_board_only_if_they_hold_their_mirror_images() {
    let one_sided =
        |names: &str| Tiling::new(board(2, 6), pieces(names)).freedom(Freedom::PlaneTurns);
    for (names, motions) in [("L4,L4',O4", 4), ("L4,O4,I4", 2), ("L4*2,O4", 2), ("P,L4,I3", 2)] {
        let full = count(&one_sided(names).instance().expect("an instance"));
        let (kept, divisor, _) = broken(one_sided(names));
        assert_eq!(kept * divisor, full, "{names}");
        assert!(motions % divisor == 0, "{names}: {divisor}");
    }
    for names in [["L4", "L4'", "O4"], ["L4", "O4", "I4"], ["P", "L4", "I3"]] {
        let tiling = one_sided(&names.join(",")).instance().expect("an instance");
        assert_eq!(count(&tiling), tilings_by_hand(&names, 2, 6), "{names:?}");
    }
}

/// The number of tilings by one-sided pieces, each used once, cell by cell: no exact cover.
fn tilings_by_hand(names: &[&str], rows: usize, columns: usize) -> u64 {
    fn fill(free: &mut [Vec<bool>], left: &[Vec<Shape>]) -> u64 {
        let place = |(row, cells): (usize, &Vec<bool>)| {
            cells.iter().position(|&free| free).map(|column| (row, column))
        };
        let Some((row, column)) = free.iter().enumerate().find_map(place) else {
            return u64::from(left.is_empty());
        };
        let mut found = 0;
        for (index, orientations) in left.iter().enumerate() {
            for shape in orientations {
                let cells: Vec<(usize, usize)> =
                    shape.places().map(|[_, row, column]| (row, column)).collect();
                let first = cells[0];
                let at = |cell: &(usize, usize)| {
                    let column = (column + cell.1).checked_sub(first.1)?;
                    Some((row + cell.0 - first.0, column))
                };
                let Some(cells) = cells.iter().map(at).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                if !cells
                    .iter()
                    .all(|&(r, c)| free.get(r).and_then(|row| row.get(c)) == Some(&true))
                {
                    continue;
                }
                cells.iter().for_each(|&(r, c)| free[r][c] = false);
                let mut rest = left.to_vec();
                rest.remove(index);
                found += fill(free, &rest);
                cells.iter().for_each(|&(r, c)| free[r][c] = true);
            }
        }
        found
    }
    let left: Vec<Vec<Shape>> =
        names.iter().map(|name| pieces(name)[0].shape.orientations(Freedom::PlaneTurns)).collect();
    fill(&mut vec![vec![true; columns]; rows], &left)
}

#[test]
fn soma_has_240_solutions_but_for_symmetry() {
    let cube = Board::new([3, 3, 3]).expect("a box");
    // Turns only: the mirror images are solutions of their own.
    let soma = Tiling::new(cube, pieces("soma")).freedom(Freedom::SpaceTurns);
    let (kept, divisor, _) = broken(soma);
    assert_eq!((kept, divisor, kept * divisor), (480, 24, 11_520));
}

#[test]
fn solid_pieces_fill_boxes_in_the_known_numbers_of_ways() {
    let solid = |size, names| {
        let board = Board::new(size).expect("a box");
        Tiling::new(board, pieces(names)).freedom(Freedom::SpaceTurns)
    };
    let slothouber_graatsma = solid([3, 3, 3], "1x2x2*6,1x1x1*3").instance().expect("an instance");
    assert_eq!(count(&slothouber_graatsma), 8);
    let pentominoes = solid([2, 3, 10], "pentominoes");
    let (kept, divisor, _) = broken(pentominoes);
    assert_eq!(kept * divisor, 96);
    let tetracubes = solid([2, 4, 4], "tetracubes").instance().expect("an instance");
    assert_eq!(count(&tetracubes), 11_120);
}

#[test]
fn dominoes_fill_boards_in_the_known_numbers_of_ways() {
    let domino = || vec![Piece::new("domino", Shape::cuboid([1, 1, 2])).with_copies(Copies::Any)];
    let fill = |board| count(&Tiling::new(board, domino()).instance().expect("an instance"));
    for (rows, columns, expected) in
        [(2, 10, 89), (4, 5, 95), (5, 6, 1183), (6, 6, 6728), (3, 3, 0)]
    {
        assert_eq!(fill(board(rows, columns)), expected, "{rows}x{columns}");
    }
    // 2^(n(n + 1)/2).
    for (order, expected) in [(1, 2), (2, 8), (3, 64), (4, 1024)] {
        assert_eq!(fill(Board::aztec_diamond(order).expect("a board")), expected, "{order}");
    }
    // A chessboard without two opposite corners.
    let mutilated = board(4, 4).with_hole([0, 0, 0], [1, 1, 1]).expect("a hole");
    assert_eq!(fill(mutilated.with_hole([0, 3, 3], [1, 1, 1]).expect("a hole")), 0);
}

#[test]
fn a_drawn_board_is_the_same_as_one_of_that_size() {
    let drawn = draw_board("\u{feff}\r\n   ##########\r\n".to_owned().as_str()).expect("a board");
    assert_eq!(drawn, board(1, 10));
    let rows = "    xxxxx\n".repeat(4);
    assert_eq!(draw_board(&rows).expect("a board"), board(4, 5));
    let hole = "########\n".repeat(3) + &"###..###\n".repeat(2) + &"########\n".repeat(3);
    let with_hole = board(8, 8).with_hole([0, 3, 3], [1, 2, 2]).expect("a hole");
    assert_eq!(draw_board(&hole).expect("a board"), with_hole);
    let layers = "###\n###\n---\n###\n###\n";
    assert_eq!(draw_board(layers).expect("a box"), Board::new([2, 2, 3]).expect("a box"));
    let texts = [
        Tiling::new(draw_board(&hole).expect("a board"), pieces("pentominoes")),
        Tiling::new(with_hole, pieces("pentominoes")),
    ]
    .map(|tiling| tiling.instance().expect("an instance").to_text().expect("a text"));
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn drawn_pieces_are_the_same_as_named_ones() {
    let text = "FF.\n.FF\n.F.\n\nI\nI\nI\nI\nI\n\n..X\n.XXX\n..X\n";
    let drawn = draw_pieces(text).expect("pieces");
    let named = pieces("F,I,X");
    for (drawn, named) in drawn.iter().zip(&named) {
        assert_eq!(drawn.name, named.name);
        let canonical = |piece: &Piece| piece.shape.canonical(Freedom::Plane);
        assert_eq!(canonical(drawn), canonical(named), "{}", named.name);
    }
    let copies = draw_pieces("bar*1..2:\n##\n").expect("a piece");
    assert_eq!(
        copies[0],
        pieces("I2")[0].clone().with_copies(Copies::Between(1, 2)).renamed("bar")
    );
}

trait Renamed {
    fn renamed(self, name: &str) -> Self;
}

impl Renamed for Piece {
    fn renamed(mut self, name: &str) -> Self {
        self.name = name.to_owned();
        self
    }
}

#[test]
fn malformed_drawings_are_told_with_line_and_column() {
    let pieces = [
        ("", "1:1: no piece: expected pieces separated by blank lines"),
        ("AA\nAB\n", "2:2: 'B' in a piece drawn with 'A': expected one character a piece"),
        ("AA\n\nBB\n\n  A\n", "5:1: a second piece \"A\": expected different names"),
        ("AA\n\n\tB\n", "3:1: '\\t': expected a cell, a blank or `.`"),
        ("x:\n", "1:1: a piece without cells"),
        ("AA\n\nx:\n...\n", "4:1: a piece without cells"),
        ("a b:\n##\n", "1:1: name \"a b\": expected one without blanks, `:`, `|` and `,`"),
        ("a*0:\n##\n", "1:1: copies \"0\" of \"a\": expected `3`, `1..4`, `2..` or `any`"),
        ("||\n", "1:1: name \"|\": expected one without blanks, `:`, `|` and `,`"),
    ];
    for (text, message) in pieces {
        assert_eq!(draw_pieces(text).unwrap_err().to_string(), message, "{text:?}");
    }
    let boards = [
        ("", "1:1: no cell: expected a board drawn with `#` and `.`"),
        ("...\n  \n", "1:1: no cell: expected a board drawn with `#` and `.`"),
        ("##\n#\t#\n", "2:2: '\\t': expected a cell, a blank or `.`"),
    ];
    for (text, message) in boards {
        assert_eq!(draw_board(text).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn unknown_pieces_and_impossible_boards_are_refused() {
    let message = |names: &str| read_pieces(names).unwrap_err().to_string();
    assert!(message("F,Q").starts_with("unknown piece \"Q\": expected letters of pentominoes"));
    assert_eq!(message("F*3..2"), "copies \"3..2\" of \"F\": expected `3`, `1..4`, `2..` or `any`");
    for names in ["FQ", "0x3", "2x", "99999x99999", "one-sided", "''", "F*"] {
        assert!(read_pieces(names).is_err(), "{names}");
    }
    let twice = Tiling::new(board(2, 5), pieces("L,L")).instance().unwrap_err();
    assert!(twice.to_string().starts_with("two pieces are named \"L\""), "{twice}");
    let none = Tiling::new(board(2, 5), Vec::new()).instance().unwrap_err();
    assert_eq!(none.to_string(), "no pieces: expected one or more");
    assert!(Board::new([1, 0, 5]).is_err());
    assert!(Board::new([1, usize::MAX, usize::MAX]).is_err());
    let hole = board(4, 4).with_hole([0, 3, 3], [1, 2, 1]).unwrap_err();
    assert_eq!(hole.to_string(), "a hole of 2x1 at 3,3 is not within 4x4 (rows, columns)");
    // Layers are told wherever there are any.
    let layers = "is not within 1x4x4 (layers, rows, columns)";
    let hole = board(4, 4).with_hole([1, 0, 0], [1, 1, 1]).unwrap_err();
    assert_eq!(hole.to_string(), format!("a hole of 1x1x1 at 1,0,0 {layers}"));
    let hole = board(4, 4).with_hole([0, 0, 0], [2, 1, 1]).unwrap_err();
    assert_eq!(hole.to_string(), format!("a hole of 2x1x1 at 0,0,0 {layers}"));
    let cube = Board::new([2, 4, 4]).expect("a box");
    let hole = cube.with_hole([0, 3, 4], [1, 1, 1]).unwrap_err();
    let message = "a hole of 1x1x1 at 0,3,4 is not within 2x4x4 (layers, rows, columns)";
    assert_eq!(hole.to_string(), message);
    assert!(board(4, 4).with_hole([0, usize::MAX, 0], [1, 2, 1]).is_err());
    assert!(board(2, 2).with_hole([0, 0, 0], [1, 2, 2]).is_err());
    let large = Tiling::new(board(1000, 1000), pieces("octominoes")).instance().unwrap_err();
    assert!(large.to_string().starts_with("too large"), "{large}");
}

#[test]
fn spare_cells_are_counted_exactly() {
    let spare = |names: &str, spare| {
        Tiling::new(board(2, 3), pieces(names))
            .spare(spare)
            .instance()
            .map(|instance| count(&instance))
    };
    // A domino on 2 × 3: seven placements.
    assert_eq!(spare("1x2", Spare::Exactly(4)), Ok(7));
    assert_eq!(spare("1x2", Spare::Any), Ok(7));
    // Any number of dominoes: matchings of 2 × 3, by the number of unmatched cells.
    assert_eq!(spare("1x2*any", Spare::Exactly(6)), Ok(1));
    assert_eq!(spare("1x2*any", Spare::Exactly(4)), Ok(7));
    assert_eq!(spare("1x2*any", Spare::Exactly(2)), Ok(11));
    assert_eq!(spare("1x2*any", Spare::Exactly(0)), Ok(3));
    assert_eq!(spare("1x2*any", Spare::Any), Ok(22));
    assert_eq!(spare("1x2*1..2", Spare::Any), Ok(18));
    assert_eq!(spare("1x2*2..", Spare::Any), Ok(14));
    let error = spare("1x2", Spare::Exactly(3)).unwrap_err().to_string();
    assert!(error.starts_with("the board has 6 cells, and the pieces cover 2 of them"), "{error}");
}

#[test]
fn pieces_that_cannot_fill_the_board_are_warned_of() {
    let warnings = |rows, spare| {
        let tiling = Tiling::new(board(rows, 10), pieces("pentominoes")).spare(spare);
        tiling.instance().expect("an instance").warnings
    };
    assert_eq!(warnings(6, Spare::None), [""; 0]);
    assert_eq!(
        warnings(5, Spare::None),
        ["the pieces cover 60 cells and the board has 50: no solution"]
    );
    assert_eq!(warnings(7, Spare::None).len(), 1);
    assert_eq!(warnings(7, Spare::Any), [""; 0]);
}

#[test]
fn pieces_that_look_like_cells_make_the_cells_have_commas() {
    let names = |names: &str| {
        let tiling = Tiling::new(board(5, 5), pieces(names));
        let instance = tiling.spare(Spare::Any).instance().expect("an instance");
        let text = instance.to_text().expect("a text");
        text.lines().find(|line| !line.starts_with('|')).expect("items").to_owned()
    };
    assert!(names("F").starts_with("F | 00 01 02"), "{}", names("F"));
    // `I4` would be row 44, which this board does not have.
    assert!(names("I4").starts_with("I4 | 00 01 02"), "{}", names("I4"));
    let drawn = draw_pieces("12:\n##\n").expect("a piece");
    let tiling = Tiling::new(board(5, 5), drawn).spare(Spare::Any).instance().expect("an instance");
    assert!(tiling.to_text().expect("a text").contains("\n12 | 0,0 0,1 0,2"));
}

/// The options of a problem, each as its items in order, all in order.
fn options(problem: &Problem<String, String>) -> Vec<Vec<String>> {
    let mut options: Vec<Vec<String>> = problem
        .matrix()
        .options()
        .map(|option| {
            let mut items: Vec<String> =
                problem.option(option).map(|(item, _)| item.to_lowercase()).collect();
            items.sort();
            items
        })
        .collect();
    options.sort();
    options
}

#[test]
fn tilings_have_the_options_of_the_instances_of_others() {
    let Some(folder) = shared::data_folder_or_skip("tilings of others") else { return };
    let known = shared::counts(&folder).expect("counts");
    let flat = |rows, columns, names: &str| Tiling::new(board(rows, columns), pieces(names));
    let solid = |size, names: &str| Tiling::new(Board::new(size).expect("a box"), pieces(names));
    let mut tetrominoes = pieces("tetrominoes");
    tetrominoes.iter_mut().for_each(|piece| piece.name.truncate(1));
    let ours = [
        ("pent-6x10", flat(6, 10, "pentominoes")),
        ("pent-5x12", flat(5, 12, "pentominoes")),
        ("pent5-5x5-0", flat(5, 5, "LNPVY")),
        ("tet-4x5", Tiling::new(board(4, 5), tetrominoes)),
        ("domino-2x10", flat(2, 10, "1x2*any")),
        ("domino-6x6", flat(6, 6, "1x2*any")),
        ("aztec-2", Tiling::new(Board::aztec_diamond(2).expect("a board"), pieces("1x2*any"))),
        ("pent-solid-2x3x10", solid([2, 3, 10], "pentominoes").freedom(Freedom::SpaceTurns)),
        ("tetracube-2x4x4", solid([2, 4, 4], "tetracubes").freedom(Freedom::SpaceTurns)),
    ];
    for (name, tiling) in ours {
        let row = known.iter().find(|row| row.file == format!("{name}.dlx")).expect(name);
        let mut theirs = options(&text::read(&row.contents).expect("a problem"));
        let mut ours = options(&tiling.instance().expect("an instance").problem);
        if name.starts_with("tetracube") {
            // Which of the three that are not flat is called what is a matter of taste.
            for options in [&mut ours, &mut theirs] {
                let named = |item: &String| !["a", "b", "p"].contains(&item.as_str());
                options.iter_mut().for_each(|items| items.retain(named));
                options.sort();
            }
        }
        assert!(ours == theirs, "{name}: {} options and {}", ours.len(), theirs.len());
    }
}

#[test]
fn numbered_pieces_are_known_by_their_numbers() {
    for set in ["hexominoes", "heptominoes", "octominoes", "pentacubes"] {
        let all = pieces(set);
        for piece in [&all[0], &all[all.len() / 2], &all[all.len() - 1]] {
            assert_eq!(pieces(&piece.name), std::slice::from_ref(piece), "{set}");
        }
        let (size, last) = all[all.len() - 1].name.split_once('-').expect("a number");
        let beyond = last.parse::<usize>().expect("a number") + 1;
        assert!(read_pieces(&format!("{size}-{beyond}")).is_err(), "{set}");
    }
    let [both, mirrored] = [pieces("6-7*2..3"), pieces("6-7'")];
    assert_eq!((both[0].name.as_str(), both[0].copies), ("6-7", Copies::Between(2, 3)));
    assert_eq!(mirrored[0].shape, both[0].shape.mirrored());
    for name in ["6-0", "6-", "-1", "6-01", "06-1", "4-1", "9-1", "6-1-1", "6-99999999999999999999"]
    {
        let error = read_pieces(name).unwrap_err().to_string();
        assert!(error.contains("6-1 to 6-35, 7-1 to 7-108, 8-1 to 8-369"), "{name}: {error}");
    }
}

#[test]
fn comments_and_warnings_tell_one_from_many() {
    let instance = Tiling::new(board(1, 1), pieces("I1")).instance().expect("an instance");
    assert_eq!(instance.comments[0], "tiling: 1 piece on 1x1, 1 cell");
    let two = Tiling::new(board(1, 3), pieces("I1")).instance().expect("an instance");
    let unless = "no solution, unless cells may stay empty";
    assert_eq!(two.warnings, [format!("the pieces cover 1 cell and the board has 3: {unless}")]);
}
