//! The pieces around a square, found by AVX-512 in one permutation of the board.
//!
//! Each eighth of the permuted bytes contains one direction: the jump of a knight, and then the seven squares of the
//! ray, the nearest first. A bit of a mask of 64 bits tells whether a piece is there, is the first one of its ray, or
//! attacks the square.
// Intrinsics are unsafe to call and to give a place in memory.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv)] // an older compiler does not know these features and compiles `lookups`

use core::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_castsi512_si128, _mm512_cvtepi64_epi32, _mm512_cvtepu8_epi32,
    _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64,
    _mm512_maskz_loadu_epi8, _mm512_maskz_mov_epi8, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_sad_epu8,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_shuffle_i64x2,
    _mm512_slli_epi32, _mm512_slli_epi64, _mm512_storeu_si512, _mm512_test_epi8_mask, _pext_u64,
};
use core::mem;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Direction, Piece, PieceType, Square, geometry};

use super::entries::Writer;
use crate::board::Board;

const KNIGHTS: u64 = 0x0101_0101_0101_0101;
const RAYS: u64 = !KNIGHTS;

/// The squares in the lanes. A lane past the edge contains the square itself, which counts as empty.
static LANES: [[u8; 64]; 64] = {
    let mut lanes = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let mut d = 0;
        while d < Direction::COUNT {
            let (east, north) = geometry::KNIGHT_LEAPS[d];
            lanes[i][8 * d] = match square.offset(east, north) {
                Some(to) => to as u8,
                None => i as u8,
            };
            let mut here = Some(square);
            let mut distance = 1;
            while distance < 8 {
                here = match here {
                    Some(here) => here.step(Direction::ALL[d]),
                    None => None,
                };
                lanes[i][8 * d + distance] = match here {
                    Some(to) => to as u8,
                    None => i as u8,
                };
                distance += 1;
            }
            d += 1;
        }
        i += 1;
    }
    lanes
};

/// For each piece, the lanes that it attacks from the square.
static REACH: [u64; 16] = {
    let mut reach = [0; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let mut d = 0;
        while d < Direction::COUNT {
            let direction = Direction::ALL[d];
            let (diagonal, north) = (d % 2 == 1, direction.delta().1);
            let lanes = match piece.piece_type() {
                PieceType::Knight => 1,
                PieceType::King => 2,
                PieceType::Pawn if diagonal && north == piece.color().up().delta().1 => 2,
                PieceType::Bishop if diagonal => 0xfe,
                PieceType::Rook if !diagonal => 0xfe,
                PieceType::Queen => 0xfe,
                _ => 0,
            };
            reach[piece as usize] |= lanes << (8 * d);
            d += 1;
        }
        i += 1;
    }
    reach
};

/// Returns the kind of a piece: its type, or black pawn.
const fn kind(piece: Piece) -> u8 {
    match (piece.piece_type(), piece.color()) {
        (PieceType::Pawn, Color::Black) => 1,
        (piece_type, _) => 1 << (piece_type as u8),
    }
}

/// The kind of each piece, in all four quarters of the vector.
static KINDS: [u8; 64] = {
    let mut kinds = [0; 64];
    let mut i = 0;
    while i < 4 * Piece::COUNT {
        let piece = Piece::ALL[i % Piece::COUNT];
        kinds[16 * (i / Piece::COUNT) + piece as usize] = kind(piece);
        i += 1;
    }
    kinds
};

/// For each lane, the kinds of pieces that attack the square from there.
static ATTACKERS: [u8; 64] = {
    let mut attackers = [0; 64];
    let mut i = 0;
    while i < 64 * Piece::COUNT {
        let (lane, piece) = (i % 64, Piece::ALL[i / 64]);
        // The piece looks back in the opposite direction, which is four eighths away.
        if REACH[piece as usize] >> ((lane + 32) % 64) & 1 == 1 {
            attackers[lane] |= kind(piece);
        }
        i += 1;
    }
    attackers
};

/// For each lane, the kinds of sliders that attack the square from there.
static SLIDERS: [u8; 64] = {
    let mut sliders = ATTACKERS;
    let mut lane = 0;
    while lane < 64 {
        sliders[lane] &= kind(Piece::WhiteBishop) | kind(Piece::WhiteRook) | kind(Piece::WhiteQueen);
        lane += 1;
    }
    sliders
};

/// The last lane of each eighth.
const ENDS: u64 = 0x80 * KNIGHTS;

/// Returns the last lanes of the eighths that contain one of `lanes`, at most one of each ray and no knights.
#[inline]
const fn ends(lanes: u64) -> u64 {
    (lanes + (ENDS - KNIGHTS)) & ENDS
}

/// Returns the last lanes of the two rays along the line from `a` to `b`, or 0.
#[inline]
const fn ends_along(a: Square, b: Square) -> u64 {
    /// The index of a line is the difference of two squares on a board with 16 files.
    static TABLE: [u64; 256] = {
        let mut table = [0; 256];
        let mut d = 0;
        while d < Direction::COUNT {
            let (east, north) = Direction::ALL[d].delta();
            let mut distance = 1;
            while distance < 8 {
                let difference = distance * (east as i16 + 16 * north as i16);
                table[(difference & 255) as usize] = 0x80_0000_0080 << (8 * (d % 4));
                distance += 1;
            }
            d += 1;
        }
        table
    };
    const fn wide(square: Square) -> u8 {
        square as u8 + (square as u8 & 0o70)
    }
    TABLE[wide(b).wrapping_sub(wide(a)) as usize]
}

/// The pieces around a square.
pub(super) struct View {
    square: Square,
    lanes: __m512i,
    pieces: __m512i,
    /// The lanes of the first piece of each ray.
    nearest: u64,
    /// The lanes of these pieces and of all knight's jumps to a piece.
    seen: u64,
    /// The lanes of the pieces that attack the square.
    attackers: u64,
    /// The lanes of the bishops, rooks and queens among them.
    sliders: u64,
    seen_squares: __m512i,
    seen_pieces: __m512i,
}

impl View {
    #[inline]
    pub(super) fn new(board: &Board, occupied: Bitboard, square: Square) -> Self {
        // SAFETY: `None` is one of the values of a byte.
        const { assert!(unsafe { mem::transmute::<Option<Piece>, u8>(None) } == 0) };
        let others = occupied - square.into();
        // SAFETY: the CPU has the features, because all code is compiled for them. 64 bytes of each table are read.
        unsafe {
            let all = _mm512_maskz_loadu_epi8(others.bits(), board.squares.as_ptr().cast());
            let lanes = _mm512_loadu_si512(LANES[square as usize].as_ptr().cast());
            let pieces = _mm512_permutexvar_epi8(lanes, all);
            let occupied = _mm512_test_epi8_mask(pieces, pieces);

            // In each eighth, the lowest occupied lane of the ray. The last lane is added, so that nothing is borrowed.
            let rays = occupied & RAYS;
            let ends = rays | ENDS;
            let nearest = rays & ends & !(ends - KNIGHTS);
            let seen = nearest | occupied & KNIGHTS;

            let kinds = _mm512_shuffle_epi8(_mm512_loadu_si512(KINDS.as_ptr().cast()), pieces);
            let attackers = _mm512_test_epi8_mask(kinds, _mm512_loadu_si512(ATTACKERS.as_ptr().cast())) & seen;
            let sliders = _mm512_test_epi8_mask(kinds, _mm512_loadu_si512(SLIDERS.as_ptr().cast())) & nearest;
            let seen_squares = _mm512_maskz_compress_epi8(seen, lanes);
            let seen_pieces = _mm512_permutexvar_epi8(seen_squares, all);
            let wide = |bytes| _mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes));
            let (seen_squares, seen_pieces) = (wide(seen_squares), wide(seen_pieces));
            Self { square, lanes, pieces, nearest, seen, attackers, sliders, seen_squares, seen_pieces }
        }
    }

    #[inline]
    pub(super) fn attacks(&self, entries: &mut Writer<'_>, piece: Piece, is_added: bool) {
        let (added, square, number) = (u32::from(is_added) << 31, self.square as u32, piece as u32);
        // SAFETY: the CPU has the features, because all code is compiled for them.
        unsafe {
            let attacked = _pext_u64(REACH[piece as usize], self.seen) as u16;
            let word = _mm512_set1_epi32((added | square | number << 20) as i32);
            let squares = _mm512_slli_epi32::<8>(self.seen_squares);
            let pieces = _mm512_slli_epi32::<16>(self.seen_pieces);
            keep(entries, attacked, _mm512_or_si512(word, _mm512_or_si512(squares, pieces)));

            let attackers = _pext_u64(self.attackers, self.seen) as u16;
            let word = _mm512_set1_epi32((added | square << 8 | number << 16) as i32);
            let pieces = _mm512_slli_epi32::<20>(self.seen_pieces);
            keep(entries, attackers, _mm512_or_si512(word, _mm512_or_si512(self.seen_squares, pieces)));
        }
    }

    /// Adds the attacks of sliders through the square, except on the line through the square `skip`.
    #[inline]
    pub(super) fn lines(&self, entries: &mut Writer<'_>, skip: Option<Square>, opens: bool) {
        // Across the square, four eighths away, is what the slider attacks if the square is empty.
        let across = ends(self.nearest).rotate_left(32);
        let lines = ends(self.sliders) & across & !skip.map_or(0, |skip| ends_along(self.square, skip));
        // Mostly, there are none.
        if lines == 0 {
            return;
        }
        // SAFETY: the CPU has the features, because all code is compiled for them. 8 entries of four bytes are written.
        unsafe {
            // The first piece of each ray, and its square.
            let zero = _mm512_setzero_si512();
            let pieces = _mm512_sad_epu8(_mm512_maskz_mov_epi8(self.nearest, self.pieces), zero);
            let squares = _mm512_sad_epu8(_mm512_maskz_mov_epi8(self.nearest, self.lanes), zero);
            let lines = _pext_u64(lines, ENDS) as u8;
            let attackers = _mm512_or_si512(squares, _mm512_slli_epi64::<20>(pieces));
            let attacked = _mm512_or_si512(_mm512_slli_epi64::<8>(squares), _mm512_slli_epi64::<16>(pieces));
            let attacked = _mm512_shuffle_i64x2::<0b01_00_11_10>(attacked, attacked);
            let added = _mm512_set1_epi64(i64::from(opens) << 31);
            let words = _mm512_or_si512(added, _mm512_or_si512(attackers, attacked));
            let words = _mm512_cvtepi64_epi32(_mm512_maskz_compress_epi64(lines, words));
            _mm256_storeu_si256(entries.room::<8>().as_mut_ptr().cast(), words);
            entries.grow(lines.count_ones() as usize);
        }
    }
}

/// Adds the selected words.
///
/// # Safety
///
/// The CPU must have AVX-512.
#[inline]
unsafe fn keep(entries: &mut Writer<'_>, selected: u16, words: __m512i) {
    // SAFETY: 16 entries of four bytes are written. The CPU has AVX-512, which is this function's own contract.
    unsafe {
        let words = _mm512_maskz_compress_epi32(selected, words);
        _mm512_storeu_si512(entries.room::<16>().as_mut_ptr().cast(), words);
    }
    entries.grow(selected.count_ones() as usize);
}
