//! Publishes the crates. A run that was stopped goes on where it was: the registry is asked what it has.

use std::env;
use std::thread;
use std::time::Duration;

use crate::process::{cargo, output, program};
use crate::workspace::{Package, Workspace};

const INDEX: &str = "https://index.crates.io/";

/// The number of times in a row that a registry may fail to answer.
const MAX_FAILURES: usize = 5;

/// Publishes the crates that the registry lacks, in the order in which they depend on each other. Waits where the
/// registry takes no more for now: it takes a few new names, and then one in ten minutes.
pub(super) fn publish(registry: Option<&str>, pause: Duration) -> Result<(), String> {
    let workspace = Workspace::load()?;
    let (mut failures, mut before) = (0, usize::MAX);
    loop {
        let mut left = Vec::new();
        for package in workspace.published() {
            if !is_published(package, registry)? {
                left.push(format!(" -p {}", package.name));
            }
        }
        println!("{} of {} crates are not published yet", left.len(), workspace.published().count());
        if left.is_empty() {
            return Ok(());
        }
        let to = registry.map(|name| format!(" --registry {name}")).unwrap_or_default();
        let mut command = cargo(&format!("publish --locked --no-verify{}{to}", left.concat()));
        let sent = command.output().map_err(|error| format!("cargo cannot be started: {error}"))?;
        if sent.status.success() {
            return Ok(());
        }
        let answer = String::from_utf8_lossy(&sent.stderr);
        failures = if left.len() < before { 1 } else { failures + 1 };
        before = left.len();
        match status(&answer) {
            Some(429) => println!("the registry takes no more for now: again in {} s", pause.as_secs()),
            // An index may be late, and an answer may be lost.
            status
                if failures < MAX_FAILURES && (answer.contains("already") || status.is_none_or(|code| code >= 500)) =>
            {
                println!("{}: again in {} s", reason(&answer), pause.as_secs());
            }
            _ => {
                return Err(format!(
                    "{} crates are left, and the registry refuses one: {}",
                    left.len(),
                    reason(&answer)
                ));
            }
        }
        thread::sleep(pause);
    }
}

/// Asks the index of a registry whether it has this version of a package.
fn is_published(package: &Package, registry: Option<&str>) -> Result<bool, String> {
    let index = match registry {
        Some(name) => env::var(format!("CARGO_REGISTRIES_{}_INDEX", name.to_uppercase().replace('-', "_")))
            .map_err(|_| format!("the registry {name} has no index in the environment"))?,
        None => INDEX.into(),
    };
    // All names have at least four characters.
    let name = &package.name;
    let url = format!("{}{}/{}/{name}", index.trim_start_matches("sparse+"), &name[..2], &name[2..4]);
    let found = output(program("curl", "--silent --show-error --retry 5 --write-out %{http_code}").arg(&url))?;
    match found.get(found.len().saturating_sub(3)..) {
        Some("200") => Ok(found.contains(&format!("\"vers\":\"{}\"", package.version))),
        Some("404" | "410" | "451") => Ok(false),
        code => Err(format!("{url} answers {}", code.unwrap_or_default())),
    }
}

fn status(answer: &str) -> Option<u16> {
    answer.split_once("(status ")?.1.get(..3)?.parse().ok()
}

fn reason(answer: &str) -> &str {
    answer.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("cargo prints no reason").trim()
}
