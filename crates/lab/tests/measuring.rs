//! What a session says of strategies that are wrong or slow.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_cover::CancelToken;
use quadrille_lab::analysis::{compare, rank, runs, standing};
use quadrille_lab::definition::{Ask, Definition, Mode};
use quadrille_lab::engine::{Engine, SudokuEngine};
use quadrille_lab::results::{Outcome, Results, load, save};
use quadrille_lab::session::{Session, Watcher};
use quadrille_lab::show::{brief_tables, report, text, write_csv};
use quadrille_lab::statistics::{Finding, Random};
use quadrille_lab::{Corpus, Material, Puzzles, Symmetry};
use quadrille_sudoku::strategy::{Receiver, Searcher, Strategy, by_name};
use quadrille_sudoku::{Budget, Puzzle, Report, Request, Shape, Step, format};

pub(crate) const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Two solutions: the two digits of a rectangle can be swapped.
pub(crate) const AMBIGUOUS: &str =
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
const EMPTY: &str =
    ".................................................................................";

pub(crate) fn corpus(puzzles: &[&str]) -> Material {
    let mut corpus = Corpus::new("test", Shape::CLASSIC);
    corpus.add("test.txt", puzzles.join("\n").as_bytes());
    assert_eq!(corpus.puzzles().len(), puzzles.len());
    Material::of("test", corpus)
}

pub(crate) fn mrv() -> &'static dyn Strategy {
    by_name("mrv").expect("`mrv` is a strategy")
}

/// How a [`Liar`] changes the true answers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lie {
    /// Changes a cell of each solution.
    Cell,
    /// Gives only the first solution, and says that there are no more.
    Forgets,
    /// Gives each solution twice.
    Repeats,
    /// Reports one solution more than it gives.
    Counts,
    /// Says that it has found as many as were asked for.
    Verdict,
    /// Reports nothing.
    Silence,
    /// Changes a cell of the solution of a puzzle with this line.
    CellOf(&'static str),
}

/// Has the answers of `mrv`, and lies about them.
#[derive(Debug)]
pub(crate) struct Liar(pub(crate) Lie);

impl Strategy for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn description(&self) -> &'static str {
        "a wrong strategy"
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        mrv().searcher(puzzle)
    }

    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        let mut lies = Lies { lie: self.0, puzzles, receiver, given: 0 };
        mrv().solve_each(puzzles, request, &mut lies);
    }
}

/// Passes on what it receives, but for a lie.
struct Lies<'r> {
    lie: Lie,
    puzzles: &'r [Puzzle],
    receiver: &'r mut dyn Receiver,
    given: u64,
}

impl Receiver for Lies<'_> {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        self.given += 1;
        let is_it = |line: &str| format::line(&self.puzzles[number]).to_string() == line;
        match self.lie {
            Lie::CellOf(line) if !is_it(line) => self.receiver.solution(number, solution),
            Lie::Cell | Lie::CellOf(_) => {
                let mut changed = solution.to_vec();
                changed[80] = changed[80] % 9 + 1;
                self.receiver.solution(number, &changed)
            }
            Lie::Forgets if self.given > 1 => ControlFlow::Continue(()),
            Lie::Repeats => {
                let _ = self.receiver.solution(number, solution);
                self.receiver.solution(number, solution)
            }
            _ => self.receiver.solution(number, solution),
        }
    }

    fn done(&mut self, number: usize, mut report: Report) {
        match self.lie {
            Lie::Forgets => {
                report.verdict = quadrille_sudoku::Verdict::Exhausted;
                report.solutions = report.solutions.min(1);
            }
            Lie::Repeats => report.solutions *= 2,
            Lie::Counts => report.solutions += 1,
            Lie::Verdict => report.verdict = quadrille_sudoku::Verdict::LimitReached,
            Lie::Silence => return,
            Lie::Cell | Lie::CellOf(_) => {}
        }
        self.receiver.done(number, report);
    }
}

/// Never finds anything.
#[derive(Debug)]
struct Sleeper;

impl Strategy for Sleeper {
    fn name(&self) -> &'static str {
        "sleeper"
    }

    fn description(&self) -> &'static str {
        "places digits for ever"
    }

    fn searcher<'p>(&self, _: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        Box::new(Asleep(0))
    }
}

#[derive(Debug)]
struct Asleep(u64);

impl Searcher for Asleep {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        while budget.take_node() {
            self.0 += 1;
        }
        Step::Paused
    }

    fn solution(&self) -> &[u8] {
        &[]
    }

    fn nodes(&self) -> u64 {
        self.0
    }
}

/// `mrv` and another strategy on puzzles, each once again for the noise if there is a control.
fn measure(
    definition: &Definition,
    other: &dyn Strategy,
    mode: Mode,
    material: Material,
    watcher: &mut dyn Watcher,
) -> Results {
    let engines: Vec<Box<dyn Engine + '_>> = vec![
        Box::new(SudokuEngine::new("mrv", mrv(), mode)),
        Box::new(SudokuEngine::new(other.name(), other, mode)),
    ];
    let session = Session::with(definition, engines, vec![material], CancelToken::new());
    session.expect("a session").run(watcher)
}

/// In three rounds, without a warm-up.
pub(crate) fn definition() -> Definition {
    let mut definition = Definition::of(Vec::new())
        .with_warm_up(Duration::ZERO)
        .with_time_limit(Duration::from_secs(600));
    definition.rounds = 3.try_into().expect("not zero");
    definition
}

fn lie(lie: Lie, puzzles: &[&str]) -> Results {
    measure(&definition(), &Liar(lie), Mode::Single, corpus(puzzles), &mut ())
}

/// What is said of a lie about a puzzle.
fn reason(told: Lie, puzzle: &str) -> String {
    let results = lie(told, &[puzzle]);
    assert!(results.series[0].faults.is_empty(), "{:?}", results.series[0]);
    assert_eq!(results.series[1].faults.len(), 1, "{:?}", results.series[1]);
    results.series[1].faults[0].reason.clone()
}

#[test]
fn a_wrong_answer_voids_the_timing_of_that_strategy_on_that_puzzle() {
    let results = lie(Lie::Forgets, &[UNIQUE, AMBIGUOUS, UNIQUE]);
    let [honest, liar] = [0, 1].map(|engine| standing(&results, 0, engine).expect("a standing"));
    assert_eq!((honest.answered, honest.wrong, honest.excluded), (3, 0, false));
    assert_eq!((liar.answered, liar.wrong, liar.excluded), (2, 1, true));
    assert_eq!(liar.ratio, None, "what has a fault is not compared");
    assert_eq!(results.series[1].outcomes[1], Some(Outcome::Wrong));
    assert_eq!(results.series[1].faults[0].puzzle, Some(1));
    let shown = text(&brief_tables(&results), None, ["", ""]);
    let line = format!(
        "test.txt:2: liar, puzzle 2, round 3: 1 claimed to be all, but at least 2 exist: {AMBIGUOUS}"
    );
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&shown).contains(&line), "{shown}");
    assert!(shown.contains("Excluded from the order for faults: liar."), "{shown}");
}

/// Keeps the results after each run.
#[derive(Default)]
struct Snapshots(Vec<Results>);

impl Watcher for Snapshots {
    fn progress(&mut self, results: &dyn Fn() -> Results) {
        self.0.push(results());
    }
}

/// Whatever ends it: what was saved until then condemns the same.
#[test]
fn results_on_the_way_are_judged_like_those_at_the_end() {
    let mut snapshots = Snapshots::default();
    let puzzles = corpus(&[AMBIGUOUS]);
    let liar = Liar(Lie::Forgets);
    let results = measure(&definition(), &liar, Mode::Single, puzzles, &mut snapshots);
    let [first, .., last] = &snapshots.0[..] else { panic!("six runs") };
    assert_eq!((snapshots.0.len(), first.has_faults()), (6, false));
    for partial in &snapshots.0[1..] {
        assert_eq!((partial.complete, partial.corpora[0].puzzles[0].known), (false, 2));
        assert_eq!(partial.series[1].outcomes, [Some(Outcome::Wrong)]);
        assert_eq!(partial.series[1].faults.len(), 1, "{partial:?}");
    }
    assert_eq!(last.series, results.series);
    // It was not yet condemned: it ran in each round.
    assert!(results.series[1].nanoseconds.iter().all(|round| round[0].is_some()));
}

#[test]
fn each_kind_of_wrong_answer_is_named() {
    assert!(reason(Lie::Cell, UNIQUE).starts_with("a solution that is none: "));
    assert_eq!(reason(Lie::Forgets, AMBIGUOUS), "1 claimed to be all, but at least 2 exist");
    assert_eq!(reason(Lie::Repeats, UNIQUE), "the same solution twice");
    assert_eq!(reason(Lie::Counts, UNIQUE), "a count of 2, but 1 given");
    let verdict = "verdict \"limit reached\" after 1 of at most 2";
    assert_eq!(reason(Lie::Verdict, UNIQUE), verdict);
    assert_eq!(reason(Lie::Silence, UNIQUE), "no answer");
}

#[test]
fn a_strategy_that_answered_wrongly_is_not_run_on_that_puzzle_again() {
    let results = lie(Lie::Cell, &[UNIQUE]);
    let rounds = |engine: usize| -> Vec<bool> {
        results.series[engine].nanoseconds.iter().map(|round| round[0].is_some()).collect()
    };
    assert_eq!((rounds(0), rounds(1)), (vec![true; 3], vec![true, false, false]));
}

#[test]
fn a_timeout_is_counted_and_stands_in_every_figure() {
    let definition = definition().with_time_limit(Duration::from_millis(30));
    let puzzles = corpus(&[UNIQUE, AMBIGUOUS]);
    let results = measure(&definition, &Sleeper, Mode::Single, puzzles, &mut ());
    assert_eq!(results.series[1].outcomes, [Some(Outcome::TimedOut); 2]);
    assert_eq!(results.series[1].nanoseconds[1], [None, None], "it does not run again");
    let sleeper = standing(&results, 0, 1).expect("a standing");
    assert_eq!((sleeper.answered, sleeper.timed_out, sleeper.wrong), (0, 2, 0));
    assert!(sleeper.total >= 0.06 && sleeper.par2.is_some_and(|par2| par2 == 0.06));
    let median = sleeper.median.expect("a median").value;
    assert!(median.timed_out && median.seconds >= 0.03);
    assert_eq!((sleeper.per_second, sleeper.ratio), (0.0, None));
    assert!(results.series[1].nodes.iter().all(|nodes| nodes.is_some_and(|nodes| nodes > 0)));
    assert!(!results.has_faults());
}

#[test]
fn strategies_that_agree_have_no_wrong_answer() {
    let mut definition = definition();
    definition.ask = Ask::up_to(NonZeroU64::new(5).expect("not zero"));
    let puzzles = corpus(&[UNIQUE, AMBIGUOUS, EMPTY]);
    let propagate = by_name("propagate").expect("a strategy");
    let results = measure(&definition, propagate, Mode::Single, puzzles, &mut ());
    assert!(results.complete && !results.has_faults());
    assert_eq!(results.series[1].solutions, [Some(1), Some(2), Some(5)]);
    assert_eq!(results.series[1].exhausted, [Some(true), Some(true), Some(false)]);
    let known: Vec<u64> = results.corpora[0].puzzles.iter().map(|puzzle| puzzle.known).collect();
    assert_eq!(known[..2], [1, 2]);
    assert!(known[2] >= 5, "the strategies may have found different ones");
    assert_eq!(serde_json::to_value(results.settings.ask).expect("JSON"), 5);
    assert!(report(&results, false).contains("Asked for up to 5 solutions"));
}

#[test]
fn a_first_solution_says_nothing_of_others() {
    let mut definition = definition();
    definition.ask = Ask::up_to(NonZeroU64::MIN);
    let puzzles = corpus(&[UNIQUE, AMBIGUOUS, EMPTY]);
    let propagate = by_name("propagate").expect("a strategy");
    let results = measure(&definition, propagate, Mode::Single, puzzles, &mut ());
    assert!(!results.has_faults());
    assert_eq!(results.series[0].solutions, [Some(1); 3]);
    let known: Vec<u64> = results.corpora[0].puzzles.iter().map(|puzzle| puzzle.known).collect();
    assert_eq!(known[0], 1);
    assert!((1..=2).contains(&known[1]) && (1..=2).contains(&known[2]), "{known:?}");
}

/// Counts what it is told.
#[derive(Default)]
struct Counts {
    planned: u64,
    ran: u64,
    ended: bool,
}

impl Watcher for Counts {
    fn begin(&mut self, runs: u64) {
        self.planned = runs;
    }

    fn ran(&mut self, runs: u64) {
        self.ran += runs;
    }

    fn end(&mut self) {
        self.ended = true;
    }
}

#[test]
fn the_watcher_is_told_of_every_run_that_was_planned() {
    let definition = definition().with_time_limit(Duration::from_millis(5));
    let puzzles = corpus(&[UNIQUE, AMBIGUOUS]);
    let mut counts = Counts::default();
    let results = measure(&definition, &Sleeper, Mode::Single, puzzles, &mut counts);
    assert_eq!((counts.planned, counts.ran, counts.ended), (12, 12, true));
    assert_eq!(runs(&results), Some((3, 3)));
}

#[test]
fn results_of_nothing_are_a_header_and_say_so() {
    let session = Session::with(&definition(), Vec::new(), Vec::new(), CancelToken::new());
    let results = session.expect("a session").run(&mut ());
    assert!(results.complete && results.is_empty());
    assert_eq!(runs(&results), None);
    let mut csv = Vec::new();
    write_csv(&results, &mut csv).expect("written to memory");
    assert_eq!(String::from_utf8_lossy(&csv).lines().count(), 1);
}

/// 1,000 puzzles: one of them, and others that are the built-in ones in other guises.
fn thousand() -> Material {
    let sample = Material::of("sample", Corpus::embedded());
    let Puzzles::Sudoku(shape, puzzles) = &sample.puzzles else { panic!("sudokus") };
    // The easier ones, so that the test takes no minute.
    let fastest = |puzzle: &&Puzzle| puzzle.clue_count() > 22;
    let easy: Vec<&Puzzle> = puzzles.iter().filter(fastest).collect();
    let mut random = Random::new(3);
    let mut lines: Vec<String> = (0..1000)
        .map(|number| Symmetry::random(*shape, &mut random).apply(easy[number % easy.len()]))
        .map(|puzzle| format::line(&puzzle).to_string())
        .collect();
    lines[616] = UNIQUE.to_owned();
    corpus(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Acceptance: answers with a cell changed on one puzzle in 1,000.
#[test]
fn an_engine_with_one_wrong_answer_in_a_thousand_is_caught_named_and_excluded() {
    let thousand = thousand();
    for (mode, runs_with_times) in [(Mode::Single, 999), (Mode::Batch, 9)] {
        let mut definition = definition();
        definition.rounds = 2.try_into().expect("not zero");
        definition.batch = 100.try_into().expect("not zero");
        let liar = Liar(Lie::CellOf(UNIQUE));
        let measured = measure(&definition, &liar, mode, thousand.clone(), &mut ());
        // What is said is said of the document, not of what is in memory.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.json");
        save(&measured, &path).expect("it is written");
        let results = load(&path).expect("it is read");
        assert_eq!(results, measured);

        let wrong: Vec<usize> = (0..1000)
            .filter(|&puzzle| results.series[1].outcomes[puzzle] == Some(Outcome::Wrong))
            .collect();
        assert_eq!(wrong, [616]);
        let [fault] = &results.series[1].faults[..] else {
            panic!("{:?}", results.series[1].faults)
        };
        assert_eq!((fault.puzzle, fault.round), (Some(616), 0));
        assert!(fault.reason.starts_with("a solution that is none: "), "{fault:?}");
        assert!(results.series[0].faults.is_empty());
        let times = results.series[1].nanoseconds[1].iter().flatten().count();
        assert_eq!(times, runs_with_times, "the unit with it is not run again");

        let ranking = rank(&results, 0);
        assert_eq!(ranking.excluded, [1]);
        assert_eq!(ranking.places.iter().map(|place| place.engine).collect::<Vec<_>>(), [0]);
        let compared = compare(&results, 1, 0).remove(0);
        assert_eq!((compared.faulty, compared.ratio), ([true, false], None));
        assert_eq!(compared.finding, Finding::TooFewData);
        for shown in [report(&results, false), text(&brief_tables(&results), None, ["", ""])] {
            let place = "test.txt:617: liar, puzzle 617, round 1: a solution that is none:";
            assert!(shown.contains(place) && shown.contains(UNIQUE), "{shown}");
            assert!(shown.contains("Excluded from the order for faults: liar."), "{shown}");
            let row = shown.lines().find(|line| line.starts_with("liar ")).expect("a row");
            let cells: Vec<&str> = row.split_whitespace().collect();
            assert_eq!(cells[1..4], ["999", "0", "1"], "{row}");
            assert!(cells.contains(&"excluded"), "{row}");
        }
        let mut csv = Vec::new();
        write_csv(&results, &mut csv).expect("written to memory");
        let csv = String::from_utf8(csv).expect("UTF-8");
        let rows: Vec<&str> = csv.lines().filter(|line| line.contains(",wrong,")).collect();
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert!(rows[0].starts_with(&format!("test,617,test.txt,617,{UNIQUE},")), "{rows:?}");
        assert!(rows[0].contains(",liar,wrong,"), "{rows:?}");
        assert!(rows[0].ends_with(",,"), "a void time is in neither column: {rows:?}");
    }
}
