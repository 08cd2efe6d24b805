//! A line of text cut into words, and what stands between them.

/// A run of characters that may be cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) characters: usize,
    pub(super) column: usize,
}

/// The words of a line and what stands between them.
#[derive(Debug, Default)]
pub(super) struct Words<'a> {
    pub(super) words: Vec<Word<'a>>,
    pub(super) characters: usize,
    /// Fields between bars, then between commas: the column and the word, if there is one.
    pub(super) bars: Fields,
    pub(super) commas: Fields,
    pub(super) first_column: Option<usize>,
    pub(super) comment: Option<usize>,
    pub(super) marks: Marks,
}

/// What a line has that only borders, or only rows, have.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) border: bool,
    pub(super) colon_or_quote: bool,
    pub(super) dashes: usize,
    pub(super) underscores: usize,
    pub(super) dots_or_stars: usize,
    pub(super) others: usize,
}

impl Marks {
    fn count(&mut self, c: char) {
        match c {
            '-' => self.dashes += 1,
            '_' => self.underscores += 1,
            '.' | '*' => self.dots_or_stars += 1,
            _ => self.others += 1,
        }
    }
}

/// The separators of one kind.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// For each separator, how many words stood before it and where the field after it begins.
    cuts: Vec<(usize, usize)>,
}

impl Fields {
    /// The fields: the word of each, or `None` if it is blank, and its column. `None` if a field
    /// has two words.
    pub(super) fn split(&self, words: &[Word<'_>]) -> Option<Vec<(Option<usize>, usize)>> {
        let mut fields = Vec::with_capacity(self.cuts.len() + 1);
        let mut start = (0, 1);
        let end = words.last().map_or(1, |word| word.column + word.characters);
        for &cut in self.cuts.iter().chain([&(words.len(), end + 1)]) {
            match cut.0 - start.0 {
                0 => fields.push((None, start.1)),
                1 => fields.push((Some(start.0), start.1)),
                _ => return None,
            }
            start = cut;
        }
        Some(fields)
    }

    /// The fields between bars. Bars may stand around the row, and in pairs.
    pub(super) fn split_by_bars(&self, words: &[Word<'_>]) -> Option<Vec<(Option<usize>, usize)>> {
        let mut fields = self.split(words)?;
        let last = fields.len() - 1;
        let mut index = 0;
        let mut ends = self.cuts.iter().map(|cut| cut.1);
        fields.retain(|&(word, column)| {
            let outer = index == 0 || index == last;
            let narrow = ends.next().is_some_and(|end| end == column + 1);
            index += 1;
            word.is_some() || !(outer || narrow)
        });
        Some(fields)
    }
}

impl<'a> Words<'a> {
    fn push(&mut self, text: &'a str, characters: usize, column: usize) {
        self.characters += characters;
        self.words.push(Word { text, characters, column });
    }
}

/// Cuts a line into words.
pub(super) fn words(text: &str, first_column: usize) -> Words<'_> {
    let mut all = Words::default();
    // Byte and column where the current word began.
    let mut open: Option<(usize, usize)> = None;
    let mut column = first_column;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        let comment = c == '#' || c == '/' && text[at..].starts_with("//");
        let part = if comment { Part::Comment } else { part(c) };
        if part == Part::Cell {
            all.marks.count(c);
            open.get_or_insert((at, column));
        } else if let Some((start, first)) = open.take() {
            all.push(&text[start..at], column - first, first);
        }
        match part {
            Part::Blank | Part::Cell => {}
            Part::Bar => all.bars.cuts.push((all.words.len(), column + 1)),
            Part::Comma => all.commas.cuts.push((all.words.len(), column + 1)),
            Part::Border => all.marks.border = true,
            Part::Decoration => all.marks.colon_or_quote |= c == ':' || c == '\'',
            Part::Comment => {
                all.comment = Some(at);
                end = at;
                break;
            }
        }
        if part != Part::Blank {
            all.first_column.get_or_insert(column);
        }
        column += 1;
    }
    if let Some((start, first)) = open {
        all.push(&text[start..end], column - first, first);
    }
    all
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Blank,
    Cell,
    Bar,
    Comma,
    Border,
    Decoration,
    Comment,
}

fn part(c: char) -> Part {
    match c {
        '|' | '¦' | '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '║' | '╎' | '╏' => {
            Part::Bar
        }
        ',' => Part::Comma,
        '+' | '=' | '\u{2500}'..='\u{257f}' | '—' | '–' => Part::Border,
        ':' | ';' | '[' | ']' | '(' | ')' | '"' | '\'' => Part::Decoration,
        '\u{feff}' => Part::Blank,
        _ if c.is_whitespace() => Part::Blank,
        _ => Part::Cell,
    }
}
