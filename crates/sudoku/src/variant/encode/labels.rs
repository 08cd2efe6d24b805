//! The labels of the encoding: what its items, colours and options stand for.

use std::fmt;

/// An item of the encoding of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item {
    /// The cell of this number holds a digit. Cells that rules make equal share that of the first.
    Cell(usize),
    /// A house has a digit.
    House {
        /// The number of the house on the [board](crate::variant::Board::houses).
        house: usize,
        /// The digit, from 1.
        digit: u8,
    },
    /// What a cell holds, as a colour: secondary.
    Value(usize),
    /// A part of what a rule asks for.
    Rule {
        /// The number of the rule in the list of rules; of what follows from several, the first.
        rule: usize,
        /// The number of the part, counted over all rules.
        part: usize,
        /// What of it.
        what: What,
    },
}

/// What an item of a rule stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// The digit is in one of the cells; where cells are to make a set of digits, or the set is without it.
    Digit(u8),
    /// The cells have a set of digits.
    Set,
    /// A step of a line is taken: the cell of this number on it is read.
    Step(usize),
    /// The state, as a colour, before the cell of this number on a line is read.
    State(usize),
    /// Forbidden pairs: the values of one cell that have it exclude those of the other that have it.
    Pair(usize),
    /// The two ends of a line hold digits.
    Ends,
    /// Some of the cells, none of which hold the same, have a digit or are said to lack it.
    Has {
        /// The digit.
        digit: u8,
        /// Which of the cells.
        some: usize,
    },
    /// One of several groups of cells may lack a digit.
    Lack(u8),
}

/// A colour of the encoding of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// A digit, from 1, as the value of a cell.
    Digit(u8),
    /// A state of a line.
    State(u32),
}

/// What an option of the encoding of a variant stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A digit, from 1, in a cell and in those that rules make equal to it.
    Digit {
        /// The cell, the first of those.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// The cells of a part hold these digits: bit d − 1 for digit d.
    Set {
        /// The number of the part.
        part: usize,
        /// The digits.
        digits: u64,
    },
    /// A step of a line.
    Step {
        /// The number of the part.
        part: usize,
        /// The cell on the line, from 0.
        step: usize,
        /// The digit that is read, or `None` for any.
        digit: Option<u8>,
        /// The state before.
        from: u32,
        /// The state behind.
        to: u32,
    },
    /// What the ends of a line hold.
    Ends {
        /// The number of the part.
        part: usize,
        /// The digit of the first cell.
        first: u8,
        /// The digit of the last cell.
        last: u8,
    },
    /// Some cells lack a digit.
    Lack {
        /// The number of the part.
        part: usize,
        /// The digit.
        digit: u8,
        /// Which of the cells.
        some: usize,
    },
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Item::Cell(cell) => write!(f, "cell:{cell}"),
            Item::House { house, digit } => write!(f, "house:{house}:{digit}"),
            Item::Value(cell) => write!(f, "value:{cell}"),
            Item::Rule { rule, part, what } => write!(f, "rule:{rule}:{part}:{what}"),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            What::Digit(digit) => write!(f, "{digit}"),
            What::Set => f.write_str("set"),
            What::Step(step) => write!(f, "step:{step}"),
            What::State(step) => write!(f, "state:{step}"),
            What::Pair(number) => write!(f, "pair:{number}"),
            What::Ends => f.write_str("ends"),
            What::Has { digit, some } => write!(f, "has:{digit}:{some}"),
            What::Lack(digit) => write!(f, "lack:{digit}"),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Colour::Digit(digit) => write!(f, "{digit}"),
            Colour::State(state) => write!(f, "s{state}"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Choice::Digit { cell, digit } => write!(f, "cell {cell} holds {digit}"),
            Choice::Set { part, digits } => {
                write!(f, "the cells of part {part} hold")?;
                let digits = (1..=64).filter(|digit| digits >> (digit - 1) & 1 == 1);
                digits.into_iter().try_for_each(|digit| write!(f, " {digit}"))
            }
            Choice::Step { part, step, digit, from, to } => {
                write!(f, "part {part}, cell {step}: from state {from} to {to} by ")?;
                match digit {
                    Some(digit) => write!(f, "{digit}"),
                    None => f.write_str("any digit"),
                }
            }
            Choice::Ends { part, first, last } => {
                write!(f, "the ends of part {part} hold {first} and {last}")
            }
            Choice::Lack { part, digit, some } => {
                write!(f, "cells {some} of part {part} lack {digit}")
            }
        }
    }
}
