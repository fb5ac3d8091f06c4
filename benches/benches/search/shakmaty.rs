//! shakmaty: positions are cloned, and moves come as a list. There are no keys.

use gardez_position::CastlingMode;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use crate::library::{Candidate, Contestant, Library, NOTHING, Stage, library};
use crate::score;

/// The sets and attack functions of shakmaty.
pub(crate) struct Sets;

#[inline]
const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// Returns a role as a number from 0.
#[inline]
const fn number(role: Role) -> usize {
    role as usize - 1
}

library! { Sets: Chess, Square, Move;
    white_to_move(position: &Chess) -> bool = position.turn() == Color::White;
    color(position: &Chess, white: bool) -> u64 = position.board().by_color(color(white)).0;
    pieces(position: &Chess, piece: usize) -> u64 = position.board().by_role(Role::ALL[piece]).0;
    piece_on(position: &Chess, square: Square) -> usize = position.board().role_at(square).map_or(NOTHING, number);
    first(set: u64) -> Square = Bitboard(set).first().expect("the set is not empty");
    index(square: Square) -> usize = square as usize;
    from(m: Move) -> Square = m.from().expect("there are no drops in chess");
    to(m: Move) -> Square = m.to();
    promotion(m: Move) -> usize = m.promotion().map_or(NOTHING, number);
    rook(square: Square, occupied: u64) -> u64 = attacks::rook_attacks(square, Bitboard(occupied)).0;
    bishop(square: Square, occupied: u64) -> u64 = attacks::bishop_attacks(square, Bitboard(occupied)).0;
    knight(square: Square) -> u64 = attacks::knight_attacks(square).0;
    king(square: Square) -> u64 = attacks::king_attacks(square).0;
    pawn(white: bool, square: Square) -> u64 = attacks::pawn_attacks(color(white), square).0;
    between(one: Square, other: Square) -> u64 = attacks::between(one, other).0;
}

/// Clones positions.
pub(crate) struct Shakmaty;

impl Contestant for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Library = Sets;
    type Position = Chess;
    type Own = ();
    type Score = i32;

    fn read(fen: &str, mode: CastlingMode) -> Chess {
        let mode = match mode {
            CastlingMode::Standard => shakmaty::CastlingMode::Standard,
            CastlingMode::Chess960 => shakmaty::CastlingMode::Chess960,
        };
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a well-formed FEN");
        fen.into_position(mode).expect("a legal position")
    }

    #[inline]
    fn board(position: &Chess) -> &Chess {
        position
    }

    #[inline]
    fn in_check(position: &Chess) -> bool {
        position.is_check()
    }

    fn score(position: &Chess) -> i32 {
        score::score::<Sets>(position)
    }

    #[inline]
    fn value(score: i32) -> i32 {
        score
    }

    #[inline]
    fn generate(position: &Chess, stage: Stage, mut receive: impl FnMut(Move, usize)) {
        let belongs_to_captures = |m: &Move| m.is_capture() || m.promotion() == Some(Role::Queen);
        match stage {
            Stage::Captures => {
                let promotions = position.promotion_moves().into_iter().filter(|m| !m.is_capture());
                for m in position.capture_moves().into_iter().chain(promotions).filter(belongs_to_captures) {
                    receive(m, number(m.role()));
                }
            }
            Stage::Quiets => {
                for m in position.legal_moves().into_iter().filter(|m| !belongs_to_captures(m)) {
                    receive(m, number(m.role()));
                }
            }
        }
    }

    #[inline]
    fn after<R>(
        position: &mut Chess,
        candidate: &Candidate<Move>,
        score: i32,
        search: impl FnOnce(&mut Chess, i32, u64) -> R,
    ) -> R {
        let score = score + score::change::<Sets>(Sets::white_to_move(position), candidate);
        let mut child = position.clone();
        child.play_unchecked(candidate.m);
        search(&mut child, score, 0)
    }
}
