//! Standard algebraic notation of variants: `Nf3`, `N@f3`, `@e4`, `e8=K`.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, File, Piece, PieceType, Rank, Square, errors};

use crate::board::Board;
use crate::moves::{VariantMove, VariantMoveKind};
use crate::rules::Rules;

/// The text of a move in standard algebraic notation.
///
/// A drop of a pawn is `@e4`, another drop `N@f3`. A winning move ends with `#`, another check with `+`.
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
    /// assert_eq!(board.san(board.parse_uci("N@f6")?).to_string(), "N@f6+");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn san(&self, m: VariantMove) -> San {
        let mut text = self.san_without_mark(m);
        let after = self.after(m);
        if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            text.push('#');
        } else if after.in_check() {
            text.push('+');
        }
        San(text)
    }

    /// Reads a legal move in standard algebraic notation.
    ///
    /// `+` and `#` make no difference, `P@e4` is read as `@e4`, and more of the origin than needed is accepted.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or if no legal move or more than one matches.
    pub fn parse_san(&self, text: &str) -> Result<VariantMove, SanError> {
        let text = text.trim_end_matches(['+', '#']);
        let text = if text.starts_with("P@") { &text[1..] } else { text };
        let read = SanText::read(text.as_bytes());
        let moves = self.legal_moves();
        let mut found = moves.into_iter().filter(|&m| self.is_written_as(m, text, read.as_ref()));
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

    /// Returns `true` if `text` is a standard form of the move, and `read` is what it contains.
    pub(crate) fn is_written_as(&self, m: VariantMove, text: &str, read: Option<&SanText>) -> bool {
        if let Some(only) = only_text(m) {
            return *text == *only;
        }
        let own = self.san_text(m, Bitboard::EMPTY);
        read.is_some_and(|read| {
            (read.piece, read.sign, read.to, read.promotion) == (own.piece, own.sign, own.to, own.promotion)
                && read.origins().contains(m.origin())
                // The file of a pawn that captures is required.
                && (own.file.is_none() || read.file.is_some())
                && *read.text() == *text
        })
    }

    fn san_text(&self, m: VariantMove, others: Bitboard) -> SanText {
        let piece_type = self.piece_on(m.origin()).map_or(PieceType::Pawn, Piece::piece_type);
        SanText::new(piece_type, m.origin(), others, self.captured_piece(m).is_some(), m.to(), m.promotion())
    }

    fn san_without_mark(&self, m: VariantMove) -> ArrayString<10> {
        if let Some(text) = only_text(m) {
            return text;
        }
        let from = m.origin();
        let is_like = |other: &VariantMove| {
            other.to() == m.to()
                && other.kind() == VariantMoveKind::Normal
                && other.origin() != from
                && self.piece_on(other.origin()) == self.piece_on(from)
        };
        let others = self.legal_moves().into_iter().filter(is_like).map(VariantMove::origin).collect();
        self.san_text(m, others).text()
    }
}

/// Returns the text of castling or a drop, which has one form only.
fn only_text(m: VariantMove) -> Option<ArrayString<10>> {
    match m.kind() {
        VariantMoveKind::Castling => Some(castling_text(CastlingSide::from_squares(m.origin(), m.to()))),
        VariantMoveKind::Drop(piece_type) => Some(drop_text(piece_type, m.to())),
        _ => None,
    }
}

pub(crate) fn castling_text(side: CastlingSide) -> ArrayString<10> {
    let mut text = ArrayString::new();
    text.push_str(if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" });
    text
}

pub(crate) fn drop_text(piece_type: PieceType, to: Square) -> ArrayString<10> {
    let mut text = ArrayString::new();
    if piece_type != PieceType::Pawn {
        text.push(piece_type.letter().to_ascii_uppercase());
    }
    text.push('@');
    to.to_ascii().into_iter().for_each(|byte| text.push(char::from(byte)));
    text
}

/// The text of a move that is neither castling nor a drop.
pub(crate) struct SanText {
    /// The piece that moves, if it is not a pawn.
    pub(crate) piece: Option<PieceType>,
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    /// `x` if the move captures, or the `-` of long algebraic notation.
    pub(crate) sign: Option<char>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceType>,
}

impl SanText {
    /// Returns the text of a move, with the origin as far as `others` of the type can move to the same square.
    pub(crate) fn new(
        piece_type: PieceType,
        from: Square,
        others: Bitboard,
        captures: bool,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Self {
        let sign = captures.then_some('x');
        if piece_type == PieceType::Pawn {
            return Self { piece: None, file: sign.map(|_| from.file()), rank: None, sign, to, promotion };
        }
        let is_on_file = !others.is_disjoint(from.file().into());
        let is_on_rank = !others.is_disjoint(from.rank().into());
        let has_file = !others.is_empty() && (!is_on_file || is_on_rank);
        let (file, rank) = (has_file.then_some(from.file()), is_on_file.then_some(from.rank()));
        Self { piece: Some(piece_type), file, rank, sign, to, promotion }
    }

    pub(crate) fn text(&self) -> ArrayString<10> {
        let mut text = ArrayString::new();
        let letter = |piece: PieceType| piece.letter().to_ascii_uppercase();
        let origin = [self.piece.map(letter), self.file.map(File::letter), self.rank.map(Rank::digit), self.sign];
        origin.into_iter().flatten().for_each(|letter| text.push(letter));
        self.to.to_ascii().into_iter().for_each(|byte| text.push(char::from(byte)));
        if let Some(piece_type) = self.promotion {
            text.push('=');
            text.push(letter(piece_type));
        }
        text
    }

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
        let (origin, sign) = match origin {
            [origin @ .., sign @ (b'x' | b'-')] => (origin, Some(char::from(*sign))),
            _ => (origin, None),
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [one @ b'a'..=b'h'] => (File::from_letter(char::from(one)), None),
            [one] => (None, Some(Rank::from_digit(char::from(one))?)),
            [file, rank] => {
                let from = Square::from_ascii([file, rank])?;
                (Some(from.file()), Some(from.rank()))
            }
            _ => return None,
        };
        Some(Self { piece, file, rank, sign, to, promotion })
    }

    pub(crate) fn origins(&self) -> Bitboard {
        self.file.map_or(Bitboard::FULL, Into::into) & self.rank.map_or(Bitboard::FULL, Into::into)
    }
}
