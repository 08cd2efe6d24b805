//! Dominoes: diagrams by a memory of the cells that are covered, and Kasteleyn's formula.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::super::builder::DiagramBuilder;
use super::super::{BOTTOM, Diagram, TOP};
use super::check_invariants;
use crate::ids::OptionId;

/// The tilings of a board by dominoes, cell by cell; option 2c lies on cell c and the one beside it,
/// 2c + 1 on c and the one below.
fn dominoes(rows: u32, columns: u32) -> Diagram {
    let mut builder = DiagramBuilder::new();
    // From the last cell on: what the cells before have covered of the next row's length of cells.
    let mut after: HashMap<u64, u32> = HashMap::from([(0, TOP)]);
    for cell in (0..rows * columns).rev() {
        let mut here = HashMap::new();
        let (right, below) = (cell % columns + 1 < columns, cell / columns + 1 < rows);
        for covered in 0..1u64 << columns {
            let next = |covered: u64| after.get(&(covered >> 1)).copied().unwrap_or(BOTTOM);
            let mut node = BOTTOM;
            if covered & 1 == 1 {
                node = next(covered);
            } else {
                if below {
                    let hi = next(covered | 1 << columns);
                    node = builder.branch(2 * cell + 1, hi, node).expect("few nodes");
                }
                if right && covered & 2 == 0 {
                    node = builder.branch(2 * cell, next(covered | 2), node).expect("few nodes");
                }
            }
            if node != BOTTOM {
                here.insert(covered, node);
            }
        }
        after = here;
    }
    let root = after.get(&0).copied().unwrap_or(BOTTOM);
    let options = 2 * rows * columns;
    let costs = (0..u64::from(options)).map(|option| option * 7919 % 1009).collect();
    builder.finish_like(root, options as usize, costs)
}

/// Kasteleyn (1961): a product over cosines; exact, rounded, below 2⁴⁰ or so.
fn kasteleyn(rows: u32, columns: u32) -> u64 {
    use std::f64::consts::PI;
    let term = |part: u32, of: u32| (PI * f64::from(part) / f64::from(of + 1)).cos().powi(2) * 4.0;
    let factor = |j: u32, k: u32| term(j, rows) + term(k, columns);
    let ks = 1..=columns.div_ceil(2);
    let product: f64 = (1..=rows.div_ceil(2))
        .flat_map(|j| ks.clone().map(move |k| (j, k)))
        .map(|(j, k)| factor(j, k))
        .product();
    product.round() as u64
}

#[test]
fn dominoes_are_as_many_as_the_formula_says() {
    for rows in 1..=8 {
        for columns in 1..=8 {
            let diagram = dominoes(rows, columns);
            check_invariants(&diagram);
            let expected = kasteleyn(rows, columns).into();
            assert_eq!(diagram.count(), expected, "{rows}×{columns}");
        }
    }
    assert_eq!(dominoes(12, 12).count(), 53_060_477_521_960_000u64.into());
}

#[test]
fn each_cell_is_covered_in_each_tiling() {
    let (rows, columns) = (8, 8);
    let diagram = dominoes(rows, columns);
    let counted = diagram.counted();
    let marginals = counted.marginals();
    for cell in 0..rows * columns {
        let mut covering = vec![2 * cell, 2 * cell + 1];
        covering.extend((cell % columns > 0).then(|| 2 * (cell - 1)));
        covering.extend((cell >= columns).then(|| 2 * (cell - columns) + 1));
        let sum: BigUint = covering.iter().map(|&option| &marginals[option as usize]).sum();
        assert_eq!(sum, 12_988_816u32.into(), "cell {cell}");
        // The same in the mirror.
        let mirrored = columns - 1 - cell % columns + cell / columns * columns;
        let below = [cell, mirrored].map(|cell| &marginals[2 * cell as usize + 1]);
        assert_eq!(below[0], below[1]);
    }
    let mut sizes = vec![BigUint::ZERO; 32];
    sizes.push(12_988_816u32.into());
    assert_eq!(diagram.sizes(), sizes);
    // A domino that is given leaves as many as have it, one that is forbidden the others.
    for option in [0, 27, 28, 90].map(OptionId::new) {
        let with = diagram.restrict(&[option], &[]).expect("a known option");
        let without = diagram.restrict(&[], &[option]).expect("a known option");
        check_invariants(&with);
        assert_eq!(with.count(), marginals[option.index()]);
        assert_eq!(with.count() + without.count(), counted.count());
    }
}

#[test]
fn the_cheapest_tilings_are_the_cheapest_of_all() {
    let diagram = dominoes(6, 5);
    let mut costs: Vec<u128> = diagram
        .solutions()
        .map(|tiling| tiling.iter().map(|option| diagram.cost(option.get())).sum())
        .collect();
    assert_eq!(costs.len(), 1183);
    costs.sort_unstable();
    let found: Vec<u128> = diagram.counted().cheapest(500).map(|tiling| tiling.cost).collect();
    assert_eq!(found, costs[..500]);
}
