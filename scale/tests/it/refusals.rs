//! Plans of another version of the program, plans that were changed, and wrong numbers that look right.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use arrow_array::cast::AsArray;
use arrow_array::types::Decimal128Type;
use arrow_array::{Array, Decimal128Array, RecordBatch};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::json;

use crate::common::{PERFT, Plan, contents, digests, expect_code, files, read_json, scale, shown, text, write_done};

/// The program with another digest of its code: a copy in which the digest is written backwards.
fn other_program() -> PathBuf {
    static OTHER: LazyLock<PathBuf> = LazyLock::new(|| {
        let (program, other) =
            (env!("CARGO_BIN_EXE_scale"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("another-scale"));
        let mut bytes = fs::read(program).expect("it is built");
        let digest = env!("SCALE_CODE").as_bytes();
        let places: Vec<_> = (0..bytes.len()).filter(|&place| bytes[place..].starts_with(digest)).collect();
        assert!(!places.is_empty(), "the program knows its digest");
        places.iter().for_each(|&place| bytes[place..place + digest.len()].reverse());
        fs::copy(program, &other).expect("it can be copied, as a program");
        fs::write(&other, bytes).expect("it can be written");
        other
    });
    OTHER.clone()
}

#[test]
fn a_program_of_another_version_runs_no_unit_of_a_plan() {
    let other = other_program();
    let call = |arguments: &[&str], plan: &Plan| {
        let mut command = Command::new(&other);
        command.stdin(Stdio::null()).arg(arguments[0]).arg(plan.path()).args(&arguments[1..]);
        command.output().expect("it starts")
    };
    let plan = Plan::small();
    for arguments in [&["run", "--all", "--loose"][..], &["run", "expand-4/0"]] {
        let output = call(arguments, &plan);
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains("but this program is version"), "{}", shown(&output));
        assert_eq!(files(&plan.unit("expand-4/0")), [""; 0].map(PathBuf::from));
    }
    plan.run_all();
    expect_code(&call(&["verify"], &plan), 3);
    plan.expect_total();
}

#[test]
fn an_output_of_another_version_is_not_added_up() {
    let other = other_program();
    // The same plan, made and run by the other program.
    let (plan, theirs) = (Plan::small(), Plan::small_of(&other));
    plan.run_all();
    let unit = plan.unit("count/3");
    fs::remove_dir_all(&unit).expect("the directory is there");
    fs::create_dir(&unit).expect("a directory");
    for file in files(&theirs.unit("count/3")) {
        fs::copy(&file, unit.join(file.file_name().expect("a name"))).expect("it can be copied");
    }
    plan.expect_no_total(1, "count/3");
    expect_code(&plan.call("run", &["count/3"]), 3);
}

#[test]
fn a_plan_that_was_changed_is_refused_by_every_command() {
    let plan = Plan::small();
    plan.run_all();
    let file = plan.path().join("plan.json");
    let original = fs::read_to_string(&file).expect("a plan");
    for (old, new) in [("\"depth\": 7", "\"depth\": 6"), ("\"units\": 16", "\"units\": 15"), ("+format.", "+formal.")] {
        assert!(original.contains(old), "{old}");
        fs::write(&file, original.replacen(old, new, 1)).expect("it can be written");
        for command in
            [&["run", "--all", "--loose"][..], &["run", "count/1"], &["sum"], &["verify"], &["missing"], &["status"]]
        {
            let output = plan.call(command[0], &command[1..]);
            expect_code(&output, 3);
            assert!(output.stdout.is_empty(), "{}", shown(&output));
        }
    }
    fs::write(&file, original).expect("it can be written");
    plan.expect_total();
}

/// The commands, by their words after the name of the program. DIR is the folder of a plan.
const COMMANDS: [&str; 14] = [
    "plan perft --depth 5 --ply 3 --units 2 --table 16 --debug-builds -C DIR",
    "run DIR --all",
    "status DIR",
    "missing DIR",
    "sum DIR",
    "verify DIR",
    "seal DIR",
    "clean DIR",
    "export DIR --format bullet -C DIR",
    "slurm DIR",
    "dask DIR",
    "ray DIR",
    "spark DIR",
    "kubernetes DIR",
];

/// Runs a command of the table in this folder, and returns its code.
fn code_of(words: &str, folder: &Path) -> Option<i32> {
    let mut command = scale();
    command.args(words.split(' ').map(|word| if word == "DIR" { folder.as_os_str() } else { OsStr::new(word) }));
    command.output().expect("scale can be started").status.code()
}

#[test]
fn every_command_leaves_the_files_of_the_user_alone() {
    let help = text(&scale().arg("--help").output().expect("scale can be started").stdout);
    let listed = help.split_once("Commands:\n").expect("it lists them").1.split_once("\n\n").expect("options").0;
    let listed: BTreeSet<_> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let known: BTreeSet<_> = COMMANDS.iter().filter_map(|words| words.split(' ').next()).chain(["help"]).collect();
    assert_eq!(listed, known);

    let directory = tempfile::TempDir::new().expect("a directory");
    let everything = || contents(directory.path(), text);
    let [folder, file] = ["plan", "file"].map(|name| directory.path().join(name));
    fs::create_dir_all(folder.join("count/0")).expect("a folder");
    for mine in ["plan/mine.txt", "plan/count/0/mine.txt", "file"] {
        fs::write(directory.path().join(mine), "precious").expect("a file");
    }
    let before = everything();
    for words in COMMANDS {
        assert_ne!(code_of(words, &file), Some(0), "{words} in a file");
        assert!(words.starts_with("plan ") || code_of(words, &folder) != Some(0), "{words} without a plan");
        assert_eq!(everything(), before, "{words}");
    }
    for words in COMMANDS {
        // A plan of counts cannot be exported, least of all into itself.
        assert_eq!(code_of(words, &folder) == Some(0), !words.starts_with("export "), "{words}");
        let after = everything();
        assert!(before.iter().all(|(path, content)| after.get(path) == Some(content)), "{words}: {after:?}");
        assert!(after.keys().all(|path| path.starts_with("plan") || path.as_path() == Path::new("file")), "{words}");
    }
}

#[test]
fn a_directory_keeps_its_first_plan() {
    let plan = Plan::small();
    let before = fs::read(plan.path().join("plan.json")).expect("a plan");
    let mut other = crate::common::scale();
    other.args(["plan", "perft", "--depth", "6", "--ply", "3", "--units", "4", "-C"]).arg(plan.path());
    let output = other.output().expect("scale starts");
    expect_code(&output, 3);
    assert!(text(&output.stderr).contains("another plan"), "{}", shown(&output));
    assert_eq!(fs::read(plan.path().join("plan.json")).expect("a plan"), before);
}

#[test]
fn units_and_stages_that_the_plan_does_not_have_are_wrong_arguments() {
    let plan = Plan::small();
    for unit in ["count/99", "count/-1", "count/01", "../count/1", "counts", "elsewhere/0", ""] {
        expect_code(&plan.call("run", &[unit]), 2);
    }
    expect_code(&plan.call("missing", &["--stage", "elsewhere"]), 2);
}

#[test]
fn a_unit_whose_input_is_missing_can_be_tried_again_and_writes_nothing() {
    let plan = Plan::small();
    for (unit, input) in [("count/0", "merge-4/0"), ("merge-4/3", "expand-4/0")] {
        let output = plan.call("run", &[unit]);
        expect_code(&output, 4);
        assert!(text(&output.stderr).contains(&format!("{input} is not finished")), "{}", shown(&output));
        assert_eq!(files(&plan.unit(unit)), [""; 0].map(PathBuf::from));
    }
    plan.run_all();
    // What is lost is made again, so it is not finished, either.
    for lost in [plan.output("merge-4/0"), plan.unit("merge-4/0").join("done.json")] {
        fs::remove_file(lost).expect("the file is there");
        fs::remove_dir_all(plan.unit("count/0")).expect("the directory is there");
        expect_code(&plan.call("run", &["count/0"]), 4);
        plan.run_all();
        plan.expect_total();
    }
}

#[test]
fn of_several_plans_at_once_a_folder_gets_one_and_the_others_are_refused() {
    for _ in 0..30 {
        let folder = tempfile::TempDir::new().expect("a folder");
        let start = |units: usize| {
            let mut command = crate::common::scale();
            command.args(["plan", "perft", "--depth", "4", "--ply", "2", "--units", &units.to_string(), "-C"]);
            command.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("scale starts")
        };
        let planners: Vec<_> = (1..=4).map(|units| (units, start(units))).collect();
        let ended = planners.into_iter().map(|(units, child)| (units, child.wait_with_output().expect("it ends")));
        let (won, lost): (Vec<_>, Vec<_>) = ended.partition(|(_, output)| output.status.success());
        assert_eq!((won.len(), lost.len()), (1, 3));
        lost.iter().for_each(|(_, output)| expect_code(output, 3));
        let plan = read_json(&folder.path().join("plan.json"));
        let count = plan["stages"].as_array().and_then(|stages| stages.last()).expect("a stage");
        assert_eq!(count["units"], won[0].0, "the plan is that of the process that succeeded");
        assert_eq!(files(folder.path()), [folder.path().join("plan.json")]);
        // The same plan again is not refused.
        expect_code(&start(won[0].0).wait_with_output().expect("it ends"), 0);
    }
}

/// Adds `difference` to the sum of a file of a count.
fn falsify(file: &Path, difference: i128) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).expect("a file")).expect("a table");
    let batch = reader.build().expect("a table").next().expect("a row").expect("a row");
    let at = batch.schema().index_of("sum").expect("a count has a sum");
    let sum = batch.column(at).as_primitive::<Decimal128Type>();
    let wrong = Decimal128Array::from_iter_values([sum.value(0) + difference]).with_data_type(sum.data_type().clone());
    let mut columns = batch.columns().to_vec();
    columns[at] = Arc::new(wrong);
    let wrong = RecordBatch::try_new(batch.schema(), columns).expect("the same columns");
    let mut writer = ArrowWriter::try_new(File::create(file).expect("a file"), batch.schema(), None).expect("a table");
    writer.write(&wrong).expect("a row");
    writer.close().expect("a table");
}

/// Makes the `done.json` of a unit say what its file contains.
fn conceal(unit: &Path, difference: i128) {
    let path = unit.join("done.json");
    let bytes = fs::read(unit.join("count.parquet")).expect("a file");
    let mut done = read_json(&path);
    done["files"][0]["bytes"] = json!(bytes.len());
    done["files"][0]["blake3"] = json!(blake3::hash(&bytes).to_hex().to_string());
    let sum: i128 = done["facts"]["sum"].as_str().expect("a sum").parse().expect("a number");
    done["facts"]["sum"] = json!((sum + difference).to_string());
    write_done(&path, done);
}

#[test]
fn a_wrong_number_that_looks_right_is_named_by_verify_and_both_are_kept() {
    // Nothing is published for this position, so that only another run can tell.
    let plan = Plan::perft_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 2, 4);
    plan.run_all();
    let total = || text(&plan.call("sum", &[]).stdout);
    assert!(total().starts_with("193690690 (new)\n"), "{}", total());
    expect_code(&plan.call("verify", &["--sample", "100%"]), 0);

    let unit = plan.unit("count/2");
    falsify(&unit.join("count.parquet"), 1);
    plan.expect_no_total(1, "count/2");
    conceal(&unit, 1);
    let before = digests(&unit);
    assert!(total().starts_with("193690691 (new)\n"), "{}", total());

    let output = plan.call("verify", &["--sample", "100%"]);
    expect_code(&output, 1);
    assert!(text(&output.stderr).contains("count/2 differs"), "{}", shown(&output));
    assert!(!text(&output.stderr).contains("count/1 "), "{}", shown(&output));
    let after = digests(&unit);
    assert!(before.iter().all(|file| after.contains(file)), "the wrong number is not kept");
    assert_eq!(after.len(), before.len() + 1);
}

#[test]
fn a_wrong_number_of_a_known_count_is_not_printed_as_a_total() {
    let plan = Plan::small();
    plan.run_all();
    falsify(&plan.unit("count/5").join("count.parquet"), -1);
    conceal(&plan.unit("count/5"), -1);
    plan.expect_no_total(1, &PERFT[6].to_string());
}
