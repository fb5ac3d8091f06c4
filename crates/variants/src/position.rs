//! A board with its history.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use gardez_types::errors;

use crate::any::VariantBoard;
use crate::fen::VariantFenError;
use crate::make::Undo;
use crate::moves::VariantMove;
use crate::outcome::{Outcome, Reason};
use crate::variant::Variant;

errors! {
    /// The error for a move that is not legal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct IllegalVariantMoveError {
        /// The move.
        pub mv: VariantMove,
    } = "illegal", "the move {mv} is not legal here";
}

/// A position of any variant, with the moves that led to it. It dereferences to its [`VariantBoard`].
///
/// ```
/// use gardez_variants::{Reason, Variant, VariantPosition};
///
/// let mut position = VariantPosition::start(Variant::ThreeCheck);
/// for text in ["e4", "e5", "Bc4", "Nc6", "Bxf7+", "Kxf7", "Qh5+", "Kf6", "Qf5+"] {
///     position.play(position.parse_san(text)?)?;
/// }
/// let outcome = position.outcome().expect("three checks were given");
/// assert_eq!(outcome.reason, Reason::ThreeChecks);
/// position.undo_move();
/// assert_eq!(position.outcome(), None);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct VariantPosition {
    board: VariantBoard,
    history: Vec<Undo>,
}

impl VariantPosition {
    /// Returns the start position of a variant.
    pub fn start(variant: Variant) -> Self {
        VariantBoard::start(variant).into()
    }

    /// Reads a FEN, as [`VariantBoard::from_fen`] does.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text or the position, and where.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, VariantFenError> {
        VariantBoard::from_fen(variant, fen).map(Self::from)
    }

    /// Returns the board without its history.
    #[inline]
    pub const fn board(&self) -> &VariantBoard {
        &self.board
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// Returns an error, and does not change the position, if the move is not legal.
    pub fn play(&mut self, m: VariantMove) -> Result<(), IllegalVariantMoveError> {
        if !self.is_legal(m) {
            return Err(IllegalVariantMoveError { mv: m });
        }
        self.do_move(m);
        Ok(())
    }

    /// Makes a legal move.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`](crate::Board::do_move) does.
    #[inline]
    pub fn do_move(&mut self, m: VariantMove) {
        self.history.push(self.board.make_move(m));
    }

    /// Undoes the last move and returns it.
    #[inline]
    pub fn undo_move(&mut self) -> Option<VariantMove> {
        let undo = self.history.pop()?;
        self.board.undo_move(&undo);
        Some(undo.mv())
    }

    /// Returns the moves that led to the position, from the first on.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = VariantMove> + ExactSizeIterator + '_ {
        self.history.iter().map(Undo::mv)
    }

    /// Returns the number of occurrences of the position, including this time.
    pub fn occurrences(&self) -> usize {
        let before = self.history.iter().rev().take(self.reversible(&self.board));
        1 + before.skip(1).step_by(2).filter(|undo| undo.key() == self.key()).count()
    }

    /// Returns the number of moves before `board` after which its position can have returned.
    fn reversible(&self, board: &VariantBoard) -> usize {
        // In crazyhouse, a position can return after captures and pawn moves.
        if board.variant().has_pockets() { usize::MAX } else { board.halfmove_clock().into() }
    }

    /// Returns how the game has ended by Lichess's rules, or how it can be claimed as a draw.
    ///
    /// In order: [`VariantBoard::outcome`], the fifth occurrence, fifty moves without a capture or pawn move (not in
    /// crazyhouse), and the third occurrence, which a player may claim.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_count = |occurrences: usize| match occurrences {
            5.. => Some(Reason::FivefoldRepetition),
            _ if self.variant().has_fifty_move_rule() && self.halfmove_clock() >= 100 => Some(Reason::FiftyMoves),
            3.. => Some(Reason::ThreefoldRepetition),
            _ => None,
        };
        self.board.outcome().or_else(|| by_count(self.occurrences()).map(Outcome::draw))
    }

    /// Returns the moves after which a draw can be claimed by repetition.
    pub fn claims_by_move(&self) -> impl Iterator<Item = VariantMove> + '_ {
        let goes_on = self.board.outcome().is_none();
        let moves = self.legal_moves();
        moves.into_iter().filter(move |&m| {
            let after = self.board.after(m);
            // The last position in the history has the other side to move, as has the position before the move.
            let before = self.history.iter().rev().take(self.reversible(&after));
            let earlier = before.step_by(2).filter(|undo| undo.key() == after.key()).count();
            goes_on && (2..4).contains(&earlier)
        })
    }

    /// Returns `true` if a player can claim a draw by repetition.
    pub fn can_claim_draw(&self) -> bool {
        self.outcome().is_some_and(Outcome::is_claim)
    }

    /// Returns the number of move sequences of this length. The last moves are counted, not made.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth < 2 {
            return self.board.perft(depth);
        }
        let mut nodes = 0;
        for &m in &self.legal_moves() {
            self.do_move(m);
            nodes += self.perft(depth - 1);
            self.undo_move();
        }
        nodes
    }
}

impl From<VariantBoard> for VariantPosition {
    fn from(board: VariantBoard) -> Self {
        Self { board, history: Vec::new() }
    }
}

impl Deref for VariantPosition {
    type Target = VariantBoard;

    #[inline]
    fn deref(&self) -> &VariantBoard {
        &self.board
    }
}

impl PartialEq for VariantPosition {
    /// Compares the boards, not the histories.
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for VariantPosition {}

impl fmt::Display for VariantPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl fmt::Debug for VariantPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {} moves", self.board, self.history.len())
    }
}
