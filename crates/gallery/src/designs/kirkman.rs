//! Kirkman's schoolgirls: n girls walk out in rows of three, day by day, so that no two of them
//! walk in the same row twice. With 15 girls, seven days are possible; with 9, four.

use quadrille_cover::ProblemBuilder;

use super::{Subsets, binomial, name, steiner};
use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::Picture;
use crate::wording::{counted, times};

/// Most girls.
const MOST_GIRLS: usize = 10_000;

/// Kirkman's schoolgirls, for any number of girls, days, and girls in a row.
///
/// Items: each girl on each day, `1.d2`, and each two girls, `1-2`. The latter are primary if there
/// are so many days that every two must meet, else secondary. Options: a row on a day, which covers
/// the girls on that day and their pairs. With n girls, rows of g and d days: nd + n(n−1)/2 items,
/// d·C(n, g) options of g + g(g−1)/2 items; for 15 girls 210 and 3,185. Days are told apart.
///
/// With rows of another size these are the "social golfers". Source: T. P. Kirkman, *Query VI*,
/// Lady's and Gentleman's Diary, 1850. There are seven essentially different solutions for 15
/// girls, with 168, 168, 24, 24, 12, 12 and 21 symmetries; so if both girls and days are told
/// apart, 15!·7!·13/42 in all.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::designs::Kirkman;
///
/// // One way for nine girls, up to the names of girls and days: 9!·4!/432 with them.
/// let all = Kirkman::new(9).instance()?;
/// assert_eq!(Search::new().count(&all.problem)?.solutions, 20_160);
/// let few = Kirkman::new(9).breaking_symmetry(true).instance()?;
/// assert_eq!(Search::new().count(&few.problem)?.solutions, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Kirkman {
    girls: usize,
    row: usize,
    days: Option<usize>,
    break_symmetry: bool,
}

impl Kirkman {
    /// So many girls in rows of three, for as many days as can be.
    pub fn new(girls: usize) -> Self {
        Kirkman { girls, row: 3, days: None, break_symmetry: false }
    }

    /// Asks for rows of another number of girls.
    pub fn row(mut self, girls: usize) -> Self {
        self.row = girls;
        self
    }

    /// Asks for so many days, instead of as many as there is room for: the whole part of
    /// (n − 1)/(g − 1), since each girl meets g − 1 others a day.
    pub fn days(mut self, days: usize) -> Self {
        self.days = Some(days);
        self
    }

    /// Whether to fix what can be fixed by naming girls and days, so that a solution is found fast:
    ///
    /// - on the first day the girls walk in the order of their names;
    /// - if all girls meet: girl 1 meets those of the second row of that day on days 2, 3, …, and
    ///   on day 2 in a row with the first girls of further rows.
    ///
    /// Every other choice has equally many solutions; the comments of the instance say how many
    /// choices there are.
    pub fn breaking_symmetry(mut self, yes: bool) -> Self {
        self.break_symmetry = yes;
        self
    }

    /// The instance. O(entries).
    ///
    /// # Errors
    ///
    /// If the girls do not fit in rows, there are more days than girls to meet (for rows of three
    /// and all girls to meet, n must be 3 modulo 6), a number is too small or too large, or the
    /// problem would be too large.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let Kirkman { girls, row, .. } = *self;
        in_range("girls in a row", row, 2, MOST_GIRLS)?;
        in_range("girls", girls, row, MOST_GIRLS)?;
        if girls % row != 0 {
            let message = format!("{girls} girls do not fit in rows of {row}");
            return Err(GalleryError::Contradiction(message));
        }
        let most = (girls - 1) / (row - 1);
        let days = self.days.unwrap_or(most);
        in_range("days (a girl meets new girls in each row)", days, 1, most)?;
        let pairs = row * (row - 1) / 2;
        let options = binomial(girls, row).and_then(|rows| rows.checked_mul(days as u128));
        check_size(options.unwrap_or(u128::MAX), (row + pairs) as u128)?;

        let all_meet = days * (row - 1) == girls - 1;
        let fixed = Fixed::new(girls, row, days, all_meet, self.break_symmetry);
        let mut builder = ProblemBuilder::coloured();
        let on_day = |girl: usize, day: usize| format!("{}.d{}", girl + 1, day + 1);
        for day in 0..days {
            builder.primary_items((0..girls).map(|girl| on_day(girl, day)))?;
        }
        let meetings = Subsets::new(girls, 2).map(name);
        if all_meet {
            builder.primary_items(meetings)?;
        } else {
            builder.secondary_items(meetings)?;
        }
        for girls in Subsets::new(girls, row) {
            for day in (0..days).filter(|&day| fixed.allows(&girls, day)) {
                let places = girls.iter().map(|&girl| on_day(girl, day));
                let pairs =
                    Subsets::new(row, 2).map(|pair| name(pair.iter().map(|&place| girls[place])));
                builder.add_option(places.chain(pairs))?;
            }
        }

        let meet = if all_meet { "once" } else { "at most once" };
        let mut comments = vec![
            format!(
                "{girls} schoolgirls in rows of {row} on {}; every two meet {meet}",
                counted(days, "day", "days")
            ),
            "items: 1.d2: girl 1 on day 2; 1-2: girls 1 and 2 meet; options: a row on a day"
                .to_owned(),
        ];
        comments.extend(fixed.comment());
        Ok(Instance::new(builder.build(), Picture::default(), comments))
    }
}

/// What is fixed; girls and days from 0.
#[derive(Debug)]
struct Fixed {
    girls: usize,
    row: usize,
    days: usize,
    first_day: bool,
    /// Whether girl 0 meets the girls of the second row on the days 1, 2, ….
    meetings: bool,
}

impl Fixed {
    fn new(girls: usize, row: usize, days: usize, all_meet: bool, wanted: bool) -> Self {
        // Girl 0 meets the girls of a row on different days, since they have met; so the girls of a
        // later row are in as many rows as there are, and there must be as many.
        let meetings = wanted && all_meet && girls / row >= row && days > row;
        Fixed { girls, row, days, first_day: wanted, meetings }
    }

    /// Whether these girls, ascending, may be a row of the day.
    fn allows(&self, girls: &[usize], day: usize) -> bool {
        let home = |girl: usize| girl / self.row;
        if !self.first_day {
            return true;
        }
        let mates = |pair: &[usize]| home(pair[0]) == home(pair[1]);
        if day == 0 {
            return girls.windows(2).all(mates);
        }
        // They have met on the first day.
        if girls.windows(2).any(mates) {
            return false;
        }
        if !self.meetings {
            return true;
        }
        let with_zero = girls.first() == Some(&0);
        let second_row = girls.iter().find(|&&girl| home(girl) == 1);
        let meets = (1..=self.row).contains(&day);
        if with_zero && meets != second_row.is_some() {
            return false;
        }
        if with_zero && second_row.is_some_and(|&girl| girl != self.row + day - 1) {
            return false;
        }
        let together = || (0..self.row).map(|row| row * self.row);
        // Whoever is in that row on day 1 is in no other, and girl 0 meets them on no other day.
        let theirs = girls.iter().filter(|&&girl| together().any(|first| first == girl)).count();
        theirs < 2 || (day == 1 && theirs == self.row)
    }

    fn comment(&self) -> Option<String> {
        if !self.first_day {
            return None;
        }
        let rows = self.girls / self.row;
        let mut factor = steiner::partitions(self.girls, self.row);
        let mut what = "day 1 in order".to_owned();
        if self.meetings {
            let last = 2 * self.row;
            what += &format!("; 1 meets {} to {last} on days 2 to {}", self.row + 1, self.row + 1);
            // The days on which girl 0 meets the second row, in order.
            for fixed in 0..self.row {
                let left = (self.days - 1 - fixed) as u128;
                factor = factor.and_then(|factor| factor.checked_mul(left));
            }
            if self.row > 2 {
                let firsts: Vec<String> =
                    (0..self.row).map(|row| (row * self.row + 1).to_string()).collect();
                what += &format!("; {} on day 2", firsts.join("-"));
            }
            // The other rows that are met on day 1, and one girl of each.
            let others = binomial(rows - 2, self.row - 2);
            let each = u32::try_from(self.row - 2).ok();
            let each = each.and_then(|count| (self.row as u128).checked_pow(count));
            factor = factor.and_then(|f| f.checked_mul(others?)?.checked_mul(each?));
        }
        Some(format!("fixed: {what}; {}", times(factor)))
    }
}
