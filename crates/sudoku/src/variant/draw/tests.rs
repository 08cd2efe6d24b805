//! Every kind of rule in every drawing, and boards of all kinds.

use std::sync::Arc;

use quadrille_testkit::SplitMix64;

use super::super::{
    Automaton, Board, Chess, Diagonal, Kind, Regions, Relation, Rule, Rules, Variant,
};
use super::{PageOptions, PictureOptions, TextOptions, page, svg, text};
use crate::shape::Shape;

/// A rule of each kind on a board of 4×4 with boxes.
pub(super) fn sample(kind: Kind) -> Rule {
    let mut automaton = Automaton::new(1).unwrap();
    automaton.on(0, 1, 0).unwrap();
    automaton.accept(0).unwrap();
    match kind {
        Kind::Diagonal => Rule::Diagonal(Diagonal::Main),
        Kind::Windoku => Rule::Windoku,
        Kind::DisjointGroups => Rule::DisjointGroups,
        Kind::AntiKnight => Rule::ANTI_KNIGHT,
        Kind::AntiKing => Rule::ANTI_KING,
        Kind::Chess => Rule::Chess(Chess { step: (0, 2), rides: true, digits: 0b101 }),
        Kind::Unmarked => Rule::Unmarked(vec![Relation::Sum(5), Relation::Difference(2)]),
        Kind::Even => Rule::Even(vec![0, 5]),
        Kind::Odd => Rule::Odd(vec![1, 4]),
        Kind::Minimum => Rule::Minimum(vec![5]),
        Kind::Maximum => Rule::Maximum(vec![0]),
        Kind::Region => Rule::Region(vec![1, 2, 5, 6]),
        Kind::Cage => Rule::killer(6, [0, 1, 2]),
        Kind::LittleKiller => Rule::LittleKiller { cells: vec![1, 6, 11], sum: 8 },
        Kind::Arrow => Rule::Arrow { circle: vec![0], shaft: vec![4, 9] },
        Kind::Thermo => Rule::thermo([0, 1, 6]),
        Kind::Greater => Rule::pair(0, 1, Relation::Greater),
        Kind::Difference => Rule::pair(1, 5, Relation::Difference(1)),
        Kind::Ratio => Rule::pair(2, 3, Relation::Ratio(2)),
        Kind::PairSum => Rule::pair(9, 13, Relation::Sum(5)),
        Kind::Whisper => Rule::Whisper { cells: vec![8, 9, 10], least: 2 },
        Kind::Renban => Rule::Renban(vec![8, 5, 2]),
        Kind::Palindrome => Rule::Palindrome(vec![0, 1, 2, 3]),
        Kind::Clone => Rule::Clone { a: vec![0, 1], b: vec![14, 15] },
        Kind::Between => Rule::Between(vec![0, 5, 6]),
        Kind::Quadruple => Rule::Quadruple { cells: vec![0, 1, 4, 5], digits: vec![1, 4] },
        Kind::Sandwich => Rule::Sandwich { cells: vec![0, 1, 2, 3], sum: 2 },
        Kind::XSum => Rule::XSum { cells: vec![3, 7, 11, 15], sum: 9 },
        Kind::Skyscraper => Rule::Skyscraper { cells: vec![7, 6, 5, 4], count: 3 },
        Kind::NumberedRoom => Rule::NumberedRoom { cells: vec![12, 8, 4, 0], digit: 2 },
        Kind::Automaton => {
            Rule::Automaton { cells: vec![3, 7, 11], automaton: Arc::new(automaton) }
        }
    }
}

pub(super) fn plain() -> Rules {
    Rules::from(Shape::new(2, 2).unwrap())
}

/// The kinds that no picture shows.
const WORDS_ONLY: [Kind; 5] =
    [Kind::DisjointGroups, Kind::AntiKnight, Kind::AntiKing, Kind::Chess, Kind::Unmarked];

#[test]
fn every_kind_is_drawn_and_said_or_said_alone() {
    let bare = PictureOptions { is_bare: true, ..PictureOptions::default() };
    let picture = |rules: &Rules, options| {
        let svg = svg(&Variant::new(rules.clone()), options);
        // The description names every rule.
        svg.split_once("</desc>").unwrap().1.to_owned()
    };
    for &(kind, name) in Kind::ALL {
        let rules = plain().with(sample(kind)).unwrap();
        assert_eq!(rules.list()[0].kind(), kind);
        let is_drawn = picture(&rules, bare) != picture(&plain(), bare);
        assert_eq!(is_drawn, !WORDS_ONLY.contains(&kind), "{name}");
        let said = super::words::sentences(&rules);
        assert_eq!(said.len(), 1, "{name}: {said:?}");
        let full = picture(&rules, PictureOptions::default());
        let first = said[0].split_once(' ').unwrap().0;
        assert!(full.contains(&super::escape(first)), "{name}: {full}");
    }
}

#[test]
fn every_kind_is_drawn_with_characters_or_named_below() {
    for is_ascii in [false, true] {
        let options = TextOptions { is_ascii, ..TextOptions::default() };
        let drawn =
            |rules: &Rules, options| text(&Variant::new(rules.clone()), options).to_string();
        let without = drawn(&plain(), options);
        for &(kind, name) in Kind::ALL {
            let rules = plain().with(sample(kind)).unwrap();
            let with = drawn(&rules, options);
            let bare = drawn(&rules, TextOptions { is_bare: true, ..options });
            assert_ne!(with, without, "{name}");
            assert!(with.starts_with(&bare), "{name}");
            assert!(bare != without || with.contains(name), "{name}:\n{with}");
            assert!(!is_ascii || with.is_ascii(), "{name}:\n{with}");
            // Nothing that was there is lost.
            assert_eq!(bare.matches('.').count(), 16, "{name}:\n{bare}");
        }
    }
}

fn elements(svg: &str, tag: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let of =
        |node: &roxmltree::Node<'_, '_>| node.has_tag_name(("http://www.w3.org/2000/svg", tag));
    document.descendants().filter(of).count()
}

#[test]
fn svgs_are_xml_with_title_and_description_whatever_the_names() {
    let mut variant = Variant::new(plain().with(sample(Kind::Cage)).unwrap());
    variant.set(0, 3).unwrap();
    variant.info.title = Some("<Killer> & \"more\"\u{1}".into());
    variant.info.author = Some("O'Neil ]]>".into());
    let drawn = svg(&variant, PictureOptions::default());
    assert_eq!((elements(&drawn, "title"), elements(&drawn, "desc")), (1, 1));
    let document = roxmltree::Document::parse(&drawn).unwrap();
    let of = |tag: &str| {
        let found = document.descendants().find(|node| node.tag_name().name() == tag);
        found.unwrap().text().unwrap().to_owned()
    };
    assert_eq!(of("title"), "<Killer> & \"more\"\u{fffd}, by O'Neil ]]>");
    assert_eq!(of("desc"), "4 rows, 4 columns. Clues: r1c1=3. cage 6: r1c1 r1c2 r1c3;");
    // A clue, a sum, a line of caption, title and author.
    assert_eq!(elements(&drawn, "text"), 5 + 1);
    let untitled = PictureOptions { is_untitled: true, is_bare: true, ..Default::default() };
    assert_eq!(elements(&svg(&variant, untitled), "text"), 2);
}

#[test]
fn values_and_candidates_are_drawn_where_clues_are_not() {
    let mut variant = Variant::new(plain());
    variant.set(0, 1).unwrap();
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let options = PictureOptions { values: Some(&solution), ..Default::default() };
    let drawn = svg(&variant, options);
    assert_eq!(elements(&drawn, "text"), 16);
    assert_eq!(drawn.matches("fill=\"#606060\"").count(), 15);
    let mut some = solution;
    some[5..].fill(0);
    let options =
        PictureOptions { values: Some(&some), candidates: Some(&[0b1010; 16]), ..options };
    assert_eq!(elements(&svg(&variant, options), "text"), 5 + 11 * 2);
    // Too short a list is no reason to stop.
    let options =
        PictureOptions { values: Some(&[1]), candidates: Some(&[]), ..Default::default() };
    assert_eq!(elements(&svg(&variant, options), "text"), 1);
}

/// A random board, and rules on it.
fn random_variant(random: &mut SplitMix64) -> Variant {
    let n = random.between(1, 9);
    let divisors: Vec<usize> = (1..=n).filter(|rows| n.is_multiple_of(*rows)).collect();
    let rows = divisors[random.below(divisors.len())];
    let regions = match random.below(3) {
        0 => Regions::None,
        1 => Regions::Boxes { rows, columns: n / rows },
        _ => Regions::Irregular((0..n).map(|i| (i * n..(i + 1) * n).collect()).collect()),
    };
    let corners = [(0, 0), (random.below(2 * n), random.below(2 * n))];
    let several = random.below(3) == 0 && !matches!(regions, Regions::Irregular(_));
    let board = match several && corners[1] != (0, 0) {
        true => Board::overlapping(n, regions, &corners).unwrap(),
        false => Board::new(n, regions).unwrap(),
    };
    let cells = board.cells();
    let mut rules = Rules::from(board);
    for _ in 0..random.below(12) {
        let (kind, _) = Kind::ALL[random.below(Kind::ALL.len())];
        let mut list = |least: usize| -> Vec<usize> {
            let mut at = random.below(cells);
            (0..least + random.below(4))
                .map(|_| {
                    let board = rules.board();
                    let near: Vec<usize> = board.neighbours(at).collect();
                    at = match (near.len(), random.below(6)) {
                        (0, _) | (_, 0) => random.below(cells),
                        (count, _) => near[random.below(count)],
                    };
                    at
                })
                .collect()
        };
        let (first, second) = (list(1), list(1));
        let number = random.between(1, 60);
        let small = random.between(1, n) as u8;
        let rule = match sample(kind) {
            Rule::Even(_) => Rule::Even(first),
            Rule::Odd(_) => Rule::Odd(first),
            Rule::Minimum(_) => Rule::Minimum(first),
            Rule::Maximum(_) => Rule::Maximum(first),
            Rule::Region(_) => Rule::Region(first),
            Rule::Cage { .. } => Rule::Cage {
                cells: first,
                sum: (!number.is_multiple_of(3)).then_some(number as u32),
                repeats: !number.is_multiple_of(2),
            },
            Rule::LittleKiller { .. } => Rule::LittleKiller { cells: first, sum: number as u32 },
            Rule::Arrow { .. } => Rule::Arrow { circle: first, shaft: second },
            Rule::Thermo { .. } => Rule::Thermo { cells: first, slow: number.is_multiple_of(2) },
            Rule::Pair { relation, .. } => {
                let relation = match (relation, number % 2) {
                    (Relation::Difference(_), 0) => Relation::Difference(small),
                    (Relation::Ratio(_), 0) => Relation::Ratio(small),
                    (Relation::Sum(_), 0) => Relation::Sum(small),
                    (relation, _) => relation,
                };
                Rule::pair(first[0], second[0], relation)
            }
            Rule::Whisper { .. } => Rule::Whisper { cells: first, least: small },
            Rule::Renban(_) => Rule::Renban(first),
            Rule::Palindrome(_) => Rule::Palindrome(first),
            Rule::Clone { .. } => {
                let length = first.len().min(second.len());
                Rule::Clone { a: first[..length].to_vec(), b: second[..length].to_vec() }
            }
            Rule::Between(_) => Rule::Between(first),
            Rule::Quadruple { .. } => Rule::Quadruple { cells: first, digits: vec![small] },
            Rule::Sandwich { .. } => Rule::Sandwich { cells: first, sum: number as u32 },
            Rule::XSum { .. } => Rule::XSum { cells: first, sum: number as u32 },
            Rule::Skyscraper { .. } => Rule::Skyscraper { cells: first, count: u32::from(small) },
            Rule::NumberedRoom { .. } => Rule::NumberedRoom { cells: first, digit: small },
            Rule::Automaton { automaton, .. } => Rule::Automaton { cells: first, automaton },
            other => other,
        };
        // Some make no sense.
        let _ = rules.add(rule);
    }
    let mut variant = Variant::new(rules);
    for _ in 0..random.below(6) {
        let _ = variant.set(random.below(cells), random.between(1, n) as u8);
    }
    variant
}

#[test]
fn random_rules_on_random_boards_are_drawn() {
    let mut random = SplitMix64::new(8);
    let mut rules = 0;
    for round in 0..400 {
        let variant = random_variant(&mut random);
        rules += variant.rules().list().len();
        let values: Vec<u8> = (0..variant.board().cells())
            .map(|cell| u8::from(variant.board().is_inside(cell)))
            .collect();
        let has_values = (round % 2 == 0).then_some(values.as_slice());
        for is_ascii in [false, true] {
            let options = TextOptions { values: has_values, is_ascii, ..TextOptions::default() };
            let drawn = text(&variant, options).to_string();
            assert!(!is_ascii || drawn.is_ascii(), "{drawn}");
            assert!(drawn.lines().all(|line| !line.ends_with(' ')), "{drawn}");
            let bare = text(&variant, TextOptions { is_bare: true, ..options }).to_string();
            if has_values.is_none() {
                let empty = variant.board().inside().filter(|&c| variant.given(c).is_none());
                assert_eq!(bare.matches('.').count(), empty.count(), "{drawn}");
            }
        }
        let options = PictureOptions { values: has_values, ..PictureOptions::default() };
        assert!(elements(&svg(&variant, options), "path") >= 2);
        if round % 40 == 0 {
            let solutions = [Some(values)];
            let options = PageOptions { solutions: &solutions, ..PageOptions::default() };
            assert_eq!(page(&[variant], options).matches("<section>").count(), 2);
        }
    }
    assert!(rules > 800, "{rules}");
}

#[test]
fn the_least_and_the_greatest_board_are_drawn() {
    let least = Variant::new(Rules::from(Board::new(1, Regions::None).unwrap()));
    assert_eq!(text(&least, TextOptions::default()).to_string(), "┌───┐\n│ . │\n└───┘");
    let ascii = TextOptions { is_ascii: true, ..TextOptions::default() };
    assert_eq!(text(&least, ascii).to_string(), "+---+\n| . |\n+---+");
    assert_eq!(elements(&svg(&least, PictureOptions::default()), "path"), 2);

    let mut greatest = Variant::new(Rules::from(Shape::new(8, 8).unwrap()));
    greatest.set(4095, 64).unwrap();
    let drawn = text(&greatest, TextOptions::default()).to_string();
    assert_eq!(drawn.lines().count(), 64 + 9);
    assert!(drawn.lines().rev().nth(1).unwrap().ends_with(" 64 │"), "{drawn}");
    let all = [u64::MAX; 4096];
    let options = PictureOptions { candidates: Some(&all), ..PictureOptions::default() };
    let drawn = svg(&greatest, options);
    assert!(drawn.contains("width=\"180.281mm\""), "{}", &drawn[..200]);
    assert_eq!(elements(&drawn, "text"), 4095 * 64 + 1);
}

#[test]
fn pages_hold_so_many_and_solutions_come_last() {
    let mut variant = Variant::new(plain());
    variant.info.title = Some("One".into());
    let puzzles = vec![variant; 5];
    let solution = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let solutions = [Some(solution.clone()), None, Some(solution)];
    let options = PageOptions {
        columns: 1,
        rows: 2,
        title: Some("A <week>"),
        solutions: &solutions,
        ..PageOptions::default()
    };
    let html = page(&puzzles, options);
    let sections: Vec<&str> = html.split("<section>").skip(1).collect();
    assert_eq!(sections.len(), 4);
    let numbers = |section: &str| -> Vec<String> {
        let after = section.split("<h2 ").skip(1);
        let number = |text: &str| text.split(['>', '<']).nth(1).unwrap().to_owned();
        after.map(number).collect()
    };
    let found: Vec<Vec<String>> = sections.iter().map(|section| numbers(section)).collect();
    assert_eq!(found, [vec!["1", "2"], vec!["3", "4"], vec!["5"], vec!["1", "3"]]);
    assert!(sections[0].contains("<h1>A &lt;week&gt;</h1>"), "{html}");
    assert!(sections[3].contains("<h1>Solutions</h1>"), "{html}");
    assert!(html.contains("@page{size:210mm 297mm"), "{html}");
    assert!(!html.contains("<script") && !html.contains("href"), "{html}");
    // No puzzles: no pages, and no numbers out of range.
    let none = PageOptions { columns: 0, rows: usize::MAX, ..PageOptions::default() };
    assert_eq!(page(&[], none).matches("<section>").count(), 0);
    assert_eq!(page(&puzzles, none).matches("<section>").count(), 1);
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_the_pages_that_the_html_has() {
    let puzzles = vec![Variant::new(plain()); 5];
    let options = PageOptions { columns: 1, rows: 2, ..PageOptions::default() };
    let pages = |puzzles: &[Variant]| {
        let pdf = super::pdf(puzzles, options);
        let text = String::from_utf8_lossy(&pdf).into_owned();
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        text.matches("/Type /Page\n").count()
    };
    assert_eq!(pages(&puzzles), 3);
    // A PDF cannot do without.
    assert_eq!(pages(&[]), 1);
}
