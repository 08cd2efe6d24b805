//! Which candidate to try: the one with the most contradictions for its places.
//!
//! Each fact that takes part in a contradiction counts for its candidate, a cell and a digit, and the last contradictions
//! count most (*VSIDS*; Moskewicz et al., *Chaff: engineering an efficient SAT solver*, DAC 2001). That is divided by how
//! many candidates the cell has left, as in *dom/wdeg* (Boussemart et al., *Boosting systematic search by weighting
//! constraints*, ECAI 2004); on a board without propagators but matchings, by how many places the digit has left in a
//! house of the cell, if they are fewer. On boards of 25×25 that takes half as many contradictions as to weigh cells;
//! with sums, which know cells and not houses, the places of digits mislead.
//!
//! It is tried that the cell holds the digit; to try that it does not took more contradictions.

use super::domains::{Domains, digits};
use super::facts::Fact;
use super::houses::Houses;

/// What candidates count.
#[derive(Debug)]
pub(super) struct Activity {
    size: usize,
    /// By cell and digit − 1.
    of_candidate: Vec<f32>,
    /// By cell: not less than any of its candidates.
    highest: Vec<f32>,
    /// What a contradiction counts now.
    gain: f32,
    /// Whether the places in houses matter.
    by_places: bool,
}

/// How much less a contradiction counts than the next one.
const DECAY: f32 = 0.99;

/// What a candidate counts at first: so little that cells with few candidates are first at first.
const FIRST: f32 = 0.1;

/// Where all counts are made smaller.
const MOST: f32 = 1e20;

impl Activity {
    /// For so many cells and digits.
    pub(super) fn new(cells: usize, size: usize, by_places: bool) -> Self {
        let (of_candidate, highest) = (vec![FIRST; cells * size], vec![FIRST; cells]);
        Activity { size, of_candidate, highest, gain: 1.0, by_places }
    }

    /// Counts the facts of a contradiction.
    pub(super) fn count(&mut self, facts: &[Fact]) {
        for fact in facts {
            let count = &mut self.of_candidate[fact.cell() * self.size + fact.index()];
            *count += self.gain;
            let highest = &mut self.highest[fact.cell()];
            *highest = highest.max(*count);
        }
        self.gain /= DECAY;
        if self.gain > MOST {
            let all = self.of_candidate.iter_mut().chain(&mut self.highest);
            all.for_each(|count| *count /= MOST);
            self.gain /= MOST;
        }
    }

    /// The candidate to try, or `None` if all cells are filled.
    pub(super) fn choose(&self, domains: &Domains, houses: &Houses) -> Option<Fact> {
        let mut best: Option<(f32, usize)> = None;
        for (cell, &set) in domains.sets().iter().enumerate() {
            let of_cell = set.count_ones();
            if of_cell < 2 {
                continue;
            }
            // No candidate is divided by less.
            let least = if self.by_places { 2.0 } else { of_cell as f32 };
            let is_worse = |count: f32| best.is_some_and(|(most, _)| count <= most * least);
            if is_worse(self.highest[cell]) {
                continue;
            }
            for index in digits(set).map(|digit| usize::from(digit) - 1) {
                let slot = cell * self.size + index;
                let count = self.of_candidate[slot];
                if best.is_some_and(|(most, _)| count <= most * least) {
                    continue;
                }
                let places = if self.by_places {
                    of_cell.min(houses.fewest(cell, index)) as f32
                } else {
                    least
                };
                if best.is_none_or(|(most, _)| count > most * places) {
                    best = Some((count / places, slot));
                }
            }
        }
        best.map(|(_, slot)| Fact::new(slot / self.size, slot % self.size, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_part_last_counts_most_and_few_candidates_are_first() {
        let domains = Domains::new(4, vec![0b1111, 0b0011, 0b0100, 0b0110]);
        let houses = Houses::new(4, 4);
        let mut activity = Activity::new(4, 4, false);
        let choice = |activity: &Activity| {
            activity.choose(&domains, &houses).map(|fact| (fact.cell(), fact.index()))
        };
        assert_eq!(choice(&activity), Some((1, 0)));
        activity.count(&[Fact::new(3, 2, false), Fact::new(0, 1, true)]);
        assert_eq!(choice(&activity), Some((3, 2)));
        activity.count(&[Fact::new(1, 1, false)]);
        assert_eq!(choice(&activity), Some((1, 1)));
        let filled = Domains::new(4, vec![1, 2, 0, 4]);
        assert_eq!(activity.choose(&filled, &houses), None);
    }

    #[test]
    fn counts_stay_finite() {
        let mut activity = Activity::new(1, 2, false);
        (0..20_000).for_each(|_| activity.count(&[Fact::new(0, 1, false)]));
        assert!(activity.highest[0].is_finite() && activity.gain.is_finite());
        let domains = Domains::new(2, vec![0b11]);
        let choice = activity.choose(&domains, &Houses::new(1, 2));
        assert_eq!(choice.map(Fact::index), Some(1));
    }
}
