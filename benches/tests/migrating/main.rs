//! The tables of docs/migrating.md and of docs/crates.md, row by row: both libraries answer the same in the positions of random
//! games.
//!
//! `GARDEZ_SLOW=1` makes that 10,000 positions.

mod cozy;
mod peer;
mod walk;

use std::collections::BTreeMap;
use std::fs;

use walk::Case;

/// Checks of rows. A row is named by the first method in its first cell.
type Checks = &'static [(&'static str, fn(&mut Case) -> bool)];

/// Rows that say that nothing serves instead.
const NONE: fn(&mut Case) -> bool = |_| true;

fn page(path: &str) -> String {
    fs::read_to_string(benches::committed(path)).expect("the page is committed")
}

/// The names in a column of a table, by row.
fn names(page: &str, heading: &str, column: usize) -> Vec<Vec<String>> {
    let below = page.split_once(heading).unwrap_or_else(|| panic!("{heading} is missing")).1;
    let table = below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cell = |row: &str| row.trim_matches('|').split('|').nth(column).unwrap_or_default().to_owned();
    let code = |cell: String| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    table.skip(2).map(|row| code(cell(row))).collect()
}

/// Calls every check in all positions of a walk, and fails with a line for each row that is wrong somewhere.
fn compare(checks: Checks) {
    let count = if std::env::var_os("GARDEZ_SLOW").is_some() { 10_000 } else { 1_500 };
    let mut wrong = BTreeMap::<&str, (usize, String)>::new();
    walk::walk(count, |case| {
        for (row, check) in checks {
            if !check(case) {
                let (times, _) = wrong.entry(row).or_insert((0, case.fen()));
                *times += 1;
            }
        }
    });
    let lines = wrong.iter().map(|(row, (times, fen))| format!("{row}: {times} of {count} positions, such as {fen}\n"));
    assert!(wrong.is_empty(), "\n{}", lines.collect::<String>());
}

/// The names of all rows have a check, and all checks are of a row.
fn covers(checks: Checks, rows: &[Vec<String>]) {
    let mut rows: Vec<_> = rows.iter().filter_map(|names| names.first()).map(String::as_str).collect();
    let mut checked: Vec<_> = checks.iter().map(|&(row, _)| row).collect();
    rows.sort_unstable();
    checked.sort_unstable();
    assert_eq!(rows, checked);
}

#[test]
fn each_row_for_cozy_chess_holds() {
    compare(cozy::ROWS);
    compare(cozy::CRATES);
}

#[test]
fn each_row_for_shakmaty_holds() {
    compare(peer::ROWS);
    compare(peer::CRATES);
}

#[test]
fn no_row_is_without_a_check() {
    let page = page("docs/migrating.md");
    covers(cozy::ROWS, &names(&page, "### cozy-chess: `Board`", 0));
    covers(peer::ROWS, &names(&page, "### shakmaty: `Chess` and `Position`", 0));
}

/// Each method that docs/crates.md names has a row in the tables of docs/migrating.md, or is used by an example there.
#[test]
fn the_methods_that_the_table_of_crates_names_are_on_the_page() {
    let (crates, page) = (page("docs/crates.md"), page("docs/migrating.md"));
    for column in [1, 2] {
        let found = names(&crates, "## Coming from another library", column);
        assert!(found.len() > 15);
        let methods = found.into_iter().flatten().filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        for name in methods.filter(|name| name != "a == b") {
            let word = name.trim_start_matches("fen.").trim_start_matches("util::");
            let word = word.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            assert!(page.contains(word), "docs/crates.md: {name}");
        }
    }
}
