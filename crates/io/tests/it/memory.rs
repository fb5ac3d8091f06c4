//! The peak memory of unpacking has a bound, whatever the stream contains.

use std::io::{self, Write};
use std::{env, fs, process};

use gardez_io::decompress;

use crate::common::hostile::{frame, repeated};

const MIB: u64 = 1 << 20;

/// The peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The frames of a stream: its size, and what it is.
fn packed(name: &str) -> Vec<u8> {
    let blocks = |count: usize| (0..=count).map(|index| repeated(1 << 17, index == count)).collect::<Vec<_>>();
    match name {
        // More than the largest window that is allowed; a window that is not; many small frames with large windows.
        "window" => frame(27, &blocks(1100)),
        "terabytes" => frame(41, &blocks(8000)),
        "frames" => frame(27, &[repeated(1, true)]).repeat(100_000),
        "gzip" => {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            for _ in 0..16 {
                packer.write_all(&[b' '; 1 << 20]).expect("memory takes it");
            }
            packer.finish().expect("memory takes it")
        }
        // The name of the file in the header does not end.
        "name" => [&[0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0][..], &[b'a'; 8 << 20]].concat(),
        _ => panic!("{name}"),
    }
}

/// Does nothing unless another test runs it in a process of its own.
#[test]
fn hostile_input() {
    let Ok(name) = env::var("GARDEZ_HOSTILE") else { return };
    let bytes = packed(&name);
    let before = peak_memory();
    let mut reader = decompress(&bytes[..]).expect("a known format");
    // The error of a stream that is refused does not matter.
    let _ = io::copy(&mut reader, &mut io::sink());
    if let (Some(before), Some(peak)) = (before, peak_memory()) {
        println!("peak={} of {peak}", peak - before);
    }
}

/// The memory that a process takes more for this input, if the system reports it.
fn measured(case: &str) -> Option<u64> {
    let program = env::current_exe().expect("this program");
    let run = process::Command::new(program)
        .args(["--exact", "memory::hostile_input", "--test-threads=1", "--nocapture"])
        .env("GARDEZ_HOSTILE", case)
        .output()
        .expect("it runs");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{case}: {output}");
    let (_, rest) = output.split_once("peak=")?;
    rest.split(' ').next()?.parse().ok()
}

#[test]
fn a_compressed_stream_takes_less_memory_than_its_bound() {
    for (name, bound) in [("window", 200), ("terabytes", 4), ("frames", 8), ("gzip", 8), ("name", 20)] {
        if let Some(peak) = measured(name) {
            assert!(peak < bound * MIB, "{name}: {peak} bytes");
        }
    }
}
