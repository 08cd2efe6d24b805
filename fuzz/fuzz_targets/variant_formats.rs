//! Any text, read in each format of variants: no panic, errors lie within the text, and whatever is accepted is written
//! and read back the same, in the format it came from.
//!
//! The first byte picks the format, by its place in the list; new ones are covered as they come.

#![no_main]

use std::fmt;

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format::{self, Format};

/// A text that shows itself as a test, to be pasted into the tests of the formats.
struct Input<'a> {
    format: &'static dyn Format,
    text: &'a str,
}

impl<'a> Arbitrary<'a> for Input<'a> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let format = format::ALL[usize::from(u8::arbitrary(u)?) % format::ALL.len()];
        Ok(Input { format, text: <&str>::arbitrary(u)? })
    }

    fn arbitrary_take_rest(mut u: Unstructured<'a>) -> arbitrary::Result<Self> {
        let format = format::ALL[usize::from(u8::arbitrary(&mut u)?) % format::ALL.len()];
        Ok(Input { format, text: <&str>::arbitrary_take_rest(u)? })
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n#[test]\nfn fuzz_regression() {{")?;
        writeln!(f, "    let format = format::by_name({:?}).unwrap();", self.format.name())?;
        write!(f, "    format.read({:?});\n}}", self.text)
    }
}

fuzz_target!(|input: Input<'_>| {
    let Input { format, text } = input;
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
