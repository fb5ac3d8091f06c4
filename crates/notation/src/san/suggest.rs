//! Guesses of what an illegal move was meant to be.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use gardez_position::Board;
use gardez_types::{CastlingMode, Move};

use crate::san::print::San;

/// The most letters that may be wrong.
const MOST_EDITS: usize = 2;

/// Returns the legal moves whose text is nearest to `text`, or none if every move has a quite different text.
///
/// The text of a move is its SAN without marks, or its squares (`e2e4`). Texts are near if one letter must be inserted,
/// removed or replaced, or two if both texts have at least four letters. Capitals count as small letters. Each call
/// writes all legal moves: it is for messages to people.
///
/// ```
/// use gardez_notation::san;
/// use gardez_position::Board;
///
/// let board = Board::start();
/// let suggest = |text: &str| san::suggest(&board, text).iter().map(|&m| san::San::new(&board, m).to_string()).collect::<Vec<_>>();
/// assert_eq!(suggest("Nf4"), ["Nf3", "f4"]);
/// assert_eq!(suggest("0-0"), [""; 0]);
/// assert_eq!(suggest("e2-e5"), ["e3", "e4"]);
/// ```
pub fn suggest(board: &Board, text: &str) -> Vec<Move> {
    let wanted = plain(text);
    let distances = board.legal_moves().into_iter().map(|m| {
        let names = [plain(San::new(board, m).as_str()), plain(&m.uci(CastlingMode::Standard).to_string())];
        let edits = names.iter().map(|name| {
            let most = if name.len().min(wanted.len()) < 4 { 1 } else { MOST_EDITS };
            Some(edits(&wanted, name)).filter(|&edits| edits <= most)
        });
        (edits.flatten().min(), m)
    });
    let distances: Vec<_> = distances.filter_map(|(edits, m)| Some((edits?, m))).collect();
    let least = distances.iter().map(|&(edits, _)| edits).min();
    distances.into_iter().filter(|&(edits, _)| Some(edits) == least).map(|(_, m)| m).collect()
}

/// Returns the letters and digits of a text, up to the length of the longest move.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).take(12);
    letters.map(|letter| letter.to_ascii_lowercase()).map(|letter| if letter == '0' { 'o' } else { letter }).collect()
}

/// Returns Levenshtein's distance.
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, a) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        let cases =
            [("", "", 0), ("nf3", "nf3", 0), ("nf4", "nf3", 1), ("f3", "nf3", 1), ("ngf3", "nf3", 1), ("e4", "oo", 2)];
        for (one, other, number) in cases {
            assert_eq!((edits(one, other), edits(other, one)), (number, number), "{one} {other}");
        }
    }
}
