//! Any masks as the planes of a network's input.

use gardez_bitboard::Bitboard;
use gardez_lc0::{Board, CELLS, CellLayout, InputFormat, PLANES, Planes, Square, Transform, decode_board, decode_move};

use crate::input::Numbers;

pub(super) fn planes(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let format = numbers.one(&InputFormat::ALL);
    let transform = Transform::from_raw(numbers.byte() % 8).unwrap_or(Transform::NONE);
    let rule50 = f32::from_bits(numbers.u32());
    let mut masks = [Bitboard::EMPTY; PLANES];
    for mask in &mut masks {
        *mask = Bitboard::from_bits(numbers.u64());
    }
    let planes = Planes::new(masks, rule50);
    let untransformed = planes.clone().untransformed(transform);
    let _ = decode_move(&untransformed, &planes);
    if numbers.0.first() == Some(&1) {
        let (mut cells, mut tokens) = (vec![0.0; CELLS], vec![u8::MAX; CELLS]);
        planes.write_f32(&mut cells).expect("the length is right");
        planes.write(CellLayout::Tokens, &mut tokens).expect("the length is right");
        // Away from plane 109, whose value is any number, both have ones in the same cells.
        for (plane, square) in [(0, Square::A1), (111, Square::H8), (57, Square::E4), (104, Square::C7)] {
            let [cell, token] = [CellLayout::PlanesFirst, CellLayout::Tokens].map(|layout| layout.cell(plane, square));
            assert_eq!(cells[cell], f32::from(tokens[token]));
        }
    }
    let Ok(read) = decode_board(format, &untransformed) else { return };
    // Its own FEN gives the same board, as far as a FEN shows it.
    let _ = Board::from_fen(&read.to_string());
    let _ = read.board.legal_moves();
}
