//! Small problems of every kind: each strategy finds the solutions of the brute-force oracle, with
//! pauses at any node.

#![no_main]

use std::fmt;

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_cover::{Budget, Problem, ProblemBuilder, Search, Step, strategy, verify};
use quadrille_testkit::{Entry, Instance, Item, OptionSpec, oracle};

/// An instance, and how many nodes each leg of the search has. Prints itself as code for a test.
struct Input {
    instance: Instance,
    legs: Vec<u8>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nlet instance = {:?};\nlet legs = {:?};", self.instance, self.legs)
    }
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
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
                Ok(OptionSpec { entries, cost: 0 })
            })
            .collect::<Result<Vec<OptionSpec>>>()?;
        Ok(Input { instance: Instance { items, options }, legs: u.arbitrary()? })
    }
}

fuzz_target!(|input: Input| {
    let expected = oracle::solutions(&input.instance).expect("it is sound");
    let problem = build(&input.instance);
    for &strategy in strategy::ALL {
        let search = Search::new().strategy(strategy);
        let mut searcher = search.searcher(&problem).expect("every strategy takes it");
        let mut legs = input.legs.iter().copied().chain(std::iter::repeat(255));
        let mut found = Vec::new();
        loop {
            let nodes = legs.next().map_or(1, u64::from);
            match searcher.advance(&mut Budget::nodes(nodes)) {
                Step::Exhausted => break,
                Step::Paused => {}
                Step::Solution => {
                    let mut options = Vec::new();
                    searcher.solution(&mut options);
                    verify(&problem, &options).expect("a solution");
                    let mut numbers: Vec<usize> = options.iter().map(|o| o.index()).collect();
                    numbers.sort_unstable();
                    found.push(numbers);
                }
            }
        }
        found.sort_unstable();
        assert_eq!(found, expected, "{}", strategy.name());
    }
});

fn build(instance: &Instance) -> Problem<usize, String> {
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
        let mut option = builder.option();
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
