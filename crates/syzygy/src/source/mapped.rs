//! The one unsafe call of this crate: mapping a file into memory.

// A probe of a mapped table takes less time than one of a file that is read in pieces (docs/syzygy.md has the ratio).
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is read-only. The language promises nothing about memory that another program changes or takes away
    // while it is borrowed; only `Access::mapped` makes the access that leads here, and its caller promises that no
    // program writes to the file or cuts it.
    unsafe { Mmap::map(file) }
}
