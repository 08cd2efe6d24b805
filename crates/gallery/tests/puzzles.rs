//! Queens, Langford pairs, Latin squares, MacMahon squares, partridges: known numbers of solutions.

use crate::common;

use quadrille_cover::{Search, text};
use quadrille_gallery::{
    GalleryError, Instance, Langford, Latin, MacMahonSquares, Partridge, Queens, SymbolSquare,
    latin_transversals,
};
use quadrille_testkit::shared;

/// Counted as it is read back from its own text, which must be the same problem.
fn count(instance: &Instance) -> u64 {
    let written = instance.to_text().expect("a text");
    let problem = text::read(&written).expect("what is written can be read");
    let count = common::count(&problem);
    assert_eq!(common::count(&instance.problem), count);
    count
}

#[test]
fn queens_have_the_known_numbers_of_solutions() {
    // OEIS A000170.
    let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
    for (size, expected) in (1..).zip(known) {
        assert_eq!(count(&Queens::new(size).instance().expect("a board")), expected, "{size}");
    }
}

#[test]
fn queens_on_a_torus_have_the_known_numbers_of_solutions() {
    // OEIS A007705, for all sizes.
    for (size, expected) in
        [(1, 1), (2, 0), (3, 0), (4, 0), (5, 10), (6, 0), (7, 28), (8, 0), (9, 0)]
    {
        let torus = Queens::new(size).on_torus(true).instance().expect("a board");
        assert_eq!(count(&torus), expected, "{size}");
    }
}

#[test]
fn langford_pairs_have_the_known_numbers_of_solutions_and_half_of_them_without_mirror_images() {
    for (numbers, expected) in [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        let pairs = Langford::new(numbers);
        assert_eq!(count(&pairs.instance().expect("pairs")), expected, "{numbers}");
        let half = pairs.breaking_symmetry(true).instance().expect("pairs");
        assert_eq!(count(&half), expected / 2, "{numbers}");
    }
    let eleven = Langford::new(11).breaking_symmetry(true).instance().expect("pairs");
    assert_eq!(count(&eleven), 35_584 / 2);
}

#[test]
fn langford_triples_have_the_known_numbers_of_solutions_and_half_of_them_without_mirror_images() {
    // OEIS A050998, which counts one of each two mirror images.
    for (numbers, expected) in [(2, 0), (7, 0), (8, 0), (9, 3), (10, 5)] {
        let triples = Langford::new(numbers).copies(3);
        assert_eq!(count(&triples.instance().expect("triples")), 2 * expected, "{numbers}");
        let half = triples.breaking_symmetry(true).instance().expect("triples");
        assert_eq!(count(&half), expected, "{numbers}");
    }
}

fn empty(order: usize) -> Latin {
    Latin::new(SymbolSquare::empty(order).expect("an order"))
}

#[test]
fn latin_squares_have_the_known_numbers_all_and_reduced() {
    // OEIS A002860 and A000315; with the first row fixed there are (n − 1)! times the reduced ones.
    let known =
        [(1, 1, 1, 1), (2, 2, 1, 1), (3, 12, 2, 1), (4, 576, 24, 4), (5, 161_280, 1344, 56)];
    for (order, all, first_row, reduced) in known {
        let counts = [empty(order), empty(order).with_first_row(), empty(order).reduced()]
            .map(|latin| count(&latin.instance().expect("an instance")));
        assert_eq!(counts, [all, first_row, reduced], "{order}");
    }
    assert_eq!(count(&empty(6).reduced().instance().expect("an instance")), 9408);
}

#[test]
fn latin_squares_of_order_6_with_their_first_row_fixed_are_1128960() {
    let instance = empty(6).with_first_row().instance().expect("an instance");
    assert_eq!(Search::new().count(&instance.problem).expect("a search").solutions, 1_128_960);
}

#[test]
fn given_cells_of_a_latin_square_stay_as_they_are() {
    let given = |text: &str| Latin::new(SymbolSquare::read(text).expect("a square"));
    assert_eq!(count(&given("1234\n2...\n3...\n4...\n").instance().expect("an instance")), 4);
    assert_eq!(count(&given("1 2\n. .\n").instance().expect("an instance")), 1);
    assert_eq!(count(&given("12\n12\n").instance().expect("an instance")), 0);
    // What is given goes before the order of the first row.
    assert_eq!(count(&given("21\n..\n").with_first_row().instance().expect("an instance")), 1);
}

#[test]
fn orthogonal_mates_of_the_cyclic_squares_are_counted() {
    // Up to the names of the symbols of the mate; there are none for even orders (Euler).
    for (order, expected) in [(1, 1), (2, 0), (3, 1), (4, 0), (5, 3), (6, 0), (7, 635)] {
        let cyclic = SymbolSquare::cyclic(order).expect("an order");
        let mates = empty(order).with_first_row().orthogonal_to(cyclic);
        assert_eq!(count(&mates.instance().expect("an instance")), expected, "{order}");
    }
    let klein = SymbolSquare::read("1234\n2143\n3412\n4321\n").expect("a square");
    let mates = empty(4).with_first_row().orthogonal_to(klein);
    assert_eq!(count(&mates.instance().expect("an instance")), 2);
}

#[test]
fn transversals_of_the_cyclic_squares_have_the_known_numbers() {
    // OEIS A006717 for odd orders.
    for (order, expected) in [(1, 1), (2, 0), (3, 3), (4, 0), (5, 15), (6, 0), (7, 133), (9, 2025)]
    {
        let square = SymbolSquare::cyclic(order).expect("an order");
        assert_eq!(count(&latin_transversals(&square).expect("an instance")), expected, "{order}");
    }
}

#[test]
fn malformed_squares_are_told_with_line_and_column() {
    let cases = [
        ("", "1:1: no rows: expected a square of symbols"),
        ("12\n1\n", "2:1: 1 symbol: expected 2, as in the first row"),
        ("12\n121\n", "2:3: 3 symbols: expected 2, as in the first row"),
        ("12\n21\n12\n", "3:2: row 3: expected 2 rows, as many as symbols in a row"),
        ("123\n231\n", "2:1: 2 rows: expected 3, as many as symbols in a row"),
        ("12\n1?\n", "2:2: symbol '?': expected `.` or 1 to 2"),
        ("1\n1\n", "2:1: row 2: expected 1 row, as many as symbols in a row"),
        ("?\n", "1:1: symbol '?': expected `.` or 1"),
        ("1 2\n\n1 12\n", "3:3: symbol \"12\": expected `.` or 1 to 2"),
        ("1,2\n1,é\n", "2:3: symbol 'é': expected `.` or 1 to 2"),
    ];
    for (text, message) in cases {
        assert_eq!(SymbolSquare::read(text).unwrap_err().to_string(), message, "{text:?}");
    }
    let numbers =
        SymbolSquare::read(&format!("{}\n", ".,".repeat(70)).repeat(70)).expect("a square");
    assert_eq!(numbers.order(), 70);
}

#[test]
fn squares_that_are_not_latin_have_no_transversals_or_mates() {
    let square = SymbolSquare::read("12\n1.\n").expect("a square");
    assert!(matches!(latin_transversals(&square), Err(GalleryError::Contradiction(_))));
    let other_order = empty(3).orthogonal_to(SymbolSquare::cyclic(4).expect("an order"));
    let message = other_order.instance().unwrap_err().to_string();
    assert_eq!(message, "a square of order 4: expected 3, as the other one");
}

#[test]
fn macmahon_squares_fill_small_boards_in_the_known_numbers_of_ways() {
    let known = [
        (2, [1, 6], None, 1920),
        (3, [2, 4], Some(0), 1856),
        (3, [3, 3], Some(0), 9904),
        (2, [1, 7], None, 0),
        (1, [1, 1], Some(0), 1),
        (1, [1, 2], None, 0),
    ];
    for (colours, size, border, expected) in known {
        let squares = MacMahonSquares::new(colours, size).border(border);
        assert_eq!(
            count(&squares.instance().expect("an instance")),
            expected,
            "{colours} {size:?}"
        );
    }
}

#[test]
fn macmahon_had_twenty_four_squares_of_three_colours() {
    for (colours, expected) in [(1u8, 1), (2, 6), (3, 24), (4, 70), (5, 165)] {
        let instance = MacMahonSquares::new(colours, [1, 1]).instance().expect("an instance");
        let text = instance.to_text().expect("a text");
        let items = text.lines().find(|line| !line.starts_with('|')).expect("items");
        let named =
            |name: &&str| name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        assert_eq!(items.split(' ').filter(named).count(), expected, "{colours}");
    }
}

#[test]
fn small_partridges_have_no_solution_but_the_smallest() {
    for (order, expected) in [(1, 1), (2, 0), (3, 0), (4, 0)] {
        assert_eq!(
            count(&Partridge::new(order).instance().expect("an instance")),
            expected,
            "{order}"
        );
    }
    let eight = Partridge::new(8).breaking_symmetry(true).instance().expect("an instance");
    // A quarter of the places of the unit square, and all (37 − k)² of each other one.
    let placements: usize = (2..=8).map(|side: usize| (37 - side).pow(2)).sum();
    assert_eq!(eight.problem.option_count(), placements + 36 * 36 / 4);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let refused = [
        Queens::new(0).instance(),
        Queens::new(usize::MAX).instance(),
        Queens::new(100_000).instance(),
        Langford::new(0).instance(),
        Langford::new(3).copies(1).instance(),
        Langford::new(usize::MAX).copies(usize::MAX).instance(),
        Langford::new(100_000).instance(),
        Partridge::new(0).instance(),
        Partridge::new(u16::MAX).instance(),
        MacMahonSquares::new(0, [1, 1]).instance(),
        MacMahonSquares::new(27, [1, 1]).instance(),
        MacMahonSquares::new(3, [0, 1]).instance(),
        MacMahonSquares::new(3, [usize::MAX, 2]).instance(),
        MacMahonSquares::new(26, [1000, 1000]).instance(),
    ];
    for (number, instance) in refused.into_iter().enumerate() {
        let error = instance.expect_err("too small or too large");
        let sized =
            matches!(error, GalleryError::OutOfRange { .. } | GalleryError::TooLarge { .. });
        assert!(sized, "{number}: {error}");
    }
    assert!(SymbolSquare::empty(0).is_err());
    assert!(SymbolSquare::cyclic(usize::MAX).is_err());
}

#[test]
fn instances_have_as_many_solutions_as_those_of_others() {
    let Some(folder) = shared::data_folder_or_skip("instances of others") else { return };
    let known = shared::counts(&folder).expect("counts");
    let ours: Vec<(&str, Result<Instance, GalleryError>)> = vec![
        ("queens-8", Queens::new(8).instance()),
        ("queens-knuth-10", Queens::new(10).instance()),
        ("queens-torus-7", Queens::new(7).on_torus(true).instance()),
        ("langford-7", Langford::new(7).instance()),
        ("latin-4-reduced", empty(4).reduced().instance()),
        ("latin-6-reduced", empty(6).reduced().instance()),
        ("macmahon2-1x6", MacMahonSquares::new(2, [1, 6]).instance()),
        ("macmahon3-2x4-bordera", MacMahonSquares::new(3, [2, 4]).border(Some(0)).instance()),
        ("macmahon3-3x3-bordera", MacMahonSquares::new(3, [3, 3]).border(Some(0)).instance()),
        ("partridge-3", Partridge::new(3).instance()),
        ("partridge-4", Partridge::new(4).instance()),
        ("transversal-Z7", SymbolSquare::cyclic(7).and_then(|square| latin_transversals(&square))),
        ("transversal-Z8", SymbolSquare::cyclic(8).and_then(|square| latin_transversals(&square))),
    ];
    for (name, ours) in ours {
        let row = known.iter().find(|row| row.file == format!("{name}.dlx")).expect(name);
        let ours = ours.expect("an instance");
        assert_eq!(count(&ours), row.count, "{name}");
        let theirs = text::read(&row.contents).expect("a problem");
        assert_eq!(ours.problem.option_count(), theirs.option_count(), "{name}: options");
    }
}

#[test]
fn a_border_in_a_colour_that_no_square_has_is_told_by_letters() {
    let message = |colours, border| {
        let squares = MacMahonSquares::new(colours, [2, 2]).border(Some(border));
        squares.instance().unwrap_err().to_string()
    };
    assert_eq!(message(3, 25), "colour of the border: expected `a` to `c`, found `z`");
    assert_eq!(message(1, 1), "colour of the border: expected `a`, found `b`");
    assert_eq!(message(26, 255), "colour of the border: expected `a` to `z`, found `255`");
}

#[test]
fn symbols_that_are_written_as_letters_are_told_as_letters() {
    let message = |order: usize, word: &str| {
        let row = format!("{word}{}\n", ".".repeat(order - 1));
        SymbolSquare::read(&row).unwrap_err().to_string()
    };
    assert_eq!(message(9, "a"), "1:1: symbol 'a': expected `.` or 1 to 9");
    assert_eq!(message(10, "b"), "1:1: symbol 'b': expected `.`, 1 to 9 or a");
    assert_eq!(message(12, "z"), "1:1: symbol 'z': expected `.`, 1 to 9 or a to c");
    assert_eq!(message(40, "Z"), "1:1: symbol 'Z': expected `.`, 1 to 9, a to z or A to E");
    let numbers = SymbolSquare::read(&format!("13{}\n", " .".repeat(11))).unwrap_err();
    assert_eq!(numbers.to_string(), "1:1: symbol \"13\": expected `.` or 1 to 12");
}

#[test]
fn given_symbols_that_leave_no_latin_square_are_warned_of() {
    let given = |text: &str| Latin::new(SymbolSquare::read(text).expect("a square"));
    let mate = || SymbolSquare::cyclic(3).expect("an order");
    let cases = [
        (given("11\n..\n"), "symbol 1 stands twice in row 1, counted from 1"),
        (given("1.\n1.\n"), "symbol 1 stands twice in column 1, counted from 1"),
        (given("21\n..\n").reduced(), "symbol 2 stands twice in column 1, counted from 1"),
        (
            given(".2.\n.2.\n...\n").with_first_row(),
            "symbol 2 stands twice in column 2, counted from 1",
        ),
        (given("12.\n..3\n...\n"), "no symbol is left for the cell p02"),
        // The cyclic square has 2 at both places.
        (
            given(".1.\n1..\n...\n").orthogonal_to(mate()),
            "symbol 1 stands twice where the other square has 2",
        ),
        (given("1..\n.2.\n3..\n").orthogonal_to(mate()), "no symbol is left for the cell p02"),
    ];
    for (latin, reason) in cases {
        let instance = latin.instance().expect("an instance");
        assert_eq!(instance.warnings, [format!("no solution: {reason}")]);
        assert_eq!(count(&instance), 0, "{reason}");
    }
    let sound =
        [given("12\n..\n").reduced(), given("1..\n...\n..1\n"), empty(3).orthogonal_to(mate())];
    for latin in sound {
        let instance = latin.instance().expect("an instance");
        assert_eq!(instance.warnings, [""; 0]);
        assert!(count(&instance) > 0);
    }
}

#[test]
fn comments_and_warnings_of_small_puzzles_tell_one_from_many() {
    let squares = MacMahonSquares::new(1, [1, 2]).instance().expect("an instance");
    assert_eq!(squares.comments[0], "macmahon squares: 1 square of 1 colour on 1x2");
    assert_eq!(squares.warnings, ["1 square and 2 cells: no solution"]);
    let langford = Langford::new(1).instance().expect("an instance");
    assert_eq!(
        langford.comments[0],
        "langford 1: 2 copies each of 1, m numbers between those of m"
    );
}
