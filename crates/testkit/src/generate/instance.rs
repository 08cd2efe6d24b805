//! Seeded random instances, odd instances, and two families with known counts.

use super::Shape;
use crate::instance::{Entry, Instance, Item, ItemKind, OptionSpec};
use crate::rng::SplitMix64;

/// A random sound instance; the same seed and shape always give the same one.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::generate::{Shape, random_instance};
///
/// let instance = random_instance(7, Shape::XCC);
/// assert_eq!(instance, random_instance(7, Shape::XCC));
/// assert!(instance.items.len() <= 12 && instance.options.len() <= 14);
/// assert_eq!(instance.fault(), None);
/// ```
pub fn random_instance(seed: u64, shape: Shape) -> Instance {
    let mut rng = SplitMix64::new(seed);
    let odd = shape.degenerate && rng.chance(12);
    let mut maker = Maker::new(&mut rng, shape);
    if odd {
        return maker.odd();
    }
    if maker.rng.chance(50) {
        maker.plant();
    }
    maker.noise();
    maker.finish()
}

struct Maker<'a> {
    rng: &'a mut SplitMix64,
    shape: Shape,
    primary: usize,
    /// The colour that a planted solution gives each secondary item; `None` means that it takes the item privately.
    palette: Vec<Option<&'static str>>,
    /// How often the planted solution covers each primary item; 1 without one.
    covered: Vec<u32>,
    options: Vec<OptionSpec>,
}

const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// How many primary items: few in a quarter of the cases, since small problems have odd corners of their own.
fn primary_items(rng: &mut SplitMix64, most: usize) -> usize {
    if rng.chance(25) { rng.between(1, most.min(4)) } else { rng.between(most.min(4), most) }
}

impl<'a> Maker<'a> {
    fn new(rng: &'a mut SplitMix64, shape: Shape) -> Self {
        let most = shape.max_items.max(1);
        let secondary = if shape.secondary { rng.below(most.min(5)) } else { 0 };
        let primary = primary_items(rng, most - secondary);
        let coloured = shape.colours;
        let palette = (0..secondary)
            .map(|_| (coloured && rng.chance(80)).then(|| COLOURS[rng.below(COLOURS.len())]))
            .collect();
        Maker { rng, shape, primary, palette, covered: vec![1; primary], options: Vec::new() }
    }

    fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        for (number, &times) in self.covered.iter().enumerate() {
            let name = format!("p{number}");
            if !self.shape.multiplicities || self.rng.chance(50) && times == 1 {
                items.push(Item::primary(name));
                continue;
            }
            // Bounds around what the planted solution does, so that it stays one.
            let min = times.saturating_sub(self.rng.below(3) as u32);
            let max = (times + self.rng.below(3) as u32).max(1);
            items.push(Item::bounded(name, min, max));
        }
        items.extend((0..self.palette.len()).map(|number| Item::secondary(format!("s{number}"))));
        items
    }

    fn finish(mut self) -> Instance {
        self.rng.shuffle(&mut self.options);
        let items = self.items();
        Instance { items, options: self.options }
    }

    /// An option of the given primary items, in random order with the given entries.
    fn push(&mut self, primary: &[usize], secondary: Vec<Entry>) {
        if self.options.len() >= self.shape.max_options
            || primary.is_empty() && secondary.is_empty()
        {
            return;
        }
        let mut entries: Vec<Entry> =
            primary.iter().map(|&item| Entry { item, colour: None }).collect();
        entries.extend(secondary);
        self.rng.shuffle(&mut entries);
        // Few different costs make ties, a large one makes sums that do not fit in 32 bits.
        let cost = match self.rng.below(10) {
            _ if !self.shape.costs => 0,
            0 => 3_000_000_000,
            digit => digit as u64,
        };
        self.options.push(OptionSpec { entries, cost });
    }

    /// Deals the primary items into a few options, which solve the problem together.
    fn plant(&mut self) {
        let room = self.shape.max_options.min(self.primary);
        if room == 0 {
            return;
        }
        let blocks = self.rng.between(1, room);
        let mut deal: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        for item in 0..self.primary {
            let block = self.rng.below(blocks);
            deal[block].push(item);
            // With multiplicities an item may be in several of the options, or in none.
            while self.shape.multiplicities && self.rng.chance(25) {
                let block = self.rng.below(blocks);
                match deal[block].iter().position(|&known| known == item) {
                    Some(place) => drop(deal[block].remove(place)),
                    None => deal[block].push(item),
                }
            }
        }
        deal.retain(|block| !block.is_empty());
        if self.shape.multiplicities {
            for item in 0..self.primary {
                self.covered[item] =
                    deal.iter().flatten().filter(|&&known| known == item).count() as u32;
            }
        }
        let mut private_taken = vec![false; self.palette.len()];
        for block in deal {
            let mut secondary = Vec::new();
            for (number, taken) in private_taken.iter_mut().enumerate() {
                let colour = self.palette[number];
                if self.rng.chance(40) && !*taken {
                    *taken = colour.is_none();
                    let item = self.primary + number;
                    secondary.push(Entry { item, colour: colour.map(str::to_owned) });
                }
            }
            self.push(&block, secondary);
        }
    }

    /// Random options up to a random number.
    fn noise(&mut self) {
        let most = self.rng.between(1, self.shape.max_options);
        while self.options.len() < most.min(self.shape.max_options) {
            if self.rng.chance(8) && !self.options.is_empty() {
                let mut twin = self.options[self.rng.below(self.options.len())].clone();
                self.rng.shuffle(&mut twin.entries);
                self.options.push(twin);
                continue;
            }
            let size = self.rng.between(1, 4).min(self.primary);
            let mut pool: Vec<usize> = (0..self.primary).collect();
            self.rng.shuffle(&mut pool);
            pool.truncate(if self.rng.chance(5) { 0 } else { size });
            let mut secondary = Vec::new();
            for number in 0..self.palette.len() {
                if self.rng.chance(30) {
                    let colour = match self.rng.below(4) {
                        _ if !self.shape.colours => None,
                        0 => None,
                        // Half of the colours are those of the planted solution, so that options can share items.
                        1 => self.palette[number],
                        _ => Some(COLOURS[self.rng.below(COLOURS.len())]),
                    };
                    secondary.push(Entry {
                        item: self.primary + number,
                        colour: colour.map(str::to_owned),
                    });
                }
            }
            if pool.is_empty() && secondary.is_empty() {
                pool.push(self.rng.below(self.primary));
            }
            self.push(&pool, secondary);
        }
    }

    /// One of the odd kinds.
    fn odd(mut self) -> Instance {
        match self.rng.below(6) {
            // No options.
            0 => {}
            // Items that no option has: all the options are about the first item.
            1 => (0..self.shape.max_options.min(3)).for_each(|_| self.push(&[0], Vec::new())),
            // All options the same.
            2 => {
                let all: Vec<usize> = (0..self.primary).collect();
                let times = self.rng.between(1, self.shape.max_options);
                (0..times).for_each(|_| self.push(&all, Vec::new()));
            }
            // A solution among options each of which is there twice.
            3 => {
                self.plant();
                let room = self.shape.max_options - self.options.len();
                let twins: Vec<OptionSpec> = self.options.iter().take(room).cloned().collect();
                self.options.extend(twins);
            }
            // No primary items: those of the noise become secondary ones.
            4 if self.shape.secondary => {
                self.noise();
                let mut instance = self.finish();
                instance.items.iter_mut().for_each(|item| item.kind = ItemKind::Secondary);
                return instance;
            }
            // Options with secondary items only, beside a solution.
            5 if !self.palette.is_empty() => {
                self.plant();
                for number in 0..self.palette.len() {
                    let item = self.primary + number;
                    self.push(&[], vec![Entry { item, colour: None }]);
                }
            }
            // Every item alone: a single solution, and as many forced moves as items.
            _ => (0..self.primary).for_each(|item| self.push(&[item], Vec::new())),
        }
        self.finish()
    }
}

/// Odd instances, each with a name and its number of solutions.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{generate, oracle};
///
/// for (name, instance, count) in generate::degenerate() {
///     assert_eq!(oracle::count(&instance), Ok(count), "{name}");
/// }
/// ```
pub fn degenerate() -> Vec<(&'static str, Instance, u64)> {
    vec![
        ("nothing at all", Instance::compact("", "", &[]), 1),
        ("no options", Instance::compact("a b", "", &[]), 0),
        ("no primary items", Instance::compact("", "x y", &["x", "x:red y", "y"]), 1),
        ("an item that no option has", Instance::compact("a b", "", &["a", "a"]), 0),
        ("an optional item that no option has", Instance::compact("a 0:1|b", "", &["a"]), 1),
        ("only optional items, no options", Instance::compact("0:2|a", "", &[]), 1),
        ("duplicate options", Instance::compact("a b", "", &["a", "a", "b", "b", "b a", "a b"]), 6),
        ("all options the same", Instance::compact("a b c", "", &["a b c"; 5]), 5),
        (
            "options of secondary items only",
            Instance::compact("a", "x", &["x", "a x", "x:red", "a"]),
            2,
        ),
        (
            "an item wanted more often than it can be had",
            Instance::compact("3|a", "", &["a", "a"]),
            0,
        ),
        ("one item, one option", Instance::compact("a", "", &["a"]), 1),
    ]
}

/// A problem with one solution, reached by `length` forced moves, each of which forces the next: dominoes on a strip of
/// `2 × length` cells.
///
/// Deep, not wide: it is there to break searches that recurse, and those whose work at a level grows with the depth.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{generate, oracle};
///
/// let chain = generate::chain(4);
/// assert_eq!((chain.items.len(), chain.options.len()), (8, 7));
/// assert_eq!(oracle::solutions(&chain), Ok(vec![vec![0, 2, 4, 6]]));
/// ```
pub fn chain(length: usize) -> Instance {
    let items = (0..2 * length).map(|cell| Item::primary(format!("p{cell}"))).collect();
    let options =
        (1..2 * length).map(|cell| OptionSpec::new(&[(cell - 1, None), (cell, None)], 0)).collect();
    Instance { items, options }
}

/// A problem of `k` independent items with two options each: 2ᵏ solutions, which no engine should list but a counting one
/// should count.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{generate, oracle};
///
/// assert_eq!(oracle::count(&generate::pairs(10)), Ok(1024));
/// ```
pub fn pairs(k: usize) -> Instance {
    let items = (0..k).map(|number| Item::primary(format!("p{number}"))).collect();
    let options = (0..2 * k).map(|number| OptionSpec::new(&[(number / 2, None)], 0)).collect();
    Instance { items, options }
}
