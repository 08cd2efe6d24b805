//! A search of an exact-cover problem that is watched: its picture where it has one, what was chosen, what is
//! in force.

use std::ffi::OsString;

use quadrille_cover::strategy::{Branch, Searcher};
use quadrille_cover::watch::{Event, Partial};
use quadrille_cover::{ItemId, OptionId, verify};
use quadrille_gallery::picture::{Picture, Style};
use quadrille_sudoku::CancelToken;

use super::input::{self, Loaded};
use super::names::{self, Items};
pub(in crate::verbs) use super::task::{HowArgs, TreeArgs};
use super::task::{LimitArgs, Task};
use crate::Context;
use crate::input::Fault;
use crate::status::Status;
use crate::verbs::watch::frame::{Line, Role, Room, painted};
use crate::verbs::watch::show::{HEADING, Heading, Scene, Showing, wrapped};

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

/// The options in force of a problem's search.
#[derive(Debug)]
pub(in crate::verbs) struct CoverScene<'p> {
    loaded: &'p Loaded,
    /// As it is shown: with the one that was picked.
    strategy: String,
    partial: Partial<'p>,
    levels: Vec<Level>,
}

/// The search of a problem.
///
/// # Errors
///
/// What is wrong with the arguments, for this problem, or that the strategy cannot take it.
pub(in crate::verbs) fn show<'p>(
    how: &HowArgs,
    seed: Option<u64>,
    problem: &'p Problem,
    cancel: &CancelToken,
) -> Result<Showing<CoverScene<'p>>, Fault> {
    let loaded = &problem.0;
    let task = Task::of(how, seed, false, false, &LimitArgs::default(), loaded, cancel)?;
    let watch = task.search.watch(&loaded.problem).map_err(|error| task.fault(&error))?;
    let picked = task.strategy.name();
    let strategy = match how.strategy.name() {
        name if name == picked => name.to_owned(),
        name => format!("{name}: {picked}"),
    };
    let partial = Partial::new(loaded.problem.matrix(), &task.given, &task.forbidden);
    Ok(Showing::new(CoverScene { loaded, strategy, partial, levels: Vec::new() }, watch))
}

impl CoverScene<'_> {
    fn name(&self, item: ItemId) -> String {
        names::item(&self.loaded.problem, item).into_owned()
    }

    /// An option by its label, if it has one, else by its items.
    fn label(&self, option: OptionId) -> String {
        match self.loaded.labels.get(option.index()) {
            Some(Some(label)) => names::shown(label).into_owned(),
            _ => Items(&self.loaded.problem, option).to_string(),
        }
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
        let mut title = Line::of(Role::Strong, format!("item {}", self.name(*item)));
        title.push(Role::Plain, format!(", {branches} to cover it:"));
        let current = now.map(|branch| branch.option);
        let place = options.iter().position(|&option| current == Some(Some(option))).unwrap_or(0);
        let first = place.saturating_sub(most / 2).min(options.len().saturating_sub(most));
        let mut lines = vec![title];
        for &option in options.iter().skip(first).take(most) {
            let name = self.label(option);
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
                let option = branch.option.map(|option| self.label(option));
                let item = self.name(branch.item);
                let option = option.unwrap_or_else(|| format!("no more with {item}"));
                Line::of(
                    Role::Faint,
                    format!("{:>4} {:>9} ", depth, format!("{}/{}", branch.index + 1, branch.of)),
                )
                .with(Role::Placed(level.guesses), option)
            })
            .collect();
        let mut title = Line::of(Role::Strong, format!("{} in force", lines.len()));
        if self.partial.given() > 0 {
            title.push(Role::Plain, format!(", {} given", self.partial.given()));
        }
        let skipped = lines.len().saturating_sub(most);
        let more = (skipped > 0).then(|| Line::of(Role::Faint, format!("   … {skipped} more")));
        [title].into_iter().chain(more).chain(lines.into_iter().skip(skipped)).collect()
    }
}

impl<'p> Scene for CoverScene<'p> {
    type Searcher = Box<dyn Searcher + 'p>;

    fn strategy(&self) -> &str {
        &self.strategy
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

    fn bound(&self) -> usize {
        self.loaded.problem.matrix().primary_items().count()
    }

    fn item(&self, branch: &Branch) -> String {
        self.name(branch.item)
    }

    fn option(&self, branch: &Branch) -> Option<String> {
        branch.option.map(|option| self.label(option))
    }

    fn options(&self, branch: &Branch) -> Vec<String> {
        let options = self.partial.options(branch.item);
        options.into_iter().map(|option| self.label(option)).collect()
    }

    fn solution(&self, _: &Self::Searcher) -> Result<serde_json::Value, String> {
        let taken = self.partial.taken();
        verify(self.loaded.problem.matrix(), taken).map_err(|fault| {
            let strategy = &self.strategy;
            format!("strategy `{strategy}` gave options that are no solution: {fault}")
        })?;
        Ok(taken.iter().map(|&option| self.label(option)).collect::<Vec<String>>().into())
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
            Event::Try { branch, .. } => {
                if let Some(top) = self.levels.last_mut() {
                    top.now = Some(branch);
                }
            }
            Event::Undo { .. } => {
                if let Some(top) = self.levels.last_mut() {
                    top.now = None;
                }
            }
            Event::Retreat { .. } => drop(self.levels.pop()),
            _ => {}
        }
        self.partial.follow(event);
    }

    /// The branches tell all.
    fn settle(&mut self, _: &Self::Searcher) {}

    fn lines(
        &self,
        now: Option<Branch>,
        heading: &Heading<'_>,
        _: &Self::Searcher,
        room: Room,
    ) -> Vec<Line> {
        let mut lines = self.picture(room.colour);
        lines.extend(self.choice(now, MOST_OPTIONS));
        lines.push(heading.verdict());
        let open: Vec<ItemId> = self.partial.open_items().collect();
        let title = format!("{} of {} items open:", open.len(), self.bound());
        // There is no room for more names than that.
        let words = open.iter().take(room.columns).map(|&item| (Role::Plain, self.name(item)));
        let words: Vec<_> = words.collect();
        let open = wrapped(Line::of(Role::Strong, title), words, room.columns, MOST_LINES);
        let used = HEADING + lines.len() + open.len() + 2;
        lines.extend(self.taken(room.rows.saturating_sub(used).max(1)));
        lines.extend(open);
        lines
    }
}
