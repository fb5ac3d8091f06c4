//! Reads an ECO code, and finds names with any text.
#![no_main]

use gardez_openings::{Eco, Opening};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(code) = text.parse::<Eco>() {
        assert_eq!(code.to_string(), text.to_ascii_uppercase());
    }
    if let Some(opening) = Opening::by_name(text).next() {
        assert_eq!(Opening::from_board(&opening.board()), Some(opening));
    }
});
