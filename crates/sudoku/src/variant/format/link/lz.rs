//! Decompression of LZ-string: LZW over 16-bit characters, in groups of 6 bits, the first of each code its lowest.
//!
//! The crate that compresses for us decompresses too, but skips what is no base64, and takes as much memory as a
//! malicious text of a few kilobytes wants. This one names the character that is wrong, and has a limit. Its dictionary
//! is where words stand in what has been written, so it needs no memory for them.

/// Most 16-bit characters of a text: some hundred times what a large puzzle has.
const MOST: usize = 1 << 20;

/// What is wrong, and at which byte.
type Fault = (usize, String);

/// The groups of 6 bits of a payload, and the byte that each stands at. Percent signs are as in addresses; the signs
/// for 62 and 63 are those of base64, or of LZ-string's or RFC 4648's alphabet for addresses; padding ends it.
pub(in super::super) fn from_link(payload: &str) -> Result<Vec<(usize, u8)>, Fault> {
    let mut groups = Vec::with_capacity(payload.len());
    let bytes = payload.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (byte, length) = match byte {
            b'%' => {
                let hex =
                    payload.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
                (hex.ok_or((at, "found `%`, expected two hexadecimal digits behind it".into()))?, 3)
            }
            byte => (byte, 1),
        };
        let group = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b' ' => 62,
            b'/' | b'-' | b'_' => 63,
            b'=' | b'$' => break,
            _ => {
                let c = payload[at..].chars().next().unwrap_or(' ');
                return Err((at, format!("found `{c}`, expected base64")));
            }
        };
        groups.push((at, group));
        at += length;
    }
    Ok(groups)
}

/// Bits of groups.
struct Bits<'g> {
    groups: &'g [(usize, u8)],
    /// The next bit.
    next: usize,
    /// Where the payload ends.
    end: usize,
}

impl Bits<'_> {
    /// The byte at which the next bit stands.
    fn place(&self) -> usize {
        self.groups.get(self.next / 6).map_or(self.end, |group| group.0)
    }

    fn read(&mut self, count: u32) -> Result<usize, Fault> {
        let mut value = 0;
        for bit in 0..count {
            let Some(&(_, group)) = self.groups.get(self.next / 6) else {
                return Err((self.end, "the compressed text ends early".into()));
            };
            value |= usize::from(group >> (5 - self.next % 6) & 1) << bit;
            self.next += 1;
        }
        Ok(value)
    }
}

/// The text of groups of a payload of so many bytes.
pub(in super::super) fn decompress(groups: &[(usize, u8)], end: usize) -> Result<String, Fault> {
    let mut bits = Bits { groups, next: 0, end };
    let mut text: Vec<u16> = Vec::new();
    // Where words begin in the text and how long they are; codes 0 to 2 are no words.
    let mut words: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    let mut width = 2;
    // Codes become wider when so many more words are known.
    let mut room = 1;
    loop {
        let place = bits.place();
        let code = bits.read(width)?;
        let begins = text.len();
        let is_new = code < 2;
        let (start, length) = match code {
            0 | 1 => {
                let character = bits.read(if code == 0 { 8 } else { 16 })?;
                text.push(character as u16);
                (begins, 1)
            }
            2 => break,
            _ if words.get(code).is_some() => words[code],
            // The word that is about to be known: the last one and its first character.
            _ if code == words.len() && last.is_some() => {
                last.map_or((0, 0), |(start, length)| (start, length + 1))
            }
            _ => return Err((place, "found an unknown code: it is no compressed text".into())),
        };
        if !is_new {
            if text.len() + length > MOST {
                return Err((place, format!("a text of more than {MOST} characters")));
            }
            for index in start..start + length {
                let character = text[index];
                text.push(character);
            }
        }
        let mut grow = |word: (usize, usize)| {
            words.push(word);
            room -= 1;
            if room == 0 {
                room = 1 << width;
                width += 1;
            }
        };
        if is_new {
            grow((begins, 1));
        }
        // The last word and the first character of this one: they stand side by side.
        if let Some((_, length)) = last {
            grow((begins - length, length + 1));
        }
        last = Some((begins, length));
    }
    String::from_utf16(&text).map_err(|_| (end, "what was compressed is no text".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(payload: &str) -> Result<String, Fault> {
        decompress(&from_link(payload)?, payload.len())
    }

    #[test]
    fn what_the_other_implementation_compresses_is_read() {
        let mut text = String::new();
        for (index, piece) in ["{\"a\":[1,2,3]}", "aaaaaaaaaaaaaaaaaaaaa", "ÄÖÜ", "€ 𝄞", "…"]
            .iter()
            .cycle()
            .take(60)
            .enumerate()
        {
            text.push_str(piece);
            text.push_str(&index.to_string());
            assert_eq!(read(&lz_str::compress_to_base64(&text)), Ok(text.clone()));
            let address = lz_str::compress_to_encoded_uri_component(text.as_str());
            assert_eq!(read(&address), Ok(text.clone()));
        }
        assert_eq!(read(&lz_str::compress_to_base64("")), Ok(String::new()));
    }

    #[test]
    fn percent_signs_are_as_in_addresses() {
        let payload = lz_str::compress_to_base64("{\"size\":9,\"grid\":[[]]}");
        let address: String = payload
            .chars()
            .map(|c| match c {
                '+' => "%2B".to_owned(),
                '/' => "%2f".to_owned(),
                '=' => "%3D".to_owned(),
                c => c.to_string(),
            })
            .collect();
        assert_eq!(read(&address).as_deref(), Ok("{\"size\":9,\"grid\":[[]]}"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let payload = lz_str::compress_to_base64("{\"size\":9}");
        let half = &payload[..payload.len() / 2];
        assert_eq!(read(half), Err((half.len(), "the compressed text ends early".into())));
        assert_eq!(read(""), Err((0, "the compressed text ends early".into())));
        assert_eq!(read("N4!"), Err((2, "found `!`, expected base64".into())));
        assert_eq!(read("Né"), Err((1, "found `é`, expected base64".into())));
        let percent = "found `%`, expected two hexadecimal digits behind it";
        assert_eq!(read("N%4"), Err((1, percent.into())));
        let unknown = "found an unknown code: it is no compressed text";
        assert_eq!(read("////"), Err((0, unknown.into())));
    }

    #[test]
    fn a_short_text_cannot_become_a_very_long_one() {
        // Each next word is longer by one: n codes make n² ÷ 2 characters.
        let long = lz_str::compress_to_base64("a".repeat(MOST + 1).as_str());
        assert!(long.len() < 5_000, "{}", long.len());
        let (at, message) = read(&long).unwrap_err();
        assert!(at > long.len() / 2);
        assert_eq!(message, format!("a text of more than {MOST} characters"));
    }
}
