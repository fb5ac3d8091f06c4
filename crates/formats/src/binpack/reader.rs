//! Reading chunks, chains and their entries.

use gardez_io::Input;
use gardez_position::Board;

use super::candidates::take_move;
use super::step::Step;
use super::text::{Window, unfold};
use super::{CHAIN_HEAD, CHUNK_HEAD, FORMAT, MAGIC, MAX_CHUNK, stem};
use crate::cpu::{Any, Level};
use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::game::{Game, GameMove};
use crate::read::{ReadEntries, ReadGames, Strictness};
use crate::records::check_end;
use crate::view::{SideToMove, Wdl};

/// A reader of `.binpack`: of entries ([`ReadEntries`]) or of chains as games ([`ReadGames`]).
///
/// It needs the same memory for every file.
#[derive(Clone, Debug)]
pub struct Reader<S> {
    source: S,
    strictness: Strictness,
    /// The byte of the input at which the chunk ends.
    end: u64,
    /// The bytes of the chunk from the one on that the source shows next.
    chunk: usize,
    /// The number of entries of the chain that are left.
    chain: u16,
    /// The first bit from there on that belongs to the next entry. 0 between chains.
    bit: u32,
    is_over: bool,
    level: Level,
    entry: Entry<SideToMove>,
    game: Game<SideToMove>,
}

const TEXT_BYTES: usize = 8;

/// The bits of entries that are read before the source is asked to step over them.
const AT_ONCE: u32 = 8 * 4096;

impl<S: Input> Reader<S> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub fn new(source: S) -> Self {
        let start = Board::start();
        Self {
            source,
            strictness: Strictness::Strict,
            end: 0,
            chunk: 0,
            chain: 0,
            bit: 0,
            is_over: false,
            level: Level::new(),
            entry: Entry::new(start, None, 0, Wdl::Draw),
            game: Game::new(start, Wdl::Draw),
        }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Returns the source, to feed it: see [`Feed`](gardez_io::Feed).
    pub const fn source_mut(&mut self) -> &mut S {
        &mut self.source
    }

    /// Returns the byte at which the next entry begins. It may begin within the byte.
    pub const fn offset(&self) -> u64 {
        self.end - self.chunk as u64 + (self.bit / 8) as u64
    }

    /// Returns the error at the current place, after which nothing follows.
    #[cold]
    fn error(&mut self, kind: FormatErrorKind, at: u64) -> ReadError {
        self.end_of_input();
        FormatError::new(FORMAT, kind, self.offset() + at).into()
    }

    const fn end_of_input(&mut self) {
        (self.is_over, self.chain) = (true, 0);
    }

    /// Checks that the input ended where `peek` has shown too few bytes.
    #[cold]
    fn check_end(&mut self) -> Result<(), ReadError> {
        let offset = self.offset();
        let checked = check_end(&mut self.source, FORMAT, offset);
        if checked.as_ref().is_err_and(|error| !error.would_block()) {
            self.end_of_input();
        }
        checked
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.source.consume(count);
        self.chunk -= count;
    }

    #[inline(always)]
    fn advance(&mut self) -> Result<bool, ReadError> {
        if self.chain == 0 {
            return self.begin();
        }
        self.continue_chain()?;
        Ok(true)
    }

    /// Reads the first entry of the next chain. Returns whether there is one.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn begin(&mut self) -> Result<bool, ReadError> {
        if self.is_over {
            return Ok(false);
        }
        // Unless an entry follows, nothing does.
        self.is_over = true;
        let begun = self.begin_chain();
        self.is_over = match &begun {
            Ok(is_begun) => !is_begun,
            Err(error) => !error.would_block(),
        };
        begun
    }

    #[inline(always)]
    fn continue_chain(&mut self) -> Result<(), ReadError> {
        let at = (self.bit / 8) as usize;
        let bytes = self.source.peek(at + TEXT_BYTES);
        let mut is_made = false;
        if let Some(bytes) = bytes.get(at..).and_then(<[u8]>::first_chunk).filter(|_| at + TEXT_BYTES <= self.chunk) {
            let word = u64::from_be_bytes(*bytes) << (self.bit % 8);
            let used = self.level.run(Step { entry: &mut self.entry, word });
            if used != 0 {
                self.end_entry(used);
                return Ok(());
            }
            is_made = true;
        }
        self.read_carefully(is_made)
    }

    #[inline(always)]
    fn end_entry(&mut self, used: u32) {
        self.bit += used;
        self.chain -= 1;
        if self.chain == 0 || AT_ONCE < self.bit {
            self.consume_entries();
        }
    }

    #[inline(never)] // rare, so it is kept out of the hot path
    fn consume_entries(&mut self) {
        // A chain ends with a whole byte.
        let end = if self.chain == 0 { self.bit.next_multiple_of(8) } else { self.bit };
        self.bit = end % 8;
        self.consume((end / 8) as usize);
    }

    /// Reads the next entry of a chain at the end of a chunk, or says what is wrong with it. `is_made` says that the
    /// move of the last entry is made already.
    #[cold]
    fn read_carefully(&mut self, is_made: bool) -> Result<(), ReadError> {
        let Some(m) = self.entry.mv else {
            return Err(self.error(FormatErrorKind::NoMove, 0));
        };
        self.consume_entries();
        if !is_made {
            let wanted = TEXT_BYTES.min(self.chunk);
            if self.source.peek(wanted).len() < wanted && self.source.is_waiting() {
                return self.check_end();
            }
            self.entry.board.do_move(m);
        }
        let (chunk, bit, strictness) = (self.chunk, self.bit, self.strictness);
        let bytes = self.source.peek(TEXT_BYTES);
        // The entry may use the bits up to the end of the chunk, of which some may be missing.
        let text = if chunk < bytes.len() { &bytes[..chunk] } else { bytes };
        let available = 8 * text.len().min(TEXT_BYTES) as u32;
        let mut window = Window::new(text, bit);
        let board = &self.entry.board;
        let read = take_move(Any, board, board.side_to_move(), &mut window);
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
            if matches!(kind, FormatErrorKind::Incomplete { .. }) {
                self.check_end()?;
            }
            return Err(self.error(kind, at.into()));
        }

        self.end_entry(window.used());
        Ok(())
    }

    fn begin_chain(&mut self) -> Result<bool, ReadError> {
        while self.chunk < CHAIN_HEAD {
            self.skip_tail()?;
            if !self.begin_chunk()? {
                return Ok(false);
            }
        }
        let Some(head) = self.source.peek(CHAIN_HEAD).first_chunk::<CHAIN_HEAD>().copied() else {
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

    /// Returns the error of an input that ends before this many bytes.
    fn incomplete(&mut self, expected: usize) -> ReadError {
        let found = self.source.peek(expected).len() as u64;
        if let Err(error) = self.check_end() {
            return error;
        }
        self.error(FormatErrorKind::Incomplete { expected: expected as u64, found }, 0)
    }

    fn skip_tail(&mut self) -> Result<(), ReadError> {
        let tail = self.chunk;
        if self.source.peek(tail).len() < tail {
            return Err(self.incomplete(tail));
        }
        self.consume(tail);
        Ok(())
    }

    fn begin_chunk(&mut self) -> Result<bool, ReadError> {
        let bytes = self.source.peek(CHUNK_HEAD);
        if bytes.is_empty() {
            self.check_end()?;
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
        self.end += self.chunk as u64;
        self.consume(CHUNK_HEAD);
        Ok(true)
    }

    /// Reads the rest of the current chain, or the next chain, into `self.game`. Returns whether there is one.
    fn advance_game(&mut self) -> Result<bool, ReadError> {
        if !self.advance()? {
            return Ok(false);
        }
        self.game.start = self.entry.board;
        self.game.ply = self.entry.ply;
        self.game.result = self.entry.white_result();
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

impl<S: Input> ReadEntries for Reader<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    #[inline(always)]
    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        Ok(if self.advance()? { Some(&self.entry) } else { None })
    }
}

impl<S: Input> ReadGames for Reader<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    /// Returns the next chain, or the rest of a chain of which entries have been read. A missing move is an error.
    fn next_game(&mut self) -> Result<Option<&Game<SideToMove>>, ReadError> {
        Ok(if self.advance_game()? { Some(&self.game) } else { None })
    }
}
