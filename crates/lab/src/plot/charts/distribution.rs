//! How times, or nodes, are distributed: a row an engine, on a common logarithmic axis.

use super::super::axis::{Axis, NO_NODES, Unit};
use super::super::chart::{Data, Engine};
use super::super::figure::{Figure, Ink, Layout, Mark};
use super::super::frame::Frame;
use super::on_axis;
use crate::show::{number, seconds};

/// Height of a row, in pixels; the name of the engine stands in its upper part.
const ROW: f64 = 54.0;
const HIGHEST: f64 = 36.0;
/// Width of a bin, in pixels.
const BIN: f64 = 6.0;

/// A row: an engine, its values in order, and how many there are that are not known.
struct Row<'d> {
    engine: &'d Engine<'d>,
    values: Vec<f64>,
    beyond: usize,
}

impl<'d> Row<'d> {
    fn new(engine: &'d Engine<'d>, values: Vec<f64>) -> Self {
        let beyond = engine.times.iter().filter(|(time, _)| time.timed_out).count();
        Row { engine, values, beyond }
    }

    /// The value of the share `q`; `None` if it is beyond.
    fn quantile(&self, q: f64) -> Option<f64> {
        let all = self.values.len() + self.beyond;
        let rank = ((all as f64 * q).ceil() as usize).max(1) - 1;
        self.values.get(rank).copied()
    }
}

pub(super) fn times(data: &Data, layout: Layout) -> Option<Figure> {
    let mut rows = Vec::new();
    for engine in &data.engines {
        let known = engine.times.iter().filter(|(time, _)| !time.timed_out);
        let values = known.map(|(time, _)| time.seconds).collect();
        rows.push(Row::new(engine, values));
    }
    let x = Axis::log("time of a puzzle", Unit::Seconds, data.times());
    let title = format!("{}: distribution of times", data.name);
    draw(data, layout, &title, &x, rows, seconds)
}

pub(super) fn nodes(data: &Data, layout: Layout) -> Option<Figure> {
    let mut rows = Vec::new();
    for engine in data.engines.iter().filter(|engine| engine.nodes().next().is_some()) {
        rows.push(Row::new(engine, engine.nodes().map(|(nodes, _)| on_axis(nodes)).collect()));
    }
    let all = rows.iter().flat_map(|row| row.values.iter().copied());
    let x = Axis::log("nodes of a puzzle", Unit::Nodes, all);
    let title = format!("{}: distribution of nodes", data.name);
    let name = |value: f64| number(if value <= NO_NODES { 0.0 } else { value });
    draw(data, layout, &title, &x, rows, name)
}

fn draw(
    data: &Data,
    layout: Layout,
    title: &str,
    x: &Axis,
    mut rows: Vec<Row>,
    name: impl Fn(f64) -> String,
) -> Option<Figure> {
    if rows.is_empty() || rows.iter().all(|row| row.values.len() < 2) {
        return None;
    }
    let mut frame = Frame::rows(layout, title, x, rows.len(), ROW);
    let area = frame.area();
    let bins = ((area.x.to - area.x.from) / BIN) as usize;
    let mut said = Vec::new();
    for (place, row) in rows.iter_mut().enumerate() {
        row.values.sort_by(f64::total_cmp);
        let ink = Ink::Series(row.engine.index);
        let bottom = area.y.to + (place + 1) as f64 * ROW - 2.0;
        let mut counts = vec![0usize; bins + 1];
        for &value in &row.values {
            let bin = ((area.x.place(value) - area.x.from) / BIN) as usize;
            if let Some(count) = counts.get_mut(bin) {
                *count += 1;
            }
        }
        let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let mut outline = vec![(area.x.from, bottom)];
        for (bin, &count) in counts.iter().enumerate() {
            let (left, right) = (bin as f64 * BIN, (bin + 1) as f64 * BIN);
            let y = bottom - HIGHEST * count as f64 / highest;
            let ends = [left, right].map(|x| (area.x.from + x).min(area.x.to));
            outline.extend(ends.map(|x| (x, y)));
        }
        outline.push((area.x.to, bottom));
        frame.add(Mark::Shape { points: outline.clone(), ink, opacity: 0.45 });
        frame.line(outline, ink, 1.0, &[]);
        frame.line(vec![(area.x.from, bottom), (area.x.to, bottom)], Ink::Muted, 0.75, &[]);
        let known = [("median", 0.5), ("99 %", 0.99)].into_iter().filter_map(|(what, q)| {
            let value = row.quantile(q)?;
            Some(format!("{what} {}", name(value)))
        });
        let beyond = (row.beyond > 0).then(|| format!("{} timed out", row.beyond));
        let remark = known.chain(beyond).collect::<Vec<_>>().join(", ");
        if let Some(median) = row.quantile(0.5) {
            let at = area.x.place(median);
            frame.line(vec![(at, bottom - HIGHEST), (at, bottom)], Ink::Text, 1.5, &[]);
        }
        let engine = row.engine.name;
        frame.row(bottom - HIGHEST - 3.0, engine, &remark);
        said.push(format!("{engine}: {remark}"));
    }
    let engines = rows.iter().map(|row| row.engine.index).collect();
    let mut notes =
        vec!["Upright lines: medians. Each curve as high as its highest bin.".to_owned()];
    notes.extend(data.notes.iter().cloned());
    Some(frame.finish(&notes, format!("{}.", said.join("; ")), engines))
}
