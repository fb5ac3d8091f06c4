//! Units that are killed at any time, and then run again.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use gardez_types::Generator;
use rustix::process::{Pid, Signal, kill_process};

use crate::common::{PATIENCE, Plan, expect_code, read_json, scale, text, was_killed};
use crate::games::{Data, GAMES};

/// A number below `n`.
fn below(generator: &mut Generator, n: u64) -> u64 {
    (generator.next_u64() >> 20) % n
}

#[test]
fn units_killed_ten_times_give_the_right_total_when_they_are_run_again() {
    let plan = Plan::small();
    let mut generator = Generator::new(7);
    let mut kills = 0;
    for round in 0.. {
        assert!(round < 1000, "no unit lives long enough to be killed: {kills} of 10");
        let missing = plan.missing();
        assert_eq!(missing.len(), missing.iter().collect::<std::collections::HashSet<_>>().len());
        if kills == 10 {
            break;
        }
        // When all are done, a unit is lost again.
        if missing.is_empty() {
            let units = plan.units();
            let lost = &units[below(&mut generator, units.len() as u64) as usize];
            fs::remove_dir_all(plan.unit(lost)).expect("a unit that is done");
            continue;
        }
        let unit = &missing[below(&mut generator, missing.len() as u64) as usize];
        let mut child = plan.command("run", &[unit]).stderr(std::process::Stdio::null()).spawn().expect("scale starts");
        thread::sleep(Duration::from_micros(below(&mut generator, 12_000)));
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it has ended");
        // It may have ended before; a unit whose input is missing refuses.
        if was_killed(status) {
            kills += 1;
        }
        if !plan.missing().is_empty() {
            let output = plan.call("sum", &[]);
            expect_code(&output, 1);
            assert!(output.stdout.is_empty(), "a total although units are missing");
        }
    }
    plan.run_all();
    plan.expect_total();
}

#[test]
fn a_run_of_all_units_continues_where_it_was_killed() {
    let plan = Plan::small();
    let mut generator = Generator::new(11);
    let mut kills = 0;
    let start = Instant::now();
    while !plan.missing().is_empty() {
        assert!(start.elapsed() < PATIENCE, "{kills} kills, and {:?} are missing", plan.missing());
        let mut child = plan
            .command("run", &["--all", "--loose", "--jobs", "2"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("scale starts");
        // Longer each time, so that it ends at last.
        thread::sleep(Duration::from_millis(20 + below(&mut generator, 30 + 20 * kills)));
        child.kill().expect("it can be killed");
        kills += u64::from(was_killed(child.wait().expect("it has ended")));
    }
    assert!(0 < kills, "it was never killed");
    plan.expect_total();
}

#[test]
fn a_run_does_not_wait_for_claims_that_name_no_owner() {
    let plan = Plan::small();
    for (unit, text) in plan.units().iter().zip([&b""[..], b"elsewh", b"elsewhere 1", b"\xff\0 1\n", &[0; 2048]]) {
        fs::create_dir_all(plan.unit(unit)).expect("a folder");
        fs::write(plan.unit(unit).join(".claim"), text).expect("a file");
    }
    let start = Instant::now();
    plan.run_all();
    assert!(start.elapsed() < Duration::from_secs(30), "it waits for {:?}", start.elapsed());
    plan.expect_total();
}

#[test]
fn files_that_a_kill_leaves_behind_are_removed_by_clean_only() {
    let plan = Plan::small();
    plan.run_all();
    let left = plan.unit("count/3").join(".tmp-elsewhere-1-1");
    fs::write(&left, "half of a file").expect("a file");
    plan.expect_total();
    let unfinished = plan.unit("count/3").join(".count.parquet.7.unfinished");
    fs::write(&unfinished, "a part").expect("a file");
    expect_code(&plan.call("run", &["count/3"]), 0);
    assert!(left.exists());
    let output = plan.call("clean", &[]);
    expect_code(&output, 0);
    assert_eq!(text(&output.stdout), "2 temporary files removed, 20 bytes\n");
    assert!(!unfinished.exists() && !left.exists());
    plan.expect_total();
}

/// Everything below a folder, with the digests of files, by their paths.
fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
    crate::common::contents(folder, crate::common::blake3)
}

/// Returns `true` if a name is hidden.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."))
}

/// A plan that is killed again and again, and one with the same units that has been run in peace.
struct Subject {
    folder: PathBuf,
    peaceful: BTreeMap<PathBuf, String>,
    /// Makes the plan of the folder.
    plan: Vec<String>,
}

impl Subject {
    /// A subject whose plan these arguments make. `folder` does not exist yet.
    fn new(plan: &[&str], folder: PathBuf) -> Self {
        let peaceful = folder.with_extension("peaceful");
        let call = |arguments: &[&str], folder: &Path| {
            expect_code(&scale().args(arguments).arg(folder).output().expect("scale starts"), 0);
        };
        call(plan, &peaceful);
        call(&["run", "--all", "--loose", "--quiet"], &peaceful);
        let peaceful = contents(&peaceful);
        Self { folder, peaceful, plan: plan.iter().map(|&argument| argument.to_owned()).collect() }
    }

    fn call(&self, arguments: &[&str]) -> Command {
        let mut command = scale();
        command.args(arguments).arg(&self.folder).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A command for the next kill, after something may have been lost or damaged.
    fn next(&self, generator: &mut Generator) -> Command {
        if !self.folder.join("plan.json").exists() {
            let mut command = scale();
            command.args(&self.plan).arg(&self.folder).stdout(Stdio::null()).stderr(Stdio::null());
            return command;
        }
        // Something is always left to be made.
        let tables: Vec<_> = self.peaceful.keys().filter(|path| path.ends_with("done.json")).collect();
        let unit = self.folder.join(tables[below(generator, tables.len() as u64) as usize]);
        let unit = unit.parent().expect("the folder of a unit");
        match below(generator, 8) {
            0 if unit.join("done.json").exists() => {
                let files = read_json(&unit.join("done.json"));
                let file = unit.join(files["files"][0]["name"].as_str().expect("a name"));
                let mut bytes = fs::read(&file).expect("it is recorded");
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                fs::write(file, bytes).expect("it can be written");
                self.call(&["run", "--repair", "--jobs", "2"])
            }
            1 => self.call(&["verify", "--sample", "50%"]),
            2 => self.call(&["run", "--repair"]),
            3 | 4 => self.call(&["run", "--all", "--loose"]),
            _ => {
                let _ = fs::remove_dir_all(unit);
                self.call(&["run", "--all", "--loose", "--jobs", "2"])
            }
        }
    }

    /// Asserts that each file that has its final name is whole, apart from those that were not before.
    fn check(&self, before: &BTreeMap<PathBuf, String>) {
        for (path, digest) in contents(&self.folder) {
            let is_old = path.starts_with("set-aside") || before.get(&path) == Some(&digest);
            if is_hidden(&path) || is_old {
                continue;
            }
            if path.ends_with("done.json") {
                assert!(read_json(&self.folder.join(&path)).is_object());
            } else {
                assert_eq!(self.peaceful.get(&path), Some(&digest), "{}", path.display());
            }
        }
    }

    /// The files of units that are done and not damaged.
    fn good(&self) -> BTreeMap<PathBuf, String> {
        let mut all = contents(&self.folder);
        all.retain(|path, _| !is_hidden(path));
        let is_whole = |unit: &Path| {
            let mut files = all.iter().filter(|(path, _)| path.parent() == Some(unit) && !path.ends_with("done.json"));
            all.contains_key(&unit.join("done.json")) && files.all(|(path, it)| self.peaceful.get(path) == Some(it))
        };
        let units: Vec<_> = all.keys().filter_map(|path| path.parent()).filter(|unit| is_whole(unit)).collect();
        let files = all.iter().filter(|(path, _)| path.parent().is_some_and(|unit| units.contains(&unit)));
        files
            .map(|(path, digest)| (path.clone(), digest.clone()))
            .filter(|(path, _)| !path.ends_with("done.json"))
            .collect()
    }
}

#[test]
fn whatever_is_killed_at_any_time_leaves_whole_files_and_loses_none() {
    let kills = std::env::var("SCALE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(24);
    let data = Data::new(&[("a.pgn", GAMES.repeat(40).as_bytes()), ("b.pgn", GAMES.as_bytes())]);
    let pgn = ["a.pgn", "b.pgn"].map(|name| data.path(name).display().to_string());
    let subjects = [
        Subject::new(
            &["plan", "perft", "--depth", "6", "--ply", "4", "--units", "6", "--table", "1", "-C"],
            data.path("count"),
        ),
        Subject::new(
            &["plan", "data", "--pgn", &pgn[0], &pgn[1], "--dedupe", "--key-ranges", "3", "-C"],
            data.path("data"),
        ),
    ];
    let mut generator = Generator::new(23);
    let (mut killed, mut left) = ([0; 3], 0);
    for round in 0.. {
        if kills <= killed.iter().sum::<u64>() {
            break;
        }
        assert!(round < 40 * kills, "no command lives long enough to be killed: {killed:?}");
        let subject = &subjects[round as usize % 2];
        if below(&mut generator, 16) == 0 && subject.folder.exists() {
            fs::remove_dir_all(&subject.folder).expect("it can be removed");
        }
        let mut command = subject.next(&mut generator);
        let before = if subject.folder.exists() { contents(&subject.folder) } else { BTreeMap::new() };
        let good = if subject.folder.exists() { subject.good() } else { BTreeMap::new() };
        let mut child = command.spawn().expect("scale starts");
        thread::sleep(Duration::from_micros(below(&mut generator, 60_000)));
        let which = below(&mut generator, 3) as usize;
        let signal = [Signal::KILL, Signal::TERM, Signal::INT][which];
        let _ = kill_process(Pid::from_child(&child), signal);
        let status = child.wait().expect("it ends");
        killed[which] += u64::from(status.signal().is_some());
        if !subject.folder.exists() {
            continue;
        }
        subject.check(&before);
        let after = contents(&subject.folder);
        let lost = good.iter().find(|(path, digest)| after.get(*path) != Some(digest));
        assert_eq!(lost, None, "a good file is gone after {command:?}");
        left += after.keys().filter(|path| is_hidden(path)).count();
    }
    println!("{killed:?} times killed by SIGKILL, SIGTERM, SIGINT; {left} temporary files left");
    for subject in &subjects {
        let mut plan = scale();
        expect_code(&plan.args(&subject.plan).arg(&subject.folder).output().expect("scale starts"), 0);
        for command in [&["run", "--repair"][..], &["clean"], &["status", "--deep"], &["sum"]] {
            expect_code(&subject.call(command).output().expect("scale starts"), 0);
        }
        subject.check(&BTreeMap::new());
        let found = contents(&subject.folder);
        assert_eq!(found.keys().find(|path| is_hidden(path)), None);
        let expected: Vec<_> = subject.peaceful.keys().collect();
        assert_eq!(found.keys().filter(|path| !path.starts_with("set-aside")).collect::<Vec<_>>(), expected);
    }
}
