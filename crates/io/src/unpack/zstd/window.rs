//! The bytes that were unpacked last: what matches refer to, and what has not been read yet.

/// Short copies copy this many bytes and count fewer.
const SLACK: usize = 16;

/// A ring of the last bytes of a frame. It grows up to the window of the frame and one block.
pub(super) struct Window {
    ring: Vec<u8>,
    /// The length that the ring may grow to.
    longest: usize,
    /// The largest distance that a match may refer back to.
    size: usize,
    /// The index of the next byte.
    head: usize,
    /// The bytes of the frame so far.
    filled: usize,
    /// The bytes before `head` that have not been read.
    unread: usize,
}

impl Window {
    pub(super) const fn new() -> Self {
        Self { ring: Vec::new(), longest: 0, size: 0, head: 0, filled: 0, unread: 0 }
    }

    /// Forgets the frame before; everything in it has been read.
    pub(super) fn begin_frame(&mut self, size: usize) {
        debug_assert_eq!(self.unread, 0);
        (self.size, self.head, self.filled, self.unread) = (size, 0, 0, 0);
        self.longest = 0;
    }

    /// Makes room for a block of at most `block` bytes.
    pub(super) fn begin_block(&mut self, block: usize) {
        debug_assert_eq!(self.unread, 0);
        self.longest = self.size + block + SLACK;
        let needed = self.head + block + SLACK;
        if self.filled == 0 && self.longest / 2 < self.ring.len() && self.ring.len() < self.longest {
            // The ring of the frame before is too long to grow once more within the memory of this frame.
            self.ring = Vec::new();
        }
        if self.ring.len() < needed.min(self.longest) {
            // Before the ring has its full length, no byte is at its beginning again.
            let length = needed.max(2 * self.ring.len());
            // The last step at least doubles it, so that both together take at most one and a half times its length.
            let length = if self.longest / 2 < length { self.longest } else { length };
            self.ring.reserve_exact(length - self.ring.len());
            self.ring.resize(length, 0);
        }
    }

    /// Drops the bytes of a block that is damaged. No match can be copied after it.
    pub(super) fn drop_block(&mut self) {
        self.unread = 0;
    }

    /// Counts bytes that were written.
    #[inline]
    fn pass(&mut self, length: usize) {
        self.head += length;
        if self.head == self.ring.len() {
            self.head = 0;
        }
        // On 32 bits, a frame may have more bytes than a number.
        self.filled = self.filled.saturating_add(length);
        self.unread += length;
    }

    /// Adds bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        while !bytes.is_empty() {
            let length = bytes.len().min(self.ring.len() - self.head);
            let (front, back) = bytes.split_at(length);
            self.ring[self.head..self.head + length].copy_from_slice(front);
            self.pass(length);
            bytes = back;
        }
    }

    /// Adds the first `length` bytes.
    #[inline]
    pub(super) fn push_short(&mut self, bytes: &[u8], length: usize) {
        if length <= SLACK {
            if let (Some(source), Some(target)) = (bytes.first_chunk(), self.ring[self.head..].first_chunk_mut()) {
                let source: &[u8; SLACK] = source;
                *target = *source;
                return self.pass(length);
            }
        }
        self.push(&bytes[..length]);
    }

    /// Adds a byte several times.
    pub(super) fn push_repeated(&mut self, byte: u8, length: usize) {
        let mut left = length;
        while left != 0 {
            let length = left.min(self.ring.len() - self.head);
            self.ring[self.head..self.head + length].fill(byte);
            self.pass(length);
            left -= length;
        }
    }

    /// Adds bytes that begin `distance` before the next one; `None` if there are none.
    #[inline]
    pub(super) fn copy(&mut self, distance: usize, length: usize) -> Option<()> {
        if self.filled < distance || self.size < distance || distance == 0 {
            return None;
        }
        if SLACK <= distance && length <= SLACK && distance <= self.head && self.head + SLACK < self.ring.len() {
            let (source, target) = self.ring.split_at_mut(self.head);
            let source = &source[source.len() - distance..];
            if let (Some(source), Some(target)) = (source.first_chunk(), target.first_chunk_mut()) {
                let source: &[u8; SLACK] = source;
                *target = *source;
                self.pass(length);
                return Some(());
            }
        }
        self.copy_long(distance, length);
        Some(())
    }

    fn copy_long(&mut self, distance: usize, length: usize) {
        let mut left = length;
        // The source stays in its place, so what was copied is copied with it: the distance doubles.
        let mut distance = distance;
        while left != 0 {
            let end = self.ring.len();
            let source = if distance <= self.head { self.head - distance } else { self.head + end - distance };
            let piece = left.min(distance).min(end - source).min(end - self.head);
            self.ring.copy_within(source..source + piece, self.head);
            self.pass(piece);
            left -= piece;
            if piece == distance && 2 * distance <= self.size.min(self.filled) {
                distance *= 2;
            }
        }
    }

    /// Returns the number of bytes that have not been read.
    pub(super) const fn unread_len(&self) -> usize {
        self.unread
    }

    /// Returns the bytes that have not been read, in two parts.
    pub(super) fn unread(&self) -> (&[u8], &[u8]) {
        if self.unread <= self.head {
            (&self.ring[self.head - self.unread..self.head], &[])
        } else {
            (&self.ring[self.ring.len() - (self.unread - self.head)..], &self.ring[..self.head])
        }
    }

    /// Reads bytes; returns their number, 0 if all have been read.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> usize {
        let (front, back) = self.unread();
        let part = if front.is_empty() { back } else { front };
        let length = part.len().min(buffer.len());
        buffer[..length].copy_from_slice(&part[..length]);
        self.unread -= length;
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 1024;

    /// Adds a block, which is read. Returns the lengths of the ring before and after.
    fn add_block(window: &mut Window) -> (usize, usize) {
        let before = window.ring.len();
        window.begin_block(BLOCK);
        window.push_repeated(b'a', BLOCK);
        while window.read(&mut [0; BLOCK]) != 0 {}
        (before, window.ring.len())
    }

    #[test]
    fn a_ring_that_grows_at_least_doubles_in_later_frames_too() {
        for first in [10, 60, 64, 66, 100, 127] {
            let mut window = Window::new();
            for frame in [first, 128] {
                window.begin_frame(frame * BLOCK);
                for _ in 0..frame + 2 {
                    let (before, after) = add_block(&mut window);
                    assert!(after <= before || 2 * before <= after, "{first}: from {before} to {after} bytes");
                }
                assert_eq!(window.ring.len(), (frame + 1) * BLOCK + SLACK);
            }
        }
    }

    #[test]
    fn a_frame_may_have_more_bytes_than_a_number() {
        let mut window = Window::new();
        window.begin_frame(BLOCK);
        add_block(&mut window);
        window.filled = usize::MAX - 1;
        add_block(&mut window);
        assert_eq!(window.copy(BLOCK, 3), Some(()));
    }
}
