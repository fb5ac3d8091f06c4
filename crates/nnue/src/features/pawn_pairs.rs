//! Pairs of pawns.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, MoveObserver};
use gardez_types::{CastlingSide, Color, File, Move, MoveKind, PieceType, Square};

use super::list::{Difference, IndexList, Writer};
use super::pieces::flip;
use super::threats::is_mirrored;
use super::{FeatureSet, Pieces};

/// `PP_3Wide`: one input for each pair of pawns, of any colors, on the same or neighboring files.
///
/// Files are flipped while the perspective's king is on the files e to h. The indices match Stockfish since July 2026
/// and nnue-pytorch. In these networks, the pairs follow [`FULL_THREATS`](super::FULL_THREATS): add its number of inputs.
///
/// ```
/// use gardez_nnue::features::{FeatureSet, PawnPairs};
/// use gardez_position::{Board, Color};
///
/// // e4 is the own pawn 20, d5 is 27, and h2 is too far from both.
/// let board: Board = "7k/8/8/3P4/4P3/8/7P/K7 w - - 0 1".parse()?;
/// assert_eq!(PawnPairs.active(&board, Color::White)[..], [27 * 26 / 2 + 20]);
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PawnPairs;

/// The pawns before and after the last observed move: what [`PawnPairs`] needs to know about it.
///
/// ```
/// use gardez_nnue::features::{DirtyPawnPairs, FeatureSet, PawnPairs};
/// use gardez_position::{Color, Position};
///
/// let mut position: Position = "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1".parse()?;
/// let mut change = DirtyPawnPairs::default();
/// position.do_move_with(position.parse_uci("e4d5")?, &mut change);
/// let difference = PawnPairs.difference(position.king(Color::White), &change, Color::White);
/// assert_eq!((difference.removed.len(), difference.added.len()), (1, 0));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DirtyPawnPairs {
    /// The pawns of each color before the move.
    pub before: [Bitboard; 2],
    /// The pawns of each color after the move.
    pub after: [Bitboard; 2],
    /// The side that moved.
    pub us: Color,
    /// The square of its king before the move.
    pub previous_king: Square,
    /// The square of its king after the move.
    pub king: Square,
}

impl Default for DirtyPawnPairs {
    fn default() -> Self {
        let (none, square) = ([Bitboard::EMPTY; 2], Square::A1);
        Self { before: none, after: none, us: Color::White, previous_king: square, king: square }
    }
}

impl MoveObserver for DirtyPawnPairs {
    #[inline]
    fn making_null(&mut self, board: &Board) {
        let (us, pawns) = (board.side_to_move(), Color::ALL.map(|color| board.pieces(color, PieceType::Pawn)));
        let king = board.king(us);
        *self = Self { before: pawns, after: pawns, us, previous_king: king, king };
    }

    #[inline]
    fn making(&mut self, board: &Board, m: Move) {
        self.making_null(board);
        let (us, from, to) = (self.us, m.from(), m.to());
        if from == self.king {
            self.king = match m.kind() {
                MoveKind::Castling => CastlingSide::from_squares(from, to).king_target(us),
                _ => to,
            };
        }
        // In castling, the target is the own rook's square.
        let captured = if m.kind() == MoveKind::EnPassant { Square::new(to.file(), from.rank()) } else { to };
        self.after[!us as usize].remove(captured);
        if self.before[us as usize].contains(from) {
            self.after[us as usize].remove(from);
            if m.kind() != MoveKind::Promotion {
                self.after[us as usize].insert(to);
            }
        }
    }
}

impl PawnPairs {
    /// The number of inputs: pairs of two colors on 48 squares.
    pub const INPUTS: u32 = 96 * 95 / 2;
}

/// The pawns of a board, as a perspective sees them.
struct Pawns {
    sets: [Bitboard; 2],
    perspective: Color,
    flip: u8,
}

impl Pawns {
    fn new(sets: [Bitboard; 2], king: Square, perspective: Color) -> Self {
        Self { sets, perspective, flip: flip(perspective, is_mirrored(king)) }
    }

    /// Returns the number of a pawn: own pawns from 0, theirs from 48.
    #[inline]
    fn id(&self, square: Square) -> u32 {
        let is_theirs = self.sets[!self.perspective as usize].contains(square);
        48 * u32::from(is_theirs) + u32::from(square as u8 ^ self.flip) - 8
    }

    /// Writes the pairs of a pawn with each pawn of `others` that is near.
    #[inline]
    fn write(&self, square: Square, others: Bitboard, writer: &mut Writer<'_>) {
        let id = self.id(square);
        for other in others & NEAR[square.file() as usize] {
            let other = self.id(other);
            let (high, low) = (id.max(other), id.min(other));
            writer.push_if(high * (high - 1) / 2 + low, true);
        }
    }

    fn write_some(&self, some: Bitboard, writer: &mut Writer<'_>) {
        let mut others = self.sets[0] | self.sets[1];
        for square in some {
            // Two of them are a pair only once.
            others.remove(square);
            self.write(square, others, writer);
        }
    }
}

/// Each file with its neighbors.
static NEAR: [Bitboard; 8] = {
    let mut near = [Bitboard::EMPTY; 8];
    let mut i = 0;
    while i < 64 {
        let mut file = 0;
        while file < 8 {
            let square = Square::ALL[i];
            if square.file_distance(Square::new(File::ALL[file], square.rank())) <= 1 {
                near[file].insert(square);
            }
            file += 1;
        }
        i += 1;
    }
    near
};

impl FeatureSet for PawnPairs {
    type Change = DirtyPawnPairs;

    #[inline]
    fn inputs(&self) -> u32 {
        Self::INPUTS
    }

    fn active_into<B: Pieces + ?Sized>(&self, board: &B, perspective: Color, list: &mut IndexList) {
        let sets = Color::ALL.map(|color| board.pieces(color, PieceType::Pawn));
        let pawns = Pawns::new(sets, board.king(perspective), perspective);
        list.rewrite(|writer| pawns.write_some(board.by_type(PieceType::Pawn), writer));
    }

    #[inline]
    fn requires_refresh(&self, change: &DirtyPawnPairs, perspective: Color) -> bool {
        change.us == perspective && is_mirrored(change.previous_king) != is_mirrored(change.king)
    }

    fn difference_into(&self, king: Square, change: &DirtyPawnPairs, perspective: Color, difference: &mut Difference) {
        difference.restart(self.requires_refresh(change, perspective));
        if difference.refresh || change.before == change.after {
            return;
        }
        for (list, sets, others) in [
            (&mut difference.removed, change.before, change.after),
            (&mut difference.added, change.after, change.before),
        ] {
            let pawns = Pawns::new(sets, king, perspective);
            // A square whose pawn changes its color is in both lists.
            let some = (sets[0] - others[0]) | (sets[1] - others[1]);
            list.rewrite(|writer| pawns.write_some(some, writer));
        }
    }
}
