//! The most memory that a conversion takes.
//!
//! If `GARDEZ_SLOW` is set, there are more entries than fit into the largest memory, and more numbers of threads.
#![cfg(target_os = "linux")]

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use crate::{command, directory, file, gardez};

/// Returns the most memory that a command took, in MiB.
fn peak(arguments: &[&str]) -> f64 {
    let mut child = command(arguments).stdout(Stdio::null()).spawn().expect("it runs");
    let (status, mut peak) = (format!("/proc/{}/status", child.id()), 0.0);
    while child.try_wait().expect("a process").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.parse().ok());
        peak = number.map_or(peak, |kib: f64| kib / 1024.0);
        sleep(Duration::from_millis(1));
    }
    assert!(child.wait().expect("a process").success(), "{arguments:?}");
    peak
}

#[test]
fn a_conversion_takes_a_quarter_more_than_its_memory_and_32_mib_with_any_number_of_threads() {
    let is_slow = env::var_os("GARDEZ_SLOW").is_some();
    let (games, threads, memories) =
        if is_slow { (50_000, &[1, 2, 8, 16][..], &[64, 256][..]) } else { (10_000, &[1, 16][..], &[16][..]) };
    let directory = directory("memory");
    // 100 entries a game, each of a few bits in a .binpack.
    let moves = "Kd1 { [%eval 0.12] } Kd8 { [%eval 0.11] } Ke1 { [%eval 0.13] } Ke8 { [%eval 0.12] } ".repeat(25);
    let start = "4k3/8/8/pppppppp/PPPPPPPP/8/8/4K3 w - - 0 1";
    let game = format!("[Result \"1-0\"]\n[FEN \"{start}\"]\n\n{moves}1-0\n\n");
    let pgn = file(&directory, "in.pgn", game.repeat(games));
    let path = |name: &str| directory.join(name).to_str().expect("text").to_owned();
    let input = path("in.binpack");
    assert_eq!(gardez(["convert", "-q", &pgn, &input]).quiet(), (Some(0), ""));
    for (arguments, output) in [
        (&["convert", "--shuffle"][..], "out.bullet"),
        (&["convert", "--shuffle", "--unique"], "out.bin"),
        (&["convert"], "out.binpack"),
        (&["convert"], "out.viri"),
        (&["convert", "--unique"], "out.bullet.txt"),
        (&["convert", "--split", "a=1,b=1"], "out.bullet"),
    ] {
        let output = path(output);
        for (memory, threads) in memories.iter().flat_map(|memory| threads.iter().map(move |threads| (memory, threads)))
        {
            let numbers = [memory.to_string(), threads.to_string()];
            let options = ["-qf", "--memory", &numbers[0], "--threads", &numbers[1], &input, &output];
            let (peak, most) = (peak(&[arguments, &options].concat()), 1.25 * f64::from(*memory) + 32.0);
            println!("{arguments:?} to {output}, {threads} threads, {memory} MiB: {peak:.1} of {most}");
            assert!(
                0.0 < peak && peak <= most,
                "{arguments:?} to {output}: {threads} threads take {peak} MiB of {most}"
            );
        }
    }
}
