//! Bytes as the checkpoint of a count, and lines with the right beginning and checksums.

use std::fs;
use std::path::Path;

use gardez_count::{Checkpoint, Counter, Job};
use gardez_position::Board;

use crate::input::temporary;

const FEN: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";

pub(super) fn checkpoint(bytes: &[u8]) {
    let text = match bytes.split_first() {
        Some((b'+', lines)) => with_checksums(&String::from_utf8_lossy(lines)).into_bytes(),
        _ => bytes.to_vec(),
    };
    let path = temporary("checkpoint");
    fs::write(&path, &text).expect("a file can be written");
    match open(&path) {
        None => assert_eq!(fs::read(&path).expect("the file is still there"), text),
        Some(finished) => {
            let written = fs::read(&path).expect("the file is still there");
            assert_eq!(open(&path), Some(finished));
            assert_eq!(fs::read(&path).expect("the file is still there"), written);
        }
    }
}

/// Opens the file for a count of three parts. Returns the number of finished parts if the file is not refused.
fn open(path: &Path) -> Option<usize> {
    let board: Board = FEN.parse().expect("a legal position");
    let mut job = Job::new(Counter::new(), &board, 3);
    let finished = Checkpoint::open(path, &mut job).ok()?.finished();
    assert!(finished <= job.parts());
    Some(finished)
}

/// Returns the file of that count, with these finished parts.
fn with_checksums(parts: &str) -> String {
    let head = format!("gardez-count checkpoint 3\nposition {FEN}\ndepth 3 in 3 parts\n");
    let mut text = head.clone();
    for part in parts.lines() {
        let sum = head.bytes().chain(part.bytes());
        let sum = sum.fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        text += &format!("{part} {sum:08x}\n");
    }
    text
}
