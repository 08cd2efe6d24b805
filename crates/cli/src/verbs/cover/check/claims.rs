//! Claimed solutions, as text or as JSON.

use std::str::Lines;

use quadrille_cover::{Matrix, OptionId};
use serde::Deserialize;

use super::super::names::{Found, Index, shown};
use super::uses::{Chosen, Uses};

/// Line and column.
type Position = (usize, usize);

/// What is behind a solution, and is none of its options.
const REMARKS: [&str; 3] = ["no solution", "unknown: ", "proved optimal"];

/// A claimed solution.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// As it was claimed, or counted from 1.
    pub(super) number: u64,
    /// Where it begins.
    pub(super) line: usize,
    /// Its options, or why they are none.
    pub(super) options: Result<Chosen, String>,
    /// What it is claimed to cost.
    pub(super) cost: Option<u128>,
}

/// Bytes as text.
///
/// # Errors
///
/// Where they are none.
pub(super) fn text(bytes: &[u8]) -> Result<&str, (Position, String)> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let last = good.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        let column = String::from_utf8_lossy(last).chars().count() + 1;
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        ((line, column), format!("byte 0x{byte:02X}: expected text in UTF-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The claimed solutions of a text, one by one.
pub(super) struct Claims<'t, 'p> {
    index: &'t Index<'p>,
    lines: Lines<'t>,
    /// Lines read.
    read: usize,
    json: bool,
    count: u64,
    /// The solution that is being read.
    open: Option<Open<'t>>,
}

/// A solution in text of which more may come.
struct Open<'t> {
    number: u64,
    line: usize,
    /// Its options, or why one is none.
    uses: Result<Uses<'t>, String>,
    cost: Option<u128>,
}

impl Open<'_> {
    fn close(self, matrix: &Matrix) -> Claim {
        let Open { number, line, uses, cost } = self;
        Claim { number, line, options: uses.map(|uses| uses.choose(matrix)), cost }
    }
}

impl<'t, 'p> Claims<'t, 'p> {
    pub(super) fn new(text: &'t str, index: &'t Index<'p>) -> Self {
        let json = text.trim_start().starts_with('{');
        Claims { index, lines: text.lines(), read: 0, json, count: 0, open: None }
    }

    fn begin(&mut self, number: Option<u64>, cost: Option<u128>) -> Option<Claim> {
        self.count += 1;
        let number = number.unwrap_or(self.count);
        let uses = Ok(Uses::default());
        let before = self.open.replace(Open { number, line: self.read, uses, cost });
        before.map(|open| open.close(self.index.problem().matrix()))
    }

    /// A line of text; a solution if it ends with the line before.
    fn text_line(&mut self, line: &str) -> Option<Claim> {
        if line.trim_start().is_empty() || line.trim_start().starts_with('|') {
            return None;
        }
        if let Some((number, cost)) = heading(line) {
            return self.begin(Some(number), cost);
        }
        let index = self.index;
        let found = index.find(line);
        // What `solve` says begins at the margin, where no option of its own does.
        if found.is_err()
            && (REMARKS.iter().any(|remark| line.starts_with(remark)) || self.is_null(line))
        {
            return None;
        }
        if self.open.is_none() {
            self.begin(None, None);
        }
        let number = self.read;
        if let Some(Open { uses, .. }) = &mut self.open
            && let Ok(options) = uses
        {
            match found {
                Ok(found) => options.add(found),
                Err(missing) => *uses = Err(format!("line {number}: {missing}: {}", line.trim())),
            }
        }
        None
    }

    /// Whether it is what DLX3 writes where an item that may be covered several times gets no more:
    /// `null ITEM (2 of 3)`. It stands for no option.
    fn is_null(&self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let item = match (words.next(), words.next()) {
            (Some("null"), Some(item)) => item.to_owned(),
            _ => return false,
        };
        let known = self.index.problem().item_id(&item).is_some();
        known && words.next().is_some_and(|word| word.starts_with('(')) && line.ends_with(')')
    }

    /// A line of JSON: a solution, or something else that is none.
    fn json_line(&mut self, line: &str) -> Result<Option<Claim>, (Position, String)> {
        if line.trim().is_empty() {
            return Ok(None);
        }
        let object: JsonClaim = serde_json::from_str(line).map_err(|error| {
            // The column of the parser counts bytes.
            let ahead = line.get(..error.column().saturating_sub(1)).unwrap_or(line);
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or_default().to_owned();
            let mut message = format!("not JSON of a solution: {text}");
            let inner = line.trim_start().strip_prefix('{').map(str::trim_start);
            if self.read == 1 && inner.is_some_and(|inner| !inner.starts_with(['"', '}'])) {
                message += "; what begins with `{` is taken for JSON: a line `1:` before it makes it \
                            text";
            }
            ((self.read, ahead.chars().count() + 1), message)
        })?;
        let (numbers, items) = match (object.options, object.items) {
            (None, None) if object.verdict.is_some() => return Ok(None),
            (None, None) => {
                let message = "an object without `options` and `items`: expected one of them";
                return Err(((self.read, 1), message.to_owned()));
            }
            some => some,
        };
        self.count += 1;
        let options = match (numbers, items) {
            (Some(numbers), items) => {
                self.numbered(&numbers, items.as_deref()).map(Chosen::exactly)
            }
            (None, items) => self.named(items.as_deref().unwrap_or_default()),
        };
        let number = object.solution.unwrap_or(self.count);
        Ok(Some(Claim { number, line: self.read, options, cost: object.cost }))
    }

    /// Options by number, whose items must be these if any are named.
    fn numbered(
        &self,
        numbers: &[u32],
        items: Option<&[Vec<JsonItem>]>,
    ) -> Result<Vec<OptionId>, String> {
        let options: Vec<OptionId> = numbers.iter().copied().map(OptionId::new).collect();
        let count = self.index.problem().option_count();
        if let Some(option) = options.iter().find(|option| option.index() >= count) {
            return Err(format!("no option {option}: the problem has {count}, numbered from 0"));
        }
        let Some(items) = items else { return Ok(options) };
        if items.len() != options.len() {
            let (options, items) = (options.len(), items.len());
            return Err(format!("{options} in `options` and {items} in `items`"));
        }
        for (option, items) in options.iter().zip(items) {
            if !self.find(items)?.contains(option) {
                return Err(format!("option {option} is not {}", line(items)));
            }
        }
        Ok(options)
    }

    /// Options by their items.
    fn named(&self, items: &[Vec<JsonItem>]) -> Result<Chosen, String> {
        let mut uses = Uses::default();
        for items in items {
            uses.add(Found { same: self.find(items)?, cost: None });
        }
        Ok(uses.choose(self.index.problem().matrix()))
    }

    fn find(&self, items: &[JsonItem]) -> Result<&'t [OptionId], String> {
        let line = line(items);
        self.index.find_quoted(&line).map_err(|missing| format!("{missing}: {line}"))
    }
}

impl Iterator for Claims<'_, '_> {
    type Item = Result<Claim, (Position, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(line) = self.lines.next() {
            self.read += 1;
            let claim = match self.json {
                true => self.json_line(line).transpose(),
                false => self.text_line(line).map(Ok),
            };
            if claim.is_some() {
                return claim;
            }
        }
        self.open.take().map(|open| Ok(open.close(self.index.problem().matrix())))
    }
}

/// The number of a solution, and its cost if it is there: `1:`, `1: cost 7`, or as DLX5 writes it
/// `1: (total cost $7)`. What else stands behind the number is passed over.
fn heading(line: &str) -> Option<(u64, Option<u128>)> {
    let (number, rest) = line.trim().split_once(':')?;
    let decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = decimal.then(|| number.parse().ok()).flatten()?;
    // An item may be a number, and have a colour.
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim();
    let theirs = rest.strip_prefix("(total cost $").and_then(|rest| rest.strip_suffix(')'));
    let cost = rest.strip_prefix("cost ").or(theirs).and_then(|cost| cost.parse().ok());
    Some((number, cost))
}

#[derive(Deserialize)]
struct JsonClaim {
    solution: Option<u64>,
    options: Option<Vec<u32>>,
    items: Option<Vec<Vec<JsonItem>>>,
    cost: Option<u128>,
    verdict: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonItem {
    Plain(String),
    Coloured(String, String),
}

/// Items as they are written on a line.
fn line(items: &[JsonItem]) -> String {
    let words = items.iter().map(|item| match item {
        JsonItem::Plain(name) => shown(name).into_owned(),
        JsonItem::Coloured(name, colour) => format!("{}:{}", shown(name), shown(colour)),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_cover::text as dlx;

    fn read(text: &str) -> Vec<(u64, Result<Vec<u32>, String>)> {
        let problem = dlx::read("a b c | x\na b x:red\nc\nc\n").expect("a problem");
        let index = Index::new(&problem);
        Claims::new(text, &index)
            .map(|claim| {
                let claim = claim.expect("a claim");
                let numbers = claim.options.map(|chosen| {
                    chosen.options.iter().map(|option| option.get()).collect::<Vec<_>>()
                });
                (claim.number, numbers)
            })
            .collect()
    }

    #[test]
    fn text_is_read_with_and_without_headings() {
        let ours = "| FILE\n1:\n x:red b a\n c\n\n7: cost 3\n c\nno solution: item a\n";
        assert_eq!(read(ours), [(1, Ok(vec![0, 1])), (7, Ok(vec![1]))]);
        assert_eq!(read(" b a x:red (1 of 2)\r\nc (2 of 2)\r\n"), [(1, Ok(vec![0, 1]))]);
        assert_eq!(read("1:\n2:\n"), [(1, Ok(vec![])), (2, Ok(vec![]))]);
        assert_eq!(read(" \n"), []);
    }

    #[test]
    fn a_duplicate_option_may_be_used_as_often_as_it_is_there() {
        assert_eq!(read("c\nc\nc\n"), [(1, Ok(vec![1, 2, 2]))]);
        assert_eq!(read(r#"{"items": [["c"], ["c"], ["c"]]}"#), [(1, Ok(vec![1, 2, 2]))]);
    }

    #[test]
    fn json_is_read_by_number_and_by_name() {
        let text = "{\"solution\": 4, \"options\": [0, 2]}\n{\"verdict\": \"solved\"}\n\
                    {\"items\": [[[\"x\", \"red\"], \"a\", \"b\"]], \"options\": [0]}\n";
        assert_eq!(read(text), [(4, Ok(vec![0, 2])), (2, Ok(vec![0]))]);
        let other = r#"{"items": [["a"]], "options": [0]}"#;
        let missing = "no option of the problem has just these items: a".to_owned();
        assert_eq!(read(other), [(1, Err(missing))]);
        let other = r#"{"items": [["c"]], "options": [0]}"#;
        assert_eq!(read(other), [(1, Err("option 0 is not c".to_owned()))]);
    }

    #[test]
    fn a_line_that_is_no_json_is_told_with_its_place() {
        let problem = dlx::read("a\na\n").expect("a problem");
        let index = Index::new(&problem);
        let claims: Vec<_> =
            Claims::new("{\"options\": [0]}\n{\"options\": [é]}\n{}\n", &index).collect();
        assert!(claims[0].is_ok());
        let (position, message) = claims[1].as_ref().expect_err("no JSON");
        assert_eq!(*position, (2, 14));
        assert!(message.starts_with("not JSON of a solution: expected value"), "{message}");
        assert_eq!(claims[2].as_ref().expect_err("no solution").0, (3, 1));
    }
}
