//! What cargo knows about the workspace: its packages, their features and their dependencies.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::process;

/// The workspace as `cargo metadata` describes it.
pub(crate) struct Workspace {
    /// Where cargo puts what it builds.
    pub(crate) target: PathBuf,
    /// The member packages.
    pub(crate) packages: Vec<Package>,
}

/// A member of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The path of the manifest from the workspace root, with `/` between the parts.
    pub(crate) manifest: String,
    pub(crate) rust_version: Option<String>,
    /// Whether it can be published.
    pub(crate) is_published: bool,
    /// Each feature with what it switches on, as the manifest says it.
    pub(crate) features: BTreeMap<String, Vec<String>>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency of a package, inside the workspace or not.
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) is_dev: bool,
}

impl Workspace {
    /// Runs `cargo metadata`, which needs neither a network nor a lock file: it does not look at dependencies.
    pub(crate) fn load() -> Result<Self, String> {
        let text =
            process::output(process::cargo().args(["metadata", "--no-deps", "--format-version", "1", "--offline"]))?;
        Self::parse(&text).ok_or_else(|| "cargo metadata does not have the expected form".into())
    }

    /// Reads the output of `cargo metadata`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(text).ok()?;
        let root = json["workspace_root"].as_str()?;
        let package = |package: &Value| {
            let manifest = package["manifest_path"].as_str()?;
            let manifest = manifest.strip_prefix(root).unwrap_or(manifest).replace('\\', "/");
            Some(Package {
                name: package["name"].as_str()?.into(),
                version: package["version"].as_str()?.into(),
                manifest: manifest.trim_start_matches('/').into(),
                rust_version: package["rust_version"].as_str().map(String::from),
                is_published: package["publish"].as_array().is_none_or(|registries| !registries.is_empty()),
                features: package["features"]
                    .as_object()?
                    .iter()
                    .map(|(feature, enables)| Some((feature.clone(), strings(enables)?)))
                    .collect::<Option<_>>()?,
                dependencies: package["dependencies"]
                    .as_array()?
                    .iter()
                    .map(Dependency::parse)
                    .collect::<Option<_>>()?,
            })
        };
        Some(Self {
            target: json["target_directory"].as_str()?.into(),
            packages: json["packages"].as_array()?.iter().map(package).collect::<Option<_>>()?,
        })
    }

    /// Returns the members that can be published.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_published)
    }

    /// Returns the member called `name`.
    pub(crate) fn package(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name)
    }
}

impl Dependency {
    fn parse(json: &Value) -> Option<Self> {
        Some(Self { name: json["name"].as_str()?.into(), is_dev: json["kind"].as_str() == Some("dev") })
    }
}

/// Returns the texts of a JSON array.
fn strings(json: &Value) -> Option<Vec<String>> {
    json.as_array()?.iter().map(|text| Some(text.as_str()?.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_contains_dependencies_and_which_packages_are_published() {
        let workspace = Workspace::parse(
            r#"{
                "workspace_root": "/somewhere",
                "target_directory": "/elsewhere",
                "packages": [
                    {
                        "name": "a", "version": "0.2.0", "manifest_path": "/somewhere/crates/a/Cargo.toml", "rust_version": "1.85",
                        "publish": null, "features": {"std": ["b/std"]},
                        "dependencies": [{"name": "b", "kind": null}, {"name": "c", "kind": "dev"}]
                    },
                    {
                        "name": "c", "version": "0.1.0", "manifest_path": "/somewhere\\c\\Cargo.toml", "rust_version": null, "publish": [],
                        "features": {}, "dependencies": []
                    }
                ]
            }"#,
        )
        .expect("the text has the form of cargo's");

        assert_eq!(workspace.target, PathBuf::from("/elsewhere"));
        let a = workspace.package("a").expect("a is a member");
        assert_eq!((a.manifest.as_str(), a.rust_version.as_deref()), ("crates/a/Cargo.toml", Some("1.85")));
        assert!(a.is_published && a.version == "0.2.0");
        assert_eq!(a.features, BTreeMap::from([("std".into(), vec!["b/std".into()])]));
        assert!(!a.dependencies[0].is_dev && a.dependencies[1].is_dev);
        let c = workspace.package("c").expect("c is a member");
        assert_eq!(c.manifest, "c/Cargo.toml");
        assert!(!c.is_published);
        assert_eq!(workspace.published().count(), 1);
        assert!(workspace.package("b").is_none());
    }

    #[test]
    fn this_workspace_can_be_read() {
        let workspace = Workspace::load().expect("cargo describes its workspace");
        assert_eq!(workspace.package("xtask").map(|package| package.manifest.as_str()), Some("xtask/Cargo.toml"));
    }
}
