//! A move of any variant in 16 bits, and a list of them.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use arrayvec::ArrayVec;
use gardez_types::{CastlingMode, Move, MoveKind, PieceType, Square, UciText};

/// The kind of a [`VariantMove`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariantMoveKind {
    /// Any other move.
    Normal,
    /// A pawn becomes this piece, which may be a king in antichess.
    Promotion(PieceType),
    /// A pawn captures a pawn that has just made a double push past it.
    EnPassant,
    /// Castling. The target is the square of the rook.
    Castling,
    /// A piece of this type is dropped from the pocket.
    Drop(PieceType),
}

/// A move of any variant in 16 bits: a [`Move`], a drop, or a promotion to a king.
///
/// A `Move` has its own number. The other two have numbers that no `Move` has:
///
/// | bits | drop | promotion to a king |
/// |---|---|---|
/// | 0 to 5 | target | target |
/// | 6 to 11 | piece type, 1 to 5 | origin |
/// | 12 and 13 | 1 | 2 |
/// | 14 and 15 | 0 | 0 |
///
/// `Display` writes UCI text with castling as king takes own rook; [`VariantMove::uci`] writes either form.
///
/// ```
/// use gardez_variants::{PieceType, Square, VariantMove, VariantMoveKind};
///
/// let drop = VariantMove::drop_piece(PieceType::Knight, Square::F3);
/// assert_eq!(drop.to_string(), "N@f3");
/// assert_eq!((drop.from(), drop.to()), (None, Square::F3));
/// assert_eq!(drop.kind(), VariantMoveKind::Drop(PieceType::Knight));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct VariantMove(NonZeroU16);

#[inline]
fn square(bits: u16) -> Square {
    Square::from_index(bits as u8 & 63).unwrap_or(Square::A1)
}

const DROP: u16 = 1 << 12;
const TO_KING: u16 = 2 << 12;

impl VariantMove {
    /// Returns the drop of a piece on `to`.
    ///
    /// # Panics
    ///
    /// Panics if `piece_type` is a king.
    #[inline]
    pub const fn drop_piece(piece_type: PieceType, to: Square) -> Self {
        assert!(!matches!(piece_type, PieceType::King), "no king is in a pocket");
        Self::pack(DROP, piece_type as u16, to)
    }

    #[inline]
    pub(crate) const fn promotion_to_king(from: Square, to: Square) -> Self {
        Self::pack(TO_KING, from as u16, to)
    }

    #[inline]
    const fn pack(kind: u16, origin: u16, to: Square) -> Self {
        // The kind is not 0.
        Self(NonZeroU16::new(kind | (origin << 6) | to as u16).unwrap())
    }

    /// Returns the move with this number, or `None` if no piece can ever make it.
    ///
    /// ```
    /// use gardez_variants::{Move, Square, VariantMove};
    ///
    /// let step = Move::normal(Square::E2, Square::E4);
    /// assert_eq!(VariantMove::from_raw(step.raw()), Some(step.into()));
    /// assert_eq!(VariantMove::from_raw(0), None);
    /// ```
    pub fn from_raw(raw: u16) -> Option<Self> {
        let origin = (raw >> 6) as u8 & 63;
        let to = Square::from_index(raw as u8 & 63)?;
        match raw & 0xf000 {
            DROP => {
                let piece_type = PieceType::from_raw(origin).filter(|&piece| piece != PieceType::King)?;
                Some(Self::drop_piece(piece_type, to))
            }
            TO_KING => {
                let from = Square::from_index(origin)?;
                // The squares of any promotion: the number of a promotion to a queen.
                Move::from_raw(7 << 12 | raw & 0xfff)?;
                Some(Self::promotion_to_king(from, to))
            }
            _ => Move::from_raw(raw).map(Into::into),
        }
    }

    /// Returns the number of the move, for [`VariantMove::from_raw`].
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// Returns the origin, or `None` for a drop.
    #[inline]
    pub fn from(self) -> Option<Square> {
        if self.dropped().is_some() { None } else { Some(self.origin()) }
    }

    #[inline]
    pub(crate) fn origin(self) -> Square {
        square(self.raw() >> 6)
    }

    /// Returns the target: for castling, the square of the rook.
    #[inline]
    pub fn to(self) -> Square {
        square(self.raw())
    }

    #[inline]
    pub(crate) fn is_normal(self) -> bool {
        self.raw() < DROP
    }

    #[inline]
    pub(crate) fn dropped(self) -> Option<PieceType> {
        if self.raw() & 0xf000 == DROP { PieceType::from_raw((self.raw() >> 6) as u8 & 7) } else { None }
    }

    /// Returns the kind of the move.
    #[inline]
    pub fn kind(self) -> VariantMoveKind {
        let piece_type = |raw: u16| PieceType::from_raw(raw as u8 & 7).unwrap_or(PieceType::Pawn);
        match (self.raw() >> 14, self.raw() & 0x3000) {
            (0, DROP) => VariantMoveKind::Drop(piece_type(self.raw() >> 6)),
            (0, TO_KING) => VariantMoveKind::Promotion(PieceType::King),
            (0, _) => VariantMoveKind::Normal,
            // From a knight, whose number is 2.
            (1, piece) => VariantMoveKind::Promotion(piece_type(2 + (piece >> 12))),
            (2, _) => VariantMoveKind::EnPassant,
            _ => VariantMoveKind::Castling,
        }
    }

    /// Returns the piece that a pawn becomes.
    #[inline]
    pub fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            VariantMoveKind::Promotion(piece) => Some(piece),
            _ => None,
        }
    }

    /// Returns the move of chess, or `None` for a drop or a promotion to a king.
    #[inline]
    pub fn as_move(self) -> Option<Move> {
        Move::from_raw(self.raw())
    }

    /// Returns the move in UCI notation. Castling depends on the mode, as in [`Move::uci`].
    ///
    /// ```
    /// use gardez_variants::{CastlingMode, Move, Square, VariantMove};
    ///
    /// let castling: VariantMove = Move::castling(Square::E1, Square::H1).into();
    /// assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e1g1");
    /// ```
    #[inline]
    pub fn uci(self, mode: CastlingMode) -> UciText {
        match (self.kind(), self.as_move()) {
            (VariantMoveKind::Drop(piece_type), _) => UciText::drop_piece(piece_type, self.to()),
            (_, Some(m)) => m.uci(mode),
            (_, None) => UciText::new(self.origin(), self.to(), self.promotion()),
        }
    }
}

impl From<Move> for VariantMove {
    #[inline]
    fn from(m: Move) -> Self {
        debug_assert!(m.kind() != MoveKind::Normal || m.raw() & 0x3000 == 0, "a normal move has no promotion piece");
        Self(NonZeroU16::new(m.raw()).unwrap_or(NonZeroU16::MIN))
    }
}

impl fmt::Display for VariantMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci(CastlingMode::Chess960).fmt(f)
    }
}

impl fmt::Debug for VariantMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list of moves without heap memory.
// Room for 1,024: a board has at most 472 moves without drops (see `MoveList` of `gardez-position`), promotions to kings
// add a quarter of the promotions, and five types can be dropped on fewer than 64 squares.
#[derive(Clone, Debug, Default)]
pub struct VariantMoveList(pub(crate) ArrayVec<VariantMove, 1024>);

impl Deref for VariantMoveList {
    type Target = [VariantMove];

    #[inline]
    fn deref(&self) -> &[VariantMove] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a VariantMoveList {
    type Item = &'a VariantMove;
    type IntoIter = core::slice::Iter<'a, VariantMove>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl IntoIterator for VariantMoveList {
    type Item = VariantMove;
    type IntoIter = arrayvec::IntoIter<VariantMove, 1024>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
