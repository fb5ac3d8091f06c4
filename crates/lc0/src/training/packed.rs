//! Records in little memory: the probabilities that are not -1, and the planes that differ from those one ply before.
//!
//! ```text
//! version, format   the fields after the planes   eight slots                          probabilities
//!                                                 which planes change, and their new   number, indices,
//!                                                 masks                                values
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use zerocopy::little_endian::{F32, U16, U32, U64};
use zerocopy::{FromBytes, IntoBytes};

use super::layout::{STORED_PLANES, V6, V6Tail, V7, V7Tail};
use super::record::Record;
use super::view::Fields;
use crate::encoder::{PLANES_PER_SLOT, Planes, Rule50Scale};
use crate::error::UnknownNumberError;
use crate::policy::POLICY_SIZE;
use crate::transform::Transform;

/// The bytes of the probabilities.
const POLICY: core::ops::Range<usize> = 8..8 + 4 * POLICY_SIZE;

/// The start of the tail of versions 6 and 7.
const TAIL: usize = core::mem::offset_of!(V6, planes) + 8 * STORED_PLANES;

const _: () = assert!(size_of::<V6Tail>() + TAIL == V6::SIZE, "the tail follows the planes");

/// -1, the value of a move that is not legal.
const ILLEGAL: u32 = 0xbf80_0000;

/// The number of listed probabilities that says that all of them follow.
const ALL: u16 = u16::MAX;

/// A listed probability takes six bytes, and each one of all takes four.
const MOST_LISTED: usize = 4 * POLICY_SIZE / 6;

/// Packs records, with memory that is used again.
#[derive(Debug, Default)]
pub struct Packer {
    /// Probabilities with their indices.
    listed: Vec<(u16, [u8; 4])>,
    packed: Vec<u8>,
}

/// A record of version 6 or 7 in little memory: about 600 bytes in usual games, without a loss.
///
/// A packed record has the probabilities that are not -1, and the planes that differ from those one ply before. A
/// shuffle buffer can keep ten times as many packed records.
///
/// ```
/// use gardez_lc0::training::{Packer, V6};
///
/// let record = V6::empty();
/// let packed = Packer::default().pack(record.bytes()).expect("a record of version 6");
/// assert_eq!(packed.view().and_then(|view| view.to_record()), Some(record.into()));
/// assert!(packed.size() < 200);
/// ```
#[derive(Clone, Debug)]
pub struct PackedRecord(Box<[u8]>);

impl PackedRecord {
    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Returns the record, never `None` for what a [`Packer`] packed.
    pub fn view(&self) -> Option<RecordView<'_>> {
        RecordView::of_packed(&self.0)
    }
}

/// The masks of planes 0 to 103.
#[derive(Clone, Copy)]
enum Masks<'a> {
    All(&'a [U64; STORED_PLANES]),
    /// For each slot, a bit for each plane that differs from the slot before, and the masks of these planes.
    Changes(&'a [u8]),
}

/// The probabilities of a record.
#[derive(Clone, Copy)]
enum Policy<'a> {
    All(&'a [F32; POLICY_SIZE]),
    /// The indices and values of those that are not -1.
    Listed(&'a [U16], &'a [F32]),
}

/// A record of version 6 or 7 in its bytes, packed or not.
#[derive(Clone, Copy)]
pub struct RecordView<'a> {
    version: &'a [u8],
    format: u32,
    masks: Masks<'a>,
    policy: Policy<'a>,
    tail: &'a V6Tail,
    later: Option<&'a V7Tail>,
}

/// Splits what follows the probabilities.
fn tail_of(version: u32, bytes: &[u8]) -> Option<(&V6Tail, Option<&V7Tail>, &[u8])> {
    let (tail, rest) = V6Tail::ref_from_prefix(bytes).ok()?;
    if version != V7::VERSION {
        return Some((tail, None, rest));
    }
    let (later, rest) = V7Tail::ref_from_prefix(rest).ok()?;
    Some((tail, Some(later), rest))
}

fn number_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

impl<'a> RecordView<'a> {
    /// Returns the record of version 6 or 7 at the start of these bytes, or `None` if they are too few.
    pub fn from_prefix(bytes: &'a [u8]) -> Option<Self> {
        let (version, format) = (number_at(bytes, 0)?, number_at(bytes, 4)?);
        let policy = Policy::All(<[F32; POLICY_SIZE]>::ref_from_bytes(bytes.get(POLICY)?).ok()?);
        let (masks, rest) = <[U64; STORED_PLANES]>::ref_from_prefix(&bytes[POLICY.end..]).ok()?;
        let (tail, later, _) = tail_of(version, rest)?;
        Some(Self { version: &bytes[..4], format, masks: Masks::All(masks), policy, tail, later })
    }

    fn of_packed(bytes: &'a [u8]) -> Option<Self> {
        let (version, format) = (number_at(bytes, 0)?, number_at(bytes, 4)?);
        let (tail, later, rest) = tail_of(version, &bytes[8..])?;
        let (size, rest) = U16::read_from_prefix(rest).ok()?;
        let (changes, rest) = rest.split_at_checked(size.get().into())?;
        let (count, rest) = U16::read_from_prefix(rest).ok()?;
        let policy = if count.get() == ALL {
            Policy::All(<[F32; POLICY_SIZE]>::ref_from_bytes(rest).ok()?)
        } else {
            let (indices, rest) = <[U16]>::ref_from_prefix_with_elems(rest, count.get().into()).ok()?;
            let (values, _) = <[F32]>::ref_from_prefix_with_elems(rest, count.get().into()).ok()?;
            Policy::Listed(indices, values)
        };
        Some(Self { version: &bytes[..4], format, masks: Masks::Changes(changes), policy, tail, later })
    }

    /// Returns the masks of planes 0 to 103, from the record or unpacked into `space`.
    fn masks<'s>(&self, space: &'s mut [U64; STORED_PLANES]) -> &'s [U64; STORED_PLANES]
    where
        'a: 's,
    {
        match self.masks {
            Masks::All(masks) => masks,
            Masks::Changes(changes) => {
                unpack_masks(changes, space);
                space
            }
        }
    }

    /// Returns the fields after the planes that both versions have.
    pub const fn tail(&self) -> &'a V6Tail {
        self.tail
    }

    /// Returns the fields that only version 7 has.
    pub const fn later(&self) -> Option<&'a V7Tail> {
        self.later
    }

    /// Overwrites existing planes, as [`AnyRecord::planes_into`](super::AnyRecord::planes_into) does.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format. The planes are unchanged then.
    pub fn planes_into(&self, scale: Rule50Scale, planes: &mut Planes) -> Result<Transform, UnknownNumberError> {
        let mut space = [U64::ZERO; STORED_PLANES];
        let tail = self.tail;
        let fields = Fields {
            format: self.format,
            masks: self.masks(&mut space),
            castling: [tail.castling_us_ooo, tail.castling_us_oo, tail.castling_them_ooo, tail.castling_them_oo],
            flag: tail.side_to_move_or_enpassant,
            rule50: tail.rule50_count,
            info: tail.invariance_info,
        };
        fields.write_planes(scale, planes)
    }

    /// Writes all probabilities, -1 for illegal moves.
    pub fn write_policy(&self, cells: &mut [f32]) {
        match self.policy {
            Policy::All(values) => cells.iter_mut().zip(values).for_each(|(cell, value)| *cell = value.get()),
            Policy::Listed(indices, values) => {
                cells.fill(-1.0);
                for (index, value) in indices.iter().zip(values) {
                    if let Some(cell) = cells.get_mut(usize::from(index.get())) {
                        *cell = value.get();
                    }
                }
            }
        }
    }

    /// Passes each probability with its index, in the order of the indices; those that are -1 may be left out.
    fn each(&self, mut pass: impl FnMut(u16, f32)) {
        match self.policy {
            Policy::All(values) => (0..).zip(values).for_each(|(index, value)| pass(index, value.get())),
            Policy::Listed(indices, values) => {
                indices.iter().zip(values).for_each(|(index, value)| pass(index.get(), value.get()));
            }
        }
    }

    /// Writes which moves are legal: those whose probability is not negative or NaN.
    pub fn write_legal(&self, cells: &mut [bool]) {
        cells.fill(false);
        self.each(|index, value| {
            if let Some(cell) = cells.get_mut(usize::from(index)) {
                *cell = value >= 0.0;
            }
        });
    }

    /// Writes the policy indices of the legal moves, from the lowest up, and their probabilities; returns their number.
    ///
    /// The remaining indices are [`V7::NO_MOVE`], with the probability 0. Moves that do not fit are left out.
    pub fn write_listed(&self, indices: &mut [u16], probabilities: &mut [f32]) -> usize {
        let mut count = 0;
        self.each(|index, value| {
            if value >= 0.0 {
                if let (Some(place), Some(probability)) = (indices.get_mut(count), probabilities.get_mut(count)) {
                    (*place, *probability) = (index, value);
                }
                count += 1;
            }
        });
        if let Some(rest) = indices.get_mut(count..) {
            rest.fill(V7::NO_MOVE);
        }
        if let Some(rest) = probabilities.get_mut(count..) {
            rest.fill(0.0);
        }
        count
    }

    /// Returns the record, never `None` for a whole one.
    pub fn to_record(&self) -> Option<Record> {
        let mut bytes = Vec::with_capacity(V7::SIZE);
        bytes.extend_from_slice(self.version);
        bytes.extend_from_slice(&self.format.to_le_bytes());
        match self.policy {
            Policy::All(values) => values.iter().for_each(|value| bytes.extend_from_slice(&value.to_bytes())),
            Policy::Listed(indices, values) => {
                (0..POLICY_SIZE).for_each(|_| bytes.extend_from_slice(&ILLEGAL.to_le_bytes()));
                for (index, value) in indices.iter().zip(values) {
                    let start = POLICY.start + 4 * usize::from(index.get());
                    bytes.get_mut(start..start + 4)?.copy_from_slice(&value.to_bytes());
                }
            }
        }
        bytes.extend_from_slice(self.masks(&mut [U64::ZERO; STORED_PLANES]).as_bytes());
        bytes.extend_from_slice(self.tail.as_bytes());
        if let Some(later) = self.later {
            bytes.extend_from_slice(later.as_bytes());
        }
        Record::from_bytes(&bytes).ok()
    }
}

impl fmt::Debug for RecordView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordView").field("tail", self.tail).finish_non_exhaustive()
    }
}

impl Packer {
    /// Packs a record of version 6 or 7, or returns `None` if the bytes are too few.
    pub fn pack(&mut self, bytes: &[u8]) -> Option<PackedRecord> {
        let Self { listed, packed } = self;
        let (policy, tail) = (bytes.get(POLICY)?, bytes.get(TAIL..)?);
        list(policy, listed);
        packed.clear();
        packed.extend_from_slice(&bytes[..POLICY.start]);
        packed.extend_from_slice(tail);
        pack_masks(&bytes[POLICY.end..TAIL], packed);
        if listed.len() > MOST_LISTED {
            packed.extend_from_slice(&ALL.to_le_bytes());
            packed.extend_from_slice(policy);
        } else {
            packed.extend_from_slice(&(listed.len() as u16).to_le_bytes());
            listed.iter().for_each(|(index, _)| packed.extend_from_slice(&index.to_le_bytes()));
            listed.iter().for_each(|(_, value)| packed.extend_from_slice(value));
        }
        Some(PackedRecord(Box::from(&packed[..])))
    }
}

fn list(policy: &[u8], listed: &mut Vec<(u16, [u8; 4])>) {
    listed.clear();
    let Ok(cells) = <[U32]>::ref_from_bytes(policy) else { return };
    let mut push = |place: usize| listed.push((place as u16, cells[place].to_bytes()));
    // The cells of a group that differ are found without a branch, which would be unpredictable.
    const GROUP: usize = 16;
    let mut first = 0;
    for group in cells.chunks_exact(GROUP) {
        let differs = |(place, cell): (usize, &U32)| u32::from(cell.get() != ILLEGAL) << place;
        let mut differing = group.iter().enumerate().map(differs).fold(0, |all, bit| all | bit);
        while differing != 0 {
            push(first + differing.trailing_zeros() as usize);
            differing &= differing - 1;
        }
        first += GROUP;
    }
    (first..cells.len()).filter(|&place| cells[place].get() != ILLEGAL).for_each(push);
}

/// Appends the number of bytes that follow, and for each slot the planes that differ from the slot before.
fn pack_masks(bytes: &[u8], packed: &mut Vec<u8>) {
    let Ok(masks) = <[U64; STORED_PLANES]>::ref_from_bytes(bytes) else { return };
    let start = packed.len();
    packed.extend_from_slice(&[0; 2]);
    let mut before = [U64::ZERO; PLANES_PER_SLOT];
    for slot in masks.chunks_exact(PLANES_PER_SLOT) {
        let place = packed.len();
        packed.extend_from_slice(&[0; 2]);
        let mut changes = 0_u16;
        for (plane, (mask, before)) in slot.iter().zip(&mut before).enumerate() {
            if mask != before {
                changes |= 1 << plane;
                packed.extend_from_slice(mask.as_bytes());
                *before = *mask;
            }
        }
        packed[place..place + 2].copy_from_slice(&changes.to_le_bytes());
    }
    let size = (packed.len() - start - 2) as u16;
    packed[start..start + 2].copy_from_slice(&size.to_le_bytes());
}

fn unpack_masks(mut bytes: &[u8], masks: &mut [U64; STORED_PLANES]) {
    let mut slot = [U64::ZERO; PLANES_PER_SLOT];
    for masks in masks.chunks_exact_mut(PLANES_PER_SLOT) {
        let Ok((changes, mut rest)) = U16::read_from_prefix(bytes) else { return };
        let mut changes = changes.get();
        while changes != 0 {
            let (Some(mask), Ok((value, after))) =
                (slot.get_mut(changes.trailing_zeros() as usize), U64::read_from_prefix(rest))
            else {
                return;
            };
            (*mask, rest) = (value, after);
            changes &= changes - 1;
        }
        masks.copy_from_slice(&slot);
        bytes = rest;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use quickcheck::quickcheck;

    use super::*;
    use crate::encoder::{Encoder, InputFormat};
    use crate::history::PositionHistory;
    use crate::training::layout::V6;

    quickcheck! {
        fn a_packed_record_is_the_same_when_it_is_unpacked(changes: Vec<(u16, u8)>, dense: bool, is_v7: bool) -> bool {
            let mut bytes = V6::empty().bytes().to_vec();
            if is_v7 {
                bytes.resize(V7::SIZE, 0);
                bytes[0] = 7;
            }
            if dense {
                bytes[POLICY].fill(1);
            }
            let size = bytes.len();
            for (place, byte) in changes {
                // Anything but the version.
                bytes[4 + usize::from(place) % (size - 4)] = byte;
            }
            let packed = Packer::default().pack(&bytes).expect("it is a record");
            let view = packed.view().expect("it is packed");
            let mut cells = [0.0; POLICY_SIZE];
            view.write_policy(&mut cells);
            let same_policy = cells.iter().zip(bytes[POLICY].chunks_exact(4)).all(|(cell, bytes)| cell.to_le_bytes() == bytes);
            let again = view.to_record().expect("it is a record");
            same_policy && again.bytes() == bytes && packed.size() < size + 21
        }
    }

    #[test]
    fn a_record_with_forty_legal_moves_takes_less_than_a_tenth_of_the_memory() {
        let mut history = PositionHistory::start();
        for text in ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6"] {
            let m = history.last().board().parse_move(text).expect("the move is possible");
            history.push_relative(m);
        }
        let mut record = V6::from_history(&Encoder::new(InputFormat::Classical), &history);
        record.probabilities[100..140].fill(F32::new(0.025));
        let size = Packer::default().pack(record.bytes()).expect("it is a record").size();
        assert!(size < V6::SIZE / 10, "{size}");
    }
}
