//! The formats of variants: each is read, written, recognised, and refuses what it cannot hold.

mod detection;
mod documentation;
mod malformed;
mod random;
mod refused;
mod round_trip;
mod samples;
