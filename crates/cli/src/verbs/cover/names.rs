//! Options by their items: how they are written, and found again.
//!
//! A name that would not be read back as one word is written as a JSON string: such names can only
//! come from problems in JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Write};

use quadrille_cover::{ColourId, ItemId, OptionId, Problem};

/// A problem as the command line reads it.
pub(super) type Named = Problem<String, String>;

/// A name as it stands among others on a line.
pub(super) fn shown(name: &str) -> Cow<'_, str> {
    let splits = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|';
    if name.is_empty() || name.starts_with('"') || name.contains(splits) {
        Cow::Owned(serde_json::Value::from(name).to_string())
    } else {
        Cow::Borrowed(name)
    }
}

/// The name of an item; empty for a number that none has.
pub(super) fn item(problem: &Named, item: ItemId) -> Cow<'_, str> {
    problem.item(item).map_or(Cow::Borrowed(""), |name| shown(name))
}

/// The items of an option with their colours, with blanks between.
pub(super) struct Items<'p>(pub(super) &'p Named, pub(super) OptionId);

impl fmt::Display for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Items(problem, option) = *self;
        for (index, (item, colour)) in problem.option(option).enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            f.write_str(&shown(item))?;
            if let Some(colour) = colour {
                write!(f, ":{}", shown(colour))?;
            }
        }
        Ok(())
    }
}

/// An option in a message: its number, and its items.
pub(super) fn option(problem: &Named, option: OptionId) -> String {
    format!("option {option} ({})", Items(problem, option))
}

/// A set of items with their colours, in the order of the items.
type Entries = Vec<(ItemId, Option<ColourId>)>;

/// Why no option was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NotFound {
    Nothing,
    UnknownItem(String),
    UnknownColour(String),
    ItemTwice(String),
    /// The items exist, but no option has just these.
    NoOption,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Nothing => f.write_str("no items"),
            NotFound::UnknownItem(name) => write!(f, "the problem has no item {}", shown(name)),
            NotFound::UnknownColour(name) => write!(f, "the problem has no colour {}", shown(name)),
            NotFound::ItemTwice(name) => write!(f, "item {} stands there twice", shown(name)),
            NotFound::NoOption => f.write_str("no option of the problem has just these items"),
        }
    }
}

/// Finds options by their items. Takes about the memory of the problem.
#[derive(Debug)]
pub(super) struct Index<'p> {
    problem: &'p Named,
    colours: HashMap<&'p str, ColourId>,
    options: HashMap<Entries, Vec<OptionId>>,
}

impl<'p> Index<'p> {
    pub(super) fn new(problem: &'p Named) -> Self {
        let numbered = (0..).map(ColourId::new);
        let colours =
            numbered.map_while(|id| problem.colour(id).map(|name| (name.as_str(), id))).collect();
        let mut options: HashMap<Entries, Vec<OptionId>> = HashMap::new();
        for option in problem.matrix().options() {
            let mut entries: Entries = problem.matrix().entries(option).collect();
            entries.sort_unstable();
            options.entry(entries).or_default().push(option);
        }
        Index { problem, colours, options }
    }

    pub(super) fn problem(&self) -> &'p Named {
        self.problem
    }

    /// The same, of a line that was made of [shown] names.
    pub(super) fn find_quoted(&self, line: &str) -> Result<&[OptionId], NotFound> {
        match quoted_words(line) {
            Some(words) => self.find_words(words),
            None => Err(NotFound::Nothing),
        }
    }

    /// The options with just the items of a line, in any order: several if the problem has
    /// duplicates. What Knuth's programs write behind an option, such as `(2 of 3)`, and a cost are
    /// left out if need be.
    pub(super) fn find(&self, line: &str) -> Result<&[OptionId], NotFound> {
        let mut line = line.trim();
        loop {
            let missing = match self.find_plain(line) {
                Ok(options) => return Ok(options),
                Err(missing) => missing,
            };
            match without_remark(line) {
                Some(shorter) => line = shorter,
                None => return Err(missing),
            }
        }
    }

    fn find_plain(&self, line: &str) -> Result<&[OptionId], NotFound> {
        let plain = line.split_whitespace().map(|word| match word.split_once(':') {
            Some((name, colour)) => (name.into(), Some(colour.into())),
            None => (word.into(), None),
        });
        let missing = match self.find_words(plain.collect()) {
            Ok(options) => return Ok(options),
            Err(missing) => missing,
        };
        match quoted_words(line) {
            Some(words) if line.contains('"') => self.find_words(words),
            _ => Err(missing),
        }
    }

    fn find_words(&self, words: Vec<Word<'_>>) -> Result<&[OptionId], NotFound> {
        if words.is_empty() {
            return Err(NotFound::Nothing);
        }
        let mut entries: Entries = Vec::with_capacity(words.len());
        for (name, colour) in words {
            let unknown = || NotFound::UnknownItem(name.to_string());
            let item = self.problem.item_id(&name.to_string()).ok_or_else(unknown)?;
            let colour = match colour {
                None => None,
                Some(colour) => {
                    let unknown = || NotFound::UnknownColour(colour.to_string());
                    Some(*self.colours.get(&*colour).ok_or_else(unknown)?)
                }
            };
            entries.push((item, colour));
        }
        entries.sort_unstable();
        let twice = entries.windows(2).find(|pair| pair[0].0 == pair[1].0);
        if let Some(name) = twice.and_then(|pair| self.problem.item(pair[0].0)) {
            return Err(NotFound::ItemTwice(name.clone()));
        }
        self.options.get(&entries).map(Vec::as_slice).ok_or(NotFound::NoOption)
    }
}

/// A name and a colour.
type Word<'l> = (Cow<'l, str>, Option<Cow<'l, str>>);

/// A line without the last of the remarks behind its items, if there is one.
fn without_remark(line: &str) -> Option<&str> {
    let line = line.trim_end();
    if line.ends_with(')') {
        let start = line.rfind(" (").or_else(|| line.starts_with('(').then_some(0))?;
        return Some(&line[..start]);
    }
    let (rest, last) = line.rsplit_once(char::is_whitespace)?;
    let digits = last.strip_prefix(['$', '|'])?;
    let is_cost = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_cost.then_some(rest)
}

/// The words of a line in which JSON strings count as names; `None` if it is none.
fn quoted_words(line: &str) -> Option<Vec<Word<'_>>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (name, behind) = name(rest)?;
        let (colour, behind) = match behind.strip_prefix(':') {
            Some(colour) => {
                let (colour, behind) = self::name(colour)?;
                (Some(colour), behind)
            }
            None => (None, behind),
        };
        if !behind.is_empty() && !behind.starts_with(char::is_whitespace) {
            return None;
        }
        words.push((name, colour));
        rest = behind.trim_start();
    }
    Some(words)
}

/// The name at the beginning of a text, and what is behind it.
fn name(text: &str) -> Option<(Cow<'_, str>, &str)> {
    if !text.starts_with('"') {
        let end = text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len());
        return Some((Cow::Borrowed(&text[..end]), &text[end..]));
    }
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let name = strings.next()?.ok()?;
    Some((Cow::Owned(name), text.get(strings.byte_offset()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_cover::{ProblemBuilder, text};

    fn numbers(found: Result<&[OptionId], NotFound>) -> Vec<u32> {
        found.expect("an option").iter().map(|option| option.get()).collect()
    }

    #[test]
    fn an_option_is_found_by_its_items_in_any_order() {
        let problem = text::read(
            "a b c | x\na b x:red\na b\nb a\nc\n(1 of\n".replace("(1 of\n", "").as_str(),
        )
        .expect("a problem");
        let index = Index::new(&problem);
        assert_eq!(numbers(index.find(" b x:red  a")), [0]);
        assert_eq!(numbers(index.find("a b")), [1, 2], "duplicates");
        assert_eq!(numbers(index.find(" c (2 of 3)")), [3]);
        assert_eq!(numbers(index.find(" c (?)")), [3]);
        assert_eq!(numbers(index.find("c |7 (1 of 1)")), [3]);
        assert_eq!(index.find("a x"), Err(NotFound::NoOption));
        assert_eq!(index.find("a q (1 of 2)"), Err(NotFound::UnknownItem("q".into())));
        assert_eq!(index.find("a x:blue"), Err(NotFound::UnknownColour("blue".into())));
        assert_eq!(index.find("a b a"), Err(NotFound::ItemTwice("a".into())));
        assert_eq!(index.find(" "), Err(NotFound::Nothing));
    }

    #[test]
    fn what_is_written_is_found_whatever_the_names() {
        let names =
            ["", "two words", "\"", "\"a\"", "a:b", "|", "tab\t", "plain", "(1", "é", "\u{1b}["];
        let mut builder = ProblemBuilder::coloured();
        builder.primary_items(names.map(String::from)).expect("names");
        builder.secondary("of 2)".to_owned()).expect("a name");
        for name in names {
            builder.option().item(name.to_owned()).add().expect("an option");
            for colour in names {
                let option = builder.option().item(name.to_owned());
                option.coloured("of 2)".to_owned(), colour.to_owned()).add().expect("an option");
            }
        }
        let problem = builder.build();
        let index = Index::new(&problem);
        for option in problem.matrix().options() {
            let written = Items(&problem, option).to_string();
            assert_eq!(index.find(&written), Ok([option].as_slice()), "{written}");
        }
    }
}
