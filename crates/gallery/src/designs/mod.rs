//! Block designs: [`Steiner`] systems, and [`Kirkman`]'s schoolgirls.

mod kirkman;
mod steiner;

pub use kirkman::Kirkman;
pub use steiner::Steiner;

/// All sets of `size` numbers out of `0..n`, each ascending, in lexicographic order.
#[derive(Debug)]
struct Subsets {
    n: usize,
    next: Option<Vec<usize>>,
}

impl Subsets {
    fn new(n: usize, size: usize) -> Self {
        Subsets { n, next: (size <= n).then(|| (0..size).collect()) }
    }
}

impl Iterator for Subsets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let current = self.next.take()?;
        let size = current.len();
        // The last number that can grow; those behind it follow it closely.
        let grown = (0..size).rev().find(|&place| current[place] + size - place < self.n);
        self.next = grown.map(|place| {
            let head = current[..place].iter().copied();
            let from = current[place] + 1;
            head.chain(from..from + size - place).collect()
        });
        Some(current)
    }
}

/// The name of a set: its numbers, from 1, with a hyphen between.
fn name(set: impl IntoIterator<Item = usize>) -> String {
    let numbers: Vec<String> = set.into_iter().map(|number| (number + 1).to_string()).collect();
    numbers.join("-")
}

/// The number of sets of `size` out of n; `None` if there are none, or where the products on the
/// way exceed u128.
fn binomial(n: usize, size: usize) -> Option<u128> {
    let size = size.min(n.checked_sub(size)?);
    // After each step a binomial coefficient: the division is exact.
    (0..size).try_fold(1_u128, |product, step| {
        Some(product.checked_mul((n - step) as u128)? / (step as u128 + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_lexicographic_order_and_are_complete() {
        let all: Vec<Vec<usize>> = Subsets::new(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        for n in 0..9 {
            for size in 0..10 {
                let count = Subsets::new(n, size).count() as u128;
                assert_eq!(count, binomial(n, size).unwrap_or(0), "{size} of {n}");
            }
        }
    }

    #[test]
    fn binomials_that_do_not_fit_are_none() {
        assert_eq!(binomial(15, 3), Some(455));
        assert_eq!(binomial(100, 50), Some(100_891_344_545_564_193_334_812_497_256));
        assert_eq!(binomial(300, 150), None);
    }
}
