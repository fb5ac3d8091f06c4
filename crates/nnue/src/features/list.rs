//! Lists of indices, stored in place.

use core::fmt;
use core::ops::{Deref, DerefMut};
use core::slice;

/// A list of active inputs, stored in place without heap memory. It takes 2 KiB.
///
/// It dereferences to a slice of `u32`. The order of the indices has no meaning; sort the list to compare it. Making a
/// list clears its memory, which takes longer than filling it, so make one and reuse it:
///
/// ```
/// use gardez_nnue::features::{FeatureSet, IndexList, PieceSquares};
/// use gardez_position::{Board, Color};
///
/// let mut list = IndexList::new();
/// for perspective in Color::ALL {
///     PieceSquares::HALF_KA_V2_HM.active_into(&Board::start(), perspective, &mut list);
///     assert_eq!(list.len(), 32);
/// }
/// ```
#[derive(Clone)]
pub struct IndexList {
    len: usize,
    /// The indices. Those past the length are left over from earlier lists.
    indices: [u32; Self::CAPACITY + SURPLUS],
}

/// The largest number of indices that are stored past the end of a list.
const SURPLUS: usize = 32;

impl IndexList {
    /// The number of indices that every list has room for. No board exceeds it: a piece attacks at most 8 others, so 64
    /// pieces have at most 512 pairs of attacker and target, and 48 pawns have at most 408 pairs.
    pub const CAPACITY: usize = 512;

    /// Creates an empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { len: 0, indices: [0; Self::CAPACITY + SURPLUS] }
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds an index at the end.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, index: u32) {
        assert!(self.len < Self::CAPACITY, "the list has room for {} indices", Self::CAPACITY);
        self.indices[self.len] = index;
        self.len += 1;
    }

    /// Removes the index at this place of the list, and puts the last one there.
    fn swap_remove(&mut self, place: usize) {
        self.indices[place] = self.indices[self.len - 1];
        self.len -= 1;
    }

    /// Sets the length. Returns the indices, which have any values, with room for more than all squares.
    #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))))]
    #[inline]
    pub(super) fn resize(&mut self, len: usize) -> &mut [u32; 128] {
        self.len = len.min(Self::CAPACITY);
        self.indices.first_chunk_mut().expect("the capacity is larger")
    }

    #[inline]
    pub(super) fn rewrite(&mut self, write: impl FnOnce(&mut Writer<'_>)) {
        let mut writer = Writer { indices: &mut self.indices, len: 0 };
        write(&mut writer);
        self.len = writer.len;
    }
}

/// Adds indices to a list. The length is a number of its own, so that it is kept in a register.
pub(super) struct Writer<'a> {
    indices: &'a mut [u32; IndexList::CAPACITY + SURPLUS],
    len: usize,
}

impl Writer<'_> {
    /// Returns the room for the next indices. What is stored there belongs to the list after [`Writer::grow`].
    #[inline]
    pub(super) fn room<const N: usize>(&mut self) -> &mut [u32; N] {
        (&mut self.indices[self.len..self.len + N]).try_into().expect("a slice of this length")
    }

    #[inline]
    pub(super) fn grow(&mut self, count: usize) {
        self.len += count;
    }

    /// Adds an index if `is_kept`, without a branch.
    #[inline]
    pub(super) fn push_if(&mut self, index: u32, is_kept: bool) {
        self.room::<1>()[0] = index;
        self.grow(usize::from(is_kept));
    }
}

impl Default for IndexList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for IndexList {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        &self.indices[..self.len]
    }
}

impl DerefMut for IndexList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        &mut self.indices[..self.len]
    }
}

impl PartialEq for IndexList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for IndexList {}

impl fmt::Debug for IndexList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a IndexList {
    type Item = &'a u32;
    type IntoIter = slice::Iter<'a, u32>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The changes of a move for one perspective: either both lists, or everything.
///
/// If `refresh` is false, the inputs after the move are those before it without `removed` and with `added`. An index may
/// be in both lists, or twice in one of them, so apply them as sums (an accumulator does), or call
/// [`cancel`](Difference::cancel) first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Difference {
    /// `true` if the perspective's king has changed the numbering: list all inputs anew. Then both lists are empty.
    pub refresh: bool,
    /// The inputs that the move turns off.
    pub removed: IndexList,
    /// The inputs that the move turns on.
    pub added: IndexList,
}

impl Difference {
    /// Creates a difference without changes.
    pub const fn new() -> Self {
        Self { refresh: false, removed: IndexList::new(), added: IndexList::new() }
    }

    /// Removes pairs of the same index from both lists, until no index is in both.
    ///
    /// ```
    /// use gardez_nnue::features::Difference;
    ///
    /// let mut difference = Difference::new();
    /// for index in [7, 9] {
    ///     difference.removed.push(index);
    /// }
    /// difference.added.push(7);
    /// difference.cancel();
    /// assert_eq!((&difference.removed[..], &difference.added[..]), (&[9][..], &[][..]));
    /// ```
    pub fn cancel(&mut self) {
        let mut place = 0;
        while let Some(&index) = self.removed.get(place) {
            if let Some(same) = self.added.iter().position(|&added| added == index) {
                self.removed.swap_remove(place);
                self.added.swap_remove(same);
            } else {
                place += 1;
            }
        }
    }

    /// Returns the inputs that are turned off, and on.
    #[inline]
    pub(crate) fn lists(&self) -> [&[u32]; 2] {
        [&self.removed, &self.added]
    }

    /// Empties both lists, and sets whether the list must be made anew.
    #[inline]
    pub(crate) fn restart(&mut self, refresh: bool) {
        self.refresh = refresh;
        self.removed.clear();
        self.added.clear();
    }
}
