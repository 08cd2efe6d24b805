//! The page of results and its plots: complete, small, and without an error in a browser.

use crate::browser::Browser;
use quadrille_cover::CancelToken;
use quadrille_lab::Material;
use quadrille_lab::definition::Definition;
use quadrille_lab::plot::{Chart, Layout, plots};
use quadrille_lab::results::{DefinitionText, Outcome, Results};
use quadrille_lab::scaling::{Family, Study};
use quadrille_lab::session::Session;
use quadrille_lab::show::{Table, report_tables};
use quadrille_testkit::SplitMix64 as Rng;

const DEFINITION: &str = r#"
    name = "a <b>bold</b> & \"quoted\" name"
    rounds = 3
    batch = 5
    warm_up = "1ms"
    time_limit = "60s"
    [[engine]]
    strategy = "mrv"
    [[engine]]
    name = "</script><b>"
    strategy = "propagate"
    [[engine]]
    strategy = "fast"
    [[engine]]
    name = "in batches"
    strategy = "lanes"
    mode = "batch"
    [[engine]]
    kind = "cover"
    strategy = "links"
    [[engine]]
    kind = "cover"
    strategy = "cells"
    [[corpus]]
    name = "sample ü & <i>"
    builtin = "sample"
    limit = 12
    [[corpus]]
    instances = ["queens 4", "queens 5", "queens 6"]
"#;

fn results() -> Results {
    let definition = Definition::read(DEFINITION).expect("a definition");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let materials = (definition.corpora.iter())
        .map(|corpus| Material::read(corpus, folder, definition.seed).expect("a corpus"))
        .collect();
    let text = DefinitionText::new("mine.toml", DEFINITION);
    let session = Session::new(&definition, text, materials, CancelToken::new());
    session.expect("a session").run(&mut ())
}

fn page(results: &Results) -> String {
    let mut page = Vec::new();
    quadrille_lab::page::write(results, &mut page).expect("memory takes it");
    String::from_utf8(page).expect("UTF-8")
}

/// Results of so many puzzles and six engines: those of few, again and again, with other clues and times.
fn many(puzzles: usize) -> Results {
    let mut results = results();
    // Six engines, and the repetition of the first.
    let control = results.engines.iter().position(|it| it.control_of.is_some()).expect("a control");
    results.engines.swap(6, control);
    results.engines.truncate(7);
    let mut rng = Rng::new(7);
    let corpus = &mut results.corpora[0];
    let few = corpus.puzzles.clone();
    corpus.puzzles = (0..puzzles)
        .map(|number| {
            let mut puzzle = few[number % few.len()].clone();
            // About 26 clues at random places: what compresses least.
            let clue = |rng: &mut Rng| (b'1' + rng.below(9) as u8) as char;
            puzzle.text =
                (0..81).map(|_| if rng.below(81) < 26 { clue(&mut rng) } else { '.' }).collect();
            (puzzle.line, puzzle.class) = (number + 1, number);
            puzzle
        })
        .collect();
    let single = results.series.iter().find(|it| it.unit == 1).cloned().expect("a series");
    results.series = (0..7)
        .map(|engine| {
            let mut series = single.clone();
            let median = 10f64.powi(3 + engine as i32 / 2);
            let times: Vec<f64> =
                (0..puzzles).map(|_| median * (rng.below(10_000) as f64 / 1500.0).exp()).collect();
            series.engine = engine;
            series.outcomes = vec![Some(Outcome::Answered); puzzles];
            series.solutions = vec![Some(1); puzzles];
            series.exhausted = vec![Some(true); puzzles];
            let of_node = |rng: &mut Rng| 500.0 + rng.below(1000) as f64;
            series.nodes =
                times.iter().map(|time| Some((time / of_node(&mut rng)) as u64)).collect();
            let noise =
                |time: &f64, rng: &mut Rng| (time * (1.0 + rng.below(50) as f64 / 1e3)) as u64;
            series.nanoseconds = (0..3)
                .map(|_| times.iter().map(|time| Some(noise(time, &mut rng))).collect())
                .collect();
            series
        })
        .collect();
    results
}

/// Text as it stands between tags.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[test]
fn the_page_has_the_cells_of_the_report() {
    let results = results();
    let page = page(&results);
    let tables: Vec<Table> = report_tables(&results);
    assert!(tables.len() >= 3);
    for table in tables {
        for note in &table.notes {
            assert!(page.contains(&format!("<li>{}</li>", escaped(note))), "{note}");
        }
        for row in &table.rows {
            let mut cells = row.iter().map(|cell| escaped(cell));
            let first = cells.next().expect("a name");
            let others: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
            let row = format!("<tr><th scope=\"row\">{first}</th>{others}</tr>");
            assert!(page.contains(&row), "{row}");
        }
    }
}

#[test]
fn names_are_text_wherever_they_stand() {
    let page = page(&results());
    assert!(!page.contains("<b>"), "a name became an element");
    assert_eq!(page.matches("</script>").count(), 3, "a name ended a script");
}

#[test]
fn plots_are_pictures_with_a_title_and_a_description() {
    let results = results();
    let plots = plots(&results, Layout::Wide);
    let of_corpus = |corpus: usize| {
        let of_corpus = plots.iter().filter(move |plot| plot.corpus == Some(corpus));
        of_corpus.map(|plot| plot.chart).collect::<Vec<_>>()
    };
    // All but those of scaling studies.
    assert_eq!(of_corpus(0), Chart::ALL[..7]);
    assert_eq!(of_corpus(1), Chart::ALL[..7]);
    for plot in &plots {
        let svg = plot.figure.svg();
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let child = |name: &str| {
            let found = document.root_element().children().find(|it| it.has_tag_name(name));
            found.and_then(|it| it.text()).unwrap_or_default().to_owned()
        };
        assert!(
            child("title").starts_with(&results.corpora[plot.corpus.expect("a corpus")].name),
            "{svg}"
        );
        assert!(child("desc").len() > 20, "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn what_one_engine_ran_on_one_puzzle_has_a_page() {
    let definition =
        "rounds = 1\n[[engine]]\nstrategy = \"mrv\"\n[[corpus]]\nbuiltin = \"sample\"\nlimit = 1\n";
    let definition = Definition::read(definition).expect("a definition");
    let folder = std::path::Path::new("");
    let material = Material::read(&definition.corpora[0], folder, 1).expect("a corpus");
    let cancelled = CancelToken::new();
    let text = DefinitionText::default();
    let session = Session::new(&definition, text, vec![material], cancelled.clone());
    let session = session.expect("a session");
    // Nothing was measured yet: this is what is there when a run is interrupted at once.
    assert!(page(session.results()).contains("<h2>corpus sample"));
    let results = session.run(&mut ());
    assert!(page(&results).contains("<th scope=\"row\">mrv</th>"));
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_the_size_of_its_figure() {
    for plot in plots(&results(), Layout::Wide) {
        let png = plot.figure.png(1.5).expect("a picture");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("4 bytes"));
        let expected = [plot.figure.width + 20.0, plot.figure.height + 12.0];
        assert_eq!([number(16), number(20)], expected.map(|it| (it * 1.5).ceil() as u32));
        assert!(plot.figure.png(0.0).is_err() && plot.figure.png(1e9).is_err());
    }
}

/// What a reader does, with what is then to be seen; every step waits until there is nothing left to do.
const READING: &str = include_str!("browser/reading.js");

#[test]
fn a_browser_shows_the_page_and_its_puzzles_without_an_error() {
    let Some(browser) = Browser::find() else { return };
    let results = results();
    let page = page(&results);
    for width in [1200, 400, 320] {
        let seen = browser.read(&page, width, READING);
        assert_eq!(seen["errors"], serde_json::json!([]), "{seen}");
        assert_eq!((&seen["opened"], &seen["closed"]), (&true.into(), &true.into()), "{seen}");
        assert!(seen["title"].as_str().is_some_and(|it| it.contains("ü & <i>: puzzle")), "{seen}");
        let text = seen["text"].as_str().expect("a puzzle");
        let clues = text.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(seen["clues"], clues, "{seen}");

        let puzzle = results.corpora[0].puzzles.iter().position(|it| it.text == text);
        let puzzle = puzzle.expect("one of the puzzles");
        let series = &results.series[0];
        let mut times: Vec<u64> =
            series.nanoseconds.iter().filter_map(|round| round[puzzle]).collect();
        times.sort_unstable();
        let time = quadrille_lab::show::seconds(times[1] as f64 * 1e-9);
        let nodes = series.nodes[puzzle].map(|it| it.to_string());
        let row = &seen["rows"][0];
        let cells = ["mrv", "answered", &time, &nodes.expect("nodes"), "1"];
        let shown = |cell: usize| row[cell].as_str().map(|it| it.replace('\u{202f}', ""));
        for (cell, expected) in cells.iter().enumerate() {
            assert_eq!(shown(cell).as_deref(), Some(*expected), "{row}");
        }

        for (name, chart) in seen["charts"].as_object().expect("charts") {
            assert_eq!(chart["inside"], true, "{name}: {chart}");
            assert_eq!(chart["clicked"], true, "{name}: {chart}");
            assert!(chart["said"].is_u64(), "{name}: {chart}");
            assert_eq!(chart["said"], chart["entered"], "{name}: {chart}");
        }
        assert_eq!(seen["ended"], true, "{seen}");
        let cover = seen["cover"]["title"].as_str().expect("a title");
        assert!(results.corpora[1].puzzles.iter().any(|puzzle| puzzle.text == cover), "{seen}");
        assert_eq!(seen["cover"]["grids"], 0, "{seen}");
        assert_eq!(seen["moved"], true, "{seen}");
        assert!(seen["axis"].as_str().is_some_and(|it| it.starts_with("time of ")), "{seen}");
        assert_eq!(seen["same"], true, "{seen}");
        assert_eq!(seen["hidden"], "none", "{seen}");
        assert_ne!(seen["shown"], "none", "{seen}");
        assert_ne!(seen["themes"][0], seen["themes"][1], "{seen}");
        assert_eq!(seen["wide"], false, "the page is wider than the screen at {width}: {seen}");
    }
}

#[test]
fn a_hundred_thousand_puzzles_and_six_engines_fit_into_five_megabytes_and_can_be_read() {
    let page = page(&many(100_000));
    let megabytes = page.len() as f64 / 1e6;
    assert!(megabytes < 5.0, "{megabytes} MB");
    let Some(browser) = Browser::find() else { return };
    let reading = "
        const last = [...document.querySelectorAll('[data-puzzle]')].pop();
        last.click();
        while (!document.querySelector('dialog').open) await new Promise((done) => setTimeout(done, 5));
        seen.number = last.textContent;
        seen.title = document.querySelector('dialog h2').textContent;";
    let seen = browser.read(&page, 1200, reading);
    assert_eq!(seen["errors"], serde_json::json!([]), "{seen}");
    let number = seen["number"].as_str().expect("a puzzle");
    let expected = format!("sample ü & <i>: puzzle {number} of 100000");
    assert_eq!(seen["title"], expected.as_str());
}

/// What a scaling study comes to, up to a size.
fn study(family: &str, instance: &str, to: usize) -> Results {
    let mut study = Study::of(Family::by_name(family).expect("a family"));
    study.instance = instance.to_owned();
    study.to = to;
    study.strategies = vec!["links".to_owned(), "cells".to_owned()];
    study.begin(CancelToken::new()).expect("a study").run(&mut ())
}

#[test]
fn a_scaling_study_has_plots_of_its_own() {
    let results = study("queens", "", 7);
    let plots = plots(&results, Layout::Narrow);
    let charts: Vec<Chart> = plots.iter().map(|plot| plot.chart).collect();
    assert_eq!(charts, [Chart::Growth, Chart::GrowthOfNodes]);
    assert!(plots.iter().all(|plot| plot.corpus.is_none()));
    let description = &plots[0].figure.description;
    assert!(description.contains("links reaches n = 7"), "{description}");

    let results = study("threads", "queens 7", 2);
    let charts: Vec<Chart> =
        quadrille_lab::plot::plots(&results, Layout::Wide).iter().map(|plot| plot.chart).collect();
    assert_eq!(charts, [Chart::Threads]);
    let page = page(&results);
    assert_eq!(page.matches("<figure ").count(), 1);
    let Some(browser) = Browser::find() else { return };
    let seen = browser.read(
        &page,
        400,
        "seen.title = document.querySelector('figure svg').getAttribute('aria-label');",
    );
    assert_eq!(seen["errors"], serde_json::json!([]), "{seen}");
    assert_eq!(seen["title"], "queens 7: speed-up by threads");
}
