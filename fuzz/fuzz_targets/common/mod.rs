//! Small problems of every kind, from any bytes.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use quadrille_cover::{Problem, ProblemBuilder, Search, SearchError, Searcher};
use quadrille_testkit::{Entry, Instance, Item, OptionSpec};

/// An instance of up to 10 items and 12 options.
pub fn instance(u: &mut Unstructured<'_>) -> Result<Instance> {
    let items = (0..u.int_in_range(1..=10)?)
        .map(|index| {
            let name = format!("i{index}");
            Ok(match u.int_in_range(0..=5)? {
                0 | 1 => Item::secondary(name),
                2 => {
                    let min = u.int_in_range(0..=2)?;
                    Item::bounded(name, min, u.int_in_range(min.max(1)..=3)?)
                }
                _ => Item::primary(name),
            })
        })
        .collect::<Result<Vec<Item>>>()?;
    let options = (0..u.int_in_range(0..=12)?)
        .map(|_| {
            let mut entries = Vec::new();
            let mut chosen: u16 = u.arbitrary()?;
            chosen |= 1 << u.choose_index(items.len())?;
            for (item, spec) in items.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1) {
                let coloured = !spec.is_primary() && u.ratio(2, 3)?;
                let colour = coloured.then(|| u.int_in_range(0..=2)).transpose()?;
                entries.push(Entry { item, colour: colour.map(|c: u8| c.to_string()) });
            }
            Ok(OptionSpec { entries, cost: u.int_in_range(0..=9)? })
        })
        .collect::<Result<Vec<OptionSpec>>>()?;
    Ok(Instance { items, options })
}

/// The problem of an instance.
pub fn build(instance: &Instance) -> Problem<usize, String> {
    let mut builder = ProblemBuilder::coloured();
    for (index, item) in instance.items.iter().enumerate() {
        match item.kind {
            quadrille_testkit::ItemKind::Primary { min, max } => {
                builder.primary_between(index, min, max).expect("bounds in order")
            }
            quadrille_testkit::ItemKind::Secondary => builder.secondary(index).expect("a new item"),
        };
    }
    for spec in &instance.options {
        let mut option = builder.option().cost(spec.cost);
        for entry in &spec.entries {
            option = match &entry.colour {
                Some(colour) => option.coloured(entry.item, colour.clone()),
                None => option.item(entry.item),
            };
        }
        option.add().expect("a sound option");
    }
    builder.build()
}

/// A searcher, if the strategy can take the problem and what is asked.
#[allow(dead_code, reason = "shards have searchers of their own")]
pub fn searcher<'p>(
    search: &Search,
    problem: &'p Problem<usize, String>,
) -> Option<Box<dyn Searcher + 'p>> {
    match search.searcher(problem) {
        Ok(searcher) => Some(searcher),
        Err(SearchError::Unsupported { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}
