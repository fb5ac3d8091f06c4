//! Compressed streams, recognized by their first bytes: gzip with the feature `gzip`, Zstandard with `zstd`.

use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use std::io::BufReader;
use std::io::{self, Read};

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Unpacks a stream that may be compressed; a stream that is not compressed is returned unchanged.
///
/// The format is recognized by the first bytes: gzip with the feature `gzip`, Zstandard with the feature `zstd`. A file
/// of several compressed parts, as `pzstd` and `cat` make them, is read to its end. Zstandard takes memory for the
/// window that the file requires.
///
/// # Errors
///
/// If the stream fails, or if it is compressed in a format whose feature is not enabled
/// ([`io::ErrorKind::Unsupported`]).
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn decompress<'a, R: Read + 'a>(reader: R) -> io::Result<Box<dyn Read + 'a>> {
    // A stream may yield few bytes at first; four are enough to recognize the format.
    let (mut reader, mut front) = (reader, Vec::with_capacity(ZSTANDARD.len()));
    reader.by_ref().take(ZSTANDARD.len() as u64).read_to_end(&mut front)?;
    let is_gzip = front.starts_with(&GZIP);
    let is_zstandard = front.starts_with(&ZSTANDARD);
    let whole = io::Cursor::new(front).chain(reader);
    if is_gzip {
        #[cfg(feature = "gzip")]
        return Ok(Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(whole))));
        #[cfg(not(feature = "gzip"))]
        return Err(io::Error::new(io::ErrorKind::Unsupported, "gzip needs the feature `gzip`"));
    }
    if is_zstandard {
        #[cfg(feature = "zstd")]
        return Ok(Box::new(zst::Frames::new(BufReader::new(whole))));
        #[cfg(not(feature = "zstd"))]
        return Err(io::Error::new(io::ErrorKind::Unsupported, "Zstandard needs the feature `zstd`"));
    }
    Ok(Box::new(whole))
}

#[cfg(feature = "zstd")]
mod zst {
    use std::io::{self, BufRead, Read};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    /// The frames of a stream one after another.
    pub(super) struct Frames<R> {
        source: R,
        decoder: FrameDecoder,
        is_inside: bool,
    }

    impl<R: BufRead> Frames<R> {
        pub(super) fn new(source: R) -> Self {
            Self { source, decoder: FrameDecoder::new(), is_inside: false }
        }

        /// Moves to the next frame; returns false if there is none.
        fn next_frame(&mut self) -> io::Result<bool> {
            while !self.source.fill_buf()?.is_empty() {
                match self.decoder.reset(&mut self.source) {
                    Ok(()) => {
                        self.is_inside = true;
                        return Ok(true);
                    }
                    Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                        length, ..
                    })) => {
                        let length = u64::from(length);
                        if io::copy(&mut self.source.by_ref().take(length), &mut io::sink())? != length {
                            return Err(io::ErrorKind::UnexpectedEof.into());
                        }
                    }
                    Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
                }
            }
            Ok(false)
        }
    }

    impl<R: BufRead> Read for Frames<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if buffer.is_empty() {
                return Ok(0);
            }
            loop {
                if !self.is_inside && !self.next_frame()? {
                    return Ok(0);
                }
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let some = BlockDecodingStrategy::UptoBlocks(1);
                    let decoded = self.decoder.decode_blocks(&mut self.source, some);
                    decoded.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
                }
                let read = self.decoder.read(buffer)?;
                if read != 0 {
                    return Ok(read);
                }
                self.is_inside = false;
            }
        }
    }
}
