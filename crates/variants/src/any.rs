//! A board of any variant.

use core::fmt;
use core::ops::Deref;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, UciText};

use crate::board::Board;
use crate::fen::{VariantFen, VariantFenError};
use crate::illegal::IllegalReason;
use crate::make::Undo;
use crate::moves::{VariantMove, VariantMoveList};
use crate::outcome::Outcome;
use crate::rules::{Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use crate::san::{San, SanError};
use crate::state::BoardState;
use crate::uci::UciError;
use crate::variant::{Dialect, Variant};

/// Declares the enum, and a macro that matches on its board.
macro_rules! boards {
    ($($Name:ident),+) => {
        /// A board of any variant, without history: a `Copy` value.
        ///
        /// Each call chooses the rules once. Pieces, pockets, rights and counters are methods of [`BoardState`].
        ///
        /// ```
        /// use gardez_variants::{Color, Variant, VariantBoard};
        ///
        /// let mut board = VariantBoard::from_fen(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1")?;
        /// board.do_move(board.parse_uci("Q@e7")?);
        /// assert!(board.pocket(Color::White).is_empty());
        /// assert_eq!(board.to_string(), "4k3/4Q3/8/8/8/8/8/4K3/n b - - 1 1");
        /// # Ok::<_, Box<dyn core::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum VariantBoard {
            $(
                #[doc = concat!("A board of [`", stringify!($Name), "`].")]
                $Name(Board<$Name>),
            )+
        }

        /// Evaluates an expression for the board of any variant.
        macro_rules! each {
            ($any:expr, $board:ident => $result:expr) => {
                match $any {
                    $(VariantBoard::$Name($board) => $result,)+
                }
            };
        }

        $(
            impl From<Board<$Name>> for VariantBoard {
                fn from(board: Board<$Name>) -> Self {
                    Self::$Name(board)
                }
            }
        )+

        impl VariantBoard {
            /// Returns the start position of a variant.
            pub fn start(variant: Variant) -> Self {
                match variant {
                    $(Variant::$Name => Self::$Name(Board::start()),)+
                }
            }

            /// Returns a board with this state, which is not checked.
            pub(crate) const fn from_state(variant: Variant, state: BoardState) -> Self {
                match variant {
                    $(Variant::$Name => Self::$Name(Board::from_state(state)),)+
                }
            }

            /// Reads a FEN in any form that a site writes, of any position that can be played.
            ///
            /// # Errors
            ///
            /// Returns what is wrong with the text or the position, and where.
            pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, VariantFenError> {
                Ok(match variant {
                    $(Variant::$Name => Self::$Name(fen.parse()?),)+
                })
            }

            /// Reads a FEN as [`from_fen`](Self::from_fen) does, but refuses positions that no game leads to.
            ///
            /// # Errors
            ///
            /// Returns what is wrong with the text or the position, and where.
            pub fn from_fen_strict(variant: Variant, fen: &str) -> Result<Self, VariantFenError> {
                Ok(match variant {
                    $(Variant::$Name => Self::$Name(Board::from_fen_strict(fen)?),)+
                })
            }
        }
    };
}

boards!(Chess, Crazyhouse, Antichess, Atomic, ThreeCheck, KingOfTheHill, RacingKings, Horde);

/// Declares methods that call the methods of [`Board`] with the same names.
macro_rules! same_as_board {
    ($($(#[$attribute:meta])* fn $name:ident(&self $(, $argument:ident: $Type:ty)*) -> $Result:ty;)+) => {
        /// Methods that do what the methods of [`Board`] with the same names do.
        impl VariantBoard {$(
            $(#[$attribute])*
            pub fn $name(&self $(, $argument: $Type)*) -> $Result {
                each!(self, board => board.$name($($argument),*))
            }
        )+}
    };
}

same_as_board! {
    /// Returns the variant.
    fn variant(&self) -> Variant;
    /// Returns the legal moves, or no moves if a rule of the variant has ended the game.
    fn legal_moves(&self) -> VariantMoveList;
    /// Returns the number of legal moves, without making a list.
    fn legal_move_count(&self) -> u32;
    /// Returns `true` if there is a legal move.
    fn has_legal_moves(&self) -> bool;
    /// Returns `true` if the move is legal.
    fn is_legal(&self, m: VariantMove) -> bool;
    /// Returns the pieces that give check to the side to move.
    fn checkers(&self) -> Bitboard;
    /// Returns `true` if the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns how the game has ended by Lichess's rules, without its history.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns how the game has ended by the rules of this dialect.
    fn outcome_by(&self, dialect: Dialect) -> Option<Outcome>;
    /// Returns `true` if neither side can win.
    fn has_insufficient_material(&self, dialect: Dialect) -> bool;
    /// Returns `true` if `color` cannot win, even if the other side's time runs out.
    fn has_insufficient_material_for(&self, color: Color, dialect: Dialect) -> bool;
    /// Returns `true` if Lichess draws the position because it is closed, in atomic and horde.
    fn is_closed(&self) -> bool;
    /// Returns the same board of chess, so that its opening can be named.
    fn to_chess(&self) -> Option<gardez_position::Board>;
    /// Returns the difference of material, positive if White is ahead.
    fn material_difference(&self) -> i32;
    /// Returns the FEN in this dialect. `Display` writes the FEN of Lichess.
    fn fen(&self, dialect: Dialect) -> VariantFen<'_>;
    /// Reads a legal move in UCI notation. Castling is read in both forms.
    fn parse_uci(&self, text: &str) -> Result<VariantMove, UciError>;
    /// Returns the legal move with this UCI text, with castling in either form.
    fn find_uci(&self, text: UciText) -> Option<VariantMove>;
    /// Returns the text of a legal move in standard algebraic notation.
    fn san(&self, m: VariantMove) -> San;
    /// Reads a legal move in standard algebraic notation.
    fn parse_san(&self, text: &str) -> Result<VariantMove, SanError>;
    /// Returns why no legal move has this text, in standard algebraic notation or UCI.
    fn why_illegal(&self, text: &str) -> Option<IllegalReason>;
    /// Returns the number of move sequences of this length.
    fn perft(&self, depth: u32) -> u64;
}

impl VariantBoard {
    /// Makes a legal move in place.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    pub fn do_move(&mut self, m: VariantMove) {
        each!(self, board => board.do_move(m));
    }

    /// Makes a legal move in place, and returns the argument of [`VariantBoard::undo_move`].
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    #[inline]
    #[must_use = "the move can be undone with it; `do_move` makes a move for good"]
    pub fn make_move(&mut self, m: VariantMove) -> Undo {
        each!(self, board => board.make_move(m))
    }

    /// Undoes the last move that was made.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::undo_move`] does.
    #[inline]
    pub fn undo_move(&mut self, undo: &Undo) {
        each!(self, board => board.undo_move(undo));
    }

    /// Returns the board after a legal move.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    #[must_use = "the board itself does not change"]
    pub fn after(&self, m: VariantMove) -> Self {
        each!(self, board => board.after(m).into())
    }

    /// Returns the board after a null move. The side to move must not be in check.
    #[must_use = "the board itself does not change"]
    pub fn after_null(&self) -> Self {
        each!(self, board => board.after_null().into())
    }

    pub(crate) fn variant_end(&self) -> Option<Outcome> {
        each!(self, board => board.variant_end())
    }
}

impl Deref for VariantBoard {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        each!(self, board => board)
    }
}

impl fmt::Display for VariantBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen(Dialect::Lichess).fmt(f)
    }
}

impl fmt::Debug for VariantBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, board => board.fmt(f))
    }
}
