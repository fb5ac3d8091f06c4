//! Paths in the trees of names and of moves.

use core::iter::FusedIterator;

/// The path from the root of a tree to one of its entries: at most `MAX` numbers of entries.
#[derive(Clone, Debug)]
pub(crate) struct Chain<const MAX: usize> {
    /// The numbers, the last one first.
    numbers: [u16; MAX],
    left: usize,
}

impl<const MAX: usize> Chain<MAX> {
    /// Returns the path to this entry. `parents` contains the number of each entry's parent plus 1, or 0.
    pub(crate) fn new(entry: u16, parents: &[u16]) -> Self {
        let mut chain = Self { numbers: [0; MAX], left: 0 };
        let mut entry = Some(entry);
        while let Some(number) = entry {
            chain.numbers[chain.left] = number;
            chain.left += 1;
            entry = parents[usize::from(number)].checked_sub(1);
        }
        chain
    }
}

impl<const MAX: usize> Iterator for Chain<MAX> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        self.left = self.left.checked_sub(1)?;
        Some(self.numbers[self.left])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<const MAX: usize> ExactSizeIterator for Chain<MAX> {}
impl<const MAX: usize> FusedIterator for Chain<MAX> {}
