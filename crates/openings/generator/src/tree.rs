//! Sequences with common beginnings, each stored as its last element and the sequence before it.

use std::collections::BTreeMap;

/// A set of sequences that contains all beginnings of each. Sequences are numbered in their order.
pub(crate) struct Tree<T> {
    numbers: BTreeMap<Vec<T>, u16>,
}

impl<T: Ord + Clone> Tree<T> {
    pub(crate) fn new<'a>(sequences: impl IntoIterator<Item = &'a [T]>) -> Result<Self, String>
    where
        T: 'a,
    {
        let mut numbers = BTreeMap::new();
        for sequence in sequences {
            for length in 1..=sequence.len() {
                numbers.insert(sequence[..length].to_vec(), 0);
            }
        }
        for (index, number) in numbers.values_mut().enumerate() {
            *number = u16::try_from(index).map_err(|_| "there are too many sequences for numbers of 16 bits")?;
        }
        Ok(Self { numbers })
    }

    pub(crate) fn number(&self, sequence: &[T]) -> u16 {
        self.numbers[sequence]
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(crate) fn last_elements(&self) -> impl Iterator<Item = &T> {
        self.numbers.keys().map(|sequence| &sequence[sequence.len() - 1])
    }

    /// Returns the parent of each sequence, which lacks its last element: the parent's number plus 1, or 0.
    pub(crate) fn parents(&self) -> impl Iterator<Item = u16> {
        self.numbers.keys().map(|sequence| match &sequence[..sequence.len() - 1] {
            [] => 0,
            parent => self.number(parent) + 1,
        })
    }
}
