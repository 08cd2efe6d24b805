//! Programs as engines: one that is right, and five that are not.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_lab::Material;
use quadrille_lab::analysis::{rank, standing};
use quadrille_lab::definition::Definition;
use quadrille_lab::results::{DefinitionText, Outcome, Results};
use quadrille_lab::session::Session;
use quadrille_lab::show::report;
use quadrille_sudoku::Request;
use quadrille_sudoku::strategy::by_name;

/// 51 puzzles, each 40 times.
const CORPUS: &str = "[[corpus]]\nbuiltin = \"sample\"\nshuffles = 40\n";

fn definition(engines: &[(&str, String)], corpus: &str, limit: &str) -> Definition {
    let mut text = format!(
        "ask = \"first\"\nrounds = 2\nbatch = 1000\nwarm_up = \"0s\"\ncontrol = false\ntime_limit = \"{limit}\"\n"
    );
    for (name, script) in engines {
        text += &format!("[[engine]]\nname = \"{name}\"\ncommand = [\"sh\", \"-c\", '{script}']\n");
    }
    Definition::read(&(text + corpus)).unwrap_or_else(|error| panic!("{error}"))
}

fn material(definition: &Definition) -> Material {
    Material::read(&definition.corpora[0], Path::new("."), definition.seed).expect("a corpus")
}

/// A file with a puzzle and its solution a line, for programs that look it up.
fn table(material: &Material, path: &Path) {
    let quadrille_lab::Puzzles::Sudoku(_, puzzles) = &material.puzzles else { panic!("sudokus") };
    let mut lines: Vec<String> = material.entries.iter().map(|it| it.text.clone()).collect();
    let lanes = by_name("lanes").expect("a strategy");
    let mut receive = |number: usize, solution: &[u8]| {
        let digits: String = solution.iter().map(|digit| char::from(b'0' + digit)).collect();
        lines[number] += &format!(" {digits}");
        ControlFlow::Continue(())
    };
    lanes.solve_batch(puzzles, &Request::first(), &mut receive);
    std::fs::write(path, lines.join("\n") + "\n").expect("it is written");
}

/// An awk program that looks solutions up, with something done to the n-th of them.
fn lookup(table: &Path, action: &str) -> String {
    let table = table.display();
    format!(r#"awk "NR==FNR{{s[\$1]=\$2;next}}{{a=s[\$1]; {action}; print a}}" {table} -"#)
}

fn run(definition: &Definition) -> Results {
    let materials = vec![material(definition)];
    let cancel = CancelToken::new();
    let session = Session::new(definition, DefinitionText::default(), materials, cancel);
    session.expect("a session").run(&mut ())
}

fn count(results: &Results, engine: usize, outcome: Outcome) -> usize {
    let series = results.series(engine, 0).expect("a series");
    series.outcomes.iter().filter(|it| **it == Some(outcome)).count()
}

#[test]
fn a_cell_changed_on_one_puzzle_in_a_thousand_is_caught_named_and_excluded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let any = definition(&[("any", "cat".to_owned())], CORPUS, "100ms");
    table(&material(&any), &path);
    // The last digit becomes another one.
    let change = r#"if (FNR%1000==500) a=substr(a,1,80) (substr(a,81)%9+1)"#;
    let engines = [
        ("right", lookup(&path, "1")),
        ("one wrong in a thousand", lookup(&path, change)),
        ("stops early", lookup(&path, "if (FNR==700) exit")),
        ("crashes", lookup(&path, "if (FNR==300) exit 3")),
    ];
    let results = run(&definition(&engines, CORPUS, "1s"));
    assert!(results.complete);

    // 2,040 puzzles, in batches of 1,000, 1,000 and 40.
    assert_eq!(count(&results, 0, Outcome::Answered), 2040);
    let right = standing(&results, 0, 0).expect("a standing");
    assert!(!right.excluded && right.per_second > 0.0 && right.start.is_some_and(|it| it > 0.0));

    let wrong = results.series(1, 0).expect("a series");
    assert_eq!((count(&results, 1, Outcome::Wrong), wrong.units()), (2, 3));
    let puzzles: Vec<Option<usize>> = wrong.faults.iter().map(|fault| fault.puzzle).collect();
    assert_eq!(puzzles, [Some(499), Some(1499)]);
    assert!(wrong.faults[0].reason.starts_with("expected a solution"), "{:?}", wrong.faults[0]);
    // The batch without a wrong answer is the only one that has a time, and runs again.
    assert_eq!(wrong.nanoseconds[1].iter().filter(|time| time.is_some()).count(), 1);

    assert_eq!(count(&results, 2, Outcome::Missing), 602);
    let few = results.series(2, 0).expect("a series");
    assert_eq!(few.faults[0].reason, "only 699 answers to 1000 puzzles");
    let crashed = results.series(3, 0).expect("a series");
    assert_eq!(crashed.faults[0].reason, "ended with exit code 3");
    assert!(standing(&results, 0, 3).is_some_and(|it| it.excluded && it.missing == 1402));

    let ranking = rank(&results, 0);
    assert_eq!(ranking.excluded, [1, 2, 3]);
    assert_eq!(ranking.places.iter().map(|place| place.engine).collect::<Vec<_>>(), [0]);
    let text = report(&results, false);
    let shown = &material(&any).entries[499].text;
    assert!(text.contains("one wrong in a thousand") && text.contains(shown.as_str()), "{text}");
    assert!(text.contains("Excluded from the order for faults"), "{text}");
}

#[test]
fn a_program_that_hangs_is_killed_with_what_it_started_and_counts_as_timed_out() {
    let few = "[[corpus]]\nbuiltin = \"sample\"\nlimit = 5\n";
    let engines =
        [("hangs", "sleep 1000; cat".to_owned()), ("is gone", "sleep 1000 & exit".into())];
    let definition = definition(&engines, few, "60ms");
    let start = Instant::now();
    let results = run(&definition);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(count(&results, 0, Outcome::TimedOut), 5);
    assert!(!standing(&results, 0, 0).expect("a standing").excluded);
    // Its child holds on to the output.
    assert_eq!(count(&results, 1, Outcome::TimedOut), 5);
}

#[test]
fn a_program_that_cannot_be_started_or_writes_too_much_is_at_fault() {
    let few = "[[corpus]]\nbuiltin = \"sample\"\nlimit = 5\n";
    let text = format!(
        "rounds = 1\ncontrol = false\nask = \"first\"\n[[engine]]\ncommand = [\"no-such-program-here\"]\n\
         [[engine]]\nname = \"talks\"\ncommand = [\"sh\", \"-c\", \"cat; echo; echo 1; echo 2 >&2\"]\n{few}"
    );
    let definition = Definition::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let results = run(&definition);
    let reason = |engine: usize| &results.series(engine, 0).expect("a series").faults[0].reason;
    assert!(reason(0).starts_with("cannot start no-such-program-here: "), "{}", reason(0));
    assert_eq!(reason(1), "6 answers to 5 puzzles");
}

#[test]
fn a_program_for_exact_cover_gets_a_problem_and_its_count_is_checked() {
    let text = r#"
        ask = "count"
        rounds = 1
        control = false
        [[engine]]
        name = "reads dlx"
        kind = "cover"
        command = ["sh", "-c", "grep -c '^r' >/dev/null; echo 'c Models : 92'"]
        count_after = "Models"
        [[engine]]
        name = "reads cnf"
        kind = "cover"
        input = "cnf"
        command = ["sh", "-c", "grep -q '^p cnf' && echo 91; exit 10"]
        exit_codes = [10]
        [[corpus]]
        instances = ["queens 8"]
        counts = [92]
    "#;
    let results = run(&Definition::read(text).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(results.series[0].outcomes, [Some(Outcome::Answered)], "{:?}", results.series[0]);
    assert_eq!(results.series[1].outcomes, [Some(Outcome::Wrong)]);
    let reason = &results.series[1].faults[0].reason;
    assert_eq!(reason, "91 solutions claimed to be all, but there are 92");
}
