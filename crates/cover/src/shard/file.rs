//! Shards in files: one JSON document each, which says by itself what it is a part of (feature `checkpoint`).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{MOST_SHARDS, Piece, Plan, Shard, WHOLE};
use crate::checkpoint::{PROGRAM, Position, Settings, fingerprint, hex};
use crate::matrix::Matrix;
use crate::search::{Search, SearchError};
use crate::statistics::Statistics;

const FORMAT: &str = "quadrille-shard";
const VERSION: u32 = 1;

/// A shard, and what must be the same for it to mean anything: the problem (a hash of its matrix), the
/// strategy, the setup, and the version of this crate. The plan is there as a hash of all of its shards.
///
/// ```
/// use quadrille_cover::shard::{Plan, ShardFile};
/// use quadrille_cover::{Search, text};
///
/// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
/// let search = Search::new();
/// let plan = Plan::new(&problem, &search, 2, 1)?;
/// let files: Vec<String> =
///     ShardFile::all(&problem, &search, &plan).iter().map(ShardFile::to_json).collect();
///
/// // Elsewhere, with the same problem and search:
/// let file = ShardFile::from_json(files[1].as_bytes())?;
/// let shard = file.shard(&problem, &search)?;
/// assert_eq!(Some(&shard), plan.shard(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardFile {
    format: String,
    version: u32,
    /// The version of this crate.
    program: String,
    /// SHA-256 of the matrix.
    problem: String,
    settings: Settings,
    seed: u64,
    /// SHA-256 of the same documents of all shards, this field and the checksum being empty.
    plan: String,
    shard: u32,
    of: u32,
    pieces: Vec<FilePiece>,
    /// What is booked to the shard before it begins.
    nodes: u64,
    updates: u64,
    profile: Vec<u64>,
    /// SHA-256 of the same document without it.
    checksum: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePiece {
    /// The estimated share of the whole search.
    billionths: u32,
    /// For each level: item, option, index, number of branches, end of those of the piece.
    path: Position,
}

/// Which shard of which plan it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShardId {
    pub(super) problem: String,
    pub(super) plan: String,
    pub(super) number: u32,
    pub(super) of: u32,
}

impl ShardId {
    /// Which one it is, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many shards there are.
    pub fn of(&self) -> u32 {
        self.of
    }

    /// The plan: the same for the same problem, search, number of shards and seed.
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// The shard in words that no other shard has.
    pub(crate) fn in_full(&self) -> String {
        let ShardId { plan, number, of, .. } = self;
        format!("shard {number} of {of} of the plan {plan}")
    }
}

/// Why a shard's file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file is no shard, or a part of one.
    #[error("no shard: {0}")]
    Malformed(#[source] serde_json::Error),
    /// The file is a JSON document of another kind.
    #[error("no shard: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// The file is of another version of the format or of this crate.
    #[error(
        "the shard was written by version {found}: this is version {PROGRAM}, which reads format {VERSION}"
    )]
    Version {
        /// The version that wrote it.
        found: String,
    },
    /// The file is not as it was written.
    #[error("the shard is damaged: its checksum does not fit")]
    Damaged,
    /// What it says is not what a plan says.
    #[error("the shard is not one of a plan: {0}")]
    Unsound(&'static str),
    /// It is one of another problem.
    #[error("the shard is of another problem")]
    Problem,
    /// It is one of another search.
    #[error("the shard is of another search: its {setting} was {saved}, not {now}")]
    Setting {
        /// What differs.
        setting: &'static str,
        /// What it was.
        saved: String,
        /// What it is now.
        now: String,
    },
    /// The search cannot begin, or the shard is not one of its parts.
    #[error("the shard does not fit: {0}")]
    Search(#[from] SearchError),
}

impl ShardFile {
    /// The documents of all shards of a plan, which was made for this problem and this search.
    pub fn all(problem: &impl AsRef<Matrix>, search: &Search, plan: &Plan) -> Vec<Self> {
        let settings = Settings::of(search, None, problem.as_ref());
        let problem = fingerprint(problem.as_ref());
        let mut files: Vec<ShardFile> = plan
            .shards()
            .iter()
            .map(|shard| ShardFile {
                format: FORMAT.to_owned(),
                version: VERSION,
                program: PROGRAM.to_owned(),
                problem: problem.clone(),
                settings: settings.clone(),
                seed: plan.seed(),
                plan: String::new(),
                shard: shard.number,
                of: shard.of,
                pieces: shard.pieces.iter().map(FilePiece::of).collect(),
                nodes: shard.visited.nodes,
                updates: shard.visited.updates,
                profile: shard.visited.profile.clone(),
                checksum: String::new(),
            })
            .collect();
        let mut hash = Sha256::new();
        files.iter().for_each(|file| hash.update(file.to_json()));
        let plan = hex(&hash.finalize());
        for file in &mut files {
            file.plan.clone_from(&plan);
            file.checksum = file.sum();
        }
        files
    }

    /// The checksum of the document without it.
    fn sum(&self) -> String {
        let bare = ShardFile { checksum: String::new(), ..self.clone() };
        hex(&Sha256::digest(bare.to_json()))
    }

    /// The document, a line of text.
    pub fn to_json(&self) -> String {
        // Nothing in it can fail to be written as JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads a document.
    ///
    /// # Errors
    ///
    /// If it is no whole shard, or is one of another version.
    pub fn from_json(text: &[u8]) -> Result<Self, ShardError> {
        /// What every version of the format has.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
            program: String,
        }
        let head: Head = serde_json::from_slice(text).map_err(ShardError::Malformed)?;
        if head.format != FORMAT {
            return Err(ShardError::Format(head.format));
        }
        if head.version != VERSION {
            let found = format!("{} (format {})", head.program, head.version);
            return Err(ShardError::Version { found });
        }
        if head.program != PROGRAM {
            return Err(ShardError::Version { found: head.program });
        }
        let file: ShardFile = serde_json::from_slice(text).map_err(ShardError::Malformed)?;
        if file.sum() != file.checksum {
            return Err(ShardError::Damaged);
        }
        Ok(file)
    }

    /// Which shard it is.
    pub fn id(&self) -> ShardId {
        ShardId {
            problem: self.problem.clone(),
            plan: self.plan.clone(),
            number: self.shard,
            of: self.of,
        }
    }

    /// Number of its pieces.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The shard, to be searched in this problem by this search.
    ///
    /// # Errors
    ///
    /// If the problem or the search is not that of the plan, or the shard is none of a plan.
    pub fn shard(
        &self,
        problem: &impl AsRef<Matrix>,
        search: &Search,
    ) -> Result<Shard, ShardError> {
        if self.problem != fingerprint(problem.as_ref()) {
            return Err(ShardError::Problem);
        }
        let settings = Settings::of(search, None, problem.as_ref());
        if let Some((setting, saved, now)) = self.settings.difference(&settings) {
            return Err(ShardError::Setting { setting, saved, now });
        }
        if self.of > MOST_SHARDS || !(1..=self.of).contains(&self.shard) {
            return Err(ShardError::Unsound("its number is not one of its plan"));
        }
        let pieces: Vec<Piece> = self.pieces.iter().map(FilePiece::piece).collect();
        if !pieces.windows(2).all(|pair| pair[0].is_before(&pair[1])) {
            return Err(ShardError::Unsound("its pieces overlap"));
        }
        if pieces.iter().any(|piece| piece.weight > WHOLE) {
            return Err(ShardError::Unsound("a piece is larger than the whole"));
        }
        let visited = Statistics {
            nodes: self.nodes,
            updates: self.updates,
            profile: self.profile.clone(),
            ..Statistics::default()
        };
        let shard = Shard { number: self.shard, of: self.of, pieces, visited };
        // Whether its pieces are there.
        shard.solutions(problem, search)?;
        Ok(shard)
    }
}

impl FilePiece {
    fn of(piece: &Piece) -> Self {
        FilePiece { billionths: piece.weight, path: Position::of(&piece.path) }
    }

    fn piece(&self) -> Piece {
        Piece { weight: self.billionths, path: self.path.branches() }
    }
}
