//! Which variable next: the one that took part in the most contradictions, the last ones counting most.
//!
//! Exponential VSIDS (Moskewicz et al., *Chaff: engineering an efficient SAT solver*, DAC 2001; Eén and Sörensson, *An extensible
//! SAT-solver*, SAT 2003): a binary heap by activity, from which what is decided by itself is taken only when it comes to
//! the top.

/// Variables by activity.
#[derive(Debug, Default)]
pub(super) struct ByActivity {
    activity: Vec<f64>,
    /// What a contradiction counts now.
    gain: f64,
    heap: Vec<u32>,
    /// By variable: its place in the heap, or [`OUT`]; [`NEVER`] of those that may not be picked.
    places: Vec<u32>,
}

/// Not in the heap.
const OUT: u32 = u32::MAX;

/// Never in the heap.
const NEVER: u32 = u32::MAX - 1;

/// How much less a contradiction counts than the next one.
const DECAY: f64 = 0.98;

impl ByActivity {
    /// Variables with a first activity each, those in the heap that may be picked.
    pub(super) fn new(activity: Vec<f64>, may_be_picked: impl Fn(usize) -> bool) -> Self {
        let place = |variable| if may_be_picked(variable) { OUT } else { NEVER };
        let places = (0..activity.len()).map(place).collect();
        let mut order = ByActivity { activity, gain: 1.0, heap: Vec::new(), places };
        (0..order.places.len()).for_each(|variable| order.put_back(variable));
        order
    }

    /// Puts a variable back, if it is not there and may be picked.
    pub(super) fn put_back(&mut self, variable: usize) {
        if self.places[variable] == OUT {
            self.places[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes out the most active one.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let &first = self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[first as usize] = OUT;
        if last != first {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(first as usize)
    }

    /// Books that a variable took part in a contradiction.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.gain;
        if self.activity[variable] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.gain *= 1e-100;
        }
        if self.places[variable] < NEVER {
            self.rise(self.places[variable] as usize);
        }
    }

    /// From now on contradictions count more.
    pub(super) fn decay(&mut self) {
        self.gain /= DECAY;
    }

    /// Whether one goes before another: ties by their numbers.
    fn is_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x == y && a < b
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_before(variable, self.heap[above]) {
                break;
            }
            self.heap[place] = self.heap[above];
            self.places[self.heap[place] as usize] = place as u32;
            place = above;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.is_before(self.heap[below + 1], self.heap[below])
            {
                below += 1;
            }
            if !self.is_before(self.heap[below], variable) {
                break;
            }
            self.heap[place] = self.heap[below];
            self.places[self.heap[place] as usize] = place as u32;
            place = below;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_come_first_and_ties_by_number() {
        let mut order = ByActivity::new(vec![0.0, 2.0, 1.0, 2.0, 0.0], |variable| variable != 4);
        order.bump(0);
        order.decay();
        order.bump(2);
        let first = order.pop();
        assert_eq!((first, order.pop(), order.pop()), (Some(2), Some(1), Some(3)));
        order.put_back(1);
        order.put_back(1);
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some(1), Some(0), None));
    }

    #[test]
    fn activities_stay_finite() {
        let mut order = ByActivity::new(vec![0.0; 3], |_| true);
        for _ in 0..20_000 {
            order.bump(2);
            order.decay();
        }
        order.bump(1);
        assert!(order.activity.iter().all(|activity| activity.is_finite()));
        assert_eq!(order.pop(), Some(2));
    }
}
