//! The corpora of a comparison: each file is one, and what is written out or comes from standard input is
//! another.

use std::path::Path;
use std::sync::Arc;

use quadrille_lab::{Material, Rejected};
use quadrille_sudoku::Shape;

use super::Corpus;
use crate::input::{self, Fault, Source};
use crate::output::Messages;
use crate::status::Status;

/// What there is to read, or why there is nothing; none stands for the embedded puzzles.
pub(super) type Sources = Vec<Result<Source, String>>;

/// Reads what is to be measured; what cannot be read is reported, and noted in the status. A corpus without a
/// puzzle is left out.
pub(super) fn read(sources: Sources, shape: Shape, messages: Messages) -> (Vec<Material>, Status) {
    let mut status = Status::Done;
    if sources.is_empty() {
        let sample = Corpus::embedded();
        return (vec![Material::of(sample.name().to_owned(), sample)], status);
    }
    let mut corpora: Vec<Corpus> = Vec::new();
    for (name, sources) in groups(sources) {
        let mut corpus = Corpus::new(name, shape);
        for source in sources {
            let before = corpus.rejected().len();
            let doubtful = source.as_ref().is_ok_and(Source::is_doubtful);
            if let Err(fault) = add(&mut corpus, source) {
                fault.report(messages);
                status.note(Status::Bad);
            }
            for rejected in corpus.rejected().iter().skip(before) {
                fault(&corpus, rejected, doubtful).report(messages);
                status.note(Status::Bad);
            }
        }
        corpora.push(corpus);
    }
    corpora.retain(|corpus| !corpus.puzzles().is_empty());
    (
        corpora.into_iter().map(|corpus| Material::of(corpus.name().to_owned(), corpus)).collect(),
        status,
    )
}

/// The sources of each corpus, in the order in which the first of each was named, with a name that no other
/// has.
pub(super) fn groups(sources: Sources) -> Vec<(String, Sources)> {
    let mut groups: Vec<(String, Sources)> = Vec::new();
    let mut written: Option<usize> = None;
    for source in sources {
        let Ok(Source::File(path)) = &source else {
            match written.and_then(|index| groups.get_mut(index)) {
                Some((_, group)) => group.push(source),
                None => {
                    written = Some(groups.len());
                    groups.push((String::new(), vec![source]));
                }
            }
            continue;
        };
        let name = free(&groups, path);
        groups.push((name, vec![source]));
    }
    // It is named last, since its name depends on all of it.
    let name = written
        .and_then(|index| groups.get(index))
        .map(|(_, group)| numbered(&groups, written_name(group)));
    if let (Some((slot, _)), Some(name)) = (written.and_then(|it| groups.get_mut(it)), name) {
        *slot = name;
    }
    groups
}

/// What those are called that are in no file.
fn written_name(group: &Sources) -> String {
    let arguments = group.iter().filter(|it| !matches!(it, Ok(Source::Stdin))).count();
    let arguments = if arguments == 1 { "argument" } else { "arguments" };
    match (group.len(), group.iter().any(|it| matches!(it, Ok(Source::Stdin)))) {
        (1, true) => "<stdin>".to_owned(),
        (_, true) => format!("<stdin> and {arguments}"),
        (_, false) => arguments.to_owned(),
    }
}

/// A name for a file: without its folder, unless another is called that; with a number if it is named twice.
fn free(groups: &[(String, Sources)], path: &Path) -> String {
    let full = path.display().to_string();
    let short = path.file_name().map(|name| name.to_string_lossy().into_owned());
    short.filter(|name| !is_taken(groups, name)).unwrap_or_else(|| numbered(groups, full))
}

fn is_taken(groups: &[(String, Sources)], name: &str) -> bool {
    groups.iter().any(|(other, _)| other == name)
}

/// That name, with a number if it is taken.
fn numbered(groups: &[(String, Sources)], name: String) -> String {
    let numbers = (2..).map(|number: u64| format!("{name} ({number})"));
    let mut names = std::iter::once(name.clone()).chain(numbers);
    names.find(|name| !is_taken(groups, name)).unwrap_or(name)
}

fn fault(corpus: &Corpus, rejected: &Rejected, doubtful: bool) -> Fault {
    let source = corpus.source_name(rejected.source).into();
    let fault = Fault::at(&source, (rejected.line, rejected.column), rejected.message.clone());
    Fault { doubtful, ..fault }
}

fn add(corpus: &mut Corpus, source: Result<Source, String>) -> Result<(), Fault> {
    let source = source.map_err(|message| Fault::of(&"".into(), message))?;
    let name: Arc<str> = source.name().into();
    let reader = source.open().map_err(|error| input::unreadable(&name, &error))?;
    corpus.add(&*name, reader);
    match corpus.sources().last() {
        Some(read) if read.puzzles + read.rejected == 0 => {
            Err(Fault::of(&name, "no puzzle found: expected at least one".to_owned()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(arguments: &[&str]) -> Vec<(String, usize)> {
        let source = |argument: &&str| match *argument {
            "-" => Ok(Source::Stdin),
            "?" => Err("no such file".to_owned()),
            file => Ok(Source::File(file.into())),
        };
        let sources = arguments.iter().map(source).collect();
        groups(sources).into_iter().map(|(name, group)| (name, group.len())).collect()
    }

    #[test]
    fn each_file_is_a_corpus_with_a_name_of_its_own() {
        let found = names(&["a/x.txt", "b/x.txt", "b/x.txt", "y.txt"]);
        let expected = ["x.txt", "b/x.txt", "b/x.txt (2)", "y.txt"];
        assert_eq!(found, expected.map(|name| (name.to_owned(), 1)));
    }

    #[test]
    fn what_is_in_no_file_is_one_corpus() {
        let found = names(&["?", "x.txt", "-", "?"]);
        assert_eq!(found, [("<stdin> and arguments".to_owned(), 3), ("x.txt".to_owned(), 1)]);
        assert_eq!(names(&["-"]), [("<stdin>".to_owned(), 1)]);
        assert_eq!(names(&["?", "?"]), [("arguments".to_owned(), 2)]);
    }

    #[test]
    fn a_file_may_be_called_like_what_is_in_none() {
        let found = names(&["-", "a/<stdin>"]);
        assert_eq!(found, ["<stdin> (2)", "<stdin>"].map(|name| (name.to_owned(), 1)));
        let found = names(&["argument", "?", "b/argument"]);
        let expected = ["argument", "argument (2)", "b/argument"];
        assert_eq!(found, expected.map(|name| (name.to_owned(), 1)));
    }
}
