//! Finite automata over digits, for rules of one's own.

use super::board::RulesError;

/// Most states.
const MOST_STATES: usize = 10_000;

/// A deterministic finite automaton that reads the digits of a line.
///
/// States are numbered from 0, and it begins in state 0. A digit for which a state has no transition ends it: the line
/// is not accepted. Nor is it if the last state is not one of the accepting ones.
///
/// ```
/// use quadrille_sudoku::variant::Automaton;
///
/// // Low and high digits (up to 4, from 5) alternate.
/// let mut automaton = Automaton::new(3)?;
/// for digit in 1..=9 {
///     let (next, here) = if digit <= 4 { (1, 2) } else { (2, 1) };
///     automaton.on(0, digit, next)?;
///     automaton.on(here, digit, next)?;
/// }
/// automaton.accept(1)?;
/// automaton.accept(2)?;
/// assert!(automaton.accepts(&[1, 9, 4, 5]));
/// assert!(!automaton.accepts(&[1, 4]));
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Automaton {
    accepting: Vec<bool>,
    /// By state, then by digit − 1 as far as there are transitions: 1 + the next state, or 0.
    next: Vec<Vec<u16>>,
}

impl Automaton {
    /// An automaton of so many states without transitions, that accepts nothing.
    ///
    /// # Errors
    ///
    /// If there is no state, or more than 10,000.
    pub fn new(states: usize) -> Result<Self, RulesError> {
        if !(1..=MOST_STATES).contains(&states) {
            return Err(RulesError::new(format!(
                "an automaton of {states} states: expected 1 to {MOST_STATES}"
            )));
        }
        Ok(Automaton { accepting: vec![false; states], next: vec![Vec::new(); states] })
    }

    /// After this digit, from 1, in state `from`, it is in state `to`.
    ///
    /// # Errors
    ///
    /// If there is no such state, or the digit is 0 or over 64.
    pub fn on(&mut self, from: usize, digit: u8, to: usize) -> Result<(), RulesError> {
        self.check(from)?;
        self.check(to)?;
        if !(1..=64).contains(&digit) {
            return Err(RulesError::new(format!("a transition by {digit}: expected 1 to 64")));
        }
        let row = &mut self.next[from];
        let index = usize::from(digit) - 1;
        if row.len() <= index {
            row.resize(index + 1, 0);
        }
        // At most 10,000: the number fits.
        row[index] = to as u16 + 1;
        Ok(())
    }

    /// Lines that end in this state are accepted.
    ///
    /// # Errors
    ///
    /// If there is no such state.
    pub fn accept(&mut self, state: usize) -> Result<(), RulesError> {
        self.check(state)?;
        self.accepting[state] = true;
        Ok(())
    }

    fn check(&self, state: usize) -> Result<(), RulesError> {
        if state < self.accepting.len() {
            return Ok(());
        }
        let states = self.accepting.len();
        Err(RulesError::new(format!("state {state}: expected 0 to {}", states - 1)))
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether lines that end in this state are accepted.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting.get(state).copied().unwrap_or(false)
    }

    /// The state after a digit, from 1, in a state, if there is one.
    pub fn next(&self, state: usize, digit: u8) -> Option<usize> {
        let index = usize::from(digit).checked_sub(1)?;
        let next = *self.next.get(state)?.get(index)?;
        usize::from(next).checked_sub(1)
    }

    /// Whether it accepts a line of digits.
    pub fn accepts(&self, digits: &[u8]) -> bool {
        let end = digits.iter().try_fold(0, |state, &digit| self.next(state, digit));
        end.is_some_and(|state| self.is_accepting(state))
    }
}
