//! Scaling studies: tables of what was measured size by size, and of how it grows.

use super::words::NONE;
use super::{Table, number, seconds, significant};
use crate::results::{Results, ScalingInfo};
use crate::scaling::{
    AHEAD, Fit, Forecast, Model, NoFit, Point, Quantity, RESOLVED, Reach, amdahl, forecast, points,
    reach, speed_ups, try_fit,
};
use crate::statistics::Interval;

/// The tables of a scaling study: times and nodes by size, then growth, or speed-ups of threads. None if
/// the results are of no scaling study.
pub fn scaling_tables(results: &Results) -> Vec<Table> {
    let Some(scaling) = &results.scaling else { return Vec::new() };
    let all: Vec<Vec<Point>> =
        (0..results.engines.len()).map(|engine| points(results, engine)).collect();
    let mut tables = vec![times(results, scaling, &all)];
    if scaling.instance.is_some() {
        tables.push(threads(results, scaling));
    } else {
        tables.push(nodes(results, scaling, &all));
        tables.push(growth(results, scaling));
    }
    tables
}

fn cell(text: impl Into<String>) -> String {
    text.into()
}

fn dash() -> String {
    cell("–")
}

/// A row a size and a column an engine; `second` has a title for a column of its own.
fn by_size(
    results: &Results,
    scaling: &ScalingInfo,
    all: &[Vec<Point>],
    second: Option<&str>,
    shown: impl Fn(&Point) -> Option<String>,
) -> Table {
    let mut header = vec![cell(&scaling.parameter)];
    header.extend(second.map(cell));
    header.extend(results.engines.iter().map(|engine| engine.name.clone()));
    let row = |(corpus, size): (usize, &usize)| {
        let at: Vec<Option<&Point>> =
            (all.iter()).map(|points| points.iter().find(|point| point.corpus == corpus)).collect();
        let mut row = vec![size.to_string()];
        if second.is_some() {
            let mut solutions = at.iter().flatten().filter_map(|point| point.solutions);
            row.push(solutions.next().map_or_else(dash, grouped));
        }
        row.extend(at.iter().map(|point| point.and_then(&shown).unwrap_or_else(dash)));
        row
    };
    let rows = scaling.sizes.iter().enumerate().map(row).collect();
    Table { header, rows, ..Table::default() }
}

/// A number of solutions with all its digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    if count == u64::MAX { format!("≥ {shown}") } else { shown }
}

fn times(results: &Results, scaling: &ScalingInfo, all: &[Vec<Point>]) -> Table {
    let single = results.corpora.iter().all(|corpus| corpus.puzzles.len() == 1);
    let second = single.then_some("solutions");
    let mut table = by_size(results, scaling, all, second, |point| {
        let time = point.time?;
        let over = if time.timed_out { ">" } else { "" };
        Some(format!("{over}{}", seconds(time.seconds)))
    });
    let what = match &scaling.instance {
        Some(instance) => format!("{instance} by threads"),
        None => format!("{} by {}", scaling.family, scaling.parameter),
    };
    table.title =
        format!("Scaling of {what}: {}, {} each", results.settings.ask, seconds(scaling.budget));
    let puzzles = results.corpora.iter().map(|corpus| corpus.puzzles.len()).max().unwrap_or(0);
    if puzzles > 1 {
        table.notes.push(format!("Times are those of the median of {puzzles} puzzles."));
    }
    if scaling.instance.is_none() {
        let name = |engine: usize| results.engine_name(engine);
        let tried = (all.iter().enumerate()).filter(|(_, points)| !points.is_empty());
        table.notes.extend(
            tried.map(|(engine, _)| reached(name(engine), scaling, reach(results, engine))),
        );
    }
    table.notes.extend(left_out(results, scaling));
    table
}

fn reached(engine: &str, scaling: &ScalingInfo, reach: Reach) -> String {
    let (parameter, budget) = (&scaling.parameter, seconds(scaling.budget));
    match (reach.largest, reach.stopped) {
        (Some(size), Some(stopped)) => {
            format!("{engine} reaches {parameter} = {size} in {budget}; {stopped} stopped.")
        }
        (Some(size), None) if reach.to_the_end => {
            format!("{engine} reaches {parameter} = {size} in {budget}, the last that was tried.")
        }
        (Some(size), None) => format!("{engine} reached {parameter} = {size} in {budget}."),
        (None, Some(stopped)) => {
            format!("{engine} reaches nothing in {budget}; {parameter} = {stopped} stopped.")
        }
        (None, None) => format!("{engine} has reached nothing."),
    }
}

/// What was left out, sizes of the same reason together.
fn left_out(results: &Results, scaling: &ScalingInfo) -> Vec<String> {
    let mut groups: Vec<(Option<usize>, &str, Vec<usize>)> = Vec::new();
    let skipped = scaling.skipped.iter().map(|it| (None, it.reason.as_str(), it.size));
    let engines = scaling.left_out.iter().map(|it| (Some(it.engine), it.reason.as_str(), it.size));
    for (engine, reason, size) in skipped.chain(engines) {
        let same = |group: &&mut (Option<usize>, &str, Vec<usize>)| {
            // A reason may name the size.
            group.0 == engine && (engine.is_some() || group.1 == reason)
        };
        match groups.iter_mut().find(same) {
            Some((.., sizes)) => sizes.push(size),
            None => groups.push((engine, reason, vec![size])),
        }
    }
    let sentence = |(engine, reason, sizes): (Option<usize>, &str, Vec<usize>)| {
        let sizes = ranges(&sizes);
        match engine {
            Some(engine) => {
                format!("{} was left out at {sizes}: {reason}.", results.engine_name(engine))
            }
            None => format!("Left out: {sizes}: {reason}."),
        }
    };
    groups.into_iter().map(sentence).collect()
}

/// Numbers in ascending order, neighbours as a range.
fn ranges(sizes: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &size in sizes {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(size) => *last = size,
            _ => runs.push((size, size)),
        }
    }
    let shown = runs.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn nodes(results: &Results, scaling: &ScalingInfo, all: &[Vec<Point>]) -> Table {
    let mut table =
        by_size(results, scaling, all, None, |point| point.nodes.map(|nodes| number(nodes as f64)));
    table.title = "Nodes".to_owned();
    table
}

/// How time, nodes and time a node grow: a row an engine and quantity.
fn growth(results: &Results, scaling: &ScalingInfo) -> Table {
    let confidence = results.settings.confidence * 100.0;
    let header =
        ["engine", "of", "grows as", "b or k", "interval", "R²", "sizes", "of them fitted"];
    let mut table = Table {
        title: "Growth".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        ..Table::default()
    };
    let mut refused = Vec::new();
    for engine in 0..results.engines.len() {
        let name = results.engine_name(engine);
        let fits = Quantity::ALL.map(|quantity| (quantity, try_fit(results, engine, quantity)));
        for (quantity, fit) in &fits {
            table.rows.extend(fit.as_ref().ok().map(|fit| row(name, *quantity, fit)));
        }
        if let (_, Ok(fit)) = &fits[0] {
            table.notes.push(sentence(name, scaling, fit));
            let budget = AHEAD * scaling.budget;
            let found = forecast(results, engine, budget);
            table.notes.push(ahead(name, scaling, (fit, budget), found));
        }
        refused.extend(refusals(name, &fits));
    }
    if table.rows.is_empty() {
        table.header.clear();
    }
    table.notes.extend(refused);
    let what = match scaling.parameter.as_str() {
        "n" => String::new(),
        parameter => format!("n: {parameter}. "),
    };
    table.notes.push(format!(
        "{what}Fits are least squares of the logarithm of medians, the model that of {} with the least AICc; \
         intervals ({confidence} %) presuppose that it is right. Times count from {} up, nodes from {RESOLVED} up; \
         small sizes contain what it takes to set a search up.",
        Model::ALL.map(Model::formula).join(", "),
        seconds(RESOLVED * scaling.resolution),
    ));
    table
}

fn quantity(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Time => "time",
        Quantity::Nodes => "nodes",
        Quantity::TimePerNode => "time a node",
    }
}

fn row(engine: &str, of: Quantity, fit: &Fit) -> Vec<String> {
    vec![
        cell(engine),
        cell(quantity(of)),
        cell(if fit.is_flat() { "no growth shown" } else { fit.model.formula() }),
        three(fit.growth),
        interval(fit.interval),
        format!("{:.4}", fit.r_squared),
        format!("{}–{}", fit.from, fit.to),
        fit.points.to_string(),
    ]
}

/// Three digits after the point where that is near 1: as bases of powers these matter.
fn three(value: f64) -> String {
    if value.abs() < 9.9995 { format!("{value:.3}") } else { significant(value) }
}

fn interval(interval: Interval) -> String {
    format!("{} – {}", three(interval.low), three(interval.high))
}

/// The fit of the time, and the models that could as well be.
fn sentence(engine: &str, scaling: &ScalingInfo, fit: &Fit) -> String {
    let (a, b) = (format!("{:.2e}", fit.a), three(fit.growth));
    let formula = match fit.model {
        Model::Power => format!("{a}·n^{b}"),
        Model::Exponential => format!("{a}·{b}^n"),
        Model::Factorial => format!("{a}·{b}^(n ln n)"),
        Model::Square => format!("{a}·{b}^(n²)"),
    };
    let near: Vec<&str> = (fit.rivals.iter())
        .filter(|rival| !rival.told_apart)
        .map(|rival| rival.model.formula())
        .collect();
    let apart = match (near.as_slice(), fit.rivals.first()) {
        ([], Some(rival)) => {
            format!("next best is {}, its AICc {:.1} higher", rival.model.formula(), rival.delta)
        }
        (near, _) => format!("the data do not tell it from {}", near.join(" or ")),
    };
    let (parameter, to) = (&scaling.parameter, fit.to);
    let factor = three(fit.at(to as f64 + 1.0) / fit.at(to as f64));
    format!(
        "{engine}: time ≈ {formula} s, at {parameter} = {to} a factor of {factor} for 1 more; {apart}."
    )
}

fn ahead(
    engine: &str,
    scaling: &ScalingInfo,
    (fit, budget): (&Fit, f64),
    found: Option<Forecast>,
) -> String {
    let (parameter, shown, far) = (&scaling.parameter, seconds(budget), fit.to.saturating_mul(2));
    match (found, fit.size_at(budget)) {
        (Some(Forecast { size, low, high, .. }), _) => format!(
            "{engine}, extrapolated: would reach {parameter} ≈ {} ({} – {}) in {shown}; that is beyond what was \
             measured.",
            significant(size),
            significant(low),
            high.map_or_else(|| format!("over {far}"), significant)
        ),
        (None, Some((size, _))) if size > far as f64 => format!(
            "{engine}, extrapolated: would reach over {parameter} = {far} in {shown}; that is too far from what was \
             measured to say more."
        ),
        (None, _) => format!("{engine}: how far it would get in {shown}, the data do not tell."),
    }
}

/// What was not fitted, and why: what has the same reason together.
fn refusals(engine: &str, fits: &[(Quantity, Result<Fit, NoFit>)]) -> Vec<String> {
    let mut groups: Vec<(NoFit, Vec<&str>)> = Vec::new();
    for (of, fit) in fits {
        // What was never tried is said where it was left out.
        let Some(reason) = fit.as_ref().err().filter(|reason| **reason != NoFit::NoStudy) else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| other == reason) {
            Some((_, all)) => all.push(quantity(*of)),
            None => groups.push((*reason, vec![quantity(*of)])),
        }
    }
    let sentence = |(reason, all): (NoFit, Vec<&str>)| {
        format!("{engine}: no fit of {}: {reason}.", all.join(", "))
    };
    groups.into_iter().map(sentence).collect()
}

/// Speed-ups: a row an engine and number of threads.
fn threads(results: &Results, scaling: &ScalingInfo) -> Table {
    let mut table = Table {
        title: "Speed-up".to_owned(),
        header: ["engine", "threads", "speed-up", "interval", "efficiency"]
            .map(str::to_owned)
            .to_vec(),
        ..Table::default()
    };
    let (mut shared, mut short) = (false, false);
    let least = RESOLVED * scaling.resolution;
    for engine in 0..results.engines.len() {
        let name = results.engine_name(engine);
        short |= points(results, engine)
            .iter()
            .any(|point| point.reached && point.time.is_some_and(|time| time.seconds < least));
        for speed_up in speed_ups(results, engine) {
            shared |= !speed_up.side_by_side;
            let mark = if speed_up.side_by_side { "" } else { "*" };
            table.rows.push(vec![
                cell(name),
                format!("{}{mark}", speed_up.threads),
                three(speed_up.ratio),
                speed_up.interval.map_or(NONE.to_owned(), interval),
                format!("{:.0} %", speed_up.efficiency * 100.0),
            ]);
        }
        table.notes.push(match amdahl(results, engine) {
            Ok(law) => format!(
                "{name}: threads cannot divide {:.1} % of the work ({:.1} – {:.1} %, {} %, Amdahl's law, from {} \
                 numbers of threads).",
                law.serial * 100.0,
                law.interval.low * 100.0,
                law.interval.high * 100.0,
                law.confidence * 100.0,
                law.points
            ),
            Err(reason) => format!("{name}: no fit of Amdahl's law: {reason}."),
        });
    }
    if shared {
        let processors = results.machine.threads;
        table.notes.push(format!(
            "*: more threads than this machine runs at once ({processors}); they are in no fit."
        ));
    }
    if short {
        table.notes.push(format!(
            "Times below {} are too short for the clock, and in no speed-up.",
            seconds(least)
        ));
    }
    if !scaling.sizes.contains(&1) {
        table.notes.push("Speed-ups are against one thread, which was not measured.".to_owned());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_ranges() {
        assert_eq!(ranges(&[1, 2, 5, 7, 8, 9, 10]), "1, 2, 5, 7–10");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn counts_have_all_their_digits() {
        assert_eq!([0, 92, 724, 14_200].map(grouped), ["0", "92", "724", "14,200"]);
        assert_eq!(grouped(u64::MAX), "≥ 18,446,744,073,709,551,615");
    }
}
