//! A sample of Lichess games, multiplied to 1 GiB: rows and positions in bounded memory, as DuckDB, Polars and pandas
//! read them. Only with `--slow`.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{expect_code, is_slow, text};
use crate::games::{Data, slow_games, slow_positions};

/// The bytes of all shards together.
const BYTES: usize = 1 << 30;

/// The number of shards.
const SHARDS: usize = 4;

/// The address space of a unit in KiB: the plan allows 512 MiB for counts.
const ADDRESS_SPACE: &str = "2500000";

fn sample() -> Option<Vec<u8>> {
    let data = PathBuf::from(std::env::var_os("GARDEZ_DATA")?);
    fs::read(data.join("data/pgn/lichess_db_1000k.pgn")).ok()
}

#[test]
fn a_gibibyte_of_games_has_the_counts_of_a_slow_loop_in_every_reader() {
    if !is_slow() {
        return;
    }
    let Some(sample) = sample() else {
        eprintln!(
            "skipped: the sample of Lichess games; GARDEZ_DATA names the folder with data/pgn/lichess_db_1000k.pgn"
        );
        return;
    };
    // Copies of whole games, so that the counts are multiples.
    let end = sample.windows(8).rposition(|bytes| bytes == b"\n[Event ").expect("several games");
    let (sample, copies) = (&sample[..end + 1], BYTES.div_ceil(end + 1).next_multiple_of(SHARDS));
    let data = Data::new(&[]);
    for shard in 0..SHARDS {
        let mut file = File::create(data.path(&format!("{shard}.pgn"))).expect("a file");
        (0..copies / SHARDS).for_each(|_| file.write_all(sample).expect("there is room on the disk"));
    }
    expect_code(&data.plan("set", &["--dedupe", "--key-ranges", "4"]), 0);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" run \"$1\" --all")]);
    expect_code(&limited.arg(env!("CARGO_BIN_EXE_scale")).arg(data.path("set")).output().expect("a shell"), 0);

    let Some(python) = std::env::var_os("SCALE_PYTHON") else {
        eprintln!("skipped: DuckDB, Polars and pandas; SCALE_PYTHON names a Python that has them");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers.py");
    let output = Command::new(python).arg(script).arg(data.path("set")).output().expect("Python can be started");
    eprint!("{}", text(&output.stderr));
    expect_code(&output, 0);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");

    let games = slow_games(sample);
    let positions = slow_positions(&games, 0);
    let rows: Vec<_> = games.iter().flatten().collect();
    let times = |count: usize| count as u64 * copies as u64;
    let evaluations = rows.iter().filter(|row| row.cp.is_some() || row.mate.is_some()).count();
    for (name, expected) in [
        ("rows", times(rows.len())),
        ("n", times(rows.len())),
        ("moves", times(rows.iter().filter(|row| row.mv.is_some()).count())),
        ("played", times(rows.iter().filter(|row| row.mv.is_some()).count())),
        ("results", times(rows.iter().filter(|row| row.result.is_some()).count())),
        ("evaluations", times(evaluations)),
        ("boards", positions.len() as u64),
        ("positions", positions.len() as u64),
    ] {
        assert_eq!(found[name], expected, "{name}: {found}");
    }
}
