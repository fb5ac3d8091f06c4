//! Records without boards.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, Square};

use crate::pieces::{CodeTable, Codes, MOST_PIECES};
use crate::records::Layout;
use crate::view::Wdl;

/// A record whose pieces, score and result are read without making a board or checking anything: much faster than an
/// [`Entry`](crate::Entry).
///
/// Scores and results are in the format's [`View`](crate::View). In bulletformat, the pieces of the side to move are white.
///
/// ```
/// use gardez_formats::{Entry, RawEntry, SideToMove, Wdl, bullet};
/// use gardez_position::{Board, Piece};
///
/// let record = bullet::ChessBoard::new(&Entry::new(Board::start(), None, 31, Wdl::Draw))?.to_bytes();
/// let (mut entries, rest) = RawEntry::all::<bullet::ChessBoard, 32>(&record);
/// let entry = entries.next().expect("a record");
/// assert_eq!((entry.len(), entry.count(Piece::WhitePawn), entry.score()), (32, 8, 31));
/// assert_eq!((entries.len(), rest.len()), (0, 0));
/// # Ok::<_, gardez_formats::UnrepresentableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RawEntry {
    pub(crate) codes: Codes,
    pub(crate) table: &'static CodeTable,
    pub(crate) side_to_move: Color,
    pub(crate) score: i16,
    pub(crate) result: Option<Wdl>,
}

/// A layout whose records can be read without making boards.
pub trait RawLayout<const SIZE: usize>: Layout<SIZE> {
    /// Returns the record in these bytes, unchecked.
    fn raw(bytes: &[u8; SIZE]) -> RawEntry;
}

const ONES: u64 = u64::from_le_bytes([0x11; 8]);

const BYTES: u64 = u64::from_le_bytes([0x0f; 8]);

impl RawEntry {
    /// Returns the records in these bytes, and the bytes after the last whole record.
    #[inline]
    pub fn all<L: RawLayout<SIZE>, const SIZE: usize>(
        bytes: &[u8],
    ) -> (impl ExactSizeIterator<Item = Self> + Clone, &[u8]) {
        let records = bytes.chunks_exact(SIZE);
        let rest = records.remainder();
        (records.map(|record| L::raw(record.first_chunk().expect("a whole record"))), rest)
    }

    /// Returns the occupied squares.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.codes.occupied
    }

    /// Returns the number of pieces, kings included.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // a position has kings
    pub const fn len(&self) -> u32 {
        self.codes.occupied.len()
    }

    /// Returns at most 32 pieces with their squares, from a1 up, without codes that no piece has.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let (codes, table) = (self.codes, self.table);
        let codes = codes.iter().take(MOST_PIECES as usize);
        codes.filter_map(|(square, code, _)| Some((square, table.piece(code)?)))
    }

    /// Returns the number of pieces of this kind, without a loop over the pieces.
    #[inline]
    pub fn count(&self, piece: Piece) -> u32 {
        let used = u128::MAX.checked_shr(128 - 4 * self.len().min(MOST_PIECES)).unwrap_or(0);
        let count = |code: u8| {
            let halves = [0, 64].map(|shift| {
                let other = (self.codes.list >> shift) as u64 ^ (ONES * u64::from(code));
                let other = other | other >> 2;
                let same = !(other | other >> 1) & ONES & (used >> shift) as u64;
                // At most two in each byte, and 16 in all.
                (same + (same >> 4)) & BYTES
            });
            ((halves[0] + halves[1]).wrapping_mul(ONES & BYTES) >> 56) as u32
        };
        let (plain, marked) = self.table.codes_of(piece);
        count(plain) + marked.map_or(0, count)
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the score, from the format's perspective.
    #[inline]
    pub const fn score(&self) -> i16 {
        self.score
    }

    /// Returns the result, from the format's perspective, or `None` if the byte is not a result.
    #[inline]
    pub const fn result(&self) -> Option<Wdl> {
        self.result
    }
}
