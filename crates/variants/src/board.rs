//! A board of one variant.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Deref};
use core::str::FromStr;

use gardez_bitboard::Bitboard;
use gardez_position::BoardParts;
use gardez_position::internals::{Any, Black, Count, White, draw, finished};
use gardez_types::{CastlingSide, Color, Piece, PieceType};

use crate::fen::{VariantFen, VariantFenError};
use crate::make::{Undo, make, unmake};
use crate::moves::{VariantMove, VariantMoveKind, VariantMoveList};
use crate::outcome::{Outcome, Reason};
use crate::rules::Rules;
use crate::sink::{DropSink, Lister};
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// A board of the variant `R`, without history: a `Copy` value.
///
/// Pieces, pockets, rights and counters are methods of [`BoardState`]. Counters make no difference to equality.
///
/// ```
/// use gardez_variants::{Atomic, Board, Color};
///
/// let mut board: Board<Atomic> = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// for text in ["b1c3", "e7e6", "c3d5"] {
///     board.do_move(board.parse_uci(text)?);
/// }
/// // The knight and the captured pawn are gone. The pawn on e6 next to them stays.
/// assert_eq!(board.by_color(Color::White).len(), 15);
/// assert_eq!(board.by_color(Color::Black).len(), 15);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Board<R> {
    pub(crate) state: BoardState,
    rules: PhantomData<R>,
}

impl<R> Clone for Board<R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Board<R> {}

impl<R> Deref for Board<R> {
    type Target = BoardState;

    #[inline]
    fn deref(&self) -> &BoardState {
        &self.state
    }
}

impl<R: Rules> Board<R> {
    pub(crate) const fn from_state(state: BoardState) -> Self {
        Self { state, rules: PhantomData }
    }

    /// Returns the start position.
    pub fn start() -> Self {
        R::VARIANT.start_fen().parse().expect("the FEN of the start position is correct")
    }

    /// Returns the variant.
    #[inline]
    pub const fn variant(&self) -> Variant {
        R::VARIANT
    }

    #[inline]
    fn generate<K: DropSink>(&self, sink: &mut K) -> ControlFlow<K::Break> {
        if R::variant_end(&self.state).is_some() {
            return ControlFlow::Continue(());
        }
        match self.side_to_move() {
            Color::White => R::moves::<White, K>(&self.state, sink),
            Color::Black => R::moves::<Black, K>(&self.state, sink),
        }
    }

    /// Returns the legal moves, or no moves if a rule of the variant has ended the game.
    #[inline]
    pub fn legal_moves(&self) -> VariantMoveList {
        let mut list = VariantMoveList::default();
        finished(self.generate(&mut Lister(&mut list)));
        list
    }

    /// Returns the number of legal moves, without making a list.
    #[inline]
    pub fn legal_move_count(&self) -> u32 {
        let mut count = Count(0);
        finished(self.generate(&mut count));
        count.0
    }

    /// Returns `true` if there is a legal move.
    #[inline]
    pub fn has_legal_moves(&self) -> bool {
        self.generate(&mut Any).is_break()
    }

    /// Returns `true` if the move is legal.
    pub fn is_legal(&self, m: VariantMove) -> bool {
        self.legal_moves().contains(&m)
    }

    /// Makes a legal move in place.
    ///
    /// # Panics
    ///
    /// Debug builds panic if the move is not legal. Other builds may panic, or leave a meaningless board.
    #[inline]
    pub fn do_move(&mut self, m: VariantMove) {
        let _ = self.make_move(m);
    }

    /// Makes a legal move in place, and returns the argument of [`Board::undo_move`].
    ///
    /// ```
    /// use gardez_variants::{Board, Crazyhouse};
    ///
    /// let start: Board<Crazyhouse> = Board::start();
    /// let mut board = start;
    /// let undo = board.make_move(board.parse_uci("e2e4")?);
    /// assert_ne!(board, start);
    /// board.undo_move(&undo);
    /// assert_eq!(board, start);
    /// # Ok::<_, gardez_variants::UciError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    #[inline]
    #[must_use = "the move can be undone with it; `do_move` makes a move for good"]
    pub fn make_move(&mut self, m: VariantMove) -> Undo {
        debug_assert!(self.is_legal(m), "{m} is not legal here: {self}");
        let undo = make::<R>(&mut self.state, m);
        debug_assert_eq!(self.key(), self.state.key_from_scratch(), "after {m}: {self}");
        undo
    }

    /// Undoes the last move that was made.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does, if the move was not the last move of this board.
    #[inline]
    pub fn undo_move(&mut self, undo: &Undo) {
        unmake::<R>(&mut self.state, undo);
        debug_assert_eq!(self.key(), self.state.key_from_scratch(), "before {}: {self}", undo.mv());
    }

    /// Returns the board after a legal move.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after(&self, m: VariantMove) -> Self {
        let mut board = *self;
        board.do_move(m);
        board
    }

    /// Returns the board after a null move, which counts as a ply. The side to move must not be in check.
    #[must_use = "the board itself does not change"]
    pub fn after_null(&self) -> Self {
        let mut board = *self;
        board.state.advance(0, false);
        board
    }

    /// Returns the pieces that give check to the side to move: no pieces in antichess.
    pub fn checkers(&self) -> Bitboard {
        R::checkers(&self.state, self.side_to_move())
    }

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns how the game has ended by Lichess's rules, without its history.
    ///
    /// ```
    /// use gardez_variants::{Board, Color, KingOfTheHill, Reason};
    ///
    /// // 4  . . . . K . . .
    /// let board: Board<KingOfTheHill> = "4k3/8/8/8/4K3/8/8/8 b - - 0 1".parse()?;
    /// let outcome = board.outcome().expect("the king is on the hill");
    /// assert_eq!((outcome.reason, outcome.winner), (Reason::Hill, Some(Color::White)));
    /// # Ok::<_, gardez_variants::VariantFenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by(Dialect::Lichess)
    }

    pub(crate) fn variant_end(&self) -> Option<Outcome> {
        R::variant_end(&self.state)
    }

    /// Returns how the game has ended by the rules of this dialect.
    ///
    /// In order: rules of the variant, checkmate, insufficient material of both sides, stalemate.
    pub fn outcome_by(&self, dialect: Dialect) -> Option<Outcome> {
        if let Some(end) = self.variant_end() {
            return Some(end);
        }
        let is_stuck = !self.has_legal_moves();
        if is_stuck && self.in_check() {
            return Some(Outcome::win(Reason::Checkmate, !self.side_to_move()));
        }
        if self.has_insufficient_material(dialect) {
            return Some(Outcome::draw(Reason::InsufficientMaterial));
        }
        is_stuck.then(|| R::stalemate(&self.state))
    }

    /// Returns `true` if neither side can win.
    pub fn has_insufficient_material(&self, dialect: Dialect) -> bool {
        Color::ALL.into_iter().all(|color| R::cannot_win(&self.state, color, dialect))
    }

    /// Returns `true` if `color` cannot win, even if the other side's time runs out.
    pub fn has_insufficient_material_for(&self, color: Color, dialect: Dialect) -> bool {
        R::cannot_win(&self.state, color, dialect)
    }

    /// Returns `true` if Lichess draws the position because it is closed, in atomic and horde.
    ///
    /// [`Board::outcome`] does not include this rule, which the libraries do not have.
    pub fn is_closed(&self) -> bool {
        R::is_closed(&self.state)
    }

    /// Returns the difference of material, positive if White is ahead.
    ///
    /// Pieces on the board and in pockets count 1, 3, 3, 5 and 9. In antichess, each piece counts -2, as on Lichess.
    pub fn material_difference(&self) -> i32 {
        let values = if R::VARIANT == Variant::Antichess { [-2; 6] } else { [1, 3, 3, 5, 9, 0] };
        let value = |color| {
            let of = |piece_type: PieceType| {
                let count = self.count(color, piece_type) + u32::from(self.pocket(color).count(piece_type));
                values[piece_type.index()] * count as i32
            };
            PieceType::ALL.into_iter().map(of).sum::<i32>()
        };
        value(Color::White) - value(Color::Black)
    }

    /// Returns the FEN in this dialect. `Display` writes the FEN of Lichess.
    pub const fn fen(&self, dialect: Dialect) -> VariantFen<'_> {
        VariantFen::new(&self.state, R::VARIANT, dialect)
    }

    /// Reads a FEN as `parse` does, but refuses positions that no game leads to.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text or the position, and where.
    pub fn from_fen_strict(fen: &str) -> Result<Self, VariantFenError> {
        crate::fen::read::<R>(fen, true).map(Self::from_state)
    }

    /// Returns the same board of chess, so that its opening can be named.
    ///
    /// Returns `None` if there are pieces in hand, or if the variant has no such names.
    pub fn to_chess(&self) -> Option<gardez_position::Board> {
        if self.state.in_hand() != [[0; 5]; 2] || !R::VARIANT.has_openings() {
            return None;
        }
        let rooks = |color| CastlingSide::ALL.into_iter().filter_map(|side| self.castling_rook(color, side)).collect();
        let parts = BoardParts {
            squares: self.state.squares,
            side_to_move: self.side_to_move(),
            castling_rooks: Color::ALL.map(rooks),
            double_push: self.ep_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
            ..BoardParts::EMPTY
        };
        gardez_position::Board::from_parts(&parts).ok()
    }

    /// Returns the piece that a legal move captures.
    pub fn captured_piece(&self, m: VariantMove) -> Option<Piece> {
        match m.kind() {
            VariantMoveKind::EnPassant => Some(Piece::new(!self.side_to_move(), PieceType::Pawn)),
            _ => self.piece_on(m.to()).filter(|piece| piece.color() != self.side_to_move()),
        }
    }

    /// Returns the number of move sequences of this length. The last moves are counted, not made.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.legal_move_count()),
            _ => {
                let mut board = *self;
                let each = |&m: &VariantMove| {
                    let undo = board.make_move(m);
                    let nodes = board.perft(depth - 1);
                    board.undo_move(&undo);
                    nodes
                };
                self.legal_moves().iter().map(each).sum()
            }
        }
    }
}

impl<R: Rules> FromStr for Board<R> {
    type Err = VariantFenError;

    /// Reads a FEN in any form that a site writes, of any position that can be played.
    fn from_str(fen: &str) -> Result<Self, VariantFenError> {
        crate::fen::read::<R>(fen, false).map(Self::from_state)
    }
}

impl<R: Rules> fmt::Display for Board<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen(Dialect::Lichess).fmt(f)
    }
}

impl<R: Rules> fmt::Debug for Board<R> {
    /// Draws the board, and writes the variant and the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}: {self}", draw(|square| self.piece_on(square)), R::VARIANT)
    }
}

impl<R> PartialEq for Board<R> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.state.identity() == other.state.identity()
    }
}

impl<R> Eq for Board<R> {}

impl<R> core::hash::Hash for Board<R> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
