//! Object storage that fails: a server in this process that speaks enough of S3, and faults between it and the program.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gardez_types::Generator;

use crate::common::{expect_code, scale, shown, text, was_killed};

/// What happens to some requests, or to all.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    /// The connection ends before the request is handled, or when it is.
    Reset,
    LostAnswer,
    /// The answer ends in its head, or in the middle of its body.
    CutHead,
    CutBody,
    Slow,
    /// A byte of an object is another one: in some answers, or in every second one about each `plan.json` and `done.json`.
    Flipped,
    FlippedFirst,
    /// An answer with this status: some requests, or all that put something.
    Status(u16),
    Puts(u16),
    /// Conditions of puts are not understood.
    Unconditional,
}

const PASSING: [Fault; 9] = [
    Fault::Reset,
    Fault::LostAnswer,
    Fault::CutHead,
    Fault::CutBody,
    Fault::Slow,
    Fault::Flipped,
    Fault::Status(500),
    Fault::Status(503),
    Fault::Status(429),
];

/// The objects of the bucket `plans` with the numbers of their versions.
type Objects = Mutex<BTreeMap<String, (Vec<u8>, u64)>>;

struct Server {
    port: u16,
    objects: Arc<Objects>,
    faults: Arc<AtomicU64>,
}

/// The objects of which a byte was another one when they were read last.
static FLIPPED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

impl Server {
    fn start(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (objects, faults, requests) = (Arc::<Objects>::default(), Arc::new(AtomicU64::new(0)), AtomicU64::new(0));
        let server = Self { port, objects: Arc::clone(&objects), faults: Arc::clone(&faults) };
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let number = requests.fetch_add(1, Ordering::Relaxed);
                // One of five, in no period.
                let is_hit = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 == 3
                    || matches!(fault, Fault::Puts(_) | Fault::Unconditional | Fault::FlippedFirst);
                let fault = if is_hit { fault } else { Fault::None };
                let (objects, faults) = (Arc::clone(&objects), Arc::clone(&faults));
                thread::spawn(move || {
                    faults.fetch_add(u64::from(is_hit), Ordering::Relaxed);
                    // The program may have gone away.
                    let _ = serve(stream, fault, number, &objects);
                });
            }
        });
        server
    }

    fn scale(&self, arguments: &[&str]) -> Command {
        let mut command = scale();
        command.args(arguments).env("AWS_ENDPOINT", format!("http://127.0.0.1:{}", self.port));
        command.env("AWS_ACCESS_KEY_ID", "a").env("AWS_SECRET_ACCESS_KEY", "b").env("AWS_REGION", "us-east-1");
        command.env("AWS_ALLOW_HTTP", "true");
        command
    }

    fn call(&self, arguments: &[&str]) -> Output {
        self.scale(arguments).output().expect("scale starts")
    }
}

/// Reads a request, answers it, and closes the connection.
fn serve(stream: TcpStream, fault: Fault, number: u64, objects: &Objects) -> std::io::Result<()> {
    if fault == Fault::Reset {
        return stream.shutdown(Shutdown::Both);
    }
    let (mut reader, mut lines) = (BufReader::new(&stream), Vec::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? <= 2 {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let header = |name: &str| {
        let mut found = lines.iter().filter_map(|line| line.split_once(": "));
        found.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut words = lines.first().map(|line| line.split(' ')).into_iter().flatten();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if fault == Fault::Slow {
        thread::sleep(Duration::from_millis(700));
    }
    let refused = match fault {
        Fault::Status(status) => Some(status),
        Fault::Puts(status) if method == "PUT" => Some(status),
        _ => None,
    };
    let (status, headers, mut answer) = match refused {
        Some(status) => (status, String::new(), b"<Error><Code>Refused</Code></Error>".to_vec()),
        None => handle(method, target, &header, body, fault == Fault::Unconditional, objects),
    };
    if fault == Fault::LostAnswer {
        return stream.shutdown(Shutdown::Both);
    }
    let may_flip = match fault {
        Fault::Flipped => method == "GET" && !target.contains('?'),
        Fault::FlippedFirst => method == "GET" && target.contains(".json"),
        _ => false,
    };
    let mut flipped = FLIPPED.lock().expect("no thread panics with it");
    if may_flip && !answer.is_empty() && (flipped.insert(target.to_owned()) || !flipped.remove(target)) {
        let at = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize % answer.len();
        answer[at] ^= 4;
    }
    drop(flipped);
    let length = answer.len();
    let mut whole =
        format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n").into_bytes();
    if method != "HEAD" {
        whole.extend(answer);
    }
    match fault {
        Fault::CutHead => whole.truncate(20),
        Fault::CutBody if method != "HEAD" => whole.truncate(whole.len() - length / 2),
        _ => {}
    }
    (&stream).write_all(&whole)
}

/// Returns the status, the headers and the body of an answer.
fn handle(
    method: &str,
    target: &str,
    header: &dyn Fn(&str) -> Option<String>,
    body: Vec<u8>,
    ignores_conditions: bool,
    objects: &Objects,
) -> (u16, String, Vec<u8>) {
    let mut objects = objects.lock().expect("no thread panics with it");
    let about = |version: u64| {
        let (minute, second) = (version / 60 % 60, version % 60);
        format!("ETag: \"{version}\"\r\nLast-Modified: Thu, 01 Jan 2026 00:{minute:02}:{second:02} GMT\r\n")
    };
    let Some(name) = target.strip_prefix("/plans") else {
        return (404, String::new(), b"<Error><Code>NoSuchBucket</Code></Error>".to_vec());
    };
    if let Some((_, query)) = name.split_once('?').filter(|(_, query)| query.contains("list-type")) {
        let prefix = query.split('&').find_map(|part| part.strip_prefix("prefix=")).unwrap_or_default();
        let prefix = prefix.replace("%2F", "/");
        let item = |(name, (content, version)): (&String, &(Vec<u8>, u64))| {
            let (minute, second, size) = (version / 60 % 60, version % 60, content.len());
            format!(
                "<Contents><Key>{name}</Key><LastModified>2026-01-01T00:{minute:02}:{second:02}.000Z</LastModified>\
                 <ETag>\"{version}\"</ETag><Size>{size}</Size></Contents>"
            )
        };
        let items: String = objects.iter().filter(|(name, _)| name.starts_with(&prefix)).map(item).collect();
        let list = format!("<ListBucketResult><IsTruncated>false</IsTruncated>{items}</ListBucketResult>");
        return (200, String::new(), list.into_bytes());
    }
    let name = name.trim_start_matches('/').to_owned();
    let known = objects.get(&name).map(|(_, version)| *version);
    match (method, known) {
        ("PUT", _) => {
            let is_new = header("if-none-match").is_none_or(|_| known.is_none());
            let is_same =
                header("if-match").is_none_or(|tag| known.is_some_and(|version| tag == format!("\"{version}\"")));
            if !(is_new && is_same || ignores_conditions) {
                return (412, String::new(), Vec::new());
            }
            let version = objects.values().map(|(_, version)| version + 1).max().unwrap_or(1);
            objects.insert(name, (body, version));
            (200, about(version), Vec::new())
        }
        ("DELETE", _) => {
            objects.remove(&name);
            (204, String::new(), Vec::new())
        }
        (_, None) => (404, String::new(), b"<Error><Code>NoSuchKey</Code></Error>".to_vec()),
        (_, Some(version)) => {
            let content = &objects[&name].0;
            let Some(range) = header("range") else { return (200, about(version), content.clone()) };
            let mut ends = range.trim_start_matches("bytes=").split('-').map(|end| end.parse::<usize>());
            let (Some(Ok(start)), Some(Ok(end))) = (ends.next(), ends.next()) else {
                return (416, String::new(), Vec::new());
            };
            let end = content.len().min(end + 1);
            let place = format!("Content-Range: bytes {start}-{}/{}\r\n", end - 1, content.len());
            (206, about(version) + &place, content[start..end].to_vec())
        }
    }
}

const PLAN: [&str; 10] = ["plan", "perft", "--depth", "5", "--ply", "3", "--units", "6", "--table", "0"];

/// Runs a plan by two runners at a time until it is done, and returns what all of them printed. This many are killed, each
/// replaced by another.
fn run_by_two(server: &Server, place: &str, kills: &mut u32, random: &mut Generator) -> Vec<Output> {
    let start = || {
        let mut runner = server.scale(&["run", place, "--all", "--json"]);
        runner.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let (mut runners, mut outputs) = (vec![start(), start()], Vec::new());
    while 0 < *kills {
        thread::sleep(Duration::from_millis(20 + random.next_u64() % 400));
        let mut victim = runners.remove(0);
        if victim.try_wait().expect("a process").is_some() {
            runners.push(victim);
            break;
        }
        victim.kill().expect("it can be killed");
        let output = victim.wait_with_output().expect("it ends");
        *kills -= u32::from(was_killed(output.status));
        outputs.push(output);
        runners.push(start());
    }
    for runner in runners {
        let output = runner.wait_with_output().expect("it ends");
        expect_code(&output, 0);
        outputs.push(output);
    }
    outputs
}

/// With `GARDEZ_KILLS`, at least this many runners are killed by SIGKILL, as many under each fault.
#[test]
fn a_plan_ends_with_the_right_total_under_each_fault_that_passes_and_kills() {
    let kills: u32 = env::var("GARDEZ_KILLS").map_or(9, |kills| kills.parse().expect("a number"));
    thread::scope(|scope| {
        for (at, fault) in PASSING.into_iter().enumerate() {
            scope.spawn(move || {
                let (server, mut random) = (Server::start(fault), Generator::new(at as u64 + 1));
                let (mut kills, mut plans) = (kills.div_ceil(9), 0);
                while plans == 0 || 0 < kills {
                    let place = format!("s3://plans/{plans}");
                    plans += 1;
                    expect_code(&server.call(&[&PLAN[..], &["-C", &place]].concat()), 0);
                    let outputs = run_by_two(&server, &place, &mut kills, &mut random);
                    let printed: String = outputs.iter().map(|output| text(&output.stdout)).collect();
                    let ran = printed.lines().filter(|line| line.contains("\"was_done\":false"));
                    let mut units: Vec<_> = ran.filter_map(|line| line.split_once("\"unit\":")).collect();
                    let count = units.len();
                    units.sort_by_key(|(_, unit)| *unit);
                    units.dedup_by_key(|(_, unit)| *unit);
                    let word = |output: &Output| text(&output.stderr).contains("may run the unit, too");
                    let is_said = outputs.iter().any(word);
                    assert!(count == units.len() || is_said, "{fault:?}: a unit was run twice: {units:?}");
                    let sum = server.call(&["sum", &place]);
                    expect_code(&sum, 0);
                    assert!(text(&sum.stdout).starts_with("4865609 (known)"), "{fault:?}: {}", shown(&sum));
                }
                let left: Vec<_> = server.objects.lock().expect("no panic").keys().cloned().collect();
                assert!(left.iter().all(|name| !name.ends_with(".claim")), "{fault:?}: {left:?}");
                let faults = server.faults.load(Ordering::Relaxed);
                assert!(8 < faults, "{fault:?} is rare");
                println!("{fault:?}: {plans} plans, {faults} faults");
            });
        }
    });
}

#[test]
fn a_flipped_byte_is_read_once_more_before_a_file_is_accused() {
    let server = Server::start(Fault::FlippedFirst);
    expect_code(&server.call(&[&PLAN[..], &["-C", "s3://plans/count"]].concat()), 0);
    // With a done.json for each unit, and with one for each stage.
    for options in [&["--loose"][..], &[]] {
        expect_code(&server.call(&[&["run", "s3://plans/count", "--all"], options].concat()), 0);
        for _ in 0..8 {
            expect_code(&server.call(&["status", "s3://plans/count", "--deep"]), 0);
            expect_code(&server.call(&["sum", "s3://plans/count"]), 0);
        }
    }
}

#[test]
fn what_will_be_refused_again_ends_with_its_remedy() {
    let plan = [&PLAN[..], &["-C", "s3://plans/count"]].concat();
    let refused = |server: &Server, mut command: Command, remedy: &str| {
        let start = Instant::now();
        let output = command.output().expect("scale starts");
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains(remedy), "{remedy}: {}", shown(&output));
        assert!(start.elapsed() < Duration::from_secs(30), "{remedy}");
        assert!(server.objects.lock().expect("no panic").is_empty(), "{remedy}");
    };
    for (fault, remedy) in [
        (Fault::Puts(403), "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        (Fault::Puts(501), "the storage cannot do this"),
        (Fault::Unconditional, "the storage ignores the condition"),
    ] {
        let server = Server::start(fault);
        refused(&server, server.scale(&plan), remedy);
    }
    let server = Server::start(Fault::None);
    refused(&server, server.scale(&["status", "s3://nowhere/count"]), "there is no such bucket");
    let mut plain = server.scale(&plan);
    plain.env_remove("AWS_ALLOW_HTTP");
    refused(&server, plain, "AWS_ALLOW_HTTP=true");
    let mut keyless = server.scale(&plan);
    keyless.env_remove("AWS_ACCESS_KEY_ID").env_remove("AWS_SECRET_ACCESS_KEY");
    refused(&server, keyless, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    // There is no such plan yet.
    expect_code(&server.call(&["status", "s3://plans/count"]), 4);
}
