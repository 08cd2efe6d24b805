//! How the time of a strategy grows with the size of the problem, and how far it gets in a budget.
//!
//! A [`Study`] measures a [`Family`] size after size: each size is the corpus of a
//! [`Session`](crate::session::Session), so that runs take turns, every answer is verified, and counts are held
//! against each other and against those that are known. An engine that needs more than the budget for a
//! puzzle is not tried on larger sizes. What comes of it are [`Results`](crate::results::Results) like any
//! other, with a field more, [`scaling`](crate::results::Results::scaling), that says which size each
//! corpus is; partial ones are as good as whole ones.
//!
//! From these alone:
//!
//! - [`points`]: for each size the median time and nodes of an engine, or that it was over the budget;
//! - [`reach`]: the largest size that it answers within the budget, and the one that stopped it;
//! - [`fit`], [`try_fit`]: how time, nodes and time a node grow, as [`Fit`] by the [`Model`] that fits
//!   best, with an interval; or [`NoFit`], why there is none;
//! - [`forecast`]: the size that it would reach in another budget, with an interval;
//! - [`speed_ups`], [`amdahl`]: of threads;
//! - [`Summary`]: all of it, to be serialised.
//!
//! # What a fit is worth
//!
//! Least squares on logarithms ([`Line`]) over a handful of points. Its interval presupposes that the model is
//! right; that it fits best among four does not make it so. [`Fit::rivals`] says how much worse the others fit, and
//! a [`forecast`] takes in those that cannot be told from the best, and the next best. Times of small sizes contain what it takes
//! to set a search up, which bends the line: nodes are free of that, and of noise.

mod climb;
mod counts;
mod family;
mod fit;
mod line;
mod points;
mod study;
mod sudokus;
mod summary;
mod threads;

pub use climb::Climb;
pub use family::{FAMILIES, Family};
pub use fit::{FEWEST_POINTS, Fit, Model, NoFit, RESOLVED, Rival};
pub use line::Line;
pub use points::{Forecast, Point, Quantity, Reach, fit, forecast, points, reach, try_fit};
pub use study::{Study, StudyError};
pub use summary::{AHEAD, EngineSummary, Growth, Summary};
pub use threads::{Amdahl, SpeedUp, amdahl, speed_ups};
