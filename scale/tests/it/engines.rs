//! The scripts for engines, and engines that run here: workers and units are killed, and the total is right.
//!
//! With `GARDEZ_SLOW`, Dask and Slurm run on the loopback interface, where they are installed. `SCALE_PYTHON` names a Python
//! with Dask; `cargo xtask ci --slow scale` sets it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use tempfile::TempDir;

use crate::common::{PATIENCE, PERFT, Plan, expect_code, files, is_slow, shown, text};

/// The script of an engine for a plan, in a file.
fn script(plan: &Plan, engine: &str, directory: &Path) -> PathBuf {
    let output = plan.call(engine, &[]);
    expect_code(&output, 0);
    let file = directory.join(format!("count.{}", if engine == "slurm" { "sh" } else { "py" }));
    fs::write(&file, output.stdout).expect("a file");
    file
}

/// The path of programs with the directory of `scale` in front.
fn path_with_scale() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_scale"));
    let first = program.parent().expect("a program has a directory").to_owned();
    let rest = env::var_os("PATH").unwrap_or_default();
    env::join_paths([first].into_iter().chain(env::split_paths(&rest))).expect("no path contains a separator")
}

/// Waits until something holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}: it takes too long");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The processes whose command line contains a text.
fn processes(part: &str) -> Vec<u32> {
    let output = Command::new("pgrep").args(["-f", "--", part]).output().expect("pgrep");
    text(&output.stdout).lines().filter_map(|line| line.trim().parse().ok()).collect()
}

fn kill(process: u32) -> bool {
    Command::new("kill").args(["-9", &process.to_string()]).status().is_ok_and(|status| status.success())
}

/// The number of units that have counted.
fn counted(plan: &Plan) -> usize {
    let units = fs::read_dir(plan.path().join("count")).into_iter().flatten();
    units.filter(|unit| unit.as_ref().is_ok_and(|unit| unit.path().join("done.json").exists())).count()
}

/// Kills a unit that is counting.
fn kill_a_unit(plan: &Plan) {
    let line = format!("scale run {} count", plan.path().display());
    wait_until("a unit", || processes(&line).first().is_some_and(|&unit| kill(unit)));
}

/// Ends a process when the test ends.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_scripts_are_shell_and_python_and_name_the_plan_and_its_stages() {
    let (plan, directory) = (Plan::small(), TempDir::new().expect("a temporary directory"));
    for engine in ["slurm", "dask", "ray", "spark"] {
        let file = script(&plan, engine, directory.path());
        let written = fs::read_to_string(&file).expect("the script");
        for part in ["expand-4", "merge-4", "count", &plan.path().display().to_string()] {
            assert!(written.contains(part), "{engine}: {part}");
        }
        let mut checker = if engine == "slurm" { Command::new("sh") } else { Command::new("python3") };
        let check = ["-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())"];
        checker.args(if engine == "slurm" { &["-n"][..] } else { &check[..] }).arg(&file);
        match checker.output() {
            Ok(output) => expect_code(&output, 0),
            Err(_) => eprintln!("skipped: {}", checker.get_program().display()),
        }
    }
}

#[test]
fn the_job_for_kubernetes_has_the_plan_the_memory_and_what_exit_codes_mean() {
    let (plan, directory) = (Plan::small(), TempDir::new().expect("a temporary directory"));
    let written = text(&plan.call("kubernetes", &[]).stdout);
    let path = plan.path().display().to_string();
    for part in
        [&format!("[scale, run, {path}, --all]"), "memory: 1280Mi", "values: [2, 3, 101]", "completionMode: Indexed"]
    {
        assert!(written.contains(part), "{part}: {written}");
    }
    let file = directory.path().join("count.yaml");
    fs::write(&file, written).expect("a file");
    let validator = env::var_os("SCALE_PYTHON").map(|python| {
        let check = "import sys, yaml, kubernetes_validate as k; k.validate(yaml.safe_load(open(sys.argv[1])), '1.31', strict=True)";
        Command::new(python).args(["-c", check]).arg(&file).output().expect("Python can be started")
    });
    match validator {
        Some(output) => expect_code(&output, 0),
        None => eprintln!("skipped: the schema of Kubernetes; SCALE_PYTHON names a Python with kubernetes-validate"),
    }
}

/// A `sbatch` that runs each task of the array at once, one after the other, and prints the number of a job.
const SBATCH: &str = r#"#!/bin/sh
for argument; do
    case "$argument" in
        --array=*) array=${argument#--array=} ;;
        --wrap) wrapped=next ;;
        *) [ "${wrapped-}" = next ] && wrapped=$argument ;;
    esac
done
echo "$*" >>"$SBATCH_LOG"
for range in $(echo "$array" | tr , ' '); do
    for task in $(seq "${range%-*}" "${range#*-}"); do
        SLURM_ARRAY_TASK_ID=$task sh -c "$wrapped" >/dev/null || exit 1
    done
done
echo 17
"#;

#[test]
fn the_script_for_slurm_submits_what_is_missing_stage_by_stage() {
    use std::os::unix::fs::PermissionsExt;

    let (plan, directory) = (Plan::small(), TempDir::new().expect("a temporary directory"));
    let sbatch = directory.path().join("sbatch");
    fs::write(&sbatch, SBATCH).expect("a file");
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    let (script, log) = (script(&plan, "slurm", directory.path()), directory.path().join("log"));
    let run = || {
        let mut path = directory.path().as_os_str().to_owned();
        path.push(":");
        path.push(path_with_scale());
        let mut shell = Command::new("sh");
        shell.arg(&script).args(["--partition", "all"]).env("PATH", path).env("SBATCH_LOG", &log);
        let output = shell.stdin(Stdio::null()).output().expect("a shell");
        expect_code(&output, 0);
        text(&output.stdout)
    };
    assert_eq!(run(), "expand-4: job 17, tasks 0\nmerge-4: job 17, tasks 0-15\ncount: job 17, tasks 0-15\n");
    plan.expect_total();
    let log = fs::read_to_string(&log).expect("the log");
    let after: Vec<_> = log.lines().map(|line| line.contains("--dependency=afterok:17")).collect();
    assert_eq!(after, [false, true, true]);
    assert!(log.lines().all(|line| line.contains("--partition all")), "{log}");
    // A unit that sorts or merges has the memory of the plan; one that counts has its table.
    let memory: Vec<_> = log.lines().map(|line| ["--mem=1280M", "--mem=272M"].map(|it| line.contains(it))).collect();
    assert_eq!(memory, [[true, false], [true, false], [false, true]]);

    for unit in ["count/3", "count/7", "count/8"] {
        fs::remove_dir_all(plan.unit(unit)).expect("the directory is there");
    }
    assert_eq!(run(), "count: job 17, tasks 3,7-8\n");
    plan.expect_total();
    assert_eq!(run(), "");
}

/// perft(8) from ply 5, without a table, so that units live long enough to be killed.
fn larger() -> Plan {
    Plan::with_table(8, 5, 24, "0")
}

/// Asserts that the script has ended well, and that the total is right.
fn expect_end(plan: &Plan, script: &Output) {
    expect_code(script, 0);
    plan.expect_total();
    assert_eq!(PERFT[plan.depth - 1], 84_998_978_956);
}

#[test]
fn dask_repeats_a_unit_and_restarts_a_worker_that_are_killed() {
    if !is_slow() {
        return;
    }
    let Some(python) = env::var_os("SCALE_PYTHON") else {
        eprintln!("skipped: dask");
        return;
    };
    let (plan, directory) = (larger(), TempDir::new().expect("a temporary directory"));
    let script = script(&plan, "dask", directory.path());
    let dask = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m", "dask"]).args(arguments).current_dir(directory.path()).env("PATH", path_with_scale());
        command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
        Guard(command.spawn().expect("Dask starts"))
    };
    let contact = directory.path().join("scheduler.json");
    let contact_text = contact.display().to_string();
    let _scheduler =
        dask(&["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", &contact_text]);
    wait_until("the scheduler", || {
        contact.exists() && fs::read_to_string(&contact).is_ok_and(|c| c.contains("tcp://"))
    });
    let address = crate::common::read_json(&contact)["address"].as_str().expect("an address").to_owned();
    let worker = || dask(&["worker", &address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard"]);
    let workers = [worker(), worker()];

    let mut client = Command::new(&python);
    client.arg(&script).arg(&address).env("PATH", path_with_scale()).current_dir(directory.path());
    let client = client.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("Python starts");
    wait_until("the first units", || 2 <= counted(&plan));
    kill_a_unit(&plan);
    wait_until("more units", || 6 <= counted(&plan));
    let children = Command::new("pgrep").args(["-f", "-P", &workers[0].0.id().to_string(), "spawn_main"]).output();
    let children = text(&children.expect("pgrep").stdout);
    let child = children.lines().next().and_then(|line| line.trim().parse().ok());
    assert!(kill(child.expect("a nanny has a worker")), "the worker is gone");
    assert!(counted(&plan) < 24, "the units were counted before the worker was killed");
    expect_end(&plan, &client.wait_with_output().expect("it ends"));
}

/// A cluster of two nodes on this machine, which ends with the test.
struct Slurm {
    directory: TempDir,
    configuration: PathBuf,
}

impl Slurm {
    /// Starts everything. `None` if a program is missing.
    fn start() -> Option<Self> {
        for program in ["munged", "slurmctld", "slurmd", "sbatch"] {
            let found = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output().expect("a shell");
            if !found.status.success() {
                eprintln!("skipped: slurm ({program})");
                return None;
            }
        }
        let directory = TempDir::new().expect("a temporary directory");
        let at = directory.path().display().to_string();
        let mut text = include_str!("../slurm/slurm.conf").replace("DIRECTORY", &at);
        for (name, command) in [("HOST", &["hostname", "-s"]), ("USER", &["id", "-un"])] {
            let output = Command::new(command[0]).arg(command[1]).output().expect("a command of every system");
            text = text.replace(name, crate::common::text(&output.stdout).trim());
        }
        // Ports that nobody uses now. They are not reserved, and are taken a moment later.
        let sockets = [(); 3].map(|()| std::net::TcpListener::bind("127.0.0.1:0").expect("a free port"));
        for (number, socket) in sockets.iter().enumerate() {
            let port = socket.local_addr().expect("it is bound").port();
            text = text.replace(&format!("PORT{number}"), &port.to_string());
        }
        drop(sockets);
        let configuration = directory.path().join("slurm.conf");
        fs::write(&configuration, text).expect("a file");
        fs::create_dir(directory.path().join("state")).expect("a directory");
        fs::write(directory.path().join("munge.key"), [7; 128]).expect("a file");
        let slurm = Self { directory, configuration };
        slurm.succeed("chmod", &["600", "munge.key"]);
        let munged = ["--force", "--key-file=munge.key", "--socket=munge.sock", "--pid-file=munged.pid"];
        let munged = munged.map(|option| option.replace('=', &format!("={at}/")));
        let others = ["--log-file=munged.log", "--seed-file=munged.seed"].map(|o| o.replace('=', &format!("={at}/")));
        let options: Vec<&str> = munged.iter().chain(&others).map(String::as_str).collect();
        slurm.succeed("munged", &options);
        slurm.succeed("slurmctld", &[]);
        slurm.succeed("slurmd", &["-N", "n1"]);
        slurm.succeed("slurmd", &["-N", "n2"]);
        wait_until("the nodes", || slurm.nodes("idle") == 2);
        Some(slurm)
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command.env("SLURM_CONF", &self.configuration).env("PATH", path_with_scale());
        command
    }

    fn succeed(&self, program: &str, arguments: &[&str]) {
        // Daemons keep the standard output open.
        let status = self.command(program, arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.expect("it starts").success(), "{program} {arguments:?}");
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program, arguments).output().expect("it starts")
    }

    /// The number of nodes in a state.
    fn nodes(&self, state: &str) -> usize {
        text(&self.output("sinfo", &["--noheader", "--Node", "--states", state, "--format", "%N"]).stdout)
            .lines()
            .count()
    }

    /// The jobs that wait or run.
    fn queue(&self) -> String {
        text(&self.output("squeue", &["--noheader", "--array", "--format", "%i %T %r"]).stdout)
    }

    /// The process of a daemon that runs.
    fn daemon(&self, name: &str) -> Option<u32> {
        let process =
            fs::read_to_string(self.directory.path().join(format!("{name}.pid"))).ok()?.trim().parse().ok()?;
        // The number may be that of another process by now.
        let command = fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
        (command.starts_with("slurm") || command.starts_with("munged")).then_some(process)
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for name in ["n1", "n2", "slurmctld", "munged"] {
            if let Some(process) = self.daemon(name) {
                kill(process);
            }
        }
    }
}

#[test]
fn slurm_requeues_what_a_killed_node_ran_and_the_script_fills_what_a_killed_unit_left() {
    if !is_slow() {
        return;
    }
    let Some(slurm) = Slurm::start() else { return };
    let plan = larger();
    let script = script(&plan, "slurm", slurm.directory.path());
    let submit = || {
        let output = slurm.output("sh", &[&script.display().to_string()]);
        expect_code(&output, 0);
        text(&output.stdout)
    };
    assert!(submit().contains("count: job "));
    wait_until("the first units", || 2 <= counted(&plan));
    kill_a_unit(&plan);
    wait_until("more units", || 5 <= counted(&plan));
    assert!(kill(slurm.daemon("n1").expect("a daemon writes its number")));
    assert!(counted(&plan) < 24, "the units were counted before the node was killed");
    // Two rounds at most: one for the killed unit, and one if the killed node had its last task.
    for _ in 0..4 {
        wait_until("the queue", || slurm.queue().is_empty());
        if plan.missing().is_empty() {
            break;
        }
        plan.expect_no_total(1, "count/");
        submit();
    }
    let log = files(slurm.directory.path()).into_iter().find(|file| file.ends_with("slurmctld.log")).expect("a log");
    let log = fs::read_to_string(log).expect("a log");
    assert!(log.contains("not responding") || log.contains("Requeu"), "the node was not missed:\n{log}");
    assert!(plan.missing().is_empty(), "{}", shown(&plan.call("status", &[])));
    plan.expect_total();
}
