//! Standard algebraic notation of variants: `Nf3`, `N@f3`, `@e4`, `e8=K`.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, File, PieceType, Rank, Square, errors};

use crate::board::Board;
use crate::moves::{VariantMove, VariantMoveKind, VariantMoveList};
use crate::rules::Rules;

/// The text of a move in standard algebraic notation.
///
/// A drop of a pawn is `@e4`, another drop `N@f3`. A move that ends the game with a winner has the mark `#`, also if it
/// ends by a rule of the variant; another check has `+`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San(ArrayString<10>);

errors! {
    /// The reason a text is not a move of a position.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SanError {
        Malformed = "malformed", "not a move in standard algebraic notation";
        Illegal = "illegal", "no piece can make this move";
        Ambiguous { moves: usize } = "ambiguous", "{moves} moves have this text";
    }
}

#[cfg(feature = "notation")]
impl San {
    /// Returns the text of a legal move of chess.
    pub(crate) fn of_chess(board: &gardez_position::Board, m: gardez_types::Move) -> Self {
        let text = gardez_notation::san::San::new(board, m);
        // At most eight characters, such as `Qa1xb2#` and `exd8=Q#`.
        Self(ArrayString::from(&text).unwrap_or_default())
    }
}

impl Deref for San {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<R: Rules> Board<R> {
    /// Returns the text of a legal move in standard algebraic notation.
    ///
    /// ```
    /// use gardez_variants::{Board, Crazyhouse};
    ///
    /// let board: Board<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1".parse()?;
    /// let text = |uci| board.parse_uci(uci).map(|m| board.san(m).to_string());
    /// assert_eq!(text("P@e4")?, "@e4");
    /// assert_eq!(text("N@f6")?, "N@f6+");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn san(&self, m: VariantMove) -> San {
        let mut text = self.san_without_mark(m, &self.legal_moves());
        let after = self.after(m);
        if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            text.push('#');
        } else if after.in_check() {
            text.push('+');
        }
        San(text)
    }

    /// Finds the legal move that a text in standard algebraic notation means.
    ///
    /// The marks `+` and `#` make no difference, `P@e4` is read as `@e4`, and more of the origin than needed is accepted.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or means none or several.
    pub fn parse_san(&self, text: &str) -> Result<VariantMove, SanError> {
        let text = text.trim_end_matches(['+', '#']);
        let text = if text.starts_with("P@") { &text[1..] } else { text };
        let moves = self.legal_moves();
        let mut found = moves.iter().copied().filter(|&m| self.is_written_as(m, text));
        let Some(first) = found.next() else {
            return Err(if text.is_ascii() && (2..=8).contains(&text.len()) {
                SanError::Illegal
            } else {
                SanError::Malformed
            });
        };
        match found.count() {
            0 => Ok(first),
            others => Err(SanError::Ambiguous { moves: others + 1 }),
        }
    }

    /// Returns `true` if the text has the piece, the target and the promotion of the move, and a part of its origin.
    pub(crate) fn is_written_as(&self, m: VariantMove, text: &str) -> bool {
        let parts = self.parts(m);
        let Some(rest) = text.strip_prefix(parts.piece.as_str()) else { return false };
        let Some(origin) = rest.strip_suffix(parts.rest.as_str()) else { return false };
        let Some(from) = m.from().filter(|_| !parts.is_whole) else { return origin.is_empty() };
        let [file, rank] = from.to_ascii();
        match *origin.as_bytes() {
            [] => true,
            [byte] => byte == file || byte == rank,
            [first, second] => first == file && second == rank,
            _ => false,
        }
    }

    /// Returns the parts of the text before and after the origin.
    fn parts(&self, m: VariantMove) -> Parts {
        let mut parts =
            Parts { piece: ArrayString::new(), rest: ArrayString::new(), is_whole: false, piece_type: None };
        match m.kind() {
            VariantMoveKind::Castling => {
                let side = CastlingSide::from_squares(m.origin(), m.to());
                parts.piece.push_str(if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" });
                parts.is_whole = true;
                return parts;
            }
            VariantMoveKind::Drop(piece_type) => {
                if piece_type != PieceType::Pawn {
                    parts.piece.push(piece_type.letter().to_ascii_uppercase());
                }
                parts.rest.push('@');
                parts.is_whole = true;
            }
            _ => {
                let piece_type = self.piece_on(m.origin()).map_or(PieceType::Pawn, |piece| piece.piece_type());
                let captures = self.captured_piece(m).is_some();
                parts.piece_type = Some(piece_type);
                match piece_type {
                    // The file of a pawn that captures is always written.
                    PieceType::Pawn if captures => parts.piece.push(m.origin().file().letter()),
                    PieceType::Pawn => {}
                    _ => parts.piece.push(piece_type.letter().to_ascii_uppercase()),
                }
                if captures {
                    parts.rest.push('x');
                }
            }
        }
        for byte in m.to().to_ascii() {
            parts.rest.push(char::from(byte));
        }
        if let Some(piece_type) = m.promotion() {
            parts.rest.push('=');
            parts.rest.push(piece_type.letter().to_ascii_uppercase());
        }
        parts
    }

    fn san_without_mark(&self, m: VariantMove, moves: &VariantMoveList) -> ArrayString<10> {
        let parts = self.parts(m);
        let mut text = ArrayString::new();
        text.push_str(&parts.piece);
        if let Some(from) = m.from().filter(|_| !matches!(parts.piece_type, None | Some(PieceType::Pawn))) {
            let is_like = |other: &VariantMove| {
                other.to() == m.to()
                    && other.kind() == VariantMoveKind::Normal
                    && self.piece_on(other.origin()) == self.piece_on(from)
            };
            let others: Bitboard = moves
                .iter()
                .filter(|other| is_like(other))
                .map(|other| other.origin())
                .filter(|&other| other != from)
                .collect();
            let is_on_file = !others.is_disjoint(from.file().into());
            let is_on_rank = !others.is_disjoint(from.rank().into());
            if !others.is_empty() && (!is_on_file || is_on_rank) {
                text.push(from.file().letter());
            }
            if is_on_file {
                text.push(from.rank().digit());
            }
        }
        text.push_str(&parts.rest);
        text
    }
}

/// A text without its origin and its mark.
struct Parts {
    piece: ArrayString<5>,
    rest: ArrayString<6>,
    /// There is no origin between the parts.
    is_whole: bool,
    /// The piece that moves, if it is not dropped and does not castle.
    piece_type: Option<PieceType>,
}

/// What a text in algebraic notation says about a move that is neither castling nor a drop.
pub(crate) struct SanText {
    /// The piece that a letter names.
    pub(crate) piece: Option<PieceType>,
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceType>,
}

impl SanText {
    /// Reads piece, origin, destination and promotion.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let mut rest = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
        let mut promotion = None;
        if let [before @ .., letter] = rest {
            // A `b` after a rank is a bishop, and before one a file.
            let piece = PieceType::from_letter(char::from(letter.to_ascii_lowercase()));
            if let Some(piece) = piece.filter(|&piece| piece != PieceType::Pawn) {
                promotion = Some(piece);
                rest = before.strip_suffix(b"=").unwrap_or(before);
            }
        }
        let [before @ .., file, rank] = rest else { return None };
        let to = Square::from_ascii([*file, *rank])?;
        let (piece, origin) = match before {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), origin @ ..] => {
                (PieceType::from_letter(char::from(letter.to_ascii_lowercase())), origin)
            }
            origin => (None, origin),
        };
        let (file, rank) = match *origin.strip_suffix(b"x").or(origin.strip_suffix(b"-")).unwrap_or(origin) {
            [] => (None, None),
            [one @ b'a'..=b'h'] => (File::from_letter(char::from(one)), None),
            [one] => (None, Some(Rank::from_digit(char::from(one))?)),
            [file, rank] => {
                let from = Square::from_ascii([file, rank])?;
                (Some(from.file()), Some(from.rank()))
            }
            _ => return None,
        };
        Some(Self { piece, file, rank, to, promotion })
    }

    /// Returns the squares that the text allows as origin.
    pub(crate) fn origins(&self) -> Bitboard {
        self.file.map_or(Bitboard::FULL, Into::into) & self.rank.map_or(Bitboard::FULL, Into::into)
    }
}
