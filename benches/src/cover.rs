//! An exact-cover problem in a form that belongs to no engine, and the check of its solutions.

use quadrille_cover::{Problem, ProblemBuilder};

/// Items are numbered from 0, the primary ones first; options are numbered from 0.
#[derive(Debug, Clone)]
pub struct Cover {
    primary: u32,
    secondary: u32,
    /// Option `o` is `entries[starts[o]..starts[o + 1]]`.
    starts: Vec<usize>,
    entries: Vec<u32>,
}

impl Cover {
    /// A problem without options.
    pub fn new(primary: u32, secondary: u32) -> Self {
        Cover { primary, secondary, starts: vec![0], entries: Vec::new() }
    }

    /// Adds an option.
    pub fn add(&mut self, items: impl IntoIterator<Item = u32>) {
        self.entries.extend(items);
        self.starts.push(self.entries.len());
    }

    /// Number of primary items.
    pub fn primary(&self) -> u32 {
        self.primary
    }

    /// Number of items, primary and secondary.
    pub fn items(&self) -> u32 {
        self.primary + self.secondary
    }

    /// The options in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.entries[ends[0]..ends[1]])
    }

    /// The same as a problem of Quadrille, with the items' numbers as labels.
    pub fn problem(&self) -> Problem<u32> {
        let mut builder = ProblemBuilder::new();
        let sound = "the instances are sound";
        builder.primary_items(0..self.primary()).expect(sound);
        builder.secondary_items(self.primary()..self.items()).expect(sound);
        for option in self.options() {
            builder.add_option(option.iter().copied()).expect(sound);
        }
        builder.build()
    }

    /// Whether these options cover each primary item once and no secondary item twice.
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    pub fn check(&self, solution: &[u32]) -> Result<(), String> {
        let mut times = vec![0u32; self.items() as usize];
        for &option in solution {
            let option = option as usize;
            if option + 1 >= self.starts.len() {
                return Err(format!("there is no option {option}"));
            }
            for &item in &self.entries[self.starts[option]..self.starts[option + 1]] {
                times[item as usize] += 1;
            }
        }
        let (primary, secondary) = times.split_at(self.primary as usize);
        if let Some(item) = primary.iter().position(|&times| times != 1) {
            return Err(format!("item {item} is covered {} times", primary[item]));
        }
        match secondary.iter().position(|&times| times > 1) {
            Some(index) => Err(format!(
                "secondary item {} is covered {} times",
                self.primary as usize + index,
                secondary[index]
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secondary_item_may_be_left_out_but_not_taken_twice() {
        let mut cover = Cover::new(2, 1);
        cover.add([0, 2]);
        cover.add([1]);
        cover.add([1, 2]);
        assert_eq!(cover.check(&[0, 1]), Ok(()));
        assert_eq!(cover.check(&[0, 2]), Err("secondary item 2 is covered 2 times".to_owned()));
        assert_eq!(cover.check(&[0]), Err("item 1 is covered 0 times".to_owned()));
        assert_eq!(cover.check(&[3]), Err("there is no option 3".to_owned()));
    }
}
