//! The peak memory of each reader has a bound, whatever the input contains.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::{env, fs, process};

use gardez_notation::epd::Epd;
use gardez_notation::pgn::{Limits, Played, Reader, Skip, Visitor};
use gardez_position::Board;

const MIB: u64 = 1 << 20;

/// Takes everything, and keeps nothing.
struct Nothing;

impl Visitor for Nothing {
    type Break = Infallible;

    fn play(&mut self, _: Played<'_>) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }
    fn begin_variation(&mut self, _: &Board, _: usize) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }
}

/// The peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Texts that repeat something as often as possible: a front, and what is repeated.
const TEXTS: [(&str, &str); 14] = [
    ("", "1. e4 *\n"),
    ("1. e4 {", "a"),
    ("1. e4 {", "\n "),
    ("1. e4 ", "("),
    ("1. e4 ", "(d4) "),
    ("1. e4 ", "$1"),
    ("1. e4 ", "{}"),
    ("1. e4 ", "{a}"),
    ("1. e4 ", ";\n"),
    ("", "Na3 Na6 Nb1 Nb8 "),
    ("[A \"", "a"),
    ("[A \"", "\\\""),
    ("", "1"),
    ("1. e4 ", "e9 "),
];

/// A stream that repeats a text.
struct Endless(&'static str, u64);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let times = (buffer.len() / self.0.len()).min(usize::try_from(self.1).expect("a short test"));
        for (place, &byte) in buffer.iter_mut().zip(self.0.as_bytes().repeat(times).iter()) {
            *place = byte;
        }
        self.1 -= times as u64;
        Ok(times * self.0.len())
    }
}

/// The stream of a text that is this long.
fn stream(index: usize, bytes: u64) -> impl std::io::Read {
    let (front, repeated) = TEXTS[index];
    std::io::Read::chain(front.as_bytes(), Endless(repeated, bytes / repeated.len() as u64))
}

/// Does nothing unless another test runs it in a process of its own.
#[test]
fn hostile_input() {
    let Ok(case) = env::var("GARDEZ_HOSTILE") else { return };
    let (kind, name) = case.split_once(' ').expect("two words");
    let before = peak_memory();
    match kind {
        "comment" => {
            let mut reader = Reader::new(stream(name.parse().expect("a number"), 8 * MIB));
            while reader.read(&mut Nothing).unwrap_or(false) {}
        }
        "visitor" => {
            let limits = Limits::default().with_comment(64 << 10);
            let mut reader = Reader::new(stream(name.parse().expect("a number"), 4 * MIB)).with_limits(limits);
            while reader.read(&mut Nothing).unwrap_or(false) {}
        }
        "epd" => {
            let line =
                format!("4k3/8/8/8/8/8/8/4K3 w - - {}", ["a;", "a ", "a\"\""][name.len()].repeat(MIB as usize / 8));
            let _ = line.parse::<Epd>().map(|epd| epd.operations.len());
        }
        _ => {
            let limits = Limits::default().with_game(MIB / 4);
            let mut reader = Reader::new(stream(name.parse().expect("a number"), MIB / 2)).with_limits(limits);
            while let Ok(Some(_)) = reader.read_game() {}
        }
    }
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
fn a_visitor_that_keeps_nothing_takes_less_than_6_mib() {
    // Less than the stream, so that none of it can have been kept.
    for (index, text) in TEXTS.iter().enumerate() {
        if let Some(peak) = measured(&format!("visitor {index}")) {
            assert!(peak < 2 * MIB, "{text:?}: {peak} bytes");
        }
        if !text.0.ends_with('{') {
            continue;
        }
        if let Some(peak) = measured(&format!("comment {index}")) {
            assert!(peak < 6 * MIB, "{text:?}: {peak} bytes");
        }
    }
}

#[test]
fn a_tree_takes_less_than_48_bytes_for_each_byte_of_its_game() {
    for (index, text) in TEXTS.iter().enumerate() {
        if let Some(peak) = measured(&format!("tree {index}")) {
            assert!(peak < 48 * MIB / 4, "{text:?}: {peak} bytes");
        }
    }
}

#[test]
fn an_epd_takes_less_than_80_bytes_for_each_byte_of_its_text() {
    for name in ["", "2", "33"] {
        if let Some(peak) = measured(&format!("epd {name}")) {
            println!("{name}: {peak}");
            assert!(peak < 80 * MIB / 4, "{name:?}: {peak} bytes");
        }
    }
}
