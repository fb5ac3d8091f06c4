//! Rust text reduced to its code, with blanks instead of comments and literals.

use std::iter::Peekable;
use std::str::Chars;

/// `text` with every comment, string and character literal replaced by blanks; lines stay lines.
pub(super) fn only(text: &str) -> String {
    let mut scanner = Scanner { rest: text.chars().peekable(), code: String::with_capacity(text.len()) };
    scanner.run();
    scanner.code
}

/// Whether `code` contains `word` as a whole word.
pub(super) fn has_word(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

/// Whether `code` has the attribute `#[name]`, with or without arguments.
pub(super) fn has_attribute(code: &str, name: &str) -> bool {
    let dense: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let mut attributes = dense.split("#[").skip(1);
    attributes.any(|rest| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with([']', '(', '='])))
}

struct Scanner<'a> {
    rest: Peekable<Chars<'a>>,
    code: String,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(c) = self.rest.next() {
            match (c, self.rest.peek().copied()) {
                ('/', Some('/')) => self.line_comment(),
                ('/', Some('*')) => self.block_comment(),
                ('"', _) => self.string(),
                ('r', Some('"' | '#')) if !self.is_inside_a_word() => self.raw_string(),
                ('\'', _) => self.character_or_lifetime(),
                _ => self.code.push(c),
            }
        }
    }

    /// Whether the code so far ends in the middle of a word: the `r` of `for"` does not begin a raw string. The
    /// prefixes `b` and `c` do not count.
    fn is_inside_a_word(&self) -> bool {
        let mut before = self.code.chars().rev();
        let last = before.next();
        let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        continues(last) && (!matches!(last, Some('b' | 'c')) || continues(before.next()))
    }

    /// Replaces the next character by a blank, unless it ends a line, and returns it.
    fn blank(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.code.push(if c == '\n' { '\n' } else { ' ' });
        Some(c)
    }

    fn line_comment(&mut self) {
        while self.rest.peek().is_some_and(|&c| c != '\n') {
            self.blank();
        }
    }

    fn block_comment(&mut self) {
        self.blank();
        let mut depth = 1;
        while depth != 0 {
            match (self.blank(), self.rest.peek()) {
                (None, _) => return,
                (Some('/'), Some('*')) => {
                    self.blank();
                    depth += 1;
                }
                (Some('*'), Some('/')) => {
                    self.blank();
                    depth -= 1;
                }
                _ => {}
            }
        }
    }

    /// Skips a string after its opening quote.
    fn string(&mut self) {
        while let Some(c) = self.blank() {
            match c {
                '\\' => _ = self.blank(),
                '"' => return,
                _ => {}
            }
        }
    }

    /// Skips a raw string after its `r`, which may instead begin an identifier like `r#type`.
    fn raw_string(&mut self) {
        let hashes = self.rest.clone().take_while(|&c| c == '#').count();
        if self.rest.clone().nth(hashes) != Some('"') {
            self.code.push('r');
            return;
        }
        for _ in 0..=hashes {
            self.blank();
        }
        while let Some(c) = self.blank() {
            if c == '"' && self.rest.clone().take(hashes).filter(|&c| c == '#').count() == hashes {
                for _ in 0..hashes {
                    self.blank();
                }
                return;
            }
        }
    }

    /// Skips a character literal after its apostrophe, which may instead begin a lifetime.
    fn character_or_lifetime(&mut self) {
        let mut ahead = self.rest.clone();
        match (ahead.next(), ahead.next()) {
            (Some('\\'), _) => {
                self.blank();
                self.blank();
                while self.blank().is_some_and(|c| c != '\'') {}
            }
            (Some(_), Some('\'')) => {
                self.blank();
                self.blank();
            }
            _ => self.code.push('\''),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked_and_code_stays() {
        let cases = [
            ("a // unsafe\nb", true, false),
            ("a /* unsafe /* nested */ unsafe */ b", true, false),
            (r#"a "unsafe \" unsafe" b"#, true, false),
            (r###"a r#"unsafe " unsafe"# b"###, true, false),
            (r#"a br"unsafe\" b"#, true, false),
            (r"a '\'' b; '\u{41}'; 'x'", true, false),
            (r#"a '"' b unsafe '"'"#, true, true),
            ("fn a<'x>(b: &'x str) { unsafe {} }", true, true),
            ("a unsafe_code b", true, false),
            ("a r#unsafe b", true, true),
            ("a // it's\nunsafe b", true, true),
        ];
        for (text, has_b, has_unsafe) in cases {
            let code = only(text);
            assert_eq!((has_word(&code, "b"), has_word(&code, "unsafe")), (has_b, has_unsafe), "{text} -> {code}");
            assert!(has_word(&code, "a") || text.starts_with("fn"), "{text} -> {code}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "a\n/* b\nc */\n\"d\ne\" // f\ng";
        assert_eq!(only(text).lines().count(), text.lines().count());
        assert_eq!(only(text).lines().last(), Some("g"));
    }

    #[test]
    fn text_that_ends_within_a_literal_ends_the_scan() {
        for text in ["\"", "r#\"", "/*", "'", "'\\", "//", "\"\\"] {
            only(text);
        }
    }

    #[test]
    fn attributes_are_found_with_and_without_arguments() {
        assert!(has_attribute("#[test] #[ignore] fn f() {}", "ignore"));
        assert!(has_attribute("# [ ignore =  ] fn f() {}", "ignore"));
        assert!(has_attribute("#[should_panic(expected)] fn f() {}", "should_panic"));
        assert!(!has_attribute("#[ignored] fn ignore() {}", "ignore"));
    }
}
