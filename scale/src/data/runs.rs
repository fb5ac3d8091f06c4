//! More counts than fit into memory, sorted: each time the memory is full, a sorted run goes to the disk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use gardez_position::PackedBoard;

use super::pairs::{Pair, sort_and_add};
use crate::error::{Error, Result};

/// The bytes of a pair in a run.
const PAIR_BYTES: usize = PackedBoard::SIZE + 2 + 4 * 4 + 16;

/// The fewest pairs that are worth a run.
const FEWEST: usize = 1 << 10;

/// Counts in any order, which become sorted counts.
#[derive(Debug)]
pub(super) struct Runs {
    /// Where runs are written.
    folder: PathBuf,
    pairs: Vec<Pair>,
    /// The number of pairs that there is memory for.
    room: usize,
    /// Nameless files, which vanish with the process.
    runs: Vec<File>,
}

impl Runs {
    /// Makes runs with nothing yet. `memory` is in bytes.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        let room = (memory / size_of::<Pair>()).max(FEWEST);
        Self { folder: folder.to_owned(), pairs: Vec::new(), room, runs: Vec::new() }
    }

    /// Adds a pair.
    pub(super) fn push(&mut self, pair: Pair) -> Result<()> {
        if self.pairs.len() == self.room {
            sort_and_add(&mut self.pairs);
            // If most of them were equal, there is room again.
            if self.room / 2 < self.pairs.len() {
                self.write_run().map_err(Error::io(&self.folder))?;
            }
        }
        self.pairs.push(pair);
        Ok(())
    }

    fn write_run(&mut self) -> io::Result<()> {
        let mut run = BufWriter::with_capacity(1 << 18, tempfile::tempfile_in(&self.folder)?);
        for pair in &self.pairs {
            run.write_all(&encode(pair))?;
        }
        let mut file = run.into_inner().map_err(|error| error.into_error())?;
        file.rewind()?;
        self.runs.push(file);
        self.pairs.clear();
        Ok(())
    }

    /// Passes on all pairs in ascending order; of the same position and move there is one pair, unless it has more than
    /// 2^32 of something.
    pub(super) fn finish(mut self, mut each: impl FnMut(&Pair) -> Result<()>) -> Result<()> {
        sort_and_add(&mut self.pairs);
        if self.runs.is_empty() {
            return self.pairs.iter().try_for_each(each);
        }
        if !self.pairs.is_empty() {
            self.write_run().map_err(Error::io(&self.folder))?;
        }
        self.pairs = Vec::new();

        let failed = |error| Error::Io { path: self.folder.clone(), error };
        let mut runs: Vec<_> = self.runs.iter().map(|file| BufReader::with_capacity(1 << 18, file)).collect();
        // The first pair of each run. The one with the smallest key is next.
        let mut heads = Vec::with_capacity(runs.len());
        let mut heap = BinaryHeap::with_capacity(runs.len());
        for (index, run) in runs.iter_mut().enumerate() {
            let head = read(run).map_err(failed)?;
            heap.extend(head.map(|head| Reverse((head.key(), index))));
            heads.push(head);
        }
        let mut current: Option<Pair> = None;
        while let Some(Reverse((_, index))) = heap.pop() {
            let Some(next) = heads[index].take() else { continue };
            heads[index] = read(&mut runs[index]).map_err(failed)?;
            heap.extend(heads[index].map(|head| Reverse((head.key(), index))));
            if let Some(sum) = &mut current {
                let mut both = *sum;
                if sum.key() == next.key() && both.add(&next) {
                    *sum = both;
                    continue;
                }
                each(sum)?;
            }
            current = Some(next);
        }
        current.iter().try_for_each(each)
    }
}

fn encode(pair: &Pair) -> [u8; PAIR_BYTES] {
    let mut bytes = [0; PAIR_BYTES];
    bytes[..24].copy_from_slice(pair.board.as_bytes());
    bytes[24..26].copy_from_slice(&pair.mv.to_le_bytes());
    for (place, count) in [pair.n, pair.white, pair.draws, pair.black].into_iter().enumerate() {
        bytes[26 + 4 * place..30 + 4 * place].copy_from_slice(&count.to_le_bytes());
    }
    bytes[42..].copy_from_slice(&pair.best.to_le_bytes());
    bytes
}

/// Returns the next pair of a run, or `None` at its end.
fn read(run: &mut impl Read) -> io::Result<Option<Pair>> {
    let mut bytes = [0; PAIR_BYTES];
    match run.read_exact(&mut bytes) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let count = |place: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[26 + 4 * place + i]));
    Ok(Some(Pair {
        best: i128::from_le_bytes(std::array::from_fn(|i| bytes[42 + i])),
        board: PackedBoard::from_bytes(std::array::from_fn(|i| bytes[i])),
        n: count(0),
        white: count(1),
        draws: count(2),
        black: count(3),
        mv: u16::from_le_bytes([bytes[24], bytes[25]]),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(number: u32) -> Pair {
        let mut board = [0; 24];
        // The order of the numbers is not that of the boards.
        board[..4].copy_from_slice(&(number % 5_000).wrapping_mul(0x9e37_79b9).to_be_bytes());
        let best = i128::from(number % 7) - 1;
        let board = PackedBoard::from_bytes(board);
        Pair { best, board, n: number, white: 1, draws: number / 2, black: 2, mv: (number % 3) as u16 }
    }

    #[test]
    fn runs_on_the_disk_give_what_sorting_in_memory_gives() {
        let folder = tempfile::tempdir().expect("a folder");
        let sorted = |memory: usize| {
            let mut runs = Runs::new(folder.path(), memory);
            (0..40_000).for_each(|number| runs.push(pair(number)).expect("there is room"));
            let mut found = Vec::new();
            let files = runs.runs.len();
            runs.finish(|pair| {
                found.push(*pair);
                Ok(())
            })
            .expect("the runs can be read");
            (found, files)
        };
        let (in_memory, no_files) = sorted(1 << 30);
        let (from_disk, files) = sorted(0);
        assert_eq!((no_files, in_memory.len()), (0, 15_000));
        assert!(10 < files && in_memory == from_disk, "{files} runs");
    }

    #[test]
    fn a_full_memory_of_equal_pairs_stays_in_memory() {
        let mut runs = Runs::new(Path::new("/there/is/no/such/folder"), 0);
        for _ in 0..10_000 {
            runs.push(Pair { n: 1, ..pair(5) }).expect("nothing is written");
        }
        let mut found = Vec::new();
        runs.finish(|pair| {
            found.push(pair.n);
            Ok(())
        })
        .expect("nothing is read");
        assert_eq!(found, [10_000]);
    }
}
