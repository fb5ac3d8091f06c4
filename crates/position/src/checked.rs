//! A board whose checks and pins are known.

use core::ops::Deref;

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::moves::Moves;

/// A board with its [`CheckInfo`]: for searches, which list and test many moves of one position; made by
/// [`Board::with`].
///
/// It dereferences to its board. Its own methods return what the methods of the board return, in less time.
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
    /// Returns the board with what is known about its checks and pins. A search computes it once for each position,
    /// by [`Board::check_info`].
    ///
    /// # Panics
    ///
    /// Panics in debug builds if `info` belongs to another board. In release builds, the results are meaningless then.
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
