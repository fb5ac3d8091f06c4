//! The boards on which the moves of a PGN are made: of chess, or of a variant.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::ops::Deref;

use gardez_position::{Board, BoardWithCheckers, FenMode, FenReader};
use gardez_types::{CastlingMode, Color, Move};

use crate::pgn::report::ProblemKind;
use crate::pgn::verdict::Verdict;
use crate::san::{self, Repairs, San};

/// A board whose games a PGN can contain: [`Board`] of chess, or the board of a variant. `Display` writes its FEN.
///
/// [`Reader::read_on`](crate::pgn::Reader::read_on) makes the moves of a game on such a board, and a
/// [`Game`](crate::pgn::Game) can start from it.
pub trait PgnBoard: Copy + Debug + Display + 'static {
    /// A move of this board.
    type Move: Copy + PartialEq + Debug;

    /// The board as a reader keeps it, perhaps with values that it would otherwise compute twice.
    type Kept: Copy + Debug + From<Self> + Deref<Target = Self>;

    /// The text of a move.
    type San: Deref<Target = str>;

    /// Returns the start position of a game without tags.
    fn usual() -> Self;

    /// Returns the start position of a game with these tags (`None` if the tags cannot be read), and a problem. `usual`
    /// is the result of [`usual`](Self::usual).
    fn set_up(usual: &Self, tags: &StartTags) -> (Option<Self>, Verdict);

    /// Returns the tags that a game from this position needs.
    fn start_tags(&self) -> Vec<(&'static str, String)>;

    /// Makes the move that a text means: `after` becomes the board after it. Returns `None` for a null move.
    fn play(
        before: &Self::Kept,
        after: &mut Self::Kept,
        text: &[u8],
    ) -> Result<(Option<Self::Move>, Repairs), ProblemKind>;

    /// Returns the board after a legal move, or after a null move.
    #[must_use = "the board itself does not change"]
    fn after(&self, m: Option<Self::Move>) -> Self;

    /// Returns the text of a legal move.
    fn san(&self, m: Self::Move) -> Self::San;

    /// Returns the UCI text of a legal move of chess.
    fn uci(&self, m: Self::Move) -> Option<String> {
        let _ = m;
        None
    }

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the number of the move.
    fn fullmove_number(&self) -> u32;

    /// Returns `true` if the boards are the same, with counters and history.
    fn same_state(&self, other: &Self) -> bool;

    /// Returns the board if it is chess.
    fn as_chess(&self) -> Option<&Board> {
        None
    }
}

/// The tags of a game that decide where it starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct StartTags {
    /// The tag `Variant`.
    pub variant: Option<String>,
    /// The tag `FEN`.
    pub fen: Option<String>,
    /// `true` if the tag `SetUp` is 1.
    pub set_up: bool,
}

impl StartTags {
    /// Returns the start position, and a problem. A tag `FEN` that says "unknown" does not count.
    pub(in crate::pgn) fn set_up<B: PgnBoard>(&self, usual: &B) -> (Option<B>, Verdict) {
        let is_unknown = |fen: &String| matches!(fen.trim(), "" | "?" | "-" | "none" | "startpos");
        if !self.fen.as_ref().is_some_and(is_unknown) {
            return B::set_up(usual, self);
        }
        B::set_up(usual, &Self { fen: None, set_up: true, ..self.clone() })
    }
}

impl PgnBoard for Board {
    type Move = Move;
    type Kept = BoardWithCheckers;
    type San = San;

    fn usual() -> Self {
        Self::start()
    }

    fn set_up(usual: &Self, tags: &StartTags) -> (Option<Self>, Verdict) {
        let Some(mode) = mode(tags.variant.as_deref()) else {
            let name = tags.variant.as_deref().unwrap_or_default();
            return (None, Verdict::refused(ProblemKind::unknown_variant(name)));
        };
        let Some(fen) = &tags.fen else {
            let start = match mode {
                FenMode::Chess960 => Board::chess960(518).unwrap_or(*usual),
                _ => *usual,
            };
            let note = match mode {
                _ if tags.set_up => Verdict::noted(ProblemKind::MissingFen),
                FenMode::Chess960 => Verdict::noted(ProblemKind::MissingChess960Start),
                _ => Verdict::Take,
            };
            return (Some(start), note);
        };
        match FenReader::new().with_mode(mode).read_board(fen) {
            Err(error) => (None, Verdict::refused(ProblemKind::Fen(Box::new(error)))),
            Ok(read) => {
                let problems = read.problems();
                let note = if !problems.is_empty() {
                    Verdict::noted(ProblemKind::OddPosition(problems))
                } else if !tags.set_up {
                    Verdict::noted(ProblemKind::MissingSetUp)
                } else {
                    Verdict::Take
                };
                (Some(read.position), note)
            }
        }
    }

    fn start_tags(&self) -> Vec<(&'static str, String)> {
        if Self::same_state(self, &Self::start()) {
            return Vec::new();
        }
        let variant = (self.castling_mode() == CastlingMode::Chess960).then(|| ("Variant", "Chess960".to_string()));
        variant.into_iter().chain([("SetUp", "1".to_string()), ("FEN", self.to_string())]).collect()
    }

    #[inline(always)] // in the loop over moves
    fn play(
        before: &BoardWithCheckers,
        after: &mut BoardWithCheckers,
        text: &[u8],
    ) -> Result<(Option<Move>, Repairs), ProblemKind> {
        let (m, mut repairs, mark) = match san::quick(before, before, text) {
            Some((m, mark)) => (Some(m), Repairs::empty(), mark),
            None => match san::read_slowly(before, text) {
                Ok(read) => read,
                Err(error) => return Err(ProblemKind::Move(Box::new(error))),
            },
        };
        match m {
            Some(m) => {
                after.set_after(before, m);
                repairs |= san::check_mark(mark, after, !after.checkers().is_empty());
            }
            None if !before.checkers().is_empty() => return Err(ProblemKind::NullMoveInCheck),
            None => *after = before.after_null().into(),
        }
        Ok((m, repairs))
    }

    fn after(&self, m: Option<Move>) -> Self {
        match m {
            Some(m) => Self::after(self, m),
            None => self.after_null(),
        }
    }

    fn san(&self, m: Move) -> San {
        San::new(self, m)
    }

    fn uci(&self, m: Move) -> Option<String> {
        Some(m.uci(self.castling_mode()).to_string())
    }

    fn side_to_move(&self) -> Color {
        Self::side_to_move(self)
    }

    fn fullmove_number(&self) -> u32 {
        Self::fullmove_number(self)
    }

    fn same_state(&self, other: &Self) -> bool {
        Self::same_state(self, other)
    }

    fn as_chess(&self) -> Option<&Board> {
        Some(self)
    }
}

/// The names of Chess960.
const CHESS960: &str = "chess960 fischerandom fischerrandom fischerrandomchess fischerandomchess frc 960 freestyle \
    freestylechess doublefischerrandom dfrc chess9lx wildfr";

/// Returns how the FEN of this variant is read, or `None` for a variant that is neither chess nor Chess960.
fn mode(variant: Option<&str>) -> Option<FenMode> {
    let name: String = variant.unwrap_or_default().chars().filter(|c| c.is_alphanumeric()).collect();
    Some(match name.to_ascii_lowercase().as_str() {
        "" | "fromposition" => FenMode::Detect,
        "standard" | "regular" | "normal" | "chess" | "classical" => FenMode::Standard,
        name if CHESS960.split(' ').any(|known| known == name) => FenMode::Chess960,
        _ => return None,
    })
}
