//! A line as an EPD.

use gardez_notation::epd::Epd;

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let Ok(epd) = text(bytes).parse::<Epd>() else { return };
    let written = epd.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&epd), "{written}");
    for value in epd.values().flatten() {
        let mut set = epd.clone();
        set.set(value);
        assert!(set.to_string().parse::<Epd>().is_ok(), "{set}");
    }
}
