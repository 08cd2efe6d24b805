//! How the solutions of a diagram are written.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{BigUint, OptionId, verify};
use quadrille_gallery::picture::Style;

use super::Opened;
use crate::Context;
use crate::render;
use crate::status::Status;
use crate::verbs::cover::solution::{self, JsonSolution};

/// How to write solutions.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// Draw each solution, as the line `| picture: …` of the problem says
    #[arg(long)]
    render: bool,

    /// Write JSON, an object a line, as `cover solve` does; `solution` is a string of digits
    #[arg(long, conflicts_with = "render")]
    json: bool,
}

impl ShowArgs {
    pub(super) fn is_json(&self) -> bool {
        self.json
    }
}

/// Writes solutions as `cover solve` does.
pub(super) struct Show<'o> {
    args: &'o ShowArgs,
    opened: &'o Opened,
    has_costs: bool,
}

impl<'o> Show<'o> {
    /// What is wrong is said here.
    pub(super) fn new(
        args: &'o ShowArgs,
        opened: &'o Opened,
        context: &Context,
    ) -> Result<Self, Status> {
        if args.render && opened.loaded.picture.is_none() {
            let message = "cannot draw its solutions: its problem has no comment `| picture: …`";
            context.messages.error(&opened.loaded.source, &message);
            return Err(Status::Bad);
        }
        let has_costs = solution::has_costs(opened.loaded.problem.matrix());
        Ok(Show { args, opened, has_costs })
    }

    /// Writes a solution, which is verified before; `false`, and that is said, if it is none.
    pub(super) fn solution(
        &self,
        number: &dyn Display,
        options: &[OptionId],
        context: &mut Context,
    ) -> io::Result<bool> {
        let loaded = &self.opened.loaded;
        let problem = &loaded.problem;
        if let Err(fault) = verify(problem, options) {
            let why = crate::verbs::cover::check::in_words(problem, &fault);
            let message = format!("the diagram is unsound: number {number} is no solution ({why})");
            context.out.flush()?;
            context.messages.error(&loaded.source, &message);
            return Ok(false);
        }
        if self.args.json {
            let object = JsonSolution::of(loaded, number.to_string(), options);
            render::json_line(&mut context.out, &object)?;
        } else {
            let cost = self.has_costs.then(|| solution::cost(problem.matrix(), options));
            solution::write_heading(&mut context.out, number, cost)?;
            self.options(options, context)?;
        }
        context.out.settle()?;
        Ok(true)
    }

    fn options(&self, options: &[OptionId], context: &mut Context) -> io::Result<()> {
        let loaded = &self.opened.loaded;
        if let Some(picture) = loaded.picture.as_ref().filter(|_| self.args.render) {
            let style = Style::default().with_colour(context.out.colour());
            match picture.draw(&loaded.problem, options, style) {
                Ok(drawn) => return context.out.write_all(drawn.as_bytes()),
                // A solution is more than its picture.
                Err(error) => {
                    context.messages.warning(&format_args!("{}: {error}", loaded.source));
                }
            }
        }
        solution::write_options(&mut context.out, &loaded.problem, options)
    }

    /// Writes that there is none, and says on standard error how many there are, if not none at all.
    pub(super) fn nothing(&self, all: &BigUint, context: &mut Context) -> io::Result<Status> {
        if !self.args.json {
            writeln!(context.out, "no solution")?;
        }
        if *all > BigUint::ZERO {
            context.out.flush()?;
            context.messages.note(&format_args!("there are {all}: expected 1 to {all}"));
        }
        Ok(Status::Negative)
    }
}
