//! Counts beyond 64 bits, and the memory that they may use.

use crate::common::{TOY, file, folder, json_lines, run};
use quadrille_cover::shard::{Part, Plan, ShardFile};
use quadrille_cover::{Search, strategy, text};
use serde_json::json;

/// 2¹⁰⁰.
const COUNT: &str = "1267650600228229401496703205376";

/// 100 items, each with two options of its own: 2¹⁰⁰ solutions.
fn choices() -> String {
    let items: Vec<String> = (0..100).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    format!("{}\n{options}", items.join(" "))
}

#[test]
fn a_count_is_written_with_all_its_digits() {
    let (code, out, err) = run(&["cover", "count"], &choices());
    assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{COUNT}\n"), ""));
    for more in [&[][..], &["--threads", "1"], &["--threads", "2"], &["--preprocess"]] {
        let arguments = [&["cover", "count", "--strategy", "dd"][..], more].concat();
        let (code, out, err) = run(&arguments, &choices());
        assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{COUNT}\n"), ""), "{more:?}");
    }
    let half = ["cover", "count", "--strategy", "dd", "--given", "0", "--forbid", "2"];
    let (code, out, _) = run(&half, &choices());
    assert_eq!((code, out.as_str()), (0, "316912650057057350374175801344\n"));
}

#[test]
fn as_json_it_is_a_string_of_digits_as_every_count_is() {
    let (code, out, _) = run(&["cover", "count", "--strategy", "dd", "--json"], &choices());
    let object = &json_lines(&out)[0];
    assert_eq!(code, 0);
    assert_eq!((&object["solutions"], &object["exact"]), (&COUNT.into(), &true.into()));
    assert_eq!(object["verdict"], "exhausted");
    // By `auto`, which visits as well: what was done first is named.
    let (_, out, err) = run(&["cover", "count", "--json", "--explain-strategy"], &choices());
    let object = &json_lines(&out)[0];
    assert_eq!((&object["solutions"], &object["strategy"]), (&COUNT.into(), &"dd".into()));
    assert!(err.contains("strategy links: ") && err.contains("strategy dd: it took turns"));
    let (_, out, _) = run(&["cover", "count", "--json"], TOY);
    assert_eq!(json_lines(&out)[0]["solutions"], "2");
    let (_, out, _) = run(&["cover", "solve", "--all", "--json"], TOY);
    let objects = json_lines(&out);
    assert_eq!((&objects[0]["solution"], &objects[2]["solutions"]), (&1.into(), &"2".into()));
    let (_, out, _) = run(&["cover", "count", "--json", "--limit", "1"], TOY);
    assert_eq!(json_lines(&out)[0]["solutions"], "1");
}

#[test]
fn it_is_saved_and_known_again_where_the_search_was_at_its_end() {
    let folder = folder();
    let problem = file(&folder, "choices.dlx", choices());
    let saved = folder.path().join("saved.json");
    let saved = saved.to_str().expect("UTF-8");
    let count = ["cover", "count", "--strategy", "dd", &problem, "--checkpoint", saved];
    let (code, out, err) = run(&count, "");
    assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{COUNT}\n"), ""));
    let json = std::fs::read_to_string(saved).expect("written");
    assert!(json.contains("\"beyond\":\"1267650600209782657422993653761\""), "{json}");
    let again = [&count[..], &["--resume", saved]].concat();
    for more in [&[][..], &["--threads", "2"]] {
        let (code, out, err) = run(&[&again, more].concat(), "");
        assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{COUNT}\n"), ""));
    }
}

#[test]
fn parts_of_a_search_add_up_to_it() {
    let problem = text::read(&choices()).expect("sound");
    let dd = strategy::by_name("dd").expect("in the registry");
    let counted = Search::new().strategy(dd).count(&problem).expect("it takes it");
    let search = Search::new().strategy(strategy::by_name("links").expect("in the registry"));
    let plan = Plan::new(&problem, &search, 2, 1).expect("it takes it");
    let lines: Vec<String> = ShardFile::all(&problem, &search, &plan)
        .iter()
        .map(|file| {
            let part = Part::new(&file.id(), &counted);
            let total = counted.total().to_string();
            json!({ "solutions": total, "verdict": "exhausted", "shard": part }).to_string() + "\n"
        })
        .collect();
    let (code, out, err) = run(&["cover", "merge", "-"], &lines.concat());
    let both = "2535301200456458802993406410752";
    assert_eq!((code, out.as_str(), err.as_str()), (0, &*format!("{both}\n"), ""));
    let (code, out, _) = run(&["cover", "merge", "--json", "-"], &lines.concat());
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["solutions"]), (0, &both.into()));
    assert_eq!(object["shards"][0]["solutions"], COUNT);
    let (code, out, _) = run(&["cover", "merge", "-"], &lines[1]);
    assert_eq!(code, 3);
    assert_eq!(out, format!("unknown (at least {COUNT}): shard 1 of 2 is missing\n"));
    let changed = lines[0].replacen(COUNT, "12", 1);
    let (code, out, err) = run(&["cover", "merge", "-"], &changed);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("the result is damaged"), "{err}");
}

#[test]
fn with_little_memory_the_count_is_the_same() {
    let (_, board, _) = run(&["puzzle", "polyomino", "6x6", "--pieces", "1x2*any"], "");
    assert!(board.lines().count() > 60, "{board}");
    for limit in ["0", "1K", "100KiB", "1.5M", "2G"] {
        let count = ["cover", "count", "--strategy", "dd", "--memory-limit", limit];
        let (code, out, err) = run(&count, &board);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "6728\n", ""), "{limit}");
    }
    let (_, out, _) = run(&["cover", "count", "--json", "--memory-limit", "64M"], &board);
    let object = &json_lines(&out)[0];
    assert_eq!(object["solutions"], "6728");
    if cfg!(target_os = "linux") {
        assert!(object["peak_bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 20), "{out}");
    }
}

#[test]
fn what_is_no_size_is_refused_with_an_example() {
    for (bad, why) in [
        ("x", "expected a size such as `512M`, `4GiB` or `1.5G`, or bytes"),
        ("-1M", "a size cannot be negative"),
        ("999999999999999G", "that is more than any memory"),
    ] {
        let (code, out, err) = run(&["cover", "count", "--memory-limit", bad], TOY);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(why), "{err}");
    }
}
