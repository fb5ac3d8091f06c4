//! License expressions of manifests, and which license of several is chosen.

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
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    let read = alternatives(&mut words);
    match (read, words.is_empty()) {
        (Some(Some(licenses)), true) => Ok(licenses),
        (Some(None), true) => Err(format!("no license of `{expression}` is in the list of xtask/src/licenses")),
        _ => Err(format!("`{expression}` is not a license expression")),
    }
}

/// Licenses that are required together; `None` if one of them is unknown.
type Licenses = Option<Vec<&'static str>>;

/// Reads alternatives, and returns the preferred one. `words` are in reverse order; `None` is a malformed expression.
fn alternatives(words: &mut Vec<&str>) -> Option<Licenses> {
    let mut best = requirements(words)?;
    while words.pop_if(|word| *word == "OR").is_some() {
        let other = requirements(words)?;
        if rank(&other) < rank(&best) {
            best = other;
        }
    }
    Some(best)
}

/// Reads licenses that are joined by AND.
fn requirements(words: &mut Vec<&str>) -> Option<Licenses> {
    let mut all = term(words)?;
    while words.pop_if(|word| *word == "AND").is_some() {
        let other = term(words)?;
        all = all.zip(other).map(|(mut all, other)| {
            all.extend(other);
            all
        });
    }
    Some(all)
}

/// Reads a license, or an expression in parentheses.
fn term(words: &mut Vec<&str>) -> Option<Licenses> {
    match words.pop()? {
        "(" => {
            let inner = alternatives(words)?;
            (words.pop()? == ")").then_some(inner)
        }
        ")" | "OR" | "AND" | "WITH" => None,
        name => {
            // No license with an exception is in the list.
            let has_exception = words.pop_if(|word| *word == "WITH").is_some() && words.pop().is_some();
            let known = PREFERRED.iter().find(|known| **known == name && !has_exception);
            Some(known.map(|known| vec![*known]))
        }
    }
}

/// Returns the place of the least preferred license; unknown ones are last.
fn rank(licenses: &Licenses) -> usize {
    let place = |license: &&str| PREFERRED.iter().position(|known| known == license);
    let places = licenses.iter().flatten().filter_map(place);
    if licenses.is_none() { PREFERRED.len() } else { places.max().unwrap_or(0) }
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
