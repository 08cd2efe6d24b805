//! Lists of words.

use std::collections::HashSet;
use std::fmt;

use crate::wording::counted;

/// A list of different words, each of letters only.
///
/// A letter is one Unicode character that is alphabetic, so that no letter can be taken for a part
/// of the text format. Text in decomposed form (an `e` and its accent apart) has to be composed
/// before.
///
/// ```
/// use quadrille_gallery::words::WordList;
///
/// let list = WordList::read("# pets\ncat Dog cat\nécu\nguinea-pig\n");
/// assert_eq!(list.of_length(3).collect::<Vec<_>>(), ["cat", "Dog", "écu"]);
/// assert_eq!((list.len(), list.repeated(), list.other()), (3, 1, 1));
/// assert!(list.to_string().ends_with("ignored: 1 repeated, 1 with more than letters (guinea-pig)"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordList {
    words: Vec<Word>,
    repeated: usize,
    other: usize,
    first_other: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    /// In characters.
    length: usize,
}

impl WordList {
    /// Reads words with white space between them. Lines that begin with `#` are comments. Words
    /// that occurred before, and words with something else than letters, are left out and counted.
    /// O(length).
    pub fn read(text: &str) -> Self {
        Self::read_mapped(text, str::to_owned)
    }

    /// [`read`](WordList::read), and takes capital and small letters for the same: see [`folded`].
    pub fn read_folded(text: &str) -> Self {
        Self::read_mapped(text, |word| word.chars().map(folded).collect())
    }

    fn read_mapped(text: &str, map: impl Fn(&str) -> String) -> Self {
        let mut list = WordList::default();
        let mut known = HashSet::new();
        let lines = text.trim_start_matches('\u{feff}').lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with('#'));
        for word in lines.flat_map(str::split_whitespace) {
            if !word.chars().all(char::is_alphabetic) {
                list.other += 1;
                list.first_other.get_or_insert_with(|| word.to_owned());
                continue;
            }
            let text = map(word);
            if known.insert(text.clone()) {
                let length = text.chars().count();
                list.words.push(Word { text, length });
            } else {
                list.repeated += 1;
            }
        }
        list
    }

    /// The words of so many letters, in the order of the list.
    pub fn of_length(&self, letters: usize) -> impl Iterator<Item = &str> + Clone {
        let words = self.words.iter().filter(move |word| word.length == letters);
        words.map(|word| word.text.as_str())
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many words were left out because they had occurred before.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// How many words were left out because they have something else than letters.
    pub fn other(&self) -> usize {
        self.other
    }
}

/// Shown as what there is and what was left out.
impl fmt::Display for WordList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.len(), "word", "words"))?;
        let mut ignored = Vec::new();
        if self.repeated > 0 {
            ignored.push(format!("{} repeated", self.repeated));
        }
        if let Some(first) = &self.first_other {
            ignored.push(format!("{} with more than letters ({first})", self.other));
        }
        match ignored.is_empty() {
            true => Ok(()),
            false => write!(f, "; ignored: {}", ignored.join(", ")),
        }
    }
}

/// A letter without its case: the small letter of the capital letter, where each is one character.
/// So `Σ`, `σ` and `ς` are the same, `ß` stays what it is, and `ı` becomes `i`.
///
/// ```
/// use quadrille_gallery::words::folded;
///
/// assert_eq!(['A', 'É', 'ς', 'ß', 'ж'].map(folded), ['a', 'é', 'σ', 'ß', 'ж']);
/// ```
pub fn folded(letter: char) -> char {
    let single =
        |mut letters: std::char::ToUppercase| letters.next().filter(|_| letters.len() == 0);
    let capital = single(letter.to_uppercase()).unwrap_or(letter);
    let mut small = capital.to_lowercase();
    small.next().filter(|_| small.len() == 0).unwrap_or(capital)
}
