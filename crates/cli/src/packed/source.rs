//! The inputs of a conversion, one after the other or mixed.

use std::fs;
use std::slice;

use gardez::data::{Filter, Interleaved};
use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};

use crate::packed::files::{Failure, Files, OnNegation};
use crate::packed::report::sums;
use crate::packed::{Damage, Inputs, Place};
use crate::progress::Progress;
use crate::stop::Stop;

/// The inputs of a conversion.
pub(crate) struct Source<'a, V: View> {
    order: Order<'a, V>,
    failure: Failure,
}

enum Order<'a, V: View> {
    Files(Files<'a, V>),
    Mixed(Interleaved<Files<'a, V>>),
}

impl<'a, V: View> Source<'a, V> {
    /// Returns the inputs, mixed with this seed if there is one.
    pub(crate) fn new(
        inputs: &'a Inputs,
        filter: &'a Filter,
        places: &[Place],
        mixed: Option<u64>,
        on_negation: OnNegation,
        progress: &'a Progress,
    ) -> Self {
        let failure = Failure::default();
        let files = |places: &[Place]| {
            Files::new(inputs, filter, progress, on_negation, places.iter().cloned(), Failure::clone(&failure))
        };
        let one = |place: &Place| (files(slice::from_ref(place)), weight(place, inputs));
        let interleaved = mixed.and_then(|seed| Interleaved::new(places.iter().map(one), seed));
        let order = interleaved.map_or_else(|| Order::Files(files(places)), Order::Mixed);
        Self { order, failure }
    }

    /// Returns why reading ended early, if it did.
    pub(crate) fn take_failure(&self) -> Option<Stop> {
        self.failure.borrow_mut().take()
    }

    /// Returns the place of the last entry.
    pub(crate) fn place(&self) -> String {
        match &self.order {
            Order::Files(files) => files.place(),
            Order::Mixed(mixed) => mixed.last_reader().map_or_else(String::new, Files::place),
        }
    }

    /// Returns the number of entries so far.
    pub(crate) fn total(&self) -> u64 {
        self.files().map(Files::total).sum()
    }

    /// Returns the number of entries that were left out because of their score.
    pub(crate) fn negations(&self) -> u64 {
        self.files().map(Files::negations).sum()
    }

    /// Returns what became of each file that was read, in the order of the inputs.
    pub(crate) fn finished(&self) -> impl Iterator<Item = &Damage> {
        self.files().flat_map(Files::finished)
    }

    /// Returns what was left out of PGN files and chunks, in a few words each, with its number.
    pub(crate) fn left_out(&self) -> Vec<(&'static str, u64)> {
        sums(self.files().flat_map(Files::reports))
    }

    fn files(&self) -> Box<dyn Iterator<Item = &Files<'a, V>> + '_> {
        match &self.order {
            Order::Files(files) => Box::new(std::iter::once(files)),
            Order::Mixed(mixed) => Box::new(mixed.readers()),
        }
    }
}

impl<V: View> ReadEntries for Source<'_, V> {
    type View = V;

    fn format(&self) -> Format {
        match &self.order {
            Order::Files(files) => files.format(),
            Order::Mixed(mixed) => mixed.format(),
        }
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        match &mut self.order {
            Order::Files(files) => files.next_entry(),
            Order::Mixed(mixed) => mixed.next_entry(),
        }
    }
}

/// Returns about how many entries a file has, so that all files end at about the same time. What is not a file has few.
fn weight(place: &Place, inputs: &Inputs) -> u64 {
    let (bytes, format) = match place {
        Place::File(path) => (fs::metadata(path).map_or(0, |metadata| metadata.len()), inputs.named_format(path)),
        Place::Member(member) => (member.size(), Some(Format::Lc0V6)),
        Place::Lost(lost) => (lost.size, Some(Format::Lc0V6)),
    };
    bytes / format.map_or(32, Format::typical_entry_size) as u64
}
