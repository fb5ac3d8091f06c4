//! The version of the program, as far as it may change the bytes of an output.

use std::sync::LazyLock;

/// The number of the file format. It rises whenever a file has other columns or another meaning.
pub(crate) const FORMAT: u32 = 1;

/// The digest of the sources of all crates that a unit runs, and of the lock file with the checksums of all others.
pub(crate) const DIGEST: &str = env!("SCALE_CODE");

/// Returns the code version: the version of the crate, the number of the file format, the [`DIGEST`] of the code, and
/// `SCALE_BUILD` if that was set when the program was compiled.
///
/// Outputs of different code versions are never mixed.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let build = option_env!("SCALE_BUILD").map(|build| format!(".{build}")).unwrap_or_default();
        format!("{}+format.{FORMAT}.code.{DIGEST}{build}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}

/// True in a build with debug assertions, which only runs plans that allow it.
pub(crate) const IS_DEBUG: bool = cfg!(debug_assertions);
