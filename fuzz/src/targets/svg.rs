//! A color, and any text in a picture.

use gardez_svg::{Bitboard, Diagram, Mask, Rgba};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(color) = text.parse::<Rgba>() {
        assert_eq!(color.to_string().parse(), Ok(color));
    }
    let picture = Diagram::new().with_title(text).with_mask(Mask::new(text, Bitboard::EMPTY)).to_string();
    // No text becomes an element or ends the picture.
    let is_named = !text.is_empty();
    assert_eq!(picture.matches("<title>").count(), 1);
    assert_eq!(picture.matches("<text").count(), 16 + usize::from(is_named));
    assert!(!picture.contains("\n\n"));
}
