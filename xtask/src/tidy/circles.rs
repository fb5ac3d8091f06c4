//! Files of a crate that import each other in a circle.
//!
//! This is a search in formatted text: a path counts if it begins with `crate` or `super`, and leads to the longest
//! module that it names. Re-exports are not followed. A file and its parent may import each other. Roots and tests are
//! left out, because they may import anything.

use std::collections::{BTreeMap, BTreeSet};

use super::texts::Text;
use super::{Problem, sources};

/// The files of a crate by module path, each with those that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the circles of all crates in `texts`.
pub(super) fn problems(texts: &[Text]) -> Vec<Problem> {
    let roots = texts.iter().filter_map(|text| {
        let directory = text.path.strip_suffix("lib.rs").or_else(|| text.path.strip_suffix("main.rs"))?;
        directory.ends_with("/src/").then_some(directory)
    });
    let roots: BTreeSet<_> = roots.collect();
    let problem = |directory: &str, circle: Vec<String>| {
        let names = circle.join("` -> `");
        Problem::new(format!("{directory}{}.rs", circle[0]), format!("the files import each other: `{names}`"))
    };
    roots.into_iter().filter_map(|directory| Some(problem(directory, circle(imports(directory, texts))?))).collect()
}

fn imports(directory: &str, texts: &[Text]) -> Imports {
    let module = |path: &str| path.strip_suffix(".rs").map(|path| path.trim_end_matches("/mod").to_owned());
    let files = texts.iter().filter_map(|text| Some((module(text.path.strip_prefix(directory)?)?, &*text.text)));
    let mut files: BTreeMap<String, &str> = files
        .filter(|(module, _)| !["lib", "main"].contains(&module.as_str()) && !module.starts_with("bin/"))
        .collect();
    let tests = sources::test_modules(texts);
    let is_test = |module: &str| tests.contains(&format!("{directory}{module}.rs"));
    files.retain(|module, _| !module.match_indices('/').any(|(at, _)| is_test(&module[..at])) && !is_test(module));

    let longest = |parts: &[&str]| {
        let paths = (1..=parts.len()).rev().map(|length| parts[..length].join("/"));
        paths.into_iter().find(|path| files.contains_key(path))
    };
    let imported = |(module, text): (&String, &&str)| {
        let own: Vec<_> = module.split('/').collect();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code: String = code.lines().map(|line| line.split("//").next().unwrap_or(line).to_owned() + "\n").collect();
        let found = paths(&code).into_iter().filter_map(|path| {
            let supers = path.iter().take_while(|part| **part == "super").count();
            let start = if supers == 0 { &[] } else { &own[..own.len().saturating_sub(supers)] };
            longest(&[start, &path[supers.max(1)..]].concat())
        });
        (module.clone(), found.filter(|other| other != module && !is_below(module, other)).collect())
    };
    files.iter().map(imported).collect()
}

/// Returns `true` if one module is inside the other.
fn is_below(module: &str, parent: &str) -> bool {
    module.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the paths in a code that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            // Not the end of a longer path, and not `pub(in crate::a)`, which imports nothing.
            if !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c))
                && !code[..at].ends_with("(in ")
            {
                tree(code, at, &mut Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Adds the paths of an import like `a::{b, c::d as e}`, and returns where it ends.
fn tree<'a>(code: &'a str, mut at: usize, path: &mut Vec<&'a str>, paths: &mut Vec<Vec<&'a str>>) -> usize {
    let depth = path.len();
    loop {
        let rest = &code[at..];
        if rest.starts_with('{') {
            at += 1;
            while let Some(next) = code[at..].find(|c: char| !c.is_whitespace() && c != ',') {
                at += next;
                if code[at..].starts_with('}') {
                    at += 1;
                    break;
                }
                at = tree(code, at, path, paths);
                // An alias follows the path.
                at += code[at..].find([',', '}']).unwrap_or(code.len() - at);
            }
            break;
        }
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(&rest[..length]);
        at += length;
        if !code[at..].starts_with("::") {
            paths.push(path.clone());
            break;
        }
        at += 2;
    }
    path.truncate(depth);
    at
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
        let found = |code| paths(code).into_iter().map(|path| path.join("/")).collect::<Vec<_>>().join(" ");
        for (code, expected) in [
            ("use crate::c::C;", "crate/c/C"),
            ("pub(crate) use super::super::{c as d, e::{self, *}};", "super/super/c super/super/e/self super/super/e/"),
            ("fn f() -> crate::c::C<u8> {}", "crate/c/C"),
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
            problems(&texts).pop().map(|problem| problem.to_string())
        };
        let expected = "x/src/a.rs: the files import each other: `a` -> `a/b` -> `c` -> `a`";
        assert_eq!(circle("use crate::a::b::B;", "use crate::a::A;").as_deref(), Some(expected));
        assert_eq!(circle("use crate::a::b::B;", "// use crate::a::A;"), None);
        assert_eq!(circle("use crate::a::b::B;", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}"), None);
        assert_eq!(circle("", "use crate::a::A;"), None);
    }
}
