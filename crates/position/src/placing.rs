//! Putting pieces on the board, moving and removing them: the only code that changes sets, squares and keys of pieces.
//!
//! There are three verbs, [`put_piece`](Board::put_piece), [`remove_piece`](Board::remove_piece) and
//! [`move_piece`](Board::move_piece). Their type parameter names the keys that they update:
//!
//! | | all keys but the material key | the material key | for |
//! |---|---|---|---|
//! | [`AllKeys`] | yes | yes | a piece that comes or goes: captures, promotions, setting up |
//! | [`PlaceKeys`] | yes | no | a piece that is put down again by the same move |
//! | [`NoKeys`] | no | no | undoing, which restores the keys from the earlier state |

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
use crate::keys::{material_square, material_term};
use crate::side::Side;
use crate::state::Group;

/// The keys that a change of the pieces updates.
pub(crate) trait Keys {
    /// True for the keys that depend on the squares of the pieces.
    const OF_SQUARES: bool;
    /// True for the material key, which depends on the numbers of pieces.
    const OF_MATERIAL: bool;
}

pub(crate) struct AllKeys;
pub(crate) struct PlaceKeys;
#[cfg(feature = "alloc")]
pub(crate) struct NoKeys;

impl Keys for AllKeys {
    const OF_SQUARES: bool = true;
    const OF_MATERIAL: bool = true;
}

impl Keys for PlaceKeys {
    const OF_SQUARES: bool = true;
    const OF_MATERIAL: bool = false;
}

#[cfg(feature = "alloc")]
impl Keys for NoKeys {
    const OF_SQUARES: bool = false;
    const OF_MATERIAL: bool = false;
}

impl Board {
    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put_piece<K: Keys>(&mut self, piece: Piece, square: Square) {
        if K::OF_MATERIAL {
            self.toggle_material_key(piece);
        }
        if K::OF_SQUARES {
            self.toggle_keys(piece, zobrist::piece(piece, square));
        }
        self.squares[square as usize] = Some(piece);
        self.by_type[kind(piece)].insert(square);
        self.by_color[piece.color() as usize].insert(square);
    }

    /// Removes a piece from its square.
    #[inline]
    pub(crate) fn remove_piece<K: Keys>(&mut self, piece: Piece, square: Square) {
        if K::OF_SQUARES {
            self.toggle_keys(piece, zobrist::piece(piece, square));
        }
        self.squares[square as usize] = None;
        self.by_type[kind(piece)].remove(square);
        self.by_color[piece.color() as usize].remove(square);
        if K::OF_MATERIAL {
            self.toggle_material_key(piece);
        }
    }

    /// Moves a piece of `S` to an empty square.
    #[inline]
    pub(crate) fn move_piece<K: Keys, S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        if K::OF_SQUARES {
            self.toggle_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        }
        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)] ^= both;
        self.by_color[S::US as usize] ^= both;
    }

    /// Moves a piece of `S` to the square of an enemy piece, which is removed. All keys are updated. `replacing` is called
    /// while neither piece is on the board.
    ///
    /// This is [`remove_piece`](Board::remove_piece) twice and [`put_piece`](Board::put_piece), but updates each key once.
    #[inline]
    pub(crate) fn replace_piece<S: Side>(
        &mut self,
        piece: Piece,
        from: Square,
        captured: Piece,
        to: Square,
        replacing: impl FnOnce(&Self),
    ) {
        let moved = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        let removed = zobrist::piece(captured, to);
        let ((group, minor), (captured_group, captured_minor)) = (GROUPS[piece as usize], GROUPS[captured as usize]);
        self.state.key ^= moved ^ removed;
        self.state.group_keys[group & 3] ^= moved;
        self.state.group_keys[captured_group & 3] ^= removed;
        self.state.group_keys[Group::MINOR_PIECES] ^= (moved & minor) ^ (removed & captured_minor);

        self.by_type[kind(captured)].toggle(to);
        self.by_color[S::THEM as usize].toggle(to);
        let count = (self.by_type[kind(captured)] & self.by_color[S::THEM as usize]).len();
        self.state.material_key ^= material_term(captured, count);

        self.squares[from as usize] = None;
        self.squares[to as usize] = None;
        self.by_type[kind(piece)].toggle(from);
        self.by_color[S::US as usize].toggle(from);
        replacing(self);
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)].toggle(to);
        self.by_color[S::US as usize].toggle(to);
    }

    /// Moves a piece of `S` to a square that is empty or has an enemy piece, which is removed. All keys are updated.
    ///
    /// This is [`move_piece`](Board::move_piece) or [`replace_piece`](Board::replace_piece), without a branch on which of
    /// them.
    #[inline(always)]
    pub(crate) fn move_or_replace<S: Side>(&mut self, piece: Piece, from: Square, captured: Option<Piece>, to: Square) {
        // The number 0 stands for no piece in all tables. Its keys are 0, and its set stays empty.
        let (moving, removed) =
            (zobrist::piece(piece, from) ^ zobrist::piece(piece, to), zobrist::occupant(captured, to));
        let captured_number = captured.map_or(0, |piece| piece as usize);
        let ((group, minor), (captured_group, captured_minor)) = (GROUPS[piece as usize], GROUPS[captured_number & 15]);
        self.state.key ^= moving ^ removed;
        self.state.group_keys[group & 3] ^= moving;
        self.state.group_keys[captured_group & 3] ^= removed;
        self.state.group_keys[Group::MINOR_PIECES] ^= (moving & minor) ^ (removed & captured_minor);

        let taken = Bitboard::from_bits(u64::from(captured.is_some()) << to as u8);
        let captured_kind = captured.map_or(0, kind);
        self.by_type[captured_kind] ^= taken;
        self.by_color[S::THEM as usize] ^= taken;
        let count = (self.by_type[captured_kind] & self.by_color[S::THEM as usize]).len();
        self.state.material_key ^= zobrist::occupant(captured, material_square(count));

        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)] ^= both;
        self.by_color[S::US as usize] ^= both;
    }

    /// Puts all pieces of a position on the empty board. All keys are updated.
    ///
    /// This is [`put_piece`](Board::put_piece) for each piece, but without its chains of loads and stores: the sets are
    /// gathered from all squares at once, and the keys are summed up in registers.
    pub(crate) fn put_pieces(&mut self, squares: &[Option<Piece>; 64]) {
        self.squares = *squares;
        self.put_sets(bit_planes(squares));
        // For each piece, a byte of the counts.
        let (mut group_keys, mut counts) = ([0; 4], 0_u128);
        for square in self.occupied() {
            if let Some(piece) = squares[square as usize] {
                let key = zobrist::piece(piece, square);
                for (group_key, mask) in group_keys.iter_mut().zip(&GROUP_MASKS[piece as usize]) {
                    *group_key ^= key & mask;
                }
                counts += ONE_PIECE[piece as usize];
            }
        }
        self.state.material_key ^= material_of(counts);
        let [white, black] = Group::NON_PAWNS;
        self.state.key ^= group_keys[Group::PAWNS] ^ group_keys[white] ^ group_keys[black];
        for (group_key, difference) in self.state.group_keys.iter_mut().zip(group_keys) {
            *group_key ^= difference;
        }
    }

    /// Sets all sets of pieces, given the squares on which the number of the piece has each bit.
    fn put_sets(&mut self, [ones, twos, fours, black]: [Bitboard; 4]) {
        self.by_type[PieceType::Pawn as usize] = ones - twos - fours;
        self.by_type[PieceType::Knight as usize] = twos - ones - fours;
        self.by_type[PieceType::Bishop as usize] = ones & twos;
        self.by_type[PieceType::Rook as usize] = fours - ones - twos;
        self.by_type[PieceType::Queen as usize] = ones & fours;
        self.by_type[PieceType::King as usize] = twos & fours;
        self.by_color = [(ones | twos | fours) - black, black];
    }

    /// Puts back a piece of `S` that a move captured, if there is one, on an empty square. No keys are updated.
    ///
    /// There is no branch, because whether a move captured is unpredictable.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn put_captured<S: Side>(&mut self, captured: Option<Piece>, square: Square) {
        let set = Bitboard::from_bits(u64::from(captured.is_some()) << square as u8);
        self.squares[square as usize] = captured;
        self.by_type[captured.map_or(0, kind)] |= set;
        self.by_color[S::US as usize] |= set;
    }

    /// Makes black the side to move of a board that is being set up. The key is updated.
    pub(crate) fn pass_to_black(&mut self) {
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = Color::Black;
    }

    /// Changes each key that contains this piece, except the material key.
    #[inline]
    fn toggle_keys(&mut self, piece: Piece, difference: u64) {
        let (group, minor) = GROUPS[piece as usize];
        self.state.key ^= difference;
        self.state.group_keys[group & 3] ^= difference;
        self.state.group_keys[Group::MINOR_PIECES] ^= difference & minor;
    }

    /// Changes the material key for one more piece of this kind than the board has.
    #[inline]
    fn toggle_material_key(&mut self, piece: Piece) {
        let count = self.pieces(piece.color(), piece.piece_type()).len();
        self.state.material_key ^= material_term(piece, count);
    }
}

/// For each piece, the index of the key of its group, and a mask with all bits set if it is a minor piece. A table,
/// because a branch on the piece would be unpredictable.
static GROUPS: [(usize, u64); 16] = {
    let mut groups = [(0, 0); 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        groups[piece as usize] = match piece.piece_type() {
            PieceType::Pawn => (Group::PAWNS, 0),
            PieceType::Knight | PieceType::Bishop => (Group::NON_PAWNS[piece.color() as usize], u64::MAX),
            _ => (Group::NON_PAWNS[piece.color() as usize], 0),
        };
        i += 1;
    }
    groups
};

/// For each piece, which keys of [`StateInfo::group_keys`](crate::state::StateInfo) contain it: all bits set, or none.
static GROUP_MASKS: [[u64; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i] as usize;
        let (group, minor) = GROUPS[piece];
        masks[piece][group] = u64::MAX;
        masks[piece][Group::MINOR_PIECES] = minor;
        i += 1;
    }
    masks
};

/// For each piece, 1 in the byte with its number.
static ONE_PIECE: [u128; 16] = {
    let mut ones = [0; 16];
    let mut i = 0;
    while i < 16 {
        ones[i] = 1 << (8 * i);
        i += 1;
    }
    ones
};

/// The material key of these counts, one in each byte.
#[inline]
fn material_of(counts: u128) -> u64 {
    const MOST: usize = 16;
    // The sums of the terms for each number of pieces of a kind.
    static SUMS: [[u64; MOST]; 16] = {
        let mut sums = [[0; MOST]; 16];
        let mut i = 0;
        while i < Piece::COUNT {
            let (piece, mut count) = (Piece::ALL[i], 1);
            while count < MOST {
                sums[piece as usize][count] = sums[piece as usize][count - 1] ^ material_term(piece, count as u32 - 1);
                count += 1;
            }
            i += 1;
        }
        sums
    };
    let counts = counts.to_le_bytes();
    if counts.iter().fold(0, |all, count| all | count) as usize >= MOST {
        return material_of_many(counts);
    }
    Piece::ALL.into_iter().fold(0, |key, piece| key ^ SUMS[piece as usize][usize::from(counts[piece as usize]) % MOST])
}

/// [`material_of`] for any counts.
#[cold]
fn material_of_many(counts: [u8; 16]) -> u64 {
    let terms = |piece: Piece| (0..counts[piece as usize].into()).map(move |count| material_term(piece, count));
    Piece::ALL.into_iter().flat_map(terms).fold(0, |key, term| key ^ term)
}

/// For each of the four bits of a piece's number, the squares of the pieces that have it. An empty square has none.
#[inline]
fn bit_planes(squares: &[Option<Piece>; 64]) -> [Bitboard; 4] {
    let mut planes = [0; 4];
    for (rank, row) in squares.chunks_exact(8).enumerate() {
        let numbers = core::array::from_fn(|file| row[file].map_or(0, |piece| piece as u8));
        let numbers = u64::from_le_bytes(numbers);
        for (bit, plane) in planes.iter_mut().enumerate() {
            // The product has the lowest bits of the eight bytes next to each other, at its upper end.
            let lowest = numbers >> bit & 0x0101_0101_0101_0101;
            *plane |= lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
        }
    }
    planes.map(Bitboard::from_bits)
}

/// The piece type as a number from 1 to 6. Not a [`PieceType`], because making one needs a check.
#[inline]
const fn kind(piece: Piece) -> usize {
    piece as usize & 7
}

#[cfg(test)]
mod tests {
    use gardez_types::Generator;

    use super::*;
    use gardez_types::CastlingMode;

    /// Pieces put down one by one, each of which updates all keys.
    fn one_by_one(squares: &[Option<Piece>; 64]) -> Board {
        let mut board = Board::empty(CastlingMode::Standard);
        for square in Square::ALL {
            if let Some(piece) = squares[square as usize] {
                board.put_piece::<AllKeys>(piece, square);
            }
        }
        board
    }

    fn assert_same(squares: &[Option<Piece>; 64]) {
        let (mut together, slowly) = (Board::empty(CastlingMode::Standard), one_by_one(squares));
        together.put_pieces(squares);
        assert_eq!(together.squares, slowly.squares);
        assert_eq!((together.by_type, together.by_color), (slowly.by_type, slowly.by_color));
        assert_eq!(together.state, slowly.state);
    }

    #[test]
    fn pieces_put_down_together_are_the_same_as_one_by_one() {
        let mut generator = Generator::new(1);
        for round in 0..2_000 {
            // Boards from nearly empty to full.
            let pieces = round % 64 + 1;
            let mut draw = || generator.next_u64() % 64 < pieces;
            let occupied: [bool; 64] = core::array::from_fn(|_| draw());
            let squares = occupied
                .map(|is_occupied| is_occupied.then(|| Piece::ALL[generator.next_u64() as usize % Piece::COUNT]));
            assert_same(&squares);
        }
    }

    #[test]
    fn any_number_of_pieces_of_one_kind_is_put_down() {
        for piece in Piece::ALL {
            for count in 0..=64 {
                assert_same(&core::array::from_fn(|square| (square < count).then_some(piece)));
            }
        }
    }
}
