//! Rules beside those of exact cover, to be kept by propagators: what they say, and three ways to keep them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quadrille_cover::watch::Partial;
use quadrille_cover::{
    DeadEnd, Matrix, OptionId, Propagate, Propagation, Together, View, strategy,
};
use quadrille_testkit::SplitMix64;

/// What a set of options must be like.
#[derive(Debug, Clone)]
pub(crate) enum Rule {
    /// The weights of the options add up to this or less.
    AtMost(Vec<u64>, u64),
    /// The weights of the options add up to this or more.
    AtLeast(Vec<u64>, u64),
    /// Of each pair not both.
    NotBoth(Vec<(u32, u32)>),
    /// Of each pair the second only with the first.
    Needs(Vec<(u32, u32)>),
    /// At least one of these.
    OneOf(Vec<u32>),
    /// An even number of these.
    Even(Vec<u32>),
}

/// How a rule is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Only false solutions are refused.
    Late,
    /// Everything is looked at in each view.
    Thorough,
    /// Only what has changed is looked at.
    Thrifty,
}

pub(crate) const STYLES: [Style; 3] = [Style::Late, Style::Thorough, Style::Thrifty];

impl Rule {
    /// A random rule about so many options.
    pub(crate) fn random(random: &mut SplitMix64, options: usize) -> Self {
        let count = options.max(1);
        let some = |random: &mut SplitMix64, percent: usize| -> Vec<u32> {
            (0..options as u32).filter(|_| random.chance(percent)).collect()
        };
        let pairs = |random: &mut SplitMix64| -> Vec<(u32, u32)> {
            let pair =
                |random: &mut SplitMix64| (random.below(count) as u32, random.below(count) as u32);
            (0..random.between(1, 6)).map(|_| pair(random)).filter(|(a, b)| a != b).collect()
        };
        let weights =
            |random: &mut SplitMix64| (0..options).map(|_| random.below(6) as u64).collect();
        match random.below(6) {
            0 => Rule::AtMost(weights(random), random.below(14) as u64),
            1 => Rule::AtLeast(weights(random), random.below(10) as u64),
            2 => Rule::NotBoth(pairs(random)),
            3 => Rule::Needs(pairs(random)),
            4 => Rule::OneOf(some(random, 25)),
            _ => Rule::Even(some(random, 40)),
        }
    }

    /// Whether a set of options keeps the rule; it must know no more of it than this.
    pub(crate) fn allows(&self, set: &[usize]) -> bool {
        let has = |option: &u32| set.contains(&(*option as usize));
        let sum = |weights: &[u64]| set.iter().map(|&option| weights[option]).sum::<u64>();
        match self {
            Rule::AtMost(weights, most) => sum(weights) <= *most,
            Rule::AtLeast(weights, least) => sum(weights) >= *least,
            Rule::NotBoth(pairs) => !pairs.iter().any(|(a, b)| has(a) && has(b)),
            Rule::Needs(pairs) => pairs.iter().all(|(a, b)| has(a) || !has(b)),
            Rule::OneOf(some) => some.iter().any(has),
            Rule::Even(some) => some.iter().filter(|option| has(option)).count() % 2 == 0,
        }
    }

    /// This rule, kept in this style.
    pub(crate) fn kept(&self, style: Style) -> Arc<dyn Propagate> {
        Arc::new(Kept { rule: self.clone(), style })
    }
}

/// All of these rules, the styles by turns, each view checked.
pub(crate) fn together(rules: &[Rule], style: usize) -> Arc<dyn Propagate> {
    let style = |number: usize| STYLES[(number + style) % STYLES.len()];
    let kept = rules.iter().enumerate().map(|(number, rule)| rule.kept(style(number)));
    let members: Vec<Arc<dyn Propagate>> = kept.collect();
    let all = match members.as_slice() {
        [one] => Arc::clone(one),
        _ => Arc::new(Together::new(members)),
    };
    Arc::new(Checked(all))
}

#[derive(Debug, Clone)]
struct Kept {
    rule: Rule,
    style: Style,
}

impl Propagate for Kept {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(self.clone())
    }
}

impl Propagation for Kept {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        if view.is_solution() {
            let set: Vec<usize> = view.chosen().iter().map(|option| option.index()).collect();
            return if self.rule.allows(&set) { Ok(()) } else { Err(DeadEnd) };
        }
        if self.style == Style::Late {
            return Ok(());
        }
        let is_thorough = self.style == Style::Thorough || view.is_first();
        let id = OptionId::new;
        match &self.rule {
            Rule::AtMost(weights, most) => {
                if !is_thorough && view.newly_chosen().is_empty() {
                    return Ok(());
                }
                let spent = view.chosen().iter().map(|option| weights[option.index()]).sum();
                let room = most.checked_sub(spent).ok_or(DeadEnd)?;
                view.retain(|option| weights[option.index()] <= room)
            }
            Rule::AtLeast(weights, least) => {
                let possible = |(option, _): &(usize, &u64)| view.is_possible(id(*option as u32));
                let sum: u64 =
                    weights.iter().enumerate().filter(possible).map(|(_, weight)| weight).sum();
                if sum >= *least { Ok(()) } else { Err(DeadEnd) }
            }
            Rule::NotBoth(pairs) => {
                let chosen = if is_thorough { view.chosen() } else { view.newly_chosen() };
                let excluded = |option: u32| {
                    let with = move |&(a, b): &(u32, u32)| match option {
                        _ if a == option => Some(b),
                        _ if b == option => Some(a),
                        _ => None,
                    };
                    pairs.iter().filter_map(with)
                };
                let out: Vec<u32> =
                    chosen.iter().flat_map(|option| excluded(option.get())).collect();
                out.into_iter().try_for_each(|option| view.remove(id(option)))
            }
            Rule::Needs(pairs) if is_thorough => {
                // Until nothing changes.
                for _ in 0..=pairs.len() {
                    for &(a, b) in pairs {
                        if !view.is_possible(id(a)) {
                            view.remove(id(b))?;
                        }
                    }
                }
                Ok(())
            }
            Rule::Needs(pairs) => {
                // What is removed here is gone, too.
                let mut next = 0;
                while let Some(&gone) = view.gone().get(next) {
                    next += 1;
                    for &(a, b) in pairs {
                        if id(a) == gone {
                            view.remove(id(b))?;
                        }
                    }
                }
                Ok(())
            }
            Rule::OneOf(some) => {
                let is_new = |option: &u32| view.gone().contains(&id(*option));
                if !is_thorough && !some.iter().any(is_new) {
                    return Ok(());
                }
                let is_left = some.iter().any(|&option| view.is_possible(id(option)));
                if is_left { Ok(()) } else { Err(DeadEnd) }
            }
            Rule::Even(some) => {
                let chosen = some.iter().filter(|&&option| view.is_chosen(id(option))).count();
                let open: Vec<u32> = some
                    .iter()
                    .copied()
                    .filter(|&option| view.is_possible(id(option)) && !view.is_chosen(id(option)))
                    .collect();
                if open.is_empty() && chosen % 2 == 1 { Err(DeadEnd) } else { Ok(()) }
            }
        }
    }
}

/// Asks another one, and checks what the view shows, by the matrix alone.
#[derive(Debug)]
struct Checked(Arc<dyn Propagate>);

impl Propagate for Checked {
    fn begin(&self, matrix: &Matrix) -> Box<dyn Propagation> {
        let inner = self.0.begin(matrix);
        Box::new(Checking { inner, matrix: matrix.clone(), before: HashMap::new() })
    }

    fn identity(&self) -> String {
        self.0.identity()
    }
}

#[derive(Debug)]
struct Checking {
    inner: Box<dyn Propagation>,
    matrix: Matrix,
    /// What was possible at the end of each view, by the options chosen.
    before: HashMap<Vec<OptionId>, Vec<u64>>,
}

impl Checking {
    fn check(&self, view: &View<'_>) {
        let options = || self.matrix.options();
        let partial = Partial::new(&self.matrix, view.chosen(), &[]);
        let items = partial.open_items();
        let fitting: HashSet<OptionId> = items.flat_map(|item| partial.options(item)).collect();
        for option in options() {
            let is_chosen = view.chosen().contains(&option);
            assert_eq!(view.is_chosen(option), is_chosen);
            assert!(!is_chosen || view.is_possible(option));
            let bit = view.possible()[option.index() / 64] >> (option.index() % 64) & 1 == 1;
            assert_eq!(view.is_possible(option), bit);
            if bit && !is_chosen {
                assert!(!view.is_solution(), "nothing else is possible then");
                assert!(fitting.contains(&option), "{option} with {:?}", view.chosen());
            }
        }
        let none = OptionId::new(self.matrix.option_count() as u32);
        assert!(!view.is_possible(none) && !view.is_chosen(OptionId::new(u32::MAX)));
        assert!(view.chosen().ends_with(view.newly_chosen()));
        let mut gone: Vec<OptionId> = view.gone().to_vec();
        gone.sort_unstable();
        let impossible = options().filter(|&option| !view.is_possible(option));
        if view.is_first() {
            assert_eq!(gone, impossible.collect::<Vec<_>>());
            assert_eq!(view.newly_chosen(), view.chosen());
            return;
        }
        let old = view.chosen().len() - view.newly_chosen().len();
        if self.matrix.needs().multiplicities {
            // There the chosen options do not tell one node from another.
            assert!(gone.iter().all(|&option| !view.is_possible(option)));
            return;
        }
        assert_eq!(view.newly_chosen().len(), 1);
        let before = &self.before[&view.chosen()[..old]];
        let was = |option: OptionId| before[option.index() / 64] >> (option.index() % 64) & 1 == 1;
        assert_eq!(gone, impossible.filter(|&option| was(option)).collect::<Vec<_>>());
        assert!(options().all(|option| was(option) || !view.is_possible(option)));
    }
}

impl Propagation for Checking {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        self.check(view);
        let before: Vec<u64> = view.possible().to_vec();
        let (shown, chosen) = (view.gone().len(), view.chosen().to_vec());
        let result = self.inner.propagate(view);
        let taken: u32 =
            before.iter().zip(view.possible()).map(|(a, b)| (a & !b).count_ones()).sum();
        assert_eq!(view.gone().len() - shown, taken as usize, "what is removed is gone");
        assert!(view.gone()[shown..].iter().all(|&option| !view.is_possible(option)));
        self.before.insert(chosen, view.possible().to_vec());
        result
    }
}

/// The strategies that keep the rules of a propagator, and take the problem.
pub(crate) fn able(matrix: &Matrix) -> impl Iterator<Item = &'static dyn strategy::Strategy> {
    super::able(matrix).filter(|strategy| strategy.capabilities().propagators)
}
