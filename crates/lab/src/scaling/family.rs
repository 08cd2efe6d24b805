//! What grows: puzzles of the same kind, larger and larger, or threads.

use std::path::Path;

use quadrille_cover::CancelToken;

use super::{Study, counts, sudokus};
use crate::definition::{Ask, CorpusSpec, Kind};
use crate::material::Material;

/// A family of problems with a size.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Family {
    /// Its name: `queens`.
    pub name: &'static str,
    /// What the size is: `n`, `cells of a side`, `threads`.
    pub parameter: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
    /// The least and the largest size.
    pub sizes: (usize, usize),
    /// From where to where a study goes unless it is told otherwise.
    pub default: (usize, usize),
    /// What is asked unless a study is told otherwise.
    pub ask: Ask,
    made: Made,
}

/// How its problems are made.
#[derive(Debug, Clone, Copy)]
enum Made {
    /// A classic exact-cover problem, and its number of solutions, if that is known. The size is one of the
    /// family's.
    Classic { name: fn(usize) -> String, count: fn(usize) -> Option<u64> },
    /// Sudokus.
    Sudoku,
    /// The same exact-cover problem for each number of threads.
    Threads,
}

const fn classic(
    name: &'static str,
    description: &'static str,
    (sizes, default): ((usize, usize), (usize, usize)),
    made: Made,
) -> Family {
    Family { name, parameter: "n", description, sizes, default, ask: Ask::Count, made }
}

/// All families.
///
/// ```
/// use quadrille_lab::scaling::{FAMILIES, Family};
///
/// assert!(FAMILIES.iter().any(|family| family.name == "queens"));
/// assert_eq!(Family::by_name("queens").map(|queens| queens.parameter), Some("n"));
/// ```
pub static FAMILIES: [Family; 7] = [
    classic(
        "queens",
        "n queens on a board of n×n",
        ((1, 1000), (6, 16)),
        Made::Classic { name: |n| format!("queens {n}"), count: counts::queens },
    ),
    classic(
        "langford",
        "Langford pairs of 1 to n, where there are any: n mod 4 is 0 or 3",
        ((1, 1000), (4, 20)),
        Made::Classic { name: |n| format!("langford {n}"), count: counts::langford },
    ),
    classic(
        "dominoes",
        "dominoes on a board of n×(n + 1)",
        ((1, 200), (3, 12)),
        Made::Classic { name: |n| format!("dominoes {n}x{}", n + 1), count: counts::dominoes },
    ),
    classic(
        "latin",
        "Latin squares of order n with a given first row",
        ((1, 100), (2, 8)),
        Made::Classic { name: |n| format!("latin {n}"), count: counts::latin },
    ),
    classic(
        "partridge",
        "the partridge puzzle with squares of sides 1 to n; there is no solution below n = 8",
        ((1, 20), (2, 8)),
        Made::Classic { name: |n| format!("partridge {n}"), count: counts::partridge },
    ),
    Family {
        name: "sudoku",
        parameter: "cells of a side",
        description: "sudokus with boxes of k×k or k×(k + 1), made with a seed",
        sizes: (4, 64),
        default: (4, 25),
        ask: Ask::First,
        made: Made::Sudoku,
    },
    Family {
        name: "threads",
        parameter: "threads",
        description: "the same exact-cover problem, searched by more and more threads",
        sizes: (1, 256),
        default: (1, 0),
        ask: Ask::Count,
        made: Made::Threads,
    },
];

impl Family {
    /// The family of that name, if there is one.
    pub fn by_name(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// What its problems are.
    pub fn kind(&self) -> Kind {
        match self.made {
            Made::Sudoku => Kind::Sudoku,
            Made::Classic { .. } | Made::Threads => Kind::Cover,
        }
    }

    /// Whether the size is a number of threads.
    pub fn is_threads(&self) -> bool {
        matches!(self.made, Made::Threads)
    }

    /// Whether a size is to be measured; else why not.
    pub(super) fn check_size(&self, size: usize) -> Result<(), &'static str> {
        match self.made {
            Made::Classic { count, .. } if self.name == "langford" && count(size) == Some(0) => {
                Err("there is no solution unless n mod 4 is 0 or 3")
            }
            Made::Sudoku if sudokus::shape(size).is_none() => {
                Err("there are no boxes of k×k or k×(k + 1)")
            }
            _ => Ok(()),
        }
    }

    /// The puzzles of a size.
    ///
    /// # Errors
    ///
    /// Why there are none: too large, for instance, or the token was pulled.
    pub(super) fn material(
        &self,
        size: usize,
        study: &Study,
        cancel: &CancelToken,
    ) -> Result<Material, String> {
        match self.made {
            Made::Classic { name, count } => of_classic(name(size), &name(size), count(size)),
            Made::Sudoku => {
                let shape = sudokus::shape(size).ok_or("there are no such boxes")?;
                let of = sudokus::Of { shape, empty: study.empty, seed: study.seed };
                let name = format!("sudoku {size}×{size}");
                sudokus::make(name, of, study.puzzles.get(), cancel)
            }
            Made::Threads => {
                let plural = if size == 1 { "" } else { "s" };
                let name = format!("{}, {size} thread{plural}", study.instance);
                of_classic(name, &study.instance, known(&study.instance))
            }
        }
    }
}

fn of_classic(name: String, instance: &str, count: Option<u64>) -> Result<Material, String> {
    let spec = CorpusSpec::of_classic(name, instance.to_owned(), count);
    // Nothing is drawn, and no file is read.
    Material::read(&spec, Path::new(""), 0).map_err(|error| error.to_string())
}

/// The number of solutions of a classic problem, if it is one of a family's.
fn known(instance: &str) -> Option<u64> {
    let (name, size) = instance.trim().split_once(' ')?;
    let family = Family::by_name(name)?;
    let Made::Classic { name, count } = family.made else { return None };
    let size = size.trim().split('x').next()?.parse().ok()?;
    let (least, most) = family.sizes;
    if !(least..=most).contains(&size) {
        return None;
    }
    // Of dominoes the other side has to be the family's, too.
    (name(size) == instance.trim()).then(|| count(size)).flatten()
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Search;

    use super::super::{NoFit, Quantity, reach, try_fit};
    use super::*;
    use crate::material::Puzzles;

    #[test]
    fn names_are_unique_and_defaults_are_sizes() {
        for (index, family) in FAMILIES.iter().enumerate() {
            assert!(FAMILIES[..index].iter().all(|other| other.name != family.name));
            let (least, most) = family.sizes;
            let (from, to) = family.default;
            assert!(least <= from && to <= most && (from < to || family.is_threads()));
        }
    }

    /// What is said to be known is what a search finds.
    #[test]
    fn the_problems_of_each_family_have_the_number_of_solutions_that_is_known() {
        for (name, sizes) in [
            ("queens", 1..=8),
            ("langford", 3..=8),
            ("dominoes", 1..=5),
            ("latin", 1..=5),
            ("partridge", 1..=3),
        ] {
            let family = Family::by_name(name).unwrap();
            let study = Study::of(family);
            for size in sizes.filter(|&size| family.check_size(size).is_ok()) {
                let material = family.material(size, &study, &CancelToken::new()).unwrap();
                let Puzzles::Cover(problems) = &material.puzzles else { panic!("{name}") };
                let found = Search::new().count(&problems[0]).unwrap().solutions;
                assert_eq!(material.entries[0].count, Some(found), "{name} {size}");
            }
        }
    }

    #[test]
    fn what_is_known_of_an_instance_is_known_by_its_name() {
        assert_eq!(known("queens 8"), Some(92));
        assert_eq!(known(" dominoes 3x4 "), Some(11));
        assert_eq!(known("dominoes 4x4"), None);
        assert_eq!(known("soma"), None);
        assert_eq!(known("queens x"), None);
        assert_eq!(known("queens 0"), None);
        assert_eq!(known(&format!("dominoes {}x0", usize::MAX)), None);
        assert_eq!(known(&format!("langford {}", usize::MAX)), None);
    }

    /// What is said to be known is held against what an engine finds.
    #[test]
    fn a_count_that_is_not_the_known_one_ends_the_study_of_an_engine() {
        static WRONG: Family = classic(
            "wrong queens",
            "queens with one solution less from n = 6 on",
            ((4, 9), (4, 9)),
            Made::Classic {
                name: |n| format!("queens {n}"),
                count: |n| counts::queens(n).map(|count| count - u64::from(n > 5)),
            },
        );
        let mut study = Study::of(&WRONG);
        study.strategies = vec!["links".to_owned(), "bits".to_owned()];
        study.budget = std::time::Duration::from_secs(60);
        let results = study.begin(CancelToken::new()).unwrap().run(&mut ());
        assert!(results.complete && results.has_faults());
        assert_eq!(results.scaling.as_ref().unwrap().sizes, [4, 5, 6]);
        let faults = &results.series(1, 2).unwrap().faults;
        assert_eq!(faults[0].reason, "4 solutions, but there are 3");
        for engine in 0..2 {
            assert_eq!(reach(&results, engine).largest, Some(5));
            assert_eq!(try_fit(&results, engine, Quantity::Nodes), Err(NoFit::Faulty));
        }
    }
}
