//! The long run as a program. `cargo xtask soak` starts it.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use fuzz::memory::Counting;
use fuzz::soak::{self, Options};
use fuzz::totals::{self, Total, Totals, Work};
use fuzz::{TARGETS, seeds};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "\
soak [--seconds N] [--threads N] [--seed N] [--commit C] [--totals FILE] [--findings DIR] [TARGET]...
                                    run targets, or all, and random games
soak --replay TARGET FILE           run one input
soak --seeds DIRECTORY              write the seeds and dictionaries of all targets
soak --record COMMIT TARGET EDGES INPUTS MILLISECONDS FINDINGS
                                    add a run with coverage to the totals
soak --take FILE                    add the totals of a file to those in docs
soak --page                         write the table in docs again
soak --list                         print the targets: name, longest input, seconds with coverage";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--list"] => list(),
        ["--replay", target, file] => replay(target, file),
        ["--seeds", directory] => write_seeds(Path::new(directory)),
        ["--record", commit, target, edges, inputs, milliseconds, findings] => {
            record(commit, target, [edges, inputs, milliseconds, findings])
        }
        ["--take", file] => take(Path::new(file)),
        ["--page"] => totals::write_page().map(|()| true).map_err(|error| error.to_string()),
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

fn options(words: &[&str]) -> Result<Options, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        time: Duration::from_secs(60),
        threads,
        seed: 1,
        only: vec![],
        totals: soak::committed_totals(),
        findings: seeds::home().join("findings"),
        commit: "unknown".into(),
        is_live: io::stderr().is_terminal(),
    };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
        let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{word} {text}: {error}"));
        match word {
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
    println!("threads {}, seed {}, commit {}", options.threads, options.seed, options.commit);
    let work = soak::run(&options).map_err(|error| format!("{}: {error}", options.totals.display()))?;
    let mut findings = 0;
    for (name, Work { inputs, checked, milliseconds, findings: found, slowest, peak, .. }) in work {
        let rate = 1000 * inputs / milliseconds.max(1);
        println!(
            "{name:<14} {inputs:>12} inputs {checked:>12} with assertions {rate:>8} a second {found} findings {slowest:>4} ms \
             {peak:>9} bytes"
        );
        findings += found;
    }
    if is_committed {
        totals::write_page().map_err(|error| format!("docs/reliability.md: {error}"))?;
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
        let dictionary = directory.with_extension("dict");
        // libFuzzer refuses an empty dictionary.
        std::fs::write(&dictionary, format!("# {}\n{}", target.name, seeds::dictionary(target)))
            .map_err(|error| format!("{}: {error}", dictionary.display()))?;
        let data = env::var_os("GARDEZ_DATA").map(PathBuf::from);
        let large = data.map(|data| seeds::large(target, &data)).unwrap_or_default();
        for (number, seed) in seeds::committed(target).into_iter().chain(large).enumerate() {
            let file = directory.join(format!("seed-{number:04}"));
            std::fs::write(&file, seed).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(true)
}

/// Prints the targets, with the time that the present version of each has run with coverage.
fn list() -> Result<bool, String> {
    let totals = totals::committed().map_err(|error| format!("docs/reliability.json: {error}"))?;
    for target in TARGETS {
        let work = totals.get(target.name).map(|total| &total.coverage).filter(|work| work.version == target.version);
        let seconds = work.map_or(0, |work| work.milliseconds / 1000);
        println!("{} {} {seconds}", target.name, target.max_len());
    }
    Ok(true)
}

fn record(commit: &str, name: &str, numbers: [&str; 4]) -> Result<bool, String> {
    let target = TARGETS.iter().find(|target| target.name == name).ok_or(format!("{name} is not a target"))?;
    let [edges, inputs, milliseconds, findings] =
        numbers.map(|text| text.parse().map_err(|error| format!("{text}: {error}")));
    let coverage = Work {
        version: target.version,
        inputs: inputs?,
        milliseconds: milliseconds?,
        findings: findings?,
        edges: edges?,
        date: totals::today(),
        commit: commit.into(),
        ..Work::default()
    };
    let more = Totals::from([(name.into(), Total { coverage, ..Total::default() })]);
    let result = totals::add(&soak::committed_totals(), &more).and_then(|()| totals::write_page());
    result.map(|()| true).map_err(|error: io::Error| error.to_string())
}

fn take(file: &Path) -> Result<bool, String> {
    let result = totals::take(file, &soak::committed_totals()).and_then(|()| totals::write_page());
    result.map(|()| true).map_err(|error| format!("{}: {error}", file.display()))
}
