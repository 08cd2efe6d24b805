//! Corpora of puzzles with rules of their own: each file is one, and what is written out or comes from standard input is
//! another.

use quadrille_lab::{Material, VariantCorpus};

use super::Sources;
use super::corpora::groups;
use crate::input::{Fault, Source};
use crate::output::Messages;
use crate::status::Status;
use crate::variants::{is_of_variants, text_of};

/// Whether the puzzles have rules of their own, as far as the beginnings of the sources tell.
///
/// # Errors
///
/// A message if some of them have and others have not.
pub(super) fn are_variants(sources: &Sources) -> Result<bool, String> {
    let (mut variants, mut plain) = (None, None);
    for source in sources.iter().flatten() {
        let Ok(head) = source.head() else { continue };
        let slot = if is_of_variants(&head) { &mut variants } else { &mut plain };
        slot.get_or_insert_with(|| source.name());
    }
    match (variants, plain) {
        (Some(variants), Some(plain)) => Err(format!(
            "{variants} has puzzles with rules and {plain} has plain ones: other strategies take them, so compare them \
             one after the other"
        )),
        (variants, _) => Ok(variants.is_some()),
    }
}

/// Reads what is to be measured; what cannot be read is reported, and noted in the status. A corpus without a puzzle is
/// left out.
pub(super) fn read(sources: Sources, messages: Messages) -> (Vec<Material>, Status) {
    let mut status = Status::Done;
    let mut corpora = Vec::new();
    for (name, sources) in groups(sources) {
        let mut corpus = VariantCorpus::new(name);
        for source in sources {
            let before = corpus.rejected().len();
            if let Err(fault) = add(&mut corpus, source) {
                fault.report(messages);
                status.note(Status::Bad);
            }
            for rejected in corpus.rejected().iter().skip(before) {
                messages.error("", rejected);
                status.note(Status::Bad);
            }
        }
        if !corpus.is_empty() {
            corpora.push(corpus.into_material());
        }
    }
    (corpora, status)
}

fn add(corpus: &mut VariantCorpus, source: Result<Source, String>) -> Result<(), Fault> {
    let source = source.map_err(|message| Fault::of(&"".into(), message))?;
    let name = source.name().into();
    let text = text_of(&source, &name)?;
    let before = corpus.len() + corpus.rejected().len();
    corpus.add(&name, &text, None).map_err(|error| Fault::of(&"".into(), error.to_string()))?;
    match corpus.len() + corpus.rejected().len() - before {
        0 => Err(Fault::of(&name, "no puzzle found: expected at least one".to_owned())),
        _ => Ok(()),
    }
}
