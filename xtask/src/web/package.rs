//! Puts the page together: its own files, and the package next to them.

use std::fs;
use std::path::Path;

use super::Places;
use crate::process::root;

/// Makes the directory of the page.
pub(super) fn page(places: &Places) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("{}: {error}", places.page.display());
    _ = fs::remove_dir_all(&places.page);
    copy_files(&root().join("bindings/web/page"), &places.page).map_err(cannot)?;
    for part in ["src", "wasm"] {
        copy_files(&places.package.join(part), &places.page.join("gardez").join(part)).map_err(cannot)?;
    }
    Ok(())
}

/// Copies the files of a directory, without its subdirectories.
pub(super) fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
