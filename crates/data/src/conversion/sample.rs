//! A sample of records.

use std::collections::BinaryHeap;

use gardez_types::Generator;

/// Some of many records, all with the same probability. Only these are in memory.
#[derive(Debug)]
pub(super) struct Sample {
    size: usize,
    generator: Generator,
    count: u64,
    /// The records with the smallest random numbers, each with this number and its own.
    kept: BinaryHeap<(u64, u64, Vec<u8>)>,
}

impl Sample {
    pub(super) fn new(size: u64, seed: u64) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Self { size, generator: Generator::new(seed), count: 0, kept: BinaryHeap::new() }
    }

    pub(super) fn push(&mut self, record: &[u8]) {
        let (random, number) = (self.generator.next_u64(), self.count);
        self.count += 1;
        if self.kept.len() < self.size {
            self.kept.push((random, number, record.to_vec()));
        } else if let Some(mut largest) = self.kept.peek_mut().filter(|largest| random < largest.0) {
            let mut place = std::mem::take(&mut largest.2);
            place.clear();
            place.extend_from_slice(record);
            *largest = (random, number, place);
        }
    }

    /// Returns the records in the order in which they came.
    pub(super) fn finish(self) -> impl Iterator<Item = Vec<u8>> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|&(_, number, _)| number);
        kept.into_iter().map(|(_, _, record)| record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: u64, count: u32, seed: u64) -> Vec<u32> {
        let mut sample = Sample::new(size, seed);
        (0..count).for_each(|number| sample.push(&number.to_le_bytes()));
        sample.finish().map(|record| u32::from_le_bytes(record.try_into().expect("4 bytes"))).collect()
    }

    #[test]
    fn a_sample_has_its_size_keeps_the_order_and_depends_on_the_seed() {
        let found = sample(100, 10_000, 1);
        assert!(found.len() == 100 && found.is_sorted() && found.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(found == sample(100, 10_000, 1) && found != sample(100, 10_000, 2));
        assert!(sample(100, 50, 1).into_iter().eq(0..50) && sample(0, 50, 1).is_empty());
    }

    #[test]
    fn every_record_is_as_likely() {
        let mut times = [0; 20];
        (0..2000).flat_map(|seed| sample(5, 20, seed * 7919 + 1)).for_each(|number| times[number as usize] += 1);
        assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
    }
}
