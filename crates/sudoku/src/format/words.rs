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
    pub(super) bars: Fields,
    pub(super) commas: Fields,
    pub(super) semicolons: Fields,
    pub(super) tabs: Fields,
    /// The column of the line's first character, …
    pub(super) start: usize,
    /// … and of the first that is no blank.
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

/// Fields between separators: the word of each, or `None` if it is blank, and its column.
pub(super) type Split = Vec<(Option<usize>, usize)>;

/// What the bars at the ends of a row were taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    /// There are no bars, or it does not matter.
    Any,
    /// A frame: what is outside of the first and last bar is no cell.
    Framed,
    /// Bars between cells, the first and the last of which are empty. A framed row that is two
    /// cells short looks the same, but for the blanks before it: so it takes another row to tell.
    Open,
    /// Bars between cells, of which the first or the last is not empty.
    Unframed,
}

impl Fields {
    /// Whether there is no separator of the kind.
    pub(super) fn is_empty(&self) -> bool {
        self.cuts.is_empty()
    }

    /// The fields. `None` if a field has two words.
    pub(super) fn split(&self, words: &[Word<'_>]) -> Option<Split> {
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

    /// The ways to see fields between bars in a row of `size` cells. Bars at both ends of a line
    /// stand around it, or, if there are blanks before the first, beside empty cells; one at one end
    /// may do either. Two bars without a blank between them have an empty cell between them, or are
    /// a double line between boxes.
    pub(super) fn split_by_bars(
        &self,
        words: &[Word<'_>],
        size: usize,
        first_column: usize,
    ) -> Vec<(Split, Sides)> {
        let Some(fields) = self.split(words).filter(|_| !self.cuts.is_empty()) else {
            return Vec::new();
        };
        let last = fields.len() - 1;
        let starts = usize::from(fields[0].0.is_none());
        let ends = usize::from(fields[last].0.is_none());
        let narrow = |index: usize| {
            let (word, column) = fields[index];
            let inner = index > 0 && index < last;
            inner && word.is_none() && self.cuts[index].1 == column + 1
        };
        let doubles = (0..=last).filter(|&index| narrow(index)).count();
        let mut all = Vec::new();
        for double_lines in [true, false] {
            if double_lines && doubles >= size || !double_lines && doubles == 0 {
                continue;
            }
            let inside = |from: usize, to: usize| -> Split {
                let kept = |&index: &usize| !(double_lines && narrow(index));
                (from..to).filter(kept).map(|index| fields[index]).collect()
            };
            let framed = starts == 1 && ends == 1;
            let sides = if framed { Sides::Framed } else { Sides::Unframed };
            all.push((inside(starts, (last + 1 - ends).max(starts)), sides));
            if starts != ends {
                all.push((inside(0, last + 1), Sides::Unframed));
            }
            if framed && self.cuts[0].1 > first_column + 1 {
                all.push((inside(0, last + 1), Sides::Open));
            }
        }
        all
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
    let mut all = Words { start: first_column, ..Words::default() };
    // Byte and column where the current word began.
    let mut open: Option<(usize, usize)> = None;
    let mut column = first_column;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        let comment = c == '#' || c == '/' && text[at + 1..].starts_with(['/', '*']);
        let part = if comment { Part::Comment } else { part(c) };
        if part == Part::Cell {
            all.marks.count(c);
            open.get_or_insert((at, column));
        } else if let Some((start, first)) = open.take() {
            all.push(&text[start..at], column - first, first);
        }
        match part {
            Part::Blank | Part::Cell => {}
            Part::Tab => all.tabs.cuts.push((all.words.len(), column + 1)),
            Part::Semicolon => all.semicolons.cuts.push((all.words.len(), column + 1)),
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
        if !matches!(part, Part::Blank | Part::Tab) {
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
    Tab,
    Semicolon,
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
        ';' => Part::Semicolon,
        '\t' => Part::Tab,
        ':' | '[' | ']' | '(' | ')' | '"' | '\'' => Part::Decoration,
        '\u{feff}' => Part::Blank,
        _ if c.is_whitespace() => Part::Blank,
        _ => Part::Cell,
    }
}
