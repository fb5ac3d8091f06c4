//! The licenses of the packages that a program contains on any system, as one file that goes with the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::process::{cannot, cargo, output, read, root};
use crate::workspace::{Package, Workspace};

/// Something that is distributed in compiled form.
struct Product {
    name: &'static str,
    manifest: &'static str,
    /// The options with which cargo lists its packages on all systems.
    options: String,
    file: &'static str,
}

fn products() -> [Product; 3] {
    let systems = "--target x86_64-unknown-linux-gnu --target aarch64-unknown-linux-gnu \
                   --target aarch64-apple-darwin --target x86_64-pc-windows-msvc";
    let web = "-p gardez-web -p gardez-web-nnue -p gardez-web-openings -p gardez-web-svg -p gardez-web-tables \
               -p gardez-web-variants --target wasm32-unknown-unknown";
    let product = |name, manifest, options, file| Product { name, manifest, options, file };
    let [cli, python] = ["gardez-cli", "gardez-python"].map(|package| format!("-p {package} {systems}"));
    [
        product("gardez-cli", "Cargo.toml", cli, "crates/cli/THIRD-PARTY-LICENSES"),
        product("the npm package gardez", "bindings/Cargo.toml", web.into(), "bindings/web/npm/THIRD-PARTY-LICENSES"),
        product("the Python package gardez", "bindings/Cargo.toml", python, "bindings/python/THIRD-PARTY-LICENSES"),
    ]
}

/// Write the licenses of the packages that programs contain
#[derive(Args)]
#[command(after_help = "Example: cargo xtask licenses")]
pub(crate) struct Licenses;

impl Licenses {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        for product in products() {
            let path = root().join(product.file);
            fs::write(&path, product.text()?).map_err(cannot(&path))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(crate) fn check() -> Result<(), String> {
    products().iter().try_for_each(|product| match read(product.file)? == product.text()? {
        true => Ok(()),
        false => Err(format!("{} is out of date: `cargo xtask licenses` writes it", product.file)),
    })
}

impl Product {
    /// Returns the file: a list of the packages, then each text once, with the packages that have it.
    fn text(&self) -> Result<String, String> {
        let mut file = format!(
            "Licenses of the packages that {} contains\n\n\
             Written by `cargo xtask licenses`. Where a package can be used under one of several\n\
             licenses, the text is that of one of them.\n\n",
            self.name
        );
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for package in self.packages()? {
            let named = format!("{} {}", package.name, package.version);
            file += &format!("  {named:<28} {}\n", package.license.as_deref().unwrap_or_default());
            let directory = Path::new(&package.manifest).with_file_name("");
            let found = license_texts(&directory, package.license.as_deref()).map_err(cannot(&directory))?;
            if found.is_empty() {
                return Err(format!("{named} has no file with its license"));
            }
            found.into_iter().for_each(|text| texts.entry(text).or_default().push(named.clone()));
        }
        let line = "-".repeat(80);
        for (text, users) in texts {
            file += &format!("\n{line}\n{}\n{line}\n\n{text}\n", users.join(", "));
        }
        Ok(file)
    }

    /// Returns the packages from elsewhere that the product contains, in the order of their names.
    fn packages(&self) -> Result<Vec<Package>, String> {
        let known = Workspace::described(&format!("--locked --manifest-path {}", self.manifest))?.packages;
        let form = "--edges normal,no-proc-macro --prefix none --format {p}";
        let line = format!("tree --locked --manifest-path {} {} {form}", self.manifest, self.options);
        let tree = output(&mut cargo(&line))?;
        let is_in_tree = |package: &Package| {
            let start = format!("{} v{}", package.name, package.version);
            tree.lines()
                .any(|line| line.strip_prefix(&start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
        };
        let mut packages: Vec<_> =
            known.into_iter().filter(|package| package.source.is_some() && is_in_tree(package)).collect();
        packages.sort_unstable_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        if packages.is_empty() { Err(format!("cargo tree lists no package of {}", self.name)) } else { Ok(packages) }
    }
}

/// Returns the texts of the files with licenses and notices in a package's directory. MIT is chosen in place of Apache-2.0.
fn license_texts(directory: &Path, license: Option<&str>) -> std::io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_due = ["LICEN", "COPYING", "UNLICEN", "NOTICE"].iter().any(|start| name.starts_with(start));
        if is_due && entry.path().is_file() {
            files.push((name, fs::read_to_string(entry.path())?));
        }
    }
    if files.iter().any(|(name, _)| name.contains("MIT")) && license.is_some_and(|license| !license.contains("AND")) {
        files.retain(|(name, _)| !name.contains("APACHE"));
    }
    files.sort_unstable();
    let lines =
        |text: &str| text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    Ok(files.iter().map(|(_, text)| lines(text).trim_matches('\n').to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_this_project_are_left_out() {
        let packages = products()[0].packages().expect("cargo describes the workspace");
        assert!(!packages.is_empty() && packages.iter().all(|package| !package.name.starts_with("gardez")));
    }

    #[test]
    fn apache_is_left_out_where_mit_is_enough() {
        let directory = std::env::temp_dir().join(format!("gardez-licenses-{}", std::process::id()));
        fs::create_dir_all(directory.join("LICENSES")).expect("the temporary directory can be written");
        let files = [("license-mit", "m"), ("LICENSE-APACHE", "a\n"), ("NOTICE", "\u{feff}\nn  \r\n"), ("src.rs", "x")];
        files.iter().for_each(|(name, text)| fs::write(directory.join(name), text).expect("as before"));
        let texts = |license| license_texts(&directory, Some(license)).expect("it can be read").concat();
        let found = ["MIT OR Apache-2.0", "MIT AND Apache-2.0"].map(texts);
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        assert_eq!(found, ["mn", "amn"]);
    }
}
