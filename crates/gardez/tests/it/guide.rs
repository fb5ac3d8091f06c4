//! The chapters of the guide: the Rust blocks of a page, one after another, are a program, which is an example, and
//! each program does what its page says.
//!
//! `GARDEZ_RENEW=1 cargo test -p gardez --all-features --test it guide` writes the programs from the pages. A test of a
//! program needs the examples, which `cargo test` builds unless it is told to build one test only.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, process};

use gardez::Position;
use gardez::uci::process::{Engine, Event, Launch};
use gardez::uci::{Go, Score, SetPosition};

/// Compares the blocks of a page with the example of its name.
fn compare(name: &str, page: &str) {
    let page = page.replace("\r\n", "\n");
    let blocks = page.split("```rust\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let program: Vec<&str> = blocks.map(|(block, _)| block).collect();
    assert!(!program.is_empty());
    let (program, file) = (program.join("\n"), format!("tests/guide/{name}.rs"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
    if env::var_os("GARDEZ_RENEW").is_some() {
        fs::write(&path, &program).expect("the program can be written");
    }
    let written = fs::read_to_string(&path).expect("the program can be read").replace("\r\n", "\n");
    assert!(program == written, "{file} differs from docs/guide/{name}.md: see the first lines of this test");
}

#[test]
fn each_program_is_what_its_page_shows() {
    compare("engine", include_str!("../../../../docs/guide/engine.md"));
    compare("service", include_str!("../../../../docs/guide/service.md"));
    compare("statistics", include_str!("../../../../docs/guide/statistics.md"));
}

/// The built example of a chapter. It is next to the folder of this test.
fn program(name: &str) -> Option<PathBuf> {
    let test = env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("a folder").join("examples");
    let program = folder.join(format!("guide_{name}{}", env::consts::EXE_SUFFIX));
    if program.exists() {
        return Some(program);
    }
    println!("skipped: example guide_{name}");
    None
}

#[test]
fn the_engine_mates_and_plays_a_game_to_its_end() {
    let Some(program) = program("engine") else { return };
    const LONG: Duration = Duration::from_secs(60);
    let mut engine = Engine::start(Launch::new(program).with_timeout(LONG)).expect("it starts");
    let mut search = |position: &SetPosition, go: &Go| {
        engine.set_position(position).expect("it takes the position");
        let (mut search, mut score) = (engine.go(go).expect("it searches"), None);
        loop {
            match search.next(LONG).expect("it answers") {
                Event::Info(info) => score = info.score.or(score),
                Event::BestMove(best) => break (score, best.mv().map(|m| m.to_string())),
            }
        }
    };
    for (fen, depth, mate, best) in [
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 3, 1, Some("h5f7")),
        ("6k1/8/5K2/8/8/8/8/7R w - - 0 1", 7, 2, None),
    ] {
        let (score, m) = search(&SetPosition::from_fen(fen).expect("a FEN"), &Go::default().with_depth(depth));
        assert_eq!(score, Some(Score::mate(mate)), "{fen}");
        assert!(best.is_none_or(|best| m.as_deref() == Some(best)), "{fen}: {m:?}");
    }
    let mut position = Position::start();
    while position.outcome().is_none() && position.game_ply() < 300 {
        let (_, m) = search(&SetPosition::from_position(&position), &Go::default().with_nodes(500));
        position.do_move(position.parse_uci(&m.expect("a move")).expect("a legal move"));
    }
    assert!(position.game_ply() > 10);
}

#[test]
fn the_statistics_count_openings_and_results() {
    let Some(program) = program("statistics") else { return };
    let games = "1. e4 c5 2. Nf3 1-0\n\n1. e4 c5 0-1\n\n1. e4 e5 2. Ke3 1-0\n\n1. d4 *\n";
    let path = env::temp_dir().join(format!("gardez-guide-{}.pgn", process::id()));
    fs::write(&path, games).expect("a file");
    let output = Command::new(program).arg(&path).output().expect("it runs");
    fs::remove_file(&path).expect("the file is there");
    let (table, problems) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["Sicilian", "Defense", "2", "50.0%", "50.0%", "2"], "{table}");
    assert_eq!(rows.len(), 4, "{table}");
    assert!(problems.contains("line 5, column 13") && problems.ends_with("1 problems\n"), "{problems}");
}

#[test]
fn the_service_answers_and_explains() {
    let Some(program) = program("service") else { return };
    let mut server = Command::new(program).arg("127.0.0.1:0").stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where it is");
    let address = line.trim_end().strip_prefix("http://").expect("an address").to_owned();
    let ask = |request: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        stream.write_all(format!("{request}\r\n\r\n").as_bytes()).expect("it reads");
        let mut answer = String::new();
        // The rest of a request that is too long is lost with the connection.
        let _ = stream.read_to_string(&mut answer);
        answer
    };
    let moved = ask("GET /rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201?e4 HTTP/1.1");
    assert!(moved.starts_with("HTTP/1.1 200 OK\r\n") && moved.contains("/4P3/"), "{moved}");
    let pinned = ask("GET /4r1k1/8/8/8/8/8/4B3/4K3+w+-+-+0+1?Bd3 HTTP/1.1");
    assert!(pinned.starts_with("HTTP/1.1 422 ") && pinned.contains("e8"), "{pinned}");
    let mated = ask("GET /6k1/5ppp/8/8/8/8/8/R5K1+w+-+-+0+1?a1-a8 HTTP/1.1");
    assert!(mated.ends_with(r#""outcome":"checkmate, white wins","moves":[]}"#), "{mated}");
    let digit = ask("GET /6k1/5ppp/8/9/8/8/8/R5K1+w+-+-+0+1 HTTP/1.1");
    assert!(digit.contains(r#"{"input":"fen","error":""#) && digit.contains(r#""span":[11,12]"#), "{digit}");
    assert!(ask("GET /6k1/5ppp/8/8/8/8/8/R5K1+w+-+-+0+1?-- HTTP/1.1").contains("null-move"));
    let no_fen = ask("GET /%zz%41%f0?%9 HTTP/1.1");
    assert!(no_fen.starts_with("HTTP/1.1 422 "), "{no_fen}");
    assert!(ask("POST / HTTP/1.1").starts_with("HTTP/1.1 405 "));
    assert!(ask(&"x".repeat(100_000)).len() < 1000);
    assert!(ask("GET /8/8/8/8/8/8/8/8?x HTTP/1.1").starts_with("HTTP/1.1 422 "), "the server still answers");
    server.kill().and_then(|()| server.wait()).expect("it can be ended");
}
