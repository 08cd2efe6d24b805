//! The list of what an engine is known not to do.

use super::ModeKind;

/// Combinations of case and mode that the engine answers with `Unsupported`, and why.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::suite::{ModeKind, Skip};
///
/// let skips = [
///     Skip::tag("multiplicity", "this strategy takes plain exact cover only"),
///     Skip::case("queens-6", "needs more bits than the prototype has").in_mode(ModeKind::All),
/// ];
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    pub(super) case: Option<String>,
    pub(super) tag: Option<String>,
    pub(super) mode: Option<ModeKind>,
    pub(super) why: String,
}

impl Skip {
    /// One case, in every mode.
    pub fn case(name: &str, why: &str) -> Self {
        Skip { case: Some(name.to_owned()), tag: None, mode: None, why: why.to_owned() }
    }

    /// Every case that has the tag, in every mode. Cases that expect an error carry the tag `error`, and no other tag
    /// matches them: a faulty problem is refused whatever the engine can do.
    pub fn tag(tag: &str, why: &str) -> Self {
        Skip { case: None, tag: Some(tag.to_owned()), mode: None, why: why.to_owned() }
    }

    /// Every case in one kind of mode.
    pub fn mode(mode: ModeKind, why: &str) -> Self {
        Skip { case: None, tag: None, mode: Some(mode), why: why.to_owned() }
    }

    /// Narrows the skip to one kind of mode.
    pub fn in_mode(self, mode: ModeKind) -> Self {
        Skip { mode: Some(mode), ..self }
    }

    fn covers(&self, case: &str, tags: &[String], mode: Option<ModeKind>) -> bool {
        self.case.as_ref().is_none_or(|name| name == case)
            && self.tag.as_ref().is_none_or(|tag| tags.contains(tag))
            && self.mode.is_none_or(|kind| Some(kind) == mode)
    }
}

/// The skips of one run, and which of them happened.
#[derive(Debug)]
pub(super) struct Skips<'a> {
    list: &'a [Skip],
    used: Vec<bool>,
}

impl<'a> Skips<'a> {
    pub(super) fn new(list: &'a [Skip]) -> Self {
        Skips { list, used: vec![false; list.len()] }
    }

    /// The first skip that covers the combination, if any.
    pub(super) fn find(
        &self,
        case: &str,
        tags: &[String],
        mode: Option<ModeKind>,
    ) -> Option<&'a Skip> {
        self.list.iter().find(|skip| skip.covers(case, tags, mode))
    }

    /// Notes that the combination was answered with `Unsupported`; false when no skip lists it.
    pub(super) fn note(&mut self, case: &str, tags: &[String], mode: Option<ModeKind>) -> bool {
        let mut listed = false;
        for (skip, used) in self.list.iter().zip(&mut self.used) {
            if skip.covers(case, tags, mode) {
                *used = true;
                listed = true;
            }
        }
        listed
    }

    /// The skips that never happened.
    pub(super) fn unused(&self) -> impl Iterator<Item = &'a Skip> {
        self.list.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(skip, _)| skip)
    }
}
