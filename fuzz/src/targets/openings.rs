//! ECO codes, and names of openings.

use gardez_openings::{Eco, Opening};

use crate::input::{Numbers, text};

pub(super) fn eco(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(code) = text.parse::<Eco>() {
        assert_eq!(code.to_string(), text.to_ascii_uppercase());
        assert_eq!(Eco::from_index(code.index()), Some(code));
        assert!(Opening::by_eco(code).all(|opening| opening.eco() == code));
    }
    let index = Numbers(bytes).u16();
    let Some(opening) = Opening::from_index(index) else { return };
    assert_eq!(opening.index(), index);
    assert!(opening.name().to_string().starts_with(opening.name().family()));
}

/// Searches all names, which takes milliseconds.
pub(super) fn names(bytes: &[u8]) {
    let text = text(bytes);
    let mut openings = Opening::by_name(text);
    if let Some(opening) = openings.next() {
        assert!(opening.name().contains(text), "{text}");
        assert_eq!(Opening::from_board(&opening.board()), Some(opening));
    }
}
