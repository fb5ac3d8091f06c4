//! `gardez eval`.

use gardez::nnue::{Architecture, Network};
use serde_json::json;

use crate::{directory, gardez};

const ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// Returns the name of a small network whose weights grow.
fn network(name: &str) -> String {
    let number = |_, i: usize| i as i32 * 31 % 61 - 30;
    let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_16 };
    let network = Network::build(&architecture, number).expect("in range");
    let path = directory(name).join("test.nnue");
    std::fs::write(&path, network.to_bytes()).expect("a file");
    path.to_str().expect("a name").to_owned()
}

#[test]
fn a_position_is_evaluated_with_a_board_of_its_pieces() {
    let file = network("eval-board");
    let run = gardez(["eval", "--network", &file, ROOKS]);
    let (code, text) = run.quiet();
    assert_eq!(code, Some(0));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], format!("FEN         {ROOKS}"));
    assert_eq!(lines[1], "Network     stockfish-16, bucket 0");
    assert!(lines[4].ends_with(" for White"), "{text}");
    assert_eq!(lines.len(), 6 + 9);
    assert!(lines[13].starts_with("1 ") && lines[13].contains(" R+") | lines[13].contains(" R-"), "{text}");
}

#[test]
fn json_and_quiet_have_the_same_value() {
    let file = network("eval-json");
    let run = gardez(["eval", "--network", &file, "--json", ROOKS, "x"]);
    assert_eq!(run.code, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["bucket"], json!(0));
    assert_eq!(lines[1]["error"]["kind"], json!("unknown-piece"));
    let quiet = gardez(["eval", "--network", &file, "--quiet", ROOKS]);
    assert_eq!(quiet.quiet().1, format!("{} {ROOKS}\n", lines[0]["value"]));
}

#[test]
fn a_file_that_is_not_a_network_is_named() {
    let file = directory("eval-foreign").join("x.nnue");
    std::fs::write(&file, "not a network").expect("a file");
    let name = file.to_str().expect("a name");
    let reason = "0x20746F6E at byte 0 is not the version of a network of Stockfish, and others need a description";
    let message = format!("cannot read {name}: {reason}");
    assert_eq!(gardez(["eval", "--network", name, ROOKS]).only_error(), message);
}

#[test]
fn a_network_with_a_description_is_evaluated_with_the_description_beside_or_named() {
    let text = "width = 2\ninputs = [{ pieces = {} }]\nactivation = [\"clip 255\"]\n\
                layers = [{ sum = { float = { weights = 16, biases = 16 } } }]\nscale = 400\n\
                file = \"l0w i16; l0b i16; l1w i16; l1b i16\"\n";
    let architecture = Architecture::from_toml(text).expect("a description");
    let bytes = Network::build(&architecture, |_, i| (i % 7) as f64).expect("in range").to_bytes();
    let directory = directory("eval-described");
    let (network, beside, other) = (directory.join("x.bin"), directory.join("x.toml"), directory.join("other.toml"));
    std::fs::write(&network, bytes).expect("a file");
    std::fs::write(&other, text).expect("a file");
    let [network, other] = [&network, &other].map(|path| path.to_str().expect("a name"));
    let run = gardez(["eval", "--network", network, "--architecture", other, "--json", ROOKS]);
    let line = run.json().remove(0);
    assert_eq!(line["value"], json!((line["output"].as_f64().expect("a number") * 400.0) as i32));
    std::fs::write(&beside, text).expect("a file");
    assert_eq!(gardez(["eval", "--network", network, "--json", ROOKS]).json().remove(0), line);
    std::fs::write(&beside, "width = 3").expect("a file");
    let message = format!(
        "cannot read the description next to {network}: a network has one set of pieces, and other sets at most once"
    );
    assert_eq!(gardez(["eval", "--network", network, ROOKS]).only_error(), message);
}
