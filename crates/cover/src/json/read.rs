//! Reading JSON.

use std::borrow::Cow;
use std::str::FromStr;

use super::error::{JsonError, JsonErrorKind as Kind};
use super::value::{Document, Shape, found, shape};
use super::{FORMAT, VERSION};
use crate::builder::{OptionBuilder, ProblemBuilder};
use crate::error::BuildError;
use crate::problem::Problem;
use crate::text::source;

type Builder = ProblemBuilder<String, String, Option<String>>;

/// Reads a problem from bytes that should be JSON in UTF-8.
///
/// # Errors
///
/// The first byte that is not UTF-8, with its line and column; else those of [`read`].
pub fn read_bytes(bytes: &[u8]) -> Result<Problem<String, String, Option<String>>, JsonError> {
    let text = source::utf8(bytes).map_err(|fault| JsonError {
        line: fault.line,
        column: fault.column,
        kind: if fault.utf16 { Kind::Utf16 } else { Kind::NotUtf8(fault.byte) },
    })?;
    read(text)
}

/// Reads a problem. O(length of the text), which is gone through a few times.
///
/// # Errors
///
/// If the text is not JSON, the first place where that shows; else the first of: another format or
/// version, a field that is missing, unknown or there twice, a fault of the items, a fault of the
/// options.
pub fn read(text: &str) -> Result<Problem<String, String, Option<String>>, JsonError> {
    let (document, value) = Document::new(text)?;
    let reader = Reader { document };
    let place = || "the document".to_owned();
    if shape(value) != Shape::Object {
        return Err(reader.unexpected(value, place(), "an object"));
    }
    reader.check_version(value)?;
    let [_, _, items, options] =
        reader.fields(value, ["format", "version", "items", "options"], &place)?;
    let mut builder = Builder::labelled();
    for (number, item) in reader.list(value, items, "items", &place)?.into_iter().enumerate() {
        reader.item(&mut builder, item, &|| format!("items[{number}]"))?;
    }
    for (number, option) in reader.list(value, options, "options", &place)?.into_iter().enumerate()
    {
        reader.option(&mut builder, option, &|| format!("options[{number}]"))?;
    }
    Ok(builder.build())
}

/// Where a value stands, for a message.
type Place<'a> = &'a dyn Fn() -> String;

#[derive(Clone, Copy)]
struct Reader<'t> {
    document: Document<'t>,
}

impl<'t> Reader<'t> {
    /// The document is ours, and not of a later version, whose other fields could be anything.
    fn check_version(self, value: &'t str) -> Result<(), JsonError> {
        let place = || "the document".to_owned();
        let fields = self.document.object(value)?;
        let field = |name: &'static str| {
            let found = fields.iter().find(|field| field.name == name).map(|field| field.value);
            found.ok_or_else(|| self.missing(value, place(), name))
        };
        let format = field("format")?;
        let named = self.string(format, &|| "format".to_owned())?;
        if named != FORMAT {
            return Err(self.document.at(format, Kind::Format(named.into_owned())));
        }
        let number = field("version")?;
        let version = self.whole(number, &|| "version".to_owned(), "a whole number")?;
        if version != VERSION {
            return Err(self.document.at(number, Kind::Version(version)));
        }
        Ok(())
    }

    fn item(
        self,
        builder: &mut Builder,
        value: &'t str,
        place: Place<'_>,
    ) -> Result<(), JsonError> {
        if shape(value) == Shape::String {
            let name = self.document.string(value)?.into_owned();
            return builder.primary(name).map(drop).map_err(|error| self.refused(value, error));
        }
        if shape(value) != Shape::Object {
            return Err(self.unexpected(value, place(), "a name or an object"));
        }
        let [name, kind, min, max] = self.fields(value, ["name", "kind", "min", "max"], place)?;
        let name_value = name.ok_or_else(|| self.missing(value, place(), "name"))?;
        let name = self.string(name_value, &|| format!("{}.name", place()))?.into_owned();
        const KINDS: &str = "\"primary\" or \"secondary\"";
        let secondary = match kind {
            None => false,
            Some(kind) => {
                let within = || format!("{}.kind", place());
                if shape(kind) != Shape::String {
                    return Err(self.unexpected(kind, within(), KINDS));
                }
                match &*self.document.string(kind)? {
                    "primary" => false,
                    "secondary" => true,
                    _ => return Err(self.unexpected(kind, within(), KINDS)),
                }
            }
        };
        if secondary {
            for (field, bound) in [("min", min), ("max", max)] {
                if let Some(bound) = bound {
                    let item = name;
                    return Err(self
                        .document
                        .at(bound, Kind::SecondaryMultiplicity { item, field }));
                }
            }
            let declared = builder.secondary(name);
            return declared.map(drop).map_err(|error| self.refused(name_value, error));
        }
        let bound = |field: &str, bound: Option<&'t str>| match bound {
            None => Ok(1),
            Some(bound) => {
                self.whole(bound, &|| format!("{}.{field}", place()), "a whole number below 2^32")
            }
        };
        let declared = builder.primary_between(name, bound("min", min)?, bound("max", max)?);
        declared.map(drop).map_err(|error| match error {
            BuildError::Multiplicity { .. } => self.refused(value, error),
            _ => self.refused(name_value, error),
        })
    }

    fn option(
        self,
        builder: &mut Builder,
        value: &'t str,
        place: Place<'_>,
    ) -> Result<(), JsonError> {
        let (items, cost, label) = match shape(value) {
            Shape::Array => (Some(value), None, None),
            Shape::Object => {
                let [items, cost, label] = self.fields(value, ["items", "cost", "label"], place)?;
                (items, cost, label)
            }
            _ => return Err(self.unexpected(value, place(), "a list of items or an object")),
        };
        let cost = match cost {
            None => 0,
            Some(cost) => {
                self.whole(cost, &|| format!("{}.cost", place()), "a whole number below 2^64")?
            }
        };
        let label = match label {
            Some(label) if shape(label) != Shape::Null => {
                Some(self.string(label, &|| format!("{}.label", place()))?.into_owned())
            }
            _ => None,
        };
        let entries = self.list(value, items, "items", place)?;
        let mut option = builder.option_labelled(label).cost(cost);
        for (number, entry) in entries.into_iter().enumerate() {
            let within = || match shape(value) {
                Shape::Array => format!("{}[{number}]", place()),
                _ => format!("{}.items[{number}]", place()),
            };
            option = self.entry(option, entry, &within)?;
            if let Some(error) = option.take_error() {
                return Err(self.refused(entry, error));
            }
        }
        option.add().map(drop).map_err(|error| self.refused(items.unwrap_or(value), error))
    }

    fn entry<'b>(
        self,
        option: OptionBuilder<'b, String, String, Option<String>>,
        value: &'t str,
        place: Place<'_>,
    ) -> Result<OptionBuilder<'b, String, String, Option<String>>, JsonError> {
        let expected = "a name, [name, colour] or an object";
        let (name, colour) = match shape(value) {
            Shape::String => {
                return Ok(option.item(self.document.string(value)?.into_owned()));
            }
            Shape::Array => match self.document.array(value)?.as_slice() {
                [name, colour] => (name.get(), Some(colour.get())),
                _ => return Err(self.unexpected(value, place(), expected)),
            },
            Shape::Object => {
                let [item, colour] = self.fields(value, ["item", "colour"], place)?;
                (item.ok_or_else(|| self.missing(value, place(), "item"))?, colour)
            }
            _ => return Err(self.unexpected(value, place(), expected)),
        };
        let name = self.string(name, place)?.into_owned();
        match colour.filter(|colour| shape(colour) != Shape::Null) {
            None => Ok(option.item(name)),
            Some(colour) => {
                let within = || format!("the colour of {}", place());
                Ok(option.coloured(name, self.string(colour, &within)?.into_owned()))
            }
        }
    }

    /// The values of the fields with these names. No other may be there, and none twice.
    fn fields<const N: usize>(
        self,
        value: &'t str,
        names: [&'static str; N],
        place: Place<'_>,
    ) -> Result<[Option<&'t str>; N], JsonError> {
        let mut values = [None; N];
        for field in self.document.object(value)? {
            let known = names.iter().zip(&mut values).find(|(name, _)| **name == field.name);
            let Some((&name, slot)) = known else {
                let expected = names.map(|name| format!("{name:?}")).join(", ");
                let (place, field_name) = (place(), field.name.into_owned());
                let kind = Kind::UnknownField { place, field: field_name, expected };
                return Err(self.document.at(field.key, kind));
            };
            if slot.replace(field.value).is_some() {
                let kind = Kind::RepeatedField { place: place(), field: name };
                return Err(self.document.at(field.key, kind));
            }
        }
        Ok(values)
    }

    /// The values of a list that a field holds.
    fn list(
        self,
        within: &'t str,
        value: Option<&'t str>,
        field: &'static str,
        place: Place<'_>,
    ) -> Result<Vec<&'t str>, JsonError> {
        let Some(value) = value else {
            return Err(self.missing(within, place(), field));
        };
        if shape(value) != Shape::Array {
            return Err(self.unexpected(value, format!("`{field}` of {}", place()), "a list"));
        }
        Ok(self.document.array(value)?.into_iter().map(|value| value.get()).collect())
    }

    fn string(self, value: &'t str, place: Place<'_>) -> Result<Cow<'t, str>, JsonError> {
        if shape(value) != Shape::String {
            return Err(self.unexpected(value, place(), "a string"));
        }
        self.document.string(value)
    }

    /// A number in decimal digits and nothing else.
    fn whole<T: FromStr>(
        self,
        value: &'t str,
        place: Place<'_>,
        expected: &'static str,
    ) -> Result<T, JsonError> {
        let decimal = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = decimal.then(|| value.parse().ok()).flatten();
        number.ok_or_else(|| self.unexpected(value, place(), expected))
    }

    fn unexpected(self, value: &str, place: String, expected: &'static str) -> JsonError {
        let found = found(value);
        self.document.at(value, Kind::Value { place, expected, found })
    }

    fn missing(self, value: &str, place: String, field: &'static str) -> JsonError {
        self.document.at(value, Kind::MissingField { place, field })
    }

    fn refused(self, value: &str, error: BuildError<String, String>) -> JsonError {
        self.document.at(value, kind(error))
    }
}

fn kind(error: BuildError<String, String>) -> Kind {
    match error {
        BuildError::RepeatedItem { item } => Kind::RepeatedItem(item),
        BuildError::Multiplicity { item, min, max } => Kind::Multiplicity { item, min, max },
        BuildError::UnknownItem { item, option } => Kind::UnknownItem { item, option },
        BuildError::ItemTwiceInOption { item, option } => Kind::ItemTwice { item, option },
        BuildError::ColourOnPrimary { item, colour, option } => {
            Kind::ColourOnPrimary { item, colour, option }
        }
        BuildError::EmptyOption { option } => Kind::EmptyOption { option },
        BuildError::TooLarge => Kind::TooLarge,
    }
}
