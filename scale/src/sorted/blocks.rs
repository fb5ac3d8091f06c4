//! Blocks of items, as they are on the disk.

use std::cell::RefCell;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

use super::{BLOCK, Item};

/// The bytes before the frame of a block.
pub(super) const HEAD: usize = 8;

/// The level of compression of what is read once.
const LEVEL: i32 = 1;

thread_local! {
    /// The packer and unpacker of blocks, with the bytes of the items one after another and transposed.
    static PACKER: RefCell<Packer> = RefCell::default();
}

#[derive(Default)]
struct Packer {
    plain: Vec<u8>,
    transposed: Vec<u8>,
    compressor: Option<Compressor<'static>>,
    decompressor: Option<Decompressor<'static>>,
}

/// Writes `bytes`, which are `rows` of `columns`, by columns.
fn transpose(bytes: &[u8], rows: usize, columns: usize, to: &mut Vec<u8>) {
    const TILE: usize = 32;
    to.resize(rows * columns, 0);
    for row in (0..rows).step_by(TILE) {
        let end = rows.min(row + TILE);
        for first in (0..columns).step_by(TILE) {
            for column in first..columns.min(first + TILE) {
                let target = &mut to[column * rows + row..column * rows + end];
                for (byte, row) in target.iter_mut().zip(row..) {
                    *byte = bytes[row * columns + column];
                }
            }
        }
    }
}

pub(crate) fn pack<T: Item>(items: &[T], out: &mut Vec<u8>) -> io::Result<()> {
    PACKER.with_borrow_mut(|packer| {
        packer.plain.resize(items.len() * T::BYTES, 0);
        for (item, bytes) in items.iter().zip(packer.plain.chunks_exact_mut(T::BYTES)) {
            item.encode(bytes);
        }
        transpose(&packer.plain, items.len(), T::BYTES, &mut packer.transposed);
        let compressor = match &mut packer.compressor {
            Some(compressor) => compressor,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        let frame = compressor.compress(&packer.transposed)?;
        out.extend((items.len() as u32).to_le_bytes());
        out.extend((frame.len() as u32).to_le_bytes());
        out.extend(frame);
        Ok(())
    })
}

/// Returns the number of items and of bytes that the head of a block says.
pub(super) fn head(bytes: [u8; HEAD]) -> io::Result<(usize, usize)> {
    let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i])) as usize;
    let (items, bytes) = (number(0), number(4));
    if (1..=BLOCK).contains(&items) { Ok((items, bytes)) } else { Err(io::ErrorKind::InvalidData.into()) }
}

pub(super) fn unpack<T: Item>(frame: &[u8], items: usize, into: &mut Vec<T>) -> io::Result<()> {
    PACKER.with_borrow_mut(|packer| {
        let decompressor = match &mut packer.decompressor {
            Some(decompressor) => decompressor,
            none => none.insert(Decompressor::new()?),
        };
        packer.transposed.clear();
        packer.transposed.reserve(items * T::BYTES);
        if decompressor.decompress_to_buffer(frame, &mut packer.transposed)? != items * T::BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        transpose(&packer.transposed, T::BYTES, items, &mut packer.plain);
        into.clear();
        into.extend(packer.plain.chunks_exact(T::BYTES).map(T::decode));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use gardez_position::PackedBoard;
    use quickcheck::quickcheck;

    use super::*;
    use crate::perft::record::Record;

    quickcheck! {
        fn blocks_are_read_as_they_were_written(numbers: Vec<(u8, u64)>) -> bool {
            let record = |&(byte, n)| Record::new(PackedBoard::from_bytes([byte; PackedBoard::SIZE]), n);
            let records: Vec<_> = numbers.iter().map(record).collect();
            let (mut bytes, mut found) = (Vec::new(), Vec::<Record>::new());
            if records.is_empty() {
                return true;
            }
            pack(&records, &mut bytes).expect("there is memory");
            let (items, length) = head(std::array::from_fn(|i| bytes[i])).expect("a head");
            unpack(&bytes[HEAD..], items, &mut found).expect("a frame");
            found == records && length == bytes.len() - HEAD
        }
    }
}
