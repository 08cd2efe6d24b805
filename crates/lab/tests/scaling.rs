//! Scaling studies from their beginning to what they say: sizes go up until the budget is spent, partial results
//! are as good as whole ones, and figures come back out of data that have them.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use quadrille_cover::CancelToken;
use quadrille_lab::definition::{Ask, Clock};
use quadrille_lab::results::{Outcome, Results, ResultsError, load, save};
use quadrille_lab::scaling::{
    FEWEST_POINTS, Family, Model, NoFit, Quantity, Study, Summary, amdahl, fit, forecast, points,
    reach, speed_ups, try_fit,
};
use quadrille_lab::session::Watcher;
use quadrille_lab::show::{SCALING_COLUMNS, report, write_scaling_csv};

pub(crate) fn study(family: &str, (from, to): (usize, usize), strategies: &[&str]) -> Study {
    let mut study = Study::of(Family::by_name(family).expect("a family"));
    (study.from, study.to) = (from, to);
    study.strategies = strategies.iter().map(|&name| name.to_owned()).collect();
    study.rounds = NonZeroU32::MIN;
    study.budget = Duration::from_secs(60);
    study
}

pub(crate) fn run(study: Study) -> Results {
    study.begin(CancelToken::new()).expect("a study").run(&mut ())
}

fn refused(study: Study) -> String {
    study.begin(CancelToken::new()).expect_err("it makes no sense").to_string()
}

/// So many nanoseconds at each size, in place of those that were measured.
pub(crate) fn with_times(results: &mut Results, engine: usize, time: impl Fn(f64) -> f64) {
    let sizes = results.scaling.as_ref().expect("a study").sizes.clone();
    for series in results.series.iter_mut().filter(|series| series.engine == engine) {
        let time = time(sizes[series.corpus] as f64) as u64;
        series.nanoseconds.iter_mut().flatten().for_each(|slot| *slot = Some(time));
    }
}

#[test]
fn each_size_is_a_corpus_and_its_counts_are_those_that_are_known() {
    let results = run(study("queens", (4, 8), &["links", "bits", "dd"]));
    assert!(results.complete && !results.has_faults());
    let scaling = results.scaling.as_ref().expect("a study");
    assert_eq!((scaling.family.as_str(), scaling.parameter.as_str()), ("queens", "n"));
    assert_eq!((scaling.sizes.as_slice(), scaling.to), (&[4, 5, 6, 7, 8][..], 8));
    assert!(scaling.budget == 60.0 && scaling.resolution > 0.0 && scaling.resolution < 0.1);
    assert_eq!((results.corpora.len(), results.series.len()), (5, 15));
    assert!(results.corpora.iter().all(|corpus| corpus.puzzles[0].count.is_some()));
    for engine in 0..3 {
        let counts: Vec<_> = points(&results, engine).iter().map(|it| it.solutions).collect();
        assert_eq!(counts, [2, 10, 4, 40, 92].map(Some));
        let reach = reach(&results, engine);
        assert_eq!((reach.largest, reach.stopped, reach.to_the_end), (Some(8), None, true));
    }
    // Both visit the whole tree, one node an option.
    let nodes: Vec<u64> = points(&results, 0).iter().filter_map(|point| point.nodes).collect();
    assert!(nodes.len() == 5 && nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
}

/// With half a second, dominoes on boards up to 200×201 are beyond anybody, and `dd` gets further than `links`, which
/// counts them one by one.
#[test]
fn an_engine_that_is_over_the_budget_is_not_tried_on_larger_sizes() {
    let mut study = study("dominoes", (3, 200), &["links", "dd"]);
    study.budget = Duration::from_millis(500);
    let results = run(study);
    assert!(results.complete);
    for engine in 0..2 {
        let points = points(&results, engine);
        let (last, before) = points.split_last().expect("points");
        assert!(before.iter().all(|point| point.reached && !point.over_budget));
        assert!(last.over_budget && !last.reached && last.time.is_some_and(|it| it.timed_out));
        let reach = reach(&results, engine);
        assert_eq!(reach.largest, before.last().map(|point| point.size));
        assert_eq!((reach.stopped, reach.to_the_end), (Some(last.size), false));
    }
    let stopped = |engine| reach(&results, engine).stopped.expect("it was stopped");
    assert!(stopped(0) < stopped(1) && stopped(1) < 60, "{} {}", stopped(0), stopped(1));
    let sizes = &results.scaling.as_ref().expect("a study").sizes;
    assert_eq!(sizes.last(), Some(&stopped(1)));
    let text = report(&results, false);
    assert!(text.contains(&format!("in 500ms; {} stopped.", stopped(1))), "{text}");
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
fn partial_results_load_and_say_how_far_they_go() {
    for patience in [1, 4, 7, 9] {
        let cancel = CancelToken::new();
        let mut watcher = Impatient { cancel: cancel.clone(), patience, last: None };
        let climb = study("queens", (5, 9), &["links", "bits"]).begin(cancel).expect("a study");
        let results = climb.run(&mut watcher);
        assert!(!results.complete);
        let times = |results: &Results| -> u64 {
            let rounds = results.series.iter().flat_map(|series| &series.nanoseconds);
            rounds.flatten().flatten().count() as u64
        };
        assert_eq!(times(&results), patience);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("partial.json");
        for partial in [&results, watcher.last.as_ref().expect("progress")] {
            save(partial, &path).expect("it is written");
            let loaded = load(&path).expect("it is read");
            assert_eq!((&loaded, times(&loaded)), (partial, patience));
            // Both are done with n = 5 after two runs, with n = 6 after four.
            let reached = |engine| reach(&loaded, engine).largest;
            let one = (0..2).filter_map(reached).max();
            assert_eq!(one, Some(5 + (patience as usize - 1) / 2));
            assert!(!reach(&loaded, 0).to_the_end);
            let text = report(&loaded, false);
            assert!(text.contains("Interrupted at n = "), "{text}");
        }
    }
}

#[test]
fn what_is_no_scaling_study_has_no_field_and_one_whose_sizes_do_not_fit_is_refused() {
    let mut results = run(study("queens", (4, 6), &["links"]));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    results.scaling.as_mut().expect("a study").sizes.pop();
    save(&results, &path).expect("it is written");
    assert!(matches!(load(&path), Err(ResultsError::Sizes { sizes: 2, corpora: 3 })));
    results.corpora.pop();
    results.series.pop();
    let left = r#"[{"engine":1,"size":4,"reason":"too large"}]"#;
    results.scaling.as_mut().expect("a study").left_out = serde_json::from_str(left).expect("it");
    save(&results, &path).expect("it is written");
    assert!(matches!(load(&path), Err(ResultsError::Engine(1, 1))));
    results.scaling = None;
    save(&results, &path).expect("it is written");
    assert!(!std::fs::read_to_string(&path).expect("text").contains("scaling\":"));
    let loaded = load(&path).expect("it is read");
    assert_eq!(points(&loaded, 0), []);
    assert_eq!(try_fit(&loaded, 0, Quantity::Time), Err(NoFit::NoStudy));
    assert_eq!(Summary::of(&loaded), None);
}

#[test]
fn times_of_exact_growth_give_it_back_and_tell_how_far_it_would_get() {
    let mut results = run(study("queens", (4, 10), &["links", "bits"]));
    with_times(&mut results, 0, |n| 1e3 * 4f64.powf(n));
    with_times(&mut results, 1, |n| 1e6 * n.powf(3.0));
    let links = fit(&results, 0).expect("a fit");
    assert_eq!((links.model, links.points, links.from, links.to), (Model::Exponential, 7, 4, 10));
    assert!((links.growth - 4.0).abs() < 1e-6 && links.r_squared > 0.999_999, "{links:?}");
    let bits = fit(&results, 1).expect("a fit");
    assert!(bits.model == Model::Power && (bits.growth - 3.0).abs() < 1e-6, "{bits:?}");
    // 1 µs · 4ⁿ comes to 67 s at n = 13.
    let seconds = 1e-6 * 4f64.powi(13);
    let found = forecast(&results, 0, seconds).expect("a forecast");
    assert!((found.size - 13.0).abs() < 1e-3 && found.low > 12.0, "{found:?}");
    assert!(found.high.is_some_and(|high| (12.999..14.0).contains(&high)), "{found:?}");
    // It was within that before, and what is over twice the sizes is not told.
    assert_eq!(forecast(&results, 0, 1e-3), None);
    assert_eq!(forecast(&results, 1, 1e9), None);
    // Nodes are what they are, and time a node is one divided by the other.
    let nodes = try_fit(&results, 0, Quantity::Nodes).expect("a fit");
    let share = try_fit(&results, 0, Quantity::TimePerNode).expect("a fit");
    // There are 98 at n = 6.
    assert_eq!((nodes.from, nodes.points), (7, FEWEST_POINTS));
    assert_eq!((share.from, share.to), (nodes.from, nodes.to));
    let text = report(&results, false);
    assert!(text.contains("links: time ≈ 1.00e-6·4.000^n s"), "{text}");
}

#[test]
fn few_points_above_the_resolution_of_the_clock_are_refused() {
    let mut results = run(study("queens", (4, 9), &["links"]));
    results.scaling.as_mut().expect("a study").resolution = 1e-6;
    // 100 µs and more from n = 7 on.
    with_times(&mut results, 0, |n| if n < 7.0 { 99e3 } else { 100e3 * n });
    assert_eq!(try_fit(&results, 0, Quantity::Time), Err(NoFit::TooFew { points: 3 }));
    assert_eq!(fit(&results, 0), None);
    let text = report(&results, false);
    assert!(
        text.contains("links: no fit of time, nodes, time a node: 3 of the 4 points"),
        "{text}"
    );
}

#[test]
fn a_wrong_answer_ends_it_and_there_is_no_fit() {
    let mut results = run(study("queens", (4, 9), &["links"]));
    results.series[3].outcomes[0] = Some(Outcome::Wrong);
    assert_eq!(try_fit(&results, 0, Quantity::Time), Err(NoFit::Faulty));
    assert_eq!(reach(&results, 0).largest, Some(6));
}

#[test]
fn sizes_without_a_solution_are_left_out_and_said() {
    let results = run(study("langford", (3, 8), &["links"]));
    let scaling = results.scaling.as_ref().expect("a study");
    assert_eq!(scaling.sizes, [3, 4, 7, 8]);
    assert_eq!(scaling.skipped.iter().map(|it| it.size).collect::<Vec<_>>(), [5, 6]);
    let text = report(&results, false);
    assert!(
        text.contains("Left out: 5, 6: there is no solution unless n mod 4 is 0 or 3."),
        "{text}"
    );
    let error = refused(study("langford", (5, 6), &[]));
    assert_eq!(error, "no size from 5 to 6: there is no solution unless n mod 4 is 0 or 3");
}

#[test]
fn steps_are_taken_from_the_first_size() {
    let mut study = study("latin", (2, 6), &["cells"]);
    study.step = NonZeroUsize::new(3).expect("a step");
    study.ask = Ask::First;
    let results = run(study);
    assert_eq!(results.scaling.as_ref().map(|it| it.sizes.clone()), Some(vec![2, 5]));
    assert!(results.series.iter().all(|series| series.solutions == [Some(1)]));
}

#[test]
fn sudokus_of_each_size_are_answered_by_whoever_can_take_them() {
    let mut study = study("sudoku", (4, 12), &["mrv", "lanes", "dlx"]);
    study.puzzles = NonZeroUsize::new(3).expect("a number");
    let results = run(study);
    assert!(results.complete && !results.has_faults());
    let scaling = results.scaling.as_ref().expect("a study");
    assert_eq!(scaling.sizes, [4, 6, 9, 12]);
    assert!(results.corpora.iter().all(|corpus| corpus.puzzles.len() == 3));
    assert!(results.corpora.iter().flat_map(|it| &it.puzzles).all(|puzzle| puzzle.known > 0));
    let sizes = |engine| points(&results, engine).iter().map(|it| it.size).collect::<Vec<_>>();
    assert_eq!((sizes(0), sizes(1), sizes(2)), (vec![4, 6, 9, 12], vec![9], vec![4, 6, 9, 12]));
    let left: Vec<_> = scaling.left_out.iter().map(|it| (it.engine, it.size)).collect();
    assert_eq!(left, [(1, 4), (1, 6), (1, 12)]);
}

/// One of three puzzles with a limit is no matter, two are.
#[test]
fn the_median_puzzle_decides_whether_a_size_was_reached() {
    let mut study = study("sudoku", (4, 9), &["mrv"]);
    study.puzzles = NonZeroUsize::new(3).expect("a number");
    let mut results = run(study);
    results.series[2].outcomes[0] = Some(Outcome::TimedOut);
    let last = points(&results, 0)[2];
    assert!(last.reached && !last.over_budget && last.nodes.is_some());
    assert!(last.time.is_some_and(|time| !time.timed_out));
    results.series[2].outcomes[1] = Some(Outcome::TimedOut);
    let last = points(&results, 0)[2];
    assert!(!last.reached && last.over_budget && last.nodes.is_none());
    assert!(last.time.is_some_and(|time| time.timed_out));
}

#[test]
fn threads_find_as_many_and_their_speed_up_is_against_one() {
    let mut study = study("threads", (1, 4), &["links", "bits"]);
    study.instance = "queens 9".to_owned();
    let mut results = run(study);
    assert!(results.complete && !results.has_faults());
    let nodes: Vec<_> = points(&results, 0).iter().map(|point| point.nodes).collect();
    assert!(nodes.iter().all(|it| it.is_some() && *it == nodes[0]), "{nodes:?}");
    let counts: Vec<_> = points(&results, 1).iter().map(|point| point.solutions).collect();
    assert_eq!(counts, [Some(352); 4]);
    results.machine.threads = 4;
    // 10 % cannot be divided: 1, 0.55, 0.4 and 0.325 of the time.
    with_times(&mut results, 0, |threads| 1e9 * (0.1 + 0.9 / threads));
    let ratios: Vec<f64> = speed_ups(&results, 0).iter().map(|it| it.ratio).collect();
    assert!(
        ratios.iter().zip([1.0, 1.0 / 0.55, 2.5, 1.0 / 0.325]).all(|(a, b)| (a - b).abs() < 1e-6)
    );
    // There is one round.
    assert!(speed_ups(&results, 0).iter().all(|it| it.interval.is_none()));
    let efficiency = speed_ups(&results, 0)[2].efficiency;
    assert!((efficiency - 2.5 / 3.0).abs() < 1e-6);
    let law = amdahl(&results, 0).expect("a fit");
    assert!((law.serial - 0.1).abs() < 1e-4 && law.points == 4, "{law:?}");
    assert!(report(&results, false).contains("links: threads cannot divide 10.0 % of the work"));
    // With two processors, three and four threads are no measure of it.
    results.machine.threads = 2;
    assert_eq!(amdahl(&results, 0), Err(NoFit::TooFew { points: 2 }));
    assert!(!speed_ups(&results, 0)[3].side_by_side);
    // What the clock cannot tell is no speed-up: here four threads took less than 100 times what it can.
    results.scaling.as_mut().expect("a study").resolution = 0.35e-2;
    assert_eq!(speed_ups(&results, 0).len(), 3);
    let text = report(&results, false);
    assert!(text.contains("Times below 350ms are too short for the clock"), "{text}");
    results.scaling.as_mut().expect("a study").resolution = 1.1e-2;
    assert_eq!(speed_ups(&results, 0), []);
}

/// Rounds that differ by a tenth make a speed-up as uncertain as they are.
#[test]
fn a_speed_up_has_an_interval_from_its_rounds() {
    let mut study = study("threads", (1, 2), &["links"]);
    study.instance = "queens 6".to_owned();
    study.rounds = NonZeroU32::new(3).expect("rounds");
    let mut results = run(study);
    for (series, time) in results.series.iter_mut().zip([1e9, 0.5e9]) {
        for (round, factor) in series.nanoseconds.iter_mut().zip([1.0, 1.1, 1.0 / 1.1]) {
            round[0] = Some((time * factor) as u64);
        }
    }
    let [one, two] = speed_ups(&results, 0)[..] else { panic!("two speed-ups") };
    assert_eq!(one.interval, None);
    let interval = two.interval.expect("an interval");
    assert!((two.ratio - 2.0).abs() < 1e-6 && interval.contains(2.0), "{two:?}");
    // Student's t (2; 0.975) is 4.303, the error √(2/3)·ln 1.1.
    let reach = (4.302_65 * (2f64 / 3.0).sqrt() * 1.1f64.ln()).exp();
    assert!((interval.high - 2.0 * reach).abs() < 1e-3, "{interval:?}");
    assert!((interval.low - 2.0 / reach).abs() < 1e-3, "{interval:?}");
}

#[test]
fn what_makes_no_sense_is_told() {
    let told = |family, sizes, strategies: &[&str]| refused(study(family, sizes, strategies));
    assert!(told("queens", (9, 4), &[]).contains("the first size must not be over the last"));
    assert_eq!(told("queens", (0, 4), &[]), "queens: n is 1 to 1000, found 0");
    assert_eq!(told("sudoku", (4, 65), &[]), "sudoku: cells of a side is 4 to 64, found 65");
    assert!(told("queens", (4, 6), &["mrv"]).contains("no cover strategy `mrv`: there are auto"));
    assert!(told("queens", (4, 6), &["links", "links"]).contains("`links` named twice"));
    assert!(told("threads", (1, 2), &["dd"]).contains("a memory that threads do not share"));
    assert!(told("partridge", (2, 3), &["bits"]).contains("cannot take multiplicities"));
    assert!(told("sudoku", (4, 6), &["lanes"]).contains("lanes cannot take 4×4"));
    let mut cpu = study("threads", (1, 2), &[]);
    cpu.clock = Clock::Cpu;
    assert!(refused(cpu).contains("the processor time of one thread"));
    let mut unknown = study("threads", (1, 2), &[]);
    unknown.instance = "kings 8".to_owned();
    assert!(refused(unknown).contains("no problem `kings 8`"));
    let mut many = study("sudoku", (4, 6), &[]);
    many.puzzles = NonZeroUsize::MAX;
    assert!(refused(many).starts_with("at most 10000 puzzles a size, found 1844"));
    let mut none = study("queens", (4, 6), &[]);
    none.budget = Duration::ZERO;
    assert!(refused(none).contains("a budget of 0"));
}

#[test]
fn strategies_that_nobody_named_are_those_that_can_take_it() {
    let mut threads = study("threads", (1, 1), &[]);
    threads.instance = "queens 6".to_owned();
    let names = |results: &Results| {
        results.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&run(study("partridge", (2, 3), &[]))), ["auto", "links"]);
    assert!(!names(&run(study("sudoku", (4, 6), &[]))).contains(&"lanes".to_owned()));
    let threads = names(&run(threads));
    assert!(!threads.contains(&"dd".to_owned()) && threads.contains(&"bits".to_owned()));
}

#[test]
fn the_csv_has_a_row_for_each_size_and_engine() {
    let results = run(study("queens", (4, 8), &["links", "bits"]));
    let mut bytes = Vec::new();
    write_scaling_csv(&results, &mut bytes).expect("it is written");
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    assert_eq!(reader.headers().expect("a header").len(), SCALING_COLUMNS.len());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 10);
    let last = rows.last().expect("a row");
    assert_eq!(
        [&last[0], &last[1], &last[2], &last[5], &last[9]],
        ["queens", "8", "bits", "true", "92"]
    );
}

#[test]
fn a_summary_comes_back_from_its_document() {
    let results = run(study("queens", (4, 9), &["links", "bits"]));
    let summary = Summary::of(&results).expect("a study");
    assert_eq!(summary.engines.len(), 2);
    assert_eq!(summary.engines[0].growth.len(), 3);
    let text = serde_json::to_string(&summary).expect("JSON");
    let again: Summary = serde_json::from_str(&text).expect("a summary");
    assert_eq!(again, summary);
}
