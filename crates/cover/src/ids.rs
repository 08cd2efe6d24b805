//! Numbers of items, options and colours.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this number.
            pub const fn new(number: u32) -> Self {
                $name(number)
            }

            /// The number, to index a slice with.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The number.
            pub const fn get(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// An item of a problem: items are numbered from 0 in the order in which they were declared.
    ItemId
}
id! {
    /// An option of a problem: options are numbered from 0 in the order in which they were added.
    OptionId
}
id! {
    /// A colour of a problem: colours are numbered from 0 in the order in which they were first used.
    ColourId
}
