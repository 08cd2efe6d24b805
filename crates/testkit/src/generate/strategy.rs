//! Random instances for proptest, with shrinking.
//!
//! The instances come from [`random_instance`], so that both ways of making them have one distribution; a failing one is
//! made smaller by structure: fewer options, fewer items, shorter options, plainer ones. Every step keeps the instance
//! sound, and none adds anything, so that shrinking ends.

use proptest::arbitrary::any;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::{Shape, random_instance};
use crate::instance::{Instance, ItemKind};

/// The strategy of sound instances of a shape.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
/// use quadrille_testkit::generate::{Shape, instances};
/// use quadrille_testkit::oracle;
///
/// proptest!(|(instance in instances(Shape::XCC))| {
///     for solution in oracle::solutions(&instance).unwrap() {
///         prop_assert_eq!(oracle::is_solution(&instance, &solution), Ok(()));
///     }
/// });
/// ```
pub fn instances(shape: Shape) -> InstanceStrategy {
    InstanceStrategy { shape }
}

/// See [`instances`].
#[derive(Clone, Copy, Debug)]
pub struct InstanceStrategy {
    shape: Shape,
}

impl Strategy for InstanceStrategy {
    type Tree = InstanceTree;
    type Value = Instance;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = any::<u64>().new_tree(runner)?.current();
        Ok(InstanceTree::new(random_instance(seed, self.shape)))
    }
}

/// An instance and its way to a smaller one.
#[derive(Clone, Debug)]
pub struct InstanceTree {
    current: Instance,
    /// The instance before the last step, to which a step that went too far returns.
    before: Option<Instance>,
    /// The next step to try on `current`.
    next: usize,
    /// Whether a step of this pass was kept, so that another pass may find more.
    kept: bool,
}

impl InstanceTree {
    /// Starts from the given instance: useful to shrink a failure that was found by other means.
    pub fn new(instance: Instance) -> Self {
        InstanceTree { current: instance, before: None, next: 0, kept: false }
    }

    /// Tries steps, from `next` on, until one changes the instance.
    fn advance(&mut self) -> bool {
        loop {
            match step(&self.current, self.next) {
                Some(Some(smaller)) => {
                    self.before = Some(std::mem::replace(&mut self.current, smaller));
                    return true;
                }
                Some(None) => self.next += 1,
                None if self.kept => (self.next, self.kept) = (0, false),
                None => return false,
            }
        }
    }
}

impl ValueTree for InstanceTree {
    type Value = Instance;

    fn current(&self) -> Instance {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        // A step that is kept leaves `next` alone: what stood behind the part that went has moved up to its place.
        self.kept |= self.before.take().is_some();
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        match self.before.take() {
            Some(before) => {
                self.current = before;
                self.next += 1;
                self.advance()
            }
            None => false,
        }
    }
}

/// The instance after step `number`; `Some(None)` if that step changes nothing, `None` past the last step.
fn step(instance: &Instance, number: usize) -> Option<Option<Instance>> {
    let mut smaller = instance.clone();
    let options = instance.options.len();
    let items = instance.items.len();
    // Halves first, so that large instances shrink fast.
    let mut rest = number;
    if rest < 2 {
        let half = options / 2;
        if half > 0 {
            smaller.options.drain(if rest == 0 { 0..half } else { half..options });
        }
    } else if rest - 2 < options {
        smaller.options.remove(rest - 2);
    } else if rest - 2 - options < items {
        remove_item(&mut smaller, rest - 2 - options);
    } else if rest - 2 - options - items < items {
        merge_item(&mut smaller, rest - 2 - options - items);
    } else {
        rest -= 2 + options + 2 * items;
        let entries: usize = instance.options.iter().map(|option| option.entries.len()).sum();
        if rest < entries {
            remove_entry(&mut smaller, rest);
        } else if rest < entries + items {
            let kind = &mut smaller.items[rest - entries].kind;
            if let ItemKind::Primary { .. } = kind {
                *kind = ItemKind::Primary { min: 1, max: 1 };
            }
        } else if rest < entries + items + options {
            smaller.options[rest - entries - items].cost = 0;
        } else if rest < 2 * entries + items + options {
            let wanted = rest - entries - items - options;
            if let Some(entry) =
                smaller.options.iter_mut().flat_map(|option| &mut option.entries).nth(wanted)
            {
                entry.colour = None;
            }
        } else {
            return None;
        }
    }
    Some((smaller != *instance).then_some(smaller))
}

/// Removes an item from everywhere, and the options that it leaves empty.
fn remove_item(instance: &mut Instance, item: usize) {
    instance.items.remove(item);
    for option in &mut instance.options {
        option.entries.retain(|entry| entry.item != item);
        option
            .entries
            .iter_mut()
            .filter(|entry| entry.item > item)
            .for_each(|entry| entry.item -= 1);
    }
    instance.options.retain(|option| !option.entries.is_empty());
}

/// Gives an item's entries to the item before it, where the option has that one not yet, and removes the item: what
/// removing it alone cannot do when too few options would be left.
fn merge_item(instance: &mut Instance, item: usize) {
    let Some(heir) = item.checked_sub(1) else {
        return;
    };
    let heir_is_primary = instance.items[heir].is_primary();
    for option in &mut instance.options {
        if !option.entries.iter().any(|entry| entry.item == heir) {
            for entry in option.entries.iter_mut().filter(|entry| entry.item == item) {
                entry.item = heir;
                entry.colour = entry.colour.take().filter(|_| !heir_is_primary);
            }
        }
    }
    remove_item(instance, item);
}

/// Removes one entry, unless its option has no other.
fn remove_entry(instance: &mut Instance, mut number: usize) {
    for option in &mut instance.options {
        if number < option.entries.len() {
            if option.entries.len() > 1 {
                option.entries.remove(number);
            }
            return;
        }
        number -= option.entries.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng};

    fn runner() -> TestRunner {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        TestRunner::new_with_rng(
            Config { cases: 2000, failure_persistence: None, ..Config::default() },
            rng,
        )
    }

    fn smallest(fails: impl Fn(&Instance) -> bool) -> Instance {
        let outcome = runner().run(&instances(Shape::ANY), |instance| {
            assert_eq!(instance.fault(), None);
            if fails(&instance) {
                Err(proptest::test_runner::TestCaseError::fail("wanted"))
            } else {
                Ok(())
            }
        });
        match outcome {
            Err(TestError::Fail(_, instance)) => instance,
            other => panic!("no failure found: {other:?}"),
        }
    }

    #[test]
    fn failures_shrink_to_the_smallest_instance() {
        let two_options_that_share_a_colour = |instance: &Instance| {
            let colours = |option: usize| {
                let entries = instance.options[option].entries.iter();
                entries.filter(|entry| entry.colour.is_some()).cloned().collect::<Vec<_>>()
            };
            instance.options.len() > 1 && colours(0).iter().any(|entry| colours(1).contains(entry))
        };
        let instance = smallest(two_options_that_share_a_colour);
        assert_eq!((instance.items.len(), instance.options.len()), (1, 2), "{instance:?}");
        assert!(
            instance.options.iter().all(|option| option.entries.len() == 1 && option.cost == 0)
        );
    }

    #[test]
    fn bounds_and_costs_shrink_too() {
        let instance =
            smallest(|instance| instance.has_multiplicities() && instance.options.len() >= 3);
        assert_eq!((instance.items.len(), instance.options.len()), (1, 3), "{instance:?}");
        assert!(!instance.has_costs() && !instance.has_colours());
        let instance = smallest(Instance::has_costs);
        assert_eq!((instance.items.len(), instance.options.len()), (1, 1), "{instance:?}");
    }
}
