//! Puzzles with rules of their own, as the page shows them: the text of each, and its drawing.

use quadrille_sudoku::variant::draw::{PictureOptions, svg};
use quadrille_sudoku::variant::format::by_name;

use crate::results::CorpusInfo;

/// Most puzzles of a corpus that are drawn: a drawing takes about two kilobytes of the page.
const MOST_DRAWN: usize = 1000;

/// What ends a text or a drawing.
const END: char = '\0';

/// The texts of all puzzles of a corpus, and the drawings, each with an end; of large corpora, and of what cannot be read,
/// the drawing is empty.
pub(super) fn texts_and_drawings(corpus: &CorpusInfo) -> [String; 2] {
    let (mut texts, mut drawings) = (String::new(), String::new());
    for puzzle in &corpus.puzzles {
        let definition = puzzle.definition.as_deref().unwrap_or_default();
        texts.extend(definition.chars().filter(|&c| c != END));
        texts.push(END);
        if corpus.puzzles.len() <= MOST_DRAWN {
            let drawing = drawing(definition).unwrap_or_default();
            drawings.extend(drawing.chars().filter(|&c| c != END));
        }
        drawings.push(END);
    }
    [texts, drawings]
}

fn drawing(definition: &str) -> Option<String> {
    let entry = by_name("text")?.read(definition).into_iter().next()?.ok()?;
    Some(svg(&entry.variant, PictureOptions::default()))
}
