//! Names of files from values of tags.

/// The longest name, in bytes, without its extension.
const MAX_BYTES: usize = 100;

/// Returns the name of a file for the games whose tag has this value, without an extension.
///
/// Characters other than letters, digits, dots and hyphens become underscores. The name cannot leave its directory, and has
/// at most 100 bytes. Values that say nothing become `unknown`.
///
/// ```
/// use gardez_data::select::file_stem;
///
/// assert_eq!(file_stem("Carlsen, Magnus"), "Carlsen__Magnus");
/// assert_eq!(file_stem("?"), "unknown");
/// ```
pub fn file_stem(value: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let mut name: String = value.trim().chars().map(|c| if is_kept(c) { c } else { '_' }).collect();
    while MAX_BYTES < name.len() {
        name.pop();
    }
    // A name with a dot at its beginning would be hidden, or a directory.
    let name = name.trim_start_matches('.').trim_end_matches('.');
    if name.chars().all(|c| c == '_' || c == '-') { "unknown".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_directory() {
        for (value, name) in [
            ("B90", "B90"),
            ("Carlsen, Magnus", "Carlsen__Magnus"),
            ("2024.01.05", "2024.01.05"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("..", "unknown"),
            ("", "unknown"),
            ("?", "unknown"),
            ("Grünfeld", "Grünfeld"),
            ("a\0b\nc", "a_b_c"),
        ] {
            assert_eq!(file_stem(value), name, "{value:?}");
        }
        assert!(file_stem(&"é".repeat(1000)).len() <= MAX_BYTES);
    }
}
