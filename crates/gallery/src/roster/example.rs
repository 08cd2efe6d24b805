//! Random rosters that can be made.
//!
//! First a roster is made, day by day, from those who have worked least; then what it needs is
//! allowed, and around it as much is forbidden, or disliked, as chance will have it.

use std::fmt::Write;

use crate::error::{GalleryError, in_range};
use crate::wording::counted;

/// Most days and most people.
const MOST: usize = 1000;

const WEEK: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const SHIFTS: [&str; 3] = ["e", "l", "n"];

/// The text of a random roster with an early, a late and a night shift, which has a solution, and
/// which depends on the arguments alone. [`Roster::read`](super::Roster::read) reads it.
///
/// Three people in five work each day, or one more; whoever had the night has no early shift on the
/// day after. A night costs 1; what somebody would rather not do costs 2 to 7 more. A plain
/// search finds a solution at once for a week and a dozen people; far larger ones can be hard.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::roster::{Roster, example};
///
/// let roster = Roster::read(&example(7, 10, 1)?)?;
/// assert!(Search::new().first(&roster.instance()?.problem)?.solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there are no days or people, or more than 1,000.
pub fn example(days: usize, people: usize, seed: u64) -> Result<String, GalleryError> {
    in_range("days", days, 1, MOST)?;
    in_range("people", people, 1, MOST)?;
    let mut random = Random { state: seed };
    // How many have the early, the late and the night shift.
    let working = (people * 3 / 5).max(1);
    let (late, night) = ((working + 1) / 3, working / 3);
    let staff = [working - late - night, late, night];
    let plan = plan(days, people, staff, &mut random);

    let day_names: Vec<String> = (0..days).map(|day| day_name(day, days)).collect();
    let [who, when] = [counted(people, "person", "people"), counted(days, "day", "days")];
    let mut text = format!("# {who}, {when}, seed {seed}\n");
    let quoted: Vec<String> = day_names.iter().map(|name| format!("{name:?}")).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "days = [{}]", quoted.join(", "));
    for (shift, &staff) in SHIFTS.iter().zip(&staff) {
        // One more in the early shift is welcome.
        let most = staff + usize::from(*shift == "e");
        let _ = writeln!(text, "\n[[shift]]\nname = {shift:?}\nstaff = \"{staff}..{most}\"");
        if *shift == "n" {
            let _ = writeln!(text, "not-before = [\"e\"]\ncost = 1");
        }
    }
    for (person, shifts) in plan.iter().enumerate() {
        // Room enough on both sides for a search that takes what it finds first.
        let total = shifts.iter().flatten().count();
        let least = total / 2;
        let fair = (days * (working + 1)).div_ceil(people).max(total);
        let most = (fair + 1 + days / 5).min(days);
        let name = person_name(person);
        let _ = writeln!(text, "\n[[person]]\nname = {name:?}\nshifts = \"{least}..{most}\"");
        let (mut off, mut costs) = (Vec::new(), Vec::new());
        for (name, planned) in day_names.iter().zip(shifts) {
            match random.below(10) {
                0 | 1 if planned.is_none() => off.push(format!("{name:?}")),
                2 | 3 => costs.push(format!("{name} = {}", 2 + random.below(4))),
                4 => {
                    let shift = SHIFTS[random.below(SHIFTS.len())];
                    costs.push(format!("\"{name} {shift}\" = {}", 3 + random.below(5)));
                }
                _ => {}
            }
        }
        let _ = writeln!(text, "off = [{}]\ncost = {{ {} }}", off.join(", "), costs.join(", "));
    }
    Ok(text)
}

/// Who has which shift, for each person and day.
fn plan(
    days: usize,
    people: usize,
    staff: [usize; 3],
    random: &mut Random,
) -> Vec<Vec<Option<usize>>> {
    let mut plan = vec![vec![None; days]; people];
    let mut worked = vec![0_usize; people];
    for day in 0..days {
        // Those who have worked least first, in random order among equals.
        let mut order: Vec<(usize, usize, usize)> =
            (0..people).map(|person| (worked[person], random.below(1 << 20), person)).collect();
        order.sort_unstable();
        let mut free: Vec<usize> = order.into_iter().map(|(_, _, person)| person).collect();
        for (shift, &wanted) in staff.iter().enumerate() {
            for _ in 0..wanted {
                let tired = |person: usize| day > 0 && plan[person][day - 1] == Some(2);
                // At most a third of three in five had the night: somebody is always found.
                let place = free.iter().position(|&person| shift != 0 || !tired(person));
                if let Some(place) = place {
                    let person = free.remove(place);
                    plan[person][day] = Some(shift);
                    worked[person] += 1;
                }
            }
        }
    }
    plan
}

/// The days of the week; in longer rosters with the number of the week.
fn day_name(day: usize, days: usize) -> String {
    let name = WEEK[day % WEEK.len()];
    if days <= WEEK.len() { name.to_owned() } else { format!("{name}{}", day / WEEK.len() + 1) }
}

/// A to Z, then AA, AB, ….
fn person_name(mut person: usize) -> String {
    let mut letters = Vec::new();
    loop {
        // Below 26: the sum is a letter.
        letters.push(b'A' + (person % 26) as u8);
        match (person / 26).checked_sub(1) {
            Some(more) => person = more,
            None => break,
        }
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014): the
/// same numbers on every machine and in every version.
#[derive(Debug)]
struct Random {
    state: u64,
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // Below `bound`: it fits.
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}
