//! The number of each input of threats and pairs of pawns: the slow and obvious definition.
//!
//! The tables of the feature sets are made from these functions, and the tests compare both. Each function numbers one
//! input for a `perspective`, whose own king is on the square `king`. *Own* pieces have the color of the perspective.

use gardez_types::{Color, File, Piece, PieceType, Square, geometry};

/// Returns 0 for an own piece, 1 for theirs.
const fn side(perspective: Color, piece: Piece) -> u32 {
    (perspective as u8 != piece.color() as u8) as u32
}

const fn is_king_side(square: Square) -> bool {
    square.file() as u8 >= File::E as u8
}

/// Returns the square as the perspective sees it: upside down for black, and with files flipped if `is_mirrored`.
pub const fn oriented(perspective: Color, is_mirrored: bool, square: Square) -> Square {
    let square = square.relative_to(perspective);
    if is_mirrored { square.flip_horizontal() } else { square }
}

/// The types of pieces that each type of attacker may attack, in the order of their slots: how one version of full
/// threats numbers its pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "alloc::vec::Vec<alloc::string::String>"))]
pub struct ThreatSlots {
    /// The attacked types for a pawn, a knight, and so on, and their number.
    attacked: [([PieceType; 6], usize); 6],
    /// `true` if a pawn that defends a pawn of its own color counts in both directions. It never attacks back.
    pub(super) all_pawn_chains: bool,
}

use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};

impl ThreatSlots {
    /// The 59,808 inputs of Stockfish since 2026.
    pub const CURRENT: Self = Self::new([
        &[Knight, Rook],
        &[Pawn, Knight, Bishop, Rook, Queen],
        &[Pawn, Knight, Bishop, Rook],
        &[Pawn, Knight, Bishop, Rook],
        &[Pawn, Knight, Bishop, Rook, Queen],
        &[],
    ]);

    /// The 79,856 inputs of Stockfish 18.
    pub const STOCKFISH_18: Self = Self::new([
        &[Pawn, Knight, Rook],
        &[Pawn, Knight, Bishop, Rook, Queen, King],
        &[Pawn, Knight, Bishop, Rook, King],
        &[Pawn, Knight, Bishop, Rook, King],
        &[Pawn, Knight, Bishop, Rook, Queen, King],
        &[Pawn, Knight, Bishop, Rook],
    ])
    .with_pawn_chains();

    /// Returns slots of your own: the types that a pawn, a knight, a bishop, a rook, a queen and a king may attack, each in
    /// the order of its inputs. The attackers of one side come first, in this order, and then the other side's.
    ///
    /// Two pieces of one type that attack each other have one input.
    ///
    /// # Panics
    ///
    /// Panics if there are more than six types.
    pub const fn new(types: [&[PieceType]; 6]) -> Self {
        let (mut attacked, mut i) = ([([Pawn; 6], 0); 6], 0);
        while i < 6 {
            while attacked[i].1 < types[i].len() {
                attacked[i].0[attacked[i].1] = types[i][attacked[i].1];
                attacked[i].1 += 1;
            }
            i += 1;
        }
        Self { attacked, all_pawn_chains: false }
    }

    /// Returns these slots with pawns that defend pawns of their own color counted in both directions, as all networks
    /// with such pawns have them.
    #[must_use]
    pub const fn with_pawn_chains(self) -> Self {
        Self { all_pawn_chains: true, ..self }
    }

    #[inline]
    pub(super) const fn attacked(&self, attacker: PieceType) -> &[PieceType] {
        let (types, count) = &self.attacked[attacker.index()];
        types.split_at(*count).0
    }

    /// Returns the place of the attacked type among those that the attacker may attack.
    const fn slot(&self, attacker: PieceType, attacked: PieceType) -> Option<u32> {
        let types = self.attacked(attacker);
        let mut slot = 0;
        while slot < types.len() {
            if types[slot] as u8 == attacked as u8 {
                return Some(slot as u32);
            }
            slot += 1;
        }
        None
    }

    /// Returns `true` if the pair counts only when the attacker's square is above the target's, as the perspective sees
    /// them. Pieces of one type attack each other, so one of the two attacks is enough.
    pub(crate) const fn counts_once(&self, attacker: Piece, attacked: Piece) -> bool {
        let is_chain = matches!(attacker, Piece::WhitePawn | Piece::BlackPawn) && attacker as u8 == attacked as u8;
        attacker.piece_type() as u8 == attacked.piece_type() as u8 && !(is_chain && self.all_pawn_chains)
    }

    /// Returns the number of inputs.
    pub const fn inputs(&self) -> u32 {
        2 * self.side_inputs()
    }

    const fn side_inputs(&self) -> u32 {
        self.first_of(King) + self.inputs_of(King)
    }

    /// Returns the first input of an attacker of the own side.
    const fn first_of(&self, attacker: PieceType) -> u32 {
        let (mut first, mut i) = (0, 0);
        while i < attacker.index() {
            first += self.inputs_of(PieceType::ALL[i]);
            i += 1;
        }
        first
    }

    /// Returns the number of inputs of one type of attacker: pairs of squares, for each target of either side.
    const fn inputs_of(&self, attacker: PieceType) -> u32 {
        2 * self.attacked(attacker).len() as u32 * PAIR_COUNTS[attacker.index()]
    }

    /// Returns the first input of this attacker and target, before the pairs of their squares are counted, or `None` if
    /// they have no inputs.
    pub const fn first(&self, perspective: Color, attacker: Piece, attacked: Piece) -> Option<u32> {
        let (attacker_type, attacked_type) = (attacker.piece_type(), attacked.piece_type());
        let Some(slot) = self.slot(attacker_type, attacked_type) else { return None };
        let slots = self.attacked(attacker_type).len() as u32;
        let of_side = self.side_inputs() * side(perspective, attacker) + self.first_of(attacker_type);
        Some(of_side + (slots * side(perspective, attacked) + slot) * PAIR_COUNTS[attacker_type.index()])
    }

    /// Returns the input of an attack by `attacker` on `from` on the piece `attacked` on `to`, or `None` if it has
    /// none. Whether there is such an attack on a board does not matter here.
    pub const fn index(
        &self,
        perspective: Color,
        king: Square,
        (attacker, from): (Piece, Square),
        (attacked, to): (Piece, Square),
    ) -> Option<u32> {
        let is_mirrored = is_king_side(king);
        let (from, to) = (oriented(perspective, is_mirrored, from), oriented(perspective, is_mirrored, to));
        if self.counts_once(attacker, attacked) && from as u8 <= to as u8 {
            return None;
        }
        let Some(first) = self.first(perspective, attacker, attacked) else { return None };
        // The own pawns go up the board.
        let seen = if side(perspective, attacker) == 0 { Color::White } else { Color::Black };
        let seen = Piece::new(seen, attacker.piece_type());
        Some(first + pairs_of_squares_below(seen, from) + targets_below(seen, from, to))
    }
}

#[cfg(feature = "toml")]
impl TryFrom<alloc::vec::Vec<alloc::string::String>> for ThreatSlots {
    type Error = alloc::string::String;

    fn try_from(texts: alloc::vec::Vec<alloc::string::String>) -> Result<Self, Self::Error> {
        let refuse = |text: &str| alloc::format!("{text:?} are not types of pieces");
        let mut types = [const { alloc::vec::Vec::new() }; 6];
        if texts.len() != types.len() {
            return Err(alloc::format!("6 types of pieces attack, not {}", texts.len()));
        }
        for (text, types) in texts.iter().zip(&mut types) {
            for letter in text.chars() {
                let found = "PNBRQK".find(letter).map(|i| PieceType::ALL[i]).filter(|found| !types.contains(found));
                types.push(found.ok_or_else(|| refuse(text))?);
            }
        }
        Ok(Self::new(core::array::from_fn(|i| &types[i][..])).with_pawn_chains())
    }
}

/// Returns the squares that a piece attacks on an empty board, as bits. Pawns have none on the first and last rank.
pub const fn empty_attacks(piece: Piece, from: Square) -> u64 {
    match piece.piece_type() {
        Pawn if matches!(from as u8, 0..8 | 56..64) => 0,
        Pawn => geometry::leaps(from, &geometry::pawn_captures(piece.color())),
        Knight => geometry::leaps(from, &geometry::KNIGHT_LEAPS),
        Bishop => geometry::bishop_attacks(from, 0),
        Rook => geometry::rook_attacks(from, 0),
        Queen => geometry::bishop_attacks(from, 0) | geometry::rook_attacks(from, 0),
        King => geometry::leaps(from, &geometry::KING_STEPS),
    }
}

/// Returns the number of targets below `to` that the piece attacks from `from` on an empty board.
pub(crate) const fn targets_below(piece: Piece, from: Square, to: Square) -> u32 {
    (empty_attacks(piece, from) & (geometry::bit(to) - 1)).count_ones()
}

/// Returns the number of pairs of origin and target on an empty board whose origin is below `from`.
pub(crate) const fn pairs_of_squares_below(piece: Piece, from: Square) -> u32 {
    let (mut pairs, mut i) = (0, 0);
    while i < from as usize {
        pairs += empty_attacks(piece, Square::ALL[i]).count_ones();
        i += 1;
    }
    pairs
}

/// The number of pairs of origin and target on an empty board, for each type of attacker.
const PAIR_COUNTS: [u32; PieceType::COUNT] = {
    let mut counts = [0; PieceType::COUNT];
    let mut i = 0;
    while i < counts.len() {
        let piece = Piece::new(Color::White, PieceType::ALL[i]);
        counts[i] = pairs_of_squares_below(piece, Square::H8) + empty_attacks(piece, Square::H8).count_ones();
        i += 1;
    }
    counts
};

/// Returns `PP_3Wide`: two pawns of any colors on the same or neighboring files. Returns `None` for other files, and
/// for one pawn twice.
pub const fn pawn_pair(
    perspective: Color,
    king: Square,
    (first, first_square): (Color, Square),
    (second, second_square): (Color, Square),
) -> Option<u32> {
    let first_id = pawn_id(perspective, is_king_side(king), first, first_square);
    let second_id = pawn_id(perspective, is_king_side(king), second, second_square);
    if first_square.file_distance(second_square) > 1 || first_id == second_id {
        return None;
    }
    let (high, low) = if first_id < second_id { (second_id, first_id) } else { (first_id, second_id) };
    Some(high * (high - 1) / 2 + low)
}

/// Returns the number of a pawn on the ranks 2 to 7: own pawns from 0, theirs from 48.
pub(crate) const fn pawn_id(perspective: Color, is_mirrored: bool, color: Color, square: Square) -> u32 {
    48 * (perspective as u8 != color as u8) as u32 + oriented(perspective, is_mirrored, square) as u32 - 8
}
