//! `release --publish` against a registry that takes a while, refuses, and is left in the middle.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// What the registry has, and how it answers the next uploads: with a status, not at all (0), or by taking them.
#[derive(Default)]
struct Registry {
    index: BTreeMap<String, Vec<String>>,
    answers: Vec<u16>,
}

/// Answers one request as the index and the interface of a registry do.
fn answer(stream: &TcpStream, registry: &Mutex<Registry>, port: u16) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut head, mut length) = (String::new(), 0);
    reader.read_line(&mut head).ok()?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        } else if line.starts_with("expect:") {
            (&*stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n").ok()?;
        } else if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut registry = registry.lock().expect("no test panics here");
    let path = head.split(' ').nth(1)?;
    let (status, text) = if path == "/config.json" {
        (
            200,
            json!({"dl": format!("http://127.0.0.1:{port}/dl"), "api": format!("http://127.0.0.1:{port}")}).to_string(),
        )
    } else if path == "/api/v1/crates/new" {
        let size = u32::from_le_bytes(*body.first_chunk()?) as usize;
        let package: Value = serde_json::from_slice(&body[4..4 + size]).ok()?;
        match registry.answers.pop().unwrap_or(200) {
            200 => {
                let name = package["name"].as_str()?.to_owned();
                let needs = |needed: &Value| {
                    json!({"name": needed["name"], "req": needed["version_req"], "features": [], "optional": false,
                           "default_features": true, "target": null, "kind": needed["kind"]})
                };
                let needs: Vec<_> = package["deps"].as_array()?.iter().map(needs).collect();
                let line = json!({"name": name, "vers": package["vers"], "deps": needs, "cksum": "0".repeat(64),
                                  "features": {}, "yanked": false});
                registry.index.entry(name).or_default().push(line.to_string());
                (200, json!({"warnings": {"invalid_categories": [], "invalid_badges": [], "other": []}}).to_string())
            }
            // Longer than a test lasts.
            0 => {
                drop(registry);
                thread::sleep(Duration::from_secs(600));
                return None;
            }
            status => (status, json!({"errors": [{"detail": format!("refused with {status}")}]}).to_string()),
        }
    } else {
        match registry.index.get(path.rsplit('/').next()?) {
            Some(lines) => (200, lines.join("\n")),
            None => (404, String::new()),
        }
    };
    let length = text.len();
    write!(&*stream, "HTTP/1.1 {status} Answer\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}").ok()
}

/// Three crates, of which two depend on an earlier one.
fn workspace(root: &Path) {
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"alpha\", \"bravo\", \"charlie\"]\n");
    for (name, needed) in [("alpha", Some("bravo")), ("bravo", Some("charlie")), ("charlie", None)] {
        let needs = needed.map_or_else(String::new, |needed| {
            format!("{needed} = {{ path = \"../{needed}\", version = \"0.1.0\", registry = \"mock\" }}\n")
        });
        let package = format!(
            "name = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\nlicense = \"MIT\"\ndescription = \"one\""
        );
        write(&format!("{name}/Cargo.toml"), &format!("[package]\n{package}\n[dependencies]\n{needs}"));
        write(&format!("{name}/src/lib.rs"), "");
    }
}

#[test]
fn each_crate_is_published_once_by_a_registry_that_waits_refuses_and_is_left() {
    if Command::new("curl").arg("--version").output().is_err() {
        return println!("skipped: curl");
    }
    let root = std::env::temp_dir().join(format!("gardez-release-{}", std::process::id()));
    workspace(&root);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let registry = Arc::new(Mutex::new(Registry::default()));
    let shared = Arc::clone(&registry);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let shared = Arc::clone(&shared);
            thread::spawn(move || answer(&stream, &shared, port));
        }
    });
    let command = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(&root).env("CARGO_MANIFEST_DIR", root.join("xtask")).env("CARGO_HOME", root.join("home"));
        command
            .env("CARGO_REGISTRIES_MOCK_INDEX", format!("sparse+http://127.0.0.1:{port}/"))
            .env("NO_PROXY", "127.0.0.1");
        command.env("CARGO_REGISTRIES_MOCK_TOKEN", "none").env_remove("CARGO_TARGET_DIR");
        command
    };
    let lock = command(&std::env::var("CARGO").expect("cargo tests this")).arg("generate-lockfile").status();
    assert!(lock.expect("cargo starts").success());
    let publish = |answers: &[u16]| {
        registry.lock().expect("no test panics here").answers = answers.iter().rev().copied().collect();
        let mut command = command(env!("CARGO_BIN_EXE_xtask"));
        command.args("release --publish --registry mock --pause 1".split(' '));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let published = || {
        let registry = registry.lock().expect("no test panics here");
        assert!(registry.index.values().all(|versions| versions.len() == 1), "{:?}", registry.index);
        registry.index.keys().cloned().collect::<Vec<_>>()
    };

    let waited = publish(&[429, 200, 400]).wait_with_output().expect("it ends");
    let (told, error) = (String::from_utf8_lossy(&waited.stdout), String::from_utf8_lossy(&waited.stderr));
    assert!(!waited.status.success() && error.contains("refused with 400"), "{told}{error}");
    assert!(told.contains("the registry takes no more for now: again in 1 s"), "{told}");
    assert_eq!(published(), ["charlie"]);

    let mut left = publish(&[200, 0]);
    while published().len() < 2 {
        thread::sleep(Duration::from_millis(50));
    }
    left.kill().expect("it runs");
    left.wait().expect("it ends");

    let last = publish(&[503]).wait_with_output().expect("it ends");
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    assert_eq!(published(), ["alpha", "bravo", "charlie"]);
    let again = publish(&[]).wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&again.stdout).starts_with("0 of 3 crates"), "{again:?}");
    fs::remove_dir_all(&root).expect("removed");
}
