//! The starts of games in the text of a PGN, from any place on.

/// The bytes in which the first brace shows whether a text begins in a comment.
const LOOK: usize = 1 << 16;

/// Returns the start of the first game at or after `from` in a part of the text of a PGN.
///
/// A game begins at a line `[Event "…` after a result. Text inside a comment never starts a game. If the part begins in
/// a comment, the first brace in its first 64 KiB shows that.
///
/// ```
/// use gardez_data::game_start;
///
/// let text = b"1. e4 {see\n1-0\n[Event \"a\"]} e5 1-0\n\n[Event \"b\"]\n";
/// assert_eq!(game_start(text, 0), Some(36));
/// assert_eq!(game_start(text, 37), None);
/// ```
pub fn game_start(text: &[u8], from: usize) -> Option<usize> {
    let (mut is_comment, mut follows_result, mut start) = (begins_in_comment(text), false, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if from <= start && follows_result && !is_comment && line.starts_with(b"[Event \"") {
            return Some(start);
        }
        start += line.len();
        if is_comment || !is_tag(line) {
            is_comment = ends_in_comment(line, is_comment);
        }
        let line = line.trim_ascii_end();
        if !line.is_empty() {
            let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
            follows_result = !is_comment && results.iter().any(|result| line.ends_with(result));
        }
    }
    None
}

fn begins_in_comment(text: &[u8]) -> bool {
    let lines = text[..text.len().min(LOOK)].split(|&byte| byte == b'\n').filter(|line| !is_tag(line));
    lines.flatten().find(|byte| matches!(byte, b'{' | b'}')) == Some(&b'}')
}

/// Returns `true` if a line is a tag pair, whose value may contain braces.
fn is_tag(line: &[u8]) -> bool {
    line.trim_ascii_end().ends_with(b"\"]") && matches!(line, [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
}

/// Returns `true` if a comment is open after a line, given whether one was open before it.
fn ends_in_comment(line: &[u8], mut is_comment: bool) -> bool {
    for &byte in line {
        match byte {
            b'}' => is_comment = false,
            b'{' => is_comment = true,
            // The rest of the line is a comment.
            b';' if !is_comment => break,
            _ => {}
        }
    }
    is_comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_after_a_result_only() {
        let begins = |text: &str| game_start(text.as_bytes(), 0);
        assert_eq!(begins("4 *\r\n\r\n[Event \"a\"]\n"), Some(7));
        assert_eq!(begins("[Event \"a\"]\n\n1. e4 1/2-1/2\n[Event \"b\"]"), Some(27));
        for text in ["[Event \"a\"]", "{ a\n[Event \"b\"] }", "1-0\n[Site \"a\"]\n[Event \"b\"]"] {
            assert_eq!(begins(text), None, "{text}");
        }
    }

    #[test]
    fn a_comment_that_looks_like_a_game_does_not_divide() {
        let game = "1. e4 1-0\n\n[Event \"in a comment\"]\n\n1. d4 0-1\n\n";
        let next = "1. c4 *\n\n[Event \"next\"]\n";
        let before = [
            "",
            "[Event \"}\"]\n\n",
            "{ } ; }\n",
            "{ { }\n",
            "[%eval 0.1] } e5 {\n",
            "{ a\n[Event \"}\"] { \n",
            "; {\n{",
        ];
        for text in before {
            let texts = [format!("{text}{{ {game}}}{next}"), format!("{text}{{\n\n{game}}} e5\n{next}")];
            for text in texts {
                let expected = text.find("[Event \"next");
                // Every place before the comment, or within it: its end closes it.
                for from in 0..expected.expect("it is there") {
                    assert_eq!(game_start(text.as_bytes(), from), expected, "{text} from {from}");
                }
                let comment = text.find(game).expect("it is there");
                for cut in comment..comment + game.len() {
                    let rest = &text[cut..];
                    assert_eq!(game_start(rest.as_bytes(), 0), rest.find("[Event \"next"), "{rest}");
                }
            }
        }
    }
}
