//! Files of a crate that import each other in a circle.
//!
//! A path in formatted text counts if it begins with `crate` or `super`, or if `use` begins it. It leads to the longest
//! module that it names, and then where the imports of that module lead. A file may import its parents. Roots and tests
//! may import anything.

use std::collections::{BTreeMap, BTreeSet};

use super::sources;
use crate::texts::Text;

/// The paths that each file of a crate imports, from the root, by the path of its module. A path of `use` is there
/// twice, once with its name in the file.
type Imports = BTreeMap<String, Vec<(String, String)>>;

pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let is_root = |path: &&str| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    let roots = texts.iter().map(|text| &*text.path).filter(is_root).map(|path| &path[..=path.rfind('/').unwrap_or(0)]);
    let problem = |directory| {
        let imports = imports(directory, texts);
        let circle = circle(edges(&imports));
        (!circle.is_empty()).then(|| format!("{directory}: the files import each other: `{}`", circle.join("`, `")))
    };
    roots.collect::<BTreeSet<_>>().into_iter().filter_map(problem).collect()
}

fn imports(directory: &str, texts: &[Text]) -> Imports {
    let mut imports = Imports::new();
    for text in sources::files(texts) {
        let module = text.path.strip_prefix(directory).and_then(|path| path.strip_suffix(".rs"));
        let Some(module) = module.filter(|module| !module.starts_with("bin/")) else { continue };
        let module = if module == "lib" || module == "main" { "" } else { module.trim_end_matches("/mod") };
        let (module, code) = (module.replace('/', "::"), sources::code(text).collect::<Vec<_>>().join("\n"));
        imports.entry(module.clone()).or_default().extend(paths(&module, &code));
    }
    imports
}

/// Returns the paths in the code of a module, from the root, with their names.
fn paths(module: &str, code: &str) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for (at, start) in ["crate::", "super::", "use "].iter().flat_map(|start| code.match_indices(start)) {
        let (before, mut found) = (&code[..at], Vec::new());
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        // Not the end of a longer path or word, and not `pub(in crate::a)`, which imports nothing.
        let is_end = before.ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c)) || before.ends_with("(in ");
        if start != "use " && !is_end {
            expand("", &code[at..], &mut found);
        } else if start == "use " && (line.is_empty() || line.starts_with("pub")) {
            expand("", &code[at + start.len()..], &mut found);
            paths.extend(found.clone());
            found.retain(|_| line.is_empty());
        }
        paths.extend(found.into_iter().map(|(path, _)| (path, String::new())));
    }
    paths.into_iter().map(|(path, name)| (from_root(module, &path), name)).collect()
}

fn from_root(mut module: &str, path: &str) -> String {
    if let Some(path) = path.strip_prefix("crate::") {
        return path.to_owned();
    }
    let mut path = path.trim_start_matches("self::");
    while let Some(rest) = path.strip_prefix("super::") {
        (module, path) = (module.rsplit_once("::").map_or("", |(parent, _)| parent), rest);
    }
    format!("{module}::{path}").trim_start_matches("::").to_owned()
}

/// Adds the paths of an import like `a::{b, c::d as e}`, each after `path` and with its name, and returns what follows it.
fn expand<'a>(path: &str, import: &'a str, paths: &mut Vec<(String, String)>) -> &'a str {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let (path, mut rest) = (format!("{path}{}", &import[..word(import)]), &import[word(import)..]);
    let Some(inside) = rest.strip_prefix('{') else {
        let path = path.trim_end_matches("::self");
        let last = path.rsplit("::").next().unwrap_or(path);
        let name = rest.strip_prefix(" as ").map_or(last, |alias| &alias[..word(alias)]);
        paths.push((path.into(), name.into()));
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

/// Returns the files with those that each imports.
fn edges(imports: &Imports) -> BTreeMap<&str, BTreeSet<&str>> {
    let edges = imports.iter().filter(|(file, _)| !file.is_empty()).map(|(file, paths)| {
        let imported = paths.iter().filter(|(_, name)| name.is_empty()).map(|(path, _)| target(imports, path, 0));
        (file.as_str(), imported.filter(|other| rest(file, other).is_none()).collect())
    });
    edges.collect()
}

/// Returns what follows a module in a path that is in the module or is the module.
fn rest<'a>(path: &'a str, module: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(module)?;
    if module.is_empty() || rest.is_empty() { Some(rest) } else { rest.strip_prefix("::") }
}

/// Returns the file to which a path leads, by the imports of the files on its way.
fn target<'a>(imports: &'a Imports, path: &str, steps: usize) -> &'a str {
    // Of two modules in which the path is, the inner one is the later one.
    let found = imports.iter().rev().find_map(|(file, paths)| Some((file, paths, rest(path, file)?)));
    let Some((file, paths, inside)) = found else { return "" };
    let (name, after) = inside.split_once("::").unwrap_or((inside, ""));
    match paths.iter().find(|(next, known)| !name.is_empty() && known == name && rest(path, next).is_none()) {
        Some((next, _)) if steps < 9 => target(imports, format!("{next}::{after}").trim_end_matches("::"), steps + 1),
        _ => file,
    }
}

/// Returns the files in circles, and those between two circles.
fn circle<'a>(mut edges: BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<&'a str> {
    // Not a file that imports none of the others, or that none of them imports.
    let is_outside = |edges: &BTreeMap<_, BTreeSet<&str>>, file: &str| {
        edges[file].is_empty() || !edges.values().any(|imported| imported.contains(file))
    };
    while let Some(file) = edges.keys().copied().find(|file| is_outside(&edges, file)) {
        edges.remove(file);
        edges.values_mut().for_each(|imported| _ = imported.remove(file));
    }
    edges.into_keys().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_every_form() {
        for (code, expected) in [
            ("use crate::c::C;", "c::C ;c::C C;c::C ;"),
            ("pub(crate) use super::{c as d, e::{self, *}};", "a::c ;a::e ;a::e:: ;a::c d;a::e e;a::e:: ;"),
            ("fn f() -> crate::c::C<u8> {}", "c::C ;"),
            ("    pub use c::C;", "a::b::c::C C;"),
            ("$crate::c; pub(in crate::d) fn f() {}", ""),
            ("use crate::{", ""),
        ] {
            let found: String = paths("a::b", code).iter().map(|(path, name)| format!("{path} {name};")).collect();
            assert_eq!(found, expected, "{code}");
        }
    }

    #[test]
    fn a_circle_is_found_and_a_parent_or_a_test_makes_none() {
        let expected = "x/src/: the files import each other: `a`, `a::b`, `c`";
        let direct = "x/src/: the files import each other: `a::b`, `c`";
        for (root, a, c, expected) in [
            ("", "use crate::a::b::B;", "use crate::a::A;", Some(expected)),
            ("", "use b::B;", "use crate::a::A;", Some(expected)),
            // The root or a parent exports a name again.
            ("pub use a::b::B;", "", "use crate::B;", Some(direct)),
            ("", "pub use b::B;", "use crate::a::B;", Some(direct)),
            ("", "pub use b::B;", "use crate::a::A;", None),
            ("", "use b::B;", "// use crate::a::A;", None),
            ("", "use b::B;", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}", None),
        ] {
            let files = [("lib.rs", root), ("a.rs", a), ("a/b.rs", "use super::A;\nuse crate::c;"), ("c.rs", c)];
            let texts = files.map(|(path, text)| Text { path: format!("x/src/{path}"), text: text.into() });
            assert_eq!(problems(&texts).pop().as_deref(), expected, "{root} {a} {c}");
        }
    }
}
