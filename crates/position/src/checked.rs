//! A board whose checks and pins are known.

use core::ops::Deref;

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::moves::Moves;

/// A board with its [`CheckInfo`], for listing and testing many moves of one position; made by [`Board::with`].
///
/// Its methods return what the methods of the board return, in less time. It dereferences to the board.
///
/// ```
/// use gardez_position::Position;
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let info = position.check_info();
/// let checked = position.with(&info);
/// let checks = checked.moves().into_iter().filter(|&m| checked.gives_check(m)).count();
/// assert_eq!(checks, 1); // Ra8+
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    pub(crate) board: &'a Board,
    pub(crate) info: &'a CheckInfo,
}

impl Board {
    /// Returns the board with its [`CheckInfo`], which a search computes once for each position.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if `info` belongs to another board. Release builds return meaningless results.
    #[inline]
    pub fn with<'a>(&'a self, info: &'a CheckInfo) -> Checked<'a> {
        debug_assert_eq!(*info, self.check_info(), "the check info of another board:{self:?}");
        Checked { board: self, info }
    }
}

impl<'a> Checked<'a> {
    /// Returns the choice of all legal moves, like [`Board::moves`].
    #[inline]
    pub const fn moves(&self) -> Moves<'a> {
        Moves::new(self.board, Some(self.info))
    }
}

impl Deref for Checked<'_> {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        self.board
    }
}
