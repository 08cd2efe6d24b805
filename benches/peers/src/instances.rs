//! The instances: what is built, and how many solutions it must have.

use quadrille_benches::{Cover, dominoes, langford, latin, pentominoes, queens};

/// Something to solve.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What it is, in one line.
    pub(crate) about: &'static str,
    /// What is to be done.
    pub(crate) work: Work,
}

/// What is to be done with an instance.
#[derive(Debug)]
pub(crate) enum Work {
    /// Count all solutions of one exact cover.
    Count {
        /// Makes it.
        build: fn() -> Cover,
        /// How many solutions it has.
        solutions: u64,
    },
    /// Solve each sudoku of the corpus as an exact cover of its own, and prove its solution unique.
    Covers,
    /// The same with the grids as they are, for solvers that know sudoku.
    Grids,
}

/// All instances.
pub(crate) static ALL: &[Instance] = &[
    Instance {
        name: "pentominoes",
        about: "twelve pentominoes in a 6×10 box: 2,056 options, 72 items, 9,356 solutions",
        work: Work::Count { build: pentominoes::build, solutions: pentominoes::SOLUTIONS },
    },
    Instance {
        name: "pentominoes-5x12",
        about: "twelve pentominoes in a 5×12 box: 1,936 options, 72 items, 4,040 solutions",
        work: Work::Count {
            build: pentominoes::build_5x12,
            solutions: pentominoes::SOLUTIONS_5X12,
        },
    },
    Instance {
        name: "langford",
        about: "Langford pairs of 1 to 12: 198 options, 36 items, 216,288 solutions",
        work: Work::Count { build: langford::build, solutions: langford::SOLUTIONS },
    },
    Instance {
        name: "queens",
        about: "twelve queens: 144 options, 24 items and 46 secondary ones, 14,200 solutions",
        work: Work::Count { build: queens::build, solutions: queens::SOLUTIONS },
    },
    Instance {
        name: "latin",
        about: "Latin squares of order 6: 150 options, 90 items, 1,128,960 solutions",
        work: Work::Count { build: latin::build, solutions: latin::SOLUTIONS },
    },
    Instance {
        name: "dominoes",
        about: "dominoes on 8×8: 112 options, 64 items, 12,988,816 solutions",
        work: Work::Count { build: dominoes::build, solutions: dominoes::SOLUTIONS },
    },
    Instance {
        name: "sudoku",
        about: "the sudokus of the corpus, each as an exact cover without what its clues cover",
        work: Work::Covers,
    },
    Instance {
        name: "grids",
        about: "the sudokus of the corpus as grids, for solvers that know sudoku",
        work: Work::Grids,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_those_that_the_descriptions_say() {
        let sizes = [
            (2056, 72, 72),
            (1936, 72, 72),
            (198, 24 + 12, 36),
            (144, 24, 70),
            (150, 90, 90),
            (112, 64, 64),
        ];
        for (instance, sizes) in ALL.iter().zip(sizes) {
            let Work::Count { build, .. } = instance.work else {
                continue;
            };
            let cover = build();
            let found = (cover.options().len(), cover.primary(), cover.items());
            assert_eq!(found, sizes, "{}", instance.name);
        }
    }
}
