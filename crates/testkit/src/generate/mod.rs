//! Random problems: seeded ([`random_instance`]) and as proptest strategies that shrink ([`instances`]).
//!
//! A [`Shape`] says which features may occur. Random options alone seldom have a solution, so that in half of the
//! cases one is planted: the items are dealt into options that together cover them, and the other options are noise.
//! Of 20,000 instances each, so many have a solution (the tests hold them to within three points):
//!
//! | shape | feasible | more than one solution |
//! |---|---|---|
//! | [`Shape::XC`] | 71 % | 43 % |
//! | [`Shape::XCC`] | 72 % | 44 % |
//! | [`Shape::MCC`] | 79 % | 66 % |
//! | [`Shape::ANY`] | 79 % | 66 % |
//!
//! Every instance is sound ([`Instance::fault`](crate::Instance::fault) is `None`); faulty ones are among the fixed
//! cases. [`degenerate`] lists the odd ones, and about one in eight of the random ones with [`Shape::degenerate`] is odd
//! too.

mod instance;
mod strategy;
pub mod sudoku;

pub use instance::{chain, degenerate, pairs, random_instance};
pub use strategy::{InstanceStrategy, InstanceTree, instances};

/// Which features random instances may have, and how large they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Secondary items.
    pub secondary: bool,
    /// Colours on secondary items; nothing without `secondary`.
    pub colours: bool,
    /// Primary items that are covered other than exactly once.
    pub multiplicities: bool,
    /// Options that cost something.
    pub costs: bool,
    /// Odd instances: without options, without primary items, with items nobody has, with duplicate options, …
    pub degenerate: bool,
    /// The most items, at least 1.
    pub max_items: usize,
    /// The most options.
    pub max_options: usize,
}

impl Shape {
    /// Plain exact cover: up to 12 items and 14 options.
    pub const XC: Shape = Shape {
        secondary: false,
        colours: false,
        multiplicities: false,
        costs: false,
        degenerate: true,
        max_items: 12,
        max_options: 14,
    };

    /// With secondary items and colours.
    pub const XCC: Shape = Shape { secondary: true, colours: true, ..Shape::XC };

    /// With colours and multiplicities.
    pub const MCC: Shape = Shape { multiplicities: true, ..Shape::XCC };

    /// Everything: colours, multiplicities and costs.
    pub const ANY: Shape = Shape { costs: true, ..Shape::MCC };

    /// The same shape with costs.
    pub const fn with_costs(self) -> Shape {
        Shape { costs: true, ..self }
    }

    /// The same shape with other sizes.
    pub const fn with_sizes(self, max_items: usize, max_options: usize) -> Shape {
        Shape { max_items, max_options, ..self }
    }
}
