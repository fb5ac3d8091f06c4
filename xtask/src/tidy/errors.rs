//! Public error types: what all of them must implement.

use super::Problem;
use super::texts::Text;

/// The traits of a public error type.
const TRAITS: [&str; 2] = ["Error", "ErrorInfo"];

/// Public types of the published crates whose names end in `Error` or `ErrorKind`, but which do not implement `Error` and
/// `ErrorInfo`.
pub(super) fn problems(texts: &[Text]) -> Vec<Problem> {
    let sources = || texts.iter().filter(|text| text.path.starts_with("crates/") && text.path.contains("/src/"));
    let mut problems = Vec::new();
    for source in sources() {
        let package = |text: &&Text| text.path.split('/').nth(1) == source.path.split('/').nth(1);
        for (index, name) in source.text.lines().enumerate().filter_map(|(index, line)| Some((index, declared(line)?)))
        {
            for wanted in TRAITS {
                let is_implemented = sources().filter(package).any(|text| implements(&text.text, wanted, name));
                if !is_implemented {
                    problems.push(Problem::at(&source.path, index + 1, format!("`{name}` must implement `{wanted}`")));
                }
            }
        }
    }
    problems
}

/// The name of the public error type that this line declares.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub struct "))?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (name.ends_with("Error") || name.ends_with("ErrorKind")).then_some(name)
}

/// Whether the text has an `impl` of this trait for this type.
fn implements(text: &str, wanted: &str, name: &str) -> bool {
    let ends = |rest: &str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '<', '{']));
    let marker = format!("{wanted} for ");
    let is_impl = |line: &str| {
        let (head, rest) = line.split_once(&marker)?;
        let is_whole_word = !head.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        Some(head.starts_with("impl") && is_whole_word && ends(rest))
    };
    text.lines().any(|line| is_impl(line) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Text {
        Text { path: "crates/a/src/lib.rs".into(), text: text.into() }
    }

    #[test]
    fn an_error_without_a_kind_is_reported_with_its_line() {
        let texts = [source("//! A.\npub enum AError {}\nimpl core::error::Error for AError {}\n")];
        let problems: Vec<_> = problems(&texts).iter().map(ToString::to_string).collect();
        assert_eq!(problems, ["crates/a/src/lib.rs:2: `AError` must implement `ErrorInfo`"]);
    }

    #[test]
    fn an_error_may_implement_its_traits_in_another_file_of_its_crate() {
        let impls = "impl Error for AErrorKind {}\nimpl ErrorInfo for AErrorKind {\n}";
        let other = |path: &str| Text { path: path.into(), text: impls.into() };
        let texts = |path| [source("pub struct AErrorKind;\npub struct Other;\n"), other(path)];
        assert_eq!(problems(&texts("crates/a/src/b.rs")), []);
        assert_eq!(problems(&texts("crates/b/src/b.rs")).len(), 2);
    }

    #[test]
    fn an_impl_for_a_longer_name_does_not_count() {
        assert!(!implements("impl Error for AErrorKind {}", "Error", "AError"));
        assert!(!implements("impl MyError for AError {}", "Error", "AError"));
        assert!(implements("impl Error for AError {}", "Error", "AError"));
    }
}
