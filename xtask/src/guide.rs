//! The guide: a book that mdbook makes from `docs`.
//!
//! Pictures are copied into it. Other links that leave the book lead to the repository's address, or become plain text.

use std::fs;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use crate::process::{Outcome, cannot, program, read, root, succeeds};
use crate::workspace::Workspace;

/// The text that is used for the address of the repository until there is one.
pub(crate) const PLACEHOLDER: &str = "https://example.invalid";

/// The element that shows a board with moves, if `cargo xtask web` has made it.
const ELEMENT: &str = "bindings/web/npm/dist/gardez-board.js";

/// Builds the guide with mdbook and checks that no link in it is dead.
pub(crate) fn build() -> Result<Outcome, String> {
    let book = Workspace::load()?.target.join("guide");
    if !succeeds(program("mdbook", "build docs/guide --dest-dir").arg(&book).current_dir(root())) {
        return Ok(Outcome::Failed);
    }
    // Without it, the pages show pictures instead.
    let element = root().join(ELEMENT);
    if element.exists() {
        fs::copy(&element, book.join("gardez-board.js")).map_err(cannot(&element))?;
    }
    let mut dead = Vec::new();
    for entry in WalkDir::new(&book).sort_by_file_name() {
        let page = entry.map_err(|error| error.to_string())?.into_path();
        if page.extension().is_some_and(|extension| extension == "html") {
            finish(&book, &page, &mut dead)?;
        }
    }
    dead.iter().for_each(|link| eprintln!("{link}"));
    println!("{}", book.join("index.html").display());
    Ok(dead.is_empty().into())
}

/// Changes the links of a page that leave the book, and collects those that lead nowhere.
fn finish(book: &Path, page: &Path, dead: &mut Vec<String>) -> Result<(), String> {
    let text = fs::read_to_string(page).map_err(cannot(page))?;
    let place = Path::new("docs").join(page.strip_prefix(book).unwrap_or(page));
    let up = "../".repeat(place.components().count() - 2);
    let mut result = String::new();
    let mut rest = text.as_str();
    while let Some((before, attribute, after)) = next_link(rest) {
        let Some((link, after)) = after.split_once('"') else { break };
        let (target, fragment) = link.split_once('#').map_or((link, ""), |(target, fragment)| (target, fragment));
        let is_outside = target.is_empty() || target.contains(':') || target.starts_with("//");
        let path = normal(&place.with_file_name("").join(target));
        result.push_str(before);
        rest = after;
        if is_outside || path.strip_prefix("docs").is_ok_and(|path| book.join(path).exists()) {
            result.push_str(&format!("{attribute}=\"{link}\""));
            continue;
        }
        // mdbook takes a page of the repository for one of the book.
        let source = [path.clone(), path.with_extension("md")].into_iter().find(|path| root().join(path).exists());
        let Some(source) = source else {
            dead.push(format!("{}: no {target}{fragment}", page.display()));
            continue;
        };
        if attribute == "src" {
            let name = source.file_name().unwrap_or_default();
            fs::create_dir_all(book.join("pictures")).map_err(cannot(page))?;
            fs::copy(root().join(&source), book.join("pictures").join(name)).map_err(cannot(page))?;
            result.push_str(&format!("src=\"{up}pictures/{}\"", name.display()));
        } else {
            // Without an address, the link becomes text.
            let source = source.display().to_string().replace('\\', "/");
            result += &address()?.map_or_else(String::new, |address| format!("href=\"{address}/blob/main/{source}\""));
        }
    }
    result.push_str(rest);
    if result.contains("<gardez-board") && book.join("gardez-board.js").exists() {
        let script = format!("<script defer src=\"{up}gardez-board.js\"></script></head>");
        result = result.replacen("</head>", &script, 1);
    }
    fs::write(page, result).map_err(cannot(page))
}

/// Returns the address of the repository, or `None` while a placeholder stands for it.
fn address() -> Result<Option<String>, String> {
    let manifest = read("Cargo.toml")?;
    let address = manifest.lines().find_map(|line| line.strip_prefix("repository = \"")?.strip_suffix('"'));
    Ok(address.filter(|address| !address.starts_with(PLACEHOLDER)).map(String::from))
}

/// Returns the text before the next link, the name of its attribute, and what follows the quote. Links in code are text.
fn next_link(text: &str) -> Option<(&str, &'static str, &str)> {
    // What is not a tag has no unescaped `<`. A text may begin in the middle of a tag.
    let is_in_tag = |place: &usize| text[..*place].rfind('<') >= text[..*place].rfind('>');
    let at = |name: &'static str| {
        let start = format!(" {name}=\"");
        let mut places = text.match_indices(&start).map(|(place, _)| place);
        Some((places.find(is_in_tag)?, name))
    };
    let (place, name) = [at("href"), at("src")].into_iter().flatten().min()?;
    Some((&text[..place + 1], name, &text[place + name.len() + 3..]))
}

/// Returns a path without `.` and `..`.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = normal.pop(),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_order() {
        let (before, name, after) = next_link("<p><img src=\"a.svg\"> <a href=\"b.html\">").expect("a link");
        assert_eq!((before, name, after), ("<p><img ", "src", "a.svg\"> <a href=\"b.html\">"));
        assert_eq!(next_link(after).map(|(_, name, after)| (name, after)), Some(("href", "b.html\">")));
        assert_eq!(next_link("<a id=\"href\">"), None);
        assert_eq!(next_link("<code>&lt;script src=\"a.js\"&gt;</code>"), None);
    }

    #[test]
    fn a_link_that_goes_up_is_a_path_of_the_repository() {
        assert_eq!(normal(Path::new("docs/guide/../../crates/gardez/README.md")), Path::new("crates/gardez/README.md"));
        assert_eq!(normal(Path::new("docs/./a.html")), Path::new("docs/a.html"));
    }
}
