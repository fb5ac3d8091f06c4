//! The history slots: which positions they show, and how.

use core::mem::MaybeUninit;

use gardez_bitboard::Bitboard;
use gardez_types::Rank;

use super::Encoder;
use super::format::FillMode;
use super::planes::{PLANES_PER_SLOT, SLOTS, full_if};
use crate::board::Board;
use crate::history::Position;
use crate::transform::Transform;

impl Encoder {
    /// Writes slot after slot, without gaps. Returns the number of slots that show a position.
    #[inline]
    pub(super) fn write_slots(
        &self,
        positions: &[Position],
        transform: Transform,
        masks: &mut [MaybeUninit<Bitboard>],
    ) -> usize {
        let wanted = SLOTS - usize::from(self.unused);
        let mut slots = Slots { free: masks, written: 0, wanted, transform };
        if self.format.is_v2() {
            slots.write_repeated(positions);
        } else {
            self.write_latest(positions, &mut slots);
        }
        slots.written
    }

    /// Writes the newest position and those before it, and then the filler.
    #[inline]
    fn write_latest(&self, positions: &[Position], slots: &mut Slots<'_>) {
        let (Some(first), Some(newest)) = (positions.first(), positions.last()) else { return };
        let is_canonical = self.format.is_canonical();
        let rights = newest.board.castlings().bits();
        let mut flipped = false;
        for position in positions.iter().rev().take(slots.wanted) {
            if is_canonical && slots.written > 0 && !continues(&position.board, flipped, rights) {
                return;
            }
            slots.write(position, flipped);
            if is_canonical && position.halfmove_clock == 0 {
                return;
            }
            flipped = !flipped;
        }
        if slots.written < slots.wanted {
            // The filler has the orientation of the last slot written, which shows the first position.
            self.write_filler(first, !flipped, slots);
        }
    }

    /// Writes the first position into the remaining slots, as the fill mode requires.
    #[cold]
    fn write_filler(&self, first: &Position, flipped: bool, slots: &mut Slots<'_>) {
        let has_flag = !first.board.en_passant().is_empty();
        // A canonical history ends before an older position with a flag, and the filler would be such a position.
        if has_flag && self.format.is_canonical() {
            return;
        }
        let count = match self.fill {
            // The position before the double push is known to have occurred.
            FillMode::No => usize::from(has_flag),
            FillMode::FenOnly if first.board.is_start() => 0,
            FillMode::FenOnly | FillMode::Always => SLOTS,
        };
        let stepped_back = Position { board: before_double_push(&first.board), ..*first };
        for _ in 0..count {
            slots.write(&stepped_back, flipped);
        }
    }
}

/// Returns `true` if a canonical history shows this older board: it has the newest rights and no en passant flag.
#[inline]
fn continues(board: &Board, flipped: bool, rights: u8) -> bool {
    let castlings = if flipped { board.castlings().swap_colors() } else { *board.castlings() };
    castlings.bits() == rights && board.en_passant().is_empty()
}

/// Returns the board with the pawn that an en passant flag marks on the square where its double push began.
fn before_double_push(board: &Board) -> Board {
    let flags = board.en_passant() & Rank::Eight.into();
    let mut board = *board;
    let (origins, targets) = (flags.bits() >> 8, flags.bits() >> 24);
    board.pawns = (board.pawns - Bitboard::from_bits(targets)) | Bitboard::from_bits(origins);
    // `theirs` must follow, because the plane of their pawns is the intersection of both sets.
    board.theirs = (board.theirs - Bitboard::from_bits(targets)) | Bitboard::from_bits(origins);
    board
}

/// The slots while they are written, newest first.
struct Slots<'a> {
    free: &'a mut [MaybeUninit<Bitboard>],
    written: usize,
    wanted: usize,
    transform: Transform,
}

impl Slots<'_> {
    /// Writes the newest position, and older ones that were repetitions when they occurred.
    #[inline]
    fn write_repeated(&mut self, positions: &[Position]) {
        let mut flipped = false;
        let Some(newest) = positions.last() else { return };
        let rights = newest.board.castlings().bits();
        for position in positions.iter().rev() {
            if self.written > 0 && !continues(&position.board, flipped, rights) {
                return;
            }
            if self.written == 0 || position.repetitions > 0 {
                self.write(position, flipped);
            }
            if position.halfmove_clock == 0 {
                return;
            }
            flipped = !flipped;
        }
    }

    /// Writes a position into the next slot, if there is one left.
    #[inline]
    fn write(&mut self, position: &Position, flipped: bool) {
        if self.written == self.wanted {
            return;
        }
        let at = self.written * PLANES_PER_SLOT;
        let Some(Ok(slot)) = self.free.get_mut(at..at + PLANES_PER_SLOT).map(TryInto::try_into) else { return };
        self.written += 1;
        match (flipped, self.transform) {
            (false, Transform::NONE) => write_slot(slot, position, false, |set| set),
            (true, Transform::NONE) => write_slot(slot, position, true, Bitboard::flip_vertical),
            (false, transform) => write_slot(slot, position, false, |set| transform.apply(set)),
            (true, transform) => write_slot(slot, position, true, |set| transform.apply(set.flip_vertical())),
        }
    }
}

/// Writes the thirteen planes of a position; `seen` maps its sets to the side to move now.
#[inline(always)]
fn write_slot(
    slot: &mut [MaybeUninit<Bitboard>; PLANES_PER_SLOT],
    position: &Position,
    flipped: bool,
    seen: impl Fn(Bitboard) -> Bitboard,
) {
    let board = &position.board;
    let (mut ours, mut theirs) = (seen(board.ours), seen(board.theirs));
    let (mut our_king, mut their_king) = (seen(board.our_king.into()), seen(board.their_king.into()));
    if flipped {
        (ours, theirs) = (theirs, ours);
        (our_king, their_king) = (their_king, our_king);
    }
    let pawns = seen(board.pawns());
    let (straight, diagonal) = (seen(board.straight), seen(board.diagonal));
    let (bishops, rooks, queens) = (diagonal - straight, straight - diagonal, straight & diagonal);
    let others = pawns | straight | diagonal | our_king | their_king;
    let repeated = full_if(position.repetitions > 0);
    *slot = [
        pawns & ours,
        ours - others,
        bishops & ours,
        rooks & ours,
        queens & ours,
        our_king,
        pawns & theirs,
        theirs - others,
        bishops & theirs,
        rooks & theirs,
        queens & theirs,
        their_king,
        repeated,
    ]
    .map(MaybeUninit::new);
}
