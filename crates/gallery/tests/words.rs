//! Word rectangles, word squares and crosswords, against what trying all words finds.

use crate::common;

use std::collections::{BTreeSet, HashSet};

use quadrille_cover::Search;
use quadrille_gallery::picture::{PictureKind, Style};
use quadrille_gallery::words::{Crossword, Rectangle, WordList};
use quadrille_gallery::{GalleryError, Instance};
use quadrille_testkit::{dlx, shared};

/// Put together for these tests.
const WORDS: &str = "\
# one and two letters
a i o ad ah ai am an as at be do go ha he hi ho in is it me my no of oh on or pa so to up us we
# three letters
ace act add age ago aid air ale all and ant any ape are ark arm art ash ask ate bad bag ban bar bat
bed bee bet bid big bit bow box boy bud bug bus but buy can cap car cat cow cry cub cup cut dad day
den did die dig dim dip dog dot dry due ear eat eel egg elm end era eve ewe eye fan far fat fed fee
few fig fin fir fit fix fly foe fog for fox fun fur gap gas gem get god got gum gun had ham has hat
tea ten the tie tin tip toe ton too top tow toy try tub two use van vet war was way web wet who win
";

fn count(instance: &Instance) -> u64 {
    common::count(&instance.problem)
}

/// All fillings of a board of rows × columns, each as its rows, by trying all words across.
fn by_hand(list: &WordList, rows: usize, columns: usize) -> Vec<Vec<String>> {
    let across: Vec<&str> = list.of_length(columns).collect();
    let down: HashSet<&str> = list.of_length(rows).collect();
    let boards = across.len().pow(rows as u32);
    let board = |code: usize| -> Vec<&str> {
        (0..rows).map(|row| across[code / across.len().pow(row as u32) % across.len()]).collect()
    };
    let column = |board: &[&str], c: usize| -> String {
        // All letters of the lists here are in ASCII.
        board.iter().map(|row| &row[c..=c]).collect()
    };
    let fits = |board: &Vec<&str>| (0..columns).all(|c| down.contains(&*column(board, c)));
    let found = (0..boards).map(board).filter(fits);
    found.map(|board| board.into_iter().map(str::to_owned).collect()).collect()
}

fn columns_of(board: &[String], columns: usize) -> Vec<String> {
    let column = |c: usize| board.iter().filter_map(|row| row.chars().nth(c)).collect();
    (0..columns).map(column).collect()
}

#[test]
fn rectangles_are_those_that_trying_all_words_finds() {
    let list = WordList::read(WORDS);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (1, 2), (2, 1)] {
        let all = by_hand(&list, rows, columns);
        assert!(!all.is_empty(), "{rows}x{columns}");
        let instance = Rectangle::new(&list, rows, columns).instance().unwrap();
        assert_eq!(count(&instance), all.len() as u64, "{rows}x{columns}");
        let distinct = |board: &&Vec<String>| {
            let words: Vec<String> =
                board.iter().cloned().chain(columns_of(board, columns)).collect();
            words.iter().collect::<HashSet<_>>().len() == words.len()
        };
        let expected = all.iter().filter(distinct).count() as u64;
        let instance = Rectangle::new(&list, rows, columns).distinct(true).instance().unwrap();
        assert_eq!(count(&instance), expected, "{rows}x{columns}, distinct");
    }
}

#[test]
fn squares_are_the_rectangles_that_read_the_same_both_ways() {
    let list = WordList::read(WORDS);
    for size in [2, 3] {
        let mut symmetric = by_hand(&list, size, size);
        symmetric.retain(|board| columns_of(board, size) == *board);
        let instance = Rectangle::square(&list, size).instance().unwrap();
        assert_eq!(count(&instance), symmetric.len() as u64);
        assert!(!symmetric.is_empty());
        symmetric.retain(|board| board.iter().collect::<HashSet<_>>().len() == size);
        let instance = Rectangle::square(&list, size).distinct(true).instance().unwrap();
        assert_eq!(count(&instance), symmetric.len() as u64, "{size}, distinct");
    }
}

#[test]
fn known_instances_are_rebuilt_from_their_words() {
    let Some(folder) = shared::data_folder_or_skip("word rectangles with known counts") else {
        return;
    };
    let mut rows = 0;
    for row in shared::counts(&folder).unwrap().iter().filter(|row| row.file.starts_with("words")) {
        let theirs = dlx::parse(&row.contents).unwrap();
        let lines =
            |letter| theirs.items.iter().filter(|item| item.name.starts_with(letter)).count();
        let (across, down, square) = (lines('R'), lines('C'), lines('L'));
        // The words of the options whose line begins with a letter.
        let list = |letter: char| {
            let mut words = BTreeSet::new();
            for option in &theirs.options {
                if theirs.items[option.entries[0].item].name.starts_with(letter) {
                    let letters = option.entries.iter().filter_map(|e| e.colour.as_deref());
                    words.insert(letters.collect::<String>());
                }
            }
            WordList::read(&words.into_iter().collect::<Vec<_>>().join("\n"))
        };
        let [words, words_down, words_both] = ['R', 'C', 'L'].map(list);
        let instance = match square {
            0 => Rectangle::new(&words, across, down).down(&words_down).instance().unwrap(),
            size => Rectangle::square(&words_both, size).instance().unwrap(),
        };
        assert_eq!(count(&instance), row.count, "{}", row.file);
        assert_eq!(instance.problem.option_count(), theirs.options.len(), "{}", row.file);
        rows += 1;
    }
    assert!(rows >= 7, "{rows}");
}

#[test]
fn a_crossword_without_black_squares_is_a_rectangle() {
    let list = WordList::read(WORDS);
    let open = Crossword::read("...\n...\n").unwrap().instance(&list).unwrap();
    assert_eq!(count(&open), by_hand(&list, 2, 3).len() as u64);
    let distinct = Crossword::read("..\n..\n").unwrap().distinct(true).instance(&list).unwrap();
    assert_eq!(
        count(&distinct),
        count(&Rectangle::new(&list, 2, 2).distinct(true).instance().unwrap())
    );
}

#[test]
fn slots_are_numbered_as_in_crosswords() {
    let list = WordList::read("ab abc abcd");
    let crossword = Crossword::read("\n  ....#\n  .#..#\n  .....\n  ##.#.\n\n").unwrap();
    let instance = crossword.instance(&list).unwrap();
    let matrix = instance.problem.matrix();
    let slots: Vec<&String> =
        matrix.primary_items().filter_map(|item| instance.problem.item(item)).collect();
    // 1 . 2 3 #
    // . # 4 . #
    // 5 . . . 6
    // # # . # .
    assert_eq!(slots, ["1a", "4a", "5a", "1d", "2d", "3d", "6d"]);
    assert_eq!(instance.warnings, ["no solution: no word of the list fits 5a"]);
}

#[test]
fn shorter_runs_are_no_slots_when_words_are_to_be_longer() {
    let list = WordList::read("abc bcd");
    let instance = Crossword::read("...\n#.#\n").unwrap().shortest(3).instance(&list).unwrap();
    assert_eq!(count(&instance), 2);
    assert_eq!(instance.warnings, ["white squares that are in no word: 1"]);
}

#[test]
fn a_square_alone_is_no_word_even_if_words_may_have_one_letter() {
    let list = WordList::read("aab bb i");
    let row = Crossword::read("##\n..\n").unwrap().shortest(1);
    assert_eq!(count(&row.instance(&list).unwrap()), 1);
    let beside = Crossword::read("..#.\n").unwrap().shortest(1).instance(&list).unwrap();
    assert_eq!(count(&beside), 1);
    assert_eq!(beside.warnings, ["white squares that are in no word: 1"]);
}

#[test]
fn a_diagram_without_a_run_is_refused() {
    let message = |diagram: &str, shortest: usize| {
        let crossword = Crossword::read(diagram).unwrap().shortest(shortest);
        let error = crossword.instance(&WordList::read("on")).unwrap_err();
        assert!(matches!(error, GalleryError::NothingToCover(_)), "{error}");
        error.to_string()
    };
    let expected = |least: usize| {
        format!("no room for a word: expected a run of {least} or more white squares")
    };
    for diagram in ["#\n", ".\n", ".#\n#.\n"] {
        assert_eq!(message(diagram, 2), expected(2));
        assert_eq!(message(diagram, 1), expected(2));
    }
    assert_eq!(message("..\n", 3), expected(3));
}

#[test]
fn words_and_letters_tell_one_from_many() {
    let list = WordList::read("on");
    assert_eq!(list.to_string(), "1 word");
    let crossword = Crossword::read("..\n").unwrap().instance(&list).unwrap();
    assert_eq!(crossword.comments[0], "crossword of 1x2 squares with 1 word");
    let square = Rectangle::square(&list, 1).instance().unwrap();
    assert_eq!(square.comments[0], "word squares of 1 row");
    assert_eq!(square.warnings, ["no solution: the list has no word of 1 letter"]);
    let error = Crossword::read("..\n.\n").unwrap_err();
    assert!(error.message().starts_with("end of line after 1 square: expected 2"), "{error}");
}

#[test]
fn letters_in_the_diagram_hold() {
    let list = WordList::read(WORDS);
    let all = by_hand(&list, 3, 3);
    let with = all.iter().filter(|board| board[0].starts_with('a') && board[2].ends_with('t'));
    let crossword = Crossword::read("A..\n...\n..T\n").unwrap();
    let expected = with.count() as u64;
    assert!(expected > 0);
    assert_eq!(count(&crossword.clone().fold(true).instance(&list).unwrap()), expected);
    assert_eq!(count(&crossword.instance(&list).unwrap()), 0);
}

#[test]
fn a_solution_is_drawn_with_its_letters() {
    let list = WordList::read("été est ton en");
    let instance = Crossword::read("é..\n#.#\nx#.\n").unwrap().instance(&list).unwrap();
    assert_eq!(instance.picture.kind(), PictureKind::Grid { size: [3, 3] });
    let drawn = |instance: &Instance| {
        let solution = Search::new().first(&instance.problem).unwrap().solution.unwrap();
        let style = Style::default().with_ascii(true);
        instance.picture.draw(&instance.problem, &solution, style).unwrap()
    };
    // No word of two letters begins with a t.
    assert_eq!(count(&instance), 0);
    let list = WordList::read("été te");
    let instance = Crossword::read("é..\n#.#\nx#.\n").unwrap().instance(&list).unwrap();
    assert_eq!(count(&instance), 1);
    let text = drawn(&instance);
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    assert_eq!(letters, "étéex", "{text}");
    let square = Rectangle::square(&WordList::read("it to"), 2).instance().unwrap();
    let letters: String = drawn(&square).chars().filter(|c| c.is_alphabetic()).collect();
    assert_eq!(letters, "itto");
}

#[test]
fn boards_with_more_than_ten_lines_have_names_that_are_no_words() {
    // As a cell, row 10 and column 11 would be `ab`.
    let list = WordList::read("ab abababababab");
    let instance = Rectangle::new(&list, 2, 12).distinct(true).instance().unwrap();
    assert!(instance.to_text().unwrap().contains("\nr1 abababababab 1,0:a 1,1:b "));
}

#[test]
fn words_are_read_from_any_text() {
    let list = WordList::read("\u{feff}été Été\r\n  # no word\nétang x-ray né:e 2nd été\n\nнебо");
    assert_eq!(list.of_length(3).collect::<Vec<_>>(), ["été", "Été"]);
    assert_eq!((list.len(), list.repeated(), list.other()), (4, 1, 3));
    assert_eq!(list.to_string(), "4 words; ignored: 1 repeated, 3 with more than letters (x-ray)");
    let folded = WordList::read_folded("Été été ÉTÉ ΣΑΣ σας");
    assert_eq!(folded.of_length(3).collect::<Vec<_>>(), ["été", "σασ"]);
    assert_eq!(folded.repeated(), 3);
    assert!(WordList::read("# nothing").is_empty());
}

#[test]
fn what_has_no_word_is_told() {
    let list = WordList::read("one two");
    let instance = Rectangle::new(&list, 2, 3).instance().unwrap();
    assert_eq!(instance.warnings, ["no solution: the list has no word of 2 letters"]);
    assert_eq!(count(&instance), 0);
    let error = Rectangle::new(&list, 0, 3).instance().unwrap_err();
    assert_eq!(error.to_string(), "rows: expected 1 to 1000, found 0");
    let many: String = (0..20_000_u32)
        .map(|n| {
            let digit = |place: u32| char::from(b'a' + (n / 10_u32.pow(place) % 10) as u8);
            (0..5).map(digit).chain([' ']).collect::<String>()
        })
        .collect();
    let error = Rectangle::new(&WordList::read(&many), 1000, 5).instance().unwrap_err();
    assert!(matches!(error, GalleryError::TooLarge { .. }), "{error}");
}

#[test]
fn diagrams_that_are_none_are_told_where_and_why() {
    let symbols = "expected `#` for a black square, `.` for a white one, or a letter";
    let cases = [
        ("#.1\n", (1, 3), format!("'1': {symbols}")),
        ("..\n. |\n", (2, 3), format!("'|': {symbols}")),
        ("\n é.\n ...\n", (3, 4), "one more square: expected 2, as in the first row".into()),
        (
            "...\n..\n",
            (2, 3),
            "end of line after 2 squares: expected 3, as in the first row".into(),
        ),
        (
            "...\n\n...\n",
            (2, 1),
            "end of line after 0 squares: expected 3, as in the first row".into(),
        ),
        (" \n\n", (1, 1), "end of text: expected a row of squares".into()),
    ];
    for (text, position, message) in cases {
        let error = Crossword::read(text).unwrap_err();
        assert_eq!(error.position(), Some(position), "{text}");
        assert_eq!(error.message(), message, "{text}");
    }
    let error = Crossword::read(&"#".repeat(1001)).unwrap_err();
    assert_eq!(error.to_string(), "columns: expected 1 to 1000, found 1001");
    let error = Crossword::read("..").unwrap().shortest(0).instance(&WordList::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "letters of the shortest word: expected 1 to 1000, found 0"
    );
}
