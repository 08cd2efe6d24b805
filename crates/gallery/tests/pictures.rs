//! Pictures of solutions: characters as they are to be, SVG that is well-formed and complete.

use quadrille_cover::{OptionId, Problem, Search, text};
use quadrille_gallery::picture::{CellNames, Picture, PictureError, PictureKind, Style};
use quadrille_gallery::polyform::{Board, Copies, Freedom, Tiling, draw_board, read_pieces};
use quadrille_gallery::{Instance, Langford, Latin, MacMahonSquares, Queens, SymbolSquare};

fn first(problem: &Problem<String, String>) -> Vec<OptionId> {
    Search::new().first(problem).expect("a strategy takes it").solution.expect("a solution")
}

/// The first solution as the text of the instance says that it is drawn.
fn drawn(instance: &Instance, style: Style) -> String {
    let written = instance.to_text().expect("a text");
    let picture = Picture::find(&written).expect("a picture");
    assert_eq!(picture, instance.picture);
    let problem = text::read(&written).expect("a problem");
    picture.draw(&problem, &first(&problem), style).expect("a drawing")
}

fn tiling(board: Board, pieces: &str) -> Instance {
    let pieces = read_pieces(pieces).expect("pieces").0;
    Tiling::new(board, pieces).instance().expect("an instance")
}

fn draw_text(text: &str) -> Result<String, PictureError> {
    let problem = text::read(text).expect("a problem");
    let picture = Picture::find(text).expect("a picture");
    picture.draw(&problem, &first(&problem), Style::default())
}

#[test]
fn pieces_have_lines_around_them_and_their_names_in_the_middle() {
    let text =
        "| picture: tiling 3x3\nL V 00 01 02 10 11 12 20 21 22\nL 00 10 20 21\nV 01 02 11 12 22\n";
    let expected = "\
┌───┬───────┐
│   │       │
│   │       │
│ L │     V │
│   └───┐   │
│       │   │
└───────┴───┘
";
    assert_eq!(draw_text(text).expect("a drawing"), expected);
}

#[test]
fn boards_have_holes_and_margins() {
    let text = "| picture: tiling 3x4 board=#..#/.##./#..#\nA B C D 01 02 10 13 21 22\nA 01 02\nB 10\nC 13\nD 21 22\n";
    let problem = text::read(text).expect("a problem");
    let picture = Picture::find(text).expect("a picture");
    let expected = "    \
    +-------+
    | A     |
+---+-------+---+
| B |       | C |
+---+-------+---+
    | D     |
    +-------+
";
    let ascii = Style::default().with_ascii(true);
    assert_eq!(picture.draw(&problem, &first(&problem), ascii).expect("a drawing"), expected);
    // The same from a board that is drawn as such.
    let board = draw_board(".##.\n#..#\n.##.\n").expect("a board");
    let instance = tiling(board, "I1,I1',I2,I2'");
    assert_eq!(instance.picture, picture);
}

#[test]
fn queens_stand_on_their_board() {
    let instance = Queens::new(4).instance().expect("an instance");
    let text = drawn(&instance, Style::default());
    let queens: Vec<usize> = text
        .lines()
        .skip(1)
        .step_by(2)
        .map(|line| line.split('│').skip(1).position(|cell| cell == " ♛ ").expect("a queen"))
        .collect();
    assert!(queens == [1, 3, 0, 2] || queens == [2, 0, 3, 1], "{text}");
    assert_eq!(text.lines().next(), Some("┌───┬───┬───┬───┐"));
    let ascii = drawn(&instance, Style::default().with_ascii(true));
    assert_eq!(
        ascii,
        text.replace('♛', "Q")
            .replace('│', "|")
            .replace('─', "-")
            .replace(['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘'], "+")
    );
}

#[test]
fn langford_pairs_stand_in_a_row() {
    let pairs = Langford::new(3).breaking_symmetry(true).instance().expect("an instance");
    let text = drawn(&pairs, Style::default());
    let middle = text.lines().nth(1).expect("a row");
    assert!(
        middle == "│ 2 │ 3 │ 1 │ 2 │ 1 │ 3 │" || middle == "│ 3 │ 1 │ 2 │ 1 │ 3 │ 2 │",
        "{text}"
    );
}

#[test]
fn grids_show_symbols_from_cells_with_colours_and_from_places_and_rows() {
    let square = SymbolSquare::read("12\n..\n").expect("a square");
    let latin = Latin::new(square).instance().expect("an instance");
    let expected = "\
┌───┬───┐
│ 1 │ 2 │
├───┼───┤
│ 2 │ 1 │
└───┴───┘
";
    assert_eq!(drawn(&latin, Style::default()), expected);
    let words = "| picture: grid 2x2 board=../.#\nA D | 00 01 10\nA 00:a 01:t\nD 00:a 10:s\n";
    let expected = "\
┌───┬───┐
│ a │ t │
├───┼───┘
│ s │
└───┘
";
    assert_eq!(draw_text(words).expect("a drawing"), expected);
}

#[test]
fn rows_and_columns_of_a_grid_have_names() {
    let text = "| picture: grid 2x3 rows=Ann/B%20C columns=Mon/T/Thursdays\n\
                a | 00 01 12\na 00:early 01:n 12:n\n";
    let expected = "        Mon        T     Thursdays
    ┌─────────┬─────────┬─────────┐
Ann │  early  │    n    │         │
    ├─────────┼─────────┼─────────┤
B C │         │         │    n    │
    └─────────┴─────────┴─────────┘
";
    assert_eq!(draw_text(text).expect("a drawing"), expected);
    // Too few names leave lines without one, and too many are left out; so are those of other kinds.
    let some = "| picture: grid 1x2 columns=/b/c\na | 00 01\na 00:x 01:y\n";
    assert_eq!(draw_text(some).expect("a drawing").lines().next(), Some("      b"));
    let tiling = "| picture: tiling 1x1 rows=a columns=b\n00\n00\n";
    assert_eq!(draw_text(tiling).expect("a drawing"), "┌───┐\n│   │\n└───┘\n");
}

#[test]
fn names_of_narrow_columns_read_downwards() {
    let names: Vec<String> = (8..38).map(|day| day.to_string()).collect();
    let columns = names.join("/");
    let text = format!("| picture: grid 1x30 columns={columns}\na | 0,0\na 0,0:n\n");
    let drawn = draw_text(&text).expect("a drawing");
    let lines: Vec<&str> = drawn.lines().collect();
    assert!(lines[0].starts_with("     1 1 1 1 1 1 1 1 1 1 2 2 ") && lines[0].ends_with(" 3 3"));
    assert!(lines[1].starts_with(" 8 9 0 1 2 3 ") && lines[1].ends_with(" 6 7"), "{drawn}");
    assert!(lines[3].starts_with("│n│ │"), "{drawn}");
}

#[test]
fn no_name_is_obeyed_by_the_terminal() {
    let evil = "\u{1b}[2J\u{202e}";
    let grid = Picture::new(PictureKind::Grid { size: [1, 1] });
    let grid = grid.with_row_names([evil]).with_column_names([evil]);
    let problem = text::read(&format!("a{evil} | 00\na{evil} 00:{evil}\n")).expect("a problem");
    for picture in [grid, Picture::new(PictureKind::List)] {
        let solution = [OptionId::new(0)];
        let drawn = picture.draw(&problem, &solution, Style::default()).expect("a drawing");
        assert!(drawn.contains("\u{fffd}[2J\u{fffd}"), "{drawn:?}");
        assert!(!drawn.contains(['\u{1b}', '\u{202e}']), "{drawn:?}");
        let svg = picture.svg(&problem, &[solution]).expect("a picture");
        assert!(!svg.contains('\u{1b}'));
        roxmltree::Document::parse(&svg).expect("well-formed XML");
    }
}

#[test]
fn boxes_of_a_grid_have_thick_lines() {
    let rows = ["1234", "3412", "2143", "4321"];
    let sudoku = Picture::new(PictureKind::Grid { size: [4, 4] }).with_boxes(2, 2).with_board(rows);
    let problem = text::read("a\na\n").expect("a problem");
    let expected = "\
┏━━━┯━━━┳━━━┯━━━┓
┃ 1 │ 2 ┃ 3 │ 4 ┃
┠───┼───╂───┼───┨
┃ 3 │ 4 ┃ 1 │ 2 ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ 2 │ 1 ┃ 4 │ 3 ┃
┠───┼───╂───┼───┨
┃ 4 │ 3 ┃ 2 │ 1 ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    assert_eq!(sudoku.draw(&problem, &[], Style::default()).expect("a drawing"), expected);
}

#[test]
fn edges_show_their_colours() {
    let text = "| picture: edges 1x2\nx y 00 01 | h00 h01 h10 h11 v00 v01 v02\n\
                x 00 h00:a h10:b v00:a v01:c\ny 01 h01:b h11:b v01:c v02:a\n";
    let expected = "\
┌─a─┬─b─┐
a   c   a
└─b─┴─b─┘
";
    assert_eq!(draw_text(text).expect("a drawing"), expected);
}

#[test]
fn layers_stand_side_by_side() {
    let text = "| picture: layers 2x1x2\nA B 000 001 100 101\nA 000 100\nB 001 101\n";
    let expected = "\
┌───┬───┐  ┌───┬───┐
│ A │ B │  │ A │ B │
└───┴───┘  └───┴───┘
";
    assert_eq!(draw_text(text).expect("a drawing"), expected);
}

#[test]
fn a_solution_without_a_picture_is_a_list() {
    let problem = text::read("a b | x\na x:red\nb x:red\n").expect("a problem");
    let picture = Picture::default();
    let solution = [OptionId::new(1), OptionId::new(0)];
    assert_eq!(
        picture.draw(&problem, &solution, Style::default()).expect("a list"),
        "b x:red\na x:red\n"
    );
}

#[test]
fn colours_are_escape_sequences_and_nothing_else_changes() {
    let instance = tiling(Board::new([1, 2, 3]).expect("a board"), "V3,V3'");
    let plain = drawn(&instance, Style::default().with_ascii(true));
    let coloured = drawn(&instance, Style::default().with_ascii(true).with_colour(true));
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        stripped += before;
        rest = after.split_once('m').expect("the end of a sequence").1;
    }
    assert_eq!(stripped + rest, plain);
    assert!(coloured.contains("48;5;"), "{coloured}");
    assert!(!plain.contains('\x1b'));
}

#[test]
fn cells_left_empty_are_blank() {
    let pieces = read_pieces("1x2*any").expect("pieces").0;
    let board = Board::new([1, 1, 3]).expect("a board");
    let tiling = Tiling::new(board, pieces).spare(quadrille_gallery::polyform::Spare::Exactly(1));
    let text = drawn(&tiling.instance().expect("an instance"), Style::default());
    let middle = text.lines().nth(1).expect("a row");
    assert!(middle == "│       │   │" || middle == "│   │       │", "{text}");
}

#[test]
fn what_cannot_be_drawn_is_an_error_and_no_panic() {
    let cases = [
        ("| picture: tiling 2x2\na b\na\nb\n", PictureError::NoPlaces),
        ("| picture: tiling 1x2 board=.#\na 00 01\na 00 01\n", PictureError::Overlap("01".into())),
        ("| picture: tiling 1x1\na b | 00\na 00:x\nb 00:x\n", PictureError::Overlap("00".into())),
        ("| picture: queens 2x2\nr0 c1 r1 | x\nr0 c1\nr1\n", PictureError::NoPlaces),
        ("| picture: row 1\n1 2 | s1\n1 s1:a\n2 s1:a\n", PictureError::Overlap("s1".into())),
        ("| picture: grid 1x1 board=x\na | 00\na 00:y\n", PictureError::Overlap("00".into())),
        ("| picture: edges 1x1\na b | 00\na 00:x\nb 00:x\n", PictureError::Overlap("00".into())),
        ("| picture: layers 1x1x1\na | 00\na 00\n", PictureError::NoPlaces),
    ];
    for (text, expected) in cases {
        match draw_text(text) {
            Err(error) => assert_eq!(error, expected, "{text}"),
            // Two queens of which one has no column: the other one is drawn.
            Ok(drawn) => assert!(text.contains("queens") && drawn.contains('♛'), "{text}{drawn}"),
        }
    }
    let problem = text::read("a\na\n").expect("a problem");
    let unknown = [OptionId::new(7)];
    let error = PictureError::UnknownOption(OptionId::new(7));
    for kind in [PictureKind::List, PictureKind::Row { places: 3 }] {
        let picture = Picture::new(kind);
        assert_eq!(picture.draw(&problem, &unknown, Style::default()), Err(error.clone()));
        assert_eq!(picture.svg(&problem, &[unknown]), Err(error.clone()));
    }
    let names =
        text::read("1,1 9999999999,9999999999 s1 h1,1 999,999,999\n1,1\n").expect("a problem");
    let most = usize::MAX;
    let huge = [
        PictureKind::Tiling { size: [most, most] },
        PictureKind::Layers { size: [2, most, 1] },
        PictureKind::Queens { size: [1, most] },
        PictureKind::Row { places: most },
        PictureKind::Grid { size: [most, 1] },
        PictureKind::Edges { size: [most, 0] },
    ];
    for kind in huge {
        let drawn = Picture::new(kind).draw(&names, &[OptionId::new(0)], Style::default());
        let none = matches!(drawn, Err(PictureError::TooLarge | PictureError::NoPlaces));
        assert!(none, "{kind:?}: {drawn:?}");
    }
}

/// The document, parsed, after checks that hold for all of them.
fn svg(instance: &Instance, solutions: u64) -> String {
    let found = Search::new().limit(solutions).all(&instance.problem).expect("a search").solutions;
    assert_eq!(found.len() as u64, solutions);
    let text = instance.picture.svg(&instance.problem, &found).expect("a picture");
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.attribute("role"), Some("img"));
    let title = root.first_element_child().expect("a title");
    assert_eq!((title.tag_name().name(), title.attribute("id")), ("title", Some("title")));
    assert!(title.text().is_some_and(|text| text.contains("solution")), "{text}");
    let style =
        root.children().find(|node| node.has_tag_name((NAMESPACE, "style"))).expect("a style");
    assert!(style.text().is_some_and(|css| css.contains("prefers-color-scheme:dark")));
    let panels = root.children().filter(|node| node.has_tag_name((NAMESPACE, "g"))).count();
    assert_eq!(panels as u64, solutions);
    text
}

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let texts = document.descendants().filter(|node| node.has_tag_name((NAMESPACE, "text")));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn svg_pictures_are_well_formed_and_complete() {
    let pentominoes = tiling(Board::new([1, 3, 20]).expect("a board"), "pentominoes");
    let mut letters = texts(&svg(&pentominoes, 1));
    letters.sort();
    assert_eq!(letters.concat(), "FILNPTUVWXYZ");
    let eight = texts(&svg(&pentominoes, 8));
    assert_eq!(eight.len(), 8 * 13, "twelve letters and a number each");
    let soma =
        Tiling::new(Board::new([3, 3, 3]).expect("a box"), read_pieces("soma").expect("pieces").0);
    svg(&soma.freedom(Freedom::SpaceTurns).instance().expect("an instance"), 2);
    svg(&Langford::new(7).instance().expect("an instance"), 3);
    let queens = svg(&Queens::new(6).instance().expect("an instance"), 4);
    assert_eq!(queens.matches("class=\"q\"").count(), 24);
    let squares = MacMahonSquares::new(2, [1, 6]).instance().expect("an instance");
    assert_eq!(texts(&svg(&squares, 1)).len(), 24);
    let latin = Latin::new(SymbolSquare::read("12.\n...\n...\n").expect("a square"));
    let latin = svg(&latin.instance().expect("an instance"), 1);
    assert_eq!((texts(&latin).len(), latin.matches("class=\"g\"").count()), (9, 2));
}

#[test]
fn svg_pictures_of_nothing_and_of_lists_are_well_formed() {
    let problem = text::read("<a> \"b\"&\n<a>\n\"b\"&\n").expect("a problem");
    let solution = vec![OptionId::new(0), OptionId::new(1)];
    let text = Picture::default().svg(&problem, &[solution]).expect("a picture");
    assert_eq!(texts(&text), ["<a>", "\"b\"&"]);
    let none: [Vec<OptionId>; 0] = [];
    let text = Picture::default().svg(&problem, &none).expect("a picture");
    roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(text.contains("no solution"));
}

#[test]
fn pieces_without_names_differ_in_colour_from_their_neighbours() {
    let pieces = read_pieces("1x2*any").expect("pieces").0;
    assert_eq!(pieces[0].copies, Copies::Any);
    let dominoes = Tiling::new(Board::new([1, 6, 6]).expect("a board"), pieces);
    let dominoes = dominoes.instance().expect("an instance");
    let style = Style::default().with_colour(true);
    let solution = first(&dominoes.problem);
    let text = dominoes.picture.draw(&dominoes.problem, &solution, style).expect("a drawing");
    // In a line through cells, what stands on both sides of a line between pieces has two colours.
    for line in text.lines().skip(1).step_by(2) {
        for (left, right) in line.split('│').zip(line.split('│').skip(1)) {
            let background = |text: &str| {
                text.rsplit("48;5;")
                    .next()
                    .and_then(|rest| rest.split('m').next())
                    .map(str::to_owned)
            };
            assert!(
                left.is_empty() || right.is_empty() || background(left) != background(right),
                "{line}"
            );
        }
    }
}

#[test]
fn large_boards_have_names_with_commas_and_narrow_cells() {
    let pieces = read_pieces("1x70").expect("pieces").0;
    let board = Board::new([1, 1, 70]).expect("a board");
    let instance = Tiling::new(board, pieces).instance().expect("an instance");
    assert!(instance.to_text().expect("a text").contains(" 0,0 0,1 "));
    let text = drawn(
        &tiling(Board::new([1, 1, 30]).expect("a board"), "2x3*0..1,1x30*0..1"),
        Style::default(),
    );
    assert_eq!(text.lines().count(), 3);
    assert_eq!(CellNames::of_size(&[1, 70]).name(&[0, 69]), "0,69");
}

#[test]
fn svg_pictures_have_the_names_of_rows_and_columns_in_their_margins() {
    let problem = text::read("a | 00 11\na 00:e 11:n\n").expect("a problem");
    let solution = [OptionId::new(0)];
    let plain = Picture::new(PictureKind::Grid { size: [2, 2] });
    let size = |svg: &str| {
        let document = roxmltree::Document::parse(svg).expect("well-formed XML");
        let side = |name| document.root_element().attribute(name).expect(name).parse::<usize>();
        [side("width").expect("a number"), side("height").expect("a number")]
    };
    let bare = plain.svg(&problem, &[solution]).expect("a picture");
    let named = plain.clone().with_row_names(["<Ann>", "Bob & Co"]);
    let short = named.clone().with_column_names(["Mon", "Tue"]).svg(&problem, &[solution]);
    let short = short.expect("a picture");
    assert_eq!(texts(&short), ["<Ann>", "Bob & Co", "Mon", "Tue", "e", "n"]);
    // Room for the longest name, and for a line.
    let [width, height] = size(&bare);
    assert_eq!(size(&short), [width + 8 * 9 + 8, height + 14 + 8]);
    assert!(!short.contains("rotate"));
    // Long names of columns read upwards.
    let long = named.with_column_names(["Wednesday", "Fri"]).svg(&problem, &[solution]);
    let long = long.expect("a picture");
    assert_eq!(size(&long), [width + 8 * 9 + 8, height + 9 * 9 + 8]);
    assert_eq!(long.matches("rotate(-90)").count(), 2);
    let endless = plain.with_row_names(["x".repeat(1000)]).svg(&problem, &[solution]);
    assert!(texts(&endless.expect("a picture"))[0].ends_with("x…"));
}
