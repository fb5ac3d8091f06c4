//! A line is refused, or read as an EPD that is written and read again to the letter.
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
