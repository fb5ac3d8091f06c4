//! Which format an input looks like.

use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::read::ReadEntries;
use crate::{bin, bullet, marlin, monty, viri};

/// The most entries that are tried.
const TRIED: usize = 256;

impl Format {
    /// Returns the format that the first bytes of an input look like, if they look like only one.
    ///
    /// `.binpack` has a mark, training records have a version, and the text formats have words. Most others are tried: they fit if some entries can be read
    /// strictly, and nothing but the end of the bytes follows. Binary FENs and boards of 24 bytes look like nothing, because
    /// nearly all bytes fit them. The first few kilobytes of a file are enough.
    ///
    /// ```
    /// use gardez_formats::{Entry, Format, Wdl, WriteEntries, marlin};
    /// use gardez_position::Board;
    ///
    /// assert_eq!(Format::detect(b"BINP\x22\0\0\0"), Some(Format::Binpack));
    /// assert_eq!(Format::detect(b"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), Some(Format::Plain));
    /// assert_eq!(Format::detect(b"[Event \"London\"]\n"), Some(Format::Pgn));
    /// let mut writer = marlin::Writer::new(Vec::new());
    /// writer.write_entry(&Entry::new(Board::start(), None, 0, Wdl::Draw))?;
    /// assert_eq!(Format::detect(&writer.finish()?), Some(Format::Marlin));
    /// assert_eq!(Format::detect(b""), None);
    /// # Ok::<_, gardez_formats::WriteError>(())
    /// ```
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let mut fitting = Self::ALL.into_iter().filter(|format| format.fits(bytes));
        match (fitting.next(), fitting.next()) {
            (only, None) => only,
            _ => None,
        }
    }

    /// Returns `true` if the first bytes of an input can be this format, and unlikely anything else.
    fn fits(self, bytes: &[u8]) -> bool {
        match self {
            Self::Binpack => bytes.starts_with(b"BINP"),
            Self::Plain => bytes.starts_with(b"fen "),
            Self::Pgn => bytes.starts_with(b"[Event \""),
            Self::BulletText => {
                let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
                line.is_ascii() && line.iter().filter(|&&byte| byte == b'|').count() >= 2 && line.contains(&b'/')
            }
            Self::Bullet => can_read(bullet::Reader::new(bytes)),
            Self::Marlin => can_read(marlin::Reader::new(bytes)),
            Self::Bin => can_read(bin::Reader::new(bytes)),
            Self::Viri => can_read(viri::Reader::new(bytes)),
            Self::MontyValue => can_read(monty::Reader::new(bytes)),
            Self::Lc0V6 => (3..=6).any(|version| is_record(bytes, version)),
            Self::Lc0V7 => is_record(bytes, 7),
            Self::MontyPolicy | Self::BinaryFen | Self::ChessLibrary | Self::PackedBoard => false,
        }
    }
}

/// Returns `true` if the first bytes are those of a training record of this version: its number, the input format from
/// version 5 on, and then 1858 probabilities.
fn is_record(bytes: &[u8], version: u32) -> bool {
    let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let has_format = 5 <= version;
    let is_version = words.next() == Some(version);
    let is_format = !has_format || matches!(words.next(), Some(1..=5 | 132 | 133));
    let mut probabilities = words.take(1858).map(f32::from_bits).peekable();
    let is_there = probabilities.peek().is_some();
    let is_probability = |p: f32| (0.0..=1.0).contains(&p) || p == -1.0;
    is_version && is_format && is_there && probabilities.all(is_probability)
}

/// Returns `true` if there are entries, and no error but that of an end within an entry.
fn can_read(mut reader: impl ReadEntries) -> bool {
    for count in 0..TRIED {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Err(ReadError::Format(FormatError { kind: FormatErrorKind::Incomplete { .. }, .. })) | Ok(None) => {
                return 0 < count;
            }
            Err(_) => return false,
        }
    }
    true
}

impl FormatError {
    /// Returns the same error, which also says what the input looks like. `input` is the first bytes of the input.
    ///
    /// ```
    /// use gardez_formats::{ReadEntries, ReadError, bullet};
    ///
    /// let input = b"BINP\x22\0\0\0 and so on, and so on";
    /// let Err(ReadError::Format(error)) = bullet::Reader::new(&input[..]).next_entry() else { unreachable!() };
    /// assert!(error.with_guess(input).to_string().ends_with("of bulletformat; this looks like .binpack"));
    /// ```
    #[must_use]
    pub fn with_guess(self, input: &[u8]) -> Self {
        self.with_looks_like(Format::detect(input))
    }
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;

    use super::*;
    use crate::entry::Entry;
    use crate::view::{SideToMove, Wdl, White};
    use crate::write::WriteEntries;

    #[test]
    fn records_of_the_same_size_look_like_their_own_format() {
        let mut board = Board::start();
        let (mut marlin, mut bullet) = (marlin::Writer::new(vec()), bullet::Writer::new(vec()));
        let mut bin = bin::Writer::new(vec());
        for index in 0..40 {
            let legal = board.legal_moves();
            let mv = legal[7 * index % legal.len()];
            let entry = Entry::<SideToMove>::new(board, Some(mv), index as i16, Wdl::Win);
            marlin.write_entry(&Entry::<White>::new(board, None, index as i16, Wdl::Win)).expect("fits");
            bullet.write_entry(&entry).expect("fits");
            bin.write_entry(&entry).expect("fits");
            board.do_move(mv);
        }
        assert_eq!(Format::detect(&marlin.finish().expect("a Vec")), Some(Format::Marlin));
        assert_eq!(Format::detect(&bullet.finish().expect("a Vec")), Some(Format::Bullet));
        assert_eq!(Format::detect(&bin.finish().expect("a Vec")), Some(Format::Bin));
    }

    #[test]
    fn training_records_are_known_by_their_version_and_their_probabilities() {
        for (version, format, found) in [
            (3, None, Some(Format::Lc0V6)),
            (5, Some(133), Some(Format::Lc0V6)),
            (6, Some(1), Some(Format::Lc0V6)),
            (7, Some(3), Some(Format::Lc0V7)),
            (6, Some(6), None),
            (8, Some(1), None),
        ] {
            let words = [version].into_iter().chain(format);
            let mut bytes: alloc::vec::Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            for probability in [-1.0_f32, 0.25, -1.0, 1.0].into_iter().cycle().take(900) {
                bytes.extend(probability.to_le_bytes());
            }
            assert_eq!(Format::detect(&bytes), found, "version {version}");
            let last = bytes.len() - 4;
            bytes[last..].copy_from_slice(&2.0_f32.to_le_bytes());
            assert_eq!(Format::detect(&bytes), None, "version {version}");
        }
    }

    fn vec() -> alloc::vec::Vec<u8> {
        alloc::vec::Vec::new()
    }
}
