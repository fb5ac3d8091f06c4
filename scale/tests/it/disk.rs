//! Disks that are full: nothing half-written stays, and the same unit succeeds when there is room.

use std::process::{Command, Stdio};

use crate::common::{Plan, expect_code, files, shown, text};

/// `scale run` with this plan and unit, for which files end after some blocks of 512 bytes.
fn limited(plan: &Plan, unit: &str, blocks: u32, prelude: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{prelude} ulimit -c 0; ulimit -f {blocks}; exec \"$0\" run \"$1\" \"$2\"")]);
    shell.arg(env!("CARGO_BIN_EXE_scale")).arg(plan.path()).arg(unit).stdin(Stdio::null());
    shell
}

#[test]
fn a_unit_whose_file_cannot_grow_ends_with_code_4_and_leaves_nothing() {
    let plan = Plan::small();
    for unit in plan.units() {
        // Files of counts are small. The signal is ignored, so that writing is an error.
        let output = limited(&plan, &unit, 1, "trap '' XFSZ;").output().expect("a shell");
        expect_code(&output, 4);
        assert_eq!(files(&plan.unit(&unit)), [""; 0].map(std::path::PathBuf::from), "{unit}");
        assert!(plan.missing().contains(&unit));
        plan.expect_no_total(1, &unit);
        expect_code(&plan.call("run", &[&unit]), 0);
    }
    plan.expect_total();
}

#[test]
fn a_unit_that_the_signal_of_a_full_quota_ends_is_missing() {
    let plan = Plan::small();
    let unit = plan.units().remove(0);
    let output = limited(&plan, &unit, 1, "").output().expect("a shell");
    assert_ne!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(plan.missing().contains(&unit));
    plan.run_all();
    plan.expect_total();
}

/// Plans and counts on a disk of 1 MiB that a file fills up, which is taken away again. Prints what happened.
const SMALL_DISK: &str = r#"
mount -t tmpfs -o size=1m none "$1" || exit 99
cd "$1"
"$0" plan perft --depth 7 --ply 4 --units 16 --table 16 -C plan || exit 98
for unit in $2; do
    "$0" run plan "$unit" || exit 97
done
dd if=/dev/zero of=filler bs=512 2>/dev/null
"$0" run plan "$3"; echo "full $?"
find plan -name '.*'
"$0" missing plan | grep -qx "$3" && echo missing
rm filler
"$0" run plan --all || exit 96
"$0" sum plan
"#;

#[test]
fn a_unit_on_a_full_disk_ends_with_code_4_and_succeeds_when_there_is_room() {
    let namespaces = ["--user", "--map-root-user", "--mount"];
    let works = |script: &str| Command::new("unshare").args(namespaces).args(["sh", "-c", script]).output();
    if !works("mount -t tmpfs none /tmp").is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: tmpfs");
        return;
    }
    let units = Plan::small().units();
    for place in [0, units.len() - 16, units.len() - 5] {
        let disk = tempfile::TempDir::new().expect("a directory");
        let mut command = Command::new("unshare");
        command.args(namespaces).args(["sh", "-c", SMALL_DISK, env!("CARGO_BIN_EXE_scale")]).arg(disk.path());
        let output = command.arg(units[..place].join(" ")).arg(&units[place]).output().expect("unshare");
        expect_code(&output, 0);
        let printed = text(&output.stdout);
        assert!(printed.contains("full 4\nmissing\n") && printed.contains("3195901860"), "{}", shown(&output));
    }
}
