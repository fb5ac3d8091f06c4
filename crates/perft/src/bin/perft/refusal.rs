//! Why a FEN is refused, in one line.

use gardez_position::FenError;

/// The error, the part of the FEN it is about, and how to accept the position in spite of it.
pub(crate) fn refusal(fen: &str, error: &FenError) -> String {
    let (kind, span, part) = (&error.kind, &error.span, error.text(fen));
    let place = match part {
        "" => format!("at byte {}", span.start),
        _ => format!("{} at bytes {} to {}", quoted(part), span.start, span.end),
    };
    let advice = error.problem().map_or_else(String::new, |name| format!("; accepted with --ignore {name}"));
    format!("{kind} ({place} of {}{advice})", quoted(fen))
}

/// A text in quotes, without control characters, and shortened if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
