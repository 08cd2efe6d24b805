//! A diagram of given solutions, without a search.

use std::cmp::Ordering;

use super::builder::DiagramBuilder;
use super::error::known;
use super::{BOTTOM, Diagram, DiagramError, TOP};
use crate::ids::OptionId;
use crate::matrix::Matrix;

impl Diagram {
    /// The diagram of these sets of options, be they all solutions of the problem or some of them, such
    /// as a user's own test has let through. Equal sets count once; whether they are solutions is not
    /// checked.
    ///
    /// Here the options stand in order along each path, the smallest on top, as in a ZDD of Minato's
    /// (1993), and the solutions in lexicographic order. A search makes smaller diagrams. O(n log n)
    /// comparisons of n sets; memory of a copy of them.
    ///
    /// # Errors
    ///
    /// If the problem lacks one of the options, or there are too many nodes.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, OptionId, Search, text};
    ///
    /// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
    /// let mut solutions = Search::new().all(&problem)?.solutions;
    /// // Only those of two options.
    /// solutions.retain(|solution| solution.len() == 2);
    /// let diagram = Diagram::of_solutions(&problem, &solutions)?;
    /// let found: Vec<Vec<OptionId>> = diagram.solutions().collect();
    /// assert_eq!(found, [[0, 4].map(OptionId::new), [2, 3].map(OptionId::new)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_solutions<S: AsRef<[OptionId]>>(
        problem: &impl AsRef<Matrix>,
        solutions: &[S],
    ) -> Result<Self, DiagramError> {
        let matrix = problem.as_ref();
        let mut sets = Vec::with_capacity(solutions.len());
        for solution in solutions {
            let mut set: Vec<u32> = Vec::with_capacity(solution.as_ref().len());
            for &option in solution.as_ref() {
                set.push(known(option, matrix.option_count())?);
            }
            set.sort_unstable();
            set.dedup();
            sets.push(set);
        }
        sets.sort_unstable_by(|one, other| order(other, one));
        sets.dedup();

        // From the last set to the first. `path` is the set before; `below[d]` has the sets so far that
        // begin with its first d options, without those.
        let mut builder = DiagramBuilder::new();
        let (mut path, mut below) = (Vec::new(), vec![BOTTOM]);
        for set in &sets {
            let common = path.iter().zip(set).take_while(|(one, other)| one == other).count();
            close(&mut builder, &mut path, &mut below, common)?;
            path.extend_from_slice(&set[common..]);
            below.resize(path.len(), BOTTOM);
            below.push(TOP);
        }
        close(&mut builder, &mut path, &mut below, 0)?;
        Ok(builder.finish(below[0], matrix))
    }
}

/// Makes the branches of all options of the path but the first `kept` ones.
fn close(
    builder: &mut DiagramBuilder,
    path: &mut Vec<u32>,
    below: &mut Vec<u32>,
    kept: usize,
) -> Result<(), DiagramError> {
    while path.len() > kept {
        let (Some(option), Some(hi)) = (path.pop(), below.pop()) else { break };
        if let Some(lo) = below.last_mut() {
            *lo = builder.branch(option, hi, *lo)?;
        }
    }
    Ok(())
}

/// The order of the diagram: by the first option that differs; what goes on before what has ended.
fn order(one: &[u32], other: &[u32]) -> Ordering {
    let mut differs = one.iter().zip(other).map(|(one, other)| one.cmp(other));
    differs.find(|order| order.is_ne()).unwrap_or_else(|| other.len().cmp(&one.len()))
}
