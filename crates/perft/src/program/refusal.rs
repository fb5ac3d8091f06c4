//! The reason a FEN is refused, or the problem that it has, on one line.

use gardez_position::{BoardError, FenError};

/// Returns the error, the part of the FEN that it is about, and the option that refuses it, if there is one.
pub(crate) fn refusal(fen: &str, error: &FenError) -> String {
    let (kind, span, part) = (&error.kind, &error.span, error.text(fen));
    let place = match part {
        "" => format!("at byte {}", span.start),
        _ => format!("{} at bytes {} to {}", quoted(part), span.start, span.end),
    };
    let advice = error.problem().map_or_else(String::new, |name| format!("; refused by --refuse {name} or --strict"));
    format!("{kind} ({place} of {}{advice})", quoted(fen))
}

/// Returns the name and the description of a problem of a position that is counted nevertheless.
pub(crate) fn remark(error: BoardError) -> String {
    let name = error.problem().map_or_else(String::new, |problem| problem.to_string().replace('-', " "));
    let is_dropped = matches!(error, BoardError::CastlingRight { .. } | BoardError::StaleEnPassantSquare(_));
    format!("{name}: {error}{}", if is_dropped { "; it is dropped" } else { "" })
}

/// Returns a text in quotes, without control characters, and shortened if it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
