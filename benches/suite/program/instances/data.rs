//! The instances of the folder of known answers, where it is.

use std::time::Duration;

use quadrille_cover::text;
use quadrille_testkit::shared;

use super::super::error::SuiteError;
use super::{Instance, Known};

/// Less says more of the clock than of the search; more is for the instances that are named.
const LEAST: Duration = Duration::from_millis(5);
const MOST: Duration = Duration::from_secs(5);

/// Those whose slowest strategy takes between [`LEAST`] and [`MOST`]; none, with a note on stderr, if
/// there is no folder.
pub(super) fn all() -> Result<Vec<Instance>, SuiteError> {
    let Some(folder) = shared::data_folder_or_skip("instances of known answers") else {
        return Ok(Vec::new());
    };
    let rows = shared::counts(&folder).map_err(|error| SuiteError::Instance {
        name: "known answers".to_owned(),
        source: Box::new(error),
    })?;
    let instance = |row: shared::CountRow| {
        let name = format!("data/{}", row.file.strip_suffix(".dlx").unwrap_or(&row.file));
        let make = move || Ok(vec![text::read(&row.contents)?.matrix().clone()]);
        Instance::new(name, Known::Count(row.count), make).within(LEAST..=MOST)
    };
    Ok(rows.into_iter().map(instance).collect())
}
