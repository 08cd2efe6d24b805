//! Results in files: written in one step, and read with an eye on their version.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Deserialize;

use super::{Results, SCHEMA};

/// Results that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// It is not what is expected.
    #[error("no results of the laboratory: {0}")]
    Json(serde_json::Error),
    /// It has another version.
    #[error("results of version `{0}`: expected `{SCHEMA}`")]
    Schema(String),
    /// Its parts do not fit each other.
    #[error("the lists in the series of engine {engine} on corpus {corpus} have different lengths")]
    Inconsistent {
        /// Index of the engine.
        engine: usize,
        /// Index of the corpus.
        corpus: usize,
    },
    /// A scaling study whose sizes are not those of its corpora.
    #[error("{sizes} sizes for {corpora} corpora")]
    Sizes {
        /// How many sizes there are.
        sizes: usize,
        /// How many corpora.
        corpora: usize,
    },
    /// An engine is spoken of that is not there.
    #[error("there is no engine {0}: there are {1}")]
    Engine(usize, usize),
    /// A confidence that no interval can have.
    #[error("the confidence must be more than 0 and less than 1, found {0}")]
    Confidence(f64),
}

/// Writes results as one JSON document, with a newline at its end.
///
/// # Errors
///
/// Those of the writer.
pub fn write(results: &Results, mut to: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut to, results)?;
    writeln!(to)?;
    to.flush()
}

/// Writes results beside their place, and then puts them there in one step: whoever looks, at any time,
/// finds either what was there before or all of it.
///
/// # Errors
///
/// Those of the file system.
pub fn save(results: &Results, path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quadrille-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    write(results, BufWriter::new(file.as_file()))?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[derive(Deserialize)]
struct Version {
    schema: String,
}

/// Reads results.
///
/// # Errors
///
/// If the file cannot be read, holds something else, is of another version, or its parts do not fit each other.
pub fn load(path: &Path) -> Result<Results, ResultsError> {
    let text = std::fs::read_to_string(path)?;
    let version: Version = serde_json::from_str(&text).map_err(ResultsError::Json)?;
    if version.schema != SCHEMA {
        return Err(ResultsError::Schema(version.schema));
    }
    let results: Results = serde_json::from_str(&text).map_err(ResultsError::Json)?;
    if let Some(scaling) = &results.scaling
        && scaling.sizes.len() != results.corpora.len()
    {
        let (sizes, corpora) = (scaling.sizes.len(), results.corpora.len());
        return Err(ResultsError::Sizes { sizes, corpora });
    }
    let controls = results.engines.iter().filter_map(|engine| engine.control_of);
    let left_out = results.scaling.iter().flat_map(|scaling| &scaling.left_out);
    let engines = results.engines.len();
    let unknown = |engine: &usize| *engine >= engines;
    if let Some(engine) = controls.chain(left_out.map(|it| it.engine)).find(unknown) {
        return Err(ResultsError::Engine(engine, engines));
    }
    let confidence = results.settings.confidence;
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(ResultsError::Confidence(confidence));
    }
    for series in &results.series {
        let puzzles = results.corpora.get(series.corpus).map(|corpus| corpus.puzzles.len());
        let lists = [
            series.outcomes.len(),
            series.solutions.len(),
            series.exhausted.len(),
            series.nodes.len(),
        ];
        let fits = series.unit > 0
            && engines > series.engine
            && lists.iter().all(|&length| Some(length) == puzzles)
            && series.nanoseconds.iter().all(|round| round.len() == series.units());
        if !fits {
            let (engine, corpus) = (series.engine, series.corpus);
            return Err(ResultsError::Inconsistent { engine, corpus });
        }
    }
    Ok(results)
}
