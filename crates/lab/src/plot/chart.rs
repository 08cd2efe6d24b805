//! Which plots there are, and which of them results have something for.

use super::charts;
use super::figure::{Figure, Layout};
use crate::analysis::{Seconds, unit_times};
use crate::definition::Kind;
use crate::results::{Results, Series};

/// A kind of plot: of a corpus, or of a scaling study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chart {
    /// Speed-ups over the first engine, with intervals.
    SpeedUps,
    /// How many puzzles are answered within which time each: the cactus plot.
    Cactus,
    /// How times are distributed.
    Times,
    /// How nodes are distributed.
    Nodes,
    /// Two engines, puzzle by puzzle.
    Scatter,
    /// Median time by number of clues or of items.
    Sizes,
    /// Time against nodes.
    NodesTime,
    /// Time by size, of a scaling study.
    Growth,
    /// Nodes by size, of a scaling study.
    GrowthOfNodes,
    /// Speed-up by threads, of a scaling study of these.
    Threads,
}

impl Chart {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Chart; 10] = [
        Chart::SpeedUps,
        Chart::Cactus,
        Chart::Times,
        Chart::Scatter,
        Chart::Sizes,
        Chart::Nodes,
        Chart::NodesTime,
        Chart::Growth,
        Chart::GrowthOfNodes,
        Chart::Threads,
    ];

    /// Its name in names of files.
    pub fn name(self) -> &'static str {
        match self {
            Chart::SpeedUps => "speed-ups",
            Chart::Cactus => "cactus",
            Chart::Times => "times",
            Chart::Nodes => "nodes",
            Chart::Scatter => "scatter",
            Chart::Sizes => "sizes",
            Chart::NodesTime => "nodes-time",
            Chart::Growth => "growth",
            Chart::GrowthOfNodes => "growth-nodes",
            Chart::Threads => "threads",
        }
    }
}

/// A plot of results.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Plot {
    /// What kind it is.
    pub chart: Chart,
    /// Index of the corpus; of a scaling study, where each size is a corpus, it is of all of them.
    pub corpus: Option<usize>,
    /// The drawing.
    pub figure: Figure,
    /// Engines of the corpus that ran one puzzle at a time without a fault, by index: those that
    /// [`scatter_of`](super::scatter_of) takes.
    pub choices: Vec<usize>,
}

/// All plots that results have something for, in the order of [`Chart::ALL`]: corpus by corpus, or those of a scaling
/// study, whose corpora are too small for plots of their own.
pub fn plots(results: &Results, layout: Layout) -> Vec<Plot> {
    if results.scaling.is_some() {
        let plot = |chart| {
            let figure = charts::draw_study(chart, results, layout)?;
            Some(Plot { chart, corpus: None, figure, choices: Vec::new() })
        };
        return Chart::ALL.into_iter().filter_map(plot).collect();
    }
    let mut plots = Vec::new();
    for corpus in 0..results.corpora.len() {
        let data = Data::new(results, corpus);
        let plot = |chart| {
            let figure = charts::draw(chart, &data, layout)?;
            Some(Plot { chart, corpus: Some(corpus), figure, choices: data.indices() })
        };
        plots.extend(Chart::ALL.into_iter().filter_map(plot));
    }
    plots
}

/// What is drawn of a corpus.
#[derive(Debug)]
pub(super) struct Data<'r> {
    pub(super) results: &'r Results,
    pub(super) corpus: usize,
    /// Its name.
    pub(super) name: &'r str,
    pub(super) kind: Kind,
    /// Engines without a fault that ran one puzzle at a time, in their order.
    pub(super) engines: Vec<Engine<'r>>,
    /// Which engines were left out for faults.
    pub(super) faulty: Option<String>,
    /// What was left out.
    pub(super) notes: Vec<String>,
}

/// What is drawn of an engine.
#[derive(Debug)]
pub(super) struct Engine<'r> {
    /// Its index, which its colour is of.
    pub(super) index: usize,
    pub(super) name: &'r str,
    pub(super) series: &'r Series,
    /// The times of puzzles and their numbers, by number.
    pub(super) times: Vec<(Seconds, usize)>,
}

impl<'r> Data<'r> {
    pub(super) fn new(results: &'r Results, corpus: usize) -> Self {
        let info = results.corpora.get(corpus);
        let (mut engines, mut batches, mut faulty) = (Vec::new(), Vec::new(), Vec::new());
        for series in results.series.iter().filter(|series| series.corpus == corpus) {
            let (index, name) = (series.engine, results.engine_name(series.engine));
            let is_control = results.engines.get(index).is_some_and(|it| it.control_of.is_some());
            match series {
                _ if is_control => {}
                series if series.is_faulty() => faulty.push(name),
                series if series.unit > 1 => batches.push(name),
                series => {
                    engines.push(Engine { index, name, series, times: unit_times(series) });
                }
            }
        }
        let mut notes = Vec::new();
        if !batches.is_empty() {
            let names = batches.join(", ");
            notes.push(format!("Not shown, since only times of batches are known: {names}."));
        }
        let faulty = match faulty.as_slice() {
            [] => None,
            names => Some(format!("Not shown, for faults: {}.", names.join(", "))),
        };
        notes.extend(faulty.clone());
        Data {
            results,
            corpus,
            name: info.map_or("", |info| &info.name),
            kind: info.map_or(Kind::Sudoku, |info| info.kind),
            engines,
            faulty,
            notes,
        }
    }

    /// All times of all engines.
    pub(super) fn times(&self) -> impl Iterator<Item = f64> {
        self.engines.iter().flat_map(|it| it.times.iter().map(|(time, _)| time.seconds))
    }

    /// Their indices.
    pub(super) fn indices(&self) -> Vec<usize> {
        self.engines.iter().map(|engine| engine.index).collect()
    }

    /// For the legend.
    pub(super) fn names(&self) -> Vec<(usize, &'r str)> {
        self.engines.iter().map(|engine| (engine.index, engine.name)).collect()
    }

    /// Whether a limit stopped some engine on some puzzle.
    pub(super) fn has_timeouts(&self) -> bool {
        self.engines.iter().any(|it| it.times.iter().any(|(time, _)| time.timed_out))
    }
}

impl Engine<'_> {
    /// Nodes and number of each puzzle that it answered.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (u64, usize)> {
        let answered =
            self.series.outcomes.iter().map(|it| *it == Some(crate::results::Outcome::Answered));
        let nodes = self.series.nodes.iter().zip(answered).enumerate();
        nodes
            .filter(|(_, (_, answered))| *answered)
            .filter_map(|(n, (nodes, _))| Some(((*nodes)?, n)))
    }
}
