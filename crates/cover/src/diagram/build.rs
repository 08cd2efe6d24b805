//! Making a diagram of a problem: Algorithm X with a memory, which keeps the levels that it goes through.

use super::{Diagram, DiagramBuilder, DiagramError};
use crate::limits::Meter;
use crate::matrix::Matrix;
use crate::outcome::StopReason;
use crate::search::{Search, SearchError};
use crate::statistics::Statistics;
use crate::strategy::Drawer;

