//! What is known of each puzzle, small: JSON that says what there is, and packed bytes.
//!
//! The bytes are sections one behind the other, compressed together, 13 bits in two characters. Of each
//! corpus: the texts of its puzzles, a line each, or packed ([`pack_classic`]); for each puzzle the number of its
//! file, its line there, its size, how many solutions are known; if they are variants, their texts in full, and drawings, each
//! with a 0 behind it. Of each engine on each corpus, for each puzzle:
//! what became of it, how many solutions it claims, its nodes, its time. Numbers are LEB128, those that may be
//! missing are one more and 0 if they are. Times and nodes are codes of 16 bits with three digits, as they are
//! shown everywhere; nodes up to 9,999 are exact.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};

use crate::analysis::unit_times;
use crate::definition::Kind;
use crate::plot::scatter_notes;
use crate::results::{CorpusInfo, Outcome, Results, Series};
use crate::show::{number, seconds};

use super::variants::texts_and_drawings;

/// What the script of the page needs: JSON, and bytes as [`text`].
pub(super) struct Packed {
    pub(super) json: String,
    pub(super) bytes: String,
}

pub(super) fn pack(results: &Results) -> io::Result<Packed> {
    let mut sections = Sections::default();
    let corpora: Vec<Value> =
        results.corpora.iter().map(|corpus| add_corpus(corpus, &mut sections)).collect();
    // The script shows neither repetitions of an engine nor, one by one, what a scaling study has.
    let is_shown = |series: &&Series| {
        let engine = results.engines.get(series.engine);
        results.scaling.is_none() && engine.is_some_and(|engine| engine.control_of.is_none())
    };
    let shown = results.series.iter().filter(is_shown);
    let series: Vec<Value> = shown.map(|series| add_series(series, &mut sections)).collect();
    // What codes are too coarse to count.
    let pairs = (0..results.corpora.len()).map(|corpus| {
        let notes = scatter_notes(results, corpus).into_iter();
        notes
            .map(|([one, other], note)| (format!("{one} {other}"), note))
            .collect::<BTreeMap<_, _>>()
    });
    let engines = results.engines.iter().map(|engine| json!({ "name": engine.name }));
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&sections.bytes)?;
    let compressed = encoder.finish()?;
    let json = json!({
        "engines": engines.collect::<Vec<_>>(),
        "corpora": corpora,
        "series": series,
        "pairs": pairs.collect::<Vec<_>>(),
        "sections": sections.lengths,
        "compressed": compressed.len(),
    });
    Ok(Packed { json: json.to_string(), bytes: text(&compressed) })
}

/// Bytes as text: 13 bits in two of the 91 characters that stand for themselves in HTML, `!` to `~` without
/// `&`, `<` and `>`; the low digit first. An eighth shorter than base64.
fn text(bytes: &[u8]) -> String {
    let alphabet: Vec<char> = ('!'..='~').filter(|c| !matches!(c, '&' | '<' | '>')).collect();
    let mut text = String::with_capacity(bytes.len() * 5 / 4 + 2);
    let (mut bits, mut count) = (0u32, 0);
    let put = |bits: u32, text: &mut String| {
        let value = (bits & 0x1fff) as usize;
        text.extend([value % 91, value / 91].map(|digit| alphabet[digit]));
    };
    for &byte in bytes {
        bits |= u32::from(byte) << count;
        count += 8;
        if count >= 13 {
            put(bits, &mut text);
            (bits, count) = (bits >> 13, count - 13);
        }
    }
    if count > 0 {
        put(bits, &mut text);
    }
    text
}

#[derive(Default)]
struct Sections {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

impl Sections {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len());
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let mut bytes = Vec::new();
        for mut number in numbers {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        self.add(&bytes);
    }

    /// Low and high halves apart: the high ones are nearly the same everywhere, and compress.
    fn codes(&mut self, codes: &[u16]) {
        self.add(&codes.iter().map(|code| *code as u8).collect::<Vec<_>>());
        self.add(&codes.iter().map(|code| (code >> 8) as u8).collect::<Vec<_>>());
    }

    fn optional(&mut self, numbers: &[Option<u64>]) {
        self.numbers(numbers.iter().map(|it| it.map_or(0, |number| number.saturating_add(1))));
    }
}

fn add_corpus(corpus: &CorpusInfo, sections: &mut Sections) -> Value {
    let mut sources: Vec<&str> = Vec::new();
    let mut numbers: HashMap<&str, u64> = HashMap::new();
    let mut source = |name| {
        *numbers.entry(name).or_insert_with(|| {
            sources.push(name);
            sources.len() as u64 - 1
        })
    };
    // What variants are called may look like a sudoku, if it is their clues.
    let packed = (corpus.kind == Kind::Sudoku).then(|| pack_classic(corpus)).flatten();
    let is_packed = packed.is_some();
    let [first, second] = packed.unwrap_or_else(|| {
        let lines = corpus.puzzles.iter().map(|puzzle| puzzle.text.replace('\n', " ") + "\n");
        [lines.collect::<String>().into_bytes(), Vec::new()]
    });
    sections.add(&first);
    sections.add(&second);
    let puzzles = || corpus.puzzles.iter();
    let of_puzzles: Vec<u64> = puzzles().map(|puzzle| source(&puzzle.source)).collect();
    sections.numbers(of_puzzles);
    // Differences: most lines follow each other.
    let mut before = 0i64;
    sections.numbers(puzzles().map(|puzzle| {
        let line = i64::try_from(puzzle.line).unwrap_or(i64::MAX);
        let step = line.wrapping_sub(before);
        before = line;
        ((step << 1) ^ (step >> 63)) as u64
    }));
    sections.numbers(puzzles().map(|puzzle| puzzle.size as u64));
    sections.numbers(puzzles().map(|puzzle| puzzle.known));
    if corpus.kind == Kind::Variant {
        texts_and_drawings(corpus).iter().for_each(|text| sections.add(text.as_bytes()));
    }
    json!({
        "name": corpus.name,
        "kind": corpus.kind,
        "boxes": corpus.boxes,
        "puzzles": corpus.puzzles.len(),
        "packed": is_packed,
        "sources": sources,
    })
}

/// Classic sudokus, in about 20 bytes instead of 81: where there are clues, a bit a cell, the low bit of a byte first; and the digits of all clues, 5 in two bytes, as digits of base 9,
/// the first the highest. `None` unless all puzzles are 81 of `.` and `1` to `9`.
fn pack_classic(corpus: &CorpusInfo) -> Option<[Vec<u8>; 2]> {
    let mut cells = vec![0u8; (corpus.puzzles.len() * 81).div_ceil(8)];
    let mut digits = Vec::new();
    for (number, puzzle) in corpus.puzzles.iter().enumerate() {
        if puzzle.text.len() != 81 {
            return None;
        }
        for (cell, byte) in puzzle.text.bytes().enumerate() {
            match byte {
                b'.' => {}
                b'1'..=b'9' => {
                    let bit = number * 81 + cell;
                    cells[bit / 8] |= 1 << (bit % 8);
                    digits.push(u16::from(byte - b'1'));
                }
                _ => return None,
            }
        }
    }
    let group = |digits: &[u16]| (0..5).fold(0, |sum, at| sum * 9 + digits.get(at).unwrap_or(&0));
    let groups = digits.chunks(5).flat_map(|digits| group(digits).to_le_bytes());
    Some([cells, groups.collect()])
}

fn add_series(series: &Series, sections: &mut Sections) -> Value {
    let outcome = |(outcome, exhausted): (&Option<Outcome>, &Option<bool>)| {
        let outcome = match outcome {
            None => 0,
            Some(Outcome::Answered) => 1,
            Some(Outcome::TimedOut) => 2,
            Some(Outcome::Wrong) => 3,
            Some(Outcome::Missing) => 4,
            Some(Outcome::Disputed) => 5,
            Some(Outcome::Refused) => 6,
        };
        outcome | if *exhausted == Some(true) { 0x10 } else { 0 }
    };
    let outcomes: Vec<u8> = series.outcomes.iter().zip(&series.exhausted).map(outcome).collect();
    sections.add(&outcomes);
    sections.optional(&series.solutions);
    let nodes: Vec<u16> = series.nodes.iter().map(|&nodes| node_code(nodes)).collect();
    sections.codes(&nodes);
    let mut codes = vec![0u16; series.outcomes.len()];
    for (time, puzzle) in unit_times(series).into_iter().filter(|_| series.unit == 1) {
        if let Some(place) = codes.get_mut(puzzle) {
            *place = code(time.seconds);
        }
    }
    sections.codes(&codes);
    json!({ "engine": series.engine, "corpus": series.corpus, "unit": series.unit })
}

/// The least time that has a code: 100 of these.
const LEAST: i32 = -13;

/// A time as it is shown, in 16 bits: 1 + 900 e + (m - 100) for m · 10^(e - 13) seconds with
/// 100 ≤ m < 1000; 0 for none.
fn code(time: f64) -> u16 {
    let (mantissa, exponent) = digits(&seconds(time));
    if mantissa == 0 {
        return 0;
    }
    let exponent = u64::try_from(exponent - LEAST).unwrap_or(0);
    u16::try_from(1 + 900 * exponent + (mantissa - 100)).unwrap_or(u16::MAX)
}

/// Nodes: 0 for none known, n + 1 up to 9,999; above, as they are shown, 10,001 + 900 e + (m - 100) for
/// m · 10^(e + 2) with 100 ≤ m < 1000.
fn node_code(nodes: Option<u64>) -> u16 {
    let Some(nodes) = nodes else { return 0 };
    if nodes < 10_000 {
        return nodes as u16 + 1;
    }
    let (mantissa, exponent) = digits(&number(nodes as f64));
    u16::try_from(10_001 + 900 * u64::from(exponent.unsigned_abs() - 2) + (mantissa - 100))
        .unwrap_or(u16::MAX)
}

/// A figure as it is shown, with at least one digit and perhaps a unit: m and e of m · 10^e with 100 ≤ m < 1000; m is
/// 0 if it is. More than three digits are rounded.
fn digits(text: &str) -> (u64, i32) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = match unit {
        "ms" => -3,
        "µs" => -6,
        "ns" => -9,
        "k" => 3,
        "M" => 6,
        "G" => 9,
        _ => 0,
    };
    let places = number.split_once('.').map_or(0, |(_, places)| places.len() as i32);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let (mut mantissa, mut exponent) = (digits.parse::<u64>().unwrap_or(0), unit - places);
    while (1..100).contains(&mantissa) {
        (mantissa, exponent) = (mantissa * 10, exponent - 1);
    }
    let mut unit = 1;
    while mantissa / unit > 999 {
        (unit, exponent) = (unit * 10, exponent + 1);
    }
    match mantissa.saturating_add(unit / 2) / unit {
        1000 => (100, exponent + 1),
        rounded => (rounded, exponent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the script of the page makes of a code.
    fn decoded(code: u16) -> (u16, i32) {
        ((code - 1) % 900 + 100, i32::from((code - 1) / 900) + LEAST)
    }

    #[test]
    fn a_time_keeps_the_digits_that_are_shown() {
        let coded = |time| decoded(code(time));
        assert_eq!(coded(1.5e-9), (150, -11));
        assert_eq!(coded(123.4e-6), (123, -6));
        assert_eq!(coded(0.000_999_6), (100, -5));
        assert_eq!(coded(0.0456), (456, -4));
        assert_eq!(coded(12.345), (123, -1));
        assert_eq!(coded(1234.5), (123, 1));
        assert_eq!(coded(0.5e-9), (500, -12));
        assert_eq!(code(0.0), 0);
    }

    #[test]
    fn nodes_are_exact_up_to_9999_and_have_three_digits_above() {
        let codes = [None, Some(0), Some(9_999), Some(10_000), Some(99_949), Some(99_951)];
        let expected = [0, 1, 10_000, 10_001, 10_001 + 899, 10_001 + 900];
        // As `number` has it, which rounds to even where binary fractions are exact.
        assert_eq!(node_code(Some(10_350)), 10_001 + 3);
        assert_eq!(codes.map(node_code), expected);
        assert_eq!(node_code(Some(u64::MAX)), 10_001 + 900 * 15 + 84);
    }

    #[test]
    fn bytes_are_text_that_html_leaves_alone() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let text = text(&bytes);
        assert!(text.chars().all(|c| c.is_ascii_graphic() && !"&<>".contains(c)));
        assert_eq!(text.len(), 2 * (8000usize).div_ceil(13));
        assert_eq!(read(&text, bytes.len()), bytes);
    }

    /// What the script of the page does.
    fn read(text: &str, length: usize) -> Vec<u8> {
        let alphabet: String = ('!'..='~').filter(|c| !"&<>".contains(*c)).collect();
        let digits: Vec<u32> =
            text.chars().map(|c| alphabet.find(c).expect("a digit") as u32).collect();
        let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
        for pair in digits.chunks(2) {
            bits |= (pair[0] + 91 * pair[1]) << count;
            count += 13;
            while count >= 8 {
                bytes.push(bits as u8);
                (bits, count) = (bits >> 8, count - 8);
            }
        }
        bytes.truncate(length);
        bytes
    }
}
