//! What a comparison says of strategies that are wrong, slow or interrupted.

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_lab::{
    Cell, Comparison, Corpus, Measurements, Observer, Outcome, Plan, Run, Silent, export, measure,
};
use quadrille_sudoku::strategy::{Receiver, Searcher, Strategy, by_name};
use quadrille_sudoku::{Budget, CancelToken, Puzzle, Report, Request, Shape, Step};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Two solutions: the two digits of a rectangle can be swapped.
const AMBIGUOUS: &str =
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
const EMPTY: &str =
    ".................................................................................";

fn corpus(puzzles: &[&str]) -> Corpus {
    let mut corpus = Corpus::new("test", Shape::CLASSIC);
    corpus.add("test.txt", puzzles.join("\n").as_bytes());
    assert_eq!(corpus.puzzles().len(), puzzles.len());
    corpus
}

fn mrv() -> &'static dyn Strategy {
    by_name("mrv").expect("`mrv` is a strategy")
}

/// How a [`Liar`] changes the true answers.
#[derive(Debug, Clone, Copy)]
enum Lie {
    /// Changes a cell of each solution.
    Cell,
    /// Gives only the first solution, and says that there are no more.
    Forgets,
    /// Gives each solution twice.
    Repeats,
    /// Reports one solution more than it gives.
    Counts,
    /// Reports nothing.
    Silence,
}

/// Has the answers of `mrv`, and lies about them.
#[derive(Debug)]
struct Liar(Lie);

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
        let mut lies = Lies { lie: self.0, receiver, given: 0 };
        mrv().solve_each(puzzles, request, &mut lies);
    }
}

/// Passes on what it receives, but for a lie.
struct Lies<'r> {
    lie: Lie,
    receiver: &'r mut dyn Receiver,
    given: u64,
}

impl Receiver for Lies<'_> {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        self.given += 1;
        match self.lie {
            Lie::Cell => {
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
            Lie::Silence => return,
            Lie::Cell => {}
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

fn against_mrv<'s>(strategy: &'s dyn Strategy) -> Plan<'s> {
    Plan::new(vec![mrv(), strategy], "mrv").expect("a plan")
}

fn lie(lie: Lie, puzzles: &[&str]) -> (Measurements, Comparison) {
    let liar = Liar(lie);
    let plan = against_mrv(&liar);
    let corpus = corpus(puzzles);
    let measured = measure(&plan, &corpus, &mut Silent);
    let comparison = Comparison::new(&plan, &corpus, &measured);
    (measured, comparison)
}

fn reason(lie_told: Lie, puzzle: &str) -> String {
    let (_, comparison) = lie(lie_told, &[puzzle]);
    assert_eq!(comparison.wrong.len(), 1, "{:?}", comparison.wrong);
    assert_eq!(comparison.wrong[0].strategy, "liar");
    comparison.wrong[0].reason.clone()
}

#[test]
fn a_wrong_answer_voids_the_timing_of_that_strategy_on_that_puzzle() {
    let (_, comparison) = lie(Lie::Forgets, &[UNIQUE, AMBIGUOUS, UNIQUE]);
    let [honest, liar] = &comparison.strategies[..] else { panic!("two strategies") };
    assert_eq!((honest.solved, honest.wrong), (3, 0));
    assert_eq!((liar.solved, liar.wrong), (2, 1));
    assert_eq!(liar.speed_up.map(|mean| mean.puzzles), Some(2));
    let wrong = &comparison.wrong[0];
    assert_eq!((wrong.source.as_str(), wrong.line), ("test.txt", 2));
    assert_eq!(wrong.puzzle, AMBIGUOUS);
    assert_eq!(comparison.puzzles[1].runs[1].outcome, "wrong");
}

#[test]
fn each_kind_of_wrong_answer_is_named() {
    assert!(reason(Lie::Cell, UNIQUE).starts_with("a solution that is none: "));
    assert_eq!(reason(Lie::Forgets, AMBIGUOUS), "1 claimed to be all, but at least 2 exist");
    assert_eq!(reason(Lie::Repeats, UNIQUE), "the same solution twice");
    assert_eq!(reason(Lie::Counts, UNIQUE), "a count of 2, but 1 given");
    assert_eq!(reason(Lie::Silence, UNIQUE), "0 reports for one puzzle");
}

#[test]
fn a_strategy_that_answered_wrongly_is_not_run_on_that_puzzle_again() {
    let (measured, _) = lie(Lie::Cell, &[UNIQUE]);
    let rounds: Vec<usize> = measured.cells[0].iter().map(|cell| cell.times.len()).collect();
    assert_eq!(rounds, [3, 1]);
}

#[test]
fn a_timeout_is_counted_and_stands_in_every_figure() {
    let mut plan = against_mrv(&Sleeper);
    plan.time_limit = Duration::from_millis(30);
    let corpus = corpus(&[UNIQUE, AMBIGUOUS]);
    let measured = measure(&plan, &corpus, &mut Silent);
    let timed_out = |cell: &Cell| cell.outcome == Outcome::TimedOut && cell.times.len() == 1;
    assert!(measured.cells.iter().all(|row| row[0].finished() && timed_out(&row[1])));
    let sleeper = &Comparison::new(&plan, &corpus, &measured).strategies[1];
    assert_eq!((sleeper.solved, sleeper.timed_out, sleeper.wrong), (0, 2, 0));
    assert!(sleeper.total_seconds >= 0.06);
    assert!(sleeper.median.is_some_and(|time| time.timed_out && time.seconds >= 0.03));
    assert_eq!((sleeper.puzzles_per_second, sleeper.speed_up), (0.0, None));
    assert!(sleeper.nodes_worst.is_some_and(|worst| worst.timed_out && worst.nodes > 0));
}

#[test]
fn strategies_that_agree_have_no_wrong_answer() {
    let mut plan = Plan::new(vec![mrv()], "propagate").expect("a plan");
    plan.limit = 5.try_into().expect("not zero");
    let corpus = corpus(&[UNIQUE, AMBIGUOUS, EMPTY]);
    let measured = measure(&plan, &corpus, &mut Silent);
    assert!(measured.complete);
    assert_eq!(measured.known.len(), 3);
    assert_eq!(measured.known[0], 1);
    assert!(measured.known[2] >= 5, "the strategies may have found different ones");
    let comparison = Comparison::new(&plan, &corpus, &measured);
    assert_eq!(comparison.wrong, []);
    assert_eq!(comparison.settings.baseline, "propagate");
}

/// Pulls the token after some runs, and counts what it is told.
struct Impatient {
    token: CancelToken,
    patience: u64,
    planned: u64,
    ran: u64,
    skipped: u64,
    ended: bool,
}

impl Impatient {
    fn new(token: CancelToken, patience: u64) -> Self {
        Impatient { token, patience, planned: 0, ran: 0, skipped: 0, ended: false }
    }
}

impl Observer for Impatient {
    fn begin(&mut self, runs: u64) {
        self.planned = runs;
    }

    fn ran(&mut self, _: &Run<'_>) {
        self.ran += 1;
        if self.ran == self.patience {
            self.token.cancel();
        }
    }

    fn skipped(&mut self, runs: u64) {
        self.skipped += runs;
    }

    fn end(&mut self) {
        self.ended = true;
    }
}

#[test]
fn an_interrupted_comparison_keeps_the_puzzles_that_every_strategy_ran_on() {
    let plan = Plan::new(vec![mrv()], "propagate").expect("a plan");
    let corpus = corpus(&[UNIQUE, AMBIGUOUS, UNIQUE]);
    let mut observer = Impatient::new(plan.cancel.clone(), 3);
    let measured = measure(&plan, &corpus, &mut observer);
    assert!(!measured.complete && observer.ended);
    assert_eq!((measured.cells.len(), measured.rounds), (1, 1));
    let comparison = Comparison::new(&plan, &corpus, &measured);
    assert_eq!((comparison.puzzles.len(), comparison.corpus.puzzles), (1, 3));
    assert!(comparison.strategies.iter().all(|standing| standing.solved == 1));
}

#[test]
fn the_rounds_of_an_interrupted_comparison_are_those_that_every_puzzle_in_it_had() {
    let corpus = corpus(&[UNIQUE, AMBIGUOUS]);
    // Four runs a round.
    for (runs, puzzles, rounds) in [(1, 0, 0), (2, 1, 1), (4, 2, 1), (6, 2, 1), (8, 2, 2)] {
        let plan = Plan::new(vec![mrv()], "propagate").expect("a plan");
        let mut observer = Impatient::new(plan.cancel.clone(), runs);
        let measured = measure(&plan, &corpus, &mut observer);
        assert!(!measured.complete, "{runs}");
        assert_eq!((measured.cells.len(), measured.rounds), (puzzles, rounds), "{runs}");
        let fewest = measured.cells.iter().flatten().map(|cell| cell.times.len()).min();
        assert_eq!(fewest.unwrap_or(0), rounds as usize, "{runs}");
    }
}

#[test]
fn known_solutions_are_a_lower_bound_that_may_pass_the_limit() {
    let mut plan = Plan::new(vec![mrv()], "propagate").expect("a plan");
    plan.limit = 1.try_into().expect("not zero");
    let corpus = corpus(&[UNIQUE, AMBIGUOUS, EMPTY]);
    let measured = measure(&plan, &corpus, &mut Silent);
    let comparison = Comparison::new(&plan, &corpus, &measured);
    let known: Vec<u64> = comparison.puzzles.iter().map(|puzzle| puzzle.known_solutions).collect();
    assert_eq!(known[0], 1);
    assert!((1..=2).contains(&known[1]) && (1..=2).contains(&known[2]), "{known:?}");
}

#[test]
fn the_observer_is_told_of_every_run_that_was_planned() {
    let mut plan = against_mrv(&Sleeper);
    plan.time_limit = Duration::from_millis(5);
    let mut observer = Impatient::new(CancelToken::new(), u64::MAX);
    measure(&plan, &corpus(&[UNIQUE, AMBIGUOUS]), &mut observer);
    assert_eq!(observer.planned, 12);
    assert_eq!((observer.ran, observer.skipped), (8, 4));
}

#[test]
fn the_json_document_reads_back_as_the_same_report() {
    let (_, comparison) = lie(Lie::Forgets, &[UNIQUE, AMBIGUOUS]);
    let mut text = Vec::new();
    export::write_json(&comparison, &mut text).expect("written to memory");
    let back: Comparison = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(back.schema, quadrille_lab::SCHEMA);
    assert_eq!(back.corpus, comparison.corpus);
    assert_eq!(back.wrong, comparison.wrong);
    assert_eq!(back.puzzles.len(), 2);
}

#[test]
fn the_csv_has_a_row_for_each_puzzle_and_strategy() {
    let (_, comparison) = lie(Lie::Cell, &[UNIQUE, AMBIGUOUS]);
    let mut text = Vec::new();
    export::write_csv(&comparison, &mut text).expect("written to memory");
    let text = String::from_utf8(text).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(
        lines[0],
        "source,line,puzzle,clues,known_solutions,strategy,outcome,verdict,solutions,nodes,seconds"
    );
    assert!(lines[1].starts_with(&format!("test.txt,1,{UNIQUE},30,1,mrv,finished,exhausted,1,")));
    assert!(lines[2].contains(",liar,wrong,"));
    let names = export::COLUMNS.map(|(name, _)| name);
    assert_eq!(lines[0], names.join(","), "what is documented is what is written");
}

#[test]
fn a_comparison_of_nothing_is_a_header() {
    let plan = Plan::registered();
    let corpus = Corpus::new("none", Shape::CLASSIC);
    let measured = measure(&plan, &corpus, &mut Silent);
    let comparison = Comparison::new(&plan, &corpus, &measured);
    let mut text = Vec::new();
    export::write_csv(&comparison, &mut text).expect("written to memory");
    assert_eq!(String::from_utf8_lossy(&text).lines().count(), 1);
    assert!(comparison.complete);
}
