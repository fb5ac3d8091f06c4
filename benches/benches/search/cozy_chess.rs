//! cozy-chess: boards are cloned, and the moves of each piece come as a set of targets.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Rank, Square};
use gardez_position::CastlingMode;

use crate::library::{Candidate, Contestant, Library, NOTHING, Stage, library};
use crate::score;

/// The sets and attack functions of cozy-chess.
pub(crate) struct CozyChess;

#[inline]
const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

library! { CozyChess: Board, Square, Move;
    white_to_move(board: &Board) -> bool = board.side_to_move() == Color::White;
    color(board: &Board, white: bool) -> u64 = board.colors(color(white)).0;
    pieces(board: &Board, piece: usize) -> u64 = board.pieces(Piece::ALL[piece]).0;
    piece_on(board: &Board, square: Square) -> usize = board.piece_on(square).map_or(NOTHING, |piece| piece as usize);
    first(set: u64) -> Square = BitBoard(set).next_square().expect("the set is not empty");
    index(square: Square) -> usize = square as usize;
    from(m: Move) -> Square = m.from;
    to(m: Move) -> Square = m.to;
    promotion(m: Move) -> usize = m.promotion.map_or(NOTHING, |piece| piece as usize);
    rook(square: Square, occupied: u64) -> u64 = cozy_chess::get_rook_moves(square, BitBoard(occupied)).0;
    bishop(square: Square, occupied: u64) -> u64 = cozy_chess::get_bishop_moves(square, BitBoard(occupied)).0;
    knight(square: Square) -> u64 = cozy_chess::get_knight_moves(square).0;
    king(square: Square) -> u64 = cozy_chess::get_king_moves(square).0;
    pawn(white: bool, square: Square) -> u64 = cozy_chess::get_pawn_attacks(square, color(white)).0;
    between(one: Square, other: Square) -> u64 = cozy_chess::get_between_rays(one, other).0;
}

/// Passes the legal moves of a stage: the targets are limited before the moves are taken out, as the documentation of
/// `generate_moves` shows.
#[inline]
fn legal(board: &Board, stage: Stage, mut receive: impl FnMut(Move, usize)) {
    let us = board.side_to_move();
    let theirs = board.colors(!us);
    let last = Rank::Eighth.relative_to(us).bitboard();
    let ep =
        board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
    let captures = stage == Stage::Captures;
    board.generate_moves(|mut moves| {
        let piece = moves.piece as usize;
        if moves.piece == Piece::Pawn {
            let targets = theirs | ep | last;
            moves.to &= if captures { targets } else { !theirs & !ep | last & !theirs };
            for m in moves {
                let belongs_to_captures = match m.promotion {
                    None => captures,
                    Some(promotion) => promotion == Piece::Queen || theirs.has(m.to),
                };
                if belongs_to_captures == captures {
                    receive(m, piece);
                }
            }
        } else {
            moves.to &= if captures { theirs } else { !theirs };
            for m in moves {
                receive(m, piece);
            }
        }
        false
    });
}

/// Asks before each move whether it gives check, or looks at the checkers that the board keeps after each move.
pub(crate) struct Cozy<const KEEPS_CHECKERS: bool>;

impl<const KEEPS_CHECKERS: bool> Contestant for Cozy<KEEPS_CHECKERS> {
    const NAME: &'static str = if KEEPS_CHECKERS { "cozy-chess-own" } else { "cozy-chess" };
    const KEEPS_CHECKERS: bool = KEEPS_CHECKERS;
    type Library = CozyChess;
    type Position = Board;
    type Own = ();
    type Score = i32;

    fn read(fen: &str, mode: CastlingMode) -> Board {
        Board::from_fen(fen, mode == CastlingMode::Chess960).expect("a legal position")
    }

    #[inline]
    fn board(position: &Board) -> &Board {
        position
    }

    #[inline]
    fn in_check(position: &Board) -> bool {
        !position.checkers().is_empty()
    }

    fn score(position: &Board) -> i32 {
        score::score::<CozyChess>(position)
    }

    #[inline]
    fn value(score: i32) -> i32 {
        score
    }

    #[inline]
    fn generate(position: &Board, stage: Stage, receive: impl FnMut(Move, usize)) {
        legal(position, stage, receive);
    }

    #[inline]
    fn after<R>(
        position: &mut Board,
        candidate: &Candidate<Move>,
        score: i32,
        search: impl FnOnce(&mut Board, i32, u64) -> R,
    ) -> R {
        let score = score + score::change::<CozyChess>(CozyChess::white_to_move(position), candidate);
        let mut child = position.clone();
        child.play_unchecked(candidate.m);
        let key = child.hash();
        search(&mut child, score, key)
    }
}
