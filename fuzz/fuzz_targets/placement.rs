//! Reads the first field of a FEN. If it is accepted, it must be the same when it is written and read again, turned
//! twice, or taken from a board.
#![no_main]

use gardez_position::{Builder, Placement, Square};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});
