//! Every expected value is compared: a change of any single value of a record is reported.

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use conformance::{Kind, Options, SUITE_NODES, check, check_text, find};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// Values that may change without being noticed. `*` is any item of a list.
const UNCOMPARED: [(&str, &[&str]); 22] = [
    // Informational.
    ("positions.jsonl", &["cat"]),
    ("positions_unreachable.jsonl", &["cat"]),
    // `ply_args` are arguments, and another ply may give the same results.
    ("games.jsonl", &["kind", "ply_args.*"]),
    // The number is an argument, and another number may also not be a move. No result depends on the counters of the
    // FEN.
    ("pseudo_legal.jsonl", &["fen", "m.*.0"]),
    ("fen.jsonl", &["kind"]),
    ("perft.jsonl", &["fen", "cat"]),
    // It does not matter whether a square is occupied that no slider reaches.
    ("attacks.jsonl", &["fen", "occ"]),
    ("flip.jsonl", &[]),
    ("display.jsonl", &[]),
    ("endgame_codes.jsonl", &[]),
    ("zobrist.json", &[]),
    ("fen_undefined.jsonl", &["kind", "input", "c960", "checked_build", "optimised_build"]),
    // The occupied squares are an argument, and squares that are not on the lines of the slider do not matter.
    ("tables.json", &["sliders.*.1"]),
    ("boards.jsonl", &["id", "kind"]),
    ("encodings.jsonl", &["id", "kind"]),
    ("fens.jsonl", &["id"]),
    ("histories.jsonl", &["id", "kind"]),
    // Position and text are arguments, and no result depends on the counters of a FEN.
    ("parse_moves.jsonl", &["id", "fen", "move"]),
    ("policy_positions.jsonl", &["id", "kind", "fen"]),
    ("bitboards.json", &[]),
    // The text of the file is an argument.
    ("pgn.json", &["*.name", "*.pgn"]),
    ("training.jsonl", &[]),
];

/// Lists whose last item may be missing without being noticed, because they have no fixed length.
const OPEN_LISTS: [(&str, &str); 6] = [
    ("pseudo_legal.jsonl", "m"),
    ("perft.jsonl", "perft"),
    ("tables.json", "samples"),
    ("tables.json", "sliders"),
    ("tables.json", "pretty"),
    ("bitboards.json", "rows"),
];

/// The kind of the files of this name.
fn of_name(name: &str) -> Kind {
    Kind::from_path(Path::new(name)).expect("a known name")
}

fn sample(name: &str) -> (Kind, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let text = fs::read_to_string(&path).expect("the sample is there");
    (Kind::from_path(&path).expect("a known name"), text)
}

/// Returns `true` if the check of a sample fails if its text is replaced by `text`.
fn is_noticed(kind: Kind, name: &str, text: &str) -> bool {
    let name = PathBuf::from(name).file_name().expect("a name").to_string_lossy().into_owned();
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/syzygy/tests/tables");
    let options = Options { max_nodes: Some(SUITE_NODES), syzygy: Some(tables), ..Options::default() };
    if kind == of_name("training.jsonl") {
        // Its records are in files next to it.
        let path = lc0_directory().join(format!("{}.jsonl", thread::current().name().unwrap_or_default()));
        fs::write(&path, text).expect("written");
        let report = check(kind, &path, &options);
        fs::remove_file(&path).expect("removed");
        return !report.is_clean();
    }
    !check_text(kind, &name, text.as_bytes(), &options).is_clean()
}

/// A directory with a copy of the samples of training records.
fn lc0_directory() -> PathBuf {
    static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lc0");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("values-lc0");
        fs::create_dir_all(directory.join("training")).expect("a directory");
        for entry in fs::read_dir(samples.join("training")).expect("the samples are there") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name");
            fs::copy(&path, directory.join("training").join(name)).expect("copied");
        }
        directory
    });
    DIRECTORY.clone()
}

/// A value that differs from `value` but is also plausible.
fn altered(value: &Value) -> Value {
    match value {
        Value::Null => json!(5),
        Value::Bool(truth) => json!(!truth),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => json!(whole + 1),
            None => json!(number.as_f64().expect("a fraction") + 0.001),
        },
        Value::String(text) if text == "-" => json!("e3"),
        Value::String(text) if !text.is_empty() && text.bytes().all(|byte| byte == b'0' || byte == b'1') => {
            let (rest, last) = text.split_at(text.len() - 1);
            json!(format!("{rest}{}", if last == "0" { '1' } else { '0' }))
        }
        Value::String(text) => {
            let mut characters: Vec<_> = text.chars().collect();
            match characters.last_mut() {
                Some(last @ '0'..='8') => *last = (*last as u8 + 1) as char,
                Some(last @ '9') => *last = '8',
                Some(last @ 'a'..='g') => *last = (*last as u8 + 1) as char,
                _ => characters.push('x'),
            }
            json!(characters.into_iter().collect::<String>())
        }
        other => panic!("not a single value: {other}"),
    }
}

/// Collects the paths of all single values, objects and lists in `value`.
fn places(value: &Value, here: &str, leaves: &mut Vec<String>, objects: &mut Vec<String>, lists: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            objects.push(here.to_owned());
            for (name, value) in fields {
                places(value, &format!("{here}/{name}"), leaves, objects, lists);
            }
        }
        Value::Array(items) => {
            lists.push(here.to_owned());
            for (index, value) in items.iter().enumerate() {
                places(value, &format!("{here}/{index}"), leaves, objects, lists);
            }
        }
        _ => leaves.push(here.to_owned()),
    }
}

/// Returns `true` if a path such as `/m/3/0` fits a pattern such as `m.*.0`.
fn fits(place: &str, pattern: &str) -> bool {
    let steps: Vec<_> = place.trim_start_matches('/').split('/').collect();
    let wanted: Vec<_> = pattern.split('.').collect();
    steps.len() == wanted.len() && steps.iter().zip(wanted).all(|(step, wanted)| wanted == "*" || *step == wanted)
}

/// Alters every value, removes and misspells every field, and shortens every list, with one change at a time.
fn every_change_is_noticed(kind: Kind, name: &str, record: &Value) {
    let noticed = |change: &str, record: &Value| {
        assert!(is_noticed(kind, name, &record.to_string()), "{name}: not noticed: {change} in {record}");
    };
    assert!(!is_noticed(kind, name, &record.to_string()), "{name}: {record}");

    let uncompared = UNCOMPARED
        .iter()
        .find(|(listed, _)| of_name(listed) == kind)
        .map(|(_, patterns)| *patterns)
        .unwrap_or_default();
    // The mode only determines how castling is written.
    let fen = ["fen", "start", "input"].iter().find_map(|name| record[*name].as_str()).unwrap_or_default();
    let has_rights = fen.split(' ').nth(2) != Some("-");
    let (mut leaves, mut objects, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    places(record, "", &mut leaves, &mut objects, &mut lists);
    for place in leaves {
        if uncompared.iter().any(|pattern| fits(&place, pattern)) || place == "/c960" && !has_rights {
            continue;
        }
        let mut changed = record.clone();
        let leaf = changed.pointer_mut(&place).expect("it was found there");
        let before = leaf.take();
        *leaf = altered(&before);
        noticed(&format!("{before} altered at {place}"), &changed);
    }
    for place in objects {
        let names: Vec<_> = record.pointer(&place).and_then(Value::as_object).expect("an object").keys().collect();
        for field in names {
            let mut changed = record.clone();
            let object = changed.pointer_mut(&place).and_then(Value::as_object_mut).expect("an object");
            let value = object.remove(field).expect("it was found there");
            noticed(&format!("{place}/{field} removed"), &changed);
            let object = changed.pointer_mut(&place).and_then(Value::as_object_mut).expect("an object");
            object.insert(format!("{field}s"), value.clone());
            noticed(&format!("{place}/{field} misspelled"), &changed);
            let object = changed.pointer_mut(&place).and_then(Value::as_object_mut).expect("an object");
            object.insert(field.clone(), value);
            noticed(&format!("{place}/{field} with another field"), &changed);
        }
    }
    for place in lists {
        if OPEN_LISTS.iter().any(|&(listed, pattern)| of_name(listed) == kind && fits(&place, pattern)) {
            continue;
        }
        let mut changed = record.clone();
        let list = changed.pointer_mut(&place).and_then(Value::as_array_mut).expect("a list");
        let Some(last) = list.pop() else { continue };
        noticed(&format!("the last item of {place} removed"), &changed);
        let list = changed.pointer_mut(&place).and_then(Value::as_array_mut).expect("a list");
        list.extend([last.clone(), last]);
        noticed(&format!("the last item of {place} doubled"), &changed);
    }
}

/// Returns about `count` records of a sample, spread over the whole sample, or all of them if `GARDEZ_SLOW` is set.
fn records(name: &str, count: usize, is_wanted: impl Fn(&Value) -> bool) -> (Kind, Vec<Value>) {
    let count = if env::var_os("GARDEZ_SLOW").is_some() { usize::MAX } else { count };
    let (kind, text) = sample(name);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let wanted: Vec<_> = all.into_iter().filter(is_wanted).collect();
    let step = wanted.len().div_ceil(count);
    assert_ne!(step, 0, "{name} has no such record");
    (kind, wanted.into_iter().step_by(step).collect())
}

fn every_change_of_some_is_noticed(name: &str, count: usize, is_wanted: impl Fn(&Value) -> bool) {
    let (kind, records) = records(name, count, is_wanted);
    for record in records {
        every_change_is_noticed(kind, name, &record);
    }
}

/// Returns `true` if a position has so few moves that all of its values can be altered in a test.
fn is_small(record: &Value) -> bool {
    record["moves"].as_array().is_some_and(|moves| moves.len() < 25)
}

/// Returns `true` if all node counts of a position are within the bound.
fn is_within_the_bound(record: &Value) -> bool {
    let counts = record["perft"].as_array().expect("a list");
    counts.iter().all(|count| count.as_u64().is_some_and(|nodes| nodes < SUITE_NODES))
}

#[test]
fn every_kind_of_value_is_compared() {
    every_change_of_some_is_noticed("stockfish/positions.jsonl", 6, is_small);
    every_change_of_some_is_noticed("stockfish/positions_unreachable.jsonl", 2, is_small);
    every_change_of_some_is_noticed("stockfish/pseudo_legal.jsonl", 3, |_| true);
    every_change_of_some_is_noticed("stockfish/perft.jsonl", 6, is_within_the_bound);
    every_change_of_some_is_noticed("stockfish/attacks.jsonl", 2, |_| true);
    every_change_of_some_is_noticed("stockfish/flip.jsonl", 6, |_| true);
    every_change_of_some_is_noticed("stockfish/display.jsonl", 4, |_| true);
    every_change_of_some_is_noticed("stockfish/endgame_codes.jsonl", 6, |_| true);
}

#[test]
fn every_value_of_a_ply_is_compared() {
    let plies = |record: &Value| record["plies"].as_array().map_or(0, Vec::len);
    every_change_of_some_is_noticed("stockfish/games.jsonl", 4, |record| plies(record) <= 12);
    // Longer games have a FEN after every sixteen plies, repetitions and null moves.
    for kind in ["shuffle", "null", "promo_dense"] {
        let (name, is_wanted) =
            ("stockfish/games.jsonl", |record: &Value| record["kind"] == kind && 16 <= plies(record));
        let (kind, records) = records(name, 1, is_wanted);
        let mut record = records.into_iter().next().expect("there is one");
        // Keep the plies up to the first one with a FEN.
        let game = record["plies"].as_array_mut().expect("a list");
        game.truncate(16);
        record["end_fen"] = record["plies"].as_array().and_then(|plies| plies.last()).expect("a ply")["fen"].clone();
        every_change_is_noticed(kind, name, &record);
    }
}

#[test]
fn every_number_of_the_tables_is_compared() {
    for name in ["stockfish/zobrist.json", "stockfish/tables.json"] {
        let (kind, text) = sample(name);
        let mut record: Value = serde_json::from_str(&text).expect("JSON");
        for list in ["samples", "sliders"] {
            if let Some(items) = record.get_mut(list).and_then(Value::as_array_mut) {
                items.truncate(4);
            }
        }
        every_change_is_noticed(kind, name, &record);
    }
}

#[test]
fn every_value_of_a_fen_that_must_be_read_is_compared() {
    // The move numbers 0 and 1 give the same position.
    every_change_of_some_is_noticed("stockfish/fen.jsonl", 30, |record| {
        record["class"] == "valid" && record["kind"] != "fullmove_zero"
    });
    every_change_of_some_is_noticed("stockfish/fen.jsonl", 4, |record| {
        ["castling_letter_repeated", "newline_at_end", "halfmove_text_+3", "castling_king_moved_file_standard"]
            .iter()
            .any(|kind| record["kind"] == *kind)
    });
}

#[test]
fn a_fen_that_must_be_refused_is_a_difference_if_it_is_read() {
    for name in ["stockfish/fen.jsonl", "stockfish/fen_undefined.jsonl"] {
        let is_refused = |record: &Value| {
            record.get("class").is_none_or(|class| class == "lenient" && record["kind"] == "ep_text_E3")
        };
        let (kind, records) = records(name, 30, is_refused);
        for mut record in records {
            assert!(!is_noticed(kind, name, &record.to_string()), "{record}");
            record["input"] = json!("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
            assert!(is_noticed(kind, name, &record.to_string()), "{record}");
        }
    }
}

/// Alters a cell of some rows, one at a time.
fn every_cell_is_compared(name: &str, column: usize, is_wanted: impl Fn(&[&str]) -> bool, alter: fn(&str) -> String) {
    let (kind, text) = sample(name);
    let (lines, mut changes) = (text.lines().collect::<Vec<_>>(), 0);
    assert!(!is_noticed(kind, name, &text), "{name}");
    for (index, line) in lines.iter().enumerate() {
        let mut cells: Vec<_> = line.split('\t').collect();
        if line.starts_with('#') || !is_wanted(&cells) {
            continue;
        }
        let cell = alter(cells[column]);
        cells[column] = &cell;
        let changed = cells.join("\t");
        let mut lines = lines.clone();
        lines[index] = &changed;
        assert!(is_noticed(kind, name, &(lines.join("\n") + "\n")), "{name}:{}: {changed:?}", index + 1);
        changes += 1;
    }
    assert_ne!(changes, 0, "{name}");
}

#[test]
fn every_expected_cell_of_a_row_is_compared() {
    let alter = |cell: &str| altered(&json!(cell)).as_str().expect("a text").to_owned();
    let any = |_: &[&str]| true;
    every_cell_is_compared("polyglot/random64.txt", 0, any, alter);
    every_cell_is_compared("polyglot/keys.tsv", 1, any, alter);
    every_cell_is_compared("polyglot/keys_spec.tsv", 1, any, alter);
    for column in [5, 6] {
        every_cell_is_compared("rules/repetition.tsv", column, any, alter);
    }
    every_cell_is_compared("rules/unwinnable.tsv", 2, any, alter);
    // The halfmove clock of the FEN must agree with its column.
    every_cell_is_compared("rules/repetition.tsv", 3, any, |fen| {
        let mut fields: Vec<_> = fen.split(' ').collect();
        let clock = (fields[4].parse::<u32>().expect("a clock") + 1).to_string();
        fields[4] = &clock;
        fields.join(" ")
    });
    let first_word = |plies: &str| format!("{}{plies}", if plies.starts_with('-') { 'w' } else { '-' });
    every_cell_is_compared("python-chess/rules.tsv", 3, any, first_word);
    every_cell_is_compared("python-chess/rules.tsv", 4, any, |end| if end == "-" { "S" } else { "-" }.into());
    let has_lines = |cells: &[&str]| cells[5] != "-";
    every_cell_is_compared("python-chess/rules.tsv", 5, has_lines, |lines| lines[..lines.len() - 1].into());
    every_cell_is_compared("python-chess/rules.tsv", 6, has_lines, alter);
    for column in [1, 2] {
        every_cell_is_compared("syzygy/vectors.tsv", column, any, |cell| {
            (cell.parse::<i32>().expect("a number") + 1).to_string()
        });
    }
    every_cell_is_compared("syzygy/vectors.tsv", 3, any, alter);
    let opposite = |cell: &str| if cell == "true" { "false".to_owned() } else { "true".to_owned() };
    every_cell_is_compared("fen/chessjs-validate.tsv", 0, any, opposite);
    every_cell_is_compared("fen/mutated.tsv", 1, |cells| cells[1] == "ok", |_| "status:BAD".into());
    every_cell_is_compared("fen/mutated.tsv", 1, |cells| cells[1] == "error", |_| "ok".into());
    every_cell_is_compared("fen/mutated.tsv", 1, |cells| cells[1].starts_with("status"), |_| "ok".into());
    for column in [2, 3] {
        // If a FEN is refused, there is no normal form to compare.
        let is_read = |cells: &[&str]| {
            let is_legal = cells[1] == "ok" && cells[0].contains(' ') && !cells[0].contains("4294967296");
            is_legal || ["status:BAD_CASTLING_RIGHTS", "status:INVALID_EP_SQUARE"].contains(&cells[1])
        };
        every_cell_is_compared("fen/mutated.tsv", column, is_read, alter);
    }
}

#[test]
fn every_count_of_a_suite_is_compared() {
    for name in ["perft/tricky.perft", "perft/fischer.epd", "perft/perft-small.epd"] {
        let (kind, text) = sample(name);
        let mut changes = 0;
        for (at, _) in text.match_indices(['D', '\n']) {
            // A count follows `D3 ` or `perft 3 `.
            let Some(rest) = text[at + 1..].strip_prefix("perft ").or(Some(&text[at + 1..])) else { continue };
            let Some((depth, counts)) = rest.split_once(' ') else { continue };
            let digits: String = counts.chars().take_while(char::is_ascii_digit).collect();
            let is_count =
                depth.parse::<u32>().is_ok() && digits.parse::<u64>().is_ok_and(|nodes| nodes <= SUITE_NODES);
            if is_count {
                let start = text.len() - counts.len();
                let other = digits.parse::<u64>().expect("digits") + 1;
                let changed = format!("{}{other}{}", &text[..start], &text[start + digits.len()..]);
                assert!(is_noticed(kind, name, &changed), "{name}: {digits} at byte {start}");
                changes += 1;
            }
            if changes == 10 {
                break;
            }
        }
        assert_ne!(changes, 0, "{name}");
    }
}

/// Each change in a row of text must be noticed.
#[test]
fn every_altered_move_line_and_count_is_noticed() {
    let alter = |name: &str, changes: &[(&str, &str)]| {
        let (kind, text) = sample(name);
        assert!(!is_noticed(kind, name, &text), "{name}");
        for (from, to) in changes {
            assert!(text.contains(from), "{name} does not contain {from:?}");
            assert!(is_noticed(kind, name, &text.replacen(from, to, 1)), "{name}: not noticed: {from:?} -> {to:?}");
        }
    };
    alter("san/san_std.tsv", &[("+\t", "\t"), ("#\t", "+\t"), ("x", ""), ("=Q", "=R"), ("O-O", "0-0")]);
    alter("san/san_960.tsv", &[("O-O", "O-O-O"), ("\tN", "\tB"), ("+\t", "\t")]);
    alter("san/san_parse.tsv", &[("!ambiguous", "!illegal"), ("0000", "e2e4"), ("!invalid", "!illegal")]);
    alter("san/valid_notation_tests.json", &[("Nb8d7", "Nb8xd7"), ("\"e4\"", "\"e3\""), ("Rxd8+", "Rxd8")]);
    alter("openings/a.tsv", &[(" Nf3", " Ng1f3"), ("2. ", "3. "), ("A00", "A0"), (" d5", " d9")]);
    alter("epd/wac.epd", &[("bm Q", "bm X"), ("id \"", "id"), (" b ", " w ")]);
    alter("epd/see.epd", &[("; ", "; K")]);
}

/// Changes in files that refer to other files next to them must be noticed.
#[test]
fn every_altered_verdict_count_and_repetition_is_noticed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    // It may contain files of an earlier run.
    let _ = fs::remove_dir_all(&root);
    for directory in ["pgn", "pgn/tricky", "rules", "lc0/validate"] {
        fs::create_dir_all(root.join(directory)).expect("a directory");
        for entry in fs::read_dir(data.join(directory)).expect("the samples are there") {
            let path = entry.expect("a file").path();
            if path.is_file() {
                fs::copy(&path, root.join(directory).join(path.file_name().expect("a name"))).expect("copied");
            }
        }
    }
    let verdicts = "lc0/validate/verdicts.tsv";
    let changes: [(&str, &str, &str); 14] = [
        ("pgn/counts.tsv", "\t538\t", "\t537\t"),
        ("pgn/counts.tsv", "0/0/1/0", "0/1/0/0"),
        ("pgn/tricky/verdicts.tsv", "e2e4 e7e5 g1f3|", "e2e4 e7e5 f2f3|"),
        ("pgn/tricky/verdicts.tsv", "res=1/2-1/2", "res=*"),
        ("pgn/tricky/verdicts.tsv", "ev=a \"b\" \\ c", "ev=a \"b\" c"),
        ("pgn/tricky/crlf.pgn", "Nf3", "Nc3"),
        ("rules/repetition.tsv", "19 101\t2\t", "19 101\t3\t"),
        ("pgn/nikolic_arsovic_1989.pgn", "1. d4", "1. c4"),
        (verdicts, "\taccepted\t-", "\tRange Violation\tA1 input_format"),
        (verdicts, "Range Violation\tA2 best_d", "accepted\t-"),
        (verdicts, "A2 best_d", "A2 root_d"),
        (verdicts, "1.0001\t2\t", "1.0001\t3\t"),
        (verdicts, "C1", "C2"),
        (verdicts, "d52.gz\t9", "d50.gz\t7"),
    ];
    let is_clean = || {
        let found = conformance::find(&root).expect("a directory").known;
        found.iter().all(|(kind, path)| conformance::check(*kind, path, &Options::default()).is_clean())
    };
    assert!(is_clean());
    for (name, from, to) in changes {
        let path = root.join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.contains(from), "{name} does not contain {from:?}");
        fs::write(&path, text.replacen(from, to, 1)).expect("written");
        assert!(!is_clean(), "not noticed: {from:?} -> {to:?} in {name}");
        fs::write(&path, text).expect("written");
    }
}

#[test]
fn every_value_of_lc0_is_compared() {
    every_change_of_some_is_noticed("lc0/boards.jsonl", 5, |record| {
        record["legal"].as_array().is_some_and(|moves| moves.len() < 20)
    });
    let is_read = |record: &Value| record["ok"] == true;
    every_change_of_some_is_noticed("lc0/fens.jsonl", 4, is_read);
    every_change_of_some_is_noticed("lc0/parse_moves.jsonl", 8, is_read);
    // The text that is read differently on purpose.
    every_change_of_some_is_noticed("lc0/parse_moves.jsonl", 1, |record| record["id"] == 48);
    every_change_of_some_is_noticed("lc0/histories.jsonl", 6, |_| true);
    every_change_of_some_is_noticed("lc0/policy_positions.jsonl", 8, |_| true);
    every_change_of_some_is_noticed("lc0/encodings.jsonl", 2, |record| {
        record["enc"].as_array().is_some_and(|encodings| encodings.iter().all(|encoding| !encoding["t"].is_null()))
    });
    for name in ["lc0/bitboards.json", "lc0/pgn.json"] {
        let (kind, text) = sample(name);
        every_change_is_noticed(kind, name, &serde_json::from_str(&text).expect("JSON"));
    }
    // An older revision stopped with an error in a case that a later one reads.
    let (kind, text) = sample("lc0/pgn.json");
    let mut cases: Value = serde_json::from_str(&text).expect("JSON");
    let older = cases.pointer_mut("/23/result/error").expect("the case is there");
    *older = Value::Null;
    assert!(is_noticed(kind, "lc0/pgn.json", &cases.to_string()));
}

#[test]
fn every_value_of_a_training_record_is_compared() {
    let (kind, records) = records("lc0/training.jsonl", 1, |_| true);
    for record in records {
        every_change_is_noticed(kind, "lc0/training.jsonl", &record);
    }
}

#[test]
fn every_byte_of_a_training_record_is_compared() {
    // Check each file with one byte changed.
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lc0");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bytes-lc0");
    fs::create_dir_all(directory.join("training")).expect("a directory");
    fs::copy(samples.join("training.jsonl"), directory.join("training.jsonl")).expect("copied");
    let mut files = Vec::new();
    for entry in fs::read_dir(samples.join("training")).expect("the samples are there") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        GzDecoder::new(fs::File::open(&path).expect("it is there")).read_to_end(&mut bytes).expect("unpacked");
        fs::write(directory.join("training").join(&name), &bytes).expect("written");
        files.push((name, bytes));
    }
    let is_clean = || {
        let found = find(&directory).expect("the directory is there");
        found.known.iter().all(|(kind, path)| check(*kind, path, &Options::default()).is_clean())
    };
    assert!(is_clean());
    for (name, bytes) in files {
        let path = directory.join("training").join(&name);
        // The stride is prime, so every field is changed in some record.
        for place in (0..bytes.len()).step_by(if env::var_os("GARDEZ_SLOW").is_some() { 7 } else { 1009 }) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            fs::write(&path, changed).expect("written");
            assert!(!is_clean(), "{name}: byte {place}");
        }
        fs::write(&path, bytes).expect("written");
    }
}

#[test]
fn numbers_of_the_policy_are_compared() {
    for (name, step) in [("lc0/policy_map.json.gz", 997), ("lc0/policy_head_maps.json.gz", 499)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
        let mut text = String::new();
        GzDecoder::new(fs::File::open(&path).expect("it is there")).read_to_string(&mut text).expect("unpacked");
        let (kind, name) = (Kind::from_path(&path).expect("a known name"), name.trim_end_matches(".gz"));
        let record: Value = serde_json::from_str(&text).expect("JSON");
        assert!(!is_noticed(kind, name, &text));
        let (mut leaves, mut objects, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        places(&record, "", &mut leaves, &mut objects, &mut lists);
        for place in leaves.iter().step_by(step) {
            let mut changed = record.clone();
            let leaf = changed.pointer_mut(place).expect("it was found there");
            *leaf = altered(&leaf.take());
            assert!(is_noticed(kind, name, &changed.to_string()), "{place}");
        }
        for place in lists {
            let mut changed = record.clone();
            changed.pointer_mut(&place).and_then(Value::as_array_mut).expect("a list").pop();
            assert!(is_noticed(kind, name, &changed.to_string()), "{place}");
        }
    }
}

#[test]
fn the_expected_values_of_lc0_s_own_tests_are_compared() {
    let compared = [
        "perft_standard.*.perft.1",
        "perft_chess960.*.perft.0",
        "board.*.pseudo_legal_count",
        "board.*.legal_after.*",
        "board.*.rule50",
        "mating_material.*.1",
        "position.repetitions.*.repetitions",
        "position.did_repeat_since_zeroing.*.expect",
        "encoder.*.transform",
        "encoder.*.planes.*",
        "encoder.*.values.*",
    ];
    let (kind, text) = sample("lc0/peer_tests.json");
    let record: Value = serde_json::from_str(&text).expect("JSON");
    let (mut leaves, mut objects, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    places(&record, "", &mut leaves, &mut objects, &mut lists);
    leaves.retain(|place| compared.iter().any(|pattern| fits(place, pattern)));
    assert!(leaves.len() > 150, "{} leaves", leaves.len());
    let quick = Options { max_nodes: Some(50), ..Options::default() };
    for place in leaves {
        let mut changed = record.clone();
        let leaf = changed.pointer_mut(&place).expect("it was found there");
        *leaf = altered(&leaf.take());
        let text = changed.to_string();
        assert!(!check_text(kind, "peer_tests.json", text.as_bytes(), &quick).is_clean(), "{place}");
    }
}
