//! JSON as SudokuPad shortens it: no quotes around keys, `'` for `"`, nothing for `{}`, `t` and `f` for true and false,
//! `#0`, `#F` and bare digits for colours, and two letters for the keys that are frequent.

/// The short keys and what they stand for.
const KEYS: [(&str, &str); 25] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
    ("d2", "d"),
];

/// The same as JSON. A text that is JSON already stays what it is; one that is neither, becomes no JSON either.
pub(super) fn unzip(text: &str) -> String {
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return text.to_owned();
    }
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut json = String::with_capacity(text.len() * 2);
    let mut chars = text.chars().peekable();
    // Whether a value or a key is next, and nothing has come yet.
    let mut is_empty_slot = false;
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => {
                json.push('"');
                string(&mut json, &mut chars, quote);
                is_empty_slot = false;
            }
            '[' | '{' | ',' => {
                if c == ',' && is_empty_slot {
                    json.push_str("{}");
                }
                json.push(c);
                // `[]` and `[,]` are lists of empty objects, `{}` is an empty one.
                is_empty_slot = c != '{';
            }
            ']' => {
                if is_empty_slot {
                    json.push_str("{}");
                }
                json.push(']');
                is_empty_slot = false;
            }
            '}' | ':' => {
                json.push(c);
                is_empty_slot = false;
            }
            c if c.is_whitespace() => json.push(c),
            _ => {
                let mut word = c.to_string();
                while let Some(&c) = chars.peek()
                    && !"[]{},:".contains(c)
                    && !c.is_whitespace()
                {
                    word.push(c);
                    chars.next();
                }
                let is_key = chars.peek() == Some(&':');
                json.push_str(&bare(&word, is_key));
                is_empty_slot = false;
            }
        }
    }
    json
}

/// The rest of a string, with the quote at its end.
fn string(json: &mut String, chars: &mut std::iter::Peekable<std::str::Chars<'_>>, quote: char) {
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\'') => json.push('\''),
                Some(c) => json.extend(['\\', c]),
                None => json.push('\\'),
            },
            c if c == quote => break,
            '"' => json.push_str("\\\""),
            c => json.push(c),
        }
    }
    json.push('"');
}

/// A word without quotes.
fn bare(word: &str, is_key: bool) -> String {
    if is_key {
        let long = KEYS.iter().find(|(short, _)| *short == word).map_or(word, |(_, long)| long);
        return format!("\"{long}\"");
    }
    let is_colour = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match word {
        "t" => "true".to_owned(),
        "f" => "false".to_owned(),
        "#0" => "\"#000000\"".to_owned(),
        "#F" => "\"#FFFFFF\"".to_owned(),
        _ if is_colour => format!("\"#{word}\""),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::unzip;

    #[test]
    fn shortened_json_is_json_again() {
        for (short, long) in [
            ("{cs:50,ce:[[,{v:5},],[]]}", r#"{"cellSize":50,"cells":[[{},{"value":5},{}],[{}]]}"#),
            (
                "{l:[{c:#0,th:2,r:t},{c:34BBE6,r:f}]}",
                r##"{"lines":[{"color":"#000000","thickness":2,"rounded":true},{"color":"#34BBE6","rounded":false}]}"##,
            ),
            (
                r"{metadata:{t:'It\'s \\u00e4',rules:'a, b: [c]'}}",
                r#"{"metadata":{"title":"It's \\u00e4","rules":"a, b: [c]"}}"#,
            ),
            (r#"{"ce":[[{}]]}"#, r#"{"ce":[[{}]]}"#),
            ("{}", "{}"),
        ] {
            assert_eq!(unzip(short), long);
        }
    }
}
