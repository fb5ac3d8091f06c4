//! The one unsafe call of this crate: mapping a file into memory.

// A mapped table is probed three to five times as fast as one that is read piece by piece (docs/benchmarks.md).
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a file for reading.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the mapped memory is read only as bytes, of which every value is valid. Every index made from them is checked
    // when it is used, so bytes that another program changes cannot lead out of the slice. If another program truncates the
    // file, reading the missing part ends this program with a signal; the docs of `Access::Mapped` warn of this.
    unsafe { Mmap::map(file) }
}
