//! FEN of variants: with pockets (`[Qn]`, or a ninth rank `/Qn`), marks of promoted pieces (`Q~`), and checks (`3+3` left,
//! or `+0+0` given, before or after the counters). The parts may be missing; castling is written as X-FEN.

mod plain;

use core::fmt::{self, Write};
use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_position::internals::{Fields, rook_of};
use gardez_position::{BoardError, FenError, FenErrorKind};
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square, errors};

use crate::keys::CHECKS;
use crate::make::note_double_push;
use crate::rules::Laws;
use crate::setup::SetupError;
use crate::state::{BoardState, Pocket};
use crate::variant::{Dialect, Variant};

pub(crate) use plain::Plain;

errors! {
    /// An error in a FEN of a variant, and its place.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct VariantFenError {
        /// The kind of the error.
        pub kind: VariantFenErrorKind,
        /// The byte range of the offending part in the input; empty if something is missing.
        pub span: Range<usize>,
    } = kind, "{kind} (at byte {})", span.start => span span.clone();

    /// The kinds of errors in a FEN of a variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum VariantFenErrorKind {
        /// As in a FEN of chess.
        Fen(error: FenErrorKind) = error => from FenErrorKind;
        /// The position is not one of the variant.
        Setup(error: SetupError) = error => from SetupError;
        /// A mark `~` does not follow a piece.
        Mark = "mark", "expected a piece before ~";
        /// A character of a pocket is not one of `PNBRQpnbrq`.
        PocketPiece(found: char) = "pocket-piece", "expected one of PNBRQpnbrq in a pocket, found {found:?}";
        /// The pockets do not end with `]`.
        PocketEnd = "pocket-end", "expected ] at the end of the pockets";
        PocketInVariant(variant: Variant) = "pocket-in-variant", "{variant} has no pieces in hand";
        PocketSize = "pocket-size", "a pocket has more than 64 pieces of a type";
        Checks = "checks", "expected from 0 to 3 checks of each side";
        SecondChecks = "second-checks", "the checks are written twice";
    }
}

impl VariantFenError {
    const fn new(kind: VariantFenErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// Returns the offending part of the input.
    pub fn text<'a>(&self, input: &'a str) -> &'a str {
        input.get(self.span.clone()).unwrap_or_default()
    }
}

/// Reads a FEN and checks the position. If `strict`, positions that no game leads to are refused.
pub(crate) fn read<L: Laws>(fen: &str, strict: bool) -> Result<BoardState, VariantFenError> {
    let plain = Plain::new(fen, L::VARIANT)?;
    let of_text = |error: FenError| VariantFenError::new(error.kind.into(), plain.original(error.span));
    let mut fields = Fields::new(&plain.text);
    let placement = fields.placement().map_err(of_text)?;
    let side_to_move = fields.side_to_move().map_err(of_text)?;
    let castling = fields.castling().map_err(of_text)?;
    let en_passant = fields.en_passant().map_err(of_text)?;
    let (halfmove_clock, fullmove_number) = fields.counters().map_err(of_text)?;
    fields.end().map_err(of_text)?;

    let wrong = |error: SetupError, span: Range<usize>| VariantFenError::new(error.into(), plain.original(span));
    let pieces = Square::ALL.into_iter().zip(placement.value);
    let mut state = BoardState::set_up(pieces, Bitboard::EMPTY, plain.pockets, plain.checks, side_to_move);
    if L::VARIANT == Variant::Crazyhouse {
        for square in plain.promoted - state.by_types([PieceType::Pawn, PieceType::King]) {
            state.mark_promoted(square, true);
        }
    }
    state.turn.set_counters(2 * fullmove_number.saturating_sub(1) + side_to_move as u32, halfmove_clock);
    L::check(&state).map_err(|error| wrong(error, placement.span.clone()))?;

    let right = |state: &BoardState, letter| {
        let (color, rook) = rook_of(letter, |color| (state.king(color), state.pieces(color, PieceType::Rook)));
        (color, rook, king_of_right(state, color, rook))
    };
    // As in a FEN of chess: a wrong letter does not prove that kings castle from other files.
    let has_no_files = castling.value.iter().all(|letter| b"KQkq".contains(letter));
    let is_standard = has_no_files && castling.value.iter().any(|&letter| right(&state, letter).2.is_none());
    for (at, &letter) in castling.span.zip(castling.value) {
        let (color, rook, king) = right(&state, letter);
        match king.filter(|&king| !is_standard || is_usual(color, king, rook)) {
            Some(king) if L::VARIANT != Variant::Antichess => state.grant(color, king, rook),
            _ if strict => return Err(wrong(BoardError::CastlingRight { color, rook }.into(), at..at + 1)),
            _ => {}
        }
    }
    let is_chess960 = CastlingRights::EACH.into_iter().any(|(_, color, side)| {
        let right = state.castling_rook(color, side).zip(state.king(color));
        right.is_some_and(|(rook, king)| !is_usual(color, king, rook))
    });
    state.mode = if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    if let Some(field) = en_passant {
        if is_double_push(&state, field.value) {
            note_double_push::<L>(&mut state, field.value);
        } else if strict {
            return Err(wrong(BoardError::StaleEnPassantSquare(field.value).into(), field.span));
        }
    }
    if strict {
        check_strictly::<L>(&state).map_err(|error| wrong(error, placement.span))?;
    }
    Ok(state)
}

fn king_of_right(state: &BoardState, color: Color, rook: Square) -> Option<Square> {
    let king = state.king(color)?;
    let side = CastlingSide::from_squares(king, rook);
    let can_exist = king.rank() == color.back_rank()
        && state.piece_on(rook) == Some(Piece::new(color, PieceType::Rook))
        && state.castling_rook(color, side).is_none_or(|granted| granted == rook);
    can_exist.then_some(king)
}

/// Returns `true` if a king on the e-file castles with a rook in a corner.
fn is_usual(color: Color, king: Square, rook: Square) -> bool {
    king.file() == File::E && rook == CastlingSide::from_squares(king, rook).standard_rook(color)
}

/// Returns `true` if the last move can have been a double push past `square`.
pub(crate) fn is_double_push(state: &BoardState, square: Square) -> bool {
    let them = !state.side_to_move();
    let (front, origin) = (square.step(them.up()), square.step((!them).up()));
    square.rank() == Rank::Three.relative_to(them)
        && front.and_then(|front| state.piece_on(front)) == Some(Piece::new(them, PieceType::Pawn))
        && state.piece_on(square).is_none()
        && origin.is_some_and(|origin| state.piece_on(origin).is_none())
}

fn check_strictly<L: Laws>(state: &BoardState) -> Result<(), SetupError> {
    let pieces = |color| state.by_color(color).len() + state.pocket(color).len();
    let total = Color::ALL.into_iter().map(pieces).sum::<u32>();
    for color in Color::ALL {
        let too_many = match L::VARIANT {
            Variant::Crazyhouse => total > 32,
            Variant::Horde if state.king(color).is_none() => pieces(color) > 36,
            _ => pieces(color) > 16 || state.count(color, PieceType::Pawn) > 8,
        };
        if too_many {
            return Err(SetupError::TooMuchMaterial(color));
        }
    }
    match L::checkers(state, state.side_to_move()).len() {
        checkers @ 3.. => Err(SetupError::ImpossibleCheck { checkers }),
        _ => Ok(()),
    }
}

/// The FEN of a board; print it with `{}`.
#[derive(Clone, Copy)]
pub struct VariantFen<'a> {
    state: &'a BoardState,
    variant: Variant,
    dialect: Dialect,
}

impl<'a> VariantFen<'a> {
    pub(crate) const fn new(state: &'a BoardState, variant: Variant, dialect: Dialect) -> Self {
        Self { state, variant, dialect }
    }
}

/// Writes the pieces, with the mark `~` after those on `promoted`.
pub(crate) fn write_placement(
    text: &mut impl Write,
    piece_on: impl Fn(Square) -> Option<Piece>,
    promoted: Bitboard,
) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            text.write_char('/')?;
        }
        let mut empty = 0_u8;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some(piece) = piece_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.write_char(char::from(b'0' + empty))?;
            }
            empty = 0;
            text.write_char(piece.letter())?;
            if promoted.contains(square) {
                text.write_char('~')?;
            }
        }
        if empty > 0 {
            text.write_char(char::from(b'0' + empty))?;
        }
    }
    Ok(())
}

/// Writes the pieces in hand, White's first, each side's in the order of `types`.
pub(crate) fn write_pockets(text: &mut impl Write, pockets: [[u8; 5]; 2], types: [PieceType; 5]) -> fmt::Result {
    for (color, pocket) in Color::ALL.into_iter().zip(pockets) {
        for piece_type in types {
            for _ in 0..pocket[piece_type.index()] {
                text.write_char(Piece::new(color, piece_type).letter())?;
            }
        }
    }
    Ok(())
}

/// Returns the letter of a right to castle in X-FEN: the file of a rook that is not the outermost of these rooks.
pub(crate) fn castling_letter(color: Color, king: Square, rook: Square, rooks: Bitboard) -> char {
    let is_queenside = rook.file() < king.file();
    let mut others = (rooks & color.back_rank().into()).into_iter();
    let is_inner = others.any(|other| if is_queenside { other < rook } else { rook < other });
    in_case(if is_inner { rook.file().letter() } else { ['k', 'q'][usize::from(is_queenside)] }, color)
}

pub(crate) fn in_case(letter: char, color: Color) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

impl fmt::Display for VariantFen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (state, is_lichess) = (self.state, self.dialect == Dialect::Lichess);
        write_placement(f, |square| state.piece_on(square), state.promoted())?;
        if self.variant == Variant::Crazyhouse {
            f.write_str(if is_lichess { "/" } else { "[" })?;
            write_pockets(f, state.in_hand(), Pocket::TYPES)?;
            f.write_str(if is_lichess { "" } else { "]" })?;
        }
        write!(f, " {} ", state.side_to_move())?;
        for (_, color, side) in CastlingRights::EACH {
            if let Some((rook, king)) = state.castling_rook(color, side).zip(state.king(color)) {
                f.write_char(castling_letter(color, king, rook, state.pieces(color, PieceType::Rook)))?;
            }
        }
        if state.castling_rights().is_empty() {
            f.write_char('-')?;
        }
        match state.ep_square() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        let [white, black] = state.all_checks_left();
        let counts_checks = self.variant == Variant::ThreeCheck;
        if counts_checks && !is_lichess {
            write!(f, " {white}+{black}")?;
        }
        write!(f, " {} {}", state.halfmove_clock(), state.fullmove_number())?;
        if counts_checks && is_lichess {
            write!(f, " +{}+{}", CHECKS - white, CHECKS - black)?;
        }
        Ok(())
    }
}
