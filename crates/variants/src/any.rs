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
use crate::setup::SetupError;
use crate::state::BoardState;
use crate::uci::UciError;
use crate::variant::{Dialect, Variant};

/// Declares the enum, and a macro that calls a method of the board that it contains.
macro_rules! boards {
    ($($Name:ident),+) => {
        /// A board of any variant, without its history: a `Copy` value.
        ///
        /// It has the methods of [`Board`], and chooses the rules once for each call: loops over moves are compiled for each
        /// variant. Pieces, pockets, rights and counters are methods of [`BoardState`].
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

        /// Evaluates an expression for the board, whatever its variant is.
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

            /// Returns a board with this state, which may be any.
            pub(crate) const fn from_state(variant: Variant, state: BoardState) -> Self {
                match variant {
                    $(Variant::$Name => Self::$Name(Board::from_state(state)),)+
                }
            }

            /// Reads a FEN in any form that a site writes. A position that no game leads to is read as well.
            ///
            /// # Errors
            ///
            /// Returns what is wrong with the text or the position, and where.
            pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, VariantFenError> {
                Ok(match variant {
                    $(Variant::$Name => Self::$Name(fen.parse()?),)+
                })
            }

            /// Reads a FEN and refuses what no game leads to.
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

/// Methods that do what the methods of [`Board`] with the same name do.
impl VariantBoard {
    /// Returns the variant.
    pub const fn variant(&self) -> Variant {
        each!(self, board => board.variant())
    }

    /// Returns the legal moves; none if the game is over by a rule of the variant.
    pub fn legal_moves(&self) -> VariantMoveList {
        each!(self, board => board.legal_moves())
    }

    /// Returns the number of legal moves.
    pub fn legal_move_count(&self) -> u32 {
        each!(self, board => board.legal_move_count())
    }

    /// Returns `true` if there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        each!(self, board => board.has_legal_moves())
    }

    /// Returns `true` if the move is legal.
    pub fn is_legal(&self, m: VariantMove) -> bool {
        each!(self, board => board.is_legal(m))
    }

    /// Makes a legal move in place.
    ///
    /// # Panics
    ///
    /// Panics as [`Board::do_move`] does.
    pub fn do_move(&mut self, m: VariantMove) {
        each!(self, board => board.do_move(m));
    }

    /// Makes a legal move in place, and returns what [`VariantBoard::undo_move`] needs.
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
        let mut board = *self;
        board.do_move(m);
        board
    }

    /// Returns the board after a null move. Only for a side that is not in check.
    #[must_use = "the board itself does not change"]
    pub fn after_null(&self) -> Self {
        each!(self, board => board.after_null().into())
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        each!(self, board => board.checkers())
    }

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns how the game has ended, as far as the board alone shows it, by Lichess's rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by(Dialect::Lichess)
    }

    /// Returns how the game has ended by the rules of this dialect.
    pub fn outcome_by(&self, dialect: Dialect) -> Option<Outcome> {
        each!(self, board => board.outcome_by(dialect))
    }

    /// Checks what must be true of the pieces.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        each!(self, board => board.check())
    }

    /// Returns how a rule of the variant has ended the game.
    pub(crate) fn variant_end(&self) -> Option<Outcome> {
        each!(self, board => board.variant_end())
    }

    /// Returns `true` if neither side can win any more.
    pub fn has_insufficient_material(&self, dialect: Dialect) -> bool {
        each!(self, board => board.has_insufficient_material(dialect))
    }

    /// Returns `true` if `color` cannot win any more: if the clock of the other side runs out, the game is drawn.
    pub fn has_insufficient_material_for(&self, color: Color, dialect: Dialect) -> bool {
        each!(self, board => board.has_insufficient_material_for(color, dialect))
    }

    /// Returns `true` if Lichess draws because the position is closed.
    pub fn is_closed(&self) -> bool {
        each!(self, board => board.is_closed())
    }

    /// Returns the board of chess with the same pieces, if a game of chess may lead to it as well.
    pub fn to_chess(&self) -> Option<gardez_position::Board> {
        each!(self, board => board.to_chess())
    }

    /// Returns the difference of material, positive if White is ahead.
    pub fn material_difference(&self) -> i32 {
        each!(self, board => board.material_difference())
    }

    /// Returns the FEN in this dialect.
    pub const fn fen(&self, dialect: Dialect) -> VariantFen<'_> {
        each!(self, board => board.fen(dialect))
    }

    /// Finds the legal move that a UCI text means.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or not legal.
    pub fn parse_uci(&self, text: &str) -> Result<VariantMove, UciError> {
        each!(self, board => board.parse_uci(text))
    }

    /// Finds the legal move that has this text in UCI, with castling in either form; `None` if there is none.
    pub fn find_uci(&self, text: UciText) -> Option<VariantMove> {
        each!(self, board => board.find_uci(text))
    }

    /// Returns the text of a legal move in standard algebraic notation.
    pub fn san(&self, m: VariantMove) -> San {
        each!(self, board => board.san(m))
    }

    /// Finds the legal move that a text in standard algebraic notation means.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or means none or several.
    pub fn parse_san(&self, text: &str) -> Result<VariantMove, SanError> {
        each!(self, board => board.parse_san(text))
    }

    /// Returns why no legal move has this text, in standard algebraic notation or UCI.
    pub fn why_illegal(&self, text: &str) -> Option<IllegalReason> {
        each!(self, board => board.why_illegal(text))
    }

    /// Returns the number of move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(self, board => board.perft(depth))
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
