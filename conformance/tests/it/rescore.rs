//! A change of any counter, of any byte of a record and of any option of a run of lc0's rescorer is noticed.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use conformance::{Kind, Options, Report, check};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gardez_zobrist::Generator;

/// The output of a run whose temperature is not 1.
const HOT: &str = "r22_out1.gz";

/// A directory with copies of the samples.
fn directory(name: &str) -> PathBuf {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lc0/rescore");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).join("rescore");
    fs::create_dir_all(&directory).expect("a directory");
    for entry in fs::read_dir(samples).expect("the samples are there") {
        let path = entry.expect("a file").path();
        fs::copy(&path, directory.join(path.file_name().expect("a name"))).expect("copied");
    }
    directory
}

fn checked(directory: &Path) -> Report {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/syzygy/tests/tables");
    let options = Options { syzygy: Some(tables), ..Options::default() };
    check(Kind::from_path(Path::new("rescore/runs.tsv")).expect("a known name"), &directory.join("runs.tsv"), &options)
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(path).expect("a file")).read_to_end(&mut bytes).expect("unpacked");
    bytes
}

fn pack(path: &Path, bytes: &[u8]) {
    let mut encoder = GzEncoder::new(fs::File::create(path).expect("a file"), Compression::fast());
    encoder.write_all(bytes).expect("written");
    encoder.finish().expect("packed");
}

#[test]
fn every_counter_and_every_option_that_matters_is_compared() {
    let directory = directory("rescore-cells");
    assert!(checked(&directory).is_clean());
    let path = directory.join("runs.tsv");
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let row = lines.iter().position(|line| line.contains(HOT)).expect("a row");
    // The only blunder of this run is certain, whatever the threshold and its width.
    for column in (2..23).filter(|column| !matches!(column, 7 | 8)) {
        let mut cells: Vec<String> = lines[row].split('\t').map(str::to_owned).collect();
        cells[column] = match column {
            9 => "4".to_owned(),
            10 => "Range Violation".to_owned(),
            6 => "0".to_owned(),
            4 => "-0.1".to_owned(),
            _ => format!("{}1", cells[column]),
        };
        let mut altered: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        altered[row] = cells.join("\t");
        fs::write(&path, altered.join("\n") + "\n").expect("written");
        assert!(!checked(&directory).is_clean(), "column {column}");
    }
}

#[test]
fn every_byte_of_a_record_is_compared() {
    let directory = directory("rescore-bytes");
    let mut generator = Generator::new(8);
    for name in ["r22_out0.gz", HOT, "r08_out2.gz"] {
        let path = directory.join(name);
        let bytes = unpacked(&path);
        for _ in 0..5 {
            let mut altered = bytes.clone();
            let at = generator.next_u64() as usize % bytes.len();
            altered[at] ^= 0x10;
            // The lowest byte of a probability is within the tolerance of powers.
            let is_tolerated = name == HOT && (8..7440).contains(&(at % 8356)) && at.is_multiple_of(4);
            pack(&path, &altered);
            let report = checked(&directory);
            assert!(is_tolerated || !report.is_clean(), "{name}, byte {at}: {report:?}");
        }
        pack(&path, &bytes);
    }
    assert!(checked(&directory).is_clean());
}

#[test]
fn powers_may_differ_by_two_units_in_the_last_place_and_nothing_else_by_any() {
    let directory = directory("rescore-units");
    let alter = |name: &str, units: u32| {
        let path = directory.join(name);
        let bytes = unpacked(&path);
        let mut altered = bytes.clone();
        // The first probability of a legal move.
        let place = (8..7440).step_by(4).find(|&at| 0 < bytes[at + 3] && bytes[at + 3] < 0x80).expect("a legal move");
        let old = u32::from_le_bytes(altered[place..place + 4].try_into().expect("four bytes"));
        altered[place..place + 4].copy_from_slice(&(old + units).to_le_bytes());
        pack(&path, &altered);
        let is_clean = checked(&directory).is_clean();
        pack(&path, &bytes);
        is_clean
    };
    assert_eq!([0, 1, 2, 3].map(|units| alter(HOT, units)), [true, true, true, false]);
    assert_eq!([0, 1].map(|units| alter("r22_out0.gz", units)), [true, false]);
}
