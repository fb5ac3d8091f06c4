//! The one unsafe call of this crate: mapping a file into memory.

// A mapped table is probed three to five times as fast as one that is read piece by piece: docs/benchmarks.md.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a file for reading.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: what is mapped is read only as bytes, of which any value is valid, and every index made from one is checked
    // when it is used, so that bytes which another program changes cannot lead out of the slice. A file that another
    // program cuts ends this program with a signal when the missing part is read; `Access::Mapped` tells its user so.
    unsafe { Mmap::map(file) }
}
