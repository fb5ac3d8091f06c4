//! Pieces that are put down one after the other, with the sets and keys of their board.

#[cfg(target_arch = "x86_64")]
mod vector;

use gardez_bitboard::Bitboard;
#[cfg(target_arch = "x86_64")]
use gardez_bitboard::cpu::{Avx2, Bmi2};
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::keys::{self, material_square};
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
    lanes: [u64; LANES],
    /// The number of pieces of each type, a byte for each.
    counts: [u64; 2],
}

/// Four keys, as [`Group`] numbers them, and four sets: the squares of the pieces whose number has each bit.
const LANES: usize = 8;

impl PieceSetup {
    /// No pieces.
    pub const EMPTY: Self = Self { squares: [None; 64], sums: Sums { lanes: [0; LANES], counts: [0; 2] } };

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
        assert!(self.sums.counts == [0; 2], "there are pieces already");
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
        // The sums stay in registers.
        let (mut sums, mut found) = (Self::EMPTY.sums, 0);
        // Two words, because shifting both at once takes several times as long.
        for mut codes in [codes as u64, (codes >> 64) as u64] {
            for _ in 0..16 {
                let Some(square) = occupied.pop_lsb() else { break };
                let (square, code) = (square.relative_to(perspective), codes as usize & 15);
                codes >>= 4;
                sums.add(square, pieces[code]);
                self.squares[square as usize] = pieces[code];
                found |= u64::from(marked >> code & 1) << square as u32;
            }
        }
        self.sums = sums;
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
        let mut setup = Self::EMPTY;
        for square in occupied(squares) {
            setup.add(square, squares[square as usize]);
        }
        setup
    }

    /// Puts a piece on a square in place of what is there, or empties the square.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(before) = self.squares[square as usize] {
            self.remove(square, before);
        }
        self.add(square, piece);
    }

    #[cold]
    fn remove(&mut self, square: Square, piece: Piece) {
        // Adding a piece twice removes it from all but the numbers of pieces.
        self.add(square, Some(piece));
        self.sums.counts[piece.color() as usize] -= 2 * COUNTS[piece as usize][piece.color() as usize];
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

    /// Puts a piece on an empty square. `None` adds nothing.
    #[inline(always)]
    pub(crate) fn add(&mut self, square: Square, piece: Option<Piece>) {
        self.sums.add(square, piece);
        self.squares[square as usize] = piece;
    }

    #[inline]
    pub(crate) const fn keys(&self) -> (u64, [u64; 4]) {
        let [pawns, white, black, minor, ..] = self.sums.lanes;
        // Every piece is in one of these three groups.
        (pawns ^ white ^ black, [pawns, white, black, minor])
    }

    #[inline]
    pub(crate) fn material_key(&self) -> u64 {
        // For each piece, the key of each number of them.
        static KEYS: [[u64; 65]; 16] = {
            let mut keys = [[0; 65]; 16];
            let mut i = 0;
            while i < Piece::COUNT {
                let piece = Piece::ALL[i];
                let mut count = 0;
                while count < 64 {
                    let term = zobrist::piece(piece, material_square(count as u32));
                    keys[piece as usize][count + 1] = keys[piece as usize][count] ^ term;
                    count += 1;
                }
                i += 1;
            }
            keys
        };
        let count =
            |piece: Piece| (self.sums.counts[piece.color() as usize] >> (8 * piece.piece_type() as u32)) as u8 & 127;
        if cfg!(gardez_small) {
            return keys::material_key(&Piece::ALL.map(count));
        }
        Piece::ALL.into_iter().fold(0, |key, piece| {
            key ^ KEYS[piece as usize].get(usize::from(count(piece))).copied().unwrap_or_default()
        })
    }

    /// Returns the sets by type, indexed by `PieceType as usize`, and by color.
    #[inline]
    pub(crate) fn sets(&self) -> ([Bitboard; 8], [Bitboard; 2]) {
        let [ones, twos, fours, black] = core::array::from_fn(|i| Bitboard::from_bits(self.sums.lanes[LANES / 2 + i]));
        let mut by_type = [Bitboard::EMPTY; 8];
        by_type[PieceType::Pawn as usize] = ones - twos - fours;
        by_type[PieceType::Knight as usize] = twos - ones - fours;
        by_type[PieceType::Bishop as usize] = ones & twos;
        by_type[PieceType::Rook as usize] = fours - ones - twos;
        by_type[PieceType::Queen as usize] = ones & fours;
        by_type[PieceType::King as usize] = twos & fours;
        (by_type, [(ones | twos | fours) - black, black])
    }
}

impl Sums {
    /// Adds a piece, without an unpredictable branch on it. `None` adds nothing.
    #[inline(always)]
    fn add(&mut self, square: Square, piece: Option<Piece>) {
        let number = piece.map_or(0, |piece| piece as usize) & 15;
        let (key, bit) = (zobrist::occupant(piece, square), 1 << square as u32);
        for (lane, sum) in self.lanes.iter_mut().enumerate() {
            *sum ^= MASKS[number][lane] & if lane < LANES / 2 { key } else { bit };
        }
        for (sum, one) in self.counts.iter_mut().zip(COUNTS[number]) {
            *sum += one;
        }
    }
}

/// For each piece by its number, which lanes have it: all bits set or none.
static MASKS: [[u64; LANES]; 16] = {
    const {
        assert!(Group::PAWNS == 0 && Group::NON_PAWNS[0] == 1 && Group::NON_PAWNS[1] == 2 && Group::MINOR_PIECES == 3);
    }
    let mut masks = [[0; LANES]; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let row = &mut masks[piece as usize];
        match piece.piece_type() {
            PieceType::Pawn => row[Group::PAWNS] = u64::MAX,
            PieceType::Knight | PieceType::Bishop => {
                row[Group::NON_PAWNS[piece.color() as usize]] = u64::MAX;
                row[Group::MINOR_PIECES] = u64::MAX;
            }
            _ => row[Group::NON_PAWNS[piece.color() as usize]] = u64::MAX,
        }
        let mut bit = 0;
        while bit < LANES / 2 {
            if piece as usize >> bit & 1 == 1 {
                row[LANES / 2 + bit] = u64::MAX;
            }
            bit += 1;
        }
        i += 1;
    }
    masks
};

static COUNTS: [[u64; 2]; 16] = {
    let mut counts = [[0; 2]; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        counts[piece as usize][piece.color() as usize] = 1 << (8 * piece.piece_type() as u32);
        i += 1;
    }
    counts
};

#[inline]
fn occupied(squares: &[Option<Piece>; 64]) -> Bitboard {
    let mut occupied = 0;
    for (rank, row) in squares.chunks_exact(8).enumerate() {
        let bytes = u64::from_le_bytes(core::array::from_fn(|file| u8::from(row[file].is_some())));
        // The product has the lowest bits of the eight bytes next to each other, at its upper end.
        occupied |= bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
    }
    Bitboard::from_bits(occupied)
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
