//! What is worth its while: learnt as the search goes, by the number of items that are to be
//! covered.
//!
//! To look into the memory, and to keep something there, takes about as long as a node; where
//! sub-problems hardly ever come again it is better left. To look for independent parts takes
//! longer still. Neither changes any result, nor does it depend on the machine.

/// Sub-problems with as many items or more are taken together.
const CLASSES: usize = 512;
/// So many looks say what they are worth; older ones count half.
const LOOKS: u32 = 1 << 11;
/// The nodes that a look has to save.
const WORTH: f64 = 0.5;
/// Of those sub-problems for which it does not pay, one of so many is remembered all the same, by
/// its hash: to save memory, and to find out if it pays by now. A power of two.
const SPARSE: u64 = 16;
/// The parts are looked for at least once in so many sub-problems.
const SELDOM: u32 = 1 << 12;

fn class(items: u32) -> usize {
    (items as usize).min(CLASSES - 1)
}

/// Whether to remember what sub-problems come to.
#[derive(Debug)]
pub(super) struct Memory {
    classes: Vec<Looks>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Looks {
    looks: u32,
    /// The nodes that they have saved.
    saved: f64,
    /// Whether there was anything to find.
    is_filled: bool,
    is_sparse: bool,
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory { classes: vec![Looks::default(); CLASSES] }
    }

    /// Whether to remember a sub-problem with so many items.
    #[inline]
    pub(super) fn wants(&self, items: u32, hash: u64) -> bool {
        // Bits that neither choose a place nor tell entries apart.
        !self.classes[class(items)].is_sparse || (hash >> 28).is_multiple_of(SPARSE)
    }

    /// A look has saved so many nodes.
    #[inline]
    pub(super) fn learn(&mut self, items: u32, saved: f64) {
        let looks = &mut self.classes[class(items)];
        // On the way down for the first time, nothing can be found.
        looks.looks += u32::from(looks.is_filled);
        looks.saved += saved;
        if looks.looks >= LOOKS {
            looks.is_sparse = looks.saved < WORTH * f64::from(LOOKS);
            looks.looks /= 2;
            looks.saved /= 2.0;
        }
    }
}

impl Memory {
    /// A value is remembered.
    #[inline]
    pub(super) fn fill(&mut self, items: u32) {
        self.classes[class(items)].is_filled = true;
    }
}

/// Whether to look for independent parts.
#[derive(Debug)]
pub(super) struct Parting {
    classes: Vec<Wait>,
    /// For tests: whether to look always or never.
    #[cfg(test)]
    pub(super) looks: Option<bool>,
}

/// So many sub-problems are passed over before the next one that is looked at.
#[derive(Debug, Clone, Copy, Default)]
struct Wait {
    left: u32,
    whole: u32,
}

impl Parting {
    pub(super) fn new() -> Self {
        Parting {
            classes: vec![Wait::default(); CLASSES],
            #[cfg(test)]
            looks: None,
        }
    }

    /// Whether to look at a sub-problem with so many items.
    #[inline]
    pub(super) fn wants(&mut self, items: u32) -> bool {
        #[cfg(test)]
        if let Some(looks) = self.looks {
            return looks;
        }
        let wait = &mut self.classes[class(items)];
        let wants = wait.left == 0;
        wait.left = if wants { wait.whole } else { wait.left - 1 };
        wants
    }

    /// There were parts, or there were none.
    pub(super) fn learn(&mut self, items: u32, parts: bool) {
        let wait = &mut self.classes[class(items)];
        wait.whole = if parts { wait.whole / 4 } else { (2 * wait.whole + 1).min(SELDOM) };
        wait.left = wait.whole;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_pay_is_done_seldom_until_it_pays() {
        let mut memory = Memory::new();
        let hash = |number: u64| number << 28;
        (0..2 * LOOKS).for_each(|_| memory.learn(30, 0.0));
        assert!(memory.wants(30, hash(1)), "nothing was there to be found");
        memory.fill(30);
        (0..LOOKS).for_each(|_| memory.learn(30, 0.0));
        assert!(!memory.wants(30, hash(1)));
        assert!(memory.wants(30, hash(2 * SPARSE)) && memory.wants(31, hash(1)));
        (0..LOOKS).for_each(|_| memory.learn(30, 2.0));
        assert!(memory.wants(30, hash(1)));
    }

    #[test]
    fn parts_are_looked_for_more_and_more_seldom_until_there_are_some() {
        let mut parting = Parting::new();
        let looks = |parting: &mut Parting, found: bool, times: u32| {
            let looks = (0..times).filter(|_| {
                let looks = parting.wants(9);
                if looks {
                    parting.learn(9, found);
                }
                looks
            });
            looks.count()
        };
        assert_eq!(looks(&mut parting, false, 1 << 12), 12);
        assert!(looks(&mut parting, true, 1 << 13) > 1000);
    }
}
