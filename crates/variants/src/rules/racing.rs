//! Racing kings: the first king on the eighth rank wins, and giving check is illegal.

use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, between, bishop_attacks, knight_attacks, line, rook_attacks};
use gardez_position::internals::{Black, Side, Sink};
use gardez_types::{Color, PieceType, Rank, Square};

use crate::movegen::{PinInfo, king_targets, pieces};
use crate::outcome::{Outcome, Reason};
use crate::rules::{Laws, chess};
use crate::setup::SetupError;
use crate::sink::{DropSink, Filter, Mover};
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// Racing kings: a king on rank 8 wins, and a check is not legal. If White arrives first, Black has a move to draw.
#[derive(Clone, Copy, Debug)]
pub enum RacingKings {}

impl Laws for RacingKings {
    const VARIANT: Variant = Variant::RacingKings;

    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        let pins = PinInfo::new(state, S::US);
        let quiet = Quiet::new::<S>(state);
        let mut sink = Filter { sink, keep: |mover, targets| quiet.keep(mover, targets) };
        if let Some(king) = pins.king {
            sink.piece(PieceType::King, king, king_targets::<S>(state, king, !state.by_color(S::US)))?;
        }
        pieces::<S, _>(state, &pins, !state.by_color(S::US), &mut sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        if (state.by_type(PieceType::King) & Rank::Eight.into()).is_empty() {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| state.king(color).is_some_and(|king| king.rank() == Rank::Eight));
        match (white, black) {
            (true, true) => Some(Outcome::draw(Reason::RaceDraw)),
            (true, false) if state.side_to_move() == Color::Black && black_arrives(state) => None,
            (true, false) => Some(Outcome::win(Reason::RaceWon, Color::White)),
            _ => Some(Outcome::win(Reason::RaceWon, Color::Black)),
        }
    }

    /// Returns `false`: a king alone can always win the race.
    fn cannot_win(_: &BoardState, _: Color, _: Dialect) -> bool {
        false
    }

    /// Checks that each side has one king and no pawns, no king is in check, and the race is not over before Black's move.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        for color in Color::ALL {
            chess::one_king(state, color)?;
        }
        if let Some(square) = state.by_type(PieceType::Pawn).lsb() {
            return Err(SetupError::PawnInRace(square));
        }
        if let Some(color) = Color::ALL.into_iter().find(|&color| !Self::checkers(state, color).is_empty()) {
            return Err(SetupError::CheckInRace(color));
        }
        let have_arrived = state.by_type(PieceType::King).is_subset(Rank::Eight.into());
        if have_arrived && state.side_to_move() == Color::Black {
            return Err(SetupError::RaceIsOver);
        }
        Ok(())
    }
}

/// Returns `true` if Black, to move, can reach the eighth rank at once.
fn black_arrives(state: &BoardState) -> bool {
    state.king(Color::Black).is_some_and(|king| {
        let targets = king_targets::<Black>(state, king, Bitboard::from(Rank::Eight) - state.by_color(Color::Black));
        !Quiet::new::<Black>(state).keep(Mover::Piece(PieceType::King, king), targets).is_empty()
    })
}

/// The squares on which pieces would give check.
struct Quiet {
    /// The squares for a bishop, a rook and a knight.
    checks: [Bitboard; 3],
    their_king: Option<Square>,
    /// The pieces that discover a check when they leave their line.
    blockers: Bitboard,
}

impl Quiet {
    #[inline]
    fn new<S: Side>(state: &BoardState) -> Self {
        let their_king = state.king(S::THEM);
        let Some(king) = their_king else {
            return Self { checks: [Bitboard::EMPTY; 3], their_king, blockers: Bitboard::EMPTY };
        };
        let (us, occupied) = (state.by_color(S::US), state.occupied());
        let (diagonal, orthogonal) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        // The sliders that attack the king through one of our pieces.
        let (near_diagonal, near_orthogonal) = (diagonal & us, orthogonal & us);
        let queens = state.by_type(PieceType::Queen);
        let mut blockers = Bitboard::EMPTY;
        let snipers = (bishop_attacks(king, occupied - near_diagonal) & (state.by_type(PieceType::Bishop) | queens)
            | rook_attacks(king, occupied - near_orthogonal) & (state.by_type(PieceType::Rook) | queens))
            & us;
        for slider in snipers {
            blockers |= between(king, slider) & us;
        }
        Self { checks: [diagonal, orthogonal, knight_attacks(king)], their_king, blockers }
    }

    /// Returns the targets on which the piece gives no check. There are no pawns and no castling.
    #[inline]
    fn keep(&self, mover: Mover, mut targets: Bitboard) -> Bitboard {
        let Mover::Piece(piece_type, from) = mover else { return targets };
        let [diagonal, orthogonal, leaps] = self.checks;
        targets -= match piece_type {
            PieceType::Knight => leaps,
            PieceType::Bishop => diagonal,
            PieceType::Rook => orthogonal,
            PieceType::Queen => diagonal | orthogonal,
            PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
        };
        match self.their_king.filter(|_| self.blockers.contains(from)) {
            Some(king) => targets & line(king, from),
            None => targets,
        }
    }
}
