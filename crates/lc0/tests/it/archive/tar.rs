//! Archives made by hand, in the forms that programs write.

/// How names that are longer than 100 bytes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// With a prefix, or else in a header of pax.
    Posix,
    /// In a member of their own.
    Gnu,
}

pub(crate) const BLOCK: usize = 512;

/// The header of a member.
pub(crate) fn header(prefix: &[u8], name: &[u8], size: u64, kind: u8, form: Form) -> Vec<u8> {
    let mut block = vec![0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name);
    put(100, b"0000644\0");
    if size < 1 << 33 {
        put(124, format!("{size:011o}\0").as_bytes());
    } else {
        put(124, &[&[0x80, 0, 0, 0], &size.to_be_bytes()[..]].concat());
    }
    put(136, b"13712345670\0");
    put(156, &[kind]);
    put(257, if form == Form::Posix { b"ustar\x0000" } else { b"ustar  \0" });
    put(345, prefix);
    seal(&mut block);
    block
}

/// Writes the checksum of a header.
pub(crate) fn seal(block: &mut [u8]) {
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
}

/// Returns `true` if the checksum of a header is right, in unsigned or in signed bytes.
pub(crate) fn is_sealed(block: &[u8]) -> bool {
    let mut blank = block.to_vec();
    blank[148..156].fill(b' ');
    let stated = block[148..156].split(|&byte| byte == 0 || byte == b' ').find(|digits| !digits.is_empty());
    let stated = stated.and_then(|digits| i64::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
    let sums = [blank.iter().map(|&byte| i64::from(byte)).sum(), blank.iter().map(|&byte| i64::from(byte as i8)).sum()];
    stated.is_some_and(|stated| sums.contains(&stated))
}

/// Fills bytes up to a whole block.
fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
    bytes
}

/// A record of pax. Its length counts itself.
pub(crate) fn pax(key: &str, value: &str) -> String {
    let rest = format!(" {key}={value}\n");
    let length = (1..).find(|length| length.to_string().len() + rest.len() == *length).expect("a number");
    format!("{length}{rest}")
}

/// A member of any kind, with what describes its name.
pub(crate) fn special(name: &str, kind: u8, content: &[u8], form: Form) -> Vec<u8> {
    let (bytes, size) = (name.as_bytes(), content.len() as u64);
    let cut = &bytes[..bytes.len().min(100)];
    let content = padded(content);
    if bytes.len() <= 100 {
        return [header(b"", bytes, size, kind, form), content].concat();
    }
    if form == Form::Gnu {
        let long = [bytes, b"\0"].concat();
        let describing = header(b"", b"././@LongLink", long.len() as u64, b'L', form);
        return [describing, padded(&long), header(b"", cut, size, kind, form), content].concat();
    }
    let split = name.match_indices('/').find(|&(at, _)| (1..=155).contains(&at) && name.len() - at - 1 <= 100);
    if let Some((at, _)) = split.filter(|&(at, _)| at + 1 < name.len()) {
        return [header(&bytes[..at], &bytes[at + 1..], size, kind, form), content].concat();
    }
    let records = pax("mtime", "1.5") + &pax("path", name);
    let describing = header(b"", b"PaxHeaders/x", records.len() as u64, b'x', form);
    [describing, padded(records.as_bytes()), header(b"", cut, size, kind, form), content].concat()
}

/// A file.
pub(crate) fn member(name: &str, content: &[u8], form: Form) -> Vec<u8> {
    special(name, b'0', content, form)
}

/// The end of an archive.
pub(crate) fn end() -> Vec<u8> {
    vec![0; 2 * BLOCK]
}
