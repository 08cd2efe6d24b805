//! `quadrille lab plot`: the plots of results as files.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use quadrille_lab::plot::{Figure, Layout, Plot, plots};
use quadrille_lab::results::Results;

use super::read;
use crate::Context;
use crate::args::examples;
use crate::status::Status;

/// How pictures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// Sharp at any size, in the reader's light or dark colours
    Svg,
    /// Pixels, in light colours
    Png,
}

impl Picture {
    fn ending(self) -> &'static str {
        match self {
            Picture::Svg => "svg",
            Picture::Png => "png",
        }
    }

    fn draw(self, figure: &Figure, scale: f64) -> Result<Vec<u8>, String> {
        match self {
            Picture::Svg => Ok(figure.svg().into_bytes()),
            Picture::Png => figure.png(scale).map_err(|error| error.to_string()),
        }
    }
}

/// Write the plots of results as files
///
/// Of each corpus those that the results have something for, as CORPUS-PLOT.svg: `speed-ups` (over the first
/// engine), `cactus` (how many puzzles are answered within which time), `times` and `nodes` (how
/// they are distributed), `scatter` (the first engine against the fastest other, puzzle by puzzle), `sizes` (time
/// by clues or items), `nodes-time`; of a scaling study `growth`, `growth-nodes` (by size) and `threads`
/// (speed-up). The names of the files are written to standard output; files
/// of these names are replaced.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab plot mine.json --output plots", ""),
    ("quadrille lab plot mine.json --format png --scale 3 --plots cactus,scatter", ""),
]))]
pub(super) struct PlotArgs {
    /// The results
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    results: PathBuf,

    /// The folder that they go to; it is made if it is not there
    #[arg(long, short, value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    output: PathBuf,

    /// What kind of picture
    #[arg(long, value_name = "FORMAT", default_value = "svg")]
    format: Picture,

    /// Pixels of a PNG for each of an SVG
    #[arg(long, value_name = "FACTOR", default_value = "2", value_parser = scale)]
    scale: f64,

    /// Only these plots
    #[arg(long, value_name = "PLOT,…", value_delimiter = ',', value_parser = plot_name)]
    plots: Vec<String>,
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(scale) if (0.25..=20.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.25 to 20".to_owned()),
    }
}

fn plot_name(text: &str) -> Result<String, String> {
    let names = quadrille_lab::plot::Chart::ALL.map(|chart| chart.name());
    match names.contains(&text) {
        true => Ok(text.to_owned()),
        false => Err(format!("expected one of {}", names.join(", "))),
    }
}

pub(super) fn run(args: &PlotArgs, context: &mut Context) -> io::Result<Status> {
    let Some(results) = read(&args.results, context) else { return Ok(Status::Bad) };
    let is_wanted =
        |plot: &Plot| args.plots.is_empty() || args.plots.iter().any(|it| it == plot.chart.name());
    let wanted: Vec<Plot> =
        plots(&results, Layout::Wide).into_iter().filter(|plot| is_wanted(plot)).collect();
    if wanted.is_empty() {
        context.messages.error("", &"the results have nothing to plot");
        return Ok(Status::Bad);
    }
    let folder = &args.output;
    if let Err(error) = std::fs::create_dir_all(folder) {
        context.messages.error(&folder.display().to_string(), &format!("cannot make it: {error}"));
        return Ok(Status::Bad);
    }
    let stems = stems(&results);
    for plot in &wanted {
        let of_study = || results.scaling.as_ref().map(|scaling| stem(&scaling.family));
        let of_corpus = plot.corpus.and_then(|corpus| stems.get(corpus)).cloned();
        let stem = of_corpus.or_else(of_study).unwrap_or_else(|| stem(""));
        let name = format!("{stem}-{}.{}", plot.chart.name(), args.format.ending());
        let path = folder.join(name);
        let written = args.format.draw(&plot.figure, args.scale).and_then(|picture| {
            std::fs::write(&path, picture).map_err(|error| format!("cannot write it: {error}"))
        });
        if let Err(message) = written {
            context.messages.error(&path.display().to_string(), &message);
            return Ok(Status::Bad);
        }
        writeln!(context.out, "{}", path.display())?;
    }
    Ok(Status::Done)
}

/// A name as the beginning of the name of a file, of which it is no path.
fn stem(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let stem: String = name.chars().map(plain).take(60).collect();
    match stem.trim_matches('-') {
        "" => "results".to_owned(),
        stem => stem.to_owned(),
    }
}

/// A name for files of each corpus, no two the same.
fn stems(results: &Results) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut free = |stem: String| {
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let free = std::iter::once(stem.clone())
            .chain(numbered)
            .find(|it| !taken.contains(&it.to_lowercase()));
        let free = free.unwrap_or(stem);
        // Some file systems do not tell capitals apart.
        taken.insert(free.to_lowercase());
        free
    };
    results.corpora.iter().map(|corpus| free(stem(&corpus.name))).collect()
}
