//! `cover diagram info` and `count`: how large a diagram is, and how many solutions it has.

use std::io::{self, Write};

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use quadrille_cover::BigUint;
use serde::Serialize;

use super::{DiagramFileArgs, work_out};
use crate::Context;
use crate::args::{examples, prose};
use crate::output::plural;
use crate::render;
use crate::status::Status;

const INFO: &str = "\
Say how large a diagram is

With --json it writes one object, with `source`, `problem` (the file that it was made
of), `program` (the version that made it), `items`, `options` (of the problem),
`occurring` (how many options occur in a solution), `solutions` (a string of digits),
`nodes`, `branches`, `products`, `depth` (the most nodes above one another) and `bytes`
(of memory).";

/// Say how large a diagram is
#[derive(Debug, Args)]
#[command(long_about = prose(INFO), after_long_help = examples(&[
    ("quadrille cover diagram info dominoes.qdd", ""),
]))]
pub(super) struct InfoArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

const COUNT: &str = "\
Count the solutions of a diagram

Writes their number with all its digits. If it is 0, the answer is negative.

With --json it writes an object with `source`, `solutions` (a string of digits) and
`exact` (always true).";

/// Count the solutions of a diagram
#[derive(Debug, Args)]
#[command(long_about = prose(COUNT), after_long_help = examples(&[
    ("quadrille cover diagram count dominoes.qdd", "12988816"),
]))]
pub(super) struct CountArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &InfoArgs, context: &mut Context) -> io::Result<Status> {
    let opened = match args.file.open(args.json, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let found =
        work_out(&opened, context, |opened| (opened.diagram.shape(), opened.diagram.count()));
    let (shape, solutions) = match found {
        Ok(found) => found,
        Err(status) => return Ok(status),
    };
    let (head, problem) = (&opened.head, &opened.loaded.problem);
    if args.json {
        let object = JsonInfo {
            source: &opened.loaded.source,
            problem: &head.source,
            program: &head.program,
            items: problem.item_count(),
            options: problem.option_count(),
            occurring: shape.options,
            solutions: &solutions,
            nodes: shape.nodes,
            branches: shape.branches,
            products: shape.products,
            depth: shape.depth,
            bytes: shape.bytes,
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(Status::Done);
    }
    let count = |count: usize| HumanCount(count as u64);
    let (items, options) = (problem.item_count() as u64, problem.option_count() as u64);
    let out = &mut context.out;
    writeln!(out, "solutions  {solutions}")?;
    let (branches, products) = (count(shape.branches), count(shape.products));
    writeln!(
        out,
        "nodes      {}: {branches} branches, {products} products, ⊥ and ⊤",
        count(shape.nodes)
    )?;
    writeln!(out, "depth      {}", count(shape.depth))?;
    writeln!(out, "memory     {}", HumanBytes(shape.bytes as u64))?;
    let size = format!("{} on {}", plural(options, "option"), plural(items, "item"));
    writeln!(out, "problem    {}: {size}; {} options occur", head.source, count(shape.options))?;
    writeln!(out, "made by    version {}", head.program)?;
    Ok(Status::Done)
}

pub(super) fn count(args: &CountArgs, context: &mut Context) -> io::Result<Status> {
    let opened = match args.file.open(args.json, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let solutions = match work_out(&opened, context, |opened| opened.diagram.count()) {
        Ok(solutions) => solutions,
        Err(status) => return Ok(status),
    };
    if args.json {
        let source = &*opened.loaded.source;
        let object = JsonCount { source, solutions: &solutions, exact: true };
        render::json_line(&mut context.out, &object)?;
    } else {
        writeln!(context.out, "{solutions}")?;
    }
    Ok(if solutions == BigUint::ZERO { Status::Negative } else { Status::Done })
}

#[derive(Serialize)]
struct JsonInfo<'o> {
    source: &'o str,
    problem: &'o str,
    program: &'o str,
    items: usize,
    options: usize,
    occurring: usize,
    #[serde(serialize_with = "render::count")]
    solutions: &'o BigUint,
    nodes: usize,
    branches: usize,
    products: usize,
    depth: usize,
    bytes: usize,
}

#[derive(Serialize)]
struct JsonCount<'o> {
    source: &'o str,
    #[serde(serialize_with = "render::count")]
    solutions: &'o BigUint,
    exact: bool,
}
