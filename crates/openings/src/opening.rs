//! Openings.

use core::fmt;
use core::iter::FusedIterator;

use gardez_position::Board;
use gardez_types::Move;

use crate::chain::Chain;
use crate::eco::Eco;
use crate::name::Name;
use crate::table::{CODE_STARTS, LINE_MOVES, LINE_PARENTS, MAX_PLIES, OPENING_LINES, OPENING_NAMES, OPENINGS};

/// A named opening: a position with an ECO code, a name, and moves that lead to it.
///
/// No two openings have the same position; several can have the same name. Openings are ordered by code, then by name.
///
/// | to find | use |
/// |---|---|
/// | the opening of a game | [`Opening::from_boards`], [`Opening::from_moves`] |
/// | every named position of a game | [`Opening::each_of`] |
/// | the opening of one position | [`Opening::from_board`] |
/// | all openings with a code, or with a part of a name | [`Opening::by_eco`], [`Opening::by_name`] |
///
/// ```
/// use gardez_openings::Opening;
/// use gardez_position::Board;
///
/// let mut board = Board::start();
/// for text in ["e2e4", "c7c5", "g1f3"] {
///     board.do_move(board.parse_uci(text)?);
/// }
/// let opening = Opening::from_board(&board).expect("the position has a name");
/// assert_eq!(opening.to_string(), "B27 Sicilian Defense");
/// # Ok::<_, gardez_position::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening(u16);

impl Opening {
    /// The number of openings.
    pub const COUNT: usize = OPENINGS;

    /// Returns the opening with this index, in the order of openings. Indices may change between versions of this crate.
    #[inline]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the index of the opening.
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Returns all openings, in the order of codes and names.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + FusedIterator + Clone {
        (0..Self::COUNT as u16).map(Self)
    }

    /// Returns the openings with this code.
    pub fn by_eco(code: Eco) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + FusedIterator + Clone {
        let code = usize::from(code.index());
        (CODE_STARTS[code]..CODE_STARTS[code + 1]).map(Self)
    }

    /// Returns the openings whose names contain this text, ignoring case and accents. Reads all names.
    ///
    /// ```
    /// use gardez_openings::Opening;
    ///
    /// assert!(Opening::by_name("grunfeld defense: brinck").all(|opening| opening.name().family() == "Grünfeld Defense"));
    /// assert_eq!(Opening::by_name("Botez Gambit").count(), 0);
    /// ```
    pub fn by_name(text: &str) -> impl FusedIterator<Item = Self> + Clone {
        Self::all().filter(move |opening| opening.name().contains(text))
    }

    /// Returns the ECO code.
    pub fn eco(self) -> Eco {
        // The first code starts at 0, so there is at least one start.
        let code = CODE_STARTS.partition_point(|&start| start <= self.0) - 1;
        Eco::from_index(code as u16).expect("the last start is after all openings")
    }

    /// Returns the name, such as *Sicilian Defense: Najdorf Variation*.
    pub fn name(self) -> Name {
        Name::from_number(OPENING_NAMES[usize::from(self.0)])
    }

    /// Returns the moves from the start position to the position of the opening, in the usual order.
    ///
    /// ```
    /// use gardez_openings::Opening;
    /// use gardez_types::CastlingMode;
    ///
    /// let opening = Opening::by_name("ruy lopez").next().expect("there is such a name");
    /// let moves: Vec<_> = opening.moves().map(|m| m.uci(CastlingMode::Standard).to_string()).collect();
    /// assert_eq!(moves[..5], ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    /// ```
    pub fn moves(self) -> impl ExactSizeIterator<Item = Move> + FusedIterator + Clone {
        let numbers = Chain::<MAX_PLIES>::new(OPENING_LINES[usize::from(self.0)], &LINE_PARENTS);
        numbers.map(|number| Move::from_raw(LINE_MOVES[usize::from(number)]).expect("the table has moves"))
    }

    /// Returns the position of the opening.
    pub fn board(self) -> Board {
        let mut board = Board::start();
        self.moves().for_each(|m| board.do_move(m));
        board
    }
}

impl fmt::Display for Opening {
    /// Writes the code and the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco(), self.name())
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
