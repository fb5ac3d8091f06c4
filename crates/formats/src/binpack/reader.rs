//! Reading chunks, chains and their entries.

use gardez_position::Board;

use super::candidates::take_move;
use super::text::{Window, unfold};
use super::{CHAIN_HEAD, CHUNK_HEAD, MAGIC, MAX_CHUNK, stem};
use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::game::{Game, GameMove};
use crate::read::{ReadEntries, ReadGames, Strictness};
use crate::records::stream_error;
use crate::source::Source;
use crate::view::{SideToMove, Wdl};

/// A reader of `.binpack`: of entries ([`ReadEntries`]) or of chains as games ([`ReadGames`]).
///
/// It needs the same memory for every file, whatever the size of its chunks. A file that is cut gives the entries before
/// the cut.
///
/// ```
/// use gardez_formats::{FormatErrorKind, ReadEntries, ReadError, binpack};
///
/// let mut reader = binpack::Reader::new(&b"BINP\xff\xff\xff\xff"[..]);
/// let Err(ReadError::Format(error)) = reader.next_entry() else { unreachable!("the chunk is too large") };
/// assert_eq!(error.kind, FormatErrorKind::ChunkSize { found: u32::MAX });
/// assert_eq!(error.offset, 4);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<S> {
    source: S,
    strictness: Strictness,
    /// The byte of the input that the source shows next.
    offset: u64,
    /// The bytes of the chunk that are not consumed.
    chunk: usize,
    /// The number of entries of the chain that are left.
    chain: u16,
    /// The first bit of the next byte that belongs to the next entry. 0 between chains.
    bit: u32,
    is_over: bool,
    entry: Entry<SideToMove>,
    game: Game<SideToMove>,
}

/// The bytes that an entry in move text can need.
const TEXT_BYTES: usize = 8;

impl<S: Source> Reader<S> {
    /// A strict reader of this source: a slice, or a [`Stream`](crate::source::Stream).
    pub fn new(source: S) -> Self {
        let start = Board::start();
        Self {
            source,
            strictness: Strictness::Strict,
            offset: 0,
            chunk: 0,
            chain: 0,
            bit: 0,
            is_over: false,
            entry: Entry::new(start, None, 0, Wdl::Draw),
            game: Game::new(start, Wdl::Draw),
        }
    }

    /// The same reader with this strictness.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// The byte at which the next entry begins. It may begin within the byte.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// True if the next entry continues the chain of the last one.
    pub const fn continues_chain(&self) -> bool {
        0 < self.chain
    }

    #[cold]
    fn error(&self, kind: FormatErrorKind, at: u64) -> ReadError {
        FormatError::new(Format::Binpack, kind, self.offset + at).into()
    }

    /// The bytes that come next, at least `wanted` unless the input ends.
    #[inline]
    fn peek(&mut self, wanted: usize) -> Result<&[u8], ReadError> {
        match self.source.peek(wanted) {
            Ok(bytes) => Ok(bytes),
            Err(error) => Err(stream_error(Format::Binpack, self.offset, error)),
        }
    }

    /// Steps over bytes of the chunk.
    #[inline]
    fn consume(&mut self, count: usize) {
        self.source.consume(count);
        self.offset += count as u64;
        self.chunk -= count;
    }

    /// Reads the next entry into `self.entry`. Returns whether there is one.
    #[inline]
    fn advance(&mut self) -> Result<bool, ReadError> {
        if self.chain == 0 {
            return self.begin_chain();
        }
        self.continue_chain()?;
        Ok(true)
    }

    /// Reads the next entry of a chain.
    #[inline]
    fn continue_chain(&mut self) -> Result<(), ReadError> {
        let Some(m) = self.entry.mv else {
            return Err(self.error(FormatErrorKind::NoMove, 0));
        };
        self.entry.board.do_move(m);

        let (chunk, bit, strictness) = (self.chunk, self.bit, self.strictness);
        let bytes = match self.source.peek(TEXT_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => return Err(stream_error(Format::Binpack, self.offset, error)),
        };
        // The entry may use the bits up to the end of the chunk, of which some may be missing.
        let text = if chunk < bytes.len() { &bytes[..chunk] } else { bytes };
        let available = 8 * text.len().min(TEXT_BYTES) as u32;
        let mut window = Window::new(text, bit);
        let board = &self.entry.board;
        let read = take_move(board, &mut window);
        let at = (bit + window.used()) / 8;
        let groups = window.take_groups();
        let end = bit + window.used();

        // Bits after the end are zeros, so what they mean is not looked at.
        let failure = if available < end {
            match chunk < TEXT_BYTES && text.len() == chunk {
                true => Some((FormatErrorKind::MoveTextEnds, available / 8)),
                false => {
                    let (expected, found) = (u64::from(end.div_ceil(8)), text.len() as u64);
                    Some((FormatErrorKind::Incomplete { expected, found }, 0))
                }
            }
        } else {
            match (read, groups) {
                (Err(kind), _) => Some((kind, 0)),
                (_, None) => Some((FormatErrorKind::NumberTooLong, at)),
                (Ok((m, is_legal)), Some(groups)) => {
                    let entry = &mut self.entry;
                    entry.score = unfold(groups).wrapping_sub(entry.score);
                    entry.ply += 1;
                    entry.result = entry.result.reversed();
                    if is_legal {
                        entry.mv = Some(m);
                        None
                    } else if self.chain == 1 && !strictness.is_strict() {
                        entry.mv = None;
                        None
                    } else {
                        Some((crate::moves::illegal(&entry.board, m), 0))
                    }
                }
            }
        };
        if let Some((kind, at)) = failure {
            return Err(self.error(kind, at.into()));
        }

        self.chain -= 1;
        // A chain ends with a whole byte.
        let end = if self.chain == 0 { end.next_multiple_of(8) } else { end };
        self.bit = end % 8;
        self.consume((end / 8) as usize);
        Ok(())
    }

    /// Reads a stem, at the end of a chunk after the head of the next one. Returns whether there is one.
    fn begin_chain(&mut self) -> Result<bool, ReadError> {
        while self.chunk < CHAIN_HEAD {
            self.skip_tail()?;
            if !self.begin_chunk()? {
                return Ok(false);
            }
        }
        let Some(head) = self.peek(CHAIN_HEAD)?.first_chunk::<CHAIN_HEAD>().copied() else {
            return Err(self.incomplete(CHAIN_HEAD));
        };
        let (bytes, count) = head.split_at(stem::SIZE);
        let count = u16::from_be_bytes([count[0], count[1]]);
        let bytes = bytes.first_chunk().expect("a stem and its count were read");
        if let Err(fault) = stem::decode(bytes, self.strictness, count == 0, &mut self.entry) {
            return Err(self.error(fault.kind, fault.at as u64));
        }
        (self.chain, self.bit) = (count, 0);
        self.consume(CHAIN_HEAD);
        Ok(true)
    }

    /// The error of an input that ends before this many bytes.
    fn incomplete(&mut self, expected: usize) -> ReadError {
        let found = match self.peek(expected) {
            Ok(bytes) => bytes.len() as u64,
            Err(error) => return error,
        };
        self.error(FormatErrorKind::Incomplete { expected: expected as u64, found }, 0)
    }

    /// Skips the bytes at the end of a chunk, which are too few for a stem.
    fn skip_tail(&mut self) -> Result<(), ReadError> {
        let tail = self.chunk;
        if self.peek(tail)?.len() < tail {
            return Err(self.incomplete(tail));
        }
        self.consume(tail);
        Ok(())
    }

    /// Reads the head of a chunk. Returns false at the end of the input.
    fn begin_chunk(&mut self) -> Result<bool, ReadError> {
        let bytes = self.peek(CHUNK_HEAD)?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let magic = bytes.first_chunk().copied();
        if let Some(found) = magic.filter(|&found| found != MAGIC) {
            return Err(self.error(FormatErrorKind::Magic { found }, 0));
        }
        let Some([_, _, _, _, size @ ..]) = bytes.first_chunk::<CHUNK_HEAD>().copied() else {
            return Err(self.incomplete(CHUNK_HEAD));
        };
        let found = u32::from_le_bytes(size);
        if MAX_CHUNK < found {
            return Err(self.error(FormatErrorKind::ChunkSize { found }, 4));
        }
        self.chunk = CHUNK_HEAD + found as usize;
        self.consume(CHUNK_HEAD);
        Ok(true)
    }

    /// Reads the rest of the current chain, or the next chain, into `self.game`. Returns whether there is one.
    fn advance_game(&mut self) -> Result<bool, ReadError> {
        if !self.advance()? {
            return Ok(false);
        }
        let is_black = self.entry.board.side_to_move() == gardez_types::Color::Black;
        self.game.start = self.entry.board;
        self.game.ply = self.entry.ply;
        self.game.result = if is_black { self.entry.result.reversed() } else { self.entry.result };
        self.game.moves.clear();
        loop {
            let Entry { mv, score, .. } = self.entry;
            let Some(mv) = mv else { return Err(self.error(FormatErrorKind::NoMove, 0)) };
            self.game.moves.push(GameMove { mv, score });
            if self.chain == 0 {
                return Ok(true);
            }
            self.continue_chain()?;
        }
    }
}

impl<S: Source> ReadEntries for Reader<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        Format::Binpack
    }

    #[inline]
    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        if self.is_over {
            return Ok(None);
        }
        // Unless an entry follows, nothing does.
        self.is_over = true;
        if self.advance()? {
            self.is_over = false;
            return Ok(Some(&self.entry));
        }
        Ok(None)
    }
}

impl<S: Source> ReadGames for Reader<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        Format::Binpack
    }

    /// The next chain, or the rest of a chain of which entries have been read.
    ///
    /// A chain whose move is missing is an error, because a game consists of moves.
    fn next_game(&mut self) -> Result<Option<&Game<SideToMove>>, ReadError> {
        if self.is_over {
            return Ok(None);
        }
        self.is_over = true;
        if self.advance_game()? {
            self.is_over = false;
            return Ok(Some(&self.game));
        }
        Ok(None)
    }
}
