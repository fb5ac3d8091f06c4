//! The files of each crate in the order of their imports: drawn in the architecture page, and without circles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::iter;

use super::Problem;
use super::imports::{self, Imports, is_below};
use super::texts::Text;

/// The page with the drawing.
pub(super) const PAGE: &str = "docs/structure.md";

/// What the page says before the drawing.
const INTRODUCTION: &str = "\
# The files of each crate

A file is above all files of its crate that it imports, so each crate can be read from its last line
up. A module and its parent may import each other: then `^` marks the module, and the parent is
above it. The roots `lib.rs` and `main.rs`, which declare the modules, and tests are left out.
`cargo xtask tidy --draw --write` writes this page; `tidy` fails if it is out of date.

```text
";

/// The most columns of a line of the drawing.
const COLUMNS: usize = 100;

/// Returns the page with the drawing of all crates in `texts`.
pub(super) fn page(texts: &[Text]) -> String {
    framed(&read(texts).0)
}

fn framed(drawing: &str) -> String {
    format!("{INTRODUCTION}{drawing}```\n")
}

/// Circles between files, and a drawing that is out of date.
pub(super) fn problems(texts: &[Text]) -> Vec<Problem> {
    let (drawing, mut problems) = read(texts);
    if texts.iter().find(|text| text.path == PAGE).is_none_or(|text| text.text != framed(&drawing)) {
        problems.push(Problem::new(PAGE, "is out of date: `cargo xtask tidy --draw --write` renews it"));
    }
    problems
}

/// Returns the drawing of all crates in `texts`, and the problems of their imports.
fn read(texts: &[Text]) -> (String, Vec<Problem>) {
    let (mut drawing, mut problems) = (String::new(), Vec::new());
    for directory in imports::roots(texts) {
        let imports = imports::read(directory, texts);
        let order = Order::new(&imports);
        problems.extend(order.circles.iter().map(|circle| problem(&imports, circle)));
        if !imports.files.is_empty() {
            drawing += if drawing.is_empty() { "" } else { "\n" };
            drawing += &crate_drawing(directory, &order);
        }
    }
    (drawing, problems)
}

/// Returns what is wrong with a circle of files.
fn problem(imports: &Imports, circle: &[&str]) -> Problem {
    let Imports { directory, files } = imports;
    let next = circle[1 % circle.len()];
    let names: Vec<_> = circle.iter().chain(&circle[..1]).map(|file| format!("`{file}`")).collect();
    let what = format!("the files import each other in a circle: {}", names.join(" -> "));
    Problem { line: files[circle[0]].get(next).copied(), ..Problem::new(format!("{directory}{}.rs", circle[0]), what) }
}

/// The files of a crate in layers: a file is above all files that it imports.
struct Order<'a> {
    /// The layer of each file, from 1.
    layers: BTreeMap<&'a str, usize>,
    /// Files that import a file above them: their parent.
    upward: BTreeSet<&'a str>,
    /// Circles, each in the order of its imports.
    circles: Vec<Vec<&'a str>>,
}

/// For each file the files that must be below it.
type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

impl<'a> Order<'a> {
    fn new(imports: &'a Imports) -> Self {
        let files = || imports.files.iter().map(|(file, imported)| (file.as_str(), imported));
        let all = files().flat_map(|(file, imported)| imported.keys().map(move |other| (file, other.as_str())));
        // A file may import its parent even if the parent imports it: then the parent is above.
        let (to_parents, others): (Vec<_>, Vec<_>) = all.partition(|(file, imported)| is_below(file, imported));

        let mut graph: Graph<'_> = files().map(|(file, _)| (file, BTreeSet::new())).collect();
        let mut circles = Vec::new();
        let mut upward = BTreeSet::new();
        for (from, to) in others {
            match way(&graph, to, from) {
                None => _ = graph.entry(from).or_default().insert(to),
                Some(mut circle) => {
                    circle.rotate_right(1);
                    circles.push(circle);
                }
            }
        }
        for (child, parent) in to_parents {
            match way(&graph, parent, child) {
                None => _ = graph.entry(child).or_default().insert(parent),
                Some(_) => _ = upward.insert(child),
            }
        }
        let mut layers = BTreeMap::new();
        for (file, _) in files() {
            layer(file, &graph, &mut layers);
        }
        Self { layers, upward, circles }
    }
}

/// Returns the files on a shortest way along imports, with both ends.
fn way<'a>(graph: &Graph<'a>, from: &'a str, to: &'a str) -> Option<Vec<&'a str>> {
    let mut importers = BTreeMap::from([(from, None)]);
    let mut queue = VecDeque::from([from]);
    while let Some(file) = queue.pop_front() {
        if file == to {
            let mut way: Vec<_> = iter::successors(Some(file), |file| importers[file]).collect();
            way.reverse();
            return Some(way);
        }
        for &imported in graph.get(file).into_iter().flatten() {
            importers.entry(imported).or_insert_with(|| {
                queue.push_back(imported);
                Some(file)
            });
        }
    }
    None
}

/// Returns the layer of a file: one above the highest file that it imports.
fn layer<'a>(file: &'a str, graph: &Graph<'a>, layers: &mut BTreeMap<&'a str, usize>) -> usize {
    if let Some(&layer) = layers.get(file) {
        return layer;
    }
    let below = graph.get(file).into_iter().flatten().map(|imported| layer(imported, graph, layers)).max();
    let own = below.unwrap_or(0) + 1;
    layers.insert(file, own);
    own
}

/// Returns the lines of one crate, the highest layer first.
fn crate_drawing(directory: &str, order: &Order<'_>) -> String {
    let mut text = format!("{directory}\n");
    for layer in (1..=order.layers.values().copied().max().unwrap_or(0)).rev() {
        let files = order.layers.iter().filter(|(_, own)| **own == layer).map(|(file, _)| *file);
        let mut line = format!("{layer:>3} ");
        for file in files {
            let mark = if order.upward.contains(file) { "^" } else { "" };
            if COLUMNS < line.len() + 1 + file.len() + mark.len() {
                text += &format!("{line}\n");
                line = " ".repeat(4);
            }
            line += &format!(" {file}{mark}");
        }
        text += &format!("{line}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, text: &str) -> Text {
        Text { path: path.into(), text: text.into() }
    }

    /// A crate of files, each with the modules that it imports.
    fn krate(files: &[(&str, &str)]) -> Vec<Text> {
        let line = |file: &str| format!("use crate::{file}::{};\n", file.replace("::", "").to_uppercase());
        let uses = |imports: &str| imports.split_whitespace().map(line).collect::<String>();
        let files = files.iter().map(|(file, imports)| text(&format!("crates/a/src/{file}.rs"), &uses(imports)));
        files.chain([text("crates/a/src/lib.rs", "")]).collect()
    }

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        read(&krate(files)).1.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_file_is_above_the_files_that_it_imports() {
        let (drawing, problems) = read(&krate(&[("a", "b c"), ("b", "c"), ("c", ""), ("d", ""), ("e", "c")]));
        assert_eq!(drawing, "crates/a/src\n  3  a\n  2  b e\n  1  c d\n");
        assert!(problems.is_empty());
    }

    #[test]
    fn a_parent_is_above_a_child_if_both_import_each_other() {
        let both = [("a", "a::b"), ("a/b", "a c"), ("c", "")];
        assert_eq!(read(&krate(&both)).0, "crates/a/src\n  3  a\n  2  a/b^\n  1  c\n");
        assert!(circles(&both).is_empty());
        assert_eq!(read(&krate(&[("a", ""), ("a/b", "a")])).0, "crates/a/src\n  2  a/b\n  1  a\n");
    }

    #[test]
    fn a_circle_is_reported_with_its_files_and_its_line() {
        let prefix = "the files import each other in a circle";
        assert_eq!(circles(&[("a", "b"), ("b", "a")]), [format!("crates/a/src/b.rs:1: {prefix}: `b` -> `a` -> `b`")]);
        assert_eq!(
            circles(&[("a", "b"), ("b", "c"), ("c", "d a"), ("d", "")]),
            [format!("crates/a/src/c.rs:2: {prefix}: `c` -> `a` -> `b` -> `c`")]
        );
        // A circle through a child and a third file is a circle.
        assert_eq!(circles(&[("a", "a::b"), ("a/b", "c"), ("c", "a")]).len(), 1);
    }

    #[test]
    fn a_long_layer_takes_several_lines() {
        let names: Vec<_> = (0..30).map(|number| format!("module_{number}")).collect();
        let files: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
        let (drawing, _) = read(&krate(&files));
        assert!(drawing.lines().count() > 3);
        assert!(drawing.lines().all(|line| line.len() <= COLUMNS));
    }

    #[test]
    fn the_page_must_be_up_to_date() {
        let mut texts = krate(&[("a", "b"), ("b", "")]);
        let found = |texts: &[Text]| problems(texts).len();
        assert_eq!(found(&texts), 1);
        let page = page(&texts);
        texts.push(text(PAGE, &page));
        assert_eq!(found(&texts), 0);
        texts.last_mut().expect("it was pushed").text.push('x');
        assert_eq!(found(&texts), 1);
    }
}
