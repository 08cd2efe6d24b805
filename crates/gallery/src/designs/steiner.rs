//! Steiner systems S(t, k, n): blocks of k points out of n, such that every t points are together
//! in just one block. With t = 2 and k = 3, the default, Steiner triple systems.

use quadrille_cover::ProblemBuilder;

use super::{Subsets, binomial, name};
use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::Picture;
use crate::wording::{counted, times};

/// Most points.
const MOST_POINTS: usize = 10_000;

/// The Steiner systems of a number of points.
///
/// Items: the sets of t points, `1-2`; options: the sets of k points, each covering the t-subsets
/// of its points. C(n, t) items, C(n, k) options of C(k, t) items; for triple systems of 7 points
/// 21 and 35, of 15 points 105 and 455. Solutions are labelled systems: the points are told apart.
///
/// Known numbers of labelled triple systems: 30 of 7 points, 840 of 9, 1,197,504,000 of 13; see the
/// *Handbook of Combinatorial Designs* on triple systems.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::designs::Steiner;
///
/// let count = |system: Steiner| -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&system.instance()?.problem)?.solutions)
/// };
/// assert_eq!(count(Steiner::new(7))?, 30);
/// assert_eq!(count(Steiner::new(7).breaking_symmetry(true))?, 2);
/// // The affine space of order 2: any three points are in one block of four.
/// assert_eq!(count(Steiner::new(8).block(4).strength(3))?, 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Steiner {
    points: usize,
    block: usize,
    strength: usize,
    break_symmetry: bool,
}

impl Steiner {
    /// The Steiner triple systems of so many points.
    pub fn new(points: usize) -> Self {
        Steiner { points, block: 3, strength: 2, break_symmetry: false }
    }

    /// Asks for blocks of k points instead of 3.
    pub fn block(mut self, k: usize) -> Self {
        self.block = k;
        self
    }

    /// Asks for every t points to be together just once, instead of every 2.
    pub fn strength(mut self, t: usize) -> Self {
        self.strength = t;
        self
    }

    /// Fixes the blocks that the first t − 1 points are in: they cut the other points in sets of
    /// k − t + 1, and every way to do that has equally many solutions. The comments of the instance
    /// say how many ways there are.
    pub fn breaking_symmetry(mut self, yes: bool) -> Self {
        self.break_symmetry = yes;
        self
    }

    /// Why there can be no such system, if simple counting shows it: any i points are together in
    /// C(n − i, t − i) ÷ C(k − i, t − i) blocks, which must be a whole number. For triples that
    /// means that n is 1 or 3 modulo 6, and then there are systems.
    pub fn obstacle(&self) -> Option<String> {
        let Steiner { points: n, block: k, strength: t, .. } = *self;
        if n < k {
            // Without a set of t points nothing has to be covered.
            let are = if n == 1 { "1 point is".to_owned() } else { format!("{n} points are") };
            return (n >= t).then(|| format!("{are} fewer than a block has"));
        }
        (0..t.min(k)).rev().find_map(|i| {
            let all = binomial(n - i, t - i)?;
            let each = binomial(k - i, t - i).filter(|&each| each > 0)?;
            let of = match i {
                0 => "there would be".to_owned(),
                1 => "each point would be in".to_owned(),
                _ => format!("{i} points would share"),
            };
            (all % each != 0).then(|| format!("{of} {all}/{each} blocks, which is no whole number"))
        })
    }

    /// The instance. What [`obstacle`](Steiner::obstacle) excludes is an instance all the same, one
    /// without solutions, with a warning. O(entries).
    ///
    /// # Errors
    ///
    /// If not 1 ≤ t < k, there are too many points, or fewer than t, so that nothing is to be
    /// covered (one point alone, say, has the one system without blocks), or the problem would be
    /// too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let Steiner { points: n, block: k, strength: t, .. } = *self;
        in_range("points in a block", k, 2, MOST_POINTS)?;
        in_range("points that share a block", t, 1, k - 1)?;
        in_range("points", n, t, MOST_POINTS)?;
        let or_huge = |count: Option<u128>| count.unwrap_or(u128::MAX);
        let options = if n < k { 0 } else { or_huge(binomial(n, k)) };
        check_size(options, or_huge(binomial(k, t)))?;
        check_size(if n < t { 0 } else { or_huge(binomial(n, t)) }, 1)?;

        let obstacle = self.obstacle();
        // A fixed block is told by what it has beside the first t − 1 points. Only where the others
        // can be cut in such sets is there anything to fix.
        let fix = self.break_symmetry && n >= k && (n - t + 1) % (k - t + 1) == 0;
        let width = k - t + 1;
        let mut builder = ProblemBuilder::coloured();
        builder.primary_items(Subsets::new(n, t).map(name))?;
        for block in Subsets::new(n, k) {
            if fix && !fits(&block, t - 1, width) {
                continue;
            }
            builder.add_option(
                Subsets::new(k, t).map(|places| name(places.iter().map(|&place| block[place]))),
            )?;
        }

        let title = match (t, k) {
            (2, 3) => format!("Steiner triple systems of {n} points"),
            _ => format!("Steiner systems S({t}, {k}, {n})"),
        };
        let mut comments = vec![
            title,
            format!(
                "items: sets of {}, by number from 1; options: blocks of {k} points",
                counted(t, "point", "points")
            ),
        ];
        if fix {
            let fixed = match t {
                1 => format!("the points are cut in blocks of {k}, in order"),
                2 => format!("point 1 shares blocks with the others in order, {width} at a time"),
                _ => {
                    let last = t - 1;
                    format!(
                        "points 1 to {last} share blocks with the others in order, {width} at a time"
                    )
                }
            };
            comments.push(format!("fixed: {fixed}; {}", times(partitions(n - t + 1, width))));
        }
        let mut instance = Instance::new(builder.build(), Picture::default(), comments);
        if let Some(obstacle) = obstacle {
            instance.comments.push(format!("no solution: {obstacle}"));
            instance.warnings.push(format!("no solution: {obstacle}"));
        }
        Ok(instance)
    }
}

/// Whether a block may be in a system that has the fixed blocks: it is one of them, or shares less
/// than t points with each. A fixed block has the first `head` = t − 1 points and `width`
/// consecutive others.
fn fits(block: &[usize], head: usize, width: usize) -> bool {
    let first = block.iter().filter(|&&point| point < head).count();
    let others = &block[first..];
    // Consecutive points stand side by side: equal sets of others do, too.
    let set = |point: usize| (point - head) / width;
    if first == head {
        return others.windows(2).all(|pair| set(pair[0]) == set(pair[1]));
    }
    // With t − first others out of one set there would be t points in common.
    let limit = head + 1 - first;
    others.windows(limit).all(|window| set(window[0]) != set(window[limit - 1]))
}

/// The ways to cut n points in sets of `width`, if it divides n; `None` above u128.
pub(super) fn partitions(n: usize, width: usize) -> Option<u128> {
    (1..=n / width).try_fold(1_u128, |product, sets| {
        // The mates of the first point that is left.
        product.checked_mul(binomial(sets * width - 1, width - 1)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_into_pairs_and_triples() {
        assert_eq!(partitions(6, 2), Some(15));
        assert_eq!(partitions(9, 3), Some(280));
        assert_eq!(partitions(15, 3), Some(1_401_400));
    }

    #[test]
    fn counting_excludes_what_is_not_1_or_3_modulo_6() {
        for n in 1..60 {
            let possible = Steiner::new(n).obstacle().is_none();
            assert_eq!(possible, matches!(n % 6, 1 | 3), "{n}");
        }
        assert_eq!(
            Steiner::new(8).obstacle().as_deref(),
            Some("each point would be in 7/2 blocks, which is no whole number")
        );
        assert_eq!(
            Steiner::new(11).obstacle().as_deref(),
            Some("there would be 55/3 blocks, which is no whole number")
        );
    }
}
