//! The license that is chosen from the expression in a manifest.

use spdx::{Expression, Licensee, ParseMode};

/// The licenses under which a program can be distributed, the preferred ones first.
const PREFERRED: [&str; 9] =
    ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unicode-3.0", "0BSD", "Unlicense"];

/// Returns the licenses that are chosen from an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`.
///
/// # Errors
///
/// If the expression is malformed, or if it requires a license that is not known here.
pub(super) fn chosen(expression: &str) -> Result<Vec<&'static str>, String> {
    // Old manifests have a slash for OR.
    let mode = ParseMode { allow_slash_as_or_operator: true, ..ParseMode::STRICT };
    let read = Expression::parse_mode(expression, mode);
    let read = read.map_err(|_| format!("`{expression}` is not a license expression"))?;
    let known = PREFERRED.map(|name| Licensee::parse(name).expect("the name of a license"));
    let chosen = read.minimized_requirements(&known);
    let chosen = chosen.map_err(|_| format!("no license of `{expression}` is in the list of xtask/src/licenses"))?;
    Ok(chosen.iter().filter_map(|required| Some(required.license.id()?.name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_license_is_chosen() {
        for (expression, expected) in [
            ("MIT", &["MIT"][..]),
            ("MIT OR Apache-2.0", &["MIT"]),
            ("Apache-2.0/MIT", &["MIT"]),
            ("0BSD OR Zlib", &["Zlib"]),
            ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", &["MIT"]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]),
            ("MIT AND Unlicense OR Apache-2.0", &["Apache-2.0"]),
            ("GPL-3.0-only OR ISC", &["ISC"]),
        ] {
            assert_eq!(chosen(expression).as_deref(), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn an_unknown_license_and_a_malformed_expression_are_errors() {
        for (expression, error) in [
            ("GPL-3.0-only", "no license of `GPL-3.0-only` is in the list of xtask/src/licenses"),
            ("MIT AND GPL-3.0-only", "no license of `MIT AND GPL-3.0-only` is in the list of xtask/src/licenses"),
            ("", "`` is not a license expression"),
            ("MIT OR", "`MIT OR` is not a license expression"),
            ("(MIT", "`(MIT` is not a license expression"),
            ("MIT Apache-2.0", "`MIT Apache-2.0` is not a license expression"),
        ] {
            assert_eq!(chosen(expression), Err(error.to_owned()));
        }
    }
}
