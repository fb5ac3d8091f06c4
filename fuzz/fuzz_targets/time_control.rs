//! Reads the value of a tag `TimeControl`. If it is accepted, it must be the same when it is written and read again. An
//! error must point into the text.
#![no_main]

use gardez_notation::ErrorInfo;
use gardez_notation::pgn::TimeControl;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<TimeControl>() {
    Ok(control) => assert_eq!(control.to_string().parse().as_ref(), Ok(&control), "{text}"),
    Err(error) => assert!(error.span().is_some_and(|span| text.get(span).is_some()), "{text}: {error}"),
});
