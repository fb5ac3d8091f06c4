//! The totals of the fuzz targets: each target has run with coverage, and with assertions in a long run.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Problem;

const TOTALS: &str = "docs/reliability.json";
const TARGETS: &str = "fuzz/src/targets.rs";

/// The name under which positions of random games are counted. They have no run with coverage.
const RANDOM_GAMES: &str = "random games";

/// What a target must have, and the command that adds to it.
const NEEDED: [(&str, &str, &str); 3] =
    [("coverage", "edges", "fuzz"), ("coverage", "inputs", "fuzz"), ("soak", "checked", "soak")];

/// Targets that never ran with coverage, the address sanitizer and assertions, or never with assertions in a long run.
pub(super) fn problems(root: &Path) -> Result<Vec<Problem>, String> {
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let totals = serde_json::from_str(&read(TOTALS)?).map_err(|error| format!("{TOTALS}: {error}"))?;
    Ok(zeros(&targets(&read(TARGETS)?), &totals))
}

/// Returns the names and versions in the rows of the table.
fn targets(text: &str) -> Vec<(&str, u64)> {
    let rows = text.split("Target::new(").skip(1);
    rows.filter_map(|row| {
        let name = row.trim_start().strip_prefix('"')?.split('"').next()?;
        let version = row.split_once(".version(").and_then(|(_, rest)| rest.split(')').next()?.parse().ok());
        Some((name, version.unwrap_or(1)))
    })
    .collect()
}

fn zeros(targets: &[(&str, u64)], totals: &Value) -> Vec<Problem> {
    let mut problems = vec![];
    for (name, version) in targets.iter().chain([&(RANDOM_GAMES, 1)]) {
        for (program, count, command) in NEEDED {
            let is_needed = *name != RANDOM_GAMES || program == "soak";
            let work = &totals[name][program];
            let is_present = work["version"].as_u64() == Some(*version);
            if is_needed && !(is_present && work[count].as_u64() > Some(0)) {
                let what = format!("`{name}` has no {count} of {program}: run `cargo xtask {command} '{name}'`");
                problems.push(Problem::new(TOTALS, what));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ROWS: &str = "[Target::new(\"fen\", run), Target::new(\n        \"pgn\",\n run).version(2)]";

    #[test]
    fn the_names_and_versions_of_targets_are_in_the_rows_of_the_table() {
        assert_eq!(targets(ROWS), [("fen", 1), ("pgn", 2)]);
    }

    #[test]
    fn a_zero_is_a_problem_of_its_target() {
        let soak = json!({"version": 1, "checked": 3});
        let ran = json!({"coverage": {"version": 1, "edges": 7, "inputs": 9}, "soak": soak});
        let random = json!({ "soak": soak });
        let totals = json!({"fen": ran, RANDOM_GAMES: random});
        assert_eq!(zeros(&[("fen", 1)], &totals), []);
        assert_eq!(zeros(&[("fen", 2)], &totals).len(), 3, "an older version does not count");
        assert_eq!(zeros(&[("fen", 1), ("pgn", 1)], &totals).len(), 3);
        let never = json!({"coverage": ran["coverage"], "soak": {"version": 1, "inputs": 3}});
        let problems = zeros(&[("fen", 1)], &json!({"fen": never, RANDOM_GAMES: random}));
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].what, "`fen` has no checked of soak: run `cargo xtask soak 'fen'`");
    }
}
