//! The licenses of the packages that a program contains, as one file that goes with the program.
//!
//! `cargo tree` says which packages a program contains on each system, without those that only run while it is compiled.
//! `cargo metadata` says where they are and what their licenses are. Nothing is downloaded that a build would not
//! download.

mod expression;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use self::expression::chosen;
use self::texts::text;
use crate::process::{self, output, root};
use crate::workspace::{Package, Workspace};

/// A program, or another thing that is distributed with the packages that it contains.
struct Product {
    /// The name of the product.
    name: &'static str,
    /// Its packages.
    packages: &'static [&'static str],
    /// The manifest of its workspace, from the root of this one.
    manifest: &'static str,
    /// The targets for which it is compiled.
    targets: &'static [&'static str],
    /// The committed file.
    file: &'static str,
}

/// Everything that is distributed in compiled form.
const PRODUCTS: [Product; 3] = [
    Product {
        name: "gardez-cli",
        packages: &["gardez-cli"],
        manifest: "Cargo.toml",
        targets: &SYSTEMS,
        file: "crates/cli/THIRD-PARTY-LICENSES",
    },
    Product {
        name: "the npm package gardez",
        packages: &[
            "gardez-web",
            "gardez-web-nnue",
            "gardez-web-openings",
            "gardez-web-svg",
            "gardez-web-tables",
            "gardez-web-variants",
        ],
        manifest: "bindings/Cargo.toml",
        targets: &["wasm32-unknown-unknown"],
        file: "bindings/web/npm/THIRD-PARTY-LICENSES",
    },
    Product {
        name: "the Python package gardez",
        packages: &["gardez-python"],
        manifest: "bindings/Cargo.toml",
        targets: &SYSTEMS,
        file: "bindings/python/THIRD-PARTY-LICENSES",
    },
];

/// The systems for which programs are built.
const SYSTEMS: [&str; 4] =
    ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"];

/// Write the licenses of the packages that programs contain
#[derive(Args)]
#[command(after_help = "Example: cargo xtask licenses --check")]
pub(crate) struct Licenses {
    /// Write nothing; fail if a file differs
    #[arg(long)]
    check: bool,
}

impl Licenses {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if self.check {
            check()?;
            return Ok(ExitCode::SUCCESS);
        }
        for product in PRODUCTS {
            let text = product.licenses()?;
            let path = root().join(product.file);
            let is_new = fs::read_to_string(&path).map_or(true, |committed| committed != text);
            if is_new {
                fs::write(&path, text).map_err(|error| format!("{}: {error}", product.file))?;
            }
            println!("{} {}", product.file, if is_new { "written" } else { "is up to date" });
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Compares the committed files with the packages of today.
pub(crate) fn check() -> Result<(), String> {
    for product in PRODUCTS {
        let committed = fs::read_to_string(root().join(product.file));
        let committed = committed.map_err(|error| format!("{}: {error}", product.file))?;
        if committed.replace("\r\n", "\n") != product.licenses()? {
            return Err(format!("{} is out of date: run `cargo xtask licenses`", product.file));
        }
    }
    Ok(())
}

impl Product {
    /// Returns the text of the file.
    fn licenses(&self) -> Result<String, String> {
        let packages = self.packages()?;
        let mut groups: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for package in &packages {
            let named = format!("{} {}", package.name, package.version);
            let directory = Path::new(&package.manifest).with_file_name("");
            for license in chosen(license(package)).map_err(|error| format!("{named}: {error}"))? {
                let text = text(&directory, license).map_err(|error| format!("{named}: {error}"))?;
                groups.entry((license.to_owned(), text)).or_default().push(named.clone());
            }
        }
        Ok(file(self.name, &packages, &groups))
    }

    /// Returns the packages from elsewhere that the product contains, in the order of their names.
    fn packages(&self) -> Result<Vec<Package>, String> {
        let known = Workspace::described(&["--locked", "--manifest-path", self.manifest])?.packages;
        let mut packages = Vec::new();
        let compiled =
            self.targets.iter().flat_map(|target| self.packages.iter().map(move |package| (target, package)));
        for (target, package) in compiled {
            let tree = ["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
            let product = ["--manifest-path", self.manifest, "--package", package, "--target", target];
            let tree = output(process::cargo().args(tree).args(product))?;
            for line in tree.lines() {
                let mut words = line.split_whitespace();
                let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
                let version = version.trim_start_matches('v');
                // Packages of this project are not in the list of those from elsewhere.
                let is_it = |known: &&Package| known.source.is_some() && known.name == name && known.version == version;
                packages.extend(known.iter().find(is_it).cloned());
            }
        }
        packages.sort_unstable_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        packages.dedup_by(|a, b| (&a.name, &a.version) == (&b.name, &b.version));
        if packages.is_empty() { Err(format!("cargo tree lists no package of {}", self.name)) } else { Ok(packages) }
    }
}

/// Returns the expression in the manifest of a package.
fn license(package: &Package) -> &str {
    package.license.as_deref().unwrap_or_default()
}

/// Returns the file: a list of the packages, then each text once, with the packages that have it.
fn file(product: &str, packages: &[Package], groups: &BTreeMap<(String, String), Vec<String>>) -> String {
    let mut file = format!(
        "Licenses of the packages that {product} contains\n\n\
         Written by `cargo xtask licenses`. Where a package can be used under one of several\n\
         licenses, the text is that of one of them.\n\n"
    );
    for package in packages {
        let named = format!("{} {}", package.name, package.version);
        file += &format!("  {named:<28} {}\n", license(package));
    }
    for ((license, text), users) in groups {
        let line = "-".repeat(80);
        file += &format!("\n{line}\n{license}: {}\n{line}\n\n{text}", users.join(", "));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_several_packages_have_is_written_once() {
        let package = |name: &str| Package {
            name: name.into(),
            version: "1.0.0".into(),
            license: Some("MIT".into()),
            ..Package::default()
        };
        let users = vec!["a 1.0.0".to_owned(), "b 1.0.0".to_owned()];
        let groups = BTreeMap::from([(("MIT".to_owned(), "Permission is granted.\n".to_owned()), users)]);
        let file = file("program", &[package("a"), package("b")], &groups);
        assert_eq!(file.matches("Permission").count(), 1);
        assert!(file.contains("  a 1.0.0                      MIT\n"), "{file}");
        assert!(file.contains("\nMIT: a 1.0.0, b 1.0.0\n"), "{file}");
    }

    #[test]
    fn packages_of_this_project_are_left_out() {
        let packages = PRODUCTS[0].packages().expect("cargo describes the workspace");
        assert!(!packages.is_empty() && packages.iter().all(|package| !package.name.starts_with("gardez")));
    }
}
