//! Arrangements that no game reaches: pieces, rights and double pushes from bytes.

use gardez_position::{
    Bitboard, Board, BoardParts, Builder, Color, EnPassantPolicy, FenMode, FenProblems, Piece, PieceType, Square,
};

use super::game::moves_are_those_of_the_slow_rules;
use crate::input::Numbers;

pub(super) fn builder(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let mut parts = BoardParts::EMPTY;
    let mut builder = Builder::new();

    let flags = numbers.byte();
    parts.side_to_move = if flags & 1 == 0 { Color::White } else { Color::Black };
    parts.mode = [FenMode::Detect, FenMode::Standard, FenMode::Chess960][usize::from(flags >> 1 & 3) % 3];
    let policies = [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always];
    parts.en_passant = policies[usize::from(flags >> 3 & 3) % 3];
    builder = builder.with_side_to_move(parts.side_to_move).with_mode(parts.mode).with_en_passant(parts.en_passant);
    for king in [Piece::WhiteKing, Piece::BlackKing] {
        let square = numbers.one(&Square::ALL);
        parts.squares[square as usize] = Some(king);
        builder = builder.with_piece(square, king);
    }
    for color in Color::ALL.into_iter().filter(|color| flags >> 5 >> (*color as u8) & 1 == 1) {
        let rook = numbers.one(&Square::ALL);
        parts.squares[rook as usize] = Some(Piece::new(color, PieceType::Rook));
        parts.castling_rooks[color as usize] = Bitboard::from(rook);
        builder = builder.with_piece(rook, Piece::new(color, PieceType::Rook)).with_castling_rook(color, rook);
    }
    if flags & 0x80 != 0 {
        let passed = numbers.one(&Square::ALL);
        parts.double_push = Some(passed);
        builder = builder.with_double_push(passed);
        (parts.halfmove_clock, parts.fullmove_number) = (numbers.u16(), numbers.u32());
        builder = builder.with_halfmove_clock(parts.halfmove_clock).with_fullmove_number(parts.fullmove_number);
    }
    while !numbers.is_empty() {
        let (square, piece) = (numbers.one(&Square::ALL), numbers.one(&Piece::ALL));
        parts.squares[square as usize] = Some(piece);
        builder = builder.with_piece(square, piece);
    }

    let built = builder.build_board();
    assert_eq!(built, Board::from_parts(&parts), "{parts:?}");
    let Ok(board) = built else { return };
    assert_eq!(board.check_invariants(), Ok(()), "{board:?}");
    assert_eq!(builder.refuse(FenProblems::all()).build_board().is_ok(), board.problems().is_empty(), "{board:?}");
    let again = Board::from_parts(&BoardParts::from(&board)).expect("the parts of a board");
    assert!(again.same_state(&board), "{board:?}");
    assert_eq!(Builder::from_board(&board).build_board(), Ok(board));
    moves_are_those_of_the_slow_rules(&board);
}
