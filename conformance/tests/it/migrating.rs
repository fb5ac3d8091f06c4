//! The page for users of other libraries: its tables name every method of their boards, and only names that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The headings of the tables, and the lists of names that they must cover.
const TABLES: [(&str, &str); 3] = [
    ("### python-chess: `chess.Board`", "python-chess.txt"),
    ("### shakmaty: `Chess` and `Position`", "shakmaty.txt"),
    ("### cozy-chess: `Board`", "cozy-chess.txt"),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    fs::read_to_string(workspace().join("docs/migrating.md")).expect("the page is committed")
}

/// The rows below a heading, as the names of both cells.
fn rows<'a>(page: &'a str, heading: &str) -> Vec<(Vec<&'a str>, Vec<&'a str>)> {
    let below = page.split_once(heading).unwrap_or_else(|| panic!("{heading} is missing")).1;
    let table = below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let code = |cell: &'a str| cell.split('`').skip(1).step_by(2).collect::<Vec<_>>();
    table
        .skip(2)
        .map(|row| {
            let cells: Vec<_> = row.trim_matches('|').split('|').collect();
            assert_eq!(cells.len(), 2, "{row}");
            assert!(cells[1].trim_start().starts_with("None: ") || !code(cells[1]).is_empty(), "{row}");
            (code(cells[0]), code(cells[1]))
        })
        .collect()
}

#[test]
fn the_tables_name_every_method_of_the_other_boards_once() {
    let page = page();
    for (heading, list) in TABLES {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("names").join(list));
        let text = text.expect("the list is committed");
        let wanted: BTreeSet<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(wanted.len() > 30, "{list}");
        let mut found = BTreeMap::<_, u32>::new();
        for (names, _) in rows(&page, heading) {
            names.into_iter().for_each(|name| *found.entry(name).or_default() += 1);
        }
        let missing: Vec<_> = wanted.iter().filter(|name| !found.contains_key(*name)).collect();
        let unknown: Vec<_> = found.keys().filter(|name| !wanted.contains(*name)).collect();
        let repeated: Vec<_> = found.iter().filter(|(_, count)| **count > 1).collect();
        assert!(
            missing.is_empty() && unknown.is_empty() && repeated.is_empty(),
            "{list}: {missing:?} are missing, {unknown:?} \
            are unknown, {repeated:?} appear several times"
        );
    }
}

/// The text of all sources below a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            *text += &fs::read_to_string(&path).expect("a source file");
        }
    }
}

#[test]
fn what_serves_instead_exists_in_the_sources() {
    let mut text = String::new();
    for name in ["types", "bitboard", "position", "notation", "variants"] {
        sources(&workspace().join("crates").join(name).join("src"), &mut text);
    }
    let page = page();
    let mut checked = 0;
    let headings = TABLES.map(|(heading, _)| heading).into_iter().chain(["### cozy-chess: other types"]);
    for heading in headings {
        for name in rows(&page, heading).into_iter().flat_map(|(_, names)| names) {
            // A call such as `Position::from(…)`, and words such as `parse`, are not the names of functions of ours.
            let Some((_, item)) = name.split_once("::").filter(|(_, item)| !item.contains('(')) else { continue };
            let exists = match item.chars().next() {
                Some('A'..='Z') => text.contains(&format!(" {item},")) || text.contains(&format!("const {item}:")),
                _ => [" fn ", " const fn "].iter().any(|kind| {
                    let name = format!("pub{kind}{item}");
                    text.contains(&format!("{name}(")) || text.contains(&format!("{name}<"))
                }),
            };
            assert!(exists, "{name} is in the table for {heading}, but not in the sources");
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked}");
}

/// The public methods in the blocks `impl NAME` of a text.
fn methods(text: &str, name: &str) -> usize {
    let opening = format!("\nimpl {name} {{\n");
    let blocks = text.split(opening.as_str()).skip(1);
    let bodies = blocks.filter_map(|block| block.split("\n}\n").next());
    let lines = bodies.flat_map(str::lines).filter_map(|line| line.strip_prefix("    pub "));
    lines.filter(|line| line.starts_with("fn ") || line.starts_with("const fn ")).count()
}

#[test]
fn a_board_has_at_most_95_methods_and_a_position_25() {
    let mut text = String::new();
    sources(&workspace().join("crates/position/src"), &mut text);
    let (board, position) = (methods(&text, "Board"), methods(&text, "Position"));
    assert!((80..=95).contains(&board) && (20..=25).contains(&position), "{board} and {position}");
}
