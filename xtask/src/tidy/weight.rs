//! What published crates bring from outside the workspace, at most.

use super::Problem;
use crate::process;
use crate::workspace::Workspace;

/// A build of a crate, and the packages that it may bring.
struct Build {
    package: &'static str,
    /// The features, without the default ones.
    features: &'static str,
    packages: &'static [&'static str],
}

/// The builds that stay light. Without perft and endgame tables, the façade needs neither memory maps nor libc.
const BUILDS: [Build; 2] = [
    Build { package: "gardez-position", features: "std", packages: &["arrayvec", "bitflags"] },
    Build { package: "gardez", features: "std,notation", packages: &["arrayvec", "bitflags", "memchr"] },
];

/// Packages that a light build brings and should not.
pub(super) fn problems(workspace: &Workspace) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for build in BUILDS {
        let Some(package) = workspace.package(build.package) else { continue };
        let tree = process::output(process::cargo().args([
            "tree",
            "--locked",
            "--package",
            build.package,
            "--no-default-features",
            "--features",
            build.features,
            "--edges",
            "no-dev",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ]))?;
        for brought in heavy(&tree, workspace, build.packages) {
            let what = format!("with the features `{}` alone it must not bring `{brought}`", build.features);
            problems.push(Problem::new(&package.manifest, what));
        }
    }
    Ok(problems)
}

/// The packages in the output of `cargo tree` that are neither members of the workspace nor allowed.
fn heavy<'a>(tree: &'a str, workspace: &Workspace, allowed: &[&str]) -> Vec<&'a str> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    let mut heavy: Vec<_> = names.filter(|name| workspace.package(name).is_none() && !allowed.contains(name)).collect();
    heavy.sort_unstable();
    heavy.dedup();
    heavy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_from_outside_must_be_allowed() {
        let workspace = Workspace::load().expect("cargo describes its workspace");
        let tree = "gardez v0.1.0 (/somewhere)\nmemmap2 v0.9.0\nlibc v0.2.0\ngardez-types v0.1.0 (/a)\nbitflags v2.9.0\nlibc v0.2.0 (*)\n";
        assert_eq!(heavy(tree, &workspace, &["bitflags"]), ["libc", "memmap2"]);
        assert_eq!(heavy(tree, &workspace, &["bitflags", "libc", "memmap2"]), [""; 0]);
    }
}
