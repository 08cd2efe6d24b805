//! What is left to search, as a path: decisions under which it lies, and what of them is done.
//!
//! Learning goes back as far as it likes, and begins again when it likes, so that the decisions in force do not say what was
//! searched. The path does: it grows when a solution is found, by the decisions that led there, and from then on
//! these are changed one by one, from the last (Gebser, Kaufmann, Neumann and Schaub, *Conflict-driven answer set
//! enumeration*, LPNMR 2007). So no solution comes twice, and none has to be kept. Before the first solution it is empty.

use super::literal::Literal;

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A decision whose opposite is still to be searched. The first numbers of levels are those of these.
    Open(Literal),
    /// What holds under the steps before it, at their level: the opposite of a decision under which all is searched, or what
    /// was learned. Who goes on from a saved path knows what he has no clauses for.
    Known(Literal),
}

/// What is left to search.
#[derive(Debug, Clone, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    level: u32,
}

impl Path {
    /// The number of decisions. The search goes back no further.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: Step) {
        self.level += u32::from(!matches!(step, Step::Known(_)));
        self.steps.push(step);
    }

    /// Whether no opposite is left.
    pub(super) fn is_closed(&self) -> bool {
        self.level == 0
    }

    /// The level, from 0, at which the last decision was made.
    pub(super) fn last_open(&self) -> u32 {
        self.level.saturating_sub(1)
    }

    /// All under the path is searched: turns its last decision round. The level to go back to, where the literal is to be
    /// added; `None` if there is none.
    pub(super) fn turn(&mut self) -> Option<(u32, Literal)> {
        while let Some(step) = self.steps.pop() {
            if let Step::Open(literal) = step {
                self.level -= 1;
                self.steps.push(Step::Known(literal.not()));
                return Some((self.level, literal.not()));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_turned_from_the_last() {
        let [a, b, c] = [0, 1, 2].map(Literal::is);
        let mut path = Path::default();
        [a, b].into_iter().for_each(|literal| path.push(Step::Open(literal)));
        assert_eq!(path.turn(), Some((1, b.not())));
        assert_eq!(path.steps(), [Step::Open(a), Step::Known(b.not())]);
        path.push(Step::Open(c));
        assert_eq!((path.level(), path.turn()), (2, Some((1, c.not()))));
        assert_eq!((path.turn(), path.is_closed()), (Some((0, a.not())), true));
        assert_eq!(path.steps(), [Step::Known(a.not())]);
        assert_eq!(path.turn(), None);
    }
}
