//! Good texts with something changed at random: no panic, errors lie in the text, and what is read all the same is
//! written and read just so again.

use quadrille_sudoku::variant::format::Format;
use quadrille_sudoku::variant::{Kind, Rules, Variant};
use quadrille_testkit::SplitMix64;

use super::round_trip::killer;
use super::{NAMES, format};
use crate::variant_random;

/// What is put in the place of something.
const PIECES: [&str; 24] = [
    "0",
    "1",
    "9",
    "17",
    "-1",
    "255",
    "99999999999",
    ".",
    "~",
    ":",
    "=",
    "+",
    "J",
    "R1C1",
    "\"",
    "null",
    "[",
    "]",
    "{}",
    ",",
    " ",
    "\n",
    "é",
    "<",
];

/// A text with some changes.
fn changed(text: &str, rng: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.between(1, 3) {
        let at = rng.below(chars.len() + 1);
        let end = (at + rng.below(4)).min(chars.len());
        match rng.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let piece: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, piece);
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len())];
                chars.splice(at..end, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

fn check(format: &dyn Format, text: &str) -> usize {
    format.recognises(text);
    let lines = text.lines().count().max(1);
    let mut read = 0;
    for result in format.read(text) {
        match result {
            Ok(entry) => {
                read += 1;
                assert!((1..=lines).contains(&entry.line), "{text}");
                let Ok(written) = format.write(std::slice::from_ref(&entry.variant)) else {
                    continue;
                };
                let again = format.read(&written).remove(0).expect("what was written is read");
                assert_eq!(again.variant.rules(), entry.variant.rules(), "{text}\n{written}");
                for cell in 0..again.variant.board().cells() {
                    let of = |variant: &Variant| variant.candidates(cell);
                    assert_eq!(of(&again.variant), of(&entry.variant), "{cell}: {text}\n{written}");
                }
            }
            Err(error) => {
                assert!(
                    error.column >= 1 && (1..=lines + 1).contains(&error.line),
                    "{error}: {text}"
                );
                assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error}");
            }
        }
    }
    read
}

#[test]
fn changed_texts_are_errors_or_puzzles_that_come_back() {
    let mut rng = SplitMix64::new(2_027);
    for name in NAMES {
        let mut texts = Vec::new();
        while texts.len() < 25 {
            let variant = match name {
                _ if name.starts_with("killer") => killer(&mut rng),
                "jigsaw" => Variant::new(Rules::from(variant_random::board(&mut rng).0)),
                "sudokupad" => variant_random::variant(Kind::Cage, &mut rng),
                _ => {
                    let (kind, _) = Kind::ALL[rng.below(Kind::ALL.len())];
                    variant_random::variant(kind, &mut rng)
                }
            };
            let Ok(text) = format(name).write(&[variant]) else { continue };
            // What is in a link, rather than its letters.
            let payload =
                text.trim_end().rsplit_once("load=").or(text.trim_end().rsplit_once("scl"));
            let inner = payload.and_then(|(_, payload)| lz_str::decompress_from_base64(payload));
            texts.push(match inner {
                Some(json) if name != "iss" => String::from_utf16(&json).expect("a text"),
                _ => text,
            });
        }
        let (mut read, mut refused) = (0, 0);
        for text in &texts {
            for _ in 0..60 {
                match check(format(name), &changed(text, &mut rng)) {
                    0 => refused += 1,
                    _ => read += 1,
                }
            }
        }
        assert!(read > 20 && refused > 100, "{name}: {read}, {refused}");
    }
}
