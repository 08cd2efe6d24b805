//! Options by their items: how they are written, and found again.
//!
//! A name that would not be read back as one word is written as a JSON string: such names can only
//! come from problems in JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Write};

use quadrille_cover::{ColourId, ItemId, ItemKind, OptionId, Problem, ProblemBuilder};

/// A problem as the command line reads it.
pub(super) type Named = Problem<String, String>;

/// A name as it stands among others on a line.
pub(super) fn shown(name: &str) -> Cow<'_, str> {
    let splits = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|';
    if name.is_empty() || name.starts_with('"') || name.contains(splits) {
        let quoted = serde_json::Value::from(name).to_string();
        // JSON has no need to escape those of Unicode's second block; a terminal would obey them.
        Cow::Owned(match quoted.contains(char::is_control) {
            true => quoted.chars().fold(String::new(), |text, c| match c.is_control() {
                true => text + &format!("\\u{:04x}", u32::from(c)),
                false => text + c.encode_utf8(&mut [0; 4]),
            }),
            false => quoted,
        })
    } else {
        Cow::Borrowed(name)
    }
}

/// The name of an item; empty for a number that none has.
pub(super) fn item(problem: &Named, item: ItemId) -> Cow<'_, str> {
    problem.item(item).map_or(Cow::Borrowed(""), |name| shown(name))
}

/// The same problem under names as they are [shown], for texts that others make of names; as it is
/// if they are the same. Takes time and memory for a copy.
pub(super) fn quoted(problem: &Named) -> Cow<'_, Named> {
    let matrix = problem.matrix();
    let items = (0..).map_while(|id| problem.item(ItemId::new(id)));
    let colours = (0..).map_while(|id| problem.colour(ColourId::new(id)));
    if items.chain(colours).all(|name| matches!(shown(name), Cow::Borrowed(_))) {
        return Cow::Borrowed(problem);
    }
    let mut builder = ProblemBuilder::coloured();
    // Different names are shown differently, and what can be built once can be built again.
    for (id, kind) in (0..).zip(matrix.kinds()) {
        let name = item(problem, ItemId::new(id)).into_owned();
        let declared = match *kind {
            ItemKind::Primary { min, max } => builder.primary_between(name, min, max),
            ItemKind::Secondary => builder.secondary(name),
        };
        debug_assert!(declared.is_ok(), "{declared:?}");
    }
    for number in matrix.options() {
        let mut option = builder.option().cost(matrix.cost(number));
        for (item, colour) in problem.option(number) {
            let item = shown(item).into_owned();
            option = match colour {
                None => option.item(item),
                Some(colour) => option.coloured(item, shown(colour).into_owned()),
            };
        }
        let added = option.add();
        debug_assert!(added.is_ok(), "{added:?}");
    }
    Cow::Owned(builder.build())
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
    /// There is such an option, but none that costs this.
    NoCost {
        claimed: u64,
        costs: u64,
    },
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Nothing => f.write_str("no items"),
            NotFound::UnknownItem(name) => write!(f, "the problem has no item {}", shown(name)),
            NotFound::UnknownColour(name) => write!(f, "the problem has no colour {}", shown(name)),
            NotFound::ItemTwice(name) => write!(f, "item {} stands there twice", shown(name)),
            NotFound::NoOption => f.write_str("no option of the problem has just these items"),
            NotFound::NoCost { claimed, costs } => {
                write!(f, "the option costs {costs}, not {claimed}")
            }
        }
    }
}

/// Options that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found<'i> {
    /// All with just these items: several if the problem has duplicates.
    pub(super) same: &'i [OptionId],
    /// What the one that is meant costs, if that was said; one of them costs that.
    pub(super) cost: Option<u64>,
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

    /// The options with just the items of a line, in any order. What Knuth's programs write behind
    /// an option, such as `(2 of 3)`, is left out if need be; a cost is compared.
    pub(super) fn find(&self, line: &str) -> Result<Found<'_>, NotFound> {
        let mut line = line.trim();
        let mut cost: Option<u64> = None;
        let mut foreign = false;
        loop {
            let missing = match self.find_bare(line, foreign) {
                Ok(same) => return self.at_cost(same, cost),
                Err(missing) => missing,
            };
            match without_remark(line) {
                Some((shorter, Some(more))) => {
                    cost = Some(cost.unwrap_or(0).saturating_add(more));
                    line = shorter;
                }
                Some((shorter, None)) => {
                    foreign = true;
                    line = shorter;
                }
                None => return Err(missing),
            }
        }
    }

    fn at_cost<'i>(
        &'i self,
        same: &'i [OptionId],
        cost: Option<u64>,
    ) -> Result<Found<'i>, NotFound> {
        let matrix = self.problem.matrix();
        match (cost, same.first()) {
            (Some(claimed), Some(&first))
                if !same.iter().any(|&option| matrix.cost(option) == claimed) =>
            {
                Err(NotFound::NoCost { claimed, costs: matrix.cost(first) })
            }
            _ => Ok(Found { same, cost }),
        }
    }

    /// A word that is a JSON string may be a name that was quoted or one with quotation marks. This
    /// program writes only the former, other programs write only the latter.
    fn find_bare(&self, line: &str, foreign: bool) -> Result<&[OptionId], NotFound> {
        let plain = line.split_whitespace().map(|word| match word.split_once(':') {
            Some((name, colour)) => (name.into(), Some(colour.into())),
            None => (word.into(), None),
        });
        let quoted = line.contains('"').then(|| quoted_words(line)).flatten();
        let quoted = quoted.map(|words| self.find_words(words));
        match quoted {
            Some(Ok(options)) if !foreign => Ok(options),
            quoted => match (self.find_words(plain.collect()), quoted) {
                (Err(_), Some(quoted)) => quoted,
                (plain, _) => plain,
            },
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

/// A line without the last of the remarks behind its items, if there is one; and the cost, if the
/// remark is one: `(2 of 3)`, `$22`, `|22`, and `[0]`, which DLX5 writes behind a cost.
fn without_remark(line: &str) -> Option<(&str, Option<u64>)> {
    let line = line.trim_end();
    if line.ends_with(')') {
        let start = line.rfind(" (").or_else(|| line.starts_with('(').then_some(0))?;
        return Some((&line[..start], None));
    }
    let (rest, last) = line.rsplit_once(char::is_whitespace)?;
    let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => digits.parse().ok(),
        false => None,
    };
    if let Some(net) = last.strip_prefix('[').and_then(|last| last.strip_suffix(']')) {
        return number(net).map(|_: u64| (rest, None));
    }
    number(last.strip_prefix(['$', '|'])?).map(|cost| (rest, Some(cost)))
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

    fn numbers(found: Result<Found<'_>, NotFound>) -> Vec<u32> {
        found.expect("an option").same.iter().map(|option| option.get()).collect()
    }

    #[test]
    fn an_option_is_found_by_its_items_in_any_order() {
        let problem =
            text::read("a b c | x\na b x:red\na b |3\nb a |4\nc |7\n").expect("a problem");
        let index = Index::new(&problem);
        assert_eq!(numbers(index.find(" b x:red  a")), [0]);
        assert_eq!(numbers(index.find("a b")), [1, 2], "duplicates");
        assert_eq!(numbers(index.find(" c (2 of 3)")), [3]);
        assert_eq!(numbers(index.find(" c (?)")), [3]);
        assert_eq!(numbers(index.find("c |7 (1 of 1)")), [3]);
        assert_eq!(numbers(index.find("c (1 of 1) $7 [0]")), [3]);
        assert_eq!(index.find("b a |4").map(|found| found.cost), Ok(Some(4)));
        let other = NotFound::NoCost { claimed: 0, costs: 7 };
        assert_eq!(index.find("c $0"), Err(other), "a cost is compared");
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
            let found = index.find(&written).map(|found| found.same);
            assert_eq!(found, Ok([option].as_slice()), "{written}");
        }
    }

    #[test]
    fn a_word_in_quotation_marks_is_what_this_program_means_and_behind_a_remark_what_others_mean() {
        let mut builder = ProblemBuilder::coloured();
        builder.primary_items(["a", "\"a\"", "", "\"\""].map(String::from)).expect("names");
        for name in ["a", "\"a\"", "", "\"\""] {
            builder.option().item(name.to_owned()).add().expect("an option");
        }
        let problem = builder.build();
        let index = Index::new(&problem);
        assert_eq!(numbers(index.find("\"\"")), [2]);
        assert_eq!(numbers(index.find("\"\\\"\\\"\"")), [3]);
        assert_eq!(numbers(index.find("\"a\"")), [0]);
        assert_eq!(numbers(index.find("\"a\" (1 of 1)")), [1]);
    }

    #[test]
    fn names_that_others_put_into_sentences_are_quoted_before() {
        let problem = text::read("a \u{1b}b | x\na x:\u{9b}\n\u{1b}b\n").expect("a problem");
        let quoted = quoted(&problem);
        assert_eq!(quoted.item(ItemId::new(1)).map(String::as_str), Some("\"\\u001bb\""));
        assert_eq!(quoted.colour(ColourId::new(0)).map(String::as_str), Some("\"\\u009b\""));
        assert_eq!(quoted.matrix(), problem.matrix());
        let plain = text::read("a\na\n").expect("a problem");
        assert!(matches!(super::quoted(&plain), Cow::Borrowed(_)));
    }
}
