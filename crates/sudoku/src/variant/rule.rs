//! The rules of variants, as data.

use std::fmt;
use std::sync::Arc;

use super::automaton::Automaton;

/// A rule beyond rows, columns and regions.
///
/// Cells are numbers of a [`Board`](super::Board). A list of cells is in the order of the line that it is: from
/// the bulb of a thermometer, from the clue of a skyscraper. Digits are 1 to n.
///
/// [`verify`](super::verify()) is the exact meaning of each rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The cells of a diagonal of each grid are different.
    Diagonal(Diagonal),
    /// Extra regions, the windows: in each grid with boxes of r × c those boxes that begin in a row 1 + i(r + 1) and a
    /// column 1 + j(c + 1), counted from 0, and do not touch the border.
    Windoku,
    /// In each grid, cells at the same place of their boxes are different.
    DisjointGroups,
    /// Cells a chess move apart are different.
    Chess(Chess),
    /// Neighbours that have no mark satisfy none of these relations; a mark is a [`Pair`](Rule::Pair) with one of
    /// them.
    Unmarked(Vec<Relation>),
    /// The cells are even.
    Even(Vec<usize>),
    /// The cells are odd.
    Odd(Vec<usize>),
    /// The cells are less than all neighbours of theirs that are in no rule of this kind.
    Minimum(Vec<usize>),
    /// The cells are greater than all neighbours of theirs that are in no rule of this kind.
    Maximum(Vec<usize>),
    /// The cells are different: an extra region, a colour.
    Region(Vec<usize>),
    /// The cells make a sum, if there is one, and unless `repeats`, are different.
    Cage {
        /// The cells.
        cells: Vec<usize>,
        /// What they add up to.
        sum: Option<u32>,
        /// Whether digits may repeat.
        repeats: bool,
    },
    /// The cells on a diagonal line add up to a sum; digits may repeat.
    LittleKiller {
        /// The cells, from the clue on.
        cells: Vec<usize>,
        /// What they add up to.
        sum: u32,
    },
    /// The number in the circle, in decimal and of one or more digits, is the sum of the shaft; digits may repeat.
    Arrow {
        /// The cells of the circle, the first digit first.
        circle: Vec<usize>,
        /// The cells of the shaft.
        shaft: Vec<usize>,
    },
    /// Digits increase from the bulb on.
    Thermo {
        /// The cells, the bulb first.
        cells: Vec<usize>,
        /// Whether they may stay the same.
        slow: bool,
    },
    /// Two cells are related.
    Pair {
        /// The first cell.
        a: usize,
        /// The second cell.
        b: usize,
        /// What holds of them.
        relation: Relation,
    },
    /// Next cells on the line differ by at least so much: 5 on a German, 4 on a Dutch whisper.
    Whisper {
        /// The cells.
        cells: Vec<usize>,
        /// The least difference.
        least: u8,
    },
    /// The cells hold different and consecutive digits, in any order.
    Renban(Vec<usize>),
    /// The line reads the same from both ends.
    Palindrome(Vec<usize>),
    /// The cells of two groups are equal, one by one.
    Clone {
        /// The first group.
        a: Vec<usize>,
        /// The second, as many cells.
        b: Vec<usize>,
    },
    /// The cells within the line are strictly between its two ends.
    Between(Vec<usize>),
    /// Each digit is in one of the cells, and as often as it is named.
    Quadruple {
        /// The cells, usually four around a point.
        cells: Vec<usize>,
        /// The digits.
        digits: Vec<u8>,
    },
    /// The cells between the 1 and the n of a line add up to a sum.
    Sandwich {
        /// All cells of a row or column.
        cells: Vec<usize>,
        /// What the cells between add up to.
        sum: u32,
    },
    /// The first x cells, where x is the digit of the first, add up to a sum.
    XSum {
        /// The cells, from the clue on.
        cells: Vec<usize>,
        /// What the first x add up to.
        sum: u32,
    },
    /// So many cells are greater than all before them.
    Skyscraper {
        /// The cells, from the clue on.
        cells: Vec<usize>,
        /// How many can be seen.
        count: u32,
    },
    /// The x-th cell, where x is the digit of the first, is this digit.
    NumberedRoom {
        /// The cells, from the clue on.
        cells: Vec<usize>,
        /// The digit.
        digit: u8,
    },
    /// The line is a word of the language of an automaton.
    Automaton {
        /// The cells.
        cells: Vec<usize>,
        /// What accepts them.
        automaton: Arc<Automaton>,
    },
}

/// A diagonal of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Diagonal {
    /// From the top left to the bottom right.
    Main,
    /// From the top right to the bottom left.
    Anti,
}

/// A move: a leaper's from a cell to one that is so many rows and columns away, in all eight directions, or a
/// rider's, which repeats it as long as there are cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chess {
    /// The number of rows and of columns, or the other way round.
    pub step: (u8, u8),
    /// Whether it is repeated.
    pub rides: bool,
    /// The digits that it holds for: bit d − 1 for digit d.
    pub digits: u64,
}

/// What holds of two cells a and b.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// a > b.
    Greater,
    /// They differ by just so much: 1 for a white dot.
    Difference(u8),
    /// One is so many times the other: 2 for a black dot.
    Ratio(u8),
    /// They add up to this: 10 for an X, 5 for a V.
    Sum(u8),
}

impl Relation {
    /// Whether it holds of two digits.
    ///
    /// ```
    /// use quadrille_sudoku::variant::Relation;
    ///
    /// assert!(Relation::Ratio(2).holds(3, 6) && Relation::Ratio(2).holds(6, 3));
    /// assert!(Relation::Greater.holds(2, 1) && !Relation::Greater.holds(1, 2));
    /// ```
    pub fn holds(self, a: u8, b: u8) -> bool {
        let (x, y) = (u16::from(a), u16::from(b));
        match self {
            Relation::Greater => a > b,
            Relation::Difference(by) => a.abs_diff(b) == by,
            Relation::Ratio(by) => x * u16::from(by) == y || y * u16::from(by) == x,
            Relation::Sum(sum) => x + y == u16::from(sum),
        }
    }

    /// Whether a and b may change places.
    pub fn is_symmetric(self) -> bool {
        self != Relation::Greater
    }
}

/// The kinds of rule: what formats, solvers and drawings say of which they can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// [`Rule::Diagonal`].
    Diagonal,
    /// [`Rule::Windoku`].
    Windoku,
    /// [`Rule::DisjointGroups`].
    DisjointGroups,
    /// [`Rule::Chess`] with a knight's move.
    AntiKnight,
    /// [`Rule::Chess`] with a king's move.
    AntiKing,
    /// Any other [`Rule::Chess`].
    Chess,
    /// [`Rule::Unmarked`].
    Unmarked,
    /// [`Rule::Even`].
    Even,
    /// [`Rule::Odd`].
    Odd,
    /// [`Rule::Minimum`].
    Minimum,
    /// [`Rule::Maximum`].
    Maximum,
    /// [`Rule::Region`].
    Region,
    /// [`Rule::Cage`].
    Cage,
    /// [`Rule::LittleKiller`].
    LittleKiller,
    /// [`Rule::Arrow`].
    Arrow,
    /// [`Rule::Thermo`].
    Thermo,
    /// [`Rule::Pair`] with [`Relation::Greater`].
    Greater,
    /// [`Rule::Pair`] with [`Relation::Difference`].
    Difference,
    /// [`Rule::Pair`] with [`Relation::Ratio`].
    Ratio,
    /// [`Rule::Pair`] with [`Relation::Sum`].
    PairSum,
    /// [`Rule::Whisper`].
    Whisper,
    /// [`Rule::Renban`].
    Renban,
    /// [`Rule::Palindrome`].
    Palindrome,
    /// [`Rule::Clone`].
    Clone,
    /// [`Rule::Between`].
    Between,
    /// [`Rule::Quadruple`].
    Quadruple,
    /// [`Rule::Sandwich`].
    Sandwich,
    /// [`Rule::XSum`].
    XSum,
    /// [`Rule::Skyscraper`].
    Skyscraper,
    /// [`Rule::NumberedRoom`].
    NumberedRoom,
    /// [`Rule::Automaton`].
    Automaton,
}

impl Kind {
    /// All kinds, with the name of each in the text and JSON of [rules](super::Rules).
    pub const ALL: &[(Kind, &str)] = &[
        (Kind::Diagonal, "diagonal"),
        (Kind::Windoku, "windoku"),
        (Kind::DisjointGroups, "disjoint-groups"),
        (Kind::AntiKnight, "anti-knight"),
        (Kind::AntiKing, "anti-king"),
        (Kind::Chess, "chess"),
        (Kind::Unmarked, "unmarked"),
        (Kind::Even, "even"),
        (Kind::Odd, "odd"),
        (Kind::Minimum, "minimum"),
        (Kind::Maximum, "maximum"),
        (Kind::Region, "region"),
        (Kind::Cage, "cage"),
        (Kind::LittleKiller, "little-killer"),
        (Kind::Arrow, "arrow"),
        (Kind::Thermo, "thermo"),
        (Kind::Greater, "greater"),
        (Kind::Difference, "difference"),
        (Kind::Ratio, "ratio"),
        (Kind::PairSum, "sum"),
        (Kind::Whisper, "whisper"),
        (Kind::Renban, "renban"),
        (Kind::Palindrome, "palindrome"),
        (Kind::Clone, "clone"),
        (Kind::Between, "between"),
        (Kind::Quadruple, "quadruple"),
        (Kind::Sandwich, "sandwich"),
        (Kind::XSum, "x-sum"),
        (Kind::Skyscraper, "skyscraper"),
        (Kind::NumberedRoom, "numbered-room"),
        (Kind::Automaton, "automaton"),
    ];

    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Rule {
    /// Cells a knight's move apart are different.
    pub const ANTI_KNIGHT: Rule =
        Rule::Chess(Chess { step: (1, 2), rides: false, digits: u64::MAX });
    /// Cells a king's move apart are different.
    pub const ANTI_KING: Rule = Rule::Chess(Chess { step: (1, 1), rides: false, digits: u64::MAX });
    /// Neighbours are not consecutive.
    pub fn non_consecutive() -> Rule {
        Rule::Unmarked(vec![Relation::Difference(1)])
    }

    /// A cage whose digits add up to a sum and do not repeat.
    pub fn killer(sum: u32, cells: impl Into<Vec<usize>>) -> Rule {
        Rule::Cage { cells: cells.into(), sum: Some(sum), repeats: false }
    }

    /// A thermometer, strictly increasing from the bulb on.
    pub fn thermo(cells: impl Into<Vec<usize>>) -> Rule {
        Rule::Thermo { cells: cells.into(), slow: false }
    }

    /// Two cells and what holds of them.
    pub fn pair(a: usize, b: usize, relation: Relation) -> Rule {
        Rule::Pair { a, b, relation }
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        match self {
            Rule::Diagonal(_) => Kind::Diagonal,
            Rule::Windoku => Kind::Windoku,
            Rule::DisjointGroups => Kind::DisjointGroups,
            rule if *rule == Rule::ANTI_KNIGHT => Kind::AntiKnight,
            rule if *rule == Rule::ANTI_KING => Kind::AntiKing,
            Rule::Chess(_) => Kind::Chess,
            Rule::Unmarked(_) => Kind::Unmarked,
            Rule::Even(_) => Kind::Even,
            Rule::Odd(_) => Kind::Odd,
            Rule::Minimum(_) => Kind::Minimum,
            Rule::Maximum(_) => Kind::Maximum,
            Rule::Region(_) => Kind::Region,
            Rule::Cage { .. } => Kind::Cage,
            Rule::LittleKiller { .. } => Kind::LittleKiller,
            Rule::Arrow { .. } => Kind::Arrow,
            Rule::Thermo { .. } => Kind::Thermo,
            Rule::Pair { relation: Relation::Greater, .. } => Kind::Greater,
            Rule::Pair { relation: Relation::Difference(_), .. } => Kind::Difference,
            Rule::Pair { relation: Relation::Ratio(_), .. } => Kind::Ratio,
            Rule::Pair { relation: Relation::Sum(_), .. } => Kind::PairSum,
            Rule::Whisper { .. } => Kind::Whisper,
            Rule::Renban(_) => Kind::Renban,
            Rule::Palindrome(_) => Kind::Palindrome,
            Rule::Clone { .. } => Kind::Clone,
            Rule::Between(_) => Kind::Between,
            Rule::Quadruple { .. } => Kind::Quadruple,
            Rule::Sandwich { .. } => Kind::Sandwich,
            Rule::XSum { .. } => Kind::XSum,
            Rule::Skyscraper { .. } => Kind::Skyscraper,
            Rule::NumberedRoom { .. } => Kind::NumberedRoom,
            Rule::Automaton { .. } => Kind::Automaton,
        }
    }

    /// The lists of cells that the rule names; of a rule of the whole board none.
    pub fn lists(&self) -> Vec<&[usize]> {
        match self {
            Rule::Diagonal(_)
            | Rule::Windoku
            | Rule::DisjointGroups
            | Rule::Chess(_)
            | Rule::Unmarked(_) => vec![],
            Rule::Even(cells)
            | Rule::Odd(cells)
            | Rule::Minimum(cells)
            | Rule::Maximum(cells)
            | Rule::Region(cells)
            | Rule::Renban(cells)
            | Rule::Palindrome(cells)
            | Rule::Between(cells)
            | Rule::Cage { cells, .. }
            | Rule::LittleKiller { cells, .. }
            | Rule::Thermo { cells, .. }
            | Rule::Whisper { cells, .. }
            | Rule::Quadruple { cells, .. }
            | Rule::Sandwich { cells, .. }
            | Rule::XSum { cells, .. }
            | Rule::Skyscraper { cells, .. }
            | Rule::NumberedRoom { cells, .. }
            | Rule::Automaton { cells, .. } => vec![cells],
            Rule::Arrow { circle, shaft } => vec![circle, shaft],
            Rule::Clone { a, b } => vec![a, b],
            Rule::Pair { a, b, .. } => vec![std::slice::from_ref(a), std::slice::from_ref(b)],
        }
    }
}
