//! A cache that makes refreshes cheap.

use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, Square};

use super::{Difference, PieceSquares, Pieces};

/// For each perspective and each square of its own king, the value that was last computed there and the pieces it belongs
/// to. A refresh begins with it, and needs only the pieces that differ.
///
/// The value `V` is what you compute from inputs, such as the sums of a first layer. It belongs to one network: make
/// another cache if the network changes.
///
/// ```
/// use gardez_nnue::features::{Difference, FeatureSet, PieceSquares, RefreshCache};
/// use gardez_position::{Board, Color};
///
/// // The value is the sum of all active inputs. Without pieces, it is 0.
/// let (set, mut cache, mut difference) = (PieceSquares::HALF_KA_V2_HM, RefreshCache::new(0), Difference::new());
/// let mut refresh = |board: &Board| {
///     let sum = cache.refresh(&set, board, Color::White, &mut difference);
///     *sum += difference.added.iter().sum::<u32>();
///     *sum -= difference.removed.iter().sum::<u32>();
///     (*sum, difference.added.len(), difference.removed.len())
/// };
/// let start = Board::start();
/// let after = start.after(start.parse_uci("g1f3")?);
/// assert_eq!(refresh(&start), (set.active(&start, Color::White).iter().sum(), 32, 0));
/// assert_eq!(refresh(&after), (set.active(&after, Color::White).iter().sum(), 1, 1));
/// # Ok::<_, gardez_position::UciError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RefreshCache<V> {
    /// The entry of a board without pieces.
    empty: Entry<V>,
    entries: Vec<Option<Entry<V>>>,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    value: V,
    pieces: PieceSets,
}

/// The squares of each piece, by `piece as usize`.
pub(crate) type PieceSets = [Bitboard; 16];

/// Returns the squares of the pieces of a board.
#[inline]
pub(crate) fn piece_sets(board: &(impl Pieces + ?Sized)) -> PieceSets {
    let mut sets = [Bitboard::EMPTY; 16];
    for piece in Piece::ALL {
        sets[piece as usize] = board.pieces(piece.color(), piece.piece_type());
    }
    sets
}

impl<V: Clone> RefreshCache<V> {
    /// Returns a cache that begins with the value of a board without pieces.
    pub fn new(empty: V) -> Self {
        let empty = Entry { value: empty, pieces: [Bitboard::EMPTY; 16] };
        Self { empty, entries: alloc::vec![None; 2 * 64] }
    }

    /// Returns the value to update, and replaces `difference` by what makes it the value of this board.
    ///
    /// The caller must apply the difference to the value, because the cache notes that the value belongs to this board.
    #[inline]
    pub fn refresh(
        &mut self,
        set: &PieceSquares,
        board: &(impl Pieces + ?Sized),
        perspective: Color,
        difference: &mut Difference,
    ) -> &mut V {
        self.update(set, perspective, board.king(perspective), &piece_sets(board), difference)
    }

    /// Does the same for the squares of the pieces.
    #[inline]
    pub(crate) fn update(
        &mut self,
        set: &PieceSquares,
        perspective: Color,
        king: Square,
        now: &PieceSets,
        difference: &mut Difference,
    ) -> &mut V {
        let numbering = set.numbering(perspective, king);
        let entry = &mut self.entries[64 * perspective as usize + king as usize];
        let entry = entry.get_or_insert_with(|| self.empty.clone());
        difference.restart(false);
        for piece in Piece::ALL {
            let (before, after) = (entry.pieces[piece as usize], now[piece as usize]);
            for (list, squares) in [(&mut difference.removed, before - after), (&mut difference.added, after - before)]
            {
                squares
                    .into_iter()
                    .filter_map(|square| numbering.index(piece, square))
                    .for_each(|index| list.push(index));
            }
        }
        entry.pieces = *now;
        &mut entry.value
    }
}
