//! Static exchange evaluation (SEE).

use gardez_bitboard::{Bitboard, bishop_attacks, rook_attacks};
use gardez_types::{Color, Move, MoveKind, PieceType, Square};

use crate::board::Board;
use crate::checked::Checked;
use crate::value::{Value, piece_value};

/// There are never more captures on one square than pieces.
const MOST_CAPTURES: usize = 64;

/// # Exchanges
///
/// Both methods are faster on a board [with its pins](Board::with).
impl Board {
    /// Returns the value of the exchange that `m` starts on its target, as Stockfish's `see_ge` sees it.
    ///
    /// The value is the side to move's, in the unit of [`piece_value`](crate::piece_value). The rules:
    ///
    /// - Both sides always capture with their least valuable piece, and stop when capturing loses material.
    /// - A slider takes part as soon as the piece between it and the target has captured.
    /// - A [blocker](Board::blockers) of its own king takes part only when no [pinner](Board::pinners) is left.
    /// - A king captures only if the target is not defended any more.
    /// - Promotions, en passant captures and castling have the value 0.
    ///
    /// The result is meaningless if `m` is not pseudo-legal.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // 7  . . p . . . . .   The rook captures the pawn on d6, and the pawn on c7 recaptures.
    /// // 6  . . . p . . . .
    /// // 1  . . . R K . . .
    /// let board: Board = "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let capture = board.parse_uci("d1d6").expect("a legal move");
    /// assert_eq!(board.see(capture), 208 - 1276);
    /// assert!(board.see_ge(capture, -1068) && !board.see_ge(capture, 0));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn see(&self, m: Move) -> Value {
        self.see_by(m, |color| self.pins_on(color))
    }

    /// Returns `true` if [`Board::see`] is at least `threshold`; often faster.
    #[inline]
    pub fn see_ge(&self, m: Move, threshold: Value) -> bool {
        self.see_ge_by(m, threshold, |color| self.pins_on(color))
    }
}

impl Checked<'_> {
    /// Returns [`Board::see`].
    #[inline]
    pub fn see(&self, m: Move) -> Value {
        self.board.see_by(m, |color| self.pins_on(color))
    }

    /// Returns [`Board::see_ge`].
    #[inline]
    pub fn see_ge(&self, m: Move, threshold: Value) -> bool {
        self.board.see_ge_by(m, threshold, |color| self.pins_on(color))
    }

    /// Returns the blockers of the king of this color, and their pinners.
    #[inline]
    fn pins_on(&self, color: Color) -> (Bitboard, Bitboard) {
        (self.info.blockers[color as usize], self.info.pinners[!color as usize])
    }
}

impl Board {
    /// Returns [`Board::see`], given the pins.
    #[inline]
    fn see_by(&self, m: Move, pins: impl Fn(Color) -> (Bitboard, Bitboard)) -> Value {
        if m.kind() != MoveKind::Normal {
            return 0;
        }
        // For each capture, the balance so far from the view of the side that captured.
        let mut gains = [0; MOST_CAPTURES];
        gains[0] = self.value_on(m.to());
        let mut captures = 1;
        let mut at_risk = self.value_on(m.from());
        self.recaptures(m, pins, |captor| {
            gains[captures] = at_risk - gains[captures - 1];
            captures += 1;
            at_risk = piece_value(captor);
            true
        });

        // From the last capture to the first: each side captures only if that is better than stopping.
        while captures > 1 {
            captures -= 1;
            gains[captures - 1] = (-gains[captures]).min(gains[captures - 1]);
        }
        gains[0]
    }

    /// Returns [`Board::see_ge`], given the pins.
    #[inline]
    fn see_ge_by(&self, m: Move, threshold: Value, pins: impl Fn(Color) -> (Bitboard, Bitboard)) -> bool {
        if m.kind() != MoveKind::Normal {
            return threshold <= 0;
        }
        // What the side that captured last has above its aim, which it has reached if this is not negative.
        let mut margin = self.value_on(m.to()).saturating_sub(threshold);
        if margin < 0 {
            return false;
        }
        margin -= self.value_on(m.from());
        if margin >= 0 {
            return true;
        }
        // From here on, the margin is that after the loss of the piece that captured last, and it is negative. So the
        // other side captures if it can, and reaches its aim by that, unless it can lose its piece in turn.
        let mut reached = true;
        self.recaptures(m, pins, |captor| {
            margin = -1 - margin - piece_value(captor);
            reached = !reached;
            margin < 0
        });
        reached
    }

    /// Calls `visit` with the type of each piece that recaptures, the sides in turn, until `visit` returns `false`.
    #[inline]
    fn recaptures(
        &self,
        m: Move,
        pins: impl Fn(Color) -> (Bitboard, Bitboard),
        mut visit: impl FnMut(PieceType) -> bool,
    ) {
        let target = m.to();
        let mut known_pins = [None; 2];
        let mut occupied = self.occupied() - Bitboard::from(m.from()) - target.into();
        let mut attackers = self.attackers_through(target, occupied);
        let mut side = self.side_to_move;
        loop {
            side = !side;
            attackers &= occupied;
            let mut ours = attackers & self.by_color(side);
            if ours.is_empty() {
                break;
            }
            let (blockers_of_king, pinners) = *known_pins[side as usize].get_or_insert_with(|| pins(side));
            if !pinners.is_disjoint(occupied) {
                ours -= blockers_of_king;
            }
            let Some((square, piece_type)) = self.least_valuable(ours) else { break };
            if piece_type == PieceType::King && !attackers.is_disjoint(self.by_color(!side)) {
                break;
            }
            if !visit(piece_type) {
                break;
            }
            occupied.remove(square);
            attackers |= self.uncovered_sliders(piece_type, target, occupied);
        }
    }

    /// Returns the value of the piece on `square`, or 0.
    #[inline]
    fn value_on(&self, square: Square) -> Value {
        self.piece_on(square).map_or(0, |piece| piece_value(piece.piece_type()))
    }

    fn least_valuable(&self, pieces: Bitboard) -> Option<(Square, PieceType)> {
        let first_of = |piece_type| (pieces & self.by_type(piece_type)).lsb().map(|square| (square, piece_type));
        PieceType::ALL.into_iter().find_map(first_of)
    }

    /// Returns the sliders that may attack `target` after a piece of this type has left its square.
    fn uncovered_sliders(&self, piece_type: PieceType, target: Square, occupied: Bitboard) -> Bitboard {
        let diagonal =
            || bishop_attacks(target, occupied) & (self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen));
        let orthogonal =
            || rook_attacks(target, occupied) & (self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen));
        match piece_type {
            PieceType::Pawn | PieceType::Bishop => diagonal(),
            PieceType::Rook => orthogonal(),
            PieceType::Queen => diagonal() | orthogonal(),
            PieceType::Knight | PieceType::King => Bitboard::EMPTY,
        }
    }
}
