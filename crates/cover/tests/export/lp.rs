//! A small reader of the LP format, for what the tests need of it: it shares nothing with the writer.

use std::collections::HashMap;

/// How a sum compares with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    AtMost,
    Equal,
    AtLeast,
}

/// A sum: a coefficient for each variable, by number.
pub(crate) type Sum = Vec<(usize, i128)>;

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) sum: Sum,
    pub(crate) relation: Relation,
    pub(crate) bound: i128,
}

/// A program whose objective is to be least.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) variables: Vec<String>,
    pub(crate) binary: Vec<bool>,
    pub(crate) objective: Sum,
    pub(crate) rows: Vec<Row>,
}

/// Reads a program with an objective to be least, rows and binary variables.
pub(crate) fn read(text: &str) -> Program {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut program = Program::default();
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines() {
        assert!(line.len() <= 510, "a line of {} bytes", line.len());
        words.extend(line.split('\\').next().unwrap_or_default().split_whitespace());
    }
    let place = |word: &str| {
        let mut places = words.iter().enumerate().filter(|(_, found)| **found == word);
        let (place, _) = places.next().unwrap_or_else(|| panic!("no {word}"));
        assert!(places.next().is_none(), "{word} twice");
        place
    };
    let (rows, binary, end) = (place("Subject"), place("Binary"), place("End"));
    assert_eq!((words[0], words[rows + 1], end), ("Minimize", "To", words.len() - 1));

    let mut number = |program: &mut Program, name: &str| {
        assert!(is_name(name), "{name:?} is no name");
        *numbers.entry(name.to_owned()).or_insert_with(|| {
            program.variables.push(name.to_owned());
            program.binary.push(false);
            program.variables.len() - 1
        })
    };
    let mut sum = |program: &mut Program, words: &[&str]| {
        let mut sum = Sum::new();
        let (mut sign, mut factor, mut open) = (1, None, true);
        for &word in words {
            match (word, word.parse::<i128>()) {
                ("+", _) | ("-", _) => {
                    assert!(!open || sum.is_empty(), "two signs");
                    (sign, open) = (if word == "-" { -1 } else { 1 }, true);
                }
                (_, Ok(number)) => {
                    assert!(open && factor.is_none(), "a number behind a term");
                    factor = Some(number);
                }
                (name, Err(_)) => {
                    assert!(open, "no sign ahead of {name}");
                    let variable = number(program, name);
                    assert!(sum.iter().all(|&(known, _)| known != variable), "{name} twice");
                    sum.push((variable, sign * factor.take().unwrap_or(1)));
                    open = false;
                }
            }
        }
        assert!(!open && factor.is_none(), "an unfinished sum: {words:?}");
        sum
    };

    let objective = &words[1..rows];
    assert!(objective[0].ends_with(':'), "an objective with a name");
    program.objective = sum(&mut program, &objective[1..]);
    let mut names = Vec::new();
    let mut rest = &words[rows + 2..binary];
    assert!(!rest.is_empty(), "no rows");
    while let [name, tail @ ..] = rest {
        let name = name.strip_suffix(':').unwrap_or_else(|| panic!("{name} names no row"));
        assert!(is_name(name) && !names.contains(&name), "{name:?}");
        names.push(name);
        let length = tail.iter().position(|word| word.contains('=')).expect("a relation");
        let relation = match tail[length] {
            "<=" => Relation::AtMost,
            "=" => Relation::Equal,
            ">=" => Relation::AtLeast,
            other => panic!("{other} is no relation"),
        };
        let bound = tail[length + 1].parse().expect("a number");
        let row = Row { sum: sum(&mut program, &tail[..length]), relation, bound };
        program.rows.push(row);
        rest = &tail[length + 2..];
    }
    for name in &words[binary + 1..end] {
        let variable = number(&mut program, name);
        assert!(!program.binary[variable], "{name} twice");
        program.binary[variable] = true;
    }
    program
}

/// A letter, then letters, digits and underscores; not what could be read as a number, such as `e5`.
fn is_name(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() && !"eE".contains(c));
    begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name.len() <= 255
}

impl Program {
    /// The value of a sum.
    pub(crate) fn value(sum: &Sum, values: &[i128]) -> i128 {
        sum.iter().map(|&(variable, factor)| factor * values[variable]).sum()
    }

    /// Whether the values meet all rows.
    pub(crate) fn allows(&self, values: &[i128]) -> bool {
        self.rows.iter().all(|row| {
            let value = Program::value(&row.sum, values);
            match row.relation {
                Relation::AtMost => value <= row.bound,
                Relation::Equal => value == row.bound,
                Relation::AtLeast => value >= row.bound,
            }
        })
    }

    /// The options that are chosen: those whose variable `x…` is 1.
    pub(crate) fn chosen(&self, values: &[i128]) -> Vec<usize> {
        let named = self.variables.iter().zip(values).filter(|(_, value)| **value == 1);
        let mut options: Vec<usize> = named
            .filter_map(|(name, _)| name.strip_prefix('x'))
            .map(|number| number.parse().expect("the number of an option"))
            .collect();
        options.sort_unstable();
        options
    }
}
