//! The text of a move.

use gardez_bitboard::Bitboard;
use gardez_position::Board;
use gardez_types::{CastlingSide, Move, MoveKind, PieceType, Square};

use crate::san::resolve::{mark_of_check, needed};
#[cfg(feature = "serde")]
use crate::san::written::standard;
use crate::san::written::{Disambiguation, Mark};

/// Implements access to a text.
macro_rules! reads_as_text {
    ($name:ident) => {
        impl $name {
            /// Returns the text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl core::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use reads_as_text;

/// A move in standard algebraic notation, on the stack. It dereferences to its text.
///
/// ```
/// use gardez_notation::san::San;
/// use gardez_position::Board;
///
/// let board: Board = *"6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1".parse::<gardez_position::Position>()?.board();
/// // 8  . . . . . . k .
/// // 7  . . . . . p p p
/// // …
/// // 1  R . . . R . K .
/// let mate = board.parse_uci("e1e8")?;
/// assert_eq!(San::new(&board, mate).as_str(), "Re8#");
/// let quiet = board.parse_uci("e1d1")?;
/// assert_eq!(San::new(&board, quiet).as_str(), "Red1");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San(MoveText);

impl San {
    /// Returns the text of a legal move: the piece, as much of its origin as is needed, the target, and the mark.
    ///
    /// A needed origin is the file if that is enough, else the rank if that is enough, else both.
    ///
    /// # Panics
    ///
    /// May panic, or return another text, if `m` is not legal on `board`.
    pub fn new(board: &Board, m: Move) -> Self {
        let mut line = MoveText::EMPTY;
        if !line.castling(m) {
            let (from, to) = (m.from(), m.to());
            let piece = board.piece_on(from).map_or(PieceType::Pawn, |piece| piece.piece_type());
            let is_capture = board.piece_on(to).is_some() || m.kind() == MoveKind::EnPassant;
            if piece == PieceType::Pawn {
                if is_capture {
                    line.push(from.file().letter() as u8);
                }
            } else {
                line.piece(piece);
                let part = match piece {
                    PieceType::King => Disambiguation::None,
                    _ => needed(board.legal_origins(piece, to, Bitboard::FULL), from),
                };
                if matches!(part, Disambiguation::File | Disambiguation::Square) {
                    line.push(from.file().letter() as u8);
                }
                if matches!(part, Disambiguation::Rank | Disambiguation::Square) {
                    line.push(from.rank().digit() as u8);
                }
            }
            if is_capture {
                line.push(b'x');
            }
            line.square(to);
            line.promotion(m);
        }
        line.mark(board, m);
        Self(line)
    }

    /// Returns a text in standard form, without a board.
    #[cfg(feature = "serde")]
    pub(crate) fn from_standard(text: &str) -> Option<Self> {
        let is_short = text.len() <= MoveText::LONGEST;
        if !is_short || standard(text.as_bytes()).is_none() {
            return None;
        }
        let mut line = MoveText::EMPTY;
        line.push_all(text.as_bytes());
        Some(Self(line))
    }
}

reads_as_text!(San);

/// The text of a move, at most 8 bytes as in `e7xd8=Q#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MoveText {
    bytes: [u8; MoveText::LONGEST],
    length: u8,
}

impl MoveText {
    const LONGEST: usize = 8;
    pub(crate) const EMPTY: Self = Self { bytes: [0; Self::LONGEST], length: 0 };

    pub(crate) fn push(&mut self, byte: u8) {
        self.bytes[usize::from(self.length)] = byte;
        self.length += 1;
    }

    fn push_all(&mut self, text: &[u8]) {
        for &byte in text {
            self.push(byte);
        }
    }

    pub(crate) fn piece(&mut self, piece: PieceType) {
        self.push(piece.letter().to_ascii_uppercase() as u8);
    }

    pub(crate) fn square(&mut self, square: Square) {
        self.push(square.file().letter() as u8);
        self.push(square.rank().digit() as u8);
    }

    /// Writes castling, and returns `true` if the move is castling.
    pub(crate) fn castling(&mut self, m: Move) -> bool {
        if m.kind() == MoveKind::Castling {
            self.push_all(match CastlingSide::from_squares(m.from(), m.to()) {
                CastlingSide::KingSide => b"O-O",
                CastlingSide::QueenSide => b"O-O-O",
            });
        }
        m.kind() == MoveKind::Castling
    }

    pub(crate) fn promotion(&mut self, m: Move) {
        if let Some(piece) = m.promotion() {
            self.push(b'=');
            self.piece(piece);
        }
    }

    /// Writes the mark for check or mate, if there is one.
    pub(crate) fn mark(&mut self, board: &Board, m: Move) {
        if board.gives_check(m) {
            self.push(if mark_of_check(&board.after(m)) == Mark::Mate { b'#' } else { b'+' });
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).expect("a move text is ASCII")
    }
}
