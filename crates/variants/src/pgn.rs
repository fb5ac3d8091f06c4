//! Games of variants in PGN, read and written by `gardez-notation`.
//!
//! The tag `Variant` names the variant; without the tag, the game is chess. An unknown variant is reported, and its moves
//! are not read. [`GameBoard`] reads chess as fast as `gardez-notation`.
//!
//! ```
//! use gardez_notation::pgn::Reader;
//! use gardez_variants::pgn::games;
//!
//! let text = "[Variant \"crazy house\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *";
//! let mut reader = Reader::from_bytes(text.as_bytes());
//! let read = games(&mut reader).next().expect("there is a game")?;
//! assert_eq!(read.problem_count, 1, "a drop of a pawn is written @d5");
//! assert!(read.game.to_string().ends_with("Qd8 4. @d5 *\n"));
//! # Ok::<_, core::convert::Infallible>(())
//! ```

mod game_board;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Deref;

use gardez_notation::pgn::{Keep, PgnBoard, ProblemKind, ReadGame, Reader, Source, StartTags, Verdict};
use gardez_notation::san::{Repairs, SanError as ChessSanError};
use gardez_types::Color;

use crate::any::VariantBoard;
use crate::moves::VariantMove;
use crate::san::{San, SanError};
use crate::variant::Variant;

pub use game_board::GameBoard;

/// A game of any variant, as a tree of moves.
pub type Game = gardez_notation::pgn::Game<VariantBoard>;

/// Reads the games of a PGN.
pub fn games<S: Source>(reader: &mut Reader<S>) -> impl Iterator<Item = Result<ReadGame<VariantBoard>, S::Error>> + '_ {
    core::iter::from_fn(|| reader.read_game_on(Keep::Normalized).transpose())
}

/// A board as the reader keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Kept<B>(B);

impl<B> From<B> for Kept<B> {
    fn from(board: B) -> Self {
        Self(board)
    }
}

impl<B> Deref for Kept<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.0
    }
}

impl PgnBoard for VariantBoard {
    type Move = VariantMove;
    type Kept = Kept<Self>;
    type San = San;

    fn usual() -> Self {
        Self::start(Variant::Chess)
    }

    fn set_up(usual: &Self, tags: &StartTags) -> (Option<Self>, Verdict) {
        let variant = match tags.variant.as_deref() {
            None | Some("") => Some(Variant::Chess),
            Some(name) => Variant::from_name(name),
        };
        let Some(variant) = variant else {
            let name = tags.variant.as_deref().unwrap_or_default();
            return (None, Verdict::refused(ProblemKind::unknown_variant(name)));
        };
        let Some(fen) = &tags.fen else {
            let note = if tags.set_up { Verdict::noted(ProblemKind::MissingFen) } else { Verdict::Take };
            let start = if variant == usual.variant() { *usual } else { Self::start(variant) };
            return (Some(start), note);
        };
        match Self::from_fen(variant, fen) {
            Err(error) => (None, Verdict::refused(ProblemKind::VariantFen(Box::new(error.to_string().into())))),
            Ok(start) if tags.set_up => (Some(start), Verdict::Take),
            Ok(start) => (Some(start), Verdict::noted(ProblemKind::MissingSetUp)),
        }
    }

    fn start_tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = Vec::new();
        if self.variant() != Variant::Chess {
            tags.push(("Variant", self.variant().title().to_string()));
        }
        if !self.same_state(&Self::start(self.variant())) {
            tags.extend([("SetUp", "1".to_string()), ("FEN", self.to_string())]);
        }
        tags
    }

    fn play(
        before: &Kept<Self>,
        after: &mut Kept<Self>,
        text: &[u8],
    ) -> Result<(Option<VariantMove>, Repairs), ProblemKind> {
        let whole = || ChessSanError::Malformed { span: 0..text.len() };
        let text = core::str::from_utf8(text).map_err(|_| ProblemKind::Move(Box::new(whole())))?;
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            if before.in_check() {
                return Err(ProblemKind::NullMoveInCheck);
            }
            *after = before.after_null().into();
            return Ok((None, if text == "--" { Repairs::empty() } else { Repairs::NULL_MOVE_FORM }));
        }
        let (m, mut repairs) = read(before, text).map_err(|error| {
            let candidates = Vec::new();
            ProblemKind::Move(Box::new(match (error, before.why_illegal(text)) {
                (SanError::Illegal, Some(reason)) => {
                    return ProblemKind::VariantMove(Box::new(reason.to_string().into()));
                }
                (SanError::Malformed, _) => whole(),
                (SanError::Illegal, None) => ChessSanError::Illegal { candidates, reasons: Vec::new() },
                (SanError::Ambiguous { .. }, _) => ChessSanError::Ambiguous { candidates },
            }))
        })?;
        if repairs.is_empty() {
            repairs = repairs_of(&before.san(m), text);
        }
        *after = before.after(m).into();
        Ok((Some(m), repairs))
    }

    fn after(&self, m: Option<VariantMove>) -> Self {
        match m {
            Some(m) => Self::after(self, m),
            None => self.after_null(),
        }
    }

    fn san(&self, m: VariantMove) -> San {
        Self::san(self, m)
    }

    fn side_to_move(&self) -> Color {
        (**self).side_to_move()
    }

    fn fullmove_number(&self) -> u32 {
        (**self).fullmove_number()
    }

    fn same_state(&self, other: &Self) -> bool {
        self == other && self.halfmove_clock() == other.halfmove_clock() && self.game_ply() == other.game_ply()
    }
}

/// Reads a move in any common form. Returns how the text differs from the standard form, except in marks and origin.
fn read(board: &VariantBoard, text: &str) -> Result<(VariantMove, Repairs), SanError> {
    let strict = board.parse_san(text).map(|m| (m, Repairs::empty()));
    let Err(SanError::Illegal | SanError::Malformed) = strict else { return strict };
    let plain = text.trim_end_matches(['!', '?', '+', '#']);
    let mut forms = [
        (plain.to_string(), Repairs::ANNOTATION),
        (plain.replace(['0', 'o'], "O"), Repairs::CASTLING_LETTERS),
        (plain.replace([':', 'X'], "x"), Repairs::CAPTURE_FORM),
        (plain.replace('-', ""), Repairs::LONG_FORM),
        (with_equals_sign(plain), Repairs::PROMOTION_FORM),
    ]
    .into_iter();
    let found = forms.find_map(|(form, repairs)| Some((board.parse_san(&form).ok()?, repairs)));
    found.or_else(|| Some((board.parse_uci(plain).ok()?, Repairs::LONG_FORM))).map_or(strict, Ok)
}

/// Returns the standard form of a promotion such as `e8Q` or `e8(Q)`.
fn with_equals_sign(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| !matches!(letter, '(' | ')' | '/' | '=')).collect();
    match plain.char_indices().next_back() {
        Some((at, piece)) if piece.is_ascii_alphabetic() => {
            alloc::format!("{}={}", &plain[..at], piece.to_ascii_uppercase())
        }
        _ => plain,
    }
}

/// Returns how a text differs from the standard form of the move.
fn repairs_of(standard: &str, text: &str) -> Repairs {
    let unmarked = |text: &str| text.trim_end_matches(['+', '#']).len();
    let (standard, standard_mark) = standard.split_at(unmarked(standard));
    let (text, mark) = text.split_at(unmarked(text));
    let mut repairs = match (standard_mark, mark) {
        (expected, given) if expected == given => Repairs::empty(),
        (_, "") => Repairs::MISSING_CHECK_MARK,
        _ => Repairs::WRONG_CHECK_MARK,
    };
    if text != standard {
        repairs |= if text.starts_with("P@") { Repairs::PAWN_LETTER } else { Repairs::OVER_DISAMBIGUATED };
    }
    repairs
}
