//! What tables say of engines against the first: of times that are set by hand, so that nothing depends on a clock.

use quadrille_cover::CancelToken;
use quadrille_lab::Corpus;
use quadrille_lab::Material;
use quadrille_lab::analysis::{control, overall, rank, standings};
use quadrille_lab::definition::{Ask, Kind, Mode};
use quadrille_lab::engine::{Engine, SudokuEngine};
use quadrille_lab::results::{Outcome, Results};
use quadrille_lab::session::Session;
use quadrille_lab::show::{brief_tables, report, text, write_csv};
use quadrille_lab::statistics::Finding;
use quadrille_sudoku::strategy::Strategy;

use crate::measuring::{AMBIGUOUS, Liar, Lie, UNIQUE, corpus, definition, mrv};

/// Milliseconds of an engine on a puzzle in a round.
type Times = fn(engine: usize, puzzle: usize, round: usize) -> u64;

/// The strategies and the first once more, a file with each number of puzzles, in these times.
fn measured(
    strategies: &[(&str, &dyn Strategy)],
    sizes: &[usize],
    mode: Mode,
    times: Times,
) -> Results {
    let engine = |&(name, strategy)| -> Box<dyn Engine + '_> {
        Box::new(SudokuEngine::new(name, strategy, mode))
    };
    let materials = sizes.iter().map(|&size| corpus(&vec![UNIQUE; size]));
    let name = |(number, mut material): (usize, Material)| {
        material.name = format!("file{number}");
        material
    };
    let materials = materials.enumerate().map(name).collect();
    let engines = strategies.iter().map(engine).collect();
    let mut session =
        Session::with(&definition(), engines, materials, CancelToken::new()).expect("a session");
    let again = Box::new(SudokuEngine::new("again", strategies[0].1, mode));
    session.add_control(again, 0).expect("a control");
    let mut results = session.run(&mut ());
    for series in &mut results.series {
        for (round, of_round) in series.nanoseconds.iter_mut().enumerate() {
            for (unit, time) in of_round.iter_mut().enumerate() {
                *time = time.map(|_| 1_000_000 * times(series.engine, unit, round));
            }
        }
    }
    results
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn brief(results: &Results) -> String {
    words(&text(&brief_tables(results), None, ["", ""]))
}

/// The cells of an engine in the table with this title.
fn row(shown: &str, title: &str, engine: &str) -> Vec<String> {
    let table = &shown[shown.find(title).expect("a table")..];
    let row = table.lines().find(|line| line.starts_with(&format!("{engine} "))).expect("a row");
    row.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn nothing_is_compared_with_an_engine_that_answered_wrongly() {
    let strategies: [(&str, &dyn Strategy); 2] = [("liar", &Liar(Lie::Cell)), ("mrv", mrv())];
    let results = measured(&strategies, &[12, 13], Mode::Single, |engine, _, _| 10 + engine as u64);
    let of_first = standings(&results, 0);
    assert!(of_first[0].excluded && !of_first[1].excluded);
    assert!(of_first.iter().all(|it| it.ratio.is_none() && it.finding.is_none()), "{of_first:?}");
    assert_eq!(control(&results, 0), None);
    assert_eq!((rank(&results, 0).excluded, rank(&results, 0).places.len()), (vec![0], 1));
    let all = overall(&results, Kind::Sudoku);
    let nothing = all.iter().all(|it| (&it.ratio, it.finding, it.least) == (&None, None, None));
    assert!(nothing, "{all:?}");
    for shown in [text(&brief_tables(&results), None, ["", ""]), report(&results, false)] {
        assert_eq!(
            words(&shown).matches("Not compared: the baseline, liar, is excluded").count(),
            3
        );
        assert!(!shown.contains('×') && !shown.contains("Noise:"), "{shown}");
        assert_eq!(
            row(&shown, "corpus file0", "liar").iter().filter(|it| *it == "excluded").count(),
            1
        );
    }
}

/// Wrong in one file only, it is no yardstick for all of them.
#[test]
fn a_fault_in_one_file_excludes_from_what_is_said_of_all() {
    let strategies: [(&str, &dyn Strategy); 2] = [("first", mrv()), ("second", mrv())];
    let mut results = measured(&strategies, &[12, 13], Mode::Single, |engine, puzzle, _| {
        [10, 20, 10][engine] + puzzle as u64
    });
    let of_both = overall(&results, Kind::Sudoku);
    assert_eq!(of_both[1].ratio.as_ref().map(|ratio| ratio.pairs), Some(25));
    assert_eq!(of_both[1].finding, Some(Finding::Slower));
    results
        .series
        .iter_mut()
        .find(|it| (it.engine, it.corpus) == (0, 1))
        .expect("a series")
        .outcomes[3] = Some(Outcome::Wrong);
    assert_eq!(standings(&results, 0)[1].finding, Some(Finding::Slower));
    assert_eq!(standings(&results, 1)[1].finding, None);
    let all = overall(&results, Kind::Sudoku);
    assert!(all.iter().all(|it| it.ratio.is_none() && it.most.is_none()), "{all:?}");
}

#[test]
fn that_no_difference_is_shown_is_said_of_all_files_together_as_well() {
    let strategies: [(&str, &dyn Strategy); 2] = [("first", mrv()), ("same", mrv())];
    // Off by up to 5 % in either direction, and the control by up to 10 %.
    let times: Times = |engine, puzzle, _| match engine {
        0 => 100,
        1 => 95 + (puzzle as u64 * 7) % 11,
        _ => 90 + (puzzle as u64 * 7) % 21,
    };
    let results = measured(&strategies, &[42, 42], Mode::Single, times);
    let all = overall(&results, Kind::Sudoku);
    assert_eq!(all[1].finding, Some(Finding::NoDifference), "{all:?}");
    let shown = brief(&results);
    assert_eq!(shown.matches("No difference to first is shown: same.").count(), 3, "{shown}");
    assert_eq!(shown.matches("Noise: first against itself came to").count(), 3, "{shown}");
}

#[test]
fn too_few_data_and_intervals_over_rounds_are_named_of_all_files_as_well() {
    let strategies: [(&str, &dyn Strategy); 2] = [("first", mrv()), ("second", mrv())];
    let times: Times = |engine, _, round| [100, 200, 100][engine] + round as u64;
    let results = measured(&strategies, &[2, 3], Mode::Single, times);
    let over_rounds = "So few puzzles or batches that the intervals are over rounds";
    assert_eq!(brief(&results).matches(over_rounds).count(), 3);
    // A batch is a single one, however many puzzles there are.
    let results = measured(&strategies, &[30, 30], Mode::Batch, times);
    assert_eq!(brief(&results).matches(over_rounds).count(), 3);

    let mut once = measured(&strategies, &[1, 1], Mode::Single, times);
    once.series.iter_mut().for_each(|series| series.nanoseconds.truncate(1));
    let shown = brief(&once);
    let unknown = "Too few data to tell whether they differ from first: second.";
    assert_eq!(shown.matches(unknown).count(), 3, "{shown}");
}

/// Within the noise there is no difference, beyond it there is one: where that ends is what the sentence says.
#[test]
fn the_noise_is_named_as_the_factor_from_which_on_there_is_a_difference() {
    let strategies: [(&str, &dyn Strategy); 2] = [("first", mrv()), ("second", mrv())];
    let times: Times = |engine, _, round| match engine {
        0 => 1000,
        1 => 1200,
        // A single round is off by 30 %: the interval reaches far beyond that.
        _ => [1000, 1300, 1000][round],
    };
    let results = measured(&strategies, &[3], Mode::Single, times);
    let control = control(&results, 0).expect("a control");
    assert!(control.interval.expect("an interval").high > 1.31);
    let shown = brief(&results);
    assert!(shown.contains("a ratio counts as a difference beyond a factor of 1.300."), "{shown}");
    assert!(shown.contains("No difference to first is shown: second."), "{shown}");
}

#[test]
fn a_speed_up_over_a_part_of_the_puzzles_says_of_how_many() {
    let strategies: [(&str, &dyn Strategy); 2] = [("first", mrv()), ("second", mrv())];
    let times: Times = |engine, puzzle, _| [100, 200, 100][engine] + puzzle as u64;
    let mut results = measured(&strategies, &[20, 20], Mode::Single, times);
    let whole = text(&brief_tables(&results), None, ["", ""]);
    assert!(row(&whole, "corpus file0", "second").iter().all(|cell| !cell.starts_with('(')));
    // It answers the three easiest, and so does the first.
    let second = results.series.iter_mut().find(|it| (it.engine, it.corpus) == (1, 0));
    second.expect("a series").outcomes[3..].fill(Some(Outcome::TimedOut));
    let shown = text(&brief_tables(&results), None, ["", ""]);
    let own = row(&shown, "corpus file0", "second");
    assert_eq!(&own[1..3], ["3", "17"]);
    assert!(own.contains(&"(3)".to_owned()), "{own:?}");
    assert!(row(&shown, "all 2 corpora", "second").contains(&"(23)".to_owned()), "{shown}");
    assert!(words(&shown).contains("where both answered in time (how many, if not all)"));
}

#[test]
fn what_was_verified_is_said_as_it_was_asked() {
    let strategies: [(&str, &dyn Strategy); 1] = [("first", mrv())];
    let mut results = measured(&strategies, &[1], Mode::Single, |_, _, _| 1);
    let every = "every solution that was given was verified";
    assert!(brief(&results).contains(&every.replacen('e', "E", 1)));
    assert!(words(&report(&results, false)).contains(every));
    for (ask, said) in [
        (
            Ask::All,
            "up to 1000 solutions a puzzle were verified; numbers of solutions were held against each",
        ),
        (Ask::Count, "numbers of solutions were held against each other; no solution was given"),
    ] {
        results.settings.ask = ask;
        let shown = words(&report(&results, false));
        assert!(shown.contains(said) && !shown.contains(every), "{shown}");
    }
    results.corpora[0].puzzles[0].count = Some(1);
    let known = "held against each other and against those that are known; no solution was given";
    assert!(words(&report(&results, false)).contains(known));
}

#[test]
fn a_void_time_is_not_in_the_csv() {
    let lies: [(&str, &dyn Strategy); 1] = [("liar", &Liar(Lie::Forgets))];
    let engines: Vec<Box<dyn Engine + '_>> =
        vec![Box::new(SudokuEngine::new("liar", lies[0].1, Mode::Single))];
    let mut puzzles = Corpus::new("test", quadrille_sudoku::Shape::CLASSIC);
    puzzles.add("test.txt", format!("{UNIQUE}\n{AMBIGUOUS}\n{UNIQUE}").as_bytes());
    let materials = vec![Material::of("test", puzzles)];
    let session = Session::with(&definition(), engines, materials, CancelToken::new());
    let mut results = session.expect("a session").run(&mut ());
    assert_eq!(results.series[0].outcomes[1], Some(Outcome::Answered), "nobody knows better");
    results.series[0].outcomes[1] = Some(Outcome::Wrong);
    results.series[0].outcomes[2] = Some(Outcome::TimedOut);
    let mut csv = Vec::new();
    write_csv(&results, &mut csv).expect("written to memory");
    let mut reader = csv::Reader::from_reader(&csv[..]);
    let rows: Vec<(String, bool)> = (reader.records())
        .map(|row| row.expect("a row"))
        .map(|row| (row[9].to_owned(), row[13].is_empty()))
        .collect();
    let expected = [("answered", false), ("wrong", true), ("timed-out", false)];
    assert_eq!(rows, expected.map(|(outcome, empty)| (outcome.to_owned(), empty)));
}
