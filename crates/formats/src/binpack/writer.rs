//! Finding chains and writing chunks.

use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_io::Sink;
use gardez_position::{Board, BoardParts};
use gardez_types::PieceType;

use super::step::Put;
use super::text::{BitWriter, fold};
use super::{CHAIN_HEAD, CHUNK, CHUNK_HEAD, FORMAT, MAGIC, stem};
use crate::cpu::Level;
use crate::entry::Entry;
use crate::format::Format;
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
use crate::view::{SideToMove, Wdl};
use crate::write::WriteEntries;

/// The rule by which an entry continues the chain of the previous one instead of beginning a new one.
///
/// In both cases the ply is one more, the result is the other side's, and the pieces, the side to move, the
/// castling rights and the en passant square are those after the previous move. Games become the same bytes under both
/// rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChainRule {
    /// If the fifty-move counter and the move number follow, too, as in the crate `sfbinpack`. Nothing is lost.
    #[default]
    Counters,
    /// Whatever the counters are, as in Stockfish's tools. A fifty-move counter that does not follow is lost.
    Pieces,
}

/// The most entries of a chain after the stem. Stockfish's tools keep 10 KiB for a chain, and an entry has at most 30 bits.
const MAX_CHAIN: u16 = 2_500;

/// A writer of `.binpack`.
///
/// It holds back the current chunk, of up to a little more than 1 MiB; [`Writer::finish`] writes it.
#[derive(Clone, Debug)]
pub struct Writer<W> {
    target: W,
    rule: ChainRule,
    lossy: Lossy,
    level: Level,
    chunk: Vec<u8>,
    /// The bits of the current chain that are not in the chunk yet.
    bits: BitWriter,
    /// The place of the stem of the current chain in the chunk, or `None` between chains.
    stem: Option<usize>,
    count: u16,
    next: Option<Next>,
}

#[derive(Clone, Copy, Debug)]
struct Next {
    board: Board,
    ply: u32,
    result: Wdl,
    /// The score of the entry before.
    score: i16,
}

impl<W: Sink> Writer<W> {
    /// Creates a writer that refuses everything that the format cannot hold.
    pub fn new(target: W) -> Self {
        Self {
            target,
            rule: ChainRule::Counters,
            lossy: Lossy::NONE,
            level: Level::new(),
            chunk: Vec::new(),
            bits: BitWriter::EMPTY,
            stem: None,
            count: 0,
            next: None,
        }
    }

    /// Sets what may be changed instead of refusing an entry.
    #[must_use]
    pub fn with_lossy(mut self, lossy: Lossy) -> Self {
        self.lossy = lossy;
        self
    }

    /// Sets the rule by which an entry continues a chain.
    #[must_use]
    pub fn with_chain_rule(mut self, rule: ChainRule) -> Self {
        self.rule = rule;
        self
    }

    /// Writes the current chunk, flushes the target and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.flush()?;
        Ok(self.target)
    }

    fn end_chain(&mut self) {
        self.bits.finish(&mut self.chunk);
        if let Some(stem) = self.stem.take() {
            self.chunk[stem + stem::SIZE..stem + CHAIN_HEAD].copy_from_slice(&self.count.to_be_bytes());
        }
        (self.count, self.next) = (0, None);
    }

    fn end_chunk(&mut self) -> Result<(), WriteError> {
        self.end_chain();
        let size = self.chunk.len().saturating_sub(CHUNK_HEAD) as u32;
        if let Some(head) = self.chunk.first_chunk_mut::<CHUNK_HEAD>() {
            head[..4].copy_from_slice(&MAGIC);
            head[4..].copy_from_slice(&size.to_le_bytes());
            let written = self.target.put(&self.chunk);
            self.chunk.clear();
            written.map_err(WriteError::Stream)?;
        }
        Ok(())
    }

    fn begin_chain(&mut self, entry: &Entry<SideToMove>) -> Result<(), WriteError> {
        let unrepresentable = |reason| WriteError::unrepresentable(FORMAT, reason);
        let mut entry = *entry;
        if let Some(rook) = stem::unusual_castling_rook(&entry.board) {
            entry.board = match self.lossy.contains(Lossy::CASTLING_RIGHTS) {
                true => without_unusual_rights(&entry.board)
                    .ok_or_else(|| unrepresentable(Unrepresentable::CastlingRook(rook)))?,
                false => return Err(unrepresentable(Unrepresentable::CastlingRook(rook))),
            };
        }
        if let Some(m) = entry.mv.filter(|&m| !entry.board.is_legal(m)) {
            return Err(unrepresentable(Unrepresentable::Move(m)));
        }
        let rule50 = match entry.board.halfmove_clock() {
            large if stem::MAX_RULE50 < large && !self.lossy.contains(Lossy::RULE50_HIGH_BITS) => {
                return Err(unrepresentable(Unrepresentable::Rule50(large.into())));
            }
            any => any as u8,
        };
        let ply = match entry.ply {
            large if stem::MAX_PLY < large && !self.lossy.contains(Lossy::PLY) => {
                return Err(unrepresentable(Unrepresentable::Ply(large)));
            }
            any => any.min(stem::MAX_PLY) as u16,
        };
        // The reader computes the move number from the ply. If a part of the ply is lost, so is the move number.
        let (fullmove, is_whole) = (entry.board.fullmove_number(), entry.ply <= stem::MAX_PLY);
        if is_whole && fullmove != entry.ply / 2 + 1 && !self.lossy.contains(Lossy::FULLMOVE) {
            return Err(unrepresentable(Unrepresentable::Fullmove(fullmove)));
        }
        let bytes = stem::encode(&entry, ply, rule50).map_err(unrepresentable)?;

        self.end_chain();
        if CHUNK_HEAD + CHUNK <= self.chunk.len() {
            self.end_chunk()?;
        }
        if self.chunk.is_empty() {
            self.chunk.extend_from_slice(&[0; CHUNK_HEAD]);
        }
        self.stem = Some(self.chunk.len());
        self.chunk.extend_from_slice(&bytes);
        self.chunk.extend_from_slice(&[0; 2]);
        self.next = entry.mv.map(|m| {
            let mut board = entry.board;
            board.do_move(m);
            Next { board, ply: entry.ply.saturating_add(1), result: entry.result.reversed(), score: entry.score }
        });
        Ok(())
    }

    /// Writes the entry if it continues the chain. Returns `true` if it does.
    #[inline]
    fn continue_chain(&mut self, entry: &Entry<SideToMove>) -> bool {
        let Some(next) = &mut self.next else { return false };
        let Some(m) = entry.mv else { return false };
        let follows = entry.ply == next.ply
            && entry.result == next.result
            && entry.ply <= stem::MAX_PLY
            && self.count < MAX_CHAIN
            && follows(&next.board, &entry.board, self.rule);
        if !follows || !self.level.run(Put { board: &mut next.board, m, bits: &mut self.bits }) {
            return false;
        }
        self.bits.put_groups(fold(entry.score.wrapping_add(next.score)));
        self.bits.drain(&mut self.chunk);
        self.count += 1;

        next.ply += 1;
        next.result = next.result.reversed();
        next.score = entry.score;
        true
    }
}

/// Returns `true` if an entry has the board that is expected after the previous move.
#[inline]
fn follows(expected: &Board, board: &Board, rule: ChainRule) -> bool {
    let counters =
        || expected.halfmove_clock() == board.halfmove_clock() && expected.fullmove_number() == board.fullmove_number();
    // The keys differ in nearly all other cases, so they are compared first.
    expected.raw_key() == board.raw_key()
        && expected.side_to_move() == board.side_to_move()
        && gardez_types::Color::ALL.into_iter().all(|color| expected.by_color(color) == board.by_color(color))
        && PieceType::ALL.into_iter().all(|piece_type| expected.by_type(piece_type) == board.by_type(piece_type))
        && expected.castling_rights() == board.castling_rights()
        && expected.ep_square() == board.ep_square()
        && (rule == ChainRule::Pieces || counters())
}

fn without_unusual_rights(board: &Board) -> Option<Board> {
    const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);
    let mut parts = BoardParts::from(board);
    for rooks in &mut parts.castling_rooks {
        *rooks &= CORNERS;
    }
    Board::from_parts(&parts).ok()
}

impl<W: Sink> WriteEntries for Writer<W> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    #[inline]
    fn write_entry(&mut self, entry: &Entry<SideToMove>) -> Result<(), WriteError> {
        if self.continue_chain(entry) {
            return Ok(());
        }
        self.begin_chain(entry)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end_chunk()?;
        self.target.finish().map_err(WriteError::Stream)
    }
}
