//! Plans and inputs in object storage: on an S3 server of this machine, with units killed between their puts.
//!
//! With `GARDEZ_SLOW` and the feature `objects`. `SCALE_PYTHON` names a Python with moto, which has the server; `cargo
//! xtask ci --slow scale` sets it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use gardez_types::Generator;

use crate::common::{PATIENCE, Plan, expect_code, is_slow, scale, shown, text, was_killed};
use crate::games::GAMES;

/// A server with the bucket `plans`, which ends with this value.
struct Server {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a server. `None` if there is none, after the reason is printed.
    fn start() -> Option<Self> {
        let Some(python) = env::var_os("SCALE_PYTHON").filter(|_| is_slow()) else {
            println!("skipped: an S3 server (GARDEZ_SLOW and SCALE_PYTHON)");
            return None;
        };
        let mut command = Command::new(python);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/s3.py"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
        let (commands, answers) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let mut server = Self { child, commands, answers: BufReader::new(answers), port: 0 };
        server.port = server.answer().trim().parse().expect("a port");
        Some(server)
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("an answer");
        line
    }

    /// Sends a command to the script, and returns objects with their checksums.
    fn tell(&mut self, command: &str) -> BTreeMap<String, String> {
        writeln!(self.commands, "{command}").expect("the script reads");
        serde_json::from_str(&self.answer()).expect("an answer")
    }

    /// The program with the settings of the server.
    fn scale(&self, arguments: &[&str]) -> Command {
        let mut command = scale();
        command.args(arguments).env("AWS_ENDPOINT", format!("http://127.0.0.1:{}", self.port));
        command.env("AWS_ACCESS_KEY_ID", "a").env("AWS_SECRET_ACCESS_KEY", "b").env("AWS_REGION", "us-east-1");
        command.env("AWS_ALLOW_HTTP", "true");
        command
    }

    /// What the program prints. It must succeed.
    fn call(&self, arguments: &[&str]) -> String {
        let output = self.scale(arguments).output().expect("scale starts");
        expect_code(&output, 0);
        text(&output.stdout)
    }

    /// The objects of a plan with their checksums, by their names in it, without those that say when something was done.
    fn contents(&mut self, plan: &str) -> BTreeMap<String, String> {
        let found = self.tell(&format!("list {plan}/")).into_iter();
        let named = found.map(|(name, digest)| (name[plan.len() + 1..].to_owned(), digest));
        named.filter(|(name, _)| !name.contains("done.json")).collect()
    }
}

/// The files of a plan in a folder, in the same form.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let files = crate::common::contents(folder, checksum).into_iter();
    let named = files.map(|(path, checksum)| (path.display().to_string(), checksum));
    named.filter(|(name, _)| !name.contains("done.json")).collect()
}

/// The checksum of the script.
fn checksum(content: &[u8]) -> String {
    let mut checksum = flate2::Crc::new();
    checksum.update(content);
    checksum.sum().to_string()
}

const PERFT: [&str; 10] = ["plan", "perft", "--depth", "7", "--ply", "4", "--units", "16", "--table", "16"];

#[test]
fn units_killed_between_their_puts_give_the_right_total_when_they_are_run_again() {
    let Some(mut server) = Server::start() else { return };
    let kills = env::var("SCALE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(20);
    server.call(&[&PERFT[..], &["-C", "s3://plans/count"]].concat());
    let mut generator = Generator::new(31);
    let mut below = |n: u64| (generator.next_u64() >> 20) % n;
    let (mut killed, mut partly) = (0, 0);
    let start = Instant::now();
    while killed < kills {
        assert!(start.elapsed() < 10 * PATIENCE, "{killed} of {kills} kills");
        let mut child =
            server.scale(&["run", "s3://plans/count", "--all", "--loose", "--quiet"]).spawn().expect("it starts");
        thread::sleep(Duration::from_millis(below(600)));
        child.kill().expect("it can be killed");
        killed += u64::from(was_killed(child.wait().expect("it has ended")));
        // Units whose files are there, and not yet their done.json.
        let objects = server.tell("list count/");
        let units = objects.keys().filter_map(|name| name.rsplit_once('/'));
        let begun = units.filter(|(_, file)| file.contains("bin") || file.contains("parquet"));
        partly += begun.filter(|(unit, _)| !objects.contains_key(&format!("{unit}/done.json"))).count();
        if server.call(&["missing", "s3://plans/count"]).is_empty() {
            // Something is always left to be made.
            let units: Vec<_> = objects.keys().filter(|name| name.ends_with("done.json")).collect();
            let unit = units[below(units.len() as u64) as usize].rsplit_once('/').expect("a folder").0.to_owned();
            server.tell(&format!("remove {unit}/"));
        } else {
            expect_code(&server.scale(&["sum", "s3://plans/count"]).output().expect("it starts"), 1);
        }
    }
    assert!(0 < partly, "no unit was killed between its puts");
    println!("{killed} times killed; {partly} times a unit had files and no done.json");
    server.call(&["run", "s3://plans/count", "--all"]);
    assert!(server.call(&["sum", "s3://plans/count"]).starts_with("3195901860 (known)"));
    server.call(&["status", "s3://plans/count", "--deep"]);
    server.call(&["clean", "s3://plans/count"]);
    // The same bytes as in a folder.
    let plan = Plan::small();
    plan.run_all();
    assert_eq!(server.contents("count"), contents(&plan.path()));
}

#[test]
fn runners_that_share_a_plan_run_each_unit_once() {
    let Some(mut server) = Server::start() else { return };
    server.call(&[&PERFT[..], &["-C", "s3://plans/shared"]].concat());
    let run = || server.scale(&["run", "s3://plans/shared", "--all", "--json"]).stdout(Stdio::piped()).spawn();
    let runners: Vec<_> = (0..3).map(|_| run().expect("it starts")).collect();
    let outputs: Vec<_> = runners.into_iter().map(|runner| runner.wait_with_output().expect("it ends")).collect();
    let mut units = Vec::new();
    for output in &outputs {
        expect_code(output, 0);
        let lines = text(&output.stdout);
        let lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        units.extend(lines.filter(|line| line["was_done"] == false).map(|line| line["unit"].to_string()));
    }
    let count = units.len();
    units.sort();
    units.dedup();
    assert_eq!((count, units.len()), (33, 33), "{units:?}");
    assert!(server.call(&["sum", "s3://plans/shared"]).starts_with("3195901860 (known)"));
    assert!(server.tell("list shared/").keys().all(|name| !name.ends_with(".claim")));
}

#[test]
fn a_changed_object_is_found_and_set_aside() {
    let Some(mut server) = Server::start() else { return };
    server.call(&[&PERFT[..], &["-C", "s3://plans/repaired"]].concat());
    server.call(&["run", "s3://plans/repaired", "--all"]);
    let before = server.contents("repaired");
    server.tell("flip repaired/merge-4/3/frontier.parquet");
    let output = server.scale(&["status", "s3://plans/repaired", "--deep"]).output().expect("it starts");
    expect_code(&output, 1);
    assert!(text(&output.stderr).contains("scale run s3://plans/repaired merge-4/3 --repair"), "{}", shown(&output));
    server.call(&["run", "s3://plans/repaired", "--repair"]);
    let mut after = server.contents("repaired");
    assert!(after.remove("set-aside/merge-4-3.1/frontier.parquet").is_some(), "{after:?}");
    assert_eq!(after, before);
    server.call(&["verify", "s3://plans/repaired", "--sample", "20%"]);
    // A plan of something else is not replaced.
    let output =
        server.scale(&["plan", "perft", "--depth", "5", "--ply", "3", "--units", "2", "-C", "s3://plans/repaired"]);
    expect_code(&{ output }.output().expect("it starts"), 3);
    // There is no such plan, and there is no such bucket.
    for (place, code) in [("s3://plans/nothing", 4), ("s3://nowhere/count", 3)] {
        expect_code(&server.scale(&["status", place]).output().expect("it starts"), code);
    }
}

#[test]
fn games_and_exports_have_the_bytes_that_they_have_in_a_folder() {
    let Some(mut server) = Server::start() else { return };
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Many frames, some of them large, so that there are several slices.
    let pgn = GAMES.repeat(3000);
    let frames = pgn.as_bytes().chunks(1 << 18).map(|part| zstd::encode_all(part, 1).expect("a vector"));
    let mut noise = Vec::new();
    let mut generator = Generator::new(5);
    (0..300_000).for_each(|_| noise.extend(generator.next_u64().to_le_bytes()));
    let noise = [b"{".to_vec(), noise.iter().map(|byte| b'a' + byte % 26).collect(), b"}\n\n".to_vec()].concat();
    let noise = zstd::encode_all(&noise[..], 1).expect("a vector");
    let zst: Vec<u8> = [noise.clone()].into_iter().chain(frames).chain([noise]).flatten().collect();
    fs::write(path("a.pgn.zst"), &zst).expect("there is room");
    fs::write(path("b.pgn"), GAMES.repeat(7)).expect("there is room");
    for name in ["a.pgn.zst", "b.pgn"] {
        server.tell(&format!("put pgn/{name} {}", path(name)));
    }
    let made = |place: &str, inputs: &str| {
        let (set, export) = (format!("{place}/set"), format!("{place}/export"));
        let data = ["plan", "data", "--pgn", inputs, "--slice", "1", "--dedupe", "--key-ranges", "3", "-C", &set];
        server.call(&data);
        server.call(&["run", &set, "--all", "--jobs", "2"]);
        let sum = server.call(&["sum", &set]);
        server.call(&["export", &set, "--format", "binpack", "--of", "games", "--shards", "2", "-C", &export]);
        server.call(&["run", &export, "--all"]);
        sum.lines().filter(|line| !line.starts_with("plan")).map(str::to_owned).collect::<Vec<_>>()
    };
    let here = made(&path("here"), &path("*.pgn*"));
    assert_eq!(made("s3://plans/there", "s3://plans/pgn/*.pgn*"), here);
    let strip = |contents: BTreeMap<String, String>| -> BTreeMap<_, _> {
        // The plans name their inputs.
        contents.into_iter().filter(|(name, _)| !name.ends_with("plan.json")).collect()
    };
    let here = strip(contents(&folder.path().join("here")));
    assert!(here.keys().any(|name| name.starts_with("set/encode/2/")), "{here:?}");
    assert_eq!(strip(server.contents("there")), here);
}
