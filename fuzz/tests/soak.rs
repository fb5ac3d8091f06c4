//! A long run, for two seconds.

use std::process::Command;
use std::{env, fs, process};

use fuzz::totals::Totals;

#[test]
fn inputs_are_counted_as_checked_in_a_program_with_assertions() {
    let directory = env::temp_dir().join(format!("gardez-soak-{}", process::id()));
    fs::create_dir_all(&directory).expect("a directory can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_soak"));
    command.args(["--seconds", "2", "--threads", "1", "--commit", "abc", "builder", "planes", "--totals"]);
    let output = command.arg(directory.join("totals")).arg("--findings").arg(directory.join("findings")).output();
    let output = output.expect("the program is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let totals = fs::read(directory.join("totals")).expect("the totals are written");
    let totals: Totals = serde_json::from_slice(&totals).expect("totals");
    fs::remove_dir_all(directory).expect("the directory is still there");
    for name in ["builder", "planes"] {
        let soak = &totals[name].soak;
        let checked = if cfg!(debug_assertions) { soak.inputs } else { 0 };
        assert!(0 < soak.inputs && soak.checked == checked, "{name}: {soak:?}");
        assert_eq!((soak.findings, &*soak.commit), (0, "abc"));
    }
}
