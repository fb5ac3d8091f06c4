//! Lists of four-bit codes for the occupied squares, and boards from parts.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardError, BoardParts, PieceSetup};
use gardez_types::{CastlingRights, Color, Piece, Square};

use crate::error::{Fault, FormatErrorKind};
use crate::read::Strictness;
use crate::unrepresentable::Unrepresentable;

pub(crate) const MOST_PIECES: u32 = 32;

/// The codes of the occupied squares, from the lowest square up. The lowest four bits of `list` are the first code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes {
    pub(crate) occupied: Bitboard,
    pub(crate) list: u128,
}

/// The pieces of a board in 24 bytes, like bulletformat: the occupied squares, and four bits a piece from a1 up.
///
/// ```
/// use gardez_formats::{Piece, PieceList, Square};
/// use gardez_position::Board;
///
/// let board: Board = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse()?;
/// let list = PieceList::new(&board).expect("there are at most 32 pieces");
/// assert_eq!(list.iter().nth(1), Some((Square::H1, Piece::WhiteRook)));
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceList([u8; Self::SIZE]);

impl PieceList {
    /// The number of bytes.
    pub const SIZE: usize = 24;

    /// Returns the pieces of a board, or `None` if there are more than 32.
    #[inline]
    pub fn new(board: &Board) -> Option<Self> {
        let (occupied, squares) = (board.occupied(), board.piece_array());
        if MOST_PIECES < occupied.len() {
            return None;
        }
        Some(Self::pack(occupied, |square| squares[square as usize].map_or(0, own_code)))
    }

    /// Returns the list of at most 32 squares with these codes.
    #[inline]
    pub(crate) fn pack(occupied: Bitboard, code: impl Fn(Square) -> u8) -> Self {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&occupied.bits().to_le_bytes());
        let mut rest = occupied;
        for byte in &mut bytes[8..] {
            let Some(low) = rest.pop_lsb() else { break };
            *byte = code(low);
            if let Some(high) = rest.pop_lsb() {
                *byte |= code(high) << 4;
            }
        }
        Self(bytes)
    }

    /// Returns the list with these bytes. Nothing is checked.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        self.0
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        Bitboard::from_bits(u64::from_le_bytes(core::array::from_fn(|i| self.0[i])))
    }

    #[inline]
    pub(crate) fn codes(&self) -> Codes {
        Codes { occupied: self.occupied(), list: u128::from_le_bytes(core::array::from_fn(|i| self.0[8 + i])) }
    }

    /// Returns at most 32 pieces with their squares, from a1 up, without codes that no piece has.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let codes = self.codes().iter().take(MOST_PIECES as usize);
        codes.filter_map(|(square, code, _)| Some((square, OWN_CODES.piece(code)?)))
    }
}

impl From<&PieceList> for PieceSetup {
    #[inline]
    fn from(list: &PieceList) -> Self {
        let (codes, mut setup) = (list.codes(), Self::EMPTY);
        setup.put_codes(codes.occupied, codes.list, &OWN_CODES.pieces, 0, Color::White);
        setup
    }
}

pub(crate) static OWN_CODES: CodeTable = CodeTable::new(b"PNBRQK..pnbrqk..", 1 << 6 | 1 << 7 | 1 << 14 | 1 << 15);

/// Returns the code of a piece in a [`PieceList`]: a white pawn is 0, a black one 8.
#[inline]
pub(crate) const fn own_code(piece: Piece) -> u8 {
    piece.raw() - 1
}

impl Codes {
    /// Checks that there are at most 32 pieces. `at` is the byte of the record at which the occupied squares begin. Codes
    /// after the last piece are ignored.
    #[inline]
    pub(crate) fn check(self, at: usize) -> Result<(), Fault> {
        match self.occupied.len() {
            found if MOST_PIECES < found => Err(Fault::new(FormatErrorKind::TooManyPieces { found }, at)),
            _ => Ok(()),
        }
    }

    /// Returns each square with its code and the byte of the list that has the code.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = (Square, u8, usize)> {
        // Two words, because shifting both at once takes several times as long.
        let (mut list, upper) = (self.list as u64, (self.list >> 64) as u64);
        self.occupied.into_iter().enumerate().map(move |(index, square)| {
            if index == 16 {
                list = upper;
            }
            let code = list as u8 & 15;
            list >>= 4;
            (square, code, index / 2)
        })
    }
}

/// The sixteen codes of a format, for reading and writing a list without a branch for each piece.
#[derive(Debug)]
pub(crate) struct CodeTable {
    pub(crate) pieces: [Option<Piece>; 16],
    /// Bit n is set if code n is marked: it says more than the piece, or is not a code.
    marked: u16,
    /// The codes of the pieces by their numbers, first without and then with a mark.
    codes: [[u8; 16]; 2],
}

impl CodeTable {
    /// Returns the table of the pieces with these letters, one for each code, and the bits of the marked codes. `*` is a
    /// marked pawn of either color, `.` no piece.
    pub(crate) const fn new(letters: &[u8; 16], marked: u16) -> Self {
        let (mut pieces, mut codes) = ([None; 16], [[0; 16]; 2]);
        let mut code = 0;
        while code < 16 {
            let row = &mut codes[(marked >> code & 1) as usize];
            pieces[code] = Piece::from_letter(letters[code] as char);
            if let Some(piece) = pieces[code] {
                row[piece as usize] = code as u8;
            } else if letters[code] == b'*' {
                (row[Piece::WhitePawn as usize], row[Piece::BlackPawn as usize]) = (code as u8, code as u8);
            }
            code += 1;
        }
        Self { pieces, marked, codes }
    }

    /// Returns the piece of a code, which is below 16.
    #[inline]
    pub(crate) const fn piece(&self, code: u8) -> Option<Piece> {
        self.pieces[(code & 15) as usize]
    }

    /// Returns the code of a piece without a mark, and the one with a mark, if there is one.
    #[inline]
    pub(crate) fn codes_of(&self, piece: Piece) -> (u8, Option<u8>) {
        let [plain, marked] = [0, 1].map(|mark| self.codes[mark][piece as usize]);
        (plain, Some(marked).filter(|&code| self.pieces[usize::from(code)] == Some(piece) && code != plain))
    }
}

impl Codes {
    /// Puts at most 32 pieces on their squares. Returns the squares whose codes are marked.
    #[inline]
    pub(crate) fn put(self, table: &CodeTable, setup: &mut PieceSetup) -> Bitboard {
        setup.put_codes(self.occupied, self.list, &table.pieces, table.marked, Color::White)
    }

    /// Puts more pieces on their squares. Returns the squares whose codes are marked.
    #[cold]
    pub(crate) fn place(self, table: &CodeTable, setup: &mut PieceSetup) -> Bitboard {
        let mut marked = Bitboard::EMPTY;
        for (square, code, _) in self.iter() {
            setup.put(square, table.pieces[usize::from(code)]);
            if table.marked >> code & 1 == 1 {
                marked.insert(square);
            }
        }
        marked
    }

    /// Returns the code of an occupied square, and the byte of the list that has it.
    pub(crate) fn code_on(self, square: Square) -> (u8, usize) {
        let below = Bitboard::from_bits((1 << square as u32) - 1);
        let index = (self.occupied & below).len();
        ((self.list >> (4 * (index & 31))) as u8 & 15, index as usize / 2)
    }

    /// Returns the error of a board in a record whose list of codes begins at the byte `list`.
    #[cold]
    pub(crate) fn fault(self, error: BoardError, list: usize, en_passant: usize) -> Fault {
        let at = |square| if self.occupied.contains(square) { list + self.code_on(square).1 } else { list };
        match error {
            BoardError::CastlingRight { rook: square, .. } => {
                Fault::new(FormatErrorKind::CastlingMark { square }, at(square))
            }
            BoardError::PawnOnBackRank(square) => Fault::new(FormatErrorKind::Board(error), at(square)),
            BoardError::StaleEnPassantSquare(_) => Fault::new(FormatErrorKind::Board(error), en_passant),
            _ => Fault::new(FormatErrorKind::Board(error), 0),
        }
    }

    /// Returns the codes of at most 32 pieces; those on the squares `marked` have a mark.
    #[inline]
    pub(crate) fn of_squares(board: &Board, occupied: Bitboard, marked: Bitboard, table: &CodeTable) -> Self {
        let mut squares = occupied;
        // Two words, because a shift of 64 bits is much faster than one of 128.
        let [low, high] = [(); 2].map(|()| {
            let (mut codes, mut count) = (0, 0);
            while count < 16 {
                let Some(square) = squares.pop_lsb() else { break };
                let mark = ((marked.bits() >> square as u32) & 1) as usize;
                let piece = board.piece_on(square).map_or(0, |piece| piece as usize);
                // Each code pushes those of the lower squares down.
                codes = (codes >> 4) | (u64::from(table.codes[mark][piece & 15]) << 60);
                count += 1;
            }
            // Without pieces the shift by all 64 bits would overflow.
            u128::from(codes.checked_shr(64 - 4 * count).unwrap_or(0))
        });
        Self { occupied, list: low | (high << 64) }
    }

    #[inline]
    pub(crate) fn of_board(board: &Board, marked: Bitboard, table: &CodeTable) -> Result<Self, Unrepresentable> {
        match board.occupied().len() {
            pieces @ 33.. => Err(Unrepresentable::Pieces(pieces)),
            _ => Ok(Self::of_squares(board, board.occupied(), marked, table)),
        }
    }
}

#[inline]
pub(crate) fn castling_rooks(board: &Board) -> Bitboard {
    let rook = |(_, color, side)| Bitboard::from(board.castling_rook(color, side));
    CastlingRights::EACH.into_iter().map(rook).fold(Bitboard::EMPTY, |rooks, rook| rooks | rook)
}

/// Returns the squares whose codes say more than the piece: rooks that may castle, the black king to move, and the pawn
/// that has passed this square.
#[inline]
pub(crate) fn marked(board: &Board, passed: Option<Square>) -> Bitboard {
    let mut marked = castling_rooks(board);
    if board.side_to_move() == Color::Black {
        marked.insert(board.king(Color::Black));
    }
    if let Some(passed) = passed {
        marked |= Bitboard::from(passed.step(board.side_to_move().up().opposite()));
    }
    marked
}

/// Replaces a board by these pieces and parts. In lenient mode, impossible rights and en passant squares are left out.
#[inline]
pub(crate) fn replace(
    board: &mut Board,
    pieces: &PieceSetup,
    parts: &mut BoardParts,
    strictness: Strictness,
) -> Result<(), BoardError> {
    loop {
        match pieces.replace(board, parts) {
            Err(BoardError::StaleEnPassantSquare(_)) if !strictness.is_strict() => parts.double_push = None,
            Err(BoardError::CastlingRight { color, rook }) if !strictness.is_strict() => {
                parts.castling_rooks[color as usize].remove(rook);
            }
            other => return other,
        }
    }
}

pub(crate) fn board(pieces: &PieceSetup, parts: &mut BoardParts, strictness: Strictness) -> Result<Board, BoardError> {
    let mut board = Board::start();
    replace(&mut board, pieces, parts, strictness)?;
    Ok(board)
}
