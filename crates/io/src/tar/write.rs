//! A tar (POSIX.1-1988) of plain files, whose bytes depend on nothing but names and contents.

use std::io::{self, Write};

use super::header::BLOCK;

const MOST_BYTES: u64 = 0o77_777_777_777;

/// Writes a file of this name, of at most 100 bytes. Its owner, its time and its permissions are always the same.
///
/// # Errors
///
/// Returns an error if the name is longer, or if the target cannot be written.
pub fn write_member(target: &mut impl Write, name: &str, content: &[u8]) -> io::Result<()> {
    if 100 < name.len() || MOST_BYTES < content.len() as u64 {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the name or the file is too long for a tar"));
    }
    let mut header = [0; BLOCK];
    let mut field = |start: usize, bytes: &[u8]| header[start..start + bytes.len()].copy_from_slice(bytes);
    field(0, name.as_bytes());
    // Mode, owner, group, size, time.
    field(100, b"0000644\0");
    field(108, b"0000000\0");
    field(116, b"0000000\0");
    field(124, format!("{:011o}\0", content.len()).as_bytes());
    field(136, b"00000000000\0");
    // The checksum counts itself as blanks.
    field(148, b"        ");
    field(156, b"0");
    field(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    target.write_all(&header)?;
    target.write_all(content)?;
    target.write_all(&[0; BLOCK][..content.len().next_multiple_of(BLOCK) - content.len()])
}

/// Writes the end of a tar: two empty blocks.
///
/// # Errors
///
/// Returns the error of the target, if there is one.
pub fn write_end(target: &mut impl Write) -> io::Result<()> {
    target.write_all(&[0; 2 * BLOCK])
}
