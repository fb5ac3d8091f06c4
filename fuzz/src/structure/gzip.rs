//! Streams of gzip: header and content have the right checksums.

use std::io::{Read, Write};

use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use gardez_types::Generator;

use super::{alter, edge, once_in, pgn, rearrange};

/// The most bytes that a member unpacks to.
const UNPACKED: u64 = 1 << 16;

/// Bits of the header: its checksum, more fields, the name, and a comment.
const HAS_CHECKSUM: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;

/// One member of a stream.
#[derive(Clone)]
struct Member {
    header: Vec<u8>,
    blocks: Vec<u8>,
    content: Vec<u8>,
}

/// Changes the games in a member, its header, its packed blocks, or the order of members.
pub fn gzip(bytes: &mut Vec<u8>, random: &mut Generator) {
    let (mut members, mut rest) = split(bytes);
    let Some(last) = members.len().checked_sub(1) else { return alter(bytes, random) };
    let index = random.next_below(last + 1);
    match random.next_below(8) {
        0 => rearrange(&mut members, random),
        1 => {
            // The second half becomes a member.
            let mut half = members[index].clone();
            let at = random.next_below(half.content.len() + 1);
            half.content.drain(..at);
            members[index].content.truncate(at);
            members[index].pack(random);
            half.pack(random);
            members.insert(index + 1, half);
        }
        2 => members[index].header = header(random),
        3 => alter(&mut members[index].header, random),
        4 | 5 => {
            // Packed blocks are changed, and the checksum is that of what they unpack to.
            let member = &mut members[index];
            alter(&mut member.blocks, random);
            let mut content = vec![];
            if DeflateDecoder::new(&member.blocks[..]).take(UNPACKED).read_to_end(&mut content).is_ok() {
                member.content = content;
            }
        }
        6 if once_in(4, random) => rest.resize(random.next_below(40), 0),
        _ => {
            pgn::pgn(&mut members[index].content, random);
            members[index].pack(random);
        }
    }
    *bytes = members.into_iter().flat_map(|member| member.into_bytes(random)).chain(rest).collect();
}

/// Splits a stream into members that can be unpacked, and what follows them.
fn split(mut bytes: &[u8]) -> (Vec<Member>, Vec<u8>) {
    let mut members = vec![];
    while let Some((member, rest)) = read(bytes) {
        members.push(member);
        bytes = rest;
    }
    (members, bytes.to_vec())
}

fn read(bytes: &[u8]) -> Option<(Member, &[u8])> {
    let &[_, _, _, flags, ..] = bytes else { return None };
    let mut length = 10;
    if flags & HAS_EXTRA != 0 {
        length += 2 + usize::from(u16::from_le_bytes(bytes.get(length..length + 2)?.try_into().ok()?));
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        if flags & flag != 0 {
            length += bytes.get(length..)?.iter().position(|&byte| byte == 0)? + 1;
        }
    }
    length += usize::from(flags & HAS_CHECKSUM);
    let (header, packed) = bytes.split_at_checked(length)?;
    let mut decoder = DeflateDecoder::new(packed);
    let mut content = vec![];
    (&mut decoder).take(UNPACKED).read_to_end(&mut content).ok()?;
    let (blocks, rest) = packed.split_at(decoder.total_in() as usize);
    Some((Member { header: header.to_vec(), blocks: blocks.to_vec(), content }, rest.get(8..).unwrap_or_default()))
}

/// Returns a header with any of the fields, and its checksum.
fn header(random: &mut Generator) -> Vec<u8> {
    let flags = random.next_u64() as u8 & (HAS_CHECKSUM | HAS_EXTRA | HAS_NAME | HAS_COMMENT);
    let mut header = vec![0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 3];
    if flags & HAS_EXTRA != 0 {
        header.extend(b"\x08\x00AB\x04\x00abcd");
    }
    if flags & HAS_NAME != 0 {
        header.extend(b"games.pgn\0");
    }
    if flags & HAS_COMMENT != 0 {
        header.extend(b"a comment\0");
    }
    if flags & HAS_CHECKSUM != 0 {
        let mut checksum = Crc::new();
        checksum.update(&header);
        header.extend((checksum.sum() as u16).to_le_bytes());
    }
    header
}

impl Member {
    /// Packs the content, in one or several blocks.
    fn pack(&mut self, random: &mut Generator) {
        let mut encoder = DeflateEncoder::new(vec![], Compression::new(random.next_below(10) as u32));
        let at = random.next_below(self.content.len() + 1);
        encoder.write_all(&self.content[..at]).expect("a vector takes any bytes");
        if once_in(2, random) {
            encoder.flush().expect("a vector takes any bytes");
        }
        encoder.write_all(&self.content[at..]).expect("a vector takes any bytes");
        self.blocks = encoder.finish().expect("a vector takes any bytes");
    }

    fn into_bytes(self, random: &mut Generator) -> Vec<u8> {
        let mut checksum = Crc::new();
        checksum.update(&self.content);
        let mut trailer = [checksum.sum().to_le_bytes(), checksum.amount().to_le_bytes()].concat();
        if once_in(30, random) {
            trailer.truncate(edge(random) as usize % 8);
        }
        [self.header, self.blocks, trailer].concat()
    }
}
