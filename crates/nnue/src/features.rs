//! NNUE input features: the numbers that trainers and engines give to the inputs of a network.
//!
//! An efficiently updatable neural network (NNUE) sees a position as a set of inputs that are on or off, once from the
//! *perspective* of each color. A feature set numbers these inputs:
//!
//! | name | type | inputs | used by | made anew when the own king |
//! |---|---|---:|---|---|
//! | chess768 | [`Chess768`] | 768 | bullet | never |
//! | king buckets | [`ChessBuckets`] | 768 for each bucket | bullet | changes its bucket |
//! | king buckets, mirrored | [`ChessBucketsMirrored`] | 768 for each bucket | bullet | changes its bucket or its half of the board |
//! | HalfKP | [`HalfKp`] | 41,024 | Stockfish 12 and 13, nnue-pytorch until 2026 | moves |
//! | HalfKAv2_hm | [`HalfKaV2Hm`] | 22,528 | Stockfish 15 to 18, nnue-pytorch | moves |
//! | HalfKAv2_hm with 12 planes | [`HalfKaV2Hm12Planes`] | 24,576 | nnue-pytorch since 2026, in training | moves |
//! | FullThreats | [`FullThreats`] | 59,808 | Stockfish since 2026, nnue-pytorch | changes its half of the board |
//! | FullThreats of Stockfish 18 | [`FullThreats79856`] | 79,856 | Stockfish 18 | changes its half of the board |
//! | PP_3Wide | [`PawnPairs`] | 4,560 | Stockfish since 2026, nnue-pytorch | changes its half of the board |
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
//! use gardez_nnue::features::{Difference, FeatureSet, HalfKaV2Hm, IndexList};
//! use gardez_position::{Board, Color, observers::DirtyPiece};
//!
//! let board = Board::start();
//! let mut active = IndexList::new();
//! HalfKaV2Hm.active_into(&board, Color::White, &mut active);
//! assert_eq!(active.len(), 32);
//!
//! // A quiet move turns one input off and another one on.
//! let mut dirty = DirtyPiece::default();
//! let mut after = board;
//! after.do_move_with(board.parse_uci("g1f3")?, &mut dirty);
//! let mut difference = Difference::new();
//! HalfKaV2Hm.difference_into(after.king(Color::White), &dirty, Color::White, &mut difference);
//! assert!(!difference.refresh && active.contains(&difference.removed[0]));
//! assert_eq!((difference.removed.len(), difference.added.len()), (1, 1));
//! # Ok::<_, gardez_position::UciError>(())
//! ```

pub mod definition;

mod board;
mod buckets;
mod chess768;
mod half_ka;
mod half_kp;
mod list;
mod pawn_pairs;
mod pieces;
mod refresh;
mod threats;

use gardez_position::MoveObserver;
use gardez_types::{Color, Square};

pub use board::Pieces;
pub use buckets::{ChessBuckets, ChessBucketsMirrored};
pub use chess768::Chess768;
pub use half_ka::{HalfKaV2Hm, HalfKaV2Hm12Planes};
pub use half_kp::HalfKp;
pub use list::{Difference, IndexList};
pub use pawn_pairs::{DirtyPawnPairs, PawnPairs};
pub(crate) use pieces::Planes;
pub use pieces::{Numbering, PieceInputs};
pub use refresh::RefreshCache;
pub use threats::{FullThreats, FullThreats79856, ThreatInputs};

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
    ///
    /// ```
    /// use gardez_nnue::features::{FeatureSet, HalfKaV2Hm, IndexList};
    /// use gardez_position::{Board, Color};
    ///
    /// let (board, mut lists) = (Board::start(), [IndexList::new(), IndexList::new()]);
    /// HalfKaV2Hm.active_both_into(&board, &mut lists);
    /// for perspective in Color::ALL {
    ///     let mut expected = HalfKaV2Hm.active(&board, perspective);
    ///     expected.sort_unstable();
    ///     lists[perspective as usize].sort_unstable();
    ///     assert_eq!(lists[perspective as usize], expected);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a side has no king.
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
    /// made. The board after the move is not needed, so record each move, and call this when the network is evaluated. If
    /// no later move [requires a refresh](FeatureSet::requires_refresh), the square of the perspective's king after any
    /// of these moves will do.
    ///
    /// ```
    /// use gardez_nnue::features::{FeatureSet, HalfKaV2Hm};
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
    /// let differences = changes.iter().map(|change| HalfKaV2Hm.difference(king, change, Color::White));
    /// assert!(differences.into_iter().all(|difference| difference.added.len() == 1));
    /// # Ok::<_, gardez_position::UciError>(())
    /// ```
    fn difference_into(&self, king: Square, change: &Self::Change, perspective: Color, difference: &mut Difference);

    /// Replaces the differences of both perspectives, white first, in one pass over the change.
    #[inline]
    fn differences_into(&self, kings: [Square; 2], change: &Self::Change, differences: &mut [Difference; 2]) {
        for (perspective, difference) in Color::ALL.into_iter().zip(differences) {
            self.difference_into(kings[perspective as usize], change, perspective, difference);
        }
    }

    /// Returns the active inputs of a board. [`FeatureSet::active_into`] reuses a list, which is faster.
    ///
    /// ```
    /// use gardez_nnue::features::{Chess768, FeatureSet};
    /// use gardez_position::{Board, Color};
    ///
    /// let board: Board = "8/8/8/8/8/8/8/K6k w - - 0 1".parse()?;
    /// assert_eq!(Chess768.active(&board, Color::White)[..], [5 * 64, 384 + 5 * 64 + 7]);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
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
