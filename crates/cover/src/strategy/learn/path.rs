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
    /// A decision whose opposite is another search's.
    Given(Literal),
    /// The opposite of a decision under which all is searched; at the level of the steps before.
    Turned(Literal),
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
        self.level += u32::from(!matches!(step, Step::Turned(_)));
        self.steps.push(step);
    }

    /// Whether no opposite is left.
    pub(super) fn is_closed(&self) -> bool {
        !self.steps.iter().any(|step| matches!(step, Step::Open(_)))
    }

    /// All under the path is searched: takes back the steps behind the last decision whose opposite is left; whether
    /// there is one.
    pub(super) fn drop_searched(&mut self) -> bool {
        while let Some(step) = self.steps.last() {
            match step {
                Step::Open(_) => return true,
                Step::Turned(_) => {}
                Step::Given(_) => self.level -= 1,
            }
            self.steps.pop();
        }
        false
    }

    /// Turns the last decision whose opposite is left round. The level to go back to, where the literal is to be
    /// added; `None` if there is none.
    pub(super) fn turn(&mut self) -> Option<(u32, Literal)> {
        if !self.drop_searched() {
            return None;
        }
        let Some(Step::Open(literal)) = self.steps.pop() else { return None };
        self.level -= 1;
        self.push(Step::Turned(literal.not()));
        Some((self.level, literal.not()))
    }

    /// Gives the opposite of the first open decision away; the path to it.
    pub(super) fn split(&mut self) -> Option<Vec<Step>> {
        let is_open = |step: &Step| matches!(step, Step::Open(_));
        let place = self.steps.iter().position(is_open)?;
        let Step::Open(literal) = self.steps[place] else { return None };
        self.steps[place] = Step::Given(literal);
        let mut other = self.steps[..place].to_vec();
        other.push(Step::Turned(literal.not()));
        Some(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_turned_from_the_last_and_those_given_away_are_not() {
        let [a, b, c] = [0, 1, 2].map(Literal::is);
        let mut path = Path::default();
        [a, b, c].into_iter().for_each(|literal| path.push(Step::Open(literal)));
        assert_eq!(path.split(), Some(vec![Step::Turned(a.not())]));
        assert_eq!(path.turn(), Some((2, c.not())));
        assert_eq!(path.steps(), [Step::Given(a), Step::Open(b), Step::Turned(c.not())]);
        assert_eq!(path.split(), Some(vec![Step::Given(a), Step::Turned(b.not())]));
        assert!(path.is_closed() && path.split().is_none());
        assert_eq!((path.drop_searched(), path.turn(), path.level()), (false, None, 0));
    }
}
