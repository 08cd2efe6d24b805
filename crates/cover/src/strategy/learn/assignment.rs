//! What holds, since when and why.

use super::literal::Literal;

/// Why a literal holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided, or holds from the beginning.
    None,
    /// Everything else under the decisions of its level and those below has been searched.
    Searched,
    /// It excludes, or follows from, this literal.
    Literal(Literal),
    /// All others of this list of literals, of which one holds, do not.
    Some(u32),
    /// All others of this learned clause do not.
    Clause(u32),
}

/// The literals that hold, as a trail.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// By literal: whether it holds, or its opposite does.
    values: Vec<Value>,
    /// By variable, right if it is assigned: the level, the reason.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    trail: Vec<Literal>,
    /// By level from 1 on: the length of the trail before.
    starts: Vec<u32>,
}

/// What is known of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Value {
    #[default]
    Open,
    True,
    False,
}

impl Assignment {
    /// So many variables, about which nothing is known.
    pub(super) fn new(variables: usize) -> Self {
        Assignment {
            values: vec![Value::Open; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![Reason::None; variables],
            ..Assignment::default()
        }
    }

    #[inline]
    pub(super) fn value(&self, literal: Literal) -> Value {
        self.values[literal.index()]
    }

    /// Whether something is known of a variable.
    pub(super) fn is_assigned(&self, variable: usize) -> bool {
        self.values[2 * variable] != Value::Open
    }

    #[inline]
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.levels[literal.variable()]
    }

    #[inline]
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.reasons[literal.variable()]
    }

    /// The reasons in force, to be given other numbers.
    pub(super) fn reasons_mut(&mut self) -> impl Iterator<Item = &mut Reason> {
        let Assignment { reasons, values, .. } = self;
        let is_assigned = |variable: usize| values[2 * variable] != Value::Open;
        let numbered = reasons.iter_mut().enumerate();
        numbered.filter(move |&(variable, _)| is_assigned(variable)).map(|(_, reason)| reason)
    }

    /// What holds, in the order in which it came to.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The number of decisions.
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The decision of a level from 1 on.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.trail[self.starts[level as usize - 1] as usize]
    }

    /// The length of the trail before a level, from 1 on.
    pub(super) fn start(&self, level: u32) -> usize {
        self.starts[level as usize - 1] as usize
    }

    /// Opens a level.
    pub(super) fn deepen(&mut self) {
        self.starts.push(self.trail.len() as u32);
    }

    /// Books that an open literal holds.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.value(literal), Value::Open);
        let variable = literal.variable();
        self.values[literal.index()] = Value::True;
        self.values[literal.not().index()] = Value::False;
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Takes back the last literal of the trail.
    pub(super) fn pop(&mut self) -> Option<Literal> {
        let literal = self.trail.pop()?;
        self.values[literal.index()] = Value::Open;
        self.values[literal.not().index()] = Value::Open;
        Some(literal)
    }

    /// Forgets the levels above one, all of whose literals are taken back.
    pub(super) fn close(&mut self, level: u32) {
        self.starts.truncate(level as usize);
    }
}
