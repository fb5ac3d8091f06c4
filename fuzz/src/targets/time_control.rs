//! The value of a tag `TimeControl`.

use gardez_notation::ErrorInfo;
use gardez_notation::pgn::TimeControl;

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    match text.parse::<TimeControl>() {
        Ok(control) => assert_eq!(control.to_string().parse().as_ref(), Ok(&control), "{text}"),
        Err(error) => assert!(error.span().is_some_and(|span| text.get(span).is_some()), "{text}: {error}"),
    }
}
