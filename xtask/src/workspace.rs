//! The workspace as cargo describes it: its packages, their features and their dependencies.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::process;

/// A workspace as `cargo metadata` describes it.
#[derive(Default, Deserialize)]
pub(crate) struct Workspace {
    #[serde(rename = "workspace_root")]
    pub(crate) root: String,
    /// The directory in which cargo puts what it builds.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
    /// The members and, if they were asked for, the packages from elsewhere.
    pub(crate) packages: Vec<Package>,
}

#[derive(Clone, Default, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The path of the manifest: of a member from the workspace root, with `/` between the parts.
    #[serde(rename = "manifest_path")]
    pub(crate) manifest: String,
    pub(crate) rust_version: Option<String>,
    pub(crate) license: Option<String>,
    /// The source of the package; `None` for a member.
    pub(crate) source: Option<String>,
    pub(crate) publish: Option<Vec<String>>,
    /// Each feature with what it switches on, as the manifest says it.
    pub(crate) features: BTreeMap<String, Vec<String>>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency of a package, inside the workspace or not.
#[derive(Clone, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Option<String>,
}

impl Workspace {
    /// Runs `cargo metadata`, which needs neither a network nor a lock file: it does not look at dependencies.
    pub(crate) fn load() -> Result<Self, String> {
        Self::described("--no-deps --offline")
    }

    pub(crate) fn described(line: &str) -> Result<Self, String> {
        Self::parse(&process::output(&mut process::cargo(&format!("metadata --format-version 1 {line}")))?)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let read: Result<Self, _> = serde_json::from_str(text);
        let mut workspace = read.map_err(|error| format!("cargo metadata: {error}"))?;
        for package in &mut workspace.packages {
            if let Some(path) = package.manifest.strip_prefix(&workspace.root) {
                package.manifest = path.replace('\\', "/").trim_start_matches('/').into();
            }
        }
        Ok(workspace)
    }

    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()))
    }

    /// Returns options of cargo that name the members that can be published, each after a blank.
    pub(crate) fn options(&self) -> String {
        self.published().map(|package| format!(" -p {}", package.name)).collect()
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name)
    }
}

impl Dependency {
    /// Returns `true` if only tests need it.
    pub(crate) fn is_dev(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
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
        assert_eq!((a.version.as_str(), workspace.options().as_str()), ("0.2.0", " -p a"));
        assert_eq!(a.features, BTreeMap::from([("std".into(), vec!["b/std".into()])]));
        assert!(!a.dependencies[0].is_dev() && a.dependencies[1].is_dev());
        let c = workspace.package("c").expect("c is a member");
        assert_eq!(c.manifest, "c/Cargo.toml");
        assert!(workspace.package("b").is_none());
    }

    #[test]
    fn this_workspace_can_be_read() {
        let workspace = Workspace::load().expect("cargo describes its workspace");
        assert_eq!(workspace.package("xtask").map(|package| package.manifest.as_str()), Some("xtask/Cargo.toml"));
    }
}
