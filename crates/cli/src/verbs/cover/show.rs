//! A search of an exact-cover problem that is watched: its picture where it has one, what was chosen, what is
//! in force.

use std::ffi::OsString;

use quadrille_cover::strategy::{Branch, Searcher, Strategy};
use quadrille_cover::watch::{Event, Partial, Watch};
use quadrille_cover::{ItemId, OptionId, Search, verify};
use quadrille_gallery::picture::{Picture, Style};

use super::input::{self, Loaded};
use super::names::{self, Items};
use crate::Context;
use crate::status::Status;
use crate::verbs::watch::frame::{Frame, Line, Role, Room, painted};
use crate::verbs::watch::show::{Counts, Heading, Outcome, Show, Shown, Told, outcome, wrapped};

/// So many lines of open items are shown.
const MOST_LINES: usize = 3;
/// So many options are named, of what there is to try.
const MOST_OPTIONS: usize = 8;
/// So many options in force are named at least.
const LEAST_TAKEN: usize = 4;

/// A problem that was read.
#[derive(Debug)]
pub(in crate::verbs) struct Problem(Loaded);

impl Problem {
    /// What messages call it.
    pub(in crate::verbs) fn source(&self) -> &str {
        &self.0.source
    }
}

/// Reads a problem; what is wrong with it is said here.
pub(in crate::verbs) fn read(
    file: Option<&OsString>,
    context: &mut Context,
) -> Result<Problem, Status> {
    input::one(file, context).map(Problem)
}

/// A level: what was chosen, and what there was to try.
#[derive(Debug)]
struct Level {
    item: ItemId,
    options: Vec<OptionId>,
    of: u32,
    /// Levels up to this one with more than one branch.
    guesses: u32,
    now: Option<Branch>,
}

/// The search of a problem.
#[derive(Debug)]
pub(in crate::verbs) struct CoverShow<'p> {
    loaded: &'p Loaded,
    /// As it is shown: with the one that was picked.
    strategy: String,
    watch: Watch<Box<dyn Searcher + 'p>>,
    partial: Partial<'p>,
    levels: Vec<Level>,
    deepest: usize,
    /// Branches taken back, of the events that were followed.
    undone: u64,
    has_begun: bool,
}

impl<'p> CoverShow<'p> {
    /// # Errors
    ///
    /// A message if the strategy cannot take the problem.
    pub(in crate::verbs) fn new(
        strategy: &'static dyn Strategy,
        problem: &'p Problem,
    ) -> Result<Self, String> {
        let loaded = &problem.0;
        let search = Search::new().strategy(strategy);
        let watch = search.watch(&loaded.problem).map_err(|error| error.to_string())?;
        let picked = search.choice(&loaded.problem, false).strategy.name();
        let strategy = match strategy.name() {
            name if name == picked => name.to_owned(),
            name => format!("{name}: {picked}"),
        };
        Ok(CoverShow {
            loaded,
            strategy,
            watch,
            partial: Partial::new(loaded.problem.matrix(), &[], &[]),
            levels: Vec::new(),
            deepest: 0,
            undone: 0,
            has_begun: false,
        })
    }

    fn follow(&mut self, event: &Event<Branch>) {
        match *event {
            Event::Choose { branch, .. } => {
                let options = self.partial.options(branch.item);
                let before = self.levels.last().map_or(0, |level| level.guesses);
                let guesses = before + u32::from(branch.of > 1);
                let level = Level { item: branch.item, options, of: branch.of, guesses, now: None };
                self.levels.push(level);
            }
            Event::Try { level, branch } => {
                if let Some(top) = self.levels.last_mut() {
                    top.now = Some(branch);
                }
                self.deepest = self.deepest.max(level + 1);
            }
            Event::Undo { .. } => {
                self.undone += 1;
                if let Some(top) = self.levels.last_mut() {
                    top.now = None;
                }
            }
            Event::Retreat { .. } => drop(self.levels.pop()),
            _ => {}
        }
        self.partial.follow(event);
    }

    fn item(&self, item: ItemId) -> String {
        names::item(&self.loaded.problem, item).into_owned()
    }

    /// An option by its label, if it has one, else by its items.
    fn option(&self, option: OptionId) -> String {
        match self.loaded.labels.get(option.index()) {
            Some(Some(label)) => names::shown(label).into_owned(),
            _ => Items(&self.loaded.problem, option).to_string(),
        }
    }

    fn told(&self, event: &Event<Branch>, node: u64) -> Option<Told> {
        let option = |branch: Branch| branch.option.map(|option| self.option(option));
        Some(match *event {
            Event::Choose { level, branch } => {
                let options = self.partial.options(branch.item);
                let options = options.into_iter().map(|option| self.option(option)).collect();
                Told::Choose { level, item: self.item(branch.item), options }
            }
            Event::Try { level, branch } => {
                Told::Try { node, level, item: self.item(branch.item), option: option(branch) }
            }
            Event::Undo { level, branch } => {
                Told::Undo { level, item: self.item(branch.item), option: option(branch) }
            }
            Event::Retreat { level, branch } => {
                Told::Retreat { level, item: self.item(branch.item) }
            }
            Event::Node => Told::Node { node },
            Event::Solution => {
                let options = self.partial.taken().iter().map(|&option| self.option(option));
                let solution = options.collect::<Vec<String>>().into();
                Told::Solution { number: self.watch.solutions(), node, solution }
            }
            Event::Exhausted => Told::Exhausted,
            _ => return None,
        })
    }

    fn picture(&self, colour: bool) -> Vec<Line> {
        let Some(picture) = &self.loaded.picture else { return Vec::new() };
        if *picture == Picture::default() {
            // A list of options is shown in any case.
            return Vec::new();
        }
        let style = Style::default().with_colour(colour);
        // Before the first option there may be nothing to draw.
        let drawn = picture.draw(&self.loaded.problem, self.partial.taken(), style);
        drawn.map_or(Vec::new(), |drawing| painted(&drawing))
    }

    /// What was chosen, and what there is to try, an option a line; the one that is tried is marked.
    fn choice(&self, now: Option<Branch>, most: usize) -> Vec<Line> {
        let Some(Level { item, options, of, .. }) = self.levels.last() else {
            return Vec::new();
        };
        let branches = if *of == 1 { "one way".to_owned() } else { format!("{of} ways") };
        let mut title = Line::of(Role::Strong, format!("item {}", self.item(*item)));
        title.push(Role::Plain, format!(", {branches} to cover it:"));
        let current = now.map(|branch| branch.option);
        let place = options.iter().position(|&option| current == Some(Some(option))).unwrap_or(0);
        let first = place.saturating_sub(most / 2).min(options.len().saturating_sub(most));
        let mut lines = vec![title];
        for &option in options.iter().skip(first).take(most) {
            let name = self.option(option);
            lines.push(match current == Some(Some(option)) {
                true => Line::of(Role::Chosen, format!("> {name}")),
                false => Line::of(Role::Plain, format!("  {name}")),
            });
        }
        if options.len() > most {
            lines.push(Line::of(Role::Faint, format!("  … {} in all", options.len())));
        }
        if current == Some(None) {
            lines.push(Line::of(Role::Chosen, "> no more options with it"));
        }
        lines
    }

    /// The branches in force, the last ones if there is no room for all.
    fn taken(&self, most: usize) -> Vec<Line> {
        let in_force = self.levels.iter().filter_map(|level| Some((level, level.now?)));
        let lines: Vec<Line> = in_force
            .enumerate()
            .map(|(depth, (level, branch))| {
                let option = branch.option.map(|option| self.option(option));
                let item = self.item(branch.item);
                let option = option.unwrap_or_else(|| format!("no more with {item}"));
                Line::of(
                    Role::Faint,
                    format!("{:>4} {:>9} ", depth, format!("{}/{}", branch.index + 1, branch.of)),
                )
                .with(Role::Placed(level.guesses), option)
            })
            .collect();
        let title = Line::of(Role::Strong, format!("{} in force", lines.len()));
        let skipped = lines.len().saturating_sub(most);
        let more = (skipped > 0).then(|| Line::of(Role::Faint, format!("   … {skipped} more")));
        [title].into_iter().chain(more).chain(lines.into_iter().skip(skipped)).collect()
    }

    fn frame(&self, now: Option<Branch>, level: usize, outcome: Outcome, room: Room) -> Frame {
        let matrix = self.loaded.problem.matrix();
        let items = matrix.primary_items().count();
        let heading = Heading {
            strategy: &self.strategy,
            counts: Counts { undone: self.undone, ..self.counts() },
            level,
            deepest: self.deepest,
            bound: items.max(self.deepest),
            outcome,
        };
        let mut lines = heading.lines();
        lines.extend(self.picture(room.colour));
        lines.extend(self.choice(now, MOST_OPTIONS));
        lines.push(heading.verdict());
        let open: Vec<ItemId> = self.partial.open_items().collect();
        let title = format!("{} of {items} items open:", open.len());
        // There is no room for more names than that.
        let words = open.iter().take(room.columns).map(|&item| (Role::Plain, self.item(item)));
        let words: Vec<_> = words.collect();
        let open = wrapped(Line::of(Role::Strong, title), words, room.columns, MOST_LINES);
        let used = lines.len() + open.len() + 2;
        lines.extend(self.taken(room.rows.saturating_sub(used).max(1)));
        lines.extend(open);
        Frame::new(lines, room)
    }
}

impl Show for CoverShow<'_> {
    fn step(&mut self, room: Option<Room>) -> Result<Shown, String> {
        let events = self.watch.step().to_vec();
        let node = self.watch.nodes();
        let outcome = outcome(&events, self.watch.solutions(), self.has_begun);
        self.has_begun = true;
        let mut shown = Shown::default();
        for (index, event) in events.iter().enumerate() {
            shown.events.extend(self.told(event, node));
            if *event == Event::Solution {
                verify(self.loaded.problem.matrix(), self.partial.taken()).map_err(|fault| {
                    let strategy = &self.strategy;
                    format!("strategy `{strategy}` gave options that are no solution: {fault}")
                })?;
            }
            self.follow(event);
            // What the node has led to is told, not shown: it would hide the node.
            if let (0, Some(outcome), Some(room)) = (index, outcome, room) {
                let (now, level) = match *event {
                    Event::Try { branch, level } => (Some(branch), level + 1),
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
        // The picture of all options has the size of that of any.
        let one: Option<OptionId> = self.loaded.problem.matrix().options().next();
        let style = Style::default();
        let picture = self.loaded.picture.as_ref().zip(one);
        let drawn = picture.and_then(|(picture, option)| {
            picture.draw(&self.loaded.problem, &[option], style).ok()
        });
        let picture = drawn.map_or(0, |drawing| drawing.lines().count());
        4 + picture + MOST_OPTIONS + 2 + MOST_LINES + LEAST_TAKEN + 2
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
        Told::End { reason, strategy: self.strategy.clone(), counts: self.counts() }
    }
}
