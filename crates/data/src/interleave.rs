//! Several inputs as one.

use gardez_formats::{Entry, Format, ReadEntries, ReadError};
use gardez_types::Generator;

/// A reader that draws each entry at random from one of several readers, which keep their order.
///
/// The probability of a reader is proportional to the weight that is left of it. With the number of entries, or of
/// bytes, as weights, all readers end at about the same time. With the same seed, the order is the same.
#[derive(Clone, Debug)]
pub(crate) struct Interleaved<R: ReadEntries> {
    format: Format,
    readers: Vec<Weighted<R>>,
    generator: Generator,
    /// The index of the reader that was drawn last.
    last: Option<usize>,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from a reader.
    entry: Option<Entry<R::View>>,
}

/// The largest weight. The sum of the weights of a million readers does not overflow.
const MOST_WEIGHT: u64 = 1 << 44;

#[derive(Clone, Debug)]
struct Weighted<R> {
    reader: R,
    weight: u64,
    is_over: bool,
}

impl<R> Weighted<R> {
    fn weight(&self) -> u64 {
        // A reader with more entries than its weight says is read to its end.
        if self.is_over { 0 } else { self.weight.clamp(1, MOST_WEIGHT) }
    }
}

impl<R: ReadEntries> Interleaved<R> {
    /// Returns the entries of these readers, each with its weight. Returns `None` if there are no readers.
    pub(crate) fn new(readers: impl IntoIterator<Item = (R, u64)>, seed: u64) -> Option<Self> {
        let weighted = |(reader, weight)| Weighted { reader, weight, is_over: false };
        let readers: Vec<_> = readers.into_iter().map(weighted).collect();
        let format = readers.first()?.reader.format();
        Some(Self { format, readers, generator: Generator::new(seed), last: None, entry: None })
    }

    /// Returns the readers, in the order in which they were given.
    pub(crate) fn readers(&self) -> impl Iterator<Item = &R> {
        self.readers.iter().map(|weighted| &weighted.reader)
    }

    /// Returns the readers, in the order in which they were given.
    pub(crate) fn into_readers(self) -> impl Iterator<Item = R> {
        self.readers.into_iter().map(|weighted| weighted.reader)
    }

    /// Returns the reader that the last entry or error is from, or `None` before the first one.
    pub(crate) fn last_reader(&self) -> Option<&R> {
        Some(&self.readers.get(self.last?)?.reader)
    }

    /// Returns a reader that is not over, or `None`.
    fn choose(&mut self) -> Option<usize> {
        let total: u64 = self.readers.iter().map(Weighted::weight).sum();
        let random = u128::from(self.generator.next_u64());
        let mut rest = ((random * u128::from(total)) >> 64) as u64;
        self.readers.iter().position(|weighted| {
            let weight = weighted.weight();
            let is_chosen = rest < weight;
            rest = rest.saturating_sub(weight);
            is_chosen
        })
    }
}

impl<R: ReadEntries> ReadEntries for Interleaved<R> {
    type View = R::View;

    /// Returns the format of the first reader.
    fn format(&self) -> Format {
        self.format
    }

    /// Returns the next entry. After an error of one reader, the others go on.
    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        while let Some(index) = self.choose() {
            let Weighted { reader, weight, is_over } = &mut self.readers[index];
            *weight = weight.saturating_sub(1);
            self.last = Some(index);
            // Unless an entry follows, nothing does.
            *is_over = true;
            if let Some(entry) = reader.next_entry()? {
                *is_over = false;
                return Ok(Some(self.entry.insert(*entry)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;

    use super::*;
    use crate::{Memory, Shuffled};
    use gardez_formats::Wdl;
    use gardez_formats::WriteEntries;
    use gardez_formats::bin;

    /// Returns a file with entries of these scores.
    fn file(scores: core::ops::Range<i16>) -> Vec<u8> {
        let mut writer = bin::Writer::new(Vec::new());
        for score in scores {
            writer.write_entry(&Entry::new(Board::start(), None, score, Wdl::Draw)).expect("the entry fits");
        }
        writer.finish().expect("a list has no errors")
    }

    #[test]
    fn every_entry_is_given_once_and_readers_keep_their_order_whatever_the_weights_are() {
        let files = [file(0..100), file(100..103), file(0..0), file(200..300)];
        for weights in [[100, 3, 0, 100], [0; 4], [u64::MAX; 4], [1, 1000, 1000, 1]] {
            let readers = files.iter().zip(weights).map(|(file, weight)| (bin::Reader::new(&file[..]), weight));
            let entries = Interleaved::new(readers, 5).expect("there are readers").entries();
            let scores: Vec<i16> = entries.map(|entry| entry.expect("the files are sound").score).collect();
            for range in [0..100, 100..103, 200..300] {
                let of_one: Vec<i16> = scores.iter().copied().filter(|score| range.contains(score)).collect();
                assert!(of_one.into_iter().eq(range), "{scores:?}");
            }
            assert_eq!(scores.len(), 203);
        }
    }

    #[test]
    fn the_other_readers_go_on_after_an_error() {
        let (sound, mut cut) = (file(0..50), file(50..60));
        cut.truncate(5 * bin::SIZE + 1);
        let readers = [(bin::Reader::new(&sound[..]), 50), (bin::Reader::new(&cut[..]), 10)];
        let mut reader = Interleaved::new(readers, 1).expect("there are readers");
        let (mut entries, mut errors) = (0, 0);
        loop {
            match reader.next_entry() {
                Ok(Some(_)) => entries += 1,
                Ok(None) => break,
                Err(_) => {
                    errors += 1;
                    let offsets = [reader.last_reader().map(bin::Reader::offset), Some(5 * bin::SIZE as u64)];
                    assert_eq!(offsets[0], offsets[1], "the error is that of the second reader");
                }
            }
        }
        assert_eq!((entries, errors), (55, 1));
    }

    #[test]
    fn steps_that_need_all_entries_read_on_after_an_error() {
        let (sound, mut cut) = (file(0..50), file(50..60));
        cut.truncate(5 * bin::SIZE + 1);
        let readers = [(bin::Reader::new(&cut[..]), 10), (bin::Reader::new(&sound[..]), 50)];
        let mixed = Interleaved::new(readers, 1).expect("there are readers");
        let memory = Memory::new(1 << 20, std::env::temp_dir());
        let results: Vec<_> = Shuffled::new(mixed, 1, &memory).expect("no file is needed").entries().collect();
        assert!(results.len() == 56 && results[..55].iter().all(Result::is_ok) && results[55].is_err());
    }
}
