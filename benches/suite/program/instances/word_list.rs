//! A word rectangle, of words that nobody speaks.

use quadrille_gallery::words::{Rectangle, WordList};
use quadrille_testkit::SplitMix64;

use super::{Instance, Known, Made};

/// As it happened to come out; `links`, `bits` and `hybrid` agree.
const SOLUTIONS: u64 = 10_092;

/// Rectangles of four rows and five columns.
pub(super) fn instance() -> Instance {
    Instance::new("words 4x5", Known::Count(SOLUTIONS), problems)
}

fn problems() -> Made {
    let mut rng = SplitMix64::new(45);
    let words: Vec<String> =
        [(4, 500), (5, 500)].iter().flat_map(|&(l, n)| words(&mut rng, l, n)).collect();
    let list = WordList::read(&words.join(" "));
    Ok(vec![Rectangle::new(&list, 4, 5).instance()?.problem.matrix().clone()])
}

/// Consonants and vowels in turn, either first, so that many words cross.
fn words(rng: &mut SplitMix64, letters: usize, count: usize) -> Vec<String> {
    let kinds: [&[u8]; 2] = [b"bcdfglmnprst", b"aeiou"];
    let mut word = || {
        let first = rng.below(2);
        let letter = |place: usize| {
            let kind = kinds[(first + place) % 2];
            char::from(kind[rng.below(kind.len())])
        };
        (0..letters).map(letter).collect()
    };
    (0..count).map(|_| word()).collect()
}
