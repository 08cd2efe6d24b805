//! Making a diagram of a problem: Algorithm X with a memory, whose levels are kept.

use std::time::{Duration, Instant};

use super::Diagram;
use crate::limits::Meter;
use crate::matrix::Matrix;
use crate::outcome::{StopReason, Verdict};
use crate::search::{Search, SearchError};
use crate::statistics::Statistics;
use crate::strategy::{Dd, Drawer, Step, Strategy};

/// A diagram, or how far it came.
#[derive(Debug)]
#[non_exhaustive]
pub struct Drawn {
    /// The diagram of all solutions; `None` if the search was stopped.
    pub diagram: Option<Diagram>,
    /// [`Verdict::Exhausted`], or why it was stopped.
    pub verdict: Verdict,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// A diagram that is being drawn, to be watched and left: see [`Search::drawing`].
#[derive(Debug)]
pub struct Drawing<'m> {
    matrix: &'m Matrix,
    drawer: Drawer,
    meter: Meter,
    verdict: Option<Verdict>,
}

impl Drawing<'_> {
    /// Goes on for about so long. [`Step::Exhausted`] says that it has ended, and
    /// [`verdict`](Self::verdict) then how; else [`Step::Paused`].
    pub fn advance(&mut self, patience: Duration) -> Step {
        let until = Instant::now().checked_add(patience);
        while self.verdict.is_none() {
            let mut budget = match self.meter.short_slice() {
                Ok(budget) => budget,
                Err(reason) => {
                    self.verdict = Some(Verdict::Stopped(reason));
                    break;
                }
            };
            let is_over = self.drawer.advance(&mut budget);
            self.meter.settle(&budget);
            if is_over {
                self.verdict = Some(Verdict::Exhausted);
            } else if self.drawer.is_full() {
                self.verdict = Some(Verdict::Stopped(StopReason::MemoryLimit));
            } else if until.is_some_and(|until| Instant::now() >= until) {
                return Step::Paused;
            }
        }
        Step::Exhausted
    }

    /// How it ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Counters so far.
    pub fn statistics(&self) -> &Statistics {
        self.drawer.statistics()
    }

    /// Number of nodes of the diagram so far; some of them may not stay.
    pub fn nodes(&self) -> usize {
        self.drawer.nodes()
    }

    /// Bytes of memory that it takes now: nodes, and what the search remembers.
    pub fn bytes(&self) -> usize {
        self.drawer.bytes()
    }

    /// The share of the search that is done, from 0 to 1, if all branches at a level weighed the
    /// same. Later ones are shorter, since more is remembered: it is more than it seems.
    pub fn share_done(&self) -> f64 {
        match self.verdict {
            Some(Verdict::Exhausted) => 1.0,
            _ => self.drawer.share_done(),
        }
    }

    /// What has come of it.
    pub fn finish(self) -> Drawn {
        let statistics = self.drawer.statistics().clone();
        let verdict = self.verdict.unwrap_or(Verdict::Stopped(StopReason::Receiver));
        let diagram = if verdict.is_exhausted() { self.drawer.finish(self.matrix) } else { None };
        Drawn { diagram, verdict, statistics }
    }
}

impl Search {
    /// All solutions as a [`Diagram`], with the given and without the forbidden options. It is made
    /// by [`Dd`], whatever the strategy of this search is; limits on nodes and time hold, and that
    /// on memory for the diagram too. A limit on the number of solutions does not count here.
    ///
    /// ```
    /// use quadrille_cover::{Search, text};
    ///
    /// let problem = text::read("a b c\na b\nb c\na\nb\nc\n")?;
    /// let drawn = Search::new().diagram(&problem)?;
    /// let diagram = drawn.diagram.expect("nothing limits it");
    /// assert_eq!(diagram.count(), 3u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; so for items that may be covered other than once, and problems that as
    /// bits take over 1 GiB.
    pub fn diagram(&self, problem: &impl AsRef<Matrix>) -> Result<Drawn, SearchError> {
        let mut drawing = self.drawing(problem)?;
        while drawing.advance(Duration::MAX) != Step::Exhausted {}
        Ok(drawing.finish())
    }

    /// The same as something that can be watched and left.
    ///
    /// # Errors
    ///
    /// As for [`diagram`](Self::diagram).
    pub fn drawing<'m>(&self, problem: &'m impl AsRef<Matrix>) -> Result<Drawing<'m>, SearchError> {
        let matrix = problem.as_ref();
        let meter = Meter::start(&self.limits);
        self.clone().strategy(&Dd).check(matrix, &self.setup)?;
        if !Drawer::fits(matrix) {
            return Err(SearchError::Unsupported {
                strategy: Dd.name(),
                feature: "a problem that as bits takes over 1 GiB",
                instead: None,
            });
        }
        let drawer = Drawer::new(matrix, &self.setup);
        Ok(Drawing { matrix, drawer, meter, verdict: None })
    }
}
