//! A rule in words, on one line: `cage 15: r1c1 r1c2`.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::candidates::set_of;
use crate::variant::format::cells::{Fault, Word, cells, names, words};
use crate::variant::{Automaton, Board, Chess, Diagonal, Kind, Relation, Rule};

/// Reads a rule from a line.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::format::{read_rule, rule_text};
/// use quadrille_sudoku::variant::{Board, Rule};
///
/// let board = Board::from(Shape::CLASSIC);
/// let rule = read_rule(&board, "cage 3: r1c1 r1c2").map_err(|(_, error)| error)?;
/// assert_eq!(rule, Rule::killer(3, [0, 1]));
/// assert_eq!(rule_text(&board, &rule), "cage 3: r1c1 r1c2");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// The byte of the line at which something else was expected, and what that is.
pub fn read_rule(board: &Board, line: &str) -> Result<Rule, (usize, String)> {
    let (head, tail) = match line.find(':') {
        Some(colon) => (&line[..colon], Some((colon + 1, &line[colon + 1..]))),
        None => (line, None),
    };
    let mut head = Head { words: words(head, 0), next: 0, end: head.trim_end().len() };
    let name = head.take("a rule")?;
    let colon = head.end;
    let list = |what: &str| match tail {
        Some((at, text)) => Ok((at, text)),
        None => Err((colon, format!("expected `:` and {what}"))),
    };
    let all = || list("cells").and_then(|(at, text)| cells(board, &words(text, at)));
    let two = || {
        let (at, text) = list("two cells")?;
        match cells(board, &words(text, at))?[..] {
            [a, b] => Ok((a, b)),
            ref other => Err((at, format!("found {} cells: expected two", other.len()))),
        }
    };
    let groups = || {
        let (at, text) = list("cells, `=` and cells")?;
        let equals = text.find('=').ok_or((at, "expected `=` between two lists".to_owned()))?;
        let (first, second) = (&text[..equals], &text[equals + 1..]);
        let a = cells(board, &words(first, at))?;
        Ok::<_, Fault>((a, cells(board, &words(second, at + equals + 1))?))
    };
    let pair = |relation: Relation| two().map(|(a, b)| Rule::pair(a, b, relation));
    let kinds = Kind::ALL.iter().find(|(_, known)| *known == name.1);
    let rule = match (name.1, kinds.map(|(kind, _)| *kind)) {
        ("non-consecutive", _) => Rule::non_consecutive(),
        (_, Some(Kind::Diagonal)) => {
            Rule::Diagonal(head.which(&[("main", Diagonal::Main), ("anti", Diagonal::Anti)])?)
        }
        (_, Some(Kind::Windoku)) => Rule::Windoku,
        (_, Some(Kind::DisjointGroups)) => Rule::DisjointGroups,
        (_, Some(Kind::AntiKnight)) => Rule::ANTI_KNIGHT,
        (_, Some(Kind::AntiKing)) => Rule::ANTI_KING,
        (_, Some(Kind::Chess)) => {
            let step = (head.number("rows of a step")?, head.number("columns of a step")?);
            let rides = head.flag("rides");
            let digits = if head.flag("digits") { head.digits()? } else { Vec::new() };
            let set = digits.iter().fold(0, |set, &digit| set | set_of(digit));
            Rule::Chess(Chess { step, rides, digits: if set == 0 { u64::MAX } else { set } })
        }
        (_, Some(Kind::Unmarked)) => Rule::Unmarked(head.relations()?),
        (_, Some(Kind::Even)) => Rule::Even(all()?),
        (_, Some(Kind::Odd)) => Rule::Odd(all()?),
        (_, Some(Kind::Minimum)) => Rule::Minimum(all()?),
        (_, Some(Kind::Maximum)) => Rule::Maximum(all()?),
        (_, Some(Kind::Region)) => Rule::Region(all()?),
        (_, Some(Kind::Cage)) => {
            let sum = head.next_number("a sum")?;
            let repeats = head.flag("repeats");
            Rule::Cage { cells: all()?, sum, repeats }
        }
        (_, Some(Kind::LittleKiller)) => {
            let sum = head.number("a sum")?;
            Rule::LittleKiller { cells: all()?, sum }
        }
        (_, Some(Kind::Arrow)) => {
            let (circle, shaft) = groups()?;
            Rule::Arrow { circle, shaft }
        }
        (_, Some(Kind::Thermo)) => {
            let slow = head.flag("slow");
            Rule::Thermo { cells: all()?, slow }
        }
        (_, Some(Kind::Greater)) => pair(Relation::Greater)?,
        (_, Some(Kind::Difference)) => pair(Relation::Difference(head.number("a difference")?))?,
        (_, Some(Kind::Ratio)) => pair(Relation::Ratio(head.number("a ratio")?))?,
        (_, Some(Kind::PairSum)) => pair(Relation::Sum(head.number("a sum")?))?,
        (_, Some(Kind::Whisper)) => {
            let least = head.number("a least difference")?;
            Rule::Whisper { cells: all()?, least }
        }
        (_, Some(Kind::Renban)) => Rule::Renban(all()?),
        (_, Some(Kind::Palindrome)) => Rule::Palindrome(all()?),
        (_, Some(Kind::Clone)) => {
            let (a, b) = groups()?;
            Rule::Clone { a, b }
        }
        (_, Some(Kind::Between)) => Rule::Between(all()?),
        (_, Some(Kind::Quadruple)) => {
            let digits = head.digits()?;
            Rule::Quadruple { cells: all()?, digits }
        }
        (_, Some(Kind::Sandwich)) => {
            let sum = head.number("a sum")?;
            Rule::Sandwich { cells: all()?, sum }
        }
        (_, Some(Kind::XSum)) => {
            let sum = head.number("a sum")?;
            Rule::XSum { cells: all()?, sum }
        }
        (_, Some(Kind::Skyscraper)) => {
            let count = head.number("a count")?;
            Rule::Skyscraper { cells: all()?, count }
        }
        (_, Some(Kind::NumberedRoom)) => {
            let digit = head.number("a digit")?;
            Rule::NumberedRoom { cells: all()?, digit }
        }
        (_, Some(Kind::Automaton)) => {
            let automaton = Arc::new(head.automaton()?);
            Rule::Automaton { cells: all()?, automaton }
        }
        (other, None) => return Err((name.0, format!("found {other:?}: expected a rule"))),
    };
    if let Some(&(at, word)) = head.words.get(head.next) {
        return Err((at, format!("found {word:?}: expected {}", head.what_ends(&rule))));
    }
    match tail {
        Some((at, text)) if rule.lists().is_empty() && !text.trim().is_empty() => {
            Err((at, format!("{} names no cells", rule.kind())))
        }
        _ => Ok(rule),
    }
}

/// The words before the colon.
struct Head<'t> {
    words: Vec<Word<'t>>,
    next: usize,
    /// The byte behind them.
    end: usize,
}

impl<'t> Head<'t> {
    fn peek(&self) -> Option<Word<'t>> {
        self.words.get(self.next).copied()
    }

    fn take(&mut self, what: &str) -> Result<Word<'t>, Fault> {
        let word = self.peek().ok_or_else(|| (self.end, format!("expected {what}")))?;
        self.next += 1;
        Ok(word)
    }

    fn flag(&mut self, name: &str) -> bool {
        let is_there = self.peek().is_some_and(|(_, word)| word == name);
        self.next += usize::from(is_there);
        is_there
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Fault> {
        let (at, word) = self.take(what)?;
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| word.parse().ok()).flatten();
        number.ok_or_else(|| (at, format!("found {word:?}: expected {what}")))
    }

    /// A number, if one comes next.
    fn next_number<T: std::str::FromStr>(&mut self, what: &str) -> Result<Option<T>, Fault> {
        let is_number = |(_, word): Word<'_>| word.starts_with(|c: char| c.is_ascii_digit());
        if self.peek().is_some_and(is_number) { self.number(what).map(Some) } else { Ok(None) }
    }

    fn digits(&mut self) -> Result<Vec<u8>, Fault> {
        let first = self.digit()?;
        let mut digits = vec![first];
        while self.peek().is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit())) {
            digits.push(self.digit()?);
        }
        Ok(digits)
    }

    fn digit(&mut self) -> Result<u8, Fault> {
        let at = self.peek().map_or(self.end, |(at, _)| at);
        match self.number("a digit")? {
            digit @ 1..=64 => Ok(digit),
            other => Err((at, format!("digit {other}: expected 1 to 64"))),
        }
    }

    fn which<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, Fault> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let expected = format!("expected {}", names.join(" or "));
        let (at, word) = self.take(&names.join(" or "))?;
        let found = choices.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice);
        found.ok_or_else(|| (at, format!("found {word:?}: {expected}")))
    }

    /// `difference 1, ratio 2`; the commas may be left out.
    fn relations(&mut self) -> Result<Vec<Relation>, Fault> {
        let mut relations = Vec::new();
        loop {
            let what = "difference, ratio or sum";
            let (at, word) = self.take(what)?;
            let make: fn(u8) -> Relation = match word {
                "difference" => Relation::Difference,
                "ratio" => Relation::Ratio,
                "sum" => Relation::Sum,
                _ => return Err((at, format!("found {word:?}: expected {what}"))),
            };
            // The comma stands right behind the number.
            let slot = &mut self.words[self.next..];
            let goes_on = match slot.first_mut() {
                Some((_, word)) => match word.strip_suffix(',') {
                    Some(number) => {
                        *word = number;
                        true
                    }
                    None => false,
                },
                None => false,
            };
            relations.push(make(self.number("a number")?));
            if !goes_on && self.peek().is_none() {
                return Ok(relations);
            }
        }
    }

    /// `3 accept 1 2 on 0 1-4 1 on 0 5 2`.
    fn automaton(&mut self) -> Result<Automaton, Fault> {
        let at = self.peek().map_or(self.end, |(at, _)| at);
        let states = self.number("a number of states")?;
        let mut automaton = Automaton::new(states).map_err(|error| (at, error.to_string()))?;
        while let Some((at, word)) = self.peek() {
            self.next += 1;
            match word {
                "accept" => {
                    while let Some(state) = self.next_number("a state")? {
                        automaton.accept(state).map_err(|error| (at, error.to_string()))?;
                    }
                }
                "on" => {
                    let from = self.number("a state")?;
                    let (place, digits) = self.take("a digit, or digits as 1-4")?;
                    let (first, last) = digits.split_once('-').unwrap_or((digits, digits));
                    let range = first.parse::<u8>().ok().zip(last.parse::<u8>().ok());
                    let (first, last) = range.ok_or_else(|| {
                        (place, format!("found {digits:?}: expected a digit, or digits as 1-4"))
                    })?;
                    let to = self.number("a state")?;
                    for digit in first..=last {
                        automaton.on(from, digit, to).map_err(|error| (at, error.to_string()))?;
                    }
                }
                _ => return Err((at, format!("found {word:?}: expected `accept` or `on`"))),
            }
        }
        Ok(automaton)
    }

    /// What may come behind what was read.
    fn what_ends(&self, rule: &Rule) -> &'static str {
        if rule.lists().is_empty() { "the end of the line" } else { "`:`" }
    }
}

/// A rule in words, as [`read_rule`] reads it.
pub fn rule_text(board: &Board, rule: &Rule) -> String {
    let mut text = rule.kind().name().to_owned();
    let digits = |text: &mut String, digits: &mut dyn Iterator<Item = u8>| {
        for digit in digits {
            // Writing to a string cannot fail.
            let _ = write!(text, " {digit}");
        }
    };
    let number = match rule {
        Rule::Diagonal(Diagonal::Main) => return text + " main",
        Rule::Diagonal(Diagonal::Anti) => return text + " anti",
        Rule::Chess(chess) if rule.kind() == Kind::Chess => {
            let _ = write!(text, " {} {}", chess.step.0, chess.step.1);
            if chess.rides {
                text += " rides";
            }
            if chess.digits != u64::MAX {
                text += " digits";
                digits(&mut text, &mut (1..=64).filter(|&d| chess.digits & set_of(d) != 0));
            }
            return text;
        }
        Rule::Unmarked(relations) => {
            for (index, relation) in relations.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let (name, number) = match relation {
                    Relation::Greater => ("greater", 0),
                    Relation::Difference(by) => ("difference", *by),
                    Relation::Ratio(by) => ("ratio", *by),
                    Relation::Sum(sum) => ("sum", *sum),
                };
                let _ = write!(text, "{comma} {name} {number}");
            }
            return text;
        }
        Rule::Quadruple { digits: wanted, .. } => {
            digits(&mut text, &mut wanted.iter().copied());
            None
        }
        Rule::Automaton { automaton, .. } => {
            write_automaton(&mut text, automaton);
            None
        }
        Rule::Cage { sum, .. } => *sum,
        Rule::LittleKiller { sum, .. } | Rule::Sandwich { sum, .. } | Rule::XSum { sum, .. } => {
            Some(*sum)
        }
        Rule::Skyscraper { count, .. } => Some(*count),
        Rule::Pair { relation: Relation::Difference(by) | Relation::Ratio(by), .. } => {
            Some(u32::from(*by))
        }
        Rule::Pair { relation: Relation::Sum(sum), .. } => Some(u32::from(*sum)),
        Rule::Whisper { least, .. } => Some(u32::from(*least)),
        Rule::NumberedRoom { digit, .. } => Some(u32::from(*digit)),
        _ => None,
    };
    if let Some(number) = number {
        let _ = write!(text, " {number}");
    }
    if let Rule::Cage { repeats: true, .. } = rule {
        text += " repeats";
    }
    if let Rule::Thermo { slow: true, .. } = rule {
        text += " slow";
    }
    match (rule, &rule.lists()[..]) {
        (_, []) => {}
        (Rule::Pair { a, b, .. }, _) => {
            let _ = write!(text, ": {}", names(board, &[*a, *b]));
        }
        (_, lists) => {
            let lists: Vec<String> = lists.iter().map(|cells| names(board, cells)).collect();
            let _ = write!(text, ": {}", lists.join(" = "));
        }
    }
    text
}

/// States, accepting ones and transitions, runs of digits together.
fn write_automaton(text: &mut String, automaton: &Automaton) {
    let _ = write!(text, " {}", automaton.states());
    let accepting: Vec<String> = (0..automaton.states())
        .filter(|&state| automaton.is_accepting(state))
        .map(|state| state.to_string())
        .collect();
    if !accepting.is_empty() {
        let _ = write!(text, " accept {}", accepting.join(" "));
    }
    for from in 0..automaton.states() {
        let mut digit = 1;
        while digit <= 64 {
            let Some(to) = automaton.next(from, digit) else {
                digit += 1;
                continue;
            };
            let run = (digit..=64).take_while(|&d| automaton.next(from, d) == Some(to)).count();
            // At most 64: the number fits.
            let last = digit + run as u8 - 1;
            let _ = match run {
                1 => write!(text, " on {from} {digit} {to}"),
                _ => write!(text, " on {from} {digit}-{last} {to}"),
            };
            digit = last + 1;
        }
    }
}
