//! Which file of a crate imports which.
//!
//! This is a search in the text of formatted sources, not a compiler: a path counts if it begins with `crate`, `self`,
//! `super` or a module in the same file. Imports of re-exported names lead to the file that defines them. Tests are left
//! out, because a test may import anything.

use std::collections::{BTreeMap, BTreeSet};

use super::texts::Text;

/// The files of a crate below its root, each with the files that it imports. A file is known by its module path, with
/// `/` between the modules.
pub(super) struct Imports {
    /// The directory of the sources, from the workspace root, with a `/` at its end.
    pub(super) directory: String,
    /// Each file with the files that it imports, and the line number of each import.
    pub(super) files: BTreeMap<String, BTreeMap<String, usize>>,
}

/// A path in the code of a file.
#[derive(Debug, PartialEq, Eq)]
struct Path {
    line: usize,
    /// Its parts, from the root of the crate if the path leads into the crate.
    parts: Vec<String>,
    is_external: bool,
    /// The name that the path has in the file, if it is imported.
    name: Option<String>,
    /// Whether others can import it from the file.
    is_public: bool,
}

/// The paths in the sources of a crate, by the module paths of the sources.
struct Sources(BTreeMap<String, Vec<Path>>);

/// The root of a crate as a module path.
const ROOT: &str = "";

/// Returns the directories among `texts` that are the root of a crate: with `lib.rs` or `main.rs`.
pub(super) fn roots(texts: &[Text]) -> BTreeSet<&str> {
    let is_root = |name: &str| matches!(name, "lib.rs" | "main.rs");
    let split = texts.iter().filter_map(|text| text.path.rsplit_once('/'));
    split
        .filter(|(directory, name)| is_root(name) && directory.contains("/src"))
        .map(|(directory, _)| directory)
        .collect()
}

/// Reads the imports of the crate whose sources are in `directory`.
pub(super) fn read(directory: &str, texts: &[Text]) -> Imports {
    let sources = Sources::collect(directory, texts);
    let mut files = BTreeMap::new();
    for (module, source) in sources.0.iter().filter(|(module, _)| *module != ROOT) {
        let mut imported = BTreeMap::new();
        for path in source.iter().filter(|path| !path.is_external) {
            let target = sources.resolve(&path.parts);
            if let Target::File(file) = target
                && file != ROOT
                && file != module
                && !(path.is_public && is_below(file, module))
            {
                imported.entry(file.to_owned()).or_insert(path.line);
            }
        }
        files.insert(module.clone(), imported);
    }
    Imports { directory: format!("{directory}/"), files }
}

/// Returns `true` if one module is inside the other.
pub(super) fn is_below(module: &str, parent: &str) -> bool {
    module.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
enum Target<'a> {
    /// To this file of the crate.
    File(&'a str),
    External,
}

impl Sources {
    fn collect(directory: &str, texts: &[Text]) -> Self {
        let mut modules = BTreeMap::new();
        for text in texts.iter().filter(|text| text.is("rs")) {
            let Some(path) = text.path.strip_prefix(directory).and_then(|path| path.strip_prefix('/')) else {
                continue;
            };
            if path.starts_with("bin/") {
                continue;
            }
            let module = path.trim_end_matches(".rs").trim_end_matches("/mod");
            let module = if matches!(path, "lib.rs" | "main.rs") { ROOT } else { module };
            modules.entry(module.to_owned()).or_insert_with(Vec::new).push(text);
        }
        let children = |module: &str| -> Vec<String> {
            let prefix = if module == ROOT { String::new() } else { format!("{module}/") };
            let below = modules.keys().filter_map(|other| other.strip_prefix(&prefix));
            below.filter(|name| !name.is_empty() && !name.contains('/')).map(String::from).collect()
        };
        let (mut sources, mut tests) = (BTreeMap::new(), Vec::new());
        for (module, texts) in &modules {
            let mut source = Vec::new();
            for text in texts {
                let mut scan = Scan::new(module, children(module));
                scan.run(&text.text);
                source.append(&mut scan.paths);
                tests.append(&mut scan.tests);
            }
            sources.insert(module.clone(), source);
        }
        sources.retain(|module, _| !tests.iter().any(|test| module == test || is_below(module, test)));
        Self(sources)
    }

    /// Follows re-exports to the file that defines the name.
    fn resolve(&self, parts: &[String]) -> Target<'_> {
        let (mut file, mut rest) = self.split(parts);
        // A chain of re-exports that compiles visits no file twice.
        for _ in 0..self.0.len() {
            let Some(name) = rest.first().filter(|name| *name != "*") else { break };
            let Some(path) = self.0[file].iter().find(|path| path.name.as_ref() == Some(name)) else { break };
            let next = [&path.parts, &rest[1..]].concat();
            if path.is_external {
                return Target::External;
            }
            (file, rest) = self.split(&next);
        }
        Target::File(file)
    }

    /// Returns the file to which a path leads, and the rest of the path.
    fn split(&self, parts: &[String]) -> (&str, Vec<String>) {
        for length in (0..=parts.len()).rev() {
            if let Some((file, _)) = self.0.get_key_value(&parts[..length].join("/")) {
                return (file, parts[length..].to_vec());
            }
        }
        (ROOT, parts.to_vec())
    }
}

/// The search in one file.
struct Scan<'a> {
    module: Vec<&'a str>,
    children: Vec<String>,
    paths: Vec<Path>,
    /// The module paths of files that are compiled for tests only.
    tests: Vec<String>,
}

impl<'a> Scan<'a> {
    fn new(module: &'a str, children: Vec<String>) -> Self {
        let module = module.split('/').filter(|part| !part.is_empty()).collect();
        Self { module, children, paths: Vec::new(), tests: Vec::new() }
    }

    fn run(&mut self, text: &str) {
        let mut lines = (1..).zip(text.lines());
        // The indentations of the modules that are open, and whether the next item is for tests.
        let (mut open, mut is_test) = (Vec::new(), false);
        while let Some((number, line)) = lines.next() {
            let code = line.trim_start();
            let indentation = &line[..line.len() - code.len()];
            if code.is_empty() || code.starts_with("//") {
                continue;
            }
            if code.starts_with("#[") {
                is_test |= is_for_tests(code);
                continue;
            }
            let is_for_tests = std::mem::take(&mut is_test);
            if open.last() == Some(&indentation) && code.starts_with('}') {
                open.pop();
                continue;
            }
            let (is_public, item) = visibility(code);
            if let Some(module) = item.strip_prefix("mod ") {
                match module.strip_suffix(';') {
                    Some(name) if is_for_tests => self.tests.push([&self.module[..], &[name]].concat().join("/")),
                    Some(_) => {}
                    None if !module.ends_with('{') => {}
                    None if is_for_tests => {
                        let end = format!("{indentation}}}");
                        lines.by_ref().find(|(_, line)| *line == end);
                    }
                    None => open.push(indentation),
                }
            } else if let Some(tree) = item.strip_prefix("use ") {
                let mut tree = tree.to_owned();
                while !tree.ends_with(';') {
                    let Some((_, line)) = lines.next() else { break };
                    tree += line.trim();
                }
                if !is_for_tests {
                    self.import(number, tree.trim_end_matches(';'), is_public, open.len());
                }
            } else {
                self.mention(number, code, open.len());
            }
        }
    }

    /// Adds the paths of an import inside `depth` modules of the file.
    fn import(&mut self, line: usize, tree: &str, is_public: bool, depth: usize) {
        let mut leaves = Vec::new();
        expand(tree, &mut Vec::new(), &mut leaves);
        for (parts, name) in leaves {
            let Some((is_external, parts)) = self.absolute(&parts, depth) else { continue };
            // A name inside a module of the file is not a name of the file.
            let name = (depth == 0).then_some(name);
            self.paths.push(Path { line, parts, is_external, name, is_public });
        }
    }

    /// Adds the paths in a line that is not an import.
    fn mention(&mut self, line: usize, code: &str, depth: usize) {
        let code = code.split(" //").next().unwrap_or(code);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
        let mut end = 0;
        while let Some(length) = code[end..].find(is_part) {
            let start = end + length;
            end = code[start..].find(|c| !is_part(c)).map_or(code.len(), |length| start + length);
            let (before, path) = (&code[..start], &code[start..end]);
            let parts: Vec<_> = path.trim_end_matches(':').split("::").map(String::from).collect();
            // `pub(in crate::a)` says who may import, and does not import.
            if parts.len() < 2 || before.ends_with("(in ") {
                continue;
            }
            if let Some((false, parts)) = self.absolute(&parts, depth) {
                self.paths.push(Path { line, parts, is_external: false, name: None, is_public: false });
            }
        }
    }

    /// Returns a path from the root of its crate, and whether that is another crate.
    fn absolute(&self, parts: &[String], depth: usize) -> Option<(bool, Vec<String>)> {
        let here = || self.module.iter().map(|&part| part.to_owned());
        let first = parts.first()?.as_str();
        Some(match first {
            // A macro for users names what they can name.
            "$crate" => return None,
            "crate" => (false, parts[1..].to_vec()),
            "self" => (false, here().chain(parts[1..].iter().cloned()).collect()),
            "super" => {
                let supers = parts.iter().take_while(|part| *part == "super").count();
                let up = self.module.len().saturating_sub(supers.saturating_sub(depth));
                (false, here().take(up).chain(parts[supers..].iter().cloned()).collect())
            }
            _ if self.children.iter().any(|child| child == first) => {
                (false, here().chain(parts.iter().cloned()).collect())
            }
            _ => (true, parts.to_vec()),
        })
    }
}

/// Returns `true` if an attribute keeps an item out of all builds but tests.
fn is_for_tests(attribute: &str) -> bool {
    ["#[cfg(test", "#[cfg(doctest", "#[cfg(all(test"].iter().any(|start| attribute.starts_with(start))
}

/// Returns `true` if an item is `pub` or `pub(…)`, and the item without its visibility.
fn visibility(code: &str) -> (bool, &str) {
    let Some(rest) = code.strip_prefix("pub") else { return (false, code) };
    let rest = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, rest)) => rest,
        None => rest,
    };
    rest.strip_prefix(' ').map_or((false, code), |item| (true, item))
}

/// Takes an import like `a::{b, c::d as e}` apart into paths, each with the name it has in the file.
fn expand(tree: &str, parents: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    let depth = parents.len();
    if let Some(start) = tree.find('{') {
        parents.extend(tree[..start].split("::").filter(|part| !part.is_empty()).map(String::from));
        let inside = tree[start + 1..].strip_suffix('}').unwrap_or(&tree[start + 1..]);
        let (mut open, mut begin) = (0, 0);
        for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                ',' if open == 0 => {
                    if !inside[begin..at].trim().is_empty() {
                        expand(&inside[begin..at], parents, leaves);
                    }
                    begin = (at + 1).min(inside.len());
                }
                _ => {}
            }
        }
    } else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
        parents.extend(path.split("::").map(String::from));
        // `use a::{self}` imports `a`.
        if parents.len() > 1 && parents.last().is_some_and(|part| part == "self") {
            parents.pop();
        }
        let name = alias.or(parents.last().map(String::as_str)).unwrap_or_default().to_owned();
        leaves.push((parents.clone(), name));
    }
    parents.truncate(depth);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(files: &[(&str, &str)]) -> Vec<Text> {
        files.iter().map(|&(path, text)| Text { path: format!("a/src/{path}"), text: text.into() }).collect()
    }

    /// What `b.rs` imports, in a crate that also has the given files.
    fn imports_of_b(b: &str) -> Vec<String> {
        let root = "pub use crate::c::C;\npub use d::{D, e::E};\npub use other::O;\nmod b;\nmod c;\nmod d;\n";
        let files = [
            ("lib.rs", root),
            ("b.rs", b),
            ("b/f.rs", ""),
            ("c.rs", ""),
            ("d.rs", "pub use e::E;\nmod e;\n"),
            ("d/e.rs", ""),
        ];
        let imports = read("a/src", &texts(&files));
        imports.files["b"].keys().cloned().collect()
    }

    #[test]
    fn imports_are_found_in_every_form() {
        for (text, expected) in [
            ("use crate::c::C;", "c"),
            ("use super::c::C;", "c"),
            ("pub(crate) use crate::c;", "c"),
            ("use f::F;", "b/f"),
            ("use self::f::F;", "b/f"),
            ("fn g() -> crate::c::C {\n    super::c::C\n}", "c"),
            ("fn g() {\n    use crate::c::C;\n}", "c"),
            ("mod inner {\n    use super::super::c;\n    use super::f;\n}\n", "b/f c"),
            ("use crate::{\n    c::{C as X, Y},\n    d::{self},\n};", "c d"),
            ("#[cfg(feature = \"std\")]\nuse crate::c::C;", "c"),
        ] {
            assert_eq!(imports_of_b(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn an_import_of_a_re_exported_name_leads_to_the_file_that_defines_it() {
        for (text, expected) in [
            ("use crate::C;", "c"),
            ("use crate::{D, E};", "d d/e"),
            ("use crate::d::E;", "d/e"),
            ("use crate::d::D;", "d"),
            ("use crate::O;", ""),
        ] {
            assert_eq!(imports_of_b(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_an_import_is_left_alone() {
        for text in [
            "// use crate::c::C;\n/// [`C`](crate::c::C)\n",
            "#[cfg(test)]\nmod tests {\n    use crate::c::C;\n}\n",
            "#[cfg(all(test, feature = \"std\"))]\nuse crate::c::C;",
            "use gardez_types::Square;\nuse std::fmt;",
            "pub(in crate::c) fn g() {}",
            "pub use f::F;",
            "use super::*;",
            "    $crate::c!()",
        ] {
            assert_eq!(imports_of_b(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn files_for_tests_only_are_left_out() {
        let files =
            [("main.rs", "#[cfg(test)]\nmod b;\nmod c;\n"), ("b.rs", "use crate::c;"), ("b/d.rs", ""), ("c.rs", "")];
        let imports = read("a/src", &texts(&files));
        assert_eq!(imports.files.into_keys().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn each_root_is_found() {
        let paths = ["lib.rs", "bin/c/main.rs", "bin/c/d.rs", "b.rs"];
        let texts = texts(&paths.map(|path| (path, "")));
        assert_eq!(roots(&texts), BTreeSet::from(["a/src", "a/src/bin/c"]));
        assert_eq!(read("a/src/bin/c", &texts).files.into_keys().collect::<Vec<_>>(), ["d"]);
    }
}
