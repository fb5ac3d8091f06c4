//! The first field of a FEN.

use gardez_position::{Builder, Placement, Square};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(placement) = text.parse::<Placement>() else { return };
    let written = placement.to_string();
    assert_eq!(written.parse::<Placement>().as_ref(), Ok(&placement), "{text}");
    let flip = |placement: &Placement| placement.transform(Square::flip_horizontal);
    assert_eq!(flip(&flip(&placement)), placement, "{text}");
    assert_eq!(placement.swap_colors().swap_colors(), placement, "{text}");
    if let Ok(board) = Builder::from_placement(&placement).build_board() {
        assert_eq!(board.placement(), placement, "{text}");
        assert_eq!(board.to_string().split(' ').next(), Some(&*written), "{text}");
    }
}
