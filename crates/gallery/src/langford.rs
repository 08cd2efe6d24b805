//! Langford pairs.

use quadrille_cover::ProblemBuilder;

use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{Picture, PictureKind};
use crate::wording::range;

/// Langford's problem: put k copies each of the numbers 1 to n in a row so that between two
/// consecutive copies of m there are just m other numbers (TAOCP 7.2.2.1, (16)).
///
/// Items, all primary: the numbers `1` to `n`; the places `s1` to `skn`. An option puts the copies
/// of a number at their places. For pairs n(3n − 1)/2 options.
///
/// The number of solutions of pairs, each counted with its mirror image, is twice OEIS A014552: 0
/// unless n mod 4 is 0 or 3. `breaking_symmetry` keeps one of each two mirror images, by the places
/// of one number for which no placement is its own mirror image; where there is none, as for
/// triples with odd n, a secondary item `x` makes the next number decide whenever the greatest
/// stands symmetrically.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::Langford;
///
/// fn count(langford: Langford) -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&langford.instance()?.problem)?.solutions)
/// }
/// assert_eq!(count(Langford::new(7))?, 52);
/// assert_eq!(count(Langford::new(7).breaking_symmetry(true))?, 26);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Langford {
    numbers: usize,
    copies: usize,
    break_symmetry: bool,
}

impl Langford {
    /// Pairs of the numbers 1 to n.
    pub const fn new(numbers: usize) -> Self {
        Langford { numbers, copies: 2, break_symmetry: false }
    }

    /// So many copies of each number: 2 for pairs.
    pub const fn copies(mut self, copies: usize) -> Self {
        self.copies = copies;
        self
    }

    /// Whether of two mirror images only one is wanted.
    pub const fn breaking_symmetry(mut self, break_symmetry: bool) -> Self {
        self.break_symmetry = break_symmetry;
        self
    }

    /// The first place of the mirror image of the number that begins at `first`.
    fn mirrored(self, number: usize, first: usize) -> usize {
        self.numbers * self.copies + 1 - first - (self.copies - 1) * (number + 1)
    }

    /// The first places that a number may have, from 1.
    fn firsts(self, number: usize) -> std::ops::RangeInclusive<usize> {
        1..=(self.numbers * self.copies).saturating_sub((self.copies - 1) * (number + 1))
    }

    /// The instance. O(k n²).
    ///
    /// # Errors
    ///
    /// If n is 0, k is below 2, or the problem would be too large.
    pub fn instance(self) -> Result<Instance, GalleryError> {
        let (n, k) = (self.numbers, self.copies);
        in_range("numbers", n, 1, 1 << 20)?;
        in_range("copies of each number", k, 2, 1 << 10)?;
        check_size(n as u128 * n as u128 * k as u128, k as u128 + 1)?;
        // The number whose places decide between mirror images, and the one that does where the
        // first is its own. The greatest has the fewest places.
        let symmetric = |&number: &usize| {
            self.firsts(number).any(|first| first == self.mirrored(number, first))
        };
        let decider = (1..=n).rev().find(|number| !symmetric(number)).unwrap_or(n);
        let second = (symmetric(&decider) && n > 1).then(|| n - 1);

        let mut builder = ProblemBuilder::coloured();
        builder.primary_items((1..=n).map(|number| number.to_string()))?;
        builder.primary_items((1..=n * k).map(|place| format!("s{place}")))?;
        if self.break_symmetry && second.is_some() {
            builder.secondary("x".to_owned())?;
        }
        for number in 1..=n {
            for first in self.firsts(number) {
                let mirrored = self.mirrored(number, first);
                if self.break_symmetry && number == decider && first > mirrored {
                    continue;
                }
                let mut option = builder.option().item(number.to_string());
                for copy in 0..k {
                    option = option.item(format!("s{}", first + copy * (number + 1)));
                }
                let undecided = number == decider && first == mirrored;
                let decides = Some(number) == second && first > mirrored;
                if self.break_symmetry && second.is_some() && (undecided || decides) {
                    option = option.item("x".to_owned());
                }
                option.add()?;
            }
        }
        let mut comments = vec![
            format!(
                "langford {n}: {k} copies each of {}, m numbers between those of m",
                range(1, n)
            ),
            "items: the numbers, the places s".to_owned(),
        ];
        if self.break_symmetry && n > 1 {
            comments.push(format!("one of each two mirror images, by the places of {decider}"));
        }
        let picture = Picture::new(PictureKind::Row { places: n * k });
        let mut instance = Instance::new(builder.build(), picture, comments);
        if self.break_symmetry && n == 1 {
            instance.warnings.push("a single number is its own mirror image".to_owned());
        }
        Ok(instance)
    }
}
