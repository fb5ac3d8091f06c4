//! Reads a line as an EPD. If it is accepted, it must be the same when it is written and read again.
#![no_main]

use gardez_notation::epd::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(epd) = text.parse::<Epd>() else { return };
    let written = epd.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&epd), "{written}");
    for value in epd.values().flatten() {
        let mut set = epd.clone();
        set.set(value);
        assert!(set.to_string().parse::<Epd>().is_ok(), "{set}");
    }
});
