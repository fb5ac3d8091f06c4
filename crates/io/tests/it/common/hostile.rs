//! Zstandard frames made by hand.

/// A block: 0 as it is, 1 a repeated byte, 2 compressed.
pub(crate) fn block(kind: u32, size: usize, content: &[u8], is_last: bool) -> Vec<u8> {
    let header = u32::from(is_last) | kind << 1 | (size as u32) << 3;
    [&header.to_le_bytes()[..3], content].concat()
}

/// A block of blanks.
pub(crate) fn repeated(size: usize, is_last: bool) -> Vec<u8> {
    block(1, size, b" ", is_last)
}

/// A compressed block.
pub(crate) fn compressed(content: &[u8], is_last: bool) -> Vec<u8> {
    block(2, content.len(), content, is_last)
}

/// The content of a block: for each sequence a blank, and a match with this code at the last distance. These are the
/// bits of the matches.
pub(crate) fn sequences(count: usize, match_code: u8, bits: &[u8]) -> Vec<u8> {
    let literals = (1 | 3 << 2 | (count as u32) << 4).to_le_bytes();
    let rest = (count - 0x7f00) as u16;
    let modes = [0x54, 1, 0, match_code];
    [&literals[..3], b" ", &[255], &rest.to_le_bytes(), &modes, bits].concat()
}

/// A frame with a window of `1 << log` bytes.
pub(crate) fn frame(log: u8, blocks: &[Vec<u8>]) -> Vec<u8> {
    [&[0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3], &blocks.concat()[..]].concat()
}
