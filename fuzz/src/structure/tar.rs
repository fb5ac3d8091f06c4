//! Archives: headers have the right checksums, and contents the stated sizes.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gardez_types::Generator;

use super::{alter, chunk, edge, once_in, rearrange};

const BLOCK: usize = 512;
const SIZE: std::ops::Range<usize> = 124..136;
const CHECKSUM: std::ops::Range<usize> = 148..156;

/// The fields of a header: name, mode, owner, size, time, type, link, magic, user, prefix, and two of GNU tar.
const FIELDS: [(usize, usize); 12] = [
    (0, 100),
    (100, 8),
    (108, 16),
    (124, 12),
    (136, 12),
    (156, 1),
    (157, 100),
    (257, 8),
    (265, 64),
    (345, 155),
    (386, 100),
    (482, 30),
];

/// The types of members.
const KINDS: &[u8] = b"0\x0012567xgLKSVN";

/// Records of a pax header: the last ones contradict a header, or themselves.
const RECORDS: [&str; 10] = [
    "11 size=42\n",
    "13 size=8404\n",
    "10 size=0\n",
    "20 path=a/b/chunk.gz\n",
    "25 mtime=1600000000.5000\n",
    "18 hdrcharset=abc\n",
    "26 GNU.sparse.realsize=99\n",
    "29 size=18446744073709551616\n",
    "99 path=cut",
    "0 size=1\n",
];

/// A header and its content.
struct Member {
    header: Vec<u8>,
    content: Vec<u8>,
}

/// Changes members: their order, fields, sizes, contents and chunks.
pub fn tar(bytes: &mut Vec<u8>, random: &mut Generator) {
    // The target computes checksums again if there is a plus sign.
    let start = usize::from(bytes.first() == Some(&b'+'));
    let mut members = split(&bytes[start..]);
    if members.is_empty() {
        return alter(bytes, random);
    }
    let index = random.next_below(members.len());
    let member = &mut members[index];
    match random.next_below(10) {
        0 => {
            let mut blocks: Vec<Vec<u8>> = members.into_iter().map(Member::into_bytes).collect();
            rearrange(&mut blocks, random);
            bytes.splice(start.., blocks.concat());
            return;
        }
        1 | 2 => {
            let (at, length) = FIELDS[random.next_below(FIELDS.len())];
            alter(&mut member.header[at..at + length], random);
        }
        3 => member.header[156] = KINDS[random.next_below(KINDS.len())],
        4 => state_size(&mut member.header, edge(random), random),
        5 => member.set_content(RECORDS[random.next_below(RECORDS.len())].into(), random),
        6 => alter(&mut member.content, random),
        7 => {
            let length = random.next_below(member.content.len() + 1);
            member.set_content(member.content[..length].to_vec(), random);
        }
        8 => {
            // A header that describes the next member.
            let mut header = member.header.clone();
            header[156] = b"xgLK"[random.next_below(4)];
            let mut extra = Member { header, content: vec![] };
            extra.set_content(RECORDS[random.next_below(RECORDS.len())].into(), random);
            members.insert(index, extra);
        }
        _ => member.change_chunk(random),
    }
    if let Some(member) = members.get_mut(index)
        && !once_in(16, random)
    {
        member.set_checksum();
    }
    bytes.splice(start.., members.into_iter().flat_map(Member::into_bytes));
}

fn split(mut bytes: &[u8]) -> Vec<Member> {
    let mut members = vec![];
    while let Some((header, rest)) = bytes.split_at_checked(BLOCK) {
        let size = str::from_utf8(&header[SIZE]).ok().map(|text| text.trim_matches(['\0', ' ']));
        let size = size.and_then(|text| usize::from_str_radix(text, 8).ok()).unwrap_or(0).min(rest.len());
        members.push(Member { header: header.to_vec(), content: rest[..size].to_vec() });
        bytes = rest.get(size.next_multiple_of(BLOCK)..).unwrap_or_default();
    }
    members
}

/// Writes a size as octal digits or as the binary number of GNU tar.
fn state_size(header: &mut [u8], size: u64, random: &mut Generator) {
    let mut field = format!("{:011o}\0", size & 0o77_777_777_777).into_bytes();
    if once_in(4, random) {
        field = [&[0x80, 0, 0, 0], &size.to_be_bytes()[..]].concat();
    }
    header[SIZE].copy_from_slice(&field);
}

impl Member {
    fn set_content(&mut self, content: Vec<u8>, random: &mut Generator) {
        state_size(&mut self.header, content.len() as u64, random);
        self.content = content;
        self.set_checksum();
    }

    /// Changes the records of a packed chunk, and packs them again.
    fn change_chunk(&mut self, random: &mut Generator) {
        let mut records = vec![];
        if GzDecoder::new(&self.content[..]).take(1 << 16).read_to_end(&mut records).is_err() {
            return alter(&mut self.content, random);
        }
        chunk::chunk(&mut records, random);
        let mut encoder = GzEncoder::new(vec![], Compression::fast());
        encoder.write_all(&records).expect("a vector takes any bytes");
        self.set_content(encoder.finish().expect("a vector takes any bytes"), random);
    }

    fn set_checksum(&mut self) {
        if self.header.iter().all(|&byte| byte == 0) {
            return;
        }
        self.header[CHECKSUM].fill(b' ');
        let sum: u32 = self.header.iter().map(|&byte| u32::from(byte)).sum();
        self.header[CHECKSUM].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }

    fn into_bytes(mut self) -> Vec<u8> {
        self.header.append(&mut self.content);
        self.header.resize(self.header.len().next_multiple_of(BLOCK), 0);
        self.header
    }
}
