//! A session from its definition to its report: engines that are right, wrong and interrupted.

use quadrille_cover::CancelToken;
use quadrille_lab::Material;
use quadrille_lab::analysis::{
    RunsDiffer, compare, compare_runs, control, overall, rank, standing, standings,
};
use quadrille_lab::definition::{Ask, Clock, Definition, Kind, Mode};
use quadrille_lab::engine::{CoverEngine, Engine, Given, KEPT, Run, SudokuEngine, Task};
use quadrille_lab::results::{DefinitionText, Outcome, Results, ResultsError, Saver, load, save};
use quadrille_lab::session::{Session, Watcher};
use quadrille_lab::show::{COLUMNS, comparison_table, report, write_csv};
use quadrille_lab::statistics::Finding;

fn read(text: &str) -> (Definition, Vec<Material>) {
    let definition = Definition::read(text).unwrap_or_else(|error| panic!("{error}"));
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let materials = (definition.corpora.iter())
        .map(|corpus| Material::read(corpus, folder, definition.seed).expect("a corpus"))
        .collect();
    (definition, materials)
}

fn session(text: &str, cancel: CancelToken) -> Session<'static> {
    let (definition, materials) = read(text);
    Session::new(&definition, DefinitionText::default(), materials, cancel).expect("a session")
}

fn run(text: &str) -> Results {
    session(text, CancelToken::new()).run(&mut ())
}

const SMALL: &str = r#"
    rounds = 2
    batch = 4
    warm_up = "1ms"
    time_limit = "60s"
    [[engine]]
    strategy = "mrv"
    [[engine]]
    strategy = "lanes"
    [[engine]]
    name = "lanes, in batches"
    strategy = "lanes"
    mode = "batch"
    [[corpus]]
    builtin = "sample"
    limit = 10
"#;

#[test]
fn every_engine_runs_on_every_puzzle_in_every_round() {
    let results = run(SMALL);
    assert!(results.complete && !results.has_faults());
    assert_eq!(results.engines.len(), 4);
    assert_eq!(results.engines[3].control_of, Some(0));
    for series in &results.series {
        assert_eq!(series.unit, if series.engine == 2 { 4 } else { 1 });
        assert_eq!(series.units(), if series.engine == 2 { 3 } else { 10 });
        assert!(series.outcomes.iter().all(|outcome| *outcome == Some(Outcome::Answered)));
        assert_eq!(series.solutions, vec![Some(1); 10]);
        assert_eq!(series.nanoseconds.len(), 2);
        assert!(series.nanoseconds.iter().flatten().all(|time| time.is_some_and(|it| it > 0)));
    }
    assert_eq!(results.series[0].nodes, results.series[3].nodes);
    assert!(results.corpora[0].puzzles.iter().all(|puzzle| puzzle.known == 1));
}

#[test]
fn a_batch_is_compared_with_the_sum_of_single_puzzles_and_has_no_median() {
    let results = run(SMALL);
    let batch = standing(&results, 0, 2).expect("a standing");
    assert_eq!((batch.answered, batch.median, batch.worst), (10, None, None));
    assert_eq!(batch.ratio.as_ref().map(|ratio| ratio.pairs), Some(3));
    let single = standing(&results, 0, 1).expect("a standing");
    assert_eq!(single.ratio.map(|ratio| ratio.pairs), Some(10));
    assert!(single.median.is_some());
    assert_eq!(control(&results, 0).map(|ratio| ratio.pairs), Some(10));
}

#[test]
fn two_runs_are_compared_only_if_the_same_was_asked_and_the_same_clock_was_read() {
    let first = run(SMALL);
    let same = compare_runs((&first, 0), (&first, 0)).expect("the same was asked");
    assert_eq!((same.len(), same[0].settings.len()), (1, 0));
    let mut second = first.clone();
    second.settings.ask = Ask::First;
    let refused = compare_runs((&first, 0), (&second, 0)).expect_err("something else was asked");
    assert!(refused.to_string().contains("whether there is another, the second for a first"));
    second = first.clone();
    second.settings.clock = Clock::Cpu;
    let refused = compare_runs((&first, 0), (&second, 0)).expect_err("another clock");
    assert_eq!(refused, RunsDiffer::Clock(Clock::Wall, Clock::Cpu));
    // Limits are said: they touch only what is about as long.
    second = first.clone();
    second.settings.time_limit = 1.5;
    second.settings.node_limit = Some(7);
    second.settings.batch = 10;
    for (engine, batches) in [(0, ""), (2, "; batches of 4 and of 10 puzzles")] {
        let compared = compare_runs((&first, engine), (&second, engine)).expect("comparisons");
        let text = comparison_table(&compared).text();
        let expected = "a time limit of 60 s and of 1.5 s; of limits of nodes none and one of 7";
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("The two runs had {expected}{batches}.")), "{text}");
    }
}

#[test]
fn results_come_back_from_their_file_as_they_were() {
    let results = run(SMALL);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    save(&results, &path).expect("it is written");
    assert_eq!(load(&path).expect("it is read"), results);
    let text = std::fs::read_to_string(&path).expect("text");
    std::fs::write(&path, text.replacen("quadrille-lab/1", "quadrille-lab/99", 1)).expect("it is");
    assert!(matches!(load(&path), Err(ResultsError::Schema(version)) if version.ends_with("99")));
    std::fs::write(&path, text.replacen("\"unit\":1,", "\"unit\":3,", 1)).expect("it is written");
    assert!(matches!(load(&path), Err(ResultsError::Inconsistent { engine: 0, corpus: 0 })));
    std::fs::write(&path, &text[..text.len() / 2]).expect("it is written");
    assert!(matches!(load(&path), Err(ResultsError::Json(_))));
}

#[test]
fn results_that_no_session_has_are_refused_or_read_without_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    let again = |results: &Results| {
        save(results, &path).expect("it is written");
        load(&path)
    };
    let results = run(SMALL);
    let mut odd = results.clone();
    odd.engines[3].control_of = Some(4);
    assert!(matches!(again(&odd), Err(ResultsError::Engine(4, 4))));
    for confidence in [-1.0, 0.0, 1.0, 99.0] {
        odd = results.clone();
        odd.settings.confidence = confidence;
        assert!(matches!(again(&odd), Err(ResultsError::Confidence(found)) if found == confidence));
    }
    // Numbers that cannot be added to.
    odd = results.clone();
    odd.corpora.push(odd.corpora[0].clone());
    let mut other = odd.series.clone();
    other.iter_mut().for_each(|series| series.corpus = 1);
    odd.series.extend(other);
    for puzzle in &mut odd.corpora[1].puzzles {
        puzzle.class = usize::MAX;
    }
    let corpus = overall(&again(&odd).expect("it is read"), Kind::Sudoku);
    assert_eq!(corpus[1].ratio.as_ref().map(|ratio| ratio.pairs), Some(20));
    let place = r#"[{"round":4294967295,"puzzle":null,"unit":18446744073709551615,"reason":"no"}]"#;
    odd.series[0].faults = serde_json::from_str(place).expect("faults");
    let text = report(&again(&odd).expect("it is read"), false);
    assert!(text.contains("batch 18446744073709551615, round 4294967295: no"), "{text}");
}

#[test]
fn results_are_made_to_be_saved_only_when_it_is_time_for_that() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    let results = run(SMALL);
    let made = std::cell::Cell::new(0);
    let mut saver = Saver::new(&path, std::time::Duration::from_secs(3600));
    for _ in 0..5 {
        saver.progress(&|| {
            made.set(made.get() + 1);
            results.clone()
        });
    }
    assert!(saver.error().is_none());
    assert_eq!((made.get(), load(&path).expect("it is read")), (1, results));
}

/// Pulls the token after some runs, and keeps what it was shown last.
struct Impatient {
    cancel: CancelToken,
    patience: u64,
    last: Option<Results>,
}

impl Watcher for Impatient {
    fn ran(&mut self, runs: u64) {
        self.patience = self.patience.saturating_sub(runs);
        if self.patience == 0 {
            self.cancel.cancel();
        }
    }

    fn progress(&mut self, results: &dyn Fn() -> Results) {
        self.last = Some(results());
    }
}

#[test]
fn whenever_it_is_interrupted_the_results_so_far_can_be_reported() {
    for patience in [1, 2, 5, 17, 33, 40, 65] {
        let cancel = CancelToken::new();
        let mut watcher = Impatient { cancel: cancel.clone(), patience, last: None };
        let results = session(SMALL, cancel).run(&mut watcher);
        assert!(!results.complete);
        let times = |results: &Results| -> u64 {
            let rounds = results.series.iter().flat_map(|series| &series.nanoseconds);
            rounds.flatten().flatten().count() as u64
        };
        assert_eq!(times(&results), patience);
        let in_the_middle = watcher.last.expect("progress");
        assert_eq!(times(&in_the_middle), patience);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("partial.json");
        save(&in_the_middle, &path).expect("it is written");
        let loaded = load(&path).expect("it is read");
        let text = report(&loaded, false);
        assert!(text.contains("Interrupted in round"), "{patience}: {text}");
        assert!(text.contains("mrv"), "{text}");
        assert_eq!(standings(&loaded, 0).len(), 4);
    }
}

#[test]
fn the_csv_has_a_row_for_each_puzzle_and_engine_and_a_time_of_what_is_timed() {
    let results = run(SMALL);
    let mut bytes = Vec::new();
    write_csv(&results, &mut bytes).expect("it is written");
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    assert_eq!(reader.headers().expect("a header").len(), COLUMNS.len());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 40);
    for row in &rows {
        assert_eq!(row[13].is_empty(), &row[8] == "lanes, in batches", "{row:?}");
        assert_eq!(row[14].is_empty(), &row[8] != "lanes, in batches", "{row:?}");
        assert_eq!(&row[9], "answered");
    }
}

#[test]
fn counts_of_exact_cover_are_checked_against_those_that_are_known() {
    let definition = |counts: &str| {
        format!(
            r#"
            ask = "count"
            rounds = 1
            [[engine]]
            strategy = "links"
            [[engine]]
            strategy = "dd"
            [[corpus]]
            instances = ["queens 8", "langford 7"]
            counts = {counts}
            "#
        )
    };
    let right = run(&definition("[92, 52]"));
    assert!(right.complete && !right.has_faults());
    assert_eq!(right.series[1].solutions, [Some(92), Some(52)]);
    let wrong = run(&definition("[92, 53]"));
    for series in &wrong.series {
        assert_eq!(series.outcomes, [Some(Outcome::Answered), Some(Outcome::Wrong)]);
        assert_eq!(series.faults[0].reason, "52 solutions claimed to be all, but there are 53");
    }
    assert_eq!(rank(&wrong, 0).excluded, [0, 1]);
}

/// Has the answers of `links`, and says that there are more solutions, or fewer.
#[derive(Debug)]
struct Miscounts {
    engine: CoverEngine,
    more: i64,
}

impl Miscounts {
    fn by(more: i64) -> Self {
        let links = quadrille_cover::strategy::by_name("links").expect("a strategy");
        Miscounts { engine: CoverEngine::new(format!("by {more}"), links), more }
    }
}

impl Engine for Miscounts {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn kind(&self) -> Kind {
        self.engine.kind()
    }

    fn mode(&self) -> Mode {
        self.engine.mode()
    }

    fn description(&self) -> String {
        self.engine.description()
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        self.engine.check(material)
    }

    fn run(&mut self, material: &Material, range: std::ops::Range<usize>, task: &Task) -> Run {
        let mut run = self.engine.run(material, range, task);
        for answer in run.answers.iter_mut().flatten() {
            let given = if task.ask == Ask::Count { 0 } else { answer.solutions.min(KEPT as u64) };
            assert_eq!(answer.given, Given::Checked(Ok(given)));
            answer.solutions = answer.solutions.saturating_add_signed(self.more);
        }
        run
    }
}

fn counted(ask: &str, by: &[i64]) -> Results {
    let (definition, materials) = read(&format!(
        r#"
        ask = {ask}
        rounds = 1
        warm_up = "1ms"
        time_limit = "60s"
        [[engine]]
        strategy = "links"
        [[corpus]]
        instances = ["queens 8"]
        "#
    ));
    let engines: Vec<Box<dyn Engine>> =
        by.iter().map(|&more| Box::new(Miscounts::by(more)) as Box<dyn Engine>).collect();
    let session = Session::with(&definition, engines, materials, CancelToken::new());
    session.expect("a session").run(&mut ())
}

#[test]
fn solutions_of_exact_cover_that_were_not_given_are_no_solutions() {
    let results = counted("\"all\"", &[0, 5, -5]);
    let outcomes: Vec<_> = results.series.iter().map(|series| series.outcomes[0]).collect();
    assert_eq!(outcomes, [Outcome::Answered, Outcome::Wrong, Outcome::Wrong].map(Some));
    assert_eq!(results.series[1].faults[0].reason, "a count of 97, but 92 given");
    assert_eq!(results.series[2].faults[0].reason, "a count of 87, but 92 given");
    assert_eq!(results.corpora[0].puzzles[0].known, 92);
    // Those that are only counted cannot be told so, but for the difference.
    let results = counted("\"count\"", &[0, 5]);
    let outcomes: Vec<_> = results.series.iter().map(|series| series.outcomes[0]).collect();
    assert_eq!(outcomes, [Some(Outcome::Disputed); 2]);
    assert_eq!(results.corpora[0].puzzles[0].known, 0);
}

#[test]
fn what_takes_too_long_is_counted_and_stands_in_the_order_with_twice_the_limit() {
    let results = run(r#"
        rounds = 2
        node_limit = 400
        warm_up = "1ms"
        time_limit = "10s"
        [[engine]]
        strategy = "mrv"
        [[engine]]
        strategy = "dlx"
        [[corpus]]
        builtin = "sample"
        "#);
    let mrv = standing(&results, 0, 0).expect("a standing");
    assert!(mrv.timed_out > 10 && mrv.answered > 5, "{mrv:?}");
    assert_eq!(mrv.timed_out + mrv.answered, 51);
    assert!(mrv.par2.is_some_and(|par2| par2 > 20.0 * mrv.timed_out as f64 / 51.0));
    assert!(mrv.worst.is_some_and(|(worst, _)| worst.timed_out));
    let ranking = rank(&results, 0);
    assert_eq!((ranking.units, ranking.places[0].engine), (51, 1));
    let both = compare(&results, 0, 1).remove(0);
    assert!(both.only_second > 0 && both.ratio.is_some_and(|ratio| ratio.pairs < 51));
    assert!(report(&results, false).contains('>'));
}

#[test]
fn shuffles_tell_luck_from_difficulty() {
    let results = run(r#"
        rounds = 1
        time_limit = "60s"
        warm_up = "1ms"
        control = false
        [[engine]]
        strategy = "mrv"
        [[corpus]]
        builtin = "sample"
        sample = 6
        shuffles = 8
        "#);
    assert_eq!(results.series[0].outcomes.len(), 48);
    let luck = standing(&results, 0, 0).and_then(|it| it.luck).expect("luck");
    assert_eq!(luck.classes, 6);
    // The order of rows and digits matters to `mrv`, and puzzles to anybody.
    assert!(luck.within > 1.1 && luck.between > luck.within, "{luck:?}");
    let again = run(r#"
        rounds = 1
        seed = 1
        time_limit = "60s"
        control = false
        [[engine]]
        strategy = "mrv"
        [[corpus]]
        builtin = "sample"
        sample = 6
        shuffles = 8
        "#);
    assert_eq!(again.corpora, results.corpora);
    assert_eq!(again.series[0].nodes, results.series[0].nodes);
}

#[test]
fn engines_that_no_definition_can_name_are_measured_as_well() {
    let (definition, materials) = read(SMALL);
    let strategy = quadrille_sudoku::strategy::by_name("propagate").expect("a strategy");
    let engine = |name: &str| -> Box<dyn Engine> {
        Box::new(SudokuEngine::new(name, strategy, Mode::Single))
    };
    let engines = vec![engine("one"), engine("two")];
    let mut session =
        Session::with(&definition, engines, materials.clone(), CancelToken::new()).expect("one");
    session.add_control(engine("one again"), 0).expect("a control");
    assert!(session.add_control(engine("two"), 0).is_err());
    let results = session.run(&mut ());
    let comparison = compare(&results, 1, 0).remove(0);
    assert!(comparison.noise > 1.0 && comparison.finding != Finding::TooFewData);
}

/// The second varies so much that it is not shown to differ from either, but the first and the third differ.
#[test]
fn no_difference_shown_twice_is_not_taken_for_none() {
    let text = r#"
        rounds = 1
        warm_up = "1ms"
        time_limit = "60s"
        control = false
        [[engine]]
        strategy = "mrv"
        [[engine]]
        strategy = "propagate"
        [[engine]]
        strategy = "dlx"
        [[corpus]]
        builtin = "sample"
        limit = 12
    "#;
    let mut results = run(text);
    for series in &mut results.series {
        let time = |puzzle: usize| match series.engine {
            0 => 100_000 + puzzle as u64,
            1 if puzzle.is_multiple_of(2) => 420_000,
            1 => 47_000,
            _ => 200_000 + puzzle as u64,
        };
        series.nanoseconds = vec![(0..12).map(|puzzle| Some(time(puzzle))).collect()];
    }
    let places: Vec<usize> = rank(&results, 0).places.iter().map(|place| place.place).collect();
    assert_eq!(places, [1, 1, 3]);
}
