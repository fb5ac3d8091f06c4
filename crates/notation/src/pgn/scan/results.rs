//! Results as they are written after the moves, and in the tag `Result`.

use gardez_types::GameResult;

/// Reads a result; the flag is true for the four forms of the standard. It also reads `1/2`, `½-½`, `½`, dashes in place
/// of hyphens, and colons.
pub(in crate::pgn) fn read_result(text: &[u8]) -> Option<(GameResult, bool)> {
    Some(match text {
        b"1-0" => (GameResult::WhiteWins, true),
        b"0-1" => (GameResult::BlackWins, true),
        b"1/2-1/2" => (GameResult::Draw, true),
        b"*" => (GameResult::Unknown, true),
        b"1/2" | b"\xbd-\xbd" | b"\xbd" => (GameResult::Draw, false),
        _ => match core::str::from_utf8(text).ok()? {
            "½-½" | "½" | "½–½" | "1/2–1/2" => (GameResult::Draw, false),
            "1–0" | "1:0" => (GameResult::WhiteWins, false),
            "0–1" | "0:1" => (GameResult::BlackWins, false),
            _ => return None,
        },
    })
}
