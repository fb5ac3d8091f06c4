//! Scripts that run a plan on an engine: Slurm, Dask, Ray, Spark or Kubernetes.
//!
//! A script starts `scale run` for each missing unit, and nothing else. What an engine repeats is decided by the exit code:
//! a unit that was killed, a full disk and an unfinished input are tried again, and a refusal is not.

use std::path::Path;

use crate::store::is_address;

/// A program that spreads units over machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    /// A shell script that submits an array of jobs for each stage.
    Slurm,
    /// A Python program for `dask.distributed`.
    Dask,
    /// A Python program for Ray.
    Ray,
    /// A Python program for Spark.
    Spark,
    /// A job for Kubernetes, whose workers share the plan.
    Kubernetes,
}

/// The place of the volumes in the job for Kubernetes, and its text for object storage.
const VOLUME: &str = "          volumeMounts:\n";
const SECRET: &str = "          envFrom:\n            - secretRef:\n                name: SECRET\n";
const KEYS: &str = "the secret, which has the variables with the keys of the storage";

/// The facts about a stage that a script needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) stage: String,
    pub(crate) units: u64,
    /// The memory of a unit, in MiB.
    pub(crate) mebibytes: u64,
}

/// Returns the script that runs the plan in `directory`, stage by stage.
///
/// The path must be the same on all machines, so it should be absolute.
pub(crate) fn script(engine: Engine, directory: &Path, stages: &[Part]) -> String {
    let directory = directory.display().to_string();
    let template = match engine {
        Engine::Slurm => {
            let line = |part: &Part| format!("{} {} {}", part.stage, part.units, part.mebibytes);
            let lines: Vec<_> = stages.iter().map(line).collect();
            let template = include_str!("recipes/slurm.sh");
            let template = template.replacen("SCALE_PLAN=PLAN", &format!("SCALE_PLAN={}", shell(&directory)), 1);
            return template.replacen("\nSTAGES\n", &format!("\n{}\n", lines.join("\n")), 1);
        }
        Engine::Dask => include_str!("recipes/dask.py"),
        Engine::Ray => include_str!("recipes/ray.py"),
        Engine::Spark => include_str!("recipes/spark.py"),
        Engine::Kubernetes => {
            let most = stages.iter().map(|part| part.mebibytes).max().unwrap_or(0);
            let units = stages.iter().map(|part| part.units).max().unwrap_or(1).min(1000);
            let mut template = include_str!("recipes/kubernetes.yaml").replace("WORKERS", &units.to_string());
            if is_address(&directory) {
                // The pods need keys in place of a volume.
                let (start, _) = template.split_once(VOLUME).expect("the template has a volume");
                template = format!("{start}{SECRET}").replace("the claim of the volume, which all pods write to", KEYS);
            }
            return template.replace("MEMORY", &format!("{most}Mi")).replace("PLAN", &directory);
        }
    };
    let names: Vec<_> = stages.iter().map(|part| python(&part.stage)).collect();
    let template = template.replacen("PLAN = \"PLAN\"", &format!("PLAN = {}", python(&directory)), 1);
    template.replacen("STAGES = [\"STAGES\"]", &format!("STAGES = [{}]", names.join(", ")), 1)
}

pub(crate) fn shell(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:".contains(c);
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

    const ENGINES: [Engine; 5] = [Engine::Slurm, Engine::Dask, Engine::Ray, Engine::Spark, Engine::Kubernetes];

    fn stages() -> [Part; 2] {
        [("expand", 4, 1280), ("count", 64, 768)].map(|(stage, units, mebibytes)| Part {
            stage: stage.into(),
            units,
            mebibytes,
        })
    }

    #[test]
    fn every_placeholder_is_replaced() {
        for engine in ENGINES {
            let script = script(engine, Path::new("/shared/count9"), &stages());
            assert!(
                !["PLAN=PLAN", "\"PLAN\"", "MEMORY", "WORKERS", "\nSTAGES\n", "\"STAGES\""]
                    .iter()
                    .any(|p| script.contains(p))
            );
            assert!(script.contains("/shared/count9"), "{script}");
        }
        let dask = script(Engine::Dask, Path::new("/shared/count9"), &stages()[1..]);
        assert!(dask.contains("PLAN = \"/shared/count9\"\nSTAGES = [\"count\"]\n"), "{dask}");
        let slurm = script(Engine::Slurm, Path::new("/shared/count9"), &stages());
        assert!(slurm.contains("\nexpand 4 1280\ncount 64 768\nEND\n"), "{slurm}");
    }

    #[test]
    fn a_job_on_object_storage_has_keys_and_no_volume() {
        let job = script(Engine::Kubernetes, Path::new("s3://plans/count9"), &stages());
        assert!(job.contains("command: [scale, run, s3://plans/count9, --all]"), "{job}");
        assert!(job.contains("name: SECRET\n") && !job.to_lowercase().contains("volume"), "{job}");
    }

    #[test]
    fn a_path_with_quotes_and_spaces_stays_one_word() {
        assert_eq!(shell("/a b/it's"), r"'/a b/it'\''s'");
        assert_eq!(shell("/a/b-9.c"), "/a/b-9.c");
        assert_eq!(shell("$(date)"), "'$(date)'");
        assert_eq!(python("/a \"b\"\\\n"), r#""/a \"b\"\\\n""#);
    }
}
