//! The entries of several inputs, one after the other or mixed.

use std::slice;

use gardez_formats::{Entry, Format, LeftOut, Misfit, ReadEntries, ReadError, UnrepresentableError, View};

use super::chain::{Chain, EntryOptions, add};
use super::open::Opener;
use super::place::Place;
use super::summary::FileSummary;
use crate::interleave::Interleaved;

/// The entries of several inputs in one view. A damaged input yields the entries up to the damage, and the others
/// follow.
///
/// An input that cannot be opened is an error, after which nothing follows; a part of a directory or a tar is only
/// reported. So is a score that cannot be negated, unless such entries are left out.
#[derive(Debug)]
pub struct FileEntries<'a, V: View> {
    order: Order<'a, V>,
}

#[derive(Debug)]
enum Order<'a, V: View> {
    Chain(Box<Chain<'a, V>>),
    Mixed(Box<Interleaved<Chain<'a, V>>>),
}

impl<'a, V: View> FileEntries<'a, V> {
    /// Reads these inputs one after the other.
    pub fn new(opener: &'a Opener<'a>, places: &[Place], options: EntryOptions<'a>) -> Self {
        Self { order: Order::Chain(Box::new(Chain::new(opener, places, options))) }
    }

    /// Reads these inputs mixed at random; see [`Interleaved`]. Each keeps its order.
    pub fn mixed(opener: &'a Opener<'a>, places: &[Place], options: EntryOptions<'a>, seed: u64) -> Self {
        let one = |place: &Place| (Chain::new(opener, slice::from_ref(place), options), opener.weight(place));
        match Interleaved::new(places.iter().map(one), seed) {
            Some(mixed) => Self { order: Order::Mixed(Box::new(mixed)) },
            None => Self::new(opener, places, options),
        }
    }

    /// Returns the place of the last entry, in words.
    pub fn place(&self) -> String {
        match &self.order {
            Order::Chain(chain) => chain.place(),
            Order::Mixed(mixed) => mixed.last_reader().map_or_else(String::new, Chain::place),
        }
    }

    /// Returns the number of entries so far, including entries that were left out because of their score.
    pub fn total(&self) -> u64 {
        self.chains().map(|chain| chain.total).sum()
    }

    /// Returns the number of entries that were left out because their score cannot be negated.
    pub fn negations(&self) -> u64 {
        self.chains().map(|chain| chain.negations).sum()
    }

    /// Returns the error of such a score.
    pub fn negation(&self) -> UnrepresentableError {
        UnrepresentableError { format: self.format(), misfit: Misfit::Score(i16::MIN) }
    }

    /// Returns the place of the score that was an error, in words.
    pub fn refused(&self) -> String {
        self.chains().find_map(|chain| chain.refused.clone()).unwrap_or_else(|| self.place())
    }

    /// Returns what became of each input that was read, in the order of the inputs.
    pub fn finished(&self) -> impl Iterator<Item = &FileSummary> {
        self.chains().flat_map(|chain| &chain.finished)
    }

    /// Returns what became of each input, as [`finished`](Self::finished) does.
    pub fn into_finished(self) -> Vec<FileSummary> {
        match self.order {
            Order::Chain(chain) => chain.finished,
            Order::Mixed(mixed) => mixed.into_readers().flat_map(|chain| chain.finished).collect(),
        }
    }

    fn chains(&self) -> Box<dyn Iterator<Item = &Chain<'a, V>> + '_> {
        match &self.order {
            Order::Chain(chain) => Box::new(std::iter::once(&**chain)),
            Order::Mixed(mixed) => Box::new(mixed.readers()),
        }
    }
}

impl<V: View> ReadEntries for FileEntries<'_, V> {
    type View = V;

    fn format(&self) -> Format {
        match &self.order {
            Order::Chain(chain) => chain.format(),
            Order::Mixed(mixed) => mixed.format(),
        }
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        match &mut self.order {
            Order::Chain(chain) => chain.next_entry(),
            Order::Mixed(mixed) => mixed.next_entry(),
        }
    }

    /// Returns what was left out of all inputs: the sums of the same words.
    fn left_out(&self) -> LeftOut {
        let mut sums = LeftOut::new();
        self.chains().for_each(|chain| add(&mut sums, chain.left_out()));
        sums
    }
}
