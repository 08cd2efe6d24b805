//! Literals: that something is so, or that it is not.

/// A variable, or that it is not so: 2v, 2v + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// That variable `variable` is so.
    pub(super) const fn is(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The opposite.
    #[inline]
    pub(super) const fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }

    pub(super) const fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that its variable is so.
    pub(super) const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its number, to index with.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same as a number to be kept in a list.
    #[inline]
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    /// The literal of a number.
    #[inline]
    pub(super) const fn of(code: u32) -> Self {
        Literal(code)
    }
}

/// Lists of numbers, one after the other in one vector.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// Row i is `values[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Rows {
    /// So many rows from pairs of a row and a value, which keep their order in each row.
    pub(super) fn from_pairs(rows: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; rows + 1];
        pairs.iter().for_each(|&(row, _)| starts[row as usize + 1] += 1);
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut values = vec![0; pairs.len()];
        for &(row, value) in pairs {
            let place = &mut next[row as usize];
            values[*place as usize] = value;
            *place += 1;
        }
        Rows { starts, values }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.values.extend(row);
        self.starts.push(self.values.len() as u32);
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> &[u32] {
        &self.values[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// For each of `count` values, the rows that it is in.
    pub(super) fn turned(&self, count: usize) -> Self {
        let mut pairs = Vec::with_capacity(self.values.len());
        for row in 0..self.len() {
            pairs.extend(self.get(row).iter().map(|&value| (value, row as u32)));
        }
        Rows::from_pairs(count, &pairs)
    }
}
