//! Sums in which digits may repeat: cages with repeats, little killers, arrows, implied sums.
//!
//! Each cell has a weight; of an arrow the shaft's are 1, and those of the circle −1, −10, … Negative weights are done
//! away with by counting digits from above: −w·d is w·(n + 1 − d) less w·(n + 1).
//!
//! Consistency: domain consistency of the sum alone, by the sums that can be reached from the first cell on and from
//! the last cell back, as bitsets. That some cells must be different is left to those rules. Cost: candidates ×
//! (sum ÷ 64) words. Where that table would take more than [`MOST_WORDS`], only bounds are kept: each digit against
//! the least and the greatest that the other cells can add.

use super::Propagator;
use super::domains::{Clash, Domains, digits};
use super::facts::{Fact, Past};

/// Most words of the table of reachable sums of one rule, times digits: some milliseconds.
const MOST_WORDS: u64 = 1 << 23;

/// A cell of a sum, and what it counts.
#[derive(Debug, Clone, Copy)]
struct Term {
    weight: u64,
    /// Whether digit d counts n + 1 − d.
    from_above: bool,
}

/// Cells whose weighted digits make a sum.
#[derive(Debug)]
pub(super) struct Sum {
    cells: Vec<usize>,
    terms: Vec<Term>,
    size: u64,
    /// What the terms make; `None` if that is below 0.
    target: Option<u64>,
    layers: Layers,
}

/// The sums that can be reached before each cell, in `width` words each.
#[derive(Debug, Default)]
struct Layers {
    width: usize,
    reached: Vec<u64>,
    needed: Vec<u64>,
    before: Vec<u64>,
}

impl Sum {
    /// Σ weight · digit over cells, each with its weight, is `sum`.
    pub(super) fn new(size: usize, weighted: &[(usize, i64)], sum: i64) -> Self {
        let size = size as u64;
        let mut target = Some(i128::from(sum));
        let mut terms = Vec::new();
        for &(_, weight) in weighted {
            let term = Term { weight: weight.unsigned_abs(), from_above: weight < 0 };
            if term.from_above {
                let more = i128::from(term.weight) * i128::from(size + 1);
                target = target.map(|target| target + more);
            }
            terms.push(term);
        }
        Sum {
            cells: weighted.iter().map(|&(cell, _)| cell).collect(),
            terms,
            size,
            target: target.and_then(|target| u64::try_from(target).ok()),
            layers: Layers::default(),
        }
    }

    fn value(&self, term: Term, digit: u8) -> u64 {
        let digit = u64::from(digit);
        term.weight * if term.from_above { self.size + 1 - digit } else { digit }
    }

    /// The least and the greatest value of a term.
    fn bounds(&self, index: usize, domains: &Domains) -> (u64, u64) {
        let set = domains.get(self.cells[index]);
        let least = set.trailing_zeros() as u8 + 1;
        let most = 64 - set.leading_zeros() as u8;
        let (a, b) = (self.value(self.terms[index], least), self.value(self.terms[index], most));
        (a.min(b), a.max(b))
    }

    /// Bounds consistency: what the others can add at least and at most.
    fn by_bounds(&self, domains: &mut Domains, target: u64) -> Result<(), Clash> {
        let (mut least, mut most) = (0, 0);
        for index in 0..self.cells.len() {
            let (low, high) = self.bounds(index, domains);
            least += low;
            most += high;
        }
        if !(least..=most).contains(&target) {
            return Err(Clash);
        }
        for index in 0..self.cells.len() {
            let (low, high) = self.bounds(index, domains);
            if high - low <= (target - least).min(most - target) {
                continue;
            }
            let cell = self.cells[index];
            let fits = |&digit: &u8| {
                let value = self.value(self.terms[index], digit);
                value + (least - low) <= target && value + (most - high) >= target
            };
            let kept = digits(domains.get(cell)).filter(fits);
            domains.note(index as u64 + 1);
            domains.keep(cell, kept.fold(0, |set, digit| set | 1 << (digit - 1)))?;
        }
        Ok(())
    }

    /// Domain consistency.
    fn by_reachable(&mut self, domains: &mut Domains, target: u64) -> Result<(), Clash> {
        let count = self.cells.len();
        let width = (target / 64) as usize + 1;
        let mut layers = std::mem::take(&mut self.layers);
        layers.start(width, count, target);
        for index in 0..count {
            for digit in digits(domains.get(self.cells[index])) {
                layers.forward(index, self.value(self.terms[index], digit));
            }
        }
        let mut result = Ok(());
        for index in (0..count).rev() {
            let mut kept = 0;
            layers.before.fill(0);
            for digit in digits(domains.get(self.cells[index])) {
                if layers.backward(index, self.value(self.terms[index], digit)) {
                    kept |= 1 << (digit - 1);
                }
            }
            std::mem::swap(&mut layers.needed, &mut layers.before);
            domains.note(index as u64 + 1);
            result = domains.keep(self.cells[index], kept);
            if result.is_err() {
                break;
            }
        }
        self.layers = layers;
        result
    }
}

impl Layers {
    fn start(&mut self, width: usize, count: usize, target: u64) {
        self.width = width;
        self.reached.clear();
        self.reached.resize(width * (count + 1), 0);
        self.reached[0] = 1;
        self.needed.clear();
        self.needed.resize(width, 0);
        self.needed[(target / 64) as usize] = 1 << (target % 64);
        self.before.clear();
        self.before.resize(width, 0);
    }

    /// Adds to the sums after a cell those with this value in it.
    fn forward(&mut self, index: usize, value: u64) {
        let (words, bits) = ((value / 64) as usize, value % 64);
        let (low, high) = self.reached.split_at_mut((index + 1) * self.width);
        let (from, to) = (&low[index * self.width..], &mut high[..self.width]);
        for word in words..self.width {
            to[word] |= from[word - words] << bits;
            if bits > 0 && word > words {
                to[word] |= from[word - words - 1] >> (64 - bits);
            }
        }
    }

    /// Adds to the sums needed before a cell those that lead to one needed behind it by this value; whether there is
    /// one that can be reached.
    fn backward(&mut self, index: usize, value: u64) -> bool {
        let (words, bits) = ((value / 64) as usize, value % 64);
        let reached = &self.reached[index * self.width..][..self.width];
        let mut any = 0;
        for word in words..self.width {
            let mut shifted = self.needed[word] >> bits;
            if bits > 0 && word + 1 < self.width {
                shifted |= self.needed[word + 1] << (64 - bits);
            }
            let both = shifted & reached[word - words];
            self.before[word - words] |= both;
            any |= both;
        }
        any != 0
    }
}

impl Propagator for Sum {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn work(&self) -> u64 {
        let words = self.target.map_or(0, |target| target / 64 + 1);
        let table = words.saturating_mul(self.cells.len() as u64).saturating_mul(self.size);
        2 * table.min(MOST_WORDS)
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        let target = self.target.ok_or(Clash)?;
        self.by_bounds(domains, target)?;
        // The target is within the bounds now: the width is.
        let words = (target / 64 + 1).saturating_mul(self.cells.len() as u64 + 1);
        if words.saturating_mul(self.size) <= MOST_WORDS {
            self.by_reachable(domains, target)?;
        }
        Ok(())
    }

    /// The digits that the other cells have lost but which would make the sum possible: all others are as good as there.
    ///
    /// From the first cell on, a lost digit is let in if it leads to no sum that the cells behind can complete. The
    /// tag is the place of the cell that lost something, plus 1; without one, the sum cannot be at all.
    fn explain(
        &self,
        tag: u64,
        cell: Option<usize>,
        set: u64,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let Some(target) = self.target.filter(|&target| target < 128) else {
            self.cells.iter().for_each(|&cell| past.explain_cell(cell, facts));
            return;
        };
        let own = cell.and_then(|_| usize::try_from(tag).ok()?.checked_sub(1));
        let held = |index: usize| {
            if own == Some(index) { set } else { past.get(self.cells[index]) }
        };
        // By place: the sums of the cells before it from which those from it on reach the target.
        let mut needed = vec![0u128; self.cells.len() + 1];
        needed[self.cells.len()] = 1 << target;
        for index in (0..self.cells.len()).rev() {
            let values = digits(held(index)).map(|digit| self.value(self.terms[index], digit));
            needed[index] = values
                .filter(|&value| value <= target)
                .fold(0, |all, value| all | needed[index + 1] >> value);
        }
        let mut reached = 1u128;
        for (index, &cell) in self.cells.iter().enumerate() {
            let mut let_in = held(index);
            if own != Some(index) {
                let mut why = 0;
                for digit in digits(past.lost(cell, u64::MAX)) {
                    let value = self.value(self.terms[index], digit);
                    let completes = value <= target && reached << value & needed[index + 1] != 0;
                    let kept = if completes { &mut why } else { &mut let_in };
                    *kept |= 1 << (digit - 1);
                }
                past.explain_lost(cell, why, facts);
            }
            let values = digits(let_in).map(|digit| self.value(self.terms[index], digit));
            reached = values
                .filter(|&value| value <= target)
                .fold(0, |all, value| all | reached << value);
        }
    }
}

/// What candidates of a list of cells are part of some choice with this sum; `false` if there is none.
pub(super) fn supports(held: &[u64], sum: u32, support: &mut Vec<u64>) -> bool {
    support.clear();
    support.resize(held.len(), 0);
    let target = u64::from(sum);
    let most: u64 = held.iter().map(|set| 64 - u64::from(set.leading_zeros())).sum();
    if target > most || held.contains(&0) {
        return false;
    }
    let mut layers = Layers::default();
    layers.start((target / 64) as usize + 1, held.len(), target);
    for (index, &set) in held.iter().enumerate() {
        digits(set).for_each(|digit| layers.forward(index, u64::from(digit)));
    }
    for (index, &set) in held.iter().enumerate().rev() {
        layers.before.fill(0);
        for digit in digits(set) {
            if layers.backward(index, u64::from(digit)) {
                support[index] |= 1 << (digit - 1);
            }
        }
        std::mem::swap(&mut layers.needed, &mut layers.before);
    }
    // Without a cell, the empty sum is 0.
    layers.needed[0] & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_what_some_choice_has() {
        let mut domains = Domains::new(9, vec![0b1_1111_1111, 0b101, 0b1_0000_0001]);
        let mut sum = Sum::new(9, &[(0, 1), (1, 1), (2, 1)], 4);
        assert_eq!(sum.propagate(&mut domains), Ok(()));
        assert_eq!(domains.sets(), [0b10, 0b1, 0b1]);
    }

    #[test]
    fn arrows_have_a_circle_of_weight_below_0() {
        // 10·a + b = c + d, c and d up to 9: a is 1, and b at most 8.
        let mut domains = Domains::new(9, vec![0b1_1111_1111; 4]);
        let weighted = [(0, -10), (1, -1), (2, 1), (3, 1)];
        let mut sum = Sum::new(9, &weighted, 0);
        assert_eq!(sum.propagate(&mut domains), Ok(()));
        assert_eq!(domains.sets(), [0b1, 0b1111_1111, 0b1_1111_1110, 0b1_1111_1110]);
        let mut never = Sum::new(9, &[(0, 1)], -1);
        assert_eq!(never.propagate(&mut domains), Err(Clash));
    }

    #[test]
    fn supports_of_a_list() {
        let mut support = Vec::new();
        assert!(supports(&[0b111, 0b111], 3, &mut support));
        assert_eq!(support, [0b11, 0b11]);
        assert!(!supports(&[0b111], 4, &mut support));
        assert!(supports(&[], 0, &mut support) && !supports(&[], 1, &mut support));
    }
}
