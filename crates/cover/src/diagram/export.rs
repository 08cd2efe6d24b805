//! Diagrams for other programs: as text for those of Knuth's that read ZDDs, and as a picture for
//! Graphviz.

use std::collections::HashMap;
use std::fmt::Display;
use std::io;

use foldhash::fast::RandomState;

use super::builder::{DiagramBuilder, MOST_NODES};
use super::{BOTTOM, Diagram, DiagramError, Kind, TOP};
use crate::ids::OptionId;

impl Diagram {
    /// The same solutions in the same order by branches alone: in place of a product stands its left half,
    /// with the right one where that has ⊤.
    ///
    /// The left half is there once for each right one that it meets, so that the result may be far larger
    /// than the diagram, of which `most_nodes` is the limit, terminals included. Some 50 bytes a node while
    /// it is made.
    ///
    /// # Errors
    ///
    /// If there would be more nodes.
    pub fn without_products(&self, most_nodes: usize) -> Result<Diagram, DiagramError> {
        let mut builder = DiagramBuilder::with_most(most_nodes);
        if self.shape().products == 0 && self.nodes.len() <= most_nodes {
            return Ok(self.clone());
        }
        // A node and what stands in place of its ⊤, and what they have become.
        let mut made: HashMap<(u32, u32), u32, RandomState> = HashMap::default();
        let known = |made: &HashMap<_, _, _>, node: u32, end: u32| match node {
            BOTTOM => Some(BOTTOM),
            TOP => Some(end),
            _ => made.get(&(node, end)).copied(),
        };
        let mut to_do = vec![(self.root, TOP)];
        while let Some(&(node, end)) = to_do.last() {
            if known(&made, node, end).is_some() {
                to_do.pop();
                continue;
            }
            let form = match self.kind(node) {
                Kind::Bottom | Kind::Top => node,
                Kind::Branch { option, hi, lo } => {
                    match (known(&made, hi, end), known(&made, lo, end)) {
                        (Some(hi), Some(lo)) => builder.branch(option, hi, lo)?,
                        (None, _) => {
                            to_do.push((hi, end));
                            continue;
                        }
                        (_, None) => {
                            to_do.push((lo, end));
                            continue;
                        }
                    }
                }
                Kind::Product { left, right } => match known(&made, right, end) {
                    None => {
                        to_do.push((right, end));
                        continue;
                    }
                    Some(right) => match known(&made, left, right) {
                        None => {
                            to_do.push((left, right));
                            continue;
                        }
                        Some(form) => form,
                    },
                },
            };
            made.insert((node, end), form);
            to_do.pop();
        }
        let root = known(&made, self.root, TOP).unwrap_or(BOTTOM);
        Ok(builder.finish_like(root, self.option_count, self.costs.clone()))
    }

    /// Writes the diagram as Knuth's DLX6 does, for his programs of the ZDDREAD family.
    ///
    /// A line for each branch, those below it first: `5: (~3?4:2)` is branch 5, on variable 3, with `lo`
    /// 4 and `hi` 2. Numbers of nodes are hexadecimal; 0 is ⊥ and 1 is ⊤. Variables are decimal: option
    /// n is variable n + 1. The last line is a branch on variable 0, whose `hi` is the root: that is how
    /// those programs find it. Products are [replaced](Self::without_products) before:
    /// who fears that there may be too many nodes then does it himself, with a limit.
    ///
    /// Writes in small pieces: hand it a [`BufWriter`](io::BufWriter).
    ///
    /// # Errors
    ///
    /// Those of the stream; and, before anything is written, a [`DiagramError`] in an [`io::Error`] of
    /// the kind [`InvalidInput`](io::ErrorKind::InvalidInput).
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let mut written = Vec::new();
    /// Diagram::of_solutions(&problem, &found)?.write_zdd(&mut written)?;
    /// assert_eq!(written, b"2: (~3?0:1)\n3: (~2?0:1)\n4: (~1?2:3)\n5: (~0?0:4)\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_zdd(&self, mut out: impl io::Write) -> io::Result<()> {
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        // The last line takes a number, too.
        let plain = self.without_products(MOST_NODES - 1).map_err(invalid)?;
        for number in plain.numbers() {
            if let Kind::Branch { option, hi, lo } = plain.kind(number) {
                writeln!(out, "{number:x}: (~{}?{lo:x}:{hi:x})", u64::from(option) + 1)?;
            }
        }
        writeln!(out, "{:x}: (~0?0:{:x})", plain.nodes.len(), plain.root)?;
        out.flush()
    }

    /// Writes the diagram as a graph in the language DOT, for Graphviz; `label` names the options.
    ///
    /// A branch is an ellipse, with a solid line to `hi` and a dashed one to `lo`; a product is a circle
    /// with `×`, and lines to both halves, the left one first. ⊥ is left out with the lines to it, unless
    /// there is no solution.
    ///
    /// Writes in small pieces: hand it a [`BufWriter`](io::BufWriter).
    ///
    /// # Errors
    ///
    /// Those of the stream.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let mut written = Vec::new();
    /// diagram.write_dot(&mut written, |option| {
    ///     let items = problem.option(option).map(|(item, _)| item.as_str());
    ///     items.collect::<Vec<_>>().join(" ")
    /// })?;
    /// let written = String::from_utf8(written)?;
    /// assert!(written.contains("n2 [label=\"a b\"];\n  n2 -> n1;\n"), "{written}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dot<L: Display>(
        &self,
        mut out: impl io::Write,
        mut label: impl FnMut(OptionId) -> L,
    ) -> io::Result<()> {
        writeln!(out, "digraph diagram {{\n  ordering=out;")?;
        for terminal in [BOTTOM, TOP] {
            if (self.root == BOTTOM) == (terminal == BOTTOM) {
                let name = if terminal == BOTTOM { '⊥' } else { '⊤' };
                writeln!(out, "  n{terminal} [label=\"{name}\", shape=box];")?;
            }
        }
        for number in self.numbers() {
            match self.kind(number) {
                Kind::Bottom | Kind::Top => {}
                Kind::Branch { option, hi, lo } => {
                    let label = label(OptionId::new(option)).to_string();
                    writeln!(out, "  n{number} [label=\"{}\"];", quoted(&label))?;
                    writeln!(out, "  n{number} -> n{hi};")?;
                    if lo != BOTTOM {
                        writeln!(out, "  n{number} -> n{lo} [style=dashed];")?;
                    }
                }
                Kind::Product { left, right } => {
                    writeln!(out, "  n{number} [label=\"×\", shape=circle];")?;
                    writeln!(out, "  n{number} -> n{left};\n  n{number} -> n{right};")?;
                }
            }
        }
        writeln!(out, "}}")?;
        out.flush()
    }
}

/// A text within quotes of DOT, where a backslash begins an escape.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.extend(std::iter::once('\\').chain(c.escape_default())),
            c => quoted.push(c),
        }
    }
    quoted
}
