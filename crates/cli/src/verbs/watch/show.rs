//! What all searches that are watched have in common: their steps, and the lines above and below what is
//! searched.

use quadrille_cover::watch::{Event, Watch, Watched};
use serde::Serialize;

use super::frame::{Frame, Line, Role, Room, bar};

/// Width of the bar of the levels.
const BAR: usize = 30;
/// Lines of a heading.
pub(crate) const HEADING: usize = 3;

/// A search that is advanced node by node and shown.
pub(crate) trait Show {
    /// Goes on to the next node, or to the end, or leaves a solution: what has happened, in an order
    /// in which it can be replayed; and what there is new to see, if it is wanted.
    ///
    /// # Errors
    ///
    /// A message if the search has found something that is no solution.
    fn step(&mut self, room: Option<Room>) -> Result<Shown, String>;

    /// So many rows show everything.
    fn rows(&self) -> usize;

    fn counts(&self) -> Counts;

    /// The last event, once no more are wanted.
    fn end(&self, reason: &'static str) -> Told;
}

/// A branch of what is searched in a scene.
pub(crate) type BranchOf<S> = <<S as Scene>::Searcher as Watched>::Branch;

/// What is drawn of a search: a grid, or the options in force.
pub(crate) trait Scene {
    type Searcher: Watched;

    fn strategy(&self) -> &str;

    /// So many rows show everything.
    fn rows(&self) -> usize;

    /// So many levels there can be.
    fn bound(&self) -> usize;

    /// The name of what is branched on, and of what is tried.
    fn item(&self, branch: &BranchOf<Self>) -> String;
    fn option(&self, branch: &BranchOf<Self>) -> Option<String>;

    /// What there is to try instead of a branch, and itself.
    fn options(&self, branch: &BranchOf<Self>) -> Vec<String>;

    /// The solution that was just found.
    ///
    /// # Errors
    ///
    /// A message if it is none.
    fn solution(&self, searcher: &Self::Searcher) -> Result<serde_json::Value, String>;

    fn follow(&mut self, event: &Event<BranchOf<Self>>);

    /// Takes over what the searcher tells of where it stands, beside the branches.
    fn settle(&mut self, searcher: &Self::Searcher);

    /// A frame's lines below the heading; `now` is the branch that it is about.
    fn lines(
        &self,
        now: Option<BranchOf<Self>>,
        heading: &Heading<'_>,
        searcher: &Self::Searcher,
        room: Room,
    ) -> Vec<Line>;
}

/// A scene and the search that is shown in it.
#[derive(Debug)]
pub(crate) struct Showing<S: Scene> {
    scene: S,
    watch: Watch<S::Searcher>,
    deepest: usize,
    /// Branches taken back, of the events that were followed.
    undone: u64,
    has_begun: bool,
}

impl<S: Scene> Showing<S> {
    pub(crate) fn new(scene: S, watch: Watch<S::Searcher>) -> Self {
        Showing { scene, watch, deepest: 0, undone: 0, has_begun: false }
    }

    fn told(&self, event: &Event<BranchOf<S>>, node: u64) -> Result<Option<Told>, String> {
        let item = |branch: &BranchOf<S>| self.scene.item(branch);
        let option = |branch: &BranchOf<S>| self.scene.option(branch);
        Ok(Some(match event {
            Event::Choose { level, branch } => {
                let options = self.scene.options(branch);
                Told::Choose { level: *level, item: item(branch), options }
            }
            Event::Try { level, branch } => {
                Told::Try { node, level: *level, item: item(branch), option: option(branch) }
            }
            Event::Undo { level, branch } => {
                Told::Undo { level: *level, item: item(branch), option: option(branch) }
            }
            Event::Retreat { level, branch } => Told::Retreat { level: *level, item: item(branch) },
            Event::Node => Told::Node { node },
            Event::Solution => {
                let solution = self.scene.solution(self.watch.searcher())?;
                Told::Solution { number: self.watch.solutions(), node, solution }
            }
            Event::Exhausted => Told::Exhausted,
            _ => return Ok(None),
        }))
    }

    fn follow(&mut self, event: &Event<BranchOf<S>>) {
        match event {
            Event::Try { level, .. } => self.deepest = self.deepest.max(level + 1),
            Event::Undo { .. } => self.undone += 1,
            _ => {}
        }
        self.scene.follow(event);
    }

    fn frame(&self, now: Option<BranchOf<S>>, level: usize, outcome: Outcome, room: Room) -> Frame {
        let heading = Heading {
            strategy: self.scene.strategy(),
            counts: Counts { undone: self.undone, ..self.counts() },
            level,
            deepest: self.deepest,
            bound: self.scene.bound().max(self.deepest),
            outcome,
        };
        let mut lines = heading.lines();
        lines.extend(self.scene.lines(now, &heading, self.watch.searcher(), room));
        Frame::new(lines, room)
    }
}

impl<S: Scene> Show for Showing<S> {
    fn step(&mut self, room: Option<Room>) -> Result<Shown, String> {
        let events = self.watch.step().to_vec();
        let node = self.watch.nodes();
        let outcome = outcome(&events, self.watch.solutions(), self.has_begun);
        self.has_begun = true;
        // What the node has led to is told, not shown: it would hide the node. A solution behind it that
        // is not its own is shown.
        let at = match (&events[..], outcome) {
            ([Event::Try { .. }, Event::Solution], _) => 0,
            (events, Some(Outcome::Solution(_))) => events.len() - 1,
            _ => 0,
        };
        // Of a dead end nothing is known but what led there.
        let settled = if matches!(outcome, Some(Outcome::Dead { .. })) { 1 } else { 0 };
        let mut shown = Shown::default();
        for (index, event) in events.iter().enumerate() {
            if index == settled {
                self.scene.settle(self.watch.searcher());
            }
            shown.events.extend(self.told(event, node)?);
            self.follow(event);
            if let (true, Some(outcome), Some(room)) = (index == at, outcome, room) {
                let (now, level) = match *event {
                    Event::Try { branch, level } => (Some(branch), level + 1),
                    Event::Solution => (None, self.watch.path().len()),
                    _ => (None, 0),
                };
                shown.frames.push(self.frame(now, level, outcome, room));
            }
        }
        if let (true, Some(room)) = (self.watch.is_over(), room) {
            shown.frames.push(self.frame(None, 0, Outcome::End, room));
        }
        Ok(shown)
    }

    fn rows(&self) -> usize {
        self.scene.rows()
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.watch.nodes(),
            undone: self.watch.undone(),
            solutions: self.watch.solutions(),
            is_over: self.watch.is_over(),
        }
    }

    fn end(&self, reason: &'static str) -> Told {
        Told::End { reason, strategy: self.scene.strategy().to_owned(), counts: self.counts() }
    }
}

/// What a step came to.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub(crate) events: Vec<Told>,
    pub(crate) frames: Vec<Frame>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    /// Nodes that were taken back.
    pub(crate) undone: u64,
    pub(crate) solutions: u64,
    #[serde(skip)]
    pub(crate) is_over: bool,
}

/// An event as JSON. Levels are numbered from 0.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Told {
    Choose {
        level: usize,
        item: String,
        options: Vec<String>,
    },
    Try {
        node: u64,
        level: usize,
        item: String,
        option: Option<String>,
    },
    Undo {
        level: usize,
        item: String,
        option: Option<String>,
    },
    Retreat {
        level: usize,
        item: String,
    },
    Node {
        node: u64,
    },
    Solution {
        number: u64,
        node: u64,
        solution: serde_json::Value,
    },
    Exhausted,
    End {
        reason: &'static str,
        strategy: String,
        #[serde(flatten)]
        counts: Counts,
    },
}

/// What became of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Before the first one.
    Begin,
    Open,
    /// It was taken back, and what leads to it from this level on, from 0, if that was all there was.
    Dead {
        back_to: usize,
    },
    Solution(u64),
    End,
}

/// What became of the node of a step, or of what else there is to see; `None` of a step that only leaves
/// a solution.
pub(crate) fn outcome<B>(events: &[Event<B>], solutions: u64, has_begun: bool) -> Option<Outcome> {
    if events.iter().any(|event| matches!(event, Event::Solution)) {
        return Some(Outcome::Solution(solutions));
    }
    match events {
        [Event::Try { level, .. }, Event::Undo { .. }, ..] => {
            let undone = events.iter().filter(|event| matches!(event, Event::Undo { .. })).count();
            Some(Outcome::Dead { back_to: (level + 1).saturating_sub(undone) })
        }
        [Event::Try { .. } | Event::Node, ..] => Some(Outcome::Open),
        [Event::Choose { .. }, ..] if !has_begun => Some(Outcome::Begin),
        _ => None,
    }
}

/// What stands in every frame.
#[derive(Debug)]
pub(crate) struct Heading<'h> {
    pub(crate) strategy: &'h str,
    pub(crate) counts: Counts,
    /// Levels with a branch in force, the most so far, and the most that there can be.
    pub(crate) level: usize,
    pub(crate) deepest: usize,
    pub(crate) bound: usize,
    pub(crate) outcome: Outcome,
}

impl Heading<'_> {
    pub(crate) fn lines(&self) -> Vec<Line> {
        let Counts { nodes, undone, solutions, .. } = self.counts;
        let counts = format!("  node {nodes}  taken back {undone}  solutions {solutions}");
        let mut depth = Line::of(Role::Plain, format!("level {:<4}", self.level));
        depth.0.extend(bar(self.level, self.deepest, self.bound, BAR).0);
        depth.push(Role::Plain, format!(" deepest {} of {}", self.deepest, self.bound));
        vec![
            Line::of(Role::Strong, self.strategy).with(Role::Plain, counts),
            depth,
            Line::default(),
        ]
    }

    /// What became of the node.
    pub(crate) fn verdict(&self) -> Line {
        match self.outcome {
            Outcome::Begin => Line::of(Role::Faint, "nothing is tried yet"),
            Outcome::Open => Line::of(Role::Plain, "goes on from here"),
            Outcome::Dead { back_to } => Line::of(Role::Dead, " dead end ")
                .with(Role::Plain, format!(" back to level {back_to}")),
            Outcome::Solution(number) => Line::of(Role::Solved, format!("solution {number}")),
            Outcome::End => match self.counts.solutions {
                0 => {
                    Line::of(Role::Dead, " no solution ").with(Role::Plain, " everything was tried")
                }
                _ => Line::of(Role::Solved, "everything was tried"),
            },
        }
    }
}

/// Words side by side, in lines that keep to the room; of too many, how many more there are.
pub(crate) fn wrapped(
    first: Line,
    words: Vec<(Role, String)>,
    width: usize,
    most: usize,
) -> Vec<Line> {
    let indent = 2;
    let mut lines = vec![first];
    let mut used = lines[0].plain().chars().count();
    let all = words.len();
    for (index, (role, word)) in words.into_iter().enumerate() {
        let length = word.chars().count() + 1;
        if used + length > width && used > indent {
            if lines.len() >= most.max(1) {
                let more = format!(" … {} more", all - index);
                if let Some(last) = lines.last_mut() {
                    last.push(Role::Faint, more);
                }
                break;
            }
            lines.push(Line::of(Role::Plain, " ".repeat(indent)));
            used = indent;
        }
        if let Some(last) = lines.last_mut() {
            last.push(Role::Plain, " ");
            last.push(role, word);
        }
        used += length;
    }
    lines
}
