//! Whether a frame of its own pays for what is left of a problem.

use super::frame::{Frame, LANES, WIDTHS, round_up};

/// Levels with this many more options left have a mean of their own.
const STEP: u32 = 16;
/// How many means there are; the last is that of all levels with more options.
const MEANS: usize = 128;
/// So many nodes are expected where nothing is known yet.
const FIRST: f32 = 256.0;
/// The last so many levels make a mean, roughly.
const MEMORY: f32 = 16.0;
/// What it costs to make a frame: for each word of its rows in the frame outside, and beyond that.
const WORD: f32 = 3.0;
const FRAME: f32 = 300.0;

/// The mean number of nodes below a level, by the number of options that were left when it was opened.
///
/// Costs and gains are in steps of the scan for the next item: a word of eight items.
#[derive(Debug)]
pub(super) struct Forecast {
    means: [f32; MEANS],
    /// For tests: whether to make frames always or never.
    #[cfg(test)]
    pub(super) narrows: Option<bool>,
}

impl Default for Forecast {
    fn default() -> Self {
        Forecast {
            means: [FIRST; MEANS],
            #[cfg(test)]
            narrows: None,
        }
    }
}

fn place(left: u32) -> usize {
    ((left / STEP) as usize).min(MEANS - 1)
}

impl Forecast {
    /// Goes back to the beginning.
    pub(super) fn forget(&mut self) {
        self.means = [FIRST; MEANS];
    }

    /// Learns how many nodes there were below a level.
    pub(super) fn learn(&mut self, left: u32, nodes: u64) {
        let mean = &mut self.means[place(left)];
        *mean += (nodes as f32 - *mean) / MEMORY;
    }

    /// Whether to make a frame for a level with so many options and items left.
    pub(super) fn is_worth_it(&self, frame: &Frame, left: u32, items: u32) -> bool {
        #[cfg(test)]
        if let Some(narrows) = self.narrows {
            return narrows;
        }
        let (options, items) = (left as usize, items as usize);
        let width = round_up(options.div_ceil(64), &WIDTHS);
        if width == frame.width {
            return false;
        }
        let before = frame.lanes.len();
        let after = width * items.div_ceil(LANES);
        let rows = items + frame.numbers.len() - frame.primaries;
        let cost = FRAME + WORD * (rows * frame.width) as f32;
        self.means[place(left)] * (before - after) as f32 > cost
    }
}
