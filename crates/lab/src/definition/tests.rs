//! What a definition says, and where it is wrong.

use super::*;

const ENGINE: &str = "[[engine]]\nstrategy = \"mrv\"\n";
const CORPUS: &str = "[[corpus]]\nbuiltin = \"sample\"\n";

fn error(text: &str) -> String {
    Definition::read(text).unwrap_err().to_string()
}

#[test]
fn what_is_left_out_has_a_default() {
    let definition = Definition::read(&format!("{ENGINE}{CORPUS}")).unwrap();
    assert_eq!((definition.rounds.get(), definition.seed), (5, 1));
    assert_eq!((definition.ask, definition.order), (Ask::Unique, Order::Alternating));
    assert_eq!(definition.time_limit(), Duration::from_secs(1));
    assert!(definition.control);
    let (engine, corpus) = (&definition.engines[0], &definition.corpora[0]);
    assert_eq!((engine.name(), engine.mode(), engine.kind()), ("mrv", Mode::Single, Kind::Sudoku));
    assert_eq!((corpus.name(), corpus.kind()), ("sample".to_owned(), Kind::Sudoku));
}

#[test]
fn a_program_gets_batches_of_lines_and_a_cover_engine_its_kind_from_its_strategy() {
    let text = "[[engine]]\ncommand = [\"qqwing\", \"--solve\"]\nskip = [\"x\"]\n\
                [[engine]]\nstrategy = \"links\"\n\
                [[engine]]\nname = \"a\"\nkind = \"cover\"\nstrategy = \"auto\"\n\
                [[corpus]]\nfile = \"a/b.txt\"\n[[corpus]]\ninstances = [\"queens 8\"]\ncounts = [92]\n";
    let definition = Definition::read(text).unwrap();
    let [program, links, auto] = &definition.engines[..] else { panic!("three engines") };
    assert_eq!((program.name(), program.mode()), ("qqwing", Mode::Batch));
    let Runs::Command(command) = program.runs() else { panic!("a command") };
    assert_eq!((command.input, command.answers), (Input::Lines, Answers::First));
    assert_eq!(links.runs(), Runs::Cover("links".to_owned()));
    assert_eq!(auto.runs(), Runs::Cover("auto".to_owned()));
    assert_eq!(definition.corpora[0].name(), "b");
    assert_eq!(definition.corpora[1].kind(), Kind::Cover);
}

#[test]
fn what_is_asked_is_a_word_or_a_number() {
    let ask = |value: &str| {
        Definition::read(&format!("ask = {value}\n{ENGINE}{CORPUS}"))
            .map(|definition| definition.ask)
    };
    let ten = Ask::UpTo(std::num::NonZeroU64::new(10).unwrap());
    for (value, expected, limit) in [
        ("\"first\"", Ask::First, Some(1)),
        ("1", Ask::First, Some(1)),
        ("2", Ask::Unique, Some(2)),
        ("10", ten, Some(10)),
        ("\"all\"", Ask::All, None),
        ("\"count\"", Ask::Count, None),
    ] {
        let asked = ask(value).unwrap();
        assert_eq!((asked, asked.limit()), (expected, limit), "{value}");
        let json = serde_json::to_string(&asked).unwrap();
        assert_eq!(serde_json::from_str::<Ask>(&json).unwrap(), asked, "{json}");
    }
    for value in ["0", "-1", "1.5", "true", "\"most\""] {
        let error = ask(value).unwrap_err();
        assert_eq!((error.line, error.column), (1, 7), "{value}: {error}");
    }
}

#[test]
fn a_packed_file_is_called_and_taken_for_what_is_in_it() {
    let text =
        format!("{ENGINE}{CORPUS}[[corpus]]\nfile = \"a/b.dlx.gz\"\n[[corpus]]\nfile = \"-\"\n");
    let definition = Definition::read(&text).unwrap();
    let [_, packed, stdin] = &definition.corpora[..] else { panic!("three corpora") };
    assert_eq!((packed.name().as_str(), packed.kind()), ("b", Kind::Cover));
    assert_eq!((stdin.name().as_str(), stdin.kind()), ("<stdin>", Kind::Sudoku));
    let twice = format!("{text}[[corpus]]\nname = \"again\"\nfiles = [\"x\", \"-\"]\n");
    assert!(
        error(&twice).starts_with("9:1: standard input (`-`) can be read once"),
        "{}",
        error(&twice)
    );
    // What is known of its puzzles can come from there, but not as well.
    for key in ["solutions", "counts"] {
        let once = format!("{ENGINE}[[corpus]]\nfile = \"x.txt\"\n{key} = \"-\"\n");
        assert!(Definition::read(&once).is_ok(), "{key}");
        let twice = once.replace("x.txt", "-");
        assert!(error(&twice).starts_with("3:1: standard input (`-`) can be"), "{key}");
    }
}

#[test]
fn what_is_unknown_or_of_the_wrong_type_is_an_error_with_its_place() {
    let cases = [
        ("rounds = 3\nround = 4\n", "2:1: unknown field `round`"),
        ("[[engine]]\nstrategy = \"mrv\"\n  speed = 1\n", "3:3: unknown field `speed`"),
        ("time_limit = \"3\"\n", "1:14: expected a time such as"),
        ("rounds = 0\n", "1:10: "),
        ("ask = \"most\"\n", "1:7: unknown variant `most`"),
        ("rounds = \n", "1:"),
    ];
    for (text, expected) in cases {
        assert!(error(text).starts_with(expected), "{text:?}: {}", error(text));
    }
}

#[test]
fn what_makes_no_sense_is_an_error_at_its_heading() {
    let cases = [
        (format!("{ENGINE}{ENGINE}{CORPUS}"), "3:1: engine `mrv` twice"),
        (format!("{ENGINE}{CORPUS}{CORPUS}"), "5:1: corpus `sample` twice"),
        (format!("[[engine]]\nstrategy = \"fastest\"\n{CORPUS}"), "1:1: no sudoku strategy `fast"),
        (format!("[[engine]]\n{CORPUS}"), "1:1: an engine needs a `strategy` or a `command`"),
        (format!("{ENGINE}input = \"lines\"\n{CORPUS}"), "1:1: `input` is for a `command`"),
        (format!("{ENGINE}[[corpus]]\nbuiltin = \"x\"\n"), "3:1: no corpus `x` is built in"),
        (format!("{ENGINE}[[corpus]]\n"), "3:1: a corpus needs `files`"),
        (
            format!("[[engine]]\nstrategy = \"links\"\n{CORPUS}"),
            "1:1: there is no corpus for cover",
        ),
        (format!("\nconfidence = 1.5\n{ENGINE}{CORPUS}"), "2:1: the confidence must be"),
        (
            format!("clock = \"cpu\"\n[[engine]]\ncommand = [\"cat\"]\n{CORPUS}"),
            "2:1: programs are timed by",
        ),
        (ENGINE.to_owned(), "1:1: no [[corpus]]"),
        (String::new(), "1:1: no [[engine]]"),
    ];
    for (text, expected) in cases {
        assert!(error(&text).starts_with(expected), "{text:?}: {}", error(&text));
    }
}
