//! A tar of 10,000 chunks is listed and read in any order, in bounded memory.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::{env, fs, process};

use gardez_lc0::training::{Archive, Chunks};
use gardez_types::Generator;

use crate::archive::made::{directory, gzip, options, record};
use crate::archive::tar::{BLOCK, Form, member};

const COUNT: usize = 10_000;
/// The members that are damaged: a header, and the contents.
const HEADER: usize = 4321;
const CONTENT: usize = 777;

/// The content of a chunk.
fn content(number: usize) -> Vec<u8> {
    record(number % 97)
}

fn name(number: usize) -> String {
    format!("training-run1/game_{number:06}.gz")
}

/// Writes the tar. One header and one chunk are damaged, and the last member is cut.
fn make(path: &Path) {
    let packed: Vec<_> = (0..97).map(|number| gzip(&content(number))).collect();
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    for number in 0..COUNT {
        let mut member = member(&name(number), &packed[number % 97], Form::Posix);
        match number {
            HEADER => member[130] ^= 1,
            CONTENT => member[BLOCK + 40] ^= 0x10,
            _ if number + 1 == COUNT => member.truncate(BLOCK + 100),
            _ => {}
        }
        file.write_all(&member).expect("written");
    }
    file.flush().expect("written");
}

/// The peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Does nothing unless another test runs it in a process of its own.
#[test]
fn reads_in_shuffled_order() {
    let Some(path) = env::var_os("GARDEZ_ARCHIVE") else { return };
    let archive = Archive::open(&path).expect("a tar");
    // The header and the member that is cut are not listed.
    assert_eq!((archive.len(), archive.skipped_count()), (COUNT - 2, 2));
    let mut order: Vec<_> = (0..archive.len()).collect();
    let mut generator = Generator::new(1);
    for last in (1..order.len()).rev() {
        order.swap(last, generator.next_below(last + 1));
    }
    let (mut bytes, mut bad) = (Vec::new(), Vec::new());
    for index in order {
        let chunk = archive.chunk(index).expect("listed");
        let number = index + usize::from(HEADER <= index);
        assert_eq!(chunk.name(), name(number));
        match chunk.read_into(&mut bytes) {
            Ok(()) => assert!(bytes == content(number), "{number}"),
            Err(_) => bad.push(number),
        }
    }
    assert_eq!(bad, [CONTENT]);
    println!("peak={} bytes", peak_memory().unwrap_or(0));
}

#[test]
fn ten_thousand_chunks_are_read_in_shuffled_order_within_64_mib() {
    let path = directory("large").join("training-run1.tar");
    make(&path);
    let run = process::Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "archive::large::reads_in_shuffled_order", "--test-threads=1", "--nocapture"])
        .env("GARDEZ_ARCHIVE", &path)
        .output()
        .expect("it runs");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{output}{}", String::from_utf8_lossy(&run.stderr));
    let (_, peak) = output.split_once("peak=").expect("it prints a number");
    let peak: u64 = peak.split(' ').next().and_then(|peak| peak.parse().ok()).expect("a number");
    assert!(peak < 64 << 20, "{peak} bytes");
}

#[test]
fn ten_thousand_chunks_are_read_in_one_pass() {
    let path = directory("large-pass").join("training-run1.tar");
    make(&path);
    let mut chunks = Chunks::open_with(&path, options()).expect("a tar");
    let (mut bytes, mut bad, mut count) = (Vec::new(), Vec::new(), 0);
    while let Some(chunk) = chunks.next_chunk() {
        let mut chunk = chunk.expect("the tar can be read");
        bytes.clear();
        if chunk.read_to_end(&mut bytes).is_err() {
            bad.push(chunk.name().to_owned());
        }
        count += 1;
    }
    // The end of the tar is known only when its last member is read.
    assert_eq!((count, bad), (COUNT - 1, vec![name(CONTENT), name(COUNT - 1)]));
}
