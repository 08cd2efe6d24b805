//! The statistics on data whose truth is known: do intervals cover it as often as they promise, is no
//! difference found where there is none, and is a small one found where there is one?

use quadrille_lab::statistics::{Basis, Finding, Pair, Random, Ratio, mean_interval};

/// A value of the normal distribution (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

/// A laboratory that measures two engines on puzzles, and what it is like.
struct World {
    puzzles: usize,
    rounds: usize,
    /// Of the times of runs of the same engine on the same puzzle, as a part.
    noise: f64,
    /// The share of runs that something interrupts, which then take up to six times as long.
    interrupted: f64,
    /// The true factor, and how much it differs from puzzle to puzzle, as logarithms.
    effect: f64,
    spread: f64,
}

const QUIET: World =
    World { puzzles: 51, rounds: 5, noise: 0.03, interrupted: 0.01, effect: 0.0, spread: 0.0 };

impl World {
    fn measure(&self, random: &mut Random) -> Vec<Pair> {
        let mut drift = 0.0;
        (0..self.puzzles)
            .map(|class| {
                let base = (1.5 * normal(random) - 8.0).exp();
                let factor = (self.effect + self.spread * normal(random)).exp();
                let mut pair = Pair { first: Vec::new(), second: Vec::new(), class };
                for _ in 0..self.rounds {
                    // The machine becomes slower and faster meanwhile: both feel it.
                    drift += 0.02 * normal(random);
                    for (times, factor) in [(&mut pair.first, factor), (&mut pair.second, 1.0)] {
                        let mut time = base * factor * (drift + self.noise * normal(random)).exp();
                        if random.unit() < self.interrupted {
                            time *= 1.0 + 5.0 * random.unit();
                        }
                        times.push(time);
                    }
                }
                pair
            })
            .collect()
    }

    /// Ratios of so many measurements.
    fn ratios(&self, times: u64, confidence: f64) -> Vec<Ratio> {
        (0..times)
            .filter_map(|seed| {
                let pairs = self.measure(&mut Random::stream(2026, seed));
                Ratio::of(&pairs, confidence, seed)
            })
            .collect()
    }

    /// How many in 1,000 intervals have the truth in them.
    fn coverage(&self, confidence: f64) -> usize {
        let truth = self.effect.exp();
        let ratios = self.ratios(1000, confidence);
        assert_eq!(ratios.len(), 1000);
        ratios.iter().filter(|ratio| ratio.interval.is_some_and(|i| i.contains(truth))).count()
    }
}

#[test]
fn an_engine_against_itself_shows_no_difference_in_99_of_100_measurements() {
    let differ = |ratio: &&Ratio| ratio.finding(0.0) != Finding::NoDifference;
    let found = QUIET.ratios(1000, 0.99).iter().filter(differ).count();
    // 10 are expected; more than 22 come once in 3,000 times.
    assert!((1..=22).contains(&found), "{found}");
}

#[test]
fn with_the_noise_of_the_machine_taken_into_account_false_alarms_are_rarer_still() {
    let ratios = QUIET.ratios(2000, 0.99);
    let (own, control) = ratios.split_at(1000);
    let differ = |(ratio, control): &(&Ratio, &Ratio)| {
        ratio.finding(control.reach()) != Finding::NoDifference
    };
    let found = own.iter().zip(control).filter(differ).count();
    assert!(found <= 8, "{found}");
}

#[test]
fn a_slowdown_of_5_per_cent_is_found_in_95_of_100_measurements() {
    let slower = World { effect: 1.05f64.ln(), noise: 0.05, ..QUIET };
    let ratios = slower.ratios(1000, 0.99);
    let controls = World { noise: 0.05, ..QUIET }.ratios(1000, 0.99);
    let found = (ratios.iter().zip(&controls))
        .filter(|(ratio, control)| ratio.finding(control.reach()) == Finding::Slower)
        .count();
    assert!(found >= 950, "{found}");
    let wrong_way = ratios.iter().filter(|ratio| ratio.finding(0.0) == Finding::Faster).count();
    assert_eq!(wrong_way, 0);
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_promise() {
    // What puzzles differ by is far more than the noise, as it is between real engines.
    for (puzzles, spread) in [(10, 0.5), (25, 1.0), (100, 1.0)] {
        let world = World { puzzles, spread, effect: 0.3, ..QUIET };
        for (confidence, promised) in [(0.90, 900), (0.99, 990)] {
            let covered = world.coverage(confidence);
            let error = (promised as f64 * (1.0 - confidence)).sqrt();
            let range = promised as f64 - 4.0 * error..=1000.0 - 0.2 * (1000 - promised) as f64;
            assert!(range.contains(&(covered as f64)), "{puzzles} at {confidence}: {covered}");
        }
    }
}

#[test]
fn with_few_puzzles_the_rounds_carry_the_interval() {
    let world = World { puzzles: 3, rounds: 7, interrupted: 0.0, effect: 0.3, ..QUIET };
    let ratios = world.ratios(1000, 0.95);
    assert!(ratios.iter().all(|ratio| ratio.basis == Basis::Rounds));
    let covered = world.coverage(0.95);
    assert!((922..=978).contains(&covered), "{covered}");
}

/// Ratios of real engines are skewed: nearly the same on most puzzles, and far apart on some.
#[test]
fn the_interval_of_skewed_values_covers_better_than_students() {
    let (mut ours, mut students) = (0, 0);
    for seed in 0..1000 {
        let mut random = Random::stream(77, seed);
        let values: Vec<f64> = (0..40).map(|_| -(1.0 - random.unit()).ln()).collect();
        ours += u32::from(mean_interval(&values, 0.95, seed).is_some_and(|i| i.contains(1.0)));
        let mean = values.iter().sum::<f64>() / 40.0;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let reach = 2.0227 * (squares / 39.0 / 40.0).sqrt();
        students += u32::from((mean - 1.0).abs() <= reach);
    }
    assert!((930..=970).contains(&ours), "{ours}");
    assert!(ours > students, "{ours} {students}");
}

#[test]
fn the_same_seed_gives_the_same_interval() {
    let pairs = QUIET.measure(&mut Random::new(5));
    assert_eq!(Ratio::of(&pairs, 0.99, 8), Ratio::of(&pairs, 0.99, 8));
    assert_ne!(Ratio::of(&pairs, 0.99, 8), Ratio::of(&pairs, 0.99, 9));
}
