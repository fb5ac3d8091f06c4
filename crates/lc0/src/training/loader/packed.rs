//! A record in little memory: only the probabilities that are not -1 are kept.

use std::boxed::Box;
use std::vec::Vec;

use zerocopy::little_endian::{F32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::focus::Surprise;
use crate::policy::POLICY_SIZE;
use crate::training::layout::{STORED_PLANES, V6, V7};
use crate::training::record::Record;
use crate::training::view::Fields;

/// Where the probabilities begin, and where they end.
const POLICY: core::ops::Range<usize> = 8..8 + 4 * POLICY_SIZE;

/// -1, the value of a move that is not legal.
const ILLEGAL: u32 = 0xbf80_0000;

/// The number of listed probabilities that says that all of them follow.
const ALL: u16 = u16::MAX;

/// A listed probability takes six bytes, and one of all takes four.
const MOST_LISTED: usize = 4 * POLICY_SIZE / 6;

/// What follows the probabilities in a record of version 6, and also in version 7.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Tail {
    masks: [U64; STORED_PLANES],
    castling: [u8; 4],
    flag: u8,
    rule50: u8,
    pub(super) info: u8,
    _dummy: u8,
    pub(super) root_q: F32,
    pub(super) best_q: F32,
    pub(super) root_d: F32,
    pub(super) best_d: F32,
    pub(super) root_m: F32,
    pub(super) best_m: F32,
    pub(super) plies_left: F32,
    pub(super) result_q: F32,
    pub(super) result_d: F32,
    pub(super) played_q: F32,
    pub(super) played_d: F32,
    pub(super) played_m: F32,
    pub(super) orig_q: F32,
    pub(super) orig_d: F32,
    pub(super) orig_m: F32,
    _visits: U32,
    pub(super) played_idx: U16,
    pub(super) best_idx: U16,
    policy_kld: F32,
    pub(super) q_st: F32,
}

/// What only a record of version 7 has.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Later {
    pub(super) d_st: F32,
    pub(super) opp_played_idx: U16,
    pub(super) next_played_idx: U16,
    _reserved: [F32; 8],
}

const _: () = assert!(POLICY.end + size_of::<Tail>() == V6::SIZE);
const _: () = assert!(V6::SIZE + size_of::<Later>() == V7::SIZE);

/// Probabilities with their indices, on their way into a packed record.
pub(super) type Listed = Vec<(u16, [u8; 4])>;

/// The probabilities of a record.
pub(super) enum Policy<'a> {
    /// All of them.
    All(&'a [F32; POLICY_SIZE]),
    /// Those that are not -1, and their indices.
    Listed(&'a [U16], &'a [F32]),
}

/// A record of version 6 or 7, packed or not, where it is.
pub(super) struct View<'a> {
    version: &'a [u8],
    pub(super) format: u32,
    pub(super) policy: Policy<'a>,
    pub(super) tail: &'a Tail,
    /// `None` in version 6.
    pub(super) later: Option<&'a Later>,
}

/// Splits what follows the probabilities.
fn tail_of(version: u32, bytes: &[u8]) -> Option<(&Tail, Option<&Later>, &[u8])> {
    let (tail, rest) = Tail::ref_from_prefix(bytes).ok()?;
    if version != V7::VERSION {
        return Some((tail, None, rest));
    }
    let (later, rest) = Later::ref_from_prefix(rest).ok()?;
    Some((tail, Some(later), rest))
}

fn number_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

impl<'a> View<'a> {
    /// Returns the record at the start of these bytes, which must be one of version 6 or 7.
    pub(super) fn of_record(bytes: &'a [u8]) -> Option<Self> {
        let (version, format) = (number_at(bytes, 0)?, number_at(bytes, 4)?);
        let policy = Policy::All(<[F32; POLICY_SIZE]>::ref_from_bytes(bytes.get(POLICY)?).ok()?);
        let (tail, later, _) = tail_of(version, &bytes[POLICY.end..])?;
        Some(Self { version: &bytes[..4], format, policy, tail, later })
    }

    /// Returns the record that [`pack`] packed.
    pub(super) fn of_packed(bytes: &'a [u8]) -> Option<Self> {
        let (version, format) = (number_at(bytes, 0)?, number_at(bytes, 4)?);
        let (tail, later, rest) = tail_of(version, &bytes[8..])?;
        let (count, rest) = U16::read_from_prefix(rest).ok()?;
        let policy = if count.get() == ALL {
            Policy::All(<[F32; POLICY_SIZE]>::ref_from_bytes(rest).ok()?)
        } else {
            let (indices, rest) = <[U16]>::ref_from_prefix_with_elems(rest, count.get().into()).ok()?;
            let (values, _) = <[F32]>::ref_from_prefix_with_elems(rest, count.get().into()).ok()?;
            Policy::Listed(indices, values)
        };
        Some(Self { version: &bytes[..4], format, policy, tail, later })
    }

    /// Returns the fields that describe the planes.
    pub(super) const fn fields(&self) -> Fields<'a> {
        let tail = self.tail;
        Fields {
            format: self.format,
            masks: &tail.masks,
            castling: tail.castling,
            flag: tail.flag,
            rule50: tail.rule50,
            info: tail.info,
        }
    }

    pub(super) const fn surprise(&self) -> Surprise {
        let tail = self.tail;
        Surprise { best_q: tail.best_q.get(), orig_q: tail.orig_q.get(), policy_kld: tail.policy_kld.get() }
    }

    /// Writes all probabilities.
    pub(super) fn write_policy(&self, cells: &mut [f32]) {
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

    /// Writes which moves are legal: those whose probability is not negative. One that is NaN does not count.
    pub(super) fn write_legal(&self, cells: &mut [bool]) {
        match self.policy {
            Policy::All(values) => cells.iter_mut().zip(values).for_each(|(cell, value)| *cell = value.get() >= 0.0),
            Policy::Listed(indices, values) => {
                cells.fill(false);
                for (index, value) in indices.iter().zip(values) {
                    if let Some(cell) = cells.get_mut(usize::from(index.get())) {
                        *cell = value.get() >= 0.0;
                    }
                }
            }
        }
    }

    /// Returns the record as it was.
    pub(super) fn to_record(&self) -> Option<Record> {
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
        bytes.extend_from_slice(self.tail.as_bytes());
        if let Some(later) = self.later {
            bytes.extend_from_slice(later.as_bytes());
        }
        Record::from_bytes(&bytes).ok()
    }
}

/// Lists the probabilities that are not -1.
fn list(policy: &[u8], listed: &mut Listed) {
    let Ok(cells) = <[U32]>::ref_from_bytes(policy) else { return };
    // Most groups contain nothing but -1. Their loop has no branch, so it compares several cells at once.
    const GROUP: usize = 16;
    for (group, cells) in cells.chunks(GROUP).enumerate() {
        if cells.iter().fold(0, |all, cell| all | (cell.get() ^ ILLEGAL)) == 0 {
            continue;
        }
        for (place, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.get() != ILLEGAL) {
            listed.push(((group * GROUP + place) as u16, cell.to_bytes()));
        }
    }
}

/// Packs a record of version 6 or 7. `bytes` must be a whole record.
pub(super) fn pack(bytes: &[u8], listed: &mut Listed) -> Box<[u8]> {
    listed.clear();
    let (head, policy, rest) = (&bytes[..POLICY.start], &bytes[POLICY], &bytes[POLICY.end..]);
    list(policy, listed);
    let is_long = listed.len() > MOST_LISTED;
    let size = head.len() + rest.len() + 2 + if is_long { policy.len() } else { 6 * listed.len() };
    let mut packed = Vec::with_capacity(size);
    packed.extend_from_slice(head);
    packed.extend_from_slice(rest);
    if is_long {
        packed.extend_from_slice(&ALL.to_le_bytes());
        packed.extend_from_slice(policy);
    } else {
        packed.extend_from_slice(&(listed.len() as u16).to_le_bytes());
        listed.iter().for_each(|(index, _)| packed.extend_from_slice(&index.to_le_bytes()));
        listed.iter().for_each(|(_, value)| packed.extend_from_slice(value));
    }
    packed.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

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
            let packed = pack(&bytes, &mut Vec::new());
            let view = View::of_packed(&packed).expect("it is packed");
            let mut cells = [0.0; POLICY_SIZE];
            view.write_policy(&mut cells);
            let same_policy = cells.iter().zip(bytes[POLICY].chunks_exact(4)).all(|(cell, bytes)| cell.to_le_bytes() == bytes);
            let again = view.to_record().expect("it is a record");
            same_policy && again.bytes() == bytes && packed.len() < size + 3
        }
    }

    #[test]
    fn a_record_with_forty_legal_moves_takes_a_seventh_of_the_memory() {
        let mut record = V6::empty();
        record.probabilities[100..140].fill(F32::new(0.025));
        assert!(pack(record.bytes(), &mut Vec::new()).len() < V6::SIZE / 7);
    }
}
