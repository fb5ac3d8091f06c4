//! NNUE input features: the numbers that trainers and engines give to the inputs of a network.
//!
//! An efficiently updatable neural network (NNUE) sees a position as a set of inputs that are on or off, once from the
//! *perspective* of each color. A feature set numbers these inputs:
//!
//! | name | value | inputs | used by | made anew when the own king |
//! |---|---|---:|---|---|
//! | chess768 | [`PieceSquares::CHESS_768`] | 768 | bullet | never |
//! | king buckets | the same with `kings` | 768 for each bucket | bullet | changes its bucket |
//! | king buckets, mirrored | the same with `kings` and `mirror` | 768 for each bucket | bullet | changes its bucket or its half of the board |
//! | HalfKP | [`PieceSquares::HALF_KP`] | 41,024 | Stockfish 12 and 13, nnue-pytorch until 2026 | moves |
//! | HalfKAv2_hm | [`PieceSquares::HALF_KA_V2_HM`] | 22,528 | Stockfish 15 to 18, nnue-pytorch | moves |
//! | HalfKAv2_hm with 12 planes | [`PieceSquares::HALF_KA_V2_HM_12_PLANES`] | 24,576 | nnue-pytorch since 2026, in training | moves |
//! | FullThreats | [`FULL_THREATS`] | 59,808 | Stockfish since 2026, nnue-pytorch | changes its half of the board |
//! | FullThreats of Stockfish 18 | [`FULL_THREATS_79856`] | 79,856 | Stockfish 18 | changes its half of the board |
//! | PP_3Wide | [`PawnPairs`] | 4,560 | Stockfish since 2026, nnue-pytorch | changes its half of the board |
//!
//! [`FeatureSets`] are sets by their names, one or several after the other, such as nnue-pytorch's
//! `Full_Threats+PP_3Wide+HalfKAv2_hm`.
//!
//! [`FeatureSet::active_into`] lists the inputs of a board. [`FeatureSet::difference_into`] lists what a move turns on
//! and off, from what an observer has recorded while the move was made: record each move, and list the differences when
//! the network is evaluated. Neither allocates. [`RefreshCache`] makes refreshes cheap. The module [`definition`] says
//! how each input is numbered, slowly and obviously.
//!
//! Castling rights, the en passant square, counters and the side to move are never inputs. The side to move only decides
//! which perspective a network reads first.
//!
//! ```
//! use gardez_nnue::features::{FeatureSet, PieceSquares};
//! use gardez_position::{Board, Color, observers::DirtyPiece};
//!
//! let (board, set) = (Board::start(), PieceSquares::HALF_KA_V2_HM);
//! let active = set.active(&board, Color::White);
//! assert_eq!(active.len(), 32);
//!
//! // A quiet move turns one input off and another one on.
//! let mut dirty = DirtyPiece::default();
//! let mut after = board;
//! after.do_move_with(board.parse_uci("g1f3")?, &mut dirty);
//! let difference = set.difference(after.king(Color::White), &dirty, Color::White);
//! assert!(!difference.refresh && active.contains(&difference.removed[0]));
//! assert_eq!((difference.removed.len(), difference.added.len()), (1, 1));
//! # Ok::<_, gardez_position::UciError>(())
//! ```

pub mod definition;

mod board;
mod list;
mod pawn_pairs;
mod pieces;
mod refresh;
mod sets;
mod threats;

use gardez_position::MoveObserver;
use gardez_types::{Color, Square};

pub use board::Pieces;
pub use list::{Difference, IndexList};
pub use pawn_pairs::{DirtyPawnPairs, PawnPairs};
pub use pieces::{KingBuckets, Mirror, Numbering, PieceSquares};
pub use refresh::RefreshCache;
pub(crate) use refresh::piece_sets;
pub use sets::{FeatureSets, FeatureSetsError};
pub use threats::{FULL_THREATS, FULL_THREATS_79856, ThreatInputs};

/// A set of inputs of a network, and their numbers.
pub trait FeatureSet {
    /// The observer that records what this set needs to know about a move.
    type Change: MoveObserver + Default;

    /// Returns the number of inputs. All indices are below it.
    fn inputs(&self) -> u32;

    /// Replaces `list` by the active inputs of a board, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the perspective has no king, which happens only after a move that was not legal has captured it. All
    /// methods that need the king panic in that case.
    fn active_into<B: Pieces + ?Sized>(&self, board: &B, perspective: Color, list: &mut IndexList);

    /// Replaces both lists by the active inputs of both perspectives, white first. It takes less time than two calls of
    /// [`active_into`](FeatureSet::active_into).
    fn active_both_into<B: Pieces + ?Sized>(&self, board: &B, lists: &mut [IndexList; 2]) {
        for (perspective, list) in Color::ALL.into_iter().zip(lists) {
            self.active_into(board, perspective, list);
        }
    }

    /// Returns `true` if the move changes the numbers of this perspective, so that its inputs must be listed anew.
    ///
    /// Only a move of its own king can do that.
    fn requires_refresh(&self, change: &Self::Change, perspective: Color) -> bool;

    /// Replaces `difference` by what a move changes for this perspective.
    ///
    /// `king` is the square of its own king after the move, and `change` is what the observer recorded while the move was
    /// made. If no later move [requires a refresh](FeatureSet::requires_refresh), the square of the perspective's king after
    /// any of these moves will do.
    ///
    /// ```
    /// use gardez_nnue::features::{FeatureSet, PieceSquares};
    /// use gardez_position::{Color, Position, observers::DirtyPiece};
    ///
    /// let (mut position, mut changes) = (Position::start(), Vec::new());
    /// for text in ["e2e4", "c7c5", "g1f3"] {
    ///     let mut change = DirtyPiece::default();
    ///     position.do_move_with(position.parse_uci(text)?, &mut change);
    ///     changes.push(change);
    /// }
    /// // The network is evaluated only now.
    /// let king = position.king(Color::White);
    /// let set = PieceSquares::HALF_KA_V2_HM;
    /// let differences = changes.iter().map(|change| set.difference(king, change, Color::White));
    /// assert!(differences.into_iter().all(|difference| difference.added.len() == 1));
    /// # Ok::<_, gardez_position::UciError>(())
    /// ```
    fn difference_into(&self, king: Square, change: &Self::Change, perspective: Color, difference: &mut Difference);

    /// Returns the active inputs of a board. [`FeatureSet::active_into`] reuses a list, which is faster.
    fn active<B: Pieces + ?Sized>(&self, board: &B, perspective: Color) -> IndexList {
        let mut list = IndexList::new();
        self.active_into(board, perspective, &mut list);
        list
    }

    /// Returns what a move changes for this perspective. [`FeatureSet::difference_into`] reuses the lists, which is
    /// faster.
    fn difference(&self, king: Square, change: &Self::Change, perspective: Color) -> Difference {
        let mut difference = Difference::new();
        self.difference_into(king, change, perspective, &mut difference);
        difference
    }
}
