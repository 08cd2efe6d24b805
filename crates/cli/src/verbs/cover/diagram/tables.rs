//! `cover diagram marginals` and `sizes`: how the solutions are distributed.

use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{BigUint, OptionId};
use serde::Serialize;

use super::{DiagramFileArgs, work_out};
use crate::Context;
use crate::args::{examples, prose};
use crate::output::plural;
use crate::render;
use crate::status::Status;
use crate::verbs::cover::names;
use crate::verbs::cover::solution::{JsonItem, entries};

const MARGINALS: &str = "\
Say in how many solutions each option is

Writes a line for each option of the problem, in its order:

  option 3 (a d f): 12 of 27, 44.4 %

With --json an option is an object on one line, with `source`, `option` (its number),
`items`, `solutions` (in how many it is, a string of digits) and `share` (of all
solutions, from 0 to 1; `null` if there are none).";

/// Say in how many solutions each option is
#[derive(Debug, Args)]
#[command(long_about = prose(MARGINALS), after_long_help = examples(&[
    ("quadrille cover diagram marginals dominoes.qdd", ""),
    ("quadrille cover diagram marginals --json d.qdd | jq -c 'select(.share == 1) | .items'",
     "what is in every solution?"),
]))]
pub(super) struct MarginalsArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

const SIZES: &str = "\
Say how many solutions there are of each number of options

Writes a line for each number of options that a solution has:

  3 options: 12

With --json it is an object on one line, with `source`, `options` (how many) and
`solutions` (a string of digits).";

/// Say how many solutions there are of each number of options
#[derive(Debug, Args)]
#[command(long_about = prose(SIZES), after_long_help = examples(&[
    ("quadrille cover diagram sizes tilings.qdd", "how many tilings of each number of pieces?"),
]))]
pub(super) struct SizesArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn marginals(args: &MarginalsArgs, context: &mut Context) -> io::Result<Status> {
    let opened = match args.file.open(args.json, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let found = work_out(&opened, context, |opened| {
        let counted = opened.diagram.counted();
        (counted.count(), counted.marginals())
    });
    let (all, marginals) = match found {
        Ok(found) => found,
        Err(status) => return Ok(status),
    };
    let loaded = &opened.loaded;
    for (option, solutions) in (0..).map(OptionId::new).zip(&marginals) {
        let share = share(solutions, &all);
        if args.json {
            let object = JsonMarginal {
                source: &loaded.source,
                option: option.get(),
                items: entries(loaded, option),
                solutions,
                share,
            };
            render::json_line(&mut context.out, &object)?;
        } else {
            let option = names::option(&loaded.problem, option);
            let percent = share.map_or(String::new(), |share| format!(", {}", percent(share)));
            writeln!(context.out, "{option}: {solutions} of {all}{percent}")?;
        }
    }
    Ok(if all == BigUint::ZERO { Status::Negative } else { Status::Done })
}

pub(super) fn sizes(args: &SizesArgs, context: &mut Context) -> io::Result<Status> {
    let opened = match args.file.open(args.json, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let sizes = match work_out(&opened, context, |opened| opened.diagram.sizes()) {
        Ok(sizes) => sizes,
        Err(status) => return Ok(status),
    };
    for (options, solutions) in (0u64..).zip(&sizes) {
        if *solutions == BigUint::ZERO {
            continue;
        }
        if args.json {
            let object = JsonSize { source: &opened.loaded.source, options, solutions };
            render::json_line(&mut context.out, &object)?;
        } else {
            writeln!(context.out, "{}: {solutions}", plural(options, "option"))?;
        }
    }
    if !opened.diagram.is_empty() {
        return Ok(Status::Done);
    }
    if !args.json {
        writeln!(context.out, "no solution")?;
    }
    Ok(Status::Negative)
}

/// The share of some in all, exact to some fifteen digits; `None` of nothing.
fn share(some: &BigUint, all: &BigUint) -> Option<f64> {
    if *all == BigUint::ZERO {
        return None;
    }
    if some == all {
        return Some(1.0);
    }
    // Numbers below 2⁵³ are exact as floats: more bits than these are of no use, fewer are all there are.
    let scaled = (some << 53u32) / all;
    let scaled = u64::try_from(scaled).unwrap_or(1 << 53);
    Some(scaled as f64 / (1u64 << 53) as f64)
}

fn percent(share: f64) -> String {
    match share {
        1.0 => "100 %".to_owned(),
        // What is in some is not shown as if it were in none, nor the other way round.
        _ if share > 0.0 && share < 0.0005 => "< 0.1 %".to_owned(),
        _ if share > 0.9995 => "> 99.9 %".to_owned(),
        _ => format!("{:.1} %", share * 100.0),
    }
}

#[derive(Serialize)]
struct JsonMarginal<'o> {
    source: &'o str,
    option: u32,
    items: Vec<JsonItem<'o>>,
    #[serde(serialize_with = "render::count")]
    solutions: &'o BigUint,
    share: Option<f64>,
}

#[derive(Serialize)]
struct JsonSize<'o> {
    source: &'o str,
    options: u64,
    #[serde(serialize_with = "render::count")]
    solutions: &'o BigUint,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_large_numbers_are_those_of_small_ones() {
        let large = BigUint::from(1u8) << 2000u32;
        assert_eq!(share(&(&large * 3u8), &(&large * 4u8)), Some(0.75));
        assert_eq!(share(&BigUint::ZERO, &large), Some(0.0));
        assert_eq!(share(&large, &large), Some(1.0));
        assert_eq!(share(&BigUint::ZERO, &BigUint::ZERO), None);
        let third = share(&1u8.into(), &3u8.into()).expect("there are three");
        assert!((third - 1.0 / 3.0).abs() < 1e-15, "{third}");
    }

    #[test]
    fn neither_some_nor_nearly_all_are_rounded_away() {
        let shown = [0.0, 1e-9, 0.25, 0.999_999, 1.0].map(percent);
        assert_eq!(shown, ["0.0 %", "< 0.1 %", "25.0 %", "> 99.9 %", "100 %"]);
    }
}
