//! Scaling studies: time and nodes by size, and speed-ups by threads.

use super::super::axis::{Axis, Unit, range};
use super::super::figure::{Anchor, Figure, Ink, Layout, Mark, dashes};
use super::super::frame::Frame;
use crate::results::{Results, ScalingInfo};
use crate::scaling::{Point, points, reach, speed_ups};

/// Engines that were tried, with what is drawn of them: a size and a value.
type Curve<'r> = (usize, &'r str, Vec<(f64, f64)>);

/// What is drawn, and what is to be said of engines that are not: those with faults, and those without a point.
fn curves(
    results: &Results,
    of: impl Fn(usize) -> Vec<(f64, f64)>,
) -> (Vec<Curve<'_>>, Vec<String>) {
    let (mut curves, mut faulty, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    for (index, engine) in results.engines.iter().enumerate() {
        let name = engine.name.as_str();
        let is_faulty = results.series.iter().any(|it| it.engine == index && it.is_faulty());
        match of(index) {
            _ if engine.control_of.is_some() => {}
            _ if is_faulty => faulty.push(name),
            points if points.is_empty() => empty.push(name),
            points => curves.push((index, name, points)),
        }
    }
    let mut notes = Vec::new();
    if !faulty.is_empty() {
        notes.push(format!("Not shown, for faults: {}.", faulty.join(", ")));
    }
    if !empty.is_empty() {
        notes.push(format!("Without a size that is known: {}.", empty.join(", ")));
    }
    (curves, notes)
}

/// Time by size; `None` if the results are of no study, or one of threads.
pub(super) fn times(results: &Results, layout: Layout) -> Option<Figure> {
    let scaling = results.scaling.as_ref().filter(|it| it.instance.is_none())?;
    let time =
        |point: &Point| Some((point.size as f64, point.time.filter(|_| point.reached)?.seconds));
    let (curves, mut notes) =
        curves(results, |engine| points(results, engine).iter().filter_map(time).collect());
    let budget = scaling.budget;
    let times = curves.iter().flat_map(|(.., points)| points.iter().map(|point| point.1));
    let y = Axis::log("median time of a puzzle", Unit::Seconds, times.chain([budget]));
    let x = sizes(scaling, &curves)?;
    let title = format!("{}: time by size", scaling.family);
    let mut frame = Frame::new(layout, &title, &x, &y);
    let (left, right) = (frame.area().x.from, frame.area().x.to);
    let at = frame.area().y.place(budget);
    frame.line(vec![(left, at), (right, at)], Ink::Text, 1.0, &[4.0, 4.0]);
    // Below the line where there is no room above it.
    let beside = if at - frame.area().y.to < 16.0 { at + 14.0 } else { at - 5.0 };
    frame.remark((left + 6.0, beside), "budget", Anchor::Start);
    let said = curves.iter().map(|&(engine, name, _)| {
        let reach = reach(results, engine);
        let parameter = &scaling.parameter;
        let largest =
            reach.largest.map_or("no size".to_owned(), |it| format!("{parameter} = {it}"));
        let stopped = reach.stopped.map_or(String::new(), |size| format!(", stopped at {size}"));
        format!("{name} reaches {largest}{stopped}")
    });
    let description = format!("{}.", said.collect::<Vec<_>>().join("; "));
    draw_curves(&mut frame, &curves);
    if curves.iter().any(|&(engine, ..)| reach(results, engine).stopped.is_some()) {
        notes.push("A curve ends before the size that was over the budget.".to_owned());
    }
    let engines = curves.iter().map(|curve| curve.0).collect();
    Some(frame.finish(&notes, description, engines))
}

/// Nodes by size; `None` if no engine counts them, or the results are of no study or one of threads.
pub(super) fn nodes(results: &Results, layout: Layout) -> Option<Figure> {
    let scaling = results.scaling.as_ref().filter(|it| it.instance.is_none())?;
    let nodes = |point: &Point| {
        let nodes = point.nodes.filter(|_| point.reached)?;
        Some((point.size as f64, super::on_axis(nodes)))
    };
    let (curves, notes) =
        curves(results, |engine| points(results, engine).iter().filter_map(nodes).collect());
    let all = curves.iter().flat_map(|(.., points)| points.iter().map(|point| point.1));
    let y = Axis::log("nodes of the median puzzle", Unit::Nodes, all);
    let x = sizes(scaling, &curves)?;
    let title = format!("{}: nodes by size", scaling.family);
    let mut frame = Frame::new(layout, &title, &x, &y);
    draw_curves(&mut frame, &curves);
    let said = curves.iter().filter_map(|(_, name, points)| {
        let (size, nodes) = points.last()?;
        Some(format!(
            "{name}: {} nodes at {} = {size}",
            crate::show::number(*nodes),
            scaling.parameter
        ))
    });
    let description = format!("{}.", said.collect::<Vec<_>>().join("; "));
    let engines = curves.iter().map(|curve| curve.0).collect();
    Some(frame.finish(&notes, description, engines))
}

/// Speed-ups by threads, with what would be ideal; `None` if the results are of no study of threads.
pub(super) fn threads(results: &Results, layout: Layout) -> Option<Figure> {
    let scaling = results.scaling.as_ref()?;
    let instance = scaling.instance.as_ref()?;
    let (curves, mut notes) = curves(results, |engine| {
        let speed_ups = speed_ups(results, engine);
        speed_ups.iter().map(|it| (it.threads as f64, it.ratio)).collect()
    });
    let x = sizes(scaling, &curves)?;
    let ratios = curves.iter().flat_map(|(.., points)| points.iter().map(|point| point.1));
    let most = ratios.fold(x.high, f64::max);
    let y = Axis::linear("speed-up over one thread", 0.0, most);
    let title = format!("{instance}: speed-up by threads");
    let mut frame = Frame::new(layout, &title, &x, &y);
    let ideal = [x.low, x.high].map(|threads| frame.at(threads, threads)).to_vec();
    frame.line(ideal, Ink::Muted, 1.0, &[4.0, 4.0]);
    draw_curves(&mut frame, &curves);
    let said = curves.iter().filter_map(|(_, name, points)| {
        let (threads, ratio) = points.last()?;
        Some(format!("{name}: {ratio:.2} with {threads} threads"))
    });
    let description = format!("{}.", said.collect::<Vec<_>>().join("; "));
    let engines = curves.iter().map(|curve| curve.0).collect();
    let machine = results.machine.threads;
    notes.push(format!("Dashed: ideal. The machine runs {machine} threads side by side."));
    Some(frame.finish(&notes, description, engines))
}

/// The axis of sizes; `None` if there are fewer than two.
fn sizes(scaling: &ScalingInfo, curves: &[Curve]) -> Option<Axis> {
    let sizes = curves.iter().flat_map(|(.., points)| points.iter().map(|point| point.0));
    let (low, high) = range(sizes).filter(|(low, high)| low < high)?;
    Some(Axis::linear(&scaling.parameter, low, high))
}

fn draw_curves(frame: &mut Frame, curves: &[Curve]) {
    for (engine, _, points) in curves {
        let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| frame.at(x, y)).collect();
        let ink = Ink::Series(*engine);
        frame.line(points.clone(), ink, 1.75, dashes(*engine));
        frame.add(Mark::Dots { points, ink, radius: 3.0, opacity: 1.0 });
    }
    let names: Vec<(usize, &str)> = curves.iter().map(|curve| (curve.0, curve.1)).collect();
    frame.legend(&names, false);
}
