//! The inputs of a conversion, one after the other or mixed.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use gardez_formats::convert::Interleaved;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};

use crate::packed::files::{Failure, Files, OnNegation};
use crate::packed::{Damage, Inputs};
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
    /// The inputs, mixed with this seed if there is one.
    pub(crate) fn new(
        inputs: &'a Inputs,
        paths: &[PathBuf],
        mixed: Option<u64>,
        on_negation: OnNegation,
        progress: &'a Progress,
    ) -> Self {
        let failure = Failure::default();
        let files = |paths: &[PathBuf]| {
            Files::new(inputs, progress, on_negation, paths.iter().cloned(), Failure::clone(&failure))
        };
        let one = |path: &PathBuf| (files(slice::from_ref(path)), weight(path, inputs.named_format(path)));
        let interleaved = mixed.and_then(|seed| Interleaved::new(paths.iter().map(one), seed));
        let order = interleaved.map_or_else(|| Order::Files(files(paths)), Order::Mixed);
        Self { order, failure }
    }

    /// Why reading ended early, if it did.
    pub(crate) fn take_failure(&self) -> Option<Stop> {
        self.failure.borrow_mut().take()
    }

    /// The place of the last entry.
    pub(crate) fn place(&self) -> String {
        match &self.order {
            Order::Files(files) => files.place(),
            Order::Mixed(mixed) => mixed.last_reader().map_or_else(String::new, Files::place),
        }
    }

    /// The number of entries so far.
    pub(crate) fn total(&self) -> u64 {
        self.files().map(Files::total).sum()
    }

    /// The number of entries that were left out because of their score.
    pub(crate) fn negations(&self) -> u64 {
        self.files().map(Files::negations).sum()
    }

    /// What became of each file that was read, in the order of the inputs.
    pub(crate) fn finished(&self) -> impl Iterator<Item = &Damage> {
        self.files().flat_map(Files::finished)
    }

    /// What was left out of the PGN files, in a few words each, with its number.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.files().flat_map(Files::left_out)
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

/// About how many entries a file has, so that all files end at about the same time. What is not a file has few.
fn weight(path: &Path, format: Option<Format>) -> u64 {
    let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
    bytes
        / match format {
            Some(Format::Binpack) => 3,
            Some(Format::Viri | Format::MontyValue) => 4,
            Some(Format::Pgn) => 8,
            Some(Format::ChessLibrary | Format::PackedBoard) => 24,
            Some(Format::MontyPolicy) => 35,
            Some(Format::BulletText) => 60,
            Some(Format::Plain) => 120,
            _ => 32,
        }
}
