//! Scaling studies: tables of what was measured size by size, and of how it grows.

use super::words::{NONE, ends, time};
use super::{Table, number, seconds, significant};
use crate::results::{Results, ScalingInfo};
use crate::scaling::{
    AHEAD, Fit, Forecast, Model, NoFit, Point, Quantity, RESOLVED, Reach, amdahl, forecast, points,
    reach, speed_ups, try_fit,
};

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

/// How many puzzles of a size an engine has ended on, if these are not all: it was interrupted there.
fn part(results: &Results, engine: usize, point: &Point) -> Option<(usize, usize)> {
    let outcomes = &results.series(engine, point.corpus)?.outcomes;
    let done = outcomes.iter().flatten().count();
    (done < outcomes.len()).then_some((done, outcomes.len()))
}

/// A row a size and a column an engine; `second` has a title for a column of its own. A figure of a part of the
/// puzzles says so.
fn by_size(
    results: &Results,
    scaling: &ScalingInfo,
    all: &[Vec<Point>],
    second: Option<&str>,
    shown: impl Fn(&Point) -> Option<String>,
) -> Table {
    let mut header = vec![scaling.parameter.clone()];
    header.extend(second.map(str::to_owned));
    let figure = |engine: usize, point: &Point| {
        let figure = shown(point)?;
        Some(match part(results, engine, point) {
            Some((done, all)) => format!("{figure} ({done} of {all})"),
            None => figure,
        })
    };
    header.extend(results.engines.iter().map(|engine| engine.name.clone()));
    let row = |(corpus, size): (usize, &usize)| {
        let at: Vec<Option<&Point>> =
            (all.iter()).map(|points| points.iter().find(|point| point.corpus == corpus)).collect();
        let mut row = vec![size.to_string()];
        if second.is_some() {
            let mut solutions = at.iter().flatten().filter_map(|point| point.solutions);
            row.push(solutions.next().map_or(NONE.to_owned(), grouped));
        }
        row.extend(at.iter().enumerate().map(|(engine, point)| {
            point.and_then(|point| figure(engine, point)).unwrap_or(NONE.to_owned())
        }));
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
    let mut table = by_size(results, scaling, all, second, |point| point.time.map(time));
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
    let parts = (all.iter().enumerate())
        .any(|(engine, points)| points.iter().any(|it| part(results, engine, it).is_some()));
    if parts && puzzles > 1 {
        table
            .notes
            .push("In brackets: interrupted after so many of them; it is in no fit.".to_owned());
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
        dispensable: vec![7, 5, 6],
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
            if fit.grows() {
                let found = forecast(results, engine, AHEAD * scaling.budget);
                table.notes.push(ahead(name, scaling, fit, found));
            }
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
        engine.to_owned(),
        quantity(of).to_owned(),
        match (fit.is_flat(), fit.grows()) {
            (true, _) => "no growth shown".to_owned(),
            (false, true) => fit.model.formula().to_owned(),
            (false, false) => format!("falls: {}", fit.model.formula()),
        },
        three(fit.growth),
        ends(fit.interval, three),
        format!("{:.4}", fit.r_squared),
        format!("{}–{}", fit.from, fit.to),
        fit.points.to_string(),
    ]
}

/// Three digits after the point where that is near 1: as bases of powers these matter.
fn three(value: f64) -> String {
    if value.abs() < 9.9995 { format!("{value:.3}") } else { significant(value) }
}

/// The fit of the time, and the models that could as well be; of a flat one no more than how flat it is.
fn sentence(engine: &str, scaling: &ScalingInfo, fit: &Fit) -> String {
    if fit.is_flat() {
        let (name, none) = if fit.model == Model::Power { ("k", 0) } else { ("b", 1) };
        return format!(
            "{engine}: no growth of the time is shown: {name} of {} is {}, and {none} is no growth.",
            fit.model.formula(),
            ends(fit.interval, three)
        );
    }
    let falls = if fit.grows() { "" } else { "falls: " };
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
        "{engine}: time {falls}≈ {formula} s, at {parameter} = {to} a factor of {factor} for 1 more; {apart}."
    )
}

/// How far it would get, or why that is not said.
fn ahead(engine: &str, scaling: &ScalingInfo, fit: &Fit, found: Option<Forecast>) -> String {
    let budget = AHEAD * scaling.budget;
    let (parameter, shown, far) = (&scaling.parameter, seconds(budget), fit.to.saturating_mul(2));
    if let Some(Forecast { size, low, high, .. }) = found {
        return format!(
            "{engine}, extrapolated: would reach {parameter} ≈ {} ({} – {}) in {shown}; that is beyond what was \
             measured.",
            significant(size),
            significant(low),
            high.map_or_else(|| format!("over {far}"), significant)
        );
    }
    match fit.size_at(budget) {
        Some((size, _)) if size > far as f64 => format!(
            "{engine}, extrapolated: would reach over {parameter} = {far} in {shown}; that is too far from what was \
             measured to say more."
        ),
        _ => format!("{engine}: how far it would get in {shown}, the data do not tell."),
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
                name.to_owned(),
                format!("{}{mark}", speed_up.threads),
                three(speed_up.ratio),
                speed_up.interval.map_or(NONE.to_owned(), |it| ends(it, three)),
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
