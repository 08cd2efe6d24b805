//! A set partition with costs: 45 items, each also alone at a price, and 540 random sets of two to five
//! of them. As airline crews are scheduled, in small.

use quadrille_cover::{Problem, ProblemBuilder};

const ITEMS: u32 = 45;
const SETS: u32 = 540;

/// The cost of the cheapest solution: confirmed by Knuth's DLX5.
pub const CHEAPEST: u128 = 563;

/// The options: their items and costs.
pub fn options() -> Vec<(Vec<u32>, u64)> {
    let mut state = 45u32;
    // Any fixed sequence will do (Numerical Recipes' generator).
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    let mut options: Vec<(Vec<u32>, u64)> =
        (0..ITEMS).map(|item| (vec![item], u64::from(30 + below(31)))).collect();
    for _ in 0..SETS {
        let size = 2 + below(4) as usize;
        let mut items = Vec::with_capacity(size);
        let mut cost = 0;
        while items.len() < size {
            let item = below(ITEMS);
            if !items.contains(&item) {
                items.push(item);
                cost += u64::from(5 + below(36));
            }
        }
        options.push((items, cost));
    }
    options
}

/// The problem.
pub fn build() -> Problem<u32> {
    let mut builder = ProblemBuilder::new();
    let sound = "the instance is sound";
    builder.primary_items(0..ITEMS).expect(sound);
    for (items, cost) in options() {
        let mut option = builder.option().cost(cost);
        for item in items {
            option = option.item(item);
        }
        option.add().expect(sound);
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_cover::Search;

    #[test]
    fn the_cheapest_cost_is_the_known_one() {
        let problem = build();
        let cheapest = Search::new().cheapest(&problem, 1).expect("it takes it");
        assert!(cheapest.is_proved());
        assert_eq!(cheapest.solutions[0].cost, CHEAPEST);
    }
}
