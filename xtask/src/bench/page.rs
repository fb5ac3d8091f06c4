//! The figures of docs/benchmarks.md: a row for each pair of contestants, which newer rows replace.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::fs;
use std::path::Path;

use super::picture;
use super::row::{key, mean};
use crate::process::{cannot, git, output, program, read, root};

/// The page, and where its rows begin and end.
pub(super) const PAGE: &str = "docs/benchmarks.md";
const MARKERS: [&str; 2] = ["<!-- measured -->\n", "<!-- end of measured -->\n"];

/// The ratio of a contestant's time to the time of another one that does the same work.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) bench: String,
    pub(crate) contestant: String,
    /// The contestant whose time divides the other's.
    pub(crate) against: String,
    /// The quotient in each case.
    pub(crate) ratios: Vec<f64>,
}

impl Figure {
    /// Returns the row of the page, whose last cells are `run`.
    fn row(&self, run: &str) -> String {
        let Self { bench, contestant, against, ratios } = self;
        let mean = number(geometric_mean(ratios));
        let end = |pick: fn(f64, f64) -> f64| ratios.iter().copied().reduce(pick).map_or_else(String::new, number);
        let [lowest, highest] =
            if ratios.len() == 1 { [String::new(), String::new()] } else { [end(f64::min), end(f64::max)] };
        let cases = ratios.len();
        format!("| `{bench}` | {contestant} | {against} | {cases} | **{mean}** | {lowest} | {highest} | {run} |\n")
    }
}

/// Returns a ratio with three digits, and at most two behind the point.
fn number(ratio: f64) -> String {
    let digits = if ratio < 9.995 { 2 } else { usize::from(ratio < 99.95) };
    format!("{ratio:.digits$}")
}

/// Returns the page with these rows, in place of older ones about the same contestants and build. Rows below 1 come first.
fn with_rows(page: &str, rows: &[String]) -> Option<String> {
    let (front, rest) = page.split_once(MARKERS[0])?;
    let (table, end) = rest.split_once(MARKERS[1])?;
    let (head, old) = table.split_at(table.match_indices('\n').nth(1)?.0 + 1);
    let all = old.lines().chain(rows.iter().map(String::as_str)).filter_map(|row| Some((key(row)?, row)));
    let all: BTreeMap<_, _> = all.collect();
    let (slower, faster): (Vec<&str>, Vec<_>) = all.values().partition(|row| mean(row).is_some_and(|mean| mean < 1.0));
    let rows: String = slower.into_iter().chain(faster).map(|row| format!("{}\n", row.trim_end())).collect();
    Some([front, MARKERS[0], head, &rows, MARKERS[1], end].concat())
}

/// Writes figures to the page. `build` says how the contestants were compiled.
pub(crate) fn write(figures: &[Figure], build: &str, rounds: u64) -> Result<(), String> {
    let date = output(&mut program("date", "-u +%F"))?;
    let rounds = if rounds == 1 { "1 round".into() } else { format!("{rounds} rounds") };
    let run = format!("{build}, {rounds} | {}, {} | {}", date.trim(), commit()?, cpu());
    let rows: Vec<_> = figures.iter().map(|figure| figure.row(&run)).collect();
    let text = with_rows(&read(PAGE)?, &rows).ok_or_else(|| format!("{PAGE} has no place for the rows"))?;
    let drawn = picture::draw(&text).ok_or("a row of the picture is missing")?;
    for (path, text) in [(PAGE, text), (picture::PATH, drawn)] {
        fs::write(root().join(path), text).map_err(cannot(Path::new(path)))?;
    }
    Ok(())
}

/// Returns the commit that is checked out, with a plus sign if the code differs from it.
fn commit() -> Result<String, String> {
    let sign = if git("status --porcelain -- :!docs")?.is_empty() { "" } else { "+" };
    Ok(format!("{}{sign}", git("rev-parse --short=10 HEAD")?.trim()))
}

pub(super) fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// Returns the name of the CPU, and whether it has AVX-512, which some names do not tell.
fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name: &str| info.lines().find_map(|line| line.strip_prefix(name)?.split(": ").nth(1));
    let with = if value("flags").is_some_and(|flags| flags.contains(" avx512f ")) { " with AVX-512" } else { "" };
    format!("{}{with}", value("model name").unwrap_or(ARCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(rows: &str) -> String {
        format!("# A\n{}| a |\n|---|\n{rows}{}B\n", MARKERS[0], MARKERS[1])
    }

    fn row(contestant: &str, ratios: &[f64], run: &str) -> String {
        let ratios = ratios.to_vec();
        let [bench, against, contestant] = ["fen", "gardez", contestant].map(String::from);
        Figure { bench, contestant, against, ratios }.row(&format!("{run} | day | cpu"))
    }

    #[test]
    fn rows_replace_older_ones_of_the_same_build_and_slower_ones_are_first() {
        let old =
            [row("a", &[1.0], "native, 3 rounds"), row("a", &[1.0], "plain, 3 rounds"), row("b", &[1.0], "plain, 3")];
        let new = row("a", &[2.0], "plain, 5 rounds");
        let slow = row("c", &[0.5], "plain, 5 rounds");
        let found = with_rows(&page(&old.concat()), &[new.clone(), slow.clone()]);
        assert_eq!(found, Some(page(&[&*slow, &*old[0], &*new, &*old[2]].concat())));
        assert_eq!(with_rows("# A\n", &[]), None);
    }

    #[test]
    fn a_row_shows_the_mean_and_both_ends() {
        let text = row("a", &[4.0, 100.0], "plain, 3 rounds");
        assert_eq!(text, "| `fen` | a | gardez | 2 | **20.0** | 4.00 | 100 | plain, 3 rounds | day | cpu |\n");
        assert!(row("a", &[1.5], "x").contains("| 1 | **1.50** |  |  |"));
    }
}
