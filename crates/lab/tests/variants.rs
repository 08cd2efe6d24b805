//! Puzzles with rules of their own: read, measured, judged, shown.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::browser::Browser;
use quadrille_cover::CancelToken;
use quadrille_lab::definition::{Definition, EngineSpec, Kind, Mode};
use quadrille_lab::engine::{Engine, VariantEngine};
use quadrille_lab::plot::{Layout, plots};
use quadrille_lab::results::{DefinitionText, Outcome, Results, load, save};
use quadrille_lab::session::Session;
use quadrille_lab::{Material, Puzzles, VariantCorpus, page, show};
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::strategy::{ALL, Prepared, Refusal, VariantStrategy, by_name};
use quadrille_sudoku::{Report, Request};

/// With one solution each: a cage and clues; two grids, with places where no cell is.
const PUZZLES: &str = "\
sudoku 4
title: Small
cage 3: r1c1 r1c2
disjoint-groups
givens:
1...
3.1.
.14.
....
solution:
1234
3412
2143
4321

sudoku 4
boxes 2x2
grids: r1c1 r3c3
givens:
123.##
3...##
2.431.
....3.
##12..
##....
";

/// Two solutions, of which one is told.
const TWO: &str = "\
sudoku 4
givens:
1234
34..
21..
43..
solution:
1234
3412
2143
4321
";

fn material(text: &str) -> Material {
    let mut corpus = VariantCorpus::new("test");
    corpus.add("test.sudoku", text, None).expect("the format is certain");
    assert_eq!(corpus.rejected(), [""; 0]);
    corpus.into_material()
}

fn measure(text: &str, engines: Vec<Box<dyn Engine + '_>>) -> Results {
    let mut definition = Definition::of(Vec::new())
        .with_time_limit(Duration::from_secs(20))
        .with_warm_up(Duration::ZERO);
    definition.rounds = 2.try_into().expect("not 0");
    let materials = vec![material(text)];
    let session = Session::with(&definition, engines, materials, CancelToken::new());
    session.expect("engines take them").run(&mut ())
}

fn all() -> Vec<Box<dyn Engine>> {
    let engine = |&it: &&'static dyn VariantStrategy| -> Box<dyn Engine> {
        Box::new(VariantEngine::new(it.name(), it))
    };
    ALL.iter().map(engine).collect()
}

#[test]
fn every_strategy_answers_and_all_agree() {
    let results = measure(PUZZLES, all());
    assert!(results.complete && !results.has_faults(), "{:?}", results.series);
    for series in &results.series {
        assert_eq!(series.outcomes, [Some(Outcome::Answered); 2]);
        assert_eq!(series.solutions, [Some(1); 2], "{}", results.engine_name(series.engine));
        assert_eq!(series.exhausted, [Some(true); 2]);
    }
    let corpus = &results.corpora[0];
    assert_eq!((corpus.kind, corpus.boxes), (Kind::Variant, None));
    let [small, grids] = &corpus.puzzles[..] else { panic!("two puzzles") };
    assert_eq!((small.text.as_str(), small.line, small.size, small.known), ("Small", 1, 5, 1));
    assert_eq!(grids.text, "123.##3...##2.431.....3.##12..##....");
    assert!(small.definition.as_ref().is_some_and(|text| text.contains("\ndisjoint-groups\n")));
}

#[test]
fn results_can_be_saved_shown_and_drawn() {
    let results = measure(PUZZLES, all());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.json");
    save(&results, &file).expect("saved");
    assert_eq!(load(&file).expect("read"), results);
    let report = show::report(&results, false);
    assert!(report.contains("corpus test: 2 puzzles") && report.contains("propagate against dlx"));
    let mut csv = Vec::new();
    show::write_csv(&results, &mut csv).expect("written");
    let csv = String::from_utf8(csv).expect("UTF-8");
    assert_eq!(csv.lines().count(), 1 + 2 * ALL.len(), "{csv}");
    assert!(plots(&results, Layout::Wide).iter().any(|plot| plot.chart.name() == "cactus"));
    let mut html = Vec::new();
    page::write(&results, &mut html).expect("written");
    let html = String::from_utf8(html).expect("UTF-8");
    assert!(html.contains("\"kind\":\"variant\""), "{html}");
}

/// How a [`Liar`] changes the answers of `propagate`.
#[derive(Debug, Clone, Copy)]
enum Lie {
    /// Exchanges two cells of each solution.
    Cells,
    /// Leaves out the first solution.
    Forgets,
    /// Gives half of each solution.
    Half,
    /// Gives nothing, and counts all.
    Silent,
}

#[derive(Debug)]
struct Liar(Lie);

impl VariantStrategy for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn description(&self) -> &'static str {
        "a wrong strategy"
    }

    fn prepare(&self, variant: &Variant) -> Result<Box<dyn Prepared>, Refusal> {
        by_name("propagate").expect("it is there").prepare(variant)
    }

    fn solve(
        &self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        let honest = by_name("propagate").expect("it is there");
        let mut number = 0;
        let mut report = honest.solve(variant, request, &mut |solution| {
            number += 1;
            let mut given = solution.to_vec();
            match self.0 {
                Lie::Cells => given.swap(0, 1),
                Lie::Forgets if number == 1 => return ControlFlow::Continue(()),
                Lie::Forgets => {}
                Lie::Half => given.truncate(solution.len() / 2),
                Lie::Silent => return ControlFlow::Continue(()),
            }
            receive(&given)
        })?;
        if matches!(self.0, Lie::Forgets) {
            report.solutions -= 1;
            report.verdict = quadrille_sudoku::Verdict::Exhausted;
        }
        Ok(report)
    }
}

fn liar(lie: Lie, text: &str) -> (Option<Outcome>, String) {
    let liar = Liar(lie);
    let results = measure(text, vec![Box::new(VariantEngine::new("liar", &liar))]);
    let series = &results.series[0];
    let reason = series.faults.first().map(|fault| fault.reason.clone());
    (series.outcomes[0], reason.unwrap_or_default())
}

#[test]
fn a_wrong_answer_is_found_by_the_rules_alone() {
    let cases = [
        (Lie::Cells, "a solution that is none: r1c1 holds 2"),
        (Lie::Half, "a solution that is none: expected 16 values, found 8"),
        (Lie::Silent, "a count of 1, but 0 given"),
    ];
    for (lie, expected) in cases {
        let (outcome, reason) = liar(lie, PUZZLES);
        assert_eq!(outcome, Some(Outcome::Wrong), "{lie:?}");
        assert!(reason.starts_with(expected), "{lie:?}: {reason}");
    }
}

/// What came with a puzzle and keeps its rules shows that there is a solution, but not that there is no other.
#[test]
fn a_solution_that_came_with_a_puzzle_is_a_witness_and_no_more() {
    let (outcome, reason) = liar(Lie::Forgets, PUZZLES);
    assert_eq!(outcome, Some(Outcome::Wrong));
    assert_eq!(reason, "0 claimed to be all, but at least 1 exist");
    let honest = measure(TWO, all());
    assert!(!honest.has_faults(), "{:?}", honest.series);
    assert_eq!((honest.series[0].solutions[0], honest.corpora[0].puzzles[0].known), (Some(2), 2));
    // One that breaks a rule counts for nothing.
    let broken = PUZZLES.replace("1234\n3412\n2143\n4321", "1324\n2413\n3142\n4231");
    assert_ne!(broken, PUZZLES);
    assert_eq!(material(&broken).entries[0].solution, None);
    let results = measure(&broken, all());
    assert!(!results.has_faults());
}

#[test]
fn who_is_late_has_timed_out() {
    let definition = Definition::of(Vec::new())
        .with_time_limit(Duration::from_nanos(1))
        .with_warm_up(Duration::ZERO);
    let materials = vec![material(PUZZLES)];
    let session = Session::with(&definition, all(), materials, CancelToken::new());
    let results = session.expect("engines take them").run(&mut ());
    for series in &results.series {
        assert_eq!(series.outcomes, [Some(Outcome::TimedOut); 2]);
    }
}

#[test]
fn a_definition_names_strategies_and_files_of_variants() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.sudoku"), PUZZLES).expect("written");
    std::fs::write(folder.path().join("b.txt"), PUZZLES).expect("written");
    let definition = Definition::read(
        "time_limit = \"20s\"\nrounds = 1\nwarm_up = \"0s\"\n\
         [[engine]]\nstrategy = \"guided\"\n\
         [[engine]]\nstrategy = \"propagate\"\nkind = \"variant\"\n\
         [[engine]]\nname = \"plain\"\nstrategy = \"dlx\"\n\
         [[corpus]]\nfile = \"a.sudoku\"\n\
         [[corpus]]\nfile = \"b.txt\"\nkind = \"variant\"\nlimit = 1\ncounts = [1, 1]\n\
         [[corpus]]\nbuiltin = \"sample\"\nlimit = 1\n",
    )
    .expect("a definition");
    let read = |spec| Material::read(spec, folder.path(), 1).expect("a corpus");
    let materials: Vec<Material> = definition.corpora.iter().map(read).collect();
    let lengths: Vec<(Kind, usize)> = materials.iter().map(|it| (it.kind(), it.len())).collect();
    assert_eq!(lengths, [(Kind::Variant, 2), (Kind::Variant, 1), (Kind::Sudoku, 1)]);
    assert!(matches!(&materials[1].puzzles, Puzzles::Variant(variants) if variants.len() == 1));
    let session =
        Session::new(&definition, DefinitionText::default(), materials, CancelToken::new());
    let results = session.expect("a session").run(&mut ());
    assert!(!results.has_faults(), "{:?}", results.series);
    let names: Vec<&str> = results.engines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["guided", "propagate", "plain", "guided again", "plain again"]);
    let report = show::report(&results, false);
    assert!(report.contains("all 2 variant corpora: 3 puzzles"), "{report}");
}

#[test]
fn what_makes_no_sense_of_variants_is_said() {
    let read = |engine: &str, corpus: &str| {
        let text = format!("[[engine]]\n{engine}\n[[corpus]]\n{corpus}\n");
        Definition::read(&text).expect_err("an error").to_string()
    };
    let (engine, corpus) = ("strategy = \"dlx\"\nkind = \"variant\"", "file = \"a.sudoku\"");
    let cases = [
        ("strategy = \"mrv\"\nkind = \"variant\"", corpus, "no variant strategy `mrv`: there are"),
        ("strategy = \"guided\"\nmode = \"batch\"", corpus, "variants come one at a time"),
        ("command = [\"cat\"]\nkind = \"variant\"", corpus, "no `command` takes them"),
        ("strategy = \"guided\"", "builtin = \"sample\"\nkind = \"variant\"", "are sudokus"),
        (engine, "file = \"a.sudoku\"\nsolutions = \"b\"", "variants come with theirs"),
        (engine, "file = \"a.sudoku\"\nshuffles = 2", "`shuffles` and `box` are for sudokus"),
        (engine, "file = \"a.sudoku\"\nformat = \"x\"", "no format `x`: there are text,"),
        (engine, "file = \"a.txt\"\nformat = \"text\"", "`format` is for variants"),
    ];
    for (engine, corpus, expected) in cases {
        let error = read(engine, corpus);
        assert!(error.contains(expected), "{error}");
    }
    let plain = vec![EngineSpec::strategy("mrv", Kind::Variant, Mode::Single)];
    let session = Session::new(
        &Definition::of(plain),
        DefinitionText::default(),
        vec![material(PUZZLES)],
        CancelToken::new(),
    );
    assert_eq!(session.expect_err("none").to_string(), "no variant strategy `mrv`");
}

#[test]
fn a_text_whose_format_is_not_certain_is_an_error_unless_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "1...............\n";
    std::fs::write(folder.path().join("a.sudoku"), line).expect("written");
    let read = |more: &str| {
        let text =
            format!("[[engine]]\nstrategy = \"guided\"\n[[corpus]]\nfile = \"a.sudoku\"\n{more}\n");
        let definition = Definition::read(&text).expect("a definition");
        Material::read(&definition.corpora[0], folder.path(), 1)
    };
    let error = read("").expect_err("an error").to_string();
    assert!(error.starts_with("corpus a: a.sudoku: it "), "{error}");
    assert!(error.contains("format"), "{error}");
    let material = read("format = \"line\"").expect("a corpus");
    assert_eq!((material.len(), material.entries[0].text.as_str()), (1, line.trim()));
    let mut corpus = VariantCorpus::new("test");
    let error = corpus.add("x", "nothing at all\n", None).expect_err("an error").to_string();
    assert_eq!(error, "corpus test: x: it is in no format of puzzles with rules");
}

#[test]
fn a_browser_shows_a_variant_drawn_and_as_text() {
    let Some(browser) = Browser::find() else { return };
    let mut html = Vec::new();
    page::write(&measure(PUZZLES, all()), &mut html).expect("written");
    let reading = "
        const button = document.querySelector('[data-puzzle=\"0 0\"]');
        button.click();
        while (!document.querySelector('dialog').open) await new Promise((done) => setTimeout(done, 5));
        seen.title = document.querySelector('dialog h2').textContent;
        seen.drawn = document.querySelector('dialog svg.drawing > title').textContent;
        seen.words = document.querySelector('dialog svg.drawing > desc').textContent;
        seen.text = document.querySelector('dialog pre.text').textContent;";
    let seen = browser.read(&String::from_utf8(html).expect("UTF-8"), 1200, reading);
    assert_eq!(seen["errors"], serde_json::json!([]), "{seen}");
    assert_eq!((&seen["title"], &seen["drawn"]), (&"Small".into(), &"Small".into()), "{seen}");
    assert!(seen["words"].as_str().is_some_and(|it| it.contains("disjoint")), "{seen}");
    assert!(seen["text"].as_str().is_some_and(|it| it.contains("cage 3: r1c1 r1c2")), "{seen}");
}

/// A sum of all cells of a 25×25 grid, some of which may be equal: a line with millions of states.
fn too_large() -> String {
    let cells: Vec<String> =
        (0..625).map(|cell| format!("r{}c{}", cell / 25 + 1, cell % 25 + 1)).collect();
    format!("\nsudoku 25\nboxes 5x5\ncage 8125 repeats: {}\n", cells.join(" "))
}

#[test]
fn what_a_strategy_refuses_is_no_answer_of_it_and_no_fault() {
    let refusing = by_name("dlx").expect("it is there");
    let taking = by_name("propagate").expect("it is there");
    let text = format!("{PUZZLES}{}", too_large());
    let engines: Vec<Box<dyn Engine>> = vec![
        Box::new(VariantEngine::new("propagate", taking)),
        Box::new(VariantEngine::new("dlx", refusing)),
    ];
    let results = measure(&text, engines);
    assert!(results.complete && !results.has_faults(), "{:?}", results.series);
    let dlx = &results.series[1];
    let answered = Some(Outcome::Answered);
    assert_eq!(dlx.outcomes, [answered, answered, Some(Outcome::Refused)]);
    assert_eq!((dlx.solutions[2], dlx.nodes[2], dlx.exhausted[2]), (None, None, None));
    let report = show::report(&results, false);
    assert!(report.contains("refused"), "{report}");
    assert!(report.contains("Some puzzles were refused by dlx"), "{report}");
    let standing = quadrille_lab::analysis::standing(&results, 0, 1).expect("it ran");
    assert_eq!((standing.answered, standing.refused, standing.excluded), (2, 1, false));
    // Whoever refuses what is hard gains nothing by it.
    assert!(standing.par2.is_some_and(|par2| par2 > 10.0), "{:?}", standing.par2);
    assert_eq!(quadrille_lab::analysis::rank(&results, 0).places[1].engine, 1);
}
