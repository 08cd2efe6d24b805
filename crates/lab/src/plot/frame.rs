//! What is around a plot: title, axes, grid, legend, and sentences below.

use super::axis::Axis;
use super::figure::{Anchor, Area, Figure, Ink, Layout, Mark, Span, dashes, text_width};
use crate::show::wrap;

const TITLE: f64 = 15.0;
const LABEL: f64 = 12.0;
const TICK: f64 = 11.0;
/// From a line of small text to the next.
const LINE: f64 = 16.0;
/// Length of a line in the legend.
const SAMPLE: f64 = 22.0;

/// A figure that is being drawn.
#[derive(Debug)]
pub(super) struct Frame {
    figure: Figure,
    layout: Layout,
    /// How far down it is used.
    bottom: f64,
}

impl Frame {
    /// A frame with two axes.
    pub(super) fn new(layout: Layout, title: &str, x: &Axis, y: &Axis) -> Self {
        let top = Frame::title_height(layout, title) + 36.0;
        let ticks = y.ticks((layout.height() / 36.0) as usize);
        let widest = ticks.iter().map(|(_, label)| text_width(label, TICK)).fold(0.0, f64::max);
        let left = (widest + 10.0).ceil();
        let mut frame = Frame::with(layout, title, x, left, top, layout.height());
        let label = (0.0, top - 14.0);
        frame.text(label, &y.label, Ink::Muted, LABEL, Anchor::Start, false);
        frame.name("y");
        let span = y.span(top + layout.height(), top);
        let area = frame.figure.area;
        for (value, label) in ticks {
            let at = span.place(value);
            frame.grid([(area.x.from, at), (area.x.to, at)]);
            let place = (area.x.from - 6.0, at + TICK * 0.35);
            frame.text(place, &label, Ink::Muted, TICK, Anchor::End, false);
        }
        frame.figure.area.y = span;
        frame
    }

    /// A frame with one axis, and so many rows of a height above each other.
    pub(super) fn rows(layout: Layout, title: &str, x: &Axis, rows: usize, height: f64) -> Self {
        let top = Frame::title_height(layout, title) + 16.0;
        Frame::with(layout, title, x, 8.0, top, height * rows as f64)
    }

    fn title_height(layout: Layout, title: &str) -> f64 {
        lines(layout, title, TITLE).len() as f64 * (TITLE + 3.0)
    }

    fn with(layout: Layout, title: &str, x: &Axis, left: f64, top: f64, height: f64) -> Self {
        let right = layout.width() - 14.0;
        let span = x.span(left, right);
        let y = Span { from: top + height, to: top, ..Axis::linear("", 0.0, 1.0).span(0.0, 1.0) };
        let mut frame = Frame {
            figure: Figure {
                title: title.to_owned(),
                description: String::new(),
                width: layout.width(),
                height: 0.0,
                area: Area { x: span, y },
                engines: Vec::new(),
                marks: Vec::new(),
            },
            layout,
            bottom: top + height,
        };
        for (number, line) in lines(layout, title, TITLE).iter().enumerate() {
            let at = (0.0, TITLE + number as f64 * (TITLE + 3.0));
            frame.text(at, line, Ink::Text, TITLE, Anchor::Start, true);
        }
        // Labels of ticks must not touch.
        let fits = |ticks: &[(f64, String)]| {
            let ends = |(value, label): &(f64, String)| {
                let (at, half) = (span.place(*value), text_width(label, TICK) / 2.0 + 3.0);
                (at - half, at + half)
            };
            ticks.windows(2).all(|pair| ends(&pair[0]).1 <= ends(&pair[1]).0)
        };
        let ticks = (2..=12).rev().map(|most| x.ticks(most)).find(|ticks| fits(ticks));
        for (value, label) in ticks.unwrap_or_default() {
            let at = span.place(value);
            frame.grid([(at, top), (at, top + height)]);
            let place = (at, top + height + 16.0);
            frame.text(place, &label, Ink::Muted, TICK, Anchor::Middle, false);
        }
        frame.bottom += 34.0;
        let place = ((left + right) / 2.0, frame.bottom);
        frame.text(place, &x.label, Ink::Muted, LABEL, Anchor::Middle, false);
        frame.name("x");
        frame.bottom += 8.0;
        frame
    }

    fn grid(&mut self, points: [(f64, f64); 2]) {
        self.line(points.to_vec(), Ink::Grid, 1.0, &[]);
    }

    /// Where the axes are.
    pub(super) fn area(&self) -> Area {
        self.figure.area
    }

    /// Where a pair of values is.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.figure.area.x.place(x), self.figure.area.y.place(y))
    }

    pub(super) fn add(&mut self, mark: Mark) {
        self.figure.marks.push(mark);
    }

    pub(super) fn line(
        &mut self,
        points: Vec<(f64, f64)>,
        ink: Ink,
        width: f64,
        dashes: &'static [f64],
    ) {
        self.add(Mark::Line { points, ink, width, dashes });
    }

    pub(super) fn text(
        &mut self,
        at: (f64, f64),
        text: &str,
        ink: Ink,
        size: f64,
        anchor: Anchor,
        bold: bool,
    ) {
        self.add(Mark::Text { at, text: text.to_owned(), ink, size, anchor, bold, name: "" });
    }

    /// Gives the text that was added last a name.
    pub(super) fn name(&mut self, called: &'static str) {
        if let Some(Mark::Text { name, .. }) = self.figure.marks.last_mut() {
            *name = called;
        }
    }

    /// The name of a row, and what is to be said of it at the right; a name that would run into that is cut.
    pub(super) fn row(&mut self, y: f64, name: &str, remark: &str) {
        let span = self.figure.area.x;
        let room = span.to - span.from - text_width(remark, TICK) - 10.0;
        let most = (room / (text_width("x", LABEL) * 1.12)) as usize;
        let name = match name.chars().count() > most {
            true => name.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
            false => name.to_owned(),
        };
        self.text((span.from, y), &name, Ink::Text, LABEL, Anchor::Start, true);
        self.remark((span.to, y), remark, Anchor::End);
    }

    /// A small text over the plot.
    pub(super) fn remark(&mut self, at: (f64, f64), text: &str, anchor: Anchor) {
        self.text(at, text, Ink::Muted, TICK, anchor, false);
    }

    /// The engines, with their lines or dots, below the plot.
    pub(super) fn legend(&mut self, engines: &[(usize, &str)], dots: bool) {
        let mut x = 0.0;
        self.bottom += LINE + 2.0;
        for &(series, name) in engines {
            let width = SAMPLE + 6.0 + text_width(name, LABEL) + 14.0;
            if x > 0.0 && x + width > self.figure.width {
                x = 0.0;
                self.bottom += LINE + 2.0;
            }
            let y = self.bottom - LABEL * 0.35;
            let ink = Ink::Series(series);
            if dots {
                let points = vec![(x + SAMPLE / 2.0, y)];
                self.add(Mark::Dots { points, ink, radius: 4.0, opacity: 1.0 });
            } else {
                self.line(vec![(x, y), (x + SAMPLE, y)], ink, 2.0, dashes(series));
            }
            let at = (x + SAMPLE + 6.0, self.bottom);
            self.text(at, name, Ink::Text, LABEL, Anchor::Start, false);
            x += width;
        }
    }

    /// The figure, with sentences below it, and what is to be seen for those who do not see it.
    pub(super) fn finish(
        mut self,
        notes: &[String],
        description: String,
        engines: Vec<usize>,
    ) -> Figure {
        for (number, note) in notes.iter().enumerate() {
            self.bottom += 4.0;
            for line in lines(self.layout, note, TICK) {
                self.bottom += LINE;
                let at = (0.0, self.bottom);
                self.text(at, &line, Ink::Muted, TICK, Anchor::Start, false);
                self.name(if number == 0 { "note" } else { "" });
            }
        }
        self.figure.height = (self.bottom + 8.0).ceil();
        self.figure.description = description;
        self.figure.engines = engines;
        self.figure
    }
}

/// A text broken to the width of a figure; letters of titles are bold, and so wider.
fn lines(layout: Layout, text: &str, size: f64) -> Vec<String> {
    let wider = if size == TITLE { 1.12 } else { 1.0 };
    let characters = (layout.width() / (text_width("x", size) * wider)) as usize;
    wrap(text, characters).lines().map(str::to_owned).collect()
}
