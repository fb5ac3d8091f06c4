//! Scripts that run a plan on an engine: Slurm, Dask, Ray or Spark.
//!
//! A script starts `scale run` for each missing unit, and nothing else. What an engine repeats is decided by the exit code:
//! a unit that was killed, a full disk and an unfinished input are tried again, and a refusal is not.

use std::path::Path;

/// A program that spreads units over machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// A shell script that submits an array of jobs for each stage.
    Slurm,
    /// A Python program for `dask.distributed`.
    Dask,
    /// A Python program for Ray.
    Ray,
    /// A Python program for Spark.
    Spark,
}

/// What a script needs to know about a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name of the stage.
    pub stage: String,
    /// The number of its units.
    pub units: u64,
}

/// Returns the script that runs the plan in `directory`, stage by stage, with at most `mebibytes` of memory a unit.
///
/// The path must be the same on all machines, so it should be absolute.
///
/// ```
/// use std::path::Path;
///
/// use gardez_scale::recipes::{Engine, Part, script};
///
/// let stages = [Part { stage: "count".into(), units: 64 }];
/// let script = script(Engine::Dask, Path::new("/shared/count9"), &stages, 1024);
/// assert!(script.contains("PLAN = \"/shared/count9\"\nSTAGES = [\"count\"]\n"));
/// ```
pub fn script(engine: Engine, directory: &Path, stages: &[Part], mebibytes: u64) -> String {
    let directory = directory.display().to_string();
    let template = match engine {
        Engine::Slurm => {
            let lines: Vec<_> = stages.iter().map(|part| format!("{} {}", part.stage, part.units)).collect();
            let template = include_str!("recipes/slurm.sh");
            let template = template.replacen("SCALE_PLAN=PLAN", &format!("SCALE_PLAN={}", shell(&directory)), 1);
            let template = template.replacen("--mem=MEMORY", &format!("--mem={mebibytes}M"), 1);
            return template.replacen("\nSTAGES\n", &format!("\n{}\n", lines.join("\n")), 1);
        }
        Engine::Dask => include_str!("recipes/dask.py"),
        Engine::Ray => include_str!("recipes/ray.py"),
        Engine::Spark => include_str!("recipes/spark.py"),
    };
    let names: Vec<_> = stages.iter().map(|part| python(&part.stage)).collect();
    let template = template.replacen("PLAN = \"PLAN\"", &format!("PLAN = {}", python(&directory)), 1);
    template.replacen("STAGES = [\"STAGES\"]", &format!("STAGES = [{}]", names.join(", ")), 1)
}

/// Returns the text as one word of a shell.
pub(crate) fn shell(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns the text as a string of Python. The escapes of JSON that are used here mean the same there.
fn python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINES: [Engine; 4] = [Engine::Slurm, Engine::Dask, Engine::Ray, Engine::Spark];

    fn stages() -> [Part; 2] {
        [("expand", 4), ("count", 64)].map(|(stage, units)| Part { stage: stage.into(), units })
    }

    #[test]
    fn every_placeholder_is_replaced() {
        for engine in ENGINES {
            let script = script(engine, Path::new("/shared/count9"), &stages(), 768);
            assert!(
                !["PLAN=PLAN", "\"PLAN\"", "MEMORY", "\nSTAGES\n", "\"STAGES\""].iter().any(|p| script.contains(p))
            );
            assert!(script.contains("/shared/count9"), "{script}");
        }
        let slurm = script(Engine::Slurm, Path::new("/shared/count9"), &stages(), 768);
        assert!(slurm.contains("\nexpand 4\ncount 64\nEND\n") && slurm.contains("--mem=768M"), "{slurm}");
    }

    #[test]
    fn a_path_with_quotes_and_spaces_stays_one_word() {
        assert_eq!(shell("/a b/it's"), r"'/a b/it'\''s'");
        assert_eq!(shell("/a/b-9.c"), "/a/b-9.c");
        assert_eq!(shell("$(date)"), "'$(date)'");
        assert_eq!(python("/a \"b\"\\\n"), r#""/a \"b\"\\\n""#);
    }
}
