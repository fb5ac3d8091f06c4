//! Every byte of an archive is used, skipped with a reason, or cut, however it is damaged.

use std::ops::Range;

use gardez_lc0::training::{Archive, Chunks};
use gardez_types::Generator;

use crate::archive::made::{Contents, contents, directory, gzip, opened, options, record, short, streamed, written};
use crate::archive::tar::{BLOCK, Form, end, is_sealed, member, pax, seal, special};

/// The place of each member and of what describes it, its name, and what it contains, unpacked.
type Members = Vec<(Range<usize>, String, Vec<u8>)>;

/// A tar of chunks, with the place of each and what describes it. Some have names or records of their own.
fn archive(form: Form, count: usize) -> (Vec<u8>, Members) {
    let (mut bytes, mut members) = (vec![], vec![]);
    for number in 0..count {
        let unpacked = if number % 3 == 0 { record(number) } else { short(number) };
        let packed = gzip(&unpacked);
        let name = if number % 2 == 0 || number % 5 == 4 {
            format!("game_{number:04}")
        } else {
            format!("{number:04}{}", "long".repeat(40))
        };
        let start = bytes.len();
        if number % 5 == 4 && form == Form::Posix {
            // The size is only in the record, as some programs write it.
            let records = pax("size", &packed.len().to_string());
            bytes.extend(special("PaxHeaders/x", b'x', records.as_bytes(), form));
            let mut plain = member(&name[..name.len().min(100)], &packed, form);
            plain[124..136].copy_from_slice(b"00000000000\0");
            seal(&mut plain[..BLOCK]);
            bytes.extend(plain);
        } else {
            bytes.extend(member(&name, &packed, form));
        }
        members.push((start..bytes.len(), name, unpacked));
    }
    bytes.extend(end());
    (bytes, members)
}

/// The blocks in a range that are headers.
fn headers(bytes: &[u8], range: Range<usize>) -> Vec<usize> {
    range
        .step_by(BLOCK)
        .filter(|&at| is_sealed(&bytes[at..at + BLOCK]) && bytes[at..at + BLOCK] != [0; BLOCK])
        .collect()
}

/// The size that a header states.
fn stated(header: &[u8]) -> usize {
    let digits = header[124..135].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |size, &digit| 8 * size + usize::from(digit - b'0'))
}

/// Checks that all bytes belong to chunks, to what is skipped, or to what describes them and ends an archive.
fn add_up(bytes: &[u8], archive: &Archive, context: &str) {
    let member = |at: u64, size: u64| at - BLOCK as u64..at.saturating_add(size).next_multiple_of(BLOCK as u64);
    let chunks = archive.chunks().map(|chunk| member(chunk.offset(), chunk.size()));
    let skipped = archive.skipped().iter().map(|skipped| match skipped.name.as_str() {
        "" => skipped.offset..skipped.offset + skipped.size,
        _ => member(skipped.offset, skipped.size),
    });
    let mut parts: Vec<_> = chunks.chain(skipped).collect();
    parts.sort_by_key(|part| part.start);
    let length = bytes.len() as u64;
    parts.push(length..length);
    let mut at = 0;
    for part in parts {
        while at < part.start {
            let block = &bytes[at as usize..bytes.len().min(at as usize + BLOCK)];
            let is_zero = block.iter().all(|&byte| byte == 0);
            let describes = || is_sealed(block) && b"xXgLK5V".contains(&block[156]);
            assert!(is_zero || describes(), "{context}: the block at {at} is in no member");
            at += (BLOCK + if is_zero { 0 } else { stated(block).next_multiple_of(BLOCK) }) as u64;
        }
        assert!(at == part.start || length <= at, "{context}: {part:?} begins before {at}");
        at = part.end.min(length);
    }
}

/// All members but this one, as they are found.
fn others(members: &Members, which: usize, found: &Contents, context: &str) {
    for (_, (_, name, unpacked)) in members.iter().enumerate().filter(|&(number, _)| number != which) {
        let is_there = found.iter().any(|(known, result)| known == name && result.as_ref() == Ok(unpacked));
        assert!(is_there, "{context}: {name} is lost");
    }
}

#[test]
fn every_byte_is_used_or_skipped_with_a_reason_and_damage_costs_the_member_that_it_is_in() {
    let directory = directory("account");
    let mut random = Generator::new(1);
    for round in 0..1500 {
        let form = if round % 2 == 0 { Form::Posix } else { Form::Gnu };
        let (mut bytes, members) = archive(form, 15);
        let (sound, which) = (bytes.clone(), random.next_below(members.len()));
        let range = members[which].0.clone();
        let headers = headers(&bytes, range.clone());
        let at = headers[random.next_below(headers.len())];
        let context = match random.next_below(4) {
            // A wrong size with a right checksum: any, one that ends at another member, or a very large one.
            0 | 1 => {
                let far = members[random.next_below(members.len())].0.start.saturating_sub(at + BLOCK);
                let size = match random.next_below(5) {
                    0 => far,
                    1 => stated(&bytes[at..]) + random.next_below(5),
                    2 => (1 << 33) - 1 - random.next_below(1 << 33),
                    _ => random.next_below(40_000),
                };
                bytes[at + 124..at + 136].copy_from_slice(format!("{size:011o}\0").as_bytes());
                seal(&mut bytes[at..at + BLOCK]);
                format!("round {round}: size {size} of {} in the header at {at}", stated(&sound[at..]))
            }
            2 => {
                // Digits of what describes the member, or of its contents.
                let place = at + BLOCK + random.next_below(30);
                bytes[place] = b'0' + random.next_below(10) as u8;
                format!("round {round}: a digit at {place}")
            }
            _ => {
                let place = range.start + random.next_below(range.len());
                bytes[place] ^= 1 << random.next_below(8);
                format!("round {round}: a bit at {place}")
            }
        };
        let path = written(directory.join("a.tar"), &bytes);
        let archive = opened(&path);
        let found = contents(&archive);
        add_up(&bytes, &archive, &context);
        others(&members, which, &found, &context);
        others(&members, which, &streamed(Chunks::open_with(&path, options()).expect("a tar")), &context);
        // A member that is not as it was is reported, or its records are an error.
        let (_, name, unpacked) = &members[which];
        let is_whole = found.iter().any(|(known, result)| known == name && result.as_ref() == Ok(unpacked));
        let is_reported = archive.skipped_count() != 0 || found.iter().any(|(_, result)| result.is_err());
        // A letter of a name may have been altered, which no checksum covers where it has a member of its own.
        let is_renamed = found.iter().any(|(_, result)| result.as_ref() == Ok(unpacked));
        assert!(is_whole || is_reported || is_renamed, "{context}: nothing is reported");
    }
}

#[test]
fn a_tar_that_is_cut_or_altered_anywhere_adds_up() {
    let directory = directory("account-any");
    let mut random = Generator::new(2);
    for round in 0..1000 {
        let (mut bytes, _) = archive(if round % 2 == 0 { Form::Posix } else { Form::Gnu }, 6);
        for _ in 0..random.next_below(4) {
            let at = random.next_below(bytes.len());
            let end = bytes.len().min(at + random.next_below(2000));
            match random.next_below(4) {
                0 => bytes.truncate(at.max(2 * BLOCK)),
                1 => drop(bytes.drain(at..end)),
                2 => bytes[at..end].fill(random.next_u64() as u8),
                _ => bytes.splice(at..at, vec![7; end - at]).for_each(drop),
            }
        }
        let path = written(directory.join("a.tar"), &bytes);
        add_up(&bytes, &opened(&path), &format!("round {round}"));
    }
}
