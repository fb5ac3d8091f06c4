//! The last bytes of a stream.

use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

/// The last bytes of a stream, shared with the [`Recorder`] that reads it.
#[derive(Clone, Debug)]
pub(super) struct Recording(Rc<RefCell<Kept>>);

#[derive(Debug)]
struct Kept {
    bytes: Vec<u8>,
    /// The offset of the first kept byte in the stream.
    start: u64,
    /// The number of bytes that are kept at least, if nothing is released before.
    capacity: usize,
}

/// A stream whose bytes are recorded as they are read.
pub(super) struct Recorder<R> {
    reader: R,
    recording: Recording,
}

/// Returns a recording of at least the last `capacity` bytes, and at most twice as many and one chunk.
pub(super) fn record<R: Read>(reader: R, capacity: usize) -> (Recorder<R>, Recording) {
    let recording = Recording(Rc::new(RefCell::new(Kept { bytes: Vec::new(), start: 0, capacity })));
    (Recorder { reader, recording: recording.clone() }, recording)
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let mut kept = self.recording.0.borrow_mut();
        if 2 * kept.capacity < kept.bytes.len() {
            let surplus = kept.bytes.len() - kept.capacity;
            kept.drop_front(surplus);
        }
        kept.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

impl Kept {
    fn drop_front(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.start += count as u64;
    }

    /// Returns the place of an offset among the kept bytes.
    fn index(&self, offset: u64) -> Option<usize> {
        usize::try_from(offset.checked_sub(self.start)?).ok().filter(|&index| index <= self.bytes.len())
    }
}

impl Recording {
    /// Calls `f` with these bytes of the stream, or returns `None` if some are no longer kept.
    pub(super) fn with<T>(&self, range: Range<u64>, f: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let kept = self.0.borrow();
        let range = kept.index(range.start)?..kept.index(range.end)?;
        Some(f(&kept.bytes[range]))
    }

    /// Releases the bytes before an offset. They are removed when they are more than half of all.
    pub(super) fn release(&self, before: u64) {
        let mut kept = self.0.borrow_mut();
        if let Some(count) = kept.index(before).filter(|count| kept.bytes.len() < 2 * count) {
            kept.drop_front(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_by_their_offsets_until_they_are_released() {
        let (mut recorder, recording) = record(&b"0123456789"[..], 100);
        recorder.read_exact(&mut [0; 6]).expect("there are more");
        assert_eq!(recording.with(2..5, <[u8]>::to_vec), Some(b"234".to_vec()));
        assert_eq!(recording.with(4..7, <[u8]>::to_vec), None);
        recording.release(4);
        recorder.read_exact(&mut [0; 4]).expect("there are more");
        assert_eq!(recording.with(3..5, <[u8]>::to_vec), None);
        assert_eq!(recording.with(4..10, <[u8]>::to_vec), Some(b"456789".to_vec()));
    }

    #[test]
    fn an_endless_stream_does_not_fill_the_memory() {
        let (mut recorder, recording) = record(io::repeat(b'x'), 1000);
        for _ in 0..10_000 {
            recorder.read_exact(&mut [0; 10]).expect("it is endless");
        }
        assert!(recording.0.borrow().bytes.len() <= 2010);
        assert!(recording.with(99_000..100_000, |bytes| bytes.len() == 1000).is_some_and(|is_kept| is_kept));
    }
}
