//! Diagrams in files (feature `checkpoint`): a line that says what it is, the nodes, a checksum.
//!
//! A node takes three numbers of one to five bytes each, five or so in all: its option, and how far
//! before it its children stand. A file is read in one pass, and nothing in it is believed: each node is
//! checked when it comes, and memory grows with what was read, not with what the first line says. The
//! format is described in docs/FORMATS.md.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::builder::MOST_NODES;
use super::{BOTTOM, Diagram, Kind, Node, TERMINALS, TOP};
use crate::checkpoint::{PROGRAM, fingerprint};
use crate::matrix::Matrix;

const FORMAT: &str = "quadrille-diagram";
const VERSION: u32 = 1;
/// What is longer is no first line.
const MOST_HEADER: usize = 4096;
/// As much is read, hashed and written at a time.
const CHUNK: usize = 1 << 16;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    /// The version of this crate; any version reads it.
    program: String,
    /// SHA-256 of the matrix.
    problem: String,
    /// Number of nodes but the terminals.
    nodes: u64,
    root: u32,
}

/// Why a diagram cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read the diagram: {0}")]
    Io(#[source] io::Error),
    /// The file does not begin as one does.
    #[error("no diagram: {0}")]
    Malformed(#[source] serde_json::Error),
    /// The file is of another kind.
    #[error("no diagram: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// The file is of another version of the format.
    #[error(
        "the diagram is in version {found} of its format: this program reads version {VERSION}"
    )]
    Version {
        /// That version.
        found: u32,
    },
    /// It is one of another problem.
    #[error("the diagram is of another problem")]
    Problem,
    /// The file ends too early.
    #[error("the diagram is cut off: {nodes} of {of} nodes are there")]
    CutOff {
        /// Number of nodes that were read.
        nodes: u64,
        /// Number of nodes that there should be.
        of: u64,
    },
    /// What it says is not what a diagram says.
    #[error("no sound diagram: node {node}: {reason}")]
    Unsound {
        /// The number of the node: the root's where the whole is at fault.
        node: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file is not as it was written.
    #[error("the diagram is damaged: its checksum does not fit")]
    Damaged,
    /// Something follows the diagram.
    #[error("no diagram: something follows its end")]
    Trailing,
}

impl Diagram {
    /// Writes the diagram, to be [loaded](Self::load) for the same problem.
    ///
    /// Takes some three to six bytes a node, or more if the diagram is very wide. Writes in large pieces.
    ///
    /// # Errors
    ///
    /// Those of the stream; and [`InvalidInput`](io::ErrorKind::InvalidInput) if the problem has another
    /// number of options, or other costs.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let mut file = Vec::new();
    /// diagram.save(&problem, &mut file)?;
    /// assert_eq!(Diagram::load(&problem, file.as_slice())?, diagram);
    ///
    /// let other = text::read("a b\na\nb\nb a\n")?;
    /// let error = Diagram::load(&other, file.as_slice()).unwrap_err();
    /// assert_eq!(error.to_string(), "the diagram is of another problem");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, problem: &impl AsRef<Matrix>, mut out: impl Write) -> io::Result<()> {
        let matrix = problem.as_ref();
        if matrix.option_count() != self.option_count || matrix.costs != self.costs {
            let reason = "the diagram is of another problem";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: PROGRAM.to_owned(),
            problem: fingerprint(matrix),
            nodes: (self.nodes.len() - TERMINALS.len()) as u64,
            root: self.root,
        };
        let mut buffer = serde_json::to_vec(&header)?;
        buffer.push(b'\n');
        let mut hash = Sha256::new();
        for number in self.numbers() {
            let Node { option, hi, lo } = self.nodes[number as usize];
            // 0 for a product: no option has the number that stands there.
            put(&mut buffer, option.wrapping_add(1));
            for child in [hi, lo] {
                put(&mut buffer, if child <= TOP { child } else { number - child + TOP });
            }
            if buffer.len() >= CHUNK {
                hash.update(&buffer);
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
        hash.update(&buffer);
        out.write_all(&buffer)?;
        out.write_all(&hash.finalize())?;
        out.flush()
    }

    /// Reads a diagram that was [saved](Self::save) for the same problem, whose costs it takes. Reads in
    /// large pieces, up to the end.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is none of this problem, or is not as it was written. A file that was
    /// made to deceive may pass, if its checksum fits: then it is no more than nonsense in the form of a
    /// diagram, with no solution of more options than occur in it.
    pub fn load(problem: &impl AsRef<Matrix>, input: impl Read) -> Result<Self, LoadError> {
        let matrix = problem.as_ref();
        let mut source = Source::new(input);
        let header = source.header()?;
        if header.problem != fingerprint(matrix) {
            return Err(LoadError::Problem);
        }
        let Header { nodes: of, root, .. } = header;
        let unsound = |node, reason| LoadError::Unsound { node, reason };
        let last = of + TOP as u64;
        if of > (MOST_NODES - TERMINALS.len()) as u64 {
            return Err(unsound(last, "there are more than 2^32 - 2"));
        }
        if u64::from(root) > last || (u64::from(root) < last && of > 0) {
            return Err(unsound(root.into(), "the root is not the last node"));
        }
        let mut nodes = TERMINALS.to_vec();
        let mut reached = vec![true; TERMINALS.len()];
        // Below 2³², as was checked.
        for number in TERMINALS.len() as u32..=last as u32 {
            let mut next = || match source.number() {
                Ok(Some(number)) => Ok(number),
                Ok(None) => Err(unsound(number.into(), "a number is not one")),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    Err(LoadError::CutOff { nodes: u64::from(number) - 2, of })
                }
                Err(error) => Err(LoadError::Io(error)),
            };
            let option = next()?.wrapping_sub(1);
            let mut child = || match next()? {
                terminal @ ..=TOP => Ok(terminal),
                far if far < number => Ok(number + TOP - far),
                _ => Err(unsound(number.into(), "a child is not before it")),
            };
            let node = Node { option, hi: child()?, lo: child()? };
            match node.kind() {
                Kind::Product { left, right } if left <= TOP || right <= TOP => {
                    return Err(unsound(number.into(), "it is a product with a terminal"));
                }
                Kind::Branch { hi: BOTTOM, .. } => {
                    return Err(unsound(number.into(), "no solution takes its option"));
                }
                Kind::Branch { option, .. } if option as usize >= matrix.option_count() => {
                    return Err(unsound(number.into(), "the problem has no such option"));
                }
                _ => {}
            }
            reached[node.hi as usize] = true;
            reached[node.lo as usize] = true;
            reached.push(number == root);
            nodes.push(node);
        }
        source.end(of)?;
        if let Some(lost) = reached.iter().position(|&reached| !reached) {
            return Err(unsound(lost as u64, "the root does not reach it"));
        }
        nodes.shrink_to_fit();
        let (option_count, costs) = (matrix.option_count(), matrix.costs.clone());
        let diagram = Diagram { nodes, root, option_count, costs };
        if diagram.longest() > diagram.shape().options as u64 {
            return Err(unsound(root.into(), "a solution has an option twice"));
        }
        Ok(diagram)
    }

    /// The most options of a solution.
    fn longest(&self) -> u64 {
        let branch = |_, hi: &u64, lo: &u64| hi.saturating_add(1).max(*lo);
        self.fold(0, 0, branch, |left: &u64, right| left.saturating_add(*right))
    }
}

/// Writes a number, seven bits a byte, the low ones first; all bytes but the last have the high bit.
fn put(buffer: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        buffer.push(number as u8 | 0x80);
        number >>= 7;
    }
    buffer.push(number as u8);
}

/// What is read, with a hash of it.
struct Source<R> {
    input: R,
    chunk: Vec<u8>,
    /// How much of the chunk was taken.
    taken: usize,
    /// Of the chunks before.
    hash: Sha256,
}

impl<R: Read> Source<R> {
    fn new(input: R) -> Self {
        Source { input, chunk: Vec::with_capacity(CHUNK), taken: 0, hash: Sha256::new() }
    }

    /// The next byte; `None` at the end.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.taken == self.chunk.len() {
            self.hash.update(&self.chunk);
            self.chunk.clear();
            self.taken = 0;
            self.input.by_ref().take(CHUNK as u64).read_to_end(&mut self.chunk)?;
        }
        let byte = self.chunk.get(self.taken).copied();
        self.taken += usize::from(byte.is_some());
        Ok(byte)
    }

    fn header(&mut self) -> Result<Header, LoadError> {
        /// What every version of the format has.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let mut line = Vec::new();
        while let Some(byte) = self.byte().map_err(LoadError::Io)? {
            if byte == b'\n' || line.len() == MOST_HEADER {
                break;
            }
            line.push(byte);
        }
        let head: Head = serde_json::from_slice(&line).map_err(LoadError::Malformed)?;
        if head.format != FORMAT {
            return Err(LoadError::Format(head.format));
        }
        if head.version != VERSION {
            return Err(LoadError::Version { found: head.version });
        }
        serde_json::from_slice(&line).map_err(LoadError::Malformed)
    }

    /// The next number; `None` if there is something else, or it is written longer than it need be.
    fn number(&mut self) -> io::Result<Option<u32>> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let plain = byte > 0 || shift == 0;
                return Ok(u32::try_from(number).ok().filter(|_| plain));
            }
            if shift >= 28 {
                break;
            }
        }
        Ok(None)
    }

    /// Checks that the checksum follows and nothing else.
    fn end(&mut self, nodes: u64) -> Result<(), LoadError> {
        let mut hash = self.hash.clone();
        hash.update(&self.chunk[..self.taken]);
        for expected in hash.finalize() {
            match self.byte().map_err(LoadError::Io)? {
                Some(byte) if byte == expected => {}
                Some(_) => return Err(LoadError::Damaged),
                None => return Err(LoadError::CutOff { nodes, of: nodes }),
            }
        }
        match self.byte().map_err(LoadError::Io)? {
            None => Ok(()),
            Some(_) => Err(LoadError::Trailing),
        }
    }
}
