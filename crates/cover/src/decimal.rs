//! Counts of any size in JSON: strings of decimal digits. Numbers, which earlier versions wrote, are read,
//! too.

use std::fmt;

use num_bigint::BigUint;
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(number: &BigUint, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigUint, D::Error> {
    from.deserialize_any(Digits)
}

struct Digits;

impl Visitor<'_> for Digits {
    type Value = BigUint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of decimal digits")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<BigUint, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<BigUint, E> {
        // The library also takes signs and underscores.
        let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok());
        number.flatten().ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}
