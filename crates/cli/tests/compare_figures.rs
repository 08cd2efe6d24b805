//! The figures of `quadrille compare`: those of the table are those of the JSON and of the CSV.
//!
//! They are computed here once more, from what is in the files of the same run.

use std::collections::BTreeMap;

use crate::common::*;
use quadrille_lab::show::{factor, number, seconds};
use quadrille_lab::statistics::{Pair, Ratio, geometric_mean, middle, quantile};
use serde_json::Value;

/// What there is to know of an engine on a puzzle.
#[derive(Debug, Clone)]
struct Measured {
    outcome: String,
    nodes: u64,
    seconds: f64,
    /// Each round; the CSV has only the median.
    rounds: Vec<f64>,
}

/// By engine, a row a puzzle.
type Figures = BTreeMap<String, Vec<Measured>>;

fn from_json(document: &Value, corpus: u64) -> Figures {
    let mut figures = Figures::new();
    let all = document["series"].as_array().expect("series");
    for series in all.iter().filter(|series| series["corpus"] == corpus) {
        let engine = series["engine"].as_u64().expect("an index") as usize;
        let name = document["engines"][engine]["name"].as_str().expect("a name").to_owned();
        let measured = |puzzle: usize| {
            let rounds = series["nanoseconds"].as_array().expect("rounds").iter();
            let rounds: Vec<f64> =
                rounds.filter_map(|round| Some(round[puzzle].as_f64()? * 1e-9)).collect();
            Measured {
                outcome: series["outcomes"][puzzle].as_str().expect("an outcome").to_owned(),
                nodes: series["nodes"][puzzle].as_u64().expect("nodes"),
                seconds: middle(&rounds).expect("a round"),
                rounds,
            }
        };
        let puzzles = series["outcomes"].as_array().expect("outcomes").len();
        figures.insert(name, (0..puzzles).map(measured).collect());
    }
    figures
}

fn from_csv(text: &str, corpus: &str) -> Figures {
    let mut figures = Figures::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let row: BTreeMap<String, String> = row.expect("a row");
        if row["corpus"] == corpus {
            figures.entry(row["engine"].clone()).or_default().push(Measured {
                outcome: row["outcome"].clone(),
                nodes: row["nodes"].parse().expect("nodes"),
                seconds: row["seconds"].parse().expect("seconds"),
                rounds: Vec::new(),
            });
        }
    }
    figures
}

/// The cells of an engine, without the interval; PAR2 is among them if an engine timed out.
fn cells(own: &[Measured], base: &[Measured], is_base: bool, par2: bool) -> Vec<String> {
    let is = |it: &Measured, outcome: &str| it.outcome == outcome;
    let count = |outcome: &str| own.iter().filter(|it| is(it, outcome)).count().to_string();
    let answered = || own.iter().filter(|it| is(it, "answered"));
    let mut times: Vec<(bool, f64)> =
        own.iter().map(|it| (is(it, "timed-out"), it.seconds)).collect();
    times.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let time =
        |(over, time): (bool, f64)| format!("{}{}", if over { ">" } else { "" }, seconds(time));
    let total: f64 = times.iter().map(|(_, time)| time).sum();
    let timed_out = times.iter().filter(|(over, _)| *over).count();
    let mut nodes: Vec<u64> = answered().map(|it| it.nodes).collect();
    nodes.sort_unstable();
    let both = || own.iter().zip(base).filter(|(a, b)| is(a, "answered") && is(b, "answered"));
    let speed_up = geometric_mean(both().map(|(own, base)| base.seconds / own.seconds));
    let over = match both().count() == own.len() {
        true => String::new(),
        false => format!(" ({})", both().count()),
    };
    let none = || "–".to_owned();
    let mut cells = vec![
        count("answered"),
        count("timed-out"),
        count("wrong"),
        seconds(total),
        number(answered().count() as f64 / total),
        time(quantile(&times, 0.5).expect("a time")),
        time(*times.last().expect("a time")),
        quantile(&nodes, 0.5).map_or_else(none, |nodes| number(nodes as f64)),
        nodes.last().map_or_else(none, |&nodes| number(nodes as f64)),
        match speed_up {
            _ if is_base => "baseline".to_owned(),
            Some(speed_up) => format!("{}×{over}", factor(speed_up)),
            None => none(),
        },
    ];
    if times.len() >= 100 {
        // Of fewer it is the worst.
        cells.insert(6, time(quantile(&times, 0.99).expect("a time")));
    }
    if par2 {
        // The time limit of the test.
        let limit = 2.0 * 0.004;
        let answered: f64 = times.iter().filter(|(over, _)| !over).map(|(_, time)| time).sum();
        let par2 = (answered + limit * timed_out as f64) / times.len() as f64;
        cells.insert(5, seconds(par2));
    }
    cells
}

/// The interval of a speed-up, from the times of all rounds.
fn interval(own: &[Measured], base: &[Measured], confidence: f64, seed: u64) -> String {
    let both = own.iter().zip(base).enumerate();
    let pair = |(class, (own, base)): (usize, (&Measured, &Measured))| Pair {
        first: own.rounds.clone(),
        second: base.rounds.clone(),
        class,
    };
    let both = both.filter(|(_, (a, b))| a.outcome == "answered" && b.outcome == "answered");
    let pairs: Vec<Pair> = both.map(pair).collect();
    let ratio = Ratio::of(&pairs, confidence, seed).and_then(|ratio| ratio.interval);
    let ends = ratio.map(|it| format!("{}–{}", factor(1.0 / it.high), factor(1.0 / it.low)));
    ends.unwrap_or("–".to_owned())
}

/// The cells of an engine in the table of a corpus.
fn shown(out: &str, corpus: &str, engine: &str) -> Vec<String> {
    let (_, table) = out.split_once(&format!("corpus {corpus}: ")).expect("a table");
    let row = table.lines().find(|line| line.starts_with(&format!("{engine} "))).expect("a row");
    // `12.3× (40)` is one cell.
    let row = row.replace(" (", "\u{1}(");
    row.split_whitespace().skip(1).map(|cell| cell.replace('\u{1}', " ")).collect()
}

fn compare(arguments: &[&str]) -> (String, Value, String) {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, csv) = (path("figures.json"), path("figures.csv"));
    let all = [&["compare", "--json", &json, "--csv", &csv], arguments].concat();
    let (code, out, err) = run(&all, "");
    assert_eq!(code, 0, "{err}");
    let document = std::fs::read(&json).expect("the file");
    let rows = std::fs::read_to_string(&csv).expect("the file");
    // `lab report` says the same of the document.
    let (code, report, _) = run(&["lab", "report", &json], "");
    assert_eq!(code, 0);
    for line in out.lines().filter(|line| line.contains('×')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let same = |other: &str| other.split_whitespace().eq(words.iter().copied());
        assert!(report.lines().any(same), "{line}\n{report}");
    }
    (out, serde_json::from_slice(&document).expect("JSON"), rows)
}

fn agree(out: &str, document: &Value, rows: &str, corpus: (u64, &str), base: &str) {
    let (number, name) = corpus;
    let confidence = document["settings"]["confidence"].as_f64().expect("a number");
    let seed = document["settings"]["seed"].as_u64().expect("a number");
    let (json, csv) = (from_json(document, number), from_csv(rows, name));
    assert_eq!(json.keys().collect::<Vec<_>>(), csv.keys().collect::<Vec<_>>());
    let engines = || json.keys().filter(|engine| !engine.ends_with(" again"));
    let par2 = engines().any(|engine| json[engine].iter().any(|it| it.outcome == "timed-out"));
    for engine in engines() {
        let mut table = shown(out, name, engine);
        let shown_interval = table.pop().expect("an interval");
        for figures in [&json, &csv] {
            let expected = cells(&figures[engine], &figures[base], engine == base, par2);
            assert_eq!(table, expected, "{engine} on {name}\n{out}");
        }
        let expected = match engine == base {
            true => "–".to_owned(),
            false => interval(&json[engine], &json[base], confidence, seed),
        };
        assert_eq!(shown_interval, expected, "{engine} on {name}\n{out}");
    }
}

#[test]
fn table_json_and_csv_have_the_same_figures() {
    let folder = folder();
    let hard = file(&folder, "hard.txt", format!("{PUZZLE}\n{HARD}\n{AMBIGUOUS}\n{IMPOSSIBLE}\n"));
    let sample = include_str!("../../lab/data/sample.txt");
    let sample = file(&folder, "sample.txt", sample);
    let (out, document, rows) =
        compare(&["--strategies", "mrv,propagate,dlx,lanes", "--baseline", "dlx", &sample, &hard]);
    agree(&out, &document, &rows, (0, "sample.txt"), "dlx");
    agree(&out, &document, &rows, (1, "hard.txt"), "dlx");
    let many = file(&folder, "many.txt", format!("{PUZZLE}\n{HARD}\n{AMBIGUOUS}\n").repeat(34));
    let (out, document, rows) = compare(&["--strategies", "mrv,lanes", &many]);
    agree(&out, &document, &rows, (0, "many.txt"), "mrv");
}

#[test]
fn so_they_are_with_timeouts_among_them() {
    let timed =
        ["--strategies", "mrv,dlx,tables", "--time-limit-per-puzzle", "4ms", "--repeat", "1"];
    let (out, document, rows) = compare(&timed);
    // `tables` cannot solve all of them in that time; the second of its cells are its timeouts.
    let timed_out: usize = shown(&out, "sample", "tables")[1].parse().expect("a number");
    assert!(timed_out > 0, "{out}");
    agree(&out, &document, &rows, (0, "sample"), "mrv");
}

#[test]
fn all_corpora_together_have_the_figures_of_all_their_puzzles() {
    let folder = folder();
    let one = file(&folder, "one.txt", format!("{PUZZLE}\n{HARD}\n"));
    let two = file(&folder, "two.txt", format!("{AMBIGUOUS}\n{IMPOSSIBLE}\n{HARD}\n"));
    let (out, document, _) = compare(&["--strategies", "mrv,dlx", &one, &two]);
    let (_, table) = out.split_once("all 2 corpora: 5 puzzles").expect("a table");
    let row = table.lines().find(|line| line.starts_with("dlx ")).expect("a row");
    let corpora = [from_json(&document, 0), from_json(&document, 1)];
    let ratio = |figures: &Figures| -> Vec<f64> {
        figures["mrv"].iter().zip(&figures["dlx"]).map(|(a, b)| a.seconds / b.seconds).collect()
    };
    let [first, second] = [0, 1].map(|it| geometric_mean(ratio(&corpora[it])).expect("ratios"));
    let all = geometric_mean(corpora.iter().flat_map(ratio)).expect("ratios");
    let total: f64 = corpora.iter().flat_map(|it| &it["dlx"]).map(|it| it.seconds).sum();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..5], ["5", "0", "0", &seconds(total)], "{row}");
    assert_eq!(cells[5..7], [number(5.0 / total), format!("{}×", factor(all))], "{row}");
    let on = |ratio: f64, name: &str| format!("{}× {name}", factor(ratio));
    let [least, most] = match first < second {
        true => [on(first, "one.txt"), on(second, "two.txt")],
        false => [on(second, "two.txt"), on(first, "one.txt")],
    };
    let end: Vec<&str> = row.split_whitespace().rev().take(4).collect();
    let end: Vec<&str> = end.into_iter().rev().collect();
    assert_eq!(end.join(" "), format!("{least} {most}"), "{row}");
}
