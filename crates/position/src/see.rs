//! Static exchange evaluation: what a capture is worth if both sides go on capturing on its square.

use gardez_bitboard::{Bitboard, bishop_attacks, rook_attacks};
use gardez_types::{Color, Move, MoveKind, PieceType, Square};

use crate::{Board, Value, piece_value};

/// More captures on one square than pieces there are never happen.
const MOST_CAPTURES: usize = 64;

impl Board {
    /// What the exchange that `m` starts on its target is worth to the side to move, in the unit of [`piece_value`].
    ///
    /// Both sides capture with their least valuable piece for as long as it pays. Sliders behind a piece that has left
    /// join in. A piece that alone hides its king takes no part as long as any enemy slider that pins one still stands,
    /// whichever it pins; a king captures only what is not defended. Promotions, en passant and castling are worth 0. Any
    /// value is safe to ask about, but of a move that is not pseudo-legal the answer means nothing.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // The rook takes a pawn that a pawn defends.
    /// let read = gardez_position::FenReader::new().read_board("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1")?;
    /// let board: Board = read.position;
    /// let capture = board.parse_uci("d1d6").expect("a legal move");
    /// assert_eq!(board.see(capture), 208 - 1276);
    /// assert!(board.see_ge(capture, -1068) && !board.see_ge(capture, 0));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn see(&self, m: Move) -> Value {
        if m.kind() != MoveKind::Normal {
            return 0;
        }
        let target = m.to();
        let value_on = |square: Square| self.piece_on(square).map_or(0, |piece| piece_value(piece.piece_type()));
        let blockers = Color::ALL.map(|color| self.pins_on(color));

        // What each capture has won so far, seen from the side that made it.
        let mut gains = [0; MOST_CAPTURES];
        gains[0] = value_on(target);
        let mut captures = 1;
        let mut at_risk = value_on(m.from());
        let mut occupied = self.occupied() - Bitboard::from(m.from()) - target.into();
        let mut attackers = self.attackers_through(target, occupied);
        let mut side = self.side_to_move;
        loop {
            side = !side;
            attackers &= occupied;
            let mut ours = attackers & self.by_color(side);
            let (hiding, pinners) = blockers[side as usize];
            if !pinners.is_disjoint(occupied) {
                ours -= hiding;
            }
            let Some((square, piece_type)) = self.least_valuable(ours) else { break };
            if piece_type == PieceType::King && !attackers.is_disjoint(self.by_color(!side)) {
                break;
            }
            gains[captures] = at_risk - gains[captures - 1];
            captures += 1;
            at_risk = piece_value(piece_type);
            occupied.remove(square);
            attackers |= self.revealed_behind(piece_type, target, occupied);
        }

        // Backwards: each side captures only if that is better than to stop before.
        while captures > 1 {
            captures -= 1;
            gains[captures - 1] = (-gains[captures]).min(gains[captures - 1]);
        }
        gains[0]
    }

    /// True if the exchange that `m` starts is worth at least `threshold`; see [`Board::see`].
    pub fn see_ge(&self, m: Move, threshold: Value) -> bool {
        if m.kind() != MoveKind::Normal {
            return threshold <= 0;
        }
        let value_on = |square: Square| self.piece_on(square).map_or(0, |piece| piece_value(piece.piece_type()));
        let won = value_on(m.to());
        // It is too little even if nothing is lost, or enough even if the piece is.
        if won < threshold {
            return false;
        }
        won - value_on(m.from()) >= threshold || self.see(m) >= threshold
    }

    /// The cheapest of these pieces, the one on the lowest square among equals.
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Square, PieceType)> {
        let cheapest = |piece_type| (pieces & self.by_type(piece_type)).lsb().map(|square| (square, piece_type));
        PieceType::ALL.into_iter().find_map(cheapest)
    }

    /// The sliders that attack `target` once a piece of this kind has left its square.
    fn revealed_behind(&self, piece_type: PieceType, target: Square, occupied: Bitboard) -> Bitboard {
        let diagonal = || bishop_attacks(target, occupied) & self.by_types([PieceType::Bishop, PieceType::Queen]);
        let orthogonal = || rook_attacks(target, occupied) & self.by_types([PieceType::Rook, PieceType::Queen]);
        match piece_type {
            PieceType::Pawn | PieceType::Bishop => diagonal(),
            PieceType::Rook => orthogonal(),
            PieceType::Queen => diagonal() | orthogonal(),
            PieceType::Knight | PieceType::King => Bitboard::EMPTY,
        }
    }
}
