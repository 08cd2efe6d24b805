//! The search tree: what colours leave open is decided in every way that matters, and the least result is the form.
//!
//! An invariant of nodes, the *trace*, cuts branches whose results cannot be the least. Two leaves with the same
//! form are a symmetry of the grid to itself: it shows that branches are alike, so that one of them is enough, and
//! the sizes of the orbits along the first path give the order of the group (McKay, Practical graph isomorphism,
//! 1981; McKay and Piperno, 2014).

use std::cmp::Ordering;

use super::CELLS;
use super::colours::{CHUTE, Colours, LINES, Picture, SIDE, VERTICES};
use super::symmetry::Symmetry;

/// Rounds before the first branch, and after each; they end earlier when everything is told apart. A change of
/// these changes forms.
const FIRST_ROUNDS: usize = 8;
const ROUNDS: usize = 5;

/// What comes of a search.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) form: [u8; CELLS],
    pub(super) symmetry: Symmetry,
    /// Automorphisms but for those that only exchange empty lines of a chute, or digits that do not occur.
    pub(super) orbits: u64,
    /// Nodes of the tree.
    pub(super) nodes: u64,
}

/// The search for the form of a grid.
pub(super) fn search(values: &[u8; CELLS], picture: &Picture) -> Found {
    let mut colours = Colours::new();
    let mut view = View { colours: &colours, singled: &[0; VERTICES] };
    let mut choice = Choice::NOTHING;
    for round in 0..FIRST_ROUNDS {
        colours.round(picture);
        view = View { colours: &colours, singled: &[0; VERTICES] };
        // Two rounds at least: the first only counts.
        if round > 0 {
            choice = view.choice(picture);
            if choice.is_empty() {
                break;
            }
        }
    }
    if choice.is_empty() {
        let (form, symmetry) = view.form(values);
        return Found { form, symmetry, orbits: 1, nodes: 1 };
    }
    let root = Frame {
        colours,
        singled: [0; VERTICES],
        choice,
        tried: 0,
        at: 0,
        first: true,
        best: Ordering::Equal,
    };
    Tree { values, picture, stack: vec![root], first: None, best: None, found: Vec::new() }.run()
}

/// Colours, and which vertices were singled out, by depth from 1.
struct View<'a> {
    colours: &'a Colours,
    singled: &'a [u8; VERTICES],
}

impl View<'_> {
    /// What a vertex is ordered by. One that was singled out differs from all others even if colours do not.
    fn key(&self, vertex: usize) -> (u8, u64) {
        (self.singled[vertex].wrapping_sub(1), self.colours.of[vertex])
    }

    fn sort(&self, vertices: &mut [usize]) {
        vertices.sort_by_key(|&vertex| self.key(vertex));
    }

    /// The sides, the chutes and the lines, in order.
    fn order(&self) -> [u8; VERTICES] {
        let mut order = [0; VERTICES];
        let mut sides = [SIDE, SIDE + 1];
        self.sort(&mut sides);
        for (s, side) in sides.into_iter().enumerate() {
            order[s] = side as u8;
            let mut chutes: [usize; 3] = std::array::from_fn(|i| CHUTE + 3 * (side - SIDE) + i);
            self.sort(&mut chutes);
            for (c, chute) in (3 * s..).zip(chutes) {
                order[2 + c] = chute as u8;
                let mut lines: [usize; 3] = std::array::from_fn(|i| 3 * (chute - CHUTE) + i);
                self.sort(&mut lines);
                for (l, line) in (3 * c..).zip(lines) {
                    order[8 + l] = line as u8;
                }
            }
        }
        order
    }

    /// The first vertices in this order that nothing tells apart, though it matters.
    fn choice(&self, picture: &Picture) -> Choice {
        let order = self.order();
        let tied = |group: &[u8]| {
            let same = |a: u8, b: u8| self.key(a.into()) == self.key(b.into());
            let mut pairs = group.windows(2).enumerate();
            let (start, _) = pairs.find(|(_, pair)| same(pair[0], pair[1]))?;
            let alike = group[start..].iter().take_while(|&&other| same(group[start], other));
            let alike = &group[start..start + alike.count()];
            // Lines without a clue can be exchanged.
            let free = alike.iter().all(|&line| picture.is_empty(line.into()));
            (!free).then(|| Choice::of(alike))
        };
        let groups = std::iter::once(&order[..2]).chain(order[2..].chunks_exact(3));
        groups.into_iter().find_map(tied).unwrap_or(Choice::NOTHING)
    }

    /// The grid in this order, digits in the order in which they appear, and how it got there.
    fn form(&self, values: &[u8; CELLS]) -> ([u8; CELLS], Symmetry) {
        let order = self.order();
        let side = |from: usize| std::array::from_fn(|line| order[from + line] % 9);
        let transposed = usize::from(order[0]) != SIDE;
        let (rows, columns): ([u8; 9], [u8; 9]) = (side(8), side(17));
        let (down, right) = if transposed { (1, 9) } else { (9, 1) };
        let mut digits = [0; 10];
        let mut form = [0; CELLS];
        let mut last = 0;
        for (cells, row) in form.chunks_exact_mut(9).zip(rows) {
            for (cell, column) in cells.iter_mut().zip(columns) {
                let value = values[usize::from(row) * down + usize::from(column) * right];
                if value != 0 {
                    let digit = &mut digits[usize::from(value)];
                    if *digit == 0 {
                        last += 1;
                        *digit = last;
                    }
                    *cell = *digit;
                }
            }
        }
        for digit in digits.iter_mut().skip(1).filter(|digit| **digit == 0) {
            last += 1;
            *digit = last;
        }
        (form, Symmetry::from_parts(transposed, rows, columns, digits))
    }
}

/// Up to three vertices, one of which is to be singled out.
#[derive(Debug, Clone, Copy)]
struct Choice {
    vertices: [u8; 3],
    count: u8,
}

impl Choice {
    const NOTHING: Choice = Choice { vertices: [0; 3], count: 0 };

    fn of(group: &[u8]) -> Self {
        let mut choice = Choice::NOTHING;
        for (slot, &vertex) in choice.vertices.iter_mut().zip(group) {
            *slot = vertex;
            choice.count += 1;
        }
        choice
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn vertices(&self) -> &[u8] {
        &self.vertices[..self.count.into()]
    }
}

/// A node of the path that the search is at.
struct Frame {
    colours: Colours,
    singled: [u8; VERTICES],
    choice: Choice,
    /// How many of the choice were tried, and which one is being tried.
    tried: usize,
    at: u8,
    /// Whether the traces so far are those of the first leaf, and how they compare with those of the best.
    first: bool,
    best: Ordering,
}

/// A result.
#[derive(Debug, Clone)]
struct Leaf {
    /// Vertices that were singled out, and the traces behind each.
    path: Vec<u8>,
    traces: Vec<u64>,
    order: [u8; VERTICES],
    form: [u8; CELLS],
    symmetry: Symmetry,
}

struct Tree<'a> {
    values: &'a [u8; CELLS],
    picture: &'a Picture,
    /// At most one frame for each vertex.
    stack: Vec<Frame>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// Automorphisms: what each vertex is mapped to.
    found: Vec<[u8; VERTICES]>,
}

impl Tree<'_> {
    fn run(mut self) -> Found {
        let mut orbits = 1;
        let mut nodes = 1;
        let mut traces = Vec::new();
        while let Some(depth) = self.stack.len().checked_sub(1) {
            let Some(vertex) = self.next() else {
                orbits *= self.orbit();
                self.stack.pop();
                continue;
            };
            nodes += 1;
            let frame = &self.stack[depth];
            let mut child = Frame {
                colours: frame.colours.clone(),
                singled: frame.singled,
                choice: Choice::NOTHING,
                tried: 0,
                at: 0,
                first: frame.first,
                best: frame.best,
            };
            child.singled[usize::from(vertex)] = depth as u8 + 1;
            child.colours.single_out(vertex.into(), depth);
            for _ in 0..ROUNDS {
                child.colours.round(self.picture);
                child.choice = child.view().choice(self.picture);
                if child.choice.is_empty() {
                    break;
                }
            }
            traces.truncate(depth);
            traces.push(child.colours.trace());
            if let (Some(first), Some(best)) = (&self.first, &self.best) {
                child.first &= first.traces.get(depth) == traces.get(depth);
                // A path that ends comes before one that goes on.
                child.best = child.best.then_with(|| match best.traces.get(depth) {
                    Some(trace) => traces[depth].cmp(trace),
                    None => Ordering::Greater,
                });
                if !child.first && child.best.is_gt() {
                    continue;
                }
            }
            if child.choice.is_empty() {
                self.leaf(&child, &traces);
            } else {
                self.stack.push(child);
            }
        }
        let (form, symmetry) = match self.best {
            Some(best) => (best.form, best.symmetry),
            // There is a leaf under every node.
            None => (*self.values, Symmetry::IDENTITY),
        };
        Found { form, symmetry, orbits, nodes }
    }

    /// The next vertex to try in the topmost frame, one of each orbit.
    fn next(&mut self) -> Option<u8> {
        let depth = self.stack.len().checked_sub(1)?;
        loop {
            let frame = &self.stack[depth];
            let (tried, vertices) = (frame.tried, frame.choice);
            let &vertex = vertices.vertices().get(tried)?;
            let known = tried > 0 && {
                let orbits = self.orbits();
                let orbit = |vertex: u8| orbits[usize::from(vertex)];
                vertices.vertices()[..tried].iter().any(|&before| orbit(before) == orbit(vertex))
            };
            let frame = &mut self.stack[depth];
            frame.tried += 1;
            if !known {
                frame.at = vertex;
                return Some(vertex);
            }
        }
    }

    /// Of each vertex the least one that the automorphisms found so far map to it, as far as they leave the path
    /// to the topmost frame in its place.
    fn orbits(&self) -> [u8; VERTICES] {
        let path = &self.stack[..self.stack.len().saturating_sub(1)];
        let mut orbits: [u8; VERTICES] = std::array::from_fn(|vertex| vertex as u8);
        for map in &self.found {
            if path.iter().any(|frame| map[usize::from(frame.at)] != frame.at) {
                continue;
            }
            for vertex in 0..VERTICES {
                let (a, b) = (orbits[vertex], orbits[usize::from(map[vertex])]);
                let (least, greatest) = (a.min(b), a.max(b));
                if least != greatest {
                    let greater = orbits.iter_mut().filter(|orbit| **orbit == greatest);
                    greater.for_each(|orbit| *orbit = least);
                }
            }
        }
        orbits
    }

    /// When the topmost frame is done: if it is on the first path, in how many ways its vertex there can be mapped
    /// to another one while what is above stays.
    fn orbit(&self) -> u64 {
        let (Some(first), Some(depth)) = (&self.first, self.stack.len().checked_sub(1)) else {
            return 1;
        };
        let path = self.stack[..depth].iter().map(|frame| frame.at);
        let Some(&vertex) = first.path.get(depth).filter(|_| path.eq(first.path[..depth].to_vec()))
        else {
            return 1;
        };
        let orbits = self.orbits();
        let same = |&&other: &&u8| orbits[usize::from(other)] == orbits[usize::from(vertex)];
        self.stack[depth].choice.vertices().iter().filter(same).count() as u64
    }

    /// Takes a result.
    fn leaf(&mut self, child: &Frame, traces: &[u64]) {
        let view = child.view();
        let (form, symmetry) = view.form(self.values);
        let path = self.stack.iter().map(|frame| frame.at).collect();
        let leaf = Leaf { path, traces: traces.to_vec(), order: view.order(), form, symmetry };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.first = Some(leaf.clone());
            self.best = Some(leaf);
            return;
        };
        let alike = |other: &Leaf| other.traces.len() == traces.len() && other.form == form;
        if child.first && alike(first) {
            let first = first.clone();
            return self.automorphism(&first, &leaf);
        }
        let shorter = || traces.len().cmp(&best.traces.len());
        let against_best = child.best.then_with(shorter).then_with(|| form.cmp(&best.form));
        match against_best {
            Ordering::Greater => {}
            Ordering::Equal => {
                let best = best.clone();
                self.automorphism(&best, &leaf);
            }
            Ordering::Less => {
                self.best = Some(leaf);
                self.stack.iter_mut().for_each(|frame| frame.best = Ordering::Equal);
            }
        }
    }

    /// Two leaves are alike: so are the branches in which their paths part, and the rest of this one is left out.
    fn automorphism(&mut self, before: &Leaf, leaf: &Leaf) {
        let mut map = [0; VERTICES];
        for (&from, &to) in before.order.iter().zip(&leaf.order) {
            map[usize::from(from)] = to;
        }
        self.found.push(map);
        let common = before.path.iter().zip(&leaf.path).take_while(|(a, b)| a == b).count();
        self.stack.truncate(common + 1);
    }
}

impl Frame {
    fn view(&self) -> View<'_> {
        View { colours: &self.colours, singled: &self.singled }
    }
}

// Every line is on a side, and so is every chute.
const _: () = assert!(LINES == 18 && CHUTE == 18 && SIDE == 24 && VERTICES == 26);
