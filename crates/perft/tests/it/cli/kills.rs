//! Processes that are killed at random moments, and several processes on one checkpoint.
//!
//! With `GARDEZ_SLOW`, a thousand processes are killed, and the numbers of what happened are printed.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use gardez_types::Generator;

use crate::cli::{command, file};

/// A count of 2038 parts, which takes about a tenth of a second.
const COUNT: &str = "--position kiwipete --depth 5 --threads 1 --no-hash --quiet --checkpoint";
const NODES: &str = "193690690\n";
const HEAD: &str = "gardez-count checkpoint 3\n\
    position r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n\
    depth 5 in 2038 parts\n";
/// A process is killed at most this many milliseconds after its start.
const LATEST: u64 = 80;

fn is_slow() -> bool {
    std::env::var_os("GARDEZ_SLOW").is_some()
}

/// A path for a checkpoint that does not exist yet.
fn place(name: &str) -> PathBuf {
    let path = file(name, "");
    fs::remove_file(&path).expect("it was just written");
    path
}

fn start(path: &Path) -> Child {
    let mut command = command(COUNT.split(' '));
    command.arg(path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

/// Waits for the end of a process. Returns `true` if it was killed; if it was not, it must have the right total.
fn was_killed(mut child: Child) -> bool {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut stdout).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("text");
    let status = child.wait().expect("it ends");
    if status.signal() == Some(9) {
        return true;
    }
    assert_eq!((status.code(), stdout.as_str(), stderr.as_str()), (Some(0), NODES, ""));
    false
}

/// The parts of a checkpoint: a line each.
type Parts = BTreeSet<String>;

/// What a killed process left.
enum Left {
    Nothing,
    /// The file has a part of its three first lines.
    PartOfHead,
    Parts {
        parts: Parts,
        /// The last line is incomplete.
        is_torn: bool,
    },
}

/// Reads the file. Each of its lines must be right, and must be there once.
fn read(path: &Path, right: &Parts) -> Left {
    let Ok(text) = fs::read_to_string(path) else { return Left::Nothing };
    let Some(lines) = text.strip_prefix(HEAD) else {
        assert!(HEAD.starts_with(&text), "{text}");
        return Left::PartOfHead;
    };
    let whole = lines.rfind('\n').map_or(0, |last| last + 1);
    let mut parts = Parts::new();
    for line in lines[..whole].lines() {
        assert!(right.contains(line), "{line} is not a part, or its count is wrong");
        assert!(parts.insert(line.to_owned()), "{line} is there twice");
    }
    assert!(right.iter().any(|line| line.starts_with(&lines[whole..])), "{}", &lines[whole..]);
    Left::Parts { parts, is_torn: whole != lines.len() }
}

/// The lines of the finished checkpoint.
fn right_parts(name: &str) -> Parts {
    let path = place(name);
    assert!(!was_killed(start(&path)));
    let text = fs::read_to_string(&path).expect("a checkpoint");
    let parts: Parts = text.strip_prefix(HEAD).expect("the head").lines().map(str::to_owned).collect();
    assert_eq!(parts.len(), 2038);
    parts
}

/// What has happened to the processes so far.
#[derive(Default, Debug)]
struct Tally {
    rounds: u64,
    started: u64,
    killed: u64,
    finished: u64,
    /// The numbers of rounds after which the file was of this kind.
    nothing: u64,
    part_of_head: u64,
    torn: u64,
    complete: u64,
    /// The number of parts that were found in files, and were not counted again.
    resumed: u64,
}

/// Starts one process, or four at once, on the same file, and kills each at a random moment. Returns the parts that
/// were in the file at these moments.
fn round(path: &Path, together: bool, right: &Parts, random: &mut Generator, tally: &mut Tally) -> Parts {
    let moments: Vec<u64> = (0..if together { 4 } else { 1 }).map(|_| random.next_u64() % (1000 * LATEST)).collect();
    tally.rounds += 1;
    tally.started += moments.len() as u64;
    let ends: Vec<(bool, Left)> = thread::scope(|scope| {
        let one = |moment: u64| {
            scope.spawn(move || {
                let mut child = start(path);
                thread::sleep(Duration::from_micros(moment));
                let seen = read(path, right);
                let _ = child.kill();
                (was_killed(child), seen)
            })
        };
        let threads: Vec<_> = moments.into_iter().map(one).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut seen = Parts::new();
    for (killed, left) in ends {
        *if killed { &mut tally.killed } else { &mut tally.finished } += 1;
        if let Left::Parts { parts, .. } = left {
            seen.extend(parts);
        }
    }
    seen
}

#[test]
fn no_part_is_lost_or_counted_twice_however_often_processes_are_killed() {
    let kills = if is_slow() { 1000 } else { 8 };
    let (right, path) = (right_parts("kills-right.checkpoint"), place("kills.checkpoint"));
    let mut random = Generator::new(0x6b69_6c6c);
    let (mut tally, mut before) = (Tally::default(), Parts::new());
    while tally.killed < kills {
        let together = tally.rounds % 3 == 2;
        tally.resumed += before.len() as u64;
        let seen = round(&path, together, &right, &mut random, &mut tally);
        let parts = match read(&path, &right) {
            Left::Nothing => {
                tally.nothing += 1;
                Parts::new()
            }
            Left::PartOfHead => {
                tally.part_of_head += 1;
                Parts::new()
            }
            Left::Parts { parts, is_torn } => {
                tally.torn += u64::from(is_torn);
                parts
            }
        };
        assert!(before.is_subset(&parts) && seen.is_subset(&parts), "a part is lost");
        before = parts;
        if before == right {
            tally.complete += 1;
            before.clear();
            fs::remove_file(&path).expect("it is there");
        }
    }
    assert!(!was_killed(start(&path)));
    assert!(matches!(read(&path, &right), Left::Parts { parts, is_torn: false } if parts == right));
    println!("{tally:?}");
}

/// The first one counts, and the others find its parts.
#[test]
fn four_processes_on_a_new_checkpoint_wait_for_each_other() {
    let (right, path) = (right_parts("four-right.checkpoint"), place("four.checkpoint"));
    for _ in 0..if is_slow() { 100 } else { 2 } {
        let children: Vec<_> = (0..4).map(|_| start(&path)).collect();
        assert!(children.into_iter().all(|child| !was_killed(child)));
        assert!(matches!(read(&path, &right), Left::Parts { parts, is_torn: false } if parts == right));
        fs::remove_file(&path).expect("it is there");
    }
}

/// The program waits five seconds, so this is a slow test.
#[test]
fn a_process_that_waits_in_vain_says_who_uses_the_file() {
    if !is_slow() {
        println!("skipped: five seconds are too long");
        return;
    }
    let path = place("in-use.checkpoint");
    let arguments = ["--depth", "30", "--no-hash", "--quiet", "--checkpoint"];
    let mut first = command(arguments).arg(&path).stdout(Stdio::null()).spawn().expect("it runs");
    while !path.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(50));
    let second = command(arguments).arg(&path).output().expect("it runs");
    first.kill().and_then(|()| first.wait()).expect("it still counts");
    let expected = format!("error: the checkpoint {} is in use by process {}\n", path.display(), first.id());
    assert_eq!((second.status.code(), String::from_utf8_lossy(&second.stderr).as_ref()), (Some(2), expected.as_str()));
}
