//! Names of files from values of tags.

/// The longest name, in bytes, without its extension.
const MAX_BYTES: usize = 100;

/// Returns the name of a file, without an extension, for the games whose tag has this value.
///
/// Characters other than letters, digits, dots and hyphens become underscores. The name stays in its directory, has at
/// most 100 bytes, and is `unknown` for values that say nothing. An underscore comes before a name that Windows
/// reserves, such as `con` or `COM1`. Two names can differ in case only.
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
    match name {
        _ if name.chars().all(|c| c == '_' || c == '-') => "unknown".to_owned(),
        _ if is_reserved(name) => format!("_{name}"),
        _ => name.to_owned(),
    }
}

/// Returns `true` for the names of devices of Windows, with or without an extension.
fn is_reserved(name: &str) -> bool {
    let device = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let port = device.strip_prefix("com").or_else(|| device.strip_prefix("lpt")).map(str::chars);
    let is_port = |mut number: std::str::Chars<'_>| {
        number.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && number.next().is_none()
    };
    matches!(&*device, "con" | "prn" | "aux" | "nul") || port.is_some_and(is_port)
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
            (" a. ", "a"),
            ("CON", "_CON"),
            ("nul", "_nul"),
            ("aux.2024", "_aux.2024"),
            ("Com1", "_Com1"),
            ("lpt³", "_lpt³"),
            ("COM10", "COM10"),
            ("Conrad", "Conrad"),
        ] {
            assert_eq!(file_stem(value), name, "{value:?}");
        }
        assert!(file_stem(&"é".repeat(1000)).len() <= MAX_BYTES);
    }
}
