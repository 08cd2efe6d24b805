//! How solutions and verdicts are written.

use std::io::{self, Write};
use std::path::Path;

use quadrille_cover::strategy::Dd;
use quadrille_cover::{BigUint, OptionId, Statistics, Strategy, Verdict};
use quadrille_gallery::picture::{Picture, Style};
use serde::Serialize;

use super::super::input::{self, FilesArgs, Loaded};
use super::super::save::{SaveArgs, is_same};
use super::super::solution::{self, JsonSolution};
use super::super::task::Task;
use super::SolveArgs;
use crate::Context;
use crate::input::Fault;
use crate::memory;
use crate::output::file::{OutFile, cannot_write};
use crate::render;
use crate::status::Status;

/// Most solutions in a file of pictures.
const MOST_DRAWN: usize = 100;

/// What a search came to.
pub(super) struct Conclusion {
    pub(super) verdict: Verdict,
    /// Those of a search that went before included.
    pub(super) solutions: u64,
    /// Why there is no solution, where that is simple.
    pub(super) why: Option<String>,
    /// Where the cheapest solutions were wanted.
    pub(super) optimum: Option<Optimum>,
    /// Whether this is a part of a search: what it does not have, another may have.
    pub(super) of_part: bool,
}

/// How good the cheapest solutions are.
pub(super) struct Optimum {
    pub(super) proved: bool,
    /// What every other solution costs at least; `None` if there are no others.
    pub(super) bound: Option<u128>,
    /// Whether there are as many as were wanted.
    pub(super) complete: bool,
}

impl Conclusion {
    /// A limit that was reached when the answer was known stopped nothing.
    pub(super) fn is_stopped(&self) -> bool {
        let known = self.optimum.as_ref().is_some_and(|optimum| {
            optimum.proved && (optimum.complete || optimum.bound.is_none()) && self.solutions > 0
        });
        self.verdict.is_stopped() && !known
    }

    /// Whether there are no other solutions than those written. The search for the cheapest leaves out
    /// what costs more, so that its end alone does not say so.
    fn has_all(&self) -> bool {
        match &self.optimum {
            None => self.verdict.is_exhausted(),
            Some(optimum) => optimum.proved && optimum.bound.is_none(),
        }
    }

    pub(super) fn status(&self) -> Status {
        match self.solutions {
            _ if self.is_stopped() => Status::Stopped,
            0 if self.verdict.is_exhausted() && !self.of_part => Status::Negative,
            _ => Status::Done,
        }
    }

    fn stop_reason(&self) -> Option<String> {
        match self.verdict {
            Verdict::Stopped(reason) if self.is_stopped() => Some(reason.to_string()),
            _ => None,
        }
    }
}

/// Solutions to be drawn in a file.
pub(super) struct Drawing {
    file: OutFile,
    solutions: Vec<Vec<OptionId>>,
}

impl Drawing {
    /// # Errors
    ///
    /// A message if the file cannot be written.
    pub(super) fn prepare(name: &Path) -> Result<Self, String> {
        let file = OutFile::prepare(name)?;
        if file.is_stdout() {
            return Err("--svg needs a file: standard output is for the solutions".to_owned());
        }
        Ok(Drawing { file, solutions: Vec::new() })
    }

    /// Sees to it that nothing is lost by it.
    ///
    /// # Errors
    ///
    /// A message if it is one of the other files.
    pub(super) fn spare(&self, files: &FilesArgs, save: &SaveArgs) -> Result<(), String> {
        let sources: Vec<_> = match files.files.as_slice() {
            [] => vec![input::source_of(None)],
            files => files.iter().map(input::source).collect(),
        };
        self.file.spare(&sources)?;
        match save.files().any(|other| is_same(other, self.file.name())) {
            true => Err(format!("{} is both picture and checkpoint", self.file.shown())),
            false => Ok(()),
        }
    }
}

/// Writes the solutions of a problem.
pub(super) struct Writer<'t> {
    loaded: &'t Loaded,
    several: bool,
    json: bool,
    profile: bool,
    has_costs: bool,
    picture: Option<&'t Picture>,
    drawing: Option<Drawing>,
}

impl<'t> Writer<'t> {
    /// # Errors
    ///
    /// If solutions are to be drawn and the problem does not say how.
    pub(super) fn new(
        args: &SolveArgs,
        loaded: &'t Loaded,
        several: bool,
        drawing: Option<Drawing>,
    ) -> Result<Self, Fault> {
        let drawn = args.render || drawing.is_some();
        if drawn && loaded.picture.is_none() {
            let found = match &loaded.bad_picture {
                Some(line) => format!(", found {line:?}"),
                None => String::new(),
            };
            let message = format!(
                "cannot draw its solutions: expected a comment `| picture: …` in it, as \
                 `quadrille puzzle` writes one{found}"
            );
            return Err(Fault::of(&loaded.source, message));
        }
        Ok(Writer {
            loaded,
            several,
            json: args.json,
            profile: args.profile,
            has_costs: solution::has_costs(loaded.problem.matrix()),
            picture: loaded.picture.as_ref().filter(|_| args.render),
            drawing,
        })
    }

    pub(super) fn begin(&self, context: &mut Context) -> io::Result<()> {
        if self.several && !self.json {
            writeln!(context.out, "| {}", self.loaded.source)?;
        }
        Ok(())
    }

    /// Writes a verified solution.
    pub(super) fn solution(
        &mut self,
        number: u64,
        options: &[OptionId],
        context: &mut Context,
    ) -> io::Result<()> {
        let problem = &self.loaded.problem;
        if let Some(drawing) = &mut self.drawing
            && drawing.solutions.len() < MOST_DRAWN
        {
            drawing.solutions.push(options.to_vec());
        }
        if self.json {
            let object = JsonSolution::of(self.loaded, number, options);
            return render::json_line(&mut context.out, &object);
        }
        let cost = self.has_costs.then(|| solution::cost(problem.matrix(), options));
        solution::write_heading(&mut context.out, &number, cost)?;
        if let Some(picture) = self.picture {
            let style = Style::default().with_colour(context.out.colour());
            match picture.draw(problem, options, style) {
                Ok(drawn) => return context.out.write_all(drawn.as_bytes()),
                // A solution is more than its picture.
                Err(error) => {
                    context.messages.warning(&format_args!("{}: {error}", self.loaded.source));
                }
            }
        }
        solution::write_options(&mut context.out, problem, options)
    }

    /// Writes what comes behind the solutions.
    pub(super) fn end(
        &self,
        conclusion: &Conclusion,
        statistics: &Statistics,
        task: &Task<'_>,
        context: &mut Context,
    ) -> io::Result<()> {
        if self.json {
            let verdict = match conclusion.solutions {
                0 if conclusion.verdict.is_exhausted() => "none",
                1.. => "solved",
                _ => "unknown",
            };
            let optimum = conclusion.optimum.as_ref();
            let object = JsonEnd {
                source: &self.loaded.source,
                verdict,
                exhausted: conclusion.has_all(),
                solutions: statistics.total().max(conclusion.solutions.into()),
                reason: conclusion.stop_reason().or_else(|| conclusion.why.clone()),
                proved: optimum.map(|optimum| optimum.proved),
                bound: optimum.and_then(|optimum| optimum.bound),
                search: JsonSearch::of(task, statistics, self.profile),
            };
            return render::json_line(&mut context.out, &object);
        }
        let out = &mut context.out;
        match (conclusion.status(), conclusion.stop_reason()) {
            (Status::Negative, _) => match &conclusion.why {
                Some(why) => writeln!(out, "no solution: {why}"),
                None => writeln!(out, "no solution"),
            },
            (_, Some(reason)) => {
                let bound = conclusion.optimum.as_ref().and_then(|optimum| optimum.bound);
                let other = if conclusion.solutions > 0 { "other " } else { "" };
                match bound.filter(|&bound| bound > 0 && bound < u128::MAX) {
                    Some(bound) => writeln!(
                        out,
                        "unknown: {reason}; every {other}solution costs at least {bound}"
                    ),
                    None => writeln!(out, "unknown: {reason}"),
                }
            }
            (_, None) => match &conclusion.optimum {
                Some(optimum) if optimum.complete => writeln!(out, "proved optimal"),
                Some(_) => writeln!(out, "proved optimal: there are no other solutions"),
                None => Ok(()),
            },
        }
    }

    /// Draws the solutions in a file, if that is wanted; a message if it cannot be done.
    pub(super) fn draw(
        &mut self,
        found: u64,
        context: &mut Context,
    ) -> io::Result<Result<(), String>> {
        let Some(Drawing { file, solutions }) = self.drawing.take() else { return Ok(Ok(())) };
        let Some(picture) = &self.loaded.picture else { return Ok(Ok(())) };
        context.out.flush()?;
        if solutions.is_empty() {
            context.messages.note(&format_args!("{} was not written", file.shown()));
            return Ok(Ok(()));
        }
        let drawn = match picture.svg(&self.loaded.problem, &solutions) {
            Ok(drawn) => drawn,
            Err(error) => return Ok(Err(format!("{}: {error}", self.loaded.source))),
        };
        if let Err(error) = file.write(&|to| to.write_all(drawn.as_bytes())) {
            return Ok(Err(cannot_write(file.name(), &error)));
        }
        let (shown, drawn) = (file.shown(), solutions.len());
        if drawn as u64 != found {
            let told = format!("{shown} shows {drawn} of {found} solutions");
            context.messages.note(&told);
        }
        Ok(Ok(()))
    }
}

#[derive(Serialize)]
struct JsonEnd<'p> {
    source: &'p str,
    verdict: &'static str,
    exhausted: bool,
    #[serde(serialize_with = "render::count")]
    solutions: BigUint,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u128>,
    #[serde(flatten)]
    search: JsonSearch<'p>,
}

/// What a search did.
#[derive(Serialize)]
pub(in crate::verbs::cover) struct JsonSearch<'p> {
    nodes: u64,
    updates: u64,
    seconds: f64,
    strategy: &'static str,
    strategy_reason: &'static str,
    /// The most memory that the program has had so far.
    peak_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'p [u64]>,
}

impl<'p> JsonSearch<'p> {
    /// The same search, ended by counting sub-problems.
    pub(in crate::verbs::cover) fn counted(self) -> Self {
        if self.strategy == Dd.name() {
            return self;
        }
        JsonSearch { strategy: Dd.name(), strategy_reason: render::DONE_FIRST, ..self }
    }

    pub(in crate::verbs::cover) fn of(
        task: &Task<'_>,
        statistics: &'p Statistics,
        profile: bool,
    ) -> Self {
        JsonSearch {
            nodes: statistics.nodes,
            updates: statistics.updates,
            seconds: task.start.elapsed().as_secs_f64(),
            strategy: task.strategy.name(),
            strategy_reason: task.strategy_reason,
            peak_bytes: memory::peak_bytes(),
            profile: profile.then_some(&*statistics.profile),
        }
    }
}
