//! Files of a crate that import each other in a circle.
//!
//! This is a search in formatted text: a path counts if it begins with `crate` or `super`, and leads to the longest
//! module that it names. Re-exports are not followed. A file and its parent may import each other. Roots and tests are
//! left out, because they may import anything.

use std::collections::{BTreeMap, BTreeSet};

use super::sources;
use super::texts::Text;

/// The files of a crate by module path, each with those that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the circles of all crates in `texts`.
pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let roots = texts.iter().filter_map(|text| {
        let directory = text.path.strip_suffix("lib.rs").or_else(|| text.path.strip_suffix("main.rs"))?;
        directory.ends_with("/src/").then_some(directory)
    });
    let roots: BTreeSet<_> = roots.collect();
    let problem = |directory: &str, circle: Vec<String>| {
        format!("{directory}{}.rs: the files import each other: `{}`", circle[0], circle.join("` -> `"))
    };
    roots.into_iter().filter_map(|directory| Some(problem(directory, circle(imports(directory, texts))?))).collect()
}

fn imports(directory: &str, texts: &[Text]) -> Imports {
    let files = sources::files(texts).filter_map(|text| {
        let module = text.path.strip_prefix(directory)?.strip_suffix(".rs")?.trim_end_matches("/mod");
        (!["lib", "main"].contains(&module) && !module.starts_with("bin/")).then_some((module, sources::code(text)))
    });
    let files: BTreeMap<&str, &str> = files.collect();
    let longest = |parts: Vec<&str>| {
        (1..=parts.len()).rev().map(|length| parts[..length].join("/")).find(|path| files.contains_key(&**path))
    };
    let imported = |(&module, code): (&&str, &&str)| {
        let code: String = code.lines().map(|line| line.split("//").next().unwrap_or(line).to_owned() + "\n").collect();
        let found = paths(&code).into_iter().filter_map(|path| {
            let path: Vec<_> = path.split("::").collect();
            let supers = path.iter().take_while(|part| **part == "super").count();
            let outside = if supers == 0 { usize::MAX } else { supers };
            let start = module.rsplit('/').skip(outside).collect::<Vec<_>>().into_iter().rev();
            longest(start.chain(path.into_iter().skip(supers.max(1))).collect())
        });
        (module.to_owned(), found.filter(|other| other != module && !is_below(module, other)).collect())
    };
    files.iter().map(imported).collect()
}

/// Returns `true` if one module is inside the other.
fn is_below(module: &str, parent: &str) -> bool {
    module.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the paths in a code that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in ["crate::", "super::"].iter().flat_map(|start| code.match_indices(start)) {
        // Not the end of a longer path, and not `pub(in crate::a)`, which imports nothing.
        let before = &code[..at];
        if !before.ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c)) && !before.ends_with("(in ") {
            expand("", &code[at..], &mut paths);
        }
    }
    paths
}

/// Adds the paths of an import like `a::{b, c::d as e}`, each after `path`, and returns what follows it.
fn expand<'a>(path: &str, import: &'a str, paths: &mut Vec<String>) -> &'a str {
    let end = import.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(import.len());
    let (path, mut rest) = (format!("{path}{}", &import[..end]), &import[end..]);
    let Some(inside) = rest.strip_prefix('{') else {
        paths.push(path);
        return rest;
    };
    rest = inside;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if rest.is_empty() || rest.starts_with('}') {
            return rest.get(1..).unwrap_or_default();
        }
        rest = expand(&path, rest, paths);
        // An alias follows the path.
        rest = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
    }
}

/// Returns files that import each other, the first one again at the end.
fn circle(mut imports: Imports) -> Option<Vec<String>> {
    // Files that import none of the others are not in a circle.
    while let Some(file) = imports.iter().find(|(_, imported)| imported.is_empty()).map(|(file, _)| file.clone()) {
        imports.remove(&file);
        imports.values_mut().for_each(|imported| _ = imported.remove(&file));
    }
    let mut way = vec![imports.keys().next()?.clone()];
    loop {
        let next = imports[way.last()?].first()?.clone();
        let again = way.iter().position(|file| *file == next);
        way.push(next);
        if let Some(again) = again {
            return Some(way.split_off(again));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_every_form() {
        let found = |code| paths(code).join(" ");
        for (code, expected) in [
            ("use crate::c::C;", "crate::c::C"),
            (
                "pub(crate) use super::super::{c as d, e::{self, *}};",
                "super::super::c super::super::e::self super::super::e::",
            ),
            ("fn f() -> crate::c::C<u8> {}", "crate::c::C"),
            ("$crate::c; pub(in crate::d) fn f() {}", ""),
            ("use crate::{", ""),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn a_circle_is_found_and_a_parent_or_a_test_makes_none() {
        let circle = |a: &str, c: &str| {
            let files = [("lib.rs", ""), ("a.rs", a), ("a/b.rs", "use super::A;\nuse crate::c;"), ("c.rs", c)];
            let texts = files.map(|(path, text)| Text { path: format!("x/src/{path}"), text: text.into() });
            problems(&texts).pop()
        };
        let expected = "x/src/a.rs: the files import each other: `a` -> `a/b` -> `c` -> `a`";
        assert_eq!(circle("use crate::a::b::B;", "use crate::a::A;").as_deref(), Some(expected));
        assert_eq!(circle("use crate::a::b::B;", "// use crate::a::A;"), None);
        assert_eq!(circle("use crate::a::b::B;", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}"), None);
        assert_eq!(circle("", "use crate::a::A;"), None);
    }
}
