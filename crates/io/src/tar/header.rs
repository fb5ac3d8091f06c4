//! The headers of a tar: one block for each member.

/// The number of bytes of a header. What a member contains is filled up to a multiple of it.
pub const BLOCK: usize = 512;

pub(super) enum Block {
    /// All zeros: a part of the end of an archive.
    Zero,
    Header(Header),
    /// Neither, or a header whose checksum or size is wrong.
    Damaged,
}

/// The header of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Header {
    /// The name of the member, unless a member before it states a longer one.
    pub name: String,
    /// The number of bytes of the member.
    pub size: u64,
    /// The byte that says what the member is.
    pub kind: u8,
}

impl Header {
    /// Reads a header from the beginning of these bytes. Returns `None` if they do not begin with one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        match read_header(bytes.first_chunk()?) {
            Block::Header(header) => Some(header),
            Block::Zero | Block::Damaged => None,
        }
    }

    /// Returns `true` if an extended header may state this size: for very large members, and where every header has 0.
    pub const fn allows(&self, size: u64) -> bool {
        self.size == size || self.size == 0 || 1 << 33 <= size
    }

    /// Returns `true` if the member is a file.
    pub const fn is_file(&self) -> bool {
        matches!(self.kind, b'0' | 0 | b'7')
    }
}

const NAME: core::ops::Range<usize> = 0..100;
const SIZE: core::ops::Range<usize> = 124..136;
const CHECKSUM: core::ops::Range<usize> = 148..156;
const KIND: usize = 156;
const MAGIC: core::ops::Range<usize> = 257..263;
const PREFIX: core::ops::Range<usize> = 345..500;

/// The magic of POSIX, whose headers have a prefix of the name. Other headers have other fields there.
const POSIX: &[u8; 6] = b"ustar\0";

pub(super) fn read_header(block: &[u8; BLOCK]) -> Block {
    if block.iter().all(|&byte| byte == 0) {
        return Block::Zero;
    }
    if !is_sum_right(block) {
        return Block::Damaged;
    }
    let Some(size) = number(&block[SIZE]) else { return Block::Damaged };
    let mut name = String::new();
    if block[MAGIC] == *POSIX && block[PREFIX.start] != 0 {
        name.push_str(&text(&block[PREFIX]));
        name.push('/');
    }
    name.push_str(&text(&block[NAME]));
    Block::Header(Header { name, size, kind: block[KIND] })
}

/// Returns `true` if a block where contents are expected is the header of a member, with a magic.
pub(super) fn begins_member(block: &[u8; BLOCK]) -> bool {
    has_magic(block) && matches!(read_header(block), Block::Header(_))
}

/// Returns `true` if a block after contents ends them: it is zero or a header, perhaps a damaged one.
pub(super) fn ends_contents(block: &[u8; BLOCK]) -> bool {
    has_magic(block) || !matches!(read_header(block), Block::Damaged)
}

fn has_magic(block: &[u8; BLOCK]) -> bool {
    block[MAGIC].starts_with(b"ustar")
}

/// Returns the length of the whole blocks of these contents in which no member begins.
pub(super) fn clear_length(contents: &[u8]) -> usize {
    let blocks = contents.chunks_exact(BLOCK).filter_map(<[u8]>::first_chunk);
    blocks.take_while(|block| !begins_member(block)).count() * BLOCK
}

/// Returns `true` if the sum of all bytes is the stated one, with blanks for its field. Old programs add signed bytes.
fn is_sum_right(block: &[u8; BLOCK]) -> bool {
    let Some(stated) = number(&block[CHECKSUM]) else { return false };
    let unsigned = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    let signed = |bytes: &[u8]| bytes.iter().map(|&byte| i32::from(byte as i8)).sum::<i32>();
    let (field, blanks) = (&block[CHECKSUM], i64::from(b' ') * CHECKSUM.len() as i64);
    let sums = [i64::from(unsigned(block) - unsigned(field)), i64::from(signed(block) - signed(field))];
    sums.into_iter().any(|sum| u64::try_from(sum + blanks) == Ok(stated))
}

/// Returns a number in octal digits, or in binary if its first bit is set. An empty field is 0.
fn number(field: &[u8]) -> Option<u64> {
    let value = if field[0] & 0x80 == 0 {
        let digits = field.iter().skip_while(|&&byte| byte == b' ');
        let mut digits = digits.take_while(|&&byte| byte != 0 && byte != b' ');
        digits.try_fold(0_u64, |value, &byte| match byte {
            b'0'..=b'7' => value.checked_mul(8)?.checked_add(u64::from(byte - b'0')),
            _ => None,
        })?
    } else {
        // The rest of the first byte is 0 unless the number is negative or very large.
        let first = u64::from(field[0] & 0x7f);
        field[1..].iter().try_fold(first, |value, &byte| value.checked_mul(256)?.checked_add(u64::from(byte)))?
    };
    // A place in a file is at most this large.
    (value <= i64::MAX as u64).then_some(value)
}

pub(super) fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..length])
}

/// The greatest number of bytes of such a member that is read.
pub(super) const LONGEST: u64 = 1 << 16;

/// The facts that the members before a header state about it.
#[derive(Default, Debug)]
pub(super) struct Extended {
    pub(super) name: Option<String>,
    pub(super) size: Option<u64>,
    /// The member holds a file with holes, which are left out of its bytes.
    pub(super) is_sparse: bool,
    pub(super) is_too_long: bool,
}

impl Extended {
    pub(super) fn add_name(&mut self, bytes: &[u8]) {
        self.name = Some(text(bytes).into_owned());
    }

    /// Takes the records of a pax header, each `LENGTH KEY=VALUE\n`, up to a damaged one. Returns `true` if all were read.
    pub(super) fn add_records(&mut self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        while let Some((key, value, after)) = record(rest) {
            match key {
                b"path" | b"GNU.sparse.name" => self.add_name(value),
                b"size" => self.size = decimal(value).filter(|&size| size <= i64::MAX as u64),
                _ => {}
            }
            self.is_sparse |= key.starts_with(b"GNU.sparse.");
            rest = after;
        }
        rest.is_empty()
    }
}

fn record(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let blank = bytes.iter().position(|&byte| byte == b' ')?;
    let length = usize::try_from(decimal(&bytes[..blank])?).ok()?;
    let body = bytes.get(blank + 1..length)?.strip_suffix(b"\n")?;
    let equals = body.iter().position(|&byte| byte == b'=')?;
    Some((&body[..equals], &body[equals + 1..], &bytes[length..]))
}

fn decimal(digits: &[u8]) -> Option<u64> {
    let sum = |value: u64, &byte: &u8| value.checked_mul(10)?.checked_add(char::from(byte).to_digit(10)?.into());
    if digits.is_empty() { None } else { digits.iter().try_fold(0, sum) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_octal_or_binary() {
        for (field, expected) in [
            (&b"00000001750\0"[..], Some(1000)),
            (b"   1750 \0\0\0\0", Some(1000)),
            (b"\0\0\0\0\0\0\0\0\0\0\0\0", Some(0)),
            (b"777777777777", Some((1 << 36) - 1)),
            (b"0000000175x\0", None),
            (b"00000009000\0", None),
            (b"-0000000001\0", None),
            (b"\x80\0\0\0\0\0\0\x02\0\0\0\0", Some(1 << 33)),
            (b"\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff", Some(i64::MAX as u64)),
            (b"\x80\0\0\0\x80\0\0\0\0\0\0\0", None),
            (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", None),
            (b"\x80\0\0\x01\0\0\0\0\0\0\0\0", None),
        ] {
            assert_eq!(number(field), expected, "{field:?}");
        }
    }

    #[test]
    fn records_of_pax_are_read_up_to_a_damaged_one() {
        let mut extended = Extended::default();
        extended.add_records(b"18 path=a/../b.gz\n20 size=12345678901\n99 path=c\n");
        assert_eq!(extended.name.as_deref(), Some("a/../b.gz"));
        assert_eq!(extended.size, Some(12_345_678_901));
        assert!(!extended.is_sparse);
        for damaged in [&b"18446744073709551616 path=a\n"[..], b"3 a", b"2 ", b" path=a\n", b"1", b"11 size=99"] {
            let mut extended = Extended::default();
            extended.add_records(damaged);
            assert_eq!((extended.name, extended.size), (None, None), "{damaged:?}");
        }
    }
}
