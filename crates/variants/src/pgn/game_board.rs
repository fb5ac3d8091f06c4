//! Boards for files with games of chess and of variants.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use gardez_notation::pgn::{PgnBoard, ProblemKind, StartTags, Verdict};
use gardez_notation::san::Repairs;
use gardez_position::{Board, BoardWithCheckers};
use gardez_types::Color;

use crate::any::VariantBoard;
use crate::moves::VariantMove;
use crate::pgn::Kept;
use crate::san::San;

/// A board of chess or of a variant, as the tag `Variant` of a game says.
///
/// ```
/// use gardez_notation::pgn::{Keep, Reader};
/// use gardez_variants::pgn::GameBoard;
///
/// let text = "1. e4 e5 *\n\n[Variant \"Atomic\"]\n\n1. Nf3 e5 2. Nxe5 *";
/// let mut reader = Reader::from_bytes(text.as_bytes());
/// let mut boards = Vec::new();
/// while let Some(read) = reader.read_game_on::<GameBoard>(Keep::Normalized)? {
///     boards.push((*read.game.start(), read.game.len()));
/// }
/// assert!(matches!(boards[..], [(GameBoard::Chess(_), 2), (GameBoard::Variant(_), 3)]));
/// # Ok::<_, core::convert::Infallible>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "both are boards, and neither is on the heap")]
pub enum GameBoard {
    /// Chess or Chess960.
    Chess(BoardWithCheckers),
    /// Any other game.
    Variant(VariantBoard),
}

impl From<Board> for GameBoard {
    fn from(board: Board) -> Self {
        Self::Chess(board.into())
    }
}

impl From<VariantBoard> for GameBoard {
    fn from(board: VariantBoard) -> Self {
        Self::Variant(board)
    }
}

impl fmt::Display for GameBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess(board) => fmt::Display::fmt(&**board, f),
            Self::Variant(board) => board.fmt(f),
        }
    }
}

impl PgnBoard for GameBoard {
    type Move = VariantMove;
    type Kept = Kept<Self>;
    type San = San;

    fn usual() -> Self {
        Board::start().into()
    }

    fn set_up(usual: &Self, tags: &StartTags) -> (Option<Self>, Verdict) {
        let as_variant = |usual: &VariantBoard| {
            let (board, answer) = VariantBoard::set_up(usual, tags);
            (board.map(Self::Variant), answer)
        };
        match usual {
            Self::Variant(usual) => as_variant(usual),
            Self::Chess(usual) => match Board::set_up(usual, tags) {
                (None, Verdict::Refused(kind)) if matches!(*kind, ProblemKind::UnknownVariant(_)) => {
                    as_variant(&VariantBoard::usual())
                }
                (board, answer) => (board.map(Self::from), answer),
            },
        }
    }

    fn start_tags(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Chess(board) => (**board).start_tags(),
            Self::Variant(board) => board.start_tags(),
        }
    }

    #[inline]
    fn play(
        before: &Kept<Self>,
        after: &mut Kept<Self>,
        text: &[u8],
    ) -> Result<(Option<VariantMove>, Repairs), ProblemKind> {
        match &**before {
            Self::Chess(board) => {
                if !matches!(after.0, Self::Chess(_)) {
                    *after = *before;
                }
                let Self::Chess(after) = &mut after.0 else { unreachable!("it has just been made one of chess") };
                <Board as PgnBoard>::play(board, after, text).map(|(m, repairs)| (m.map(Into::into), repairs))
            }
            Self::Variant(board) => {
                let mut made = Kept(*board);
                let played = VariantBoard::play(&Kept(*board), &mut made, text)?;
                after.0 = Self::Variant(made.0);
                Ok(played)
            }
        }
    }

    fn after(&self, m: Option<VariantMove>) -> Self {
        match self {
            Self::Chess(board) => {
                let m = m.map(|m| m.as_move().expect("a move of chess"));
                PgnBoard::after(&**board, m).into()
            }
            Self::Variant(board) => PgnBoard::after(board, m).into(),
        }
    }

    fn san(&self, m: VariantMove) -> San {
        match self {
            Self::Chess(board) => San::of_chess(board, m.as_move().expect("a move of chess")),
            Self::Variant(board) => board.san(m),
        }
    }

    fn uci(&self, m: VariantMove) -> Option<String> {
        match self {
            Self::Chess(board) => (**board).uci(m.as_move()?),
            Self::Variant(_) => None,
        }
    }

    fn side_to_move(&self) -> Color {
        match self {
            Self::Chess(board) => board.side_to_move(),
            Self::Variant(board) => PgnBoard::side_to_move(board),
        }
    }

    fn fullmove_number(&self) -> u32 {
        match self {
            Self::Chess(board) => board.fullmove_number(),
            Self::Variant(board) => PgnBoard::fullmove_number(board),
        }
    }

    fn same_state(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Chess(board), Self::Chess(other)) => (**board).same_state(other),
            (Self::Variant(board), Self::Variant(other)) => PgnBoard::same_state(board, other),
            _ => false,
        }
    }

    fn as_chess(&self) -> Option<&Board> {
        match self {
            Self::Chess(board) => Some(board),
            Self::Variant(_) => None,
        }
    }
}
