//! Any text, read in one format of variants: no panic, errors lie within the text, and whatever is accepted is written
//! and read back the same.
//!
//! One source for a target a format, each a section of `Cargo.toml`: `format_csv` reads `csv`, `format_killer_ps` reads
//! `killer-ps`. A test of the formats sees to it that none of them is without.

#![no_main]

use std::fmt;
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format::{self, Format};

/// The format that the target is named after.
static FORMAT: LazyLock<&dyn Format> = LazyLock::new(|| {
    let name = env!("CARGO_BIN_NAME").trim_start_matches("format_").replace('_', "-");
    format::by_name(&name).expect("targets are named after formats")
});

/// A text that shows itself as a test, to be pasted into the tests of the formats.
struct Input<'a>(&'a str);

impl<'a> Arbitrary<'a> for Input<'a> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        <&str>::arbitrary(u).map(Input)
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> arbitrary::Result<Self> {
        <&str>::arbitrary_take_rest(u).map(Input)
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n#[test]\nfn fuzz_regression() {{")?;
        writeln!(f, "    let format = format::by_name({:?}).unwrap();", FORMAT.name())?;
        write!(f, "    format.read({:?});\n}}", self.0)
    }
}

fuzz_target!(|input: Input<'_>| {
    let (format, text) = (*FORMAT, input.0);
    format.recognises(text);
    let mut trips = 3;
    for result in format.read(text) {
        match result {
            Ok(entry) => {
                assert!(entry.line >= 1 && entry.line <= text.lines().count().max(1));
                if trips > 0 {
                    trips -= 1;
                    round_trip(format, &entry.variant);
                }
            }
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1, "{error}");
                assert!(error.line <= text.lines().count() + 1, "{error}");
                assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error}");
            }
        }
    }
});

/// What was read can be written again, and comes back with the same rules and candidates; a second time, all of it.
fn round_trip(format: &dyn Format, variant: &Variant) {
    let written = match format.write(std::slice::from_ref(variant)) {
        Ok(written) => written,
        // What is read in one way may be more than what is written.
        Err(error) => return assert!(!error.what.is_empty()),
    };
    let back = only(format, &written);
    assert_eq!(back.rules(), variant.rules(), "{written}");
    for cell in 0..variant.board().cells() {
        assert_eq!(back.candidates(cell), variant.candidates(cell), "cell {cell} of\n{written}");
    }
    let again = format.write(std::slice::from_ref(&back)).expect("what was written is");
    let last = only(format, &again);
    assert_eq!(last.values(), back.values(), "{again}");
    assert_eq!(last.marks(), back.marks(), "{again}");
}

fn only(format: &dyn Format, text: &str) -> Variant {
    let mut all = format.read(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0).unwrap_or_else(|error| panic!("{error} in\n{text}")).variant
}
