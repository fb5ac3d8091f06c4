//! Members that describe the next one: long names of GNU tar, and extended headers of POSIX (pax).

use super::header::text;

/// The greatest number of bytes of such a member that is read.
pub(super) const LONGEST: u64 = 1 << 16;

/// The facts that the members before a header state about it.
#[derive(Default, Debug)]
pub(super) struct Extended {
    pub(super) name: Option<String>,
    pub(super) size: Option<u64>,
    /// The member holds a file with holes, which are left out of its bytes.
    pub(super) is_sparse: bool,
    /// A part of the description was too long to be read.
    pub(super) is_too_long: bool,
}

impl Extended {
    /// Takes a name of GNU tar.
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

/// Returns the key and the value of the first record, and what follows it.
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
