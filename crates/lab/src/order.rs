//! In which order engines take turns.

use crate::definition::Order;
use crate::statistics::Random;

/// The order of `count` engines on a puzzle in a round.
///
/// Who comes first moves on by one from puzzle to puzzle and from round to round, so that over as many
/// rounds as there are engines each is first, second and so on equally often *on each puzzle*. When
/// they are through, the direction turns, so that none always runs after the same one: of two engines
/// the order on a puzzle is ABBAABBA…
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
    order.rotate_left((puzzle + round) % count);
    if (round / count) % 2 == 1 {
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
