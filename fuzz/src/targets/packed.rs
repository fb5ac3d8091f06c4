//! Boards in 24 bytes.

use gardez_position::{Board, PackedBoard};

use crate::input::{Numbers, start};

pub(super) fn run(bytes: &[u8]) {
    let mut packed = [0; PackedBoard::SIZE];
    let length = bytes.len().min(packed.len());
    packed[..length].copy_from_slice(&bytes[..length]);
    let packed = PackedBoard::from_bytes(packed);
    let Ok(board) = Board::try_from(&packed) else { return };
    assert_eq!(board.check_invariants(), Ok(()), "{packed:?}");
    assert_eq!(board.packed(), Ok(packed), "{board:?}");
    for m in board.legal_moves() {
        assert_eq!(board.after(m).check_invariants(), Ok(()), "{packed:?}: {m:?}");
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let starts = (0..64).map(|number: u8| start(&mut Numbers(&[number % 8, number, 1, number, 2, number, number])));
    starts.filter_map(|position| Some(position.packed().ok()?.to_bytes().to_vec())).collect()
}
