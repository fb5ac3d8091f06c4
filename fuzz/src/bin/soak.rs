//! The long run as a program. `cargo xtask soak` starts it.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, thread};

use fuzz::memory::Counting;
use fuzz::soak::{self, Options};
use fuzz::totals::{self, Work};
use fuzz::{TARGETS, seeds};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "\
soak [--minutes N] [--threads N] [--seed N] [--totals FILE] [--findings DIR] [TARGET]...
                                    run targets, or all, and random games
soak --replay TARGET FILE           run one input
soak --seeds DIRECTORY              write the seeds of all targets
soak --record TARGET INPUTS SECONDS FINDINGS
                                    add a run with coverage to the totals
soak --take FILE                    add the totals of a file to those in docs
soak --list                         print the names of the targets";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--list"] => {
            for target in TARGETS {
                let dictionary = target.dictionary.map(|name| format!(" {name}")).unwrap_or_default();
                println!("{} {}{dictionary}", target.name, target.max_len);
            }
            Ok(true)
        }
        ["--replay", target, file] => replay(target, file),
        ["--seeds", directory] => write_seeds(Path::new(directory)),
        ["--record", target, inputs, seconds, findings] => record(target, [inputs, seconds, findings]),
        ["--take", file] => take(Path::new(file)),
        _ => run(&words),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The commit that is checked out.
fn commit() -> String {
    let output = Command::new("git").current_dir(seeds::home()).args(["rev-parse", "--short=10", "HEAD"]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if text.is_empty() { "unknown".into() } else { text }
}

fn options(words: &[&str]) -> Result<Options, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        time: Duration::from_secs(60),
        threads,
        seed: 1,
        only: vec![],
        totals: soak::committed_totals(),
        findings: seeds::home().join("findings"),
        commit: commit(),
        is_live: io::stderr().is_terminal(),
    };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
        let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{word} {text}: {error}"));
        match word {
            "--minutes" => options.time = Duration::from_secs(60 * number(value()?)?),
            "--seconds" => options.time = Duration::from_secs(number(value()?)?),
            "--threads" => options.threads = number(value()?)?.max(1) as usize,
            "--seed" => options.seed = number(value()?)?,
            "--totals" => options.totals = PathBuf::from(value()?),
            "--findings" => options.findings = PathBuf::from(value()?),
            "--commit" => options.commit = value()?.into(),
            name if is_target(name) => options.only.push(name.into()),
            _ => return Err(format!("{word} is not known\n{USAGE}")),
        }
    }
    Ok(options)
}

fn is_target(name: &str) -> bool {
    name == totals::RANDOM_GAMES || TARGETS.iter().any(|target| target.name == name)
}

fn run(words: &[&str]) -> Result<bool, String> {
    let options = options(words)?;
    let is_committed = options.totals == soak::committed_totals();
    println!("{} threads, seed {}, commit {}", options.threads, options.seed, options.commit);
    let work = soak::run(&options).map_err(|error| format!("{}: {error}", options.totals.display()))?;
    let mut json = serde_json::Map::new();
    let mut findings = 0;
    for (name, Work { inputs, seconds, findings: found, slowest, peak }) in work {
        let rate = inputs as f64 / seconds.max(0.001);
        println!(
            "{name:<14} {inputs:>12} inputs {rate:>10.0} a second {found} findings {slowest:>4} ms {peak:>9} bytes"
        );
        json.insert(name, serde_json::json!({"inputs": inputs, "seconds": seconds, "findings": found}));
        findings += found;
    }
    println!("{}", serde_json::Value::Object(json));
    if is_committed {
        let inputs = totals::write_page().map_err(|error| format!("docs/reliability.md: {error}"))?;
        println!("{inputs} inputs in all runs");
    }
    Ok(findings == 0)
}

fn replay(target: &str, file: &str) -> Result<bool, String> {
    // A position of a random game is an input of the target `game`.
    let name = if target == totals::RANDOM_GAMES { "game" } else { target };
    let target = TARGETS.iter().find(|target| target.name == name).ok_or(format!("{name} is not a target"))?;
    soak::replay(target, Path::new(file)).map(|()| true).map_err(|error| format!("{file}: {error}"))
}

fn write_seeds(directory: &Path) -> Result<bool, String> {
    for target in TARGETS {
        let directory = directory.join(target.name);
        std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let data = env::var_os("GARDEZ_DATA").map(PathBuf::from);
        let large = data.map(|data| seeds::large(target, &data)).unwrap_or_default();
        for (number, seed) in seeds::committed(target).into_iter().chain(large).enumerate() {
            let file = directory.join(format!("seed-{number:04}"));
            std::fs::write(&file, seed).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(true)
}

fn record(target: &str, numbers: [&str; 3]) -> Result<bool, String> {
    let numbers = numbers.map(|text| text.parse::<u64>().map_err(|error| format!("{text}: {error}")));
    let [inputs, seconds, findings] = numbers;
    let work = Work { inputs: inputs?, seconds: seconds? as f64, findings: findings?, ..Work::default() };
    let result = totals::add(&soak::committed_totals(), "libFuzzer", &commit(), &[(target.into(), work)]);
    result.and_then(|()| totals::write_page()).map(|_| true).map_err(|error| error.to_string())
}

fn take(file: &Path) -> Result<bool, String> {
    let result = totals::take(file, &soak::committed_totals()).and_then(|()| totals::write_page());
    println!("{} inputs in all runs", result.map_err(|error| format!("{}: {error}", file.display()))?);
    Ok(true)
}
