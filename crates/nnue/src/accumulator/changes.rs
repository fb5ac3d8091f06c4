//! Moves of boards that are not observed.

use gardez_position::observers::DirtyPiece;
use gardez_types::{Piece, PieceType, Square};

use super::AccumulatorStack;

impl AccumulatorStack<'_> {
    /// Records a move on another program's board by the pieces that it takes from squares and puts on squares. Undo it by
    /// [`undo_move`](Self::undo_move).
    ///
    /// If the network has threats or pairs of pawns, or a side of a move has more than two pieces, the next board is computed
    /// as after [`reset`](Self::reset).
    ///
    /// ```
    /// use gardez_nnue::{AccumulatorStack, Architecture, Network};
    /// use gardez_position::{Piece, Position, Square};
    ///
    /// let network = Network::build(&Architecture { width: 64, ..Architecture::SIMPLE }, |_, i| i as i32 % 41 - 20)?;
    /// let mut position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut stack = AccumulatorStack::new(&network);
    /// stack.evaluate(&position);
    /// // White's pawn captures the other one.
    /// position.do_move(position.parse_uci("e4d5")?);
    /// let (white, black) = (Piece::WhitePawn, Piece::BlackPawn);
    /// stack.record_changes(&[(white, Square::E4), (black, Square::D5)], &[(white, Square::D5)]);
    /// assert_eq!(stack.evaluate(&position), network.evaluate_board(&position));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn record_changes(&mut self, removed: &[(Piece, Square)], added: &[(Piece, Square)]) {
        self.push();
        self.are_null.push(false);
        let [mut first, mut captured] = [0, 1].map(|place| removed.get(place).copied());
        let [mut target, mut more] = [0, 1].map(|place| added.get(place).copied());
        let piece = |change: Option<(Piece, Square)>| change.map(|(piece, _)| piece);
        // The king comes first, because its move may change the numbers of all pieces.
        if piece(captured).is_some_and(|piece| piece.piece_type() == PieceType::King) {
            core::mem::swap(&mut first, &mut captured);
        }
        if piece(target) != piece(first) {
            core::mem::swap(&mut target, &mut more);
        }
        let ply = &mut self.plies[self.len - 1];
        let is_move = target.is_none() || piece(target) == piece(first);
        let are_pieces_all = self.network.threat_set().is_none() && !self.network.has_pairs();
        ply.is_start = !are_pieces_all || !is_move || 2 < removed.len().max(added.len());
        ply.pieces = DirtyPiece::default();
        if !ply.is_start {
            (ply.pieces.piece, ply.pieces.from) = first.unzip();
            ply.pieces.to = target.map(|(_, square)| square);
            (ply.pieces.removed, ply.pieces.added) = (captured, more);
        }
    }
}
