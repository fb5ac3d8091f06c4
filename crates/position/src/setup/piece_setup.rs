//! Pieces that are put down one after the other, with the sets and keys of their board.

#[cfg(target_arch = "x86_64")]
mod vector;

use gardez_bitboard::Bitboard;
#[cfg(target_arch = "x86_64")]
use gardez_bitboard::cpu::{Avx2, Bmi2};
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::keys::material_square;
use crate::state::Group;

/// Pieces on squares with their sets and keys, for programs that read formats with many positions.
///
/// [`PieceSetup::board`] makes a board of them in one pass.
///
/// ```text
/// 8  . . . . k . . .      occupied: e1, e2, e8
/// 2  . . . . P . . .      codes, from the lowest four bits up: 5, 0, 11
/// 1  . . . . K . . .
/// ```
///
/// ```
/// use gardez_position::{Bitboard, BoardParts, Color, Piece, PieceSetup, Square};
///
/// // The format decides the codes: here, the indices of the pieces, from the lowest four bits up.
/// let pieces = std::array::from_fn(|code| Piece::from_index(code as u8));
/// let occupied: Bitboard = [Square::E1, Square::E2, Square::E8].into_iter().collect();
/// let mut setup = PieceSetup::EMPTY;
/// let marked = setup.put_codes(occupied, 0xb05, &pieces, 0xf000, Color::White);
/// assert!(marked.is_empty());
/// let board = setup.board(&BoardParts::EMPTY)?;
/// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// # Ok::<_, gardez_position::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PieceSetup {
    pub(crate) squares: [Option<Piece>; 64],
    sums: Sums,
}

#[derive(Clone, Debug)]
struct Sums {
    /// The squares of the pieces whose number has each bit.
    planes: [u64; PLANES],
    /// The keys of groups, as [`Group`] numbers them, and of the material.
    groups: [u64; 4],
    material: u64,
}

const PLANES: usize = 4;

impl PieceSetup {
    /// No pieces.
    pub const EMPTY: Self =
        Self { squares: [None; 64], sums: Sums { planes: [0; PLANES], groups: [0; 4], material: 0 } };

    /// Puts the first pieces, given by codes of four bits, and returns the squares whose codes are marked.
    ///
    /// There is a code for each occupied square from a1 up, the first one in the lowest four bits, for at most 32
    /// squares. `pieces` has the piece of each code; a square whose code has no piece stays empty. Bit n of `marked`
    /// marks code n. For the perspective of black, only the occupied squares are flipped vertically.
    ///
    /// # Panics
    ///
    /// Panics if there are pieces already.
    #[inline]
    pub fn put_codes(
        &mut self,
        occupied: Bitboard,
        codes: u128,
        pieces: &[Option<Piece>; 16],
        marked: u16,
        perspective: Color,
    ) -> Bitboard {
        assert!(self.sums.planes == [0; PLANES], "there are pieces already");
        #[cfg(target_arch = "x86_64")]
        if let (Some(cpu), Some(fast)) = (Avx2::detect(), Bmi2::detect()) {
            return vector::gather(cpu, fast, self, occupied, codes, pieces, marked, perspective);
        }
        self.gather(occupied, codes, pieces, marked, perspective)
    }

    #[inline(always)]
    fn gather(
        &mut self,
        mut occupied: Bitboard,
        codes: u128,
        pieces: &[Option<Piece>; 16],
        marked: u16,
        perspective: Color,
    ) -> Bitboard {
        let (mut planes, mut found) = ([0; PLANES], 0);
        // Two words, because shifting both at once takes several times as long.
        for mut codes in [codes as u64, (codes >> 64) as u64] {
            for _ in 0..16 {
                let Some(square) = occupied.pop_lsb() else { break };
                let (square, code) = (square.relative_to(perspective), codes as usize & 15);
                codes >>= 4;
                insert(&mut planes, square, pieces[code]);
                self.squares[square as usize] = pieces[code];
                found |= u64::from(marked >> code & 1) << square as u32;
            }
        }
        self.sums.set(planes);
        Bitboard::from_bits(found)
    }

    pub(crate) fn from_squares(squares: &[Option<Piece>; 64]) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Avx2::detect() {
            return vector::from_squares(cpu, squares);
        }
        Self::gather_squares(squares)
    }

    #[inline(always)]
    fn gather_squares(squares: &[Option<Piece>; 64]) -> Self {
        let mut planes = [0; PLANES];
        Square::ALL.into_iter().for_each(|square| insert(&mut planes, square, squares[square as usize]));
        let mut setup = Self { squares: *squares, ..Self::EMPTY };
        setup.sums.set(planes);
        setup
    }

    /// Puts a piece on a square in place of what is there, or empties the square.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let mut planes = self.sums.planes.map(|plane| plane & !(1 << square as u32));
        insert(&mut planes, square, piece);
        self.squares[square as usize] = piece;
        self.sums.set(planes);
    }

    /// Returns the piece on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// Returns the piece on each square, indexed by `Square as usize`.
    #[inline]
    pub const fn squares(&self) -> &[Option<Piece>; 64] {
        &self.squares
    }

    /// Returns the squares of the pieces of one color and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let (by_type, by_color) = self.sets();
        by_type[piece_type as usize] & by_color[color as usize]
    }

    /// Returns the key of all pieces, of the material, and of each group.
    #[inline]
    pub(crate) const fn keys(&self) -> (u64, u64, [u64; 4]) {
        let Sums { groups, material, .. } = self.sums;
        // Every piece is in one of the first three groups.
        (groups[0] ^ groups[1] ^ groups[2], material, groups)
    }

    /// Returns the sets by type, indexed by `PieceType as usize`, and by color.
    #[inline]
    pub(crate) fn sets(&self) -> ([Bitboard; 8], [Bitboard; 2]) {
        sets(self.sums.planes)
    }
}

#[inline(always)]
fn sets(planes: [u64; PLANES]) -> ([Bitboard; 8], [Bitboard; 2]) {
    let [ones, twos, fours, black] = planes.map(Bitboard::from_bits);
    let mut by_type = [Bitboard::EMPTY; 8];
    by_type[PieceType::Pawn as usize] = ones - twos - fours;
    by_type[PieceType::Knight as usize] = twos - ones - fours;
    by_type[PieceType::Bishop as usize] = ones & twos;
    by_type[PieceType::Rook as usize] = fours - ones - twos;
    by_type[PieceType::Queen as usize] = ones & fours;
    by_type[PieceType::King as usize] = twos & fours;
    (by_type, [(ones | twos | fours) - black, black])
}

/// Adds a piece on an empty square to the sets, without a branch on it. `None` adds nothing.
#[inline(always)]
fn insert(planes: &mut [u64; PLANES], square: Square, piece: Option<Piece>) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        *plane |= u64::from(number(piece) >> bit & 1) << square as u32;
    }
}

#[inline(always)]
fn number(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| piece as u8)
}

impl Sums {
    /// Sets everything where it is: a copy would wait for it.
    #[inline(always)]
    fn set(&mut self, planes: [u64; PLANES]) {
        const {
            assert!(Group::PAWNS == 0 && Group::NON_PAWNS[0] == 1 && Group::NON_PAWNS[1] == 2);
        }
        self.planes = planes;
        (self.groups[Group::PAWNS], self.groups[Group::MINOR_PIECES], self.material) = (0, 0, 0);
        self.add_side(Color::White);
        self.add_side(Color::Black);
    }

    #[inline(always)]
    fn add_side(&mut self, color: Color) {
        let ((by_type, by_color), mut material) = (sets(self.planes), 0);
        let mut add = |piece_type, key: fn(Piece, Bitboard) -> u64| {
            let (piece, set) = (Piece::new(color, piece_type), by_type[piece_type as usize] & by_color[color as usize]);
            material ^= material_key(piece, set.len());
            key(piece, set)
        };
        // Without a branch, so many pieces are added: as many as most sides have.
        let pawns = add(PieceType::Pawn, key::<8>);
        let minor = add(PieceType::Knight, key::<2>) ^ add(PieceType::Bishop, key::<2>);
        let major = add(PieceType::Rook, key::<2>) ^ add(PieceType::Queen, key::<1>) ^ add(PieceType::King, key::<1>);
        self.groups[Group::PAWNS] ^= pawns;
        self.groups[Group::MINOR_PIECES] ^= minor;
        self.groups[Group::NON_PAWNS[color as usize]] = minor ^ major;
        self.material ^= material;
    }
}

/// Returns the keys of a piece on all these squares together.
#[inline(always)]
fn key<const USUAL: usize>(piece: Piece, squares: Bitboard) -> u64 {
    // The key of the square after the last one, which is the lowest bit of an empty set, is 0.
    static KEYS: [[u64; 65]; 16] = {
        let (mut keys, mut i) = ([[0; 65]; 16], 0);
        while i < 64 * Piece::COUNT {
            let (piece, square) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
            keys[piece as usize][square as usize] = zobrist::piece(piece, square);
            i += 1;
        }
        keys
    };
    let (mut rest, mut key) = (squares.bits(), 0);
    for _ in 0..if cfg!(gardez_small) { 0 } else { USUAL } {
        key ^= KEYS[piece as usize][rest.trailing_zeros() as usize];
        rest &= rest.wrapping_sub(1);
    }
    Bitboard::from_bits(rest).into_iter().fold(key, |key, square| key ^ zobrist::piece(piece, square))
}

/// Returns the part of the material key for this number of pieces.
#[inline(always)]
fn material_key(piece: Piece, count: u32) -> u64 {
    static KEYS: [[u64; 65]; 16] = {
        let (mut keys, mut i) = ([[0; 65]; 16], 0);
        while i < 64 * Piece::COUNT {
            let (piece, count) = (Piece::ALL[i / 64], i % 64);
            let term = zobrist::piece(piece, material_square(count as u32));
            keys[piece as usize][count + 1] = keys[piece as usize][count] ^ term;
            i += 1;
        }
        keys
    };
    if cfg!(gardez_small) {
        return (0..count).fold(0, |key, count| key ^ zobrist::piece(piece, material_square(count)));
    }
    KEYS[piece as usize].get(count as usize).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use gardez_types::{CastlingMode, Generator};

    use super::*;
    use crate::board::Board;
    use crate::placing::AllKeys;

    /// Returns pieces put down one by one, each of which updates all keys of the board.
    fn one_by_one(squares: &[Option<Piece>; 64]) -> Board {
        let mut board = Board::empty(CastlingMode::Standard);
        for square in Square::ALL {
            if let Some(piece) = squares[square as usize] {
                board.put_piece::<AllKeys>(piece, square);
            }
        }
        board
    }

    fn assert_same(setup: &PieceSetup, squares: &[Option<Piece>; 64]) {
        let (mut together, slowly) = (Board::empty(CastlingMode::Standard), one_by_one(squares));
        together.put_pieces(setup);
        assert_eq!(together.squares, slowly.squares);
        assert_eq!((together.by_type, together.by_color), (slowly.by_type, slowly.by_color));
        assert_eq!(together.state, slowly.state);
    }

    /// Any pieces on about this number of squares.
    fn random(generator: &mut Generator, pieces: u64) -> [Option<Piece>; 64] {
        core::array::from_fn(|_| {
            let piece = Piece::ALL[generator.next_u64() as usize % Piece::COUNT];
            (generator.next_u64() % 64 < pieces).then_some(piece)
        })
    }

    #[test]
    fn pieces_put_down_together_are_the_same_as_one_by_one() {
        let mut generator = Generator::new(1);
        for round in 0..if cfg!(miri) { 2 } else { 2_000 } {
            // Boards from nearly empty to full.
            let squares = random(&mut generator, round % 64 + 1);
            let mut setup = PieceSetup::from_squares(&squares);
            assert_same(&setup, &squares);
            // Pieces replace each other.
            let others = random(&mut generator, round % 64 + 1);
            Square::ALL.into_iter().for_each(|square| setup.put(square, others[square as usize]));
            assert_same(&setup, &others);
        }
    }

    #[test]
    fn codes_are_the_pieces_of_the_occupied_squares_and_their_marks() {
        let mut generator = Generator::new(2);
        for _ in 0..if cfg!(miri) { 2 } else { 5_000 } {
            let mut draw = || generator.next_u64();
            // Any table and any squares, mostly fewer than 32 and sometimes more.
            let pieces = core::array::from_fn(|_| Piece::from_raw(draw() as u8 % 16));
            let occupied = Bitboard::from_bits(match draw() % 4 {
                0 => draw() | draw(),
                1 => draw() & draw() & draw(),
                _ => draw() & draw(),
            });
            let (codes, marked) = (u128::from(draw()) << 64 | u128::from(draw()), draw() as u16);
            let mut setup = PieceSetup::EMPTY;
            let perspective = Color::ALL[draw() as usize % 2];
            let found = setup.put_codes(occupied, codes, &pieces, marked, perspective);
            let (mut squares, mut expected) = ([None; 64], Bitboard::EMPTY);
            for (index, square) in occupied.into_iter().enumerate().take(32) {
                let (square, code) = (square.relative_to(perspective), codes >> (4 * index) & 15);
                squares[square as usize] = pieces[code as usize];
                if marked >> code & 1 == 1 {
                    expected.insert(square);
                }
            }
            assert_eq!(found, expected);
            assert_same(&setup, &squares);
            // The code for any CPU.
            let mut plain = PieceSetup::EMPTY;
            assert_eq!(plain.gather(occupied, codes, &pieces, marked, perspective), expected);
            assert_same(&plain, &squares);
        }
    }

    #[test]
    fn any_number_of_pieces_of_one_kind_is_put_down() {
        for piece in Piece::ALL {
            for count in 0..=64 {
                let squares = core::array::from_fn(|square| (square < count).then_some(piece));
                assert_same(&PieceSetup::from_squares(&squares), &squares);
                // The code for any CPU.
                assert_same(&PieceSetup::gather_squares(&squares), &squares);
            }
        }
    }
}
