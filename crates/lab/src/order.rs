//! In which order engines take turns.

use crate::definition::Order;
use crate::statistics::Random;

/// The order of `count` engines on a puzzle in a round.
///
/// Who comes first moves on by one from puzzle to puzzle and from round to round, so that over as many
/// rounds as there are engines each is first, second and so on equally often *on each puzzle*. And each runs
/// right after each other one equally often, since what an engine leaves in caches and branch predictors
/// helps one engine more than another, itself most of all: the orders are the rows of a Latin square that is balanced for
/// what goes before (Williams 1949, *Experimental designs balanced for the estimation of residual effects of
/// treatments*). Of an odd number of engines that takes the rows of two squares, one the mirror image of the
/// other; they alternate, so that of two engines the order on a puzzle is ABBAABBA…
///
/// ```
/// use quadrille_lab::turns;
///
/// assert_eq!([0, 1, 2, 3].map(|round| turns(2, round, 0)[0]), [0, 1, 1, 0]);
/// ```
pub fn turns(count: usize, round: u32, puzzle: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    take_turns(&mut order, round as usize, puzzle);
    order
}

/// The same from an order that is drawn for each puzzle if the definition wants that.
pub(crate) fn turns_in(
    order: Order,
    seed: u64,
    count: usize,
    round: u32,
    puzzle: usize,
) -> Vec<usize> {
    match order {
        Order::Alternating => turns(count, round, puzzle),
        Order::Shuffled => {
            let mut drawn: Vec<usize> = (0..count).collect();
            Random::stream(seed, puzzle as u64).shuffle(&mut drawn);
            take_turns(&mut drawn, round as usize, 0);
            drawn
        }
    }
}

fn take_turns(order: &mut [usize], round: usize, puzzle: usize) {
    if order.is_empty() {
        return;
    }
    let count = order.len();
    // 0, 1, -1, 2, -2, …: the differences of neighbours are different, whatever is added to all.
    let step = |place: usize| match place % 2 {
        0 => (count - place / 2) % count,
        _ => place.div_ceil(2),
    };
    let from = order.to_vec();
    for (place, engine) in order.iter_mut().enumerate() {
        *engine = from[(step(place) + puzzle % count + round) % count];
    }
    if (round / count + puzzle / count) % 2 == 1 {
        order.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_each_puzzle_every_engine_comes_first_equally_often() {
        for puzzle in 0..5 {
            for order in [Order::Alternating, Order::Shuffled] {
                let mut first = [0; 3];
                (0..6).for_each(|round| first[turns_in(order, 1, 3, round, puzzle)[0]] += 1);
                assert_eq!(first, [2, 2, 2]);
            }
        }
    }

    #[test]
    fn every_engine_runs_after_every_other_one_equally_often() {
        for count in 2..=9 {
            let mut after = vec![vec![0; count]; count];
            for puzzle in 0..2 * count {
                let order = turns(count, 0, puzzle);
                order.windows(2).for_each(|pair| after[pair[0]][pair[1]] += 1);
            }
            for (engine, others) in after.iter().enumerate() {
                let expected: Vec<i32> =
                    (0..count).map(|other| if other == engine { 0 } else { 2 }).collect();
                assert_eq!(others, &expected, "{count} engines");
            }
        }
    }

    #[test]
    fn every_engine_comes_first_equally_often_in_a_round() {
        let mut first = [0; 3];
        (0..9).for_each(|puzzle| first[turns(3, 0, puzzle)[0]] += 1);
        assert_eq!(first, [3, 3, 3]);
    }

    #[test]
    fn of_two_engines_neither_always_follows_the_other() {
        let orders = [0, 1, 2, 3, 4].map(|round| turns(2, round, 0));
        assert_eq!(orders, [[0, 1], [1, 0], [1, 0], [0, 1], [0, 1]].map(Vec::from));
        assert_eq!(turns(0, 0, 5), Vec::<usize>::new());
    }

    #[test]
    fn a_drawn_order_is_that_of_its_seed() {
        let of =
            |seed| (0..8).map(|p| turns_in(Order::Shuffled, seed, 5, 0, p)).collect::<Vec<_>>();
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }
}
