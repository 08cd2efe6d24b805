//! A graph as a list of edges, and the reader of such lists.

use std::collections::HashMap;

use crate::error::GalleryError;
use crate::wording::range;

/// Most vertices that a `p` line can declare: a mistyped number is not to fill the memory.
const MOST_VERTICES: usize = 1 << 22;

/// An edge of a [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The number of one end; the one that was named first.
    pub from: usize,
    /// The number of the other end.
    pub to: usize,
    /// Its weight; 0 if none was given.
    pub weight: u64,
}

/// An undirected graph without loops, and with at most one edge between two vertices.
///
/// Plain lists: an edge a line, `u v` or `u v weight`; a line with one name alone declares a
/// vertex, which may have no edge. `#` and `%` begin a comment, at any place of a line.
///
/// ```text
/// # a triangle with a tail, and a vertex apart
/// a b 3
/// b c 1
/// a c
/// c tail
/// apart
/// ```
///
/// DIMACS lists are told by their first line that is no comment, `p edge n m`: then lines with `c`
/// are comments, vertices have the numbers 1 to n, and the edges are lines `e u v` or `e u v
/// weight`.
///
/// In both, an edge that is listed twice counts once: many files have each edge in both directions.
/// Names hold no `:`, `|` or `~`: the first two have a meaning in the text format, and `~` joins
/// names in those of items.
///
/// ```
/// use quadrille_gallery::graphs::Graph;
///
/// let graph = Graph::parse("a b 3\nb c  # no weight\nlonely\n")?;
/// assert_eq!(graph.vertices(), ["a", "b", "c", "lonely"]);
/// assert_eq!(graph.edges().iter().map(|edge| edge.weight).collect::<Vec<_>>(), [3, 0]);
///
/// let error = Graph::parse("a b\nb b\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:3: an edge from \"b\" to itself: expected two vertices");
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    vertices: Vec<String>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Reads a list of edges, in either format. O(length of the text).
    ///
    /// # Errors
    ///
    /// With line and column: a line with too few or too many words, a weight that is no whole
    /// number, a name with `:`, `|` or `~`, a loop, an edge that is listed again with another
    /// weight; in DIMACS also a line of another kind, and a vertex above the number of them.
    pub fn parse(text: &str) -> Result<Graph, GalleryError> {
        let mut reader = Reader::default();
        let is_dimacs = is_dimacs(text);
        let mut declared = None;
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let words = words(line);
            let [first, ..] = words.as_slice() else { continue };
            let line = Line { number, words: &words };
            if !is_dimacs {
                reader.plain(line)?;
                continue;
            }
            match (first.text, declared) {
                ("c", _) => {}
                ("p", None) => declared = Some(reader.declare(line)?),
                ("e", Some(vertices)) => reader.dimacs(line, vertices)?,
                (other, _) => {
                    let message = format!("{other:?}: expected a line that begins with `e` or `c`");
                    return Err(line.error(first.column, message));
                }
            }
        }
        Ok(reader.graph)
    }

    /// The names of the vertices, in the order in which they first occur.
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// The edges, in the order in which they first occur.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether an edge has a weight above 0.
    pub fn is_weighted(&self) -> bool {
        self.edges.iter().any(|edge| edge.weight > 0)
    }

    /// For each vertex the other ends of its edges, in the order of the edges.
    pub(super) fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.vertices.len()];
        for edge in &self.edges {
            neighbours[edge.from].push(edge.to);
            neighbours[edge.to].push(edge.from);
        }
        neighbours
    }
}

/// Whether the first line that is no comment is a `p` line of DIMACS.
fn is_dimacs(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(words);
    let first = lines.find(|words| words.first().is_some_and(|word| word.text != "c"));
    matches!(first.as_deref(), Some([p, kind, ..]) if p.text == "p"
        && ["edge", "edges", "col"].contains(&kind.text))
}

/// A word of a line, and its column, in characters from 1.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    column: usize,
}

/// The words of a line in front of its comment.
fn words(line: &str) -> Vec<Word<'_>> {
    let content = line.find(['#', '%']).map_or(line, |end| &line[..end]);
    let mut words = Vec::new();
    let (mut offset, mut column) = (0, 1);
    for text in content.split_whitespace() {
        // A part of the line: the difference of the addresses is where it begins.
        let start = text.as_ptr() as usize - line.as_ptr() as usize;
        column += line[offset..start].chars().count();
        offset = start;
        words.push(Word { text, column });
    }
    words
}

/// A line with at least one word.
#[derive(Debug, Clone, Copy)]
struct Line<'t> {
    number: usize,
    words: &'t [Word<'t>],
}

impl Line<'_> {
    fn error(&self, column: usize, message: impl Into<String>) -> GalleryError {
        GalleryError::text(self.number, column, message)
    }

    /// The column behind the last word, where one that is missing would stand.
    fn end(&self) -> usize {
        self.words.last().map_or(1, |last| last.column + last.text.chars().count())
    }

    fn missing(&self, expected: &str) -> GalleryError {
        self.error(self.end(), format!("end of line: expected {expected}"))
    }
}

#[derive(Debug, Default)]
struct Reader {
    graph: Graph,
    numbers: HashMap<String, usize>,
    /// For both ends, the lesser number first: the edge's number and line.
    known: HashMap<(usize, usize), (usize, usize)>,
}

impl Reader {
    /// A line `p edge n m`. How many edges it promises does not matter: files are often wrong
    /// there.
    fn declare(&mut self, line: Line<'_>) -> Result<usize, GalleryError> {
        let Some(word) = line.words.get(2) else {
            return Err(line.missing("the number of vertices"));
        };
        match word.text.parse() {
            Ok(vertices) if vertices <= MOST_VERTICES => {
                self.graph.vertices = (1..=vertices).map(|number| number.to_string()).collect();
                Ok(vertices)
            }
            _ => {
                let message = format!(
                    "{:?}: expected a number of vertices, at most {MOST_VERTICES}",
                    word.text
                );
                Err(line.error(word.column, message))
            }
        }
    }

    fn dimacs(&mut self, line: Line<'_>, vertices: usize) -> Result<(), GalleryError> {
        let end = |index: usize| {
            let word = line.words.get(index).ok_or_else(|| line.missing("a vertex"))?;
            match word.text.parse::<usize>() {
                Ok(number) if (1..=vertices).contains(&number) => Ok((number - 1, word.column)),
                _ => {
                    let expected = match vertices {
                        0 => "no edge, since there is no vertex".to_owned(),
                        _ => format!("a vertex, {}", range(1, vertices)),
                    };
                    let message = format!("{:?}: expected {expected}", word.text);
                    Err(line.error(word.column, message))
                }
            }
        };
        let ends = [end(1)?, end(2)?];
        self.edge(line, ends, line.words.get(3..).unwrap_or_default())
    }

    fn plain(&mut self, line: Line<'_>) -> Result<(), GalleryError> {
        match *line.words {
            [] => Ok(()),
            [alone] => self.vertex(line, alone).map(drop),
            [from, to, ref rest @ ..] => {
                let mut end =
                    |word: Word<'_>| self.vertex(line, word).map(|number| (number, word.column));
                let ends = [end(from)?, end(to)?];
                self.edge(line, ends, rest)
            }
        }
    }

    /// The number of the vertex of this name, which may be a new one.
    fn vertex(&mut self, line: Line<'_>, name: Word<'_>) -> Result<usize, GalleryError> {
        if let Some(&number) = self.numbers.get(name.text) {
            return Ok(number);
        }
        if name.text.contains([':', '|', '~']) {
            let message = format!("vertex {:?}: expected a name without `:`, `|`, `~`", name.text);
            return Err(line.error(name.column, message));
        }
        let number = self.graph.vertices.len();
        self.graph.vertices.push(name.text.to_owned());
        self.numbers.insert(name.text.to_owned(), number);
        Ok(number)
    }

    fn edge(
        &mut self,
        line: Line<'_>,
        [(from, _), (to, column)]: [(usize, usize); 2],
        rest: &[Word<'_>],
    ) -> Result<(), GalleryError> {
        if from == to {
            let name = &self.graph.vertices[from];
            let message = format!("an edge from {name:?} to itself: expected two vertices");
            return Err(line.error(column, message));
        }
        let weight = match rest {
            [] => 0,
            [word] => whole(word.text).ok_or_else(|| {
                let message = format!("weight {:?}: expected a whole number below 2^64", word.text);
                line.error(word.column, message)
            })?,
            [_, second, ..] => {
                let message = format!("{:?}: expected the end of the line", second.text);
                return Err(line.error(second.column, message));
            }
        };
        let key = (from.min(to), from.max(to));
        if let Some(&(edge, first)) = self.known.get(&key) {
            let before = self.graph.edges[edge].weight;
            if before == weight {
                return Ok(());
            }
            let at = rest.first().map_or(line.end(), |word| word.column);
            let message = format!("weight {weight}: this edge has weight {before} in line {first}");
            return Err(line.error(at, message));
        }
        self.known.insert(key, (self.graph.edges.len(), line.number));
        self.graph.edges.push(Edge { from, to, weight });
        Ok(())
    }
}

/// A number written in decimal digits and nothing else.
fn whole(digits: &str) -> Option<u64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
