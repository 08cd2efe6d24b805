//! Instances as short strings, and back.
//!
//! The notation is that of the case files: items separated by blanks, `2|a` and `1:3|a` for multiplicities; an option
//! as its items separated by blanks, `x:red` for a colour, `|7` for a cost. Unlike the reader of whole files
//! ([`crate::dlx`]) it takes faulty problems as they are, so that an engine's own checks can be tested.

use std::collections::HashMap;
use std::fmt;
use std::fmt::Write as _;

use crate::instance::{Entry, Instance, Item, ItemKind, OptionSpec};

/// A number in a compact string that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactError {
    token: String,
}

impl fmt::Display for CompactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the number in `{}`", self.token)
    }
}

impl std::error::Error for CompactError {}

/// Reads an instance from the strings of its primary items, its secondary items and its options.
///
/// Names that were not declared get indices past the last item, one for each name, so that
/// [`Instance::fault`] reports them. A name declared twice is mentioned by its first item. Several costs of an option
/// add up.
///
/// # Errors
///
/// When a multiplicity or a cost is not a number, or the costs of an option exceed `u64`.
pub fn parse(primary: &str, secondary: &str, options: &[&str]) -> Result<Instance, CompactError> {
    let mut instance = Instance::default();
    for token in primary.split_whitespace() {
        instance.items.push(primary_item(token)?);
    }
    instance.items.extend(secondary.split_whitespace().map(Item::secondary));

    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (number, item) in instance.items.iter().enumerate() {
        numbers.entry(item.name.clone()).or_insert(number);
    }
    let mut next = instance.items.len();
    for text in options {
        let mut option = OptionSpec::default();
        for token in text.split_whitespace() {
            if let Some(digits) = token.strip_prefix('|') {
                let sum = number::<u64>(digits, token)?.checked_add(option.cost);
                option.cost = sum.ok_or_else(|| unreadable(token))?;
                continue;
            }
            let (name, colour) = match token.split_once(':') {
                Some((name, colour)) => (name, Some(colour.to_owned())),
                None => (token, None),
            };
            let item = *numbers.entry(name.to_owned()).or_insert_with(|| {
                next += 1;
                next - 1
            });
            option.entries.push(Entry { item, colour });
        }
        instance.options.push(option);
    }
    Ok(instance)
}

fn primary_item(token: &str) -> Result<Item, CompactError> {
    let Some((bounds, name)) = token.split_once('|') else {
        return Ok(Item::primary(token));
    };
    let (min, max) = match bounds.split_once(':') {
        Some((min, max)) => (number(min, token)?, number(max, token)?),
        None => {
            let exactly = number(bounds, token)?;
            (exactly, exactly)
        }
    };
    Ok(Item::bounded(name, min, max))
}

fn number<N: std::str::FromStr>(digits: &str, token: &str) -> Result<N, CompactError> {
    digits.parse().map_err(|_| unreadable(token))
}

fn unreadable(token: &str) -> CompactError {
    CompactError { token: token.to_owned() }
}

/// The three parts of the compact notation of an instance, as [`parse`] takes them.
///
/// `None` when the notation cannot express it: secondary items before primary ones, names with blanks, unknown items.
pub fn to_compact(instance: &Instance) -> Option<(String, String, Vec<String>)> {
    let (mut primary, mut secondary) = (Vec::new(), Vec::new());
    for item in &instance.items {
        match item.kind {
            ItemKind::Primary { min: 1, max: 1 } => primary.push(item.name.clone()),
            ItemKind::Primary { min, max } if min == max => {
                primary.push(format!("{min}|{}", item.name))
            }
            ItemKind::Primary { min, max } => primary.push(format!("{min}:{max}|{}", item.name)),
            ItemKind::Secondary => secondary.push(item.name.clone()),
        }
    }
    let options: Vec<String> =
        instance.options.iter().map(|option| option_text(instance, option)).collect();
    let parts = (primary.join(" "), secondary.join(" "), options);
    // Reading it back is the one test that covers every reason why the notation may not do.
    let texts: Vec<&str> = parts.2.iter().map(String::as_str).collect();
    match parse(&parts.0, &parts.1, &texts) {
        Ok(again) if again == *instance => Some(parts),
        _ => None,
    }
}

fn option_text(instance: &Instance, option: &OptionSpec) -> String {
    let mut words: Vec<String> = Vec::new();
    for entry in &option.entries {
        let name = instance.label(entry.item);
        words.push(match &entry.colour {
            Some(colour) => format!("{name}:{colour}"),
            None => name,
        });
    }
    if option.cost > 0 {
        words.push(format!("|{}", option.cost));
    }
    words.join(" ")
}

/// Rust code that builds the instance: a call of [`Instance::compact`] where that can express it, a struct otherwise.
pub fn to_rust_code(instance: &Instance) -> String {
    if let Some((primary, secondary, options)) = to_compact(instance) {
        return format!("Instance::compact({primary:?}, {secondary:?}, &{options:?})");
    }
    let mut code = String::from("Instance { items: vec![");
    for item in &instance.items {
        // Writing to a String cannot fail.
        let _ = match item.kind {
            ItemKind::Primary { min, max } => {
                write!(code, "Item::bounded({:?}, {min}, {max}), ", item.name)
            }
            ItemKind::Secondary => write!(code, "Item::secondary({:?}), ", item.name),
        };
    }
    code.push_str("], options: vec![");
    for option in &instance.options {
        let entries: Vec<_> =
            option.entries.iter().map(|entry| (entry.item, entry.colour.as_deref())).collect();
        let _ = write!(code, "OptionSpec::new(&{entries:?}, {}), ", option.cost);
    }
    code.push_str("] }");
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_read_as_documented() {
        let read = parse("a 2|b 1:3|c", "x", &["a x:red |3 |4", "b c x"]).unwrap();
        assert_eq!(
            read.items,
            [
                Item::primary("a"),
                Item::bounded("b", 2, 2),
                Item::bounded("c", 1, 3),
                Item::secondary("x")
            ]
        );
        assert_eq!(read.options[0], OptionSpec::new(&[(0, None), (3, Some("red"))], 7));
        assert_eq!(read.options[1], OptionSpec::new(&[(1, None), (2, None), (3, None)], 0));
    }

    #[test]
    fn bad_numbers_are_refused() {
        for (primary, options) in [("x|a", vec![]), ("1:y|a", vec![]), ("a", vec!["a |z"])] {
            assert!(parse(primary, "", &options).is_err(), "{primary} {options:?}");
        }
        let too_much = format!("a |{} |1", u64::MAX);
        assert!(parse("a", "", &[&too_much]).is_err());
    }

    #[test]
    fn debug_form_is_code_for_the_same_instance() {
        let plain = Instance::compact("a 1:2|b", "x", &["a x:red |3", "b"]);
        assert_eq!(
            format!("{plain:?}"),
            r#"Instance::compact("a 1:2|b", "x", &["a x:red |3", "b"])"#
        );
        let odd = Instance {
            items: vec![Item::secondary("x"), Item::bounded("a b", 1, 1)],
            options: vec![OptionSpec::new(&[(1, None), (0, Some("r"))], 2)],
        };
        assert_eq!(
            format!("{odd:?}"),
            r#"Instance { items: vec![Item::secondary("x"), Item::bounded("a b", 1, 1), ], options: vec![OptionSpec::new(&[(1, None), (0, Some("r"))], 2), ] }"#
        );
    }
}
