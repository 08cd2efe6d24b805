//! Items that pass through fewer others than they are: Hall's theorem, by matchings.
//!
//! If every option of some items has one of a few other items, *places*, the places must have room
//! for as many options as the items need. A matching of items to places decides that in polynomial
//! time, where a search would try all ways to hand out the places.
//!
//! Which items and which places? The items are divided into classes, such that no option has two of a
//! class: the two colours of a chessboard under dominoes, pigeons and holes, rows and columns. Each
//! class is then matched into each other one. The division is greedy, breadth first, which finds the
//! only one there is where options have two items each. For longer options it is a good guess.

use std::collections::VecDeque;

use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::StopReason;
use crate::preprocess::Pace;

/// Only so many classes are matched with each other; problems with more have long options, and
/// places that are seldom the cause.
const MOST_CLASSES: usize = 8;
/// Work after which the search for a violation is given up.
const MOST_WORK: u64 = 100_000_000;

/// Items whose options all have one of `places`, which have too little room.
#[derive(Debug)]
pub(super) struct Violation {
    /// The items, ascending.
    pub(super) items: Vec<ItemId>,
    /// The places, ascending.
    pub(super) places: Vec<ItemId>,
    /// How many options the items need together.
    pub(super) needed: u64,
    /// How many of the items' options the places may have together, no more than there are.
    pub(super) room: u64,
}

/// The violation with the fewest items that is found, if one is.
pub(super) fn violation(matrix: &Matrix, pace: &mut Pace) -> Result<Option<Violation>, StopReason> {
    let mut work = Work { pace, left: MOST_WORK };
    match search(matrix, &mut work) {
        Ok(found) => Ok(found),
        Err(Halt::Stopped(reason)) => Err(reason),
        Err(Halt::TooMuch) => Ok(None),
    }
}

enum Halt {
    Stopped(StopReason),
    TooMuch,
}

struct Work<'p> {
    pace: &'p mut Pace,
    left: u64,
}

impl Work<'_> {
    fn spend(&mut self, units: u64) -> Result<(), Halt> {
        self.left = self.left.checked_sub(units).ok_or(Halt::TooMuch)?;
        self.pace.spend(units).map_err(Halt::Stopped)
    }
}

fn search(matrix: &Matrix, work: &mut Work<'_>) -> Result<Option<Violation>, Halt> {
    let rows = rows(matrix);
    let classes = classes(matrix, &rows, work)?;
    let count = classes.iter().flatten().max().map_or(0, |&last| last + 1).min(MOST_CLASSES);
    let mut best: Option<Violation> = None;
    for from in 0..count {
        for to in (0..count).filter(|&to| to != from) {
            let found = Matching::new(matrix, &rows, &classes, from, to, work)?.violation(work)?;
            let is_better = |found: &Violation| {
                best.as_ref().is_none_or(|best| found.items.len() < best.items.len())
            };
            if let Some(found) = found.filter(is_better) {
                best = Some(found);
            }
        }
    }
    Ok(best)
}

/// The options of each item.
fn rows(matrix: &Matrix) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); matrix.item_count()];
    for option in matrix.options() {
        for &item in matrix.items_of(option) {
            rows[item as usize].push(option.get());
        }
    }
    rows
}

/// The class of each item; `None` for coloured items, in which options may agree.
fn classes(
    matrix: &Matrix,
    rows: &[Vec<u32>],
    work: &mut Work<'_>,
) -> Result<Vec<Option<usize>>, Halt> {
    let mut coloured = vec![false; matrix.item_count()];
    for option in matrix.options() {
        for (item, colour) in matrix.entries(option) {
            coloured[item.index()] |= colour.is_some();
        }
    }
    // What is sure to be too much is not begun.
    let looks = |option: OptionId| {
        let items = matrix.items_of(option);
        let plain = items.iter().filter(|&&item| !coloured[item as usize]).count();
        4 * plain as u64 * items.len() as u64
    };
    if matrix.options().map(looks).fold(0, u64::saturating_add) > work.left {
        return Err(Halt::TooMuch);
    }
    let mut classes: Vec<Option<usize>> = vec![None; matrix.item_count()];
    let mut seen = coloured;
    let mut queue = VecDeque::new();
    for start in 0..matrix.item_count() {
        if seen[start] || rows[start].is_empty() {
            continue;
        }
        seen[start] = true;
        queue.push_back(start);
        while let Some(item) = queue.pop_front() {
            let mut taken = [false; MOST_CLASSES];
            for &option in &rows[item] {
                let items = matrix.items_of(OptionId::new(option));
                work.spend(4 * items.len() as u64)?;
                for &other in items {
                    let other = other as usize;
                    if let Some(slot) = classes[other].and_then(|class| taken.get_mut(class)) {
                        *slot = true;
                    }
                    if !std::mem::replace(&mut seen[other], true) {
                        queue.push_back(other);
                    }
                }
            }
            // Items beyond the last class are in none.
            classes[item] = taken.iter().position(|&taken| !taken);
        }
    }
    Ok(classes)
}

/// An item of the class that is matched, and its way into the other.
struct Source {
    item: u32,
    /// How many options it lacks.
    lacks: u32,
    /// Places, each with the number of options that lead there, and how many of these are used.
    ways: Vec<Way>,
}

struct Way {
    place: usize,
    options: u32,
    used: u32,
}

struct Place {
    item: u32,
    room: u32,
    free: u32,
    /// The sources that lead here.
    sources: Vec<usize>,
}

struct Matching {
    sources: Vec<Source>,
    places: Vec<Place>,
}

impl Matching {
    /// The items of class `from` whose options all have an item of class `to`.
    fn new(
        matrix: &Matrix,
        rows: &[Vec<u32>],
        classes: &[Option<usize>],
        from: usize,
        to: usize,
        work: &mut Work<'_>,
    ) -> Result<Self, Halt> {
        let mut numbers: Vec<Option<usize>> = vec![None; matrix.item_count()];
        let mut matching = Matching { sources: Vec::new(), places: Vec::new() };
        for (item, kind) in matrix.kinds().iter().enumerate() {
            let ItemKind::Primary { min: lacks @ 1.., .. } = *kind else { continue };
            if classes[item] != Some(from) {
                continue;
            }
            let mut targets = Vec::with_capacity(rows[item].len());
            for &option in &rows[item] {
                let items = matrix.items_of(OptionId::new(option));
                work.spend(2 * items.len() as u64)?;
                targets.push(items.iter().find(|&&other| classes[other as usize] == Some(to)));
            }
            // An option without a place is a way around.
            let Some(mut targets) = targets.into_iter().collect::<Option<Vec<&u32>>>() else {
                continue;
            };
            targets.sort_unstable();
            let mut ways: Vec<Way> = Vec::new();
            for &target in targets {
                let place = *numbers[target as usize].get_or_insert_with(|| {
                    let room = match matrix.kinds()[target as usize] {
                        ItemKind::Primary { max, .. } => max,
                        ItemKind::Secondary => 1,
                    };
                    let place = Place { item: target, room, free: room, sources: Vec::new() };
                    matching.places.push(place);
                    matching.places.len() - 1
                });
                match ways.last_mut().filter(|way| way.place == place) {
                    Some(way) => way.options += 1,
                    None => {
                        matching.places[place].sources.push(matching.sources.len());
                        ways.push(Way { place, options: 1, used: 0 });
                    }
                }
            }
            matching.sources.push(Source { item: item as u32, lacks, ways });
        }
        Ok(matching)
    }

    /// Gives each source what it lacks, one option at a time; where that fails, the sources that were
    /// looked at have too little room.
    fn violation(&mut self, work: &mut Work<'_>) -> Result<Option<Violation>, Halt> {
        for source in 0..self.sources.len() {
            while self.sources[source].lacks > 0 {
                if let Some(stuck) = self.augment(source, work)? {
                    return Ok(Some(self.report(&stuck)));
                }
            }
        }
        Ok(None)
    }

    /// Gives a source one option more, moving others to other places; if that is impossible, the
    /// sources that would have to give way.
    fn augment(&mut self, start: usize, work: &mut Work<'_>) -> Result<Option<Vec<usize>>, Halt> {
        // As a rule there is a free place at hand.
        let ways = &mut self.sources[start].ways;
        work.spend(ways.len() as u64)?;
        let is_free = |way: &&mut Way| way.used < way.options && self.places[way.place].free > 0;
        if let Some(way) = ways.iter_mut().find(is_free) {
            way.used += 1;
            self.places[way.place].free -= 1;
            self.sources[start].lacks -= 1;
            return Ok(None);
        }
        work.spend((self.places.len() + self.sources.len()) as u64)?;
        // How each place was reached: from a source, by one of its ways.
        let mut reached: Vec<Option<(usize, usize)>> = vec![None; self.places.len()];
        // By which way a source was reached that would give up its place there.
        let mut left: Vec<Option<usize>> = vec![None; self.sources.len()];
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(&source) = seen.get(next) {
            next += 1;
            for (index, way) in self.sources[source].ways.iter().enumerate() {
                if way.used == way.options || reached[way.place].is_some() {
                    continue;
                }
                let place = way.place;
                reached[place] = Some((source, index));
                work.spend(8 + 4 * self.places[place].sources.len() as u64)?;
                if self.places[place].free > 0 {
                    self.shift(start, place, &reached, &left);
                    return Ok(None);
                }
                for &other in &self.places[place].sources {
                    if other == start || left[other].is_some() {
                        continue;
                    }
                    let ways = &self.sources[other].ways;
                    let used = ways.iter().position(|way| way.place == place && way.used > 0);
                    if used.is_some() {
                        left[other] = used;
                        seen.push(other);
                    }
                }
            }
        }
        Ok(Some(seen))
    }

    /// Moves the options along the way on which a free place was reached.
    fn shift(
        &mut self,
        start: usize,
        free: usize,
        reached: &[Option<(usize, usize)>],
        left: &[Option<usize>],
    ) {
        self.places[free].free -= 1;
        let mut place = free;
        while let Some((source, way)) = reached[place] {
            self.sources[source].ways[way].used += 1;
            if source == start {
                break;
            }
            let Some(given_up) = left[source] else { break };
            let way = &mut self.sources[source].ways[given_up];
            way.used -= 1;
            place = way.place;
        }
        self.sources[start].lacks -= 1;
    }

    /// The violation of sources none of which can get an option more.
    ///
    /// A place that they reached is full, and has as many options as its room. One that they did not
    /// reach has all their options that lead there. So the lesser of the two is what it has of them
    /// at the most, and together the places have less than the sources need.
    fn report(&self, stuck: &[usize]) -> Violation {
        let mut leading: Vec<(usize, u32)> = stuck
            .iter()
            .flat_map(|&source| self.sources[source].ways.iter())
            .map(|way| (way.place, way.options))
            .collect();
        leading.sort_unstable();
        let mut room = 0;
        let mut places = Vec::new();
        for options in leading.chunk_by(|a, b| a.0 == b.0) {
            let place = &self.places[options[0].0];
            let count: u64 = options.iter().map(|&(_, options)| u64::from(options)).sum();
            room += count.min(u64::from(place.room));
            places.push(ItemId::new(place.item));
        }
        // What a source has already, and what it lacks, is what it needs.
        let needs = |&source: &usize| {
            let source = &self.sources[source];
            let used: u64 = source.ways.iter().map(|way| u64::from(way.used)).sum();
            u64::from(source.lacks) + used
        };
        let needed = stuck.iter().map(needs).sum();
        debug_assert!(needed > room);
        let mut items: Vec<ItemId> =
            stuck.iter().map(|&source| ItemId::new(self.sources[source].item)).collect();
        items.sort_unstable();
        places.sort_unstable();
        Violation { items, places, needed, room }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::text;

    fn found(problem: &str) -> Option<(Vec<u32>, Vec<u32>, u64, u64)> {
        let problem = text::read(problem).unwrap();
        let mut pace = Pace::start(&Limits::none());
        let found = violation(problem.matrix(), &mut pace).unwrap()?;
        let numbers = |items: &[ItemId]| items.iter().map(|item| item.get()).collect();
        Some((numbers(&found.items), numbers(&found.places), found.needed, found.room))
    }

    #[test]
    fn a_matching_that_needs_exchanges_is_found() {
        // c has x only, so that b has to leave it, and a has to make way for b.
        assert_eq!(found("a b c | x y z\na x\na y\na z\nb x\nb y\nc x\n"), None);
    }

    #[test]
    fn an_option_leads_to_its_place_once() {
        // a needs both places, and nothing is left for b.
        let problem = "2|a b c | x y\na x\na y\nb y\nc x\n";
        assert_eq!(found(problem), Some((vec![0, 1], vec![3, 4], 3, 2)));
        let problem = "3|a 2|b 1:3|q 0:2|r\na q\na r\na r\nb r\nb q\nb q\nb q\n";
        assert_eq!(found(problem), None);
        let problem = "3|a 2|b 0:3|q 0:2|r\na q\na r\na r\nb r\n";
        assert_eq!(found(problem), Some((vec![0, 1], vec![2, 3], 5, 3)));
    }

    #[test]
    fn coloured_places_and_ways_around_hinder_nothing() {
        assert_eq!(found("a b | x\na x\nb x\n"), Some((vec![0, 1], vec![2], 2, 1)));
        assert_eq!(found("a b | x\na x:1\nb x:1\n"), None);
        assert_eq!(found("a b | x\na x\nb x\nb\n"), None);
    }
}
