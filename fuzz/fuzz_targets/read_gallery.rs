//! Any text, read as each of the things that puzzles are made of: no panic, errors on one line with a
//! place in the text, and what is accepted makes a problem that can be written, read back and drawn.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_cover::{Search, text};
use quadrille_gallery::graphs::{Colouring, Graph, Matching};
use quadrille_gallery::picture::{Picture, Style};
use quadrille_gallery::polyform::{Board, Piece, Tiling, draw_board, draw_pieces, read_pieces};
use quadrille_gallery::roster::Roster;
use quadrille_gallery::words::{Crossword, Rectangle, WordList};
use quadrille_gallery::{GalleryError, Instance, Latin, SymbolSquare};

fuzz_target!(|text: &str| {
    // The first line says how large things are, so that most inputs are small problems.
    let size = 1 + text.len() % 3;
    let of_graph = |graph: &Graph| {
        check(text, Colouring::new(graph, size).instance());
        check(text, Matching::new(graph).instance());
    };
    look(text, Graph::parse(text), of_graph);
    look(text, Roster::read(text), |roster: &Roster| check(text, roster.instance()));
    look(text, SymbolSquare::read(text), |square: &SymbolSquare| {
        check(text, Latin::new(square.clone()).instance());
    });
    look(text, draw_board(text), |board: &Board| {
        if let Ok((pieces, _)) = read_pieces("tetrominoes") {
            check(text, Tiling::new(board.clone(), pieces).instance());
        }
    });
    let of_pieces = |pieces: &Vec<Piece>| {
        if let Ok(board) = Board::new([1, 3, 1 + size]) {
            check(text, Tiling::new(board, pieces.clone()).instance());
        }
    };
    look(text, draw_pieces(text), of_pieces);
    // Not a file: its errors have no place.
    if let Ok((pieces, _)) = read_pieces(text) {
        of_pieces(&pieces);
    }
    let words = WordList::read(text);
    check(text, Rectangle::new(&words, size, 2).instance());
    look(text, Crossword::read(text), |crossword: &Crossword| {
        check(text, crossword.instance(&words));
    });
    if let Some(picture) = Picture::find(text) {
        assert_eq!(Picture::find(&format!("| {}\n", picture.comment())), Some(picture));
    }
});

fn look<T>(text: &str, read: Result<T, GalleryError>, then: impl FnOnce(&T)) {
    match read {
        Ok(value) => then(&value),
        Err(error) => told(text, &error),
    }
}

fn told(text: &str, error: &GalleryError) {
    let message = error.to_string();
    assert!(!message.contains(['\n', '\r']), "{message:?}");
    if let Some((line, column)) = error.position() {
        // Behind the end of the line, where something is missing.
        let found = text.split('\n').nth(line - 1).unwrap_or_default();
        assert!((1..=found.chars().count() + 1).contains(&column), "{message}");
    }
}

fn check(text: &str, instance: Result<Instance, GalleryError>) {
    let instance = match instance {
        Ok(instance) => instance,
        Err(error) => return told(text, &error),
    };
    let Ok(written) = instance.to_text() else { return };
    let again = text::read(&written).expect("what was written can be read");
    assert_eq!(again.matrix().option_count(), instance.problem.matrix().option_count());
    let first = Search::new().node_budget(500).first(&again).expect("it is sound");
    if let (Some(solution), Some(picture)) = (first.solution(), Picture::find(&written)) {
        // Whatever has a picture line of ours can be drawn.
        picture.draw(&again, solution, Style::default()).expect("a drawing");
        picture.svg(&again, &[solution]).expect("a drawing");
    }
}
