//! The version of the program, as far as it may change the bytes of an output.

use std::sync::LazyLock;

/// The number of the file format. It rises whenever the same plan would give other bytes.
pub const FORMAT: u32 = 1;

/// The code version: the version of the crate, the number of the file format, and `SCALE_BUILD` if that was set when
/// the program was compiled.
///
/// Outputs of different code versions are never mixed. Sites that build the program themselves set `SCALE_BUILD`, for
/// example to the hash of a commit.
///
/// ```
/// assert!(gardez_scale::code::version().contains("+format."));
/// ```
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let build = option_env!("SCALE_BUILD").map(|build| format!(".{build}")).unwrap_or_default();
        format!("{}+format.{FORMAT}{build}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}

/// True in a build with debug assertions, which only runs plans that allow it.
pub const IS_DEBUG: bool = cfg!(debug_assertions);
