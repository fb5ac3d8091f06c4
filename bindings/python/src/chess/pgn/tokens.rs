//! The tokens of a line of movetext.

/// What a reader cares about; everything else, such as the numbers of moves, is passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A move, or what looks like one.
    San(&'a str),
    /// The rest of the line after a brace.
    Comment(&'a str),
    Nag(u64),
    Open,
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'a str),
}

/// The tokens that are left in a line.
pub(super) struct Tokens<'a> {
    line: &'a str,
    at: usize,
}

const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];
const WORDS: [&str; 8] = ["--", "Z0", "0000", "@@@@", "O-O-O", "O-O", "0-0-0", "0-0"];

impl<'a> Tokens<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Goes on after a comment that ends on this line.
    pub(super) fn after_comment(&mut self, begin: &str) {
        let start = self.line.len() - begin.len();
        self.at = begin.find('}').map_or(self.line.len(), |end| start + end + 1);
    }

    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        let bytes = self.line.as_bytes();
        loop {
            let rest = bytes.get(self.at..)?;
            let (token, length) = match *rest.first()? {
                b'{' => (Token::Comment(self.line.get(self.at + 1..)?), rest.len()),
                b';' => return None,
                b'(' => (Token::Open, 1),
                b')' => (Token::Close, 1),
                b'$' => {
                    let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = self.line[self.at + 1..self.at + 1 + digits].parse();
                    if digits == 0 {
                        self.at += 1;
                        continue;
                    }
                    (Token::Nag(number.unwrap_or(u64::MAX)), 1 + digits)
                }
                b'!' | b'?' => glyph(rest),
                b' ' | b'.' | b'\n' | b'\r' | b'+' | b'#' => {
                    self.at += 1;
                    continue;
                }
                _ => match san(rest).or_else(|| word(self.line, self.at)) {
                    Some(length) => (Token::San(&self.line[self.at..self.at + length]), length),
                    None => match RESULTS.into_iter().find(|result| rest.starts_with(result.as_bytes())) {
                        Some(result) => (Token::Result(result), result.len()),
                        None => {
                            self.at += 1;
                            continue;
                        }
                    },
                },
            };
            self.at += length;
            return Some(token);
        }
    }
}

/// Reads `!`, `?` or two of them.
fn glyph<'a>(rest: &[u8]) -> (Token<'a>, usize) {
    match rest {
        [b'!', b'!', ..] => (Token::Nag(3), 2),
        [b'?', b'?', ..] => (Token::Nag(4), 2),
        [b'!', b'?', ..] => (Token::Nag(5), 2),
        [b'?', b'!', ..] => (Token::Nag(6), 2),
        [b'!', ..] => (Token::Nag(1), 1),
        _ => (Token::Nag(2), 1),
    }
}

/// Returns the length of a null move, castling, or a piece that is dropped.
fn word(line: &str, at: usize) -> Option<usize> {
    let rest = &line.as_bytes()[at..];
    if let Some(word) = WORDS.into_iter().find(|word| rest.starts_with(word.as_bytes())) {
        return Some(word.len());
    }
    let piece = usize::from(matches!(rest.first(), Some(b'P' | b'N' | b'B' | b'R' | b'Q' | b'K')));
    match rest.get(piece..) {
        Some([b'@', b'a'..=b'h', b'1'..=b'8', ..]) => Some(piece + 3),
        _ => None,
    }
}

/// Returns the length of a move: a piece, where it comes from, a sign, where it goes, what it becomes. Each part but
/// the fourth may be missing, and the longest reading counts.
fn san(rest: &[u8]) -> Option<usize> {
    let piece = usize::from(matches!(rest.first(), Some(b'N' | b'B' | b'K' | b'R' | b'Q')));
    // The longest first: file and rank, only a file, only a rank, neither.
    let is_file = |at: usize| matches!(rest.get(at), Some(b'a'..=b'h'));
    let is_rank = |at: usize| matches!(rest.get(at), Some(b'1'..=b'8'));
    for (file, rank) in [(1, 1), (1, 0), (0, 1), (0, 0)] {
        if file == 1 && !is_file(piece) || rank == 1 && !is_rank(piece + file) {
            continue;
        }
        let origin = piece + file + rank;
        let sign = usize::from(matches!(rest.get(origin), Some(b'x' | b'-')));
        let to = origin + sign;
        if is_file(to) && is_rank(to + 1) {
            let equals = usize::from(rest.get(to + 2) == Some(&b'='));
            let becomes = rest.get(to + 2 + equals).is_some_and(|letter| b"nbrqkNBRQK".contains(letter));
            return Some(to + 2 + if becomes { equals + 1 } else { 0 });
        }
    }
    None
}
