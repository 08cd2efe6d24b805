//! The file of a diagram: a line with the problem as it was written, then the diagram as the library saves
//! it. So whoever has the file has the names of the items, the costs, and how solutions are drawn.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;

use quadrille_cover::Diagram;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Opened;
use crate::input::{Fault, Source, unreadable};
use crate::verbs::cover::input::{self, Loaded};

const FORMAT: &str = "quadrille-diagram-of-problem";
const VERSION: u32 = 1;
/// Every file of the format begins with this.
const BEGIN: &[u8] = b"{\"format\":\"quadrille-diagram-of-problem\",";
/// What the library begins its own files with.
const BARE: &[u8] = b"{\"format\":\"quadrille-diagram\",";
const EXPECTED: &str = "expected what `cover diagram build` writes";

/// The first line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    format: String,
    version: u32,
    /// The version that wrote it.
    pub(super) program: String,
    /// The file of the problem: by its name JSON is told from text.
    pub(super) source: String,
    /// The problem as it was written.
    problem: String,
    /// SHA-256 of the problem.
    checksum: String,
}

impl Head {
    /// # Errors
    ///
    /// If the problem is not UTF-8, which it is where it could be read.
    pub(super) fn new(source: &str, problem: Vec<u8>) -> Result<Self, String> {
        let problem = String::from_utf8(problem).map_err(|error| error.to_string())?;
        Ok(Head {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            source: source.to_owned(),
            checksum: checksum(&problem),
            problem,
        })
    }
}

fn checksum(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a diagram and its problem.
pub(super) fn write(
    head: &Head,
    loaded: &Loaded,
    diagram: &Diagram,
    out: &mut dyn Write,
) -> io::Result<()> {
    serde_json::to_writer(&mut *out, head)?;
    writeln!(out)?;
    diagram.save(&loaded.problem, out)
}

/// Reads a diagram and its problem.
pub(super) fn read(source: &Source) -> Result<Opened, Fault> {
    let name: Arc<str> = source.name().into();
    let fault = |message: String| Fault::of(&name, message);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => fault("no such file".to_owned()),
        _ => unreadable(&name, &error),
    };
    let mut reader = BufReader::new(source.open().map_err(failed)?);
    let begin = begin(&mut reader).map_err(failed)?;
    if begin.is_empty() {
        return Err(fault(format!("is empty: {EXPECTED}")));
    }
    if begin.starts_with(BARE) {
        return Err(fault(format!("a diagram without its problem: {EXPECTED}")));
    }
    if begin != BEGIN {
        return Err(fault(format!("no diagram: {EXPECTED}")));
    }
    let mut line = begin;
    reader.read_until(b'\n', &mut line).map_err(failed)?;
    let head = head(&line).map_err(fault)?;
    let about = |error: Fault| fault(format!("its problem cannot be read: {}", error.message));
    let mut loaded =
        input::loaded(head.source.as_str().into(), head.problem.as_bytes()).map_err(about)?;
    let diagram =
        Diagram::load(&loaded.problem, reader).map_err(|error| fault(error.to_string()))?;
    loaded.source = Arc::clone(&name);
    Ok(Opened { loaded, diagram, head })
}

/// As many bytes as tell what the file is, or as there are.
fn begin(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    reader.take(BEGIN.len() as u64).read_to_end(&mut begin)?;
    Ok(begin)
}

fn head(line: &[u8]) -> Result<Head, String> {
    /// What every version of the format has.
    #[derive(Deserialize)]
    struct Any {
        version: u32,
        program: String,
    }
    let malformed = |error: serde_json::Error| format!("no diagram: {error}");
    if line.last() != Some(&b'\n') {
        return Err("the diagram is cut off in its first line".to_owned());
    }
    let Any { version, program } = serde_json::from_slice(line).map_err(malformed)?;
    if version != VERSION {
        return Err(format!(
            "the diagram is in version {version} of its format, of program {program}: this program \
             reads version {VERSION}"
        ));
    }
    let head: Head = serde_json::from_slice(line).map_err(malformed)?;
    match checksum(&head.problem) == head.checksum {
        true => Ok(head),
        false => Err("the diagram is damaged: the checksum of its problem does not fit".to_owned()),
    }
}
