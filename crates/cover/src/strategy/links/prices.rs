//! Prices of the items at the root: what every solution costs at least, and what each option adds to
//! that.
//!
//! Wanted are prices y(i) with the greatest Σ u(i) y(i) such that no option is worth more than it
//! costs: the dual of the linear relaxation. Any prices p give the lower bound
//!
//! > L(p) = Σ u(i) p(i) + Σ min(0, n(o)), n(o) = cost(o) − Σ p(i) over the items of o
//!
//! since an option is taken once at the most. An item to be covered u times is best priced between
//! its u-th and its next cheapest option, all other prices being what they are; to go half-way
//! between the two, item after item, never lowers L and soon comes near its greatest value (block
//! coordinate ascent with averaged min-marginals: Swoboda et al. 2022 do it for 0-1 programs in
//! general). Then what is too dear is made cheaper, which does not lower L either, and the first
//! formula holds without its second sum.
//!
//! An item to be covered just u times may have a negative price; one that may be covered more often
//! may not; one that may be left out, or is secondary, has none.

use crate::matrix::{ItemKind, Matrix};

/// Passes over all items, at most …
const PASSES: usize = 200;
/// … and entries visited in all of them: a second's work for a large problem.
const WORK: usize = 100_000_000;
/// No price is raised or lowered beyond this, which is more than any scaled cost: where there is no
/// solution, the best prices are infinite.
const DEAREST: i128 = 1 << 66;
/// Costs are scaled up to about this many bits, so that prices can be fractions of them.
const BITS: u32 = 40;

/// Prices of the items of a problem.
#[derive(Debug, Default)]
pub(super) struct Prices {
    /// How many units of the prices are a unit of cost.
    pub(super) scale: i128,
    /// Σ u(i) y(i): no solution costs less.
    pub(super) base: i128,
    /// The cost of each option, not scaled.
    pub(super) costs: Vec<u64>,
    /// n(o) for each option.
    pub(super) net: Vec<u64>,
}

/// The entries of a problem by items, and what is known of each item.
struct Columns<'m> {
    matrix: &'m Matrix,
    starts: Vec<usize>,
    options: Vec<u32>,
    prices: Vec<i128>,
    net: Vec<i128>,
}

impl Prices {
    /// Prices of the items of a problem. O(passes × entries).
    pub(super) fn of(matrix: &Matrix) -> Self {
        let costs: Vec<u64> = matrix.options().map(|option| matrix.cost(option)).collect();
        let greatest = costs.iter().copied().max().unwrap_or(0);
        let scale = 1i128 << BITS.saturating_sub(u64::BITS - greatest.leading_zeros()).min(16);
        let mut columns = Columns::new(matrix, scale);
        columns.raise();
        if greatest > 0 {
            let mut better = Columns::new(matrix, scale);
            let passes = PASSES.min(WORK / matrix.entry_count().max(1)).max(2);
            (0..passes).for_each(|_| better.average());
            better.repair();
            better.raise();
            // To repair the price of an item costs as much as often as the item is needed.
            if better.base() > columns.base() {
                columns = better;
            }
        }
        let base = columns.base();
        // A net cost that does not fit is a lower one, which is safe.
        let net = columns.net.iter().map(|&net| u64::try_from(net).unwrap_or(u64::MAX)).collect();
        Prices { scale, base, costs, net }
    }
}

/// How many options an item needs that has a price; 0 for others.
fn need(kind: ItemKind) -> u32 {
    match kind {
        ItemKind::Primary { min, .. } => min,
        ItemKind::Secondary => 0,
    }
}

impl<'m> Columns<'m> {
    fn new(matrix: &'m Matrix, scale: i128) -> Self {
        let usable = || matrix.options().filter(|&option| matrix.has_primary_item(option));
        let mut starts = vec![0; matrix.item_count() + 1];
        for option in usable() {
            matrix.items_of(option).iter().for_each(|&item| starts[item as usize + 1] += 1);
        }
        (1..starts.len()).for_each(|item| starts[item] += starts[item - 1]);
        let mut ends = starts.clone();
        let mut options = vec![0u32; matrix.entry_count()];
        for option in usable() {
            for &item in matrix.items_of(option) {
                options[ends[item as usize]] = option.get();
                ends[item as usize] += 1;
            }
        }
        let cost = |option| i128::from(matrix.cost(option)) * scale;
        Columns {
            matrix,
            starts,
            options,
            prices: vec![0; matrix.item_count()],
            net: matrix.options().map(cost).collect(),
        }
    }

    /// Σ u(i) y(i). An item that needs more options than it has leaves no solution, and any bound holds.
    fn base(&self) -> i128 {
        let needs = self.matrix.kinds().iter().zip(self.starts.windows(2));
        let needs = needs.map(|(kind, range)| (need(*kind) as usize).min(range[1] - range[0]));
        needs.zip(&self.prices).map(|(need, price)| need as i128 * price).sum()
    }

    /// Adds to the price of an item, but leaves it in its range.
    fn add(&mut self, item: usize, change: i128) {
        let change = match self.matrix.kinds()[item] {
            ItemKind::Primary { min, max } if min == max => change,
            ItemKind::Primary { .. } => change.max(-self.prices[item]),
            ItemKind::Secondary => 0,
        };
        self.prices[item] += change;
        for &option in &self.options[self.starts[item]..self.starts[item + 1]] {
            self.net[option as usize] -= change;
        }
    }

    /// The net costs of the options of an item.
    fn nets(&self, item: usize) -> impl Iterator<Item = i128> + '_ {
        let options = &self.options[self.starts[item]..self.starts[item + 1]];
        options.iter().map(|&option| self.net[option as usize])
    }

    /// Prices each item half-way between the last option that it needs and the next.
    fn average(&mut self) {
        let mut sorted = Vec::new();
        for (item, &kind) in self.matrix.kinds().iter().enumerate() {
            let need = need(kind) as usize;
            let options = self.starts[item + 1] - self.starts[item];
            if need == 0 || options == 0 {
                continue;
            }
            let (last, next) = if need == 1 {
                let mut least = (i128::MAX, i128::MAX);
                for net in self.nets(item) {
                    least = (least.0.min(net), least.1.min(net.max(least.0)));
                }
                least
            } else {
                sorted.clear();
                sorted.extend(self.nets(item));
                sorted.sort_unstable();
                let at = |place: usize| sorted.get(place).copied().unwrap_or(i128::MAX);
                (at(need.min(options) - 1), at(need))
            };
            let change = if next == i128::MAX { last } else { (last + next).div_euclid(2) };
            let price = (self.prices[item] + change).clamp(-DEAREST, DEAREST);
            self.add(item, price - self.prices[item]);
        }
    }

    /// Lowers prices until no option is worth more than it costs.
    fn repair(&mut self) {
        for option in self.matrix.options() {
            if self.net[option.index()] >= 0 {
                continue;
            }
            // The least needed items first.
            let mut items = self.matrix.items_of(option).to_vec();
            items.sort_by_key(|&item| need(self.matrix.kinds()[item as usize]));
            for item in items {
                let net = self.net[option.index()].min(0);
                self.add(item as usize, net);
            }
        }
    }

    /// Raises each price as far as it goes.
    fn raise(&mut self) {
        for (item, &kind) in self.matrix.kinds().iter().enumerate() {
            let least = self.nets(item).min();
            if let Some(least @ 1..) = least.filter(|_| need(kind) > 0) {
                self.add(item, least);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn of(text: &str) -> (f64, Vec<f64>) {
        let problem = text::read(text).unwrap();
        let prices = Prices::of(problem.matrix());
        let units = |value: i128| value as f64 / prices.scale as f64;
        (units(prices.base), prices.net.iter().map(|&net| units(i128::from(net))).collect())
    }

    #[test]
    fn an_assignment_is_priced_at_its_optimum() {
        // The linear relaxation of an assignment has an integral optimum: here 1 + 2 + 3.
        let (base, net) = of("a b c x y z\n\
            a x |1\na y |4\na z |5\nb x |3\nb y |2\nb z |6\nc x |4\nc y |5\nc z |3\n");
        assert!((base - 6.0).abs() < 0.01, "{base}");
        assert!([0, 4, 8].iter().all(|&option| net[option] < 0.01), "{net:?}");
    }

    #[test]
    fn prices_can_be_fractions() {
        // Each pair costs 1, three items: 3/2 in the relaxation, and 2 with the single.
        let (base, _) = of("a b c\na b |1\nb c |1\na c |1\na |1\nb |1\nc |1\n");
        assert!((base - 1.5).abs() < 0.01, "{base}");
    }

    #[test]
    fn items_that_may_be_covered_more_often_have_no_negative_price() {
        let problem = text::read("1:2|a b\na b |5\na |1\nb |9\n").unwrap();
        let prices = Prices::of(problem.matrix());
        assert!(prices.base <= 5 * prices.scale && prices.base >= 4 * prices.scale);
    }

    #[test]
    fn the_bound_holds_whatever_the_costs() {
        use quadrille_testkit::generate::{Shape, random_instance};
        use quadrille_testkit::oracle;
        for seed in 0..3_000 {
            let mut instance = random_instance(seed, Shape::ANY);
            for (number, option) in instance.options.iter_mut().enumerate() {
                option.cost = if (seed + number as u64).is_multiple_of(3) { u64::MAX } else { 1 };
            }
            let problem = super::super::tests::build(&instance);
            // Where there is no solution the best prices are infinite: they must not overflow.
            let prices = Prices::of(problem.matrix());
            if let [cheapest] = oracle::cheapest_costs(&instance, 1).unwrap()[..] {
                let highest = i128::try_from(cheapest).unwrap() * prices.scale;
                assert!((0..=highest).contains(&prices.base), "seed {seed}");
            }
        }
    }

    #[test]
    fn the_largest_costs_do_not_overflow() {
        let (base, net) = of("a b 3:3|c\na c |18446744073709551615\nb c |18446744073709551615\n\
            c |18446744073709551615\nc |18446744073709551615\na b c |0\n");
        assert!(base >= 0.0 && net.iter().all(|&net| net >= 0.0));
    }
}
