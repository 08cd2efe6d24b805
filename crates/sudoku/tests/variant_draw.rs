//! The variants among the known answers, drawn.

use std::collections::BTreeSet;

use quadrille_sudoku::variant::draw::{PictureOptions, TextOptions, svg, text};
use quadrille_sudoku::variant::{Kind, Rule, Variant};
use quadrille_testkit::shared::data_folder_or_skip;

use crate::variant_data::{FILES, load};

/// The texts of an SVG, and how many circles it has.
fn shown(variant: &Variant, options: PictureOptions<'_>) -> (Vec<String>, usize) {
    let svg = svg(variant, options);
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let of = |tag: &'static str| {
        document.descendants().filter(move |node| node.tag_name().name() == tag)
    };
    let texts = of("text").map(|node| node.text().expect("a text").to_owned()).collect();
    (texts, of("circle").count())
}

#[test]
fn known_variants_are_drawn_with_all_that_they_have() {
    let Some(folder) = data_folder_or_skip("drawings of variants") else { return };
    let bare = PictureOptions { is_bare: true, is_untitled: true, ..PictureOptions::default() };
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    let mut drawn = 0;
    for file in FILES.into_iter().chain(["sizes/sizes.jsonl"]) {
        for case in load(&folder, file) {
            let rules = case.variant.rules().list();
            kinds.extend(rules.iter().map(Rule::kind));
            let count = |of: fn(&Rule) -> bool| rules.iter().filter(|rule| of(rule)).count();
            // Sums and numbers outside are texts, and so are X, V and the letters of clones; digits in circles are
            // one or two lines of text.
            let labels = count(|rule| {
                matches!(
                    rule.kind(),
                    Kind::LittleKiller | Kind::Sandwich | Kind::XSum | Kind::Skyscraper
                ) || matches!(rule, Rule::Cage { sum: Some(_), .. })
                    || rule.kind() == Kind::PairSum
            });
            let letters: usize = rules
                .iter()
                .map(|rule| match rule {
                    Rule::Clone { a, b } => a.len() + b.len(),
                    Rule::Quadruple { digits, .. } => 1 + usize::from(digits.len() > 2),
                    _ => 0,
                })
                .sum();
            let clues = case.variant.clue_count();
            let (texts, circles) = shown(&case.variant, bare);
            assert_eq!(texts.len(), clues + labels + letters, "{}: {texts:?}", case.id);
            let round: usize = rules
                .iter()
                .map(|rule| match rule {
                    Rule::Odd(cells) => cells.len(),
                    Rule::Between(_) => 2,
                    Rule::Thermo { slow: true, .. } => 2,
                    Rule::Arrow { circle, .. } => usize::from(circle.len() == 1),
                    rule => usize::from(matches!(
                        rule.kind(),
                        Kind::Thermo | Kind::Difference | Kind::Ratio | Kind::Quadruple
                    )),
                })
                .sum();
            assert_eq!(circles, round, "{}", case.id);
            if let Some(solution) = &case.solution {
                let options = PictureOptions { values: Some(solution), ..bare };
                let cells = case.variant.board().inside().count();
                let (texts, _) = shown(&case.variant, options);
                assert_eq!(texts.len(), cells + labels + letters, "{}", case.id);
            }

            let options = TextOptions::default();
            let shown = text(&case.variant, options).to_string();
            // Empty cells are dots, and nothing is drawn over one; words have none.
            let empty = case.variant.board().inside().count() - clues;
            assert_eq!(shown.matches('.').count(), empty, "{}:\n{shown}", case.id);
            drawn += 1;
        }
    }
    assert!(drawn > 200 && kinds.len() >= 27, "{drawn} of {} kinds", kinds.len());
}
