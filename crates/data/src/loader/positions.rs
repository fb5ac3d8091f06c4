//! Positions of packed entries and of PGN files.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gardez_formats::{ReadError, Strictness};

use super::error::{LoaderError, RecordProblem};
use super::focus::Surprise;
use super::input::{Block, EntryFile, EntryReader};
use super::options::{GameSampling, LoaderOptions, Sampling};
use super::position::Position;
use super::samples::{Piece, Sealed};
use crate::filter::{Filter, TrainerFilter, TrainerFilterState};

const PIECE: u32 = 1 << 19;

/// The number of entries of a file that one shard uses in a row, if several read it.
const RUN: u32 = 64;

/// The positions of files of packed entries or of PGNs, for a [`Loader`](super::Loader).
///
/// A chunk is a block of a file: 16,384 records of one size, a chunk of `.binpack`, the games in about a mebibyte of a PGN,
/// or a whole file that is compressed or has another format. Its name is the name of the file, a colon, and the number of
/// the block. A file without blocks is read by all shards, and its entries are divided. The caller's thread reads it,
/// 524,288 entries at a time.
///
/// With a sampling of games or of positions, a game is a row of entries that follow from each other. An entry of a shuffled
/// file is a game of its own.
///
/// A position takes 48 bytes in the shuffle buffer. Entries have no values of a network, so
/// [`with_focus`](LoaderOptions::with_focus), [`GameSampling::Hanse`] and the options of records are refused, and all
/// weights are the same.
///
/// ```
/// use gardez_data::loader::{EntryFile, Loader, LoaderOptions, Positions};
/// use gardez_formats::bullet_text;
///
/// let text = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 120 | 1.0\n".repeat(100);
/// let file = EntryFile::from_bytes("games.bullet.txt", text, Some(bullet_text::FORMAT))?;
/// let options = LoaderOptions::default().with_shuffle(16).with_seed(7);
/// let mut loader = Loader::new(Positions::new([file]), options)?;
/// let mut batch = Vec::new();
/// let mut sizes = Vec::new();
/// while loader.next_positions(64, &mut batch)? > 0 {
///     sizes.push(batch.len());
///     assert_eq!((batch[0].score(), batch[0].result(), batch[0].len()), (-120, -1, 3));
///     assert_eq!((batch[0].mv(), batch[0].in_check()), (None, false));
/// }
/// assert_eq!(sizes, [64, 36]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Positions {
    files: Vec<EntryFile>,
    strictness: Strictness,
    by_white: bool,
    finds_games: bool,
    filter: Filter,
    trainer: Option<TrainerFilter>,
    blocks: Vec<Block>,
}

impl Positions {
    /// Returns the positions of these files, with scores and results from the side to move's point of view.
    pub fn new(files: impl IntoIterator<Item = EntryFile>) -> Self {
        let (files, strictness, filter) = (files.into_iter().collect(), Strictness::Strict, Filter::ALL);
        Self { files, strictness, by_white: false, finds_games: false, filter, trainer: None, blocks: Vec::new() }
    }

    /// Leaves out the positions that a filter rejects, before sampling and shuffling. The loader refuses a file whose format
    /// cannot answer the filter.
    #[must_use]
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Leaves out the positions that nnue-pytorch's filters drop, after sampling and before shuffling. They see all chunks
    /// one after the other, whatever the number of threads. With sampling or several shards, what they see is what remains.
    /// `None` leaves out nothing.
    #[must_use]
    pub fn with_trainer_filter(mut self, filter: Option<TrainerFilter>) -> Self {
        self.trainer = filter;
        self
    }

    /// Sets how strictly the files are read.
    #[must_use]
    pub const fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Shows scores and results from White's point of view.
    #[must_use]
    pub const fn seen_by_white(mut self) -> Self {
        self.by_white = true;
        self
    }

    /// Returns the file of a chunk that a [`LoaderError`] names.
    pub fn path_of(&self, chunk: &str) -> Option<&Path> {
        let number = (0..self.blocks.len()).find(|&number| self.label(number) == chunk)?;
        Some(self.file(self.blocks[number]).path())
    }

    fn file(&self, block: Block) -> &EntryFile {
        &self.files[block.file as usize]
    }
}

impl Sealed for Positions {
    type Data = Position;
    // A reader cannot be shared, but a loader can.
    type Scratch = Mutex<Option<Open>>;
    type Piece<'a> = Row;

    const CHUNKS_ARE_GAMES: bool = false;

    fn prepare(&mut self, options: &LoaderOptions) -> Result<String, LoaderError> {
        let order = &options.order;
        let wrong = |what| Err(LoaderError::Options { what });
        if order.focus.is_some() || matches!(order.games, GameSampling::Hanse { .. }) {
            return wrong("the sampling, which needs the values of training records");
        }
        #[cfg(feature = "lc0")]
        if options.records != LoaderOptions::default().records {
            return wrong("the options of training records, which positions do not have");
        }
        self.finds_games = order.games != GameSampling::All || order.sampling != Sampling::All;
        self.blocks.clear();
        let mut text = std::format!("{order:?} {:?} {}", self.strictness, self.by_white);
        for (number, file) in self.files.iter().enumerate() {
            let failed = |error| LoaderError::Read { chunk: file.path().display().to_string(), error };
            self.filter
                .check(file.format())
                .map_err(|error| LoaderError::Filter { file: file.path().display().to_string(), error })?;
            file.add_blocks(number as u32, order.shards, &mut self.blocks).map_err(failed)?;
            let (score, result) = file.missing();
            text.push_str(&std::format!(" {} {score:?}", file.format()));
            text.extend(result.map(|result| std::format!(" {result:?}")));
        }
        if !self.filter.is_all() {
            text.push_str(&std::format!(" {:?}", self.filter));
        }
        text.extend(self.trainer.iter().map(|filter| std::format!(" {filter:?}")));
        Ok(text)
    }

    fn count(&self) -> usize {
        self.blocks.len()
    }

    fn name(&self, chunk: usize) -> Cow<'_, str> {
        let (block, path) = (self.blocks[chunk], self.file(self.blocks[chunk]).path());
        let name = path.file_name().unwrap_or(path.as_os_str());
        Cow::Owned(std::format!("{}:{}", name.to_string_lossy(), block.number))
    }

    fn label(&self, chunk: usize) -> String {
        let block = self.blocks[chunk];
        std::format!("{}:{}", self.file(block).path().display(), block.number)
    }

    fn beginning<'a>(&'a self, chunk: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        // Once for each file: its size and its first bytes.
        match self.blocks[chunk] {
            block if block.number == 0 => Ok((self.file(block).beginning(super::source::BEGINNING, buffer)?, buffer)),
            _ => Ok((0, &[])),
        }
    }

    fn read<'a>(
        &'a self,
        _: &LoaderOptions,
        chunk: u32,
        piece: u64,
        scratch: &'a mut Mutex<Option<Open>>,
    ) -> Result<Row, LoaderError> {
        let block = self.blocks[chunk as usize];
        let label = || self.label(chunk as usize);
        let start = u32::try_from(piece).ok().and_then(|piece| piece.checked_mul(PIECE));
        let start = start.ok_or_else(|| LoaderError::Record {
            chunk: label(),
            record: u32::MAX,
            problem: RecordProblem::Missing { records: u32::MAX as usize },
        })?;
        let open = scratch.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut reader = match open.take().filter(|open| (open.chunk, open.next) == (chunk, start)) {
            Some(open) => open.reader,
            None => {
                let opened = self.file(block).part(block.start, block.size, self.strictness);
                let mut reader = opened.map_err(|error| LoaderError::Read { chunk: label(), error })?;
                if self.finds_games {
                    reader.find_games();
                }
                // What comes before has been read, and its problems have been reported.
                for _ in 0..start {
                    if !matches!(reader.next_seen(self.by_white), Ok(Some(_))) {
                        break;
                    }
                }
                reader
            }
        };
        let mut row = Row { positions: Vec::new(), games: Vec::new(), problem: None, is_last: false };
        for number in start..start.saturating_add(PIECE) {
            let is_own = block.part.1 == 1 || number / RUN % block.part.1 == block.part.0;
            match reader.next_seen(self.by_white) {
                Ok(Some(entry)) => {
                    if self.finds_games && (entry.begins_game || row.games.is_empty()) {
                        row.games.push(row.positions.len());
                    }
                    if is_own && !entry.is_rejected(&self.filter) {
                        row.positions.push((number, Position::new(&entry)));
                    }
                    continue;
                }
                Ok(None) => {}
                Err(ReadError::Stream { error, .. }) => {
                    row.problem = Some(LoaderError::Read { chunk: label(), error });
                }
                Err(error) => {
                    let offset = block.start.saturating_add(error.offset());
                    row.problem = Some(LoaderError::Format { chunk: label(), offset, error });
                }
            }
            row.is_last = true;
            return Ok(row);
        }
        *open = Some(Open { chunk, next: start.saturating_add(PIECE), reader });
        Ok(row)
    }

    fn piece_of(sample: u32) -> u64 {
        (sample / PIECE).into()
    }

    fn is_kept(_: &Position) -> bool {
        true
    }

    fn size(_: &Position) -> usize {
        0
    }

    fn filter(&self) -> Option<&TrainerFilter> {
        self.trainer.as_ref()
    }

    fn is_dropped(&self, state: &mut TrainerFilterState, position: &Position) -> bool {
        let facts = position.facts(&state.filter, self.by_white);
        state.rejects(&facts).is_some()
    }
}

/// A block that a thread has read in part.
#[derive(Debug)]
pub struct Open {
    chunk: u32,
    next: u32,
    reader: EntryReader,
}

/// The entries of a piece.
#[derive(Debug)]
pub struct Row {
    /// The number of each entry in its block, and its position or its number of pieces.
    positions: Vec<(u32, Result<Position, u32>)>,
    games: Vec<usize>,
    problem: Option<LoaderError>,
    is_last: bool,
}

impl Piece for Row {
    type Data = Position;

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn number(&self, place: usize) -> u32 {
        self.positions[place].0
    }

    fn find(&self, number: u32) -> Option<usize> {
        self.positions.binary_search_by_key(&number, |&(number, _)| number).ok()
    }

    fn end_of_game(&self, start: usize) -> usize {
        let next = self.games.partition_point(|&game| game <= start);
        self.games.get(next).copied().unwrap_or(self.positions.len())
    }

    fn surprise(&self, _: usize) -> Surprise {
        Surprise::UNKNOWN
    }

    fn check(&self, place: usize) -> Result<(), RecordProblem> {
        self.positions[place].1.map(drop).map_err(RecordProblem::Pieces)
    }

    fn take(&mut self, place: usize, _: bool) -> Position {
        self.positions[place].1.expect("the sample has been checked")
    }

    fn is_last(&self) -> bool {
        self.is_last
    }

    fn take_problem(&mut self) -> Option<LoaderError> {
        self.problem.take()
    }
}
