//! A text taken apart into its words, with what is between them.

/// A word: letters and digits without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The number of its line, from 1.
    pub(super) line: usize,
    /// What is between the previous word and this one.
    pub(super) gap: Gap,
}

/// What is between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// They are neighbors in a sentence: only spaces, line ends, quotes and the signs of a comment are between them.
    Space,
    Hyphen,
    /// Anything else: the sentence ends, or the words are parts of a name.
    Break,
}

/// The words of `text` in their order.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut line, mut gap_start, mut rest) = (1, 0, text);
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let length = rest[start..].find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len() - start);
        let offset = text.len() - rest.len() + start;
        let between = &text[gap_start..offset];
        line += between.matches('\n').count();
        let gap = if words.is_empty() { Gap::Break } else { gap(between) };
        words.push(Word { text: &text[offset..offset + length], line, gap });
        gap_start = offset + length;
        rest = &text[gap_start..];
    }
    words
}

fn gap(between: &str) -> Gap {
    if between == "-" {
        return Gap::Hyphen;
    }
    let mut lines = between.split('\n');
    let first = lines.next().into_iter();
    // A new line may begin with the signs of a comment, a quotation or a list.
    let others = lines.map(|line| line.trim_start().trim_start_matches(['/', '!', '*', '>', '#']));
    let is_soft = |c: char| c.is_whitespace() || "`\"'*([\\".contains(c);
    let is_space = !between.is_empty() && first.chain(others).all(|line| line.chars().all(is_soft));
    if is_space { Gap::Space } else { Gap::Break }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_lines() {
        let words: Vec<_> = words("A b,\nc2\n\n// d").into_iter().map(|word| (word.text, word.line)).collect();
        assert_eq!(words, [("A", 1), ("b", 1), ("c2", 2), ("d", 4)]);
        assert!(super::words(" .\n").is_empty());
    }

    #[test]
    fn a_sentence_goes_on_through_line_ends_quotes_and_comments() {
        for text in
            ["a b", "a  b", "a\n    /// b", "a\n//! b", "a `b`", "a \"b\"", "a\n> b", "a\n# b", "a [`b`]", "a \\\n b"]
        {
            assert_eq!(words(text)[1].gap, Gap::Space, "{text}");
        }
        for text in ["a, b", "a. b", "a_b", "a::b", "a: b", "a/b", "a) b", "a\", \"b", "a\n// , b"] {
            assert_eq!(words(text)[1].gap, Gap::Break, "{text}");
        }
        assert_eq!(words("a-b")[1].gap, Gap::Hyphen);
    }
}
