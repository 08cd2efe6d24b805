//! Texts as other programs write them.
