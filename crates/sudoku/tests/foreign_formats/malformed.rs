//! Texts that are wrong.
