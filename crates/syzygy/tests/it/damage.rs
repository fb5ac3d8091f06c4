//! Truncated, altered and made-up tables lead to a typed error that names the file, in a short time and with little
//! memory.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use gardez_position::Board;
use gardez_syzygy::{OpenError, ProbeError, TableErrorKind, TableKind, TableName, Tablebase};

use crate::common::{Random, bytes, is_slow, material, position};

/// The reason for which a table is refused.
fn refusal(name: &str, bytes: &[u8]) -> Option<TableErrorKind> {
    match Tablebase::new().add_bytes(name, bytes.to_vec()) {
        Ok(_) => None,
        Err(OpenError::Table(error)) => {
            assert_eq!(error.file(), Path::new(name));
            assert!(error.to_string().starts_with(name), "{error}");
            Some(error.kind())
        }
        Err(other) => panic!("{name}: {other}"),
    }
}

/// Probes positions with a table that may be damaged and its undamaged partner. Every answer must come quickly.
fn probe(name: &str, bytes: Vec<u8>, partner: &'static [u8], boards: &[Board]) -> Result<(), String> {
    let start = Instant::now();
    let mut tablebase = Tablebase::new();
    let table_name = TableName::from_file_name(name).expect("the name of a table");
    let other = match table_name.kind {
        TableKind::Wdl => TableKind::Dtz,
        TableKind::Dtz => TableKind::Wdl,
    };
    let other = TableName { kind: other, ..table_name }.to_string();
    tablebase.add_bytes(&other, partner).map_err(|error| error.to_string())?;
    let opened = tablebase.add_bytes(name, bytes).map_err(|error| error.to_string());
    let mut failed = Ok(());
    for board in boards {
        for answer in [tablebase.probe_wdl(board).map(|_| ()), tablebase.probe_dtz(board).map(|_| ())] {
            match answer {
                Ok(()) | Err(ProbeError::NotAvailable(_) | ProbeError::TooManyPieces { .. }) => {}
                Err(ProbeError::Table(error)) => {
                    let file = error.file().to_str().expect("text");
                    assert!(file == name || file == other, "{error}");
                    failed = Err(error.to_string());
                }
                Err(other) => panic!("{name}: {other}"),
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{name}: {:?}", start.elapsed());
    opened.and(failed)
}

#[test]
fn a_table_truncated_anywhere_is_refused() {
    for name in ["KRvK.rtbw", "KPvK.rtbz", "KQvK.rtbz", "KPvK.rtbw", "KNNvK.rtbw", "KBvK.rtbz"] {
        let whole = bytes(name);
        assert_eq!(refusal(name, &whole), None);
        for length in 0..whole.len() {
            let error = refusal(name, &whole[..length]);
            let is_length = error == Some(TableErrorKind::Length(length as u64));
            assert!(
                is_length || matches!(error, Some(TableErrorKind::Truncated { .. })),
                "{name} to {length}: {error:?}"
            );
        }
        // A valid length, but with bytes missing in the middle.
        for missing in (0..whole.len().saturating_sub(64)).step_by(16) {
            let cut = [&whole[..missing], &whole[missing + 64..]].concat();
            assert_ne!(refusal(name, &cut), None, "{name} without 64 bytes at {missing}");
        }
    }
}

#[test]
fn any_bit_of_a_description_may_be_wrong_without_harm() {
    let mut random = Random::new(1);
    for (name, partner) in [
        ("KRvK.rtbw", "KRvK.rtbz"),
        ("KPvK.rtbw", "KPvK.rtbz"),
        ("KPvK.rtbz", "KPvK.rtbw"),
        ("KNNvK.rtbw", "KNNvK.rtbz"),
        ("KRvKR.rtbz", "KRvKR.rtbw"),
        ("KQQvK.rtbz", "KQQvK.rtbw"),
    ] {
        let (whole, partner): (_, &'static [u8]) = (bytes(name), bytes(partner).leak());
        let boards: Vec<_> = (0..4).map(|_| position(&mut random, &material(name), 0)).collect();
        let mut refused = 0;
        for at in 0..whole.len().min(if is_slow() { 2000 } else { 250 }) {
            for bit in 0..8 {
                let mut altered = whole.clone();
                altered[at] ^= 1 << bit;
                refused += usize::from(probe(name, altered, partner, &boards).is_err());
            }
        }
        assert!(8 * 8 <= refused, "{name}: only {refused} alterations were noticed");
    }
}

/// The largest amount of memory that this process has had, in KiB, where the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn randomly_damaged_tables_do_no_harm() {
    let count = if is_slow() { 100_000 } else { 4_000 };
    let mut random = Random::new(2);
    let names = ["KRvK", "KQvK", "KPvK", "KNNvK", "KRvKR", "KQQvK", "KBvK", "KRvKB", "KPPvK", "KPvKP"];
    let tables: Vec<_> = names
        .iter()
        .map(|name| {
            let files: [&'static [u8]; 2] = TableKind::ALL.map(|kind| {
                let name = TableName { material: material(name), kind }.to_string();
                &*bytes(&name).leak()
            });
            let boards: Vec<_> = (0..50).map(|_| position(&mut random, &material(name), 0)).collect();
            (material(name), files, boards)
        })
        .collect();
    let before = peak_memory();
    let (mut refused, mut unnoticed) = (0, 0);
    for _ in 0..count {
        // Large tables take time to copy, so they are chosen less often.
        let most = if random.below(8) == 0 { tables.len() } else { 7 };
        let (material, files, boards) = &tables[random.below(most)];
        let kind = random.below(2);
        let mut table = files[kind].to_vec();
        // Most of the damage is done to the description, where it can do most harm.
        let reach = if random.below(4) == 0 { table.len() } else { table.len().min(400) };
        match random.below(6) {
            0 => {
                let length = random.below(table.len() / 64 + 1) * 64 + 16;
                table.resize(length, random.next() as u8);
            }
            1 => table[random.below(reach)] = random.next() as u8,
            2 => (0..1 + random.below(20)).for_each(|_| table[random.below(reach)] ^= 1 << random.below(8)),
            3 => {
                let (from, to, length) = (random.below(table.len()), random.below(reach), random.below(200));
                let length = length.min(table.len() - from.max(to));
                table.copy_within(from..from + length, to);
            }
            4 => table[5..reach].iter_mut().for_each(|byte| *byte = random.next() as u8),
            _ => {
                // Equal bytes, which make numbers as small or as large as possible.
                let (at, value) = (5 + random.below(reach - 5), [0, 1, 0x7f, 0x80, 0xfe, 0xff][random.below(6)]);
                let end = table.len().min(at + 1 + random.below(8));
                table[at..end].fill(value);
            }
        }
        let name = TableName { material: *material, kind: TableKind::ALL[kind] }.to_string();
        let first = random.below(boards.len() - 3);
        match probe(&name, table, files[1 - kind], &boards[first..first + 3]) {
            Ok(()) => unnoticed += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(count / 3 < refused, "{refused} refused, {unnoticed} unnoticed");
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        // Twice a table of 245 KiB, what is built from it, and what the other tests of this file need meanwhile.
        assert!(after < before + 24 * 1024, "{before} KiB before, {after} KiB at the most");
    }
}
